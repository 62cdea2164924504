//! A player's ship in Francis Drake: what it carries, and what the player has won.

use maud::{Markup, html};
use tradewinds_francis_drake::{Commodity, Decision, Disc, PlayerFile, Stone, Stop};
use tradewinds_game::counted;

use super::super::heap_of;
use super::super::pieces::piece;
use super::Board;
use super::sea::{face, treasure};

/// The maximum number of equal pieces that are drawn one by one.
const MAX_DRAWN: u32 = 8;

pub(super) fn home(board: &Board<'_>, seat: usize) -> Markup {
    let (rules, player) = (board.game.rules(), &board.position.players[seat]);
    let place = format!("seat {seat}");
    let has_galleon = player.stops.iter().any(|stop| rules.gives_galleon(*stop));
    let name = if has_galleon { "galleon" } else { "frigate" };
    let left = u32::from(rules.player_discs()).saturating_sub(player.stops.len() as u32);
    let is_own = board.shown.reader().is_some_and(|reader| reader.index() == seat);
    html! {
        div.store {
            (board.marked(format_args!("+/players/{seat}/vp"), &heap_of("chip", "", "VP", &place, player.vp)))
            span.stat title="player discs left" data-mark=[board.mark(format_args!("/players/{seat}/stops;/players/{seat}/missions"))] { (piece("disc").of(format!("seat{seat}")).lies(&format!("disc {seat}"), &place).times(left)) b { (left) } small { @if left == 1 { "disc left" } @else { "discs left" } } }
        }
        div.cargo {
            div.own-ship data-mark=[board.mark(format_args!("/players/{seat}/ghost_ship;/players/{seat}/investor_tile"))] {
                (piece("ship").of(format!("seat{seat} {name}"))) small { (name) }
                @if player.stops.contains(&Stop::Pinnace) { (piece("boat").of("colour-oak")) small { "pinnace" } }
            }
            div.hold-of-ship {
                @for (field, shape, class, label, count) in [
                    ("crew", "cube", "colour-crew", "crew", player.crew),
                    ("guns", "cannon", "colour-guns", "gun", player.guns),
                    ("barrels", "barrel", "colour-oak", "supply barrel", player.barrels),
                    ("trade_goods", "crate", "colour-trade", "trade good", player.trade_goods),
                ] {
                    @match board.mark(format_args!("+/players/{seat}/{field}")) {
                        Some(mark) => span.marked data-mark=(mark) { @if count > 0 { (carried(shape, class, label, count)) } @else { span.stat { (piece(shape).of(class)) "0" } } },
                        None => (carried(shape, class, label, count)),
                    }
                }
                @if player.crew + player.guns + player.barrels + player.trade_goods == 0 { small { "an empty hold" } }
            }
        }
        div.store {
            @if player.ghost_ship { span.tag { "Ghost Ship" } }
            @if player.stops.contains(&Stop::GoldenHind) { span.tag { (piece("ship").of("colour-gold")) " Golden Hind" } }
            @if player.investor_tile { span.tag { (piece("coin")) " investor not used" } }
        }
        (hand(board, player, seat, is_own))
        (winnings(board, seat, &place))
        @if is_own { (choices(board)) }
    }
}

/// Draws pieces of a kind, one by one or as a heap.
fn carried(shape: &str, class: &str, label: &str, count: u32) -> Markup {
    html! { @if count > 0 {
        span.shelf role="img" aria-label=(counted(count, label)) title=(counted(count, label)) {
            @for _ in 0..count.min(MAX_DRAWN) { (piece(shape).of(class)) }
            @if count > MAX_DRAWN { b.times { (count) } }
        }
    } }
}

/// Draws the mission discs that are not on the map yet.
fn hand(board: &Board<'_>, player: &PlayerFile, seat: usize, is_own: bool) -> Markup {
    let lays = matches!(board.position.decision.step, Decision::Sail | Decision::Disc);
    let owns = |disc: &Disc| match disc {
        Disc::GoldenHind => player.stops.contains(&Stop::GoldenHind),
        Disc::GhostShip => player.ghost_ship,
        _ => true,
    };
    let owned: Vec<Disc> = Disc::ALL.into_iter().filter(owns).collect();
    let left = (owned.len() as u32).saturating_sub(player.missions.len() as u32);
    let kind = format!("mission {seat}");
    html! {
        @if lays && left > 0 { div.zone data-piece=(kind) data-at="hand" data-heap=(left) {
            span.label { "Discs in hand" }
            @if is_own {
                div.row { @for disc in owned.into_iter().filter(|disc| !player.missions.values().any(|laid| laid.as_ref() == Some(disc))) {
                    (board.act(&format!("disc {disc}"), &format!("mission seat{seat}"), &face(Some(disc))))
                } }
            } @else { b { (left) } }
        } }
    }
}

/// Draws commodities and treasure.
fn winnings(board: &Board<'_>, seat: usize, place: &str) -> Markup {
    let player = &board.position.players[seat];
    let won = |kind: &str| board.mark(format_args!("/players/{seat}/{kind}"));
    html! {
        @if !player.goods.is_empty() || !player.chest.is_empty() {
            div.winnings {
                @if !player.chest.is_empty() { span.shelf.hoard data-mark=[won("chest")] { (piece("chest").of("tall")) @for stone in Stone::ALL { @for _ in 0..player.chest.get(&stone).copied().unwrap_or(0) { (treasure(stone, place)) } } } }
                @for good in Commodity::ALL { @if let Some(&count) = player.goods.get(&good) {
                    @let kind = format!("ware {good}");
                    span.shelf role="img" data-mark=[board.mark(format_args!("+/players/{seat}/goods/{good};/players/{seat}/goods"))] aria-label={ (count) " " (good) } title={ (count) " " (good) } { @for _ in 0..count { (piece(good.word()).lies(&kind, place)) } }
                } }
            }
        }
        @if !player.attacks.is_empty() { p.note data-mark=[won("attacks")] { (counted(player.attacks.len(), "attack")) " won in this voyage" } }
    }
}

/// Draws what is decided about no place of the board.
fn choices(board: &Board<'_>) -> Markup {
    let is_here = |action: &str| matches!(action, "return" | "stay" | "look discs" | "look tile");
    let offers: Vec<_> = board.offers.iter().filter(|offer| is_here(&offer.action)).collect();
    html! { @if !offers.is_empty() { div.choices { @for offer in offers { (board.act(&offer.action, "inline", &html! { (offer.order) })) } } } }
}
