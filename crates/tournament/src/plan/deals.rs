//! Lists of deals: a run may be played on exactly the deals of another one, with the same random events.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::plan::inputs::{beside, read_up_to};
use tradewinds_game::kit::column;
use tradewinds_game::{InputError, Seed, Table, counted};

/// The file of the deals in the folder of a run.
pub(crate) const DEALS: &str = "deals.csv";

/// What the file has.
pub(crate) const DEALS_TABLE: Table = Table {
    name: "deals",
    meaning: "only in runs with deals_of: one row a deal of the list, in order; deals_of takes such a file, too",
    columns: &[
        column("lineup", "number of the line-up that played it, from 0, or of the duel"),
        column("deal_seed", "seed of the deal, 0 to 2^64 - 1"),
        column("chance_seed", "seed of the random events after it, 0 to 2^64 - 1"),
        column("position", "number of the given position, as in positions.csv; NA without"),
    ],
};

/// Maximum size of a file of deals, in bytes.
const MOST_BYTES: u64 = 128 << 20;
/// Maximum number of deals in a list.
pub(crate) const MOST_DEALS: u64 = 1_000_000;

/// A deal, and the random events after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dealt {
    /// The line-up that played it, from 0.
    pub(crate) lineup: u64,
    pub(crate) deal_seed: u64,
    pub(crate) chance_seed: u64,
    /// The given position, by its number from 0.
    pub(crate) position: Option<usize>,
}

/// The deals of a run, in the order in which they are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DealList {
    deals: Vec<Dealt>,
    /// By line-up: the numbers of its deals.
    lineups: Vec<Vec<usize>>,
}

impl DealList {
    /// Makes a list of deals in the order in which they are played.
    pub(crate) fn new(deals: Vec<Dealt>) -> Self {
        let mut lineups: Vec<Vec<usize>> = Vec::new();
        for (number, dealt) in deals.iter().enumerate() {
            let lineup = dealt.lineup as usize;
            lineups.resize(lineups.len().max(lineup + 1), Vec::new());
            lineups[lineup].push(number);
        }
        Self { deals, lineups }
    }

    /// Reads a list from a file, whose entry is found in `folder` or else relative to the current folder; `positions` is
    /// the number of given positions.
    ///
    /// # Errors
    /// It cannot be read, or is no such list, which names the line.
    pub(crate) fn read(entry: &str, folder: &Path, positions: Option<u64>) -> Result<Self, InputError> {
        let path: PathBuf = beside(entry, folder);
        let text = read_up_to(entry, &path, MOST_BYTES)?;
        let mut deals: Vec<Dealt> = Vec::new();
        // The same games again would count as further evidence.
        let mut lines: HashMap<Dealt, u64> = HashMap::new();
        for (row, line) in csv::Reader::from_reader(text.as_bytes()).deserialize::<Dealt>().zip(2_u64..) {
            let place = format!("{entry}: line {line}");
            let dealt = row.map_err(|error| {
                let allowed =
                    "a table with the columns lineup, deal_seed, chance_seed (both 0 to 2^64 - 1) and position, as in deals.csv";
                InputError::new(place.as_str(), "", reason(&error), allowed)
            })?;
            match (dealt.position, positions) {
                (None, None) => {}
                (Some(found), Some(positions)) if (found as u64) < positions => {}
                (found, _) => {
                    let found = found.map_or_else(|| "nothing".to_owned(), |found| found.to_string());
                    let allowed = match positions {
                        None => "nothing, since the manifest names no positions".to_owned(),
                        Some(positions) => {
                            format!("0 to {}, a position of the manifest's file", positions - 1)
                        }
                    };
                    return Err(InputError::conflict(place, "position", found, allowed));
                }
            }
            if dealt.lineup >= MOST_DEALS || deals.len() as u64 == MOST_DEALS {
                let found = format!("deal {} of line-up {}", deals.len(), dealt.lineup);
                return Err(InputError::out_of_range(place, "", found, format!("fewer than {MOST_DEALS}")));
            }
            if let Some(first) = lines.insert(dealt, line) {
                let found = format!("the deal of line {first} again");
                return Err(InputError::conflict(place, "", found, "each deal of a line-up once"));
            }
            deals.push(dealt);
        }
        if deals.is_empty() {
            return Err(InputError::missing(entry, "", "a deal"));
        }
        Ok(Self::new(deals))
    }

    /// Writes the list as a file.
    pub(crate) fn to_csv(&self) -> String {
        let mut text = DEALS_TABLE.names().join(",") + "\n";
        for Dealt { lineup, deal_seed, chance_seed, position } in &self.deals {
            let position = position.map_or_else(String::new, |position| position.to_string());
            text += &format!("{lineup},{deal_seed},{chance_seed},{position}\n");
        }
        text
    }

    /// Returns how many deals there are for each of this many line-ups: those of the line-up with its number if the list
    /// has as many line-ups, and all of them otherwise.
    pub(crate) fn per_lineup(&self, lineups: u64) -> u64 {
        let all = self.deals.len();
        let own = self.lineups.iter().map(Vec::len).min().filter(|_| self.has_own(lineups));
        own.unwrap_or(all) as u64
    }

    /// Returns the deal with a number, from 0, of those of a line-up of so many.
    pub(crate) fn of(&self, lineup: u64, lineups: u64, number: u64) -> Dealt {
        let number = number as usize;
        let place = if self.has_own(lineups) { self.lineups[lineup as usize][number] } else { number };
        self.deals[place]
    }

    fn has_own(&self, lineups: u64) -> bool {
        self.lineups.len() as u64 == lineups
    }
}

impl Dealt {
    /// Returns the seeds of the deal and of the random events after it.
    pub(crate) fn seeds(self) -> [Seed; 2] {
        [Seed(self.deal_seed), Seed(self.chance_seed)]
    }
}

/// Says what is wrong with a line, without the line's number.
fn reason(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{} for {expected_len} columns", counted(*len, "cell"))
        }
        _ => "a line that is no CSV".to_owned(),
    }
}
