//! The stage of the game: how long it lasts and how often each role is still to come.

use crate::State;
use crate::advice::weights::Weights;
use crate::limits::SPACES;
use crate::rules::Rules;
use crate::words::{Decision, Role};
use tradewinds_game::kit::ByKey;

/// Expected numbers of further phases, by role.
pub(super) type Phases = ByKey<Role, f32>;

/// The expected rest of the game; it does not depend on a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// Rounds after the one under way.
    pub(super) rounds: f32,
    /// Further phases of each role, the one under way not counted.
    pub(super) ahead: Phases,
    /// Those in later rounds alone.
    later: Phases,
    /// VP that a doubloon is worth.
    pub(super) doubloon: f32,
}

impl Outlook {
    pub(super) fn new(rules: &Rules, weights: &Weights, state: &State) -> Self {
        let rounds = rounds_left(rules, state);
        let cards = rules.roles.len() as f32;
        let picks = f32::from(rules.picks);
        let picks_left = f32::from(rules.picks - state.picks);
        let free = (rules.roles - state.taken).len() as f32;
        let now = if free > 0.0 { (picks_left / free).min(1.0) } else { 0.0 };
        let later = Phases::from_fn(|role| rounds * (popularity(role) * picks / cards).min(1.0));
        let mut ahead = later;
        for (role, phases) in ahead.iter_mut() {
            if !state.taken.has(role) {
                *phases += now;
            }
        }
        let spendable = ahead[Role::Builder] + f32::from(u8::from(state.decision == Decision::Build));
        let doubloon =
            (weights.doubloon_late + weights.doubloon_round * rounds) * spendable.min(1.0) + TIE_BREAK;
        Self { rounds, ahead, later, doubloon }
    }

    /// Returns the expected further phases of a role.
    #[inline]
    pub(super) fn phases(&self, role: Role) -> f32 {
        self.ahead[role]
    }

    /// Returns the chance that a role comes up again.
    #[inline]
    pub(super) fn chance(&self, role: Role) -> f32 {
        self.phases(role).min(1.0)
    }

    /// Returns the chance that a role comes up in a later round.
    #[inline]
    pub(super) fn chance_later(&self, role: Role) -> f32 {
        self.later[role].min(1.0)
    }

    /// Returns a factor that falls from 1 in the first half of the game to 0 at its end.
    #[inline]
    pub(super) fn early(&self) -> f32 {
        (self.rounds / 8.0).min(1.0)
    }
}

/// The worth of a doubloon that can no longer be spent: it breaks ties.
const TIE_BREAK: f32 = 0.01;

/// Returns how often a role is picked, relative to all roles.
const fn popularity(role: Role) -> f32 {
    match role {
        Role::Settler | Role::Craftsman => 0.9,
        Role::Trader | Role::Prospector1 | Role::Prospector2 => 1.0,
        Role::Mayor | Role::Captain => 1.1,
        Role::Builder => 1.2,
    }
}

/// Estimates the rounds after the one under way from the three end clocks: the pool, the colonists
/// and the fullest city.
///
/// Each clock alone would last its number of rounds times its remaining share to the power 1.5, since
/// all three run faster later on; together they last the power mean of exponent -4, a soft minimum.
/// The factors are least-squares fits to 800 games of heuristic players, 3 to 5 at a table, and the
/// estimate is off by 1.2 rounds (standard error) over all their rounds.
pub(crate) fn rounds_left(rules: &Rules, state: &State) -> f32 {
    if state.end_flag() {
        return 0.0;
    }
    let pool = f32::from(state.pool) / f32::from(rules.victory_points);
    let colonists = f32::from(state.colonist_supply + state.colonist_ship) / f32::from(rules.colonists);
    let fullest = state.players.iter().map(|player| player.city).max().unwrap_or(0);
    let city = f32::from(SPACES - fullest) / f32::from(SPACES);
    let clocks = [(POOL_CLOCK, pool), (COLONIST_CLOCK, colonists), (CITY_CLOCK, city)];
    let sum: f32 = clocks
        .into_iter()
        .map(|(rounds, share)| {
            let left = (rounds * share * share.sqrt()).max(MIN_CLOCK);
            1.0 / (left * left * left * left)
        })
        .sum();
    1.0 / sum.sqrt().sqrt()
}

/// Minimum of what a clock lasts while the end is not certain, in rounds.
const MIN_CLOCK: f32 = 0.3;
/// Rounds that the pool of VP chips would last alone.
const POOL_CLOCK: f32 = 21.0;
/// Rounds that the colonists would last alone.
const COLONIST_CLOCK: f32 = 21.0;
/// Rounds that the spaces of the fullest city would last alone.
const CITY_CLOCK: f32 = 23.0;
