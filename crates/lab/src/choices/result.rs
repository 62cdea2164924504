//! The findings of a study of choices, and its tables.

use std::fmt;

use super::super::folder::CsvTable;
use super::super::text::ends;
use super::counts::Follow;
use super::estimate::{ChoiceRow, FollowRow};
use super::moment::{ChoiceCount, Condition};
use super::units::{FEWEST, LEAST_UNITS, Measured};
use super::valued::{Valued, WHOLE_WIN};
use super::worth::{MADE, WorthRow};
use tradewinds_bots::FaultCounts;
use tradewinds_game::kit::column;
use tradewinds_game::{Column, Table, counted};
use tradewinds_report::{Align, TextTable, decimal};
use tradewinds_stats::Interval;

/// Columns that several tables have.
const KIND: Column = column("kind", "kind of decision, in the game's words");
const CONDITION: Column = column(
    "condition",
    "what the row is confined to: all, phase (of rounds), round, start_place, situation, or a fact of the game's own",
);
const VALUE: Column = column("value", "the value of the condition, a starting place from 0; empty for all");
const UPPER: &str = "upper end";
const SHARE_LOW: Column = column(
    "share_low",
    "lower end of its 95 % interval (bootstrap over units of games; Wilson on units where all units have the same share), NA with fewer than 8 units",
);
const LOW: &str =
    "lower end of its 95 % interval (bootstrap over units of games), NA with fewer than 8 units";

/// The tables of a study of choices.
pub const TABLES: &[Table] = &[
    Table {
        name: "choices",
        meaning: "one row a choice under a condition; decisions with a single choice are left out",
        columns: &[
            KIND,
            column("choice", "what is chosen"),
            CONDITION,
            VALUE,
            column("offered", "decisions at which the choice was open"),
            column("chosen", "how often it was made"),
            column("share", "chosen over offered, 0 to 1"),
            SHARE_LOW,
            column("share_high", UPPER),
            column(
                "win_above",
                "mean win share of who made it, once for each time, less the mean of the same bot in the same starting place; -1 to 1",
            ),
            column("win_above_low", LOW),
            column("win_above_high", UPPER),
            column(
                "margin_above",
                "mean of their points less the most points of any other seat, less the mean of the same bot in the same starting place",
            ),
            column("margin_above_low", LOW),
            column("margin_above_high", UPPER),
        ],
    },
    Table {
        name: "follows",
        meaning: "one row a choice after the one before it, of the same kind and in the same round, by any seat",
        columns: &[
            KIND,
            column("previous", "the choice before; (first) for the first one of a round"),
            column("next", "the choice that follows"),
            column("offered", "decisions after that choice at which this one was open"),
            column("chosen", "how often it was made"),
            column("share", "chosen over offered, 0 to 1"),
            SHARE_LOW,
            column("share_high", UPPER),
            column(
                "lift",
                "share over the share among all decisions at which it was open; 1 where the choice before does not matter",
            ),
            column("lift_low", LOW),
            column("lift_high", UPPER),
        ],
    },
    Table {
        name: "worth",
        meaning: "one row a choice under a condition, over the sampled decisions at which it was played out",
        columns: &[
            KIND,
            column("choice", "what is chosen; (made) for whatever was chosen in the game"),
            CONDITION,
            VALUE,
            column(
                "decisions",
                "sampled decisions at which it was open and played out; in costs and regrets each counts as often as its weight in decisions.csv says",
            ),
            column("strong", "share of these at which it is the choice of strong play, 0 to 1"),
            column("strong_low", SHARE_LOW.meaning),
            column("strong_high", UPPER),
            column(
                "cost_win_share",
                "mean win share after the choice of strong play less the one after this choice, -1 to 1; below 0 where this one is better",
            ),
            column("cost_win_share_low", LOW),
            column("cost_win_share_high", UPPER),
            column("cost_points", "the same for points less the most points of any other seat"),
            column("cost_points_low", LOW),
            column("cost_points_high", UPPER),
            column(
                "regret_win_share",
                "mean win share after the best choice less the one after this choice, cross-fitted: one half of the playouts finds the best choice, the other values both",
            ),
            column("regret_win_share_low", LOW),
            column("regret_win_share_high", UPPER),
            column("regret_points", "the same for points less the most points of any other seat"),
            column("regret_points_low", LOW),
            column("regret_points_high", UPPER),
            column(
                "apparent_regret_win_share",
                "the regret in win share where the same half of the playouts finds the best choice and values both, the mean of both halves: too large by luck",
            ),
            column("apparent_regret_win_share_low", LOW),
            column("apparent_regret_win_share_high", UPPER),
            column(
                "regret_survives",
                "regret_win_share over apparent_regret_win_share: the share of the regret that other playouts confirm; NA where there is none",
            ),
            column("regret_survives_low", LOW),
            column("regret_survives_high", UPPER),
        ],
    },
    Table {
        name: "decisions",
        meaning: "one row a sampled decision and a choice that was played out at it",
        columns: &[
            column("sample", "number of the decision in the sample, from 0"),
            column("game", "number of the game, as in games.csv"),
            column("decision", "number of the decision in the record of the game, from 0"),
            column("seat", "seat that decided"),
            column("bot", "name of the bot of this seat"),
            column("start_place", "its place in the first playing order, from 0"),
            column("round", "round of the game, from 1"),
            KIND,
            column(
                "open",
                "choices that were open; more than the rows where there were too many to play out",
            ),
            column("choice", "what is chosen"),
            column("action", "the action that was forced, in notation"),
            column("made", "1 for the choice that was made in the game, otherwise 0"),
            column("strong", "1 for the choice of strong play, otherwise 0"),
            column("playouts", "games that were played out, the same luck after each choice"),
            column("win_share", "mean win share of the seat that decided, 0 to 1; NA without a playout"),
            column("points", "mean of its points less the most points of any other seat"),
            column(
                "weight",
                "how often the decision counts in costs and regrets: 1; where the first 4 playouts agreed 0, or 4 if all were played nevertheless",
            ),
        ],
    },
];

