//! What can happen to a run: kill -9, a full disk, a read-only folder, two processes in one folder, a
//! corrupted byte in any file.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]
#![cfg(unix)]

mod bytes;
mod disk;
mod interrupt;
mod kill;
mod place;
