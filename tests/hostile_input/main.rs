//! Hostile input: whatever bytes come in, nothing may panic, hang or take memory without bound.
//!
//! One test for each kind of input: positions, records, frames of journals, manifests, presets, variants, notation,
//! protocol lines and forms of pages. Inputs are arbitrary bytes, arbitrary trees, and mutations of the committed corpus
//! in `tests/hostile_input/corpus/KIND.txt`: bytes flipped, deleted, inserted, doubled and spliced, and,
//! deeper, nodes of the parsed text replaced, removed, doubled, swapped, renamed and nudged.
//!
//! In short, with a fixed seed, as part of `cargo test`; `TRADEWINDS_TEST_SCALE` multiplies the inputs:
//!
//! ```text
//! cargo test --release --test hostile_input
//! ```
//!
//! For ten minutes with fresh seeds, one kind at a time:
//!
//! ```text
//! HOSTILE_SECONDS=600 cargo test --release --test hostile_input positions -- --nocapture
//! ```
//!
//! This prints how many inputs there were, how many of them were accepted, and the seed;
//! `HOSTILE_SEED=…` takes the same inputs again, in the same order. An input that fails is made
//! smaller, written to a file and named in the failure. Once its fault is mended it joins the corpus as
//! `found-*`: every input of the corpus is also tried as it is, and all but those must be accepted. A
//! watchdog ends the run when an input takes more than ten seconds, and names it as well. An overflow
//! of the stack ends the run without a word; the seed, which is printed first, finds it again.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

mod arbitrary;
mod campaign;
mod corpus;
mod edit;
#[path = "targets.rs"]
mod targets;
mod watch;

use campaign::{Campaign, MEGABYTE};
use corpus::Form;
#[cfg(feature = "serve")]
use targets::forms;
use targets::{frames, manifests, notation, positions, presets, protocol, records, variants};

#[test]
fn positions() {
    Campaign::new("positions", Form::Json, 8_000).run(positions::attempt);
}

#[test]
fn records() {
    Campaign::new("records", Form::Json, 3_000).run(records::attempt);
}

#[test]
fn manifests() {
    Campaign::new("manifests", Form::Toml, 1_500).run(manifests::attempt);
}

#[test]
fn presets() {
    // A preset may ask for a tree of 100,000,000 nodes of 40 bytes.
    Campaign::new("presets", Form::Toml, 2_500).with_memory(3_300 * MEGABYTE).run(presets::attempt);
}

#[test]
fn variants() {
    Campaign::new("variants", Form::Toml, 500).run(variants::attempt);
}

#[test]
fn notation() {
    Campaign::new("notation", Form::Text, 8_000).run(notation::attempt);
}

#[test]
fn protocol() {
    Campaign::new("protocol", Form::Lines, 400).run(protocol::attempt);
}

#[test]
fn frames() {
    Campaign::new("frames", Form::Hex, 1_500).run(frames::attempt);
}

#[cfg(feature = "serve")]
#[test]
fn forms() {
    Campaign::new("forms", Form::Text, 7_000).run(forms::attempt);
}
