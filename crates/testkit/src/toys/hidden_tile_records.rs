//! The table of bets of the hidden tile.

use tradewinds_game::{Column, Ending, Recorder, Records, Rows, Schema, Seat, Table, TableCell};

use super::hidden_tile::{Action, HiddenTile, PLACES, State};

impl Records for HiddenTile {
    type Recorder = Bets;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn recorder(&self, _: &State) -> Bets {
        Bets { rows: Rows::default() }
    }
}

const SCHEMA: Schema = Schema {
    seats: &[Column { name: "coins", meaning: "coins at the end", cells: None }],
    tables: &[Table {
        name: "bets",
        meaning: "one bet",
        columns: &[
            Column { name: "round", meaning: "round, from 1", cells: None },
            Column { name: "seat", meaning: "the seat that bets", cells: None },
            Column { name: "place", meaning: "the place of the tile", cells: None },
            Column { name: "seen", meaning: "1 if the seat has seen the tile, else 0", cells: None },
        ],
    }],
};

/// Records every bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bets {
    rows: Rows,
}

impl Recorder<HiddenTile> for Bets {
    fn decide(&mut self, _: &HiddenTile, before: &State, seat: Seat, action: Action) {
        if let Action::Bet(place) = action {
            let seen = before.knows(seat, usize::from(place));
            let cells: [TableCell; 4] =
                [before.round.into(), seat.into(), PLACES[usize::from(place)].into(), u8::from(seen).into()];
            self.rows.push(0, seat, cells);
        }
    }

    fn finish(self, game: &HiddenTile, last: &State) -> Ending {
        let seats = last.coins[..game.players].iter().map(|&coins| vec![coins.into()]).collect();
        Ending { seats, rows: self.rows }
    }
}
