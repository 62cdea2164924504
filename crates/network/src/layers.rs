//! The layers of a network, laid out for a kind of processor.

use std::sync::Arc;

use arrayvec::ArrayVec;
use tradewinds_game::features::{Block, Measure};
use tradewinds_game::{Group, Inputs, MAX_SEATS, PerSeat, Seat};

use crate::estimate::Query;
use crate::integers::Integers;
use crate::kernel::{LANES, Portable, Registers, Row, Shares, Sums};
use crate::shape::Part;

/// The layers of a network with `H` registers of units, and `Q` registers of second units.
#[derive(Clone, Debug)]
pub(crate) struct Sized<K: Registers, const H: usize, const Q: usize> {
    kernel: K,
    seat: Rows<K, H>,
    table: Rows<K, H>,
    bias: Row<K, H>,
    /// The unit that stands for 1.
    one: i16,
    value: Second<K, H, Q>,
    strength: Row<K, Q>,
    /// What a step of the strength stands for.
    strength_step: f32,
    points: Row<K, Q>,
    points_bias: i32,
    points_step: f32,
    query: Second<K, H, Q>,
}

/// The units of all seats.
pub(crate) struct First<'a, K: Registers, const H: usize> {
    seats: &'a [Row<K, H>],
    mean: &'a Row<K, H>,
}

impl<K: Registers, const H: usize, const Q: usize> Sized<K, H, Q> {
    pub(crate) fn new(kernel: K, integers: &Integers, bias: &[i32]) -> Self {
        let exponents = integers.exponents;
        let features = integers.spec.features;
        let second = |parts: [Part; 3], exponent: u32| Second::new(kernel, integers, parts, exponent);
        Self {
            kernel,
            seat: Rows::new(kernel, &integers[Part::SeatRows], features.seat),
            table: Rows::new(kernel, &integers[Part::TableRows], features.table),
            bias: Row::new(kernel, bias),
            one: 1 << exponents.units,
            value: second([Part::ValueOwn, Part::ValueMean, Part::ValueBias], exponents.value),
            strength: Row::new(kernel, &integers[Part::Strength]),
            strength_step: exponents.step(exponents.strength),
            points: Row::new(kernel, &integers[Part::Points]),
            points_bias: integers[Part::PointsBias][0],
            points_step: exponents.step(exponents.points),
            query: second([Part::QueryOwn, Part::QueryMean, Part::QueryBias], exponents.query),
        }
    }

    /// Puts other biases in the place of those of the units.
    pub(crate) fn set_bias(&mut self, bias: &[i32]) {
        self.bias = Row::new(self.kernel, bias);
    }

    /// Passes the units of all seats on. They stay where they are written: copies of them took a tenth of an estimate.
    #[inline(always)]
    pub(crate) fn first<R>(&self, inputs: &Inputs, then: impl FnOnce(First<'_, K, H>) -> R) -> R {
        let kernel = self.kernel;
        let (mut seats, mut mean) = (ArrayVec::<_, MAX_SEATS>::new(), self.bias);
        kernel.run(
            #[inline(always)]
            || {
                // In memory, which leaves the registers to the sums of the seats.
                mean = self.table.add(kernel, self.bias, &inputs.table);
                for block in inputs.seats() {
                    seats.push(self.seat.add(kernel, mean, block).clipped(kernel, self.one));
                }
                mean = Row::mean(kernel, &seats);
            },
        );
        then(First { seats: &seats, mean: &mean })
    }

    /// Returns each seat's strength.
    pub(crate) fn strengths(&self, first: &First<'_, K, H>) -> PerSeat<f32> {
        self.of_each_seat(
            first,
            #[inline(always)]
            |second| second.dot(self.kernel, &self.strength) as f32 * self.strength_step,
        )
    }

    /// Returns each seat's points, as parts of the points that stand for 1.
    pub(crate) fn points(&self, first: &First<'_, K, H>) -> PerSeat<f32> {
        self.of_each_seat(
            first,
            #[inline(always)]
            |second| (second.dot(self.kernel, &self.points) + self.points_bias) as f32 * self.points_step,
        )
    }

    /// Returns a number for each seat, made of its second units for the value.
    #[inline(always)]
    fn of_each_seat(&self, first: &First<'_, K, H>, number: impl Fn(Row<K, Q>) -> f32) -> PerSeat<f32> {
        let mut numbers = PerSeat::new(first.seats.len());
        self.kernel.run(
            #[inline(always)]
            || {
                let shared = self.value.shared(self.kernel, first);
                for seat in Seat::all(first.seats.len()) {
                    let units = &first.seats[seat.index()];
                    numbers[seat] = number(self.value.units(self.kernel, &shared, units, self.one));
                }
            },
        );
        numbers
    }

    /// Returns what the network looks for in the actions of a seat.
    pub(crate) fn query(&self, first: &First<'_, K, H>, seat: Seat) -> Query {
        let units = &first.seats[seat.index()];
        let mut query = Query::ZERO;
        self.kernel.run(
            #[inline(always)]
            || {
                let shared = self.query.shared(self.kernel, first);
                let units = self.query.units(self.kernel, &shared, units, self.one);
                query.0.0[..Q].copy_from_slice(&units.copied(self.kernel, Portable).0);
            },
        );
        query
    }
}

/// The rows of a block: one for each active index, and one for each number that an index may have.
#[derive(Clone, Debug)]
struct Rows<K: Registers, const H: usize> {
    rows: Arc<[Row<K, H>]>,
    /// For each index the place before its rows for 1, 2, …; used for the indices that have numbers.
    numbers: Arc<[Numbers]>,
}

/// The rows of an index that has numbers.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    /// The place of the row for 0, if there were one.
    before: u32,
    /// The largest number.
    most: u16,
}

