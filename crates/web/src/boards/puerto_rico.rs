//! The board of Puerto Rico.

use maud::{Markup, html};
use serde_json::Value;
use tradewinds_game::counted;

use super::icons::{good, goods, icon};
use super::{Draw, Panel, badge, capital, counts, list, number, stat, text, total};

const KINDS: [&str; 5] = ["corn", "indigo", "sugar", "tobacco", "coffee"];
const ROLES: [(&str, &str); 7] = [
    ("settler", "leaf"),
    ("mayor", "person"),
    ("builder", "hammer"),
    ("craftsman", "wheat"),
    ("trader", "scales"),
    ("captain", "ship"),
    ("prospector", "coin"),
];
/// The buildings by the column of the building board that the page prints, with what they do.
const BUILDINGS: [(&str, &str); 23] = [
    ("small indigo plant", "makes indigo"),
    ("small sugar mill", "makes sugar"),
    ("indigo plant", "makes indigo"),
    ("sugar mill", "makes sugar"),
    ("tobacco storage", "makes tobacco"),
    ("coffee roaster", "makes coffee"),
    ("small market", "+1 doubloon with a sale"),
    ("hacienda", "an extra plantation from the pile"),
    ("construction hut", "a quarry instead of a plantation"),
    ("small warehouse", "keep all of 1 kind"),
    ("hospice", "a colonist with a new tile"),
    ("office", "sell what is in the house already"),
    ("large market", "+2 doubloons with a sale"),
    ("large warehouse", "keep all of 2 kinds"),
    ("factory", "doubloons for different goods"),
    ("university", "a colonist with a new building"),
    ("harbor", "+1 VP with each load"),
    ("wharf", "an own ship"),
    ("guild hall", "VP for production buildings"),
    ("residence", "VP for filled island spaces"),
    ("fortress", "VP for colonists"),
    ("customs house", "VP for VP chips"),
    ("city hall", "VP for violet buildings"),
];

/// Returns a building's key in the game's numbers.
fn key(building: &str) -> String {
    building.replace(' ', "_")
}

/// Returns whether a building makes goods.
fn is_production(building: &str) -> bool {
    BUILDINGS[..6].iter().any(|(name, _)| *name == building)
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

pub(super) fn panels(draw: &Draw<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new("roles", html! { "Roles" }, roles(draw)),
        Panel::new("ships", html! { "Cargo ships" }, ships(draw)),
        Panel::new("trade", html! { "Trading house" }, trading_house(draw)),
        Panel::new("tiles", html! { "Plantations" }, tiles(draw)),
        Panel::new("supply", html! { "Supply" }, supply(draw)),
    ];
    for seat in draw.seats() {
        let player = &draw.players()[seat];
        let extra = html! {
            @if governor(draw) == seat { span.tag { (icon("crown")) " governor" } }
        };
        panels.push(Panel::new(
            draw.seat_class(seat),
            draw.seat_title(seat, &extra),
            home(draw, seat, player),
        ));
    }
    panels.push(Panel::new("market", html! { "Buildings" }, market(draw)));
    panels
}

fn governor(draw: &Draw<'_>) -> usize {
    (number(&draw.position()["round"]).max(1) as usize - 1) % draw.players().len().max(1)
}

fn roles(draw: &Draw<'_>) -> Markup {
    let position = draw.position();
    let players = draw.players().len();
    let picked: Vec<&str> = list(&position["picked"]).iter().map(text).collect();
    let prospectors = draw.number(&["setup", &players.to_string(), "prospectors"]);
    let mut cards: Vec<(String, &str)> = Vec::new();
    for (name, shape) in ROLES {
        match (name, prospectors) {
            ("prospector", 0) => {}
            ("prospector", 2) => {
                cards.extend([("prospector 1".to_owned(), shape), ("prospector 2".to_owned(), shape)]);
            }
            _ => cards.push((name.to_owned(), shape)),
        }
    }
    html! {
        div.cards {
            @for (role, shape) in &cards {
                @let taken = picked.iter().position(|name| name == role);
                @let now = taken.is_some_and(|place| place + 1 == picked.len());
                @let class = match taken { _ if now => "role current", Some(_) => "role taken", None => "role" };
                (draw.act(role, class, &html! {
                    (icon(shape)) span.name { (capital(role)) }
                    @match (taken, number(&position["role_doubloons"][role.as_str()])) {
                        (Some(place), _) => span.by { (badge((governor(draw) + place) % players)) span.sr { "taken by " (draw.name((governor(draw) + place) % players)) } },
                        (None, 0) => {}
                        (None, coins) => span.coins { "+" (coins) (icon("coin")) span.sr { " doubloons" } },
                    }
                }))
            }
        }
    }
}

