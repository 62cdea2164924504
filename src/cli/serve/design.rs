//! The referee of *Design*: plays the studies that a page asks for, as `tradewinds balance` does.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::arena::find;
use crate::game::{Variant, counted};
use crate::lab::balance::{
    Arm, Balance, BalanceManifest, BalanceResult, Call, Cell, FairAlternative, FairResult, MetricRow,
    Question, Verdict,
};
use crate::lab::fair::Fair;
use crate::lab::{Bound, Study as _, StudyWatch};
use crate::tournament::{Progress, write_synced};
use crate::web::{DesignAnswer, DesignQuestion, Finding, LEVELS, LeastChange, LeastChanges, Referee};

/// Plays balance studies.
pub(super) struct Balances;

/// The seed of all studies: more deals have those of fewer among them.
const SEED: u64 = 2026;
/// The games of the search for the least change, for each deal that confirms what it finds.
const SEARCHED: u64 = 20;

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
        // The manifest names the variant by its file, as one that somebody writes does. It stands beside the study's
        // folder, which holds nothing else.
        let variant = folder.with_file_name("variant.toml");
        let text = toml::to_string(&question.variant).map_err(|error| said(&error))?;
        write_synced(&variant, &text).map_err(|error| format!("{}: {error}", variant.display()))?;
        let manifest = BalanceManifest::parse("the question", &manifest(question, deals))
            .map_err(|error| said(&error))?;
        let source = folder.with_file_name("design.toml");
        if question.least {
            let study = Fair::new(game, manifest, &source, folder).map_err(|error| said(&error))?;
            // The search, then the rules before and the alternatives.
            let mut meter = Meter::new(vec![SEARCHED as f64, 1.0, 1.0, 1.0, 1.0], watch);
            let found = study.run(0, stop, &mut meter).map_err(|error| said(&error))?;
            return found.map(|(least, all)| least_judged(&least, &all, question, deals, folder)).transpose();
        }
        let study = Balance::new(game, manifest, &source, folder).map_err(|error| said(&error))?;
        let mut meter = Meter::new(vec![1.0; study.tournaments()], watch);
        let found = study.run(0, stop, &mut meter).map_err(|error| said(&error))?;
        Ok(found.map(|found| judged(&found, deals)))
    }
}

/// Writes the manifest of a question, for this number of deals.
fn manifest(question: &DesignQuestion, deals: u64) -> String {
    let DesignQuestion { game, players, bot, variant, least, .. } = question;
    let is_standard = variant.set.is_empty() && variant.rules.is_none();
    let rules = match (least, is_standard) {
        (true, true) => "",
        (true, false) => "baseline = \"variant.toml\"\n",
        (false, _) => "variants = [\"variant.toml\"]\n",
    };
    let fair = if *least { format!("\n[fair]\ngames = {}\n", SEARCHED * deals) } else { String::new() };
    // A study that names no bots has three levels of play.
    let bots =
        if bot == LEVELS { String::new() } else { format!("[[table]]\nname = {bot:?}\nbots = [{bot:?}]\n") };
    format!(
        "name = {:?}\ngame = {game:?}\nseed = {SEED}\ndeals = {deals}\nplayers = [{players}]\n{rules}\n{bots}{fair}",
        variant.name
    )
}

/// Hands on how far a study is.
struct Meter<'a> {
    /// The sizes of the steps.
    steps: Vec<f64>,
    /// The steps that have begun.
    step: usize,
    /// When the first one did.
    begun: Instant,
    left: Option<Duration>,
    watch: &'a mut dyn FnMut(f64, Option<Duration>),
}

impl<'a> Meter<'a> {
    fn new(steps: Vec<f64>, watch: &'a mut dyn FnMut(f64, Option<Duration>)) -> Self {
        Self { steps, step: 0, begun: Instant::now(), left: None, watch }
    }
}

impl StudyWatch for Meter<'_> {
    fn begin(&mut self, _: &'static str, _: &str) {
        self.step += 1;
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        let part = progress.finished as f64 / progress.games.max(1) as f64;
        let (done, of) = (self.step.saturating_sub(1), self.steps.iter().sum::<f64>());
        let before = self.steps.iter().take(done).sum::<f64>();
        let part = ((before + part * self.steps.get(done).unwrap_or(&0.0)) / of).clamp(0.0, 1.0);
        let as_fast = || (part > 0.0).then(|| self.begun.elapsed().mul_f64((1.0 - part) / part));
        (self.watch)(part, self.left.or_else(as_fast));
    }

    fn left(&mut self, left: Duration, _: Bound) {
        self.left = Some(left);
    }
}

