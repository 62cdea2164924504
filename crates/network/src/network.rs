//! A network that estimates: its rows laid out for the processor.

use tradewinds_game::features::{Block, Measure};
use tradewinds_game::{Group, InputError, Inputs, MAX_SEATS, PerSeat, Seat};

use crate::estimate::{Estimate, Query};
use crate::integers::Integers;
use crate::kernel::{LANES, Row, Shares, Sums};
use crate::quantise::Unfit;
use crate::shape::{Part, Size, Spec};
use crate::weights::Weights;

/// A network that estimates in whole numbers.
///
/// Estimating allocates nothing and is the same to the last bit on every machine.
#[derive(Clone, Debug)]
pub struct Network {
    integers: Integers,
    layers: Layers,
}

/// The layers in the sizes that a network may have.
#[derive(Clone, Debug)]
enum Layers {
    Units32Second16(Sized<4, 2>),
    Units32Second32(Sized<4, 4>),
    Units64Second16(Sized<8, 2>),
    Units64Second32(Sized<8, 4>),
    Units96Second16(Sized<12, 2>),
    Units96Second32(Sized<12, 4>),
    Units128Second16(Sized<16, 2>),
    Units128Second32(Sized<16, 4>),
}

macro_rules! with_layers {
    ($layers:expr, $sized:ident => $body:expr) => {
        match $layers {
            Layers::Units32Second16($sized) => $body,
            Layers::Units32Second32($sized) => $body,
            Layers::Units64Second16($sized) => $body,
            Layers::Units64Second32($sized) => $body,
            Layers::Units96Second16($sized) => $body,
            Layers::Units96Second32($sized) => $body,
            Layers::Units128Second16($sized) => $body,
            Layers::Units128Second32($sized) => $body,
        }
    };
}

impl Network {
    /// Rounds trained weights; `manifest` names what they were trained by.
    ///
    /// # Errors
    /// A weight that is not a number, or too large.
    pub fn quantised(weights: &Weights, manifest: &str) -> Result<Self, Unfit> {
        Integers::quantised(weights, manifest).map(Self::new)
    }

