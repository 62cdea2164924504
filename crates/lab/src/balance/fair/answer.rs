//! The least changes that make a game fair, as confirmed on deals that the search has not seen.

use std::cmp::Ordering;
use std::fmt;

use maud::{Markup, html};

use super::super::super::folder::CsvTable;
use super::super::super::text::signed;
use super::super::result::BalanceResult;
use super::super::row::MetricRow;
use super::measure::{FairCall, FairMeasure};
use super::target::FairTarget;
use tradewinds_game::kit::column;
use tradewinds_game::{Table, counted, grouped};
use tradewinds_report::{Align, TextTable, decimal, real, wrapped};
use tradewinds_stats::{BlockEstimate, CONFIDENCE};

/// The table of the answer.
pub const FAIR_TABLES: &[Table] = &[Table {
    name: "fair",
    meaning: "one row for the starting rules and one for each alternative: fair ones first, of these the least change, of others the nearest",
    columns: &[
        column("rank", "1 for the first alternative"),
        column("file", "its variant, a file in the study's folder"),
        column("variant", "its name in the other tables"),
        column("changes", "each number with its old and new value"),
        column("numbers", "numbers that change"),
        column("cost", "cost of the steps"),
        column(
            "target",
            "what is asked to be fair: seats, strategies, items, skill or length; a row for each",
        ),
        column(
            "verdict",
            "fair, not fair or not decided: interval within what is fair, outside it, or neither",
        ),
        column(
            "value",
            "root of the spread of places, bots or items; of skill, win share; of length, rounds; of the starting rules in the search",
        ),
        column("low", "lower end of its interval, 95 % for all alternatives and targets together"),
        column("high", "upper end"),
        column("rounds", "rounds less those by the starting rules"),
        column("decided_early", "share of games, less the same"),
        column("waiting", "decisions of the others in a round, less the same"),
        column("smallest", "unfairness below which rules are fair; of skill and length, NA"),
        column("table", "the table whose games measure the target; a row for each"),
    ],
}];

/// How the starting rules are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartCall {
    /// Shown to be fair.
    Fair,
    /// Not shown to be unfair.
    NotShown,
    /// Shown to be unfair.
    Unfair,
}

/// The unfairness of the starting rules, by the search.
#[derive(Clone, PartialEq, Debug)]
pub struct FairStart {
    /// Their name.
    pub name: String,
    /// Whether there was anything to mend.
    pub call: StartCall,
    /// How far they are from each target.
    pub measures: Vec<FairMeasure>,
}

/// An alternative as the search found it.
#[derive(Clone, PartialEq, Debug)]
pub struct FairRule {
    /// The name of its variant.
    pub variant: String,
    /// Its file in the study's folder.
    pub file: String,
    /// Each changed number with its old and its new value.
    pub words: String,
    /// The count of changed numbers.
    pub numbers: usize,
    /// The cost of the steps.
    pub cost: f64,
}

/// What the search found.
#[derive(Clone, PartialEq, Debug)]
pub struct FairFound {
    /// The starting rules.
    pub start: FairStart,
    /// The alternatives, the least change first.
    pub rules: Vec<FairRule>,
    /// The number of things that it could change.
    pub changes: usize,
    /// The games that it played.
    pub games: u64,
    /// The table whose games measure each of the start's measures.
    pub tables: Vec<String>,
}

impl FairFound {
    /// Lists the targets.
    fn targets(&self) -> Vec<FairTarget> {
        let mut targets: Vec<FairTarget> = Vec::new();
        for measure in &self.start.measures {
            if !targets.contains(&measure.target) {
                targets.push(measure.target);
            }
        }
        targets
    }

    /// Names the table of each measure where several measure its target; empty where one does.
    fn tables_of_several(&self) -> Vec<&str> {
        let of =
            |target: FairTarget| self.start.measures.iter().filter(|known| known.target == target).count();
        let measures = self.tables.iter().zip(&self.start.measures);
        measures.map(|(table, measure)| if of(measure.target) > 1 { table.as_str() } else { "" }).collect()
    }

    /// Says what counts as fair, of each target.
    fn limits(&self) -> String {
        let of = |target| self.start.measures.iter().find(|measure| measure.target == target);
        let words = self.targets().into_iter().filter_map(of).map(|measure| measure.limits.to_string());
        words.collect::<Vec<_>>().join(" and ")
    }
}

/// An alternative on deals that the search has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct FairAlternative {
    /// What the search found.
    pub rule: FairRule,
    /// Whether it is fair by all targets.
    pub call: FairCall,
    /// How far it is from each target; the intervals hold for all alternatives and targets together.
    pub measures: Vec<FairMeasure>,
    /// The change of the length, in rounds.
    pub rounds: Option<BlockEstimate>,
    /// The change of the share of games that are decided early.
    pub decided_early: Option<BlockEstimate>,
    /// The change of the decisions of the others in a round.
    pub waiting: Option<f64>,
}

