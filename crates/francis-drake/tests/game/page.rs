//! Reads tables and JSON blocks of the rules page.

use serde_json::Value;

pub use tradewinds_testkit::rules_page::PageRow as Row;

/// The rules page.
pub const PAGE: &str = include_str!("../../../../docs/rules/francis-drake.md");

/// Returns the rows of the first table after `mark`.
pub fn rows_after(mark: &str) -> Vec<Row> {
    tradewinds_testkit::rules_page::rows_after(PAGE, mark)
}

/// Returns the numbers in a text, in order.
pub fn numbers(text: &str) -> Vec<usize> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    digits.map(|digits| digits.parse().expect("a small number")).collect()
}

/// Returns the example positions of section 13.8, each with its legal actions.
pub fn examples() -> Vec<(Value, Vec<&'static str>)> {
    let blocks =
        tradewinds_testkit::rules_page::after(PAGE, "### 13.8").split("```json\n").skip(1).map(|rest| {
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
    let (_, text) = tradewinds_testkit::rules_page::after(PAGE, "### 13.7")
        .split_once("in docks 1 and 4:\n`")
        .expect("the example");
    let (text, _) = text.split_once('`').expect("its end");
    serde_json::from_str(text).expect("a result is JSON")
}

/// Returns the data file of appendix A as the page prints it.
pub fn data() -> toml::Table {
    let (_, text) = tradewinds_testkit::rules_page::after(PAGE, "## Appendix A")
        .split_once("```toml\n")
        .expect("the data");
    let (text, _) = text.split_once("```").expect("its end");
    text.parse().expect("the data is TOML")
}
