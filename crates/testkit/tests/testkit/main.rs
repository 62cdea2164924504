//! The tools of testkit on its toy games.

mod guide;
mod laws;
mod toys;
