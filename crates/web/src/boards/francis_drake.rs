//! The board of Francis Drake.

use maud::{Markup, html};
use serde_json::Value;
use tradewinds_game::{counted, from_one};

use super::icons::{goods, icon};
use super::{Draw, Panel, badge, capital_words, counts, list, number, stat, text};

const DESTINATIONS: [&str; 14] = [
    "san juan",
    "santo domingo",
    "trinidad",
    "santiago",
    "puerto cabello",
    "cartagena",
    "galleon a",
    "portobelo",
    "panama",
    "gran granada",
    "galleon b",
    "campeche",
    "veracruz",
    "galleon c",
];

/// Returns the key of a name in the game's numbers.
fn key(name: &str) -> String {
    name.replace(' ', "_")
}

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 11] = [
    ("vp", "VP"),
    ("person", "crew; at a target, the crew that it needs"),
    ("gun", "guns; at a target, the guns that it needs"),
    ("barrel", "supply barrels"),
    ("scales", "trade goods, or a port to trade in"),
    ("ship", "a ship, or a galleon to attack"),
    ("flag", "a fort"),
    ("house", "a city"),
    ("gem", "treasure"),
    ("crown", "a role of this voyage"),
    ("unknown", "a tile that you do not know"),
];

pub(super) fn panels(draw: &Draw<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new(
            "street",
            html! { "Plymouth, voyage " (number(&draw.position()["voyage"])) " of 3" },
            street(draw),
        ),
        Panel::new("docks", html! { "Docks" }, docks(draw)),
        Panel::new("sea", html! { "The Spanish Main" }, sea(draw)),
    ];
    for seat in draw.seats() {
        panels.push(Panel::new(
            draw.seat_class(seat),
            draw.seat_title(seat, &roles(draw, seat)),
            home(draw, seat),
        ));
    }
    panels
}

/// Lists the stops of a seat.
fn stops(player: &Value) -> impl Iterator<Item = &str> {
    list(&player["stops"]).iter().map(text)
}

/// Returns whether an action of the street belongs to a stop.
fn is_at(action: &str, stop: &str) -> bool {
    action == stop || action.strip_prefix(stop).is_some_and(|rest| rest.starts_with(' '))
}

fn street(draw: &Draw<'_>) -> Markup {
    let names: Vec<&str> = list(&draw.position()["street"]).iter().map(text).collect();
    html! {
        ol.street {
            @for name in names.into_iter().chain(["investor", "dockside"]) {
                @let offers: Vec<_> = draw.offers.iter().filter(|offer| is_at(&offer.action, name)).collect();
                @let content = html! { (icon(shape(name))) span.what { b { (capital_words(name)) } small { (gain(draw, name)) } } (visitors(draw, name)) };
                li {
                    @match offers.as_slice() {
                        [only] => (draw.act(&only.action, "stop", &content)),
                        several => {
                            div.stop { (content) }
                            @for offer in several { (draw.act(&offer.action, "inline", &html! { (offer.action.strip_prefix(name).unwrap_or_default().trim()) })) }
                        }
                    }
                }
            }
        }
        @if draw.offers.iter().any(|offer| offer.action == "depart") {
            (draw.act("depart", "inline", &html! { (icon("ship")) " Leave Plymouth" }))
        }
    }
}

/// Returns the icon of a stop.
fn shape(stop: &str) -> &'static str {
    match stop.split(' ').next().unwrap_or_default() {
        "crew" => "person",
        "guns" => "gun",
        "supplies" => "barrel",
        "trade" => "scales",
        "tavern" => "mask",
        "shipyard" | "golden" => "ship",
        "pinnace" => "anchor",
        "drake" | "queen" | "admiral" | "governor" => "crown",
        "informer" => "unknown",
        "investor" => "coin",
        _ => "house",
    }
}

/// Draws the circles of a stop: whoever was there, and what the free ones give.
fn visitors(draw: &Draw<'_>, stop: &str) -> Markup {
    let players = draw.players();
    let there: Vec<usize> =
        (0..players.len()).filter(|&seat| stops(&players[seat]).any(|action| is_at(action, stop))).collect();
    html! {
        span.visitors {
            @for seat in &there { (badge(*seat)) }
            @for item in circles(draw, stop).into_iter().skip(there.len()) { span.free { @if item > 0 { (item) } } }
        }
    }
}

