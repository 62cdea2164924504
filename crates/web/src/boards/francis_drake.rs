//! The board of Francis Drake.

use maud::{Markup, html};
use tradewinds_francis_drake::{
    Destination, DestinationKind, Disc, FrancisDrake, PlayerFile, PositionFile, Stop, VOYAGES,
};
use tradewinds_game::{counted, from_one};
use tradewinds_report::title;

use super::icons::{goods, icon};
use super::{Panel, badge, by_word, stat};

type Board<'a> = super::Board<'a, FrancisDrake, PositionFile>;

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

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let voyage = board.position.voyage;
    let mut panels = vec![
        Panel::new("street", html! { "Plymouth, voyage " (voyage) " of " (VOYAGES) }, street(board)),
        Panel::new("docks", html! { "Docks" }, docks(board)),
        Panel::new("sea", html! { "The Spanish Main" }, sea(board)),
    ];
    for seat in board.seats() {
        let roles = roles(&board.position.players[seat]);
        panels.push(Panel::new(board.seat_class(seat), board.seat_title(seat, &roles), home(board, seat)));
    }
    panels
}

/// Returns whether an action of the street belongs to a place of it.
fn is_at(action: &str, place: &str) -> bool {
    action == place || action.strip_prefix(place).is_some_and(|rest| rest.starts_with(' '))
}

fn street(board: &Board<'_>) -> Markup {
    let stops = board.position.street.iter().map(|&stop| (stop.word(), stop));
    let places = stops.chain([("investor", Stop::InvestorGuns), ("dockside", Stop::DocksideCrew)]);
    html! {
        ol.street {
            @for (name, stop) in places {
                @let offers: Vec<_> = board.offers.iter().filter(|offer| is_at(&offer.action, name)).collect();
                @let (shape, gain) = about(stop);
                @let content = html! { (icon(shape)) span.what { b { (title(name)) } small { (gain) } } (visitors(board, name, stop)) };
                li {
                    @match offers.as_slice() {
                        [only] => (board.act(&only.action, "stop", &content)),
                        several => {
                            div.stop { (content) }
                            @for offer in several { (board.act(&offer.action, "inline", &html! { (offer.action.strip_prefix(name).unwrap_or_default().trim()) })) }
                        }
                    }
                }
            }
        }
        @if board.offers.iter().any(|offer| offer.action == "depart") {
            (board.act("depart", "inline", &html! { (icon("ship")) " Leave Plymouth" }))
        }
    }
}

/// Returns the icon of a stop, and what it gives.
const fn about(stop: Stop) -> (&'static str, &'static str) {
    match stop {
        Stop::CrewA | Stop::CrewB => ("person", "crew"),
        Stop::GunsA | Stop::GunsB => ("gun", "guns"),
        Stop::SuppliesA | Stop::SuppliesB => ("barrel", "barrels"),
        Stop::Trade => ("scales", "trade goods"),
        Stop::Tavern => ("mask", "crew by a die, or the Ghost Ship"),
        Stop::Shipyard => ("ship", "a galleon; +1 gun for the first"),
        Stop::Pinnace => ("anchor", "no guns needed at forts; +1 crew for the first"),
        Stop::Drake | Stop::DrakeCrew | Stop::DrakeGun => ("crown", "2 crew, 2 guns, and 1 more"),
        Stop::Queen => ("crown", "a galleon, a gun, a trade good"),
        Stop::Admiral => ("crown", "places the frigate tiles"),
        Stop::Governor => ("crown", "places the troop tiles"),
        Stop::Informer => ("unknown", "looks at tiles or discs; a trade good"),
        Stop::GoldenHind => ("ship", "a disc that comes first"),
        Stop::InvestorGuns | Stop::InvestorCrew | Stop::InvestorGalleon => {
            ("coin", "crew and guns, or a galleon; once, for 4 VP")
        }
        Stop::DocksideCrew | Stop::DocksideGun | Stop::DocksideBarrel => ("house", "1 crew, gun or barrel"),
    }
}

/// Draws the circles of a stop: whoever was there, and what the free ones give.
fn visitors(board: &Board<'_>, name: &str, stop: Stop) -> Markup {
    let was_there = |player: &PlayerFile| player.stops.iter().any(|stop| is_at(stop.word(), name));
    let players = board.position.players.iter().enumerate();
    let there: Vec<usize> = players.filter(|(_, player)| was_there(player)).map(|(seat, _)| seat).collect();
    html! {
        span.visitors {
            @for seat in &there { (badge(*seat)) }
            @for item in circles(board, stop).into_iter().skip(there.len()) { span.free { @if item > 0 { (item) } } }
        }
    }
}

/// Lists what the circles of a stop give, in the order in which they are taken; 0 where all give the same.
fn circles(board: &Board<'_>, stop: Stop) -> Vec<u16> {
    let rules = board.game.rules();
    if !stop.is_location() {
        return Vec::new();
    }
    let gift = |visits: u8| {
        let items = rules.stop_items(stop, visits);
        match stop {
            Stop::CrewA | Stop::CrewB => items.crew(),
            Stop::GunsA | Stop::GunsB => items.guns(),
            Stop::SuppliesA | Stop::SuppliesB => items.barrels(),
            Stop::Trade => items.trade_goods(),
            _ => 0,
        }
    };
    (0..rules.circles(stop)).map(gift).collect()
}

fn docks(board: &Board<'_>) -> Markup {
    let row = |title: &str, seats: &[u32]| {
        html! { div.zone { span.label { (title) } div.row { @for (place, &seat) in seats.iter().enumerate() { span.tag { (from_one(place)) ". " (badge(seat as usize)) } }
        @if seats.is_empty() { span.note { "nobody yet" } } } } }
    };
    let position = &board.position;
    html! { (row("Order in Plymouth", &position.start)) (row("Sailing out", &position.outbound)) (row("Home again", &position.homebound)) }
}