/// The answer: what is the least that must change so that it is fair?
#[derive(Clone, PartialEq, Debug)]
pub struct FairResult {
    /// What the search found.
    pub found: FairFound,
    /// The alternatives: those that are fair first, of these the least change; of others the nearest.
    pub alternatives: Vec<FairAlternative>,
}

impl FairResult {
    /// Judges what a search found by a study of it.
    pub(super) fn new(found: FairFound, result: &BalanceResult) -> Self {
        let mut alternatives: Vec<FairAlternative> =
            found.rules.iter().filter_map(|rule| FairAlternative::new(rule, &found, result)).collect();
        // A stable sort: the search has put the least change first, which counts among fair ones. Of others, the nearest.
        alternatives.sort_by(|a, b| {
            let nearest = if a.call == FairCall::Fair {
                Ordering::Equal
            } else {
                a.distance().total_cmp(&b.distance())
            };
            a.call.cmp(&b.call).then(nearest)
        });
        Self { found, alternatives }
    }

    /// Returns the least change that is fair.
    #[must_use]
    pub fn least(&self) -> Option<&FairAlternative> {
        self.alternatives.first().filter(|alternative| alternative.call == FairCall::Fair)
    }

    /// Answers in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let start = &self.found.start;
        let rules = if start.name == "standard" { "the standard rules" } else { &start.name };
        let clauses = |measures: &[FairMeasure]| {
            let clause = |(measure, table): (&FairMeasure, &str)| match table {
                "" => measure.to_string(),
                table => format!("{measure} at table {table}"),
            };
            measures.iter().zip(self.found.tables_of_several()).map(clause).collect::<Vec<_>>().join(", and ")
        };
        let now = start.measures.iter().map(FairMeasure::figures).collect::<Vec<_>>().join(" and ");
        let fair = self.found.limits();
        match (start.call, self.least(), self.alternatives.first()) {
            (StartCall::Fair, ..) => {
                format!("Leave it: by {rules} {}; fair is {fair}.", clauses(&start.measures))
            }
            (StartCall::NotShown, ..) => format!(
                "Leave it: by {rules} {}; that is not shown to be unfair. Fair is {fair}.",
                clauses(&start.measures)
            ),
            (StartCall::Unfair, Some(least), _) => format!(
                "The least change that makes {}: {}. Then {}, by {rules} {now}.",
                self.goal(),
                least.rule.words,
                clauses(&least.measures)
            ),
            (StartCall::Unfair, None, Some(nearest)) => {
                let what = match nearest.call {
                    FairCall::NotDecided => "No change is shown in these games to make",
                    _ => "Nothing in range that was played makes",
                };
                format!(
                    "{what} {}; the nearest: {}. Then {}, by {rules} {now}; fair is {fair}.",
                    self.goal(),
                    nearest.rule.words,
                    clauses(&nearest.measures)
                )
            }
            (StartCall::Unfair, None, None) => {
                format!("By {rules} {}, and no change could be played.", clauses(&start.measures))
            }
        }
    }

    /// Says what is asked to be fair.
    fn goal(&self) -> String {
        self.found.targets().into_iter().map(FairTarget::goal).collect::<Vec<_>>().join(" and ")
    }

    /// Says what was searched.
    #[must_use]
    pub fn searched(&self) -> String {
        let FairFound { changes, games, .. } = &self.found;
        let games = grouped(*games);
        match self.found.start.call {
            StartCall::Unfair => format!(
                "The search played {games} games with {}; the figures of changed rules are of deals that it has not seen.",
                counted(changes, "possible change")
            ),
            _ => format!("{games} games were played to find out."),
        }
    }

    /// Makes the table of alternatives for people; `None` if there is none.
    fn table(&self) -> Option<TextTable> {
        let measures = self.found.start.measures.iter().zip(self.found.tables_of_several());
        let measured: Vec<String> = measures
            .map(|(measure, table)| match table {
                "" => measure.target.word().to_owned(),
                table => format!("{}, {table}", measure.target.word()),
            })
            .collect();
        let mut titles = vec![
            ("file", Align::Left),
            ("changes", Align::Left),
            ("cost", Align::Right),
            ("verdict", Align::Left),
        ];
        titles.extend(measured.iter().map(|words| (words.as_str(), Align::Right)));
        titles.extend([("rounds", Align::Right), ("decided early", Align::Right), ("waiting", Align::Right)]);
        let mut table = TextTable::new(&titles);
        for alternative in &self.alternatives {
            let change = |difference: Option<BlockEstimate>| signed(difference.map(|found| found.value), 3);
            let FairRule { file, words, cost, .. } = &alternative.rule;
            let figures = alternative.measures.iter().map(FairMeasure::figures);
            let [rounds, early] = [alternative.rounds, alternative.decided_early].map(change);
            let changes = [rounds, early, signed(alternative.waiting, 1)];
            let cells = [file.clone(), words.clone(), real(*cost), alternative.call.to_string()];
            table.row(cells.into_iter().chain(figures).chain(changes));
        }
        (!self.alternatives.is_empty()).then_some(table)
    }

    /// Makes `fair.csv`.
    pub(in super::super) fn csv(&self) -> CsvTable {
        let start = &self.found.start;
        let na = || "NA".to_owned();
        let head = vec![na(), na(), start.name.clone(), String::new(), "0".to_owned(), "0".to_owned()];
        let tail = [na(), na(), na()];
        let tables = &self.found.tables;
        let own = start.measures.iter().zip(tables).map(|(measure, table)| measure.csv(table, &head, &tail));
        let mut rows: Vec<Vec<String>> = own.collect();
        for (index, alternative) in self.alternatives.iter().enumerate() {
            rows.extend(alternative.csv(index + 1, tables));
        }
        (&FAIR_TABLES[0], rows)
    }
}

