//! The step cases of `cases.jsonl`.

use tradewinds_game::testing::steps;
use tradewinds_puerto_rico::PuertoRico;

#[test]
fn step_cases() {
    assert_eq!(steps::run::<PuertoRico>(include_str!("../cases.jsonl")), 289);
}
