//! A position and an action as numbers (`impl Features`).
//!
//! Everything is public but the order of the face-down tiles, of which nothing is written. For a network most values
//! are written level by level, so that it need not learn a line, with what follows from them.

mod actions;
mod board;
mod seat;
mod table;

use tradewinds_game::features::{Number, WriteGroup};
use tradewinds_game::kit::{Counts8, KeySet};
use tradewinds_game::{ActionFeatures, FeatureTable, Features, Group, Inputs, RuleBlock, Seat};

use crate::PuertoRico;
use crate::action::Action;
use crate::player::Player;
use crate::rules::RANGES;
use crate::state::State;
use crate::words::{Decision, Role};
use actions::{ACTION, INDEX, index_of, write_action};
use seat::{SEAT, observe_seat, write_seat};
use table::{TABLE, observe_table, write_table};

/// The kinds of decision that come up; an offer is seen as one of them.
const KINDS: usize = Decision::Over.index();
/// The words of these kinds.
const KIND_WORDS: &[&str] = Decision::WORDS.split_at(KINDS).0;

/// What all seats share, for a network.
struct Common {
    /// Barrels of each good that one ship has room for.
    room: Counts8,
    /// Roles that are free for the next pick.
    free: KeySet<Role>,
    /// The seat that picks next.
    next: Seat,
    /// Seats that are still to act in the phase under way, the one that decides included.
    to_act: KeySet<Seat>,
}

impl Common {
    fn new(game: &PuertoRico, state: &State) -> Self {
        let rules = &game.rules;
        // Ships have fewer spaces than a count may have.
        let room = Counts8::from_slice(game.room(state).as_slice());
        let (next, taken) = game.next_pick(state);
        let to_act = game.still_to_act(state);
        Self { room, free: rules.roles & !taken, next, to_act }
    }
}

/// A seat.
struct Place<'a> {
    seat: Seat,
    player: &'a Player,
    /// The role that is resolved.
    role: Option<Role>,
}

impl<'a> Place<'a> {
    fn new(state: &'a State, seat: Seat) -> Self {
        Self { seat, player: &state.players[seat.index()], role: resolved(state) }
    }

    /// Returns whether the seat is still to act in a phase of this role.
    fn is_due(&self, common: &Common, role: Role) -> bool {
        self.role == Some(role) && common.to_act.has(self.seat)
    }
}

/// What follows for a seat, for a network.
struct Outlook {
    /// Places clockwise from the seat that picks next.
    wait: usize,
    output: Counts8,
    /// What a craftsman would bring with all circles full: never less than `output`.
    potential: Counts8,
    /// Empty circles.
    empty: usize,
    /// Barrels that some ship has room for.
    loads: usize,
    /// The best sale, in halves.
    sale: usize,
}

impl Outlook {
    fn new(game: &PuertoRico, state: &State, common: &Common, place: &Place<'_>) -> Self {
        let Place { seat, player, .. } = *place;
        let players = game.rules.players;
        let placed = player.colonists.saturating_sub(player.san_juan);
        Self {
            wait: (seat.index() + players - common.next.index()) % players,
            output: player.production(),
            potential: player.potential(),
            empty: player.all_circles().saturating_sub(placed).into(),
            loads: player.goods.min(common.room).total().into(),
            sale: game.best_sale(state, player).into(),
        }
    }
}

/// Returns the role that is resolved.
fn resolved(state: &State) -> Option<Role> {
    (state.decision != Decision::Role && state.picks > 0).then(|| state.role())
}

/// Writes the count of each kind.
#[inline(always)]
fn write_counts(out: &mut impl WriteGroup, counts: Counts8) {
    for kind in counts.kinds() {
        out.count(kind, counts.get(kind));
    }
}

static FEATURES: FeatureTable =
    FeatureTable { version: 1, layout: 2, seat: SEAT, table: TABLE, action: ACTION, rules: Some(&RANGES) };

impl Features for PuertoRico {
    fn features() -> &'static FeatureTable {
        &FEATURES
    }

    fn rule_block(&self) -> &RuleBlock {
        &self.rules.block
    }

    fn write_features(&self, state: &State, _: Seat, out: &mut Inputs) {
        let common = Common::new(self, state);
        for seat in Seat::all(self.rules.players) {
            let place = Place::new(state, seat);
            let outlook = Outlook::new(self, state, &common, &place);
            write_seat(self, state, &place, &common, &outlook, out.seat_mut(seat));
        }
        write_table(self, state, &common, &mut out.table);
    }

    fn write_action_features(&self, state: &State, action: Action, out: &mut ActionFeatures) {
        write_action(self, state, action, out);
    }

    #[inline]
    fn observe_table<N: Number>(&self, state: &State, _: Seat, out: &mut [N]) {
        observe_table(self, state, out);
    }

    #[inline]
    fn observe_seat<N: Number>(&self, state: &State, _: Seat, seat: Seat, out: &mut [N]) {
        observe_seat(self, state, &Place::new(state, seat), out);
    }

    fn action_groups(&self) -> Vec<Group> {
        INDEX.to_vec()
    }

    #[inline]
    fn action_index(&self, _: Seat, action: Action) -> usize {
        index_of(action)
    }
}

#[cfg(test)]
mod tests {
    //! What the blocks say of a worked position.

    use super::*;
    use tradewinds_game::{Game, Seed, Variant, Variants};
    use tradewinds_testkit::features::{has, named};

    #[test]
    fn the_opening_is_what_the_table_says() {
        let game = PuertoRico::new(4, &Variant::standard()).unwrap();
        let mut rng = Seed(1).rng();
        let mut state = game.deal(&mut rng);
        let seats = |state: &State| {
            let mut inputs = Inputs::new(4);
            game.write_features(state, Seat::new(0), &mut inputs);
            [0, 1].map(|seat| named(SEAT, &inputs.seats()[seat]))
        };
        let [first, second] = seats(&state);
        // Seat 0 has indigo and 3 doubloons (rules page 2, set-up), is governor and picks a role.
        has(
            &first,
            &["decides 0", "wait 0", "governor 0", "tiles 5", "doubloons 3", "empty 1", "builder_free 3"],
            &[],
        );
        has(&second, &["wait 1", "governor 1", "loads 0", "trader_free 0"], &["decides"]);
        // The builder: seat 0 decides what to build, the others are still to act.
        game.play(&mut state, Action::Role(Role::Builder), &mut rng);
        let [first, second] = seats(&state);
        let build = format!("decides {}", Decision::Build.index());
        has(&first, &[&build, "due 2", "chooser 0", "wait 3", "builder_due 3"], &["builder_free"]);
        has(&second, &["due 2", "wait 0", "builder_due 3"], &[]);
    }
}
