//! Hidden information: determinization and what others see of an action (section 6, 12.5).
//!
//! # The worlds
//! An observer knows all public fields, his own cards, his entry of every `known_by` and whether a
//! gift is recorded. A world places the physical cards that he has not located; all worlds are equally
//! likely. Cards that he knows of another player stay; the others are dealt from one pool.
//!
//! # The gift
//! A bystander of a recorded gift knows a multiset K among "the giver's cards and the given card
//! together". Let S be these h + 1 cards (h in the giver's hand now), u = h + 1 - |K| of them unknown,
//! U the pool less K, f the receiver's cards unknown to him, and `shown` the list of what the receiver
//! has lost openly since. The given card is one of S and now either one of those f cards or one of
//! `shown`. Counting the arrangements of physical cards gives the weights
//! - f for each card of S that is still with the receiver;
//! - 1 for each of the u unknown cards of S together with each card of `shown`;
//! - (|U| + 1) / (U\[t\] + 1) for each card of type t in K together with each `t` of `shown`: the two are
//!   one physical card, so one more `t` is in the pool.
//!
//! # Choices under way
//! Cards that another seat has set aside count as cards in hand (12.5), so how many and which is drawn
//! again: committed cards uniformly among the sets of cards of the sizes that the rules allow, an
//! unfinished choice uniformly among the sets that can still be completed. What a seat has announced in
//! its turn (a set, so many different goods) holds in every world.

use super::action::Action;
use super::cards::{Card, Cards, Class};
use super::developments::{Ability, DevelopmentList};
use super::rules::MundusNovus;
use super::state::{DRAW_PILE, DrawPile, Gift, State, Step};
use tradewinds_game::{Dice, Edge, PerSeat, Seat, shuffle};

/// Cards that nobody has located, dealt one by one.
pub(super) struct Pool {
    cards: arrayvec::ArrayVec<Card, DRAW_PILE>,
    dealt: usize,
}

impl Pool {
    pub(super) fn new(cards: Cards) -> Self {
        Self { cards: cards.iter().collect(), dealt: 0 }
    }

    /// Takes all cards back.
    fn restart(&mut self) {
        self.dealt = 0;
    }

    /// Deals a random card.
    fn card<D: Dice + ?Sized>(&mut self, dice: &mut D) -> Card {
        let left = (self.cards.len() - self.dealt) as u32;
        self.cards.swap(self.dealt, self.dealt + dice.below(left) as usize);
        self.dealt += 1;
        self.cards[self.dealt - 1]
    }

    /// Deals `number` random cards.
    pub(super) fn cards<D: Dice + ?Sized>(&mut self, number: usize, dice: &mut D) -> Cards {
        (0..number).map(|_| self.card(dice)).collect()
    }

    /// Makes a draw pile of the cards left.
    pub(super) fn rest<D: Dice + ?Sized>(&mut self, dice: &mut D) -> DrawPile {
        let rest = &mut self.cards[self.dealt..];
        shuffle(rest, dice);
        DrawPile::new(rest)
    }
}

/// Draws `number` of the cards, each set of physical cards equally likely.
fn subset<D: Dice + ?Sized>(cards: Cards, number: usize, dice: &mut D) -> Cards {
    Pool::new(cards).cards(number, dice)
}

/// Draws a number of cards up to `most` out of `of`, by the number of such sets.
fn subset_size<D: Dice + ?Sized>(of: usize, most: usize, dice: &mut D) -> usize {
    let sets =
        |size: usize| (0..size).fold(1_u64, |sets, taken| sets * (of - taken) as u64 / (taken as u64 + 1));
    let most = most.min(of);
    let mut drawn = below(dice, (0..=most).map(sets).sum());
    for size in 0..most {
        let sets = sets(size);
        if drawn < sets {
            return size;
        }
        drawn -= sets;
    }
    most
}

