//! A network that estimates: its rows laid out for the processor.

use std::sync::Arc;

use tradewinds_game::{InputError, Inputs, PerSeat, RuleBlock, Seat};

use crate::actions::Actions;
use crate::estimate::{Estimate, Query};
use crate::integers::Integers;
#[cfg(target_arch = "x86_64")]
use crate::kernel::Avx2;
use crate::kernel::{Portable, Registers};
use crate::layers::Sized;
use crate::quantise::Unfit;
use crate::shape::{NetworkSpec, Part, Size};
use crate::weights::NetworkWeights;

/// A network that estimates in whole numbers.
///
/// Estimating allocates nothing and is the same to the last bit on every machine.
#[derive(Clone, Debug)]
pub struct Network {
    integers: Arc<Integers>,
    layers: Kernels,
    actions: Actions,
}

/// The layers for the processor that runs the program.
#[derive(Clone, Debug)]
enum Kernels {
    #[cfg(target_arch = "x86_64")]
    Avx2(Layers<Avx2>),
    Portable(Layers<Portable>),
}

impl Kernels {
    /// Lays the layers out for the best instructions of this processor.
    fn new(integers: &Integers) -> Self {
        let bias = integers.bias(&[]);
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::new() {
            return Self::Avx2(Layers::new(kernel, integers, &bias));
        }
        Self::Portable(Layers::new(Portable, integers, &bias))
    }
}

/// The layers in one of the sizes of [`SIZES`](crate::SIZES).
#[derive(Clone, Debug)]
enum Layers<K: Registers> {
    Small(Sized<K, 2, 1>),
    Large(Sized<K, 8, 2>),
}

impl<K: Registers> Layers<K> {
    fn new(kernel: K, integers: &Integers, bias: &[i32]) -> Self {
        match (integers.size.units, integers.size.second) {
            (32, 16) => Self::Small(Sized::new(kernel, integers, bias)),
            (128, 32) => Self::Large(Sized::new(kernel, integers, bias)),
            size => unreachable!("a network has an allowed size, not {size:?}"),
        }
    }
}

macro_rules! with_layers {
    ($kernels:expr, $sized:ident => $body:expr) => {
        match $kernels {
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2(layers) => with_layers!(sizes layers, $sized => $body),
            Kernels::Portable(layers) => with_layers!(sizes layers, $sized => $body),
        }
    };
    (sizes $layers:ident, $sized:ident => $body:expr) => {
        match $layers {
            Layers::Small($sized) => $body,
            Layers::Large($sized) => $body,
        }
    };
}

impl Network {
    /// Rounds trained weights; `manifest` names what they were trained by.
    ///
    /// # Errors
    /// A weight that is not a number, or too large.
    pub fn quantised(weights: &NetworkWeights, manifest: &str) -> Result<Self, Unfit> {
        Integers::quantised(weights, manifest).map(Self::new)
    }

    /// Reads the text of a file; `file` is its name for messages.
    ///
    /// # Errors
    /// A file that is not a network's, is torn, or belongs to another game, rules or features.
    pub fn parse(file: &str, text: &str, spec: NetworkSpec) -> Result<Self, InputError> {
        Integers::parse(file, text, spec).map(Self::new)
    }

    /// Returns the network as it estimates by these rules: what it reads of them is the same in a whole game, so it is
    /// added to the biases once, and an estimate costs the same by all rules. By the standard rules it is the network
    /// as it was read.
    ///
    /// # Panics
    /// If an input of the block is not one of the network's features.
    #[must_use]
    pub fn for_rules(&self, differences: &[(u16, i16)]) -> Self {
        let bias = self.integers.bias(differences);
        let mut folded = self.clone();
        with_layers!(&mut folded.layers, layers => layers.set_bias(&bias));
        folded
    }

    /// Returns whether the network has learned by games of different rules, and so reads them.
    #[must_use]
    pub fn reads_rules(&self) -> bool {
        self.integers.reads_rules()
    }

    /// Returns whether the network reads all that matters and differs from the standard in these rules: for each input
    /// that is not 0 it has learned a row.
    ///
    /// # Panics
    /// As [`Network::for_rules`].
    #[must_use]
    pub fn has_read(&self, rules: &RuleBlock) -> bool {
        let units = self.integers.size.units;
        let rows = &self.integers[Part::RuleRows];
        let row = |input: u16| &rows[usize::from(input) * units..][..units];
        let mut read =
            rules.differences.iter().map(|&(input, _)| row(input).iter().any(|&weight| weight != 0));
        rules.unread.is_empty() && read.all(|is_read| is_read)
    }

