//! The heuristic policy: every action valued in VP-equivalents by named weights.
//!
//! A [`Judge`] looks at one decision and values an action by what it is expected to bring the deciding
//! seat: VP of regions ([`regions`]), money, goods, ships and figures ([`stock`]), expeditions
//! ([`discovery`]), buildings ([`building`]) and conflicts ([`warfare`]); a placement by what its box
//! will bring this turn ([`placement`]). The knowledge is that of the rules page, section 12. Everything
//! that it reads is public: of hidden tiles and cards only the composition.

mod building;
mod discovery;
mod features;
mod placement;
mod quick;
mod regions;
mod stock;
#[cfg(test)]
mod tests;
mod warfare;
mod weights;

use std::sync::LazyLock;

use super::AgeOfDiscovery;
use super::action::Action;
use super::rules::Rules;
use super::state::{DECK, State, Step};
use super::turn::LAST_TURN;
use super::words::{EventBox, Figure};
pub(super) use features::{COUNT as FEATURES, features};
use regions::{Map, Powers};
use tradewinds_game::{InputError, PerSeat, Policy, Weights as Given};
pub(super) use weights::DOCS;
use weights::Weights;

/// Scores actions in VP-equivalents by the named weights of a preset.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedPolicy {
    weights: Weights,
    powers: Powers,
}

/// The policy with all weights at their defaults.
static DEFAULT: LazyLock<WeightedPolicy> = LazyLock::new(|| WeightedPolicy {
    weights: Weights::DEFAULT,
    powers: regions::powers(&Weights::DEFAULT),
});

impl Default for WeightedPolicy {
    fn default() -> Self {
        *DEFAULT
    }
}

impl WeightedPolicy {
    /// Makes the policy from a preset's weights; those left out have their defaults.
    ///
    /// # Errors
    /// A name that is no weight, or a number that is not finite.
    pub(super) fn new(given: &Given) -> Result<Self, InputError> {
        let weights = Weights::new(given)?;
        Ok(Self { weights, powers: regions::powers(&weights) })
    }
}

impl Policy<AgeOfDiscovery> for WeightedPolicy {
    fn score(&self, game: &AgeOfDiscovery, state: &State, actions: &[Action], scores: &mut [f32]) {
        let judge = Judge::new(game, self, state);
        match state.step {
            Step::Place => judge.placements(actions, scores),
            Step::ExploreTarget | Step::ExploreSoldiers | Step::ExploreCaptains | Step::ExploreOthers => {
                judge.explorations(actions, scores);
            }
            _ => {
                for (score, &action) in scores.iter_mut().zip(actions) {
                    *score = judge.worth(action);
                }
            }
        }
    }

    /// Much like the full policy with its default weights, at a thirtieth of its cost; in the auction it is
    /// the full one.
    fn rollout_scores(&self, game: &AgeOfDiscovery, state: &State, actions: &[Action], scores: &mut [f32]) {
        if !quick::score(game, state, actions, scores) {
            self.score(game, state, actions, scores);
        }
    }

    fn evaluate(&self, game: &AgeOfDiscovery, state: &State) -> PerSeat<f32> {
        game.estimate(state)
    }
}

/// A look at one decision.
struct Judge<'a> {
    game: &'a AgeOfDiscovery,
    rules: &'a Rules,
    weights: &'a Weights,
    state: &'a State,
    /// The deciding seat.
    seat: usize,
    map: Map<'a>,
}

impl<'a> Judge<'a> {
    fn new(game: &'a AgeOfDiscovery, policy: &'a WeightedPolicy, state: &'a State) -> Self {
        let (rules, weights) = (&game.rules, &policy.weights);
        let map = Map::new(rules, weights, &policy.powers, state);
        Self { game, rules, weights, state, seat: state.to_move.into(), map }
    }

    /// Returns the worth of an action of any decision but a placement or an expedition.
    fn worth(&self, action: Action) -> f32 {
        let (state, seat) = (self.state, self.seat);
        match action {
            Action::Bid(dollars) => self.front() + self.income(seat, -f32::from(dollars)),
            Action::TakeSpecialist(figure) => self.figure(figure),
            Action::Train(figure) => {
                if state.turn == LAST_TURN {
                    return -1.0;
                }
                self.figure(figure) + self.income(seat, -f32::from(self.game.training_fee()))
            }
            Action::Advance | Action::AdvanceSpace(_) | Action::AdvanceX | Action::AdvanceY => {
                self.advance(action)
            }
            Action::Land(region) => {
                let figure = self.game.landing_figure(state).map_or(Figure::Colonist, |(_, figure)| figure);
                let units = self.landing_units(figure);
                let fights = if figure == Figure::Soldier { self.soldier_place(region.index()) } else { 0.0 };
                self.landing(seat, region.index(), units) + fights
            }
            Action::TakeGood(good) => self.good_gain(seat, good.index()),
            Action::Buy(building) => self.purchase(seat, building),
            Action::Discover(region) => self.free_region(region.index()),
            Action::Reinforce(region) => {
                self.landing(seat, region.index(), self.rules.effects.allied_soldiers)
                    + self.soldier_place(region.index())
            }
            Action::Battle(region, other) => self.battle(seat, other.into(), region.index()),
            Action::War(other) => self.war(seat, other.into()),
            Action::KillSoldiers(number) => {
                // The attacker's victims are the other's soldiers, the defender's those of the attacker.
                let victim = if state.step == Step::AttackerKills {
                    state.conflict.opponent
                } else {
                    state.warfare_box.first()
                };
                f32::from(number) * self.soldier_extra(victim.into())
            }
            Action::MoveSoldier(from, to) => self.shift(seat, from, to, 1) - 0.05,
            Action::Migrate(number, from, to) => self.shift(seat, from, to, number) - 0.05,
            _ => 0.0,
        }
    }

