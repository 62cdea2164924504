//! Determinization: drawing a world that agrees with what an observer knows.

use arrayvec::ArrayVec;
use tradewinds_game::{Dice, PerSeat, Seat, shuffle};

use super::gift::{Bystander, ImaginedGift};
use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::DevelopmentList;
use crate::draw_pile::DrawPile;
use crate::limits::MAX_RESOURCES;
use crate::pool::Pool;
use crate::state::{Gift, State};
use crate::words::Decision;

/// The most worlds that are drawn to find one that agrees with what was announced. In a game one of the first few does.
const ATTEMPTS: u32 = 1_000_000;

/// Draws all that `observer` does not know.
///
/// In a world that was itself drawn for another seat, `observer` may be recorded as knowing cards with which the
/// announcement could not have been made. Such a world stays as it is.
pub(crate) fn determinize<D: Dice + ?Sized>(
    game: &MundusNovus,
    state: &mut State,
    observer: Seat,
    dice: &mut D,
) {
    let players = game.rules.players;
    let len = PerSeat::from_fn(players, |seat| state.hidden_len(seat));
    let seen = |seat: Seat| state.known[seat][observer];
    let gift = state.gift.filter(|gift| gift.has_bystander(observer));

    let mut pool = game.unlocated(state, observer);
    let mut certain = PerSeat::from_fn(players, seen);
    for seat in Seat::all(players) {
        if seat != observer && gift.is_none_or(|gift| gift.from != seat) {
            pool = pool.minus(certain[seat]);
        }
    }

    // A seat in the middle of its turn has announced what it lays; worlds in which it cannot are
    // drawn again. It is dealt to first.
    let first = state.seat;
    let announced = first != observer
        && matches!(state.decision, Decision::Jokers | Decision::Convert | Decision::Source | Decision::Lay);
    let mut cards = PerSeat::<Cards>::new(players);
    let mut imagined = None;
    let mut piles = Pool::new(pool);
    let mut attempts = 0;
    loop {
        if let Some(gift) = gift {
            let (from, to) = (gift.from, gift.to);
            let bystander = Bystander {
                known: seen(from),
                giver_len: len[from],
                receiver: seen(to),
                free: len[to] - seen(to).len(),
                shown: state.shown,
                pool,
            };
            let drawn = bystander.imagine(dice);
            certain[from] = drawn.giver;
            certain[to] = drawn.receiver;
            piles = Pool::new(drawn.pool);
            imagined = Some((gift, drawn));
        }
        piles.restart();
        if first != observer {
            cards[first] = certain[first].plus(piles.cards(len[first] - certain[first].len(), dice));
        }
        if !announced || game.could_announce(state, cards[first]) {
            break;
        }
        attempts += 1;
        if attempts == ATTEMPTS {
            return;
        }
    }
    for seat in Seat::all(players) {
        if seat != observer && seat != first {
            cards[seat] = certain[seat].plus(piles.cards(len[seat] - certain[seat].len(), dice));
        }
    }
    state.draw = piles.pile(dice);
    game.spread_knowledge(state, observer, imagined, &cards, dice);
    for seat in Seat::all(players).filter(|&seat| seat != observer) {
        game.split(state, seat, cards[seat], dice);
    }

    shuffle_deck(game, state, dice);
}

/// Shuffles the draw pile and the deck of developments, whose orders no seat knows.
pub(crate) fn shuffle_unseen<D: Dice + ?Sized>(game: &MundusNovus, state: &mut State, dice: &mut D) {
    state.draw = Pool::new(state.draw.iter().collect()).pile(dice);
    shuffle_deck(game, state, dice);
}

/// Shuffles both from the orders in which they lie.
pub(crate) fn permute_unseen<D: Dice + ?Sized>(state: &mut State, dice: &mut D) {
    let mut cards: ArrayVec<Card, MAX_RESOURCES> = state.draw.iter().collect();
    shuffle(&mut cards, dice);
    state.draw = DrawPile::new(&cards);
    shuffle(state.deck.as_mut_slice(), dice);
}

fn shuffle_deck<D: Dice + ?Sized>(game: &MundusNovus, state: &mut State, dice: &mut D) {
    state.deck = DevelopmentList::EMPTY;
    for id in game.unseen_developments(state) {
        state.deck.push(id);
    }
    shuffle(state.deck.as_mut_slice(), dice);
}

