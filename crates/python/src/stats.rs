//! The statistics of the program; `tradewinds.stats` has them.

use std::fmt::Display;

use numpy::{
    AllowTypeChange, PyArray1, PyArrayDescrMethods as _, PyArrayLike, PyUntypedArray,
    PyUntypedArrayMethods as _, ndarray,
};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyTuple};
use tradewinds_stats::{
    Alternative, Blocks, CONFIDENCE, Influence, Interval, Moments, Rankings, Resampled, Resamples, normal_at,
    share_over_strata_at,
};

use crate::errors::refused;
use crate::inputs::{listed, shown, text_or, whole, whole_or};

/// The maximum number of items of a fit of Plackett and Luce, which takes the square of it in memory.
const MAX_ITEMS: f64 = 5_000.0;

/// The maximum number of seats of a game there.
const MAX_SEATS: usize = 16;

/// The number of replicates of a bootstrap if the caller gives none.
const REPLICATES: u64 = 1_000;
/// The least number of blocks of which a bootstrap has an interval.
const LEAST_BLOCKS: usize = 9;

fn refuse(name: &str, found: impl Display, allowed: &str) -> PyErr {
    refused(format!("{name}: found {found}; allowed: {allowed}"))
}

/// Reads a finite number.
fn number(name: &str, value: &Bound<'_, PyAny>, allowed: &str, holds: fn(f64) -> bool) -> PyResult<f64> {
    let found: Option<f64> = value.extract().ok();
    found
        .filter(|&found| found.is_finite() && holds(found))
        .ok_or_else(|| refuse(name, shown(value), allowed))
}

/// Reads a number of any size.
fn any(name: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    number(name, value, "a finite number", |_| true)
}

/// Reads a standard error.
fn error_of(value: &Bound<'_, PyAny>) -> PyResult<f64> {
    number("error", value, "a number from 0", |error| error >= 0.0)
}

/// Reads the confidence of an interval.
fn confidence_of(value: Option<&Bound<'_, PyAny>>) -> PyResult<f64> {
    let read =
        |value| number("confidence", value, "a number above 0 and below 1", |part| 0.0 < part && part < 1.0);
    value.map_or(Ok(CONFIDENCE), read)
}

/// Returns the quantile of the normal distribution for a confidence.
fn quantile(value: Option<&Bound<'_, PyAny>>) -> PyResult<f64> {
    confidence_of(value).map(normal_at)
}

