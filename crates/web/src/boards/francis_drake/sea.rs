//! The Spanish Main: four zones with ports, cities, forts and galleons.

use maud::{Markup, html};
use tradewinds_francis_drake::{Decision, Destination, DestinationKind, Disc, Stone, Stop};
use tradewinds_game::counted;
use tradewinds_report::title;

use super::super::badge;
use super::super::icons::icon;
use super::super::pieces::piece;
use super::Board;

pub(super) fn sea(board: &Board<'_>) -> Markup {
    let due = due(board);
    html! {
        div.zones { @for zone in 1..=4_u8 {
            div class={ "sea-zone z" (zone) } {
                h3 { "Zone " (zone) span.shelf title="barrels needed" { @for _ in 0..zone { (piece("barrel").of("colour-oak small")) } span.sr { ": " (counted(zone, "barrel")) " needed" } } }
                @for place in Destination::ALL.into_iter().filter(|place| board.game.rules().zone(*place) == zone) { (destination(board, place, due == Some(place))) }
            }
        } }
    }
}

/// Finds the destination that is being decided about.
fn due(board: &Board<'_>) -> Option<Destination> {
    let position = &board.position;
    match position.decision.step {
        Decision::Disc => position.decision.destination,
        Decision::Mission | Decision::Press => {
            // The missions come in the order of their discs, equal ones in that of the ships.
            let missions = position.players.iter().enumerate().flat_map(|(seat, player)| {
                let ship = position.outbound.iter().position(|&other| other as usize == seat);
                player
                    .missions
                    .iter()
                    .filter_map(move |(&place, disc)| Some(((*disc)?.round()?, ship, place)))
            });
            missions.min().map(|(_, _, place)| place)
        }
        Decision::Exchange | Decision::Move => {
            position.informer.as_ref().map(|informer| informer.destination)
        }
        _ => None,
    }
}

const fn picture(kind: DestinationKind) -> &'static str {
    match kind {
        DestinationKind::Port => "port",
        DestinationKind::City => "town",
        DestinationKind::Fort => "fort",
        DestinationKind::Galleon => "galleon",
    }
}

fn destination(board: &Board<'_>, place: Destination, is_due: bool) -> Markup {
    let kind = board.game.rules().kind(place);
    let verbs = ["sail", "look", "exchange", "with", "move"];
    let mut actions: Vec<String> = verbs.iter().map(|verb| format!("{verb} {place}")).collect();
    actions.extend((0..=2).map(|value| format!("tile {value} {place}")));
    let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
    let is_clickable = actions.iter().any(|action| board.is_named(action));
    let class = if is_due { "destination chosen" } else { "destination" };
    let content = html! {
        span.picture { (piece(picture(kind)).of("grand")) }
        span.name { (title(place.word())) small { " " (kind) } }
        (needs(board, place))
        @if kind == DestinationKind::Port { (commodities(board, place, is_due && !is_clickable)) }
        span.row.discs { (discs(board, place)) }
    };
    html! {
        div.anchorage data-mark=[board.mark(format_args!("{}", held(board, place)))] data-about=(place) data-spot=(place) {
            @if is_clickable { (board.act_first(&actions, class, &content)) } @else {
                div class=(class) { (content) @if is_due { (verdicts(board)) } }
            }
        }
    }
}

/// Marks a destination: a click puts a mission disc of the seat in hand there, or takes it back.
fn held(board: &Board<'_>, place: Destination) -> String {
    let position = &board.position;
    let own = match board.game.rules().kind(place) {
        DestinationKind::Port => {
            format!("/players/@/trades#{place}|Traded;/players/@/trades/{place}|Commodity")
        }
        _ => format!("/players/@/attacks#{place}|Won"),
    };
    let mut fields =
        vec![format!("~/players/@/missions#{place}|Disc there;/players/@/missions/{place}|Disc"), own];
    if position.troop_tiles.contains_key(&place) {
        fields.push(format!("/troop_tiles/{place}|Troops;/face_up#{place}|Face up"));
    }
    if position.frigate_tiles.contains_key(&place) {
        fields.push(format!(
            "/frigate_tiles/{place}|Frigates;/galleon_tiles/{place}|Galleon;/face_up#{place}|Face up"
        ));
    }
    fields.join(";")
}

/// Draws what can be done with the mission that is due.
fn verdicts(board: &Board<'_>) -> Markup {
    html! { span.row.verdicts { @for action in ["attack", "decline"] {
        @if let Some(offer) = board.offers.iter().find(|offer| offer.action == action) { (board.act(action, "inline", &html! { (offer.order) })) }
        @else if board.is_named(action) { (board.act(action, "inline", &html! { "Attack" })) }
    } } }
}

