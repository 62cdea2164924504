//! What a bot would do in a whole run of decisions that people make as one.

use serde::{Deserialize, Serialize};
use tradewinds_arena::{Match, SearchPlan};
use tradewinds_game::{InputError, Pieces, Seat};

use super::Advisor;
use crate::session::joint::is_of_run;

/// The choices of a bot through a run of decisions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WholeAct {
    /// The actions in notation, in the order of the rules.
    pub actions: Vec<String>,
    /// The pieces that they put, by spot.
    pub pieces: Pieces,
}

impl Advisor {
    /// Follows the bot through the run that begins with an action, decision by decision: each of its searches has the
    /// knowledge of the seat alone, and nothing new comes up before the last decision of a run.
    ///
    /// Returns `None` where the action is all of it.
    pub(super) fn follow(&self, first: &str) -> Result<Option<WholeAct>, InputError> {
        let (Some(seat), Some(joint)) = (self.game.to_act(), self.game.joint()) else { return Ok(None) };
        let plan = SearchPlan::new(self.preset.clone())?;
        let (mut game, mut actions, mut pieces) = (self.game.copied(), Vec::new(), Pieces::new());
        let mut action = first.to_owned();
        loop {
            let Ok(index) = game.index_of(&action) else { return Ok(None) };
            let put = game.puts().swap_remove(index);
            if put.count > 0 {
                *pieces.entry(put.key).or_insert(0) += put.count;
            }
            if game.play(&action).is_err() {
                return Ok(None);
            }
            actions.push(action);
            if !is_of_run(&*game, seat, &joint.name) {
                break;
            }
            action = self.next(&*game, &plan, seat, actions.len())?;
        }
        // Pieces may have gone on their spots without a decision.
        for (key, count) in game.stood(seat) {
            if joint.piles.iter().flat_map(|pile| &pile.spots).any(|spot| spot.key == key) {
                pieces.insert(key, count);
            }
        }
        Ok((actions.len() > 1).then_some(WholeAct { actions, pieces }))
    }

    /// Returns what the bot does after this many decisions of its run.
    fn next(
        &self,
        game: &dyn Match,
        plan: &SearchPlan,
        seat: Seat,
        made: usize,
    ) -> Result<String, InputError> {
        if game.options() == 1 {
            return Ok(game.legal().swap_remove(0));
        }
        let mut result = game.search(plan, self.spec.bot_seed(self.decisions + made, seat))?;
        Ok(result.actions.swap_remove(result.chosen).action)
    }
}
