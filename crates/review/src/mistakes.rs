//! What one player does wrong over many games: errors by kind of decision, the worst decisions, and the openings.
//!
//! A game is the unit of all intervals: decisions of one game have the position, the others and the luck in common.

mod told;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tradewinds_game::from_one;
use tradewinds_stats::{Blocks, Influence, Moments, share_over_blocks};

use super::account::sum;
use super::judged::{Loss, NORMAL, PlayoutMean};
use super::review::{Review, Reviewed};
use super::verdict::Judgement;

pub use told::{mistakes_page, mistakes_sections};

/// The number of decisions in the list of the worst, and of openings in theirs.
const SHOWN: usize = 10;

/// The seats whose decisions are looked at: all of them, or those of one number or one name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// The index of the seat.
    pub seat: Option<usize>,
    /// The name of a person or of a bot; the number that a table adds to equal names may be left out.
    pub name: Option<String>,
}

impl Chosen {
    /// Returns whether a seat of a game is one of these.
    #[must_use]
    pub fn has(&self, seat: usize, name: &str) -> bool {
        let plain = name.strip_suffix(&format!(" {}", from_one(seat))).unwrap_or(name);
        let is_named = |wanted: &String| {
            [name, plain].iter().any(|name| name.to_lowercase() == wanted.trim().to_lowercase())
        };
        self.seat.is_none_or(|wanted| wanted == seat) && self.name.as_ref().is_none_or(is_named)
    }

    /// Lists the chosen seats of a review.
    fn of(&self, review: &Review) -> Vec<usize> {
        let seats = review.seats.iter().enumerate();
        seats.filter(|(seat, found)| self.has(*seat, &found.name)).map(|(seat, _)| seat).collect()
    }
}

/// A mean over games with its 95 % interval, which is absent where one game alone says nothing of others.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverGames {
    /// The mean.
    pub mean: f64,
    /// The lower and the upper end of the interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}

/// What went wrong over many games, by game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistakes {
    /// The version of this form.
    pub mistakes: u32,
    /// The version of the program that made it.
    pub tradewinds: String,
    /// The games of which there are records, in the order of their first ones.
    pub games: Vec<GameMistakes>,
}

/// What went wrong in one game over many records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameMistakes {
    /// The game's name.
    pub game: String,
    /// The names of the seats that are looked at.
    pub names: Vec<String>,
    /// The number of records in which one of them sat.
    pub records: usize,
    /// The number of their decisions that are judged.
    pub decisions: usize,
    /// The number of those that are flagged.
    pub flagged: usize,
    /// Their share of the win.
    pub result: OverGames,
    /// The loss per decision in win share.
    pub loss: OverGames,
    /// The losses by kind of decision: the kinds that cost most in all come first.
    pub kinds: Vec<KindMistakes>,
    /// The worst decisions, flagged ones first, then by descending loss.
    pub worst: Vec<WorstDecision>,
    /// The first decisions of the first round, the most frequent first.
    pub openings: Vec<OpeningResult>,
}

/// The decisions of one kind over many records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindMistakes {
    /// The kind, in the game's own word.
    pub kind: String,
    /// The number of records that have one.
    pub records: usize,
    /// The number of decisions.
    pub decisions: usize,
    /// The number of those that are flagged.
    pub flagged: usize,
    /// The loss per decision in win share.
    pub loss: OverGames,
    /// The loss per record in win share.
    pub per_record: f64,
}

/// A decision that cost much, and where it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorstDecision {
    /// The file of the record.
    pub record: String,
    /// The decision's number in the record, from 0.
    pub decision: usize,
    /// The round.
    pub round: u32,
    /// The seat, from 0.
    pub seat: usize,
    /// The seat's name.
    pub name: String,
    /// The kind, in the game's own word.
    pub kind: String,
    /// The choice made, as an order.
    pub made: String,
    /// The best choice, as an order.
    pub best: String,
    /// What the choice made cost, in win share.
    pub loss: Loss,
    /// Whether it was judged by points of the score, since the win share was flat.
    pub by_points: bool,
    /// The flag, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<Judgement>,
}

/// A first decision and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningResult {
    /// The kind of the decision, in the game's own word.
    pub kind: String,
    /// The decision, as an order.
    pub order: String,
    /// The number of records that begin with it.
    pub records: usize,
    /// The share of the win in them.
    pub result: OverGames,
    /// What the decision itself cost, in win share.
    pub loss: OverGames,
}

/// One record's part of a mean: a sum, and the number of what was summed up.
#[derive(Clone, Copy, Default)]
struct Part {
    sum: PlayoutMean,
    count: usize,
}

impl Part {
    fn of<'a>(all: impl Iterator<Item = &'a Reviewed>) -> Self {
        let costs: Vec<PlayoutMean> = all.map(|reviewed| reviewed.judged.cost()).collect();
        Self { count: costs.len(), sum: sum(costs) }
    }
}