/// Draws uniformly from `0..n` where `n` may be too large for one throw.
fn below<D: Dice + ?Sized>(dice: &mut D, n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(n) => u64::from(dice.below(n)),
        Err(_) => {
            const HALF: u32 = 1 << 31;
            let fair = (1_u64 << 62) / n * n;
            loop {
                let drawn = u64::from(dice.below(HALF)) << 31 | u64::from(dice.below(HALF));
                if drawn < fair {
                    return drawn % n;
                }
            }
        }
    }
}

/// A gift as a bystander may imagine it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImaginedGift {
    /// Cards that stay with the giver.
    pub(super) giver: Cards,
    /// Cards that are with the receiver for certain: what was known, and a known card if it was given.
    pub(super) receiver: Cards,
    /// The given card; `None`: one of the receiver's other cards.
    card: Option<Card>,
    /// Whether the receiver still has it.
    held: bool,
    /// The pool to deal the other cards from.
    pub(super) pool: Cards,
}

impl MundusNovus {
    /// Tells whether a seat saw neither side of the recorded gift.
    pub(super) fn is_bystander(gift: Gift, observer: Seat) -> bool {
        observer != gift.from && observer != gift.to
    }

    /// Returns the cards whose places everybody sees.
    pub(super) fn open_cards(&self, state: &State) -> Cards {
        let mut open = state.market.plus(state.supply).plus(state.discard);
        if state.step.shows_offers() {
            for offer in &state.aside[..self.players] {
                open = open.plus(*offer);
            }
        }
        if state.step == Step::Swap
            && let Some(taken) = state.card
        {
            open = open.plus(Cards::one(taken));
        }
        open
    }

    /// Draws what a bystander does not know of the gift: see the module's text.
    ///
    /// `known` and `receiver` are his knowledge of both hands, `free` the number of the receiver's
    /// cards unknown to him, `giver_len` that of the giver's cards now, `pool` all cards that he has
    /// not located nor knows to be with somebody else.
    pub(super) fn imagine_gift<D: Dice + ?Sized>(
        known: Cards,
        giver_len: usize,
        receiver: Cards,
        free: usize,
        shown: Cards,
        pool: Cards,
        dice: &mut D,
    ) -> ImaginedGift {
        let was_shown = |card: Card| {
            let kept = known.minus(Cards::one(card));
            ImaginedGift { giver: kept, receiver, card: Some(card), held: false, pool: pool.minus(kept) }
        };
        // A known card that is not in the pool is counted twice: that was the gift.
        if let Some(card) = known.without(pool).lowest() {
            return was_shown(card);
        }
        let rest = pool.minus(known);
        let unknown = (giver_len + 1 - known.len()) as u32;
        let scale = rest.total() as u32 + 1;
        let shared = |card: Card| u32::from(known.count(card)) * u32::from(shown.count(card));
        let known_shown: u32 = Card::ALL.into_iter().map(shared).sum();
        let still_there = (giver_len + 1) as u32 * free as u32;
        let unknown_shown = unknown * shown.len() as u32;
        let ways = still_there + unknown_shown + known_shown * scale;
        if ways == 0 {
            // Determinizing may have credited the bystander with the given card among the receiver's
            // (6.3, 6); it is counted twice, or nobody can tell which it was.
            return match known.intersection(receiver).lowest() {
                None if unknown > 0 => {
                    ImaginedGift { giver: known, receiver, card: receiver.lowest(), held: false, pool: rest }
                }
                card => {
                    was_shown(card.or(known.lowest()).expect("without unknown cards there are known ones"))
                }
            };
        }
        loop {
            let mut drawn = dice.below(ways);
            if drawn < still_there {
                // The cards of S are taken in turn, the known ones first.
                return match known.iter().nth((drawn / free as u32) as usize) {
                    Some(card) => ImaginedGift {
                        giver: known.minus(Cards::one(card)),
                        receiver: receiver.plus(Cards::one(card)),
                        card: Some(card),
                        held: true,
                        pool: rest,
                    },
                    None => ImaginedGift { giver: known, receiver, card: None, held: true, pool: rest },
                };
            }
            drawn -= still_there;
            if drawn < unknown_shown {
                let card = shown.iter().nth((drawn / unknown) as usize);
                return ImaginedGift { giver: known, receiver, card, held: false, pool: rest };
            }
            drawn = (drawn - unknown_shown) / scale;
            for card in Card::ALL {
                if drawn < shared(card) {
                    // Drawn with the weight |U| + 1, kept once in U[t] + 1 times.
                    if dice.below(u32::from(rest.count(card)) + 1) == 0 {
                        return was_shown(card);
                    }
                    break;
                }
                drawn -= shared(card);
            }
        }
    }

