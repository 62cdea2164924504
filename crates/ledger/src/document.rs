//! Tables of rows in documents.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tradewinds_game::{InputError, Origin};

use crate::row::LedgerRow;

/// The line above a table of a page's rows.
pub const BEGIN: &str = "<!-- begin ledger -->";
/// The line below it.
pub(crate) const END: &str = "<!-- end ledger -->";

/// Fills the blocks of a page with the table of its rows; `source` names it.
///
/// # Errors
/// A block has no end.
pub fn filled(source: &str, markdown: &str, rows: &[&LedgerRow]) -> Result<String, InputError> {
    let mut text = String::new();
    let mut lines = markdown.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let _ = writeln!(text, "{line}");
        if line.trim_end() == BEGIN {
            if !lines.by_ref().any(|(line, _)| line.trim_end() == END) {
                let place = format!("line {number}");
                let file = Origin::File(source.to_owned());
                return Err(InputError::new(
                    file,
                    place,
                    format!("{BEGIN} without its end"),
                    format!("{END} below it"),
                ));
            }
            let _ = writeln!(text, "{}{END}", block(rows, false));
        }
    }
    Ok(text)
}

/// Writes the page of what was tried in a game, of this title; `ledger` is the file of the rows, from there.
#[must_use]
pub fn tried(title: &str, ledger: &str, rows: &[&LedgerRow]) -> String {
    format!(
        "# What was tried in {title}?\n\nRaces and measurements of settings, bots and code that ship or have left. \
         A command runs in a checkout\nof its commit. `tradewinds gallery` writes this page from [the ledger]({ledger}).\n\n\
         {BEGIN}\n{}{END}\n",
        block(rows, true)
    )
}

/// A column of a table: its title, whether it holds numbers, and its cell of a row.
type Column = (&'static str, bool, fn(&LedgerRow) -> String);

/// Writes the table of rows and their commands.
fn block(rows: &[&LedgerRow], with_commit: bool) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let differ = |cell: fn(&LedgerRow) -> &str| rows.iter().any(|row| cell(row) != cell(rows[0]));
    let mut columns: Vec<Column> = vec![("quantity", false, |row| row.quantity.clone())];
    if differ(|row| &row.game) {
        columns.push(("game", false, |row| row.game.clone()));
    }
    if rows.iter().any(|row| row.variant() != "standard") {
        columns.push(("rules", false, |row| row.variant().to_owned()));
    }
    columns.extend([
        ("players", true, (|row| row.players.clone()) as fn(&LedgerRow) -> String),
        ("games", true, LedgerRow::shown_games),
        ("figure", false, LedgerRow::shown),
        ("verdict", false, |row| row.verdict.clone()),
    ]);
    if with_commit {
        columns.push(("commit", false, |row| row.commit.clone()));
    }
    columns.retain(|(_, _, cell)| rows.iter().any(|row| !cell(row).is_empty()));
    let line = |cells: Vec<String>| format!("|{}|\n", cells.join("|"));
    let mut text = "\n".to_owned();
    text += &line(columns.iter().map(|(title, ..)| (*title).to_owned()).collect());
    text += &line(
        columns.iter().map(|&(_, is_number, _)| if is_number { "--:" } else { "---" }.to_owned()).collect(),
    );
    for row in rows {
        text += &line(columns.iter().map(|(_, _, cell)| escaped(&cell(row))).collect());
    }
    text.push('\n');
    let mut known = BTreeSet::new();
    for row in rows.iter().filter(|row| known.insert((&row.command, &row.commit))) {
        let _ = writeln!(text, "- `{}` at {}, {}", row.command, row.commit, row.date);
    }
    text.push('\n');
    text
}

/// Writes a cell so that Markdown shows it as it is: no tag, comment or other column begins in it.
fn escaped(cell: &str) -> String {
    cell.replace('|', "\\|").replace('<', "\\<")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::tests::row;

    #[test]
    fn a_block_holds_the_rows_and_their_commands_once() {
        let (one, mut two) = (row("pr-a"), row("pr-b"));
        (two.quantity, two.verdict) = ("a|b <!-- c".into(), String::new());
        let text = "# A\n\n<!-- begin ledger -->\nold\n<!-- end ledger -->\n\nEnd.\n";
        let wanted = "# A\n\n<!-- begin ledger -->\n\n|quantity|players|games|figure|verdict|\n|---|--:|--:|---|---|\n\
                      |win share of learned|4|2,400|43.6 % (41.5 to 45.8)|Kept: it ships.|\n\
                      |a\\|b \\<!-- c|4|2,400|43.6 % (41.5 to 45.8)||\n\n\
                      - `tradewinds tournament experiments/puerto-rico/x.toml` at 0123abcd, 2026-11-28\n\n\
                      <!-- end ledger -->\n\nEnd.\n";
        let found = filled("x.md", text, &[&one, &two]).unwrap();
        assert_eq!(found, wanted);
        assert_eq!(filled("x.md", &found, &[&one, &two]).unwrap(), wanted, "it is filled once");
        let refusal = filled("x.md", "a\n<!-- begin ledger -->\n", &[]).unwrap_err().to_string();
        assert_eq!(
            refusal,
            "x.md: line 2: found <!-- begin ledger --> without its end; allowed: <!-- end ledger --> below it"
        );
    }

    #[test]
    fn columns_that_say_nothing_are_left_out() {
        let mut one = row("pr-a");
        (one.players, one.games, one.verdict) = (String::new(), String::new(), String::new());
        let mut two = one.clone();
        (two.game, two.rules) = ("francis-drake".into(), "old@1".into());
        let page = tried("Puerto Rico", "../ledger.csv", &[&one, &two]);
        assert!(page.starts_with("# What was tried in Puerto Rico?\n"), "{page}");
        assert!(page.contains("\n|quantity|game|rules|figure|commit|\n|---|---|---|---|---|\n"), "{page}");
        assert!(
            page.contains("|win share of learned|francis-drake|old|43.6 % (41.5 to 45.8)|0123abcd|\n"),
            "{page}"
        );
    }
}