/// Lists what the circles of a stop give, in the order in which they are taken; 0 where all give the same.
fn circles(draw: &Draw<'_>, stop: &str) -> Vec<u64> {
    let (key, players) = (key(stop), draw.players().len().to_string());
    let numbers = draw.setting.numbers.as_ref();
    let items = numbers.map_or(&[][..], |numbers| numbers.list(&["locations", &key, "circles", &players]));
    if items.is_empty() {
        return vec![0; draw.number(&["locations", &key, "visitors"]) as usize];
    }
    items.iter().filter_map(|item| item.as_integer()?.try_into().ok()).collect()
}

/// Describes what a stop gives.
fn gain(draw: &Draw<'_>, stop: &str) -> String {
    let item = draw.text(&["locations", &key(stop), "item"]);
    match stop {
        _ if !item.is_empty() => item.replace('_', " "),
        "tavern" => "crew by a die, or the Ghost Ship".into(),
        "shipyard" => "a galleon; +1 gun for the first".into(),
        "pinnace" => "no guns needed at forts; +1 crew for the first".into(),
        "drake" => "2 crew, 2 guns, and 1 more".into(),
        "queen" => "a galleon, a gun, a trade good".into(),
        "admiral" => "places the frigate tiles".into(),
        "governor" => "places the troop tiles".into(),
        "informer" => "looks at tiles or discs; a trade good".into(),
        "golden hind" => "a disc that comes first".into(),
        "investor" => "crew and guns, or a galleon; once, for 4 VP".into(),
        "dockside" => "1 crew, gun or barrel".into(),
        _ => String::new(),
    }
}

fn docks(draw: &Draw<'_>) -> Markup {
    let row = |title: &str, field: &str| {
        let seats = list(&draw.position()[field]);
        html! { div.zone { span.label { (title) } div.row { @for (place, seat) in seats.iter().enumerate() { span.tag { (from_one(place)) ". " (badge(number(seat) as usize)) } }
        @if seats.is_empty() { span.note { "nobody yet" } } } } }
    };
    html! { (row("Order in Plymouth", "start")) (row("Sailing out", "outbound")) (row("Home again", "homebound")) }
}

fn sea(draw: &Draw<'_>) -> Markup {
    html! {
        div.zones { @for zone in 1..=4 {
            div.sea-zone { h3 { "Zone " (zone) }
                @for name in DESTINATIONS.into_iter().filter(|name| draw.number(&["destinations", &key(name), "zone"]) == zone) { (destination(draw, name)) }
            }
        } }
    }
}

fn destination(draw: &Draw<'_>, name: &str) -> Markup {
    let position = draw.position();
    let of = |field: &str| draw.number(&["destinations", &key(name), field]);
    let kind = draw.text(&["destinations", &key(name), "type"]);
    let galleon = text(&position["galleon_tiles"][name]);
    let (guns, vp) = if kind == "galleon" {
        (draw.number(&["galleon_tiles", galleon, "guns"]), draw.number(&["galleon_tiles", galleon, "vp"]))
    } else {
        (of("guns"), of("vp"))
    };
    let tile = match kind {
        "galleon" => position["frigate_tiles"].get(name),
        "fort" => position["troop_tiles"].get(name),
        _ => None,
    };
    let verbs = ["sail", "look", "exchange", "with", "move"];
    let mut actions: Vec<String> = verbs.iter().map(|verb| format!("{verb} {name}")).collect();
    actions.extend((0..=2).map(|value| format!("tile {value} {name}")));
    let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
    let shape = match kind {
        "port" => "scales",
        "city" => "house",
        "fort" => "flag",
        _ => "ship",
    };
    let is_due = text(&position["decision"]["destination"]) == name;
    draw.act_first(&actions, if is_due { "destination chosen" } else { "destination" }, &html! {
        span.name { (icon(shape)) " " (capital_words(name)) small { " " (kind) } }
        span.row {
            @if of("troops") > 0 { (stat("person", "crew needed", of("troops"))) }
            @if guns > 0 { (stat("gun", "guns needed", guns)) }
            @if vp > 0 { (stat("vp", "VP", vp)) }
            @if kind != "port" { span.tag { (draw.text(&["destinations", &key(name), "treasure"])) } }
            @match tile { Some(Value::Null) => span.tag { "+ " (icon("unknown")) span.sr { "unknown tile" } }, Some(value) => span.tag { "+" (number(value)) " tile" }, None => {} }
        }
        @if kind == "port" { span.row { @for good in ports(draw, name) { (goods(&good, "barrel", 1)) } } }
        span.row { (discs(draw, name)) }
    })
}