/// The findings of a study of choices.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoicesResult {
    /// The study, the game, the variant and the seed, in words.
    pub title: String,
    /// The names of the studied kinds of decision.
    pub kinds: Vec<String>,
    /// Games that count.
    pub games: u64,
    /// Units of games that count: deals with all seatings of a line-up.
    pub units: usize,
    /// The requirements of intervals; `None` where the study meets them.
    pub needed: Option<Needed>,
    /// Games that were stopped at their bound; their whole units do not count.
    pub truncated: u64,
    /// The rows of `choices.csv`.
    pub choices: Vec<ChoiceRow>,
    /// The rows of `follows.csv`.
    pub follows: Vec<FollowRow>,
    /// The worth of choices, if the study asks for it.
    pub worth: Option<Worth>,
    /// By which players a variant is judged, as a sentence; `None` for the standard rules.
    pub experts: Option<String>,
    /// The faults of external bots, in all games.
    pub faults: FaultCounts,
}

/// The requirements of intervals, where a study has too few units for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needed {
    /// The total number of units.
    pub units: usize,
    /// The number of deals per line-up that would give these units.
    pub deals: u64,
}

/// The worth of choices.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The rows of `worth.csv`.
    pub rows: Vec<WorthRow>,
    /// The sampled decisions in order.
    pub decisions: Vec<Valued>,
    /// Whether a bot stands for strong play; otherwise the choice that was made counts as that of strong
    /// play.
    pub judged: bool,
}

impl Worth {
    /// Returns the number of sampled decisions that were given up after four playouts that agreed.
    #[must_use]
    pub fn given_up(&self) -> usize {
        self.decisions.iter().filter(|decision| decision.weight == 0).count()
    }

    /// Describes how much of the regret of the choices made survives; `None` if there is no regret, or if there are
    /// too few decisions.
    pub(super) fn survival(&self, kind: usize) -> Option<String> {
        let rows = self.main_rows(kind);
        let made = rows.iter().find(|row| row.cell.choice == MADE && row.decisions >= FEWEST)?;
        let survives = match made.survives.value? {
            share if share > 0.0 => shown_percent(made.survives),
            _ => "none of it".to_owned(),
        };
        Some(format!(
            "Regret of the {} made: {} if the playouts that find the best choice also value it, {} if others do: {survives} survives.",
            counted(made.decisions, "choice"),
            decimal(made.apparent.value, 3),
            shown(made.regret[0], 3),
        ))
    }

    /// Lists the rows of the choices of a kind under the condition that always holds, the choice that strong
    /// play makes most often first; with them the row of the choices made.
    #[must_use]
    pub fn main_rows(&self, kind: usize) -> Vec<&WorthRow> {
        let all = Condition::all();
        let of_kind = |row: &&WorthRow| row.cell.kind == kind && row.cell.condition == all;
        let mut rows: Vec<&WorthRow> = self.rows.iter().filter(of_kind).collect();
        rows.sort_by(|a, b| {
            let strong = |row: &WorthRow| row.strong.value.unwrap_or(0.0) * row.decisions as f64;
            let last = |row: &WorthRow| row.cell.choice == MADE;
            last(a).cmp(&last(b)).then(strong(b).total_cmp(&strong(a)))
        });
        rows
    }
}

