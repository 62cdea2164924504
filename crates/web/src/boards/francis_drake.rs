//! The board of Francis Drake: Plymouth is in [`street`], the Spanish Main in [`sea`], the players' ships in [`home`].

mod home;
mod sea;
mod street;

use maud::{Markup, html};
use tradewinds_francis_drake::{Decision, FrancisDrake, Items, PlayerFile, PositionFile, Stop, VOYAGES};
use tradewinds_game::counted;

use super::pieces::piece;
use super::{Panel, badge};

type Board<'a> = super::Board<'a, FrancisDrake, PositionFile>;

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 14] = [
    ("p-cube", "crew; at a target, the crew that it needs"),
    ("p-cannon", "guns; at a target, the guns that it needs"),
    ("p-barrel", "supplies: the barrels that a zone needs"),
    ("p-crate", "trade goods, which buy commodities at a port"),
    ("p-chip", "VP; a shield is what a target is worth"),
    ("p-ship", "a ship of a player, or the galleon of a stop"),
    ("p-boat", "a pinnace"),
    ("p-disc", "a player disc, which marks a stop in Plymouth"),
    ("p-galleon", "a Spanish galleon"),
    ("p-fort", "a fort"),
    ("p-town", "a city"),
    ("p-port", "a trading port"),
    ("p-chest", "treasure: gold, silver and jewels"),
    ("unknown", "a tile or disc that you do not know"),
];

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let voyage = board.position.voyage;
    let mut panels = vec![
        Panel::new(
            "plymouth",
            html! { "Plymouth, voyage " (voyage) " of " (VOYAGES) },
            street::street(board),
        ),
        Panel::new("docks", html! { "Docks" }, docks(board)),
        Panel::new("main", html! { "The Spanish Main" }, sea::sea(board)),
    ];
    // Once the ships have left, the sea comes first.
    if board.position.decision.step != Decision::Plymouth {
        panels.reverse();
    }
    for seat in board.seats() {
        let roles = roles(&board.position.players[seat]);
        let odd = if board.position.players.len() % 2 == 1 { " odd" } else { "" };
        let class = format!("{}{odd}", board.seat_class(seat));
        panels.push(Panel::new(class, board.seat_title(seat, &roles), home::home(board, seat)));
    }
    panels
}

/// Draws the order of the players in Plymouth, and the docks with their ships.
fn docks(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let ship = |seat: usize, at: &str| {
        let kind = format!("ship {seat}");
        html! { (piece("ship").of(format!("tall seat{seat}")).lies(&kind, at)) (badge(seat)) span.sr { (board.name(seat)) } }
    };
    let places = position.players.len();
    let away =
        |seat: usize| position.outbound.iter().chain(&position.homebound).any(|&gone| gone as usize == seat);
    let pier = |title: &str, seats: &[u32], at: &str| {
        let list = if at == "in" { "/homebound" } else { "/outbound" };
        html! { div.pier.water { h3 { (title) } ol {
            @for place in 0..places {
                @let seat = seats.get(place);
                @let mark = board.mark(format_args!("{}", seat.map_or_else(|| format!("+{list}#@;{list}"), |seat| format!("-{list}#{seat};{list}"))));
                li { @match seat {
                    Some(&seat) if at == "in" || !position.homebound.contains(&seat) => span.moored data-mark=[mark] { (ship(seat as usize, at)) },
                    _ => span.lot.berth data-mark=[mark] { span.sr { "free" } },
                } }
            }
        } } }
    };
    html! {
        div.pier.street-stone { h3 { "Order in Plymouth" } ol {
            @for &seat in &position.start { li { span.moored data-mark=[board.mark(format_args!("/start"))] { @if away(seat as usize) { span.gone { (badge(seat as usize)) } span.sr { " away" } } @else { (ship(seat as usize, "town")) } } } }
        } }
        (pier("Sailing out", &position.outbound, "out"))
        (pier("Home again", &position.homebound, "in"))
    }
}

/// Draws the offices of a player.
fn roles(player: &PlayerFile) -> Markup {
    let offices = [Stop::Admiral, Stop::Governor, Stop::Informer];
    html! { @for role in player.stops.iter().filter(|stop| offices.contains(stop)) { span.tag { (street::emblem(*role)) " " (role) " " } } }
}

/// Draws items, each as its piece.
fn pieces_of(items: Items) -> Markup {
    html! {
        @for _ in 0..items.crew() { (piece("cube").of("colour-crew")) }
        @for _ in 0..items.guns() { (piece("cannon").of("colour-guns")) }
        @for _ in 0..items.barrels() { (piece("barrel").of("colour-oak")) }
        @for _ in 0..items.trade_goods() { (piece("crate").of("colour-trade")) }
    }
}

/// Writes items in words.
fn words_of(items: Items) -> String {
    let parts = [
        (items.crew(), "crew"),
        (items.guns(), "gun"),
        (items.barrels(), "barrel"),
        (items.trade_goods(), "trade good"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|&(count, what)| counted(count, what)).collect();
    parts.join(", ")
}
