//! The step cases of `cases.jsonl`, and those of the shipped variants in `variants.jsonl`.

use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::testing::steps;

#[test]
fn step_cases() {
    assert_eq!(steps::run::<FrancisDrake>(include_str!("../cases.jsonl")), 260);
}

#[test]
fn step_cases_of_the_variants() {
    assert_eq!(steps::run::<FrancisDrake>(include_str!("../variants.jsonl")), 120);
}
