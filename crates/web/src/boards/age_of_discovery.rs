//! The board of Age of Discovery.

use maud::{Markup, html};
use serde_json::Value;
use tradewinds_game::from_one;

use super::icons::{goods, icon};
use super::{Draw, Panel, badge, capital, counts, list, number, stat, text};

const FIGURES: [(&str, &str); 5] = [
    ("colonist", "person"),
    ("captain", "anchor"),
    ("merchant", "scales"),
    ("missionary", "cross"),
    ("soldier", "sword"),
];
const GOODS: [&str; 11] =
    ["gold", "silver", "cattle", "cocoa", "fish", "sugar", "fur", "coffee", "tobacco", "rice", "indigo"];
/// The regions, from north to south, with their places on a grid of three columns.
const REGIONS: [(&str, &str); 9] = [
    ("canada", "at-1-2"),
    ("new_england", "at-1-3"),
    ("new_spain", "at-2-1"),
    ("florida", "at-2-2"),
    ("caribbean", "at-2-3"),
    ("new_granada", "at-3-1"),
    ("brazil", "at-3-3"),
    ("peru", "at-3-2"),
    ("argentina", "at-4-2"),
];

fn shape(figure: &str) -> &'static str {
    FIGURES.iter().find(|(name, _)| *name == figure).map_or("person", |(_, shape)| shape)
}

/// Draws a seat's figure.
fn figure(seat: usize, name: &str) -> Markup {
    html! { span class={ "figure seat" (seat) } { (icon(shape(name))) b aria-hidden="true" { (from_one(seat)) } span.sr { (name) " of seat " (from_one(seat)) } } }
}

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 12] = [
    ("coin", "dollars"),
    ("ship", "ships"),
    ("compass", "VP of discoveries"),
    ("flag", "VP of regions"),
    ("person", "colonists"),
    ("anchor", "captains"),
    ("scales", "merchants"),
    ("cross", "missionaries"),
    ("sword", "soldiers"),
    ("hammer", "training: a colonist becomes a specialist"),
    ("house", "a capital building"),
    ("unknown", "not discovered yet"),
];

pub(super) fn panels(draw: &Draw<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new("events", html! { "Event boxes" }, boxes(draw)),
        Panel::new("map", html! { "The New World" }, map(draw)),
        Panel::new("market", html! { "Goods market" }, market(draw)),
        Panel::new("offer", html! { "Capital buildings, " (price(draw)) " dollars each" }, offer(draw)),
    ];
    for seat in draw.seats() {
        let place = list(&draw.position()["order"]).iter().position(|other| number(other) == seat as u64);
        let extra =
            html! { @if let Some(place) = place { span.tag { "place " (from_one(place)) " in turn" } } };
        panels.push(Panel::new(draw.seat_class(seat), draw.seat_title(seat, &extra), home(draw, seat)));
    }
    panels
}

