//! The review of a game: plain data, made from its judged decisions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tradewinds_bots::Opinion;
use tradewinds_tournament::MoveRecord;

use super::account::{Account, AccountStep, accounts, gifts, steps, sum};
use super::accuracy;
use super::judged::{Judged, Loss, LuckEvent, Passage, PlayoutMean};
use super::settings::ReviewSettings;
use super::verdict::{Judgement, flags, limits};

/// The number of decisions in a list of the worst.
const WORST: usize = 10;

/// A review of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The version of this form.
    pub review: u32,
    /// The version of the program that made it.
    pub tradewinds: String,
    /// The game's name.
    pub game: String,
    /// The version of the rules.
    pub rules_version: u32,
    /// The name of the variant; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// By which players the variant is judged, as a sentence; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub experts: Option<String>,
    /// The run that the record is of.
    pub run: String,
    /// The game's number in the run.
    pub number: u64,
    /// The preset whose search judges.
    pub bot: String,
    /// The presets that play on in playouts: one, or those of the seats.
    pub playout_bot: String,
    /// The effort, and the seed.
    pub settings: ReviewSettings,
    /// The smallest losses that are an inaccuracy, a mistake and a blunder, in win share.
    pub limits: [f64; 3],
    /// The number of decisions in the record.
    pub decisions: usize,
    /// The number of those with more than one legal action.
    pub unforced: usize,
    /// Whether all of these were judged.
    pub complete: bool,
    /// Whether the game was stopped before its end: it has no result then.
    pub truncated: bool,
    /// Whether its chance was completed for a game that people noted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub completed: bool,
    /// The seats.
    pub seats: Vec<SeatReview>,
    /// Whose decisions changed whose win share: the row is the seat that decided. Rows sum to 0. Empty unless all
    /// decisions were judged.
    pub gifts: Vec<Vec<PlayoutMean>>,
    /// The course of every seat's win share, split into decisions, luck and other play than expected.
    pub steps: Vec<AccountStep>,
    /// The random events and reveals of what no seat knew, in order of play.
    pub events: Vec<LuckEvent>,
    /// The decisions that were judged, in order of play.
    pub judged: Vec<Reviewed>,
}

/// The review of a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatReview {
    /// Its name.
    pub name: String,
    /// Its points at the end.
    pub points: i32,
    /// 1 plus the number of seats that are strictly better.
    pub rank: u8,
    /// The share of the win; in a game without a result, the expected one after the last decision that was judged.
    pub result: f64,
    /// Where its result came from; absent unless all decisions were judged, and luck was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
    /// Its decisions that were judged.
    pub decisions: usize,
    /// The win share that its decisions cost, those that are judged by points left out.
    pub lost: PlayoutMean,
    /// The number of decisions that are judged by points, since the win share was flat.
    pub by_points: usize,
    /// The sum of the points of the score that these cost.
    pub points_lost: PlayoutMean,
    /// The mean loss per decision in win share, with what lost points count where it was flat; absent without a
    /// decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<PlayoutMean>,
    /// Its decisions that are flagged.
    pub flagged: usize,
    /// The share of its decisions that are the choice of the search; absent without a decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<f64>,
    /// The accuracy in percent, by the formulas of lichess, with losses times [`Review::LOSS_SCALE`], over the
    /// decisions in which something could be lost; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Its worst decisions, indices into [`Review::judged`], flagged ones first, then by descending loss.
    pub worst: Vec<usize>,
    /// Its losses by kind of decision, in the order of the kinds' names.
    pub kinds: Vec<KindReview>,
}

/// The decisions of a seat of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindReview {
    /// The kind, in the game's own word.
    pub kind: String,
    /// The number of decisions that were judged.
    pub decisions: usize,
    /// The number of those that are flagged.
    pub flagged: usize,
    /// The sum of the losses in win share.
    pub loss: PlayoutMean,
}

/// A judged decision with its verdict.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reviewed {
    /// The judgement of the decision.
    pub judged: Judged,
    /// What the choice made cost; absent where it is the reference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
    /// What the bot itself said of the decision, if the record has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<Opinion>,
    /// The flag, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<Judgement>,
}

impl Review {
    /// The version of the form of reviews that this program writes.
    pub const FORM: u32 = 2;
    /// What losses are multiplied by in accuracies, so that these differ from bot to bot.
    pub const LOSS_SCALE: f64 = accuracy::SCALE;

    /// Makes the review of a record from the decisions that were judged, in order of play.
    pub(crate) fn new(
        record: &MoveRecord,
        names: &[String],
        (bot, playout_bot, settings): (&str, &str, &ReviewSettings),
        unforced: usize,
        passages: &[&Passage],
    ) -> Self {
        let players = record.players;
        let complete = passages.len() == unforced;
        let judged: Vec<&Judged> = passages.iter().map(|passage| &passage.judged).collect();
        let flags = flags(&judged, players);
        let result = result(record, judged.last().copied());
        let accounts = accounts(passages, &result).filter(|_| complete);
        let reviewed: Vec<Reviewed> = judged
            .iter()
            .zip(flags)
            .map(|(judged, flag)| {
                let opinion = record.actions[judged.decision].opinion.clone();
                Reviewed { judged: (*judged).clone(), loss: judged.loss(), opinion, flag }
            })
            .collect();
        let seats = (0..players).map(|seat| SeatReview {
            name: names[seat].clone(),
            points: record.seats[seat].score,
            rank: record.seats[seat].rank,
            result: result[seat],
            account: accounts.as_ref().map(|accounts| accounts[seat].clone()),
            accuracy: accuracy_of(&reviewed, seat, players, Self::LOSS_SCALE),
            ..seat_review(&reviewed, seat)
        });
        Self {
            review: Self::FORM,
            tradewinds: env!("CARGO_PKG_VERSION").to_owned(),
            game: record.game.clone(),
            rules_version: record.rules_version,
            variant: record.variant.as_ref().map(|variant| variant.name.clone()),
            experts: None,
            run: record.run.clone(),
            number: record.number,
            bot: bot.to_owned(),
            playout_bot: playout_bot.to_owned(),
            settings: settings.clone(),
            limits: limits(players),
            decisions: record.actions.len(),
            unforced,
            complete,
            truncated: record.truncated,
            completed: record.completed.is_some(),
            seats: seats.collect(),
            gifts: if complete { gifts(passages, players) } else { Vec::new() },
            steps: steps(passages, &result, complete),
            events: passages.iter().flat_map(|passage| passage.events.clone()).collect(),
            judged: reviewed,
        }
    }

