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
    filled_between([BEGIN, END], source, markdown, || block(rows, false))
}

/// Fills the blocks between two lines of a page, `source`, with a text of whole lines.
///
/// # Errors
/// A block has no end.
pub fn filled_between(
    [begin, end]: [&str; 2],
    source: &str,
    markdown: &str,
    block: impl Fn() -> String,
) -> Result<String, InputError> {
    let mut text = String::new();
    let mut lines = markdown.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let _ = writeln!(text, "{line}");
        if line.trim_end() == begin {
            if !lines.by_ref().any(|(line, _)| line.trim_end() == end) {
                let place = format!("line {number}");
                let file = Origin::File(source.to_owned());
                return Err(InputError::new(
                    file,
                    place,
                    format!("{begin} without its end"),
                    format!("{end} below it"),
                ));
            }
            let _ = writeln!(text, "{}{end}", block());
        }
    }
    Ok(text)
}

/// Returns the title of the page of what was tried in a game of this name for people.
#[must_use]
pub fn tried_title(game: &str) -> String {
    format!("What was tried in {game}?")
}

/// Writes the page of what was tried in a game, under this title; `ledger` is the file of the rows.
#[must_use]
pub fn tried(title: &str, ledger: &str, rows: &[&LedgerRow]) -> String {
    format!(
        "# {title}\n\nRaces and measurements of settings, bots and code that ship or have left, from \
         `{ledger}`.\nA command runs in a checkout of its commit.\n\n{BEGIN}\n{}{END}\n",
        block(rows, true)
    )
}

/// A column of a table: its title, whether it holds numbers, and its cell of a row.
type Column = (String, bool, fn(&LedgerRow) -> String);

/// Writes the table of rows and their commands.
fn block(rows: &[&LedgerRow], with_commit: bool) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let differ = |cell: fn(&LedgerRow) -> &str| rows.iter().any(|row| cell(row) != cell(rows[0]));
    let mut columns: Vec<Column> = Vec::new();
    let mut column = |title: &str, is_number: bool, cell: fn(&LedgerRow) -> String| {
        if rows.iter().any(|row| !cell(row).is_empty()) {
            columns.push((title.to_owned(), is_number, cell));
        }
    };
    column("quantity", false, |row| row.quantity.clone());
    if differ(|row| &row.game) {
        column("game", false, |row| row.game.clone());
    }
    if rows.iter().any(|row| row.variant() != "standard") {
        column("rules", false, |row| row.variant().to_owned());
    }
    column("players", true, |row| row.players.clone());
    column("games", true, LedgerRow::shown_games);
    // A unit that all rows share stands in the head alone.
    if rows.len() == 1 || rows[0].unit.is_empty() || differ(|row| &row.unit) {
        column("figure", false, LedgerRow::shown_value);
    } else {
        column(&format!("figure, {}", rows[0].unit), true, |row| row.for_people("value"));
    }
    column("interval", false, |row| row.shown_ends().unwrap_or_default());
    column("verdict", false, |row| row.verdict.clone());
    if with_commit {
        column("commit", false, |row| row.commit.clone());
    }
    let line = |cells: Vec<String>| format!("|{}|\n", cells.join("|"));
    let mut text = "\n".to_owned();
    text += &line(columns.iter().map(|(title, ..)| escaped(title)).collect());
    text += &line(
        columns.iter().map(|(_, is_number, _)| if *is_number { "--:" } else { "---" }.to_owned()).collect(),
    );
    for row in rows {
        text += &line(columns.iter().map(|(_, _, cell)| escaped(&cell(row))).collect());
    }
    let mut known = BTreeSet::new();
    for commit in rows.iter().map(|row| &row.commit) {
        let of_commit = rows.iter().filter(|row| row.commit == *commit);
        let mut commands = of_commit.filter(|row| known.insert((&row.command, &row.commit))).peekable();
        if let Some(first) = commands.peek() {
            let _ = writeln!(text, "\nAt {commit}, {}:\n", first.date);
        }
        for row in commands {
            let _ = writeln!(text, "    {}", row.command);
        }
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
        let (one, mut two, mut three) = (row("pr-a"), row("pr-b"), row("pr-c"));
        (two.quantity, two.verdict) = ("a|b <!-- c".into(), String::new());
        (three.command, three.commit, three.date) =
            ("cargo bench".into(), "89abcdef".into(), "2026-11-29".into());
        let mut four = row("pr-d");
        four.command = "tradewinds standings x".into();
        let text = "# A\n\n<!-- begin ledger -->\nold\n<!-- end ledger -->\n\nEnd.\n";
        let wanted = "# A\n\n<!-- begin ledger -->\n\n|quantity|players|games|figure, %|interval|verdict|\n|---|--:|--:|--:|---|---|\n\
                      |win share of learned|4|2,400|43.6|41.5 to 45.8|Kept: it ships.|\n\
                      |a\\|b \\<!-- c|4|2,400|43.6|41.5 to 45.8||\n\
                      |win share of learned|4|2,400|43.6|41.5 to 45.8|Kept: it ships.|\n\
                      |win share of learned|4|2,400|43.6|41.5 to 45.8|Kept: it ships.|\n\n\
                      At 0123abcd, 2026-11-28:\n\n    tradewinds tournament experiments/puerto-rico/x.toml\n    \
                      tradewinds standings x\n\nAt 89abcdef, 2026-11-29:\n\n    cargo bench\n\n\
                      <!-- end ledger -->\n\nEnd.\n";
        let rows = [&one, &two, &three, &four];
        let found = filled("x.md", text, &rows).unwrap();
        assert_eq!(found, wanted);
        assert_eq!(filled("x.md", &found, &rows).unwrap(), wanted, "it is filled once");
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
        (two.game, two.rules, two.unit) = ("francis-drake".into(), "old@1".into(), "Elo".into());
        let page = tried(&tried_title("Puerto Rico"), "results/ledger.csv", &[&one, &two]);
        assert!(page.starts_with("# What was tried in Puerto Rico?\n"), "{page}");
        assert!(page.contains(" from `results/ledger.csv`.\n"), "{page}");
        assert!(
            page.contains("\n|quantity|game|rules|figure|interval|commit|\n|---|---|---|---|---|---|\n"),
            "{page}"
        );
        assert!(
            page.contains("|win share of learned|francis-drake|old|43.6 Elo|41.5 to 45.8|0123abcd|\n"),
            "{page}"
        );
    }
}
