//! The step cases of `cases.jsonl`.

use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::testing::steps;

#[test]
fn step_cases() {
    assert_eq!(steps::run::<FrancisDrake>(include_str!("../cases.jsonl")), 260);
}
