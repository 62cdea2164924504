//! The cards of a secret offer, and those that are stored, as one act.

use tradewinds_game::speech::capital;
use tradewinds_game::{Joint, Pile, Put, Spot};

use crate::action::Action;
use crate::card::Card;
use crate::words::{Ability, Decision};
use crate::{MundusNovus, State};

/// Describes the choice of cards that is left to the seat that decides. They are chosen in ascending order.
pub(super) fn of(game: &MundusNovus, state: &State) -> Option<Joint> {
    let (name, verb, prompt) = match state.decision {
        Decision::Offer => ("offer", "offer", format!("Choose your offer: {} in all", state.size)),
        Decision::Store => ("store", "store", "Which cards do you store in warehouses?".to_owned()),
        _ => return None,
    };
    let cards = game.ascending(state);
    let most = usize::from(state.left).min(cards.total()) as u8;
    let is_full = state.decision == Decision::Offer && !game.has(state, state.seat, Ability::Casas);
    let least = if is_full { most } else { 0 };
    let held = Card::ALL.into_iter().filter(|&card| cards.has(card));
    let spots = held
        .map(|card| Spot::new(format!("{verb} {}", card.word()), capital(card.word()), cards.count(card)))
        .collect();
    Some(Joint { name: name.to_owned(), prompt, piles: vec![Pile::new("card", least, most, spots)] })
}

/// Returns what an action of the choice puts.
pub(super) fn put(action: Action) -> Put {
    match action {
        Action::Offer(card) => Put::new(format!("offer {}", card.word()), 1),
        Action::Store(card) => Put::new(format!("store {}", card.word()), 1),
        _ => Put::default(),
    }
}
