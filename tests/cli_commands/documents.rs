//! The commands of the documents work as they stand, and print what stands below them.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use tempfile::TempDir;

const SHELL: &str = "```sh\n";
const OUTPUT: &str = "```text\n";
const END: &str = "```\n";

/// Runs the shell commands of a document block by block in one folder. Each succeeds and says nothing on stderr;
/// where a block of text follows, it is what the commands print. `UPDATE_DOCS=1` writes these blocks anew.
fn follow(name: &str) -> TempDir {
    let path = format!("docs/{name}.md");
    let document = fs::read_to_string(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut blocks = document.split(SHELL);
    let mut written = blocks.next().unwrap().to_owned();
    for block in blocks {
        let (commands, rest) = block.split_once(END).unwrap();
        let printed = run(&path, commands, folder.path());
        written += &[SHELL, commands, END].concat();
        match rest.strip_prefix(OUTPUT) {
            Some(shown) => {
                let (_, rest) = shown.split_once(END).unwrap();
                written += &[OUTPUT, &printed, END, rest].concat();
            }
            None => written += rest,
        }
    }
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &written).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    let differs =
        (1..).zip(found.lines().zip(written.lines())).find(|(_, (shown, printed))| shown != printed);
    assert!(found == written, "UPDATE_DOCS=1 writes {path} anew; the first line that differs: {differs:?}");
    folder
}

fn run(name: &str, commands: &str, folder: &Path) -> String {
    let program = Path::new(assert_cmd::cargo::cargo_bin!("tradewinds")).parent().unwrap();
    let paths = env::var_os("PATH").unwrap();
    let path = env::join_paths([program.to_owned()].into_iter().chain(env::split_paths(&paths))).unwrap();
    let shell = ["-eu", "-c", commands];
    let output = Command::new("sh").args(shell).env("PATH", path).current_dir(folder).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{name}: {commands}{errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn works(name: &str, files: &[&str]) {
    let folder = follow(name);
    for file in files {
        assert!(folder.path().join(file).is_file(), "{name}: {file}");
    }
}

#[test]
fn the_cookbook_works() {
    let text = fs::read_to_string("docs/cookbook.md").unwrap();
    for recipe in text.split("\n## ").skip(1) {
        assert!(recipe.contains(SHELL), "{recipe}");
    }
    let files = ["table/report.html", "decision-40.html", "short-ladder/ladder.csv", "dear/standings.csv"];
    works("cookbook", &files);
}

#[test]
fn the_tutorial_works() {
    works(
        "tutorial",
        &["table/report.html", "every-order/report.html", "factory-cost/report.html", "game-7.json"],
    );
}

#[test]
fn the_pages_about_studies_work() {
    works("choices", &["my-roles/report.html"]);
    works("balance", &["swap/verdicts.csv", "cost/report.html"]);
    works("tune", &["my-weights/tuned.toml", "my-search/heats.csv"]);
    works("learn", &["my-learning/learned.toml", "my-learning/report.html"]);
}
