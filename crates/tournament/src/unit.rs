//! The results of one unit of statistics for each bot and each pair of bots: what stopping rules and tables are made
//! of.

mod mean;

use litemap::LiteMap;
pub(crate) use mean::{BlockMeans, MOST_BLOCKS, Mean};
use tradewinds_arena::GameRecord;
use tradewinds_arena::ScheduledGame;
use tradewinds_bots::{Cost, Faults};
use tradewinds_game::kit::ByKey;
use tradewinds_game::{Seat, words};
use tradewinds_stats::Moments;

words! {
    /// What is measured of a bot's seats in a game.
    pub(crate) enum Quantity {
        /// The part of the win: 1/m for each of m winners.
        WinShare = "win_share",
        /// Points.
        Score = "score",
        /// Points less the maximum of any other seat.
        Margin = "margin",
        /// 1 plus the number of seats that are strictly better.
        Rank = "rank",
    }
}

/// A value for each quantity.
pub(crate) type PerQuantity<T> = ByKey<Quantity, T>;

impl Quantity {
    /// Measures a seat of a game that is not truncated.
    pub(crate) fn of(self, record: &GameRecord, seat: usize) -> f64 {
        let standing = &record.seats[seat];
        match self {
            Self::WinShare => record.win_share(seat).expect("the game is not truncated"),
            Self::Score => f64::from(standing.score),
            Self::Margin => f64::from(record.margin(seat)),
            Self::Rank => f64::from(standing.rank),
        }
    }
}

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
    pub(crate) faults: LiteMap<usize, Faults>,
    /// What the decisions of its bots cost in all of them, likewise.
    pub(crate) costs: LiteMap<usize, Cost>,
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
    /// What was measured of its seats.
    pub(crate) means: PerQuantity<BlockMeans>,
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
    pub(crate) means: PerQuantity<Moments>,
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
            costs: costs(games),
            truncated: games.iter().filter(|(_, record)| record.truncated).count() as u64,
            bots: Vec::new(),
            pairs: Vec::new(),
            rankings: Vec::new(),
            places: vec![Mean::default(); players],
        };
        if result.truncated > 0 {
            return result;
        }
        let mut bots: LiteMap<usize, BotResult> = LiteMap::new();
        let mut pairs: LiteMap<(usize, usize), PairResult> = LiteMap::new();
        for (scheduled, record) in games {
            let block = scheduled.block as usize % blocks;
            result.rankings.push(ranking(scheduled, record));
            let mut in_game: LiteMap<usize, PerQuantity<Mean>> = LiteMap::new();
            for seat in Seat::all(players) {
                let place = record.seats[seat.index()].start_place;
                let measured = PerQuantity::from_fn(|quantity| quantity.of(record, seat.index()));
                result.places[place].push(measured[Quantity::WinShare]);
                let bot = scheduled.bots[seat];
                let own = bots.entry(bot).or_insert_with(|| BotResult::new(bot, players, blocks));
                own.places[place].push(block, measured[Quantity::WinShare]);
                let in_game = in_game.entry(bot).or_default();
                for (quantity, value) in measured.iter() {
                    own.means[quantity].push(block, *value);
                    in_game[quantity].push(*value);
                }
            }
            for (bot, means) in in_game {
                bots.entry(bot).and_modify(|own| own.add_game(block, &means));
            }
            add_pairs(&mut pairs, scheduled, record);
        }
        result.bots = bots.into_iter().map(|(_, own)| own).collect();
        result.pairs = pairs.into_iter().map(|(_, pair)| pair).collect();
        result
    }

    /// Returns the results of bot `a` against bot `b`, where `a` has the lower number.
    pub(crate) fn pair(&self, a: usize, b: usize) -> Option<&PairResult> {
        self.pairs.iter().find(|pair| (pair.a, pair.b) == (a, b))
    }
}

impl BotResult {
    fn new(bot: usize, players: usize, blocks: usize) -> Self {
        Self {
            bot,
            games: 0,
            means: PerQuantity::default(),
            places: vec![BlockMeans::default(); players],
            blocks: vec![BlockGames::default(); blocks],
        }
    }

    /// Adds a game of a block by the means over the bot's seats.
    fn add_game(&mut self, block: usize, means: &PerQuantity<Mean>) {
        self.games += 1;
        let block = &mut self.blocks[block];
        block.seats += means[Quantity::WinShare].count();
        for (quantity, mean) in means.iter() {
            block.means[quantity].extend(mean.mean());
        }
    }
}

/// Adds up the faults of external bots.
fn faults(games: &UnitGames) -> LiteMap<usize, Faults> {
    let mut sums: LiteMap<usize, Faults> = LiteMap::new();
    for (scheduled, record) in games {
        for (bot, standing) in scheduled.bots.iter().zip(&record.seats) {
            if let Some(faults) = standing.faults {
                *sums.entry(*bot).or_default() += faults;
            }
        }
    }
    sums
}

/// Adds up what the decisions of bots cost.
fn costs(games: &UnitGames) -> LiteMap<usize, Cost> {
    let mut sums: LiteMap<usize, Cost> = LiteMap::new();
    for (scheduled, record) in games {
        for (bot, standing) in scheduled.bots.iter().zip(&record.seats) {
            if let Some(cost) = &standing.cost {
                *sums.entry(*bot).or_default() += cost;
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
    pairs: &mut LiteMap<(usize, usize), PairResult>,
    scheduled: &ScheduledGame,
    record: &GameRecord,
) {
    let seats = ranking(scheduled, record);
    let mut met = Vec::new();
    for &(a, rank_a) in &seats {
        for &(b, rank_b) in seats.iter().filter(|(b, _)| a < *b) {
            let ahead = match rank_a.cmp(&rank_b) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            let pair = PairResult { a, b, games: 0, ahead: Mean::default() };
            pairs.entry((a, b)).or_insert(pair).ahead.push(ahead);
            if !met.contains(&(a, b)) {
                met.push((a, b));
            }
        }
    }
    for pair in met {
        pairs.entry(pair).and_modify(|pair| pair.games += 1);
    }
}
