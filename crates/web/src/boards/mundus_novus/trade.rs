//! The table in the middle: the market, the ships that bring the supply, the offers, and what combinations pay.

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_mundus_novus::{Ability, Card, Class, DecisionFile, Event, Kind};

use super::parts::{Board, cards, choice, choices, event_name, face, goods, ship, sign, spot};
use crate::boards::badge;
use crate::boards::icons::icon;
use crate::boards::pieces::piece;

/// Draws the market, the card just taken, and the piles.
pub(super) fn market(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let actions = |name: &str| vec![format!("swap for {name}"), format!("buy {name}")];
    html! {
        div.stall { span.label data-mark=[board.mark(format_args!("/market"))] { "Market" }
            div.lying { (cards(board, &position.market, "market", "-/market#*;+/players/@/hand#*;/market", actions)) }
            div.heap data-mark=[board.mark(format_args!("/discard_pile"))] { span.face.gone aria-hidden="true" { (position.discard_pile.len()) } small { "discarded" } }
        }
        @if let Some(card) = position.decision.taken() {
            div.held { span.label { "Just taken" } (face(card, "taken")) (choice(board, "keep")) }
        }
        @if is_offered(board, "buy") { (choice(board, "pass")) }
    }
}

fn is_offered(board: &Board<'_>, word: &str) -> bool {
    board.offers.iter().any(|offer| offer.action.split(' ').next() == Some(word))
}

/// A fleet: its seat and the values of its caravels, as they count.
struct Fleet {
    seat: usize,
    values: Vec<u8>,
}

impl Fleet {
    /// The fleet with the smallest sum picks first, then the one with the lowest caravel.
    fn rank(&self) -> (u32, u8) {
        (
            self.values.iter().map(|&value| u32::from(value)).sum(),
            self.values.iter().copied().min().unwrap_or(0),
        )
    }
}

/// Lists the fleets in the order in which they pick.
fn fleets(board: &Board<'_>) -> Vec<Fleet> {
    let (rules, position) = (board.game.rules(), &board.position);
    let mut fleets = Vec::new();
    for (seat, player) in position.players.iter().enumerate() {
        let owned = || player.developments.iter().filter_map(|id| rules.find(id));
        let has = |ability| owned().any(|id| rules.ability_of(id) == Some(ability));
        let caravels = owned().filter(|&id| rules.kind(id) == Kind::Caravel);
        let mut values: Vec<u8> = caravels.map(|id| rules.caravel_value(id)).collect();
        values.sort_unstable();
        let letters: Vec<char> =
            if has(Ability::Ponce) { position.split.chars().collect() } else { Vec::new() };
        if has(Ability::Pizarro)
            && let Some(best) = values.last_mut()
        {
            *best = 0;
        }
        for letter in ['a', 'b'] {
            let of_letter = |&(index, _): &(usize, &u8)| letters.get(index).copied().unwrap_or('a') == letter;
            let values: Vec<u8> =
                values.iter().enumerate().filter(of_letter).map(|(_, &value)| value).collect();
            if !values.is_empty() {
                fleets.push(Fleet { seat, values });
            }
        }
    }
    fleets.sort_by_key(Fleet::rank);
    fleets
}

/// Draws the fleets in their order, and the open cards that they pick from.
pub(super) fn supply(board: &Board<'_>) -> Markup {
    let fleets = fleets(board);
    let caravels: usize = fleets.iter().map(|fleet| fleet.values.len()).sum();
    let mut picked = caravels.saturating_sub(board.position.supply.len());
    let all_done = board.position.supply.is_empty();
    html! {
        @if !board.position.supply.is_empty() {
            div.lying { (cards(board, &board.position.supply, "supply", "-/supply#*;+/players/@/hand#*;/supply", |name| vec![format!("pick {name}")])) }
        }
        @if fleets.is_empty() { p.note { "Nobody has a caravel yet." } } @else {
            ol.fleets aria-label="Fleets, in the order in which they pick" {
                @for fleet in &fleets {
                    @let done = picked >= fleet.values.len();
                    @let now = !done && !all_done;
                    ({ picked = picked.saturating_sub(fleet.values.len()); "" })
                    li class={ "fleet seat" (fleet.seat) @if done && !all_done { " done" } } {
                        (badge(fleet.seat)) @for &value in &fleet.values { (ship(value)) }
                        b.sum { (fleet.rank().0) } @if now && picked == 0 { span.sr { " still to pick" } }
                    }
                }
            }
        }
        (choices(board, &["fleet"]))
    }
}

