//! Reads tables of a rules page.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A row of a table, keyed by the headings of its columns.
pub struct PageRow {
    line: &'static str,
    cells: BTreeMap<&'static str, &'static str>,
}

impl PageRow {
    /// Returns a cell.
    pub fn text(&self, column: &str) -> &'static str {
        self.cells.get(column).unwrap_or_else(|| panic!("no column {column:?} in {self}"))
    }

    /// Returns a cell as a number.
    pub fn number(&self, column: &str) -> usize {
        usize::from_str(self.text(column)).unwrap_or_else(|error| panic!("{column} of {self}: {error}"))
    }
}

impl fmt::Display for PageRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.line)
    }
}

/// Returns the page from the end of `mark` on.
pub fn after(page: &'static str, mark: &str) -> &'static str {
    let (_, rest) = page.split_once(mark).unwrap_or_else(|| panic!("{mark} is on the page"));
    rest
}

/// Returns the rows of the first table after `mark`.
pub fn rows_after(page: &'static str, mark: &str) -> Vec<PageRow> {
    let mut lines = after(page, mark)
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    let headings: Vec<&str> = cells(lines.next().expect("a line of headings")).collect();
    // The line under the headings is only a separator.
    lines
        .skip(1)
        .map(|line| {
            let row: Vec<&str> = cells(line).collect();
            assert_eq!(row.len(), headings.len(), "{line}");
            PageRow { line, cells: headings.iter().copied().zip(row).collect() }
        })
        .collect()
}

fn cells(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.trim_matches('|').split('|').map(str::trim)
}
