//! The step cases of `cases.jsonl`, and those of the shipped variants in `variants.jsonl`.

use tradewinds_age_of_discovery::AgeOfDiscovery;
use tradewinds_game::testing::steps;

#[test]
fn step_cases() {
    assert_eq!(steps::run::<AgeOfDiscovery>(include_str!("../cases.jsonl")), 260);
}

#[test]
fn step_cases_of_the_variants() {
    assert_eq!(steps::run::<AgeOfDiscovery>(include_str!("../variants.jsonl")), 100);
}