/// Returns the mean over all of the parts, by a ratio of sums over records. The interval of a single record is that of
/// its playouts.
fn mean_of(parts: &[Part]) -> OverGames {
    let parts: Vec<&Part> = parts.iter().filter(|part| part.count > 0).collect();
    let blocks = Blocks::new(parts.iter().map(|_| 0));
    let sums: Vec<f64> = parts.iter().map(|part| part.sum.mean).collect();
    let counts: Vec<f64> = parts.iter().map(|part| part.count as f64).collect();
    let Some(ratio) = (!parts.is_empty()).then(|| Influence::ratio(&blocks, &sums, &counts)).flatten() else {
        return OverGames::default();
    };
    let interval = match &parts[..] {
        [one] => {
            let half = NORMAL * one.sum.error / one.count as f64;
            Some([ratio.value() - half, ratio.value() + half])
        }
        _ => ratio.estimate(&blocks).interval().map(|found| [found.low, found.high]),
    };
    OverGames { mean: ratio.value(), interval }
}

/// Returns the mean of shares of the win, one for each record.
fn share_of(results: &[f64]) -> OverGames {
    let mut blocks = Moments::default();
    results.iter().for_each(|&result| blocks.push(result));
    match share_over_blocks(&blocks, results.len() as u64) {
        Some(found) => OverGames {
            mean: found.share,
            interval: found.interval.map(|interval| [interval.low, interval.high]),
        },
        None => OverGames::default(),
    }
}

/// A review with the seats of it that are looked at.
struct Seen<'a> {
    record: &'a str,
    review: &'a Review,
    seats: Vec<usize>,
}

impl<'a> Seen<'a> {
    fn own(&self) -> impl Iterator<Item = &'a Reviewed> {
        let seats = self.seats.clone();
        self.review.judged.iter().filter(move |reviewed| seats.contains(&reviewed.judged.seat))
    }

    fn result(&self, seats: &[usize]) -> f64 {
        let results = seats.iter().map(|&seat| self.review.seats[seat].result);
        results.sum::<f64>() / seats.len() as f64
    }
}

impl Mistakes {
    /// The version of the form that this program writes.
    pub const FORM: u32 = 1;

    /// Sums up reviews, each with the file of its record. Records in which no chosen seat sat are left out.
    #[must_use]
    pub fn of(reviews: &[(String, Review)], chosen: &Chosen) -> Self {
        let mut by_game: Vec<(&str, Vec<Seen<'_>>)> = Vec::new();
        for (record, review) in reviews {
            let seats = chosen.of(review);
            if seats.is_empty() {
                continue;
            }
            let seen = Seen { record, review, seats };
            match by_game.iter_mut().find(|(game, _)| *game == review.game) {
                Some((_, all)) => all.push(seen),
                None => by_game.push((&review.game, vec![seen])),
            }
        }
        Self {
            mistakes: Self::FORM,
            tradewinds: env!("CARGO_PKG_VERSION").to_owned(),
            games: by_game.into_iter().map(|(game, all)| of_game(game, &all)).collect(),
        }
    }

    /// Writes it as JSON.
    ///
    /// # Panics
    /// Never: it is plain data.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("it is plain data");
        text.push('\n');
        text
    }
}

