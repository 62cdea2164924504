//! The journal: every finished game with all its rows, in frames of many games, in order of finishing.
//!
//! Frames are only ever appended. Each has checksums, the number of its run and its own number; all tables are
//! computed from them. Finished games gather in memory until they are written as a frame: what was not written
//! when a run is killed is played again. In memory the journal holds a bit for each game and some numbers for
//! each frame.
//!
//! The key of a run leaves out how long the run is, since a run may grow. A frame may hold results alone,
//! with a checksum of each game's cells (`journal = "results"`): those games are played again where rows are
//! asked for, many at once, and compared. Most of a random game's cells are noise (73 of the 115 bytes that a
//! game of Puerto Rico takes as Parquet), so no encoding makes two copies of them small.

mod columns;
pub(super) mod form;
mod frame;
mod games;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

pub use form::{JournalError, JournalForm};
use frame::{HEADER, Layout, TRAILER};
pub(crate) use games::cells_checksum;
use games::{GameCells, GamesWriter, Results};

use crate::plan::manifest::Journaling;
use crate::run::append_file::AppendFile;
use crate::run::checksum::LineFault;
use tradewinds_arena::GameRecord;

/// The size before compression at which a frame is written: a tenth of it reaches the disk.
const FRAME_SIZE: usize = 1 << 19;

/// Frames that are kept in memory while games are read. Games finish nearly in the order of their numbers, so
/// that neighbours are in the same frame or the next.
const FRAMES_READ: usize = 3;

/// Which games of a run there are.
#[derive(Clone, Debug)]
pub(crate) struct GameSet(Vec<u64>);

impl GameSet {
    fn new(games: u64) -> Self {
        Self(vec![0; games.div_ceil(64) as usize])
    }

    /// Returns whether a game is there.
    pub(crate) fn has(&self, game: u64) -> bool {
        self.0[(game / 64) as usize] >> (game % 64) & 1 == 1
    }

    fn add(&mut self, game: u64) {
        self.0[(game / 64) as usize] |= 1 << (game % 64);
    }
}

/// The parts of a game that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    /// Its result, without the cells of its seats and the rows of its own tables.
    Result,
    /// All of it.
    All,
}

/// A game as it was read.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    /// The game, with its cells if they were asked for and are there.
    pub(crate) record: GameRecord,
    /// The checksum of its cells, if they were asked for and the journal has only its result.
    pub(crate) checksum: Option<u32>,
}

/// The place of a frame in the file, and of its games in the run.
#[derive(Clone, Copy, Debug)]
struct Place {
    frame: u64,
    byte: u64,
    first: u64,
    last: u64,
}

/// A frame in memory.
struct Loaded {
    place: Place,
    layout: Layout,
    body: Vec<u8>,
    /// The games by ascending number, each with its place in the frame.
    games: Vec<(u64, usize)>,
    results: Option<Results>,
    cells: Option<GameCells>,
    /// Those of the cells, where the frame has no cells.
    checksums: Option<Vec<u32>>,
}

impl Loaded {
    fn position(&self, game: u64) -> Option<usize> {
        let found = self.games.binary_search_by_key(&game, |&(game, _)| game).ok()?;
        Some(self.games[found].1)
    }

    /// Reads a game of the frame.
    fn read(&mut self, game: u64, parts: Parts, form: &JournalForm) -> Result<Entry, LineFault> {
        let position = self.position(game).expect("the game is in the frame");
        let results = match &mut self.results {
            Some(results) => results,
            none => none.insert(self.layout.results(&self.body, form)?),
        };
        let damaged = |reason: String| LineFault::Damaged(format!("game {game}: {reason}"));
        let record = results.get(position, game);
        let mut record = record.ok_or_else(|| damaged("a number is out of range".to_owned()))?;
        record.check_result(form.players).map_err(damaged)?;
        let mut checksum = None;
        match (parts, self.layout.keeps) {
            (Parts::Result, _) => {}
            (Parts::All, Journaling::Results) => {
                let checksums = match &mut self.checksums {
                    Some(checksums) => checksums,
                    none => none.insert(self.layout.checksums(&self.body)?),
                };
                checksum = Some(checksums[position]);
            }
            (Parts::All, Journaling::Rows) => {
                let cells = match &mut self.cells {
                    Some(cells) => cells,
                    none => none.insert(self.layout.cells(&self.body, form)?),
                };
                cells.fill(position, &mut record);
                record.check(form.players, form.schema).map_err(damaged)?;
            }
        }
        Ok(Entry { record, checksum })
    }
}

/// The file of the frames, and the games that wait for the next one.
struct Frames {
    file: AppendFile,
    /// The number of the next frame.
    count: u64,
    /// By the first of their games.
    places: Vec<Place>,
    waiting: GamesWriter,
    /// Those games without their cells, to be read before they are written.
    results: BTreeMap<u64, GameRecord>,
    /// The frames that were read last, the latest at the end.
    loaded: Vec<Loaded>,
}

/// The journal of a run.
pub struct Journal {
    form: JournalForm,
    frames: Frames,
    present: GameSet,
    finished: u64,
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journal").field("form", &self.form).field("finished", &self.finished).finish()
    }
}

