//! Self-play without search.

use tradewinds_bots::BotGuide;
use tradewinds_game::{
    Actions, CompleteGame, Dice as _, InputError, MAX_ACTIONS, PerSeat, Policy, Purpose, Rng, Seat, View,
};

use super::settings::OnePly;
use super::targets::{another_seat, points_of, sample_of, td_lambda};
use super::{Played, Table, happens};
use crate::Sample;

/// Plays a game and adds its samples; returns whether it was played to an end or to its bound.
pub(super) fn play<G: CompleteGame>(
    table: &Table<'_, G>,
    settings: &OnePly,
    played: &mut Played,
) -> Result<bool, InputError> {
    let game = table.game;
    let guide = table.series.cast.learner.guide(game)?;
    let mut state = game.deal(&mut table.seed.derive(Purpose::Deal, 0).rng());
    let mut chance = table.seed.derive(Purpose::Chance, 0).rng();
    let mut rng = table.seed.derive(Purpose::Bot, 0).rng();
    let mut actions = Actions::new();
    let mut estimates: Vec<PerSeat<f32>> = Vec::new();
    // Each with the number of its estimate.
    let mut samples: Vec<(usize, Sample)> = Vec::new();
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
        let action = match actions.as_slice() {
            [forced] => *forced,
            open => {
                played.decisions += 1;
                if happens(settings.keep, &mut rng) {
                    samples.push((estimates.len(), sample_of(game, &state, seat, table.index)));
                    if settings.other_views {
                        let observer = another_seat(seat, game.players(), &mut rng);
                        samples.push((estimates.len(), sample_of(game, &state, observer, table.index)));
                    }
                }
                estimates.push(guide.evaluate_for(game, &state, seat));
                if happens(settings.epsilon, &mut rng) {
                    open[rng.below(open.len() as u32) as usize]
                } else {
                    let view = View::new(game, &state, seat);
                    best_next(&view, &guide, &actions, settings.width as usize, &mut rng)
                }
            }
        };
        game.play(&mut state, action, &mut chance);
    }
    let scores = game.scores(&state);
    td_lambda(&mut estimates, &table.series.end.shares(&scores), settings.lambda);
    for (number, mut sample) in samples {
        (sample.shares, sample.points) = (estimates[number], points_of(&scores));
        played.samples.push(&sample);
    }
    Ok(true)
}

/// Returns the action after which the seat expects the largest win share, among those that the policy likes best.
/// All are tried in one world that the seat holds possible, with the same dice.
fn best_next<G: CompleteGame>(
    view: &View<'_, G>,
    guide: &BotGuide<G>,
    actions: &Actions<G::Action>,
    width: usize,
    rng: &mut Rng,
) -> G::Action {
    let (game, seat) = (view.game(), view.seat());
    let world = view.determinize(rng);
    let mut scores = [0.0; MAX_ACTIONS];
    guide.score(game, &world, actions, &mut scores[..actions.len()]);
    let mut order: Vec<usize> = (0..actions.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order.truncate(width);
    let dice = rng.clone();
    let mut best: Option<(f32, usize)> = None;
    for index in order {
        let mut next = world;
        game.play(&mut next, actions[index], &mut dice.clone());
        let value = value_for(game, guide, &next, seat);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, index));
        }
    }
    // The next decision has other dice.
    rng.below(1 << 16);
    actions[best.expect("a decision has actions").1]
}

fn value_for<G: CompleteGame>(game: &G, guide: &BotGuide<G>, state: &G::State, seat: Seat) -> f32 {
    guide.evaluate_for(game, state, seat)[seat]
}
