//! Planted blunders: whether a review flags them.

use std::fs;
use std::ops::Range;
use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_arena::{Match, with_jitter};
use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Seed};
use tradewinds_review::{FALSE_FLAGS, Judgement, ReviewSettings, Reviewer};
use tradewinds_sitting::{Session, to_record};
use tradewinds_stats::Moments;
use tradewinds_tournament::MoveRecord;

use super::{ATTEMPTS, PLAYERS, Result, choice, session};

/// The smallest loss of a planted blunder in win share.
const BLUNDER: f64 = 0.15;
/// The playouts by which blunders are found, and the new ones that have to confirm them.
const FOUND_BY: u64 = 200;
const CONFIRMED_BY: u64 = 400;
/// The playouts after which most occasions turn out to be none.
const GLANCE: u64 = 24;
/// The decisions with a choice of a long game of four.
const DECISIONS: f64 = 500.0;

/// A kind of blunder: the kind of the decision, and which actions to play there.
struct Kind {
    game: &'static str,
    name: &'static str,
    decision: &'static str,
    fits: fn(&dyn Match, &str) -> bool,
    /// Another bot than the review's plays on when a blunder is looked for.
    other: &'static str,
}

fn any(_: &dyn Match, _: &str) -> bool {
    true
}

/// Sums the goods of a seat of Puerto Rico.
fn goods(view: &Value, seat: usize) -> u64 {
    view["players"][seat]["goods"]
        .as_object()
        .map_or(0, |goods| goods.values().filter_map(Value::as_u64).sum())
}

fn captain_with_nothing(game: &dyn Match, action: &str) -> bool {
    let Some(seat) = game.to_act() else { return false };
    let view = game.view(seat);
    let others: u64 = (0..PLAYERS).map(|seat| goods(&view, seat)).sum();
    action == "captain" && goods(&view, seat.index()) == 0 && others > 0
}

const KINDS: [Kind; 13] = [
    Kind {
        game: "puerto-rico",
        name: "captain with nothing to ship",
        decision: "role",
        fits: captain_with_nothing,
        other: "builder",
    },
    Kind {
        game: "puerto-rico",
        name: "no building",
        decision: "build",
        fits: |_, action| action == "pass",
        other: "builder",
    },
    Kind { game: "puerto-rico", name: "a bad load", decision: "load", fits: any, other: "builder" },
    Kind {
        game: "mundus-novus",
        name: "a secret offer of relics",
        decision: "offer",
        fits: |_, action| action == "offer relic",
        other: "developer",
    },
    Kind { game: "mundus-novus", name: "a bad trade", decision: "take", fits: any, other: "developer" },
    Kind {
        game: "mundus-novus",
        name: "nothing laid",
        decision: "turn",
        fits: |_, action| action == "end",
        other: "developer",
    },
    Kind { game: "age-of-discovery", name: "a bad box", decision: "place", fits: any, other: "merchant" },
    Kind { game: "age-of-discovery", name: "a bad landing", decision: "land", fits: any, other: "merchant" },
    Kind {
        game: "age-of-discovery",
        name: "a bad battle or peace",
        decision: "warfare",
        fits: any,
        other: "merchant",
    },
    Kind { game: "francis-drake", name: "a bad stop", decision: "plymouth", fits: any, other: "raider" },
    Kind { game: "francis-drake", name: "a bad port", decision: "sail", fits: any, other: "raider" },
    Kind {
        game: "francis-drake",
        name: "a mission declined",
        decision: "mission",
        fits: |_, action| action == "decline",
        other: "raider",
    },
    // The last one, since its place is the seed of a kind's games.
    Kind { game: "mundus-novus", name: "a bad offer", decision: "offer", fits: any, other: "developer" },
];

pub(super) fn planted(numbers: Range<u64>, only: &str, folder: Option<&Path>) -> Result<()> {
    println!("game,blunder,number,decision,planted,made,best,loss,low,high,p,flagged");
    let is_wanted = |kind: &Kind| only.is_empty() || [kind.game, kind.name].contains(&only);
    for (index, kind) in KINDS.iter().enumerate().filter(|(_, kind)| is_wanted(kind)) {
        let row = |number: u64| {
            let file =
                folder.map(|folder| folder.join(format!("{}-{number}.json", kind.name.replace(' ', "-"))));
            let kept = file.as_ref().and_then(|file| fs::read(file).ok());
            let planted = match kept {
                Some(kept) => serde_json::from_slice(&kept)?,
                None => plant(kind, index as u64, number)?,
            };
            if let Some(file) = file {
                fs::write(file, serde_json::to_vec(&planted)?)?;
            }
            let Some(planted) = planted else { return Ok(None) };
            review_planted(kind, number, planted).map(Some)
        };
        let rows: Result<Vec<Option<String>>> = numbers.clone().into_par_iter().map(row).collect();
        let rows: Vec<String> = rows?.into_iter().flatten().collect();
        let flagged = rows.iter().filter(|row| row.ends_with("yes")).count();
        rows.iter().for_each(|row| println!("{row}"));
        let without = numbers.clone().count() - rows.len();
        eprintln!(
            "{}: {}: {flagged} of {} flagged; {without} without an occasion in {ATTEMPTS} games",
            kind.game,
            kind.name,
            rows.len()
        );
    }
    Ok(())
}

