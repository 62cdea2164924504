//! Why something cannot be chosen, and what it costs: every reason and every price is checked against the position.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::collections::BTreeMap;

use serde_json::Value;
use tradewinds_arena::{NAMES, find};
use tradewinds_game::{Dice as _, Rng, Seat, Seed, Variant};
use tradewinds_sitting::{Session, Sitter, SittingSpec};

fn session(game: &str, variant: Option<Variant>, players: usize, seed: u64) -> Option<Session> {
    let seats = (0..players).map(|seat| Sitter::Here { name: format!("P{seat}") }).collect();
    SittingSpec::new(game, variant, seats, seed).and_then(Session::new).ok()
}

/// Plays random games of all variants of a game, and looks at each decision with its reasons.
fn each_decision(name: &str, mut look: impl FnMut(&Session, Seat)) {
    let info = find(name).unwrap().info();
    let shipped =
        info.shipped_variants.iter().map(|(name, text)| Variant::parse(name, text, info.name).unwrap());
    for variant in std::iter::once(None).chain(shipped.map(Some)) {
        let most = *info.players.end();
        for seed in 0..2 {
            let players = most - seed as usize;
            let Some(mut game) = session(name, variant.clone(), players, seed) else { continue };
            let mut rng: Rng = Seed(seed).rng();
            while let Some(seat) = game.to_act() {
                look(&game, seat);
                let legal = game.game().legal();
                game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
        }
    }
}

/// Lists the numbers in a text.
fn numbers(text: &str) -> Vec<i64> {
    let parts = text.split(|letter: char| !letter.is_ascii_digit()).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap()).collect()
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(0)
}

fn has(list: &Value, word: &str) -> bool {
    list.as_array().is_some_and(|list| list.iter().any(|one| one == word))
}

fn len(list: &Value) -> i64 {
    list.as_array().map_or(0, Vec::len) as i64
}

/// Checks a reason of Puerto Rico; returns its kind.
fn of_puerto_rico(at: &Value, own: &Value, action: &[&str], why: &str) -> Option<&'static str> {
    let thing = action[1..].join(" ");
    let good = action.get(1).copied().unwrap_or("");
    let ship = || &at["ships"][action[2]];
    let holds = |good: &str| number(&own["goods"][good]);
    Some(match why {
        "taken in this round" => {
            assert!(has(&at["picked"], &action.join(" ")), "{action:?}");
            "role"
        }
        "you have it already" => {
            assert!(own["buildings"].get(&thing).is_some());
            "own"
        }
        "none is left" => "gone",
        "it is full" => {
            let load: i64 = ship().as_object().unwrap().values().map(number).sum();
            assert_eq!(load.to_string(), action[2]);
            "full"
        }
        _ if why.starts_with("it takes ") => {
            assert!(ship().get(why.split(' ').nth(2).unwrap()).is_some() && ship().get(good).is_none());
            "other good"
        }
        _ if why.starts_with(&format!("you have no {good}")) => {
            assert_eq!(holds(good), 0);
            "no barrel"
        }
        _ if why.contains(" goes on the ship of ") => {
            let other = &at["ships"][numbers(why)[0].to_string()];
            assert!(number(&other[good]) > 0 && number(&other[good]) < numbers(why)[0]);
            "other ship"
        }
        _ if why.starts_with("another ship takes more of your ") => {
            assert_eq!(numbers(why), [holds(good)]);
            assert!(holds(good) > action[2].parse().unwrap());
            "small ship"
        }
        _ if why.starts_with("the trading house has ") => {
            assert!(number(&at["trading_house"][good]) > 0);
            "sold"
        }
        _ => return None,
    })
}

