//! Reads tables of the rules page.

#[path = "../rules_page/mod.rs"]
mod rules_page;

pub use rules_page::Row;

const PAGE: &str = include_str!("../../docs/rules/age-of-discovery.md");

/// Returns the rows of the first table after `mark`.
pub fn rows_after(mark: &str) -> Vec<Row> {
    rules_page::rows_after(PAGE, mark)
}