/// Lists the goods of a port that nobody has traded for yet.
fn ports(draw: &Draw<'_>, name: &str) -> Vec<String> {
    let numbers = draw.setting.numbers.as_ref();
    let all = numbers.map_or(&[][..], |numbers| numbers.list(&["destinations", &key(name), "goods"]));
    let mut left: Vec<String> = all.iter().filter_map(|good| good.as_str().map(str::to_owned)).collect();
    for player in draw.players() {
        let traded = text(&player["trades"][name]);
        if let Some(place) = left.iter().position(|good| good == traded) {
            left.remove(place);
        }
    }
    left
}

/// Draws the discs at a destination, and the successes there.
fn discs(draw: &Draw<'_>, name: &str) -> Markup {
    html! {
        @for (seat, player) in draw.players().iter().enumerate() {
            @if let Some(disc) = player["missions"].get(name) {
                span class={ "disc seat" (seat) } { (badge(seat)) " "
                    @match disc.as_str() { Some("golden hind") => "Hind", Some("ghost ship") => "Ghost", Some(number) => (number), None => { "?" span.sr { " face down" } } } }
            }
            @if list(&player["attacks"]).iter().any(|done| text(done) == name) { span class={ "disc done seat" (seat) } { (badge(seat)) " won" } }
            @if player["trades"].get(name).is_some() { span class={ "disc done seat" (seat) } { (badge(seat)) " traded" } }
        }
    }
}

/// Draws the offices of a seat.
fn roles(draw: &Draw<'_>, seat: usize) -> Markup {
    let held: Vec<&str> = stops(&draw.players()[seat])
        .filter(|stop| matches!(*stop, "admiral" | "governor" | "informer" | "golden hind"))
        .collect();
    html! { @for role in held { span.tag { (icon("crown")) " " (role) " " } } }
}

fn home(draw: &Draw<'_>, seat: usize) -> Markup {
    let player = &draw.players()[seat];
    let has_galleon = stops(player).any(|stop| matches!(stop, "shipyard" | "queen" | "investor galleon"));
    let has_pinnace = stops(player).any(|stop| stop == "pinnace");
    let used = stops(player).count() as u64;
    html! {
        div.row.stats {
            (stat("vp", "VP", number(&player["vp"])))
            (stat("person", "crew", number(&player["crew"])))
            (stat("gun", "guns", number(&player["guns"])))
            (stat("barrel", "supply barrels", number(&player["barrels"])))
            (stat("scales", "trade goods", number(&player["trade_goods"])))
        }
        p.note { (icon("ship")) " " (if has_galleon { "galleon" } else { "frigate" }) @if has_pinnace { ", pinnace" }
            @if player["ghost_ship"] == true { ", Ghost Ship" } @if player["investor_tile"] == true { ", investor not used" }
            ", " (counted(draw.number(&["player_discs"]).saturating_sub(used), "disc")) " left" }
        @if !counts(&player["goods"]).is_empty() {
            div.zone { span.label { "Commodities" } div.row { @for (good, count) in counts(&player["goods"]) { (goods(good, "barrel", count)) } } }
        }
        @if !counts(&player["chest"]).is_empty() {
            div.zone { span.label { "Treasure" } div.row { @for (stone, count) in counts(&player["chest"]) { span.tag { (icon("gem")) " " (count) " " (stone) } } } }
        }
        @if used > 0 { details { summary { (counted(used, "stop")) } p.note { (stops(player).map(capital_words).collect::<Vec<_>>().join(", ")) } } }
        (missions(draw, seat))
    }
}

/// Draws the choices of a mission that is being dealt with.
fn missions(draw: &Draw<'_>, seat: usize) -> Markup {
    let is_own = draw.shown.reader().is_some_and(|reader| reader.index() == seat);
    html! {
        @if is_own { div.row { @for offer in draw.offers.iter().filter(|offer| offer.action.starts_with("disc ") || offer.action.starts_with("trade ") || matches!(offer.action.as_str(), "attack" | "decline" | "return" | "stay")) {
            (draw.act(&offer.action, "inline", &html! { (offer.order) }))
        } } }
    }
}
