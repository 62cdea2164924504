//! Age of Discovery against its rules page: worked cases, positions, hidden information, step cases, laws.

mod base;
mod choices;
mod hidden;
mod page;
mod positions;
mod rulebook;
mod setup;
mod table;

/// The laws of the [`Game`](tradewinds_game::Game) trait.
mod laws {
    use tradewinds_age_of_discovery::AgeOfDiscovery;
    use tradewinds_testkit::laws;
    use tradewinds_testkit::laws::Sampling;

    // Of nine planted faults the rarest is found in game 98 (a position without the soldiers killed in a battle).
    laws!(AgeOfDiscovery, Sampling { games: 1000, every: 64, ..Sampling::STANDARD });
}

/// The step cases of `cases.jsonl`, and those of the shipped variants in `variants.jsonl`.
mod steps {
    use tradewinds_age_of_discovery::AgeOfDiscovery;
    use tradewinds_testkit::steps;

    #[test]
    fn step_cases() {
        assert_eq!(steps::run::<AgeOfDiscovery>(include_str!("../cases.jsonl")), 260);
    }

    #[test]
    fn step_cases_of_the_variants() {
        assert_eq!(steps::run::<AgeOfDiscovery>(include_str!("../variants.jsonl")), 100);
    }
}
