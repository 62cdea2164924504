//! Notes for the user about a preset, each printed once on standard error.

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use tradewinds::arena::GameInfo;
use tradewinds::tournament::find_preset;

/// The notes that have been printed.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Prints a note, unless it was printed before.
pub(super) fn say(note: &str) {
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(note.to_owned()) {
        // A note that cannot be printed does not stop the command.
        _ = writeln!(io::stderr(), "note: {note}");
    }
}

/// Prints the notes on the presets that a manifest names for a game, which were found earlier; `manifest` is
/// its file.
pub(super) fn on_bots<'a>(game: &GameInfo, manifest: &Path, entries: impl IntoIterator<Item = &'a String>) {
    let folder = manifest.parent().unwrap_or(Path::new(""));
    for entry in entries {
        if let Ok(Some(note)) = find_preset(game, entry, folder).map(|found| found.note) {
            say(&note);
        }
    }
}
