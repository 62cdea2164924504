//! How many deals would answer a question.

/// Returns approximately how many deals would give an undecided question an answer if the estimates stayed as they are:
/// standard errors fall with the root of the number of deals. `decides` says whether standard errors of this part of
/// today's, 0 to 1, would. `None` where none would.
pub(super) fn deals_needed(deals: u64, decides: impl Fn(f64) -> bool) -> Option<u64> {
    let (mut decided, mut undecided) = (0.0, 1.0);
    for _ in 0..50 {
        let middle = (decided + undecided) / 2.0;
        *(if decides(middle) { &mut decided } else { &mut undecided }) = middle;
    }
    let deals = deals as f64 / (decided * decided);
    (deals.is_finite() && deals < 1e15).then(|| rounded_up(deals))
}

/// Rounds a number of deals up to two significant figures: an estimate is no more precise.
pub(super) fn rounded_up(deals: f64) -> u64 {
    let unit = 10_f64.powf((deals.log10().floor() - 1.0).max(0.0));
    ((deals / unit).ceil() * unit) as u64
}
