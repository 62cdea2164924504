//! The board of Puerto Rico: what all players share is here and in [`harbour`], the players' own boards are in
//! [`home`], the buildings in [`market`].

mod harbour;
mod home;
mod market;

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_game::speech::capital;
use tradewinds_puerto_rico::{Decision, PositionFile, PuertoRico, Role};

use super::icons::icon;
use super::pieces::piece;
use super::{Panel, badge};

type Board<'a> = super::Board<'a, PuertoRico, PositionFile>;

/// Returns the emblem of a role: no other thing on the board has it.
const fn emblem(role: Role) -> &'static str {
    match role {
        Role::Settler => "leaf",
        Role::Mayor => "person",
        Role::Builder => "hammer",
        Role::Craftsman => "wheat",
        Role::Trader => "scales",
        Role::Captain => "anchor",
        Role::Prospector1 | Role::Prospector2 => "pick",
    }
}

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 7] = [
    ("p-coin", "doubloons; on a role, what its taker gets"),
    ("p-chip", "VP chips; a shield is what a building is worth"),
    ("p-disc", "a colonist: at work in a circle, or in San Juan"),
    ("p-barrel", "a barrel, with the first letters of its good"),
    ("p-corn", "a plantation; its picture is its good"),
    ("p-quarry", "a quarry"),
    ("crown", "the governor, who chooses a role first"),
];

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new("roles", html! { "Roles" }, roles(board)),
        Panel::new("ships", html! { "Cargo ships" }, harbour::ships(board)),
        Panel::new("trade", html! { "Trading house" }, harbour::trading_house(board)),
        Panel::new("tiles", html! { "Plantations" }, harbour::tiles(board)),
        Panel::new("supply", html! { "Supply" }, harbour::supply(board)),
    ];
    let others = board.position.players.len() - usize::from(board.shown.reader().is_some());
    for seat in board.seats() {
        let extra = html! {
            @if taker(board, 0) == seat { span.tag { (icon("crown")) " governor" } }
        };
        let class = format!("{} others-{others}", board.seat_class(seat));
        panels.push(Panel::new(class, board.seat_title(seat, &extra), home::home(board, seat)));
    }
    panels.push(Panel::new("market", html! { "Buildings" }, market::market(board)));
    panels
}

/// Returns the seat that takes a role after a number of others: the first is the governor.
fn taker(board: &Board<'_>, picks: usize) -> usize {
    (board.position.round as usize - 1 + picks) % board.position.players.len()
}

fn roles(board: &Board<'_>) -> Markup {
    let picked = &board.position.picked;
    let may = board.position.step.decision == Decision::Role;
    html! {
        ul.cards {
            @for role in board.game.rules().roles.iter() {
                @let name = role.word_for(board.position.players.len());
                @let taken = picked.iter().position(|other| other == name);
                @let now = taken.is_some_and(|place| place + 1 == picked.len());
                @let class = match taken { _ if now => "role plank current", Some(_) => "role plank taken", None => "role plank" };
                @let mark = format_args!("~/picked#{name};/role_doubloons/{name}");
                li data-about=(name) { (board.marked(mark, &board.act_when(may, name, class, &html! {
                    span.emblem { (icon(emblem(role))) } span.name { (capital(name)) }
                    @match (taken, board.position.role_doubloons.get(name)) {
                        (Some(place), _) => span.by { (badge(taker(board, place))) span.sr { "taken by " (board.name(taker(board, place))) } },
                        (None, None) => {}
                        (None, Some(&coins)) => span.coins {
                            @for _ in 0..coins.min(3) { (piece("coin").lies("coin", name)) }
                            @if coins > 3 { b { (coins) } }
                            span.sr { (counted(coins, "doubloon")) }
                        },
                    }
                }))) }
            }
        }
    }
}
