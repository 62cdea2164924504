//! A tournament whose games are kept, in a file from which the same call goes on.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::contest::{Contest, PlayedGame, play_contest};
use crate::game_file::{GameFile, KeepError, KeptFile};
use crate::oracle::Oracle;
use crate::player::ForeignPlayer;
use crate::table::Foreign;

/// The games of a tournament, which may be kept in a file.
pub struct KeptGames {
    names: Vec<String>,
    file: Option<GameFile>,
    games: Vec<PlayedGame>,
    resumed: usize,
}

impl KeptGames {
    /// Opens the file of a tournament, if it has one: the games in it are not played again. `names` are those of the bots.
    ///
    /// # Errors
    /// It cannot be read or written, or has other games.
    pub fn open(
        file: Option<&KeptFile<'_>>,
        contest: &Contest,
        names: Vec<String>,
    ) -> Result<Self, KeepError> {
        let opened = file.map(|file| GameFile::open(file, contest, &names)).transpose()?;
        let (file, games) = match opened {
            Some((file, games)) => (Some(file), games),
            None => (None, Vec::new()),
        };
        let resumed = games.len();
        Ok(Self { names, file, games, resumed })
    }

    /// Returns the games that were played, in order.
    #[must_use]
    pub fn games(&self) -> &[PlayedGame] {
        &self.games
    }

    /// Returns how many of them were in the file when it was opened.
    #[must_use]
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// Plays the games that are missing, one after the other, and keeps each at once. Hands the number of games to `shown` after
    /// each. Once `stop` is set, it ends; the game under way is dropped.
    ///
    /// # Errors
    /// The game fails, or answers what is not allowed.
    ///
    /// In the result: the file cannot be written, or its last game is another one than these bots play.
    pub fn play<O: Oracle>(
        &mut self,
        game: &Foreign<O>,
        contest: &Contest,
        players: &[ForeignPlayer<O>],
        stop: &AtomicBool,
        mut shown: impl FnMut(usize),
    ) -> Result<Result<(), KeepError>, O::Fault> {
        // The last game of the file shows whether the others were played like those to come.
        let is_repeated = self.resumed > 0 && players.iter().all(ForeignPlayer::is_reproducible);
        let mut number = self.resumed - usize::from(is_repeated);
        let mut kept = Ok(());
        play_contest(game, contest, players, number, stop, |played| {
            kept = self.keep(number, played);
            number += 1;
            shown(number);
            if kept.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(kept)
    }

    /// Keeps a game, or compares it with the one of its number that is there.
    fn keep(&mut self, number: usize, played: PlayedGame) -> Result<(), KeepError> {
        match (&mut self.file, self.games.get(number)) {
            (Some(file), Some(before)) if *before != played => Err(file.other(number).into()),
            (_, Some(_)) => Ok(()),
            (file, None) => {
                let added = file.as_mut().map_or(Ok(()), |file| file.add(number, &played, &self.names));
                self.games.push(played);
                added
            }
        }
    }
}
