//! Which position files are valid: docs/rules/puerto-rico.md section 13.3.
//!
//! Every rule has a test with a position that breaks only this rule, beside one that keeps it. The
//! refusal names the field or the rule.

mod decisions;
mod fields;
mod piles;
use serde_json::Value;
use tradewinds_game::{Notation, Seed, Variant};
use tradewinds_puerto_rico::PuertoRico;

/// Loads a position file and returns the refusal, if any.
fn refusal(position: &Value) -> Option<String> {
    let loaded = PuertoRico::load(position, &Variant::standard(), &mut Seed(1).rng());
    loaded.err().map(|error| error.to_string())
}

/// Accepts a valid position and writes it as it was read.
fn accepts(position: &Value) {
    let loaded = PuertoRico::load(position, &Variant::standard(), &mut Seed(1).rng());
    let (game, state) = loaded.unwrap_or_else(|error| panic!("{error}\n{position}"));
    assert_eq!(&game.position(&state), position);
}

/// Refuses a position with a message that contains `part`.
fn refuses(position: &Value, part: &str) {
    let message = refusal(position).unwrap_or_else(|| panic!("accepted without {part}: {position}"));
    assert!(message.starts_with("position: "), "{message}");
    assert!(message.contains(part), "{part} is not in: {message}");
}
