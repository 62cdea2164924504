//! Text that fits the terminal: tables that are too wide are continued below, with their first column again.

use std::fmt;
use std::io::{self, Write as _};
use std::iter;

use crate::report::WIDTH;
use console::Term;

/// The number of columns between those of a table.
const GAP: usize = 2;

/// The number of spaces from which a cell is one of words, and the room that a column of words needs.
const WORDS: usize = 3;
const ROOM: usize = 24;

/// Prints text to standard output, folded where that is a terminal; elsewhere it is printed as it is.
pub(super) fn print(text: fmt::Arguments<'_>) -> io::Result<()> {
    match Term::stdout().size_checked() {
        Some((_, columns)) => io::stdout().write_all(folded(&text.to_string(), columns.into()).as_bytes()),
        None => io::stdout().write_fmt(text),
    }
}

/// Prints a report as [`print()`] does, but in lines of 80 columns where there is no terminal.
pub(super) fn print_narrow(output: &str, is_for_programs: bool) -> io::Result<()> {
    let columns = Term::stdout().size_checked().map_or(WIDTH, |(_, columns)| columns.into());
    let text = if is_for_programs { output.to_owned() } else { folded(output, columns) };
    io::stdout().write_all(text.as_bytes())
}

/// Prints a report as [`print()`] does, or JSON and Markdown as they are: programs read them, even where a terminal
/// shows them.
pub(super) fn print_report(output: &str, is_for_programs: bool) -> io::Result<()> {
    if is_for_programs { io::stdout().write_all(output.as_bytes()) } else { print(format_args!("{output}")) }
}

/// A line of text.
type Line = Vec<char>;

/// Folds text: tables with a line of more than `width` characters become narrower tables below each other, and
/// such lines of prose are broken.
pub(super) fn folded(text: &str, width: usize) -> String {
    let mut lines = text.split_inclusive('\n').peekable();
    let mut out = String::new();
    while lines.peek().is_some() {
        let mut paragraph: Vec<Line> = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.trim_end().is_empty()) {
            paragraph.push(line.trim_end_matches('\n').chars().collect());
        }
        let mut rest = &paragraph[..];
        while !rest.is_empty() {
            let (part, is_table) = next_part(rest);
            rest = &rest[part.len()..];
            if part.iter().all(|line| line.len() <= width) {
                out.extend(part.iter().map(|line| line.iter().collect::<String>() + "\n"));
            } else if is_table {
                table(&mut out, part, width);
            } else {
                for line in part {
                    let line: String = line.iter().collect();
                    let words = line.trim_start();
                    fill(&mut out, &line[..line.len() - words.len()], words, width);
                }
            }
        }
        if let Some(blank) = lines.next() {
            out.push_str(blank);
        }
    }
    if !text.ends_with('\n') {
        out.pop();
    }
    out
}

/// Returns the first lines of a paragraph that are one table, or that are none, and whether they are a table:
/// lines with two or more gaps in common.
fn next_part(lines: &[Line]) -> (&[Line], bool) {
    let rows = |lines: &[Line]| (2..=lines.len()).take_while(|&rows| starts(&lines[..rows]).len() > 2).last();
    match rows(lines) {
        // A title that hides columns of the table below it is none of its rows.
        Some(rows) if rows > 2 && starts(&lines[1..rows]).len() > starts(&lines[..rows]).len() => {
            (&lines[..1], false)
        }
        Some(rows) => (&lines[..rows], true),
        None => {
            let prose = (1..lines.len()).find(|&from| rows(&lines[from..]).is_some()).unwrap_or(lines.len());
            (&lines[..prose], false)
        }
    }
}

/// Returns where the columns of a table begin: behind a gap that all lines have.
fn starts(lines: &[Line]) -> Vec<usize> {
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let blank = |at: usize| lines.iter().all(|line| line.get(at).is_none_or(|&char| char == ' '));
    let begins = |&at: &usize| !blank(at) && (1..=GAP).all(|before| blank(at - before));
    iter::once(0).chain((GAP..longest).filter(begins)).collect()
}

