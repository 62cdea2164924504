//! The recipes of the cookbook work as they stand.

use super::recipes::{follow, recipes};

#[test]
fn every_recipe_works() {
    let recipes = recipes(include_str!("../../docs/cookbook.md"));
    assert!(recipes.len() >= 9, "{recipes:?}");
    for (heading, commands) in &recipes {
        assert!(commands.contains("tradewinds "), "{heading}");
    }
    let folder = follow(&recipes);
    for file in ["table/report.html", "decision-40.html", "short-ladder/ladder.csv", "dear/standings.csv"] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
}