/// Returns the price of buildings in this age.
fn price(draw: &Draw<'_>) -> i64 {
    let age = match number(&draw.position()["turn"]) {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    let prices = draw.setting.numbers.as_ref().map(|numbers| numbers.list(&["rules", "prices"]));
    prices.and_then(|prices| prices.get(age)?.as_integer()).unwrap_or(0)
}

/// Draws buttons for the figures that can be put on a box.
fn placements(draw: &Draw<'_>, place: &str) -> Markup {
    html! {
        span.placements { @for (name, shape) in FIGURES {
            @let action = format!("{name} {place}");
            @if draw.offers.iter().any(|offer| offer.action == action) {
                (draw.act(&action, "put", &html! { (icon(shape)) span.sr { (name) } }))
            }
        } }
    }
}

fn event_box(draw: &Draw<'_>, title: &str, place: &str, content: &Markup) -> Markup {
    html! { div.event { h3 { (title) } div.row { (content) } (placements(draw, place)) } }
}

/// Draws the seats of a list as figures.
fn row_of(seats: &Value) -> Markup {
    html! { @for seat in list(seats) { (figure(number(seat) as usize, "colonist")) } }
}

fn boxes(draw: &Draw<'_>) -> Markup {
    let position = draw.position();
    let players = draw.players();
    let spaces = draw.number(&["setup", &players.len().to_string(), "dock_spaces"]);
    let dock = html! {
        @for (space, landing) in list(&position["dock"]).iter().enumerate() {
            @let (seat, name) = (number(&landing[0]) as usize, text(&landing[1]));
            (draw.act(&format!("advance {}", from_one(space)), "inline", &figure(seat, name)))
        }
        @for _ in list(&position["dock"]).len() as u64..spaces { span.space {} }
        @for (field, letter) in [("dock_x", "X"), ("dock_y", "Y")] {
            @if let Some(seat) = position[field].as_u64() { span.tag { (letter) " " (figure(seat as usize, "colonist")) } }
        }
    };
    let shipping = html! {
        @for (seat, player) in players.iter().enumerate() {
            @let value = number(&player["shipping"]);
            @if value > 0 { span.tag { (badge(seat)) " " (value) } }
        }
        @if position["ship_in_box"] == true { (stat("ship", "a ship to win", 1)) }
    };
    let discovery = html! {
        @for (seat, player) in players.iter().enumerate() {
            @for (name, count) in counts(&player["discovery"]) {
                span.tag { (figure(seat, if name == "other" { "colonist" } else { name })) "×" (count) }
            }
        }
    };
    html! {
        div.boxes {
            (event_box(draw, "Initiative", "initiative", &row_of(&position["initiative_box"])))
            (event_box(draw, "Colonist Dock", "dock", &dock))
            (event_box(draw, "Trade Goods", "goods", &row_of(&position["goods_box"])))
            (event_box(draw, "Merchant Shipping", "shipping", &shipping))
            (event_box(draw, "Capital Buildings", "capital", &row_of(&position["capital_box"])))
            (event_box(draw, "Discovery", "discovery", &discovery))
            div.event.specialists { h3 { "Specialists" } div.row {
                @for slot in ["captain", "merchant", "missionary", "soldier", "training"] {
                    span.slot { (icon(if slot == "training" { "hammer" } else { shape(slot) })) span.sr { (slot) }
                        @if let Some(seat) = position["specialists_box"][slot].as_u64() { (badge(seat as usize)) }
                        (placements(draw, &if slot == "training" { slot.to_owned() } else { format!("specialist {slot}") }))
                    }
                }
            } }
            (event_box(draw, "Warfare", "warfare", &row_of(&position["warfare_box"])))
        }
    }
}

fn map(draw: &Draw<'_>) -> Markup {
    let position = draw.position();
    html! {
        div.regions {
            @for (region, place) in REGIONS {
                @let tile = position["tiles"].get(region);
                @let is_seen = list(&position["tiles_seen"]).iter().any(|seen| text(seen) == region);
                @let has_good = list(&position["region_goods"]).iter().any(|other| text(other) == region);
                @let actions = ["land", "explore", "discover", "reinforce"].map(|verb| format!("{verb} {region}"));
                @let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
                (draw.act_first(&actions, &format!("region {place}{}", if tile.is_some() { " unknown" } else { "" }), &html! {
                    span.name { (super::capital_words(region)) }
                    span.good-of { (capital(draw.text(&["region", region, "good"]))) @if !has_good { " (taken)" } }
                    @match tile.and_then(Value::as_str) {
                        Some(tile) if is_seen || tile.starts_with('t') => span.tag { (natives(draw, "tile", tile)) },
                        _ if tile.is_some() => span.tag { (icon("unknown")) " undiscovered" },
                        _ => {}
                    }
                    span.units { @for (seat, player) in draw.players().iter().enumerate() {
                        @let units = &player["units"][region];
                        @let (plain, soldiers) = (number(&units[0]), number(&units[1]));
                        @if plain + soldiers > 0 {
                            span class={ "unit seat" (seat) } { (badge(seat)) @if plain > 0 { " " (plain) (icon("person")) } @if soldiers > 0 { " " (soldiers) (icon("sword")) } }
                        }
                    } }
                }))
            }
        }
        div.row {
            (draw.act("explore deck", "inline", &html! { (icon("card")) " Discovery cards beyond the map" }))
            (battles(draw))
        }
    }
}

/// Draws what an expedition meets and wins.
fn natives(draw: &Draw<'_>, kind: &str, id: &str) -> Markup {
    let value = |field: &str| draw.number(&[kind, id, field]);
    html! { (value("natives")) " natives, " (value("vp")) " VP, $" (value("money")) "+" (value("plunder")) " a soldier" }
}

/// Draws the conflicts that can be begun.
fn battles(draw: &Draw<'_>) -> Markup {
    html! {
        @for offer in draw.offers.iter().filter(|offer| offer.action.starts_with("battle ") || offer.action.starts_with("war ")) {
            (draw.act(&offer.action, "inline", &html! { (icon("sword")) " " (offer.order) }))
        }
    }
}

fn market(draw: &Draw<'_>) -> Markup {
    html! {
        div.row { @for good in GOODS {
            @let count = number(&draw.position()["market"][good]);
            @if count > 0 { (draw.act(&format!("take {good}"), "pick", &goods(good, "barrel", count))) }
        } }
    }
}

fn offer(draw: &Draw<'_>) -> Markup {
    html! {
        ul.devs { @for building in list(&draw.position()["offer"]).iter().map(text) {
            li { (draw.act(&format!("buy {building}"), "dev", &html! { (icon("house")) span.what { b { (super::capital_words(building)) } small { (effect(building)) } } })) }
        } }
    }
}

/// Describes a building in a few words.
fn effect(building: &str) -> &'static str {
    match building {
        "settlers" => "+1 colonist each turn",
        "monastery" => "+1 missionary each turn",
        "trade_routes" | "marketplace" => "+1 merchant each turn",
        "training_grounds" | "military_academy" | "fortress" => "+1 soldier each turn",
        "indentured_servitude" => "a colonist on dock space X each turn",
        "conquistador" => "a soldier to Discovery each turn",
        "navigator" => "a captain to Discovery each turn",
        "inca_empire" => "$20 once",
        "trading_post" => "$5 each turn",
        "cartography" => "a free discovery; 4 VP",
        "indian_allies" => "two soldiers once",
        "privateers" => "$1 from each player for each ship, each turn",
        "ship_yards" => "+1 captain each turn",
        "cathedral" => "missionaries bring one more colonist",
        "taxation" => "$10 each turn; 2 VP",
        "university" => "one figure to the front, once; 5 VP",
        "west_indies_company" => "a trade good each turn",
        "colonization_laws" => "a colonist on dock space Y each turn",
        "rum_distillery" => "$3 for each sugar, each turn",
        "stable" => "may move a soldier each turn",
        "militia" => "a soldier more in defence",
        "mercantilism" => "1 VP for each trade good",
        "population" => "1 VP for 2 units",
        "navy" => "VP for each ship",
        "power" => "2 VP for each soldier",
        "prosperity" => "2 VP for each building",
        "glory" => "2 VP for each region with a unit",
        "wealth" => "1 VP for each $5",
        "migration" => "may move 2 colonists each turn",
        "factory" => "$25 each turn; 5 VP",
        _ => "",
    }
}

