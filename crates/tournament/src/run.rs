//! Playing a plan into a folder: journal, records, and resuming after an interruption.

pub(crate) mod again;
pub(crate) mod append_file;
pub(crate) mod checksum;
pub(crate) mod cursor;
pub(crate) mod finished;
pub(crate) mod folder;
pub(crate) mod journal;
pub(crate) mod line_file;
pub(crate) mod merge;
pub(crate) mod parts;
mod play;
pub(crate) mod progress;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod runner;
mod started;
