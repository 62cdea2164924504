//! The contents of the report beyond the standings: distributions, and the game's own tables.

use litemap::LiteMap;

use crate::plan::tournament::Tournament;
use crate::run::cursor::Fold;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::unit::{UnitGames, UnitResult};
use tradewinds_arena::GameRecord;
use tradewinds_game::Seat;
use tradewinds_stats::{Moments, Strata};

/// The number of times that each value occurred.
pub(super) type Counts = LiteMap<i64, u64>;

/// Adds up the whole units of a run; memory is bounded by the number of words in the game, not by the number
/// of games.
#[derive(Debug)]
pub(crate) struct Digest {
    /// By bot, in the order of the manifest.
    pub(super) bots: Vec<BotDigest>,
    pub(super) rounds: Counts,
    pub(super) decisions: Counts,
    pub(super) lead_changes: Counts,
    /// Games that were decided early.
    pub(super) early: u64,
    pub(super) end_reasons: LiteMap<String, u64>,
    /// Columns of `seats.csv` that hold lists.
    lists: Vec<usize>,
}

/// The digest of one bot.
#[derive(Clone, Debug, Default)]
pub(super) struct BotDigest {
    pub(super) scores: Counts,
    /// The means over blocks of a number in a column of `seats.csv`.
    pub(super) numbers: LiteMap<usize, Strata>,
    /// The items in the lists of a column of `seats.csv`.
    pub(super) items: LiteMap<(usize, String), Item>,
    /// The share of its rows of a table that have a word in a column.
    pub(super) words: LiteMap<(usize, usize, String), Shares>,
    /// Its blocks with rows of a table, by stratum.
    row_blocks: LiteMap<usize, Blocks>,
    /// Its blocks, by stratum.
    blocks: Blocks,
    /// Its rows of each table.
    pub(super) rows: LiteMap<usize, u64>,
}

/// An item of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// The share of the bot's seats that had it.
    pub(super) held: Shares,
    /// The win share of those seats: over the blocks that have any.
    pub(super) win_share: Strata,
    /// The number of seats that had it.
    pub(super) seats: u64,
}

/// The number of blocks, by stratum.
type Blocks = LiteMap<usize, u64>;

/// Shares by block, those that are 0 left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares(LiteMap<usize, Moments>);

impl Shares {
    fn push(&mut self, stratum: usize, share: f64) {
        self.0.entry(stratum).or_default().push(share);
    }

    /// Puts back the shares that are 0.
    fn over(&self, blocks: &Blocks) -> Strata {
        let mut strata = Strata::default();
        for (&stratum, &blocks) in blocks {
            let others = self.0.get(&stratum).copied().unwrap_or_default();
            let zeros = (others.count()..blocks).map(|_| 0.0);
            strata.extend(stratum, zeros);
            strata.merge(stratum, &others);
        }
        strata
    }
}

