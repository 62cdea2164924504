//! The `testing` feature on the toy games.

mod laws;
mod toys;
