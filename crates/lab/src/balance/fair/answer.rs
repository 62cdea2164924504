//! The least changes that make a game fair, as confirmed on deals that the search has not seen.

use std::cmp::Ordering;
use std::fmt;

use maud::{Markup, html};

use super::super::super::folder::CsvTable;
use super::super::super::text::{ends, range, signed};
use super::super::change::{Change, signed_root};
use super::super::metrics::Question;
use super::super::result::{Arm, BalanceResult};
use super::super::row::MetricRow;
use tradewinds_game::kit::column;
use tradewinds_game::{Table, counted, grouped};
use tradewinds_report::{Align, TextTable, decimal, real, wrapped};
use tradewinds_stats::{BlockEstimate, CONFIDENCE, Interval};

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
        column("verdict", "fair, not fair or not decided: interval below smallest, above it, or neither"),
        column("unfairness", "root of the spread of places; of the starting rules in the search"),
        column("low", "lower end of its interval, 95 % for all alternatives together"),
        column("high", "upper end"),
        column("rounds", "rounds less those by the starting rules"),
        column("decided_early", "share of games, less the same"),
        column("smallest", "unfairness below which rules are fair"),
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
    /// The root of the spread of the places, with its sign, in win shares.
    pub unfairness: f64,
    /// Its interval.
    pub interval: Interval,
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
    /// The unfairness below which rules are fair, in win shares.
    pub smallest: f64,
}

/// Whether rules are fair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FairCall {
    /// The interval of the unfairness lies below the smallest that matters.
    Fair,
    /// These games do not decide.
    NotDecided,
    /// It lies above.
    NotFair,
}

impl fmt::Display for FairCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fair => "fair",
            Self::NotDecided => "not decided",
            Self::NotFair => "not fair",
        })
    }
}

