//! The board of Mundus Novus: developments to win, the trade table, what combinations pay, and the players' cards.

mod parts;
mod trade;

use maud::{Markup, html};
use tradewinds_game::from_one;
use tradewinds_mundus_novus::{DevelopmentId, Kind};

use super::icons::icon;
use super::pieces::piece;
use super::{Panel, noun};
use parts::{Board, cards, choice, development, face, ship, spot};

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 9] = [
    ("scales", "the Trade Master"),
    ("p-caravel", "a caravel with its value; the fleet with the smallest sum picks first"),
    ("p-depot", "a warehouse with its places for cards"),
    ("p-queen", "King’s Aid"),
    ("p-feather", "Natives"),
    ("p-storm", "Storm"),
    ("p-fire", "Fire"),
    ("p-skull", "Pirates"),
    ("vp", "a perfect combination"),
];

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new(
            "queue",
            html! { "Developments to win " span.tag { (face_down(board)) " face down" } },
            queue(board),
        ),
        Panel::new("trade", html! { "Trade table" }, html! { (trade::market(board)) (trade::offers(board)) }),
        Panel::new("supply", html! { "Fleets and supply" }, trade::supply(board)),
        Panel::new("weather", html! { "Event" }, trade::events(board)),
    ];
    for (index, seat) in board.seats().into_iter().enumerate() {
        let extra = html! {
            @if board.position.trade_master == seat { span.tag { (icon("scales")) " Trade Master" } }
        };
        let class = format!("{} others-{}", board.seat_class(seat), board.position.players.len() - 1);
        panels.push(Panel::new(class, board.seat_title(seat, &extra), home(board, seat)));
        // What combinations bring lies below the reader's own hand.
        if index == 0 {
            panels.push(Panel::new("pays", html! { "Combinations" }, trade::combinations(board)));
        }
    }
    panels
}

/// Counts the developments that are still in the deck.
fn face_down(board: &Board<'_>) -> usize {
    let owned: usize = board.position.players.iter().map(|player| player.developments.len()).sum();
    board.game.rules().developments().saturating_sub(board.position.queue.len() + owned)
}

/// Draws the developments that sets can win, the first place on the left.
fn queue(board: &Board<'_>) -> Markup {
    let rules = board.game.rules();
    html! {
        ol.devs.ranked {
            @for (place, id) in board.position.queue.iter().enumerate() {
                @let action = format!("develop {}", from_one(place));
                li data-spot=[spot(board, &action)] data-about=(id) {
                    @if let Some(found) = rules.find(id) {
                        @let title = rules.title(found);
                        @let mark = format_args!("-/queue#{id}|{title}, in the queue;+/players/@/developments#{id}|{title}, of the seat in hand;/queue");
                        (board.marked(mark, &board.act(&action, "dev", &development(board, found))))
                    }
                }
            }
        }
        (choice(board, "develop top")) (choice(board, "cash"))
        @if let Some((good, size)) = board.position.decision.set() {
            div.held { span.label { "Your set" } @for _ in 0..size { (face(good, "set")) } }
        }
    }
}

/// Draws a player's cards and developments.
fn home(board: &Board<'_>, seat: usize) -> Markup {
    let (rules, player) = (board.game.rules(), &board.position.players[seat]);
    let owned: Vec<(&str, DevelopmentId)> =
        player.developments.iter().filter_map(|id| Some((id.as_str(), rules.find(id)?))).collect();
    let (fleet, others): (Vec<_>, Vec<_>) =
        owned.iter().copied().partition(|&(_, id)| rules.kind(id) == Kind::Caravel);
    let income = rules.income_of(owned.iter().map(|&(_, id)| id));
    let owned_mark = |(id, found): (&str, DevelopmentId)| {
        let place = format!("/players/{seat}/developments");
        format!("{place}#{id}|{};{place}", rules.title(found))
    };
    let is_own = board.to_act == Some(seat);
    let own = |name: &str| -> Vec<String> {
        if !is_own {
            return Vec::new();
        }
        let verbs = ["offer", "discard", "give", "lay", "from", "store"];
        verbs.iter().map(|verb| format!("{verb} {name}")).collect()
    };
    let none = |_: &str| Vec::new();
    let zone = |title: &str, place: &str, content: &Markup| {
        let label = board.mark(format_args!("/players/{seat}/{place}"));
        html! { div.zone { span.label data-mark=[label] { (title) } div.lying { (content) } } }
    };
    let known = board.shown.reader().filter(|reader| reader.index() != seat).and_then(|reader| {
        let known = player.known_by.as_ref()?.get(reader.index())?.as_ref();
        known.filter(|known| !known.is_empty())
    });
    let at = format!("hand {seat}");
    let of = |place: &str| format!("+/players/{seat}/{place}#*;/players/{seat}/{place}");
    html! {
        div.row.stats {
            span.stat title="doubloons" data-mark=[board.mark(format_args!("+/players/{seat}/money"))] { (piece("coin")) b { (player.money) } span.sr { " " (noun(player.money, "doubloon")) } }
            @if income > 0 { span.stat title="fixed income each round" { span.cost { "+" (income) } span.sr { " " (noun(income, "doubloon")) " each round" } } }
            @if player.perfect { span.tag { (icon("vp")) " perfect combination" } }
        }
        @if !player.hand.is_empty() || board.asked.edits {
            (zone("Hand", "hand", &html! {
                (cards(board, &player.hand, &at, &of("hand"), own))
                @if let Some(known) = known { span.known { small { "you know" } (cards(board, known, "known", "", none)) } }
            }))
        }
        @if is_own { (choice(board, "done")) }
        @if !player.set_aside.is_empty() { (zone("Set aside", "set_aside", &cards(board, &player.set_aside, &format!("aside {seat}"), &of("set_aside"), none))) }
        @if !player.stored.is_empty() { (zone("Stored", "stored", &cards(board, &player.stored, &format!("stored {seat}"), &of("stored"), none))) }
        @if !fleet.is_empty() {
            div.zone { span.label { "Fleet" } div.water.harbour { @for (name, id) in fleet {
                (board.marked(format_args!("{}", owned_mark((name, id))), &ship(rules.caravel_value(id))))
            } } }
        }
        @if !others.is_empty() {
            ul.owned { @for (name, id) in others {
                li { (board.marked(format_args!("{}", owned_mark((name, id))), &html! { div.dev { (development(board, id)) } })) }
            } }
        }
    }
}
