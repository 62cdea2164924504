//! How long the whole of a study of learning will take.

use std::time::{Duration, Instant};

use super::super::study::Watch;
use tradewinds_tournament::Progress;

/// The kinds of steps, which have speeds of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// Games of self-play without search.
    Warm,
    /// Games of self-play with search.
    Searched,
    /// Batches of a fit.
    Fit,
    /// Games of a test, or of the comparison at the end.
    Test,
}

const KINDS: usize = 4;

/// A step that is to come, or under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) work: Work,
    /// Its size: games of self-play; for a fit the games that it learns from; for a test its deals.
    pub(super) size: u64,
}

/// Watches the steps of a study for another watcher, and tells it how long the whole study will take.
pub(super) struct Outlook<'a> {
    watch: &'a mut dyn Watch,
    clock: Box<dyn Fn() -> Instant + 'a>,
    /// The step under way, and those to come in reverse order.
    step: Option<Step>,
    to_come: Vec<Step>,
    /// By kind of work: what was done in this session, in which time.
    done: [(u64, Duration); KINDS],
    /// By kind of work: what there is to do in a step for each unit of its size, once one has begun.
    per_size: [Option<f64>; KINDS],
    /// Where the step under way stood when it was first heard of, and when that was.
    first: Option<(u64, Instant)>,
    /// What the step under way did since then, in which time.
    under_way: (u64, Duration),
}

impl<'a> Outlook<'a> {
    pub(super) fn new(watch: &'a mut dyn Watch, steps: Vec<Step>) -> Self {
        Self::with_clock(watch, steps, Box::new(Instant::now))
    }

    fn with_clock(watch: &'a mut dyn Watch, steps: Vec<Step>, clock: Box<dyn Fn() -> Instant + 'a>) -> Self {
        Self {
            watch,
            clock,
            step: None,
            to_come: steps.into_iter().rev().collect(),
            done: [(0, Duration::ZERO); KINDS],
            per_size: [None; KINDS],
            first: None,
            under_way: (0, Duration::ZERO),
        }
    }

    /// Returns the seconds that an amount of a kind of work takes; `None` before any was done.
    fn seconds(&self, work: Work, amount: f64) -> Option<f64> {
        let (mut done, mut time) = self.done[work as usize];
        if self.step.is_some_and(|step| step.work == work) {
            done += self.under_way.0;
            time += self.under_way.1;
        }
        (done > 0).then(|| amount * time.as_secs_f64() / done as f64)
    }

    /// Returns the time that is left of the whole study if `rest` is left of this step, and whether it is only the
    /// least, since the speed of some kind of work is not known yet.
    fn reckoned(&self, rest: u64) -> Option<(Duration, bool)> {
        let mut seconds = self.seconds(self.step?.work, rest as f64)?;
        let mut at_least = false;
        for step in &self.to_come {
            let amount = self.per_size[step.work as usize].map(|per_size| per_size * step.size as f64);
            let takes = amount.and_then(|amount| self.seconds(step.work, amount));
            at_least |= takes.is_none();
            seconds += takes.unwrap_or(0.0);
        }
        Some((Duration::try_from_secs_f64(seconds).ok()?, at_least))
    }
}

impl Watch for Outlook<'_> {
    fn begin(&mut self, unit: &'static str, step: &str) {
        if let Some(step) = self.step {
            let (done, time) = &mut self.done[step.work as usize];
            *done += self.under_way.0;
            *time += self.under_way.1;
        }
        self.step = self.to_come.pop();
        (self.first, self.under_way) = (None, (0, Duration::ZERO));
        self.watch.begin(unit, step);
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        self.watch.progress(progress);
        let now = (self.clock)();
        let (start, begun) = *self.first.get_or_insert((progress.finished, now));
        self.under_way = (progress.finished.saturating_sub(start), now - begun);
        // A fit does not know its batches before the first one.
        if let Some(Step { work, size }) = self.step.filter(|_| progress.games > 1) {
            self.per_size[work as usize] = Some(progress.games as f64 / size.max(1) as f64);
        }
        if let Some((left, at_least)) = self.reckoned(progress.games.saturating_sub(progress.finished)) {
            self.watch.left(left, at_least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[derive(Default)]
    struct Heard(Vec<(u64, bool)>);

    impl Watch for Heard {
        fn begin(&mut self, _: &'static str, _: &str) {}

        fn progress(&mut self, _: &Progress<'_>) {}

        fn left(&mut self, left: Duration, at_least: bool) {
            self.0.push((left.as_secs(), at_least));
        }
    }

    #[test]
    fn the_rest_is_reckoned_from_what_was_done() {
        let (start, passed) = (Instant::now(), Cell::new(0));
        let clock = || start + Duration::from_secs(passed.get());
        let step = |work, size| Step { work, size };
        let steps = vec![
            step(Work::Searched, 100),
            step(Work::Fit, 100),
            step(Work::Test, 5),
            step(Work::Searched, 100),
            step(Work::Fit, 200),
            step(Work::Test, 5),
        ];
        let mut heard = Heard::default();
        let mut outlook = Outlook::with_clock(&mut heard, steps, Box::new(clock));
        let at = |outlook: &mut Outlook<'_>, second, finished, games| {
            passed.set(second);
            outlook.progress(&Progress::counted(finished, games));
        };
        outlook.begin("games", "self-play");
        // Forty games were played in an earlier session; they tell nothing of the speed.
        at(&mut outlook, 0, 40, 100);
        at(&mut outlook, 10, 50, 100);
        at(&mut outlook, 60, 100, 100);
        outlook.begin("batches", "fit");
        at(&mut outlook, 60, 0, 1000);
        at(&mut outlook, 80, 1000, 1000);
        outlook.begin("games", "test");
        at(&mut outlook, 80, 0, 10);
        at(&mut outlook, 90, 5, 10);
        // A test may end before its last game.
        outlook.begin("games", "self-play");
        at(&mut outlook, 90, 0, 100);
        drop(outlook);
        // 50 games and 100 later ones of a second each, and fits and tests of which nothing is known. Then 100 games and
        // a fit of twice as many batches, and with half a test done, its other half and a whole one.
        let test = 10 + 100 + 40 + 20;
        let last = 100 + 40 + 20;
        assert_eq!(heard.0, [(150, true), (100, true), (140, true), (test, false), (last, false)]);
    }
}
