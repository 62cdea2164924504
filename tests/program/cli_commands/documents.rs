//! The commands of the documents work as they stand, and print what stands below them.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use tempfile::TempDir;

const SHELL: &str = "```sh\n";
const PYTHON: &str = "```python\n";
const OUTPUT: &str = "```text\n";
const END: &str = "```\n";

/// Runs the shell commands and the Python of a document block by block in one folder. Each succeeds and says nothing on
/// stderr; where a block of text follows, it is what the block prints. `UPDATE_DOCS=1` writes these blocks anew.
///
/// Python is the program in `TRADEWINDS_PYTHON`, or `python3`; without pandas its blocks are passed over.
fn follow(name: &str) -> TempDir {
    let path = format!("docs/{name}.md");
    let document = fs::read_to_string(&path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let python = python();
    let mut written = String::new();
    let mut rest = document.as_str();
    while let Some((at, fence)) = next_block(rest) {
        let (before, block) = rest.split_at(at);
        let (commands, after) = block[fence.len()..].split_once(END).unwrap();
        written += &[before, fence, commands, END].concat();
        rest = after;
        let printed = match (fence, &python) {
            (SHELL, _) => run(&path, "sh", &["-eu", "-c", commands], folder.path()),
            (_, Some(python)) => run(&path, python, &["-c", commands], folder.path()),
            (_, None) => continue,
        };
        if let Some(shown) = rest.strip_prefix(OUTPUT) {
            let (_, after) = shown.split_once(END).unwrap();
            written += &[OUTPUT, &printed, END].concat();
            rest = after;
        }
    }
    written += rest;
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &written).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap();
    let differs =
        (1..).zip(found.lines().zip(written.lines())).find(|(_, (shown, printed))| shown != printed);
    assert!(found == written, "UPDATE_DOCS=1 writes {path} anew; the first line that differs: {differs:?}");
    folder
}

/// Returns where the next block to be run begins, and its fence.
fn next_block(text: &str) -> Option<(usize, &'static str)> {
    [SHELL, PYTHON].into_iter().filter_map(|fence| Some((text.find(fence)?, fence))).min()
}

/// Returns the Python that has pandas, if there is one.
fn python() -> Option<String> {
    let python = env::var("TRADEWINDS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_pandas = Command::new(&python).args(["-c", "import pandas"]).output().ok()?.status.success();
    if !has_pandas {
        eprintln!("{python} has no pandas: what the documents do with it is not tested");
    }
    has_pandas.then_some(python)
}

fn run(name: &str, program: &str, arguments: &[&str], folder: &Path) -> String {
    let tradewinds = Path::new(assert_cmd::cargo::cargo_bin!("tradewinds")).parent().unwrap();
    let paths = env::var_os("PATH").unwrap();
    let path = env::join_paths([tradewinds.to_owned()].into_iter().chain(env::split_paths(&paths))).unwrap();
    let output =
        Command::new(program).args(arguments).env("PATH", path).current_dir(folder).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{name}: {arguments:?}{errors}");
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
    let files = ["table/report.html", "decision-40.html", "dear/standings.csv"];
    works("cookbook", &files);
}

#[test]
fn the_pages_for_learning_work() {
    works("first-bot", &["table/report.html", "every-order/report.html", "game-7.json"]);
    works("first-variant", &["factory-cost/report.html", "dear/report.html"]);
}

#[test]
fn the_pages_about_studies_work() {
    works("choices", &["my-roles/report.html"]);
    works("balance", &["swap/verdicts.csv", "cost/report.html"]);
    works("tune", &["my-weights/tuned.toml", "my-search/heats.csv"]);
    works("learn", &["my-learning/learned.toml", "my-learning/report.html"]);
}
