//! The step cases of `cases.jsonl`.

use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::testing::steps;

#[test]
fn step_cases() {
    assert_eq!(steps::run::<AgeOfDiscovery>(include_str!("../cases.jsonl")), 260);
}
