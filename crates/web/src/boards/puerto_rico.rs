//! The board of Puerto Rico.

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_game::speech::capital;
use tradewinds_puerto_rico::{Building, Decision, Good, PlayerFile, PositionFile, PuertoRico, Role, Tile};

use super::icons::{good, goods, icon};
use super::{Panel, badge, by_word, count, stat};

type Board<'a> = super::Board<'a, PuertoRico, PositionFile>;

/// Returns the icon of a role.
const fn shape(role: Role) -> &'static str {
    match role {
        Role::Settler => "leaf",
        Role::Mayor => "person",
        Role::Builder => "hammer",
        Role::Craftsman => "wheat",
        Role::Trader => "scales",
        Role::Captain => "ship",
        Role::Prospector1 | Role::Prospector2 => "coin",
    }
}

/// Describes a building in a few words.
const fn about(building: Building) -> &'static str {
    match building {
        Building::SmallIndigoPlant | Building::IndigoPlant => "makes indigo",
        Building::SmallSugarMill | Building::SugarMill => "makes sugar",
        Building::TobaccoStorage => "makes tobacco",
        Building::CoffeeRoaster => "makes coffee",
        Building::SmallMarket => "+1 doubloon with a sale",
        Building::Hacienda => "an extra plantation from the pile",
        Building::ConstructionHut => "a quarry instead of a plantation",
        Building::SmallWarehouse => "keep all of 1 kind",
        Building::Hospice => "a colonist with a new tile",
        Building::Office => "sell what is in the house already",
        Building::LargeMarket => "+2 doubloons with a sale",
        Building::LargeWarehouse => "keep all of 2 kinds",
        Building::Factory => "doubloons for different goods",
        Building::University => "a colonist with a new building",
        Building::Harbor => "+1 VP with each load",
        Building::Wharf => "an own ship",
        Building::GuildHall => "VP for production buildings",
        Building::Residence => "VP for filled island spaces",
        Building::Fortress => "VP for colonists",
        Building::CustomsHouse => "VP for VP chips",
        Building::CityHall => "VP for violet buildings",
    }
}

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 8] = [
    ("coin", "doubloons; with a role, what its taker gets"),
    ("vp", "VP: in chips, or what a building is worth"),
    ("person", "colonists in San Juan, or in the supply"),
    ("ship", "a cargo ship with its spaces; in the supply, colonists on the ship"),
    ("barrel", "a barrel, with the first letters of its good"),
    ("leaf", "a plantation; a filled circle is a colonist at work"),
    ("rock", "a quarry"),
    ("crown", "the governor, who chooses a role first"),
];

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new("roles", html! { "Roles" }, roles(board)),
        Panel::new("ships", html! { "Cargo ships" }, ships(board)),
        Panel::new("trade", html! { "Trading house" }, trading_house(board)),
        Panel::new("tiles", html! { "Plantations" }, tiles(board)),
        Panel::new("supply", html! { "Supply" }, supply(board)),
    ];
    for seat in board.seats() {
        let extra = html! {
            @if taker(board, 0) == seat { span.tag { (icon("crown")) " governor" } }
        };
        panels.push(Panel::new(board.seat_class(seat), board.seat_title(seat, &extra), home(board, seat)));
    }
    panels.push(Panel::new("market", html! { "Buildings" }, market(board)));
    panels
}

/// Returns the seat that takes a role after a number of others: the first is the governor.
fn taker(board: &Board<'_>, picks: usize) -> usize {
    (board.position.round as usize - 1 + picks) % board.position.players.len()
}

