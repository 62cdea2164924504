//! Positions that contradict themselves are refused (12.3, 12.4 and section 8 of the rules page); each
//! one stands next to a sound position from which it differs in one point.

use serde_json::{Value, json};
use tradewinds_game::{Game, Notation, Seed, Variant, Variants};
use tradewinds_mundus_novus::{Class, MundusNovus};

use crate::table::Table;

fn is_refused(position: &Value) -> bool {
    MundusNovus::load(position, &Variant::standard(), &mut Seed(3).rng()).is_err()
}

/// Shows that the position is sound, and that it is refused with other values at these places.
fn only_without(sound: Table, changes: &[(&str, Value)]) {
    let mut position = sound.position();
    // All cards get a place, so that nothing is drawn anew.
    let (rules, state) = MundusNovus::load(&position, &Variant::standard(), &mut Seed(3).rng())
        .unwrap_or_else(|error| panic!("{error}\n{position}"));
    position = rules.position(&state);
    assert!(!is_refused(&position));
    for (pointer, value) in changes {
        let field = position.pointer_mut(pointer).expect("the case is well formed");
        assert_ne!(field, value, "{pointer}");
        *field = value.clone();
    }
    assert!(is_refused(&position), "{position}");
}

#[test]
fn coronado_decides_before_a_head_without_icon_only() {
    let sound = || {
        Table::new(&["", "", ""])
            .own(0, &["COR"])
            .player(0, "money", 2)
            .set("queue", json!(["CV02", "MR1", "WD1", "WD3", "WS2"]))
            .decision(json!({"step": "coronado"}))
    };
    only_without(sound(), &[("/queue/0", json!("MR1")), ("/queue/1", json!("CV02"))]);
    only_without(sound(), &[("/players/0/money", json!(1))]);
    only_without(sound(), &[("/round", json!(1))]);
    only_without(sound(), &[("/event", json!("fire"))]);
}

#[test]
fn a_pick_can_be_completed_and_its_last_card_is_in_hand() {
    let sound = || {
        Table::new(&["112359", "12345"])
            .own(0, &["CV02", "CV04"])
            .own(1, &["CV08"])
            .set("supply", "57")
            .decision(json!({"step": "pick", "last": "5"}))
    };
    // Nothing from the last pick on lies open, or the last pick is nowhere.
    only_without(sound(), &[("/decision/last", json!("9"))]);
    only_without(sound(), &[("/decision/last", json!("4"))]);
    only_without(sound(), &[("/decision/last", json!(null))]);
}

#[test]
fn open_offers_are_such_as_can_be_announced() {
    let tie = || {
        Table::new(&["123", "1234", "123"])
            .player(0, "offer", "12")
            .player(1, "offer", "9R")
            .player(2, "offer", "9R")
            .decision(json!({"step": "tie"}))
    };
    let hands_off =
        |offer: &str, hand: &str| [("/players/0/offer", json!(offer)), ("/players/0/hand", json!(hand))];
    only_without(tie(), &hands_off("1", "1223"));
    only_without(tie(), &hands_off("", "11223"));
    only_without(tie(), &hands_off("112", "23"));
    // The Trade Master is not among the tied ones.
    only_without(tie(), &[("/trade_master", json!(1))]);
    let take = || {
        Table::new(&["1", "1R"])
            .player(1, "offer", "2345")
            .decision(json!({"step": "take", "seat": 0, "last": null, "previous": null}))
    };
    only_without(take(), &[("/players/1/offer", json!("2345R")), ("/players/1/hand", json!("1"))]);
}

#[test]
fn las_casas_may_have_offered_fewer_cards() {
    let position = Table::new(&["123", "1234", "123"])
        .own(0, &["CAS"])
        .player(1, "offer", "9R")
        .player(2, "offer", "9R")
        .decision(json!({"step": "tie"}))
        .position();
    assert!(!is_refused(&position));
}

#[test]
fn the_trade_master_made_the_first_take() {
    let sound = || {
        Table::new(&["1", "1", "1"])
            .player(1, "offer", "23")
            .player(2, "offer", "34")
            .decision(json!({"step": "take", "seat": 1, "last": 0, "previous": null}))
    };
    only_without(sound(), &[("/trade_master", json!(2))]);
    only_without(sound(), &[("/decision/last", json!(1))]);
    only_without(sound(), &[("/decision/last", json!(null))]);
    only_without(sound(), &[("/decision/previous", json!(0))]);
}

