//! Planted lucky draws: whether a review finds them.

use std::fs;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tradewinds_arena::{Match, NAMES, with_jitter};
use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Seed};
use tradewinds_review::{ReviewSettings, Reviewer};
use tradewinds_sitting::{Session, SittingSpec, to_record};
use tradewinds_stats::Moments;
use tradewinds_tournament::MoveRecord;

use super::{ATTEMPTS, PLAYERS, Result, choice, session};

/// The smallest change of a seat's win share that a planted draw makes.
const STROKE: f64 = 0.05;
/// The worlds that are tried at an occasion, and the playouts of each; the best of them go into the next round.
const ROUNDS: [(usize, u64); 3] = [(24, 24), (6, 120), (2, 480)];
/// The playouts of each side of a planted draw, in the review and to confirm it.
const PLAYOUTS: u32 = 3_200;
/// The occasions of a game that are passed over at most, so that draws are spread over the games.
const PASSED_OVER: u64 = 5;

pub(super) fn draws(numbers: &Range<u64>, only: &str, folder: Option<&Path>) -> Result<()> {
    println!("game,number,decision,seat,planted,measured,error,found");
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let row = |number: u64| -> Result<Option<bool>> {
            let file = folder.map(|folder| folder.join(format!("{name}-draw-{number}.json")));
            let kept = file.as_ref().and_then(|file| fs::read(file).ok());
            let draw: Option<Draw> = match kept {
                Some(kept) => serde_json::from_slice(&kept)?,
                None => plant(name, number)?,
            };
            if let Some(file) = file {
                fs::write(file, serde_json::to_vec(&draw)?)?;
            }
            draw.map(|draw| measure(name, number, draw)).transpose()
        };
        let found: Vec<bool> = numbers
            .clone()
            .into_par_iter()
            .filter_map(|number| row(number).transpose())
            .collect::<Result<_>>()?;
        let count = found.iter().filter(|&&found| found).count();
        let without = numbers.clone().count() - found.len();
        eprintln!(
            "{name}: {count} of {} planted draws found; {without} without an occasion in {ATTEMPTS} games",
            found.len()
        );
    }
    Ok(())
}

/// An action that turned up what is worth much to a seat.
#[derive(Serialize, Deserialize)]
struct Draw {
    /// The position before the action, and the action.
    record: MoveRecord,
    /// The decision's number in the whole game.
    decision: usize,
    seat: usize,
    /// What it is worth in win share, by the playouts that confirm it.
    worth: f64,
}

/// Plays a game of a policy with a lucky draw; `None` if no game has an occasion.
///
/// At each decision whose action turns something up, other worlds that agree with what all seats know are tried, until
/// one turns up something that is worth much to a seat by playouts with other luck than the review's.
fn plant(game: &str, number: u64) -> Result<Option<Draw>> {
    let steady = Preset::find("steady", game)?;
    for attempt in 0..ATTEMPTS {
        let seed = Seed(number).derive(Purpose::Chance, attempt);
        let mut session = session(game, ["steady"; PLAYERS], seed.0)?;
        let mut pass_over = seed.0 % PASSED_OVER;
        while session.to_act().is_some() {
            let chosen = choice(&session, "steady")?;
            let mut after = session.game().copied();
            after.play(&chosen)?;
            let turns_up = session.forced().is_none() && session.game().turns_up(&chosen, &*after);
            if turns_up && pass_over > 0 {
                pass_over -= 1;
            } else if turns_up {
                let seed = seed.derive(Purpose::Completion, session.decisions() as u64);
                if let Some(draw) = lucky(&session, &chosen, &steady, seed)? {
                    return Ok(Some(draw));
                }
            }
            session.play(&chosen)?;
        }
    }
    Ok(None)
}

/// One side of a comparison: a position, an action that is played there first, and the playouts so far.
struct Side<'a> {
    game: &'a dyn Match,
    action: Option<&'a str>,
    steady: &'a Preset,
    seed: Seed,
    played: u64,
    shares: [Moments; PLAYERS],
}

