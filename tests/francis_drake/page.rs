//! Reads tables and JSON blocks of the rules page.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde_json::Value;

const PAGE: &str = include_str!("../../docs/rules/francis-drake.md");

/// A row of a table, by the heading of its columns.
pub struct Row {
    line: &'static str,
    cells: BTreeMap<&'static str, &'static str>,
}

impl Row {
    /// Returns a cell.
    pub fn text(&self, column: &str) -> &'static str {
        self.cells.get(column).unwrap_or_else(|| panic!("no column {column:?} in {self}"))
    }

    /// Returns a cell as a number.
    pub fn number(&self, column: &str) -> usize {
        usize::from_str(self.text(column)).unwrap_or_else(|error| panic!("{column} of {self}: {error}"))
    }

    /// Returns the numbers of a cell, in order.
    pub fn numbers(&self, column: &str) -> Vec<usize> {
        numbers(self.text(column))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.line)
    }
}

/// Returns the numbers in a text, in order.
pub fn numbers(text: &str) -> Vec<usize> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    digits.map(|digits| digits.parse().expect("a small number")).collect()
}

/// Returns the rows of the first table after `mark`.
pub fn rows_after(mark: &str) -> Vec<Row> {
    let mut lines = after(mark)
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    let headings: Vec<&str> = cells(lines.next().expect("a line of headings")).collect();
    // The line under the headings only rules them off.
    lines
        .skip(1)
        .map(|line| {
            let row: Vec<&str> = cells(line).collect();
            assert_eq!(row.len(), headings.len(), "{line}");
            Row { line, cells: headings.iter().copied().zip(row).collect() }
        })
        .collect()
}

fn cells(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.trim_matches('|').split('|').map(str::trim)
}

/// Returns the page from the end of `mark` on.
fn after(mark: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(mark).unwrap_or_else(|| panic!("{mark} is on the page"));
    rest
}

/// Returns the example positions of section 13.8, each with its legal actions.
pub fn examples() -> Vec<(Value, Vec<&'static str>)> {
    let blocks = after("### 13.8").split("```json\n").skip(1).map(|rest| {
        let (block, rest) = rest.split_once("```").expect("a block ends");
        let (_, list) = rest.split_once("Legal:").expect("the legal actions follow");
        let list = list.split("\n\n").next().expect("a paragraph");
        let actions = list.split('`').skip(1).step_by(2).collect();
        (serde_json::from_str(block).expect("an example is JSON"), actions)
    });
    blocks.collect()
}

/// Returns the result object that section 13.7 shows.
pub fn example_result() -> Value {
    let (_, text) = after("### 13.7").split_once("in docks 1 and 4:\n`").expect("the example");
    let (text, _) = text.split_once('`').expect("its end");
    serde_json::from_str(text).expect("a result is JSON")
}

/// Returns the data file of appendix A as the page prints it.
pub fn data() -> toml::Table {
    let (_, text) = after("## Appendix A").split_once("```toml\n").expect("the data");
    let (text, _) = text.split_once("```").expect("its end");
    text.parse().expect("the data is TOML")
}
