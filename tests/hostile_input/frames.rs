//! Frames of journals: as they come, and made of parts that come, with checksums that fit.

use std::fs;
use std::path::Path;

use tradewinds::arena::{GameRecord, NAMES, find};
use tradewinds::tournament::{Journal, JournalError, JournalForm, Journaling};

use super::refusal;

/// The number of the run, and how many games it has.
const RUN: u32 = 7;
const GAMES: u64 = 300;

/// The length of a frame up to its parts.
const HEADER: usize = 44;

/// The bytes before the parts of an input: which game and what is kept, the number of games, and the lengths of the
/// first two parts.
const SETTINGS: usize = 6;

pub fn attempt(input: &[u8]) -> u64 {
    let Some((&first, _)) = input.split_first() else { return 0 };
    let folder = tempfile::tempdir().expect("there is room");
    let keeps = if first & 0x80 == 0 { Journaling::Rows } else { Journaling::Results };
    let info = find(NAMES[usize::from(first & 3)]).expect("a game").info();
    let players = info.players.clone().nth(usize::from(first >> 2 & 3)).unwrap_or(*info.players.start());
    let form = JournalForm { run: RUN, games: GAMES, players, schema: info.schema, keeps };
    read(folder.path(), input, form);
    match made(input, keeps) {
        Some(frame) => read(folder.path(), &frame, form),
        None => 0,
    }
}

/// Makes a frame of an input: see [`SETTINGS`].
fn made(input: &[u8], keeps: Journaling) -> Option<Vec<u8>> {
    let (settings, rest) = input.split_at_checked(SETTINGS)?;
    let length = |at: usize| usize::from(u16::from_le_bytes([settings[at], settings[at + 1]]));
    let (numbers, rest) = rest.split_at_checked(length(2))?;
    let (results, cells) = rest.split_at_checked(length(4))?;
    let packed = [results, cells].map(|part| zstd::bulk::compress(part, 1).expect("it is short"));
    let mut frame = match keeps {
        Journaling::Rows => b"TWJ1".to_vec(),
        Journaling::Results => b"TWR1".to_vec(),
    };
    frame.extend(RUN.to_le_bytes());
    frame.extend(0_u64.to_le_bytes());
    frame.extend(u32::from(settings[1]).to_le_bytes());
    for part in [numbers, &packed[0], results, &packed[1], cells] {
        frame.extend((part.len() as u32).to_le_bytes());
    }
    frame.extend(crc32fast::hash(&frame).to_le_bytes());
    assert_eq!(frame.len(), HEADER);
    for part in [numbers, &packed[0], &packed[1]] {
        frame.extend_from_slice(part);
    }
    frame.extend(crc32fast::hash(&frame[HEADER..]).to_le_bytes());
    Some(frame)
}

/// Reads a journal; returns the number of its games. If all of them can be read, they are written, and read again.
fn read(folder: &Path, bytes: &[u8], form: JournalForm) -> u64 {
    let path = folder.join("journal");
    fs::write(&path, bytes).expect("there is room");
    match games(&path, form) {
        Ok(games) => {
            let again = folder.join("again");
            // Nothing is kept of an earlier one.
            let _ = fs::remove_file(&again);
            let mut journal = Journal::create(&again, form).expect("a new journal");
            games.iter().for_each(|game| journal.append(game).expect("there is room"));
            journal.flush().expect("there is room");
            drop(journal);
            assert_eq!(self::games(&again, form).expect("what was written"), games, "other games");
            games.len() as u64
        }
        Err(error) => {
            refusal::check_text(&error.to_string());
            0
        }
    }
}

/// Reads all games of a journal.
fn games(path: &Path, form: JournalForm) -> Result<Vec<GameRecord>, JournalError> {
    let mut journal = Journal::look_at(path, form)?;
    (0..form.games)
        .filter(|&game| journal.has(game))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|game| journal.read(game))
        .collect()
}
