//! The policy that leads the games.

use tradewinds_bots::{BotGuide, Preset};
use tradewinds_game::{CompleteGame, Weights};

/// Makes the policy that says how likely a decision is: that of the preset `steady`, or the game's own.
pub(super) fn guide<G: CompleteGame>(game: &G) -> BotGuide<G> {
    let steady = Preset::find("steady", G::NAME).and_then(|preset| preset.guide(game));
    steady.unwrap_or_else(|_| {
        BotGuide::<G>::new(game.policy(&Weights::new()).expect("no weight is given"), None, None)
    })
}