/// Writes a figure and the ends of its interval for a file.
fn cells(figure: Measured, places: usize) -> [String; 3] {
    let [low, high] = ends(figure.interval, places);
    [decimal(figure.value, places), low, high]
}

/// Writes a figure and its interval for people: `NA` for a figure that is missing, `[NA]` for an interval.
pub(super) fn shown(figure: Measured, places: usize) -> String {
    let [value, low, high] = cells(figure, places);
    match (figure.value, figure.interval) {
        (None, _) => value,
        (_, None) => format!("{value} [NA]"),
        _ => format!("{value} [{low} to {high}]"),
    }
}

/// Writes a share and its interval in percent, for people.
fn shown_percent(share: Measured) -> String {
    let percent = |share: Option<f64>| decimal(share.map(|share| 100.0 * share), 0);
    let ends = |Interval { low, high }| format!("{} to {}", percent(Some(low)), percent(Some(high)));
    format!("{} % [{}]", percent(share.value), share.interval.map_or("NA".to_owned(), ends))
}

impl ChoicesResult {
    /// Makes the tables.
    pub(super) fn tables(&self) -> Vec<CsvTable> {
        let worth = self.worth.iter().flat_map(|worth| {
            [(&TABLES[3], self.decision_rows(worth)), (&TABLES[2], self.worth_rows(worth))]
        });
        worth.chain([(&TABLES[1], self.follow_rows()), (&TABLES[0], self.choice_rows())]).collect()
    }

    /// Describes the lack of units for intervals, and what to do about it; `None` where there are enough.
    pub(super) fn few_units(&self) -> Option<String> {
        let Needed { units, deals } = self.needed?;
        let verb = if self.units == 1 { "is" } else { "are" };
        Some(format!(
            "intervals need at least {units} units; {} {verb} here: `deals = {deals}` would do",
            self.units
        ))
    }

    /// Begins the row of a cell.
    fn row(&self, cell: &ChoiceCount) -> Vec<String> {
        let condition = &cell.condition;
        let cells = [self.kinds[cell.kind].as_str(), &cell.choice, condition.name(), condition.value()];
        cells.map(str::to_owned).into()
    }

    fn choice_rows(&self) -> Vec<Vec<String>> {
        let row = |row: &ChoiceRow| {
            let mut line = self.row(&row.cell);
            line.extend([row.offered.to_string(), row.chosen.to_string()]);
            line.extend(cells(row.share, 6));
            line.extend(cells(row.win, 6));
            line.extend(cells(row.margin, 4));
            line
        };
        self.choices.iter().map(row).collect()
    }

    fn follow_rows(&self) -> Vec<Vec<String>> {
        let row = |row: &FollowRow| {
            let Follow { kind, previous, next } = &row.follow;
            let mut line = vec![self.kinds[*kind].clone(), previous.clone(), next.clone()];
            line.extend([row.offered.to_string(), row.chosen.to_string()]);
            line.extend(cells(row.share, 6));
            line.extend(cells(row.lift, 4));
            line
        };
        self.follows.iter().map(row).collect()
    }

    fn worth_rows(&self, worth: &Worth) -> Vec<Vec<String>> {
        let row = |row: &WorthRow| {
            let mut line = self.row(&row.cell);
            line.push(row.decisions.to_string());
            line.extend(cells(row.strong, 6));
            for [win, points] in [row.cost, row.regret] {
                line.extend(cells(win, 6));
                line.extend(cells(points, 4));
            }
            line.extend(cells(row.apparent, 6));
            line.extend(cells(row.survives, 6));
            line
        };
        worth.rows.iter().map(row).collect()
    }

