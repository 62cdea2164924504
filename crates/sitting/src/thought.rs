//! A bot that decides or gives a hint, and what it considered.

use serde::{Deserialize, Serialize};
use tradewinds_arena::{Match, SearchPlan};
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{InputError, Purpose, Seat, Seed, Variant, counted};
use tradewinds_search::SearchResult;
use tradewinds_stats::Clearness;

use super::session::Session;
use super::spec::{SittingSpec, find_bot};
use super::weigh::{PointsLost, playout_bot, weigh};
use super::why::Why;
use super::words;

mod seat;
mod whole;

pub use whole::WholeAct;

/// An action that a search considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConsideredAction {
    /// The action in notation.
    pub action: String,
    /// The action as an order.
    pub order: String,
    /// How often the search tried it.
    pub visits: u64,
    /// Its share of the visits.
    pub share: f64,
    /// The search's estimate of each seat's win share after it, which sums to 1; empty where it is no more exact than by
    /// ten points, and not that of the choice.
    pub wins: Vec<f64>,
    /// What it loses against the choice of the search, in playouts with the same luck; `None` for that choice, and where
    /// nothing was played out.
    pub lost: Option<PointsLost>,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thought {
    /// The seat that decides.
    #[serde(with = "seat")]
    pub seat: Seat,
    /// The preset that searched.
    pub bot: String,
    /// How often the search tried any candidate.
    pub visits: u64,
    /// The candidates, by descending visits.
    pub candidates: Vec<ConsideredAction>,
    /// The moves that the search expects, in words.
    pub line: Vec<String>,
    /// Why the choice is better than the candidate that comes next; `None` for the thoughts of bots, and for an only
    /// choice.
    pub why: Option<Why>,
    /// Says the same in at most two sentences; empty without it.
    pub reason: String,
    /// What the bot would do in the whole run of decisions at hand; `None` for the thoughts of bots, and where the choice
    /// is all of it.
    pub whole: Option<WholeAct>,
}

impl Thought {
    /// Says in a sentence for players how clear the first candidate is, and how often it was tried; empty without one.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Some((best, others)) = self.candidates.split_first() else { return String::new() };
        let Some(next) = others.iter().max_by_key(|other| other.visits) else {
            return format!("“{}” is the only choice.", best.order);
        };
        let percent = |one: &ConsideredAction| format!("{:.0} %", one.share * 100.0);
        let (order, other, share) = (&best.order, &next.order, percent(best));
        let tries = counted(self.visits, "try");
        match Clearness::of(best.visits, next.visits, self.visits) {
            Clearness::Clearly if next.lost.is_some_and(|lost| lost.low <= 0.0) => format!(
                "The search prefers “{order}”: it spent {share} of {tries} on it. But games played on do not tell it apart \
                 from “{other}”."
            ),
            Clearness::Clearly => {
                format!("“{order}” is clearly best: the search spent {share} of {tries} on it.")
            }
            Clearness::Rather => format!(
                "“{order}” looks best, but not clearly: the search spent {share} of {tries} on it and {} on the next, “{other}”.",
                percent(next)
            ),
            Clearness::TossUp => format!(
                "A toss-up between “{order}” and “{other}”: the search spent {share} of {tries} on the first and {} on \
                 the second.",
                percent(next)
            ),
            Clearness::TooFew => {
                format!(
                    "Too few tries to say what is best: the search spent {} of {} on “{order}”.",
                    best.visits, tries
                )
            }
        }
    }
}

/// A decision of a bot, and what it considered if it searched.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Considered {
    /// The action in notation.
    pub action: String,
    /// What the search found; `None` for bots that do not search.
    pub thought: Option<Thought>,
}

/// A bot asked about the current position of a session. It holds a copy of the game, so that it can think while the
/// session goes on.
pub struct Advisor {
    game: Box<dyn Match>,
    spec: SittingSpec,
    names: Vec<String>,
    preset: Preset,
    seed: Seed,
    decisions: usize,
}

impl Advisor {
    /// Prepares a bot of this preset for the decision at hand.
    ///
    /// # Errors
    /// No preset of the game has this name.
    ///
    /// # Panics
    /// If the game is over.
    pub fn new(session: &Session, preset: &str) -> Result<Self, InputError> {
        let seat = session.to_act().expect("a seat is to move");
        let spec = session.spec();
        let preset = find_bot(preset, &spec.game)?;
        let decisions = session.decisions();
        Ok(Self {
            game: session.game().copied(),
            names: session.names().to_vec(),
            seed: spec.bot_seed(decisions, seat),
            spec: spec.clone(),
            preset,
            decisions,
        })
    }