fn roles(board: &Board<'_>) -> Markup {
    let picked = &board.position.picked;
    html! {
        div.cards {
            @for role in board.game.rules().roles.iter() {
                @let name = role.word_for(board.position.players.len());
                @let taken = picked.iter().position(|other| other == name);
                @let now = taken.is_some_and(|place| place + 1 == picked.len());
                @let class = match taken { _ if now => "role current", Some(_) => "role taken", None => "role" };
                (board.act(name, class, &html! {
                    (icon(shape(role))) span.name { (capital(name)) }
                    @match (taken, board.position.role_doubloons.get(name)) {
                        (Some(place), _) => span.by { (badge(taker(board, place))) span.sr { "taken by " (board.name(taker(board, place))) } },
                        (None, None) => {}
                        (None, Some(coins)) => span.coins { "+" (coins) (icon("coin")) span.sr { " doubloons" } },
                    }
                }))
            }
        }
    }
}

fn ships(board: &Board<'_>) -> Markup {
    html! {
        @for (spaces, cargo) in &board.position.ships {
            @let size: u32 = spaces.parse().unwrap_or(0);
            @let load = cargo.first_key_value();
            @let loads: Vec<String> = Good::ALL.iter().map(|kind| format!("ship {kind} {spaces}")).collect();
            @let loads: Vec<&str> = loads.iter().map(String::as_str).filter(|load| board.offers.iter().any(|offer| offer.action == *load)).collect();
            @let hold = html! {
                span.hull { (icon("ship")) b { (spaces) } }
                span.hold {
                    @for space in 0..size {
                        @match load { Some((kind, &count)) if space < count => (good(kind.word(), "barrel")), _ => span.space {} }
                    }
                }
            };
            // A button for a ship is clear only if one kind can go there.
            @if let [only] = loads.as_slice() { (board.act(only, "ship", &hold)) } @else { div.ship { (hold) } }
        }
    }
}

fn trading_house(board: &Board<'_>) -> Markup {
    let (rules, house) = (board.game.rules(), &board.position.trading_house);
    html! {
        div.hold.house {
            @for (kind, count) in by_word(house) { @for _ in 0..count { (good(kind.word(), "barrel")) } }
            @for _ in house.values().sum()..u32::from(rules.trading_house_spaces) { span.space {} }
        }
        ul.prices {
            @for kind in Good::ALL {
                li { (board.act(&format!("sell {kind}"), "price", &html! { (good(kind.word(), "barrel")) b { (rules.prices[kind]) } (icon("coin")) })) }
            }
        }
    }
}

fn tiles(board: &Board<'_>) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let on_islands =
        |tile: Tile| -> u32 { position.players.iter().map(|player| count(&player.tiles, tile)).sum() };
    let left = |tile: Tile| u32::from(rules.tiles[tile]).saturating_sub(on_islands(tile));
    let discards: u32 = position.discards.values().sum();
    let plantations: u32 = Good::ALL.iter().map(|good| left(good.tile())).sum();
    let face_down = plantations.saturating_sub(position.face_up.values().sum::<u32>() + discards);
    html! {
        div.row {
            @for kind in Good::ALL {
                @for _ in 0..count(&position.face_up, kind) {
                    (board.act(&format!("take {kind}"), "tile", &good(kind.word(), "leaf")))
                }
            }
            (board.act("take quarry", "tile", &html! { (good("quarry", "rock")) span.left { "×" (left(Tile::Quarry)) } }))
        }
        p.note {
            (board.act("draw", "inline", &html! { (face_down) " face down" }))
            " · " (discards) " discarded"
        }
    }
}

fn supply(board: &Board<'_>) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let players = &position.players;
    let colonists = |player: &PlayerFile| {
        player.san_juan + player.occupied.values().sum::<u32>() + player.buildings.values().sum::<u32>()
    };
    let ship = position.colonist_ship;
    let out = ship + players.iter().map(colonists).sum::<u32>();
    let chips: i64 = players.iter().map(|player| i64::from(player.vp)).sum();
    let barrels = |kind: Good| {
        let held: u32 = players.iter().map(|player| count(&player.goods, kind)).sum();
        let shipped: u32 = position.ships.values().map(|cargo| count(cargo, kind)).sum();
        let sold = count(&position.trading_house, kind);
        u32::from(rules.goods[kind]).saturating_sub(held + shipped + sold)
    };
    html! {
        div.row {
            (stat("ship", "colonists on the ship", ship))
            (stat("person", "colonists in the supply", u32::from(rules.colonists).saturating_sub(out)))
            (stat("vp", "VP chips left", (i64::from(rules.victory_points) - chips).max(0)))
        }
        div.row { @for kind in Good::ALL {
            (board.act(&format!("take {kind}"), "pick", &goods(kind.word(), "barrel", barrels(kind))))
        } }
    }
}

