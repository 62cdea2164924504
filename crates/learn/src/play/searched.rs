//! Self-play with search.

use tradewinds_arena::{SearchPlan, Searcher};
use tradewinds_bots::{Bot, BotGuide, Preset};
use tradewinds_game::{
    Actions, CompleteGame, Dice as _, InputError, MAX_ACTIONS, PerSeat, Policy, Purpose, Rng, Seat, View,
};
use tradewinds_search::{RootKind, SearchResult};

use super::settings::Searched;
use super::targets::{action_of, another_seat, mixed, points_of, sample_of};
use super::{Played, Table, drawn, happens};
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
type Opening<G> = (Vec<Box<dyn Bot<G>>>, u32);

/// Who sits at a seat.
enum Player<G: CompleteGame> {
    Learner,
    Other(Box<dyn Bot<G>>),
}

/// A sample with the estimate of the search that made it.
struct Found {
    sample: Sample,
    estimate: Option<PerSeat<f32>>,
}

/// Plays a game and adds its samples; returns whether it was played to an end or to its bound.
pub(super) fn play<G: CompleteGame>(
    table: &Table<'_, G>,
    settings: &Searched,
    memory: &mut Memory<G>,
    place: usize,
    played: &mut Played,
) -> Result<bool, InputError> {
    let game = table.game;
    let searches = match &mut memory.0[place] {
        Some(searches) => searches,
        empty => empty.insert(Searches::new(table, settings)?),
    };
    let mut rng = table.seed.derive(Purpose::Bot, 0).rng();
    let mut players = seated(table, settings, &mut rng)?;
    let (mut openers, opening) = opening(table, settings, &mut rng)?;
    let mut state = game.deal(&mut table.seed.derive(Purpose::Deal, 0).rng());
    let mut chance = table.seed.derive(Purpose::Chance, 0).rng();
    let mut actions = Actions::new();
    let mut found: Vec<Found> = Vec::new();
    for number in 0.. {
        let Some(seat) = game.to_act(&state) else { break };
        if number == game.max_decisions() {
            played.truncated += 1;
            return Ok(true);
        }
        if table.is_stopped() {
            return Ok(false);
        }
        actions.clear();
        game.legal(&state, &mut actions);
        let view = View::new(game, &state, seat);
        let action = match actions.as_slice() {
            [forced] => *forced,
            open => {
                played.decisions += 1;
                match &mut players[seat.index()] {
                    _ if number < opening && happens(settings.opening_epsilon, &mut rng) => {
                        open[rng.below(open.len() as u32) as usize]
                    }
                    _ if number < opening => openers[seat.index()].choose(&view),
                    Player::Other(bot) => bot.choose(&view),
                    Player::Learner => {
                        let seed = table.seed.derive(Purpose::Worker, number.into());
                        let keeps = happens(settings.keep, &mut rng);
                        let search = if keeps { &mut searches.full } else { &mut searches.quick };
                        let result = search.search(&view, seed);
                        if keeps {
                            let mut sample = sample_of(game, &state, seat, table.index);
                            teach(game, &state, &searches.policy, &actions, &result, &mut sample);
                            let estimate = root_value(&result, game.players());
                            found.push(Found { sample, estimate });
                            if settings.other_views {
                                let observer = another_seat(seat, game.players(), &mut rng);
                                let sample = sample_of(game, &state, observer, table.index);
                                found.push(Found { sample, estimate });
                            }
                        }
                        let index = match number < settings.sharp_after {
                            true => drawn(result.actions.iter().map(|action| action.visits), &mut rng),
                            false => result.chosen,
                        };
                        open[index]
                    }
                }
            }
        };
        let before = state;
        game.play(&mut state, action, &mut chance);
        for (observer, player) in Seat::all(game.players()).zip(&mut players) {
            if let Player::Other(bot) = player
                && bot.is_attentive()
            {
                bot.notice(seat, game.observe(&before, action, &state, observer));
            }
        }
    }
    let scores = game.scores(&state);
    let end = table.series.end.shares(&scores);
    for Found { mut sample, estimate } in found {
        sample.shares = estimate.map_or(end, |estimate| mixed(&end, &estimate, settings.root_value));
        sample.points = points_of(&scores);
        played.samples.push(&sample);
    }
    Ok(true)
}

/// Draws the bots of the seats: learners at all of them, or in some games other bots at some.
fn seated<G: CompleteGame>(
    table: &Table<'_, G>,
    settings: &Searched,
    rng: &mut Rng,
) -> Result<Vec<Player<G>>, InputError> {
    let others = &table.series.cast.others;
    let is_mixed = !others.is_empty() && happens(settings.mixed, rng);
    let learner = rng.below(table.game.players() as u32) as usize;
    let mut seat_one = |seat: Seat| {
        // One learner at least: a game without one teaches nothing.
        if !is_mixed || seat.index() == learner || rng.below(2) == 0 {
            return Ok(Player::Learner);
        }
        let index = drawn(others.iter().map(|(_, weight)| u64::from(*weight)), rng);
        let seed = table.seed.derive(Purpose::Bot, 1 + seat.index() as u64);
        let mut bot = table.makers.bot(table.game, &others[index].0, seed)?;
        bot.begin(table.index.into(), seat);
        Ok(Player::Other(bot))
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
        return Ok((Vec::new(), 0));
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
    Ok((bots, length))
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
