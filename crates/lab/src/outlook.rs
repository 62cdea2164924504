//! How long the whole of a study will take.

use std::time::{Duration, Instant};

use super::study::{Bound, StudyWatch};
use tradewinds_tournament::Progress;

/// A step of a study that is to come, or under way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RungGain {
    /// Its kind of work: steps of one kind take times in proportion to their sizes.
    pub(super) kind: usize,
    /// Its size, in any unit that is the same for all steps of its kind.
    pub(super) size: f64,
    /// Whether it may end before all of it is done.
    pub(super) may_stop: bool,
}

impl RungGain {
    /// Makes a step that is done to its end.
    pub(super) const fn new(kind: usize, size: f64) -> Self {
        Self { kind, size, may_stop: false }
    }
}

/// What was done of a kind of work in this session.
#[derive(Clone, Copy, Debug, Default)]
struct Done {
    /// In the unit of the sizes of its steps.
    size: f64,
    time: Duration,
}

/// Watches the steps of a study for another watcher, and tells it how long the whole study will take.
pub(super) struct Outlook<'a> {
    watch: &'a mut dyn StudyWatch,
    clock: Box<dyn Fn() -> Instant + 'a>,
    /// The step under way, and those to come in reverse order.
    step: Option<RungGain>,
    to_come: Vec<RungGain>,
    /// By kind of work, without the step under way.
    done: Vec<Done>,
    /// The part of the step under way that was done when it was first heard of, and when that was.
    first: Option<(f64, Instant)>,
    /// What was done of it since then.
    under_way: Done,
}

impl<'a> Outlook<'a> {
    /// Watches a study of these steps, in their order, for another watcher.
    pub(super) fn new(watch: &'a mut dyn StudyWatch, steps: Vec<RungGain>) -> Self {
        Self::with_clock(watch, steps, Box::new(Instant::now))
    }

    fn with_clock(
        watch: &'a mut dyn StudyWatch,
        steps: Vec<RungGain>,
        clock: Box<dyn Fn() -> Instant + 'a>,
    ) -> Self {
        let kinds = steps.iter().map(|step| step.kind + 1).max().unwrap_or(0);
        Self {
            watch,
            clock,
            step: None,
            to_come: steps.into_iter().rev().collect(),
            done: vec![Done::default(); kinds],
            first: None,
            under_way: Done::default(),
        }
    }

    /// Returns the seconds that work of a size takes; `None` before any of its kind was done.
    fn seconds(&self, kind: usize, size: f64) -> Option<f64> {
        let Done { size: mut done, mut time } = self.done[kind];
        if self.step.is_some_and(|step| step.kind == kind) {
            done += self.under_way.size;
            time += self.under_way.time;
        }
        (done > 0.0).then(|| size * time.as_secs_f64() / done)
    }

    /// Returns the time that is left of the whole study if this part of the step under way is left, and what it is:
    /// work of a kind of which the speed is not known yet comes on top, and a step may end early.
    fn reckoned(&self, rest: f64) -> Option<(Duration, Bound)> {
        let step = self.step?;
        let mut seconds = self.seconds(step.kind, rest * step.size)?;
        let (mut unknown, mut may_stop) = (false, step.may_stop && rest > 0.0);
        for step in &self.to_come {
            match self.seconds(step.kind, step.size) {
                Some(takes) => {
                    seconds += takes;
                    may_stop |= step.may_stop;
                }
                None => unknown = true,
            }
        }
        let bound = match (unknown, may_stop) {
            (false, false) => Bound::About,
            (false, true) => Bound::AtMost,
            (true, false) => Bound::AtLeast,
            (true, true) => Bound::Unsure,
        };
        Some((Duration::try_from_secs_f64(seconds).ok()?, bound))
    }
}

