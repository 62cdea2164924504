//! The study for programs.

use crate::game::{PerSeat, Seat};
use serde_json::{Value, json};

use super::answer;
use super::measured::Measured;
use super::study::Study;
use super::worlds::Worlds;

/// Writes the study as JSON; lists of candidates are in the order of `actions`.
pub(super) fn object(study: &Study) -> Value {
    let result = &study.result;
    let mut object = study.object.clone();
    let mut add = |name: &str, value: Value| object.insert(name.to_owned(), value);
    add("version", env!("CARGO_PKG_VERSION").into());
    add("game", study.game.into());
    add("rules_version", study.rules_version.into());
    add("players", study.players.into());
    add("variant", json!(study.variant));
    add("round", study.round.into());
    add("decision", study.kind.into());
    if let Some(recorded) = &study.recorded {
        let record = json!({
            "run": recorded.run,
            "game": recorded.game,
            "decision": recorded.decision,
            "bot": recorded.bot,
            "played": recorded.action,
        });
        add("record", record);
    }
    add("bot", study.bot.as_str().into());
    add("seed", study.seed.into());
    add("settings", json!(study.settings));
    add("elapsed_ms", (result.elapsed.as_secs_f64() * 1e3).into());
    add("iterations_per_second", result.iterations_per_second().into());
    add("answer", answer::sentences(study).join(" ").into());
    add("notes", json!(answer::notes(study)));
    add("chosen", study.name(result.chosen).into());
    let moments = result.settling.iter().enumerate().map(|(number, moment)| {
        json!({
            "iterations": moment.iterations,
            "leader": study.name(study.leader(number)),
            "visits": study.order.iter().map(|&index| moment.visits[index]).collect::<Vec<_>>(),
            "values": study.order.iter().map(|&index| moment.values[index]).collect::<Vec<_>>(),
        })
    });
    add("settling", moments.collect());
    add("worlds", study.worlds.as_ref().map_or(Value::Null, |worlds| of_worlds(study, worlds)));
    if let Some(Value::Array(actions)) = object.get_mut("actions") {
        for (action, &index) in actions.iter_mut().zip(&study.order) {
            let report = &result.actions[index];
            action["share"] = study.share(index).into();
            action["win_share"] = list(report.win_share);
            action["points"] = list(report.points);
            action["games"] = report.games.into();
            let measured = |seat: Seat| Measured::of(report, seat);
            let intervals = |low: &dyn Fn(Measured) -> (f64, f64)| {
                Seat::all(study.players).map(|seat| measured(seat).map(low)).collect::<Option<Vec<_>>>()
            };
            action["win_share_interval"] = json!(intervals(&|found| found.win_interval.ends()));
            action["points_interval"] = json!(intervals(&|found| {
                (found.points - found.points_error, found.points + found.points_error)
            }));
            action["proven"] = json!(report.proven.map(|seat| seat.index()));
        }
    }
    Value::Object(object)
}

fn of_worlds(study: &Study, worlds: &Worlds) -> Value {
    let candidate = |&index: &usize| {
        let candidate = &worlds.candidates[index];
        let range = candidate.range();
        json!({
            "action": study.name(index),
            "best_in": candidate.best,
            "mean": candidate.mean(),
            "min": range.map(|range| range.0),
            "max": range.map(|range| range.1),
            "sd": candidate.deviation(),
            "noise": candidate.noise(),
            "visits": candidate.found.iter().map(|found| found.0).collect::<Vec<_>>(),
            "values": candidate.found.iter().map(|found| found.1).collect::<Vec<_>>(),
        })
    };
    json!({
        "count": worlds.count,
        "iterations": worlds.iterations,
        "same_world": worlds.same_world,
        "same_answer": worlds.same_answer,
        "verdict": worlds.verdict(&study.labels(), study.followed(), study.result.chosen),
        "actions": study.order.iter().map(candidate).collect::<Value>(),
    })
}

fn list(figures: Option<PerSeat<f64>>) -> Value {
    json!(figures.map(|figures| figures.as_slice().to_vec()))
}
