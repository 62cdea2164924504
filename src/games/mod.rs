//! The games, one folder each, and the only list of them.

pub mod puerto_rico;