/// Reads an array, or what NumPy makes one of, of finite numbers; anything that can be iterated over counts as a list.
fn array<D: ndarray::Dimension>(
    name: &str,
    value: &Bound<'_, PyAny>,
    allowed: &str,
) -> PyResult<ndarray::Array<f64, D>> {
    let listed = match value.cast::<PyIterator>() {
        Ok(iterator) => {
            PyList::new(value.py(), iterator.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Err(_) => value.clone(),
    };
    // NumPy would read texts and times as numbers, too.
    let kind = listed.py().import("numpy")?.call_method1("asarray", (&listed,));
    let kind = kind.and_then(|array| Ok(array.cast_into::<PyUntypedArray>()?.dtype().kind()));
    let found = listed.extract::<PyArrayLike<'_, f64, D, AllowTypeChange>>();
    let found = found.ok().filter(|_| kind.is_ok_and(|kind| b"biufO".contains(&kind)));
    let found = found.ok_or_else(|| refuse(name, shown(value), allowed))?.as_array().to_owned();
    match found.iter().find(|number| !number.is_finite()) {
        Some(number) => Err(refuse(name, format!("{number} among the numbers"), allowed)),
        None => Ok(found),
    }
}

/// Reads a list of finite numbers, at least `least` of them.
fn numbers(name: &str, value: &Bound<'_, PyAny>, least: usize) -> PyResult<Vec<f64>> {
    let allowed = format!("a list or an array of {least} or more finite numbers");
    let found = array::<ndarray::Ix1>(name, value, &allowed)?.to_vec();
    if found.len() < least {
        return Err(refuse(name, format!("a list of {}", found.len()), &allowed));
    }
    Ok(found)
}

/// Returns an estimate over two or more blocks with its standard error.
fn with_error(blocks: &Blocks, influence: &Influence) -> (f64, f64) {
    let estimate = influence.estimate(blocks);
    (estimate.value, estimate.error.expect("two blocks have a variance"))
}

/// Returns the mean of independent numbers and its standard error (divisor n - 1), as a pair.
///
/// values: `[n]`: a number per block, such as the win share of a bot in all games of a deal. At least 2.
#[pyfunction]
pub(crate) fn mean_and_error(values: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
    let values = numbers("values", values, 2)?;
    let blocks = Blocks::new(values.iter().map(|_| 0));
    Ok(with_error(&blocks, &Influence::mean(&blocks, &values)))
}

/// Returns a share with the ends of its interval, as three numbers (share, low, high), as the standings of a tournament
/// have them: Wilson's interval on the effective number of games, which allows for few blocks (Korn and Graubard 1998).
///
/// shares: `[n]`: the share in each block, 0 to 1, such as the win share of a bot in all games of a deal; blocks of the
///     same size. At least 2.
/// games: the number of games in all blocks together.
/// confidence: the confidence of the interval.
#[pyfunction]
#[pyo3(signature = (shares, games, confidence=None), text_signature = "(shares, games, confidence=0.95)")]
pub(crate) fn share_over_blocks(
    shares: &Bound<'_, PyAny>,
    games: &Bound<'_, PyAny>,
    confidence: Option<&Bound<'_, PyAny>>,
) -> PyResult<(f64, f64, f64)> {
    let found = numbers("shares", shares, 2)?;
    if let Some(share) = found.iter().find(|share| !(0.0..=1.0).contains(*share)) {
        return Err(refuse("shares", share, "numbers from 0 to 1"));
    }
    let games = whole("games", games, found.len() as u64..=1 << 53)?;
    let mut blocks = Moments::default();
    found.iter().for_each(|&share| blocks.push(share));
    let estimate = share_over_strata_at(&[blocks], games, confidence_of(confidence)?);
    let estimate = estimate.and_then(|found| Some((found.share, found.interval?.ends())));
    let (share, (low, high)) = estimate.expect("two blocks have an interval");
    Ok((share, low, high))
}

/// Returns the ratio of two sums over blocks and its standard error, as a pair (the ratio estimator, linearized). It is the
/// mean over games where blocks have different numbers of them.
///
/// numerators: `[n]`: what each block adds to the numerator. At least 2.
/// denominators: `[n]`: what each block adds to the denominator, whose sum must be above 0.
#[pyfunction]
pub(crate) fn ratio_and_error(
    numerators: &Bound<'_, PyAny>,
    denominators: &Bound<'_, PyAny>,
) -> PyResult<(f64, f64)> {
    let upper = numbers("numerators", numerators, 2)?;
    let lower = numbers("denominators", denominators, 2)?;
    if upper.len() != lower.len() {
        return Err(refuse("denominators", lower.len(), &format!("{} numbers, one per block", upper.len())));
    }
    let blocks = Blocks::new(upper.iter().map(|_| 0));
    let ratio = Influence::ratio(&blocks, &upper, &lower)
        .ok_or_else(|| refuse("denominators", "a sum that is not above 0", "a sum above 0"))?;
    Ok(with_error(&blocks, &ratio))
}

/// Returns the ends of the interval of an estimate whose error is normal, as a pair.
///
/// estimate: the estimate.
/// error: its standard error.
/// confidence: the confidence of the interval.
#[pyfunction]
#[pyo3(signature = (estimate, error, confidence=None), text_signature = "(estimate, error, confidence=0.95)")]
pub(crate) fn z_interval(
    estimate: &Bound<'_, PyAny>,
    error: &Bound<'_, PyAny>,
    confidence: Option<&Bound<'_, PyAny>>,
) -> PyResult<(f64, f64)> {
    let (estimate, error) = (any("estimate", estimate)?, error_of(error)?);
    Ok(tradewinds_stats::z_interval(estimate, error, quantile(confidence)?).ends())
}

/// Returns the p-value of the hypothesis that a quantity is `null`, or, of a one-sided alternative, at most or at least
/// `null`: Wald's test of one quantity, whose error is normal. Without any error it is 0 or 1.
///
/// estimate: the estimate of the quantity.
/// error: its standard error.
/// null: the value of the hypothesis.
/// alternative: "two-sided", "greater" or "less".
#[pyfunction]
#[pyo3(
    signature = (estimate, error, null=None, alternative=None),
    text_signature = "(estimate, error, null=0.0, alternative='two-sided')"
)]
pub(crate) fn z_test(
    estimate: &Bound<'_, PyAny>,
    error: &Bound<'_, PyAny>,
    null: Option<&Bound<'_, PyAny>>,
    alternative: Option<&Bound<'_, PyAny>>,
) -> PyResult<f64> {
    let (estimate, error) = (any("estimate", estimate)?, error_of(error)?);
    let null = null.map_or(Ok(0.0), |null| any("null", null))?;
    let allowed = "two-sided, greater, less";
    let alternative = match text_or("alternative", alternative, allowed, "two-sided")?.as_str() {
        "two-sided" => Alternative::TwoSided,
        "greater" => Alternative::Greater,
        "less" => Alternative::Less,
        other => return Err(refuse("alternative", format_args!("{other:?}"), allowed)),
    };
    Ok(tradewinds_stats::z_test(estimate, error, null, alternative))
}

