//! Age of Discovery in words.

use super::{Counter, Moment, Phrase, Words, capital, count};
use tradewinds_game::counted;

pub(super) struct AgeOfDiscovery;

/// Writes a name of the notation as people do.
pub(super) fn spaced(name: &str) -> String {
    name.split('_').map(capital).collect::<Vec<_>>().join(" ")
}

fn figure(name: &str) -> String {
    format!("a {name}")
}

impl Words for AgeOfDiscovery {
    fn title(&self) -> &'static str {
        "Age of Discovery"
    }

    fn round(&self) -> &'static str {
        "Turn"
    }

    fn prompt(&self, moment: &Moment<'_>) -> String {
        let view = moment.view;
        match moment.kind {
            "bid" => "Bid for the turn order, or pass".into(),
            "auction_specialist" => "Choose your specialist".into(),
            "university_order" => "University: become first in the turn order?".into(),
            "place" => "Place a figure".into(),
            "university_dock" => "University: move a figure to the front of the dock?".into(),
            "land" => {
                let landing = view["dock"][0][1].as_str().unwrap_or("colonist");
                format!("Where does your {landing} land?")
            }
            "take_good" => "Take a trade good".into(),
            "university_shipping" | "university_discovery" => {
                "University: become first in the turn order?".into()
            }
            "university_capital" => "University: move a figure to the front of Capital Buildings?".into(),
            "buy" => "Buy a capital building, or pass".into(),
            "cartography" => "Cartography: which region do you discover?".into(),
            "indian_allies" => "Indian Allies: where do two soldiers go?".into(),
            "explore_target" => "Send an expedition, or stay".into(),
            "explore_soldiers" => "How many soldiers go?".into(),
            "explore_captains" => "How many captains go?".into(),
            "explore_others" => "How many others go?".into(),
            "train" => "Train a specialist for 5 dollars?".into(),
            "warfare" => "A battle, a war, or peace?".into(),
            "attacker_kills" => "You attack: how many of the dead are soldiers?".into(),
            "defender_kills" => "You defend: how many of the dead are soldiers?".into(),
            "stable" => "Stable: move a soldier?".into(),
            "migration" => "Migration: move colonists?".into(),
            other => spaced(other),
        }
    }

    fn phrase(&self, moment: &Moment<'_>, action: &[&str]) -> Option<Phrase> {
        let number = |text: &str| text.parse::<u64>().ok();
        let dock = |space: &str| match space {
            "x" => "space X".to_owned(),
            "y" => "space Y".to_owned(),
            number => format!("space {number}"),
        };
        Some(match (moment.kind, action) {
            ("place", [name, "initiative"]) => Phrase::new("put", format!("{} on Initiative", figure(name))),
            ("place", [name, "dock"]) => Phrase::new("put", format!("{} on the Colonist Dock", figure(name))),
            ("place", [name, "goods"]) => Phrase::new("put", format!("{} on Trade Goods", figure(name))),
            ("place", [name, "shipping"]) => {
                Phrase::new("put", format!("{} on Merchant Shipping", figure(name)))
            }
            ("place", [name, "capital"]) => {
                Phrase::new("put", format!("{} on Capital Buildings", figure(name)))
            }
            ("place", [name, "discovery"]) => Phrase::new("put", format!("{} on Discovery", figure(name))),
            ("place", [name, "specialist", which]) => {
                Phrase::new("put", format!("{} on Specialists for a {which}", figure(name)))
            }
            ("place", [name, "training"]) => {
                Phrase::new("put", format!("{} on Specialists to train", figure(name)))
            }
            ("place", [name, "warfare"]) => Phrase::new("put", format!("{} on Warfare", figure(name))),
            (_, ["bid", amount]) => Phrase::new("bid", counted(amount, "dollar")),
            ("auction_specialist", ["take", name]) => Phrase::new("take", figure(name)),
            (_, ["take", good]) => Phrase::new("take", *good),
            (_, ["keep"]) => Phrase::new("keep", "the University for later"),
            (_, ["advance"]) => Phrase::new("become", "first in the turn order with the University"),
            (_, ["advance", space]) => {
                Phrase::new("move", format!("the figure on {} to the front", dock(space)))
            }
            (_, ["land", region]) => Phrase::new("land", format!("in {}", spaced(region))),
            ("buy", ["pass"]) => Phrase::new("buy", "nothing"),
            (_, ["buy", building]) => Phrase::new("buy", spaced(building)),
            (_, ["discover", region]) => Phrase::new("discover", spaced(region)),
            (_, ["reinforce", region]) => Phrase::new("send", format!("two soldiers to {}", spaced(region))),
            ("explore_target", ["stay"]) => Phrase::new("stay", "at home"),
            (_, ["explore", "deck"]) => Phrase::new("explore", "beyond the map, for a discovery card"),
            (_, ["explore", region]) => Phrase::new("explore", spaced(region)),
            (_, ["soldiers", n]) => Phrase::new("send", count(number(n)?, "soldier")),
            (_, ["captains", n]) => Phrase::new("send", count(number(n)?, "captain")),
            (_, ["others", n]) => Phrase::new("send", count(number(n)?, "other figure")),
            (_, ["decline"]) => Phrase::new("train", "nobody"),
            (_, ["train", name]) => Phrase::new("train", figure(name)),
            ("warfare", ["pass"]) => Phrase::new("keep", "the peace"),
            (_, ["pass"]) => Phrase::new("pass", ""),
            (_, ["battle", region, seat]) => {
                Phrase::new("battle", format!("{} in {}", moment.name(seat), spaced(region)))
            }
            (_, ["war", seat]) => Phrase::new("declare", format!("war on {}", moment.name(seat))),
            (_, ["kill", "soldiers", n]) => {
                Phrase::new("choose", format!("{} among the dead", count(number(n)?, "soldier")))
            }
            (_, ["stay"]) => Phrase::new("move", "nobody"),
            ("migration", ["move", n, from, to]) => {
                let settlers = count(number(n)?, "colonist");
                Phrase::new("move", format!("{settlers} from {} to {}", spaced(from), spaced(to)))
            }
            (_, ["move", from, to]) => {
                Phrase::new("move", format!("a soldier from {} to {}", spaced(from), spaced(to)))
            }
            _ => return None,
        })
    }

    fn outcome(&self, kind: &str, outcome: u8) -> &'static str {
        match (kind, outcome) {
            (_, 1) => "the expedition succeeds",
            (_, 2) => "the expedition fails",
            _ => "",
        }
    }

    fn ending(&self, reason: &str) -> Option<&'static str> {
        (reason == "turns").then_some("the last turn is over")
    }

    fn counters(&self) -> &'static [Counter] {
        &[("money", "dollar"), ("ships", "ship")]
    }
}
