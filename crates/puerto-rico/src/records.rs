//! Puerto Rico's additions to a tournament's files: seat columns and `roles.csv`.

use crate::words::{Building, Good, Tile};
use crate::{Action, PuertoRico, State};
use tradewinds_game::kit::column;
use tradewinds_game::{Ending, Game, Recorder, Records, Rows, Schema, Seat, Table, TableCell};

static SCHEMA: Schema = Schema {
    seats: &[
        column("chips", "VP from chips and paper"),
        column("buildings_vp", "printed VP of all buildings"),
        column("guild_hall", "VP from an occupied guild hall"),
        column("residence", "VP from an occupied residence"),
        column("fortress", "VP from an occupied fortress"),
        column("customs_house", "VP from an occupied customs house"),
        column("city_hall", "VP from an occupied city hall"),
        column("total", "sum of the VP columns: the final score"),
        column("tie_break", "doubloons plus goods barrels"),
        column("doubloons", "doubloons at the end"),
        column("goods", "goods barrels at the end"),
        column("plantations", "plantations on the island at the end, 0 to 12"),
        column("quarries", "quarries on the island at the end"),
        column("colonists", "colonists on the board at the end"),
        column("building_count", "buildings in the city at the end, 0 to 12"),
        column("building_list", "names of the buildings in table order, joined by ;"),
        column("start_tile", "plantation that the seat started with, corn or indigo"),
    ],
    tables: &[Table {
        name: "roles",
        meaning: "one row a role choice",
        columns: &[
            column("round", "round of the game, from 1"),
            column("pick", "pick of the round, from 1"),
            column("seat", "seat that chose"),
            column("role", "role chosen").text(),
            column("doubloons", "doubloons that lay on the role"),
        ],
    }],
};

/// Records every role choice of a game, and the state that it began with.
#[derive(Clone, Debug)]
pub struct RoleRecorder {
    /// The first state, in which each island has only the seat's start tile.
    first: State,
    rows: Rows,
}

impl Records for PuertoRico {
    type Recorder = RoleRecorder;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn recorder(&self, state: &State) -> RoleRecorder {
        RoleRecorder { first: *state, rows: Rows::with_room(128, SCHEMA.tables[0].columns.len()) }
    }
}

impl Recorder<PuertoRico> for RoleRecorder {
    fn decide(&mut self, game: &PuertoRico, before: &State, seat: Seat, action: Action) {
        let Action::Role(role) = action else { return };
        let cells = [
            before.round.into(),
            (before.picks + 1).into(),
            seat.into(),
            role.word_for(game.players()).into(),
            before.role_doubloons[role].into(),
        ];
        self.rows.push(0, seat, cells);
    }

    fn finish(self, game: &PuertoRico, last: &State) -> Ending {
        let seats = last.players[..game.players()].iter().zip(&self.first.players).map(|(player, first)| {
            let points = game.points(player);
            let quarries = player.tiles.get(Tile::Quarry.index());
            let plantations: u8 = Good::ALL.iter().map(|good| player.tiles.get(good.index())).sum();
            let names: Vec<&str> = player.owned.iter().map(Building::word).collect();
            let numbers = [
                points.chips,
                points.buildings,
                points.guild_hall,
                points.residence,
                points.fortress,
                points.customs_house,
                points.city_hall,
                points.total(),
                points.tie_break,
                player.doubloons,
                player.goods.total().into(),
                plantations.into(),
                quarries.into(),
                player.colonists.into(),
                names.len() as u16,
            ];
            let start = Good::ALL.into_iter().find(|good| first.tiles.get(good.index()) > 0);
            numbers
                .into_iter()
                .map(TableCell::from)
                .chain([TableCell::list(&names), start.map(Good::word).into()])
                .collect()
        });
        Ending { seats: seats.collect(), rows: self.rows }
    }
}
