//! The rules pages say truly how a ruling is switched: each names what exists, in one table of rulings.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tradewinds::arena::NAMES;
use tradewinds::game::{CompleteGame, Variant};

use crate::all_games::{GameVisitor, with_game};

/// The columns of the table.
const COLUMNS: [&str; 4] = ["ruling", "our reading", "other readings", "switched by"];
/// The beginning of the last cell of a ruling without a switch.
const NO_SWITCH: &str = "cannot be switched, because";
/// Words that announce the name of a switch.
const SWITCHES: [&str; 6] = ["flag", "flags", "option", "options", "switch", "switches"];

/// Finds what is wrong with the rulings of a page.
struct Rulings<'a>(&'a str);

impl GameVisitor for Rulings<'_> {
    type Output = Vec<String>;

    fn visit<G: CompleteGame>(self) -> Vec<String> {
        let mut faults = Vec::new();
        match table(self.0) {
            Err(fault) => faults.push(fault),
            Ok(rows) => {
                for row in rows {
                    faults
                        .extend(check_row::<G>(&row).into_iter().map(|fault| format!("{}: {fault}", row[0])));
                }
            }
        }
        let words = words_of_the_program(G::NAME);
        faults.extend(
            named_switches(self.0)
                .into_iter()
                .filter(|name| name.split('.').any(|part| !words.contains(part)))
                .map(|name| format!("`{name}` is named, but the program has no such thing")),
        );
        faults
    }
}

/// Returns the cells of a line of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// Returns the text of the one section of rulings, whose heading may have a number.
fn section(page: &str) -> Result<&str, String> {
    let is_rulings = |heading: &str| {
        let words: Vec<&str> = heading.split_whitespace().collect();
        let number = |word: &str| word.strip_suffix('.').is_some_and(|number| number.parse::<u8>().is_ok());
        matches!(words[..], ["Rulings"]) || matches!(words[..], [word, "Rulings"] if number(word))
    };
    let mut sections =
        page.split("\n## ").skip(1).filter(|text| is_rulings(text.lines().next().unwrap_or("")));
    match (sections.next(), sections.next()) {
        (Some(section), None) => Ok(section),
        (None, _) => Err("no section `## Rulings`".to_owned()),
        _ => Err("two sections `## Rulings`".to_owned()),
    }
}

/// Returns the rows of the one table of rulings.
fn table(page: &str) -> Result<Vec<Vec<&str>>, String> {
    let tables = page.lines().filter(|line| line.starts_with('|') && cells(line) == COLUMNS).count();
    if tables != 1 {
        return Err(format!("{tables} tables with the columns {COLUMNS:?} instead of 1"));
    }
    let mut lines = section(page)?.lines().skip_while(|line| !line.starts_with('|'));
    if lines.next().map(cells).as_deref() != Some(&COLUMNS) {
        return Err(format!("the section's table has not the columns {COLUMNS:?}"));
    }
    let rows: Vec<Vec<&str>> = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells).collect();
    match rows.iter().find(|row| row.len() != COLUMNS.len() || row.iter().any(|cell| cell.is_empty())) {
        Some(row) => Err(format!("a row without {} full cells: {row:?}", COLUMNS.len())),
        None if rows.is_empty() => Err("a table without rows".to_owned()),
        None => Ok(rows),
    }
}

/// Returns what is wrong with the last cell of a row.
fn check_row<G: CompleteGame>(row: &[&str]) -> Vec<String> {
    let cell = row[COLUMNS.len() - 1];
    if let Some(reason) = cell.strip_prefix(NO_SWITCH) {
        let is_reason = reason.split_whitespace().count() > 2;
        return if is_reason { Vec::new() } else { vec![format!("no reason in {cell:?}")] };
    }
    let mut faults = Vec::new();
    let (mut kind, mut names) = ("", 0);
    for (place, part) in cell.split('`').enumerate() {
        if place % 2 == 0 {
            for word in part.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
                match word {
                    "variant" | "variants" => kind = "variant",
                    "data" => kind = "data",
                    "and" | "or" => {}
                    _ => faults.push(format!(
                        "{word:?} in {cell:?}; allowed: variants, data paths, or {NO_SWITCH:?}"
                    )),
                }
            }
            continue;
        }
        names += 1;
        faults.extend(match kind {
            "variant" => check_variant::<G>(part),
            "data" => check_path::<G>(part),
            _ => Some(format!("`{part}` is neither called a variant nor data")),
        });
    }
    if names == 0 {
        faults.push(format!("nothing is named in {cell:?}"));
    }
    faults
}

/// Loads a shipped variant.
fn check_variant<G: CompleteGame>(name: &str) -> Option<String> {
    let variant = match Variant::shipped(name, G::NAME, G::shipped_variants()) {
        Ok(variant) => variant,
        Err(error) => return Some(error.to_string()),
    };
    let mut players = G::PLAYERS;
    let fits = players.any(|players| G::new(players, &variant).is_ok());
    (!fits).then(|| format!("variant {name:?} fits no number of players"))
}

/// Returns the value at a path of the game's data.
fn value_at<G: CompleteGame>(path: &str) -> Option<toml::Value> {
    let data: toml::Table = G::data().parse().unwrap();
    let mut value = toml::Value::Table(data);
    for part in path.split('.') {
        value = value.get(part)?.clone();
    }
    Some(value)
}

