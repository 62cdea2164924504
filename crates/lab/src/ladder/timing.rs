//! How long the bots of a ladder think.

use std::time::Instant;

use tradewinds_bots::{Bot, Preset};
use tradewinds_game::{Actions, CompleteGame, InputError, Purpose, Seat, Seed, View};
use tradewinds_stats::Strata;

/// How many decisions are timed.
const DECISIONS: u64 = 40;
/// Every so many decisions with a choice one is timed.
const EVERY: u64 = 7;

/// Returns the milliseconds a decision of each bot, on one thread: all decide at the same positions, which come
/// from games that the first plays alone.
pub(super) fn times<G: CompleteGame>(
    game: &G,
    presets: &[Preset],
    seed: u64,
) -> Result<Vec<Strata>, InputError> {
    let mut bots: Vec<Box<dyn Bot<G>>> = Vec::new();
    for preset in presets {
        bots.push(preset.build(game, Seed(seed))?);
    }
    let mut times = vec![Strata::default(); presets.len()];
    let mut actions = Actions::new();
    let mut choices = 0;
    for number in 0.. {
        let mut rng = Seed(seed).derive(Purpose::Sample, number).rng();
        let mut state = game.deal(&mut rng);
        let mut player = presets[0].build(game, Seed(seed).derive(Purpose::Bot, number))?;
        for _ in 0..game.max_decisions() {
            let Some(seat) = game.to_act(&state) else { break };
            game.legal(&state, &mut actions);
            let action = match actions.as_slice() {
                [forced] => *forced,
                _ => {
                    choices += 1;
                    if choices % EVERY == 0 {
                        time(game, &state, seat, &mut bots, &mut times);
                    }
                    player.choose(&View::new(game, &state, seat))
                }
            };
            game.play(&mut state, action, &mut rng);
            if times[0].count() >= DECISIONS {
                return Ok(times);
            }
        }
    }
    Ok(times)
}

/// Times one decision of each bot.
fn time<G: CompleteGame>(
    game: &G,
    state: &G::State,
    seat: Seat,
    bots: &mut [Box<dyn Bot<G>>],
    times: &mut [Strata],
) {
    for (bot, times) in bots.iter_mut().zip(times) {
        let start = Instant::now();
        bot.choose(&View::new(game, state, seat));
        times.extend(0, [start.elapsed().as_secs_f64() * 1e3]);
    }
}
