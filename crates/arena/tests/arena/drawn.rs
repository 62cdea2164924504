//! Rules that are drawn by chance.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use tradewinds_arena::{DrawnRules, RulesMix, find, games};
use tradewinds_game::{Seed, Variant};

#[test]
fn drawn_rules_are_possible_different_and_the_same_each_time() {
    for game in games() {
        let info = game.info();
        let Ok(rules) = DrawnRules::new(*game) else { continue };
        info.features.rules.map_or(Ok(()), |ranges| ranges.check()).unwrap();
        for players in info.players {
            let mut different = BTreeSet::new();
            let mut changed = BTreeSet::new();
            for index in 0..100 {
                let drawn = rules.drawn(players, Seed(7), index).unwrap();
                assert!(game.table(players, &drawn).is_ok());
                let block = rules.declared().block(players, [&drawn]);
                changed.extend(block.differences.iter().map(|&(place, _)| place));
                different.insert(format!("{:?}", drawn.set));
                let (position, ..) = game.table(players, &drawn).unwrap().random(Seed(index), None);
                assert_eq!(position.violations(), [], "{drawn:?}");
                if index < 5 {
                    assert_eq!(rules.drawn(players, Seed(7), index).unwrap(), drawn);
                    assert_ne!(rules.drawn(players, Seed(8), index).unwrap().set, drawn.set);
                    let text = toml::to_string(&drawn).unwrap();
                    assert_eq!(Variant::parse("drawn.toml", &text, info.name).unwrap(), drawn);
                }
            }
            assert!(different.len() > 90, "{}: {} of 100 are different", info.name, different.len());
            let entries = &rules.declared().entries;
            let movable = entries.iter().filter(|entry| {
                let range = rules.declared().range(entry, players);
                entry.chance > 0.0 && range.is_some_and(|range| range.start() < range.end())
            });
            let (moved, movable) = (changed.len(), movable.count());
            assert!(2 * moved > movable, "{}: {moved} of {movable} numbers moved", info.name);
        }
    }
}

#[test]
fn a_mixture_has_standard_shipped_and_drawn_rules() {
    let rules = DrawnRules::new(find("puerto-rico").unwrap()).unwrap();
    let mix = RulesMix { standard: 0.25, shipped: 0.25 };
    let names: Vec<String> =
        (0..200).map(|index| rules.mixed(mix, 4, Seed(1), index).unwrap().name).collect();
    let standard = names.iter().filter(|name| name.is_empty()).count();
    let drawn = names.iter().filter(|name| name.starts_with("drawn-")).count();
    assert!((30..70).contains(&standard) && (75..125).contains(&drawn), "{standard}, {drawn}: {names:?}");
    assert!(names.iter().any(|name| name == "balanced"));
}

#[test]
fn wrong_numbers_of_players_are_refused() {
    let rules = DrawnRules::new(find("puerto-rico").unwrap()).unwrap();
    assert!(rules.drawn(6, Seed(1), 0).unwrap_err().to_string().contains("players"));
}

/// The seed of the variants on which experts of all rules are tried. No study has it.
const SEALED: Seed = Seed(20_261_129);

/// The variants of `experiments/GAME/sealed` are the first ones of their seed with three changes at least: whoever
/// changes the ranges draws them again (`tradewinds games GAME --draw`), and tries no network on them that was taught before. No other seed makes one of
/// them: a seed is mixed into every draw, and three changes do not come up again by chance.
#[test]
fn sealed_variants_are_those_of_their_seed() {
    for (name, files) in [
        (
            "puerto-rico",
            &[
                "drawn-000001.toml",
                "drawn-000002.toml",
                "drawn-000003.toml",
                "drawn-000005.toml",
                "drawn-000006.toml",
                "drawn-000007.toml",
                "drawn-000008.toml",
                "drawn-000009.toml",
                "drawn-000010.toml",
                "drawn-000013.toml",
            ][..],
        ),
        (
            "age-of-discovery",
            &[
                "drawn-000001.toml",
                "drawn-000002.toml",
                "drawn-000003.toml",
                "drawn-000005.toml",
                "drawn-000006.toml",
            ][..],
        ),
    ] {
        let game = find(name).unwrap();
        let rules = DrawnRules::new(game).unwrap();
        let mut sealed = Vec::new();
        for index in 0.. {
            let variant = rules.drawn(4, SEALED, index).unwrap();
            if rules.declared().block(4, [&variant]).differences.len() < 3 {
                continue;
            }
            let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../experiments").join(name);
            assert_eq!(format!("{}.toml", variant.name), files[sealed.len()]);
            let path = path.join("sealed").join(files[sealed.len()]);
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(Variant::parse("sealed", &text, name).unwrap(), variant, "{}", path.display());
            sealed.push(variant.set);
            if sealed.len() == files.len() {
                break;
            }
        }
        for seed in 0..50 {
            for index in 0..20 {
                let other = rules.drawn(4, Seed(seed), index).unwrap();
                assert!(!sealed.contains(&other.set), "seed {seed}, variant {index}");
            }
        }
    }
}
