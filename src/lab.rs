//! Studies: what the lab asks beyond who plays better.
//!
//! A study has a manifest, plays [tournaments](crate::tournament) in folders of its own, and leaves CSV files
//! and a page.

pub mod ladder;