#[test]
fn cards_laid_count_as_different_goods() {
    let laying = |owned: &[&str]| {
        Table::turn(&["2345", ""]).own(0, owned).player(0, "set_aside", "11").decision(json!({
            "step": "lay", "seat": 0, "first_player": 0, "merchants_used": "", "size": 5
        }))
    };
    assert!(!is_refused(&laying(&["MR1"]).position()));
    assert!(is_refused(&laying(&[]).position()));
}

#[test]
fn a_gift_is_with_its_receiver_or_has_been_shown() {
    let sound = || {
        Table::new(&["4678", "11", "22"])
            .set("gift", json!({"from": 0, "to": 2, "shown": ""}))
            .player(0, "known_by", json!(["", "2678", "678"]))
            .player(1, "known_by", json!(["", "", ""]))
            .player(2, "known_by", json!(["2", "", ""]))
            .decision(json!({
                "step": "turn", "seat": 1, "first_player": 1, "merchants_used": "", "made": null
            }))
    };
    only_without(sound(), &[("/players/0/known_by/1", json!("5678"))]);
    only_without(sound(), &[("/players/0/known_by/2", json!("2678"))]);
    // He may have shown the card that the giver lacks, which then lies on the discard pile.
    let shown = |card: &str| {
        sound()
            .set("discard_pile", "25")
            .set("gift", json!({"from": 0, "to": 2, "shown": card}))
            .player(2, "hand", "33")
            .player(2, "known_by", json!(["", "", ""]))
            .decision(json!({
                "step": "turn", "seat": 2, "first_player": 1, "merchants_used": "", "made": "set"
            }))
            .position()
    };
    assert!(!is_refused(&shown("2")));
    assert!(is_refused(&shown("5")));
}

/// 256 merchants of a class are not none.
#[test]
fn more_merchants_than_a_count_holds_are_refused() {
    let with = |used: String| {
        let decision =
            json!({"step": "turn", "seat": 1, "first_player": 1, "merchants_used": used, "made": null});
        Table::new(&["4678", "11", "22"]).decision(decision).position()
    };
    for letter in Class::ALL.map(Class::letter) {
        assert!(is_refused(&with(letter.to_string().repeat(256))));
    }
    assert!(!is_refused(&with(String::new())));
}

/// Counts beyond what the packed fields hold are refused like any others.
#[test]
fn absurd_numbers_of_cards_are_refused() {
    let sound = |hands: &[&str]| Table::new(hands).position();
    let mut position = sound(&["12345", "12345"]);
    position["market"] =
        json!("1".repeat(16) + &"2".repeat(16) + &"3".repeat(16) + &"4".repeat(12) + "5555666");
    assert!(is_refused(&position));
    let mut position = sound(&["12345", "12345"]);
    position["decision"] = json!({"step": "offer", "seat": 0, "announced": 2});
    position["players"][0]["hand"] = json!("1".repeat(20));
    position["players"][0]["set_aside"] = json!("1".repeat(20));
    assert!(is_refused(&position));
    for (pointer, value) in [("/round", 65_000), ("/players/0/money", 65_000)] {
        let mut position = sound(&["12345", "12345"]);
        *position.pointer_mut(pointer).expect("the case is well formed") = json!(value);
        assert!(is_refused(&position));
    }
    // 66 cards lie open for two caravels: the count in one packed field would be 2.
    let supply = "1".repeat(10) + &"2".repeat(16) + &"3".repeat(16) + &"4".repeat(12) + &"5".repeat(12);
    let position = Table::new(&["6789R", "6789R", "6789R", "6789R"])
        .own(0, &["CV03", "CV08", "PON"])
        .set("supply", supply)
        .set("market", "789")
        .set("split", "a")
        .decision(json!({"step": "split"}))
        .position();
    assert!(is_refused(&position));
}

