//! Tables for the terminal.

use std::fmt;

/// On which side a column's cells stand.
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
    /// If it has not one cell a column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.columns.len(), "a row has one cell a column");
        self.rows.push(cells);
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
}