/// Writes the columns of a table in parts that fit, each with the first column. A last column of words is broken into
/// lines instead, where there is room for it.
fn table(out: &mut String, lines: &[Line], width: usize) {
    let starts = starts(lines);
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let end = |column: usize| starts.get(column + 1).copied().unwrap_or(longest);
    let cut = |line: &[char], from: usize, to: usize| -> String {
        (from..to).map(|at| line.get(at).copied().unwrap_or(' ')).collect()
    };
    let last = starts[starts.len() - 1];
    let is_words = |line: &Line| {
        line.iter().skip(last).skip_while(|char| **char == ' ').filter(|char| **char == ' ').count() >= WORDS
    };
    let ends_in_words = lines.iter().any(is_words);
    if last + ROOM <= width && ends_in_words {
        for line in lines {
            fill(out, &cut(line, 0, last), &cut(line, last, longest), width);
        }
        return;
    }
    let mut column = 1;
    while column < starts.len() {
        let first = column;
        // The gap behind the last column of a part takes no room.
        let fits = |column: usize| {
            let gap = if column + 1 < starts.len() { GAP } else { 0 };
            end(0) + end(column) - starts[first] <= width + gap
        };
        column += 1;
        while column < starts.len() && fits(column) {
            column += 1;
        }
        if first > 1 {
            out.push('\n');
        }
        let breaks = ends_in_words && starts[first] == last && end(0) + longest - last > width;
        for line in lines {
            if breaks {
                fill(out, &cut(line, 0, end(0)), &cut(line, last, longest), width);
                continue;
            }
            let row = cut(line, 0, end(0)) + &cut(line, starts[first], end(column - 1));
            out.push_str(row.trim_end());
            out.push('\n');
        }
    }
}

/// Writes words behind a head, in lines that fit; further lines are indented by the length of the head.
pub(super) fn fill(out: &mut String, head: &str, words: &str, width: usize) {
    let indent = head.chars().count();
    let mut line = head.to_owned();
    let mut column = indent;
    for word in words.split_whitespace() {
        let length = word.chars().count();
        if column + length > width && column > indent {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(indent);
            column = indent;
        }
        line.push_str(word);
        line.push(' ');
        column += length + 1;
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::folded;

    const TABLE: &str = "bot     games  win share  interval\nsteady    100      0.250  0.2-0.3\nx          20      0.5    NA\n";

    #[test]
    fn what_fits_is_left_as_it_is() {
        let text = format!("title\n\n{TABLE}\nend");
        assert_eq!(folded(&text, 80), text);
        assert_eq!(folded("", 80), "");
        assert_eq!(folded("\n\na\n", 1), "\n\na\n");
    }

    #[test]
    fn a_wide_table_goes_on_below_with_its_first_column() {
        let wanted = "title\n\nbot     games  win share\nsteady    100      0.250\nx          20      0.5\n\n\
                      bot     interval\nsteady  0.2-0.3\nx       NA\n\nend\n";
        assert_eq!(folded(&format!("title\n\n{TABLE}\nend\n"), 24), wanted);
        // No column is cut, however narrow the terminal.
        let narrow = folded(TABLE, 3);
        assert_eq!(narrow.matches("steady").count(), 3, "{narrow}");
    }

    #[test]
    fn long_lines_of_prose_are_broken() {
        assert_eq!(folded("one two three four\nfive\n", 9), "one two\nthree\nfour\nfive\n");
        assert_eq!(folded("p\n   difference at all\n", 13), "p\n   difference\n   at all\n");
    }

    #[test]
    fn a_last_column_of_words_is_broken_inside_the_table() {
        let text =
            "bot     kind    about\nsteady  policy  Weighs all that it can do in the game.\nx       random\n";
        let wanted = "bot     kind    about\nsteady  policy  Weighs all that it can\n                do in the game.\nx       random\n";
        assert_eq!(folded(text, 40), wanted);
    }

    #[test]
    fn words_that_do_not_fit_below_a_table_are_broken() {
        let text = "at  loss  interval    what was done\n1    2.5  1.0 to 4.0  put a tile at the first of the galleons\n";
        let wanted = "at  loss  interval\n1    2.5  1.0 to 4.0\n\nat  what was done\n1   put a tile at the\n    first of the\n    galleons\n";
        assert_eq!(folded(text, 22), wanted);
    }

    /// Titles and notes stand right above and below tables.
    #[test]
    fn a_table_between_lines_of_prose_is_found() {
        let text =
            format!("how each of the bots did in all its games\n{TABLE}interval: 95 %, by Wilson's method\n");
        let wanted = "how each of the bots did\nin all its games\nbot     games  win share\nsteady    100      0.250\nx          20      0.5\n\n\
                      bot     interval\nsteady  0.2-0.3\nx       NA\ninterval: 95 %, by\nWilson's method\n";
        assert_eq!(folded(&text, 24), wanted);
    }

    #[test]
    fn a_title_above_the_first_columns_is_no_row() {
        let text = format!("how the bots did\n{TABLE}");
        let wanted = "how the bots did\nbot     games  win share\nsteady    100      0.250\nx          20      0.5\n\n\
                      bot     interval\nsteady  0.2-0.3\nx       NA\n";
        assert_eq!(folded(&text, 24), wanted);
    }

    #[test]
    fn no_cell_is_lost() {
        let words = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words.dedup();
            words
        };
        for width in 1..40 {
            let found = folded(TABLE, width);
            assert_eq!(words(&found), words(TABLE), "{width}");
            let widest = found.lines().map(|line| line.chars().count()).max();
            assert!(width < 20 || widest <= Some(width), "{width}: {found}");
        }
    }
}