fn of_game(game: &str, all: &[Seen<'_>]) -> GameMistakes {
    let mut names: Vec<String> = Vec::new();
    for seen in all {
        let own = seen.seats.iter().map(|&seat| seen.review.seats[seat].name.clone());
        own.for_each(|name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
    }
    let parts: Vec<Part> = all.iter().map(|seen| Part::of(seen.own())).collect();
    let flagged = all.iter().flat_map(Seen::own).filter(|reviewed| reviewed.flag.is_some()).count();
    GameMistakes {
        game: game.to_owned(),
        names,
        records: all.len(),
        decisions: parts.iter().map(|part| part.count).sum(),
        flagged,
        result: share_of(&all.iter().map(|seen| seen.result(&seen.seats)).collect::<Vec<_>>()),
        loss: mean_of(&parts),
        kinds: kinds(all),
        worst: worst(all),
        openings: openings(all),
    }
}

fn kinds(all: &[Seen<'_>]) -> Vec<KindMistakes> {
    let mut found: BTreeMap<&str, Vec<Vec<&Reviewed>>> = BTreeMap::new();
    for (place, seen) in all.iter().enumerate() {
        for reviewed in seen.own() {
            let records = found.entry(&reviewed.judged.kind).or_insert_with(|| vec![Vec::new(); all.len()]);
            records[place].push(reviewed);
        }
    }
    let kind = |(kind, records): (&str, Vec<Vec<&Reviewed>>)| {
        let parts: Vec<Part> = records.iter().map(|own| Part::of(own.iter().copied())).collect();
        let flagged = records.iter().flatten().filter(|reviewed| reviewed.flag.is_some()).count();
        KindMistakes {
            kind: kind.to_owned(),
            records: parts.iter().filter(|part| part.count > 0).count(),
            decisions: parts.iter().map(|part| part.count).sum(),
            flagged,
            loss: mean_of(&parts),
            per_record: parts.iter().map(|part| part.sum.mean).sum::<f64>() / all.len() as f64,
        }
    };
    let mut kinds: Vec<KindMistakes> = found.into_iter().map(kind).collect();
    kinds.sort_by(|a, b| b.per_record.total_cmp(&a.per_record));
    kinds
}

fn worst(all: &[Seen<'_>]) -> Vec<WorstDecision> {
    let decision = |seen: &Seen<'_>, reviewed: &Reviewed| {
        let judged = &reviewed.judged;
        let order = |index: usize| judged.candidates[index].order.clone();
        Some(WorstDecision {
            record: seen.record.to_owned(),
            decision: judged.decision,
            round: judged.round,
            seat: judged.seat,
            name: seen.review.seats[judged.seat].name.clone(),
            kind: judged.kind.clone(),
            made: order(judged.made),
            best: order(judged.reference),
            loss: reviewed.loss.filter(|loss| loss.mean > 0.0)?,
            by_points: judged.point_worth.is_some(),
            flag: reviewed.flag,
        })
    };
    let mut worst: Vec<WorstDecision> =
        all.iter().flat_map(|seen| seen.own().filter_map(move |reviewed| decision(seen, reviewed))).collect();
    worst.sort_by(|a, b| {
        let flagged = b.flag.is_some().cmp(&a.flag.is_some());
        flagged.then(b.loss.mean.total_cmp(&a.loss.mean))
    });
    worst.truncate(SHOWN);
    worst
}

fn openings(all: &[Seen<'_>]) -> Vec<OpeningResult> {
    let mut found: BTreeMap<(String, String), Vec<(f64, Part)>> = BTreeMap::new();
    for seen in all {
        for &seat in &seen.seats {
            let first = seen.own().find(|reviewed| reviewed.judged.seat == seat);
            // The record of the end of a game has no opening.
            let Some(first) = first.filter(|first| first.judged.round == 1) else { continue };
            let judged = &first.judged;
            let key = (judged.kind.clone(), judged.candidates[judged.made].order.clone());
            found.entry(key).or_default().push((seen.result(&[seat]), Part::of(std::iter::once(first))));
        }
    }
    let opening = |((kind, order), records): ((String, String), Vec<(f64, Part)>)| {
        let (results, parts): (Vec<f64>, Vec<Part>) = records.into_iter().unzip();
        OpeningResult {
            kind,
            order,
            records: results.len(),
            result: share_of(&results),
            loss: mean_of(&parts),
        }
    };
    let mut openings: Vec<OpeningResult> = found.into_iter().map(opening).collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.records));
    openings.truncate(SHOWN);
    openings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_chosen_by_number_and_name() {
        let named = |name: &str| Chosen { seat: None, name: Some(name.to_owned()) };
        for (chosen, seat, name, is_chosen) in [
            (Chosen::default(), 3, "steady 4", true),
            (Chosen { seat: Some(2), name: None }, 2, "Anna", true),
            (Chosen { seat: Some(2), name: None }, 1, "Anna", false),
            (named("anna"), 0, "Anna", true),
            (named("steady"), 1, "steady 2", true),
            (named("steady 2"), 1, "steady 2", true),
            // The 3 is part of the name.
            (named("steady"), 1, "steady 3", false),
            (named("Ben"), 0, "Anna", false),
        ] {
            assert_eq!(chosen.has(seat, name), is_chosen, "{chosen:?} {seat} {name}");
        }
    }

    /// By hand: the ratio of the sums, with the error of its linear part over two games.
    #[test]
    fn a_mean_over_games_has_the_games_as_its_units() {
        let part = |mean: f64, count| Part { sum: PlayoutMean { mean, error: 0.02 }, count };
        let one = mean_of(&[part(0.3, 10), Part::default()]);
        let half = 1.96 * 0.02 / 10.0;
        assert!((one.mean - 0.03).abs() < 1e-12);
        let [low, high] = one.interval.unwrap();
        assert!((low - 0.03 + half).abs() < 1e-12 && (high - 0.03 - half).abs() < 1e-12);
        let two = mean_of(&[part(0.3, 10), part(0.1, 10)]);
        assert!((two.mean - 0.02).abs() < 1e-12);
        // Two numbers, 0.03 and 0.01: standard error 0.01, and Student's t of one degree of freedom.
        let [low, high] = two.interval.unwrap();
        assert!((high - low - 2.0 * 12.706_204_736 * 0.01).abs() < 1e-6, "{low} {high}");
        assert_eq!(mean_of(&[]), OverGames::default());
        assert_eq!(share_of(&[1.0]).interval, None);
        let shares = share_of(&[1.0, 0.0, 0.5, 0.5]);
        assert!((shares.mean - 0.5).abs() < 1e-12 && shares.interval.is_some());
    }
}
