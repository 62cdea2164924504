//! Mundus Novus against its rules page: worked cases, positions, hidden information, step cases, laws.

mod golden;
mod hidden;
mod positions;
mod rulebook;
mod steps;
mod table;

/// The laws of the [`Game`](tradewinds_game::Game) trait.
mod laws {
    use tradewinds_game::laws;
    use tradewinds_game::testing::laws::Sampling;
    use tradewinds_mundus_novus::MundusNovus;

    laws!(MundusNovus, Sampling { every: 64, ..Sampling::STANDARD });
}
