//! Networks learned by self-play.

pub mod fit;
