//! The choice of a role: its gain for all seats, and the later picks of the others.

use arrayvec::ArrayVec;

use super::judge::{Gains, Judge};
use super::production::Works;
use crate::Action;
use crate::limits::MAX_PLAYERS;
use crate::player::Player;
use crate::words::Role;
use tradewinds_game::Seat;
use tradewinds_game::kit::Counts8;

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

/// The worth of all roles, and after them that of the trader and of the captain after a craftsman.
struct RoleValues([Prospect; PROSPECTS]);

const CRAFTED_TRADER: usize = Role::COUNT;
const CRAFTED_CAPTAIN: usize = CRAFTED_TRADER + 1;
const PROSPECTS: usize = CRAFTED_CAPTAIN + 1;

/// What each of the prospects is worth to each seat as its chooser.
type Nets = [[f32; PROSPECTS]; MAX_PLAYERS];

/// Returns the place of a role's prospect, before or after a craftsman of the same round.
const fn place(role: Role, crafted: bool) -> usize {
    match role {
        Role::Trader if crafted => CRAFTED_TRADER,
        Role::Captain if crafted => CRAFTED_CAPTAIN,
        _ => role.index(),
    }
}

impl Judge<'_> {
    /// Scores the roles: what the pick brings the chooser, less a share of what it brings the
    /// others, and then the same for the picks that the others are expected to make after it.
    pub(super) fn roles(&self, actions: &[Action], scores: &mut [f32]) {
        let table = self.table();
        let nets = self.nets(&table);
        let seat = self.state.player;
        for (score, &action) in scores.iter_mut().zip(actions) {
            let Action::Role(role) = action else { continue };
            let prospect = &table.0[role.index()];
            *score = self.net(prospect, seat, seat) + self.rest_of_round(&table, &nets, role);
            if prospect.ends && !self.state.end_flag() {
                *score += self.weights.finish * self.lead(seat);
            }
        }
    }

    /// Works out what the prospects are worth to the seats that pick later in this round: the rest of the
    /// round is looked at once for each role that may be picked first.
    fn nets(&self, table: &RoleValues) -> Nets {
        let mut nets = [[0.0; PROSPECTS]; MAX_PLAYERS];
        let later = usize::from(self.rules.picks - self.state.picks) - 1;
        let free = self.game.free_roles(self.state);
        let crafted = if free.has(Role::Craftsman) { CRAFTED_TRADER..PROSPECTS } else { 0..0 };
        let mut chooser = self.state.player;
        for _ in 0..later.min(self.rules.players) {
            chooser = self.rules.next_seat(chooser);
            for place in free.iter().map(Role::index).chain(crafted.clone()) {
                nets[chooser.index()][place] = self.net(&table.0[place], chooser, chooser);
            }
        }
        nets
    }

    /// Returns the worth for the deciding seat of the picks after its own in this round, each the
    /// best for its chooser.
    fn rest_of_round(&self, table: &RoleValues, nets: &Nets, first: Role) -> f32 {
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
                let net = nets[chooser.index()][place(role, crafted)];
                if best.is_none_or(|(_, most)| net > most) {
                    best = Some((role, net));
                }
            }
            let Some((role, _)) = best else { break };
            worth += self.net(&table.0[place(role, crafted)], chooser, seat);
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
        let mut table = RoleValues([Prospect::default(); PROSPECTS]);
        let free = self.game.free_roles(self.state);
        let works = if free.has(Role::Settler) || free.has(Role::Builder) {
            self.state.players[..self.rules.players].iter().map(|player| self.works(player)).collect()
        } else {
            ArrayVec::<_, MAX_PLAYERS>::new()
        };
        for role in free {
            let mut prospect = match role {
                Role::Settler => self.settler_prospect(&works),
                Role::Mayor => self.mayor_prospect(),
                Role::Builder => self.builder_prospect(&works),
                Role::Craftsman => self.craftsman_prospect(&mut crafted),
                Role::Trader => self.trader_prospect(&goods),
                Role::Captain => self.captain_prospect(&goods),
                Role::Prospector1 | Role::Prospector2 => self.prospector_prospect(),
            };
            self.add_card(&mut prospect, role);
            table.0[role.index()] = prospect;
        }
        if free.has(Role::Craftsman) {
            if free.has(Role::Trader) {
                let prospect = &mut table.0[CRAFTED_TRADER];
                *prospect = self.trader_prospect(&crafted);
                self.add_card(prospect, Role::Trader);
            }
            if free.has(Role::Captain) {
                let prospect = &mut table.0[CRAFTED_CAPTAIN];
                *prospect = self.captain_prospect(&crafted);
                self.add_card(prospect, Role::Captain);
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
        let offers: ArrayVec<_, MAX_PLAYERS> = works.iter().map(|works| self.offers(works)).collect();
        prospect.ends = self.build_up(&offers, &mut prospect.gains);
        prospect.privilege = self.privileges(|seat, _| {
            self.builder_privilege(&offers[seat.index()], prospect.gains[seat.index()])
        });
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