fn ships(draw: &Draw<'_>) -> Markup {
    let ships = draw.position()["ships"].as_object();
    html! {
        @for (spaces, cargo) in ships.into_iter().flatten() {
            @let size: u64 = spaces.parse().unwrap_or(0);
            @let load = counts(cargo).first().copied();
            @let loads: Vec<String> = KINDS.iter().map(|kind| format!("ship {kind} {spaces}")).collect();
            @let loads: Vec<&str> = loads.iter().map(String::as_str).filter(|load| draw.offers.iter().any(|offer| offer.action == *load)).collect();
            @let hold = html! {
                span.hull { (icon("ship")) b { (spaces) } }
                span.hold {
                    @for space in 0..size {
                        @match load { Some((kind, count)) if space < count => (good(kind, "barrel")), _ => span.space {} }
                    }
                }
            };
            // A button for a ship is clear only if one kind can go there.
            @if let [only] = loads.as_slice() { (draw.act(only, "ship", &hold)) } @else { div.ship { (hold) } }
        }
    }
}

fn trading_house(draw: &Draw<'_>) -> Markup {
    let house = &draw.position()["trading_house"];
    let spaces = draw.number(&["rules", "trading_house_spaces"]);
    let sold = counts(house);
    html! {
        div.hold.house {
            @for (kind, count) in &sold { @for _ in 0..*count { (good(kind, "barrel")) } }
            @for _ in total(house)..spaces { span.space {} }
        }
        ul.prices {
            @for kind in KINDS {
                @let price = draw.number(&["price", kind]);
                li { (draw.act(&format!("sell {kind}"), "price", &html! { (good(kind, "barrel")) b { (price) } (icon("coin")) })) }
            }
        }
    }
}

fn tiles(draw: &Draw<'_>) -> Markup {
    let position = draw.position();
    let players = draw.players().len().to_string();
    let on_islands =
        |kind: &str| -> u64 { draw.players().iter().map(|player| number(&player["tiles"][kind])).sum() };
    let quarries = draw.number(&["setup", &players, "quarries"]).saturating_sub(on_islands("quarry"));
    let all: u64 = KINDS.iter().map(|kind| draw.number(&["setup", &players, "plantations", kind])).sum();
    let out: u64 = KINDS.iter().map(|kind| on_islands(kind)).sum();
    let elsewhere = out + total(&position["face_up"]) + total(&position["discards"]);
    html! {
        div.row {
            @for kind in KINDS {
                @for _ in 0..number(&position["face_up"][kind]) {
                    (draw.act(&format!("take {kind}"), "tile", &good(kind, "leaf")))
                }
            }
            (draw.act("take quarry", "tile", &html! { (good("quarry", "rock")) span.left { "×" (quarries) } }))
        }
        p.note {
            (draw.act("draw", "inline", &html! { (all.saturating_sub(elsewhere)) " face down" }))
            " · " (total(&position["discards"])) " discarded"
        }
    }
}

fn supply(draw: &Draw<'_>) -> Markup {
    let position = draw.position();
    let players = draw.players();
    let count = players.len().to_string();
    let setup = |name: &str| draw.number(&["setup", &count, name]);
    let colonists = |player: &Value| {
        number(&player["san_juan"]) + total(&player["occupied"]) + total(&player["buildings"])
    };
    let on_boards: u64 = players.iter().map(colonists).sum();
    let ship = number(&position["colonist_ship"]);
    let all = setup("colonists") + setup("colonists_on_ship");
    let chips: u64 = players.iter().map(|player| number(&player["vp"])).sum();
    let barrels = |kind: &str| {
        let held: u64 = players.iter().map(|player| number(&player["goods"][kind])).sum();
        let shipped: u64 =
            position["ships"].as_object().into_iter().flatten().map(|(_, cargo)| number(&cargo[kind])).sum();
        let sold = number(&position["trading_house"][kind]);
        draw.number(&["setup", &count, "goods", kind]).saturating_sub(held + shipped + sold)
    };
    html! {
        div.row {
            (stat("ship", "colonists on the ship", ship))
            (stat("person", "colonists in the supply", all.saturating_sub(on_boards + ship)))
            (stat("vp", "VP chips left", setup("victory_points").saturating_sub(chips)))
        }
        div.row { @for kind in KINDS {
            (draw.act(&format!("take {kind}"), "pick", &goods(kind, "barrel", barrels(kind))))
        } }
    }
}

