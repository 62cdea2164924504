//! The board of Mundus Novus.

use maud::{Markup, html};
use tradewinds_game::from_one;

use super::icons::icon;
use super::{Draw, Panel, badge, list, number, stat, text};

/// The cards: the letter in a position, the name, the class.
const CARDS: [(char, &str, &str); 10] = [
    ('1', "cacao", "common"),
    ('2', "corn", "common"),
    ('3', "tobacco", "common"),
    ('4', "coffee", "uncommon"),
    ('5', "cotton", "uncommon"),
    ('6', "sugar", "uncommon"),
    ('7', "potato", "rare"),
    ('8', "indigo", "rare"),
    ('9', "vanilla", "rare"),
    ('R', "relic", "relic"),
];

fn card_of(letter: char) -> Option<(&'static str, &'static str)> {
    CARDS.iter().find(|(own, ..)| *own == letter).map(|&(_, name, class)| (name, class))
}

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

pub(super) fn panels(draw: &Draw<'_>) -> Vec<Panel> {
    let mut panels = vec![
        Panel::new("queue", html! { "Developments to win" }, queue(draw)),
        Panel::new("market", html! { "Market" }, market(draw)),
        Panel::new("piles", html! { "Piles and event" }, piles(draw)),
    ];
    let supply = text(&draw.position()["supply"]);
    if !supply.is_empty() {
        let open = html! { div.row { (cards(draw, supply, |name| vec![format!("pick {name}")])) } };
        panels.push(Panel::new("supply", html! { "Open supply cards" }, open));
    }
    for seat in draw.seats() {
        let extra = html! {
            @if number(&draw.position()["trade_master"]) == seat as u64 { span.tag { (icon("scales")) " Trade Master" } }
        };
        panels.push(Panel::new(draw.seat_class(seat), draw.seat_title(seat, &extra), home(draw, seat)));
    }
    panels
}

/// Draws the face of a card.
fn face(letter: char) -> Markup {
    match card_of(letter) {
        None => html! { span.back { span.sr { "unknown card" } } },
        Some((name, class)) => html! {
            span class={ "face " (class) } { b { (if letter == 'R' { "10".to_owned() } else { letter.to_string() }) } span { (name) } }
        },
    }
}

/// Draws cards, those of one kind together; each kind may be one of several actions.
fn cards(draw: &Draw<'_>, cards: &str, actions: impl Fn(&str) -> Vec<String>) -> Markup {
    let mut letters: Vec<char> = cards.chars().collect();
    letters.dedup();
    let count = |letter: char| cards.chars().filter(|&other| other == letter).count();
    html! {
        @for letter in letters {
            @let name = card_of(letter).map_or("", |(name, _)| name);
            @let actions = actions(name);
            @let actions: Vec<&str> = actions.iter().map(String::as_str).collect();
            (draw.act_first(&actions, "cards-of", &html! {
                (face(letter)) @if count(letter) > 1 { span.times { "×" (count(letter)) } }
            }))
        }
    }
}

/// Draws a development with its numbers.
fn development(draw: &Draw<'_>, id: &str) -> Markup {
    let number_of = |field: &str| draw.number(&["development", id, field]);
    let kind = draw.text(&["development", id, "kind"]);
    let shape = match kind {
        "caravel" => "ship",
        "merchant" => "scales",
        "warehouse" => "house",
        "shipyard" => "anchor",
        _ => "person",
    };
    let event = draw.text(&["development", id, "icon"]);
    html! {
        (icon(shape)) span.what { b { (name_of_development(id)) } small { (effect(id, kind)) } span.marks {
            @let income = number_of("income");
            @if income > 0 { (stat("coin", "income a round", format!("+{income}"))) }
            @if !matches!(event, "none" | "") { span.tag { (icon("flag")) " " (event_name(event)) } }
        } }
    }
}

/// Describes a development in a few words.
fn effect(id: &str, kind: &str) -> &'static str {
    match (id, kind) {
        (_, "caravel") => "a supply card each round",
        (id, "merchant") => match id.get(..2) {
            Some("MC") => "turns a good into 1, 2 or 3",
            Some("MU") => "turns a good into 4, 5 or 6",
            _ => "turns a good into 7, 8 or 9",
        },
        (id, "warehouse") => {
            if id.starts_with("WD") {
                "keeps 2 cards"
            } else {
                "keeps 1 card"
            }
        }
        (_, "shipyard") => "1 for each player with more caravels",
        ("ALM", _) => "may win the top card of the deck",
        ("COS", _) => "no event concerns the owner",
        ("CAS", _) => "may offer fewer cards",
        ("PIZ", _) => "the best caravel counts 0",
        ("PON", _) => "may split the fleet",
        ("VAL", _) => "+3 to the offer",
        ("ORE", _) => "+2 for a market in a row or of a kind",
        ("COR", _) => "may pay 2 for an event",
        ("CTS", _) => "income only",
        ("PR1", _) => "may buy a market card for 2",
        ("PR2", _) => "1 for each character",
        ("PR3", _) => "3 for the Trade Master",
        ("PR4", _) => "doubloons instead of a development",
        ("PR5", _) => "1 for each merchant and warehouse",
        _ => "",
    }
}

fn event_name(event: &str) -> &'static str {
    match event {
        "king" => "King’s Aid",
        "natives" => "Natives",
        "storm" => "Storm",
        "fire" => "Fire",
        "pirates" => "Pirates",
        _ => "none",
    }
}

