//! What a decision shows in a terminal: never more lines than it has.

use std::iter;

use crate::report::WIDTH;
use console::Term;

use super::super::screen::fill;

/// The lines of a terminal whose size is not known.
const LINES: usize = 24;
/// The smallest terminal that is laid out for.
const SMALLEST: (usize, usize) = (12, 40);
/// The lines that are kept for what happened where there are many moves.
const KEPT: usize = 5;
/// The spaces between columns of moves.
const GAP: usize = 2;

/// The size of a terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    lines: usize,
    columns: usize,
}

/// A decision, as far as a screen has room for it.
pub(super) struct Asked<'a> {
    /// What happened since the player was last told, one line each.
    pub(super) happened: Vec<String>,
    /// The lines of the table that changed.
    pub(super) changed: Vec<String>,
    /// Where everybody stands.
    pub(super) standing: String,
    pub(super) prompt: String,
    /// The legal actions as orders.
    pub(super) orders: Vec<&'a str>,
    /// The number of moves that were shown before these.
    pub(super) from: usize,
}

impl Screen {
    /// Returns the size of the terminal; elsewhere 24 lines of 80 columns.
    pub(super) fn of_terminal() -> Self {
        let size = Term::stdout().size_checked();
        let (lines, columns) = size.map_or((LINES, WIDTH), |(lines, columns)| (lines.into(), columns.into()));
        Self { lines: lines.max(SMALLEST.0), columns: columns.max(SMALLEST.1) }
    }

    /// Returns the number of lines that an answer may have above the next prompt.
    pub(super) const fn answer(self) -> usize {
        self.lines - 2
    }

    /// Lays a decision out; also returns the number of moves up to the last one shown.
    pub(super) fn lay_out(self, asked: &Asked<'_>) -> (String, usize) {
        let mut head = self.broken(&asked.standing);
        head.extend(self.broken(&asked.prompt));
        // The last line is the one for the answer.
        let room = self.lines.saturating_sub(1 + head.len());
        let news = asked.happened.len() + asked.changed.len();
        let (moves, shown) = self.moves(asked, room.saturating_sub(news.min(KEPT)).max(2));
        let rest = room.saturating_sub(moves.len());
        let happened: Vec<String> = asked.happened.iter().flat_map(|line| self.broken(line)).collect();
        let happened = latest(&happened, rest);
        let mut left = rest.saturating_sub(happened.len());
        let changed = match asked.changed.len() {
            0 => Vec::new(),
            lines if lines <= left => asked.changed.clone(),
            lines if left > 0 => vec![format!("  … {lines} lines of the table changed: t shows it")],
            _ => Vec::new(),
        };
        left = left.saturating_sub(changed.len());
        let mut text = String::new();
        for block in [happened, changed, head.into_iter().chain(moves).collect()] {
            // What belongs together is set apart where there is room.
            if left > 0 && !text.is_empty() && !block.is_empty() {
                text.push('\n');
                left -= 1;
            }
            text.extend(block.iter().map(|line| format!("{line}\n")));
        }
        (text, shown)
    }

    /// Breaks a line of words into lines that fit.
    fn broken(self, text: &str) -> Vec<String> {
        let text = text.trim_end();
        let words = text.trim_start();
        let mut lines = String::new();
        fill(&mut lines, &text[..text.len() - words.len()], words, self.columns);
        lines.lines().map(str::to_owned).collect()
    }

    /// Writes the last lines of what happened, as many as an answer may have.
    pub(super) fn latest(self, happened: &[String]) -> String {
        let lines: Vec<String> = happened.iter().flat_map(|line| self.broken(line)).collect();
        latest(&lines, self.answer() / 2).into_iter().fold(String::new(), |text, line| text + &line + "\n")
    }

    /// Returns a screen that has some lines less.
    pub(super) const fn without(self, lines: usize) -> Self {
        Self { lines: self.lines.saturating_sub(lines), ..self }
    }

    /// Lists moves in as many columns as fit, in at most this number of lines.
    fn moves(self, asked: &Asked<'_>, room: usize) -> (Vec<String>, usize) {
        let number = asked.orders.len().to_string().len().max(2);
        let cells = (1..).zip(&asked.orders).map(|(place, order)| format!("{place:number$}  {order}"));
        let cells: Vec<String> = cells.collect();
        let cells = &cells[asked.from.min(cells.len())..];
        // A short list is easier to read in one column.
        let whole =
            if cells.len() <= SHORT { self.one_column(cells, number) } else { self.columns(cells, number) };
        if whole.len() <= room && asked.from == 0 {
            return (whole, asked.orders.len());
        }
        // One line says that there are more.
        let fits = |&count: &usize| self.columns(&cells[..count], number).len() < room;
        let fits = (1..=cells.len()).rev().find(fits).unwrap_or(1).min(cells.len());
        let shown = asked.from + fits;
        let more = match asked.orders.len() - shown {
            0 => " +  shows the first moves again".to_owned(),
            more => format!(" +  shows {more} more"),
        };
        (self.columns(&cells[..fits], number).into_iter().chain(iter::once(more)).collect(), shown)
    }

