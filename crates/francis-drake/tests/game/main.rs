//! Francis Drake against its rules page: worked cases, positions, hidden information, step cases, laws.

mod hidden;
mod oracle;
mod page;
mod positions;
mod rulebook;
mod setup;

/// The laws of the [`Game`](tradewinds_game::Game) trait.
mod laws {
    use tradewinds_francis_drake::FrancisDrake;
    use tradewinds_testkit::laws;
    use tradewinds_testkit::laws::Sampling;

    // Of nine planted faults the rarest is found in game 51 (a position without a ghost ship on the way home).
    laws!(FrancisDrake, Sampling { every: 32, ..Sampling::STANDARD });
}

/// The step cases of `cases.jsonl`, and those of the shipped variants in `variants.jsonl`.
mod steps {
    use tradewinds_francis_drake::FrancisDrake;
    use tradewinds_testkit::steps;

    #[test]
    fn step_cases() {
        assert_eq!(steps::run::<FrancisDrake>(include_str!("../cases.jsonl")), 260);
    }

    #[test]
    fn step_cases_of_the_variants() {
        assert_eq!(steps::run::<FrancisDrake>(include_str!("../variants.jsonl")), 120);
    }
}
