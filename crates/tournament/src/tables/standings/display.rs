//! Standings for the terminal.

use std::fmt;

use super::cost::Clock;
use super::{BotStanding, MARK, MeanEstimate, Pairing, Standings, range};
use crate::tables::verdict::sentences;
use tradewinds_game::counted;
use tradewinds_report::{Align, TextTable, decimal, wrapped};
use tradewinds_stats::CONFIDENCE;

/// Maximum number of bots for which the matrix of pairs is shown; the CSV file has all.
pub const MOST_COLUMNS: usize = 8;

/// Minimum number of blocks for which the gain from pairing is shown.
const LEAST_BLOCKS: u64 = 10;

/// The standings for people: the verdict, what was played, and the table of win shares at the end.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = sentences(self);
        if !verdict.is_empty() {
            writeln!(f, "{}", wrapped("", [verdict.join(" ")], ""))?;
        }
        writeln!(f, "{}", self.title)?;
        writeln!(
            f,
            "{} in {} (a block is one deal with every seating); equal bots would win {} per seat",
            counted(self.games, "game"),
            counted(self.blocks, "block"),
            decimal(self.chance_level(), 3)
        )?;
        writeln!(
            f,
            "{:.0} % intervals; \u{b1} is a standard error over blocks; p1 is the win share when starting first",
            CONFIDENCE * 100.0
        )?;
        if self.truncated_games > 0 {
            writeln!(
                f,
                "{} {} truncated, which leaves out {}",
                counted(self.truncated_games, "game"),
                if self.truncated_games == 1 { "was" } else { "were" },
                counted(self.truncated_blocks, "block")
            )?;
        }
        if let Some(expected) = self.expected_blocks {
            let whole = self.blocks + self.truncated_blocks;
            writeln!(
                f,
                "unfinished: {whole} of {} were played; a look at an unfinished run is",
                counted(expected, "block")
            )?;
            writeln!(f, "not a result: intervals are not valid if they decide when to stop")?;
        }
        if let Some(note) = self.note_on_sum() {
            writeln!(f, "{note}")?;
        }
        self.write_faults(f)?;
        if !self.summary.is_empty() {
            write!(f, "\n{}", self.summary)?;
        }
        write!(f, "\n{}", self.shares())?;
        if self.has_costs() {
            writeln!(
                f,
                "\na decision of each bot, without forced ones: counts, and milliseconds by the clock"
            )?;
            write!(f, "{}", self.costs(Clock::Shown))?;
            self.doublings.iter().try_for_each(|doubling| write!(f, "{}", doubling.by_clock()))?;
        }
        Ok(())
    }
}

/// The tables that [`Standings`] leave out in the terminal: see [`Standings::details`].
struct Details<'a>(&'a Standings);

impl fmt::Display for Details<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(standings) = self;
        write!(f, "{}", standings.ratings())?;
        writeln!(f, "intervals by bootstrap over blocks; margin: points less the most of any other seat;")?;
        writeln!(
            f,
            "rating: Plackett-Luce on the Elo scale; alpha-Rank: a second opinion that handles cycles"
        )?;
        if standings.bots.len() > 1 && standings.bots.iter().any(|bot| bot.rating.mean.is_none()) {
            writeln!(
                f,
                "NA: none is finite, since a bot was always ahead or behind, or met no other; `tradewinds ratings` rates the\n\
                 others"
            )?;
        }
        if (2..=MOST_COLUMNS).contains(&standings.bots.len()) {
            write!(
                f,
                "\nshare of seat pairs in which the bot of the row ranks ahead of the bot of the column\n{}",
                standings.matrix()
            )?;
        }
        standings.saving(f)
    }
}

/// Makes a table whose first column holds words and all others numbers.
fn table(columns: &[String]) -> TextTable {
    let align = |index| if index == 0 { Align::Left } else { Align::Right };
    let columns: Vec<(&str, Align)> =
        columns.iter().enumerate().map(|(index, title)| (title.as_str(), align(index))).collect();
    TextTable::new(&columns)
}