/// Sets a number to its standard value by a variant, for each number of players.
fn check_path<G: CompleteGame>(path: &str) -> Option<String> {
    let Some(value) = value_at::<G>(path) else { return Some(format!("data.toml has no {path}")) };
    let mut variant =
        Variant { name: "a-ruling".to_owned(), game: G::NAME.to_owned(), ..Variant::standard() };
    variant.set.insert(path.to_owned(), value);
    let mut players = G::PLAYERS;
    let error = players.find_map(|players| G::new(players, &variant).err());
    error.map(|error| format!("a variant cannot set {path}: {error}"))
}

/// Returns all words of a game's program, data and variants, comments left out.
fn words_of_the_program(game: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut add = |text: &str| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        words.extend(text.split(|c: char| !is_word(c)).map(str::to_owned));
    };
    let mut folders = vec![Path::new("crates").join(game)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                text.lines().for_each(|line| add(line.split("//").next().unwrap_or_default()));
            } else if path.extension().is_some_and(|end| end == "toml") {
                add(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    words
}

/// Returns the names in backticks that a reader takes for a switch: words joined by underscores (`like_this`), dotted
/// paths of `opt`, `options`, `flags` and `rules`, words that are set to true or false (`name = false`), words in a
/// column of flags, and words that follow "flag", "option" or "switch".
fn named_switches(page: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_code = false;
    let mut flag_column = None;
    for line in page.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if is_code {
            continue;
        }
        let row = cells(line);
        if !line.starts_with('|') {
            flag_column = None;
        } else if let Some(column) = row.iter().position(|cell| SWITCHES.contains(cell)) {
            flag_column = Some(column);
        }
        let flags = flag_column.and_then(|column| row.get(column)).copied().unwrap_or_default();
        names.extend(flags.split('`').skip(1).step_by(2).filter_map(first_name));
        let parts: Vec<&str> = line.split('`').collect();
        for pair in parts.chunks(2).filter(|pair| pair.len() == 2) {
            let (before, span) = (pair[0], pair[1]);
            let Some(name) = first_name(span) else { continue };
            let is_whole = name == span;
            let value = span[name.len()..].trim_start().strip_prefix('=').map(str::trim);
            let is_set = value.is_some_and(|value| name.contains('_') || ["true", "false"].contains(&value));
            let root = name.split('.').next().unwrap_or_default();
            let is_path = name.contains('.') && ["opt", "options", "flags", "rules"].contains(&root);
            let announced =
                before.split_whitespace().next_back().is_some_and(|word| SWITCHES.contains(&word));
            if is_set || is_path || is_whole && (name.contains('_') || announced) {
                names.insert(name);
            }
        }
    }
    names
}

/// Returns the lower-case name, perhaps dotted, at the beginning of a text in backticks.
fn first_name(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '.';
    let name = text.split(|c: char| !is_part(c)).next().unwrap_or_default();
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.ends_with(['_', '.']);
    is_name.then(|| name.to_owned())
}

fn page(game: &str) -> String {
    fs::read_to_string(format!("docs/rules/{game}.md")).unwrap()
}

fn faults(game: &str, page: &str) -> Vec<String> {
    with_game(game, Rulings(page)).unwrap()
}

#[test]
fn every_ruling_is_switched_as_its_page_says() {
    let mut all = Vec::new();
    for game in NAMES {
        let faults = faults(game, &page(game)).into_iter();
        all.extend(faults.map(|fault| format!("docs/rules/{game}.md: {fault}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// A page with one false word has one fault, which names it.
#[test]
fn false_switches_are_found() {
    let game = "francis-drake";
    let page = page(game);
    for (text, instead, part) in [
        ("variant `ghost-by-die`", "variant `ghost-by-dice`", "ghost-by-dice"),
        ("data `tavern_crew`", "data `tavern_crews`", "data.toml has no tavern_crews"),
        ("data `galleon_tiles.G1.vp`", "data `galleon_tiles.G9.vp`", "G9"),
        ("data `tavern_crew`", "data `schema.crew`", "data.toml has no schema.crew"),
        ("| variant `three-circles` |", "| `three-circles` |", "neither called a variant nor data"),
        ("| variant `three-circles` |", "| flag `three-circles` |", "neither called a variant nor data"),
        ("| variant `three-circles` |", "| by hand |", "by"),
        ("| variant `three-circles` |", "| cannot be switched, because |", "no reason"),
        ("| variant `three-circles` |", "| |", "full cells"),
        ("| switched by |", "| flag |", "0 tables"),
        ("\n## 7. Rulings\n", "\n## 7. Ambiguities\n", "no section"),
        ("\n## 8. Invariants", "\n## Rulings\n\n## 8. Invariants", "two sections"),
        ("\n## 0. Vocabulary", "\nSee `opt.pools`.\n\n## 0. Vocabulary", "`opt.pools`"),
        ("\n## 0. Vocabulary", "\nSee `pools_unlimited`.\n\n## 0. Vocabulary", "`pools_unlimited`"),
        ("\n## 0. Vocabulary", "\nWith `nopools = false`.\n\n## 0. Vocabulary", "`nopools`"),
        ("\n## 0. Vocabulary", "\nThe flag `pingpong`.\n\n## 0. Vocabulary", "`pingpong`"),
        ("\n## 0. Vocabulary", "\n| flag |\n|---|\n| `pong` |\n\n## 0. Vocabulary", "`pong`"),
    ] {
        assert!(page.contains(text), "{text:?} is on the page");
        let faults = faults(game, &page.replacen(text, instead, 1)).join("\n");
        assert!(faults.contains(part), "{text:?} replaced by {instead:?}: {faults:?}");
    }
}
