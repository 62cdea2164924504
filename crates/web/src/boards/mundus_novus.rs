//! The board of Mundus Novus.

use maud::{Markup, html};
use tradewinds_game::from_one;
use tradewinds_mundus_novus::{Ability, Card, Class, DevelopmentId, Event, Kind, MundusNovus, PositionFile};

use super::icons::icon;
use super::{Panel, badge, stat};

type Board<'a> = super::Board<'a, MundusNovus, PositionFile>;

/// What the signs of the board mean.
pub(super) const SIGNS: [(&str, &str); 7] = [
    ("coin", "doubloons; with a +, income each round"),
    ("ship", "caravels"),
    ("scales", "the Trade Master, or a merchant"),
    ("house", "a warehouse or another building"),
    ("person", "a character"),
    ("flag", "the event that a development brings"),
    ("vp", "a perfect combination"),
];

pub(super) fn panels(board: &Board<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new("queue", html! { "Developments to win" }, queue(board)),
        Panel::new("market", html! { "Market" }, market(board)),
        Panel::new("piles", html! { "Piles and event" }, piles(board)),
    ];
    let supply = &board.position.supply;
    if !supply.is_empty() {
        let open = html! { div.row { (cards(board, supply, |name| vec![format!("pick {name}")])) } };
        panels.push(Panel::new("supply", html! { "Open supply cards" }, open));
    }
    for seat in board.seats() {
        let extra = html! {
            @if board.position.trade_master == seat { span.tag { (icon("scales")) " Trade Master" } }
        };
        panels.push(Panel::new(board.seat_class(seat), board.seat_title(seat, &extra), home(board, seat)));
    }
    panels
}

/// Draws the face of a card.
fn face(letter: char) -> Markup {
    match Card::from_letter(letter) {
        None => html! { span.back { span.sr { "unknown card" } } },
        Some(card) => {
            let class = if card.is_good() { card.class().word() } else { card.word() };
            html! { span class={ "face " (class) } { b { (from_one(card.index())) } span { (card.word()) } } }
        }
    }
}

/// Draws cards, those of one kind together; each kind may be one of several actions.
fn cards(board: &Board<'_>, cards: &str, actions: impl Fn(&str) -> Vec<String>) -> Markup {
    let mut letters: Vec<char> = cards.chars().collect();
    letters.dedup();
    let count = |letter: char| cards.chars().filter(|&other| other == letter).count();
    html! {
        @for letter in letters {
            @let actions = actions(Card::from_letter(letter).map_or("", Card::word));
            @let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
            (board.act_first(&actions, "cards-of", &html! {
                (face(letter)) @if count(letter) > 1 { span.times { "×" (count(letter)) } }
            }))
        }
    }
}

/// Draws a development with its numbers.
fn development(board: &Board<'_>, id: &str) -> Markup {
    let rules = board.game.rules();
    let Some(id) = rules.find(id) else { return html! { (id) } };
    let shape = match rules.kind(id) {
        Kind::Caravel => "ship",
        Kind::Merchant => "scales",
        Kind::Warehouse => "house",
        Kind::Shipyard => "anchor",
        Kind::Character | Kind::Building => "person",
    };
    html! {
        (icon(shape)) span.what { b { (rules.title(id)) } small { (effect(board, id)) } span.marks {
            @let income = rules.income(id);
            @if income > 0 { (stat("coin", "income a round", format!("+{income}"))) }
            @let event = rules.icon(id);
            @if event != Event::None { span.tag { (icon("flag")) " " (event_name(event)) } }
        } }
    }
}

/// Describes a development in a few words.
fn effect(board: &Board<'_>, id: DevelopmentId) -> &'static str {
    let rules = board.game.rules();
    match (rules.kind(id), rules.ability_of(id)) {
        (Kind::Caravel, _) => "a supply card each round",
        (Kind::Merchant, _) => match rules.merchant_class(id) {
            Class::Common => "turns a good into 1, 2 or 3",
            Class::Uncommon => "turns a good into 4, 5 or 6",
            Class::Rare => "turns a good into 7, 8 or 9",
        },
        (Kind::Warehouse, _) if rules.slots_of(id) > 1 => "keeps 2 cards",
        (Kind::Warehouse, _) => "keeps 1 card",
        (Kind::Shipyard, _) => "1 for each player with more caravels",
        (_, Some(ability)) => match ability {
            Ability::Almagro => "may win the top card of the deck",
            Ability::Cosa => "no event concerns the owner",
            Ability::Casas => "may offer fewer cards",
            Ability::Pizarro => "the best caravel counts 0",
            Ability::Ponce => "may split the fleet",
            Ability::Valdivia => "+3 to the offer",
            Ability::Orellana => "+2 for a market in a row or of a kind",
            Ability::Coronado => "may pay 2 for an event",
            Ability::Sergio => "may buy a market card for 2",
            Ability::Buron => "1 for each character",
            Ability::Estefano => "3 for the Trade Master",
            Ability::Vicente => "doubloons instead of a development",
            Ability::TradingPost => "1 for each merchant and warehouse",
        },
        (_, None) => "income only",
    }
}

/// Names an event with the apostrophe of a page.
const fn event_name(event: Event) -> &'static str {
    match event {
        Event::None => "none",
        Event::King => "King’s Aid",
        event => event.title(),
    }
}

