//! A bar on a terminal.

use std::time::Duration;

use crate::cli::ticker::Ticker;
use crate::report::decimal;
use crate::tournament::Progress;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use super::facts::rule_in_words;

/// The progress bar of a step; nothing is shown if standard error is not a terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    _ticker: Ticker,
    /// The part being played, if it is one of several.
    part: String,
    /// What is left of the whole, if that is more than the part.
    whole: String,
}

/// The number of bots that the progress bar shows.
const SHOWN: usize = 4;

impl Bar {
    /// Makes a bar that counts in `unit`, for one of several parts of the work.
    pub(super) fn counting(unit: &str, part: String, whole: String) -> Self {
        let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            write!(text, "{:.1}/s", state.per_sec()).expect("a string takes all text");
        };
        // The time that is left of a part is not that of the whole, which its study tells.
        let left = if part.is_empty() { "{eta} left  " } else { "" };
        let template = format!("{{bar:20}} {{pos}}/{{len}} {unit}  {{rate}}  {left}{{msg}}");
        let style = ProgressStyle::with_template(&template)
            .expect("the template is well-formed, as any run on a terminal shows")
            .with_key("rate", rate);
        let bar = ProgressBar::no_length().with_style(style);
        let ticker = Ticker::of_bar(&bar, Duration::from_secs(1));
        Self { bar, _ticker: ticker, part, whole }
    }

    /// Shows from now on what is left of the whole work, of which this is a part.
    pub(super) fn of_whole(&mut self, left: String) {
        self.whole = left;
    }

    /// Shows that `done` of `all` are finished.
    fn at(&self, done: u64, all: u64) {
        if self.bar.length().is_none() {
            // The work of an earlier session does not count towards the rate of this one.
            self.bar.set_length(all);
            self.bar.set_position(done);
            self.bar.reset_eta();
            self.bar.set_message(self.part.clone());
        }
        self.bar.set_position(done);
    }

    /// Shows how much is done.
    pub(super) fn show(&mut self, progress: &Progress<'_>) {
        if self.bar.is_hidden() {
            return;
        }
        self.at(progress.finished, progress.games);
        let shares = progress.shares.iter().take(SHOWN);
        let shares: Vec<String> =
            shares.map(|(bot, share)| format!("{bot} {}", decimal(*share, 3))).collect();
        let parts = [&self.part, &self.whole].into_iter().filter(|text| !text.is_empty()).cloned();
        let rule = progress.rule.map(rule_in_words);
        self.bar.set_message(parts.chain(rule).chain(shares).collect::<Vec<String>>().join(", "));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