impl FairAlternative {
    /// Judges an alternative by the figures of its games; `None` without enough of them.
    fn new(rule: &FairRule, found: &FairFound, result: &BalanceResult) -> Option<Self> {
        let judged = found.rules.len().max(1) * found.start.measures.len().max(1);
        let confidence = 1.0 - (1.0 - CONFIDENCE) / judged as f64;
        let row = |table: &str, metric: &'static str| {
            let arms = result.cells.iter().filter(|cell| cell.table == table).flat_map(|cell| &cell.arms);
            let mut rows = arms.filter(|arm| arm.variant == rule.variant).flat_map(|arm| &arm.rows);
            rows.find(|row| row.metric == metric)
        };
        let measure = |(table, start): (&String, &FairMeasure)| {
            let row = row(table, start.target.metric())?;
            let estimate = row.estimate?;
            // Where all blocks agree, their spread says nothing of the error.
            let agreed = row.interval.filter(|_| row.is_unanimous());
            let interval = agreed.or_else(|| estimate.interval_at(confidence))?;
            Some(FairMeasure::new(start.target, start.limits, estimate.value, interval))
        };
        let measures: Option<Vec<FairMeasure>> =
            found.tables.iter().zip(&found.start.measures).map(measure).collect();
        let measures = measures?;
        let difference = |metric| {
            found
                .tables
                .iter()
                .find_map(|table| row(table, metric))
                .and_then(|row: &MetricRow| row.difference)
        };
        Some(Self {
            rule: rule.clone(),
            call: measures.iter().map(|measure| measure.call).max()?,
            measures,
            rounds: difference("rounds"),
            decided_early: difference("decided_early"),
            waiting: found.tables.iter().find_map(|table| waiting(table, rule, result)),
        })
    }

    /// Returns how far the farthest end of an interval may be off, as a multiple of what is fair.
    fn distance(&self) -> f64 {
        self.measures.iter().map(FairMeasure::distance).fold(f64::MIN, f64::max)
    }

    /// Makes its rows, one for each target and table.
    fn csv(&self, rank: usize, tables: &[String]) -> Vec<Vec<String>> {
        let FairRule { variant, file, words, numbers, cost } = &self.rule;
        let mut head = vec![rank.to_string(), file.clone(), variant.clone(), words.clone()];
        head.extend([numbers.to_string(), real(*cost)]);
        let [rounds, early] = [self.rounds, self.decided_early].map(|found| found.map(|found| found.value));
        let tail = [rounds, early, self.waiting].map(|change| decimal(change, 6));
        self.measures.iter().zip(tables).map(|(measure, table)| measure.csv(table, &head, &tail)).collect()
    }
}

/// Returns what rules change of the decisions of the others that a seat sees in a round, at a table that measures it.
fn waiting(table: &str, rule: &FairRule, result: &BalanceResult) -> Option<f64> {
    let cell = result.cells.iter().find(|cell| cell.table == table)?;
    let arm = cell.arms.iter().find(|arm| arm.variant == rule.variant)?;
    Some(cell.waiting(arm)? - cell.waiting(cell.arms.first()?)?)
}

/// The answer for the terminal.
impl fmt::Display for FairResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = |sentence: &str| wrapped("", sentence.split(' '), " ");
        write!(f, "{}{}", sentence(&self.sentence()), sentence(&self.searched()))?;
        self.table().map_or(Ok(()), |table| write!(f, "\n{table}"))
    }
}

/// The part of the page: the answer and the alternatives.
pub(in super::super) fn section(result: &FairResult) -> Markup {
    html! {
        p { (result.sentence()) }
        p { (result.searched()) }
        @if let Some(table) = result.table() { (table.html("The least changes that make it fair")) }
        p.note {
            "Points are how far win shares typically lie from their mean, with the interval for all alternatives together; rounds, "
            "decided early and waiting (decisions of the others in a round) are changes against the starting rules. Each file is a variant: "
            code { "tradewinds play --variant fair/1.toml" } " plays it."
        }
    }
}