fn sea(board: &Board<'_>) -> Markup {
    html! {
        div.zones { @for zone in 1..=4 {
            div.sea-zone { h3 { "Zone " (zone) }
                @for place in Destination::ALL.into_iter().filter(|place| board.game.rules().zone(*place) == zone) { (destination(board, place)) }
            }
        } }
    }
}

fn destination(board: &Board<'_>, place: Destination) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let kind = rules.kind(place);
    let (guns, vp) = match position.galleon_tiles.get(&place) {
        Some(&galleon) => (rules.galleon_guns(galleon), rules.galleon_vp(galleon)),
        None => (rules.printed_guns(place), rules.printed_vp(place)),
    };
    let (shape, tile) = match kind {
        DestinationKind::Port => ("scales", None),
        DestinationKind::City => ("house", None),
        DestinationKind::Fort => ("flag", position.troop_tiles.get(&place)),
        DestinationKind::Galleon => ("ship", position.frigate_tiles.get(&place)),
    };
    let verbs = ["sail", "look", "exchange", "with", "move"];
    let mut actions: Vec<String> = verbs.iter().map(|verb| format!("{verb} {place}")).collect();
    actions.extend((0..=2).map(|value| format!("tile {value} {place}")));
    let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
    let is_due = position.decision.destination == Some(place);
    let troops = rules.printed_troops(place);
    board.act_first(&actions, if is_due { "destination chosen" } else { "destination" }, &html! {
        span.name { (icon(shape)) " " (title(place.word())) small { " " (kind) } }
        span.row {
            @if troops > 0 { (stat("person", "crew needed", troops)) }
            @if guns > 0 { (stat("gun", "guns needed", guns)) }
            @if vp > 0 { (stat("vp", "VP", vp)) }
            @if let Some(stone) = rules.stone(place) { span.tag { (stone) } }
            @match tile { Some(None) => span.tag { "+ " (icon("unknown")) span.sr { "unknown tile" } }, Some(Some(value)) => span.tag { "+" (value) " tile" }, None => {} }
        }
        @if kind == DestinationKind::Port { span.row { @for good in rules.commodities_at(place).iter() {
            @if !position.players.iter().any(|player| player.trades.get(&place) == Some(&good)) { (goods(good.word(), "barrel", 1)) }
        } } }
        span.row { (discs(board, place)) }
    })
}

/// Draws the discs at a destination, and the successes there.
fn discs(board: &Board<'_>, place: Destination) -> Markup {
    html! {
        @for (seat, player) in board.position.players.iter().enumerate() {
            @if let Some(disc) = player.missions.get(&place) {
                span class={ "disc seat" (seat) } { (badge(seat)) " "
                    @match disc { Some(Disc::GoldenHind) => "Hind", Some(Disc::GhostShip) => "Ghost", Some(number) => (number), None => { "?" span.sr { " face down" } } } }
            }
            @if player.attacks.contains(&place) { span class={ "disc done seat" (seat) } { (badge(seat)) " won" } }
            @if player.trades.contains_key(&place) { span class={ "disc done seat" (seat) } { (badge(seat)) " traded" } }
        }
    }
}

/// Draws the offices of a player.
fn roles(player: &PlayerFile) -> Markup {
    let offices = [Stop::Admiral, Stop::Governor, Stop::Informer, Stop::GoldenHind];
    html! { @for role in player.stops.iter().filter(|stop| offices.contains(stop)) { span.tag { (icon("crown")) " " (role) " " } } }
}

fn home(board: &Board<'_>, seat: usize) -> Markup {
    let (rules, player) = (board.game.rules(), &board.position.players[seat]);
    let has_galleon = player.stops.iter().any(|stop| rules.gives_galleon(*stop));
    let used = player.stops.len();
    let names: Vec<String> = player.stops.iter().map(|stop| title(stop.word())).collect();
    html! {
        div.row.stats {
            (stat("vp", "VP", player.vp))
            (stat("person", "crew", player.crew))
            (stat("gun", "guns", player.guns))
            (stat("barrel", "supply barrels", player.barrels))
            (stat("scales", "trade goods", player.trade_goods))
        }
        p.note { (icon("ship")) " " (if has_galleon { "galleon" } else { "frigate" }) @if player.stops.contains(&Stop::Pinnace) { ", pinnace" }
            @if player.ghost_ship { ", Ghost Ship" } @if player.investor_tile { ", investor not used" }
            ", " (counted(usize::from(rules.player_discs()).saturating_sub(used), "disc")) " left" }
        @if !player.goods.is_empty() {
            div.zone { span.label { "Commodities" } div.row { @for (good, count) in by_word(&player.goods) { (goods(good.word(), "barrel", count)) } } }
        }
        @if !player.chest.is_empty() {
            div.zone { span.label { "Treasure" } div.row { @for (stone, count) in by_word(&player.chest) { span.tag { (icon("gem")) " " (count) " " (stone) } } } }
        }
        @if used > 0 { details { summary { (counted(used, "stop")) } p.note { (names.join(", ")) } } }
        (missions(board, seat))
    }
}

/// Draws the choices of a mission that is being dealt with.
fn missions(board: &Board<'_>, seat: usize) -> Markup {
    let is_own = board.shown.reader().is_some_and(|reader| reader.index() == seat);
    html! {
        @if is_own { div.row { @for offer in board.offers.iter().filter(|offer| offer.action.starts_with("disc ") || offer.action.starts_with("trade ") || matches!(offer.action.as_str(), "attack" | "decline" | "return" | "stay")) {
            (board.act(&offer.action, "inline", &html! { (offer.order) }))
        } } }
    }
}
