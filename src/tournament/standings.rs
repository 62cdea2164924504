//! Standings: how well each bot did.

use std::fmt;

use super::Tournament;
use super::play::GameRecord;
use super::schedule::ScheduledGame;
use crate::game::{Game, Seat};
use crate::report::{Align, TextTable, decimal};
use crate::stats::{CONFIDENCE, Moments, ShareEstimate, share_over_blocks};

/// Adds up whole blocks.
///
/// # Determinism
/// The same blocks in the same order give the same bits.
#[derive(Clone, Debug)]
pub struct Tally {
    standings: Standings,
    bots: Vec<BotTally>,
}

/// One bot's block means, and its win shares by starting place.
#[derive(Clone, Debug)]
struct BotTally {
    name: String,
    games: u64,
    win_share: Moments,
    score: Moments,
    rank: Moments,
    by_place: Vec<Moments>,
}

/// The standings of a run. A bot that has several seats in a game counts once for each of them in
/// the mean of its block; the block is the unit of all intervals and errors.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The run, the game, the variant and the seed, in words.
    pub title: String,
    /// The number of seats.
    pub players: usize,
    /// Games that count.
    pub games: u64,
    /// Blocks that count: whole, and without a truncated game.
    pub blocks: u64,
    /// Blocks in the schedule.
    pub scheduled_blocks: u64,
    /// Games in whole blocks that were truncated.
    pub truncated_games: u64,
    /// Whole blocks that do not count because of a truncated game.
    pub truncated_blocks: u64,
    /// The bots, best win share first.
    pub bots: Vec<BotStanding>,
}

/// How well one bot did.
#[derive(Clone, PartialEq, Debug)]
pub struct BotStanding {
    /// The bot's name.
    pub bot: String,
    /// Games in which it played.
    pub games: u64,
    /// Blocks in which it played.
    pub blocks: u64,
    /// Its share of wins a seat, with interval; `None` without a block.
    pub win_share: Option<ShareEstimate>,
    /// Its points, over block means.
    pub score: Moments,
    /// Its rank, over block means.
    pub rank: Moments,
    /// Its share of wins by starting place, from 0; `None` where it never started.
    pub by_place: Vec<Option<f64>>,
}

impl Tally {
    /// Starts the tally of a tournament.
    #[must_use]
    pub fn new<G: Game>(tournament: &Tournament<G>) -> Self {
        let manifest = tournament.manifest();
        let players = manifest.players;
        let rules = match tournament.variant_name() {
            "standard" => "standard rules".to_owned(),
            name => format!("variant {name}"),
        };
        let title =
            format!("{}: {}, {players} players, {rules}, seed {}", manifest.name, G::NAME, manifest.seed);
        let tally = |name: &str| BotTally {
            name: name.to_owned(),
            games: 0,
            win_share: Moments::default(),
            score: Moments::default(),
            rank: Moments::default(),
            by_place: vec![Moments::default(); players],
        };
        Self {
            standings: Standings {
                title,
                players,
                games: 0,
                blocks: 0,
                scheduled_blocks: tournament.schedule().blocks(),
                truncated_games: 0,
                truncated_blocks: 0,
                bots: Vec::new(),
            },
            bots: tournament.bots().iter().map(|preset| tally(&preset.name)).collect(),
        }
    }

    /// Adds a whole block; one with a truncated game does not count, since its seats would not be
    /// balanced without that game.
    pub fn block(&mut self, games: &[(ScheduledGame, GameRecord)]) {
        let truncated = games.iter().filter(|(_, record)| record.truncated).count() as u64;
        if truncated > 0 {
            self.standings.truncated_games += truncated;
            self.standings.truncated_blocks += 1;
            return;
        }
        self.standings.games += games.len() as u64;
        self.standings.blocks += 1;
        for (number, bot) in self.bots.iter_mut().enumerate() {
            let (mut win_share, mut score, mut rank) = <(Moments, Moments, Moments)>::default();
            for (scheduled, record) in games {
                let before = win_share.count();
                for (seat, standing) in record.seats.iter().enumerate() {
                    let share = record.win_share(seat).expect("the game is not truncated");
                    if scheduled.bots[Seat::new(seat)] == number {
                        win_share.push(share);
                        score.push(f64::from(standing.score));
                        rank.push(f64::from(standing.rank));
                        bot.by_place[standing.start_place].push(share);
                    }
                }
                bot.games += u64::from(win_share.count() > before);
            }
            bot.win_share.extend(win_share.mean());
            bot.score.extend(score.mean());
            bot.rank.extend(rank.mean());
        }
    }