/// A position names the rules that differ, beside the promo cards; without any it has no such field.
#[test]
fn named_rules_are_known_sorted_and_those_of_the_variant() {
    let with = |rules: Value| Table::new(&["11111", "22222", "33333"]).set("rules", rules).position();
    let variant = |name| Variant::shipped(name, MundusNovus::NAME, MundusNovus::shipped_variants()).unwrap();
    let load = |position: &Value, variant: &Variant| {
        let loaded = MundusNovus::load(position, variant, &mut Seed(3).rng());
        loaded.map(|(game, state)| game.position(&state)["rules"].clone()).map_err(|error| error.to_string())
    };
    let standard = Variant::standard();
    let both = json!(["combinations_required", "third_take_barred"]);
    assert_eq!(load(&with(both.clone()), &standard), Ok(both.clone()));
    assert_eq!(load(&with(both.clone()), &variant("third-take-barred")), Ok(both.clone()));
    assert_eq!(load(&with(json!([])), &standard), Ok(json!(null)));
    for (rules, variant, part) in [
        (json!(["combinations_optional"]), &standard, "rules[0]"),
        (json!(["third_take_barred", "combinations_required"]), &standard, "sorted"),
        (json!([]), &variant("third-take-barred"), "third_take_barred"),
        (json!(["third_take_barred"]), &variant("promo"), "promo"),
    ] {
        let refusal = load(&with(rules.clone()), variant).unwrap_err();
        assert!(refusal.contains(part), "{rules}: {refusal}");
    }
    let mut promo = with(both.clone());
    promo["promo"] = json!(true);
    assert_eq!(load(&promo, &variant("promo")), Ok(both));
}

/// A hand has the cards dealt and those that were stored; the caravels bring the others.
#[test]
fn hands_have_what_was_dealt_stored_and_brought() {
    let sound = || {
        Table::new(&["12345", "123456", "12345"])
            .own(0, &["CV02", "PR1"])
            .own(1, &["WS1"])
            .set("promo", true)
            .player(0, "hand", "123455")
            .player(0, "money", 2)
            .decision(json!({"step": "sergio"}))
    };
    only_without(
        sound(),
        &[
            ("/players/2/hand", json!("1112345")),
            ("/players/2/known_by", json!(null)),
            ("/draw_pile", json!(null)),
        ],
    );
}

#[test]
fn a_second_set_needs_kings_aid() {
    let sound = |event: &str, owned: &[&str]| {
        Table::turn(&["4445RR", ""]).own(0, owned).set("event", event).decision(json!({
            "step": "jokers", "seat": 0, "first_player": 0, "merchants_used": "U", "good": "4", "size": 3
        }))
    };
    only_without(sound("king", &["MU1", "MU2"]), &[("/event", json!("none"))]);
    assert!(is_refused(&sound("king", &["MU1", "MU2", "COS"]).position()));
}

#[test]
fn the_game_ends_with_the_round_that_ends_it() {
    let sound = || Table::new(&["12345", "12345"]).decision(json!({"step": "announce"}));
    only_without(sound(), &[("/players/0/money", json!(75))]);
}

#[test]
fn nobody_is_perfect_before_its_turn() {
    let turn = |seat: usize, made: Value| {
        Table::turn(&["", "123", ""]).player(0, "perfect", true).decision(json!({
            "step": "turn", "seat": seat, "first_player": 0, "merchants_used": "", "made": made
        }))
    };
    only_without(turn(1, json!(null)), &[("/decision/first_player", json!(1))]);
    only_without(turn(0, json!("different")), &[("/decision/made", json!(null))]);
    only_without(turn(0, json!("relics")), &[("/decision/made", json!("set"))]);
}

#[test]
fn a_receiver_shows_nothing_before_its_turn() {
    let sound = || {
        Table::new(&["4678", "11", "22"])
            .set("discard_pile", "2")
            .set("gift", json!({"from": 0, "to": 2, "shown": "2"}))
            .decision(json!({
                "step": "turn", "seat": 0, "first_player": 2, "merchants_used": "", "made": null
            }))
    };
    only_without(sound(), &[("/decision/first_player", json!(0))]);
    only_without(sound(), &[("/decision/seat", json!(2))]);
}

/// The promo cards stand beside other rules in a variant, and a position has all of them.
#[test]
fn promo_is_named_beside_other_rules() {
    let flag = "true\n[set]\n\"rules.third_take_barred\" = true";
    for rules in ["[\"promo\", \"third_take_barred\"]", "[\"third_take_barred\"]", "true", flag] {
        let text = format!("name = \"v\"\ngame = \"mundus-novus\"\nrules = {rules}\n");
        let variant = Variant::parse("v.toml", &text, MundusNovus::NAME).expect("a variant");
        let game = MundusNovus::new(3, &variant).expect("rules");
        let state = game.deal(&mut Seed(1).rng());
        let position = game.position(&state);
        assert_eq!(position["promo"], rules != "[\"third_take_barred\"]", "{rules}");
        assert_eq!(position["rules"] == json!(["third_take_barred"]), rules != "true", "{rules}");
        for variant in [&variant, &Variant::standard()] {
            let loaded = MundusNovus::load(&position, variant, &mut Seed(1).rng()).expect("its own position");
            assert_eq!(loaded.0.position(&loaded.1), position, "{rules}");
        }
    }
}
