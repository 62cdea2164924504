//! The findings of learning.

use std::fmt;

use tradewinds_game::kit::column;
use tradewinds_game::{Table, counted};
use tradewinds_learn::fit::{self, Epoch};
use tradewinds_report::{Align, TextTable, decimal};
use tradewinds_stats::{Interval, ShareEstimate, elo_of_share};

use super::super::folder::CsvTable;
use super::super::text::{ends, range, with_width};

/// The tables of learning; the others are in the folders of the stages.
pub const TABLES: &[Table] = &[GENERATIONS, fit::TABLES[0], fit::TABLES[1], fit::TABLES[2]];

const GENERATIONS: Table = Table {
    name: "generations",
    meaning: "one row a generation; 0 is the warm start or the stream",
    columns: &[
        column("generation", "number of the generation"),
        column("bot", "name of its bot"),
        column("games", "games of self-play, those of the window"),
        column("samples", "samples that the fit had, those held out included"),
        column("value", "cross-entropy of the win shares in games that are held out, in nats"),
        column("equal_value", "the same of equal win shares"),
        column("policy", "cross-entropy of the policy in them, in nats; NA without a policy to learn"),
        column("policy_floor", "the least possible: the entropy of the policy's targets"),
        column(
            "worst_tenth",
            "largest difference of predicted and won in a tenth of the predicted win shares, NA with too few seats",
        ),
        column("network", "checksum of the network"),
        column("iterations", "its iterations a decision in its test: those that take as long as the other's"),
        column("other", "the best bot before, against which it was tested"),
        column("other_iterations", "the iterations a decision of that one"),
        column("test_games", "games of the test"),
        column("ahead", "share of pairs of their seats in which it ranks ahead, a tie counting half, 0 to 1"),
        column("ahead_low", "lower end of its 95 % interval; the test stops at a high or a low share"),
        column("ahead_high", "upper end"),
        column("elo", "that share as an Elo difference, NA where it is not finite"),
        column("accepted", "whether it is the best bot from here on: 1 or 0"),
    ],
};

/// What a generation brought.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// The number; 0 is the warm start or the stream.
    pub number: u32,
    /// Whether it is a stream, which forgets its games.
    pub streamed: bool,
    /// The name of its bot.
    pub bot: String,
    /// The games of self-play that the fit learned from.
    pub games: u64,
    /// Their samples.
    pub samples: u64,
    /// The last pass of the fit.
    pub fit: Epoch,
    /// The checksum of the network.
    pub network: String,
    /// The test.
    pub test: Test,
}

impl Generation {
    /// Returns its number, or the name of the stage before the first one.
    fn words(&self) -> String {
        match (self.number, self.streamed) {
            (0, true) => "stream".to_owned(),
            (0, false) => "warm start".to_owned(),
            (number, _) => number.to_string(),
        }
    }

    /// Writes a row of `generations.csv`.
    fn row(&self) -> Vec<String> {
        let (held, test) = (&self.fit.held_out, &self.test);
        let policy = |number: f64| decimal(Some(number).filter(|_| held.decisions > 0), 5);
        let mut row = vec![self.number.to_string(), self.bot.clone(), self.games.to_string()];
        row.push(self.samples.to_string());
        row.extend([decimal(held.value, 5), decimal(held.equal, 5)]);
        row.extend([policy(held.policy), policy(held.policy_floor)]);
        row.push(decimal(worst(self), 4));
        row.push(self.network.clone());
        row.extend([test.iterations.to_string(), test.other.clone(), test.other_iterations.to_string()]);
        row.push(test.games.to_string());
        row.push(decimal(test.ahead.map(|ahead| ahead.share), 6));
        row.extend(ends(test.ahead.and_then(|ahead| ahead.interval), 6));
        row.push(decimal(test.elo(), 3));
        row.push(u8::from(test.accepted).to_string());
        row
    }
}

