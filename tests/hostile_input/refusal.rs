//! What every refusal is: one line, which says where the fault is and what would do.

use tradewinds::game::{InputError, printable};

/// The longest refusal, in bytes: what was found is cut, so only a list of what is allowed makes it long.
const LONGEST: usize = 8_000;

/// Checks a refusal of input.
pub(super) fn check(error: &InputError) {
    check_text(&error.to_string());
    assert!(!error.origin().to_string().is_empty(), "no file: {error}");
    assert!(error.found().is_empty() || !error.allowed().is_empty(), "nothing is allowed: {error}");
    let origin = printable(&error.origin().to_string());
    assert!(error.to_string().len() > origin.len(), "no reason: {error}");
}

/// Checks the text of any refusal.
pub(super) fn check_text(text: &str) {
    assert_eq!(printable(text), text, "control characters");
    assert!(text.len() <= LONGEST, "{} bytes: {:.200}", text.len(), text);
}
