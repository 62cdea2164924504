//! The eight event boxes, with the turn order and the turns above them.

use maud::{Markup, html};
use tradewinds_age_of_discovery::{AgeOfDiscovery, Decision, EventBox, Figure, Slot};
use tradewinds_game::from_one;

use super::parts::{Board, choice, choices, crowd, figure, number};
use crate::boards::badge;
use crate::boards::icons::icon;
use crate::boards::pieces::piece;

/// Draws the turns with their ages.
pub(super) fn turns(board: &Board<'_>) -> Markup {
    html! {
        ol.turns aria-label="Turns" {
            @for (turn, age, scores) in AgeOfDiscovery::turns() {
                @let now = u32::from(turn) == board.position.turn;
                li class={ "age" (age) @if now { " is-now" } } title={ "Age " (age) @if scores { ", regions score at the end" } } aria-current=[now.then_some("step")] {
                    span.sr { "Turn " } (turn) span.sr { " of age " (age) }
                    @if scores { (icon("flag")) span.sr { ", regions score" } }
                }
            }
        }
    }
}

/// Draws the turn order, with the choices about it.
pub(super) fn order(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let in_order = position.order.as_deref().unwrap_or_default();
    html! {
        div.event.order {
            h3 { "Turn order" }
            div.spots {
                ol.in-order { @for &seat in in_order {
                    li title=(board.name(seat as usize)) { (board.marked(format_args!("/order;/to_move"), &html! {
                        @let own = board.to_act == Some(seat as usize);
                        @if own { (board.act("advance", "marker", &badge(seat as usize))) } @else { (badge(seat as usize)) }
                        span.sr { " " (board.name(seat as usize)) }
                    })) }
                } }
                @if let Some(auction) = &position.auction {
                    @for (seat, &bid) in auction.bids.iter().enumerate() { span.tag { (badge(seat)) " bids $" (bid) } }
                }
                @if in_order.is_empty() || matches!(position.decision, Decision::AuctionSpecialist) { (choices(board, &["bid", "pass", "take"])) }
                @if is_about_the_order(position.decision) { (choice(board, "keep")) }
            }
        }
    }
}

/// Returns whether the University is asked about the turn order.
const fn is_about_the_order(decision: Decision) -> bool {
    matches!(
        decision,
        Decision::UniversityOrder
            | Decision::UniversityShipping
            | Decision::UniversityDiscovery
            | Decision::UniversityBenefits
    )
}

/// Draws the figures that can be put on a box, as what they are there, or that none can.
fn placements(board: &Board<'_>, event: EventBox) -> Markup {
    let seat = board.to_act.unwrap_or(0);
    let is_open = |action: &String| board.offers.iter().any(|offer| offer.action == *action);
    let all = placements_of(board, event);
    let names: Vec<&str> = all.iter().map(String::as_str).collect();
    html! {
        @if !all.iter().any(is_open) && all.iter().any(|action| board.is_named(action)) {
            (board.act_first(&names, "put closed", &html! { "closed" }))
        }
        @for name in Figure::ALL {
            @let action = format!("{name} {}", event.word());
            @if board.offers.iter().any(|offer| offer.action == action) {
                span.spot data-spot=(action) {
                    (board.act(&action, "put", &html! { (piece(name.word()).of(format!("seat{seat}"))) span.sr { (name) } }))
                }
            }
        }
    }
}

/// Lists the placements on a box, those of the figures in the hand first.
fn placements_of(board: &Board<'_>, event: EventBox) -> Vec<String> {
    let own = board.to_act.map(|seat| &board.position.players[seat].hand);
    let mut figures = Figure::ALL;
    figures.sort_by_key(|figure| own.is_none_or(|own| own.get(*figure).is_none_or(|&count| count == 0)));
    figures.iter().map(|name| format!("{name} {}", event.word())).collect()
}

fn event_box(board: &Board<'_>, event: EventBox, title: &str, class: &str, content: &Markup) -> Markup {
    let title = match fields_of(event) {
        "" => html! { (title) },
        fields => board.marked(format_args!("{fields}"), &html! { (title) }),
    };
    html! { div class={ "event " (class) } data-about=(event.word()) { h3 { (title) } div.spots { (content) } } }
}

