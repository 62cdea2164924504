//! What can happen to a run: kill -9, a full disk, a read-only folder, two processes in one folder, a
//! corrupted byte in any file, too few processes; and what the messages then look like.

mod bytes;
mod disk;
mod interrupt;
mod kill;
mod messages;
mod place;
mod threads;
