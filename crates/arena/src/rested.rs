//! Bots between their games: a search is made once for a seat, with its memory, and plays game after game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tradewinds_bots::{Bot, BotKind, Preset};
use tradewinds_game::{CompleteGame, Game, InputError, Seat};

use super::scheduled::ScheduledGame;

/// The bots of a game's seats, in seat order.
type Seated<G> = Vec<Box<dyn Bot<G>>>;

/// Bots, each with the preset that it was made of.
type Waiting<G> = Vec<(Preset, Box<dyn Bot<G>>)>;

/// The bots that have played a game and wait for the next one.
pub(crate) struct Rested<G: Game>(Arc<Mutex<Waiting<G>>>);

impl<G: Game> Default for Rested<G> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<G: Game> Clone for Rested<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: CompleteGame> Rested<G> {
    /// Seats the bots of these presets, in seat order, for a game that `play` plays. It begins each bot's game
    /// ([`Bot::begin`]), by which a search forgets the last one.
    ///
    /// # Errors
    /// A preset is for another game or names a weight that the game's policy does not have.
    pub(crate) fn seated<T>(
        &self,
        game: &G,
        scheduled: &ScheduledGame,
        presets: &[&Preset],
        play: impl FnOnce(&mut Seated<G>) -> T,
    ) -> Result<T, InputError> {
        let seat_one = |(seat, &preset): (Seat, &&Preset)| {
            let seed = scheduled.bot_seed(seat);
            let Some(mut bot) = self.take(preset) else { return preset.build(game, seed) };
            bot.reseed(seed);
            Ok(bot)
        };
        let mut bots: Seated<G> =
            Seat::all(game.players()).zip(presets).map(seat_one).collect::<Result<_, _>>()?;
        let played = play(&mut bots);
        self.keep(presets, bots);
        Ok(played)
    }

    /// Takes a bot of this preset, if one waits.
    fn take(&self, preset: &Preset) -> Option<Box<dyn Bot<G>>> {
        if !matches!(preset.kind, BotKind::Search { .. }) {
            return None;
        }
        let mut waiting = self.waiting();
        let place = waiting.iter().rposition(|(known, _)| known == preset)?;
        Some(waiting.remove(place).1)
    }

    /// Keeps the searches: only their memory is worth it. Of more than the games under way need, the first ones go.
    fn keep(&self, presets: &[&Preset], bots: Seated<G>) {
        let is_search = |(preset, _): &(&&Preset, _)| matches!(preset.kind, BotKind::Search { .. });
        let (searches, others): (Vec<_>, Vec<_>) = presets.iter().zip(bots).partition(is_search);
        // Outside of a pool one game is played at a time; to ask for the number of its threads would start one.
        let threads = rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads());
        let mut waiting = self.waiting();
        waiting.extend(searches.into_iter().map(|(&preset, bot)| (preset.clone(), bot)));
        let spare = waiting.len().saturating_sub(presets.len() * threads);
        let spare: Vec<_> = waiting.drain(..spare).collect();
        // A program takes its time to quit, and a large memory to be freed: nobody waits for that.
        drop(waiting);
        drop((spare, others));
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<G>> {
        // Nothing panics in the middle of a change of the list.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
