//! Mundus Novus against its rules page: worked cases, positions, hidden information, step cases, laws.

mod golden;
mod hidden;
mod positions;
mod rulebook;
mod steps;
mod table;

/// The laws of the [`Game`](tradewinds_game::Game) trait.
mod laws {
    use tradewinds_mundus_novus::MundusNovus;
    use tradewinds_testkit::laws;
    use tradewinds_testkit::laws::Sampling;

    // Of seven planted faults the rarest is found in game 4 (a position without the conversions of a trade).
    laws!(MundusNovus, Sampling { games: 300, every: 64, ..Sampling::STANDARD });
}
