//! Ratings in the terminal, as a table and as a page.

use std::fmt;

use super::{BotRating, Ratings};
use maud::html;
use tradewinds_game::kit::column;
use tradewinds_game::{Table, counted};
use tradewinds_report::chart::{Mark, Range, interval_chart};
use tradewinds_report::{Align, Page, TextTable, decimal};
use tradewinds_stats::{CONFIDENCE, Interval};

use crate::tables::standings::range;

/// The table of a list of ratings.
pub(crate) const RATINGS: Table = Table {
    name: "ratings",
    meaning: "one row a bot of `tradewinds ratings`, by list and rating",
    columns: &[
        column(
            "list",
            "number of the list, from 1; ratings of two lists cannot be compared; NA without a rating",
        ),
        column(
            "bot",
            "name of the bot, with the number of its preset where runs have different ones of the name",
        ),
        column("preset", "CRC-32 of the text of its preset in the first run that has it, hexadecimal"),
        column(
            "rating",
            "Plackett-Luce rating on the Elo scale; the mean of its list is 0 without an anchor",
        ),
        column(
            "rating_low",
            "lower end of its 95 % interval (bootstrap over blocks), NA with too few blocks",
        ),
        column("rating_high", "upper end"),
        column("games", "games in which it played"),
        column("runs", "runs in which it played"),
    ],
};

impl Ratings {
    /// Returns the header and the rows of `ratings.csv`.
    #[must_use]
    pub fn csv(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let header = RATINGS.columns.iter().map(|column| column.name).collect();
        let row = |bot: &BotRating| {
            let end = |of: fn(Interval) -> f64| decimal(bot.interval.map(of), 6);
            vec![
                bot.list.map_or("NA".to_owned(), |list| list.to_string()),
                bot.bot.clone(),
                format!("{:08x}", bot.preset),
                decimal(bot.rating, 6),
                end(|interval| interval.low),
                end(|interval| interval.high),
                bot.games.to_string(),
                bot.runs.to_string(),
            ]
        };
        (header, self.bots.iter().map(row).collect())
    }

    /// Lays out the ratings.
    fn table(&self) -> TextTable {
        let mut table = TextTable::new(&[
            ("list", Align::Right),
            ("bot", Align::Left),
            ("rating", Align::Right),
            ("interval", Align::Right),
            ("games", Align::Right),
            ("runs", Align::Right),
        ]);
        for bot in &self.bots {
            table.row([
                bot.list.map_or("NA".to_owned(), |list| list.to_string()),
                bot.bot.clone(),
                decimal(bot.rating, 0),
                range(bot.interval, 0),
                bot.games.to_string(),
                bot.runs.to_string(),
            ]);
        }
        table
    }

    fn played(&self) -> String {
        format!("{} in {}", counted(self.games, "game"), counted(self.runs, "run"))
    }

    /// Writes the page.
    #[must_use]
    pub fn page(&self) -> String {
        let mut page = Page::new("Ratings", format!("{}. {}.", self.title, self.played()));
        page.file("ratings.csv", "the ratings as a table");
        let lists = self.bots.iter().filter_map(|bot| bot.list).max().unwrap_or(0);
        for list in 1..=lists {
            let rated = self.bots.iter().filter(|bot| bot.list == Some(list));
            let ranges: Vec<Range> = rated
                .filter_map(|bot| {
                    let (label, value) = (bot.bot.clone(), bot.rating?);
                    let note = format!("{} [{}]", decimal(value, 0), range(bot.interval, 0));
                    Some(Range { label, value, ends: bot.interval.map(Interval::ends), note, colour: 0 })
                })
                .collect();
            let heading = if lists > 1 { format!("List {list}") } else { "Ratings".to_owned() };
            let zero = Mark::new(0.0, "0".to_owned());
            page.section(
                &heading,
                html! { (interval_chart("rating of each bot", "rating", &ranges, Some(&zero))) },
            );
        }
        page.section(
            "As a table",
            html! {
                (self.table().html("Rating of each bot"))
                @for note in &self.notes { p.note { (note) } }
            },
        );
        page.fact(
            "method",
            format!(
                "Plackett-Luce over all games on the Elo scale, each game with the same weight; {:.0} % intervals by bootstrap over blocks",
                CONFIDENCE * 100.0
            ),
        );
        page.fact("explained in", "docs/tournaments.md of the project");
        page.to_html()
    }
}

/// The ratings for people.
impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        writeln!(
            f,
            "{}; Plackett-Luce on the Elo scale, {:.0} % intervals",
            self.played(),
            CONFIDENCE * 100.0
        )?;
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        write!(f, "\n{}", self.table())
    }
}
