//! What is to be played: data, worked out before the first game.

pub(crate) mod course;
pub(crate) mod inputs;
pub(crate) mod manifest;
pub(crate) mod schedule;
pub(crate) mod shard;
pub(crate) mod tournament;