    /// Draws all that `observer` does not know.
    pub(super) fn draw_world<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        let me = observer.index();
        let len = PerSeat::from_fn(self.players, |seat| state.hidden_len(seat));
        let seen = |seat: Seat| state.known[seat.index()][me];
        let bystander = state.gift.filter(|&gift| Self::is_bystander(gift, observer));

        // Everything that the observer has not located.
        let mut pool = self.resources.minus(self.open_cards(state)).minus(state.hand[me]);
        if !state.step.shows_offers() {
            pool = pool.minus(state.aside[me]);
        }
        let mut certain = PerSeat::from_fn(self.players, seen);
        for seat in Seat::all(self.players) {
            if seat != observer && bystander.is_none_or(|gift| gift.from != seat) {
                pool = pool.minus(certain[seat]);
            }
        }

        // A seat in the middle of its turn has announced what it lays; worlds in which it cannot are
        // drawn again. It is dealt to first.
        let first = state.seat;
        let announced = first != observer
            && matches!(state.step, Step::Jokers | Step::Convert | Step::Source | Step::Lay);
        let mut cards = PerSeat::<Cards>::new(self.players);
        let mut imagined = None;
        let mut piles = Pool::new(pool);
        loop {
            if let Some(gift) = bystander {
                let (from, to) = (gift.from, gift.to);
                let drawn = Self::imagine_gift(
                    seen(from),
                    len[from],
                    seen(to),
                    len[to] - seen(to).len(),
                    state.shown,
                    pool,
                    dice,
                );
                certain[from] = drawn.giver;
                certain[to] = drawn.receiver;
                piles = Pool::new(drawn.pool);
                imagined = Some((gift, drawn));
            }
            piles.restart();
            if first != observer {
                cards[first] = certain[first].plus(piles.cards(len[first] - certain[first].len(), dice));
            }
            if !announced || self.could_announce(state, cards[first]) {
                break;
            }
        }
        for seat in Seat::all(self.players) {
            if seat != observer && seat != first {
                cards[seat] = certain[seat].plus(piles.cards(len[seat] - certain[seat].len(), dice));
            }
        }
        state.draw = piles.rest(dice);
        self.spread_knowledge(state, observer, imagined, &cards, dice);
        for seat in Seat::all(self.players).filter(|&seat| seat != observer) {
            self.split(state, seat, cards[seat], dice);
        }