/// Draws what each seat offers, with the sum that makes the Trade Master.
pub(super) fn offers(board: &Board<'_>) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let sum = |seat: usize| -> u32 {
        let player = &position.players[seat];
        let cards = player.offer.chars().filter_map(Card::from_letter);
        let bonus = rules.offer_bonus(player.developments.iter().filter_map(|id| rules.find(id)));
        cards.map(|card| u32::from(rules.value(card))).sum::<u32>() + u32::from(bonus)
    };
    let announced = match position.decision {
        DecisionFile::Offer { announced, .. } => announced,
        _ => 0,
    };
    // The sums count before a card is taken.
    let is_whole = matches!(position.decision, DecisionFile::Tie {} | DecisionFile::Take { last: None, .. });
    let is_open = announced > 0 || position.players.iter().any(|player| !player.offer.is_empty());
    html! {
        @if announced > 0 { p { "Each seat offers " (counted(announced, "card")) " in secret." } }
        ul.offers {
            @for seat in board.seats() {
                @let player = &position.players[seat];
                @let take = |name: &str| vec![format!("take {name} from {seat}")];
                li class={ "stand seat" (seat) @if position.trade_master == seat { " master" } } {
                    span.owner data-mark=[board.mark(format_args!("+/trade_master={seat};/players/{seat}/offer"))] { (badge(seat)) " " (board.name(seat))
                        @if position.trade_master == seat { span.token title="Trade Master" { (icon("scales")) span.sr { "Trade Master" } } } }
                    @if is_open { div.lying {
                        @if !player.offer.is_empty() { span.sr { "Open offer: " } }
                        (cards(board, &player.offer, &format!("offer {seat}"), &format!("+/players/{seat}/offer#*;/players/{seat}/offer"), take))
                        @if player.offer.is_empty() { @for _ in 0..announced.max(1) { span.face.gone aria-hidden="true" {} } }
                    } }
                    @if is_whole && !player.offer.is_empty() { span.tag { "sum " b { (sum(seat)) } } }
                    @for verb in ["master", "first"] { (choice(board, &format!("{verb} {seat}"))) }
                }
            }
        }
        (announcements(board))
    }
}

/// Draws the sizes of offers that the Trade Master may announce.
fn announcements(board: &Board<'_>) -> Markup {
    html! {
        @if is_offered(board, "announce") {
            div.choices {
                @for offer in board.offers {
                    @let count: usize = offer.action.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
                    (board.act(&offer.action, "choice", &html! { span.fan { @for _ in 0..count { span.back {} } } (count) }))
                }
            }
        }
    }
}

/// Draws the event of this round and that of the next one.
pub(super) fn events(board: &Board<'_>) -> Markup {
    let (rules, position) = (board.game.rules(), &board.position);
    let next = position.queue.first().and_then(|id| rules.find(id)).map_or(Event::None, |id| rules.icon(id));
    html! {
        div.event-now data-mark=[board.mark(format_args!("/event"))] { span.sign { (piece(sign(position.event))) } span.what { b { (event_name(position.event)) } small { (rules.event_effect(position.event)) } } }
        @if next != Event::None { p.note { "Next round: " (piece(sign(next))) " " (event_name(next)) ", if its card stays first" } }
        @if is_offered(board, "event") { (choices(board, &["event", "pass"])) }
    }
}

/// Draws what combinations bring: each is a button where the reader can lay it.
pub(super) fn combinations(board: &Board<'_>) -> Markup {
    let rules = board.game.rules();
    // For the owner of de la Cosa there is no event.
    let owned = board.to_act.map(|seat| &board.position.players[seat].developments);
    let is_spared = rules.is_spared(owned.into_iter().flatten().filter_map(|id| rules.find(id)));
    let meets = |event: Event| board.position.event == event && !is_spared;
    let cell = |action: String, content: Markup| html! { span.spot data-spot=[spot(board, &action)] { (board.act(&action, "pay", &content)) } };
    html! {
        div.aid { table.sets {
            caption { "Sets of one good win a development" }
            thead { tr { th scope="col" { "Cards" } @for class in Class::ALL { th scope="col" { (goods(class)) } } } }
            tbody { @for (size, places) in rules.sets(meets(Event::Storm)) {
                tr { th scope="row" { (size) } @for places in places { td { @if places == 1 { "place 1" } @else { "1 to " (places) } } } }
            } }
        }
        div.pays { span.label { "Different goods" } @for (size, doubloons) in rules.different(meets(Event::Natives)) {
            (cell(format!("different {size}"), html! { (size) " → " b { (doubloons) } }))
        } }
        div.pays { span.label { "Relics" } @for (count, doubloons) in rules.relics() {
            (cell(format!("relics {count}"), html! { (count) " → " b { (doubloons) } }))
        } }
        }
        (set_choices(board))
        (choices(board, &["jokers", "convert"]))
        @if board.is_named("perfect") || board.is_named("end") {
            div.choices {
                (board.act("perfect", "choice", &html! { "The perfect combination" }))
                (board.act("end", "choice", &html! { "End the turn" }))
            }
        }
        p.note { "All nine goods and a relic win at the end of the round. Otherwise the game ends with the round in which somebody has " (rules.end_money()) " doubloons or fewer than five developments are left to win, and most doubloons win." }
    }
}

/// Draws the sets of the goods that the reader holds, or can lay otherwise: a row for each good, up to the first set that
/// is too large.
fn set_choices(board: &Board<'_>) -> Markup {
    let hand = board.to_act.map_or("", |seat| board.position.players[seat].hand.as_str());
    let is_legal = |action: &String| board.offers.iter().any(|offer| offer.action == *action);
    let sizes = |card: Card| -> Vec<String> {
        let sizes = board.game.rules().sets(false);
        let named = sizes.map(|(size, _)| format!("set {} {size}", card.word()));
        let mut sizes: Vec<String> = named.filter(|action| board.is_named(action)).collect();
        let legal = sizes.iter().take_while(|action| is_legal(action)).count();
        sizes.truncate(if legal > 0 || hand.contains(card.letter()) { legal + 1 } else { 0 });
        sizes
    };
    html! {
        @if board.is_named("end") {
            div.set-choices {
                @for card in (0..).map_while(Card::from_index) {
                    @let sizes = sizes(card);
                    @if !sizes.is_empty() {
                        span.set-of { (face(card.letter(), "aid")) @for action in &sizes { (board.act(action, "pay", &html! { (action.rsplit(' ').next().unwrap_or_default()) })) } }
                    }
                }
            }
        }
    }
}
