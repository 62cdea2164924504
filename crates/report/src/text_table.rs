//! Tables for the terminal and for a page.

use std::fmt;

use maud::{Markup, html};

/// The alignment of a column's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// What a cell of a page says beside its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Clearly above the value that it is compared with.
    Above,
    /// Clearly below it.
    Below,
}

/// The number of columns from which a table is printed in small type.
const WIDE: usize = 8;

/// The number of characters from which a cell of words is broken into lines on a page.
const LONG: usize = 48;

/// A table of text, its columns as wide as their widest cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextTable {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
    /// Cells with a tone: row, from 1, and column.
    tones: Vec<(usize, usize, Tone)>,
}

impl TextTable {
    /// Makes a table with these columns.
    #[must_use]
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Self {
            columns: columns.iter().map(|(_, align)| *align).collect(),
            rows: vec![columns.iter().map(|(title, _)| (*title).to_owned()).collect()],
            tones: Vec::new(),
        }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If the number of cells is not the number of columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.columns.len(), "a row has one cell a column");
        self.rows.push(cells);
    }

    /// Shades cells of the last row, by column; a terminal shows no shades.
    pub fn shade(&mut self, tones: impl IntoIterator<Item = Option<Tone>>) {
        let row = self.rows.len() - 1;
        let tones = tones.into_iter().enumerate();
        self.tones.extend(tones.filter_map(|(column, tone)| Some((row, column, tone?))));
    }

    /// Writes the table for a [`Page`](super::Page). The caption says what its numbers are, for readers who hear the page;
    /// the first cell of a row names it.
    #[must_use]
    pub fn html(&self, caption: &str) -> Markup {
        let (titles, rows) = self.rows.split_first().expect("the titles are the first row");
        let class = |align: &Align| match align {
            Align::Left => "left",
            Align::Right => "right",
        };
        let shaded = |row: usize, column: usize, align: &Align| {
            let found = self.tones.iter().find(|(r, c, _)| (*r, *c) == (row, column));
            match found {
                Some((_, _, Tone::Above)) => format!("{} above", class(align)),
                Some((_, _, Tone::Below)) => format!("{} below", class(align)),
                None => class(align).to_owned(),
            }
        };
        if rows.is_empty() {
            return html! { p.note { (caption) ": there are no rows to show (" (titles.join(", ")) ")." } };
        }
        html! {
            div.scroll {
                table.wide[self.columns.len() >= WIDE] {
                    caption.sr { (caption) }
                    thead { tr {
                        @for (title, align) in titles.iter().zip(&self.columns) { th scope="col" class=(class(align)) { (title) } }
                    } }
                    tbody {
                        @for (number, row) in (1..).zip(rows) {
                            tr {
                                @for (column, (cell, align)) in row.iter().zip(&self.columns).enumerate() {
                                    @let class = shaded(number, column, align);
                                    @let content = html! { @if cell.chars().count() >= LONG { span.long { (cell) } } @else { (cell) } };
                                    @if column == 0 { th scope="row" class=(class) { (content) } } @else { td class=(class) { (content) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

impl fmt::Display for TextTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, align), width) in row.iter().zip(&self.columns).zip(&widths) {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                match align {
                    Align::Left => line.push_str(&format!("{cell:<width$}")),
                    Align::Right => line.push_str(&format!("{cell:>width$}")),
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = TextTable::new(&[("bot", Align::Left), ("share", Align::Right)]);
        table.row(["steady".to_owned(), "0.5".to_owned()]);
        table.row(["x".to_owned(), "0.125".to_owned()]);
        assert_eq!(table.to_string(), "bot     share\nsteady    0.5\nx       0.125\n");
    }

    #[test]
    fn a_page_has_the_same_cells() {
        let mut table = TextTable::new(&[("bot", Align::Left), ("share", Align::Right)]);
        table.row(["<x>".to_owned(), "0.5".to_owned()]);
        let text = table.html("Wins & more").into_string();
        assert!(text.contains("<caption class=\"sr\">Wins &amp; more</caption>"), "{text}");
        assert!(
            text.contains(
                "<th scope=\"col\" class=\"left\">bot</th><th scope=\"col\" class=\"right\">share</th>"
            ),
            "{text}"
        );
        assert!(
            text.contains("<th scope=\"row\" class=\"left\">&lt;x&gt;</th><td class=\"right\">0.5</td>"),
            "{text}"
        );
    }

    #[test]
    fn long_words_are_broken_and_a_table_without_rows_says_so() {
        let mut table = TextTable::new(&[("settings", Align::Left), ("n", Align::Right)]);
        let text = table.html("t").into_string();
        assert!(
            text.contains("t: there are no rows to show (settings, n).") && !text.contains("<table"),
            "{text}"
        );
        table.row(["word ".repeat(20), "1".to_owned()]);
        let text = table.html("t").into_string();
        assert_eq!(text.matches("class=\"long\"").count(), 1, "{text}");
    }

    #[test]
    fn shades_are_those_of_the_last_row() {
        let mut table = TextTable::new(&[("bot", Align::Left), ("share", Align::Right)]);
        table.row(["x".to_owned(), "0.5".to_owned()]);
        table.row(["y".to_owned(), "0.7".to_owned()]);
        let plain = table.to_string();
        table.shade([None, Some(Tone::Above)]);
        assert_eq!(table.to_string(), plain);
        let text = table.html("t").into_string();
        assert!(text.contains("<td class=\"right\">0.5</td>"), "{text}");
        assert!(text.contains("<td class=\"right above\">0.7</td>"), "{text}");
    }
}