    /// Returns the text of the network's file: a header that people can read, then the weights.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.integers.to_text()
    }

    /// Returns the checksum that the network's file states: eight hexadecimal digits.
    #[must_use]
    pub fn checksum(&self) -> String {
        self.integers.checksum()
    }

    /// Returns what the network is made for.
    #[must_use]
    pub fn spec(&self) -> NetworkSpec {
        self.integers.spec
    }

    /// Returns the numbers of units.
    #[must_use]
    pub fn size(&self) -> Size {
        self.integers.size
    }

    /// Returns the name of the manifest by which the network was trained.
    #[must_use]
    pub fn manifest(&self) -> &str {
        &self.integers.manifest
    }

    /// Returns the weights as real numbers, such as a next fit starts from: those that were rounded, up to the
    /// rounding.
    #[must_use]
    pub fn weights(&self) -> NetworkWeights {
        self.integers.weights()
    }

    /// Returns the share β of the hand-written score in the logit of an action.
    #[inline]
    #[must_use]
    pub fn score_share(&self) -> f32 {
        self.integers.score_share
    }

    /// Estimates each seat's win share.
    ///
    /// # Panics
    /// If the inputs are not those of the network's features, or have fewer than two seats.
    #[must_use]
    pub fn shares(&self, inputs: &Inputs) -> PerSeat<f32> {
        with_layers!(&self.layers, layers => layers.first(inputs, |first| layers.strengths(&first))).softmax()
    }

    /// Returns each seat's strength, whose softmax is the win shares. Panics as [`Network::shares`] does.
    #[must_use]
    pub fn strengths(&self, inputs: &Inputs) -> PerSeat<f32> {
        with_layers!(&self.layers, layers => layers.first(inputs, |first| layers.strengths(&first)))
    }

    /// Estimates each seat's win share and points. Panics as [`Network::shares`] does.
    #[must_use]
    pub fn estimate(&self, inputs: &Inputs) -> Estimate {
        let (strengths, points) = with_layers!(&self.layers, layers => {
            layers.first(inputs, |first| (layers.strengths(&first), layers.points(&first)))
        });
        Estimate {
            shares: strengths.softmax(),
            points: points.map(|points| points * self.integers.points_one),
        }
    }

    /// Returns what the network looks for in the actions of a seat that decides. Panics as [`Network::shares`]
    /// does.
    #[must_use]
    pub fn query(&self, inputs: &Inputs, seat: Seat) -> Query {
        with_layers!(&self.layers, layers => layers.first(inputs, |first| layers.query(&first, seat)))
    }

    /// Returns the estimate of the win shares, and the query of a seat, for less than the two one by one. Panics
    /// as [`Network::shares`] does.
    #[must_use]
    pub fn shares_and_query(&self, inputs: &Inputs, seat: Seat) -> (PerSeat<f32>, Query) {
        let (strengths, query) = with_layers!(&self.layers, layers => {
            layers.first(inputs, |first| (layers.strengths(&first), layers.query(&first, seat)))
        });
        (strengths.softmax(), query)
    }

    /// Returns the correction of an action, given by its features: its logit is β times the hand-written score,
    /// plus this.
    ///
    /// # Panics
    /// If a feature is not one of the game's actions.
    #[inline]
    #[must_use]
    pub fn correction(&self, query: &Query, action: &[u16]) -> f32 {
        self.actions.correction(query, action)
    }

    /// Returns the network as it is on a machine without AVX2: it estimates the same, for more instructions.
    ///
    /// It is for tests and measurements, and by the standard rules. Every other network already suits the processor.
    #[must_use]
    pub fn portable(&self) -> Self {
        let layers = Kernels::Portable(Layers::new(Portable, &self.integers, &self.integers.bias(&[])));
        Self { layers, ..self.clone() }
    }

    pub(crate) fn new(integers: Integers) -> Self {
        let (layers, actions) = (Kernels::new(&integers), Actions::new(&integers));
        Self { layers, actions, integers: Arc::new(integers) }
    }
}