/// A game that ends with a blunder.
#[derive(Serialize, Deserialize)]
struct Planted {
    record: MoveRecord,
    /// What the blunder costs, by the playouts that confirm it.
    cost: f64,
}

/// Plays a game with a blunder of this kind; `None` if no game has an occasion.
fn plant(kind: &Kind, index: u64, number: u64) -> Result<Option<Planted>> {
    for attempt in 0..ATTEMPTS {
        let seed = Seed(index).derive(Purpose::Sample, number).derive(Purpose::Deal, attempt);
        let mut session = session(kind.game, ["ismcts"; PLAYERS], seed.0)?;
        // Blunders are spread over the game: the first occasions are passed over.
        let mut pass_over = seed.0 % 7;
        while session.to_act().is_some() {
            let chosen = choice(&session, "ismcts")?;
            if session.kind() == kind.decision && session.forced().is_none() {
                if pass_over > 0 {
                    pass_over -= 1;
                } else if let Some((action, cost)) = occasion(kind, &session, &chosen, seed)? {
                    session.play(&action)?;
                    return Ok(Some(Planted { record: to_record(&session, "review-proof"), cost }));
                }
            }
            session.play(&chosen)?;
        }
    }
    Ok(None)
}

/// Reviews the last decision of a game, which is a blunder; returns the row about it.
fn review_planted(kind: &Kind, number: u64, planted: Planted) -> Result<String> {
    let Planted { record, cost } = planted;
    let decision = record.actions.len() - 1;
    let preset = |name: &str| Preset::find(name, kind.game);
    let reviewer =
        Reviewer::new(record, ReviewSettings::default(), preset("ismcts")?, vec![preset("steady")?])?;
    let place = reviewer.place(decision).ok_or("the decision has a choice")?;
    let judged = reviewer.judge(place, &|| false).ok_or("nothing stops it")?.judged;
    let order = |candidate: usize| judged.candidates[candidate].order.replace(',', ";");
    let loss = judged.loss();
    let flagged = loss.is_some_and(|loss| {
        Judgement::of_size(loss.mean, PLAYERS).is_some() && loss.p * DECISIONS <= FALSE_FLAGS
    });
    let figures = loss.map_or("0,0,0,1".to_owned(), |loss| {
        format!("{:.4},{:.4},{:.4},{:.2e}", loss.mean, loss.low, loss.high, loss.p)
    });
    Ok(format!(
        "{},{},{number},{decision},{cost:.4},{},{},{figures},{}",
        kind.game,
        kind.name,
        order(judged.made),
        order(judged.reference),
        if flagged { "yes" } else { "no" },
    ))
}

/// Returns the blunder to play at the decision at hand, if there is one, and what it costs in win share: the action of
/// the kind that the other bot's policy rates worst, if it costs enough against `chosen`, the choice of `ismcts`.
fn occasion(kind: &Kind, session: &Session, chosen: &str, seed: Seed) -> Result<Option<(String, f64)>> {
    let game = session.game();
    let legal = game.legal();
    let other = Preset::find(kind.other, kind.game)?;
    let rated = game.rated(&other)?;
    let fitting = (0..legal.len()).filter(|&index| (kind.fits)(game, &legal[index]));
    let Some(worst) = fitting.min_by(|&a, &b| rated[a].score.total_cmp(&rated[b].score)) else {
        return Ok(None);
    };
    let chosen = game.index_of(chosen)?;
    if chosen == worst {
        return Ok(None);
    }
    let seed = seed.derive(Purpose::Bootstrap, session.decisions() as u64);
    let presets = [Preset::find("steady", kind.game)?, other];
    let least = |numbers: Range<u64>| -> Result<f64> {
        let mut least = f64::INFINITY;
        for (index, preset) in presets.iter().enumerate() {
            if least >= BLUNDER {
                let luck = seed.derive(Purpose::Bot, index as u64);
                least = least.min(cost(game, [chosen, worst], preset, luck, numbers.clone())?);
            }
        }
        Ok(least)
    };
    if least(0..GLANCE)? < BLUNDER || least(0..FOUND_BY)? < BLUNDER {
        return Ok(None);
    }
    let confirmed = least(FOUND_BY..FOUND_BY + CONFIRMED_BY)?;
    Ok((confirmed >= BLUNDER).then(|| (legal[worst].clone(), confirmed)))
}

/// Measures what an action costs the seat that decides against a good one, in win share, by playouts of a bot with
/// these numbers.
fn cost(
    game: &dyn Match,
    good_and_bad: [usize; 2],
    preset: &Preset,
    luck: Seed,
    numbers: Range<u64>,
) -> Result<f64> {
    let seat = game.to_act().ok_or("a seat decides")?;
    let (weights, jitter) = (game.table().info().weights, ReviewSettings::default().jitter);
    let mut costs = Moments::default();
    for number in numbers {
        let luck = luck.derive(Purpose::Sample, number);
        let bot = with_jitter(preset, weights, jitter, luck.derive(Purpose::Sample, 0));
        let ends = game.play_out(&good_and_bad, &[bot], luck, &|| false).ok_or("nothing stops it")?;
        if let [Some(good), Some(bad)] = ends.as_slice() {
            costs.push(f64::from(good.win_share[seat]) - f64::from(bad.win_share[seat]));
        }
    }
    Ok(costs.mean().unwrap_or(0.0))
}