/// One bot's results in one unit.
#[derive(Default)]
struct Unit<'a> {
    seats: u64,
    numbers: LiteMap<usize, Moments>,
    items: LiteMap<(usize, &'a str), Moments>,
    rows: LiteMap<usize, u64>,
    words: LiteMap<(usize, usize, &'a str), u64>,
}

impl Digest {
    pub(crate) fn new(tournament: &Tournament) -> Self {
        let columns = tournament.info().schema.seats.iter().enumerate();
        Self {
            bots: vec![BotDigest::default(); tournament.bots().len()],
            rounds: Counts::new(),
            decisions: Counts::new(),
            lead_changes: Counts::new(),
            early: 0,
            end_reasons: LiteMap::new(),
            lists: columns.filter(|(_, column)| column.is_list()).map(|(index, _)| index).collect(),
        }
    }

    /// Adds a whole unit; one with a truncated game does not count, as in the standings.
    fn add(&mut self, games: &UnitGames, result: &UnitResult) {
        if result.truncated > 0 {
            return;
        }
        let mut units: LiteMap<usize, Unit<'_>> = LiteMap::new();
        for (scheduled, record) in games {
            *self.rounds.entry(record.rounds.into()).or_default() += 1;
            *self.decisions.entry(record.decisions.into()).or_default() += 1;
            if let Some(lead) = record.lead {
                *self.lead_changes.entry(lead.changes.into()).or_default() += 1;
                self.early += u64::from(lead.is_early(record.rounds));
            }
            *self.end_reasons.entry(record.end_reason.clone()).or_default() += 1;
            for (seat, standing) in record.seats.iter().enumerate() {
                let bot = scheduled.bots[Seat::new(seat)];
                *self.bots[bot].scores.entry(standing.score.into()).or_default() += 1;
                self.seat(units.entry(bot).or_default(), record, seat);
            }
            for row in &record.rows {
                let unit = units.entry(scheduled.bots[Seat::new(row.seat)]).or_default();
                *unit.rows.entry(row.table).or_default() += 1;
                for (column, cell) in row.cells.iter().enumerate().filter(|(_, cell)| is_word(cell)) {
                    *unit.words.entry((row.table, column, cell)).or_default() += 1;
                }
            }
        }
        for (bot, unit) in units {
            self.bots[bot].add(result.stratum, &unit);
        }
    }

    /// Adds a seat of a game to its bot's unit.
    fn seat<'a>(&self, unit: &mut Unit<'a>, record: &'a GameRecord, seat: usize) {
        unit.seats += 1;
        let share = record.win_share(seat).unwrap_or(0.0);
        for (column, cell) in record.seats[seat].cells.iter().enumerate() {
            if self.lists.contains(&column) {
                let mut seen = Vec::new();
                for item in cell.split(';').filter(|item| !item.is_empty()) {
                    if !seen.contains(&item) {
                        seen.push(item);
                        unit.items.entry((column, item)).or_default().push(share);
                    }
                }
            } else if let Ok(number) = cell.parse() {
                unit.numbers.entry(column).or_default().push(number);
            }
        }
    }
}

impl Fold for Digest {
    type Made = Self;
    const PARTS: Parts = Parts::All;

    fn unit(&mut self, games: &UnitGames, result: &UnitResult) -> Result<(), RunError> {
        self.add(games, result);
        Ok(())
    }

    fn finish(self) -> Result<Self, RunError> {
        Ok(self)
    }
}

impl BotDigest {
    /// Returns the share of the bot's seats that had an item: over blocks.
    pub(super) fn held(&self, item: &Item) -> Strata {
        item.held.over(&self.blocks)
    }

    /// Returns the share of a word in the bot's rows: over the blocks in which it has rows of that table.
    pub(super) fn share(&self, table: usize, column: usize, word: &str) -> Option<Strata> {
        let blocks = self.row_blocks.get(&table)?;
        Some(self.words.get(&(table, column, word.to_owned()))?.over(blocks))
    }

    fn add(&mut self, stratum: usize, unit: &Unit<'_>) {
        *self.blocks.entry(stratum).or_default() += 1;
        for (&column, mean) in &unit.numbers {
            self.numbers.entry(column).or_default().extend(stratum, mean.mean());
        }
        for (&(column, item), mean) in &unit.items {
            let own = self.items.entry((column, item.to_owned())).or_default();
            own.seats += mean.count();
            own.held.push(stratum, mean.count() as f64 / unit.seats as f64);
            own.win_share.extend(stratum, mean.mean());
        }
        for (&table, &rows) in &unit.rows {
            *self.rows.entry(table).or_default() += rows;
            *self.row_blocks.entry(table).or_default().entry(stratum).or_default() += 1;
        }
        for (&(table, column, word), &count) in &unit.words {
            let share = count as f64 / unit.rows[&table] as f64;
            self.words.entry((table, column, word.to_owned())).or_default().push(stratum, share);
        }
    }
}

/// Returns whether a cell holds a word and not a number.
fn is_word(cell: &str) -> bool {
    cell != "NA" && cell.parse::<f64>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_without_a_word_count_as_zero() {
        let mut shares = Shares::default();
        shares.push(0, 1.0);
        shares.push(0, 0.5);
        let mean = |blocks: &[(usize, u64)]| shares.over(&blocks.iter().copied().collect()).mean();
        assert_eq!(
            (mean(&[(0, 2)]), mean(&[(0, 6)]), mean(&[(0, 6), (1, 2)])),
            (Some(0.75), Some(0.25), Some(0.125))
        );
    }

    #[test]
    fn numbers_are_no_words() {
        assert_eq!(
            ["roll", "3", "-1.5", "NA", "small market"].map(is_word),
            [true, false, false, false, true]
        );
    }
}
