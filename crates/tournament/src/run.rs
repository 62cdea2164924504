//! Playing a plan into a folder: journal, records, and resuming after an interruption.

pub(crate) mod append_file;
pub(crate) mod checksum;
pub(crate) mod cursor;
pub(crate) mod folder;
mod game;
pub(crate) mod journal;
pub(crate) mod line_file;
pub(crate) mod merge;
pub(crate) mod open;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod runner;
mod started;
