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

/// Adjusts the p-values of several comparisons by the method of Benjamini and Hochberg (1995, *Journal of the Royal
/// Statistical Society B* 57, 289-300): where every comparison with an adjusted value of at most q is called a
/// difference, on average a share of at most q of these calls is wrong, if the comparisons are independent.
///
/// ```
/// use tradewinds_stats::benjamini_hochberg;
/// assert_eq!(benjamini_hochberg(&[0.5, 0.01, 0.03]), [0.5, 0.03, 0.045]);
/// ```
#[must_use]
pub fn benjamini_hochberg(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut adjusted = vec![0.0; values.len()];
    let mut smallest: f64 = 1.0;
    for (place, index) in order.into_iter().enumerate() {
        smallest = smallest.min(values[index] * values.len() as f64 / (values.len() - place) as f64);
        adjusted[index] = smallest;
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
        // And of `p.adjust(p, "BH")`.
        near(&benjamini_hochberg(&[0.01, 0.02, 0.03, 0.04, 0.05]), &[0.05; 5]);
        near(&benjamini_hochberg(&[0.9, 0.04, 0.6]), &[0.9, 0.12, 0.9]);
        assert!(benjamini_hochberg(&[]).is_empty());
    }
}
