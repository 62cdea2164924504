//! A player's board of Puerto Rico: the island, the city and the store.

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_puerto_rico::{Building, Decision, Good, Tile};

use super::super::icons::stack;
use super::super::pieces::piece;
use super::super::{count, heap_of, noun};
use super::Board;
use super::harbour::field;
use super::market::{facade, rings};

/// The spaces of an island, and of a city.
const SPACES: u32 = 12;

/// Draws a player's board.
pub(super) fn home(board: &Board<'_>, seat: usize) -> Markup {
    let (step, player) = (&board.position.step, &board.position.players[seat]);
    let is_placing =
        board.asked.joint.is_none() && step.decision == Decision::Place && step.player == Some(seat as u32);
    let slot = step.slot.as_deref().filter(|_| is_placing).unwrap_or_default();
    let is_own = board.shown.reader().is_some_and(|reader| reader.index() == seat);
    let place = format!("seat {seat}");
    html! {
        div.store {
            (board.marked(format_args!("+/players/{seat}/doubloons"), &heap_of("coin", "", &noun(player.doubloons, "doubloon"), &place, player.doubloons)))
            (board.marked(format_args!("+/players/{seat}/vp"), &heap_of("chip", "", "VP in chips", &place, player.vp)))
            span.stat title="colonists in San Juan" data-mark=[board.mark(format_args!("+/players/{seat}/san_juan"))] {
                @for _ in 0..player.san_juan.min(MAX_DISCS) { (piece("disc").of("colour-people").lies("disc", &format!("{place} San Juan"))) }
                @if player.san_juan == 0 || player.san_juan > MAX_DISCS { b { (player.san_juan) } }
                small { "San Juan" } span.sr { ": " (counted(player.san_juan, "colonist")) }
            }
            span.shelf { @for kind in Good::ALL {
                @let goods = stack(kind.word(), &place, count(&player.goods, kind));
                @if count(&player.goods, kind) > 0 { (board.marked(format_args!("+/players/{seat}/goods/{kind};/players/{seat}/goods"), &goods)) }
            } }
        }
        @if is_own { (choices(board, slot)) }
        div.lands {
            (island(board, seat, slot, &place, is_own))
            (city(board, seat, slot, &place, is_own))
        }
    }
}

/// The maximum number of colonists in San Juan that are drawn.
const MAX_DISCS: u32 = 8;

/// Draws what is decided about a player's own board as a whole.
fn choices(board: &Board<'_>, slot: &str) -> Markup {
    let is_here = |action: &str| {
        (action.starts_with("place ") && board.asked.joint.is_none())
            || action.starts_with("keep ")
            || action == "take colonist"
            || (board.position.step.decision == Decision::Offer && action.starts_with("take "))
    };
    let offers: Vec<_> = board.offers.iter().filter(|offer| is_here(&offer.action)).collect();
    html! {
        @if !offers.is_empty() { div.choices {
            @if !slot.is_empty() { span.label { "Colonists on " (slot) } }
            @for offer in offers {
                @let number = offer.action.strip_prefix("place ").and_then(|rest| rest.split(' ').next());
                (board.act(&offer.action, "inline", &html! { @match number { Some(number) => (number), None => (offer.order) } }))
            }
        } }
    }
}

/// Draws the spaces of an island.
fn island(board: &Board<'_>, seat: usize, slot: &str, place: &str, is_own: bool) -> Markup {
    let player = &board.position.players[seat];
    let used: u32 = player.tiles.values().sum();
    html! {
        ul.island.meadow.spaces aria-label={ "Island, " (used) " of " (counted(SPACES, "space")) } {
            @for kind in Tile::ALL {
                @let filled = count(&player.occupied, kind);
                @for tile in 0..count(&player.tiles, kind) {
                    li class={ "plot" @if slot == kind.word() { " chosen" } } data-about=(kind) data-spot=[is_own.then_some(kind)] {
                        @let sign = if tile < filled { '-' } else { '+' };
                        (board.marked(format_args!("{sign}/players/{seat}/occupied/{kind};/players/{seat}/tiles/{kind}"), &html! {
                            (field(kind.word(), place, None))
                            (rings(1, u32::from(tile < filled), &format!("{place} {kind}")))
                            span.sr { @if tile < filled { ", occupied" } @else { ", empty" } }
                        }))
                    }
                }
            }
            @for _ in used..SPACES { li.lot aria-hidden="true" {} }
        }
    }
}

/// Draws the spaces of a city; a large building takes two.
fn city(board: &Board<'_>, seat: usize, slot: &str, place: &str, is_own: bool) -> Markup {
    let player = &board.position.players[seat];
    let used: u32 = player.buildings.keys().map(|building| u32::from(building.spaces())).sum();
    html! {
        ul.city.street-stone.spaces aria-label={ "City, " (used) " of " (counted(SPACES, "space")) } {
            @for building in Building::ALL {
                @if let Some(&staffed) = player.buildings.get(&building) {
                    @let circles = u32::from(board.game.rules().circles[building]);
                    li class={ (facade(building)) @if building.spaces() > 1 { " large" } @if slot == building.word() { " chosen" } } data-about=(building) data-spot=[is_own.then_some(building)] data-piece=(building) data-at=(place) {
                        @let (own, staff) = (format!("/players/{seat}/buildings#{building}"), format!("/players/{seat}/buildings/{building}"));
                        span.name data-mark=[board.mark(format_args!("{own};{staff}"))] { (hyphened(building)) }
                        span.staff data-mark=[board.mark(format_args!("{}{staff}", if staffed < circles { "+".to_owned() } else { format!("-{staffed}") }))] { (rings(circles, staffed, &format!("{place} {building}"))) }
                        span.sr { ", " (staffed) " of " (counted(circles, "colonist")) }
                    }
                }
            }
            @for _ in used..SPACES { li.lot aria-hidden="true" {} }
        }
    }
}

/// Writes the name of a building with places where a narrow space may break it.
fn hyphened(building: Building) -> String {
    let name = building.word().replace("warehouse", "ware\u{ad}house");
    name.replace("construction", "construc\u{ad}tion")
}