        let mut seen = state.queue.set();
        for owned in &state.owned[..self.players] {
            seen = seen.plus(*owned);
        }
        state.deck = DevelopmentList::EMPTY;
        for id in self.in_play.without(seen).iter() {
            state.deck.push(id);
        }
        shuffle(state.deck.as_mut_slice(), dice);
    }

    /// Gives the others the knowledge that follows from the observer's and the imagined gift (6.3, 6).
    fn spread_knowledge<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        observer: Seat,
        imagined: Option<(Gift, ImaginedGift)>,
        cards: &PerSeat<Cards>,
        dice: &mut D,
    ) {
        for owner in Seat::all(self.players).filter(|&owner| owner != observer) {
            let known = &mut state.known[owner.index()];
            let entry = known[observer.index()];
            for other in Seat::all(self.players).filter(|&other| other != owner) {
                known[other.index()] = entry;
            }
        }
        if let Some((gift, drawn)) = imagined {
            let (from, to) = (gift.from.index(), gift.to.index());
            let card = match drawn.card {
                Some(card) => Cards::one(card),
                // Any of the receiver's other cards, which have been dealt at random.
                None if drawn.held => {
                    let others = cards[gift.to].minus(state.known[to][observer.index()]);
                    Cards::one(Pool::new(others).card(dice))
                }
                None => Cards::NONE,
            };
            state.known[from][to] = state.known[from][to].without(card);
            if drawn.held {
                state.known[to][from] = state.known[to][from].plus(card);
            }
        }
    }

    /// Tells whether a seat with these cards could have announced what the step says of its turn.
    fn could_announce(&self, state: &State, cards: Cards) -> bool {
        let mut turn = *state;
        let seat = turn.seat.index();
        turn.hand[seat] = cards;
        turn.aside[seat] = Cards::NONE;
        turn.left = self.needed(state, turn.seat);
        self.is_possible(&turn)
    }

    /// Tells whether the cards of the seat in turn allow the choice under way: the step has a legal
    /// action, and the cards chosen so far are such as can be chosen.
    pub(super) fn is_possible(&self, state: &State) -> bool {
        let seat = state.seat.index();
        let (hand, aside) = (state.hand[seat], state.aside[seat]);
        match state.step {
            Step::Jokers => self.can_complete(state),
            Step::Convert => hand.count(Card::RELIC) >= state.jokers && self.can_convert(state),
            Step::Source => {
                let good = self.good(state);
                let sources = hand.goods().except(good);
                hand.count(Card::RELIC) >= state.jokers
                    && hand.count(good) >= state.size - state.jokers - state.conversions
                    && aside == aside.goods().except(good)
                    && aside.highest().map_or(sources, |last| sources.from(last)).len()
                        >= usize::from(state.left)
            }
            Step::Pick => !self.pickable(state).is_empty(),
            Step::Lay => {
                // Without merchants the list of what may follow does not look at the cards laid.
                let converted = aside.len() - aside.distinct_len();
                aside == aside.goods()
                    && (converted == 0 || self.free_merchants(state) != [0; Class::COUNT])
                    && !self.layable(state).is_empty()
            }
            Step::Pirates | Step::Offer => {
                self.may_stop(state) || self.ascending(state).len() >= usize::from(state.left)
            }
            _ => true,
        }
    }

    /// Tells whether the deciding seat may stop before it has set all cards aside.
    fn may_stop(&self, state: &State) -> bool {
        state.step == Step::Store || state.step == Step::Offer && self.has(state, state.seat, Ability::Casas)
    }

    /// Returns how many cards a seat sets aside in all in this step, at most.
    pub(super) fn needed(&self, state: &State, seat: Seat) -> u8 {
        match state.step {
            Step::Pirates => self.pirate_losses(state, seat),
            Step::Offer | Step::Lay => state.size,
            Step::Source => state.conversions,
            Step::Store => self.usable_slots(state, seat),
            _ => 0,
        }
    }

    /// Tells whether a seat has made its secret choice of this step: it comes before the deciding one.
    pub(super) fn has_committed(&self, state: &State, seat: Seat) -> bool {
        let first = match state.step {
            Step::Pirates | Step::Offer => state.trade_master,
            Step::Store => state.first.unwrap_or(state.trade_master),
            _ => return false,
        };
        let place = |seat: Seat| (seat.index() + self.players - first.index()) % self.players;
        place(seat) < place(state.seat)
    }

    /// Draws which of a seat's cards are in hand and which are elsewhere.
    pub(super) fn split<D: Dice + ?Sized>(&self, state: &mut State, seat: Seat, cards: Cards, dice: &mut D) {
        let index = seat.index();
        if state.step.stores() {
            state.aside[index] = cards;
            return;
        }
        if !state.step.sets_aside() {
            state.hand[index] = cards;
            return;
        }
        let needed = self.needed(state, seat);
        let most = usize::from(needed);
        let set_aside = |state: &mut State, chosen: Cards| {
            state.aside[index] = chosen;
            state.hand[index] = cards.minus(chosen);
        };
        if seat == state.seat {
            loop {
                let size = subset_size(cards.len(), most - 1, dice);
                set_aside(state, subset(cards, size, dice));
                state.left = needed - size as u8;
                if self.is_possible(state) {
                    break;
                }
            }
        } else if self.has_committed(state, seat) {
            let free = state.step == Step::Store
                || state.step == Step::Offer && self.has(state, seat, Ability::Casas);
            // A file may give a seat fewer cards than it has to set aside; `check` finds that.
            let size = if free { subset_size(cards.len(), most, dice) } else { most.min(cards.len()) };
            set_aside(state, subset(cards, size, dice));
        } else {
            set_aside(state, Cards::NONE);
        }
    }
}

