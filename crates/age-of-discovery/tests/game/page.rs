//! Reads tables of the rules page.

pub use tradewinds_testkit::rules_page::PageRow as Row;

const PAGE: &str = include_str!("../../../../docs/rules/age-of-discovery.md");

/// Returns the rows of the first table after `mark`.
pub fn rows_after(mark: &str) -> Vec<Row> {
    tradewinds_testkit::rules_page::rows_after(PAGE, mark)
}
