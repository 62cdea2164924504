//! *Design*: somebody changes numbers of a game and asks whether the rules are fairer than the standard ones. The program
//! that serves plays the games ([`Referee`]); what is asked waits in a queue and is kept in the server's folder.

mod queue;
mod routes;
mod rules;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tradewinds_game::Variant;

pub(crate) use queue::{Designs, MAX_STUDIES, Progress, Status, Study};
pub(crate) use routes::answer;
pub(crate) use rules::{Number, Numbers, in_words};

/// The sizes of studies, in deals, with their names; each has all those before it on its way.
pub(crate) const SIZES: [(u64, &str); 3] =
    [(16 * DEALS, "quick"), (256 * DEALS, "thorough"), (1024 * DEALS, "full, to decide small differences")];
/// The deals of the first answer.
const DEALS: u64 = 24;
/// Those of the first answer to what is the least that must change: fewer tell too little.
const LEAST_DEALS: u64 = 16 * DEALS;
/// Each answer has this many times the deals of the one before it.
const STEP: u64 = 4;
/// The questions, with their names in a form.
pub(crate) const ASKS: [(&str, &str); 2] =
    [("fairer", "Is it fairer?"), ("least", "What is the least that makes it fair?")];
/// The bots that play all seats, with what they are.
pub(crate) const BOTS: [(&str, &str); 4] = [
    ("learned", "learned: quick, and plays as a network has learned"),
    ("steady", "steady: quicker, and plays by rules of thumb"),
    ("ismcts-200", "ismcts-200: searches a little, and takes long"),
    (
        LEVELS,
        "beginners and experts: learned, a short search and a long one, each alone among the one before, too",
    ),
];
/// Stands for three levels of play in the place of one bot.
pub const LEVELS: &str = "levels";

/// A question with these players: are these rules fairer than the standard ones, or what is the least that must change so
/// that they are fair?
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignQuestion {
    /// The game's name.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// The rules.
    pub variant: Variant,
    /// The preset that plays all seats, or [`LEVELS`].
    pub bot: String,
    /// The deals of the last answer.
    pub deals: u64,
    /// Whether the least change that makes the seats fair is asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub least: bool,
}

impl DesignQuestion {
    /// Lists the deals of its answers.
    fn steps(&self) -> impl Iterator<Item = u64> + use<> {
        let last = self.deals;
        let first = if self.least { LEAST_DEALS } else { DEALS };
        let some = std::iter::successors(Some(first), |deals| Some(deals * STEP));
        some.take_while(move |&deals| deals < last).chain([last])
    }
}

/// What some deals answer.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DesignAnswer {
    /// The deals, each played by both rules with each seating.
    pub deals: u64,
    /// The games by each of the rules.
    pub games: u64,
    /// For which levels of play the verdicts hold, and whether skill pays, in sentences; none of a single bot.
    #[serde(default)]
    pub levels: Vec<String>,
    /// The verdicts, one for each thing that may be fair; with levels of play one for each of them.
    pub verdicts: Vec<Finding>,
    /// What else the new rules change most, a sentence each.
    #[serde(default)]
    pub changes: Vec<String>,
    /// The win share of each starting place, 0 to 1: by the rules before and by the new ones, each with its interval of 95 %.
    pub seats: Vec<[(f64, f64, f64); 2]>,
    /// The least changes that make the seats fair, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<LeastChanges>,
    /// By which players the rules are judged, in words.
    pub experts: Vec<String>,
}

/// The least changes that make the seats fair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeastChanges {
    /// The answer in a sentence.
    pub sentence: String,
    /// What was searched, in a sentence.
    pub searched: String,
    /// The alternatives, the best first.
    pub alternatives: Vec<LeastChange>,
}

/// Rules that may be fair.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeastChange {
    /// Each number with its old and its new value.
    pub changes: String,
    /// Whether it is fair, in a word or two.
    pub answer: String,
    /// What was measured, with the interval.
    pub figures: String,
    /// How many rounds longer a game is.
    pub longer: String,
    /// The rules.
    pub variant: Variant,
}

/// A verdict.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// What is judged: seats, for example.
    pub question: String,
    /// The answer in a word or two.
    pub answer: String,
    /// How sure it is: an interval, and what would decide it.
    pub sure: String,
}

/// Plays the games of a question.
pub trait Referee: Send + Sync {
    /// Plays deals by the standard rules and by those of the question into a folder, or goes on there; `None` if it was
    /// stopped. `watch` gets the part that is played, 0 to 1, and the time that is left.
    ///
    /// The folder then has `report.html`.
    ///
    /// # Errors
    /// A sentence for the page: what is wrong with the question, or with the folder.
    fn judge(
        &self,
        question: &DesignQuestion,
        deals: u64,
        folder: &Path,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(f64, Option<Duration>),
    ) -> Result<Option<DesignAnswer>, String>;
}
