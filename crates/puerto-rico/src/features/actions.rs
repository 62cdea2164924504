//! The groups that name an action to a network, and those of the action indices.

use tradewinds_game::{ActionFeatures, index_groups};

use super::{KIND_WORDS, KINDS};
use crate::PuertoRico;
use crate::action::Action;
use crate::limits::{MAX_SHIPS, SPACES};
use crate::slot;
use crate::state::State;
use crate::words::{Building, Decision, Good, Role, Tile};

/// The number of colonists that can be placed at once, from none.
const PLACED: usize = SPACES as usize + 1;
/// The sets of the other four kinds that are kept beside a single barrel.
const KEPT: usize = 1 << (Good::COUNT - 1);

index_groups! {
    /// The groups that name an action to a network.
    enum Part = ACTION;
    Pass "pass"[KINDS] of KIND_WORDS, "Do nothing, by the kind of decision.";
    Role "role"[Role::COUNT], "Pick this role.";
    Doubloons "doubloons"[5], "Doubloons on the role's card: 0 to 4 or more.";
    Draw "draw"[1], "Draw a face-down plantation.";
    Tile "tile"[Tile::COUNT], "Take this tile.";
    Bonus "bonus"[Good::COUNT], "Take a barrel of this kind at the craftsman.";
    Colonist "colonist"[3], "Take the colonist of the mayor, of the hospice, of the university.";
    Place "place"[4 * slot::COUNT], "Put 0, 1, 2 or more colonists on this slot type; 4 indices for a type.";
    Left "left"[4], "Empty circles that a placement leaves on the slot type: 0 to 3 or more.";
    Build "build"[Building::COUNT], "Build this building.";
    Sell "sell"[Good::COUNT], "Sell a barrel of this kind.";
    Ship "ship"[Good::COUNT], "Load this kind on a cargo ship.";
    Hull "hull"[3], "The ship: the smallest, the middle, the largest.";
    Fills "fills"[1], "Whether the load fills the ship.";
    Wharf "wharf"[Good::COUNT], "Load this kind on the own wharf.";
    Load "load"[8], "Barrels loaded: 1 to 8 or more.";
    Keep "keep"[Good::COUNT], "Keep all barrels of this kind.";
    One "one"[Good::COUNT], "Keep one barrel of this kind.";
}

index_groups! {
    /// The groups of the action indices.
    enum Index = INDEX;
    Pass "pass"[1], "Do nothing.";
    Role "role"[Role::COUNT] of &Role::WORDS, "Pick this role.";
    Draw "draw"[1], "Draw a face-down plantation.";
    Take "take"[Tile::COUNT] of &Tile::WORDS, "Take this tile; at craft_bonus a barrel of this kind.";
    Accept "take_colonist"[1], "Take the colonist, or whatever else is offered.";
    Place "place"[PLACED], "Put this many colonists on the slot type at hand, from 0.";
    Build "build"[Building::COUNT] of &Building::WORDS, "Build this building.";
    Sell "sell"[Good::COUNT] of &Good::WORDS, "Sell a barrel of this kind.";
    Ship "ship"[Good::COUNT * MAX_SHIPS], "Load this kind on this ship: 3 * kind + ship.";
    Wharf "wharf"[Good::COUNT] of &Good::WORDS, "Load this kind on the own wharf.";
    Store "store"[Good::COUNT * KEPT], "Keep one barrel of this kind and all of some others: 16 * kind + a bit for each other kind.";
}

/// Returns the index of an action.
#[inline]
pub(super) fn index_of(action: Action) -> usize {
    match action {
        Action::Pass => Index::Pass.at(0),
        Action::Role(role) => Index::Role.at(role.index()),
        Action::Draw => Index::Draw.at(0),
        Action::Take(tile) => Index::Take.at(tile.index()),
        Action::Accept => Index::Accept.at(0),
        Action::Place(count) => Index::Place.at(usize::from(count).min(PLACED - 1)),
        Action::Build(building) => Index::Build.at(building.index()),
        Action::Sell(good) => Index::Sell.at(good.index()),
        Action::Ship(good, ship) => Index::Ship.at(MAX_SHIPS * good.index() + usize::from(ship)),
        Action::Wharf(good) => Index::Wharf.at(good.index()),
        Action::Store(keep, one) => {
            // The bit of the single barrel's own kind is never set, so it is left out.
            let (keep, bit) = (usize::from(keep), one.index());
            let below = (1 << bit) - 1;
            Index::Store.at(KEPT * bit + (keep & below | keep >> 1 & !below))
        }
    }
}

/// Writes the features of an action of the seat that decides.
pub(super) fn write_action(game: &PuertoRico, state: &State, action: Action, out: &mut ActionFeatures) {
    let mut set = |part: Part, entry: usize| part.push(out, entry);
    let load = |good: Good, room: u8| state.current().goods.get(good.index()).min(room);
    match action {
        Action::Pass => set(Part::Pass, state.seen_as().index()),
        Action::Role(role) => {
            set(Part::Role, role.index());
            set(Part::Doubloons, state.role_doubloons[role].into());
        }
        Action::Draw => set(Part::Draw, 0),
        Action::Take(tile) => match (state.decision, tile.good()) {
            (Decision::CraftBonus, Some(good)) => set(Part::Bonus, good.index()),
            _ => set(Part::Tile, tile.index()),
        },
        Action::Accept => set(
            Part::Colonist,
            match state.seen_as() {
                Decision::MayorBonus => 0,
                Decision::Hospice => 1,
                _ => 2,
            },
        ),
        Action::Place(count) => {
            set(Part::Place, 4 * usize::from(state.detail) + usize::from(count).min(3));
            set(Part::Left, state.circles.saturating_sub(count).into());
        }
        Action::Build(building) => set(Part::Build, building.index()),
        Action::Sell(good) => set(Part::Sell, good.index()),
        Action::Ship(good, ship) => {
            let index = usize::from(ship);
            let room = game.rules.spaces[index].saturating_sub(state.ships[index].load);
            let loaded = load(good, room);
            set(Part::Ship, good.index());
            set(Part::Hull, index);
            if loaded == room {
                set(Part::Fills, 0);
            }
            set(Part::Load, usize::from(loaded.max(1)) - 1);
        }
        Action::Wharf(good) => {
            set(Part::Wharf, good.index());
            set(Part::Load, usize::from(load(good, u8::MAX).max(1)) - 1);
        }
        Action::Store(keep, one) => {
            for good in Good::ALL {
                if keep >> good.index() & 1 == 1 {
                    set(Part::Keep, good.index());
                }
            }
            set(Part::One, one.index());
        }
    }
}
