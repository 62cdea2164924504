//! Mundus Novus in words.

use super::{Counter, Moment, Phrase, Words, capital, count};
use tradewinds_game::counted;

pub(super) struct MundusNovus;

const CARDS: [&str; 9] =
    ["cacao", "corn", "tobacco", "coffee", "cotton", "sugar", "potato", "indigo", "vanilla"];

/// Returns the name of the card that a position writes as this character.
pub(super) fn card(letter: char) -> &'static str {
    let place = letter.to_digit(10).and_then(|digit| CARDS.get((digit as usize).wrapping_sub(1)));
    place.copied().unwrap_or(if letter == 'R' { "relic" } else { "unknown card" })
}

fn event(name: &str) -> &'static str {
    match name {
        "king" => "King's Aid",
        "natives" => "Natives",
        "storm" => "Storm",
        "fire" => "Fire",
        "pirates" => "Pirates",
        _ => "no event",
    }
}

impl Words for MundusNovus {
    fn title(&self) -> &'static str {
        "Mundus Novus"
    }

    fn prompt(&self, moment: &Moment<'_>) -> String {
        let decision = &moment.view["decision"];
        let number = |field: &str| decision[field].as_u64().unwrap_or(0);
        let good = || decision["good"].as_str().and_then(|text| text.chars().next()).map_or("", card);
        match moment.kind {
            "coronado" => "Coronado: pay 2 doubloons for an event?".into(),
            "split" => "Ponce de León: which fleet gets the next caravel?".into(),
            "pick" => "Your fleet lands: pick an open card".into(),
            "sergio" => "Sergio: buy a market card for 2 doubloons?".into(),
            "pirates" => "Pirates: give up a card".into(),
            "announce" => "Trade Master: how many cards does everybody offer?".into(),
            "offer" => format!("Choose a card of your offer, of {} in all", number("announced")),
            "tie" => "The offers tie: choose the new Trade Master".into(),
            "take" => "Take an offered card of another player".into(),
            "swap" => {
                let taken =
                    decision["card"].as_str().and_then(|text| text.chars().next()).map_or("card", card);
                format!("Keep the {taken}, or swap it for a market card?")
            }
            "compensate" => format!("Give a card to {}", moment.name(&number("to").to_string())),
            "first_player" => "Trade Master: who begins the progress phase?".into(),
            "turn" => "Your turn: lay cards, sell relics, or end it".into(),
            "jokers" => format!("Your set of {}: how many relics stand in for {}?", number("size"), good()),
            "convert" => {
                format!("Your set of {}: how many cards do merchants change into {}?", number("size"), good())
            }
            "source" => "Which card does the merchant change?".into(),
            "develop" => "Choose the development that you win".into(),
            "lay" => "Which card do you lay?".into(),
            "store" => "Store a card in a warehouse, or stop".into(),
            other => capital(other),
        }
    }

    fn phrase(&self, moment: &Moment<'_>, action: &[&str]) -> Option<Phrase> {
        let queued = |place: &str| {
            let place = place.parse::<usize>().ok()?.checked_sub(1)?;
            moment.view["queue"][place].as_str().map(development)
        };
        Some(match (moment.kind, action) {
            ("coronado", ["pass"]) => Phrase::new("buy", "no event"),
            (_, ["event", name]) => Phrase::new("pay", format!("2 doubloons for {}", event(name))),
            (_, ["fleet", name]) => {
                Phrase::new("put", format!("the caravel into fleet {}", name.to_uppercase()))
            }
            (_, ["pick", card]) => Phrase::new("pick", *card),
            (_, ["pass"]) => Phrase::new("pass", ""),
            (_, ["buy", card]) => Phrase::new("buy", format!("{card} from the market")),
            (_, ["discard", card]) => Phrase::new("give up", *card),
            (_, ["announce", number]) => Phrase::new("announce", count(number, "card")),
            (_, ["offer", card]) => Phrase::new("offer", *card),
            ("offer", ["done"]) => Phrase::new("offer", "no more cards"),
            (_, ["master", seat]) => Phrase::new("make", format!("{} the Trade Master", moment.name(seat))),
            (_, ["take", card, "from", seat]) => {
                Phrase::new("take", format!("{card} from {}", moment.name(seat)))
            }
            ("swap", ["keep"]) => Phrase::new("keep", "the card"),
            (_, ["swap", "for", card]) => Phrase::new("swap", format!("the card for {card} from the market")),
            (_, ["give", card]) => Phrase::new("give", *card),
            (_, ["first", seat]) => Phrase::new("let", format!("{} begin", moment.name(seat))),
            (_, ["set", good, size]) => Phrase::new("lay", format!("a set of {size} {good}")),
            (_, ["different", size]) => Phrase::new("lay", format!("{size} different goods for doubloons")),
            (_, ["perfect"]) => Phrase::new("lay", "the perfect combination"),
            (_, ["relics", number]) => Phrase::new("sell", counted(number, "relic")),
            (_, ["end"]) => Phrase::new("end", "the turn"),
            (_, ["jokers", "0"]) => Phrase::new("use", "no relic"),
            (_, ["jokers", "1"]) => Phrase::new("use", "1 relic in the set"),
            (_, ["jokers", number]) => Phrase::new("use", format!("{number} relics in the set")),
            (_, ["convert", "0"]) => Phrase::new("use", "no merchant"),
            (_, ["convert", "1"]) => Phrase::new("use", "a merchant for 1 card"),
            (_, ["convert", number]) => {
                Phrase::new("use", format!("merchants for {}", count(number, "card")))
            }
            (_, ["from", good]) => Phrase::new("change", *good),
            (_, ["develop", "top"]) => Phrase::new("take", "the top card of the deck"),
            (_, ["develop", place]) => {
                let name = queued(place).unwrap_or_else(|| "the development".to_owned());
                Phrase::new("win", format!("{name} (place {place})"))
            }
            (_, ["cash"]) => Phrase::new("take", "doubloons for the set"),
            (_, ["lay", good]) => Phrase::new("lay", *good),
            (_, ["store", card]) => Phrase::new("store", *card),
            ("store", ["done"]) => Phrase::new("store", "no more cards"),
            _ => return None,
        })
    }

    fn hidden(&self, kind: &str) -> Phrase {
        match kind {
            "offer" => Phrase::new("choose", "the offer in secret"),
            "pirates" => Phrase::new("choose", "the cards for the pirates in secret"),
            "store" => Phrase::new("store", "cards face down"),
            "compensate" => Phrase::new("give", "a card face down"),
            _ => Phrase::new("decide", "in secret"),
        }
    }

    fn ending(&self, reason: &str) -> Option<&'static str> {
        Some(match reason {
            "perfect" => "a perfect combination was laid",
            "money" => "somebody has doubloons enough to end the game",
            "queue" => "the developments ran out",
            _ => return None,
        })
    }

    fn counters(&self) -> &'static [Counter] {
        &[("money", "doubloon")]
    }
}

/// Returns a development's name by its identifier.
#[must_use]
pub fn development(id: &str) -> String {
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
