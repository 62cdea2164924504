//! The block of a seat.

use tradewinds_game::features::places_to;
use tradewinds_game::groups;

use super::{Common, KIND_WORDS, KINDS, Outlook, Place, write_counts};
use crate::PuertoRico;
use crate::limits::SPACES;
use crate::state::State;
use crate::words::{Building, Decision, Good, Role, Tile};

/// The last level of barrels that ships have room for.
const LOADS: u16 = 11;
/// The last level of doubloons.
const DOUBLOONS: u16 = 20;
/// The last level of free circles.
const CIRCLES: u16 = 9;
/// The last level of a sale: its price and a half, in halves.
const SALE: u16 = 13;

groups! {
    /// The groups of a seat's block.
    const SEAT;
    /// Writes the block of a seat.
    fn write_seat, observe_seat(
        game: &PuertoRico, state: &State, place: &Place<'_>; common: &Common, outlook: &Outlook,
    ) {
        sparse "decides"[KINDS] of KIND_WORDS, "The kind of decision, if the seat decides."
            => |out| out.set_if(state.seen_as().index(), state.player == place.seat);
        dense "decides"[1], "Whether the seat decides."
            => |out| out.set_if(0, state.player == place.seat && state.decision != Decision::Over);
        sparse "due"[Role::COUNT] of &Role::WORDS, "The role that is resolved, if the seat is still to act in it."
            => |out| if let Some(role) = place.role { out.set_if(role.index(), common.to_act.has(place.seat)) };
        "chooser"[1], "Whether it has picked the role that is resolved."
            => |out| out.set_if(0, place.role.is_some() && state.chooser == place.seat);
        sparse "wait"[1], levels 0 to 4, "Picks of roles before the seat's next one."
            => |out| out.level(outlook.wait);
        "governor"[1], levels 0 to 4, "Places clockwise from the governor."
            => |out| out.level(places_to(state.governor, place.seat, game.rules.players));
        "vacant"[Building::COUNT] of &Building::WORDS, "Buildings without a colonist."
            => |out| for building in place.player.owned {
                out.set_if(building.index(), !place.player.occupies(building));
            };
        "staffed"[Building::COUNT] of &Building::WORDS, levels 1 to 1, "Colonists on the buildings."
            => |out| for building in place.player.owned {
                out.count(building.index(), place.player.staff(building.index()));
            };
        "tiles"[Tile::COUNT] of &Tile::WORDS, levels 1 to 5, "Island tiles."
            => |out| write_counts(&mut out, place.player.tiles);
        "occupied"[Tile::COUNT] of &Tile::WORDS, levels 1 to 5, "Island tiles with a colonist."
            => |out| write_counts(&mut out, place.player.occupied);
        sparse "output"[Good::COUNT] of &Good::WORDS, levels 1 to 5, "Barrels that a craftsman would bring."
            => |out| write_counts(&mut out, outlook.output);
        sparse "idle"[Good::COUNT] of &Good::WORDS, levels 1 to 5, "Barrels more with all circles full."
            => |out| write_counts(&mut out, outlook.potential.less(outlook.output));
        sparse "kinds"[1], levels 0 to 5, "Kinds that a craftsman would bring."
            => |out| out.level(outlook.output.kinds().count());
        "goods"[Good::COUNT] of &Good::WORDS, levels 1 to 6, "Barrels on the windrose."
            => |out| write_counts(&mut out, place.player.goods);
        sparse "barrels"[1], levels 0 to LOADS, "Barrels in hand."
            => |out| out.level(place.player.goods.total());
        "doubloons"[1], levels 0 to DOUBLOONS, "Doubloons."
            => |out| out.level(place.player.doubloons);
        "colonists"[1], levels 0 to 23, "All colonists."
            => |out| out.level(place.player.colonists);
        "san_juan"[1], levels 0 to 5, "Colonists in San Juan; at place also those not placed yet."
            => |out| out.level(place.player.san_juan);
        sparse "empty"[1], levels 0 to CIRCLES, "Empty circles."
            => |out| out.level(outlook.empty);
        "city"[1], levels 0 to SPACES, "Filled city spaces."
            => |out| out.level(place.player.city);
        "island"[1], levels 0 to SPACES, "Filled island spaces."
            => |out| out.level(place.player.tiles.total());
        sparse "violets"[1], levels 0 to 7, "Occupied small violet buildings."
            => |out| out.level(place.player.occupied_violets());
        sparse "loads"[1], levels 0 to LOADS, "Barrels that some ship has room for."
            => |out| out.level(outlook.loads);
        sparse "captain_free"[1], levels 0 to LOADS, "The same, while the captain is free."
            => |out| if common.free.has(Role::Captain) { out.level(outlook.loads) };
        sparse "captain_due"[1], levels 0 to LOADS, "The same, before the seat's turn of a captain phase."
            => |out| if place.is_due(common, Role::Captain) { out.level(outlook.loads) };
        sparse "trader_free"[1], levels 0 to SALE, "Price of the dearest barrel that can be sold and a half, in halves, while the trader is free."
            => |out| if common.free.has(Role::Trader) { out.level(outlook.sale) };
        sparse "trader_due"[1], levels 0 to SALE, "The same, before the seat's turn of a trader phase."
            => |out| if place.is_due(common, Role::Trader) { out.level(outlook.sale) };
        sparse "builder_free"[1], levels 0 to DOUBLOONS, "Doubloons, while the builder is free."
            => |out| if common.free.has(Role::Builder) { out.level(place.player.doubloons) };
        sparse "builder_due"[1], levels 0 to DOUBLOONS, "The same, before the seat's turn of a builder phase."
            => |out| if place.is_due(common, Role::Builder) { out.level(place.player.doubloons) };
        sparse "craftsman_free"[1], levels 0 to LOADS, "Barrels that a craftsman would bring, while the craftsman is free."
            => |out| if common.free.has(Role::Craftsman) { out.level(outlook.output.total()) };
        sparse "mayor_free"[1], levels 0 to CIRCLES, "Empty circles, while the mayor is free."
            => |out| if common.free.has(Role::Mayor) { out.level(outlook.empty) };
        "wharf"[2] of &["used", "declined"], "Whether it has used its wharf in this captain phase; has declined it, or its goods or colonists where they are offered."
            => |out| {
                out.set_if(0, state.wharf_used.has(place.seat));
                out.set_if(1, state.passed.has(place.seat));
            };
        sparse "points"[1], number 20 to 150, "VP as if the game ended now."
            => |out| out.number(0, game.points(place.player).total());
        "chips"[1], number 20 to 150, "VP from chips and paper."
            => |out| out.number(0, place.player.vp);
        sparse "pending"[1], number 5 to 30, "VP that large buildings score once they are occupied."
            => |out| out.number(0, game.pending(place.player));
        sparse "riches"[1], number 10 to 40, "Doubloons beyond 20."
            => |out| out.number(0, place.player.doubloons.saturating_sub(DOUBLOONS));
    }
}
