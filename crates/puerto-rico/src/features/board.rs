//! What the features read of a position besides its fields. The shipped network has learned from these values.

use crate::player::Player;
use crate::state::EMPTY;
use crate::words::{Building, Decision, Good, Role};
use crate::{PuertoRico, State};
use tradewinds_game::Seat;
use tradewinds_game::kit::{ByKey, KeySet};

impl PuertoRico {
    /// Returns the number of barrels of each good that one ship has room for.
    pub(super) fn room(&self, state: &State) -> ByKey<Good, u8> {
        let ships = || state.ships.iter().zip(&self.rules.spaces);
        let empty = ships().filter(|(ship, _)| ship.kind == EMPTY).map(|(_, &spaces)| spaces).max();
        let mut room = ByKey::new([empty.unwrap_or(0); Good::COUNT]);
        for (ship, &spaces) in ships() {
            if let Some(good) = Good::from_index(usize::from(ship.kind)) {
                room[good] = spaces.saturating_sub(ship.load);
            }
        }
        room
    }

    /// Returns the seat that picks a role next, and the roles that are then taken.
    #[inline(always)]
    pub(super) fn next_pick(&self, state: &State) -> (Seat, KeySet<Role>) {
        if state.decision == Decision::Role {
            (state.chooser, state.taken)
        } else if state.picks < self.rules.picks {
            (self.rules.next_seat(state.chooser), state.taken)
        } else {
            (self.rules.next_seat(state.governor), KeySet::EMPTY)
        }
    }

    /// Returns the seats that are still to act in the phase under way, the one that decides included; none while a
    /// role is picked.
    #[inline(always)]
    pub(super) fn still_to_act(&self, state: &State) -> KeySet<Seat> {
        let mut to_act = KeySet::EMPTY;
        if state.decision != Decision::Role {
            let mut seat = state.player;
            loop {
                to_act.insert(seat);
                seat = self.rules.next_seat(seat);
                if seat == state.chooser {
                    break;
                }
            }
        }
        to_act
    }

    /// Returns the bonus of the player's large buildings that are not occupied yet.
    pub(super) fn pending(&self, player: &Player) -> u16 {
        let large = (player.owned & Building::LARGE).iter();
        let mut waiting = large.filter(|&building| !player.occupies(building)).peekable();
        if waiting.peek().is_none() {
            return 0;
        }
        let mut occupied = *player;
        for building in waiting {
            occupied.set_staff(building.index(), 1);
        }
        self.points(&occupied).total() - self.points(player).total()
    }

    /// Returns the price of the dearest barrel that the player can sell, and a half, counted in halves; 0
    /// without one.
    pub(super) fn best_sale(&self, state: &State, player: &Player) -> u16 {
        let held = player.goods.kinds();
        let sellable =
            if player.occupies(Building::Office) { held } else { held.without(state.trading_house.kinds()) };
        let prices = sellable.filter_map(Good::from_index).map(|good| self.rules.prices[good]);
        prices.map(|price| 2 * u16::from(price) + 1).max().unwrap_or(0)
    }
}
