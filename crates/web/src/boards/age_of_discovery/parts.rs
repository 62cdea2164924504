//! What lies on the board of Age of Discovery: figures, goods, discoveries and buildings.

use maud::{Markup, html};
use tradewinds_age_of_discovery::{AgeOfDiscovery, Building, Figure, Find, Good, Named, PositionFile};
use tradewinds_report::title;

use crate::boards::icons::icon;
use crate::boards::pieces::piece;
use crate::boards::{badge, noun, stat};

pub(super) type Board<'a> = crate::boards::Board<'a, AgeOfDiscovery, PositionFile>;

/// Draws a figure in the colour of its seat; `at` is where it stands.
pub(super) fn pawn(seat: usize, figure: Figure, at: &str) -> Markup {
    html! { (piece(figure.word()).of(format!("seat{seat}")).lies(&format!("figure of {seat}"), at)) }
}

/// Draws a figure with the sign of its seat, where figures of several seats stand.
pub(super) fn figure(seat: usize, figure: Figure, at: &str) -> Markup {
    html! {
        span class={ "figure seat" (seat) } data-about=(figure) {
            (pawn(seat, figure, at)) (badge(seat)) span.sr { (figure) " of seat " (tradewinds_game::from_one(seat)) }
        }
    }
}

/// Draws some alike figures of a seat as one, with their number.
pub(super) fn crowd(seat: usize, figure: Figure, count: u32, at: &str) -> Markup {
    html! {
        @if count > 0 {
            span.crowd data-about=(figure) {
                (piece(figure.word()).of(format!("seat{seat}")).lies(&format!("figure of {seat}"), at).times(count))
                @if count > 1 { b.times { "×" (count) } }
                span.sr { (tradewinds_game::counted(count, figure.word())) }
            }
        }
    }
}

/// Draws a counter of a good; `at` is where it lies.
pub(super) fn counter(good: Good, at: &str) -> Markup {
    counters(good, at, None)
}

/// Draws alike counters as one, with their number.
pub(super) fn pile(good: Good, at: &str, count: u32) -> Markup {
    html! { span.goods { (counters(good, at, Some(count))) @if count > 1 { b.times { "×" (count) } } } }
}

fn counters(good: Good, at: &str, count: Option<u32>) -> Markup {
    html! {
        span class={ "counter g-" (good) } title=(good) data-about=(good) data-piece=(good) data-at=(at) data-heap=[count] {
            (piece(&format!("good-{good}"))) span.sr { (good) }
        }
    }
}

/// Lists goods in the order of the table.
pub(super) fn in_order(goods: &Named<Good, u32>) -> impl Iterator<Item = (Good, u32)> {
    Good::ALL.into_iter().filter_map(|good| Some((good, *goods.get(good)?)))
}

/// Draws what an expedition meets and wins.
pub(super) fn discovery(find: Find) -> Markup {
    let Find { natives, vp, money, plunder } = find;
    html! {
        span.find {
            span.meets { (piece("feather")) b { (natives) } span.sr { " " (noun(natives, "native")) } }
            span.worth { (vp) span.sr { " VP" } }
            span.wins { "$" (money) " +$" (plunder) (piece("soldier").of("colour-crew")) span.sr { " per soldier" } }
        }
    }
}

/// Draws a building with what it does.
pub(super) fn building(board: &Board<'_>, building: Building) -> Markup {
    let vp = board.game.building_vp(building);
    html! {
        (piece(["age-1", "age-2", "age-3"][building.age()]))
        span.what { b { (title(building.word())) } small { (board.game.effect(building)) } }
        @if vp > 0 { span.worth { (vp) span.sr { " VP" } } }
    }
}

/// Returns the action if it is legal: what the place that stands for it says.
pub(super) fn spot<'a>(board: &Board<'_>, action: &'a str) -> Option<&'a str> {
    board.offers.iter().any(|offer| offer.action == action).then_some(action)
}

/// Draws a choice that no place of the board stands for.
pub(super) fn choice(board: &Board<'_>, action: &str) -> Markup {
    let Some(offer) = board.offers.iter().find(|offer| offer.action == action) else { return html! {} };
    let number = |figure: &str| match action.split(' ').next_back() {
        Some("0") => html! { "none" },
        Some(count) => html! { (piece(figure).of(format!("seat{}", board.to_act.unwrap_or(0)))) "×" (count) },
        None => html! {},
    };
    let content = match action.split(' ').next().unwrap_or_default() {
        "soldiers" | "kill" => number("soldier"),
        "captains" => number("captain"),
        "others" => number("colonist"),
        "battle" | "war" => html! { (icon("sword")) " " (offer.order) },
        _ => html! { (offer.order) },
    };
    board.act(action, "choice", &content)
}

/// Draws the choices that begin with one of these words.
pub(super) fn choices(board: &Board<'_>, words: &[&str]) -> Markup {
    let is_one = |action: &str| words.contains(&action.split(' ').next().unwrap_or_default());
    let actions: Vec<&str> =
        board.offers.iter().map(|offer| offer.action.as_str()).filter(|action| is_one(action)).collect();
    html! { @if !actions.is_empty() { div.choices { @for action in actions { (choice(board, action)) } } } }
}

/// Draws money as coins with their sum.
pub(super) fn money(dollars: u32) -> Markup {
    html! { span.stat title="dollars" { (piece("coin")) b { (dollars) } span.sr { " " (noun(dollars, "dollar")) } } }
}

/// Draws a number with the icon of what it counts.
pub(super) fn number(name: &str, label: &str, value: impl std::fmt::Display) -> Markup {
    stat(name, label, value)
}
