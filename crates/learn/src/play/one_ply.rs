//! Self-play without search.

use arrayvec::ArrayVec;
use tradewinds_bots::{BotGuide, Conduct, Halt, Pending, Preset};
use tradewinds_game::{
    Actions, CompleteGame, Dice as _, InputError, MAX_ACTIONS, PerSeat, Policy, Purpose, Rng, Seat, View,
};

use super::settings::OnePly;
use super::targets::{action_of, another_seat, points_of, sample_of, td_lambda};
use super::{SelfPlayCounts, Table, happens};
use crate::{Sample, SampleAction};

/// Plays a game, and adds its samples if it was played to its end.
pub(super) fn play<G: CompleteGame>(
    table: &Table<'_, G>,
    settings: &OnePly,
    played: &mut SelfPlayCounts,
) -> Result<Halt, InputError> {
    let mut player = Player {
        table,
        settings,
        guide: table.series.cast.learner.guide(table.game)?,
        teacher: table.series.cast.teacher.as_ref().map(|bot| Teacher::new(table.game, bot)).transpose()?,
        rng: table.seed.derive(Purpose::Bot, 0).rng(),
        estimates: Vec::new(),
        samples: Vec::new(),
        decisions: 0,
    };
    let (halt, scores) = table.play(&mut player);
    let Player { mut estimates, samples, decisions, .. } = player;
    played.decisions += decisions;
    if halt == Halt::Over {
        td_lambda(&mut estimates, &table.series.end.shares(&scores), settings.lambda);
        for (number, mut sample) in samples {
            (sample.shares, sample.points) = (estimates[number], points_of(&scores));
            played.samples.push(&sample);
        }
    }
    Ok(halt)
}

/// Plays at all seats.
struct Player<'a, G: CompleteGame> {
    table: &'a Table<'a, G>,
    settings: &'a OnePly,
    guide: BotGuide<G>,
    teacher: Option<Teacher<G>>,
    rng: Rng,
    estimates: Vec<PerSeat<f32>>,
    /// Each with the number of its estimate.
    samples: Vec<(usize, Sample)>,
    decisions: u64,
}

impl<G: CompleteGame> Conduct<G> for Player<'_, G> {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        if self.table.is_stopped() {
            return None;
        }
        if let Some(forced) = pending.forced() {
            return Some(forced);
        }
        self.decisions += 1;
        if happens(self.settings.keep, &mut self.rng) {
            self.keep(pending);
        }
        let &Pending { game, state, seat, actions, .. } = pending;
        self.estimates.push(self.guide.evaluate_for(game, state, seat));
        Some(if happens(self.settings.epsilon, &mut self.rng) {
            actions[self.rng.below(actions.len() as u32) as usize]
        } else {
            let width = self.settings.width as usize;
            best_next(&pending.view(), &self.guide, actions, width, &mut self.rng)
        })
    }

    fn is_attentive(&self) -> bool {
        false
    }
}

impl<G: CompleteGame> Player<'_, G> {
    /// Keeps a decision as a sample, and the view that another seat has of it if the settings say so.
    fn keep(&mut self, &Pending { game, state, seat, actions, .. }: &Pending<'_, G>) {
        let other = self.settings.other_views.then(|| another_seat(seat, game.players(), &mut self.rng));
        for observer in [Some(seat), other].into_iter().flatten() {
            let mut sample = sample_of(game, state, observer, self.table.index);
            if let Some(teacher) = self.teacher.as_ref().filter(|_| observer == seat) {
                sample.actions = teacher.rated(game, state, actions);
            }
            self.samples.push((self.estimates.len(), sample));
        }
    }
}

/// A bot whose policy is taught.
struct Teacher<G: CompleteGame> {
    guide: BotGuide<G>,
    /// Its policy without what it has learned.
    untaught: BotGuide<G>,
}

impl<G: CompleteGame> Teacher<G> {
    fn new(game: &G, bot: &Preset) -> Result<Self, InputError> {
        let untaught = Preset { value: None, ..bot.clone() };
        Ok(Self { guide: bot.guide(game)?, untaught: untaught.guide(game)? })
    }

    /// Returns the actions, each with the share that the policy gives it: the softmax of its scores.
    fn rated(&self, game: &G, state: &G::State, actions: &Actions<G::Action>) -> Vec<SampleAction> {
        let scored = |guide: &BotGuide<G>| {
            let mut scores = vec![0.0; actions.len()];
            guide.score(game, state, actions, &mut scores);
            scores
        };
        let (untaught, mut shares) = (scored(&self.untaught), scored(&self.guide));
        let most = shares.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        shares.iter_mut().for_each(|share| *share = libm::expf(*share - most));
        let sum: f32 = shares.iter().sum();
        let rated = actions.iter().zip(untaught.into_iter().zip(shares));
        rated.map(|(&action, (score, share))| action_of(game, state, action, (score, share / sum))).collect()
    }
}

/// Returns the action after which the seat expects the largest win share, among those that the policy likes best; among
/// equals the one that it likes better. All are tried in one world that the seat holds possible, with the same dice.
fn best_next<G: CompleteGame>(
    view: &View<'_, G>,
    guide: &BotGuide<G>,
    actions: &Actions<G::Action>,
    width: usize,
    rng: &mut Rng,
) -> G::Action {
    let (game, seat) = (view.game(), view.seat());
    let world = view.determinize(rng);
    let by_policy = || {
        let mut scores = [0.0; MAX_ACTIONS];
        guide.score(game, &world, actions, &mut scores[..actions.len()]);
        let mut order: Vec<usize> = (0..actions.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        order
    };
    // The policy's scores took a sixth of a game. Where all actions are tried they only decide between equals.
    let order = if actions.len() > width { by_policy() } else { (0..actions.len()).collect() };
    let dice = rng.clone();
    let mut best: ArrayVec<usize, MAX_ACTIONS> = ArrayVec::new();
    let mut most = f32::NEG_INFINITY;
    for index in order.into_iter().take(width) {
        let mut next = world;
        game.play(&mut next, actions[index], &mut dice.clone());
        let value = value_for(game, guide, &next, seat);
        if best.is_empty() || value > most {
            best.clear();
            most = value;
        }
        if value == most {
            best.push(index);
        }
    }
    // The next decision has other dice.
    rng.below(1 << 16);
    let is_tied = best.len() > 1 && actions.len() <= width;
    let liked = is_tied.then(|| by_policy().into_iter().find(|index| best.contains(index))).flatten();
    actions[liked.unwrap_or(best[0])]
}

fn value_for<G: CompleteGame>(game: &G, guide: &BotGuide<G>, state: &G::State, seat: Seat) -> f32 {
    guide.evaluate_for(game, state, seat)[seat]
}