    fn decision_rows(&self, worth: &Worth) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for decision in &worth.decisions {
            let playouts: u32 = decision.playouts.iter().sum();
            let mean = |sum: f64, places| decimal((playouts > 0).then(|| sum / f64::from(playouts)), places);
            for (index, choice) in decision.choices.iter().enumerate() {
                let win = choice.win.iter().sum::<u64>() as f64 / WHOLE_WIN as f64;
                rows.push(vec![
                    decision.sample.to_string(),
                    decision.game.to_string(),
                    decision.decision.to_string(),
                    decision.seat.to_string(),
                    decision.bot.clone(),
                    decision.start_place.to_string(),
                    decision.round.to_string(),
                    self.kinds[decision.kind].clone(),
                    decision.open.to_string(),
                    choice.name.clone(),
                    choice.action.clone(),
                    u8::from(index == decision.made).to_string(),
                    u8::from(index == decision.strong).to_string(),
                    playouts.to_string(),
                    mean(win, 6),
                    mean(choice.margin.iter().sum::<i64>() as f64, 4),
                    decision.weight.to_string(),
                ]);
            }
        }
        rows
    }

    /// The choices of a kind as a table for people: how often each is made, and how the seats that make it
    /// fare.
    pub(super) fn choice_table(&self, kind: usize) -> TextTable {
        let columns = ["open", "chosen", "share", "win share above", "margin above"];
        let columns: Vec<(&str, Align)> = [(self.kinds[kind].as_str(), Align::Left)]
            .into_iter()
            .chain(columns.map(|title| (title, Align::Right)))
            .collect();
        let mut table = TextTable::new(&columns);
        for row in self.plain_rows(kind) {
            table.row([
                row.cell.choice.clone(),
                row.offered.to_string(),
                row.chosen.to_string(),
                shown(row.share, 3),
                shown(row.win, 3),
                shown(row.margin, 2),
            ]);
        }
        table
    }

    /// Lists the rows of a kind under the condition that always holds, the choice made most often first.
    pub(super) fn plain_rows(&self, kind: usize) -> Vec<&ChoiceRow> {
        let all = Condition::all();
        let of_kind = |row: &&ChoiceRow| row.cell.kind == kind && row.cell.condition == all;
        let mut rows: Vec<&ChoiceRow> = self.choices.iter().filter(of_kind).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.chosen));
        rows
    }

    /// Rows of the worth, as a table for people; `label` names the subject of a row.
    pub(super) fn worth_table(
        title: &str,
        rows: &[&WorthRow],
        label: impl Fn(&WorthRow) -> String,
    ) -> TextTable {
        let columns = ["n", "strong play", "cost in win share", "cost in points", "regret in win share"];
        let columns: Vec<(&str, Align)> =
            [(title, Align::Left)].into_iter().chain(columns.map(|title| (title, Align::Right))).collect();
        let mut table = TextTable::new(&columns);
        for row in rows {
            table.row([
                label(row),
                row.decisions.to_string(),
                decimal(row.strong.value, 3),
                shown(row.cost[0], 3),
                shown(row.cost[1], 2),
                shown(row.regret[0], 3),
            ]);
        }
        table
    }
}

/// The results of each kind of decision, with the meaning of the figures.
impl fmt::Display for ChoicesResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [games, units] = [counted(self.games, "game"), counted(self.units, "unit")];
        writeln!(f, "{}\n{games} in {units}", self.title)?;
        self.experts.iter().try_for_each(|experts| writeln!(f, "{experts}"))?;
        if self.truncated > 0 {
            let games = counted(self.truncated, "game");
            writeln!(f, "left out: the units of {games} that reached the bound")?;
        }
        for (kind, name) in self.kinds.iter().enumerate() {
            writeln!(f, "\n{}", self.choice_table(kind))?;
            if let Some(worth) = &self.worth {
                let rows = worth.main_rows(kind);
                let title = format!("{name}: what strong play chooses, and what the others cost");
                writeln!(f, "{title}\n\n{}", Self::worth_table(name, &rows, |row| row.cell.choice.clone()))?;
                if let Some(survival) = worth.survival(kind) {
                    writeln!(f, "{survival}")?;
                }
            }
        }
        f.write_str(
            "above: of who made the choice, less the mean of the same bot in the same starting place\n",
        )?;
        if let Some(worth) = &self.worth {
            let strong = if worth.judged { "the judge's choice" } else { "the choice made in the game" };
            writeln!(
                f,
                "strong play: the share of the n sampled decisions at which it is {strong}; cost: against that\n\
                 choice, regret: against the best one, points as margin over the best other seat"
            )?;
            writeln!(
                f,
                "decisions given up after four playouts that agreed: {} of {}",
                worth.given_up(),
                worth.decisions.len()
            )?;
        }
        writeln!(f, "intervals: 95 %, by the bootstrap over units: a deal with all seatings of a line-up;")?;
        writeln!(f, "NA where fewer than {LEAST_UNITS} units say anything")?;
        self.few_units().map_or(Ok(()), |note| writeln!(f, "{note}"))
    }
}
