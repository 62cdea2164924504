//! The choice of a role: what it brings the chooser, and what it brings the others.

use super::{Gains, Judge};
use crate::games::puerto_rico::words::Role;

impl Judge<'_> {
    /// Returns the worth of picking a role.
    ///
    /// The gains of all seats are found by resolving the role in turn order. What the chooser gains
    /// beyond his privilege he would often get from another player's pick as well, so only a part
    /// of it speaks for the role.
    pub(super) fn role(&self, role: Role) -> f32 {
        let state = self.state;
        let weights = self.weights;
        let seat = usize::from(state.player);
        let mut gains = Gains::default();
        let mut ends = false;
        let (factor, privilege) = match role {
            Role::Settler => {
                self.settle(&mut gains);
                (weights.settler, self.settler_privilege())
            }
            Role::Mayor => {
                self.settle_colonists(&mut gains);
                let empty: u8 = state.players.iter().map(|player| player.circles - player.staffed()).sum();
                ends = empty.max(self.rules.players as u8) > state.colonist_supply;
                (weights.mayor, self.mayor_privilege())
            }
            Role::Builder => {
                ends = self.build_up(&mut gains);
                (weights.builder, self.builder_privilege())
            }
            Role::Craftsman => {
                self.craft(&mut gains);
                let privilege = self.craft_privilege();
                gains[seat] += privilege;
                (weights.craftsman, privilege)
            }
            Role::Trader => {
                self.trade(&mut gains);
                let privilege = f32::from(self.rules.trader_bonus) * self.outlook.doubloon;
                (weights.trader, privilege.min(gains[seat]))
            }
            Role::Captain => {
                self.shipping(&mut gains);
                ends = state.pool <= self.shipped_points() as i16;
                (weights.captain, self.captain_privilege())
            }
            Role::Prospector1 | Role::Prospector2 => {
                gains[seat] = f32::from(self.rules.prospector_doubloons) * self.outlook.doubloon;
                (1.0, gains[seat])
            }
        };
        let whole = gains[seat] - self.rivals_share(&gains, seat);
        let later = f32::from(self.rules.picks - state.picks - 1);
        let anyway = (weights.anyway * later / 3.0).min(1.0);
        let mut worth = factor * ((1.0 - anyway) * whole + anyway * privilege);
        worth += f32::from(state.role_doubloons[role.index()]) * self.outlook.doubloon;
        if ends && !state.end_flag() {
            worth += weights.finish * self.lead(seat);
        }
        worth
    }

    /// Returns the share of the other seats' mean gain that counts against an action.
    pub(super) fn rivals_share(&self, gains: &Gains, seat: usize) -> f32 {
        let others: f32 = gains.iter().sum::<f32>() - gains[seat];
        self.weights.rivals * others / (self.rules.players as f32 - 1.0)
    }

    /// Returns a seat's lead over the best other one in points as they stand, with what is as good
    /// as certain, at most 10 either way.
    pub(super) fn lead(&self, seat: usize) -> f32 {
        let standing = |player| {
            let points = self.game.points(player);
            f32::from(points.total()) + 0.3 * f32::from(points.tie_break.min(10))
        };
        let players = &self.state.players[..self.rules.players];
        let best_other = players
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != seat)
            .map(|(_, player)| standing(player))
            .fold(0.0, f32::max);
        (standing(&players[seat]) - best_other).clamp(-10.0, 10.0)
    }
}
