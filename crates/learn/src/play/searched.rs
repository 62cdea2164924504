//! Self-play with search.

use tradewinds_arena::{SearchPlan, Searcher};
use tradewinds_bots::{Bot, BotGuide, Conduct, Halt, Pending, Preset, show};
use tradewinds_game::{
    Actions, CompleteGame, Dice as _, InputError, MAX_ACTIONS, PerSeat, Policy, Purpose, Rng, Seat, Step,
};
use tradewinds_search::{RootKind, SearchResult};

use super::settings::Searched;
use super::targets::{action_of, another_seat, mixed, points_of, sample_of};
use super::{SelfPlayCounts, Table, drawn, happens};
use crate::Sample;

/// The searches of a thread, made once for each number of players.
pub(super) struct Memory<G: CompleteGame>(Vec<Option<Searches<G>>>);

/// The searches of the learner at tables of one size.
struct Searches<G: CompleteGame> {
    full: Box<dyn Searcher<G>>,
    quick: Box<dyn Searcher<G>>,
    /// The policy without what the learner has learned.
    policy: BotGuide<G>,
}

impl<G: CompleteGame> Memory<G> {
    pub(super) fn new(tables: usize) -> Self {
        Self((0..tables).map(|_| None).collect())
    }

    /// Forgets the searches of a table, which gets other rules.
    pub(super) fn forget(&mut self, place: usize) {
        self.0[place] = None;
    }
}

impl<G: CompleteGame> Searches<G> {
    fn new(table: &Table<'_, G>, settings: &Searched) -> Result<Self, InputError> {
        let plan = SearchPlan::new(table.series.cast.learner.clone())?;
        let make = |iterations: u32, root_noise: f32| {
            let plan = plan.clone().with(|new| {
                (new.iterations, new.time_ms) = (Some(iterations), None);
                new.root_noise = root_noise;
                // A policy is learned from the visits, which halving does not give to the best.
                new.root = RootKind::Selection;
                // A learner has no tree of its own that follows the game.
                new.reuse = false;
            })?;
            table.makers.searcher(table.game, &plan)
        };
        let full = make(settings.iterations, settings.root_noise)?;
        let quick = make(settings.quick_iterations, 0.0)?;
        let untaught = Preset { value: None, ..table.series.cast.learner.clone() };
        Ok(Self { full, quick, policy: untaught.guide(table.game)? })
    }
}

/// The bots that play the beginning of a game, and its number of decisions.
struct Opening<G: CompleteGame> {
    bots: Vec<Box<dyn Bot<G>>>,
    length: u32,
}

/// A sample with the estimate of the search that made it.
struct Found {
    sample: Sample,
    estimate: Option<PerSeat<f32>>,
}

/// Plays a game, and adds its samples if it was played to its end.
pub(super) fn play<G: CompleteGame>(
    table: &Table<'_, G>,
    settings: &Searched,
    memory: &mut Memory<G>,
    place: usize,
    played: &mut SelfPlayCounts,
) -> Result<Halt, InputError> {
    let searches = match &mut memory.0[place] {
        Some(searches) => searches,
        empty => empty.insert(Searches::new(table, settings)?),
    };
    let mut rng = table.seed.derive(Purpose::Bot, 0).rng();
    let others = seated(table, settings, &mut rng)?;
    let opening = opening(table, settings, &mut rng)?;
    let mut players =
        Players { table, settings, searches, others, opening, rng, found: Vec::new(), decisions: 0 };
    let (halt, scores) = table.play(&mut players);
    played.decisions += players.decisions;
    if halt == Halt::Over {
        let end = table.series.end.shares(&scores);
        for Found { mut sample, estimate } in players.found {
            sample.shares = estimate.map_or(end, |estimate| mixed(&end, &estimate, settings.root_value));
            sample.points = points_of(&scores);
            played.samples.push(&sample);
        }
    }
    Ok(halt)
}

/// The players of a game, and what the learners found.
struct Players<'a, G: CompleteGame> {
    table: &'a Table<'a, G>,
    settings: &'a Searched,
    searches: &'a mut Searches<G>,
    /// The bots of the seats at which no learner sits.
    others: Others<G>,
    opening: Opening<G>,
    rng: Rng,
    found: Vec<Found>,
    decisions: u64,
}

impl<G: CompleteGame> Conduct<G> for Players<'_, G> {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        if self.table.is_stopped() {
            return None;
        }
        if let Some(forced) = pending.forced() {
            return Some(forced);
        }
        self.decisions += 1;
        let place = pending.seat.index();
        Some(if pending.number < self.opening.length {
            if happens(self.settings.opening_epsilon, &mut self.rng) {
                pending.actions[self.rng.below(pending.actions.len() as u32) as usize]
            } else {
                self.opening.bots[place].choose(&pending.view())
            }
        } else if let Some(bot) = &mut self.others[place] {
            bot.choose(&pending.view())
        } else {
            self.learn(pending)
        })
    }

    fn is_attentive(&self) -> bool {
        self.others.iter().any(Option::is_some)
    }

    fn observe(&mut self, game: &G, step: &Step<'_, G>, _: bool) {
        show(&mut self.others, game, step);
    }
}