/// Checks a reason of Mundus Novus; returns its kind.
fn of_mundus_novus(_: &Value, own: &Value, action: &[&str], why: &str) -> Option<&'static str> {
    let goods = ["cacao", "corn", "tobacco", "coffee", "cotton", "sugar", "potato", "indigo", "vanilla"];
    let hand = own["hand"].as_str().unwrap();
    let count = |letter: char| hand.chars().filter(|&other| other == letter).count() as i64;
    let of = |good: &str| {
        let place = goods.iter().position(|other| *other == good).unwrap();
        count(char::from(b'1' + place as u8))
    };
    let found = numbers(why);
    Some(match action[0] {
        "set" if why.starts_with("needs ") => {
            assert_eq!(found[0].to_string(), action[2]);
            assert_eq!(found[1], of(action[1]));
            assert!(found[1..].iter().sum::<i64>() < found[0]);
            assert!(!why.contains("relic") || found[2] == count('R'));
            "set"
        }
        "different" if why.starts_with("needs ") => {
            let kinds = goods.iter().filter(|good| of(good) > 0).count() as i64;
            assert_eq!(found[0].to_string(), action[1]);
            assert!(found[1] < found[0] && found[1] >= kinds);
            assert!(why.contains("merchants") == (found[1] > kinds));
            "different"
        }
        "relics" if why.starts_with("needs ") => {
            assert_eq!(found[1], count('R'));
            assert!(found[1] < found[0]);
            "relics"
        }
        "develop" => "develop",
        "take" => "take",
        "lay" | "discard" | "offer" | "store" | "from" | "pick" => "upwards",
        _ => return None,
    })
}

/// Checks a reason of Age of Discovery; returns its kind.
fn of_age_of_discovery(at: &Value, own: &Value, action: &[&str], why: &str) -> Option<&'static str> {
    let region = action.last().unwrap();
    Some(match why {
        "not discovered yet" => {
            assert!(at["tiles"].get(region).is_some());
            "fog"
        }
        "discovered already" => {
            assert!(at["tiles"].get(region).is_none());
            "known"
        }
        _ if why.starts_with("you have no ") && why.ends_with(" to place") => {
            assert_eq!(number(&own["hand"][action[0]]), 0);
            "figure"
        }
        _ if why.ends_with(" spaces are taken") => {
            let taken = match action[1] {
                "dock" => len(&at["dock"]),
                event => len(&at[format!("{event}_box")]),
            };
            assert_eq!(numbers(why), [taken]);
            "box"
        }
        "this space is taken" => "slot",
        _ => return None,
    })
}

/// Checks a reason of Francis Drake; returns its kind.
fn of_francis_drake(at: &Value, own: &Value, action: &[&str], why: &str) -> Option<&'static str> {
    let found = numbers(why);
    let stop = action.join(" ");
    Some(match why {
        "you have been there" => {
            assert!(has(&own["stops"], &stop));
            "been there"
        }
        "you have a disc there already" => {
            assert!(own["missions"].get(action[1..].join(" ")).is_some());
            "disc"
        }
        _ if why.ends_with(" circles are taken") || why == "its only circle is taken" => {
            let visitors = at["players"].as_array().unwrap().iter().filter(|one| has(&one["stops"], &stop));
            assert_eq!(found.first().copied().unwrap_or(1), visitors.count() as i64);
            "circles"
        }
        _ if why.contains(" barrel") => {
            assert!(found[1] <= number(&own["barrels"]) && found[0] > found[1]);
            "range"
        }
        _ if why.contains(" crew, you have ") => {
            assert_eq!(found[1], number(&own["crew"]));
            assert!(found[0] > found[1]);
            "crew"
        }
        _ if why.contains(", you have ") && action == ["attack"] => {
            assert_eq!(found[1], number(&own["guns"]));
            assert!(found[0] > found[1]);
            "guns"
        }
        "your ship has passed it, and does not go back" => "passed",
        _ => return None,
    })
}

type Check = fn(&Value, &Value, &[&str], &str) -> Option<&'static str>;