impl Journal {
    /// Starts an empty journal.
    ///
    /// # Errors
    /// The file cannot be written, or another process has started it just now.
    pub fn create(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let file = AppendFile::create(path, false).map_err(|error| match error {
            JournalError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists => JournalError::InUse,
            error => error,
        })?;
        Ok(Self::of_frames(file, form))
    }

    /// Opens a journal to continue it: reads through it, and cuts off a last frame that is not whole, which
    /// was torn while it was written. Meanwhile the file is locked against other journals.
    ///
    /// # Errors
    /// The file cannot be read and written, is in use, or a frame is damaged, of another run or of games that
    /// already are in another one.
    pub fn open(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let mut file = AppendFile::open(path)?;
        let length = file.file().metadata()?.len();
        let mut journal = Self::of_frames(file, form);
        let end = journal.index(length)?;
        journal.frames.file.end_at(end)?;
        Ok(journal)
    }

    /// Opens a journal for reading, even while its run is being played: only frames that were whole at the
    /// call are read. It must not be appended to.
    ///
    /// # Errors
    /// The file cannot be read, or a frame is damaged, of another run or of games that already are in another
    /// one.
    pub fn look_at(path: &Path, form: JournalForm) -> Result<Self, JournalError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut journal = Self::of_frames(AppendFile::only_read(file), form);
        journal.index(length)?;
        Ok(journal)
    }

    fn of_frames(file: AppendFile, form: JournalForm) -> Self {
        let frames = Frames {
            file,
            count: 0,
            places: Vec::new(),
            waiting: GamesWriter::new(form),
            results: BTreeMap::new(),
            loaded: Vec::new(),
        };
        Self { form, frames, present: GameSet::new(form.games), finished: 0 }
    }

    /// Reads through the first `most` bytes of the file; returns where the whole frames in them end.
    fn index(&mut self, most: u64) -> Result<u64, JournalError> {
        let end = self.index_unsorted(most)?;
        self.frames.places.sort_by_key(|place| place.first);
        Ok(end)
    }

    fn index_unsorted(&mut self, most: u64) -> Result<u64, JournalError> {
        let mut end = 0;
        let Self { form, frames, present, finished } = self;
        let mut reader = BufReader::new(frames.file.file());
        let mut rest = Vec::new();
        while end < most {
            let (number, byte, left) = (frames.count, end, most - end);
            if left < HEADER as u64 {
                return Ok(end);
            }
            let blame = |fault| JournalError::Frame { frame: number + 1, byte, fault };
            let mut header = [0; HEADER];
            reader.read_exact(&mut header)?;
            if header == [0; HEADER] && is_zero(&mut reader, left - HEADER as u64)? {
                // A file system may keep the new length of a file and lose what was written.
                return Ok(end);
            }
            let layout = Layout::read(&header, form.run, number).map_err(blame)?;
            if left < layout.frame() as u64 {
                return Ok(end);
            }
            rest.resize(layout.body() + TRAILER, 0);
            reader.read_exact(&mut rest)?;
            let games = layout.verify(&rest).and_then(|()| layout.numbers(&rest)).map_err(blame)?;
            for &game in &games {
                let reason = if game >= form.games {
                    format!("game {game} of a run of {}", form.games)
                } else if present.has(game) {
                    format!("game {game} was there before")
                } else {
                    present.add(game);
                    continue;
                };
                return Err(blame(LineFault::Damaged(reason)));
            }
            *finished += games.len() as u64;
            frames.places.extend(Place::of(number, byte, &games));
            end += layout.frame() as u64;
            frames.count += 1;
        }
        Ok(end)
    }

    /// Adds a finished game. It is written to the disk with the next frame, as soon as there are enough games
    /// for one, and at the latest by [`flush`](Self::flush).
    ///
    /// # Errors
    /// The disk is full or fails: the journal ends with its last whole frame and must be opened again.
    ///
    /// # Panics
    /// If the game is in the journal already or does not fit its form.
    pub fn append(&mut self, record: &GameRecord) -> io::Result<()> {
        match self.form.keeps {
            Journaling::Rows => self.add(record, None),
            Journaling::Results => self.add(record, Some(cells_checksum(record))),
        }
    }

    /// Adds a game that was read from another journal, with what that one has of it.
    pub(crate) fn append_entry(&mut self, entry: &Entry) -> io::Result<()> {
        match entry.checksum {
            None => self.append(&entry.record),
            checksum => self.add(&entry.record, checksum),
        }
    }

    /// Adds a game: its result alone if there is a checksum of its cells.
    fn add(&mut self, record: &GameRecord, checksum: Option<u32>) -> io::Result<()> {
        assert!(!self.has(record.game), "each game of the schedule is played once");
        self.present.add(record.game);
        self.finished += 1;
        let run = self.form.run;
        let frames = &mut self.frames;
        let keeps = if checksum.is_some() { Journaling::Results } else { Journaling::Rows };
        if frames.waiting.keeps() != keeps {
            frames.write(run)?;
        }
        match checksum {
            None => frames.waiting.push(record),
            Some(checksum) => frames.waiting.push_result(record, checksum),
        }
        frames.results.insert(record.game, record.without_cells());
        if frames.waiting.size() >= FRAME_SIZE { frames.write(run) } else { Ok(()) }
    }

    /// Writes the games that wait; all games are on the disk when this returns.
    ///
    /// # Errors
    /// As for [`append`](Self::append).
    pub fn flush(&mut self) -> io::Result<()> {
        let run = self.form.run;
        self.frames.write(run)?;
        self.frames.file.sync()
    }

    /// Returns how many games have finished.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// Returns whether a game has finished.
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        self.present.has(game)
    }

    /// Returns the games that have finished.
    pub(crate) fn present(&self) -> &GameSet {
        &self.present
    }

    /// Reads a finished game, without cells and rows if the journal has only its result.
    ///
    /// # Errors
    /// The file cannot be read any more, or the frame holds no record of such a game.
    ///
    /// # Panics
    /// If the game has not finished.
    pub fn read(&mut self, game: u64) -> Result<GameRecord, JournalError> {
        self.read_parts(game, Parts::All).map(|entry| entry.record)
    }

    /// Reads a finished game, or only its result.
    pub(crate) fn read_parts(&mut self, game: u64, parts: Parts) -> Result<Entry, JournalError> {
        assert!(self.has(game), "game {game} has finished");
        self.frames.read(game, parts, &self.form)
    }
}