impl<G: CompleteGame> Players<'_, G> {
    /// Searches for a learner, and returns its action.
    fn learn(&mut self, pending: &Pending<'_, G>) -> G::Action {
        let seed = self.table.seed.derive(Purpose::Worker, pending.number.into());
        let keeps = happens(self.settings.keep, &mut self.rng);
        let search = if keeps { &mut self.searches.full } else { &mut self.searches.quick };
        let result = search.search(&pending.view(), seed);
        if keeps {
            self.keep(pending, &result);
        }
        let index = match pending.number < self.settings.sharp_after {
            true => drawn(result.actions.iter().map(|action| action.visits), &mut self.rng),
            false => result.chosen,
        };
        pending.actions[index]
    }

    /// Keeps a decision as a sample, and the view that another seat has of it if the settings say so.
    fn keep(&mut self, pending: &Pending<'_, G>, result: &SearchResult<G::State, G::Action>) {
        let &Pending { game, state, seat, actions, .. } = pending;
        let mut sample = sample_of(game, state, seat, self.table.index);
        teach(game, state, &self.searches.policy, actions, result, &mut sample);
        let estimate = root_value(result, game.players());
        self.found.push(Found { sample, estimate });
        if self.settings.other_views {
            let observer = another_seat(seat, game.players(), &mut self.rng);
            let sample = sample_of(game, state, observer, self.table.index);
            self.found.push(Found { sample, estimate });
        }
    }
}

/// The bots of the seats at which no learner sits.
type Others<G> = Vec<Option<Box<dyn Bot<G>>>>;

/// Draws the bots of the seats: learners at all of them, or in some games other bots at some.
fn seated<G: CompleteGame>(
    table: &Table<'_, G>,
    settings: &Searched,
    rng: &mut Rng,
) -> Result<Others<G>, InputError> {
    let others = &table.series.cast.others;
    let is_mixed = !others.is_empty() && happens(settings.mixed, rng);
    let learner = rng.below(table.game.players() as u32) as usize;
    let mut seat_one = |seat: Seat| {
        // One learner at least: a game without one teaches nothing.
        if !is_mixed || seat.index() == learner || rng.below(2) == 0 {
            return Ok(None);
        }
        let index = drawn(others.iter().map(|(_, weight)| u64::from(*weight)), rng);
        let seed = table.seed.derive(Purpose::Bot, 1 + seat.index() as u64);
        let mut bot = table.makers.bot(table.game, &others[index].0, seed)?;
        bot.begin(table.index.into(), seat);
        Ok(Some(bot))
    };
    Seat::all(table.game.players()).map(&mut seat_one).collect()
}

/// Draws the opening: its bots, and its number of decisions.
fn opening<G: CompleteGame>(
    table: &Table<'_, G>,
    settings: &Searched,
    rng: &mut Rng,
) -> Result<Opening<G>, InputError> {
    let openers = &table.series.cast.openers;
    if openers.is_empty() || settings.opening == 0 || !happens(settings.opened, rng) {
        return Ok(Opening { bots: Vec::new(), length: 0 });
    }
    let length = 1 + rng.below(settings.opening);
    let mut bots = Vec::new();
    for seat in Seat::all(table.game.players()) {
        let opener = &openers[rng.below(openers.len() as u32) as usize];
        let seed = table.seed.derive(Purpose::Bot, 100 + seat.index() as u64);
        let mut bot = table.makers.bot(table.game, opener, seed)?;
        bot.begin(table.index.into(), seat);
        bots.push(bot);
    }
    Ok(Opening { bots, length })
}

/// Writes the actions of a searched decision, each with its share of the visits.
///
/// An action that was visited once only was visited because the search tries all, or because of the noise: it
/// counts as not visited, if another one was visited more often.
fn teach<G: CompleteGame>(
    game: &G,
    state: &G::State,
    policy: &BotGuide<G>,
    actions: &Actions<G::Action>,
    result: &SearchResult<G::State, G::Action>,
    sample: &mut Sample,
) {
    let mut scores = [0.0; MAX_ACTIONS];
    let scores = &mut scores[..actions.len()];
    policy.score(game, state, actions, scores);
    let visits: Vec<u64> = result.actions.iter().map(|action| action.visits).collect();
    let most = visits.iter().copied().max().unwrap_or(0);
    let counts = |visits: u64| if visits == 1 && most > 1 { 0 } else { visits };
    let total: u64 = visits.iter().copied().map(counts).sum();
    sample.actions.clear();
    for ((&action, &score), &visits) in actions.iter().zip(&*scores).zip(&visits) {
        let target = counts(visits) as f32 / total.max(1) as f32;
        sample.actions.push(action_of(game, state, action, (score, target)));
    }
}

/// Returns the mean reward of each seat over all iterations of a search.
fn root_value<S, A>(result: &SearchResult<S, A>, players: usize) -> Option<PerSeat<f32>> {
    let mut sums = PerSeat::<f64>::new(players);
    let mut visits = 0;
    for action in &result.actions {
        let Some(value) = action.value else { continue };
        visits += action.visits;
        for seat in Seat::all(players) {
            sums[seat] += action.visits as f64 * value[seat];
        }
    }
    (visits > 0).then(|| sums.map(|sum| (sum / visits as f64) as f32))
}
