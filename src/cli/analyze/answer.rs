//! The answer in plain sentences, and the evidence against it.

use crate::cli::search::goal;
use crate::game::counted;
use crate::report::decimal;
use crate::search::RolloutKind;
use crate::stats::Clearness;

use super::measured::{MIN_GAMES, Measured};
use super::study::Study;

/// Values that differ by less than this count as equal.
const SMALLEST: f64 = 0.02;
/// The maximum number of names in a list.
const NAMED: usize = 4;

/// Describes the result of the search: first the answer, with the answers in single worlds, then what was measured of
/// it, then whether its value has settled.
pub(super) fn sentences(study: &Study) -> Vec<String> {
    let chosen = study.result.chosen;
    let name = study.label(chosen);
    if study.result.actions.len() == 1 {
        return vec![format!("{name}: it is the only choice.")];
    }
    if study.result.actions[chosen].proven == Some(study.result.seat) {
        return vec![format!("{name}: it is proven to win.")];
    }
    let rivals = rivals(study);
    if study.clearness() == Clearness::TooFew {
        return vec![too_few(study)];
    }
    let against = study.worlds.as_ref().and_then(|worlds| worlds.against(chosen, &rivals));
    let answer = match (&study.worlds, against) {
        (Some(worlds), Some(other)) => {
            let k = worlds.candidates[other].best;
            let (other, count) = (study.label(other), counted(worlds.count, "single world"));
            format!("{name} here, but {other} in {k} of {count}: {}.", worlds.why())
        }
        (Some(worlds), None) if !worlds.same_world => {
            let answers = worlds.answers(&study.labels(), NAMED);
            format!("{}; the answer in single worlds: {answers}.", verdict(study, &rivals))
        }
        _ => format!("{}.", verdict(study, &rivals)),
    };
    [Some(answer), played_on(study), moving(study)].into_iter().flatten().collect()
}

/// Says that there are too few visits for an answer.
fn too_few(study: &Study) -> String {
    let chosen = study.result.chosen;
    let (visits, all) = (study.result.actions[chosen].visits, counted(study.visits(), "visit"));
    format!(
        "Too few visits for an answer: {} has {visits} of {all}, and nothing is said below {}; more iterations help.",
        study.label(chosen),
        Clearness::LEAST
    )
}

/// Says how the games ended that were played on from the answer, with their number and the interval.
fn played_on(study: &Study) -> Option<String> {
    let chosen = study.result.chosen;
    let report = &study.result.actions[chosen];
    let measured = Measured::of(report, study.result.seat)?;
    Some(format!(
        "Of {} played on from {} by {}, seat {} wins {} [{}].",
        counted(report.games, "game"),
        study.label(chosen),
        rollouts(study),
        study.result.seat.number(),
        decimal(measured.win_share, 3),
        measured.range()
    ))
}

/// Describes how clear the answer is.
fn verdict(study: &Study, rivals: &[usize]) -> String {
    let chosen = study.result.chosen;
    let name = study.label(chosen);
    let value = |index: usize| decimal(study.value(index), 3);
    let percent = |index: usize| format!("{} %", decimal(study.share(index) * 100.0, 0));
    if !rivals.is_empty() {
        let all = [&[chosen], rivals].concat();
        let values = all.iter().filter_map(|&index| study.value(index));
        let (low, high) =
            values.fold((1.0, 0.0), |(low, high): (f64, f64), one| (low.min(one), high.max(one)));
        let (low, high) = (decimal(low, 3), decimal(high, 3));
        let values = if low == high {
            format!("all of value {low}")
        } else {
            format!("of values from {low} to {high}")
        };
        let names = listed(all.iter().map(|&index| study.label(index)));
        let visits = all.iter().map(|&index| study.result.actions[index].visits.to_string());
        let visits: Vec<String> = visits.collect();
        let visits = listed(visits.iter().map(String::as_str));
        return format!("a toss-up between {names}, {values} after {visits} visits");
    }
    let clearly = match study.clearness() {
        Clearness::Clearly => "clearly",
        Clearness::Rather | Clearness::TossUp | Clearness::TooFew => "but not clearly",
    };
    let next = study.next().map_or(String::new(), |index| {
        format!("; next is {} with {} and {}", study.label(index), percent(index), value(index))
    });
    format!(
        "{name}, {clearly}: {} of {} and value {}{next}",
        percent(chosen),
        counted(study.visits(), "visit"),
        value(chosen)
    )
}

/// Lists the candidates that may be as good as the answer, by descending visits: those with about the same
/// value and at least half of its visits, and those with a higher value.
fn rivals(study: &Study) -> Vec<usize> {
    let chosen = study.result.chosen;
    let visits = |index: usize| study.result.actions[index].visits;
    let Some(value) = study.value(chosen) else { return Vec::new() };
    let is_rival = |&index: &usize| {
        let near =
            |other: f64| other > value || (other >= value - SMALLEST && 2 * visits(index) >= visits(chosen));
        index != chosen && visits(index) >= MIN_GAMES && study.value(index).is_some_and(near)
    };
    study.order.iter().copied().filter(is_rival).collect()
}

