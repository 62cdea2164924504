//! The recipes of the cookbook, and the commands of other pages, work as they stand.

use std::env;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const COOKBOOK: &str = include_str!("../../docs/cookbook.md");

/// The shell commands of each section, with its heading.
fn recipes(page: &'static str) -> Vec<(&'static str, String)> {
    let sections = page.split("\n## ").skip(1);
    let commands = |section: &str| {
        let blocks = section.split("```sh\n").skip(1);
        blocks.map(|block| block.split("```").next().unwrap().to_owned()).collect::<String>()
    };
    sections.map(|section| (section.lines().next().unwrap(), commands(section))).collect()
}

/// Runs the commands of each section of a page that has some, in a folder of their own; returns it, and how many
/// sections there were.
pub(crate) fn run(page: &'static str) -> (TempDir, usize) {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(assert_cmd::cargo::cargo_bin!("tradewinds")).parent().unwrap();
    let path = env::join_paths(
        [program.to_owned()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())),
    );
    let path = path.unwrap();
    let mut sections = 0;
    for (heading, commands) in recipes(page).into_iter().filter(|(_, commands)| !commands.is_empty()) {
        assert!(commands.contains("tradewinds "), "{heading}");
        let output = Command::new("sh")
            .args(["-eu", "-c", &commands])
            .env("PATH", &path)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{heading}: {errors}");
        sections += 1;
    }
    (folder, sections)
}

#[test]
fn every_recipe_works() {
    let recipes = recipes(COOKBOOK);
    let (folder, sections) = run(COOKBOOK);
    assert!(sections >= 9 && sections == recipes.len(), "{recipes:?}");
    for file in ["table/report.html", "decision-40.html", "short-ladder/ladder.csv", "dear/standings.csv"] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
}