/// Draws a player's board.
fn home(draw: &Draw<'_>, seat: usize, player: &Value) -> Markup {
    let step = &draw.position()["step"];
    let is_placing = text(&step["decision"]) == "place" && step["player"].as_u64() == Some(seat as u64);
    let slot = if is_placing { text(&step["slot"]) } else { "" };
    html! {
        div.row.stats {
            (stat("coin", "doubloons", number(&player["doubloons"])))
            (stat("vp", "VP in chips", number(&player["vp"])))
            (stat("person", "colonists in San Juan", number(&player["san_juan"])))
            span.barrels { @for kind in KINDS {
                @let count = number(&player["goods"][kind]);
                @if count > 0 { (goods(kind, "barrel", count)) }
            } }
        }
        (island(player, slot))
        (city(draw, player, slot))
    }
}

/// Draws the twelve spaces of an island.
fn island(player: &Value, slot: &str) -> Markup {
    let mut spaces = 0;
    html! {
        div.island role="group" aria-label="Island" {
            @for kind in KINDS.iter().chain(&["quarry"]) {
                @let tiles = number(&player["tiles"][*kind]);
                @let occupied = number(&player["occupied"][*kind]);
                @for tile in 0..tiles {
                    @let shape = if *kind == "quarry" { "rock" } else { "leaf" };
                    span class={ "plot" @if slot == *kind { " chosen" } } { (good(kind, shape)) (circle(tile < occupied)) }
                }
                ({ spaces += tiles; "" })
            }
            @for _ in spaces..12 { span.plot.empty {} }
        }
    }
}

/// Draws the place of a colonist.
fn circle(filled: bool) -> Markup {
    html! { span class={ "circle" @if filled { " filled" } } { span.sr { @if filled { " occupied" } @else { " empty" } } } }
}

fn city(draw: &Draw<'_>, player: &Value, slot: &str) -> Markup {
    let owned = &player["buildings"];
    let spaces: u64 = BUILDINGS
        .iter()
        .filter(|(name, _)| owned.get(name).is_some())
        .map(|(name, _)| draw.number(&["building", &key(name), "spaces"]))
        .sum();
    html! {
        ul.city aria-label="City" {
            @for (name, about) in BUILDINGS {
                @if let Some(staff) = owned.get(name) {
                    @let circles = draw.number(&["building", &key(name), "circles"]);
                    @let staffed = number(staff);
                    li class={ "building " (colour(name)) @if slot == name { " chosen" } } title=(about) {
                        (capital(name)) " " span.staff { @for circle_number in 0..circles { (circle(circle_number < staffed)) } }
                    }
                }
            }
            li.note { (counted(12_u64.saturating_sub(spaces), "city space")) " free" }
        }
    }
}

/// Returns the class of a building's colour.
fn colour(building: &str) -> &'static str {
    match building {
        _ if !is_production(building) => "violet",
        name if name.contains("indigo") => "g-indigo",
        name if name.contains("sugar") => "g-sugar",
        name if name.contains("tobacco") => "g-tobacco",
        _ => "g-coffee",
    }
}

/// Draws the building board: a column for each number of quarries that count.
fn market(draw: &Draw<'_>) -> Markup {
    let copies = if draw.players().len() == 2 { "copies_two_players" } else { "copies" };
    let column = |name: &str| draw.number(&["building", &key(name), "column"]);
    html! {
        div.columns {
            @for place in 1..=4 {
                ul.column aria-label={ "Up to " (place) " quarries" } {
                    @for (name, about) in BUILDINGS.iter().filter(|(name, _)| column(name) == place) {
                        @let number_of = |field: &str| draw.number(&["building", &key(name), field]);
                        @let owned = draw.players().iter().filter(|player| player["buildings"].get(name).is_some()).count() as u64;
                        @let left = number_of(copies).saturating_sub(owned);
                        li { (draw.act(&format!("build {name}"), if left == 0 { "sale gone" } else { "sale" }, &html! {
                            span class={ "cost " (colour(name)) } { (number_of("cost")) }
                            span.what { b { (capital(name)) } small { (about) } }
                            span.vp { (number_of("vp")) (icon("vp")) }
                            span.left { "×" (left) }
                        })) }
                    }
                }
            }
        }
    }
}
