//! The table as text for a player.

use crate::limits::SPACES;
use crate::player::Player;
use crate::state::EMPTY;
use crate::words::{Building, Decision, Good, Offer, Role, Tile};
use crate::{PuertoRico, State, slot};
use tradewinds_game::kit::KeySet;
use tradewinds_game::{Seat, counted};
use tradewinds_report::{Align, TextTable, count, pile, title, wrapped};

impl PuertoRico {
    /// Writes whose turn it is, and which roles are taken and left.
    pub(super) fn show_round(&self, state: &State) -> String {
        let players = self.rules.players;
        let name = |role: Role| title(role.word_for(players));
        let round = format!("round {}", state.round);
        let governor = format!("governor seat {}", state.governor.number());
        let mut text = wrapped("Puerto Rico, ", [counted(players, "player"), round, governor], ", ");
        if !self.rules.named.is_empty() {
            text += &wrapped("Rules          ", self.rules.named.iter().map(|rule| title(rule)), ", ");
        }
        text += &wrapped("", [self.show_decision(state)], "");
        let taken = state.picked_roles().enumerate().map(|(pick, role)| {
            let seat = state.governor.after(pick, players);
            format!("{} (seat {})", name(role), seat.number())
        });
        text += &wrapped("Roles taken    ", taken, ", ");
        let free = self.free_roles(state).iter();
        let left = free.map(|role| match state.role_doubloons[role] {
            0 => name(role),
            doubloons => format!("{} (+{doubloons})", name(role)),
        });
        text + &wrapped("Roles left     ", left, ", ")
    }

    fn show_decision(&self, state: &State) -> String {
        let asked = match state.decision {
            Decision::Role => "picks a role".to_owned(),
            Decision::Hacienda => "may draw a plantation for the Hacienda".to_owned(),
            Decision::Tile => "takes a plantation or quarry".to_owned(),
            Decision::Hospice => {
                let tile = Tile::ALL[usize::from(state.detail)].word();
                format!("may take a colonist for the new {tile} tile")
            }
            Decision::MayorBonus => "may take a colonist as the mayor".to_owned(),
            Decision::Place => {
                format!("places colonists: how many on {}", title(slot::word(usize::from(state.detail))))
            }
            Decision::Build => "may build".to_owned(),
            Decision::University => {
                let building = Building::ALL[usize::from(state.detail)].word();
                format!("may take a colonist for the new {}", title(building))
            }
            Decision::CraftBonus => "may take a barrel as the craftsman".to_owned(),
            Decision::Sell => "may sell".to_owned(),
            Decision::Load => "loads a ship".to_owned(),
            Decision::Store => "stores goods".to_owned(),
            Decision::Offer => self.show_offer(state),
            Decision::Over => return "The game is over".to_owned(),
        };
        format!("Seat {} {asked}", state.player.number())
    }

    fn show_offer(&self, state: &State) -> String {
        let offer = state.offer();
        match offer {
            Offer::Colonists => {
                format!("may take {} from the ship", counted(self.share(state, state.player), "colonist"))
            }
            Offer::Goods => "may take the goods that it produces".to_owned(),
            _ => {
                let amount = self.offered(offer, state.offered_kinds());
                let paid =
                    if offer.is_point() { format!("{amount} VP") } else { counted(amount, "doubloon") };
                format!("may take the {offer}: {paid}")
            }
        }
    }

    /// Writes what lies in the middle of the table.
    pub(super) fn show_board(&self, state: &State) -> String {
        let ships = self.rules.ships.iter().zip(&state.ships).map(|(&space, ship)| {
            match Good::from_index(usize::from(ship.kind)).filter(|_| ship.kind != EMPTY) {
                None => format!("{}, empty", counted(space, "space")),
                Some(good) if ship.load == space => {
                    format!("{}, full of {}", counted(space, "space"), good.word())
                }
                Some(good) => {
                    let (space, room) = (counted(space, "space"), space - ship.load);
                    format!("{space}, {} {}, room for {room}", ship.load, good.word())
                }
            }
        });
        let house = state.trading_house;
        let free = self.rules.trading_house_spaces.saturating_sub(house.total());
        let mut text = wrapped("Cargo ships    ", ships, "; ");
        let sold = numbered(|good| house.get(good.index()));
        text += &wrapped("Trading house  ", sold.chain([format!("room for {free}")]), ", ");
        text += &wrapped("Face-up tiles  ", numbered(|good| state.face_up.get(good.index())), ", ");
        text += &wrapped("Discarded      ", numbered(|good| state.discards.get(good.index())), ", ");
        let order =
            state.deck.known.then(|| state.deck.top_down().map(|kind| Good::ALL[kind].word().to_owned()));
        text += &wrapped("Face down      ", pile("tiles", state.deck.len.into(), order), ", ");
        let mut colonists = vec![
            format!("{} on the ship", state.colonist_ship),
            format!("{} in the supply", state.colonist_supply),
        ];
        if state.colonist_shortage {
            colonists.push("the supply has run short".to_owned());
        }
        text += &wrapped("Colonists      ", colonists, ", ");
        let loading = match state.decision {
            Decision::Load => true,
            Decision::Offer => matches!(state.offer(), Offer::CaptainPoint | Offer::HarborPoint),
            _ => false,
        };
        let phase = [
            (loading && state.captain_loaded, "the captain has had his VP".to_owned()),
            (!state.wharf_used.is_empty(), format!("wharf used by {}", seats(state.wharf_used))),
            (loading && !state.passed.is_empty(), format!("wharf declined by {}", seats(state.passed))),
        ];
        for (holds, what) in phase {
            if holds {
                text += &wrapped("Captain phase  ", [what], ", ");
            }
        }
        if !loading && !state.passed.is_empty() {
            text += &wrapped("Declined by    ", [seats(state.passed)], ", ");
        }
        text
    }

