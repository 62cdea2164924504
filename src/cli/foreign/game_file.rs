//! The table of the games of a tournament, which grows by a game at a time, so that the same command goes on where it was
//! stopped.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::foreign::{Contest, PlayedGame, TABLES};
use crate::game::InputError;
use crate::report::{CsvRows, real};
use crate::tournament::AppendFile;

/// How a file of other games can be used all the same.
const HINT: &str = "or another file; --force plays all games anew";

/// The file, to which each game is added at once.
pub(super) struct GameFile {
    path: PathBuf,
    file: AppendFile,
}

/// A row as it is read.
type Row = (usize, u64, u32, usize, String, f64, f32, u32, bool);

impl GameFile {
    /// Opens the file, or begins it with its header. Returns the games in it, which are those of the tournament as far
    /// as can be seen without playing; a game that was cut off while it was written is not among them.
    ///
    /// # Errors
    /// It cannot be read or written, or has other games.
    pub(super) fn open(
        path: &Path,
        force: bool,
        contest: &Contest,
        names: &[&str],
    ) -> anyhow::Result<(Self, Vec<PlayedGame>)> {
        let blame = || format!("cannot write {}", path.display());
        let is_there = fs::metadata(path).is_ok();
        let file = if is_there { AppendFile::open(path) } else { AppendFile::create(path, false) };
        let mut file = Self { path: path.to_owned(), file: file.with_context(blame)? };
        let text = if force { Vec::new() } else { fs::read(path).with_context(blame)? };
        let (games, end) = file.read(&text, contest, names)?;
        file.file.end_at(end).with_context(blame)?;
        if end == 0 {
            let mut rows = CsvRows::new(Vec::new());
            rows.row(TABLES[0].names())?;
            file.file.append(rows.finish()?).with_context(blame)?;
        }
        Ok((file, games))
    }

    /// Reads the whole games of a text, and where they end in it.
    fn read(
        &self,
        text: &[u8],
        contest: &Contest,
        names: &[&str],
    ) -> Result<(Vec<PlayedGame>, u64), InputError> {
        // A line without an end was cut off.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut reader = csv::Reader::from_reader(&text[..whole]);
        let header = TABLES[0].names();
        let found = reader.headers().map_err(|error| self.refuse("line 1", error.to_string(), HINT))?;
        let columns = header.join(",");
        let is_own = if whole > 0 { found == header } else { columns.as_bytes().starts_with(text) };
        if !is_own {
            let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
            let found = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
            return Err(self.refuse("line 1", found, &format!("the columns {columns}, {HINT}")));
        }
        let (mut games, mut end, seats): (Vec<PlayedGame>, _, _) =
            (Vec::new(), reader.position().byte(), contest.lineup.len());
        let mut rows = reader.deserialize::<Row>();
        loop {
            let block: Result<Vec<Row>, csv::Error> = rows.by_ref().take(seats).collect();
            let block = block.map_err(|error| {
                let line = error.position().map_or(0, csv::Position::line);
                let allowed = format!("a row of a game, {HINT}");
                self.refuse(&format!("line {line}"), "another text".to_owned(), &allowed)
            })?;
            if block.len() < seats {
                break;
            }
            games.push(self.game(games.len(), &block, names)?);
            end = rows.reader().position().byte();
        }
        if let Some(number) = contest.first_stranger(&games) {
            return Err(self.other(number));
        }
        Ok((games, end))
    }

    /// Puts the rows of a game together.
    fn game(&self, number: usize, rows: &[Row], names: &[&str]) -> Result<PlayedGame, InputError> {
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
    pub(super) fn other(&self, number: usize) -> InputError {
        let allowed = format!("the file of this program with these bots, deals and seed, {HINT}");
        self.refuse(&format!("game {number}"), "another game than is played now".to_owned(), &allowed)
    }

    fn refuse(&self, place: &str, found: String, allowed: &str) -> InputError {
        InputError::new(format!("{}: {place}", self.path.display()), "", found, allowed)
    }

    /// Adds the game with this number.
    ///
    /// # Errors
    /// The disk is full or fails.
    pub(super) fn add(&mut self, number: usize, game: &PlayedGame, names: &[&str]) -> anyhow::Result<()> {
        let rows = rows(number, game, names).and_then(|rows| self.file.append(rows));
        rows.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Writes a row for each seat of a game.
fn rows(number: usize, game: &PlayedGame, names: &[&str]) -> io::Result<Vec<u8>> {
    let mut rows = CsvRows::new(Vec::new());
    for (seat, &bot) in game.bots.iter().enumerate() {
        rows.whole(number);
        rows.whole(game.deal);
        rows.whole(game.deal_seed);
        rows.whole(seat);
        rows.text(names[bot]);
        rows.text(&real(game.scores[seat]));
        rows.text(&format!("{:?}", game.win_share[seat]));
        rows.whole(game.decisions);
        rows.text(if game.truncated { "true" } else { "false" });
        rows.end()?;
    }
    rows.finish()
}
