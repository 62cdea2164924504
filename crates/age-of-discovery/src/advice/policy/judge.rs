//! The worth of an action to the deciding seat.

use std::sync::LazyLock;

use tradewinds_game::Seat;

use super::regions::{Map, Powers, powers};
use crate::AgeOfDiscovery;
use crate::action::Action;
use crate::advice::weights::Weights;
use crate::limits::LAST_TURN;
use crate::packed::SeatList;
use crate::rules::Rules;
use crate::state::{DECK, State};
use crate::words::{Building, Decision, EventBox, Figure};

/// The weights of a preset, and the tables made from them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Standards {
    weights: Weights,
    powers: Powers,
}

impl Standards {
    pub(super) fn new(weights: Weights) -> Self {
        Self { weights, powers: powers(&weights) }
    }

    /// Returns the standards with all weights at their defaults.
    pub(crate) fn standard() -> &'static Self {
        static DEFAULT: LazyLock<Standards> = LazyLock::new(|| Standards::new(Weights::DEFAULT));
        &DEFAULT
    }
}

/// A look at one decision.
pub(crate) struct Judge<'a> {
    pub(crate) game: &'a AgeOfDiscovery,
    pub(crate) rules: &'a Rules,
    pub(super) weights: &'a Weights,
    pub(crate) state: &'a State,
    /// The deciding seat.
    pub(crate) seat: Seat,
    pub(crate) map: Map<'a>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(game: &'a AgeOfDiscovery, standards: &'a Standards, state: &'a State) -> Self {
        let (rules, weights) = (&game.rules, &standards.weights);
        let map = Map::new(rules, weights, &standards.powers, state);
        Self { game, rules, weights, state, seat: state.to_move, map }
    }

    /// Returns the worth of an action of any decision but a placement or an expedition.
    pub(crate) fn worth(&self, action: Action) -> f32 {
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
            Action::Battle(region, other) => self.battle(seat, other, region.index()),
            Action::War(other) => self.war(seat, other),
            Action::KillSoldiers(number) => {
                // The attacker's victims are the other's soldiers, the defender's those of the attacker.
                let victim = if state.decision == Decision::AttackerKills {
                    state.conflict.opponent
                } else {
                    state.warfare_box.first()
                };
                f32::from(number) * self.soldier_extra(victim)
            }
            Action::MoveSoldier(from, to) => self.shift(seat, from, to, 1) - 0.05,
            Action::Migrate(number, from, to) => self.shift(seat, from, to, number) - 0.05,
            _ => 0.0,
        }
    }

    /// Returns the worth of more units of a seat in a region, a good that they claim counted in.
    pub(crate) fn landing(&self, seat: Seat, region: usize, more: u8) -> f32 {
        let mut worth = self.map.gain(region, seat, more);
        if self.state.region_goods >> region & 1 != 0 {
            let units = self.map.units[region];
            let (before, claim) = (units[seat.index()], self.rules.claim_units);
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
                    let good = self.rules.region_good.array()[region];
                    worth += (share - counted) * self.good_gain(seat, good.index());
                }
            }
        }
        if self.map.units[region][seat.index()] == 0 {
            worth += self.new_region(seat);
        }
        worth
    }

    /// Lists the other seats.
    pub(crate) fn opponents(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        Seat::all(self.rules.players).filter(move |&other| other != seat)
    }

    /// Returns the worth of the first unit in a region for Glory.
    pub(crate) fn new_region(&self, seat: Seat) -> f32 {
        let glory = Building::Glory;
        if self.state.players[seat.index()].owns(glory) { f32::from(self.rules.effects.glory) } else { 0.0 }
    }

    /// Returns the worth of a soldier in a region for the units of others that it threatens.
    pub(crate) fn soldier_place(&self, region: usize) -> f32 {
        let units = &self.map.units[region];
        let others = units.iter().enumerate().any(|(seat, &units)| seat != self.seat.index() && units > 0);
        let threat = if others { 0.3 * self.weights.battle } else { 0.0 };
        if self.at_war() { threat + self.landed_battle(self.seat, region, 1) } else { threat }
    }

    /// Returns the worth of the free discovery of a region.
    pub(crate) fn free_region(&self, region: usize) -> f32 {
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

    /// Returns the worth of the first place of the first turn in an auction.
    pub(crate) fn front(&self) -> f32 {
        self.unseen_sure(self.seat, &self.odds()) + self.weights.order * self.others()
    }

    /// Scores the steps of an expedition by the best plan that each leaves open.
    pub(crate) fn explorations(&self, actions: &[Action], scores: &mut [f32]) {
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

    /// Returns the places that the University's owner gains in turn order.
    fn places_gained(&self) -> f32 {
        if self.rules.university_one_step { 1.0 } else { self.state.place_of(self.state.to_move) as f32 }
    }

    /// Returns the worth of a move of the University above keeping it for later.
    pub(crate) fn advance(&self, action: Action) -> f32 {
        let (state, seat) = (self.state, self.seat);
        let later = self.weights.university * (f32::from(LAST_TURN - state.turn) / 3.0).min(1.0);
        let gain = match (state.decision, action) {
            (Decision::UniversityOrder, _) => self.weights.order * 1.5 * self.places_gained(),
            (Decision::UniversityReorder, _) => self.weights.order * 1.5,
            (Decision::UniversityShipping, _) => self.ship_gain(seat),
            (Decision::UniversityCapital, Action::AdvanceSpace(_)) => {
                let first = State { capital_box: SeatList::default(), ..*state };
                let ahead = Judge { state: &first, map: self.map.clone(), ..*self }.last_purchase(seat, 0.0);
                let mut before = State { capital_box: SeatList::default(), ..*state };
                for other in state.capital_box.iter().take_while(|&other| other != seat) {
                    before.capital_box.push(other);
                }
                ahead - Judge { state: &before, map: self.map.clone(), ..*self }.last_purchase(seat, 0.0)
            }
            (Decision::UniversityDiscovery, _) => 0.5,
            (Decision::UniversityDock, _) => 0.3,
            _ => 0.0,
        };
        gain - later - 0.01
    }
}

const _: () = assert!(EventBox::COUNT <= 16, "the open boxes fit in 16 bits");
