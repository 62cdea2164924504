//! The facts of a step of work, as a line of words and as JSON.

use std::time::{Duration, Instant};

use crate::lab::Bound;
use crate::report::decimal;
use crate::tournament::{Progress, RuleState};
use indicatif::HumanDuration;
use serde_json::{Value, json};

/// What is known of the step under way.
pub(super) struct Facts {
    unit: &'static str,
    step: String,
    begun: Instant,
    done: u64,
    /// The number of units in all; `None` before the first was done.
    of: Option<u64>,
    /// What was done when the step was first heard of, and when that was: the work of an earlier session does not
    /// count towards the rate.
    first: Option<(u64, Instant)>,
    /// The bot with the largest win share per seat, and that share.
    leader: Option<(String, f64)>,
    rule: Option<RuleState>,
    /// The time that is left of the whole work, of which this is a step.
    pub(super) whole: Option<(Duration, Bound)>,
}

impl Facts {
    /// Begins a step.
    pub(super) fn new(unit: &'static str, step: &str, whole: Option<(Duration, Bound)>) -> Self {
        let (step, begun) = (step.to_owned(), Instant::now());
        Self { unit, step, begun, done: 0, of: None, first: None, leader: None, rule: None, whole }
    }

    /// Takes in more progress.
    pub(super) fn take(&mut self, progress: &Progress<'_>) {
        self.first.get_or_insert_with(|| (progress.finished, Instant::now()));
        (self.done, self.of, self.rule) = (progress.finished, Some(progress.games), progress.rule);
        match (&mut self.leader, progress.shares.first()) {
            (Some((name, share)), Some((leader, best))) if name == leader => *share = *best,
            (known, Some((leader, best))) => *known = Some(((*leader).to_owned(), *best)),
            (_, None) => {}
        }
    }

    /// Returns how long the rest takes at the rate so far; `None` before there is one.
    fn left(&self) -> Option<Duration> {
        let ((first, since), of) = (self.first?, self.of?);
        let (fresh, rest) = (self.done.checked_sub(first)?, of.saturating_sub(self.done));
        let seconds = since.elapsed().as_secs_f64() * rest as f64 / fresh as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }

    /// Writes a line of words.
    pub(super) fn line(&self, _: bool) -> String {
        let Self { unit, step, done, .. } = self;
        let mut parts = Vec::new();
        match self.of {
            Some(of) => {
                let percent = 100.0 * *done as f64 / of.max(1) as f64;
                parts.push(format!("{done} of {of} {unit} ({} %)", decimal(percent, 1)));
            }
            None => parts.push(format!("no {unit} finished yet")),
        }
        if let Some(left) = self.left() {
            let at_most = if self.rule.is_some() { "at most " } else { "" };
            parts.push(format!("{at_most}{} left", HumanDuration(left)));
        }
        if let Some((bot, share)) = &self.leader {
            parts.push(format!("{bot} leads with a win share of {}", decimal(*share, 3)));
        }
        parts.extend(self.rule.map(rule_in_words));
        parts.extend(self.whole.map(|(left, bound)| left_of_whole(left, bound)));
        let head = if step.is_empty() { String::new() } else { format!("{step}: ") };
        head + &parts.join(", ")
    }

    /// Writes an object in a line; `ended` says that the step has no further one.
    pub(super) fn json(&self, ended: bool) -> String {
        let seconds = |time: Duration| (time.as_secs_f64() * 10.0).round() / 10.0;
        let leader = self.leader.as_ref().map(|(bot, share)| json!({"bot": bot, "win_share": share}));
        let rule = self.rule.map(|rule| match rule {
            RuleState::Test { llr, bounds: [h0, h1] } => json!({"llr": llr, "h0": h0, "h1": h1}),
            RuleState::Width { widest, wanted } => json!({"widest": widest, "wanted": wanted}),
            RuleState::Pairs { decided, of } => json!({"decided": decided, "pairs": of}),
        });
        let whole = self.whole.map_or(Value::Null, |(left, bound)| {
            let bound = match bound {
                Bound::About => "about",
                Bound::AtLeast => "at least",
                Bound::AtMost => "at most",
                Bound::Unsure => "unsure",
            };
            json!({"left_s": seconds(left), "is": bound})
        });
        // A step that a rule has stopped leaves games unplayed.
        let left = if ended { Some(Duration::ZERO) } else { self.left() };
        json!({
            "progress": 1, "step": self.step, "unit": self.unit, "done": self.done, "of": self.of,
            "elapsed_s": seconds(self.begun.elapsed()), "left_s": left.map(seconds),
            "leader": leader, "rule": rule, "whole": whole, "ended": ended,
        })
        .to_string()
    }
}

