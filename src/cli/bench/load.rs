//! The work of other programs while figures are taken.

use std::fs;

/// The cores that other programs may use before a measurement suffers.
const NOISE: f64 = 0.1;

/// The processor time spent so far, in ticks of the system; Linux alone tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Load {
    /// By this process.
    own: u64,
    /// By all, or taken away by the host of a virtual machine.
    busy: u64,
    /// Together with the time in which nothing ran.
    all: u64,
    cores: usize,
}

impl Load {
    /// Reads the counters.
    pub(super) fn now() -> Option<Self> {
        Self::read(&fs::read_to_string("/proc/stat").ok()?, &fs::read_to_string("/proc/self/stat").ok()?)
    }

    /// Reads the counters from the texts of `/proc/stat` and `/proc/self/stat` (see proc(5)).
    fn read(system: &str, own: &str) -> Option<Self> {
        let mut lines = system.lines();
        let numbers = lines.next()?.strip_prefix("cpu ")?.split_whitespace().map(str::parse);
        // user, nice, system, idle, iowait, irq, softirq, steal; what follows is contained in user and nice.
        let times: Vec<u64> = numbers.take(8).collect::<Result<_, _>>().ok()?;
        let all = times.iter().sum();
        let idle = times.get(3)? + times.get(4)?;
        // The name, in parentheses, may contain anything.
        let own: Vec<&str> = own.rsplit(')').next()?.split_whitespace().collect();
        let own = own.get(11)?.parse::<u64>().ok()? + own.get(12)?.parse::<u64>().ok()?;
        Some(Self {
            own,
            busy: all - idle,
            all,
            cores: lines.take_while(|line| line.starts_with("cpu")).count(),
        })
    }

    /// Returns how many cores other programs used on average between `self` and `later`.
    pub(super) fn others_until(&self, later: &Self) -> Option<f64> {
        let busy = later.busy.checked_sub(self.busy)? as f64 - later.own.checked_sub(self.own)? as f64;
        let all = later.all.checked_sub(self.all).filter(|&all| all > 0)?;
        Some((busy / all as f64 * self.cores as f64).max(0.0))
    }

    /// Returns a warning if `others` cores left fewer than `threads` to the measurement.
    pub(super) fn warning(&self, others: f64, threads: usize) -> Option<String> {
        let spare = self.cores.saturating_sub(threads) as f64;
        (others > spare + NOISE).then(|| {
            format!(
                "the machine is busy: other programs used {others:.1} of its {} cores meanwhile; ratios suffer less than \
                 rates, and both are better when it is quiet\n",
                self.cores
            )
        })
    }

    /// Returns why no ratio of `threads` to one is given, if `others` cores left fewer than `threads` to them.
    pub(super) fn no_ratios(&self, others: f64, threads: usize) -> Option<String> {
        let spare = self.cores.saturating_sub(threads) as f64 + NOISE;
        (others > spare).then(|| {
            format!(
                "no speedup: other programs used {others:.1} of the {} cores, at most {spare:.1} is allowed beside \
                 {threads} threads; measure on a quiet machine, or with fewer --threads\n",
                self.cores
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEM: &str = "cpu  1000 100 300 8000 200 0 50 350 10 0\ncpu0 1 2 3 4\ncpu1 1 2 3 4\nintr 5\n";
    const OWN: &str = "7 (a b) c) S 1 2 3 4 5 6 7 8 9 10 400 50 0 0 20 0";

    #[test]
    fn the_counters_are_read() {
        let expected = Load { own: 450, busy: 1_800, all: 10_000, cores: 2 };
        assert_eq!(Load::read(SYSTEM, OWN), Some(expected));
        assert_eq!(Load::read("", OWN), None);
        assert_eq!(Load::read(SYSTEM, "7 (a) S 1"), None);
    }

    #[test]
    fn a_busy_machine_is_noticed() {
        let start = Load { own: 0, busy: 1_000, all: 10_000, cores: 2 };
        // One core for 1,000 ticks by this process, and three quarters of the other one by others.
        let end = Load { own: 1_000, busy: 2_750, all: 12_000, cores: 2 };
        let others = start.others_until(&end).unwrap();
        assert!((others - 0.75).abs() < 1e-9);
        assert_eq!(start.warning(others, 1), None);
        assert!(start.warning(others, 2).unwrap().contains("used 0.8 of its 2 cores"));
        assert_eq!(start.others_until(&start), None);
        assert_eq!(start.no_ratios(others, 1), None);
        let line = start.no_ratios(others, 2).unwrap();
        assert!(line.contains("used 0.8 of the 2 cores, at most 0.1 is allowed beside 2 threads"), "{line}");
        assert_eq!(start.no_ratios(0.05, 2), None);
    }
}
