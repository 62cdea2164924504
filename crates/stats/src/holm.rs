//! Many comparisons at once.

/// Adjusts the p-values of several comparisons by Holm's method (Holm 1979, *Scandinavian Journal of Statistics*
/// 6, 65-70): where every comparison with an adjusted value of at most α is called a difference, the probability
/// that any of these calls is wrong is at most α, however the comparisons depend on each other.
///
/// ```
/// use tradewinds_stats::holm;
/// assert_eq!(holm(&[0.5, 0.01, 0.03]), [0.5, 0.03, 0.06]);
/// ```
#[must_use]
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut adjusted = vec![0.0; values.len()];
    let mut largest: f64 = 0.0;
    for (place, index) in order.into_iter().enumerate() {
        largest = largest.max(values[index] * (values.len() - place) as f64).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are those of R's `p.adjust(p, "holm")`.
    #[test]
    fn values_are_those_of_r() {
        let near = |found: &[f64], expected: &[f64]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        near(&holm(&[0.01, 0.02, 0.03, 0.04, 0.05]), &[0.05, 0.08, 0.09, 0.09, 0.09]);
        near(&holm(&[0.9, 0.04, 0.6]), &[1.0, 0.12, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