/// Puts the findings on the least change into the words of the page.
fn least_judged(
    least: &FairResult,
    all: &BalanceResult,
    question: &DesignQuestion,
    deals: u64,
    folder: &Path,
) -> Result<DesignAnswer, String> {
    let alternative = |found: &FairAlternative| {
        let path = folder.join(&found.rule.file);
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(LeastChange {
            changes: found.rule.words.clone(),
            answer: found.call.to_string(),
            figures: found.measures.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            longer: found.rounds.map_or(String::new(), |rounds| format!("{:+.1}", rounds.value)),
            variant: Variant::parse(&found.rule.file, &text, &question.game)
                .map_err(|error| error.to_string())?,
        })
    };
    let alternatives = least.alternatives.iter().map(alternative).collect::<Result<Vec<_>, String>>()?;
    let mut answer = DesignAnswer {
        deals,
        levels: all.by_level(),
        experts: all.experts.clone(),
        ..DesignAnswer::default()
    };
    if let Some(cell) = all.cells.first() {
        answer.games = cell.games;
        let first = least.alternatives.first();
        let first = first.and_then(|first| cell.arms.iter().find(|arm| arm.variant == first.rule.variant));
        answer.seats =
            cell.arms.first().zip(first).map_or(Vec::new(), |(old, new)| seats(cell.players, old, new));
    }
    answer.least =
        Some(LeastChanges { sentence: least.sentence(), searched: least.searched(), alternatives });
    Ok(answer)
}

/// Returns the win share of each starting place by two sets of rules, with its interval.
fn seats(players: usize, old: &Arm, new: &Arm) -> Vec<[(f64, f64, f64); 2]> {
    let share = |arm: &Arm, place: usize| {
        let row = arm.row("win_share_place", &place.to_string())?;
        let (value, interval) = (row.value?, row.interval);
        Some((value, interval.map_or(value, |range| range.low), interval.map_or(value, |range| range.high)))
    };
    (0..players).filter_map(|place| Some([share(old, place)?, share(new, place)?])).collect()
}

/// Puts the findings of a study into the words of the page.
fn judged(found: &BalanceResult, deals: u64) -> DesignAnswer {
    let Some(cell) = found.cells.first() else { return DesignAnswer { deals, ..DesignAnswer::default() } };
    let [standard, new] = &cell.arms[..] else { return DesignAnswer { deals, ..DesignAnswer::default() } };
    let of_level = |cell: &Cell| {
        let level = if found.cells.len() > 1 { format!("{}, ", cell.level()) } else { String::new() };
        let verdicts = cell.arms.get(1).map_or(&[][..], |arm| &arm.verdicts);
        verdicts.iter().map(|verdict| finding(&level, verdict, cell.deals)).collect::<Vec<Finding>>()
    };
    DesignAnswer {
        deals,
        games: found.cells.iter().map(|cell| cell.games).sum(),
        levels: found.by_level(),
        verdicts: found.cells.iter().flat_map(of_level).collect(),
        changes: changes(standard, new),
        seats: seats(cell.players, standard, new),
        experts: found.experts.clone(),
        least: None,
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

/// Puts a verdict into words; `level` names the level of play, if there are several.
fn finding(level: &str, verdict: &Verdict, deals: u64) -> Finding {
    let points = |share: f64| format!("{:.1}", share * 100.0);
    let change = match &verdict.change {
        Some(change) if verdict.question == Question::Skill => format!(
            "{} % of the wins instead of {}; the change is between {} and {} points with 95 % for all questions together",
            points(verdict.variant),
            points(verdict.baseline),
            points(change.interval.low),
            points(change.interval.high)
        ),
        Some(change) => format!(
            "unfairness {} points of win share instead of {}; the change is between {} and {} with 95 % for all \
             questions together",
            // Below 0, noise is all there is.
            points(verdict.variant.max(0.0)),
            points(verdict.baseline.max(0.0)),
            points(change.interval.low),
            points(change.interval.high)
        ),
        None => "no deal differs in it".to_owned(),
    };
    let more = if verdict.call == Call::NotDecided {
        // The page names the deals of the first level.
        let played =
            if level.is_empty() { String::new() } else { format!("after {}, ", counted(deals, "deal")) };
        format!("; {played}{} would decide", verdict.more(deals))
    } else {
        String::new()
    };
    Finding {
        question: format!("{level}{}", verdict.question.word()),
        answer: verdict.word(),
        sure: change + &more,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::BlockEstimate;

    fn verdict(question: Question, call: Call, deals_needed: Option<u64>) -> Verdict {
        Verdict {
            question,
            call,
            baseline: 0.8,
            variant: 0.5,
            change: None,
            difference: BlockEstimate { value: -0.3, error: None, freedom: 0.0 },
            p_holm: None,
            threshold: None,
            deals_needed,
        }
    }

    #[test]
    fn a_verdict_has_the_words_of_the_command() {
        for (question, call, word) in [
            (Question::Skill, Call::Fairer, "pays less"),
            (Question::Skill, Call::LessFair, "pays more"),
            (Question::Seats, Call::Fairer, "fairer"),
        ] {
            assert_eq!(finding("", &verdict(question, call, None), 24).answer, word);
        }
    }

    #[test]
    fn what_would_decide_is_rounded() {
        let sure = |level: &str, needed, deals| {
            finding(level, &verdict(Question::Seats, Call::NotDecided, needed), deals).sure
        };
        let found = sure("", Some(1200), 384);
        assert!(found.ends_with("; about 820 more deals would decide"), "{found}");
        let found = sure("short-search, ", Some(25), 24);
        assert!(found.ends_with("; after 24 deals, about 1 more deal would decide"), "{found}");
        let found = sure("", None, 24);
        assert!(found.ends_with("; over 1000 times as many deals would decide"), "{found}");
    }
}
