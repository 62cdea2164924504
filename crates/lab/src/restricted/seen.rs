//! Which items free seats can take, and which they take.

use std::collections::BTreeMap;

use super::super::walk::walk;
use tradewinds_arena::Playable;
use tradewinds_tournament::{RunError, Tournament, read_record, record_path};

use std::path::Path;

/// An item: a choice of a kind of decision.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Item {
    /// The kind, by its place in the manifest's list.
    pub kind: usize,
    /// The choice.
    pub choice: String,
}

/// The seats of games to which items were open, and that took them.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    seats: u64,
    items: BTreeMap<Item, [u64; 2]>,
}

impl Seen {
    /// Reads the recorded games of a run.
    ///
    /// # Errors
    /// A record cannot be read, or does not replay.
    pub(super) fn read(
        game: &dyn Playable,
        tournament: &Tournament,
        folder: &Path,
        kinds: &[usize],
    ) -> Result<Self, RunError> {
        let mut seen = Self::default();
        for number in 0..tournament.schedule().games() {
            let record = read_record(folder, number)?;
            // By item, the seats to which it was open, and those that took it, as bits.
            let mut met: BTreeMap<Item, [u32; 2]> = BTreeMap::new();
            walk(game, &record, &record_path(folder, number), kinds, None, |decision| {
                let seat = 1 << decision.seat.index();
                for (index, open) in decision.open.iter().enumerate() {
                    let item = Item { kind: decision.kind, choice: open.name.clone() };
                    let [offered, taken] = met.entry(item).or_default();
                    *offered |= seat;
                    *taken |= if index == decision.made { seat } else { 0 };
                }
            })?;
            seen.seats += record.players as u64;
            for (item, seats) in met {
                let counts = seen.items.entry(item).or_default();
                for (count, seats) in counts.iter_mut().zip(seats) {
                    *count += u64::from(seats.count_ones());
                }
            }
        }
        Ok(seen)
    }

    /// Lists the items.
    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        self.items.keys()
    }

    /// Returns the number of seats, those of each game counted.
    pub(super) fn seats(&self) -> u64 {
        self.seats
    }

    /// Returns the shares of seats to which an item was open, and that took it.
    pub(super) fn shares(&self, item: &Item) -> [f64; 2] {
        let counts = self.items.get(item).copied().unwrap_or_default();
        counts.map(|count| count as f64 / self.seats.max(1) as f64)
    }
}