/// A duel of two bots at equal time.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// The iterations of the new bot.
    pub iterations: u32,
    /// The name of the other bot.
    pub other: String,
    /// The iterations of the other bot.
    pub other_iterations: u32,
    /// The games.
    pub games: u64,
    /// The share of pairs of seats in which the new bot ranks ahead.
    pub ahead: Option<ShareEstimate>,
    /// Whether the new bot was the better one.
    pub accepted: bool,
}

impl Test {
    /// Returns the Elo difference; `None` where it is not finite.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        elo_of_share(self.ahead?.share)
    }

    /// Returns its interval; `None` without one, or where an end is not finite.
    #[must_use]
    pub fn elo_interval(&self) -> Option<Interval> {
        let Interval { low, high } = self.ahead?.interval?;
        Some(Interval { low: elo_of_share(low)?, high: elo_of_share(high)? })
    }
}

/// The findings of learning.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnResult {
    /// The study, the game, the bot and the seed, in words.
    pub title: String,
    /// The name of the bot that was taught.
    pub bot: String,
    /// The generations, the warm start first.
    pub generations: Vec<Generation>,
    /// The name of the best bot.
    pub best: String,
    /// The best bot against the one that was taught, on deals of their own; `None` if that is the same bot or
    /// was not asked for.
    pub gain: Option<Test>,
}

impl LearnResult {
    /// Makes `generations.csv`.
    pub(super) fn tables(&self) -> Vec<CsvTable> {
        vec![(&TABLES[0], self.generations.iter().map(Generation::row).collect())]
    }

    /// The generations as a table for people.
    pub(super) fn table(&self) -> TextTable {
        let columns = [
            ("generation", Align::Right),
            ("samples", Align::Right),
            ("log-loss", Align::Right),
            ("of equal shares", Align::Right),
            ("policy", Align::Right),
            ("against", Align::Left),
            ("games", Align::Right),
            ("Elo", Align::Right),
            ("interval", Align::Right),
            ("taken", Align::Left),
        ];
        let mut table = TextTable::new(&columns);
        for found in &self.generations {
            let held = &found.fit.held_out;
            table.row([
                found.words(),
                found.samples.to_string(),
                decimal(held.value, 4),
                decimal(held.equal, 4),
                decimal(Some(held.policy).filter(|_| held.decisions > 0), 4),
                found.test.other.clone(),
                found.test.games.to_string(),
                decimal(found.test.elo(), 0),
                range(found.test.elo_interval(), 0),
                if found.test.accepted { "yes" } else { "no" }.to_owned(),
            ]);
        }
        table
    }

    /// The verdict in one sentence.
    pub(super) fn verdict(&self) -> String {
        let Self { best, bot, .. } = self;
        let Some(gain) = &self.gain else {
            let games = counted(self.generations.iter().map(|found| found.test.games).sum::<u64>(), "game");
            return if best == bot {
                format!("No generation did better than {bot} in its test; the tests had {games}.")
            } else {
                format!("{best} did best in the tests, which had {games}; they stop early and show no gain.")
            };
        };
        let ends = gain.ahead.and_then(|ahead| with_width(ahead.interval));
        let found = match ends {
            Some(ends) if ends.low > 0.5 => "is stronger than",
            Some(ends) if ends.high < 0.5 => "is weaker than",
            _ => "is not shown to be stronger than",
        };
        format!(
            "{best} {found} {bot} at equal time: {} Elo [{}], {} on deals that were not played before.",
            decimal(gain.elo(), 0),
            range(gain.elo_interval(), 0),
            counted(gain.games, "game")
        )
    }
}

/// Returns the largest error of a tenth with 1,000 seats or more.
fn worst(found: &Generation) -> Option<f64> {
    found.fit.calibration.worst(1000)
}

impl fmt::Display for LearnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n{}\n\n{}\nlog-loss: cross-entropy of the win shares in games that are held out, in nats; Elo: against the\n\
             best bot before, at equal time, by a test that stops early, so that its interval is no interval of the gain\n",
            self.title,
            self.verdict(),
            self.table()
        )
    }
}
