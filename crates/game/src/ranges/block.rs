//! The block of rules.

use super::path::{is_under, leaves};
use super::{Declared, number};
use crate::Variant;
use crate::data::{lay, value_at};

/// The rules of a game as a network reads them: the inputs that differ from the standard.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RuleBlock {
    /// For each input that is not 0, ascending: its place, and the number less the standard; divided by the scale of the
    /// [entry](super::Entry), it is the input.
    pub differences: Vec<(u16, i16)>,
    /// The paths of other values that differ and that matter in play: no network reads them.
    pub unread: Vec<String>,
}

impl RuleBlock {
    /// The block of the standard rules, and of games that declare no ranges.
    pub const STANDARD: &'static Self = &Self { differences: Vec::new(), unread: Vec::new() };

    /// Returns whether all that matters is as in the standard rules.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.differences.is_empty() && self.unread.is_empty()
    }
}

impl Declared {
    /// Returns the block of the rules for a number of players with variants laid over the data, one after the other.
    ///
    /// Values that the data does not have are passed over: the game has refused them.
    #[must_use]
    pub fn block<'a>(&self, players: usize, overlays: impl IntoIterator<Item = &'a Variant>) -> RuleBlock {
        let mut set = overlays.into_iter().flat_map(|variant| &variant.set).peekable();
        if set.peek().is_none() {
            return RuleBlock::default();
        }
        let mut table = self.standard.clone();
        set.for_each(|(path, value)| drop(lay(&mut table, path, value)));
        let mut block = RuleBlock::default();
        for (place, entry) in self.entries.iter().enumerate() {
            let path = entry.path_for(players);
            // A list may have become longer or shorter.
            let value = |table| value_at(table, &path).and_then(number).unwrap_or(0);
            let difference = value(&table) - value(&self.standard);
            if difference != 0 && entry.matters_with(players) {
                let difference = difference.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                block.differences.push((place as u16, difference));
            }
        }
        for (path, value) in leaves(&table) {
            let is_read = || {
                let entries = self.entries.iter().map(|entry| &entry.path);
                entries.chain(self.left_out.keys()).any(|known| is_under(known, &path))
            };
            if value_at(&self.standard, &path) != Some(value) && !is_read() {
                block.unread.push(path);
            }
        }
        block
    }
}