/// Returns the ends of Wilson's score interval of a share, as a pair.
///
/// share: the share, 0 to 1.
/// n: the number of trials, 1 or more; it need not be whole.
/// error: the standard error of the share, such as that of `mean_and_error` over deals. The interval is then on the
///     effective number of trials: as many independent trials as have this error. If it is 0, or None, it is on `n`.
///     It knows nothing of the number of deals: `share_over_blocks` allows for few.
/// confidence: the confidence of the interval.
#[pyfunction]
#[pyo3(
    signature = (share, n, error=None, confidence=None),
    text_signature = "(share, n, error=None, confidence=0.95)"
)]
pub(crate) fn wilson(
    share: &Bound<'_, PyAny>,
    n: &Bound<'_, PyAny>,
    error: Option<&Bound<'_, PyAny>>,
    confidence: Option<&Bound<'_, PyAny>>,
) -> PyResult<(f64, f64)> {
    let share = number("share", share, "a number from 0 to 1", |share| (0.0..=1.0).contains(&share))?;
    let n = number("n", n, "a number from 1", |n| n >= 1.0)?;
    let read = |error| number("error", error, "a number from 0 to 1", |error| (0.0..=1.0).contains(&error));
    let error = error.map_or(Ok(0.0), read)?;
    Ok(tradewinds_stats::wilson_of_error(share, error, n, quantile(confidence)?).ends())
}

/// Returns p-values corrected for their number by Holm's method (1979): float64 `[n]`. Where every comparison with a
/// corrected value of at most 0.05 is called a difference, any of these calls is wrong with a probability of at most
/// 0.05, however the comparisons depend on each other.
///
/// p_values: `[n]`: the p-values of all comparisons, 0 to 1.
#[pyfunction]
pub(crate) fn holm<'py>(
    py: Python<'py>,
    p_values: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let found = numbers("p_values", p_values, 0)?;
    if let Some(p) = found.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(refuse("p_values", p, "numbers from 0 to 1"));
    }
    Ok(PyArray1::from_vec(py, tradewinds_stats::holm(&found)))
}

/// Tests whether the means of several quantities, estimated from the same blocks, are all `null`. Returns Wald's statistic,
/// which is Hotelling's T², and its p-value by Hotelling's distribution, as a pair.
///
/// values: `[n, k]`: the k quantities of each block; more blocks than quantities. Leave one out if the last follows from
///     the others, as that of shares that sum to 1.
/// null: the value of the hypothesis, for each quantity the same.
#[pyfunction]
#[pyo3(signature = (values, null=None), text_signature = "(values, null=0.0)")]
pub(crate) fn wald(values: &Bound<'_, PyAny>, null: Option<&Bound<'_, PyAny>>) -> PyResult<(f64, f64)> {
    let allowed = "an array [n, k] of finite numbers, with more blocks than quantities";
    let rows = array::<ndarray::Ix2>("values", values, allowed)?;
    let null = null.map_or(Ok(0.0), |null| any("null", null))?;
    if rows.ncols() == 0 || rows.nrows() <= rows.ncols() {
        return Err(refuse("values", format_args!("[{}, {}]", rows.nrows(), rows.ncols()), allowed));
    }
    let blocks = Blocks::new((0..rows.nrows()).map(|_| 0));
    let estimates: Vec<Influence> = rows
        .columns()
        .into_iter()
        .map(|column| Influence::mean(&blocks, &column.to_vec()).plus(-null))
        .collect();
    let test = tradewinds_stats::wald(&blocks, &estimates).ok_or_else(|| {
        refuse(
            "values",
            "a quantity that follows from the others, or never varies",
            "quantities that vary by themselves",
        )
    })?;
    Ok((test.statistic, test.p))
}