/// What each game has a reason for, beside money that is missing.
const KINDS: [(&str, Check, &[&str]); 4] = [
    (
        "puerto-rico",
        of_puerto_rico,
        &["role", "own", "gone", "full", "other good", "no barrel", "other ship", "sold", "money"],
    ),
    ("mundus-novus", of_mundus_novus, &["set", "different", "relics", "develop", "take", "upwards"]),
    ("age-of-discovery", of_age_of_discovery, &["fog", "known", "figure", "box", "slot", "money"]),
    (
        "francis-drake",
        of_francis_drake,
        &["been there", "disc", "circles", "range", "crew", "guns", "passed"],
    ),
];

#[test]
fn every_reason_is_true() {
    for (name, check, kinds) in KINDS {
        let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
        each_decision(name, |game, seat| {
            let (legal, at) = (game.game().legal(), game.game().view(seat));
            let own = &at["players"][seat.index()];
            let prices: BTreeMap<String, i64> = game.prices().into_iter().collect();
            for (action, why) in game.barred() {
                assert!(!legal.contains(&action) && !why.is_empty(), "{name}: {action}: {why}");
                let words: Vec<&str> = action.split(' ').collect();
                let kind = if why.starts_with("costs ") {
                    let (_, money) = game.game().counters()[seat.index()][0];
                    assert_eq!(numbers(&why), [prices[&action], money], "{name}: {action}: {why}");
                    assert!(prices[&action] > money, "{name}: {action}: {why}");
                    Some("money")
                } else {
                    check(&at, own, &words, &why)
                };
                if let Some(kind) = kind {
                    *seen.entry(kind).or_default() += 1;
                }
            }
        });
        let missing: Vec<_> = kinds.iter().filter(|kind| !seen.contains_key(*kind)).collect();
        assert!(missing.is_empty(), "{name}: never seen: {missing:?}; {seen:?}");
    }
}

/// The price in words is what the seat then has less, in every variant.
#[test]
fn every_price_is_what_the_seat_pays() {
    for name in NAMES {
        let mut paid = 0;
        each_decision(name, |game, seat| {
            let money = |game: &Session| game.game().counters()[seat.index()][0].1;
            let legal = game.game().legal();
            for (action, price) in game.prices() {
                // Different goods are paid for when they lie; the Inca Empire brings money of its own.
                if !legal.contains(&action) || action.starts_with("different") || action.contains("inca") {
                    continue;
                }
                let mut after = game.clone();
                after.play(&action).unwrap();
                assert_eq!(money(game) - money(&after), price, "{name}: {action}");
                paid += 1;
            }
        });
        assert!(paid > 50 || ["francis-drake"].contains(name), "{name}: {paid}");
    }
}

/// Prompts and prices have the numbers of the variant.
#[test]
fn words_have_the_numbers_of_a_variant() {
    for (name, key, wanted) in [
        ("mundus-novus", "effect.coronado_cost", "Coronado: pay 3 doubloons for an event?"),
        ("age-of-discovery", "rules.training_fee", "Train a specialist for 3 dollars?"),
    ] {
        let text = format!(
            "name = \"dear\"\ngame = \"{name}\"\nabout = \"All of it costs 3.\"\n\n[set]\n\"{key}\" = 3\n"
        );
        let variant = Variant::parse("dear", &text, name).unwrap();
        let mut found = false;
        for seed in 0..200 {
            let Some(mut game) = session(name, Some(variant.clone()), 4, seed) else { panic!("{key}") };
            let mut rng = Seed(seed).rng();
            while game.to_act().is_some() && !found {
                found = game.prompt() == wanted;
                if found {
                    assert!(game.prices().iter().any(|(_, price)| *price == 3), "{wanted}");
                    assert!(
                        game.offers().iter().any(|offer| offer.order.contains(" for 3 (of ")),
                        "{wanted}"
                    );
                }
                let legal = game.game().legal();
                game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
        }
        assert!(found, "{wanted} was never asked");
    }
}