impl<K: Registers, const H: usize> Rows<K, H> {
    fn new(kernel: K, weights: &[i32], groups: &[Group]) -> Self {
        let mut rows: Vec<_> =
            weights.chunks_exact(LANES * H).map(|weights| Row::new(kernel, weights)).collect();
        let mut numbers = Vec::with_capacity(rows.len());
        let mut index = 0;
        for group in groups {
            for _ in 0..group.indices() {
                let Measure::Number { one, most } = group.measure else {
                    numbers.push(Numbers { before: index as u32, most: 0 });
                    index += 1;
                    continue;
                };
                // The row of an index that has numbers is that of the number `one`.
                numbers.push(Numbers { before: rows.len() as u32 - 1, most });
                let row: Row<K, H> = rows[index];
                rows.extend((1..=most).map(|number| row.times(kernel, number, one)));
                index += 1;
            }
        }
        Self { rows: rows.into(), numbers: numbers.into() }
    }

    /// Adds the rows of a block.
    #[inline(always)]
    fn add(&self, kernel: K, mut units: Row<K, H>, block: &Block) -> Row<K, H> {
        // Four at a time, which saves more than a tenth of the instructions of an estimate.
        let (fours, rest) = block.active().as_chunks::<4>();
        for four in fours {
            for &index in four {
                units.add(kernel, &self.rows[usize::from(index)]);
            }
        }
        for &index in rest {
            units.add(kernel, &self.rows[usize::from(index)]);
        }
        for &(index, number) in block.numbers() {
            let Numbers { before, most } = self.numbers[usize::from(index)];
            units.add(kernel, &self.rows[before as usize + usize::from(number.unsigned_abs().min(most))]);
        }
        units
    }
}

/// A second layer.
#[derive(Clone, Debug)]
struct Second<K: Registers, const H: usize, const Q: usize> {
    /// The shares of a seat's units.
    own: Shares<K, H, Q>,
    /// The shares of the mean units.
    mean: Shares<K, H, Q>,
    /// The bias, and a half for rounding.
    bias: Sums<K, Q>,
    exponent: u32,
}

impl<K: Registers, const H: usize, const Q: usize> Second<K, H, Q> {
    fn new(kernel: K, integers: &Integers, [own, mean, bias]: [Part; 3], exponent: u32) -> Self {
        let half = if exponent == 0 { 0 } else { 1 << (exponent - 1) };
        let biases: Vec<i32> = integers[bias].iter().map(|bias| bias + half).collect();
        Self {
            own: Shares::new(kernel, &integers[own]),
            mean: Shares::new(kernel, &integers[mean]),
            bias: Sums::new(kernel, &biases),
            exponent,
        }
    }

    /// Returns what all seats have in the sums.
    #[inline(always)]
    fn shared(&self, kernel: K, first: &First<'_, K, H>) -> Sums<K, Q> {
        let mut sums = self.bias;
        self.mean.add(kernel, &mut sums, first.mean);
        sums
    }

    /// Returns the second units of a seat.
    #[inline(always)]
    fn units(&self, kernel: K, shared: &Sums<K, Q>, units: &Row<K, H>, one: i16) -> Row<K, Q> {
        let mut sums = *shared;
        self.own.add(kernel, &mut sums, units);
        sums.shifted(kernel, self.exponent).clipped(kernel, one)
    }
}
