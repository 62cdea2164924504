//! Completing the unknown parts of a position (6.3 of the rules page).

use tradewinds_game::kit::Fields;
use tradewinds_game::{Dice, InputError, MAX_SEATS, Notation, PerSeat, Seat, counted, shuffle};

use crate::cards::Cards;
use crate::developments::DevelopmentId;
use crate::draw_pile::DrawPile;
use crate::hidden::Bystander;
use crate::limits::{MAX_DEVELOPMENTS, QUEUE};
use crate::notation::read::{Places, Reader, card};
use crate::pool::Pool;
use crate::state::{Gift, State};
use crate::words::Decision;

/// The number of completions drawn before a position counts as impossible.
const ATTEMPTS: usize = 20_000;

impl Reader<'_> {
    /// Draws all unknown parts, with as few broken invariants as possible.
    pub(super) fn complete(
        &self,
        state: State,
        places: &mut PerSeat<Places>,
        dice: &mut dyn Dice,
    ) -> Result<State, InputError> {
        let game = self.game;
        let file = self.file;
        let mut unseen = game.rules.resources();
        // Of cards of which there are too many none is left; `check` finds that they do not add up.
        let mut place = |cards: Cards| unseen = unseen.without(cards);
        place(state.market);
        place(state.supply);
        place(state.discard);
        if state.decision == Decision::Swap {
            place(state.card.map_or(Cards::NONE, Cards::one));
        }
        for seat in Seat::all(game.rules.players) {
            place(state.aside[seat]);
            place(places[seat].hand.cards);
            place(places[seat].aside.cards);
        }
        let mut state = state;
        if let Some(text) = &file.draw_pile {
            if text.len() > game.rules.resources().total() {
                let allowed = format!("at most {}", game.rules.resources().total());
                return Err(Fields::POSITION.refuse("draw_pile", counted(text.len(), "card"), allowed));
            }
            let mut pile = Vec::with_capacity(text.len());
            for letter in text.chars() {
                let top = card("draw_pile", letter)?;
                place(Cards::one(top));
                pile.push(top);
            }
            state.draw = DrawPile::new(&pile);
        }
        let hidden: usize = places.iter().map(Places::unknown).sum();
        if hidden > unseen.total() {
            let found = counted(hidden, "unknown card");
            return Err(Fields::POSITION.refuse(
                "players",
                found,
                format!("the {} that lie nowhere else", unseen.total()),
            ));
        }
        self.require_known(&state, places);

        let certain = hidden == 0 && file.draw_pile.is_some() && file.development_deck.is_some();
        let mut refused = Fields::POSITION.refuse("players", "unknown cards", "hands that can be completed");
        let mut best: Option<(usize, State)> = None;
        for _ in 0..if certain { 1 } else { ATTEMPTS } {
            let mut whole = state;
            match self.attempt(&mut whole, places, unseen, dice) {
                Err(error) => refused = error,
                Ok(()) => {
                    let broken = game.violations(&whole).len();
                    if best.is_none_or(|(fewest, _)| broken < fewest) {
                        best = Some((broken, whole));
                    }
                    if broken == 0 {
                        break;
                    }
                }
            }
        }
        // If every attempt breaks an invariant, the position itself is wrong.
        best.map(|(_, whole)| whole).ok_or(refused)
    }

    /// Collects what other seats know of hands with unknown cards, and which hands count committed
    /// cards.
    fn require_known(&self, state: &State, places: &mut PerSeat<Places>) {
        for seat in Seat::all(self.game.rules.players) {
            let known = &state.known[seat];
            for observer in Seat::all(self.game.rules.players) {
                let bystander =
                    state.gift.is_some_and(|gift| gift.from == seat && gift.has_bystander(observer));
                if !bystander {
                    places[seat].required = places[seat].required.union(known[observer]);
                }
            }
            places[seat].merged = places[seat].hand.unknown > 0
                && self.file.players[seat.index()].set_aside.is_empty()
                && self.game.has_committed(state, seat);
        }
    }

    /// Draws the unknown parts once.
    fn attempt(
        &self,
        state: &mut State,
        places: &PerSeat<Places>,
        unseen: Cards,
        dice: &mut dyn Dice,
    ) -> Result<(), InputError> {
        let game = self.game;
        let mut pool = unseen;
        let mut certain = PerSeat::<Cards>::new(game.rules.players);
        for seat in Seat::all(game.rules.players) {
            let named = places[seat].required.without(places[seat].known());
            if named.total() > places[seat].unknown() || !pool.contains(named) {
                let field = format!("{}.known_by", seat.in_file());
                return Err(Fields::POSITION.refuse(
                    field,
                    places[seat].required.to_string(),
                    "cards that the player can have",
                ));
            }
            certain[seat] = named;
            pool = pool.minus(named);
        }
        if let Some(gift) = state.gift {
            self.place_gift(state, gift, places, &mut certain, &mut pool, dice)?;
        }
        let mut pool = Pool::new(pool);
        for seat in Seat::all(game.rules.players) {
            let Places { hand, aside, merged, .. } = places[seat];
            let free = places[seat].unknown() - certain[seat].len();
            let drawn = certain[seat].plus(pool.cards(free, dice));
            if merged {
                game.split(state, seat, hand.cards.plus(drawn), dice);
            } else if places[seat].unknown() > 0 {
                let held = Pool::new(drawn).cards(hand.unknown, dice);
                state.hand[seat] = hand.cards.plus(held);
                if !state.decision.shows_offers() {
                    state.aside[seat] = aside.cards.plus(drawn.minus(held));
                }
            } else {
                state.hand[seat] = hand.cards;
                if !state.decision.shows_offers() {
                    state.aside[seat] = aside.cards;
                }
            }
        }
        if self.file.draw_pile.is_none() {
            state.draw = pool.pile(dice);
        }
        if self.file.development_deck.is_none() {
            let mut deck: Vec<DevelopmentId> = game.unseen_developments(state).iter().collect();
            shuffle(&mut deck, dice);
            if deck.len() > MAX_DEVELOPMENTS - QUEUE {
                return Err(Fields::POSITION.refuse(
                    "queue",
                    counted(state.queue.len(), "card"),
                    "5 while the deck lasts",
                ));
            }
            deck.into_iter().for_each(|id| state.deck.push(id));
        }
        if state.decision.sets_aside() {
            let needed = game.needed(state, state.seat);
            let chosen = state.aside[state.seat].len();
            state.left = usize::from(needed).saturating_sub(chosen) as u8;
        }
        Ok(())
    }

    /// Gives the giver and the receiver of a recorded gift the cards that bystanders know of them.
    fn place_gift(
        &self,
        state: &State,
        gift: Gift,
        places: &PerSeat<Places>,
        certain: &mut PerSeat<Cards>,
        pool: &mut Cards,
        dice: &mut dyn Dice,
    ) -> Result<(), InputError> {
        let (from, to) = (gift.from, gift.to);
        let known = Seat::all(MAX_SEATS)
            .filter(|&observer| gift.has_bystander(observer))
            .fold(Cards::NONE, |known, observer| known.union(state.known[from][observer]))
            .without(places[from].known());
        if places[from].unknown() == 0 || known.is_empty() {
            return Ok(());
        }
        // The giver's certain cards can be among those that the bystanders know, too.
        *pool = pool.plus(certain[from]);
        let known = known.union(certain[from]);
        let (giver_len, free) = (places[from].unknown(), places[to].unknown() - certain[to].len());
        if known.total() > giver_len + 1 || known.without(*pool).total() > 1 {
            let field = format!("{}.known_by", from.in_file());
            return Err(Fields::POSITION.refuse(
                field,
                known.to_string(),
                "cards of the giver and the given card together",
            ));
        }
        let bystander =
            Bystander { known, giver_len, receiver: certain[to], free, shown: state.shown, pool: *pool };
        let drawn = bystander.imagine(dice);
        (certain[from], certain[to]) = (drawn.giver, drawn.receiver);
        *pool = drawn.pool;
        Ok(())
    }
}