fn event_about(event: &str) -> &'static str {
    match event {
        "king" => "several sets may be laid",
        "natives" => "different goods pay 1 doubloon each",
        "storm" => "sets win place 1 only",
        "fire" => "nothing can be stored",
        "pirates" => "a card is lost for each fleet of two or more",
        _ => "",
    }
}

fn queue(draw: &Draw<'_>) -> Markup {
    html! {
        ol.devs.ranked {
            @for (place, id) in list(&draw.position()["queue"]).iter().map(text).enumerate() {
                li { (draw.act(&format!("develop {}", from_one(place)), "dev", &development(draw, id))) }
            }
        }
        @if draw.offers.iter().any(|offer| offer.action == "develop top") {
            (draw.act("develop top", "inline", &html! { (icon("card")) " The top card of the deck" }))
        }
    }
}

fn market(draw: &Draw<'_>) -> Markup {
    let actions = |name: &str| vec![format!("swap for {name}"), format!("buy {name}")];
    html! { div.row { (cards(draw, text(&draw.position()["market"]), actions)) } }
}

fn piles(draw: &Draw<'_>) -> Markup {
    let position = draw.position();
    let event = text(&position["event"]);
    let discarded = text(&position["discard_pile"]);
    let decision = &position["decision"];
    html! {
        p { "Event: " b { (event_name(event)) } @if !event_about(event).is_empty() { " – " (event_about(event)) } }
        p.note { (discarded.len()) " cards discarded" }
        @if let Some(card) = decision["card"].as_str() { p { "Card just taken: " @for letter in card.chars() { (face(letter)) } } }
        @if let Some(good) = decision["good"].as_str() {
            p { "Set of " (number(&decision["size"])) ": " @for letter in good.chars() { (face(letter)) } }
        }
    }
}

/// Draws a player's cards and developments.
fn home(draw: &Draw<'_>, seat: usize) -> Markup {
    let player = &draw.players()[seat];
    let owned: Vec<&str> = list(&player["developments"]).iter().map(text).collect();
    let income: u64 = owned.iter().map(|id| draw.number(&["development", id, "income"])).sum();
    let caravels = owned.iter().filter(|id| id.starts_with("CV")).count();
    let own = |name: &str| {
        let verbs = ["offer", "discard", "give", "lay", "from", "store"];
        verbs.iter().map(|verb| format!("{verb} {name}")).collect()
    };
    let take = |name: &str| vec![format!("take {name} from {seat}")];
    let zone =
        |title: &str, content: &Markup| html! { div.zone { span.label { (title) } div.row { (content) } } };
    let known = player["known_by"].as_array().and_then(|known| {
        let reader = draw.shown.reader()?.index();
        (reader != seat).then(|| known.get(reader)?.as_str()).flatten()
    });
    html! {
        div.row.stats {
            (stat("coin", "doubloons", number(&player["money"])))
            (stat("coin", "fixed income a round", format!("+{income}")))
            (stat("ship", "caravels", caravels))
            @if player["perfect"] == true { span.tag { (icon("vp")) " perfect combination" } }
        }
        @if !text(&player["offer"]).is_empty() { (zone("Open offer", &cards(draw, text(&player["offer"]), take))) }
        @if !text(&player["hand"]).is_empty() {
            (zone("Hand", &html! {
                (cards(draw, text(&player["hand"]), own))
                @if let Some(known) = known.filter(|known| !known.is_empty()) {
                    span.tag { "of which you know" } (cards(draw, known, |_| Vec::new()))
                }
            }))
        }
        @if !text(&player["set_aside"]).is_empty() { (zone("Set aside", &cards(draw, text(&player["set_aside"]), |_| Vec::new()))) }
        @if !text(&player["stored"]).is_empty() { (zone("Stored", &cards(draw, text(&player["stored"]), |_| Vec::new()))) }
        @if !owned.is_empty() { ul.owned { @for id in owned { li.dev { (development(draw, id)) } } } }
        @if let Some(other) = draw.offers.iter().find(|offer| offer.action == format!("master {seat}") || offer.action == format!("first {seat}")) {
            (draw.act(&other.action, "inline", &html! { (badge(seat)) " " (other.order) }))
        }
    }
}
/// Returns a development's name by its identifier.
fn name_of_development(id: &str) -> String {
    let number =
        || id.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()).trim_start_matches('0');
    let name = match id {
        "ALM" => "Diego de Almagro",
        "COS" => "Juan de la Cosa",
        "CAS" => "Bartolomé de las Casas",
        "PIZ" => "Gonzalo Pizarro",
        "PON" => "Juan Ponce de León",
        "VAL" => "Pedro de Valdivia",
        "ORE" => "Francisco de Orellana",
        "COR" => "Francisco de Coronado",
        "CTS" => "Hernán Cortés",
        "PR1" => "Sergio de Lagio",
        "PR2" => "Burón el Catalán",
        "PR3" => "Estéfano Guante",
        "PR4" => "Vicente de la Raya",
        "PR5" => "Trading post",
        _ => match id.get(..2) {
            Some("CV") => return format!("Caravel {}", number()),
            Some("MC") => "Merchant of common goods",
            Some("MU") => "Merchant of uncommon goods",
            Some("MR") => "Merchant of rare goods",
            Some("WD") => "Double warehouse",
            Some("WS") => "Single warehouse",
            Some("SY") => "Shipyard",
            _ => id,
        },
    };
    name.to_owned()
}
