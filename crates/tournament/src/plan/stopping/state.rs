//! Where a stopping rule stands.

/// Where the stopping rule of a run stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RuleState {
    /// A sequential test.
    Test {
        /// The log-likelihood ratio of H1 against H0 so far.
        llr: f64,
        /// The ratio at which the test accepts H0, and the one at which it accepts H1.
        bounds: [f64; 2],
    },
    /// Playing until no bot's interval of the win share is wider than wanted.
    Width {
        /// The widest interval; `None` before it was measured.
        widest: Option<f64>,
        /// The width at which the run stops.
        wanted: f64,
    },
    /// Playing until all pairs of bots are decided.
    Pairs {
        /// The number of decided pairs.
        decided: usize,
        /// The number of pairs that met.
        of: usize,
    },
}
