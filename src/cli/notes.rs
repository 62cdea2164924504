//! Notes and errors for the user, on standard error.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::arena::GameInfo;
use crate::tournament::{NamedBots, NamesBots, find_bot};
use clap::builder::styling::{AnsiColor, Style};

/// How the words `note` and `error` look on a terminal; elsewhere, and with `NO_COLOR`, they are plain.
const NOTE: Style = AnsiColor::Cyan.on_default().bold();
const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The notes that have been printed.
static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Whether notes and progress are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and progress from now on, for `--quiet`.
pub(super) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether notes and progress are left out.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a note, unless it was printed before or the command is quiet.
pub(super) fn say(note: &str) {
    if is_quiet() {
        return;
    }
    if SAID.lock().unwrap_or_else(PoisonError::into_inner).insert(note.to_owned()) {
        // A note that cannot be printed does not stop the command.
        _ = writeln!(anstream::stderr(), "{NOTE}note:{NOTE:#} {note}");
    }
}

/// Prints an error, if standard error can be written.
pub(crate) fn complain(error: &str) {
    // An error here cannot be reported to anyone.
    _ = writeln!(anstream::stderr(), "{ERROR}error:{ERROR:#} {error}");
}

/// Prints the notes on the presets that a manifest names for a game, which were found earlier; `source` is
/// its file.
pub(super) fn on_bots(game: &GameInfo, source: &Path, manifest: &impl NamesBots) {
    let NamedBots { sections, entries, .. } = manifest.named();
    for entry in entries {
        if let Ok(Some(note)) = find_bot(game, entry, source, sections).map(|found| found.note) {
            say(&note);
        }
    }
}
