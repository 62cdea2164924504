//! How a game is added: `docs/add-a-game.md` is followed in a repository of its own, without the network.
//!
//! The folder is always the same one, so that its build is kept from one run to the next; the libraries that Tradewinds
//! uses are built as for the program itself.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod learns;
mod texts;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGE: &str = "docs/add-a-game.md";

/// What the libraries have in the build of all tests beyond what a game needs. With it they are taken from there, for
/// cargo builds a library anew for other features, and all that depends on it.
const AS_IN_TESTS: &str = r#"
[target.'cfg(all())'.dependencies]
bitflags = { version = "2", features = ["std"] }
either = { version = "1", default-features = false, features = ["use_std"] }
getrandom = { version = "0.4", features = ["std", "sys_rng"] }
once_cell = { version = "1", default-features = false, features = ["std"] }
rand = { version = "0.10", default-features = false, features = ["sys_rng"] }
rand_pcg = { version = "0.10", features = ["serde"] }
serde = { version = "1", features = ["alloc"] }
"#;

/// The same of a build of the whole workspace with the viewer, as `.ci/run` makes it. What a macro asks of its library comes
/// with a build dependency.
const WITH_VIEWER: &str = r#"
[target.'cfg(any(unix, windows))'.dependencies]
hashbrown = "0.17"
mio = { version = "1", features = ["log"] }
num-complex = "0.4"
num-integer = "0.1"
num-traits = "0.2"
once_cell = "1"
[build-dependencies]
syn = { version = "3", features = ["extra-traits", "visit-mut"] }
"#;

/// A block of the page.
struct Block<'a> {
    /// The text between the block before it and this one.
    before: &'a str,
    language: &'a str,
    text: &'a str,
}

/// Lists the blocks of a page.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((before, block)) = rest.split_once("\n```") {
        let (language, block) = block.split_once('\n').unwrap();
        let (text, after) = block.split_once("```\n").unwrap();
        blocks.push(Block { before, language, text });
        rest = after;
    }
    blocks
}

/// Returns the last name in backquotes with this ending.
fn file_named<'a>(text: &'a str, ending: &str) -> &'a str {
    text.split('`').rfind(|name| name.ends_with(ending) && !name.contains(' ')).unwrap()
}

/// Writes how the program is built, with less care for the speed of what is not the game's own.
fn profile(root: &Path) -> String {
    let manifest: toml::Table = fs::read_to_string(root.join("Cargo.toml")).unwrap().parse().unwrap();
    let mut release = manifest["profile"]["release"].clone();
    let packages = release["package"].as_table_mut().unwrap();
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().file_name());
    let crates = crates.map(|name| format!("tradewinds-{}", name.to_str().unwrap()));
    for name in crates.chain(["tradewinds".to_owned()]) {
        packages.insert(name, toml::Table::from_iter([("opt-level".to_owned(), 0.into())]).into());
    }
    let profile = toml::Table::from_iter([("release".to_owned(), release)]);
    toml::Table::from_iter([("profile".to_owned(), profile.into())]).to_string()
}

/// Runs the commands of a block, with the first action as the answer to each question, and returns their output.
fn run(commands: &str, folder: &Path, target: &Path) -> String {
    let mut command = Command::new("sh");
    command.args(["-eu", "-c", commands]).current_dir(folder);
    command.env("CARGO_NET_OFFLINE", "true").env("CARGO_TARGET_DIR", target);
    for name in std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()) {
        // What the cargo that runs this test says of its own package.
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Commands that ask for nothing leave it.
    let _ = child.stdin.take().unwrap().write_all("1\n".repeat(20).as_bytes());
    let output = child.wait_with_output().unwrap();
    let [out, notes] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success(), "{commands}{out}{notes}");
    out
}

#[cfg(unix)]
#[test]
fn the_page_is_followed_in_a_repository_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("add_a_game");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let folder = place.join("island");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join(".cargo")).unwrap();
    let clone = place.join("tradewinds");
    if fs::read_link(&clone).ok().as_deref() != Some(root) {
        let _ = fs::remove_file(&clone);
        std::os::unix::fs::symlink(root, &clone).unwrap();
    }
    fs::write(folder.join(".cargo/config.toml"), profile(root)).unwrap();

    let page = fs::read_to_string(root.join(PAGE)).unwrap();
    let mut printed = String::new();
    for block in blocks(&page) {
        match block.language {
            "toml" => {
                let file = file_named(block.before, ".toml");
                let more = match file {
                    "Cargo.toml" if cfg!(feature = "tui") => [AS_IN_TESTS, WITH_VIEWER].concat(),
                    "Cargo.toml" => AS_IN_TESTS.to_owned(),
                    _ => String::new(),
                };
                fs::write(folder.join(file), block.text.to_owned() + &more).unwrap();
            }
            "sh" => printed += &run(block.text, &folder, target),
            "rust" => {
                let file = file_named(&block.before[..block.before.len() - 1], ".rs");
                let text = fs::read_to_string(folder.join(file)).unwrap();
                assert!(text.contains(block.text), "{file} has no\n{}", block.text);
            }
            other => panic!("a block of {other}"),
        }
    }
    for part in [
        "The game is over: ",         // play
        "Losses by kind of decision", // review
        "ismcts-200 wins ",           // tournament
        "ismcts: 100 iterations",     // bench
        "test result: ok. 3 passed",  // the laws
    ] {
        assert!(printed.contains(part), "{part:?} is not in\n{printed}");
    }
    for file in ["prizes.json", "results/runs/first/standings.csv", "results/runs/first/report.html"] {
        assert!(folder.join(file).is_file(), "{file} is not there");
    }
}
