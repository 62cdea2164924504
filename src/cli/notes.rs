//! What a user should know about a preset, said once on standard error.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tradewinds::arena::GameInfo;
use tradewinds::tournament::find_preset;

/// What was said before.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Prints a note, unless it was printed before.
pub(super) fn say(note: &str) {
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(note.to_owned()) {
        // A note that nobody can read is no reason to stop.
        _ = writeln!(io::stderr(), "note: {note}");
    }
}

/// Prints the notes on the presets for a game that a manifest names, which were found before; `manifest` is its file.
pub(super) fn on_bots<'a>(game: &GameInfo, manifest: &Path, entries: impl IntoIterator<Item = &'a String>) {
    let folder = manifest.parent().unwrap_or(Path::new(""));
    for entry in entries {
        if let Ok(Some(note)) = find_preset(game, entry, folder).map(|found| found.note) {
            say(&note);
        }
    }
}
