//! The tables of `docs/features.md` are those of the games.
//! `UPDATE_DOCS=1 cargo test --release -p tradewinds-arena --test features` writes them.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::path::Path;
use std::{env, fs};

use tradewinds_arena::{NAMES, find};

const BEGIN: &str = "<!-- features: begin -->\n";

#[test]
fn the_page_has_the_features_of_the_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/features.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut tables = String::new();
    for name in NAMES {
        let features = find(name).unwrap().info().features;
        if !features.is_empty() {
            tables += &format!("\n## {name}, version {}\n\n{}", features.version, features.to_markdown());
        }
    }
    let (head, found) = page.split_once(BEGIN).unwrap();
    let tables = tables.trim_end().to_owned() + "\n";
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{head}{BEGIN}{tables}")).unwrap();
    } else {
        assert_eq!(found, tables, "UPDATE_DOCS=1 writes the tables");
    }
}