impl StudyWatch for Outlook<'_> {
    fn begin(&mut self, unit: &'static str, step: &str) {
        if let Some(step) = self.step {
            let done = &mut self.done[step.kind];
            done.size += self.under_way.size;
            done.time += self.under_way.time;
        }
        self.step = self.to_come.pop();
        (self.first, self.under_way) = (None, Done::default());
        self.watch.begin(unit, step);
    }

    fn progress(&mut self, progress: &Progress<'_>) {
        self.watch.progress(progress);
        // A fit does not know its batches before the first one, and says that none of one is done.
        let Some(step) = self.step.filter(|_| progress.games > 1 || progress.finished > 0) else { return };
        let now = (self.clock)();
        let part = progress.finished as f64 / progress.games.max(1) as f64;
        let (start, begun) = *self.first.get_or_insert((part, now));
        self.under_way = Done { size: (part - start).max(0.0) * step.size, time: now - begun };
        if let Some((left, bound)) = self.reckoned((1.0 - part).max(0.0)) {
            self.watch.left(left, bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[derive(Default)]
    struct Heard(Vec<(u64, Bound)>);

    impl StudyWatch for Heard {
        fn begin(&mut self, _: &'static str, _: &str) {}

        fn progress(&mut self, _: &Progress<'_>) {}

        fn left(&mut self, left: Duration, bound: Bound) {
            self.0.push((left.as_secs_f64().round() as u64, bound));
        }
    }

    /// What is heard of the steps, given what happens: a second, and what is done of the step under way, or nothing
    /// where the next one begins.
    fn heard(steps: Vec<RungGain>, events: &[Option<(u64, u64, u64)>]) -> Vec<(u64, Bound)> {
        let (start, passed) = (Instant::now(), Cell::new(0));
        let clock = || start + Duration::from_secs(passed.get());
        let mut heard = Heard::default();
        let mut outlook = Outlook::with_clock(&mut heard, steps, Box::new(clock));
        for event in events {
            match *event {
                None => outlook.begin("games", "step"),
                Some((second, finished, games)) => {
                    passed.set(second);
                    outlook.progress(&Progress::counted(finished, games));
                }
            }
        }
        drop(outlook);
        heard.0
    }

    #[test]
    fn the_rest_is_reckoned_from_what_was_done() {
        let (play, fit) = (|| RungGain::new(0, 100.0), |size| RungGain::new(1, size));
        let test = || RungGain { kind: 2, size: 5.0, may_stop: true };
        let steps = vec![play(), fit(100.0), test(), play(), fit(200.0), test()];
        let found = heard(
            steps,
            &[
                None,
                // Forty games were played in an earlier session; they tell nothing of the speed.
                Some((0, 40, 100)),
                Some((10, 50, 100)),
                Some((60, 100, 100)),
                None,
                Some((60, 0, 1)),
                Some((60, 0, 1000)),
                Some((80, 1000, 1000)),
                None,
                Some((80, 0, 10)),
                Some((90, 5, 10)),
                // A test may end before its last game.
                None,
                Some((90, 0, 100)),
            ],
        );
        // 50 games and 100 later ones of a second each, and fits and tests of which nothing is known. Then 100 games and
        // a fit of twice as many batches, and with half a test done, its other half and a whole one.
        let (whole, last) = (10 + 100 + 40 + 20, 100 + 40 + 20);
        let expected = [
            (150, Bound::AtLeast),
            (100, Bound::AtLeast),
            (140, Bound::AtLeast),
            (whole, Bound::AtMost),
            (last, Bound::AtMost),
        ];
        assert_eq!(found, expected);
    }

    /// The end of a run is not the end of a study of fifteen.
    #[test]
    fn nothing_is_left_only_at_the_end_of_the_last_step() {
        let steps = vec![RungGain::new(0, 1.0); 15];
        let run =
            |number: u64| [None, Some((10 * number, 0, 20_000)), Some((10 * number + 10, 20_000, 20_000))];
        let found = heard(steps, &(0..15).flat_map(run).collect::<Vec<_>>());
        let ends: Vec<u64> = found.iter().map(|(left, _)| *left).collect();
        assert_eq!((ends[0], ends[1], *ends.last().unwrap()), (140, 140, 0));
        assert!(ends.windows(2).all(|pair| pair[0] >= pair[1]), "{ends:?}");
        assert!(found.iter().all(|(_, bound)| *bound == Bound::About));
    }

    /// Rungs of a ladder: a game takes as long as it has iterations.
    #[test]
    fn larger_steps_take_longer() {
        let steps = vec![RungGain::new(0, 1.0), RungGain::new(0, 2.0), RungGain::new(0, 4.0)];
        let found =
            heard(steps, &[None, Some((0, 0, 8)), Some((5, 4, 8)), None, Some((10, 0, 8)), Some((30, 8, 8))]);
        // 10 seconds for the size 1; then 25 for a size of 2.5.
        assert_eq!(found[0], (5 + 20 + 40, Bound::About));
        assert_eq!(found.last(), Some(&(40, Bound::About)));
    }
}
