//! The results of one unit of statistics for each bot and each pair of bots: what stopping rules and tables are made of.

mod mean;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use mean::{BlockMeans, Mean};
use tradewinds_arena::GameRecord;
use tradewinds_arena::ScheduledGame;
use tradewinds_bots::Faults;
use tradewinds_game::Seat;
use tradewinds_stats::Moments;

/// The games of a unit with what the schedule says about them.
pub(crate) type UnitGames = [(ScheduledGame, GameRecord)];

/// The results of a whole unit: a block, or the pair of blocks of a duel.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct UnitResult {
    /// Its stratum, from 0.
    pub(crate) stratum: usize,
    /// Its games.
    pub(crate) games: u64,
    /// The faults of external bots in all of them, by the bots' numbers.
    pub(crate) faults: BTreeMap<usize, Faults>,
    /// Its games that were truncated; if there are any, nothing below is filled in, since the seats would not
    /// be balanced without them.
    pub(crate) truncated: u64,
    /// The bots that play, by ascending number.
    pub(crate) bots: Vec<BotResult>,
    /// The pairs of different bots that meet, by ascending numbers.
    pub(crate) pairs: Vec<PairResult>,
    /// For each game, bot and rank of each seat.
    pub(crate) rankings: Vec<Vec<(usize, u32)>>,
    /// The mean win share by starting place, over all bots.
    pub(crate) places: Vec<Mean>,
}

/// The results of a bot in a unit; a bot with several seats in a game counts once for each in the mean of the
/// block, and the blocks weigh the same.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BotResult {
    pub(crate) bot: usize,
    /// Games in which it played.
    pub(crate) games: u64,
    /// Its win shares.
    pub(crate) win_share: BlockMeans,
    /// Its points.
    pub(crate) score: BlockMeans,
    /// Its points less the maximum of any other seat.
    pub(crate) margin: BlockMeans,
    /// Its ranks.
    pub(crate) rank: BlockMeans,
    /// Its win shares by starting place.
    pub(crate) places: Vec<BlockMeans>,
    /// Its single games, by block of the unit.
    pub(crate) blocks: Vec<BlockGames>,
}

/// The single games of a bot in a block, a game being its mean over the bot's seats.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct BlockGames {
    /// The bot's seats in all games of the block.
    pub(crate) seats: u64,
    pub(crate) win_share: Moments,
    pub(crate) score: Moments,
}

/// The results of two bots against each other in a unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PairResult {
    /// The bot of the lower number.
    pub(crate) a: usize,
    /// The other bot.
    pub(crate) b: usize,
    /// Games in which both played.
    pub(crate) games: u64,
    /// For each pair of their seats in a game, 1 where `a` ranks ahead, 1/2 for a tie, 0 otherwise.
    pub(crate) ahead: Mean,
}

impl UnitResult {
    /// Sums up the games of a unit of this number of blocks.
    pub(crate) fn new(stratum: usize, blocks: usize, games: &UnitGames) -> Self {
        let players = games.first().map_or(0, |(_, record)| record.seats.len());
        let mut result = Self {
            stratum,
            games: games.len() as u64,
            faults: faults(games),
            truncated: games.iter().filter(|(_, record)| record.truncated).count() as u64,
            bots: Vec::new(),
            pairs: Vec::new(),
            rankings: Vec::new(),
            places: vec![Mean::default(); players],
        };
        if result.truncated > 0 {
            return result;
        }
        let mut bots = BTreeMap::new();
        let mut pairs = BTreeMap::new();
        for (scheduled, record) in games {
            let block = scheduled.block as usize % blocks;
            result.rankings.push(ranking(scheduled, record));
            let mut in_game: BTreeMap<usize, [Mean; 2]> = BTreeMap::new();
            for seat in Seat::all(players) {
                let standing = &record.seats[seat.index()];
                let share = record.win_share(seat.index()).expect("the game is not truncated");
                result.places[standing.start_place].push(share);
                let bot = scheduled.bots[seat];
                let own = bots.entry(bot).or_insert_with(|| BotResult::new(bot, players, blocks));
                own.add(block, record, seat.index(), share);
                let [shares, scores] = in_game.entry(bot).or_default();
                shares.push(share);
                scores.push(f64::from(standing.score));
            }
            for (bot, [shares, scores]) in in_game {
                bots.entry(bot).and_modify(|own| {
                    own.games += 1;
                    let block = &mut own.blocks[block];
                    block.seats += shares.count();
                    block.win_share.extend(shares.mean());
                    block.score.extend(scores.mean());
                });
            }
            add_pairs(&mut pairs, scheduled, record);
        }
        result.bots = bots.into_values().collect();
        result.pairs = pairs.into_values().collect();
        result
    }

    /// Returns the results of bot `a` against bot `b`, where `a` has the lower number.
    pub(crate) fn pair(&self, a: usize, b: usize) -> Option<&PairResult> {
        self.pairs.iter().find(|pair| (pair.a, pair.b) == (a, b))
    }
}

impl BotResult {
    fn new(bot: usize, players: usize, blocks: usize) -> Self {
        let none = BlockMeans::new(blocks);
        Self {
            bot,
            games: 0,
            win_share: none.clone(),
            score: none.clone(),
            margin: none.clone(),
            rank: none.clone(),
            places: vec![none; players],
            blocks: vec![BlockGames::default(); blocks],
        }
    }

    fn add(&mut self, block: usize, record: &GameRecord, seat: usize, share: f64) {
        let standing = &record.seats[seat];
        self.win_share.push(block, share);
        self.score.push(block, f64::from(standing.score));
        self.margin.push(block, f64::from(record.margin(seat)));
        self.rank.push(block, f64::from(standing.rank));
        self.places[standing.start_place].push(block, share);
    }
}

/// Adds up the faults of external bots.
fn faults(games: &UnitGames) -> BTreeMap<usize, Faults> {
    let mut sums: BTreeMap<usize, Faults> = BTreeMap::new();
    for (scheduled, record) in games {
        for (bot, standing) in scheduled.bots.iter().zip(&record.seats) {
            if let Some(faults) = standing.faults {
                *sums.entry(*bot).or_default() += faults;
            }
        }
    }
    sums
}

/// Lists bot and rank of each seat.
fn ranking(scheduled: &ScheduledGame, record: &GameRecord) -> Vec<(usize, u32)> {
    let ranks = record.seats.iter().map(|seat| u32::from(seat.rank));
    scheduled.bots.iter().copied().zip(ranks).collect()
}

fn add_pairs(
    pairs: &mut BTreeMap<(usize, usize), PairResult>,
    scheduled: &ScheduledGame,
    record: &GameRecord,
) {
    let seats = ranking(scheduled, record);
    let mut met = BTreeSet::new();
    for &(a, rank_a) in &seats {
        for &(b, rank_b) in seats.iter().filter(|(b, _)| a < *b) {
            let ahead = match rank_a.cmp(&rank_b) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            let pair = PairResult { a, b, games: 0, ahead: Mean::default() };
            pairs.entry((a, b)).or_insert(pair).ahead.push(ahead);
            met.insert((a, b));
        }
    }
    for pair in met {
        pairs.entry(pair).and_modify(|pair| pair.games += 1);
    }
}