    /// Chooses an action for the seat that decides, with its knowledge alone. A search takes its time also where there
    /// is one choice only, so that its haste does not say so.
    ///
    /// # Errors
    /// The preset does not fit the game.
    pub fn choose(&self) -> Result<Considered, InputError> {
        if matches!(self.preset.kind, BotKind::Search { .. }) {
            let plan = SearchPlan::new(self.preset.clone())?;
            let result = self.game.search(&plan, self.seed)?;
            let action = result.actions[result.chosen].action.clone();
            return Ok(Considered { action, thought: Some(self.thought(&result)) });
        }
        let index = self.game.choose(&self.preset, self.seed)?;
        Ok(Considered { action: self.game.legal().swap_remove(index), thought: None })
    }

    /// Searches for the seat that decides, with its knowledge alone, and plays on after the first candidates.
    ///
    /// # Errors
    /// The preset is not a search.
    pub fn hint(&self) -> Result<Thought, InputError> {
        let plan = SearchPlan::new(self.preset.clone())?;
        let mut thought = self.thought(&self.game.search(&plan, self.seed)?);
        self.weigh(&mut thought);
        if let Some(first) = thought.candidates.first() {
            thought.whole = self.follow(&first.action)?;
        }
        Ok(thought)
    }

    /// Plays the game out after the first candidates, to tell what each of the others loses, and compares the first two,
    /// to tell why. All of it rests on worlds that the seat holds possible.
    fn weigh(&self, thought: &mut Thought) {
        let Some(bot) = playout_bot(&self.spec.game) else { return };
        let tried = thought.candidates.iter().filter(|candidate| candidate.visits > 0).take(WEIGHED);
        let actions: Vec<usize> =
            tried.filter_map(|candidate| self.game.index_of(&candidate.action).ok()).collect();
        let [first, second, ..] = actions[..] else { return };
        let weighed = weigh(&*self.game, &actions, &bot, self.seed.derive(Purpose::Sample, 0));
        let mut points = None;
        for (place, weighed) in weighed.into_iter().enumerate() {
            thought.candidates[place].lost = weighed.lost;
            if place == 1 {
                points = weighed.points;
            }
        }
        let seed = self.seed.derive(Purpose::Sample, 1);
        let why = Why::of(&*self.game, [first, second], &[bot], seed, &self.names);
        let why = Why { points, ..why };
        thought.reason = why.sentences(&self.names, words::round(&self.spec.game));
        thought.why = Some(why);
    }

    fn thought(&self, result: &SearchResult<(), String>) -> Thought {
        let seat = result.seat;
        let phrases = self.game.phrases(&self.names);
        let visits: u64 = result.actions.iter().map(|report| report.visits).sum();
        let mut order: Vec<usize> = (0..result.actions.len()).collect();
        // The choice first, whatever its visits; then by visits.
        order.sort_by_key(|&index| (index != result.chosen, std::cmp::Reverse(result.actions[index].visits)));
        let candidate = |&index: &usize| {
            let report = &result.actions[index];
            // The mean of a few visits says nothing.
            let wins =
                report.value.as_ref().filter(|_| index == result.chosen || is_looked_at(report.visits));
            let sum: f64 = wins.map_or(0.0, |wins| wins.iter().sum());
            ConsideredAction {
                action: report.action.clone(),
                order: phrases[index].order(),
                visits: report.visits,
                share: report.visits as f64 / visits.max(1) as f64,
                wins: wins
                    .map(|wins| wins.iter().map(|&win| if sum > 0.0 { win / sum } else { 0.0 }).collect())
                    .unwrap_or_default(),
                lost: None,
            }
        };
        Thought {
            seat,
            bot: self.preset.name.clone(),
            visits,
            candidates: order.iter().map(candidate).collect(),
            line: self.line(result),
            why: None,
            reason: String::new(),
            whole: None,
        }
    }

