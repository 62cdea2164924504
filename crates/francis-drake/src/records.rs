//! Francis Drake's additions to a tournament's files: seat columns, `stops.csv` and `missions.csv`.

use crate::FrancisDrake;
use crate::action::Action;
use crate::state::State;
use crate::words::{Decision, Destination, INVESTOR_STOPS, Stop};
use tradewinds_game::kit::{ByKey, column};
use tradewinds_game::{Ending, PerSeat, Recorder, Records, Rows, Schema, Seat, Table, TableCell};

/// The tables by their index in the schema.
const STOPS: usize = 0;
const MISSIONS: usize = 1;

static SCHEMA: Schema = Schema {
    seats: &[
        column("track", "VP on the score track at the end"),
        column("commodities", "VP from commodity sets"),
        column("treasure", "VP from the chest"),
        column("total", "sum of the three: the final score"),
        column("dock", "homebound dock after voyage 3, from 1"),
        column("missions_vp", "VP from successful attacks, all voyages"),
        column("types_vp", "VP from conquest types, all voyages"),
        column("hero_vp", "VP from hero bonuses, all voyages"),
        column("roles_vp", "VP from unclaimed treasure as admiral and governor, all voyages"),
        column("investor_vp", "VP paid to the investor, as a number below or equal to 0"),
        column("attacks", "successful attacks, all voyages"),
        column("trades", "trades, all voyages"),
        column("returned_early", "voyages that ended by an early return, 0 to 3"),
    ],
    tables: &[
        Table {
            name: "stops",
            meaning: "one row a player disc on the street",
            columns: &[
                column("voyage", "voyage, 1 to 3"),
                column("seat", "seat that stopped"),
                column("disc", "player disc of the seat in this voyage, from 1"),
                column("position", "street position, 1 to 18"),
                column("stop", "location, with the choice made there").text(),
                column("visitor", "place among the visitors of the location, from 1; NA where all may stop"),
            ],
        },
        Table {
            name: "missions",
            meaning: "one row a mission disc that was dealt with",
            columns: &[
                column("voyage", "voyage, 1 to 3"),
                column("seat", "owner of the disc"),
                column("disc", "golden hind or 1 to 4").text(),
                column("destination", "destination of the disc").text(),
                column("order", "place of the mission in the voyage, from 1"),
                column(
                    "arrival",
                    "place of the mission among those of its destination in the voyage, from 1",
                ),
                column("action", "attack, trade with its commodity, or decline").text(),
                column("success", "1 for a successful attack or a trade, otherwise 0"),
                column("vp", "VP of the attack"),
                column("treasure", "stone taken, or nothing").text(),
            ],
        },
    ],
};

/// A seat's gains in the game so far.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    missions: i32,
    types: i32,
    hero: i32,
    roles: i32,
    investor: i32,
    attacks: u32,
    trades: u32,
    early: u32,
}

/// Records stops and missions, and where VP come from.
#[derive(Clone, Debug)]
pub struct VoyageRecorder {
    rows: Rows,
    tally: PerSeat<Tally>,
    /// The missions that have been dealt with at each destination in this voyage.
    orders: ByKey<Destination, u8>,
    voyage: u8,
    /// The decision that is played: the position before it, its seat and its action.
    under_way: Option<(State, Seat, Action)>,
}

impl Records for FrancisDrake {
    type Recorder = VoyageRecorder;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    fn recorder(&self, state: &State) -> VoyageRecorder {
        VoyageRecorder {
            rows: Rows::default(),
            tally: PerSeat::new(self.rules.players),
            orders: ByKey::default(),
            voyage: state.voyage,
            under_way: None,
        }
    }
}

impl VoyageRecorder {
    fn stop(&mut self, state: &State, seat: Seat, stop: Stop) {
        let visitor = match stop {
            _ if stop.is_location() => (state.visits(stop) + 1).into(),
            Stop::DrakeCrew | Stop::DrakeGun => TableCell::Whole(1),
            _ => TableCell::Missing,
        };
        let cells = [
            state.voyage.into(),
            seat.into(),
            (state.discs_used(seat) + 1).into(),
            state.position_of(stop).into(),
            stop.word().into(),
            visitor,
        ];
        self.rows.push(STOPS, seat, cells);
    }

