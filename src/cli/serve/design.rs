//! The referee of *Design*: plays the studies that a page asks for, as `tradewinds balance` does.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::arena::find;
use crate::lab::balance::{Arm, Balance, BalanceManifest, BalanceResult, Call, MetricRow, Verdict};
use crate::lab::{Bound, Study as _, StudyWatch};
use crate::tournament::{Progress, write_synced};
use crate::web::{DesignAnswer, DesignQuestion, Finding, Referee};

/// Plays balance studies.
pub(super) struct Balances;

/// The seed of all studies: more deals have those of fewer among them.
const SEED: u64 = 2026;

impl Referee for Balances {
    fn judge(
        &self,
        question: &DesignQuestion,
        deals: u64,
        folder: &Path,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(f64, Option<Duration>),
    ) -> Result<Option<DesignAnswer>, String> {
        let said = |error: &dyn std::fmt::Display| error.to_string();
        let game = find(&question.game).map_err(|error| said(&error))?;
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        // The manifest names the variant by its file, as one that somebody writes does.
        let variant = folder.join("variant.toml");
        let text = toml::to_string(&question.variant).map_err(|error| said(&error))?;
        write_synced(&variant, &text).map_err(|error| format!("{}: {error}", variant.display()))?;
        let DesignQuestion { players, bot, .. } = question;
        let manifest = format!(
            "name = {:?}\ngame = {:?}\nseed = {SEED}\ndeals = {deals}\nplayers = [{players}]\n\
             variants = [\"variant.toml\"]\n\n[[table]]\nname = {bot:?}\nbots = [{bot:?}]\n",
            question.variant.name, question.game
        );
        let manifest = BalanceManifest::parse("the question", &manifest).map_err(|error| said(&error))?;
        let study = Balance::new(game, manifest, &folder.join("design.toml"), folder)
            .map_err(|error| said(&error))?;
        let mut meter = Meter { steps: study.tournaments() as f64, step: 0.0, part: 0.0, left: None, watch };
        let found = study.run(0, stop, &mut meter).map_err(|error| said(&error))?;
        Ok(found.map(|found| judged(&found, deals)))
    }
}

/// Hands on how far a study is.
struct Meter<'a> {
    steps: f64,
    /// The steps that have begun.
    step: f64,
    /// The part of the last one that is done.
    part: f64,
    left: Option<Duration>,
    watch: &'a mut dyn FnMut(f64, Option<Duration>),
}

impl StudyWatch for Meter<'_> {
    fn begin(&mut self, _: &'static str, _: &str) {
        self.step += 1.0;
        self.part = 0.0;
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        self.part = progress.finished as f64 / progress.games.max(1) as f64;
        let part = ((self.step - 1.0 + self.part) / self.steps).clamp(0.0, 1.0);
        (self.watch)(part, self.left);
    }

    fn left(&mut self, left: Duration, _: Bound) {
        self.left = Some(left);
    }
}

/// Puts the findings of a study into the words of the page.
fn judged(found: &BalanceResult, deals: u64) -> DesignAnswer {
    let Some(cell) = found.cells.first() else { return DesignAnswer { deals, ..DesignAnswer::default() } };
    let [standard, new] = &cell.arms[..] else { return DesignAnswer { deals, ..DesignAnswer::default() } };
    let share = |arm: &Arm, place: usize| {
        let row = arm.row("win_share_place", &place.to_string())?;
        let (value, interval) = (row.value?, row.interval);
        Some((value, interval.map_or(value, |range| range.low), interval.map_or(value, |range| range.high)))
    };
    let seats = (0..cell.players).filter_map(|place| Some([share(standard, place)?, share(new, place)?]));
    DesignAnswer {
        deals,
        games: cell.games,
        verdicts: new.verdicts.iter().map(|verdict| finding(verdict, deals)).collect(),
        changes: changes(standard, new),
        seats: seats.collect(),
        experts: found.experts.clone(),
    }
}

/// The maximum number of other changes that an answer names.
const CHANGES: usize = 5;
/// The chance of an error in all changes together.
const ERROR: f64 = 0.05;

/// Says what changed most beside fairness, of all that is shown to have changed.
fn changes(standard: &Arm, new: &Arm) -> Vec<String> {
    let mut shown: Vec<(u8, f64, String)> = Vec::new();
    for row in new.rows.iter().filter(|row| row.p_holm.is_some_and(|p| p < ERROR)) {
        let before = standard.row(row.metric, &row.item).and_then(|before| before.value);
        if let (Some(value), Some(before)) = (row.value, before)
            && let Some((class, text)) = in_words(row, value, before)
        {
            shown.push((class, (value - before).abs(), text));
        }
    }
    shown.sort_by(|one, other| (one.0.cmp(&other.0)).then(other.1.total_cmp(&one.1)));
    shown.into_iter().take(CHANGES).map(|(.., text)| text).collect()
}

/// Says what became of a metric, with the place of its kind among the kinds; `None` for those that say fairness again.
fn in_words(row: &MetricRow, value: f64, before: f64) -> Option<(u8, String)> {
    let item = row.item.replace('_', " ");
    let (now, then) = (format!("{:.0} %", value * 100.0), format!("{:.0} %", before * 100.0));
    Some(match row.metric {
        "win_share_owners" => (0, format!("owners of the {item} win {now} instead of {then}")),
        "owned" => (1, format!("{now} of the seats own the {item} instead of {then}")),
        "decided_early" => (2, format!("{now} of the games are decided early instead of {then}")),
        "rounds" => (3, format!("a game has {value:.1} rounds instead of {before:.1}")),
        _ => return None,
    })
}

fn finding(verdict: &Verdict, deals: u64) -> Finding {
    let points = |share: f64| format!("{:.1}", share * 100.0);
    let change = match &verdict.change {
        Some(change) => format!(
            "unfairness {} points of win share instead of {}; the change is between {} and {} with 95 % for all \
             questions together",
            // Below 0, noise is all there is.
            points(verdict.variant.max(0.0)),
            points(verdict.baseline.max(0.0)),
            points(change.interval.low),
            points(change.interval.high)
        ),
        None => "no game differs".to_owned(),
    };
    let more = match verdict.deals_needed {
        Some(needed) if verdict.call == Call::NotDecided => {
            format!("; about {} more deals would decide", needed.saturating_sub(deals))
        }
        _ => String::new(),
    };
    Finding {
        question: verdict.question.word().to_owned(),
        answer: verdict.call.to_string(),
        sure: change + &more,
    }
}