impl Standings {
    /// Lays out what the page has and the terminal does not: ratings, pairs of bots, and the gain from pairing.
    pub fn details(&self) -> impl fmt::Display + '_ {
        Details(self)
    }

    /// Lays out the win shares.
    pub fn shares(&self) -> TextTable {
        let fixed = ["bot", "games", "blocks", "win share", "interval", "score", "\u{b1}", "rank"];
        let places = (1..=self.players).map(|place| format!("p{place}"));
        let columns: Vec<String> = fixed.into_iter().map(str::to_owned).chain(places).collect();
        let mut table = table(&columns);
        for bot in &self.bots {
            let cells = [
                bot.label(),
                bot.games.to_string(),
                bot.blocks.to_string(),
                decimal(bot.win_share.map(|share| share.share), 3),
                range(bot.win_share.and_then(|share| share.interval), 3),
                decimal(bot.score.mean, 2),
                decimal(bot.score.standard_error, 2),
                decimal(bot.rank.mean, 2),
            ];
            let places = bot.by_place.iter().map(|&share| decimal(share, 3));
            table.row(cells.into_iter().chain(places));
        }
        table
    }

    /// Lays out the ratings.
    pub fn ratings(&self) -> TextTable {
        let columns = [
            "bot",
            "rating",
            "interval",
            "alpha-Rank",
            "score interval",
            "margin",
            "interval",
            "rank interval",
        ];
        let mut table = table(&columns.map(str::to_owned));
        for bot in &self.bots {
            let BotStanding { score, margin, rank, rating, .. } = bot;
            let value = |estimate: &MeanEstimate, places| decimal(estimate.mean, places);
            table.row([
                bot.label(),
                value(rating, 0),
                range(rating.interval, 0),
                decimal(bot.alpha_rank, 3),
                range(score.interval, 2),
                value(margin, 2),
                range(margin.interval, 2),
                range(rank.interval, 2),
            ]);
        }
        table
    }

    /// The shares of all pairs, bots in the order of the standings.
    pub fn matrix(&self) -> TextTable {
        let names = self.bots.iter().map(BotStanding::label);
        let columns: Vec<String> = [String::new()].into_iter().chain(names).collect();
        let mut table = table(&columns);
        let share = |bot: &str, opponent: &str| {
            let pair = self.pairs.iter().find_map(|pair| {
                let ahead = pair.ahead?.share;
                match (pair.bot.as_str(), pair.opponent.as_str()) {
                    names if names == (bot, opponent) => Some(ahead),
                    names if names == (opponent, bot) => Some(1.0 - ahead),
                    _ => None,
                }
            });
            if bot == opponent { "-".to_owned() } else { decimal(pair, 3) }
        };
        for bot in &self.bots {
            let shares = self.bots.iter().map(|opponent| share(&bot.bot, &opponent.bot));
            table.row([bot.label()].into_iter().chain(shares));
        }
        table
    }

    /// Describes the faults of external bots, one sentence per bot.
    pub fn fault_notes(&self) -> Vec<String> {
        let note = |bot: &BotStanding| {
            let faults = bot.faults?;
            Some(match faults.failed() {
                0 => {
                    format!("{}: decisions asked of the program: {}, all answered", bot.bot, faults.decisions)
                }
                _ => format!(
                    "{MARK} {} failed {faults}: random actions were played instead, so its row is not its own strength",
                    bot.bot
                ),
            })
        };
        self.bots.iter().filter_map(note).collect()
    }

    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in self.fault_notes() {
            write!(f, "\n{note}")?;
        }
        if self.bots.iter().any(|bot| bot.faults.is_some()) { writeln!(f) } else { Ok(()) }
    }

    /// Explains why the win shares do not add up to 1, if they do not.
    pub fn note_on_sum(&self) -> Option<String> {
        let shares: Option<Vec<f64>> = self.bots.iter().map(|bot| Some(bot.win_share?.share)).collect();
        let sum: f64 = shares.filter(|shares| !shares.is_empty())?.iter().sum();
        // A bot alone has all seats, and a share that no game could change.
        (self.bots.len() > 1 && (sum - 1.0).abs() > 0.0005).then(|| {
            format!(
                "win shares are per seat: they add up to {}, not to 1, as not every bot has one seat in each game",
                decimal(sum, 3)
            )
        })
    }

    /// Writes how many independent games would be as informative.
    fn saving(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pairing { win_share, score } = self.pairing;
        if self.blocks < LEAST_BLOCKS || (win_share.is_none() && score.is_none()) {
            return Ok(());
        }
        let alike = |gain: Option<f64>| {
            let games = decimal(gain.map(|gain| self.games as f64 * gain), 0);
            format!("{games} independent ones ({} times)", decimal(gain, 2))
        };
        let text = format!(
            "pairing by blocks: these {} tell as much about the win shares as {}, and about the scores as {}; below 1 the \
             blocks cost more than they brought{}",
            counted(self.games, "game"),
            alike(win_share),
            alike(score),
            if win_share.is_none() || score.is_none() { "; NA: all blocks agree" } else { "" },
        );
        write!(f, "\n{}", wrapped("", [text], ""))
    }
}