/// Returns the fields that belong to a box; a click puts a figure of the seat in hand there.
const fn fields_of(event: EventBox) -> &'static str {
    match event {
        EventBox::Initiative => "+/initiative_box#@;/initiative_box",
        EventBox::Dock => "+/dock#[@,\"colonist\"];/dock;/dock_x=@|Space X;/dock_y=@|Space Y",
        EventBox::Goods => "+/goods_box#@;/goods_box",
        EventBox::Shipping => "+/players/@/shipping;/ship_in_box",
        EventBox::Capital => "+/capital_box#@;/capital_box",
        EventBox::Discovery => "+/players/@/discovery/other;/players/@/discovery",
        EventBox::Warfare => "+/warfare_box#@;/warfare_box",
        _ => "/specialists_box",
    }
}

/// Draws the spaces of a box that is filled from the left; `university` says whether a figure may move to the front.
fn row(board: &Board<'_>, event: EventBox, seats: &[u32], university: bool) -> Markup {
    let figures: Vec<(u32, Figure)> = seats.iter().map(|&seat| (seat, Figure::Colonist)).collect();
    spaces(board, event, &figures, university)
}

fn spaces(board: &Board<'_>, event: EventBox, figures: &[(u32, Figure)], university: bool) -> Markup {
    let total = board.game.spaces(event).unwrap_or(0).max(figures.len());
    // A click on a figure takes it away, one on the next space puts one of the seat in hand there.
    let list = fields_of(event).split(['+', '#']).nth(1).unwrap_or_default();
    let mark = |space: usize| match figures.get(space) {
        Some((seat, name)) if event == EventBox::Dock => Some(format!("-{list}#[{seat},\"{name}\"];{list}")),
        Some((seat, _)) => Some(format!("-{list}#{seat};{list}")),
        None => (space == figures.len()).then(|| fields_of(event).to_owned()),
    };
    html! {
        @for space in 0..total {
            span.lot data-mark=[mark(space).filter(|_| board.asked.edits)] {
                small.printed aria-hidden="true" {
                    @if event == EventBox::Initiative { "$" (board.game.initiative_money(space)) } @else { (from_one(space)) "." }
                }
                @match figures.get(space) {
                    Some(&(seat, name)) if university => (board.act(&format!("advance {}", from_one(space)), "stands", &figure(seat as usize, name, event.word()))),
                    Some(&(seat, name)) => (figure(seat as usize, name, event.word())),
                    None if space == figures.len() => (placements(board, event)),
                    None => {}
                }
            }
        }
        @if figures.len() >= total { (placements(board, event)) }
    }
}

/// Draws the boxes whose events come first. The others are a part of their own, so that a page that holds every
/// position of a game holds each part only where it changes.
pub(super) fn first(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let front = matches!(position.decision, Decision::UniversityInitiative | Decision::UniversityReorder);
    let initiative = html! {
        (row(board, EventBox::Initiative, &position.initiative_box, front))
        @if front { (choice(board, "keep")) }
    };
    html! {
        (turns(board))
        div.boxes {
            (order(board))
            (event_box(board, EventBox::Initiative, "Initiative", "", &initiative))
            (event_box(board, EventBox::Dock, "Colonist Dock", "", &dock(board)))
            (event_box(board, EventBox::Goods, "Trade Goods", "", &row(board, EventBox::Goods, &position.goods_box, false)))
            (event_box(board, EventBox::Shipping, "Merchant Shipping", "", &shipping(board)))
        }
    }
}

/// Draws the boxes whose events come later.
pub(super) fn later(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let front = position.decision == Decision::UniversityCapital;
    let capital = html! {
        (row(board, EventBox::Capital, &position.capital_box, front))
        @if front { (choice(board, "keep")) }
        @if position.decision == Decision::Buy { (choice(board, "pass")) }
    };
    let warfare = html! {
        (row(board, EventBox::Warfare, &position.warfare_box, false))
        (choices(board, &["kill", "battle"]))
        @for seat in board.seats() {
            @let war = format!("war {seat}");
            @if board.is_named(&war) { (board.act(&war, "choice", &html! { (icon("sword")) " War on " (board.name(seat)) " for $" (board.game.war_fee()) })) }
        }
        @if position.decision == Decision::Warfare { (choice(board, "pass")) }
    };
    html! {
        div.boxes {
            (event_box(board, EventBox::Capital, "Capital Buildings", "", &capital))
            (event_box(board, EventBox::Discovery, "Discovery", "", &expedition(board)))
            (event_box(board, EventBox::Training, "Specialists", "specialists", &specialists(board)))
            (event_box(board, EventBox::Warfare, "Warfare", "", &warfare))
        }
    }
}

