//! The plan of a run: data, worked out before the first game.

pub(crate) mod deals;
pub(crate) mod file_kind;
pub(crate) mod given;
pub(crate) mod inputs;
pub(crate) mod manifest;
pub(crate) mod named;
pub(crate) mod positions;
pub(crate) mod schedule;
pub(crate) mod shard;
pub(crate) mod stopping;
pub(crate) mod tournament;
