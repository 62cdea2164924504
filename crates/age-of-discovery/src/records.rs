//! Age of Discovery's additions to a tournament's files: seat columns and `placements.csv`.

use tradewinds_game::kit::column;
use tradewinds_game::{Ending, Game, Recorder, Records, Rows, Schema, Seat, Table, TableCell};

use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::state::State;
use crate::words::{Building, EventBox};

pub(crate) static SCHEMA: Schema = Schema {
    seats: &[
        column("region_vp_1", "VP of the region scoring of turn 3"),
        column("region_vp_2", "VP of the region scoring of turn 6"),
        column("region_vp_3", "VP of the region scoring of turn 8, the first tie-break"),
        column("regions", "VP of all region scorings"),
        column("tiles", "VP of the won discovery tiles"),
        column("cards", "VP of the won discovery cards"),
        column("fixed_buildings", "printed VP of the capital buildings"),
        column("formula_buildings", "VP of the buildings of age III that count something"),
        column("economy", "set income of turn 8 as VP"),
        column("total", "sum of the VP columns: the final score"),
        column("money", "dollars at the end, the second tie-break"),
        column("goods", "trade goods at the end, ships not counted, the third tie-break"),
        column("ships", "ships at the end, 0 to 8"),
        column("units", "units in the New World at the end"),
        column("soldiers", "soldiers among these units"),
        column("occupied_regions", "regions with an own unit at the end, 0 to 9"),
        column("discoveries", "discovery tiles and cards won"),
        column("building_count", "capital buildings at the end"),
        column("building_list", "names of the buildings in table order, joined by ;"),
    ],
    tables: &[Table {
        name: "placements",
        meaning: "one row a placement of a figure",
        columns: &[
            column("turn", "turn of the game, 1 to 8"),
            column("placement", "number of the placement in its turn, from 1"),
            column("seat", "seat that placed"),
            column("figure", "kind of the figure").text(),
            column("box", "event box, of Specialists with the slot").text(),
            column(
                "space",
                "space in the box from 1, where it is a row; in Shipping and Discovery the own figures' value \
                 or number there before it; 1 for a slot of Specialists",
            ),
        ],
    }],
};

impl Records for AgeOfDiscovery {
    type Recorder = GameRecorder;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn recorder(&self, _: &State) -> GameRecorder {
        let rows = Rows::with_room(256, SCHEMA.tables[0].columns.len());
        GameRecorder { rows, ..GameRecorder::default() }
    }
}

/// Records every placement of a game.
#[derive(Clone, Debug, Default)]
pub struct GameRecorder {
    rows: Rows,
    turn: u8,
    placements: u32,
}

impl GameRecorder {
    /// Returns the space that a figure of a seat gets in a box.
    fn space(state: &State, seat: Seat, place: EventBox) -> usize {
        let player = state.player(seat);
        match place {
            EventBox::Initiative => state.initiative_box.len() + 1,
            EventBox::Dock => state.dock.len() + 1,
            EventBox::Goods => state.goods_box.len() + 1,
            EventBox::Capital => state.capital_box.len() + 1,
            EventBox::Warfare => state.warfare_box.len() + 1,
            EventBox::Shipping => player.shipping().into(),
            EventBox::Discovery => player.discovery().iter().map(|&figures| usize::from(figures)).sum(),
            EventBox::CaptainSlot
            | EventBox::MerchantSlot
            | EventBox::MissionarySlot
            | EventBox::SoldierSlot
            | EventBox::Training => 1,
        }
    }
}

impl Recorder<AgeOfDiscovery> for GameRecorder {
    fn decide(&mut self, _: &AgeOfDiscovery, before: &State, seat: Seat, action: Action) {
        let Action::Place(figure, place) = action else { return };
        let turn = before.turn();
        self.placements = if turn == self.turn { self.placements + 1 } else { 1 };
        self.turn = turn;
        let cells = [
            turn.into(),
            self.placements.into(),
            seat.into(),
            figure.word().into(),
            place.word().into(),
            (Self::space(before, seat, place) as u32).into(),
        ];
        self.rows.push(0, seat, cells);
    }

    fn finish(self, game: &AgeOfDiscovery, last: &State) -> Ending {
        let seats = Seat::all(game.players()).map(|seat| {
            let player = last.player(seat);
            let points = game.points(player);
            let [first, second, third] = player.region_vp().map(u32::from);
            let numbers = [
                first,
                second,
                third,
                points.regions,
                points.tiles,
                points.cards,
                points.fixed_buildings,
                points.formula_buildings,
                points.economy,
                points.total(),
                player.money().into(),
                player.good_total(),
                player.ships().into(),
                player.all_units(),
                player.all_soldiers(),
                player.occupied().count_ones(),
                (player.tiles().count() + player.cards().count()) as u32,
                player.building_count(),
            ];
            let names: Vec<&str> = player.buildings().map(Building::word).collect();
            numbers.into_iter().map(TableCell::from).chain([TableCell::list(&names)]).collect()
        });
        Ending { seats: seats.collect(), rows: self.rows }
    }
}
