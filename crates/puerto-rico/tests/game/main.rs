//! Puerto Rico against its rules page: worked cases, positions, hidden information, step cases, laws.

mod golden;
mod hidden;
mod page;
mod positions;
mod rulebook;
mod setup;
mod table;

/// The laws of the [`Game`](tradewinds_game::Game) trait.
mod laws {
    use tradewinds_puerto_rico::PuertoRico;
    use tradewinds_testkit::laws;
    use tradewinds_testkit::laws::Sampling;

    // Of seven planted faults the rarest is found in game 2 (a used wharf that a position lacks).
    // A network does not tell placements of two and of three colonists apart.
    laws!(PuertoRico, Sampling { games: 200, alike_kinds: &["place"], ..Sampling::STANDARD });
}

/// The step cases of `cases.jsonl`.
mod steps {
    use tradewinds_puerto_rico::PuertoRico;
    use tradewinds_testkit::steps;

    #[test]
    fn step_cases() {
        assert_eq!(steps::run::<PuertoRico>(include_str!("../cases.jsonl")), 289);
    }
}