    /// Puts the expected moves into words, as far as a world that the seat holds possible allows them. Forced moves
    /// are not in the line, so that they are played in between.
    fn line(&self, result: &SearchResult<(), String>) -> Vec<String> {
        let seat = result.seat;
        // A world drawn from the seat's own knowledge: nothing of the true state can show in the words.
        let world = self.game.determinize(seat, self.seed);
        let standard = Variant::standard();
        let variant = self.spec.variant.as_ref().unwrap_or(&standard);
        let chance = Seed(self.seed.0 ^ self.decisions as u64);
        let game = self.spec.playable().and_then(|game| game.load(&world, variant, self.seed, chance));
        let Ok(mut game) = game else { return Vec::new() };
        let mut lines = Vec::new();
        for step in result.principal_variation.iter().take(MAX_LINE) {
            for _ in 0..MAX_FORCED {
                if game.to_act().is_none() || game.options() > 1 {
                    break;
                }
                let forced = game.legal().remove(0);
                if game.play(&forced).is_err() {
                    return lines;
                }
            }
            if game.to_act() != Some(step.seat) {
                break;
            }
            let Ok(index) = game.index_of(&step.action) else { break };
            let phrase = game.phrase(index, &self.names);
            if game.play(&step.action).is_err() {
                break;
            }
            lines.push(phrase.report(&self.names[step.seat.index()]));
        }
        lines
    }
}

/// The widest 95 % interval around a win share that is shown, to each side.
const WIDEST: f64 = 0.1;

/// Returns whether a win share of this number of tries is exact enough to be shown, whatever it is.
fn is_looked_at(visits: u64) -> bool {
    1.96 * (0.25 / visits.max(1) as f64).sqrt() <= WIDEST
}

/// The maximum number of candidates that are played out.
const WEIGHED: usize = 5;
/// The maximum number of moves in an expected line.
const MAX_LINE: usize = 10;
/// The maximum number of forced moves played between two moves of an expected line.
const MAX_FORCED: usize = 500;

#[cfg(test)]
mod tests {
    use super::*;

    fn thought(visits: &[u64]) -> Thought {
        let all: u64 = visits.iter().sum();
        let candidate = |(number, &visits): (usize, &u64)| ConsideredAction {
            action: format!("a{number}"),
            order: format!("Take {number}"),
            visits,
            share: visits as f64 / all.max(1) as f64,
            wins: Vec::new(),
            lost: None,
        };
        let candidates = visits.iter().enumerate().map(candidate).collect();
        Thought {
            seat: Seat::new(0),
            bot: "ismcts".to_owned(),
            visits: all,
            candidates,
            line: Vec::new(),
            why: None,
            reason: String::new(),
            whole: None,
        }
    }

    #[test]
    fn a_share_of_few_tries_is_no_share() {
        // 97 tries: 1.96 times the root of a quarter of their inverse is just below a tenth.
        for (visits, is_shown) in [(0, false), (1, false), (20, false), (96, false), (97, true), (1000, true)]
        {
            assert_eq!(is_looked_at(visits), is_shown, "{visits}");
        }
    }

    #[test]
    fn a_hint_is_a_sentence_that_says_how_clear_it_is() {
        for (visits, sentence) in [
            (&[950, 30, 20][..], "“Take 0” is clearly best: the search spent 95 % of 1000 tries on it."),
            (
                &[400, 200, 250, 150],
                "“Take 0” looks best, but not clearly: the search spent 40 % of 1000 tries on it and 25 % on the next, “Take 2”.",
            ),
            (
                &[510, 490],
                "A toss-up between “Take 0” and “Take 1”: the search spent 51 % of 1000 tries on the first and 49 % on the second.",
            ),
            (&[2, 1], "Too few tries to say what is best: the search spent 2 of 3 tries on “Take 0”."),
            (&[1, 0], "Too few tries to say what is best: the search spent 1 of 1 try on “Take 0”."),
            (&[7], "“Take 0” is the only choice."),
            (&[], ""),
        ] {
            assert_eq!(thought(visits).sentence(), sentence);
        }
    }

    /// Visits alone are no evidence where games that were played on see no difference.
    #[test]
    fn what_playouts_do_not_tell_apart_is_not_clear() {
        let sentence = |low| {
            let mut thought = thought(&[950, 30, 20]);
            thought.candidates[1].lost = Some(PointsLost { mean: 0.01, low, high: 0.02, playouts: 100 });
            thought.sentence()
        };
        assert!(sentence(0.001).contains("clearly best"));
        assert_eq!(
            sentence(-0.001),
            "The search prefers “Take 0”: it spent 95 % of 1000 tries on it. But games played on do not tell it apart from “Take 1”."
        );
    }
}
