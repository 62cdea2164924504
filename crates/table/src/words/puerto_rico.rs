//! Puerto Rico in words.

use super::{Counter, Moment, Phrase, Words, capital, count};

pub(super) struct PuertoRico;

/// Returns the number of barrels of a kind that a load brings to a ship.
fn load(moment: &Moment<'_>, kind: &str, ship: Option<&str>) -> u64 {
    let player = moment.view["step"]["player"].as_u64().unwrap_or(0) as usize;
    let barrels = moment.view["players"][player]["goods"][kind].as_u64().unwrap_or(0);
    let Some(ship) = ship else { return barrels };
    let cargo: u64 = moment.view["ships"][ship]
        .as_object()
        .map_or(0, |cargo| cargo.values().filter_map(serde_json::Value::as_u64).sum());
    barrels.min(ship.parse::<u64>().unwrap_or(0).saturating_sub(cargo))
}

impl Words for PuertoRico {
    fn title(&self) -> &'static str {
        "Puerto Rico"
    }

    fn prompt(&self, moment: &Moment<'_>) -> String {
        let step = &moment.view["step"];
        let word = |field: &str| step[field].as_str().unwrap_or_default().to_owned();
        match moment.kind {
            "role" => "Choose a role".into(),
            "hacienda" => "Hacienda: draw a plantation from the pile?".into(),
            "tile" => "Take a plantation or a quarry".into(),
            "hospice" => format!("Hospice: put a colonist on the new {}?", word("tile")),
            "mayor_bonus" => "Mayor: take the extra colonist?".into(),
            "place" => format!("Place your colonists: how many on {}?", word("slot")),
            "build" => "Build a building, or pass".into(),
            "university" => format!("University: put a colonist on the new {}?", word("building")),
            "craft_bonus" => "Craftsman: take one extra barrel".into(),
            "sell" => "Sell a barrel to the trading house, or pass".into(),
            "load" => "Load barrels onto a ship".into(),
            "store" => "Choose the barrels that you keep".into(),
            "offer" => format!("Take the {}?", word("offer")),
            other => capital(other),
        }
    }

    fn phrase(&self, moment: &Moment<'_>, action: &[&str]) -> Option<Phrase> {
        let text = |words: &[&str]| words.join(" ");
        Some(match (moment.kind, action) {
            ("role", role) => {
                let role = text(role);
                let coins = moment.view["role_doubloons"][&role].as_u64().unwrap_or(0);
                let rest = if coins == 0 {
                    format!("the {role}")
                } else {
                    format!("the {role} with {}", count(coins, "doubloon"))
                };
                Phrase::new("take", rest)
            }
            (_, ["pass"]) => Phrase::new("pass", ""),
            ("hacienda", ["draw"]) => Phrase::new("draw", "a plantation with the hacienda"),
            ("tile", ["take", "quarry"]) => Phrase::new("take", "a quarry"),
            ("tile", ["take", kind]) => Phrase::new("take", format!("the {kind} plantation")),
            ("craft_bonus", ["take", kind]) => Phrase::new("take", format!("an extra barrel of {kind}")),
            (_, ["take", "colonist"]) => Phrase::new("take", "a colonist"),
            ("offer", ["take", offer @ ..]) => Phrase::new("take", format!("the {}", text(offer))),
            (_, ["place", number, slot @ ..]) => {
                let number: u64 = number.parse().ok()?;
                Phrase::new("put", format!("{} on {}", count(number, "colonist"), text(slot)))
            }
            (_, ["build", building @ ..]) => Phrase::new("build", format!("the {}", text(building))),
            (_, ["sell", kind]) => Phrase::new("sell", *kind),
            (_, ["ship", kind, ship]) => {
                let barrels = load(moment, kind, Some(ship));
                let rest = format!("{} on the ship of {ship}", count(barrels, kind));
                Phrase::new("load", rest)
            }
            (_, ["wharf", kind]) => {
                Phrase::new("ship", format!("{} by the wharf", count(load(moment, kind, None), kind)))
            }
            (_, ["keep", "one", kind]) => Phrase::new("keep", format!("one barrel of {kind}")),
            (_, ["keep", "all", kinds @ ..]) => {
                let one = kinds.iter().position(|&word| word == "one").unwrap_or(kinds.len());
                let single = kinds.get(one + 1).map_or(String::new(), |kind| format!(", and one {kind}"));
                Phrase::new("keep", format!("all {}{single}", kinds[..one].join(" and ")))
            }
            _ => return None,
        })
    }

    fn ending(&self, reason: &str) -> Option<&'static str> {
        Some(match reason {
            "colonists" => "the colonists ran out",
            "vp" => "the VP chips ran out",
            "city" => "a city is full",
            _ => return None,
        })
    }

    fn counters(&self) -> &'static [Counter] {
        &[("doubloons", "doubloon"), ("vp", "VP chip")]
    }
}