const fn event_about(event: Event) -> &'static str {
    match event {
        Event::None => "",
        Event::King => "several sets may be laid",
        Event::Natives => "different goods pay 1 doubloon each",
        Event::Storm => "sets win place 1 only",
        Event::Fire => "nothing can be stored",
        Event::Pirates => "a card is lost for each fleet of two or more",
    }
}

fn queue(board: &Board<'_>) -> Markup {
    html! {
        ol.devs.ranked {
            @for (place, id) in board.position.queue.iter().enumerate() {
                li { (board.act(&format!("develop {}", from_one(place)), "dev", &development(board, id))) }
            }
        }
        @if board.offers.iter().any(|offer| offer.action == "develop top") {
            (board.act("develop top", "inline", &html! { (icon("card")) " The top card of the deck" }))
        }
    }
}

fn market(board: &Board<'_>) -> Markup {
    let actions = |name: &str| vec![format!("swap for {name}"), format!("buy {name}")];
    html! { div.row { (cards(board, &board.position.market, actions)) } }
}

fn piles(board: &Board<'_>) -> Markup {
    let position = &board.position;
    let about = event_about(position.event);
    html! {
        p { "Event: " b { (event_name(position.event)) } @if !about.is_empty() { " – " (about) } }
        p.note { (position.discard_pile.len()) " cards discarded" }
        @if let Some(card) = position.decision.taken() { p { "Card just taken: " (face(card)) } }
        @if let Some((good, size)) = position.decision.set() { p { "Set of " (size) ": " (face(good)) } }
    }
}

/// Draws a player's cards and developments.
fn home(board: &Board<'_>, seat: usize) -> Markup {
    let (rules, player) = (board.game.rules(), &board.position.players[seat]);
    let owned = || player.developments.iter().filter_map(|id| rules.find(id));
    let income: u32 = owned().map(|id| u32::from(rules.income(id))).sum();
    let caravels = owned().filter(|&id| rules.kind(id) == Kind::Caravel).count();
    let own = |name: &str| {
        let verbs = ["offer", "discard", "give", "lay", "from", "store"];
        verbs.iter().map(|verb| format!("{verb} {name}")).collect()
    };
    let take = |name: &str| vec![format!("take {name} from {seat}")];
    let zone =
        |title: &str, content: &Markup| html! { div.zone { span.label { (title) } div.row { (content) } } };
    let known = board.shown.reader().filter(|reader| reader.index() != seat).and_then(|reader| {
        let known = player.known_by.as_ref()?.get(reader.index())?.as_ref();
        known.filter(|known| !known.is_empty())
    });
    html! {
        div.row.stats {
            (stat("coin", "doubloons", player.money))
            (stat("coin", "fixed income a round", format!("+{income}")))
            (stat("ship", "caravels", caravels))
            @if player.perfect { span.tag { (icon("vp")) " perfect combination" } }
        }
        @if !player.offer.is_empty() { (zone("Open offer", &cards(board, &player.offer, take))) }
        @if !player.hand.is_empty() {
            (zone("Hand", &html! {
                (cards(board, &player.hand, own))
                @if let Some(known) = known {
                    span.tag { "of which you know" } (cards(board, known, |_| Vec::new()))
                }
            }))
        }
        @if !player.set_aside.is_empty() { (zone("Set aside", &cards(board, &player.set_aside, |_| Vec::new()))) }
        @if !player.stored.is_empty() { (zone("Stored", &cards(board, &player.stored, |_| Vec::new()))) }
        @if !player.developments.is_empty() { ul.owned { @for id in &player.developments { li.dev { (development(board, id)) } } } }
        @if let Some(other) = board.offers.iter().find(|offer| offer.action == format!("master {seat}") || offer.action == format!("first {seat}")) {
            (board.act(&other.action, "inline", &html! { (badge(seat)) " " (other.order) }))
        }
    }
}
