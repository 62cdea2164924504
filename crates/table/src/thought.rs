//! A bot that decides or gives a hint, and what it considered.

use tradewinds_arena::{Match, SearchPlan};
use tradewinds_bots::{BotKind, Preset};
use tradewinds_game::{InputError, Seat, Seed, Variant};
use tradewinds_search::SearchResult;

use super::session::Session;
use super::spec::{Spec, find_bot};
use super::words::{self, Moment};

/// An action that a search considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The action in notation.
    pub action: String,
    /// The action as an order.
    pub order: String,
    /// Its share of the visits.
    pub share: f64,
    /// The search's estimate of each seat's win share after it, which sums to 1; empty with fewer than 20 visits.
    pub wins: Vec<f64>,
    /// The mean points of each seat in games played on from there; empty if they were not measured.
    pub points: Vec<f64>,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The seat that decides.
    pub seat: Seat,
    /// The preset that searched.
    pub bot: String,
    /// The number of iterations.
    pub iterations: u64,
    /// The candidates, by descending visits.
    pub candidates: Vec<Candidate>,
    /// The moves that the search expects, in words.
    pub line: Vec<String>,
}

/// A decision of a bot, and what it considered if it searched.
#[derive(Clone, PartialEq, Debug)]
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
    spec: Spec,
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

    /// Chooses an action for the seat that decides, with its knowledge alone.
    ///
    /// # Errors
    /// The preset does not fit the game.
    pub fn choose(&self) -> Result<Considered, InputError> {
        if matches!(self.preset.kind, BotKind::Search { .. }) && self.game.options() > 1 {
            let plan = SearchPlan::new(self.preset.clone())?;
            let result = self.game.search(&plan, self.seed)?;
            let action = result.actions[result.chosen].action.clone();
            return Ok(Considered { action, thought: Some(self.thought(&result)) });
        }
        let index = self.game.choose(&self.preset, self.seed)?;
        Ok(Considered { action: self.game.legal().swap_remove(index), thought: None })
    }

    /// Searches for the seat that decides, with its knowledge alone, and measures points as well.
    ///
    /// # Errors
    /// The preset is not a search.
    pub fn hint(&self) -> Result<Thought, InputError> {
        let plan = SearchPlan::new(self.preset.clone())?;
        Ok(self.thought(&self.game.study(&plan, self.seed, 1)?))
    }

    fn thought(&self, result: &SearchResult<(), String>) -> Thought {
        let seat = result.seat;
        let info = self.game.table().info();
        let view = self.game.view(seat);
        let kind = info.decision_kinds[self.game.decision_kind()];
        let moment = Moment { kind, view: &view, names: &self.names };
        let visits: u64 = result.actions.iter().map(|report| report.visits).sum();
        let mut order: Vec<usize> = (0..result.actions.len()).collect();
        // The choice first, whatever its visits; then by visits.
        order.sort_by_key(|&index| (index != result.chosen, std::cmp::Reverse(result.actions[index].visits)));
        let candidate = |&index: &usize| {
            let report = &result.actions[index];
            let wins = report.win_share.as_ref().or(report.value.as_ref());
            // The mean of a few visits says nothing.
            let wins = wins.filter(|_| index == result.chosen || report.visits >= MIN_VISITS);
            let sum: f64 = wins.map_or(0.0, |wins| wins.iter().sum());
            Candidate {
                action: report.action.clone(),
                order: words::phrase(info.name, &moment, &report.action).order(),
                share: report.visits as f64 / visits.max(1) as f64,
                wins: wins
                    .map(|wins| wins.iter().map(|&win| if sum > 0.0 { win / sum } else { 0.0 }).collect())
                    .unwrap_or_default(),
                points: report
                    .points
                    .filter(|_| wins.is_some())
                    .map(|points| points.as_slice().to_vec())
                    .unwrap_or_default(),
            }
        };
        Thought {
            seat,
            bot: self.preset.name.clone(),
            iterations: result.iterations,
            candidates: order.iter().map(candidate).collect(),
            line: self.line(result),
        }
    }

    /// Puts the expected moves into words, as far as a world that the seat holds possible allows them. Forced moves
    /// are not in the line, so that they are played in between.
    fn line(&self, result: &SearchResult<(), String>) -> Vec<String> {
        let seat = result.seat;
        let info = self.game.table().info();
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
            let view = game.view(seat);
            let kind = info.decision_kinds[game.decision_kind()];
            let moment = Moment { kind, view: &view, names: &self.names };
            let phrase = words::phrase(info.name, &moment, &step.action);
            if game.play(&step.action).is_err() {
                break;
            }
            lines.push(phrase.report(&self.names[step.seat.index()]));
        }
        lines
    }
}

/// The minimum number of visits from which an estimate is shown.
const MIN_VISITS: u64 = 20;
/// The maximum number of moves in an expected line.
const MAX_LINE: usize = 10;
/// The maximum number of forced moves played between two moves of an expected line.
const MAX_FORCED: usize = 500;