    /// Writes the review as JSON.
    ///
    /// # Panics
    /// Never: a review is plain data.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a review is plain data");
        text.push('\n');
        text
    }

    /// Returns what the accuracy of a seat in percent would be with losses times `scale`; `None` without a decision.
    #[must_use]
    pub fn accuracy_with(&self, seat: usize, scale: f64) -> Option<f64> {
        accuracy_of(&self.judged, seat, self.seats.len(), scale)
    }

    /// Lists the decisions that are flagged, in order of play.
    pub fn flagged(&self) -> impl Iterator<Item = &Reviewed> {
        self.judged.iter().filter(|reviewed| reviewed.flag.is_some())
    }
}

/// Returns the share of the win of each seat: in a game without a result, the expected one after the last decision that
/// was judged.
fn result(record: &MoveRecord, last: Option<&Judged>) -> Vec<f64> {
    let winners = record.seats.iter().filter(|seat| seat.rank == 1).count().max(1);
    let share = |rank: u8| if rank == 1 { 1.0 / winners as f64 } else { 0.0 };
    match last.map(Judged::after).filter(|after| record.truncated && !after.is_empty()) {
        Some(after) => after.to_vec(),
        None if record.truncated => vec![1.0 / record.players as f64; record.players],
        None => record.seats.iter().map(|seat| share(seat.rank)).collect(),
    }
}

/// Returns the accuracy of a seat with a scale of the losses; `None` without a decision in which something could be
/// lost.
fn accuracy_of(all: &[Reviewed], seat: usize, players: usize, scale: f64) -> Option<f64> {
    let own = || all.iter().filter(|reviewed| reviewed.judged.seat == seat && reviewed.judged.is_at_stake());
    let loss_of = |reviewed: &Reviewed| reviewed.loss.map_or(0.0, |loss| loss.mean);
    let accuracies: Vec<f64> =
        own().map(|reviewed| accuracy::of_decision(loss_of(reviewed), players, scale)).collect();
    let wins: Vec<f64> = own().filter_map(|reviewed| reviewed.judged.before().get(seat).copied()).collect();
    accuracy::of_seat(&accuracies, &wins)
}

/// Sums up the decisions of a seat; the rest of its review is left empty.
fn seat_review(all: &[Reviewed], seat: usize) -> SeatReview {
    let own: Vec<(usize, &Reviewed)> =
        all.iter().enumerate().filter(|(_, reviewed)| reviewed.judged.seat == seat).collect();
    let count = own.len();
    let is_error = |reviewed: &Reviewed| reviewed.flag.is_some();
    let loss_of = |reviewed: &Reviewed| reviewed.loss.map_or(0.0, |loss| loss.mean);
    let mut kinds: BTreeMap<&str, Vec<&Reviewed>> = BTreeMap::new();
    for (_, reviewed) in &own {
        kinds.entry(&reviewed.judged.kind).or_default().push(reviewed);
    }
    let kind = |(kind, of_kind): (&str, Vec<&Reviewed>)| KindReview {
        kind: kind.to_owned(),
        decisions: of_kind.len(),
        flagged: of_kind.iter().filter(|reviewed| is_error(reviewed)).count(),
        loss: sum(of_kind.iter().map(|reviewed| reviewed.judged.cost())),
    };
    let mut worst: Vec<(usize, &Reviewed)> =
        own.iter().copied().filter(|(_, reviewed)| loss_of(reviewed) > 0.0).collect();
    worst.sort_by(|(_, a), (_, b)| is_error(b).cmp(&is_error(a)).then(loss_of(b).total_cmp(&loss_of(a))));
    let by_points = || own.iter().filter_map(|(_, reviewed)| reviewed.judged.points_cost());
    let by_share = own.iter().filter(|(_, reviewed)| reviewed.judged.point_worth.is_none());
    let per_decision = 1.0 / count as f64;
    SeatReview {
        name: String::new(),
        points: 0,
        rank: 0,
        result: 0.0,
        account: None,
        decisions: count,
        lost: sum(by_share.map(|(_, reviewed)| reviewed.judged.cost())),
        by_points: by_points().count(),
        points_lost: sum(by_points()),
        loss: (count > 0)
            .then(|| sum(own.iter().map(|(_, reviewed)| reviewed.judged.cost())).times(per_decision)),
        flagged: own.iter().filter(|(_, reviewed)| is_error(reviewed)).count(),
        agreement: (count > 0).then(|| {
            per_decision * own.iter().filter(|(_, reviewed)| reviewed.judged.agrees()).count() as f64
        }),
        accuracy: None,
        worst: worst.into_iter().take(WORST).map(|(index, _)| index).collect(),
        kinds: kinds.into_iter().map(kind).collect(),
    }
}
