//! The rows of the actions, which a query is multiplied with.

use std::sync::Arc;

use crate::estimate::Query;
use crate::integers::Integers;
use crate::kernel::{LANES, Portable, Row};
use crate::shape::Part;

/// The rows of the actions in the sizes that a network may have.
///
/// They lie as on every machine: a row is one or two products, which more lanes do not make cheaper.
#[derive(Clone, Debug)]
pub(crate) enum Actions {
    Second16(Sized<1>),
    Second32(Sized<2>),
}

impl Actions {
    pub(crate) fn new(integers: &Integers) -> Self {
        match integers.size.second {
            16 => Self::Second16(Sized::new(integers)),
            32 => Self::Second32(Sized::new(integers)),
            second => unreachable!("a network has an allowed number of second units, not {second}"),
        }
    }

    /// Returns the correction of an action, given by its features.
    #[inline]
    pub(crate) fn correction(&self, query: &Query, action: &[u16]) -> f32 {
        match self {
            Self::Second16(actions) => actions.correction(query, action),
            Self::Second32(actions) => actions.correction(query, action),
        }
    }
}

/// The rows of the actions, with `Q` registers of second units.
#[derive(Clone, Debug)]
pub(crate) struct Sized<const Q: usize> {
    rows: Arc<[Row<Portable, Q>]>,
    biases: Arc<[i32]>,
    step: f32,
}

impl<const Q: usize> Sized<Q> {
    fn new(integers: &Integers) -> Self {
        let rows = integers[Part::ActionRows].chunks_exact(LANES * Q);
        Self {
            rows: rows.map(|weights| Row::new(Portable, weights)).collect(),
            biases: integers[Part::ActionBias].into(),
            step: integers.exponents.step(integers.exponents.action),
        }
    }

    #[inline]
    fn correction(&self, query: &Query, action: &[u16]) -> f32 {
        let query = Row::<Portable, Q>(*query.0.0.first_chunk().expect("a query has room for all units"));
        let correction = |&feature: &u16| {
            let feature = usize::from(feature);
            self.rows[feature].dot(Portable, &query).wrapping_add(self.biases[feature])
        };
        // Each in 32 bits, together in 64.
        let sum: i64 = action.iter().map(|feature| i64::from(correction(feature))).sum();
        sum as f32 * self.step
    }
}
