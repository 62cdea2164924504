//! Taking back a decision of the secret offer, within a round: the reveal mixes the offers.

use crate::{Actions, Seat};

use super::secret_offer::{Action, SecretOffer, State, VALUES, choose, listed, size};

/// As [`Game::rewind`](crate::Game::rewind).
pub(super) fn rewind(
    game: &SecretOffer,
    before: &mut State,
    after: &State,
    observer: Seat,
    hidden: &mut Actions<Action>,
) -> Option<f32> {
    if before.round != after.round {
        return None;
    }
    let chooser = game.seat_in_turn(before, before.turn);
    for seat in (0..game.players).filter(|&seat| seat != observer.index()) {
        // The seat that chooses next may have begun already in the world.
        (before.hand[seat], before.aside[seat]) = match game.may_have_set_aside(before, seat) {
            true => (after.hand[seat], after.aside[seat]),
            false => (after.cards(seat), [0; VALUES]),
        };
    }
    (before.pile, before.pile_len) = (after.pile, after.pile_len);
    let mut ways = 1;
    if chooser != observer.index() {
        let cards = after.cards(chooser);
        // Worlds are drawn by single cards, and policies choose values.
        let counts = cards.iter().zip(&after.aside[chooser]);
        ways = counts.map(|(&of, &number)| choose(of.into(), number.into())).product();
        (before.hand[chooser], before.aside[chooser]) = (cards, [0; VALUES]);
        hidden.extend(listed(&after.aside[chooser]).map(|value| Action::Offer(value + 1)));
        if size(&after.aside[chooser]) < game.data.limit {
            hidden.push(Action::Done);
        }
    }
    Some(1.0 / ways as f32)
}
