//! Adding up the whole units of a run for the report.
//!
//! Words have numbers meanwhile, so that a random game, of which a run has many, makes no text and searches no map of
//! texts for its some hundred cells.

use super::digest::{BotDigest, Digest, Item, Shares};
use crate::plan::tournament::Tournament;
use crate::run::cursor::Fold;
use crate::run::folder::RunError;
use crate::run::journal::Parts;
use crate::unit::{MOST_BLOCKS, UnitGames, UnitResult};
use crate::word_ids::{WordIds, words_of};
use tradewinds_arena::GameRecord;
use tradewinds_game::{Schema, Seat, TableCell};
use tradewinds_stats::{Moments, Strata};

/// Adds up the whole units of a run; memory is bounded by the number of words in the game, not by the number
/// of games.
#[derive(Debug)]
pub(crate) struct Gathering {
    digest: Digest,
    /// The words of each column of `seats.csv` that holds lists.
    items: Vec<Option<WordIds>>,
    /// The words of each column of each table.
    words: Vec<Vec<Words>>,
    bots: Vec<Gathered>,
    blocks_per_unit: usize,
    /// The items of the list that is read.
    held: Vec<usize>,
}

/// The words of a column.
#[derive(Clone, Debug, Default)]
struct Words {
    ids: WordIds,
    /// Whether each holds a word and not a number.
    are_words: Vec<bool>,
}

impl Words {
    /// Returns the number of the word in a cell, if it holds one.
    fn id(&mut self, cell: &TableCell) -> Option<usize> {
        let text = match cell {
            TableCell::Missing | TableCell::Whole(_) => return None,
            TableCell::Word(text) => text,
            TableCell::Text(text) => &**text,
        };
        let known = self.ids.known(text);
        let id = known.unwrap_or_else(|| {
            let id = self.ids.id(text);
            self.ids.know(cell, text, id);
            id
        }) as usize;
        if id == self.are_words.len() {
            self.are_words.push(text != TableCell::MISSING && cell.number().is_none());
        }
        self.are_words[id].then_some(id)
    }
}

/// Something for each word of a column, by its number: what the unit under way adds, and all.
#[derive(Clone, Debug, Default)]
struct ByWord<U, T> {
    unit: Vec<U>,
    /// The words of the unit.
    touched: Vec<usize>,
    all: Vec<T>,
}

impl<U: Default + PartialEq, T: Default> ByWord<U, T> {
    /// Returns what the unit adds to a word.
    fn at(&mut self, id: usize) -> &mut U {
        if id >= self.unit.len() {
            self.unit.resize_with(id + 1, U::default);
            self.all.resize_with(id + 1, T::default);
        }
        if self.unit[id] == U::default() {
            self.touched.push(id);
        }
        &mut self.unit[id]
    }

    /// Passes on what the unit has of each of its words, with all of the word.
    fn end_unit(&mut self, mut add: impl FnMut(&mut T, U)) {
        for id in self.touched.drain(..) {
            add(&mut self.all[id], std::mem::take(&mut self.unit[id]));
        }
    }
}

/// Something of each block of the unit under way: a duel has two, which weigh the same however many of a bot's seats are
/// in each.
type ByBlock<T> = [T; MOST_BLOCKS];

/// Returns the mean of what some blocks have.
fn mean_over_blocks(blocks: impl Iterator<Item = f64>) -> Option<f64> {
    let mut means = Moments::default();
    blocks.for_each(|block| means.push(block));
    means.mean()
}

/// Returns the mean of the blocks' means.
fn mean_of(numbers: &ByBlock<Moments>) -> Option<f64> {
    mean_over_blocks(numbers.iter().filter_map(Moments::mean))
}

/// Returns the mean share of a part of the blocks that have anything; 0 if there are none.
fn share_of(part: ByBlock<f64>, all: ByBlock<u64>) -> f64 {
    let shares = part.into_iter().zip(all).filter(|&(_, all)| all > 0);
    mean_over_blocks(shares.map(|(part, all)| part / all as f64)).unwrap_or(0.0)
}

/// What is gathered of one bot.
#[derive(Clone, Debug, Default)]
struct Gathered {
    /// Its seats in the unit under way.
    seats: ByBlock<u64>,
    /// By column of `seats.csv`.
    numbers: Vec<ByBlock<Moments>>,
    strata: Vec<Strata>,
    items: Vec<ByWord<ByBlock<Moments>, Item>>,
    /// Its rows of each table in the unit under way.
    rows: Vec<ByBlock<u64>>,
    /// By table and column.
    words: Vec<Vec<ByWord<ByBlock<u64>, Shares>>>,
}

impl Gathered {
    fn new(schema: &Schema) -> Self {
        let columns = schema.seats.len();
        Self {
            seats: ByBlock::default(),
            numbers: vec![ByBlock::default(); columns],
            strata: vec![Strata::default(); columns],
            items: vec![ByWord::default(); columns],
            rows: vec![ByBlock::default(); schema.tables.len()],
            words: schema.tables.iter().map(|table| vec![ByWord::default(); table.columns.len()]).collect(),
        }
    }

