//! Rows of a batch as data, and back.

use std::slice;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_bots::{Conduct, Pending};
use tradewinds_game::{Actions, CompleteGame, Rng, Seed, Step, Variant};

use super::EnvError;
use super::slot::{Bots, Common, Players, Slot, has_bot};

/// A row: its random numbers and, while games are under way, its game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedRow {
    pub(crate) seed: u64,
    pub(crate) games: u64,
    pub(crate) sampler: Rng,
    pub(crate) game: Option<SavedGame>,
}

/// The game of a row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedGame {
    position: Value,
    chance: Rng,
    decisions: u32,
    /// What has been played, if a bot has to be restored by playing it again.
    played: Vec<u8>,
}

impl<G: CompleteGame> Slot<G> {
    /// Writes the row; `ready` says whether its game is under way.
    pub(crate) fn save(&self, common: &Common<G>, ready: bool) -> SavedRow {
        let game = &*common.game;
        let saved = || SavedGame {
            position: game.position(&self.state),
            chance: self.chance.clone(),
            decisions: self.decisions,
            played: self.played.clone(),
        };
        SavedRow {
            seed: self.seed.0,
            games: self.games,
            sampler: self.sampler.clone(),
            game: ready.then(saved),
        }
    }

    /// Takes over a row. Bots that remember the game think over their decisions again.
    ///
    /// # Errors
    /// The row is not one of such a batch, or `halted` was set.
    pub(crate) fn restore(
        &mut self,
        common: &Common<G>,
        bots: &mut Bots<G>,
        variant: &Variant,
        (row, saved): (usize, SavedRow),
        halted: &AtomicBool,
    ) -> Result<(), EnvError> {
        let refuse = |found: String| EnvError::Saved { row, found };
        (self.seed, self.games, self.sampler) = (Seed(saved.seed), saved.games, saved.sampler);
        let Some(saved) = saved.game else { return Ok(()) };
        let game = &*common.game;
        let (read, state) = G::load(&saved.position, variant, &mut self.seed.rng())
            .map_err(|error| refuse(error.to_string()))?;
        if read.players() != game.players() {
            return Err(refuse(format!("a game of {} players", read.players())));
        }
        let Some(seat) = game.to_act(&state) else { return Err(refuse("a game that is over".to_owned())) };
        if saved.decisions >= game.max_decisions() || self.games == 0 {
            return Err(refuse(format!("{} decisions of game {}", saved.decisions, self.games)));
        }
        if !self.own.is_empty() {
            self.play_again(common, bots, &saved.played, halted)?;
            if self.state != state {
                return Err(refuse("a position that the saved actions do not lead to".to_owned()));
            }
        }
        self.bots = self.bots_of(self.games - 1);
        (self.state, self.chance, self.decisions, self.seat) = (state, saved.chance, saved.decisions, seat);
        self.legal = Actions::new();
        game.legal(&self.state, &mut self.legal);
        Ok(())
    }

    /// Plays the game of the row again, as far as the saved actions are legal, so that its own bots remember it.
    fn play_again(
        &mut self,
        common: &Common<G>,
        bots: &mut Bots<G>,
        played: &[u8],
        halted: &AtomicBool,
    ) -> Result<(), EnvError> {
        self.games -= 1;
        self.deal(common, bots);
        self.games += 1;
        let (mut game_loop, players) = self.parts(common, bots, halted);
        let mut again = Again { players, places: played.iter() };
        game_loop.run(&mut again);
        if again.players.is_halted { Err(EnvError::Halted) } else { Ok(()) }
    }
}

/// Plays the saved actions as far as they are legal; the row's own bots think them over again.
struct Again<'a, G: CompleteGame> {
    players: Players<'a, G>,
    places: slice::Iter<'a, u8>,
}

impl<G: CompleteGame> Conduct<G> for Again<'_, G> {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        let action = *pending.actions.get(usize::from(*self.places.next()?))?;
        if pending.forced().is_none() && has_bot(self.players.own, pending.seat) {
            self.players.ask(pending)?;
        }
        Some(action)
    }

    fn observe(&mut self, game: &G, step: &Step<'_, G>, chance: bool) {
        self.players.observe(game, step, chance);
    }
}
