use super::*;
use crate::{Seed, Variant};

const DATA: &str = "[building.factory]\ncost = 7\nart = 3\n[building.wharf]\ncost = 9\nart = 4\n[rules]\noptional = false\n\
                    mood = \"gay\"\n[setup.2]\nhandicap = [0, 0]\n[setup.3]\nhandicap = [0, 0, 0]\n";
const TEXT: &str = r#"
version = 1
decisions = 100
breadth = [1.0]
[[entry]]
paths = ["building.*.cost"]
meaning = "of the building"
unit = "doubloons"
offset = [-2, 2]
within = [0, 10]
scale = 2
chance = 0.5
[[entry]]
paths = ["setup.{players}.handicap.*"]
meaning = "less"
unit = "doubloons"
values = [0, 3]
chance = 0.0
[[entry]]
paths = ["rules.optional"]
meaning = "whether"
chance = 0.0
[[group]]
name = "handicaps"
meaning = "Seats pay."
paths = ["setup.{players}.handicap.*"]
chance = 0.5
each = 0.5
[left_out]
"building.*.art" = "a picture"
[unread]
"rules.mood" = "no number"
"#;

fn declared() -> Declared {
    Declared::parse(DATA, TEXT).unwrap()
}

fn variant(set: &str) -> Variant {
    Variant::parse("v.toml", &format!("name = \"v\"\ngame = \"g\"\n[set]\n{set}"), "g").unwrap()
}

#[test]
fn the_block_is_the_difference_from_the_standard_for_the_number_of_players() {
    let declared = declared();
    let paths: Vec<&str> = declared.entries.iter().map(|entry| entry.path.as_str()).collect();
    let handicap = ["setup.{players}.handicap.0", "setup.{players}.handicap.1", "setup.{players}.handicap.2"];
    let all =
        [&["building.factory.cost", "building.wharf.cost"][..], &handicap, &["rules.optional"]].concat();
    assert_eq!(paths, all);
    let block = |players, set: &str| declared.block(players, [&variant(set)]);
    assert_eq!(declared.block(2, []), *RuleBlock::STANDARD);
    assert_eq!(block(2, "\"building.wharf.cost\" = 9"), *RuleBlock::STANDARD);
    assert_eq!(block(2, "\"setup.3.handicap\" = [0, 0, 2]"), *RuleBlock::STANDARD, "that of other players");
    let changed =
        block(3, "\"building.wharf.cost\" = 6\n\"setup.3.handicap\" = [0, 0, 2]\n\"rules.optional\" = true");
    assert_eq!(changed.differences, [(1, -3), (4, 2), (5, 1)]);
    assert_eq!(block(2, "\"building.wharf.art\" = 1"), *RuleBlock::STANDARD);
    assert_eq!(block(2, "\"rules.mood\" = \"sad\"").unread, ["rules.mood"]);
}

#[test]
fn drawn_rules_are_in_their_ranges_and_the_same_for_the_same_seed() {
    let declared = declared();
    let draw = |seed| declared.draw(("g", format!("drawn-{seed}")), 3, &[], &mut Seed(seed).rng()).unwrap();
    let mut costs = std::collections::BTreeSet::new();
    let mut handicaps = 0;
    for seed in 0..200 {
        let drawn = draw(seed);
        assert_eq!(drawn, draw(seed));
        assert!(!drawn.set.is_empty(), "standard rules are not drawn");
        let block = declared.block(3, [&drawn]);
        assert!(!block.is_standard() && block.unread.is_empty());
        if let Some(cost) = drawn.set.get("building.wharf.cost") {
            costs.insert(cost.as_integer().unwrap());
        }
        if let Some(handicap) = drawn.set.get("setup.3.handicap") {
            let handicap: Vec<i64> =
                handicap.as_array().unwrap().iter().map(|one| one.as_integer().unwrap()).collect();
            assert!(handicap.len() == 3 && handicap.iter().all(|one| (0..=3).contains(one)));
            handicaps += 1;
        }
        assert!(!drawn.set.contains_key("setup.2.handicap"), "the table of other players");
    }
    assert_eq!(costs.into_iter().collect::<Vec<_>>(), [7, 8, 10]);
    assert!((60..140).contains(&handicaps), "{handicaps}");
}

#[test]
fn ranges_that_do_not_fit_the_data_are_refused() {
    let refused = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "{from}");
        Declared::parse(DATA, &TEXT.replacen(from, to, 1)).unwrap_err().to_string()
    };
    for (from, to, part) in [
        ("\"building.*.art\" = \"a picture\"", "", "building.factory.art"),
        ("values = [0, 3]", "values = [1, 3]", "setup.2.handicap.0"),
        ("paths = [\"rules.optional\"]", "paths = [\"rules.option\"]", "rules.option"),
        ("paths = [\"rules.optional\"]", "paths = [\"building.wharf.cost\"]", "each number in one entry"),
        ("\"rules.mood\"", "\"rules.moods\"", "rules.moods"),
        ("each = 0.5", "", "together"),
        ("offset = [-2, 2]", "", "values or offset"),
    ] {
        let error = refused(from, to);
        assert!(error.contains(part) && !error.contains('\n'), "{error}");
    }
}