impl MundusNovus {
    /// Returns the cards that are neither open nor with the observer.
    fn unlocated(&self, state: &State, observer: Seat) -> Cards {
        let mut open = state.market.plus(state.supply).plus(state.discard);
        if state.decision.shows_offers() {
            open = state.aside.values().copied().fold(open, Cards::plus);
        } else {
            open = open.plus(state.aside[observer]);
        }
        if state.decision == Decision::Swap
            && let Some(taken) = state.card
        {
            open = open.plus(Cards::one(taken));
        }
        self.rules.resources().minus(open).minus(state.hand[observer])
    }

    /// Gives the others the knowledge that follows from the observer's and the imagined gift (6.3,
    /// 6).
    fn spread_knowledge<D: Dice + ?Sized>(
        &self,
        state: &mut State,
        observer: Seat,
        imagined: Option<(Gift, ImaginedGift)>,
        cards: &PerSeat<Cards>,
        dice: &mut D,
    ) {
        for owner in Seat::all(self.rules.players).filter(|&owner| owner != observer) {
            let known = &mut state.known[owner];
            let entry = known[observer];
            for other in Seat::all(self.rules.players).filter(|&other| other != owner) {
                known[other] = entry;
            }
        }
        if let Some((gift, drawn)) = imagined {
            let (from, to) = (gift.from, gift.to);
            let card = match drawn.card {
                Some(card) => Cards::one(card),
                // Any of the receiver's other cards, which have been dealt at random.
                None if drawn.held => {
                    let others = cards[to].minus(state.known[to][observer]);
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

    /// Returns whether a seat with these cards could have announced what the decision says of its
    /// turn.
    fn could_announce(&self, state: &State, cards: Cards) -> bool {
        let mut turn = *state;
        let seat = turn.seat;
        turn.hand[seat] = cards;
        turn.aside[seat] = Cards::NONE;
        turn.left = self.needed(state, turn.seat);
        self.is_possible(&turn)
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_game::{Actions, Game, Seed, Variant, Variants};

    use super::*;

    /// Two piles, and two decks, that differ in two places do so after the same throws.
    #[test]
    fn what_no_seat_knows_is_permuted_from_its_order() {
        let game = MundusNovus::new(4, &Variant::standard()).expect("four can play");
        let state = game.deal(&mut Seed(1).rng());
        let mut changed = state;
        let mut cards: Vec<Card> = state.draw.iter().collect();
        let other = cards.iter().position(|&card| card != cards[0]).expect("there are several types");
        cards.swap(0, other);
        changed.draw = DrawPile::new(&cards);
        changed.deck.as_mut_slice().swap(1, 5);
        let permuted = [state, changed].map(|mut state| {
            permute_unseen(&mut state, &mut Seed(2).rng());
            state
        });
        assert!(permuted[0].draw != state.draw && permuted[0].deck != state.deck);
        let [cards, deck] = [
            permuted[0].draw.iter().zip(permuted[1].draw.iter()).filter(|(a, b)| a != b).count(),
            permuted[0]
                .deck
                .as_slice()
                .iter()
                .zip(permuted[1].deck.as_slice())
                .filter(|(a, b)| a != b)
                .count(),
        ];
        assert_eq!((cards, deck), (2, 2));
    }

    /// Plays random games up to a seat that lays what it has announced, then records other cards of this seat as known to the
    /// next one: cards with which the announcement could not have been made.
    #[test]
    fn a_world_that_contradicts_itself_stays_as_it_is() {
        let game = MundusNovus::new(4, &Variant::standard()).expect("four can play");
        let mut dice = Seed(1).rng();
        let mut found = 0;
        while found < 3 {
            let mut state = game.deal(&mut dice);
            while game.to_act(&state).is_some() {
                let mut actions = Actions::new();
                game.legal(&state, &mut actions);
                let action = actions[dice.below(actions.len() as u32) as usize];
                game.play(&mut state, action, &mut dice);
                let (first, observer) = (state.seat, Seat::new((state.seat.index() + 1) % 4));
                if state.decision != Decision::Lay || state.gift.is_some() {
                    continue;
                }
                let unlocated = game.unlocated(&state, observer);
                let known = Pool::new(unlocated).cards(state.hidden_len(first), &mut dice);
                if game.could_announce(&state, known) {
                    continue;
                }
                let mut world = state;
                for owner in Seat::all(4).filter(|&owner| owner != observer) {
                    world.known[owner][observer] = if owner == first { known } else { Cards::NONE };
                }
                let before = world;
                determinize(&game, &mut world, observer, &mut dice);
                assert_eq!(world, before);
                found += 1;
                break;
            }
        }
    }
}
