//! The promise of a seat's own hand by the default weights, for the features.

use super::hand::{Appraiser, stored_in};
use super::outlook::Outlook;
use crate::MundusNovus;
use crate::advice::weights::Weights;
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::MIN_SET;
use crate::state::State;
use crate::words::{Class, Decision, Event, Made};
use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

/// Returns the worth in doubloons of the best turn of the Progress phase that a seat can have with
/// its cards, those set aside for an offer included; of the rest of the turn if it is under way.
pub(crate) fn turn(game: &MundusNovus, state: &State, seat: Seat) -> f32 {
    let weights = &Weights::DEFAULT;
    let outlook = Outlook::new(game, weights, state, seat);
    let owned = state.owned[seat];
    let acts = state.seat == seat && state.decision.is_progress();
    let mut merchants = ByKey::<Class, u8>::default();
    for id in owned & game.rules.all_merchants {
        merchants[game.rules.printed(id).class] += 1;
    }
    if acts {
        merchants = merchants.map_with_key(|class, free| free - state.used[class]);
    }
    let eye = Appraiser::new(game, weights, state, seat, outlook, merchants);
    let hand = state.hand[seat];
    let relics = hand.count(Card::RELIC);
    match (state.decision, state.made, state.card) {
        _ if !acts => eye.turn(hand.plus(state.aside[seat])),
        (Decision::Turn, Some(Made::Set), _) if game.event_for(state, seat) != Event::King => {
            eye.money(hand, merchants)
        }
        (Decision::Turn, Some(Made::Different), _) => eye.relics_worth(relics, hand.goods()),
        (Decision::Turn, Some(Made::Relics), _) => eye.stored(hand),
        (Decision::Lay, ..) => eye.different(state.size) + eye.relics_worth(relics, Cards::NONE),
        (Decision::Develop, _, Some(good)) => {
            eye.best(eye.access(good, state.size)) + eye.money(hand, merchants)
        }
        (Decision::Jokers | Decision::Convert | Decision::Source, _, Some(good)) => {
            let rest = hand.without(Cards::of(good, MIN_SET));
            eye.best(eye.access(good, state.size)) + eye.money(rest, merchants)
        }
        _ => eye.turn(hand),
    }
}

/// Returns the worth in doubloons of the best cards that a seat may store in this round after its
/// turn.
pub(crate) fn stored(game: &MundusNovus, state: &State, seat: Seat) -> f32 {
    let slots = usize::from(game.usable_slots(state, seat));
    let mut cards = state.hand[seat];
    if state.decision == Decision::Store {
        cards = cards.plus(state.aside[seat]);
    }
    stored_in(&Weights::DEFAULT, cards, slots)
}
