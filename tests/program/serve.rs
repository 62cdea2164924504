//! `tradewinds serve`: its links, its pages over whole games, bad input, secrets, a killed server.

mod acts;
mod around;
mod design;
mod files;
mod forms;
#[cfg(unix)]
mod full_disk;
mod games;
mod input;
mod records;
mod restart;
mod secrets;
pub(crate) mod server;
mod study;
mod wire;