/// Returns the Elo ratings of items, such as bots, from the rankings of games, by maximum likelihood in the model of
/// Plackett and Luce: float64 `[items]`, with mean 0. A tie counts as every order in equal parts. An item that never met
/// another has NaN.
///
/// items: `[games, seats]`: the item in each seat, whole numbers from 0; -1 where a game has no such seat. An item may
///     have several seats.
/// ranks: `[games, seats]`: the rank of each seat, whole numbers from 0; lower is better, equal is a tie.
///
/// If an item won or lost all its games against others, no ratings are the most likely ones, which is a `ValueError`.
#[pyfunction]
pub(crate) fn plackett_luce<'py>(
    py: Python<'py>,
    items: &Bound<'py, PyAny>,
    ranks: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let allowed = format!(
        "an array [games, seats] of whole numbers from -1 to {MAX_ITEMS}, with at most {MAX_SEATS} seats"
    );
    let items = array::<ndarray::Ix2>("items", items, &allowed)?;
    let of_ranks = "an array of the same shape, of whole numbers from 0";
    let ranks = array::<ndarray::Ix2>("ranks", ranks, of_ranks)?;
    let is_item = |&item: &f64| item.fract() == 0.0 && (-1.0..=MAX_ITEMS).contains(&item);
    if let Some(item) = items.iter().find(|item| !is_item(item)) {
        return Err(refuse("items", item, &allowed));
    }
    if items.ncols() > MAX_SEATS {
        return Err(refuse("items", format_args!("{} seats", items.ncols()), &allowed));
    }
    if items.dim() != ranks.dim() {
        return Err(refuse("ranks", format_args!("[{}, {}]", ranks.nrows(), ranks.ncols()), of_ranks));
    }
    let is_rank = |&rank: &f64| rank.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&rank);
    if let Some(rank) = ranks.iter().find(|rank| !is_rank(rank)) {
        return Err(refuse("ranks", rank, of_ranks));
    }
    let number = items.iter().fold(0.0, |most: f64, &item| most.max(item + 1.0)) as usize;
    let mut rankings = Rankings::new(number);
    let mut counts = Vec::new();
    for (items, ranks) in items.rows().into_iter().zip(ranks.rows()) {
        let seats = items.iter().zip(ranks).filter(|&(&item, _)| item >= 0.0);
        let seats: Vec<(usize, u32)> = seats.map(|(&item, &rank)| (item as usize, rank as u32)).collect();
        let id = rankings.intern(&seats);
        counts.resize(rankings.patterns(), 0.0);
        counts[id] += 1.0;
    }
    let met = items.rows().into_iter().any(|items| {
        let mut present = items.iter().filter(|&&item| item >= 0.0);
        present.next().is_some_and(|first| present.any(|item| item != first))
    });
    if !met {
        return Ok(PyArray1::from_vec(py, vec![f64::NAN; number]));
    }
    let strengths = rankings.fit(&counts, None).ok_or_else(|| {
        refuse(
            "items",
            "games in which some items were never behind, or never ahead of, the others",
            "games that connect all items",
        )
    })?;
    let ratings = strengths.into_iter().map(|strength| strength.map_or(f64::NAN, tradewinds_stats::elo));
    Ok(PyArray1::from_iter(py, ratings))
}