impl Frames {
    /// Writes the games that wait as a frame.
    fn write(&mut self, run: u32) -> io::Result<()> {
        let Some(place) = Place::of(self.count, self.file.end(), self.waiting.games()) else {
            return Ok(());
        };
        let games = self.waiting.games().len();
        let keeps = self.waiting.keeps();
        let frame = frame::write(run, self.count, keeps, games, &self.waiting.finish())?;
        self.file.append(frame)?;
        self.count += 1;
        self.results.clear();
        let before = self.places.partition_point(|other| other.first < place.first);
        self.places.insert(before, place);
        Ok(())
    }

    fn read(&mut self, game: u64, parts: Parts, form: &JournalForm) -> Result<Entry, JournalError> {
        if let Some(result) = self.results.get(&game) {
            if parts == Parts::Result {
                return Ok(Entry { record: result.clone(), checksum: None });
            }
            self.write(form.run)?;
        }
        self.load(game, form)?;
        let loaded = self.loaded.last_mut().expect("it was loaded just now");
        let Place { frame, byte, .. } = loaded.place;
        loaded.read(game, parts, form).map_err(|fault| JournalError::Frame { frame: frame + 1, byte, fault })
    }

    /// Puts the frame of a game at the end of those loaded.
    fn load(&mut self, game: u64, form: &JournalForm) -> Result<(), JournalError> {
        if let Some(place) = self.loaded.iter().rposition(|loaded| loaded.position(game).is_some()) {
            let found = self.loaded.remove(place);
            self.loaded.push(found);
            return Ok(());
        }
        let behind = self.places.partition_point(|place| place.first <= game);
        for place in self.places[..behind].iter().rev().filter(|place| game <= place.last) {
            if self.loaded.iter().any(|loaded| loaded.place.byte == place.byte) {
                continue;
            }
            let loaded = load(self.file.file(), *place, form)?;
            if loaded.position(game).is_some() {
                if self.loaded.len() == FRAMES_READ {
                    self.loaded.remove(0);
                }
                self.loaded.push(loaded);
                return Ok(());
            }
        }
        unreachable!("game {game} is in one of the frames")
    }
}

/// Reads a frame.
fn load(file: &mut File, place: Place, form: &JournalForm) -> Result<Loaded, JournalError> {
    let blame = |fault| JournalError::Frame { frame: place.frame + 1, byte: place.byte, fault };
    file.seek(SeekFrom::Start(place.byte))?;
    let mut header = [0; HEADER];
    file.read_exact(&mut header)?;
    let layout = Layout::read(&header, form.run, place.frame).map_err(blame)?;
    let mut body = vec![0; layout.body() + TRAILER];
    file.read_exact(&mut body)?;
    let numbers = layout.verify(&body).and_then(|()| layout.numbers(&body)).map_err(blame)?;
    let mut games: Vec<(u64, usize)> = numbers.into_iter().zip(0..).collect();
    games.sort_unstable();
    Ok(Loaded { place, layout, body, games, results: None, cells: None, checksums: None })
}

impl Place {
    /// Describes a frame of these games; `None` without any.
    fn of(frame: u64, byte: u64, games: &[u64]) -> Option<Self> {
        let (first, last) = (*games.iter().min()?, *games.iter().max()?);
        Some(Self { frame, byte, first, last })
    }
}

/// Returns whether the next `length` bytes are all zero.
fn is_zero(reader: &mut impl BufRead, length: u64) -> io::Result<bool> {
    let mut left = length;
    while left > 0 {
        let bytes = reader.fill_buf()?;
        let count = bytes.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        if count == 0 || bytes[..count].iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        reader.consume(count);
        left -= count as u64;
    }
    Ok(true)
}

#[cfg(test)]
mod tests;
