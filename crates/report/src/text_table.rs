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

/// A table of text, its columns as wide as their widest cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextTable {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// Makes a table with these columns.
    #[must_use]
    pub fn new(columns: &[(&str, Align)]) -> Self {
        Self {
            columns: columns.iter().map(|(_, align)| *align).collect(),
            rows: vec![columns.iter().map(|(title, _)| (*title).to_owned()).collect()],
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

    /// Writes the table for a [`Page`](super::Page).
    #[must_use]
    pub fn html(&self) -> Markup {
        let (titles, rows) = self.rows.split_first().expect("the titles are the first row");
        let class = |align: &Align| match align {
            Align::Left => "left",
            Align::Right => "right",
        };
        html! {
            div.scroll {
                table {
                    thead { tr {
                        @for (title, align) in titles.iter().zip(&self.columns) { th class=(class(align)) { (title) } }
                    } }
                    tbody {
                        @for row in rows {
                            tr {
                                @for (cell, align) in row.iter().zip(&self.columns) { td class=(class(align)) { (cell) } }
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
        let text = table.html().into_string();
        assert!(text.contains("<th class=\"left\">bot</th><th class=\"right\">share</th>"), "{text}");
        assert!(text.contains("<td class=\"left\">&lt;x&gt;</td><td class=\"right\">0.5</td>"), "{text}");
    }
}
