//! The `testing` feature on the toy games.

mod guide;
mod laws;
mod toys;
