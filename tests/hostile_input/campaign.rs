//! Trying inputs one after the other: how many, for how long, and what is said of a failure.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use tradewinds::game::{Purpose, Seed};
use tradewinds_testkit::scaled;

use super::corpus::{Corpus, Form};
use super::{edit, watch};

/// Bytes in a megabyte.
pub(crate) const MEGABYTE: u64 = 1 << 20;

/// The inputs of one seed; shrinking a failure ends them.
const BATCH: u32 = 256;

/// Different failures after which a run gives up.
const MAX_FAILURES: usize = 12;

/// The seed of the short form.
const FIXED_SEED: u64 = 1;

/// All inputs of one kind.
pub(crate) struct Campaign {
    kind: &'static str,
    form: Form,
    /// The inputs of the short form.
    inputs: u32,
    /// The most bytes that one input may have allocated at once.
    memory: u64,
}

/// What came of a campaign.
#[derive(Default)]
struct Tally {
    inputs: Cell<u64>,
    accepted: Cell<u64>,
    /// The places of failures that are known by now.
    known: RefCell<BTreeSet<String>>,
    /// The place of the failure that is being made smaller.
    shrinking: RefCell<Option<String>>,
}

impl Campaign {
    pub(crate) fn new(kind: &'static str, form: Form, inputs: u32) -> Self {
        Self { kind, form, inputs: scaled(inputs), memory: 256 * MEGABYTE }
    }

    /// Allows an input this number of bytes at once.
    pub(crate) fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Tries inputs; `attempt` panics at a fault, and otherwise tells how many parts it accepted.
    pub(crate) fn run(&self, attempt: fn(&[u8]) -> u64) {
        let seconds = number("HOSTILE_SECONDS");
        let seed = number("HOSTILE_SEED").unwrap_or_else(|| seconds.map_or(FIXED_SEED, |_| fresh_seed()));
        let corpus = Corpus::read(self.kind, self.form);
        println!("{}: seed {seed}", self.kind);
        watch::start(self.kind);
        let tally = Tally::default();
        let mut failures = Vec::new();
        for (name, bytes) in corpus.files() {
            match self.outcome(attempt, bytes) {
                Ok(0) if self.form != Form::Text && !name.starts_with("found-") => {
                    failures.push(format!("{name}: refused"));
                }
                Ok(_) => {}
                Err(failure) => failures.push(format!("{name}: {failure}")),
            }
        }
        let strategy = edit::inputs(&corpus);
        let (start, limit) = (Instant::now(), seconds.map(Duration::from_secs));
        let mut batch = 0;
        loop {
            let left = u64::from(self.inputs).saturating_sub(tally.inputs.get());
            let cases = match limit {
                Some(limit) if start.elapsed() >= limit => break,
                Some(_) => BATCH,
                None if left == 0 => break,
                None => (left as u32).min(BATCH),
            };
            let mut runner = runner(Seed(seed).derive(Purpose::Sample, batch), cases);
            batch += 1;
            let found = runner.run(&strategy, |input| self.test(attempt, &input, &tally));
            if let Err(TestError::Fail(_, input)) = found {
                let path = self.write(&input, failures.len());
                let failure = self.outcome(attempt, &input).expect_err("a failure is reproducible");
                failures.push(format!("{}: {failure}", path.display()));
                tally.known.borrow_mut().extend(tally.shrinking.take());
            }
            if failures.len() >= MAX_FAILURES {
                break;
            }
        }
        println!(
            "{}: {} inputs in {:.0} s, {} accepted, {} failures, seed {seed}",
            self.kind,
            tally.inputs.get(),
            start.elapsed().as_secs_f64(),
            tally.accepted.get(),
            failures.len(),
        );
        assert!(failures.is_empty(), "{}, seed {seed}:\n{}", self.kind, failures.join("\n"));
    }

    /// Tries one input of a batch. A failure at a place that is known is none, so that a run can go on
    /// beyond it; while one is made smaller, only those at the same place are.
    fn test(&self, attempt: fn(&[u8]) -> u64, input: &[u8], tally: &Tally) -> Result<(), TestCaseError> {
        let outcome = self.outcome(attempt, input);
        let mut shrinking = tally.shrinking.borrow_mut();
        if shrinking.is_none() {
            tally.inputs.set(tally.inputs.get() + 1);
            tally.accepted.set(tally.accepted.get() + u64::from(matches!(outcome, Ok(1..))));
        }
        let Err(failure) = outcome else { return Ok(()) };
        let place = failure.lines().next().unwrap_or_default().to_owned();
        if tally.known.borrow().contains(&place) || shrinking.as_ref().is_some_and(|same| *same != place) {
            return Ok(());
        }
        *shrinking = Some(place);
        Err(TestCaseError::fail(failure))
    }

    /// Tries an input: how much of it was accepted, or where and how it failed.
    fn outcome(&self, attempt: fn(&[u8]) -> u64, input: &[u8]) -> Result<u64, String> {
        let mut outcome = Ok(0);
        let counted = allocation_counter::measure(|| outcome = watch::guarded(input, attempt));
        if counted.bytes_max > self.memory && outcome.is_ok() {
            return Err(format!("memory\n{} bytes at once, at most {}", counted.bytes_max, self.memory));
        }
        outcome
    }

    fn write(&self, input: &[u8], number: usize) -> PathBuf {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}-{number}", self.kind));
        fs::write(&path, input).unwrap();
        path
    }
}

/// Makes the runner of a batch. Its failures are kept in the corpus, not by proptest.
fn runner(seed: Seed, cases: u32) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.0.to_le_bytes());
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 3_000, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}: found {text:?}; allowed: a number")))
}

fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_nanos() as u64
}