    /// Returns what more units of a seat in a region are worth, a good that they claim counted in.
    fn landing(&self, seat: usize, region: usize, more: u8) -> f32 {
        let mut worth = self.map.gain(region, seat, more);
        if self.state.region_goods >> region & 1 != 0 {
            let units = self.map.units[region];
            let (before, claim) = (units[seat], self.rules.claim_units);
            let most = units.iter().copied().max().unwrap_or(0);
            let after = before + more;
            if before < claim && after >= 2.min(claim) {
                let share = if after >= claim {
                    1.0
                } else if after >= most && after > before {
                    self.weights.claim
                } else {
                    0.0
                };
                let counted = if before >= 2 && before >= most { self.weights.claim } else { 0.0 };
                if share > counted {
                    let good = self.rules.region_good[region];
                    worth += (share - counted) * self.good_gain(seat, good.into());
                }
            }
        }
        if self.map.units[region][seat] == 0 {
            worth += self.new_region(seat);
        }
        worth
    }

    /// Returns what the first unit in a region is worth for Glory.
    fn new_region(&self, seat: usize) -> f32 {
        let glory = super::words::Building::Glory;
        if self.state.players[seat].owns(glory) { f32::from(self.rules.effects.glory) } else { 0.0 }
    }

    /// Returns what a soldier is worth in a region for the units of others that he threatens.
    fn soldier_place(&self, region: usize) -> f32 {
        let units = &self.map.units[region];
        let others = units.iter().enumerate().any(|(seat, &units)| seat != self.seat && units > 0);
        let threat = if others { 0.3 * self.weights.battle } else { 0.0 };
        if self.at_war() { threat + self.landed_battle(self.seat, region, 1) } else { threat }
    }

    /// Returns what the free discovery of a region is worth.
    fn free_region(&self, region: usize) -> f32 {
        let (state, seat) = (self.state, self.seat);
        let opening = self.landing(seat, region, 1);
        if state.seen >> region & 1 != 0 {
            let tile = self.rules.tiles[state.tile(region)];
            // A tile with few natives is easy prey later, and for others too.
            f32::from(tile.vp)
                + self.income(seat, tile.money.into())
                + opening
                + 0.2 * f32::from(tile.natives)
        } else {
            self.unseen_sure(seat, &self.odds()) - self.opening(seat) + opening + 0.6
        }
    }

    /// Returns what the first place of the first turn is worth in an auction.
    fn front(&self) -> f32 {
        self.unseen_sure(self.seat, &self.odds()) + self.weights.order * self.others()
    }

    /// Scores the steps of an expedition by the best plan that each leaves open.
    fn explorations(&self, actions: &[Action], scores: &mut [f32]) {
        let state = self.state;
        let odds = self.odds();
        let bounds = self.open_bounds(state);
        let chosen = if state.expedition.target == DECK { DECK } else { state.expedition.target };
        for (score, &action) in scores.iter_mut().zip(actions) {
            let mut bounds = bounds;
            let target = match action {
                Action::Stay => {
                    *score = self.stay(&odds, self.opening(self.seat));
                    continue;
                }
                Action::Explore(region) => region as u8,
                Action::ExploreDeck => DECK,
                Action::Soldiers(number) => {
                    bounds[0] = (number, number);
                    chosen
                }
                Action::Captains(number) => {
                    bounds[1] = (number, number);
                    chosen
                }
                Action::Others(number) => {
                    bounds[2] = (number, number);
                    chosen
                }
                _ => continue,
            };
            *score = self.expedition(target, &odds, bounds);
        }
    }

    /// Returns what a move of the University is worth above keeping it for later.
    fn advance(&self, action: Action) -> f32 {
        let (state, seat) = (self.state, self.seat);
        let later = self.weights.university * (f32::from(LAST_TURN - state.turn) / 3.0).min(1.0);
        let gain = match (state.step, action) {
            (Step::UniversityOrder, _) => self.weights.order * 1.5 * state.place_of(state.to_move) as f32,
            (Step::UniversityShipping, _) => self.ship_gain(seat),
            (Step::UniversityCapital, Action::AdvanceSpace(_)) => {
                let first = State { capital_box: super::packed::SeatList::default(), ..*state };
                let ahead = Judge { state: &first, map: self.map.clone(), ..*self }.last_purchase(seat, 0.0);
                let mut before = State { capital_box: super::packed::SeatList::default(), ..*state };
                for other in state.capital_box.iter().take_while(|&other| usize::from(other) != seat) {
                    before.capital_box.push(other);
                }
                ahead - Judge { state: &before, map: self.map.clone(), ..*self }.last_purchase(seat, 0.0)
            }
            (Step::UniversityDiscovery, _) => 0.5,
            (Step::UniversityDock, _) => 0.3,
            _ => 0.0,
        };
        gain - later - 0.01
    }
}

const _: () = assert!(EventBox::COUNT <= 16, "the open boxes fit in 16 bits");
