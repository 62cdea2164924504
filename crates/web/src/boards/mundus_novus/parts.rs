//! The cards of Mundus Novus.

use maud::{Markup, html};
use tradewinds_game::from_one;
use tradewinds_mundus_novus::{Ability, Card, Class, DevelopmentId, Event, Kind, MundusNovus, PositionFile};

use crate::boards::noun;
use crate::boards::pieces::piece;

pub(super) type Board<'a> = crate::boards::Board<'a, MundusNovus, PositionFile>;

/// Returns the picture of a card.
fn picture(card: Card) -> String {
    format!("good-{}", if card.word() == "cacao" { "cocoa" } else { card.word() })
}

/// Draws the face of a card; `at` is where it lies. A card that the reader does not know shows its back.
pub(super) fn face(letter: char, at: &str) -> Markup {
    match Card::from_letter(letter) {
        None => {
            html! { span.back data-piece="card" data-at=(at) { (piece("caravel")) span.sr { "unknown card" } } }
        }
        Some(card) => {
            let class = if card.is_good() { card.class().word() } else { card.word() };
            html! {
                span class={ "face " (class) } data-about=(card.word()) data-piece=(card.word()) data-at=(at) {
                    b { @if card.is_good() { (from_one(card.index())) } @else { "R" } }
                    (piece(&picture(card)))
                    span { (card.word()) }
                }
            }
        }
    }
}

/// Draws cards, those of one kind upon each other; each kind may be one of several actions. In the mark of a kind `*`
/// is its letter.
pub(super) fn cards(
    board: &Board<'_>,
    cards: &str,
    at: &str,
    mark: &str,
    actions: impl Fn(&str) -> Vec<String>,
) -> Markup {
    let mut letters: Vec<char> = cards.chars().collect();
    letters.dedup();
    let count = |letter: char| cards.chars().filter(|&other| other == letter).count();
    html! {
        @for letter in letters {
            @let actions = actions(Card::from_letter(letter).map_or("", Card::word));
            @let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
            @let legal = actions.iter().find_map(|action| spot(board, action));
            @let mark = board.mark(format_args!("{}", mark.replace('*', letter.encode_utf8(&mut [0; 4]))));
            span.spot data-spot=[legal] data-mark=[mark] {
                (board.act_first(&actions, "cards-of", &html! {
                    @for _ in 0..count(letter) { (face(letter, at)) }
                    @if count(letter) > 3 { b.times { "×" (count(letter)) } }
                }))
            }
        }
    }
}

/// Returns the sign of an event.
pub(super) const fn sign(event: Event) -> &'static str {
    match event {
        Event::None => "calm",
        Event::King => "queen",
        Event::Natives => "feather",
        Event::Storm => "storm",
        Event::Fire => "fire",
        Event::Pirates => "skull",
    }
}

/// Names an event with the apostrophe of a page.
pub(super) const fn event_name(event: Event) -> &'static str {
    match event {
        Event::King => "King’s Aid",
        event => event.title(),
    }
}

/// Draws a development as a card.
pub(super) fn development(board: &Board<'_>, id: DevelopmentId) -> Markup {
    let rules = board.game.rules();
    let (income, event) = (rules.income(id), rules.icon(id));
    html! {
        span class={ "art " (rules.kind(id)) } { (art(board, id)) }
        span.what { b { (rules.title(id)) } small { (rules.effect(id)) } }
        @if income > 0 { span.cost title="income each round" { "+" (income) span.sr { " " (noun(income, "doubloon")) " each round" } } }
        @if event != Event::None {
            span.sign title={ (event_name(event)) ": " (rules.event_effect(event)) } { (piece(sign(event))) span.sr { "event: " (event_name(event)) } }
        }
    }
}

/// Draws what a development shows.
fn art(board: &Board<'_>, id: DevelopmentId) -> Markup {
    let rules = board.game.rules();
    match rules.kind(id) {
        Kind::Caravel => ship(rules.caravel_value(id)),
        Kind::Merchant => html! { (piece("merchant").of("colour-trade")) (goods(rules.merchant_class(id))) },
        Kind::Warehouse => {
            html! { (piece("depot")) span.slots { @for _ in 0..rules.slots_of(id) { span.slot {} } } }
        }
        Kind::Shipyard => html! { (piece("port")) },
        Kind::Character => {
            let (figure, colour) = person(rules.ability_of(id));
            html! { (piece(figure).of(colour)) }
        }
        Kind::Building => html! { (piece("town")) },
    }
}

/// Draws a caravel with its value on the sail.
pub(super) fn ship(value: u8) -> Markup {
    html! { span.vessel { (piece("caravel")) b { (value) } } }
}

/// Draws the three goods of a class.
pub(super) fn goods(class: Class) -> Markup {
    let of_class = (0..).map_while(Card::from_index).filter(|card| card.is_good() && card.class() == class);
    html! { span.trio { @for card in of_class { span class={ "pip " (class.word()) } { (from_one(card.index())) } } } }
}

/// Returns the figure of a character and its colour.
const fn person(ability: Option<Ability>) -> (&'static str, &'static str) {
    match ability {
        Some(Ability::Casas) => ("missionary", "colour-people"),
        Some(Ability::Cosa) => ("captain", "seat1"),
        Some(Ability::Ponce) => ("captain", "seat2"),
        Some(Ability::Orellana) => ("captain", "seat0"),
        Some(Ability::Sergio | Ability::Buron) => ("merchant", "seat4"),
        Some(Ability::Estefano | Ability::Vicente) => ("merchant", "seat1"),
        Some(Ability::Almagro) => ("soldier", "seat4"),
        Some(Ability::Pizarro) => ("soldier", "seat0"),
        Some(Ability::Valdivia) => ("soldier", "seat1"),
        Some(Ability::Coronado) => ("soldier", "seat3"),
        _ => ("soldier", "colour-guns"),
    }
}

/// Returns the action if it is legal: what the place that stands for it says.
pub(super) fn spot<'a>(board: &Board<'_>, action: &'a str) -> Option<&'a str> {
    board.offers.iter().any(|offer| offer.action == action).then_some(action)
}

/// Draws a choice that no card stands for.
pub(super) fn choice(board: &Board<'_>, action: &str) -> Markup {
    let Some(offer) = board.offers.iter().find(|offer| offer.action == action) else { return html! {} };
    board.act(action, "choice", &html! { (offer.order) })
}

/// Draws the choices that begin with one of these words, but for those that this board draws elsewhere.
pub(super) fn choices(board: &Board<'_>, words: &[&str]) -> Markup {
    let actions: Vec<&str> = board
        .offers
        .iter()
        .map(|offer| offer.action.as_str())
        .filter(|action| words.contains(&action.split(' ').next().unwrap_or_default()))
        .collect();
    html! { @if !actions.is_empty() { div.choices { @for action in actions { (choice(board, action)) } } } }
}
