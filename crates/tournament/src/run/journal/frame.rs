//! A frame: some games of a run in one piece, compressed, with checksums.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `TWJ1` for games with their rows, `TWR1` for results alone |
//! | 4 | the run's number |
//! | 8 | the frame's number in its journal, from 0 |
//! | 4 | the number of games |
//! | 4 | length of the list of the games' numbers |
//! | 4, 4 | length of the results, compressed and as they are |
//! | 4, 4 | length of the cells, or of their checksums, compressed and as they are |
//! | 4 | CRC-32 of what comes before |
//! | | the list, the results and the cells |
//! | 4 | CRC-32 of these three |
//!
//! Numbers are little-endian. Results and cells are each compressed with Zstandard. Where a frame holds results
//! alone, there is a CRC-32 of each game's cells (4 bytes) in the place of the cells.

use std::io;

#[cfg(not(target_family = "wasm"))]
use zstd::bulk as zip;

use super::form::JournalForm;
use super::games::{GameCells, Results, checksums, numbers};
use crate::plan::manifest::Journaling;
use crate::run::checksum::LineFault;

/// The length of a frame up to the list of its games.
pub(super) const HEADER: usize = 44;

/// The length of the checksum at the end.
pub(super) const TRAILER: usize = 4;

/// Maximum length of a part of a frame that is not compressed, so that a forged length reserves no memory.
const MAX_PART: u32 = 1 << 28;

/// Level of compression: most of what is compressed is noise, in which higher ones look for repetitions that cost
/// more than they bring.
const LEVEL: i32 = 1;

/// The lengths of the parts of a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) keeps: Journaling,
    pub(super) games: u32,
    numbers: u32,
    results: [u32; 2],
    cells: [u32; 2],
}

fn damaged(reason: &str) -> LineFault {
    LineFault::Damaged(reason.to_owned())
}

impl Layout {
    /// Reads the beginning of the frame with this number.
    pub(super) fn read(header: &[u8; HEADER], run: u32, number: u64) -> Result<Self, LineFault> {
        let word = |place: usize| {
            u32::from_le_bytes([header[place], header[place + 1], header[place + 2], header[place + 3]])
        };
        let Some(keeps) =
            Journaling::of(header).filter(|_| word(HEADER - 4) == crc32fast::hash(&header[..HEADER - 4]))
        else {
            return Err(damaged("its beginning is not that of a frame"));
        };
        if word(4) != run {
            return Err(LineFault::Foreign);
        }
        let found = u64::from(word(8)) | u64::from(word(12)) << 32;
        if found != number {
            return Err(LineFault::Damaged(format!("it was written as frame {}", found + 1)));
        }
        let layout = Self {
            keeps,
            games: word(16),
            numbers: word(20),
            results: [word(24), word(28)],
            cells: [word(32), word(36)],
        };
        let parts = [layout.numbers, layout.results[0], layout.results[1], layout.cells[0], layout.cells[1]];
        if parts.iter().any(|&length| length > MAX_PART) || layout.games > layout.numbers {
            return Err(damaged("its lengths are not those of a frame"));
        }
        Ok(layout)
    }

    /// Returns the length of the three parts.
    pub(super) fn body(&self) -> usize {
        self.numbers as usize + self.results[0] as usize + self.cells[0] as usize
    }

    /// Returns the length of the whole frame.
    pub(super) fn frame(&self) -> usize {
        HEADER + self.body() + TRAILER
    }

    /// Compares the checksum of the parts, which comes after them.
    pub(super) fn verify(&self, body_and_trailer: &[u8]) -> Result<(), LineFault> {
        let (body, trailer) = body_and_trailer.split_at(self.body());
        if crc32fast::hash(body).to_le_bytes() != *trailer {
            return Err(damaged("its checksum does not fit"));
        }
        Ok(())
    }

    /// Reads the numbers of the games.
    pub(super) fn numbers(&self, body: &[u8]) -> Result<Vec<u64>, LineFault> {
        numbers(&body[..self.numbers as usize], self.games as usize)
            .ok_or_else(|| damaged("its games are not numbered"))
    }

    /// Reads the results.
    pub(super) fn results(&self, body: &[u8], form: &JournalForm) -> Result<Results, LineFault> {
        let start = self.numbers as usize;
        let bytes = expand(&body[start..start + self.results[0] as usize], self.results[1])?;
        Results::read(&bytes, self.games as usize, form.players)
            .ok_or_else(|| damaged("its results are not those of such games"))
    }

    /// Reads the cells.
    pub(super) fn cells(&self, body: &[u8], form: &JournalForm) -> Result<GameCells, LineFault> {
        GameCells::read(&self.last_part(body)?, self.games as usize, form)
            .ok_or_else(|| damaged("its cells are not those of such games"))
    }

    /// Reads the checksums of the games' cells.
    pub(super) fn checksums(&self, body: &[u8]) -> Result<Vec<u32>, LineFault> {
        checksums(&self.last_part(body)?, self.games as usize)
            .ok_or_else(|| damaged("it has not one checksum for each game"))
    }

    fn last_part(&self, body: &[u8]) -> Result<Vec<u8>, LineFault> {
        let start = self.numbers as usize + self.results[0] as usize;
        expand(&body[start..start + self.cells[0] as usize], self.cells[1])
    }
}

/// No tournament is run in a page.
#[cfg(target_family = "wasm")]
mod zip {
    use std::io;

    pub(super) fn compress(_: &[u8], _: i32) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn decompress(_: &[u8], _: usize) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

fn expand(bytes: &[u8], length: u32) -> Result<Vec<u8>, LineFault> {
    match zip::decompress(bytes, length as usize) {
        Ok(expanded) if expanded.len() == length as usize => Ok(expanded),
        Ok(_) => Err(damaged("its lengths are not those of a frame")),
        // The library is built without the texts of its errors.
        Err(_) => Err(damaged("its games cannot be unpacked")),
    }
}

/// Writes a frame of `games` games: the list of their numbers, their results and their cells or the checksums
/// of these.
///
/// # Errors
/// The compressor has no memory.
///
/// # Panics
/// If a part is too long, which the writer of a journal does not let happen.
pub(super) fn write(
    run: u32,
    number: u64,
    keeps: Journaling,
    games: usize,
    parts: &[Vec<u8>; 3],
) -> io::Result<Vec<u8>> {
    let [numbers, results, cells] = parts;
    let packed = [zip::compress(results, LEVEL)?, zip::compress(cells, LEVEL)?];
    let length = |bytes: &[u8]| {
        u32::try_from(bytes.len())
            .ok()
            .filter(|&length| length <= MAX_PART)
            .expect("a frame is closed in time")
    };
    let mut frame = Vec::from(keeps.magic());
    frame.extend(run.to_le_bytes());
    frame.extend(number.to_le_bytes());
    frame.extend(u32::try_from(games).expect("a frame is closed in time").to_le_bytes());
    for part in [numbers, &packed[0], results, &packed[1], cells] {
        frame.extend(length(part).to_le_bytes());
    }
    frame.extend(crc32fast::hash(&frame).to_le_bytes());
    for part in [numbers, &packed[0], &packed[1]] {
        frame.extend_from_slice(part);
    }
    frame.extend(crc32fast::hash(&frame[HEADER..]).to_le_bytes());
    Ok(frame)
}
