//! The choice of a role: its gain for all seats, and the later picks of the others.

use arrayvec::ArrayVec;

use super::judge::{Gains, Judge};
use super::production::Works;
use crate::Action;
use crate::limits::MAX_PLAYERS;
use crate::player::Player;
use crate::words::Role;
use tradewinds_game::Seat;
use tradewinds_game::kit::{ByKey, Counts8};

/// The worth of a role to each seat, whichever seat picks it.
#[derive(Clone, Copy, Default)]
struct Prospect {
    /// The gain from the role itself, resolved in turn order from the seat that decides.
    gains: Gains,
    /// The additional gain of its picker: the privilege and the doubloons on the card.
    privilege: Gains,
    /// Whether it brings the end of the game.
    ends: bool,
}

/// The worth of all roles; of those on goods also after a craftsman.
struct RoleValues {
    roles: ByKey<Role, Prospect>,
    crafted_trader: Prospect,
    crafted_captain: Prospect,
}

impl RoleValues {
    fn prospect(&self, role: Role, crafted: bool) -> &Prospect {
        match role {
            Role::Trader if crafted => &self.crafted_trader,
            Role::Captain if crafted => &self.crafted_captain,
            _ => &self.roles[role],
        }
    }
}

impl Judge<'_> {
    /// Scores the roles: what the pick brings the chooser, less a share of what it brings the
    /// others, and then the same for the picks that the others are expected to make after it.
    pub(super) fn roles(&self, actions: &[Action], scores: &mut [f32]) {
        let table = self.table();
        let seat = self.state.player;
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Role(role) = action else { continue };
            let prospect = table.prospect(role, false);
            *score = self.net(prospect, seat, seat) + self.rest_of_round(&table, role);
            if prospect.ends && !self.state.end_flag() {
                *score += self.weights.finish * self.lead(seat);
            }
        }
    }

    /// Returns the worth for the deciding seat of the picks after its own in this round, each the
    /// best for its chooser.
    fn rest_of_round(&self, table: &RoleValues, first: Role) -> f32 {
        let state = self.state;
        let seat = state.player;
        let mut free = self.game.free_roles(state).without(first);
        let mut crafted = first == Role::Craftsman;
        let mut chooser = state.player;
        let mut worth = 0.0;
        for _ in state.picks + 1..self.rules.picks {
            chooser = self.rules.next_seat(chooser);
            let mut best: Option<(Role, f32)> = None;
            for role in free {
                let net = self.net(table.prospect(role, crafted), chooser, chooser);
                if best.is_none_or(|(_, most)| net > most) {
                    best = Some((role, net));
                }
            }
            let Some((role, _)) = best else { break };
            worth += self.net(table.prospect(role, crafted), chooser, seat);
            crafted |= role == Role::Craftsman;
            free.remove(role);
        }
        worth * self.weights.foresight
    }

    /// Returns the worth of a role picked by `chooser` to `seat`: its own gain less a share of the
    /// others' mean gain.
    fn net(&self, prospect: &Prospect, chooser: Seat, seat: Seat) -> f32 {
        let mut gains = prospect.gains;
        gains[chooser.index()] += prospect.privilege[chooser.index()];
        gains[seat.index()] - self.rivals_share(&gains, seat)
    }

    /// Works out what every free role is worth to every seat.
    fn table(&self) -> RoleValues {
        let goods = std::array::from_fn(|seat| self.state.players[seat].goods);
        let mut crafted = goods;
        let mut table = RoleValues {
            roles: ByKey::default(),
            crafted_trader: Prospect::default(),
            crafted_captain: Prospect::default(),
        };
        let free = self.game.free_roles(self.state);
        let works = if free.has(Role::Settler) || free.has(Role::Builder) {
            self.state.players[..self.rules.players].iter().map(|player| self.works(player)).collect()
        } else {
            ArrayVec::<_, MAX_PLAYERS>::new()
        };
        for role in free {
            table.roles[role] = match role {
                Role::Settler => self.settler_prospect(&works),
                Role::Mayor => self.mayor_prospect(),
                Role::Builder => self.builder_prospect(&works),
                Role::Craftsman => self.craftsman_prospect(&mut crafted),
                Role::Trader => self.trader_prospect(&goods),
                Role::Captain => self.captain_prospect(&goods),
                Role::Prospector1 | Role::Prospector2 => self.prospector_prospect(),
            };
            self.add_card(&mut table.roles[role], role);
        }
        if free.has(Role::Craftsman) {
            if free.has(Role::Trader) {
                table.crafted_trader = self.trader_prospect(&crafted);
                self.add_card(&mut table.crafted_trader, Role::Trader);
            }
            if free.has(Role::Captain) {
                table.crafted_captain = self.captain_prospect(&crafted);
                self.add_card(&mut table.crafted_captain, Role::Captain);
            }
        }
        table
    }

    /// Adds the doubloons on the card, and the preset's factor on the role.
    fn add_card(&self, prospect: &mut Prospect, role: Role) {
        let weights = self.weights;
        // A tile, colonist or building that is not had now can mostly be had in a later round.
        let tempo = |factor: f32| 1.0 + (factor - 1.0) * self.outlook.chance_later(role);
        let factor = match role {
            Role::Settler => tempo(weights.settler),
            Role::Mayor => tempo(weights.mayor),
            Role::Builder => tempo(weights.builder),
            Role::Craftsman => weights.craftsman,
            Role::Trader => weights.trader,
            Role::Captain => weights.captain,
            Role::Prospector1 | Role::Prospector2 => 1.0,
        };
        let doubloons = f32::from(self.state.role_doubloons[role]) * self.outlook.doubloon;
        prospect.gains = prospect.gains.map(|gain| factor * gain);
        prospect.privilege = prospect.privilege.map(|privilege| factor * privilege + doubloons);
    }

    /// Makes the gains of all seats from a function of the seat and its player.
    fn privileges(&self, of: impl Fn(Seat, &Player) -> f32) -> Gains {
        let mut gains = Gains::default();
        for seat in Seat::all(self.rules.players) {
            gains[seat.index()] = of(seat, &self.state.players[seat.index()]);
        }
        gains
    }

    fn settler_prospect(&self, works: &[Works<'_>]) -> Prospect {
        let mut prospect = Prospect::default();
        self.settle(works, &mut prospect.gains);
        prospect.privilege = self
            .privileges(|seat, _| self.settler_privilege(&works[seat.index()], prospect.gains[seat.index()]));
        prospect
    }

    fn mayor_prospect(&self) -> Prospect {
        let state = self.state;
        let mut prospect = Prospect::default();
        self.settle_colonists(&mut prospect.gains);
        if state.colonist_supply > 0 {
            // The privilege is one more colonist; the ship brings at least one.
            let dealt = f32::from(state.colonist_ship) / self.rules.players as f32;
            prospect.privilege = prospect.gains.map(|gain| gain / dealt.max(1.0));
        }
        let players = &state.players[..self.rules.players];
        let empty: u8 = players.iter().map(|player| player.circles - player.staffed()).sum();
        let filled = state.colonist_ship.min(empty);
        prospect.ends = (empty - filled).max(self.rules.players as u8) > state.colonist_supply;
        prospect
    }

    fn builder_prospect(&self, works: &[Works<'_>]) -> Prospect {
        let mut prospect = Prospect::default();
        prospect.ends = self.build_up(works, &mut prospect.gains);
        prospect.privilege = self
            .privileges(|seat, _| self.builder_privilege(&works[seat.index()], prospect.gains[seat.index()]));
        prospect
    }

    fn craftsman_prospect(&self, goods: &mut [Counts8; MAX_PLAYERS]) -> Prospect {
        let mut prospect = Prospect::default();
        self.craft(goods, &mut prospect.gains);
        prospect.privilege = self.privileges(|_, player| self.craft_privilege(player));
        prospect
    }

    fn trader_prospect(&self, goods: &[Counts8; MAX_PLAYERS]) -> Prospect {
        let mut prospect = Prospect::default();
        self.trade(goods, &mut prospect.gains);
        let bonus = f32::from(self.rules.trader_bonus) * self.outlook.doubloon;
        prospect.privilege =
            self.privileges(|seat, _| if goods[seat.index()].is_empty() { 0.0 } else { bonus });
        prospect
    }

    fn captain_prospect(&self, goods: &[Counts8; MAX_PLAYERS]) -> Prospect {
        let mut prospect = Prospect::default();
        let points = self.shipping(goods, &mut prospect.gains);
        prospect.ends = self.state.pool <= points as i16;
        let bonus = f32::from(self.rules.captain_bonus);
        prospect.privilege =
            self.privileges(|seat, _| if goods[seat.index()].is_empty() { 0.0 } else { bonus });
        prospect
    }

    fn prospector_prospect(&self) -> Prospect {
        let doubloons = f32::from(self.rules.prospector_doubloons) * self.outlook.doubloon;
        Prospect { privilege: self.privileges(|_, _| doubloons), ..Prospect::default() }
    }

    /// Returns the share of the other seats' mean gain that counts against an action.
    pub(super) fn rivals_share(&self, gains: &Gains, seat: Seat) -> f32 {
        let others: f32 = gains.iter().sum::<f32>() - gains[seat.index()];
        self.weights.rivals * others / (self.rules.players as f32 - 1.0)
    }

    /// Returns a seat's lead over the best other one in points as they stand, with what is as good
    /// as certain, at most 10 either way.
    pub(super) fn lead(&self, seat: Seat) -> f32 {
        let standing = |player| {
            let points = self.game.points(player);
            f32::from(points.total()) + 0.3 * f32::from(points.tie_break.min(10))
        };
        let players = &self.state.players[..self.rules.players];
        let best_other = players
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != seat.index())
            .map(|(_, player)| standing(player))
            .fold(0.0, f32::max);
        (standing(&players[seat.index()]) - best_other).clamp(-10.0, 10.0)
    }
}