    /// Adds the unit under way to all of the bot's, if it played in it.
    fn end_unit(&mut self, stratum: usize, digest: &mut BotDigest) {
        let seats = std::mem::take(&mut self.seats);
        if seats == [0; MOST_BLOCKS] {
            return;
        }
        digest.add_block(stratum);
        for (unit, strata) in self.numbers.iter_mut().zip(&mut self.strata) {
            strata.extend(stratum, mean_of(&std::mem::take(unit)));
        }
        for items in &mut self.items {
            items.end_unit(|item, unit| {
                item.seats += unit.iter().map(Moments::count).sum::<u64>();
                let held = share_of(unit.map(|of_block| of_block.count() as f64), seats);
                let won = unit.map(|of_block| of_block.mean().unwrap_or(0.0) * of_block.count() as f64);
                item.add_unit(stratum, held, share_of(won, seats));
            });
        }
        for (table, (rows, columns)) in self.rows.iter_mut().zip(&mut self.words).enumerate() {
            let rows = std::mem::take(rows);
            if rows != [0; MOST_BLOCKS] {
                digest.add_rows(table, rows.iter().sum(), stratum);
            }
            for words in columns {
                words.end_unit(|shares, counts| {
                    shares.push(stratum, share_of(counts.map(|count| count as f64), rows));
                });
            }
        }
    }
}

impl Gathering {
    pub(crate) fn new(tournament: &Tournament) -> Self {
        let schema = tournament.info().schema;
        let ids = |is_list: bool| is_list.then(WordIds::default);
        let words = schema.tables.iter().map(|table| vec![Words::default(); table.columns.len()]);
        Self {
            digest: Digest::new(tournament.bots().len()),
            items: schema.seats.iter().map(|column| ids(column.is_list())).collect(),
            words: words.collect(),
            bots: vec![Gathered::new(schema); tournament.bots().len()],
            blocks_per_unit: tournament.schedule().blocks_per_unit() as usize,
            held: Vec::new(),
        }
    }

    /// Adds a seat of a game of a block to its bot's unit.
    fn seat(&mut self, bot: usize, block: usize, record: &GameRecord, seat: usize) {
        let bot = &mut self.bots[bot];
        bot.seats[block] += 1;
        let share = record.win_share(seat).unwrap_or(0.0);
        for (column, cell) in record.seats[seat].cells.iter().enumerate() {
            if let Some(ids) = &mut self.items[column] {
                let (items, list) = (&mut bot.items[column], cell.text());
                for item in words_of(&list).filter(|item| !item.is_empty()) {
                    let id = ids.id(item) as usize;
                    // A seat that holds an item twice counts once.
                    if !self.held.contains(&id) {
                        self.held.push(id);
                        items.at(id)[block].push(share);
                    }
                }
                self.held.clear();
            } else if let Some(number) = cell.number() {
                bot.numbers[column][block].push(number);
            }
        }
    }

    fn game(&mut self, bots: &[usize], block: usize, record: &GameRecord) {
        self.digest.add_game(record);
        for (seat, (&bot, standing)) in bots.iter().zip(&record.seats).enumerate() {
            self.digest.bots[bot].add_score(standing.score);
            self.seat(bot, block, record, seat);
        }
        for row in record.rows.iter() {
            let bot = &mut self.bots[bots[row.seat.index()]];
            bot.rows[row.table][block] += 1;
            let columns = self.words[row.table].iter_mut().zip(&mut bot.words[row.table]);
            for (cell, (known, words)) in row.cells.iter().zip(columns) {
                if let Some(id) = known.id(cell) {
                    words.at(id)[block] += 1;
                }
            }
        }
    }
}

impl Fold for Gathering {
    type Made = Digest;
    const PARTS: Parts = Parts::All;

    /// Adds a whole unit; one with a truncated game does not count, as in the standings.
    fn unit(&mut self, games: &UnitGames, result: &UnitResult) -> Result<(), RunError> {
        if result.truncated > 0 {
            return Ok(());
        }
        for (scheduled, record) in games {
            let bots: Vec<usize> = Seat::all(record.seats.len()).map(|seat| scheduled.bots[seat]).collect();
            self.game(&bots, scheduled.block as usize % self.blocks_per_unit, record);
        }
        for (bot, digest) in self.bots.iter_mut().zip(&mut self.digest.bots) {
            bot.end_unit(result.stratum, digest);
        }
        Ok(())
    }

    /// Names the words.
    fn finish(mut self) -> Result<Digest, RunError> {
        for (bot, digest) in self.bots.into_iter().zip(&mut self.digest.bots) {
            let numbers = bot.strata.into_iter().enumerate().filter(|(_, strata)| strata.count() > 0);
            digest.numbers = numbers.collect();
            for (column, (items, ids)) in bot.items.into_iter().zip(&self.items).enumerate() {
                for (item, name) in items.all.into_iter().zip(ids.iter().flat_map(WordIds::words)) {
                    if item.seats > 0 {
                        digest.items.insert((column, name.to_string()), item);
                    }
                }
            }
            for (table, columns) in bot.words.into_iter().enumerate() {
                for (column, (words, known)) in columns.into_iter().zip(&self.words[table]).enumerate() {
                    for (shares, name) in words.all.into_iter().zip(known.ids.words()) {
                        if !shares.is_empty() {
                            digest.words.insert((table, column, name.to_string()), shares);
                        }
                    }
                }
            }
        }
        Ok(self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_words() {
        let mut words = Words::default();
        let cells = ["roll", "3", "-1.5", "NA", "small market", "roll"].map(TableCell::read);
        assert_eq!(cells.map(|cell| words.id(&cell)), [Some(0), None, None, None, Some(2), Some(0)]);
        assert_eq!(["1.5", "NA"].map(|word| words.id(&TableCell::Word(word))), [None; 2]);
    }

    #[test]
    fn what_a_unit_adds_is_added_once() {
        let mut words = ByWord::<u64, u64>::default();
        for unit in [&[3, 1, 3][..], &[], &[1]] {
            unit.iter().for_each(|&id| *words.at(id) += 1);
            words.end_unit(|all, unit| *all += 10 * unit);
        }
        assert_eq!(words.all, [0, 20, 0, 20]);
    }
}