/// An alternative on deals that the search has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct FairAlternative {
    /// What the search found.
    pub rule: FairRule,
    /// Whether it is fair.
    pub call: FairCall,
    /// Its unfairness: the root of the spread of the places, with its sign, in win shares.
    pub unfairness: f64,
    /// The interval of that, for all alternatives together.
    pub interval: Interval,
    /// The change of the unfairness.
    pub change: Option<Change>,
    /// The change of the length, in rounds.
    pub rounds: Option<BlockEstimate>,
    /// The change of the share of games that are decided early.
    pub decided_early: Option<BlockEstimate>,
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
        let arms = result.cells.iter().flat_map(|cell| &cell.arms);
        let arm = |rule: &FairRule| arms.clone().find(|arm| arm.variant == rule.variant);
        let confidence = 1.0 - (1.0 - CONFIDENCE) / found.rules.len().max(1) as f64;
        let judge =
            |rule: &FairRule| FairAlternative::new(rule.clone(), arm(rule)?, confidence, found.smallest);
        let mut alternatives: Vec<FairAlternative> = found.rules.iter().filter_map(judge).collect();
        // A stable sort: the search has put the least change first, which counts among fair ones. Of others, the nearest.
        alternatives.sort_by(|a, b| {
            let nearest = if a.call == FairCall::Fair {
                Ordering::Equal
            } else {
                a.interval.high.total_cmp(&b.interval.high)
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
        let FairFound { start, smallest, .. } = &self.found;
        let rules = if start.name == "standard" { "the standard rules" } else { &start.name };
        let now = format!("{} {}", points(start.unfairness), in_brackets(start.interval));
        let matters = points(*smallest);
        match (start.call, self.least(), self.alternatives.first()) {
            (StartCall::Fair, ..) => {
                format!("Leave it: by {rules} win shares of seats lie {now} from equal, less than {matters}.")
            }
            (StartCall::NotShown, ..) => format!(
                "Leave it: by {rules} win shares of seats lie {now} from equal, not shown to be more than {matters}."
            ),
            (StartCall::Unfair, Some(least), _) => format!(
                "The least change that makes the seats fair: {}. Win shares then lie {} {} from equal, by {rules} {now}.",
                least.rule.words,
                points(least.unfairness),
                in_brackets(least.interval)
            ),
            (StartCall::Unfair, None, Some(nearest)) => {
                let what = match nearest.call {
                    FairCall::NotDecided => {
                        "No change is shown to make the seats fair in these games; the nearest"
                    }
                    _ => "Nothing in range that was played makes the seats fair; the nearest",
                };
                format!(
                    "{what}: {}. Win shares then lie {} {} from equal, by {rules} {now}; fair is below {matters}.",
                    nearest.rule.words,
                    points(nearest.unfairness),
                    in_brackets(nearest.interval)
                )
            }
            (StartCall::Unfair, None, None) => {
                format!("By {rules} win shares of seats lie {now} from equal, and no change could be played.")
            }
        }
    }

    /// Says what was searched.
    #[must_use]
    pub fn searched(&self) -> String {
        let FairFound { changes, games, .. } = &self.found;
        let games = grouped(*games);
        match self.found.start.call {
            StartCall::Unfair => format!(
                "The search played {games} games with {}; the figures are of deals that it has not seen.",
                counted(changes, "possible change")
            ),
            _ => format!("{games} games were played to find out."),
        }
    }

    /// Makes the table of alternatives for people; `None` if there is none.
    fn table(&self) -> Option<TextTable> {
        let mut table = TextTable::new(&[
            ("file", Align::Left),
            ("changes", Align::Left),
            ("cost", Align::Right),
            ("verdict", Align::Left),
            ("unfairness", Align::Right),
            ("interval", Align::Right),
            ("rounds", Align::Right),
            ("decided early", Align::Right),
        ]);
        for alternative in &self.alternatives {
            let change = |difference: Option<BlockEstimate>| signed(difference.map(|found| found.value), 3);
            table.row([
                alternative.rule.file.clone(),
                alternative.rule.words.clone(),
                real(alternative.rule.cost),
                alternative.call.to_string(),
                decimal(alternative.unfairness, 3),
                range(Some(alternative.interval), 3),
                change(alternative.rounds),
                change(alternative.decided_early),
            ]);
        }
        (!self.alternatives.is_empty()).then_some(table)
    }

    /// Makes `fair.csv`.
    pub(in super::super) fn csv(&self) -> CsvTable {
        let FairFound { start, smallest, .. } = &self.found;
        let na = || "NA".to_owned();
        let mut row = vec![na(), na(), start.name.clone(), String::new(), "0".to_owned(), "0".to_owned()];
        let call = match start.call {
            StartCall::Fair => FairCall::Fair,
            StartCall::NotShown => FairCall::NotDecided,
            StartCall::Unfair => FairCall::NotFair,
        };
        row.extend([call.to_string(), decimal(start.unfairness, 6)]);
        row.extend(ends(Some(start.interval), 6));
        row.extend([na(), na(), real(*smallest)]);
        let rows = self.alternatives.iter().enumerate();
        let rows = rows.map(|(index, alternative)| alternative.csv(index + 1, *smallest));
        (&FAIR_TABLES[0], std::iter::once(row).chain(rows).collect())
    }
}

impl FairAlternative {
    /// Judges an alternative by its figures; `None` without enough games.
    fn new(rule: FairRule, arm: &Arm, confidence: f64, smallest: f64) -> Option<Self> {
        let spread = arm.row(Question::Seats.metric(), "")?.estimate?;
        let interval = spread.interval_at(confidence)?;
        let square = smallest * smallest;
        let call = if interval.high < square {
            FairCall::Fair
        } else if interval.low > square {
            FairCall::NotFair
        } else {
            FairCall::NotDecided
        };
        let difference = |metric| arm.row(metric, "").and_then(|row: &MetricRow| row.difference);
        let seats = arm.verdicts.iter().find(|verdict| verdict.question == Question::Seats);
        Some(Self {
            rule,
            call,
            unfairness: signed_root(spread.value),
            interval: Interval { low: signed_root(interval.low), high: signed_root(interval.high) },
            change: seats.and_then(|verdict| verdict.change),
            rounds: difference("rounds"),
            decided_early: difference("decided_early"),
        })
    }

    fn csv(&self, rank: usize, smallest: f64) -> Vec<String> {
        let FairRule { variant, file, words, numbers, cost } = &self.rule;
        let mut row = vec![rank.to_string(), file.clone(), variant.clone(), words.clone()];
        row.extend([numbers.to_string(), real(*cost), self.call.to_string(), decimal(self.unfairness, 6)]);
        row.extend(ends(Some(self.interval), 6));
        row.extend([self.rounds, self.decided_early].map(|found| decimal(found.map(|found| found.value), 6)));
        row.push(real(smallest));
        row
    }
}

/// Writes a distance between win shares in points; what is below 0 is noise.
fn points(share: f64) -> String {
    format!("{} points", decimal(100.0 * share.max(0.0), 1))
}

fn in_brackets(Interval { low, high }: Interval) -> String {
    let [low, high] = [low, high].map(|end| decimal(100.0 * end.max(0.0), 1));
    format!("({low} to {high})")
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
            "Unfairness is how far win shares of seats typically lie from their mean, in win shares, with its interval for all "
            "alternatives together; rounds and decided early are changes against the starting rules. Each file is a variant: "
            code { "tradewinds play --variant fair/1.toml" } " plays it."
        }
    }
}