    /// Lays moves out in columns, each read from top to bottom.
    fn columns(self, cells: &[String], number: usize) -> Vec<String> {
        let length = |cell: &String| cell.chars().count();
        for across in (2..=MOST).rev().filter(|across| *across <= cells.len()) {
            let down = cells.len().div_ceil(across);
            let widths: Vec<usize> =
                cells.chunks(down).map(|column| column.iter().map(length).max().unwrap_or(0)).collect();
            if widths.iter().sum::<usize>() + GAP * (widths.len() - 1) <= self.columns {
                let line = |row: usize| {
                    let row = cells.iter().skip(row).step_by(down).zip(&widths);
                    let row: Vec<String> = row.map(|(cell, width)| format!("{cell:width$}")).collect();
                    row.join(&" ".repeat(GAP)).trim_end().to_owned()
                };
                return (0..down).map(line).collect();
            }
        }
        self.one_column(cells, number)
    }

    /// Lists moves below each other; a long order is broken behind its number.
    fn one_column(self, cells: &[String], number: usize) -> Vec<String> {
        let broken = |cell: &String| -> Vec<String> {
            let mut lines = String::new();
            let (head, order) = cell.split_at(number + 2);
            fill(&mut lines, head, order, self.columns);
            lines.lines().map(str::to_owned).collect()
        };
        cells.iter().flat_map(broken).collect()
    }
}

/// The maximum number of columns of moves.
const MOST: usize = 4;

/// The number of moves that stand in one column.
const SHORT: usize = 7;

/// Returns the last lines, with a word on those that are left out.
fn latest(lines: &[String], room: usize) -> Vec<String> {
    if lines.len() <= room {
        return lines.to_vec();
    }
    let kept = room.saturating_sub(1);
    let word = format!("  … {} lines before these: l lists them", lines.len() - kept);
    iter::once(word).take(room).chain(lines[lines.len() - kept..].iter().cloned()).collect()
}

/// Lists the lines of a table that were not in an earlier one, below their headings.
pub(super) fn changed(before: &str, after: &str) -> Vec<String> {
    let mut known: Vec<&str> = before.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    // What is still to be written above the next line that changed: the titles of the columns, and the headings.
    let (mut titles, mut headings): (Option<&str>, Vec<&str>) = (None, Vec::new());
    let mut lines = Vec::new();
    let mut is_first = true;
    for line in after.lines() {
        let begins = std::mem::replace(&mut is_first, line.trim().is_empty());
        if is_first {
            (titles, headings) = (None, Vec::new());
        } else if begins && indent(line) > TITLES {
            titles = Some(line);
        } else {
            headings.retain(|heading| indent(heading) < indent(line));
            match known.iter().position(|known| *known == line) {
                Some(place) => {
                    known.remove(place);
                    headings.push(line);
                }
                None => lines.extend(
                    titles.take().into_iter().chain(headings.drain(..)).chain([line]).map(str::to_owned),
                ),
            }
        }
    }
    lines
}

/// The indent from which a line holds titles of columns.
const TITLES: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(orders: &[String], happened: usize) -> Asked<'_> {
        Asked {
            happened: (0..happened).map(|number| format!("  Ben does thing {number}")).collect(),
            changed: Vec::new(),
            standing: "Round 1".to_owned(),
            prompt: "Choose".to_owned(),
            orders: orders.iter().map(String::as_str).collect(),
            from: 0,
        }
    }

    const SCREEN: Screen = Screen { lines: 24, columns: 80 };

    #[test]
    fn nothing_is_longer_or_wider_than_the_screen() {
        for (moves, length, happened) in [(1, 5, 0), (7, 20, 40), (40, 30, 3), (300, 44, 60), (60, 100, 2)] {
            let orders: Vec<String> =
                (0..moves).map(|number| format!("{number} {}", "ab ".repeat(length / 3))).collect();
            let mut asked = asked(&orders, happened);
            let mut listed = 0;
            while listed < moves {
                asked.from = listed;
                let (text, shown) = SCREEN.lay_out(&asked);
                assert!(text.lines().count() < 24, "{moves}: {text}");
                assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
                assert!(shown > listed, "{text}");
                for number in listed..shown {
                    assert!(text.contains(&format!("{}  {number} ", number + 1)), "{number} in {text}");
                }
                listed = shown;
            }
        }
    }

    #[test]
    fn the_latest_news_is_kept() {
        let orders = vec!["Pass".to_owned(); 20];
        let (text, _) = SCREEN.lay_out(&asked(&orders, 50));
        assert!(text.contains("thing 49\n") && text.contains("lines before these: l lists them"), "{text}");
    }

    #[test]
    fn a_changed_line_stands_below_its_headings() {
        let table = |corn: &str, ship: &str| {
            format!(
                "Ships  {ship}\nHouse  empty\n\n          seat 1  seat 2\nMoney          3       4\nBarrels\n  Corn         {corn}       .\n  Sugar        .       .\n"
            )
        };
        assert!(changed(&table("1", "full"), &table("1", "full")).is_empty());
        let lines = changed(&table("1", "full"), &table("2", "empty"));
        assert_eq!(
            lines,
            ["Ships  empty", "          seat 1  seat 2", "Barrels", "  Corn         2       ."]
        );
    }
}
