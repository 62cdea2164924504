//! What a network reads of the secret offer.

use super::SecretOffer;
use super::secret_offer::{Action, State, VALUES, size};
use tradewinds_game::{
    ActionFeatures, FeatureTable, Features, Game, Group, Inputs, Seat, Speech, features::Measure, groups,
};

groups! {
    /// The block of a seat.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat(game: &SecretOffer, state: &State, seat: Seat, observer: Seat) {
        "decides"[1], "Whether the seat decides."
            => |out| out.set_if(0, game.to_act(state) == Some(seat));
        "known"[VALUES], "Values of cards that all seats know it to have."
            => |out| for (value, &count) in state.known[seat.index()].iter().enumerate() {
                out.set_if(value, count > 0);
            };
        "hand"[VALUES], "Values in its hand, for itself alone."
            => |out| if seat == observer {
                for (value, &count) in state.hand[seat.index()].iter().enumerate() { out.set_if(value, count > 0) }
            };
        "aside"[VALUES], "Values it has set aside, for itself alone."
            => |out| if seat == observer {
                for (value, &count) in state.aside[seat.index()].iter().enumerate() { out.set_if(value, count > 0) }
            };
        "points"[1] of 10, 200, "Points; 10 make an input of 1."
            => |out| out.number(0, state.points[seat.index()]);
    }
}

groups! {
    /// The block of the table.
    const TABLE;
    /// Writes the block of the table.
    fn write_table(state: &State) {
        "round"[4], "The round, 4 or more as the last." => |out| out.level(usize::from(state.round) - 1);
        "turn"[4], "Seats that have committed." => |out| out.level(state.turn.into());
        "discards"[1] of 10, 24, "Discarded cards; 10 make an input of 1."
            => |out| out.number(0, size(&state.discard));
    }
}

static FEATURES: FeatureTable = FeatureTable {
    version: 1,
    seat: SEAT,
    table: TABLE,
    action: &[
        Group {
            name: "offer",
            meaning: "Set aside this value.",
            size: VALUES as u16,
            measure: Measure::Active,
        },
        Group { name: "done", meaning: "End the offer.", size: 1, measure: Measure::Active },
    ],
};

impl Speech for SecretOffer {}

impl Features for SecretOffer {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn write_features(&self, state: &State, observer: Seat, out: &mut Inputs) {
        for seat in Seat::all(self.players) {
            write_seat(self, state, seat, observer, out.seat_mut(seat));
        }
        write_table(state, &mut out.table);
    }

    fn write_action_features(&self, _: &State, action: Action, out: &mut ActionFeatures) {
        out.push(match action {
            Action::Offer(value) => u16::from(value) - 1,
            Action::Done => VALUES as u16,
        });
    }
}
