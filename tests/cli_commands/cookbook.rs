//! The recipes of the cookbook work as they stand.

use std::env;
use std::path::Path;
use std::process::Command;

const COOKBOOK: &str = include_str!("../../docs/cookbook.md");

/// The shell commands of each recipe, with its heading.
fn recipes() -> Vec<(&'static str, String)> {
    let sections = COOKBOOK.split("\n## ").skip(1);
    let commands = |section: &str| {
        let blocks = section.split("```sh\n").skip(1);
        blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect::<String>()
    };
    sections.map(|section| (section.lines().next().unwrap(), commands(section))).collect()
}

#[test]
fn every_recipe_works() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(assert_cmd::cargo::cargo_bin!("tradewinds")).parent().unwrap();
    let path = env::join_paths(
        [program.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    let recipes = recipes();
    assert!(recipes.len() >= 9, "{recipes:?}");
    for (heading, commands) in recipes {
        assert!(commands.contains("tradewinds "), "{heading}");
        let output = Command::new("sh")
            .args(["-eu", "-c", &commands])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{heading}: {errors}");
    }
    for file in ["table/report.html", "decision-40.html", "short-ladder/ladder.csv", "dear/standings.csv"] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
}