/// Describes where a stopping rule stands.
pub(super) fn rule_in_words(rule: RuleState) -> String {
    match rule {
        RuleState::Test { llr, bounds: [h0, h1] } => {
            format!("llr {} in {} to {}", decimal(llr, 2), decimal(h0, 2), decimal(h1, 2))
        }
        RuleState::Width { widest, wanted } => {
            format!("widest interval {} of {wanted}", decimal(widest, 4))
        }
        RuleState::Pairs { decided, of } => format!("{decided} of {of} pairs decided"),
    }
}

/// Describes the time that is left of the whole work.
pub(super) fn left_of_whole(left: Duration, bound: Bound) -> String {
    let bound = match bound {
        Bound::About => "about ",
        Bound::AtLeast => "at least ",
        Bound::AtMost => "at most ",
        Bound::Unsure => "very roughly ",
    };
    format!("{bound}{} left of the whole study", HumanDuration(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(rule: Option<RuleState>) -> Facts {
        let mut facts = Facts::new("games", "step 1 of 2", Some((Duration::from_secs(7200), Bound::AtMost)));
        let shares = vec![("strong", 0.41), ("weak", 0.09)];
        facts.take(&Progress { finished: 20, games: 400, shares: shares.clone(), rule });
        facts.first = Some((20, Instant::now() - Duration::from_secs(60)));
        facts.take(&Progress { finished: 40, games: 400, shares, rule });
        facts
    }

    #[test]
    fn a_line_says_what_is_done_and_left() {
        let expected = "step 1 of 2: 40 of 400 games (10.0 %), 18 minutes left, strong leads with a win share of 0.410, \
                        at most 2 hours left of the whole study";
        assert_eq!(facts(None).line(false), expected);
        let rule = |rule| facts(Some(rule)).line(false);
        let test = rule(RuleState::Test { llr: 1.2, bounds: [-2.94, 2.94] });
        assert!(test.contains("at most 18 minutes left, strong"), "{test}");
        assert!(test.contains(", llr 1.20 in -2.94 to 2.94, "), "{test}");
        let width = rule(RuleState::Width { widest: Some(0.034), wanted: 0.02 });
        assert!(width.contains(", widest interval 0.0340 of 0.02, "), "{width}");
        let pairs = rule(RuleState::Pairs { decided: 3, of: 6 });
        assert!(pairs.contains(", 3 of 6 pairs decided, "), "{pairs}");
        assert_eq!(Facts::new("games", "", None).line(false), "no games finished yet");
    }

    #[test]
    fn an_object_has_the_same_facts() {
        let read = |facts: &Facts, ended| -> Value { serde_json::from_str(&facts.json(ended)).unwrap() };
        let test = facts(Some(RuleState::Test { llr: f64::INFINITY, bounds: [-2.94, 2.94] }));
        let found = read(&test, false);
        assert_eq!((&found["done"], &found["of"], &found["ended"]), (&json!(40), &json!(400), &json!(false)));
        assert_eq!(found["leader"], json!({"bot": "strong", "win_share": 0.41}));
        assert_eq!(found["rule"], json!({"llr": null, "h0": -2.94, "h1": 2.94}));
        assert_eq!(found["whole"], json!({"left_s": 7200.0, "is": "at most"}));
        assert!((found["left_s"].as_f64().unwrap() - 1080.0).abs() < 1.0, "{found}");
        let ended = read(&test, true);
        assert_eq!((&ended["left_s"], &ended["ended"]), (&json!(0.0), &json!(true)));
        let fresh = read(&Facts::new("games", "", None), false);
        assert_eq!(
            (&fresh["of"], &fresh["left_s"], &fresh["rule"]),
            (&Value::Null, &Value::Null, &Value::Null)
        );
    }
}