/// Draws a player's board.
fn home(board: &Board<'_>, seat: usize) -> Markup {
    let (step, player) = (&board.position.step, &board.position.players[seat]);
    let is_placing = step.decision == Decision::Place && step.player == Some(seat as u32);
    let slot = step.slot.as_deref().filter(|_| is_placing).unwrap_or_default();
    html! {
        div.row.stats {
            (stat("coin", "doubloons", player.doubloons))
            (stat("vp", "VP in chips", player.vp))
            (stat("person", "colonists in San Juan", player.san_juan))
            span.barrels { @for (kind, &count) in &player.goods { (goods(kind.word(), "barrel", count)) } }
        }
        (island(player, slot))
        (city(board, player, slot))
    }
}

/// Draws the twelve spaces of an island.
fn island(player: &PlayerFile, slot: &str) -> Markup {
    html! {
        div.island role="group" aria-label="Island" {
            @for (kind, &tiles) in &player.tiles {
                @for tile in 0..tiles {
                    @let shape = if *kind == Tile::Quarry { "rock" } else { "leaf" };
                    span class={ "plot" @if slot == kind.word() { " chosen" } } { (good(kind.word(), shape)) (circle(tile < count(&player.occupied, *kind))) }
                }
            }
            @for _ in player.tiles.values().sum()..12_u32 { span.plot.empty {} }
        }
    }
}

/// Draws the place of a colonist.
fn circle(filled: bool) -> Markup {
    html! { span class={ "circle" @if filled { " filled" } } { span.sr { @if filled { " occupied" } @else { " empty" } } } }
}

fn city(board: &Board<'_>, player: &PlayerFile, slot: &str) -> Markup {
    let spaces: u8 = player.buildings.keys().map(|building| building.spaces()).sum();
    html! {
        ul.city aria-label="City" {
            @for (&building, &staffed) in &player.buildings {
                li class={ "building " (colour(building)) @if slot == building.word() { " chosen" } } title=(about(building)) {
                    (capital(building.word())) " " span.staff { @for place in 0..board.game.rules().circles[building] { (circle(u32::from(place) < staffed)) } }
                }
            }
            li.note { (counted(12_u8.saturating_sub(spaces), "city space")) " free" }
        }
    }
}

/// Returns the class of a building's colour.
fn colour(building: Building) -> String {
    building.good().map_or("violet".to_owned(), |good| format!("g-{good}"))
}

/// Draws the building board: a column for each number of quarries that count.
fn market(board: &Board<'_>) -> Markup {
    let (rules, players) = (board.game.rules(), &board.position.players);
    html! {
        div.columns {
            @for place in 1..=4 {
                ul.column aria-label={ "Up to " (place) " quarries" } {
                    @for building in Building::ALL.into_iter().filter(|building| rules.column[*building] == place) {
                        @let owned = players.iter().filter(|player| player.buildings.contains_key(&building)).count();
                        @let left = usize::from(rules.copies[building]).saturating_sub(owned);
                        li { (board.act(&format!("build {building}"), if left == 0 { "sale gone" } else { "sale" }, &html! {
                            span class={ "cost " (colour(building)) } { (rules.cost[building]) }
                            span.what { b { (capital(building.word())) } small { (about(building)) } }
                            span.vp { (rules.vp[building]) (icon("vp")) }
                            span.left { "×" (left) }
                        })) }
                    }
                }
            }
        }
    }
}