    fn mission(&mut self, game: &FrancisDrake, state: &State, seat: Seat, action: Action) {
        let Some((disc, destination)) = game.mission(state) else { return };
        let success = match action {
            Action::Attack => game.attack_succeeds(state),
            Action::Trade(_) => true,
            _ => false,
        };
        let attack = success && action == Action::Attack;
        let vp = if attack { game.attack_vp(state, destination) } else { 0 };
        let first = attack && state.successes(destination) == 0;
        let stone = game.rules.stone(destination).filter(|_| first);
        let tally = &mut self.tally[seat];
        tally.missions += i32::from(vp);
        tally.attacks += u32::from(attack);
        tally.trades += u32::from(success && !attack);
        self.orders[destination] += 1;
        let cells = [
            state.voyage.into(),
            seat.into(),
            disc.word().into(),
            destination.word().into(),
            self.orders.sum::<u32>().into(),
            self.orders[destination].into(),
            action.to_string().into(),
            u8::from(success).into(),
            vp.into(),
            stone.map_or("", |stone| stone.word()).into(),
        ];
        self.rows.push(MISSIONS, seat, cells);
    }

    /// Splits the VP of a voyage's end: types, and the rest by roles.
    fn voyage_end(
        &mut self,
        game: &FrancisDrake,
        (before, decided, action): (&State, Seat, Action),
        after: &State,
    ) {
        let success = action == Action::Attack && game.attack_succeeds(before);
        for seat in Seat::all(game.rules.players) {
            let (mut attacked, mut paid) = (before.attacked(seat), before.vp(seat));
            if seat == decided {
                match game.mission(before) {
                    Some((_, place)) if success => {
                        attacked |= place.bit();
                        paid += game.attack_vp(before, place);
                    }
                    _ if action == Action::Return => paid += game.hero_bonus(before, seat),
                    _ => {}
                }
            }
            let types = game.rules.conquest_vp(game.types(attacked));
            self.tally[seat].types += i32::from(types);
            self.tally[seat].roles += i32::from(after.vp(seat) - paid - types);
        }
        self.orders = ByKey::default();
    }
}

impl Recorder<FrancisDrake> for VoyageRecorder {
    fn decide(&mut self, game: &FrancisDrake, before: &State, seat: Seat, action: Action) {
        match action {
            Action::Stop(stop) => {
                self.stop(before, seat, stop);
                if stop.bit() & INVESTOR_STOPS != 0 {
                    self.tally[seat].investor -= i32::from(game.rules.investor_cost);
                }
            }
            Action::Return => {
                self.tally[seat].early += 1;
                self.tally[seat].hero += i32::from(game.hero_bonus(before, seat));
            }
            _ => {}
        }
        self.under_way = Some((*before, seat, action));
    }

    fn played(&mut self, game: &FrancisDrake, after: &State) {
        let Some((before, seat, action)) = self.under_way.take() else { return };
        let is_mission = matches!(action, Action::Attack | Action::Decline | Action::Trade(_));
        if is_mission && after.decision != Decision::Press {
            self.mission(game, &before, seat, action);
        }
        if after.voyage != self.voyage || after.decision == Decision::Over {
            self.voyage_end(game, (&before, seat, action), after);
            self.voyage = after.voyage;
        }
    }

    fn finish(self, game: &FrancisDrake, last: &State) -> Ending {
        let seats = Seat::all(game.rules.players).map(|seat| {
            let [track, commodities, treasure] = game.points(last, seat);
            let dock = last.homebound.find(seat);
            let tally = self.tally[seat];
            let mut cells: Vec<TableCell> =
                [track, commodities, treasure, track + commodities + treasure].map(TableCell::from).into();
            cells.push(dock.map(|dock| dock as u32 + 1).into());
            cells.extend(
                [tally.missions, tally.types, tally.hero, tally.roles, tally.investor].map(TableCell::from),
            );
            cells.extend([tally.attacks, tally.trades, tally.early].map(TableCell::from));
            cells
        });
        Ending { seats: seats.collect(), rows: self.rows }
    }
}