impl Side<'_> {
    /// Plays on until there are `count` playouts.
    fn play_to(&mut self, count: u64) {
        let weights = self.game.table().info().weights;
        for number in self.played..count {
            let luck = self.seed.derive(Purpose::Bootstrap, number);
            let bot = with_jitter(self.steady, weights, ReviewSettings::default().jitter, luck);
            if let Some(Some(end)) = self.game.play_on(self.action, &[bot], luck, &|| false) {
                for (share, &of_seat) in self.shares.iter_mut().zip(end.win_share.iter()) {
                    share.push(f64::from(of_seat));
                }
            }
        }
        self.played = self.played.max(count);
    }

    fn share(&self, seat: usize) -> f64 {
        self.shares[seat].mean().unwrap_or(0.0)
    }

    /// Returns the seat that gains most against another side, and how much.
    fn best_against(&self, before: &Side<'_>) -> (usize, f64) {
        let gains = (0..PLAYERS).map(|seat| (seat, self.share(seat) - before.share(seat)));
        gains.max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or((0, 0.0))
    }
}

/// Finds a world in which an action turns up something that changes a seat's win share by enough: the best of some by
/// rounds of playouts, confirmed by new ones.
fn lucky(session: &Session, action: &str, steady: &Preset, seed: Seed) -> Result<Option<Draw>> {
    let side =
        |game, action, seed| Side { game, action, steady, seed, played: 0, shares: Default::default() };
    let worlds = (0..ROUNDS[0].0).map(|number| {
        let seed = seed.derive(Purpose::Completion, number as u64);
        let initial = Some(session.game().reshuffled(seed).position());
        let mut world = Session::new(SittingSpec { initial, seed: seed.0, ..session.spec().clone() })?;
        world.play(action)?;
        Ok(world)
    });
    let worlds: Vec<Session> = worlds.collect::<Result<_>>()?;
    let mut before = side(session.game(), Some(action), seed);
    let mut left: Vec<(usize, Side<'_>)> =
        worlds.iter().map(|world| side(world.game(), None, seed)).enumerate().collect();
    for (worlds, playouts) in ROUNDS {
        let gain = |of: &(usize, Side<'_>), before: &Side<'_>| of.1.best_against(before).1;
        left.sort_by(|a, b| gain(b, &before).total_cmp(&gain(a, &before)));
        left.truncate(worlds);
        before.play_to(playouts);
        left.iter_mut().for_each(|(_, side)| side.play_to(playouts));
    }
    let best = left.iter().map(|(world, side)| (*world, side.best_against(&before)));
    let Some((world, (seat, gain))) = best.max_by(|(_, (_, a)), (_, (_, b))| a.total_cmp(b)) else {
        return Ok(None);
    };
    if gain < STROKE {
        return Ok(None);
    }
    let [mut before, mut after] = [(session.game(), Some(action)), (worlds[world].game(), None)]
        .map(|(game, action)| side(game, action, seed.derive(Purpose::Sample, 0)));
    before.play_to(PLAYOUTS.into());
    after.play_to(PLAYOUTS.into());
    let worth = after.share(seat) - before.share(seat);
    let record = to_record(&worlds[world], "review-proof");
    Ok((worth >= STROKE).then_some(Draw { record, decision: session.decisions(), seat, worth }))
}

/// Measures a planted draw as a review does; prints the row about it, and returns whether it is found.
fn measure(game: &str, number: u64, draw: Draw) -> Result<bool> {
    let Draw { record, decision, seat, worth } = draw;
    let preset = |name: &str| Preset::find(name, game);
    let settings = ReviewSettings { worlds: 0, events: PLAYOUTS, ..ReviewSettings::default() };
    let reviewer = Reviewer::new(record, settings, preset("ismcts")?, vec![preset("steady")?])?;
    let passage = reviewer.judge(0, &|| false).ok_or("nothing stops it")?;
    let event = passage.events.first().ok_or("the action turns something up")?;
    let change = event.change[seat];
    let found = change.mean > 1.96 * change.error;
    println!(
        "{game},{number},{decision},{seat},{worth:.4},{:.4},{:.4},{}",
        change.mean,
        change.error,
        if found { "yes" } else { "no" }
    );
    Ok(found)
}
