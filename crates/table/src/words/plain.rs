//! Words for a game that has none of its own: its notation.

use super::{Moment, Phrase, Words};

pub(super) struct Plain;

impl Words for Plain {
    fn title(&self) -> &'static str {
        "The game"
    }

    fn prompt(&self, moment: &Moment<'_>) -> String {
        format!("Decide: {}", moment.kind.replace('_', " "))
    }

    fn phrase(&self, _: &Moment<'_>, _: &[&str]) -> Option<Phrase> {
        None
    }
}
