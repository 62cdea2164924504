//! Francis Drake in words.

use super::{Counter, Moment, Phrase, Words, capital};

pub(super) struct FrancisDrake;

/// Writes a name of the notation as people do.
pub(super) fn titled(name: &str) -> String {
    name.split(' ').map(capital).collect::<Vec<_>>().join(" ")
}

/// Names a stop in Plymouth.
fn stop(action: &str) -> Phrase {
    match action {
        "crew a" | "crew b" | "guns a" | "guns b" | "supplies a" | "supplies b" => {
            let (item, letter) = action.split_at(action.len() - 2);
            Phrase::new("take", format!("{item} (stop {})", letter.trim().to_uppercase()))
        }
        "trade" => Phrase::new("load", "trade goods"),
        "tavern" => Phrase::new("go", "to the Tavern"),
        "shipyard" => Phrase::new("get", "a galleon at the Shipyard"),
        "pinnace" => Phrase::new("get", "a Pinnace"),
        "drake" => Phrase::new("visit", "Drake"),
        "drake crew" => Phrase::new("take", "a crew from Drake"),
        "drake gun" => Phrase::new("take", "a gun from Drake"),
        "queen" => Phrase::new("visit", "the Queen"),
        "admiral" => Phrase::new("become", "the Admiral"),
        "governor" => Phrase::new("become", "the Governor"),
        "informer" => Phrase::new("hire", "the Informer"),
        "golden hind" => Phrase::new("take", "the Golden Hind"),
        "investor guns" => Phrase::new("take", "1 crew and 2 guns from the Investor"),
        "investor crew" => Phrase::new("take", "2 crew and 1 gun from the Investor"),
        "investor galleon" => Phrase::new("take", "a galleon from the Investor"),
        "dockside crew" => Phrase::new("take", "1 crew at the Dockside"),
        "dockside gun" => Phrase::new("take", "1 gun at the Dockside"),
        "dockside barrel" => Phrase::new("take", "1 supply barrel at the Dockside"),
        "depart" => Phrase::new("leave", "Plymouth"),
        other => Phrase::new("stop", format!("at {}", titled(other))),
    }
}

/// Returns where the mission is that is dealt with next: the discs of the missions, lowest first.
fn target(moment: &Moment<'_>) -> Option<String> {
    let order = ["golden hind", "1", "2", "3", "4"];
    let outbound = moment.view["outbound"].as_array()?;
    let mut waiting = Vec::new();
    for (place, seat) in outbound.iter().enumerate() {
        let missions = moment.view["players"][seat.as_u64()? as usize]["missions"].as_object()?;
        for (destination, disc) in missions {
            let disc = order.iter().position(|&name| disc.as_str() == Some(name));
            waiting.push((disc.unwrap_or(order.len()), place, destination));
        }
    }
    waiting.iter().min().map(|(_, _, destination)| titled(destination))
}

impl Words for FrancisDrake {
    fn title(&self) -> &'static str {
        "Francis Drake"
    }

    fn round(&self) -> &'static str {
        "Voyage"
    }

    fn prompt(&self, moment: &Moment<'_>) -> String {
        let decision = &moment.view["decision"];
        let place = |field: &str| titled(decision[field].as_str().unwrap_or_default());
        match moment.kind {
            "plymouth" => "Plymouth: choose your next stop, or depart".into(),
            "admiral" => "Admiral: place a frigate tile at a galleon".into(),
            "governor" => "Governor: place a troop tile at a fort".into(),
            "sail" => "Choose a destination for a mission disc".into(),
            "disc" => format!("Which disc goes to {}? It lies face down", place("destination")),
            "informer" => "Informer: what do you look at?".into(),
            "look" => "Informer: where do you look?".into(),
            "exchange" => "Informer: exchange two of your discs?".into(),
            "exchange with" => format!("Exchange the disc at {} with which one?", place("first")),
            "move" => "Informer: move your disc?".into(),
            "mission" => match target(moment) {
                Some(target) => format!("Your mission at {target}"),
                None => "Your mission".into(),
            },
            "press" => "The defence is revealed: attack?".into(),
            "return" => "Return home now, or stay?".into(),
            other => capital(other),
        }
    }

    fn phrase(&self, moment: &Moment<'_>, action: &[&str]) -> Option<Phrase> {
        let rest = |words: &[&str]| titled(&words.join(" "));
        Some(match (moment.kind, action) {
            ("plymouth", words) => stop(&words.join(" ")),
            (_, ["tile", value, place @ ..]) => {
                Phrase::new("put", format!("the tile of {value} at {}", rest(place)))
            }
            (_, ["sail", place @ ..]) => Phrase::new("send", format!("a disc to {}", rest(place))),
            (_, ["disc", number @ ..]) => Phrase::new("use", format!("disc {}", rest(number))),
            ("informer", ["pass"]) => Phrase::new("look", "at nothing"),
            (_, ["look", "discs"]) => Phrase::new("look", "at the discs of a destination"),
            (_, ["look", "tile"]) => Phrase::new("look", "at a defence tile"),
            (_, ["look", place @ ..]) => Phrase::new("look", format!("at {}", rest(place))),
            (_, ["keep"]) => Phrase::new("change", "nothing"),
            (_, ["exchange", place @ ..]) => Phrase::new("exchange", format!("the disc at {}", rest(place))),
            (_, ["with", place @ ..]) => {
                Phrase::new("exchange", format!("it with the one at {}", rest(place)))
            }
            (_, ["move", place @ ..]) => Phrase::new("move", format!("the disc to {}", rest(place))),
            (_, ["attack"]) => match target(moment) {
                Some(target) if moment.kind == "mission" => Phrase::new("attack", target),
                _ => Phrase::new("attack", ""),
            },
            (_, ["trade", good]) => Phrase::new("trade", format!("for {good}")),
            (_, ["decline"]) => Phrase::new("decline", "the mission"),
            (_, ["stay"]) => Phrase::new("stay", "at sea"),
            (_, ["return"]) => Phrase::new("return", "home"),
            _ => return None,
        })
    }

    fn hidden(&self, kind: &str) -> Phrase {
        match kind {
            "disc" => Phrase::new("lay", "a disc face down"),
            "admiral" => Phrase::new("place", "the frigate tiles face down"),
            "governor" => Phrase::new("place", "the troop tiles face down"),
            _ => Phrase::new("decide", "in secret"),
        }
    }

    fn outcome(&self, kind: &str, outcome: u8) -> &'static str {
        match (kind, outcome) {
            ("mission" | "press", 1) => "the attack fails",
            _ => "",
        }
    }

    fn ending(&self, reason: &str) -> Option<&'static str> {
        (reason == "voyages").then_some("the last voyage is over")
    }

    fn counters(&self) -> &'static [Counter] {
        &[
            ("vp", "VP"),
            ("crew", "crew"),
            ("guns", "gun"),
            ("barrels", "barrel"),
            ("trade_goods", "trade good"),
        ]
    }
}