/// Resamples blocks with replacement, and returns the ends of the bootstrap's interval of 95 % of a statistic and its
/// standard error, as three numbers (low, high, error), or three float64 arrays `[k]` of a statistic that has k numbers.
///
/// The interval is that of percentiles, expanded so that few blocks do not make it too narrow (Hesterberg 2015). It is NaN
/// with fewer than 9 blocks, where it would be too narrow all the same, and if all replicates agree, as in the program's own
/// tables. A statistic that is missing in more than 1 % of the replicates has NaN. The same arguments give the same result.
///
/// blocks: a list or an array of blocks, the independent units: such as all games of a deal. At least 2.
/// statistic: a function of as many blocks, a list or an array like `blocks`; it returns a number, or a list of numbers
///     that keeps its length. None or NaN is a missing one.
/// replicates: the number of times that blocks are drawn.
/// seed: the seed of the draws.
#[pyfunction]
#[pyo3(
    signature = (blocks, statistic, replicates=None, seed=None),
    text_signature = "(blocks, statistic, replicates=1000, seed=0)"
)]
pub(crate) fn bootstrap<'py>(
    py: Python<'py>,
    blocks: &Bound<'py, PyAny>,
    statistic: &Bound<'py, PyAny>,
    replicates: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let allowed = "a list or an array of 2 or more blocks";
    // A table of pandas or polars is its rows.
    let is_array = blocks.hasattr("__array__")?;
    let blocks =
        &if is_array { py.import("numpy")?.call_method1("asarray", (blocks,))? } else { blocks.clone() };
    let units: Vec<Bound<'py, PyAny>> = if is_array {
        Vec::new()
    } else {
        let each = listed(blocks).ok_or_else(|| refuse("blocks", shown(blocks), allowed))?;
        each.collect::<PyResult<_>>()?
    };
    let count = if is_array {
        blocks.len().map_err(|_| refuse("blocks", shown(blocks), allowed))?
    } else {
        units.len()
    };
    if count < 2 {
        return Err(refuse("blocks", format_args!("a list of {count}"), allowed));
    }
    if !statistic.is_callable() {
        return Err(refuse("statistic", shown(statistic), "a function of the blocks"));
    }
    let replicates = whole_or("replicates", replicates, 2..=1_000_000, REPLICATES)? as u32;
    let resamples = Resamples::new(&[count], replicates, whole_or("seed", seed, 0..=u64::MAX, 0)?);
    let mut drawn = resamples.whole();
    let mut found: Vec<Vec<Option<f64>>> = Vec::new();
    let mut is_list = false;
    for replicate in 0..resamples.len() {
        resamples.draw(replicate, &mut drawn);
        let places = drawn[0].iter().enumerate().flat_map(|(place, &times)| vec![place; times as usize]);
        let sample = if is_array {
            blocks.get_item(PyArray1::from_iter(py, places))?
        } else {
            PyList::new(py, places.map(|place| &units[place]).collect::<Vec<_>>())?.into_any()
        };
        let returned = statistic.call1((sample,))?;
        let numbers = numbers_of(&returned)?
            .filter(|(numbers, _)| found.first().is_none_or(|first| first.len() == numbers.len()));
        let (numbers, listed) = numbers.ok_or_else(|| {
            refuse("statistic", shown(&returned), "a number, or a list of numbers that keeps its length")
        })?;
        is_list = listed;
        found.push(numbers);
    }
    let places = 0..found.first().map_or(0, Vec::len);
    let summaries: Vec<_> =
        places.map(|place| resamples.summary(found.iter().map(|list| list[place]))).collect();
    let column = |part: fn(Interval) -> f64| {
        let interval = |of: &Resampled| of.interval.filter(|of| count >= LEAST_BLOCKS && of.low < of.high);
        summaries.iter().map(|of| interval(of).map_or(f64::NAN, part)).collect()
    };
    let columns: [Vec<f64>; 3] = [
        column(|interval| interval.low),
        column(|interval| interval.high),
        summaries.iter().map(|of| of.error.unwrap_or(f64::NAN)).collect(),
    ];
    if is_list {
        Ok(PyTuple::new(py, columns.map(|column| PyArray1::from_vec(py, column)))?.into_any())
    } else {
        Ok((columns[0][0], columns[1][0], columns[2][0]).into_pyobject(py)?.into_any())
    }
}

/// Reads what a statistic returned: its numbers, and whether they are a list; `None` if it is something else.
fn numbers_of(returned: &Bound<'_, PyAny>) -> PyResult<Option<(Vec<Option<f64>>, bool)>> {
    match returned.try_iter() {
        Ok(each) => {
            let each = each.collect::<PyResult<Vec<_>>>()?;
            let numbers: Option<Vec<Option<f64>>> = each.iter().map(|number| number.extract().ok()).collect();
            Ok(numbers.map(|numbers| (numbers, true)))
        }
        Err(_) => Ok(returned.extract().ok().map(|number| (vec![number], false))),
    }
}