/// Draws what a destination needs, and what it brings.
fn needs(board: &Board<'_>, place: Destination) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let (guns, vp) = match position.galleon_tiles.get(&place) {
        Some(&galleon) => (rules.galleon_guns(galleon), rules.galleon_vp(galleon)),
        None => (rules.printed_guns(place), rules.printed_vp(place)),
    };
    let troops = rules.printed_troops(place);
    let kind = rules.kind(place);
    let (tile, what) = match kind {
        DestinationKind::Fort => (position.troop_tiles.get(&place), ("cube", "colour-crew")),
        DestinationKind::Galleon => (position.frigate_tiles.get(&place), ("cannon", "colour-guns")),
        DestinationKind::City | DestinationKind::Port => (None, ("", "")),
    };
    let taken = position.players.iter().any(|player| player.attacks.contains(&place));
    html! {
        @if kind != DestinationKind::Port { span.needs {
            @for _ in 0..troops { (piece("cube").of("colour-crew")) } @if troops > 0 { span.sr { (troops) " crew needed, " } }
            @if guns > 0 && kind == DestinationKind::Fort && has_pinnace(board) {
                s.spared title="your pinnace spares the guns" { @for _ in 0..guns { (piece("cannon").of("colour-guns")) } span.sr { "no guns needed with your pinnace, " } }
            } @else {
                @for _ in 0..guns { (piece("cannon").of("colour-guns")) } @if guns > 0 { span.sr { (counted(guns, "gun")) " needed, " } }
            }
            @if let Some(value) = tile {
                span.defence { "+" @match value { Some(value) => { (value) (piece(what.0).of(what.1)) }, None => { (icon("unknown")) span.sr { "unknown tile" } } } }
            }
        } }
        @if vp > 0 { span.worth { (vp) span.sr { " VP" } } }
        @if let Some(stone) = rules.stone(place) { span class={ "stone" @if taken { " spent" } } title=(stone) { (treasure(stone, place.word())) } }
    }
}

/// Returns whether the reader has a pinnace in this voyage.
fn has_pinnace(board: &Board<'_>) -> bool {
    let own = board.shown.reader().map(|reader| &board.position.players[reader.index()]);
    own.is_some_and(|own| own.stops.contains(&Stop::Pinnace))
}

/// Draws a piece of treasure.
pub(super) fn treasure(stone: Stone, at: &str) -> Markup {
    let shape = if stone == Stone::Jewel { "gem" } else { "bar" };
    html! { (piece(shape).of(format!("colour-{stone}")).lies(stone.word(), at).about(stone.word())) }
}

/// Draws the commodities of a port that nobody has traded for.
fn commodities(board: &Board<'_>, place: Destination, is_due: bool) -> Markup {
    let players = &board.position.players;
    html! { span.row.wares { @for good in board.game.rules().commodities_at(place).iter() {
        @if !players.iter().any(|player| player.trades.get(&place) == Some(&good)) {
            @let kind = format!("ware {good}");
            @let ware = html! { (piece(good.word()).lies(&kind, place.word()).about(good.word())) };
            @if is_due { (board.act(&format!("trade {good}"), "pick", &ware)) } @else { span.pick title=(good) { (ware) } }
        }
    } } }
}

/// Draws the discs at a destination, and the successes there.
fn discs(board: &Board<'_>, place: Destination) -> Markup {
    html! {
        @for (seat, player) in board.position.players.iter().enumerate() {
            @if let Some(disc) = player.missions.get(&place) { (mission(seat, *disc, place.word())) }
            @if player.attacks.contains(&place) { span class={ "mission done seat" (seat) } { (badge(seat)) span.value { "won" } } }
            @if player.trades.contains_key(&place) { span class={ "mission done seat" (seat) } { (badge(seat)) span.value { "traded" } } }
        }
    }
}

/// Draws a mission disc: the number of its seat in a square, its own in a circle.
pub(super) fn mission(seat: usize, disc: Option<Disc>, at: &str) -> Markup {
    let kind = format!("mission {seat}");
    html! {
        span class={ "mission seat" (seat) } data-piece=(kind) data-at=(at) {
            (badge(seat)) (face(disc))
        }
    }
}

/// Draws what a mission disc says.
pub(super) fn face(disc: Option<Disc>) -> Markup {
    html! { span.value { @match disc {
        Some(Disc::GoldenHind) => "Hind",
        Some(Disc::GhostShip) => "Ghost",
        Some(number) => (number),
        None => { "?" span.sr { " face down" } }
    } } }
}
