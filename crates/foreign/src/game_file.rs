//! The table of the games of a tournament, which grows by a game at a time, so that the same command goes on where it was
//! stopped.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tradewinds_game::InputError;
use tradewinds_report::{CsvRows, real};
use tradewinds_tournament::AppendFile;

use crate::contest::{Contest, PlayedGame, TABLES};

/// Why the file of a tournament cannot be used.
#[derive(Debug)]
pub enum KeepError {
    /// It has other games.
    Input(InputError),
    /// It cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl KeepError {
    fn file(path: &Path, source: impl Error + Send + Sync + 'static) -> Self {
        Self::File { path: path.to_owned(), source: Box::new(source) }
    }
}

impl From<InputError> for KeepError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::File { path, .. } => write!(f, "cannot write {}", path.display()),
        }
    }
}

impl Error for KeepError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Input(error) => error.source(),
            Self::File { source, .. } => Some(&**source),
        }
    }
}

/// The file of a tournament, as it is opened.
pub struct KeptFile<'a> {
    /// Where it is, or will be.
    pub path: &'a Path,
    /// Whether all games are played anew, and replace what is there.
    pub force: bool,
    /// What else the caller can do where the file has other games, for messages.
    pub hint: &'static str,
}

/// The file, to which each game is added at once.
pub(crate) struct GameFile {
    path: PathBuf,
    file: AppendFile,
    hint: &'static str,
}

/// A row as it is read.
type Row = (usize, u64, u32, usize, String, f64, f32, u32, bool);

impl GameFile {
    /// Opens the file, or begins it with its header. Returns the games in it, which are those of the tournament as far
    /// as can be seen without playing; a game that was cut off while it was written is not among them.
    ///
    /// # Errors
    /// It cannot be read or written, or has other games.
    pub(crate) fn open(
        kept: &KeptFile<'_>,
        contest: &Contest,
        names: &[String],
    ) -> Result<(Self, Vec<PlayedGame>), KeepError> {
        let path = kept.path;
        let is_there = fs::metadata(path).is_ok();
        let file = if is_there { AppendFile::open(path) } else { AppendFile::create(path, false) };
        let file = file.map_err(|error| KeepError::file(path, error))?;
        let mut file = Self { path: path.to_owned(), file, hint: kept.hint };
        let text = if kept.force { Ok(Vec::new()) } else { fs::read(path) };
        let text = text.map_err(|error| KeepError::file(path, error))?;
        let (games, end) = file.read(&text, contest, names)?;
        file.begin(end).map_err(|error| KeepError::file(path, error))?;
        Ok((file, games))
    }

    /// Ends the file there; an empty one gets its header.
    fn begin(&mut self, end: u64) -> io::Result<()> {
        self.file.end_at(end)?;
        if end == 0 {
            let mut rows = CsvRows::new(Vec::new());
            rows.row(TABLES[0].names())?;
            self.file.append(rows.finish()?)?;
        }
        Ok(())
    }

    /// Reads the whole games of a text, and where they end in it.
    fn read(
        &self,
        text: &[u8],
        contest: &Contest,
        names: &[String],
    ) -> Result<(Vec<PlayedGame>, u64), InputError> {
        // A line without an end was cut off.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut reader = csv::Reader::from_reader(&text[..whole]);
        let header = TABLES[0].names();
        let found = reader.headers().map_err(|error| self.refuse("line 1", error.to_string(), self.hint))?;
        let columns = header.join(",");
        let is_own = if whole > 0 { found == header } else { columns.as_bytes().starts_with(text) };
        if !is_own {
            let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let found = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
            return Err(self.refuse("line 1", found, &format!("the columns {columns}, {}", self.hint)));
        }
        let (mut games, mut end, seats): (Vec<PlayedGame>, _, _) =
            (Vec::new(), reader.position().byte(), contest.lineup.len());
        let mut rows = reader.deserialize::<Row>();
        loop {
            let block: Result<Vec<Row>, csv::Error> = rows.by_ref().take(seats).collect();
            let block = block.map_err(|error| {
                let line = error.position().map_or(0, csv::Position::line);
                let allowed = format!("a row of a game, {}", self.hint);
                self.refuse(&format!("line {line}"), "another text".to_owned(), &allowed)
            })?;
            if block.len() < seats {
                break;
            }
            games.push(self.game(games.len(), &block, names)?);
            end = rows.reader().position().byte();
        }
        if let Some(number) = contest.first_stranger(&games) {
            let most = contest.games();
            return Err(match number as u64 == most {
                true => self.refuse("games", games.len().to_string(), &format!("{most}, {}", self.hint)),
                false => self.other(number),
            });
        }
        Ok((games, end))
    }

    /// Puts the rows of a game together.
    fn game(&self, number: usize, rows: &[Row], names: &[String]) -> Result<PlayedGame, InputError> {
        let (_, deal, deal_seed, .., decisions, truncated) = rows[0];
        let alike = |(place, row): (usize, &Row)| {
            (row.0, row.1, row.2, row.3, row.7, row.8)
                == (number, deal, deal_seed, place, decisions, truncated)
        };
        let bots: Option<Vec<usize>> =
            rows.iter().map(|row| names.iter().position(|name| *name == row.4)).collect();
        match bots.filter(|_| rows.iter().enumerate().all(alike)) {
            Some(bots) => Ok(PlayedGame {
                deal,
                deal_seed,
                bots,
                scores: rows.iter().map(|row| row.5).collect(),
                win_share: rows.iter().map(|row| row.6).collect(),
                decisions,
                truncated,
            }),
            None => Err(self.other(number)),
        }
    }

    /// Makes the error of a game that is not the one with this number.
    pub(crate) fn other(&self, number: usize) -> InputError {
        let allowed = format!("the file of this game with these bots, deals and seed, {}", self.hint);
        self.refuse(&format!("game {number}"), "another game than is played now".to_owned(), &allowed)
    }

    fn refuse(&self, place: &str, found: String, allowed: &str) -> InputError {
        InputError::new(format!("{}: {place}", self.path.display()), "", found, allowed)
    }

    /// Adds the game with this number.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(crate) fn add(
        &mut self,
        number: usize,
        game: &PlayedGame,
        names: &[String],
    ) -> Result<(), KeepError> {
        let rows = rows(number, game, names).and_then(|rows| self.file.append(rows));
        rows.map_err(|error| KeepError::file(&self.path, error))
    }
}

/// Writes a row for each seat of a game.
fn rows(number: usize, game: &PlayedGame, names: &[String]) -> io::Result<Vec<u8>> {
    let mut rows = CsvRows::new(Vec::new());
    for (seat, &bot) in game.bots.iter().enumerate() {
        rows.whole(number);
        rows.whole(game.deal);
        rows.whole(game.deal_seed);
        rows.whole(seat);
        rows.text(&names[bot]);
        rows.text(&real(game.scores[seat]));
        rows.text(&format!("{:?}", game.win_share[seat]));
        rows.whole(game.decisions);
        rows.text(if game.truncated { "true" } else { "false" });
        rows.end()?;
    }
    rows.finish()
}
