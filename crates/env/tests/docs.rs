//! The tables of `docs/python.md` are those of the games.
//! `UPDATE_DOCS=1 cargo test --release -p tradewinds-env --test docs` writes them.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::path::Path;
use std::{env, fs};

use tradewinds_arena::NAMES;
use tradewinds_env::layout;
use tradewinds_game::Variant;

const BEGIN: &str = "<!-- layouts: begin -->\n";
const END: &str = "<!-- layouts: end -->\n";

#[test]
fn the_page_has_the_layouts_of_the_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/python.md");
    let page = fs::read_to_string(&path).unwrap();
    let mut tables = String::new();
    for name in NAMES {
        let layout = layout(name, 4, &Variant::standard()).unwrap();
        tables.push_str(&format!("### {name}\n\n{}\n", layout.to_markdown()));
    }
    let (head, rest) = page.split_once(BEGIN).unwrap();
    let (found, tail) = rest.split_once(END).unwrap();
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{head}{BEGIN}{tables}{END}{tail}")).unwrap();
    } else {
        assert_eq!(found, tables, "UPDATE_DOCS=1 writes the tables");
    }
}
