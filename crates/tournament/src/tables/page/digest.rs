//! The contents of the report beyond the standings: distributions, and the game's own tables.

use litemap::LiteMap;

use tradewinds_arena::GameRecord;
use tradewinds_stats::{BlockEstimate, Moments, Strata};

/// The number of times that each value occurred.
pub(super) type Counts = LiteMap<i64, u64>;

/// What the whole units of a run add up to.
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
    held: Shares,
    /// What these seats won, for each of the bot's seats.
    won: Shares,
    /// The sum of both, which says how they go together.
    sum: Shares,
    /// The number of seats that had it.
    pub(super) seats: u64,
}

impl Item {
    /// Adds a unit in which seats had it: their share of the bot's seats, and what they won for each of these.
    pub(super) fn add_unit(&mut self, stratum: usize, held: f64, won: f64) {
        self.held.push(stratum, held);
        self.won.push(stratum, won);
        self.sum.push(stratum, held + won);
    }
}

/// The number of blocks, by stratum.
type Blocks = LiteMap<usize, u64>;

/// Shares by block, those that are 0 left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares(LiteMap<usize, Moments>);

impl Shares {
    /// Adds the share of a block, which is not 0.
    pub(super) fn push(&mut self, stratum: usize, share: f64) {
        self.0.entry(stratum).or_default().push(share);
    }

    /// Returns whether all shares are 0.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
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

impl Digest {
    /// Starts without games.
    pub(super) fn new(bots: usize) -> Self {
        Self {
            bots: vec![BotDigest::default(); bots],
            rounds: Counts::new(),
            decisions: Counts::new(),
            lead_changes: Counts::new(),
            early: 0,
            end_reasons: LiteMap::new(),
        }
    }

    /// Adds what is said of a game as a whole.
    pub(super) fn add_game(&mut self, record: &GameRecord) {
        *self.rounds.entry(record.rounds.into()).or_default() += 1;
        *self.decisions.entry(record.decisions.into()).or_default() += 1;
        if let Some(lead) = record.lead {
            *self.lead_changes.entry(lead.changes.into()).or_default() += 1;
            self.early += u64::from(lead.is_early(record.rounds));
        }
        match self.end_reasons.get_mut(&record.end_reason) {
            Some(games) => *games += 1,
            None => drop(self.end_reasons.insert(record.end_reason.clone(), 1)),
        }
    }
}

impl BotDigest {
    /// Returns the share of the bot's seats that had an item: over blocks.
    pub(super) fn held(&self, item: &Item) -> Strata {
        item.held.over(&self.blocks)
    }

    /// Returns the win share of the bot's seats that had an item, a ratio over blocks: each seat counts alike, in whatever
    /// blocks they are.
    pub(super) fn win_share(&self, item: &Item) -> Option<BlockEstimate> {
        let [held, won, sum] = [&item.held, &item.won, &item.sum].map(|shares| shares.over(&self.blocks));
        let (mean, share) = (held.mean()?, won.mean()? / held.mean()?);
        let square = |strata: &Strata| strata.standard_error().map(|error| error * error);
        let error = square(&held).zip(square(&won)).zip(square(&sum)).map(|((held, won), sum)| {
            // The variance of what was won beyond this share of what was held.
            (won + share * share * held - share * (sum - held - won)).max(0.0).sqrt() / mean
        });
        Some(BlockEstimate { value: share, error, freedom: held.freedom() })
    }

    /// Returns the share of a word in the bot's rows: over the blocks in which it has rows of that table.
    pub(super) fn share(&self, table: usize, column: usize, word: &str) -> Option<Strata> {
        let blocks = self.row_blocks.get(&table)?;
        Some(self.words.get(&(table, column, word.to_owned()))?.over(blocks))
    }

    /// Adds the points of a seat.
    pub(super) fn add_score(&mut self, score: i32) {
        *self.scores.entry(score.into()).or_default() += 1;
    }

    /// Counts a block.
    pub(super) fn add_block(&mut self, stratum: usize) {
        *self.blocks.entry(stratum).or_default() += 1;
    }

    /// Adds the rows that a block has of a table.
    pub(super) fn add_rows(&mut self, table: usize, rows: u64, stratum: usize) {
        *self.rows.entry(table).or_default() += rows;
        *self.row_blocks.entry(table).or_default().entry(stratum).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of two seats has an item and wins; in another block both have it and lose: 1 win of 3 seats. The residuals are a
    /// third and its opposite, whose mean has an error of a third, over three quarters.
    #[test]
    fn each_seat_with_an_item_counts_alike() {
        let (mut bot, mut item) = (BotDigest::default(), Item::default());
        for (held, won) in [(0.5, 0.5), (1.0, 0.0)] {
            bot.add_block(0);
            item.add_unit(0, held, won);
        }
        let found = bot.win_share(&item).unwrap();
        assert!((found.value - 1.0 / 3.0).abs() < 1e-12);
        assert!((found.error.unwrap() - 4.0 / 9.0).abs() < 1e-12);
    }

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
}