    /// Writes a column for each seat, and the rest of the table next to them.
    pub(super) fn show_players(&self, state: &State) -> String {
        let rules = &self.rules;
        let players = &state.players[..rules.players];
        let seats: Vec<String> =
            Seat::all(rules.players).map(|seat| format!("seat {}", seat.number())).collect();
        let mut columns = vec![("", Align::Left), ("cost", Align::Right), ("left", Align::Right)];
        columns.extend(seats.iter().map(|seat| (seat.as_str(), Align::Right)));
        let mut table = TextTable::new(&columns);
        let mut row = |name: &str, cost: Option<u8>, left: Option<i16>, cells: Vec<String>| {
            let cost = cost.map_or(String::new(), |cost| cost.to_string());
            let left = left.map_or(String::new(), |left| left.to_string());
            table.row([name.to_owned(), cost, left].into_iter().chain(cells));
        };
        let each = |cell: &dyn Fn(&Player) -> String| players.iter().map(cell).collect::<Vec<_>>();
        let heading = || vec![String::new(); players.len()];

        row("Doubloons", None, None, each(&|player| player.doubloons.to_string()));
        row("VP chips", None, Some(state.pool.max(0)), each(&|player| player.vp.to_string()));
        row("San Juan", None, None, each(&|player| count(player.san_juan)));
        row("Barrels", None, None, heading());
        for good in Good::ALL {
            let left = state.supply.get(good.index());
            let cells = each(&|player| count(player.goods.get(good.index())));
            row(&format!("  {}", title(good.word())), None, Some(left.into()), cells);
        }
        row("Island: colonists/tiles", None, None, heading());
        let face_down = self.face_down(state);
        for tile in Tile::ALL {
            let left = tile.good().map_or(state.quarries, |good| face_down[good]);
            let cells =
                each(&|player| staffed(player.occupied.get(tile.index()), player.tiles.get(tile.index())));
            row(&format!("  {}", title(tile.word())), None, Some(left.into()), cells);
        }
        row("City: colonists/circles", None, None, heading());
        for building in Building::ALL {
            let id = building.index();
            let owners = players.iter().filter(|player| player.owns(building)).count();
            let left = usize::from(rules.copies[building]).saturating_sub(owners);
            let cells = each(&|player| {
                if player.owns(building) {
                    format!("{}/{}", player.staff(id), rules.circles[building])
                } else {
                    ".".to_owned()
                }
            });
            row(
                &format!("  {}", title(building.word())),
                Some(rules.cost[building]),
                Some(left as i16),
                cells,
            );
        }
        row(
            "Free spaces in the city",
            None,
            None,
            each(&|player| SPACES.saturating_sub(player.city).to_string()),
        );
        table.to_string()
    }
}

/// Lists the goods that there are, with their numbers.
fn numbered(count: impl Fn(Good) -> u8) -> impl Iterator<Item = String> {
    Good::ALL.into_iter().filter_map(move |good| match count(good) {
        0 => None,
        number => Some(format!("{number} {}", good.word())),
    })
}

/// Writes the number of a player's tiles with a colonist.
fn staffed(occupied: u8, tiles: u8) -> String {
    if tiles == 0 { ".".to_owned() } else { format!("{occupied}/{tiles}") }
}

/// Lists the seats of a set.
fn seats(set: KeySet<Seat>) -> String {
    let seats: Vec<String> = set.iter().map(|seat| format!("seat {}", seat.number())).collect();
    seats.join(" and ")
}
