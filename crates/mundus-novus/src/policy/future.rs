//! What a seat's own hand promises by the default weights, for the evaluation of positions.

use super::super::cards::{Card, Cards, Class};
use super::super::developments::Event;
use super::super::rules::{MundusNovus, SMALLEST_SET};
use super::super::state::{Made, State, Step};
use super::hand::{Appraiser, stored_in};
use super::outlook::Outlook;
use super::weights::Weights;
use tradewinds_game::Seat;

/// Returns the worth in doubloons of the best turn of the Progress phase that a seat may have with its cards, those
/// set aside for an offer included; of the rest of it if the turn is under way.
pub(in super::super) fn turn(game: &MundusNovus, state: &State, seat: Seat) -> f32 {
    let weights = &Weights::DEFAULT;
    let outlook = Outlook::new(game, weights, state, seat);
    let owned = state.owned[seat.index()];
    let acts = state.seat == seat && state.step.is_progress();
    let merchants: [u8; Class::COUNT] = std::array::from_fn(|class| {
        let used = if acts { state.used[class] } else { 0 };
        owned.and(game.merchants[class]).len() as u8 - used
    });
    let eye = Appraiser::new(game, weights, state, seat, &outlook, merchants);
    let hand = state.hand[seat.index()];
    let relics = hand.count(Card::RELIC);
    match (state.step, state.made, state.card) {
        _ if !acts => eye.turn(hand.plus(state.aside[seat.index()])),
        (Step::Turn, Made::Set, _) if game.event_for(state, seat) != Event::King => {
            eye.money(hand, merchants)
        }
        (Step::Turn, Made::Different, _) => eye.relics_worth(relics, hand.goods()),
        (Step::Turn, Made::Relics, _) => eye.stored(hand),
        (Step::Lay, ..) => eye.different(state.size) + eye.relics_worth(relics, Cards::NONE),
        (Step::Develop, _, Some(good)) => eye.best[eye.access(good, state.size)] + eye.money(hand, merchants),
        (Step::Jokers | Step::Convert | Step::Source, _, Some(good)) => {
            let rest = hand.without(Cards::of(good, SMALLEST_SET));
            eye.best[eye.access(good, state.size)] + eye.money(rest, merchants)
        }
        _ => eye.turn(hand),
    }
}

/// Returns the worth in doubloons of the best cards that a seat may store in this round after its turn.
pub(in super::super) fn stored(game: &MundusNovus, state: &State, seat: Seat) -> f32 {
    let slots = usize::from(game.usable_slots(state, seat));
    let mut cards = state.hand[seat.index()];
    if state.step == Step::Store {
        cards = cards.plus(state.aside[seat.index()]);
    }
    stored_in(&Weights::DEFAULT, cards, slots)
}
