//! The bots that play games on.

use tradewinds_arena::with_jitter;
use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Seed, WeightDoc};

/// The bots that play a game on: one for all seats, or one for each seat.
pub(crate) struct Cast<'a> {
    pub(crate) presets: &'a [Preset],
    /// The weights that the game's policy has.
    pub(crate) docs: &'a [WeightDoc],
    pub(crate) jitter: f64,
}

impl Cast<'_> {
    /// Returns the bots of a playout, with weights that differ from playout to playout.
    pub(crate) fn bots(&self, luck: Seed) -> Vec<Preset> {
        let seed = luck.derive(Purpose::Sample, 0);
        self.presets.iter().map(|preset| with_jitter(preset, self.docs, self.jitter, seed)).collect()
    }
}