    /// Reads the text of a file; `file` is its name for messages.
    ///
    /// # Errors
    /// A file that is not a network's, is torn, or belongs to another game, rules or features.
    pub fn parse(file: &str, text: &str, spec: Spec) -> Result<Self, InputError> {
        Integers::parse(file, text, spec).map(Self::new)
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
    pub const fn spec(&self) -> Spec {
        self.integers.spec
    }

    /// Returns the numbers of units.
    #[must_use]
    pub const fn size(&self) -> Size {
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
    pub fn weights(&self) -> Weights {
        self.integers.weights()
    }

    /// Returns the share β of the hand-written score in the logit of an action.
    #[inline]
    #[must_use]
    pub const fn score_share(&self) -> f32 {
        self.integers.score_share
    }

    /// Estimates each seat's win share.
    ///
    /// # Panics
    /// If the inputs are not those of the network's features, or have fewer than two seats.
    #[must_use]
    pub fn shares(&self, inputs: &Inputs) -> PerSeat<f32> {
        with_layers!(&self.layers, layers => layers.strengths(&layers.first(inputs))).softmax()
    }

    /// Returns each seat's strength, whose softmax is the win shares. Panics as [`Network::shares`] does.
    #[must_use]
    pub fn strengths(&self, inputs: &Inputs) -> PerSeat<f32> {
        with_layers!(&self.layers, layers => layers.strengths(&layers.first(inputs)))
    }

    /// Estimates each seat's win share and points. Panics as [`Network::shares`] does.
    #[must_use]
    pub fn estimate(&self, inputs: &Inputs) -> Estimate {
        let (strengths, points) = with_layers!(&self.layers, layers => {
            let first = layers.first(inputs);
            (layers.strengths(&first), layers.points(&first))
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
        with_layers!(&self.layers, layers => layers.query(&layers.first(inputs), seat))
    }

    /// Returns the estimate of the win shares, and the query of a seat, for less than the two one by one. Panics
    /// as [`Network::shares`] does.
    #[must_use]
    pub fn shares_and_query(&self, inputs: &Inputs, seat: Seat) -> (PerSeat<f32>, Query) {
        let (strengths, query) = with_layers!(&self.layers, layers => {
            let first = layers.first(inputs);
            (layers.strengths(&first), layers.query(&first, seat))
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
        with_layers!(&self.layers, layers => layers.correction(query, action))
    }

    pub(crate) fn new(integers: Integers) -> Self {
        let layers = match (integers.size.units, integers.size.second) {
            (32, 16) => Layers::Units32Second16(Sized::new(&integers)),
            (32, 32) => Layers::Units32Second32(Sized::new(&integers)),
            (64, 16) => Layers::Units64Second16(Sized::new(&integers)),
            (64, 32) => Layers::Units64Second32(Sized::new(&integers)),
            (96, 16) => Layers::Units96Second16(Sized::new(&integers)),
            (96, 32) => Layers::Units96Second32(Sized::new(&integers)),
            (128, 16) => Layers::Units128Second16(Sized::new(&integers)),
            (128, 32) => Layers::Units128Second32(Sized::new(&integers)),
            size => unreachable!("a network has an allowed size, not {size:?}"),
        };
        Self { integers, layers }
    }
}

/// The layers of a network with `H` registers of units, and `Q` registers of second units.
#[derive(Clone, Debug)]
struct Sized<const H: usize, const Q: usize> {
    seat: Rows<H>,
    table: Rows<H>,
    bias: Row<H>,
    /// The unit that stands for 1.
    one: i16,
    value: Second<H, Q>,
    strength: Row<Q>,
    /// What a step of the strength stands for.
    strength_step: f32,
    points: Row<Q>,
    points_bias: i32,
    points_step: f32,
    query: Second<H, Q>,
    actions: Vec<Row<Q>>,
    action_biases: Vec<i32>,
    action_step: f32,
}

/// The units of all seats.
struct First<const H: usize> {
    seats: [Row<H>; MAX_SEATS],
    players: usize,
    mean: Row<H>,
}

impl<const H: usize, const Q: usize> Sized<H, Q> {
    fn new(integers: &Integers) -> Self {
        let exponents = integers.exponents;
        let features = integers.spec.features;
        let step = |exponent: u32| 1.0 / (1_u32 << (exponents.units + exponent)) as f32;
        let row = |part: Part| Row::from(&integers[part]);
        Self {
            seat: Rows::new(&integers[Part::SeatRows], features.seat),
            table: Rows::new(&integers[Part::TableRows], features.table),
            bias: Row::from(&integers[Part::UnitBias]),
            one: 1 << exponents.units,
            value: Second::new(integers, [Part::ValueOwn, Part::ValueMean, Part::ValueBias], exponents.value),
            strength: row(Part::Strength),
            strength_step: step(exponents.strength),
            points: row(Part::Points),
            points_bias: integers[Part::PointsBias][0],
            points_step: step(exponents.points),
            query: Second::new(integers, [Part::QueryOwn, Part::QueryMean, Part::QueryBias], exponents.query),
            actions: integers[Part::ActionRows].chunks_exact(LANES * Q).map(Row::from).collect(),
            action_biases: integers[Part::ActionBias].to_vec(),
            action_step: step(exponents.action),
        }
    }

    /// Returns the units of all seats.
    #[inline]
    fn first(&self, inputs: &Inputs) -> First<H> {
        let table = self.table.add(self.bias, &inputs.table);
        let blocks = inputs.seats();
        let mut first = First { seats: [Row::ZERO; MAX_SEATS], players: blocks.len(), mean: Row::ZERO };
        for (units, block) in first.seats.iter_mut().zip(blocks) {
            *units = self.seat.add(table, block).clipped(self.one);
        }
        first.mean = Row::mean(&first.seats[..blocks.len()]);
        first
    }

    #[inline]
    fn strengths(&self, first: &First<H>) -> PerSeat<f32> {
        let shared = self.value.shared(first);
        PerSeat::from_fn(first.players, |seat| {
            let second = self.value.units(&shared, &first.seats[seat.index()], self.one);
            second.dot(&self.strength) as f32 * self.strength_step
        })
    }

    fn points(&self, first: &First<H>) -> PerSeat<f32> {
        let shared = self.value.shared(first);
        PerSeat::from_fn(first.players, |seat| {
            let second = self.value.units(&shared, &first.seats[seat.index()], self.one);
            (second.dot(&self.points) + self.points_bias) as f32 * self.points_step
        })
    }

    #[inline]
    fn query(&self, first: &First<H>, seat: Seat) -> Query {
        let shared = self.query.shared(first);
        let units = self.query.units(&shared, &first.seats[..first.players][seat.index()], self.one);
        let mut query = Row::ZERO;
        query.0[..Q].copy_from_slice(&units.0);
        Query(query)
    }

    #[inline]
    fn correction(&self, query: &Query, action: &[u16]) -> f32 {
        let query = Row::<Q>(*query.0.0.first_chunk().expect("a query has room for all units"));
        let correction = |&feature: &u16| {
            let feature = usize::from(feature);
            self.actions[feature].dot(&query).wrapping_add(self.action_biases[feature])
        };
        // Each in 32 bits, together in 64.
        let sum: i64 = action.iter().map(|feature| i64::from(correction(feature))).sum();
        sum as f32 * self.action_step
    }
}

/// The rows of a block: one for each active index, and one for each number that an index may have.
#[derive(Clone, Debug)]
struct Rows<const H: usize> {
    rows: Vec<Row<H>>,
    /// For each index the place before its rows for 1, 2, …; used for the indices that have numbers.
    numbers: Vec<Numbers>,
}

/// The rows of an index that has numbers.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    /// The place of the row for 0, if there were one.
    before: u32,
    /// The largest number.
    most: u16,
}

impl<const H: usize> Rows<H> {
    fn new(weights: &[i32], groups: &[Group]) -> Self {
        let mut rows: Vec<Row<H>> = weights.chunks_exact(LANES * H).map(Row::from).collect();
        let mut numbers = Vec::with_capacity(rows.len());
        let mut index = 0;
        for group in groups {
            for _ in 0..group.size {
                let Measure::Number { one, most } = group.measure else {
                    numbers.push(Numbers { before: index as u32, most: 0 });
                    index += 1;
                    continue;
                };
                // The row of an index that has numbers is that of the number `one`.
                numbers.push(Numbers { before: rows.len() as u32 - 1, most });
                let row = rows[index];
                rows.extend((1..=most).map(|number| row.times(number, one)));
                index += 1;
            }
        }
        Self { rows, numbers }
    }

    /// Adds the rows of a block.
    #[inline(always)]
    fn add(&self, mut units: Row<H>, block: &Block) -> Row<H> {
        // Four at a time, which saves more than a tenth of the instructions of an estimate.
        let (fours, rest) = block.active().as_chunks::<4>();
        for four in fours {
            for &index in four {
                units.add(&self.rows[usize::from(index)]);
            }
        }
        for &index in rest {
            units.add(&self.rows[usize::from(index)]);
        }
        for &(index, number) in block.numbers() {
            let Numbers { before, most } = self.numbers[usize::from(index)];
            units.add(&self.rows[before as usize + usize::from(number.unsigned_abs().min(most))]);
        }
        units
    }
}

/// A second layer.
#[derive(Clone, Debug)]
struct Second<const H: usize, const Q: usize> {
    /// The shares of a seat's units.
    own: Shares<H, Q>,
    /// The shares of the mean units.
    mean: Shares<H, Q>,
    /// The bias, and a half for rounding.
    bias: Sums<Q>,
    exponent: u32,
}

impl<const H: usize, const Q: usize> Second<H, Q> {
    fn new(integers: &Integers, [own, mean, bias]: [Part; 3], exponent: u32) -> Self {
        let half = if exponent == 0 { 0 } else { 1 << (exponent - 1) };
        let biases: Vec<i32> = integers[bias].iter().map(|bias| bias + half).collect();
        Self {
            own: Shares::new(&integers[own]),
            mean: Shares::new(&integers[mean]),
            bias: Sums::new(&biases),
            exponent,
        }
    }

    /// Returns what all seats have in the sums.
    #[inline(always)]
    fn shared(&self, first: &First<H>) -> Sums<Q> {
        let mut sums = self.bias;
        self.mean.add(&mut sums, &first.mean);
        sums
    }

    /// Returns the second units of a seat.
    #[inline(always)]
    fn units(&self, shared: &Sums<Q>, units: &Row<H>, one: i16) -> Row<Q> {
        let mut sums = *shared;
        self.own.add(&mut sums, units);
        sums.shifted(self.exponent).clipped(one)
    }
}
