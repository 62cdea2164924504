//! Play: the seat that decides, the legal actions and their effects, one file per phase.

mod informer;
mod mission;
mod options;
mod plymouth;
mod prepare;
mod quick;
mod sail;
mod voyage;

use crate::FrancisDrake;
use crate::action::Action;
use crate::limits::{MAX_PLAYERS, VOYAGES};
use crate::player::Player;
use crate::state::State;
use crate::words::{Decision, DestinationKind, Look};
use tradewinds_game::{Actions, Dice, Edge, Game, PerSeat, Scores, Seat, shuffle};

/// The outcome in the edge of an attack that fails.
const FAILED: u8 = 1;

impl Game for FrancisDrake {
    type State = State;
    type Action = Action;

    const SECRET_SIMULTANEOUS: bool = true;
    const CLEAR_LEAD: f32 = 20.0;

    fn players(&self) -> usize {
        self.rules.players
    }

    /// Sets up a game (1.2): starting order and galleon tiles are drawn, the street is the printed one.
    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> State {
        let rules = &self.rules;
        let mut order: [Seat; MAX_PLAYERS] = std::array::from_fn(Seat::new);
        let order = &mut order[..rules.players];
        shuffle(order, dice);
        let mut state = self.blank();
        state.players[..rules.players].fill(Player {
            vp: rules.start_vp,
            investor_tile: true,
            ..Player::default()
        });
        order.iter().for_each(|&seat| state.start.push(seat));
        self.clear(&mut state);
        self.lay_out_printed(&mut state);
        self.give(&mut state, order[rules.players - 1], rules.compensation);
        Self::deal_galleon_tiles(&mut state, dice);
        self.next_stop(&mut state);
        state
    }

    #[inline]
    fn to_act(&self, state: &State) -> Option<Seat> {
        (state.decision != Decision::Over).then_some(state.seat)
    }

    #[inline]
    fn legal(&self, state: &State, actions: &mut Actions<Action>) {
        self.list(state, actions);
    }

    #[inline]
    fn play_random<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.play_random_option(state, dice);
    }

    #[inline]
    fn play<D: Dice + ?Sized>(&self, state: &mut State, action: Action, dice: &mut D) {
        match action {
            Action::Stop(stop) => self.play_stop(state, stop, dice),
            Action::Depart => self.play_departure(state, dice),
            Action::Tile(value, destination) => self.play_tile(state, value, destination, dice),
            Action::Sail(destination) => self.play_destination(state, destination),
            Action::Disc(disc) => self.play_disc(state, disc, dice),
            Action::Pass | Action::Keep => self.reveal(state, dice),
            Action::LookDiscs => self.play_look_kind(state, Look::Discs),
            Action::LookTile => self.play_look_kind(state, Look::Tile),
            Action::Look(destination) => self.play_look(state, destination),
            Action::Exchange(first) => self.play_exchange(state, first),
            Action::With(second) => self.play_with(state, second, dice),
            Action::Move(destination) => self.play_move(state, destination, dice),
            Action::Attack => self.play_attack(state, dice),
            Action::Trade(commodity) => self.play_trade(state, commodity, dice),
            Action::Decline => self.play_decline(state, dice),
            Action::Stay => self.next_return(state, dice),
            Action::Return => self.play_return(state, dice),
        }
    }

    /// Ranks the seats. Ties go to the ship that is back first; ships at sea count after those in the order
    /// of the outbound dock, the rest by the starting order.
    fn scores(&self, state: &State) -> Scores {
        let players = self.rules.players;
        let points = PerSeat::from_fn(players, |seat| self.points(state, seat).iter().sum());
        let place = |seat: Seat| {
            let lists = [(state.homebound, 0), (state.outbound, players), (state.start, 2 * players)];
            lists.into_iter().find_map(|(list, base)| list.find(seat).map(|place| base + place))
        };
        let ties = PerSeat::from_fn(players, |seat| [-(place(seat).unwrap_or(0) as i32), 0, 0]);
        Scores::ranked(points, ties)
    }

    /// The bound of section 3.1, with the further decisions of R11 and R15 where they are in force.
    fn max_decisions(&self) -> u32 {
        let flags = &self.rules.flags;
        let players = self.rules.players as u32;
        let press = if flags.commit_after_reveal { 0 } else { 7 };
        let returns = if flags.return_after_all { players - 1 } else { 0 };
        u32::from(VOYAGES) * (26 * players + 16 + press + returns)
    }

    fn determinize<D: Dice + ?Sized>(&self, state: &mut State, observer: Seat, dice: &mut D) {
        for kind in [DestinationKind::Galleon, DestinationKind::Fort] {
            self.resample_tiles(state, kind, observer, dice);
        }
        self.resample_discs(state, observer, dice);
    }

    fn shuffle_unseen<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        self.shuffle_unseen_tiles(state, dice);
    }

    /// In Plymouth nothing is hidden, and the die of the tavern decides nothing before the ships sail. Where none of
    /// them can lay a disc, the next decision is one on the street of the next voyage.
    #[inline]
    fn is_public_step(&self, before: &State, _: Action, after: &State) -> bool {
        let is_plymouth = |state: &State| state.decision == Decision::Plymouth;
        is_plymouth(before) && is_plymouth(after) && before.voyage == after.voyage
    }

    #[inline]
    fn code(action: Action) -> u32 {
        action.code()
    }

    #[inline]
    fn observe(&self, before: &State, action: Action, after: &State, observer: Seat) -> Option<Edge> {
        let own = before.seat == observer;
        match action {
            Action::Tile(..) if !own => {
                // Only the last tile shows: the next decision is of another kind.
                (after.decision != before.decision).then_some(Edge::new(Action::HIDDEN_TILE))
            }
            Action::Disc(_) if !own => Some(Edge::new(Action::HIDDEN_DISC)),
            Action::Attack if !self.attack_succeeds(before) => {
                Some(Edge::new(action.code()).with_outcome(FAILED))
            }
            _ => Some(Edge::new(action.code())),
        }
    }
}