    /// Works out the standings.
    #[must_use]
    pub fn standings(self) -> Standings {
        let standing = |bot: BotTally| BotStanding {
            bot: bot.name,
            games: bot.games,
            blocks: bot.win_share.count(),
            win_share: share_over_blocks(&bot.win_share, bot.games),
            score: bot.score,
            rank: bot.rank,
            by_place: bot.by_place.iter().map(Moments::mean).collect(),
        };
        let mut bots: Vec<BotStanding> = self.bots.into_iter().map(standing).collect();
        let share = |bot: &BotStanding| bot.win_share.map_or(-1.0, |estimate| estimate.share);
        // A stable sort: bots of equal share stay in the manifest's order.
        bots.sort_by(|a, b| share(b).total_cmp(&share(a)));
        Standings { bots, ..self.standings }
    }
}

impl Standings {
    /// Returns the win share of a seat if all bots were equal.
    #[must_use]
    pub fn chance_level(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// Lists the column names of `standings.csv`.
    pub(super) fn csv_header(&self) -> Vec<String> {
        let fixed = [
            "bot",
            "games",
            "blocks",
            "win_share",
            "win_share_low",
            "win_share_high",
            "effective_games",
            "chance_level",
            "mean_score",
            "mean_score_error",
            "mean_rank",
        ];
        let places = (0..self.players).map(|place| format!("win_share_place_{place}"));
        fixed.into_iter().map(str::to_owned).chain(places).collect()
    }

    /// Lists the rows of `standings.csv`.
    pub(super) fn csv_rows(&self) -> impl Iterator<Item = Vec<String>> {
        self.bots.iter().map(|bot| {
            let numbers = [
                bot.win_share.map(|estimate| estimate.share),
                bot.interval().map(|(low, _)| low),
                bot.interval().map(|(_, high)| high),
                bot.win_share.and_then(|estimate| estimate.effective_games),
                Some(self.chance_level()),
                bot.score.mean(),
                bot.score.standard_error(),
                bot.rank.mean(),
            ];
            let counts = [bot.bot.clone(), bot.games.to_string(), bot.blocks.to_string()];
            let numbers = numbers.iter().chain(&bot.by_place).map(|&number| decimal(number, 6));
            counts.into_iter().chain(numbers).collect()
        })
    }
}

impl BotStanding {
    fn interval(&self) -> Option<(f64, f64)> {
        self.win_share.and_then(|estimate| estimate.interval).map(|interval| (interval.low, interval.high))
    }
}

/// The standings as a table for people, with what its numbers mean.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        writeln!(
            f,
            "{} games in {} blocks (a block is one deal with every seating); chance level {}",
            self.games,
            self.blocks,
            decimal(self.chance_level(), 3)
        )?;
        writeln!(
            f,
            "each row is from that bot's own view, per seat; {:.0} % intervals by Wilson on the effective number",
            CONFIDENCE * 100.0
        )?;
        writeln!(
            f,
            "of games; \u{b1} is a standard error over blocks; p1 is the win share when starting first"
        )?;
        if self.truncated_games > 0 {
            writeln!(
                f,
                "{} games were truncated: their {} blocks do not count",
                self.truncated_games, self.truncated_blocks
            )?;
        }
        let whole = self.blocks + self.truncated_blocks;
        if whole < self.scheduled_blocks {
            writeln!(f, "unfinished: {whole} of {} blocks were played", self.scheduled_blocks)?;
        }
        let mut columns = vec![("bot".to_owned(), Align::Left)];
        let numbers =
            ["games", "blocks", "win share", "interval", "score", "\u{b1}", "rank"].map(str::to_owned);
        let places = (1..=self.players).map(|place| format!("p{place}"));
        columns.extend(numbers.into_iter().chain(places).map(|title| (title, Align::Right)));
        let columns: Vec<(&str, Align)> =
            columns.iter().map(|(title, align)| (title.as_str(), *align)).collect();
        let mut table = TextTable::new(&columns);
        for bot in &self.bots {
            let interval = bot
                .interval()
                .map_or("NA".to_owned(), |(low, high)| format!("{}-{}", decimal(low, 3), decimal(high, 3)));
            let cells = [
                bot.bot.clone(),
                bot.games.to_string(),
                bot.blocks.to_string(),
                decimal(bot.win_share.map(|estimate| estimate.share), 3),
                interval,
                decimal(bot.score.mean(), 2),
                decimal(bot.score.standard_error(), 2),
                decimal(bot.rank.mean(), 2),
            ];
            let places = bot.by_place.iter().map(|&share| decimal(share, 3));
            table.row(cells.into_iter().chain(places));
        }
        write!(f, "\n{table}")
    }
}