/// What an observer's tree calls a secret choice that has been committed: one edge for all of them.
const COMMITTED: u32 = 1 << 16;
/// What an observer's tree calls the cards laid one by one, once they lie open: their rank is added.
const LAID: u32 = 1 << 17;

/// Returns the rank of a multiset among those of its size (combinatorial number system).
fn rank(cards: Cards) -> u32 {
    let binomial = |n: u32, k: u32| (0..k).fold(1, |product, taken| product * (n - taken) / (taken + 1));
    // Adding its place makes each type strictly larger than the one before.
    cards.iter().zip(1..).map(|(card, place)| binomial(card.index() as u32 + place - 1, place)).sum()
}

impl MundusNovus {
    /// Returns the edge that another seat than the deciding one notices (12.5).
    pub(super) fn noticed(before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
        let decides_on = after.step == before.step && after.seat == before.seat;
        match before.step {
            // How many cards lie aside is no more public than which.
            Step::Pirates | Step::Offer | Step::Store if before.left > 1 && action != Action::Done => None,
            Step::Pirates | Step::Offer | Step::Store => Some(Edge::new(COMMITTED)),
            Step::Compensate if before.other != Some(observer) => Some(Edge::new(COMMITTED)),
            Step::Source | Step::Lay if decides_on => None,
            Step::Source | Step::Lay => {
                let seat = before.seat.index();
                let (Action::From(card) | Action::Lay(card)) = action else {
                    unreachable!("a card is named in these steps");
                };
                Some(Edge::new(LAID + rank(before.aside[seat].plus(Cards::one(card)))))
            }
            _ => Some(Edge::new(action.code())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use tradewinds_game::Seed;

    #[test]
    fn ranks_tell_multisets_of_one_size_apart() {
        let pairs: Vec<Cards> = Card::ALL
            .into_iter()
            .flat_map(|a| Card::ALL.into_iter().map(move |b| Cards::one(a).plus(Cards::one(b))))
            .collect();
        let ranks: BTreeSet<u32> = pairs.iter().map(|&pair| rank(pair)).collect();
        assert_eq!((ranks.len(), ranks.last()), (55, Some(&54)));
    }

    #[test]
    fn sizes_come_by_the_number_of_sets() {
        let mut dice = Seed(1).rng();
        let mut counts = [0_i32; 3];
        for _ in 0..22_000 {
            counts[subset_size(4, 2, &mut dice)] += 1;
        }
        // 1, 4 and 6 sets of 11.
        for (count, expected) in counts.into_iter().zip([2000, 8000, 12000]) {
            assert!((count - expected).abs() < 350, "{counts:?}");
        }
        assert!(below(&mut dice, 1 << 40) < 1 << 40);
    }
}
