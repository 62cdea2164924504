//! The clock of a search with a time budget.

use std::time::{Duration, Instant};

/// The time between two readings of the clock, at the pace since the last one.
const APART: Duration = Duration::from_micros(250);
/// The largest fraction of the time that is less than all of it.
const MOST: f32 = 1.0 - f32::EPSILON;

/// When to read the clock: after the first iteration, then as often as the pace needs, but after at most
/// twice as many iterations as between the last two readings.
#[derive(Clone, Copy, Debug)]
struct Looks {
    next: u64,
    last: u64,
    at: Duration,
}

impl Looks {
    /// Plans the first reading after the first iteration, which begins at `now`.
    const fn new(now: Duration) -> Self {
        Self { next: 1, last: 0, at: now }
    }

    /// Plans the next reading, after a reading at `now` that saw `done` iterations and `rest` of the
    /// budget.
    fn plan(&mut self, done: u64, now: Duration, rest: Duration) {
        let step = done - self.last;
        let pace = now.saturating_sub(self.at).as_secs_f64() / step.max(1) as f64;
        let fit = (APART.min(rest).as_secs_f64() / pace.max(1e-9)) as u64;
        *self = Self { next: done + fit.clamp(1, (2 * step).max(1)), last: done, at: now };
    }
}

/// The part of a time budget that is spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// The part of the time since `start` that may be spent; none without a time budget.
    span: Option<(Duration, Duration)>,
    looks: Looks,
    spent: f32,
}

impl Clock {
    /// Starts the clock of part `number` of `parts` equal parts of `time`.
    pub(crate) fn of_part(start: Instant, time: Option<Duration>, parts: u32, number: u32) -> Self {
        let span = time.map(|time| (time * number / parts, time * (number + 1) / parts));
        let mut looks = Looks::new(start.elapsed());
        if span.is_none() {
            looks.next = u64::MAX;
        }
        Self { start, span, looks, spent: 0.0 }
    }

    /// Returns the part of the time, from 0 to 1, that was spent at the last reading of the clock, which is
    /// now if a reading is due after `done` iterations. At 1 the time is up.
    #[inline]
    pub(crate) fn spent(&mut self, done: u64) -> f32 {
        if done >= self.looks.next {
            self.look(done);
        }
        self.spent
    }

    #[cold]
    fn look(&mut self, done: u64) {
        let Some((from, until)) = self.span else { return };
        let now = self.start.elapsed();
        self.spent = if now >= until {
            1.0
        } else {
            (now.saturating_sub(from).as_secs_f32() / (until - from).as_secs_f32()).min(MOST)
        };
        self.looks.plan(done, now, until.saturating_sub(now));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets iterations pass that take `cost(iteration)`, until a reading finds the budget spent. Returns
    /// the time, the number of iterations and the number of readings.
    fn run(budget: Duration, cost: impl Fn(u64) -> Duration) -> (Duration, u64, u64) {
        let mut looks = Looks::new(Duration::ZERO);
        let (mut now, mut done, mut count) = (Duration::ZERO, 0, 0);
        loop {
            now += cost(done);
            done += 1;
            if done >= looks.next {
                count += 1;
                if now >= budget {
                    return (now, done, count);
                }
                looks.plan(done, now, budget - now);
            }
        }
    }

    #[test]
    fn a_budget_is_kept_to_an_iteration() {
        for cost in [1, 3, 50, 700, 4_000].map(Duration::from_micros) {
            for budget in [1, 5, 50].map(Duration::from_millis) {
                let (now, done, count) = run(budget, |_| cost);
                assert!(now < budget + 2 * cost, "{cost:?} {budget:?} {now:?}");
                let slots = budget.as_micros() as u64 / 250;
                assert!(count <= done.min(2 * slots + 40), "{cost:?} {budget:?}: {count} looks");
            }
        }
    }

    #[test]
    fn a_budget_is_kept_to_a_millisecond_when_the_pace_changes() {
        let budget = Duration::from_millis(20);
        // The first is cold; later ones take from 2 to 30 microseconds in turn, then suddenly three times that.
        let cost = |iteration: u64| {
            let slow = if iteration > 800 { 3 } else { 1 };
            Duration::from_micros(if iteration == 0 { 3_000 } else { (2 + iteration * 7 % 29) * slow })
        };
        let (now, _, _) = run(budget, cost);
        assert!(now < budget + Duration::from_millis(1), "{now:?}");
    }

    #[test]
    fn the_first_looks_come_soon() {
        let mut looks = Looks::new(Duration::ZERO);
        let mut seen = Vec::new();
        for done in 1..40 {
            if done >= looks.next {
                seen.push(done);
                looks.plan(done, Duration::from_nanos(done), Duration::from_secs(1));
            }
        }
        assert_eq!(seen, [1, 3, 7, 15, 31]);
    }

    #[test]
    fn without_a_time_budget_it_never_looks() {
        let mut clock = Clock::of_part(Instant::now(), None, 1, 0);
        assert_eq!((clock.spent(1), clock.spent(1_000_000), clock.looks.next), (0.0, 0.0, u64::MAX));
    }

    #[test]
    fn a_part_ends_where_the_next_begins() {
        let start = Instant::now();
        let time = Some(Duration::from_millis(100));
        let [first, last] = [0, 19].map(|number| Clock::of_part(start, time, 20, number).span.unwrap());
        assert_eq!(first, (Duration::ZERO, Duration::from_millis(5)));
        assert_eq!(last, (Duration::from_millis(95), Duration::from_millis(100)));
        // A budget that is spent before it begins is seen after one iteration.
        let mut late = Clock::of_part(start, Some(Duration::ZERO), 1, 0);
        assert_eq!((late.spent(0), late.spent(1)), (0.0, 1.0));
    }
}