fn home(draw: &Draw<'_>, seat: usize) -> Markup {
    let player = &draw.players()[seat];
    let owned: Vec<&str> = list(&player["buildings"]).iter().map(text).collect();
    let won: u64 = [("tiles", "tile"), ("cards", "card")]
        .iter()
        .flat_map(|(field, kind)| {
            list(&player[*field]).iter().map(move |id| draw.number(&[kind, text(id), "vp"]))
        })
        .sum();
    let regions: u64 = list(&player["region_vp"]).iter().map(number).sum();
    html! {
        div.row.stats {
            (stat("coin", "dollars", number(&player["money"])))
            (stat("ship", "ships", number(&player["ships"])))
            (stat("compass", "VP of discoveries", won))
            (stat("flag", "VP of regions", regions))
        }
        @if !counts(&player["hand"]).is_empty() {
            div.zone { span.label { "To place" } div.row { @for (name, count) in counts(&player["hand"]) { span.tag { (figure(seat, name)) " " (count) " " (name) } } } }
        }
        @if !counts(&player["goods"]).is_empty() {
            div.zone { span.label { "Goods" } div.row { @for good in GOODS { @let count = number(&player["goods"][good]); @if count > 0 { (goods(good, "barrel", count)) } } } }
        }
        @if !owned.is_empty() { ul.owned { @for building in owned { li.dev { (icon("house")) span.what { b { (super::capital_words(building)) } small { (effect(building)) } } } } } }
        @if !list(&player["cards"]).is_empty() {
            p.note { "Discovery cards: " (list(&player["cards"]).iter().map(|card| draw.text(&["card", text(card), "name"])).collect::<Vec<_>>().join(", ")) }
        }
    }
}
