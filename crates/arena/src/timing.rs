//! The time that bots take to decide.

use std::time::Duration;

use tradewinds_bots::{Bot, Conduct, Pending, Preset, play_on};
use tradewinds_game::{CompleteGame, InputError, Purpose, Seed};

/// The number of decisions timed.
const DECISIONS: usize = 40;
/// One in this many decisions with a choice is timed.
const EVERY: u64 = 7;

/// Plays with one bot, and times the decisions of the bots that are measured.
struct Timer<G: CompleteGame> {
    bots: Vec<Box<dyn Bot<G>>>,
    /// The milliseconds of each decision of each bot.
    times: Vec<Vec<f64>>,
    choices: u64,
    /// The bot that plays alone, at all seats.
    player: Box<dyn Bot<G>>,
}

impl<G: CompleteGame> Timer<G> {
    fn is_done(&self) -> bool {
        self.times[0].len() >= DECISIONS
    }
}

impl<G: CompleteGame> Conduct<G> for Timer<G> {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        if self.is_done() {
            return None;
        }
        if let Some(forced) = pending.forced() {
            return Some(forced);
        }
        let view = pending.view();
        self.choices += 1;
        if self.choices.is_multiple_of(EVERY) {
            for (bot, times) in self.bots.iter_mut().zip(&mut self.times) {
                let start = now();
                bot.choose(&view);
                times.push(now().saturating_sub(start).as_secs_f64() * 1e3);
            }
        }
        Some(self.player.choose(&view))
    }

    fn is_attentive(&self) -> bool {
        false
    }
}

/// Returns the time since some moment: processor time of this thread, so that other programs change nothing.
#[cfg(unix)]
fn now() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map(Duration::from).unwrap_or_default()
}

/// Returns the time since some moment.
#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Returns the milliseconds of decisions of each bot, on one thread, in processor time where the system reports it: all
/// decide at the same positions, which come from games that the first plays alone.
pub(crate) fn think_times<G: CompleteGame>(
    game: &G,
    presets: &[Preset],
    seed: Seed,
) -> Result<Vec<Vec<f64>>, InputError> {
    let player = |number| presets[0].build(game, seed.derive(Purpose::Bot, number));
    let bots = presets.iter().map(|preset| preset.build(game, seed)).collect::<Result<_, _>>()?;
    let mut timer = Timer { bots, times: vec![Vec::new(); presets.len()], choices: 0, player: player(0)? };
    for number in 0.. {
        let mut rng = seed.derive(Purpose::Sample, number).rng();
        let mut state = game.deal(&mut rng);
        timer.player = player(number)?;
        play_on(game, &mut state, &mut rng, &mut timer);
        if timer.is_done() {
            break;
        }
    }
    Ok(timer.times)
}