/// Draws the dock: its spaces, the ship that blocks the others, and the spaces of two buildings.
fn dock(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let asks = position.decision == Decision::UniversityDock;
    html! {
        (spaces(board, EventBox::Dock, &position.dock, asks))
        span.lot.blocked title="The ship blocks the other spaces" { (piece("ship").of("colour-oak")) }
        @for (owner, letter, action) in [(position.dock_x, "X", "advance x"), (position.dock_y, "Y", "advance y")] {
            @if let Some(seat) = owner {
                @let stands = figure(seat as usize, Figure::Colonist, "dock");
                span.lot data-mark=[board.mark(format_args!("/dock_{}", letter.to_lowercase()))] { small.printed { (letter) } @if asks { (board.act(action, "stands", &stands)) } @else { (stands) } }
            }
        }
        @if asks { (choice(board, "keep")) }
    }
}

/// Draws Merchant Shipping: the value of each seat, and the ship that the highest one wins.
fn shipping(board: &Board<'_>) -> Markup {
    let position = &board.position;
    html! {
        @if position.ship_in_box { span.prize data-mark=[board.mark(format_args!("~/ship_in_box"))] title="The ship for the highest value" { (piece("ship").of("colour-oak").lies("ship", "box")) span.sr { "a ship to win" } } }
        @for (seat, player) in position.players.iter().enumerate() {
            @if player.shipping > 0 {
                span class={ "sum seat" (seat) } data-mark=[board.mark(format_args!("+/players/{seat}/shipping"))] title={ "value of " (board.name(seat)) } { (badge(seat)) b { "value " (player.shipping) } }
            }
        }
        (placements(board, EventBox::Shipping))
    }
}

/// Draws Discovery: what each seat can send, and the expedition that is being made.
fn expedition(board: &Board<'_>) -> Markup {
    let position = &board.position;
    html! {
        @for (seat, player) in position.players.iter().enumerate() {
            @let sent = &player.discovery;
            @if sent.captain + sent.other + sent.soldier > 0 {
                span class={ "group seat" (seat) } data-mark=[board.mark(format_args!("+/players/{seat}/discovery/other;/players/{seat}/discovery"))] { (badge(seat))
                    (crowd(seat, Figure::Captain, sent.captain, "discovery"))
                    (crowd(seat, Figure::Soldier, sent.soldier, "discovery"))
                    (crowd(seat, Figure::Colonist, sent.other, "discovery"))
                }
            }
        }
        (placements(board, EventBox::Discovery))
        (choices(board, &["soldiers", "captains", "others"]))
        @if position.decision == Decision::ExploreTarget { (choice(board, "stay")) }
    }
}

fn specialists(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let trains = position.decision == Decision::Train;
    html! {
        @for slot in Slot::ALL {
            @let event = EventBox::of_slot(slot);
            span.lot data-mark=[board.mark(format_args!("~/specialists_box/{slot}=@"))] data-about=(event.word()) {
                small.printed {
                    @match made_in(slot) {
                        Some(made) => (piece(made.word())),
                        None => { "$" (board.game.training_fee()) }
                    }
                }
                span.sr { (slot) }
                @match position.specialists_box.get(slot) {
                    Some(&seat) => {
                        @let placements = placements_of(board, event);
                        @let names: Vec<&str> = placements.iter().map(String::as_str).collect();
                        @let stands = figure(seat as usize, Figure::Colonist, "specialists");
                        @if names.iter().any(|action| board.is_named(action)) { (board.act_first(&names, "stands", &stands)) } @else { (stands) }
                    }
                    None => (placements(board, event)),
                }
            }
        }
        @if trains && board.is_named("decline") {
            div.choices {
                @for made in Figure::SPECIALISTS {
                    (board.act(&format!("train {made}"), "choice", &html! { (piece(made.word()).of(format!("seat{}", board.to_act.unwrap_or(0)))) " " (made) }))
                }
                (choice(board, "decline"))
            }
        }
    }
}

/// Returns the figure that a slot of Specialists gives; Training gives any.
const fn made_in(slot: Slot) -> Option<Figure> {
    Some(match slot {
        Slot::Captain => Figure::Captain,
        Slot::Merchant => Figure::Merchant,
        Slot::Missionary => Figure::Missionary,
        Slot::Soldier => Figure::Soldier,
        Slot::Training => return None,
    })
}

/// Draws what a seat has done for its score so far.
pub(super) fn stats(board: &Board<'_>, seat: usize) -> Markup {
    let (game, player) = (board.game, &board.position.players[seat]);
    let tiles = player.tiles.iter().map(|&tile| game.tile(tile));
    let won: u32 =
        tiles.chain(player.cards.iter().map(|&card| game.card(card))).map(|find| u32::from(find.vp)).sum();
    html! {
        (number("compass", "VP of discoveries", won))
        (number("flag", "VP of regions", player.region_vp.iter().sum::<u32>()))
    }
}
