//! Standings as CSV tables.

use super::{BotStanding, PairStanding, PlaceStanding, Standings};
use tradewinds_game::kit::column;
use tradewinds_game::{Column, Table};
use tradewinds_report::decimal;
use tradewinds_stats::{Interval, ShareEstimate};

/// Columns of win shares that two tables have.
pub(crate) const WIN_SHARE_LOW: Column = column(
    "win_share_low",
    "lower end of its 95 % interval (Wilson, on effective games), NA with too few blocks",
);
pub(crate) const WIN_SHARE_HIGH: Column = column("win_share_high", "upper end");
const EFFECTIVE_GAMES: Column =
    column("effective_games", "independent trials of win or loss that would tell as much");
pub(crate) const CHANCE_LEVEL: Column = column("chance_level", "1 over the number of seats");

pub(crate) const HEAD_TO_HEAD: Table = Table {
    name: "head_to_head",
    meaning: "one row an ordered pair of bots that met",
    columns: &[
        column("bot", "the bot whose view the row is"),
        column("opponent", "the other one"),
        column("games", "games in which both played"),
        column(
            "ahead",
            "share of pairs of their seats in which the bot ranks ahead, a tie counting half, 0 to 1",
        ),
        column("ahead_low", "lower end of its 95 % interval, NA with too few blocks"),
        column("ahead_high", "upper end"),
    ],
};

pub(crate) const PLACES: Table = Table {
    name: "places",
    meaning: "one row a starting place of a bot, and of all bots together",
    columns: &[
        column("bot", "name of the bot, or all"),
        column("start_place", "place in the first playing order, from 0"),
        column("win_share", "win share of seats that start there, 0 to 1"),
        WIN_SHARE_LOW,
        WIN_SHARE_HIGH,
        EFFECTIVE_GAMES,
        CHANCE_LEVEL,
    ],
};

/// The columns of `standings.csv` before and after those of the starting places.
pub(crate) const STANDINGS: [Table; 2] = [
    Table {
        name: "standings",
        meaning: "one row a bot, best win share first; see tournaments.md for the methods",
        columns: &[
            column("bot", "name of the bot"),
            column("games", "games in which it played"),
            column("blocks", "blocks in which it played"),
            column("win_share", "wins a seat, a shared win counting its part, 0 to 1"),
            WIN_SHARE_LOW,
            WIN_SHARE_HIGH,
            EFFECTIVE_GAMES,
            CHANCE_LEVEL,
            column("mean_score", "points a seat"),
            column("mean_score_error", "standard error of the points over blocks"),
            column("mean_rank", "rank, 1 to the number of seats, 1 being best"),
        ],
    },
    Table {
        name: "standings",
        meaning: "",
        columns: &[
            column(
                "design_effect",
                "variance of the win share between blocks over the one that independent games would have; above 0",
            ),
            column("mean_score_low", "lower end of the 95 % interval of the points (bootstrap over blocks)"),
            column("mean_score_high", "upper end"),
            column("mean_margin", "points less the most points of any other seat"),
            column("mean_margin_low", "lower end of its 95 % interval"),
            column("mean_margin_high", "upper end"),
            column("mean_rank_low", "lower end of the 95 % interval of the rank"),
            column("mean_rank_high", "upper end"),
            column(
                "rating",
                "Plackett-Luce rating in Elo points, the mean of all bots being 0; NA where none is finite",
            ),
            column("rating_low", "lower end of its 95 % interval"),
            column("rating_high", "upper end"),
            column(
                "alpha_rank",
                "mass in alpha-Rank's stationary distribution, 0 to 1; NA where some bots never met",
            ),
            column(
                "failed_decisions",
                "decisions, also in truncated games, at which its program gave no legal answer in time and a random action was \
                 played; 0 for a bot that is no program of the user's",
            ),
        ],
    },
];

/// A CSV table: its column names and rows.
pub(crate) type CsvTable = (Vec<String>, Vec<Vec<String>>);

/// Writes a number with six places.
pub(crate) fn cell(value: Option<f64>) -> String {
    decimal(value, 6)
}

/// Writes the ends of an interval.
pub(crate) fn ends(interval: Option<Interval>) -> [String; 2] {
    [cell(interval.map(|interval| interval.low)), cell(interval.map(|interval| interval.high))]
}

/// Writes a share, the ends of its interval and the effective number of games.
fn share_cells(share: Option<ShareEstimate>) -> [String; 4] {
    let [low, high] = ends(share.and_then(|share| share.interval));
    let effective = share.and_then(|share| share.effective_games);
    [cell(share.map(|share| share.share)), low, high, cell(effective)]
}

impl Standings {
    /// Makes `standings.csv`.
    pub(crate) fn csv(&self) -> CsvTable {
        let [before, after] = STANDINGS.map(|table| table.names().into_iter().map(str::to_owned));
        let places = (0..self.players).map(|place| format!("win_share_place_{place}"));
        let header = before.chain(places).chain(after).collect();
        (header, self.bots.iter().map(|bot| bot.csv_row(self.chance_level())).collect())
    }

    /// Makes `head_to_head.csv`: each pair from both sides.
    pub(crate) fn head_to_head_csv(&self) -> CsvTable {
        let header = HEAD_TO_HEAD.names().into_iter().map(str::to_owned);
        let both = self.pairs.iter().flat_map(|pair| [pair.clone(), pair.reversed()]);
        let row = |pair: PairStanding| {
            let [low, high] = ends(pair.ahead.and_then(|share| share.interval));
            let share = cell(pair.ahead.map(|share| share.share));
            vec![pair.bot, pair.opponent, pair.games.to_string(), share, low, high]
        };
        (header.collect(), both.map(row).collect())
    }

    /// Makes `places.csv`.
    pub(crate) fn places_csv(&self) -> CsvTable {
        let header = PLACES.names().into_iter().map(str::to_owned);
        let row = |place: &PlaceStanding| {
            let names = [place.bot.clone().unwrap_or_else(|| "all".to_owned()), place.place.to_string()];
            let chance = cell(Some(self.chance_level()));
            names.into_iter().chain(share_cells(place.share)).chain([chance]).collect()
        };
        (header.collect(), self.places.iter().map(row).collect())
    }
}

impl BotStanding {
    fn csv_row(&self, chance_level: f64) -> Vec<String> {
        let mut row = vec![self.bot.clone(), self.games.to_string(), self.blocks.to_string()];
        row.extend(share_cells(self.win_share));
        row.extend(
            [Some(chance_level), self.score.mean, self.score.standard_error, self.rank.mean].map(cell),
        );
        row.extend(self.by_place.iter().map(|&share| cell(share)));
        row.push(cell(self.design_effect));
        row.extend(ends(self.score.interval));
        row.push(cell(self.margin.mean));
        row.extend(ends(self.margin.interval));
        row.extend(ends(self.rank.interval));
        row.push(cell(self.rating.mean));
        row.extend(ends(self.rating.interval));
        row.push(cell(self.alpha_rank));
        row.push(self.failed().to_string());
        row
    }
}