/// Describes how the value of the answer still moves, if by [`SMALLEST`] or more since about half of the
/// budget.
fn moving(study: &Study) -> Option<String> {
    let chosen = study.result.chosen;
    let (last, before) = study.result.settling.split_last()?;
    let half =
        before.iter().rev().find(|moment| 2 * moment.iterations <= last.iterations + last.iterations / 5)?;
    let (from, to) = (half.values[chosen]?, last.values[chosen]?);
    let way = if to < from { "fell" } else { "rose" };
    ((to - from).abs() >= SMALLEST).then(|| {
        format!(
            "The value of {} still moves: it {way} from {} after {} to {} after {}; more iterations may change the \
             answer.",
            study.label(chosen),
            decimal(from, 3),
            counted(half.iterations, "iteration"),
            decimal(to, 3),
            last.iterations,
        )
    })
}

/// Explains the columns of the candidates, and points out contradictions between them.
pub(super) fn notes(study: &Study) -> Vec<String> {
    let settings = &study.settings;
    let seat = study.result.seat.number();
    let end = goal(settings.reward);
    let value = match settings.cutoff {
        None => format!("{end} at the end of the games"),
        Some(0) => "the estimate of its win share where an iteration leaves the tree".to_owned(),
        Some(cutoff) => {
            let moves = counted(cutoff, "move");
            format!("the estimate of its win share where a game is cut off after {moves}")
        }
    };
    let measured = match settings.cutoff {
        None => "the same games",
        Some(_) => "the same games played on to the end",
    };
    let mut notes = vec![
        format!("value: what the search maximises, 0 to 1: for seat {seat}, the mean of {value}"),
        format!(
            "win share, points: means of {measured}, by {}; 95 % intervals as of independent games; NA below \
             {MIN_GAMES} games",
            rollouts(study)
        ),
    ];
    notes.extend(equal_values(study));
    notes.extend(disagreement(study));
    notes
}

/// Describes how games are played on.
fn rollouts(study: &Study) -> &'static str {
    match study.settings.rollout {
        RolloutKind::Heuristic => "moves of the policy",
        _ => "random moves",
    }
}

/// Returns the followed candidates that were measured, each with its value and its measurements.
fn measured(study: &Study) -> Vec<(usize, f64, Measured)> {
    let of = |&index: &usize| {
        let measured = Measured::of(&study.result.actions[index], study.result.seat)?;
        Some((index, study.value(index)?, measured))
    };
    study.followed().iter().filter_map(of).collect()
}

/// Explains what it means that other candidates have the answer's value.
fn equal_values(study: &Study) -> Option<String> {
    let value = decimal(study.value(study.result.chosen), 3);
    let equal: Vec<(usize, f64, Measured)> =
        measured(study).into_iter().filter(|(_, other, _)| decimal(*other, 3) == value).collect();
    if equal.len() < 2 {
        return None;
    }
    let names = listed(equal.iter().map(|(index, _, _)| study.label(*index)));
    let differ = equal.iter().any(|(_, _, a)| equal.iter().any(|(_, _, b)| a.is_above(b)));
    let shares = if differ {
        "their win shares differ by more than chance"
    } else {
        "their win shares differ by no more than chance"
    };
    Some(format!("{names} have the same value: the search sees no difference between them; {shares}."))
}

/// Points out where value and win share, which with a cutoff are two separate estimates, differ by more than
/// chance.
fn disagreement(study: &Study) -> Option<String> {
    study.settings.cutoff?; // without a cutoff, both come from the same games
    let measured = measured(study);
    let apart = measured.iter().filter(|(_, value, measured)| !measured.holds(*value));
    let apart: Vec<&str> = apart.map(|(index, _, _)| study.label(*index)).collect();
    let of_chosen = measured.iter().find(|(index, _, _)| *index == study.result.chosen);
    let better = of_chosen.and_then(|(_, _, own)| {
        let above = measured.iter().filter(|(_, _, other)| other.is_above(own));
        above.max_by(|a, b| a.2.win_share.total_cmp(&b.2.win_share))
    });
    if apart.is_empty() && better.is_none() {
        return None;
    }
    let mut text = match apart.len() {
        0 => String::new(),
        _ => format!(
            "Value and win share differ by more than chance for {}: the estimate expects other play than {}.",
            listed(apart),
            rollouts(study),
        ),
    };
    if let Some((index, _, measured)) = better {
        let space = if text.is_empty() { "" } else { " " };
        text.push_str(&format!(
            "{space}By win share {} is ahead ({}).",
            study.label(*index),
            measured.range()
        ));
    }
    Some(text)
}

/// Lists names: `a`, `a and b`, `a, b and c`, or the first few and the number of others.
fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    if names.len() > NAMED {
        let more = names.len() - (NAMED - 1);
        names.truncate(NAMED - 1);
        names.push(format!("{more} more"));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}
