//! The secret offer as numbers.

use super::SecretOffer;
use super::secret_offer::{Action, State, VALUES, size};
use tradewinds_game::features::Number;
use tradewinds_game::{
    ActionFeatures, FeatureTable, Features, Game, Group, Inputs, Seat, Speech, groups, index_groups,
};

groups! {
    /// The block of a seat.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat, observe_seat(game: &SecretOffer, state: &State, seat: Seat, observer: Seat) {
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
        "points"[1], number 10 to 200, "Points."
            => |out| out.number(0, state.points[seat.index()]);
    }
}

groups! {
    /// The block of the table.
    const TABLE;
    /// Writes the block of the table.
    fn write_table, observe_table(state: &State) {
        "round"[1], levels 1 to 4, "The round." => |out| out.level(state.round);
        "turn"[1], levels 0 to 3, "Seats that have committed." => |out| out.level(state.turn);
        "discards"[1], number 10 to 24, "Discarded cards."
            => |out| out.number(0, size(&state.discard));
    }
}

index_groups! {
    /// The groups of an action: to a network and as its index.
    enum Part = ACTION;
    Offer "offer"[VALUES], "Set aside this value.";
    Done "done"[1], "End the offer.";
}

static FEATURES: FeatureTable =
    FeatureTable { version: 1, layout: 1, seat: SEAT, table: TABLE, action: ACTION, rules: None };

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
        out.push(self.action_index(Seat::new(0), action) as u16);
    }

    fn observe_table<N: Number>(&self, state: &State, _: Seat, out: &mut [N]) {
        observe_table(state, out);
    }

    fn observe_seat<N: Number>(&self, state: &State, observer: Seat, seat: Seat, out: &mut [N]) {
        observe_seat(self, state, seat, observer, out);
    }

    fn action_groups(&self) -> Vec<Group> {
        ACTION.to_vec()
    }

    fn action_index(&self, _: Seat, action: Action) -> usize {
        match action {
            Action::Offer(value) => Part::Offer.at(usize::from(value) - 1),
            Action::Done => Part::Done.at(0),
        }
    }
}
