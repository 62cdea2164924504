//! An accuracy in percent, by the formulas of lichess.

/// What losses are multiplied by. Most decisions of a board game cost less than those of chess: without it, all bots have
/// an accuracy above 94 %, and a player at random is not told from them (`results/review`).
pub(crate) const SCALE: f64 = 4.0;

/// Returns the accuracy of a decision in percent, from its loss in win share: lichess's
/// `103.1668 exp(-0.04354 d) - 3.1669 + 1`, cut to 0..100, where `d` is the loss in percent, times the number of seats
/// over 2 so that it compares with a game of two (`AccuracyPercent.scala` of lichess-org/lila; the formula only), and
/// times a scale. A gain counts as no loss.
#[must_use]
pub(crate) fn of_decision(loss: f64, players: usize, scale: f64) -> f64 {
    let lost = 100.0 * loss.max(0.0) * players as f64 / 2.0 * scale;
    (103.1668 * (-0.04354 * lost).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// Returns the accuracy of a seat: the mean of a weighted and of a harmonic mean of those of its decisions, as lichess
/// combines them. The weight of a decision is the standard deviation of the win percentages around it, in a window of a
/// tenth of the decisions, 2 to 8 long, cut to 0.5..12. `None` without a decision.
#[must_use]
pub(crate) fn of_seat(decisions: &[f64], wins: &[f64]) -> Option<f64> {
    if decisions.is_empty() || wins.len() != decisions.len() {
        return None;
    }
    let window = (decisions.len() / 10).clamp(2, 8).min(wins.len());
    let weight = |place: usize| {
        // As on lichess, the first windows are all the first one.
        let first = (place + 1).saturating_sub(window).min(wins.len() - window);
        deviation(&wins[first..first + window]).clamp(0.5, 12.0)
    };
    let weights: Vec<f64> = (0..decisions.len()).map(weight).collect();
    let sum: f64 = decisions.iter().zip(&weights).map(|(accuracy, weight)| accuracy * weight).sum();
    let weighted = sum / weights.iter().sum::<f64>();
    // A decision of accuracy 0 would make the harmonic mean 0 whatever the others are.
    let inverse: f64 = decisions.iter().map(|accuracy| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = decisions.len() as f64 / inverse;
    Some((weighted + harmonic) / 2.0)
}

/// The standard deviation (divisor n) of win shares, in percent.
fn deviation(wins: &[f64]) -> f64 {
    let n = wins.len() as f64;
    let mean = wins.iter().sum::<f64>() / n;
    let squares: f64 = wins.iter().map(|win| (win - mean) * (win - mean)).sum();
    100.0 * (squares / n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_without_loss_is_accurate() {
        assert_eq!(of_decision(0.0, 4, 1.0), 100.0);
        assert_eq!(of_decision(-0.1, 4, 1.0), 100.0);
        // 10 % in a game of two, and 5 % in a game of four: 103.1668 exp(-0.4354) - 2.1669.
        for (loss, players) in [(0.10, 2), (0.05, 4)] {
            let found = of_decision(loss, players, 1.0);
            assert!((found - 64.5826).abs() < 0.0001, "{found}");
        }
        assert_eq!(of_decision(1.0, 4, 1.0), 0.0);
        assert_eq!(of_decision(0.05, 4, 2.0), of_decision(0.10, 4, 1.0));
    }

    #[test]
    fn a_seat_is_between_its_decisions() {
        assert_eq!(of_seat(&[], &[]), None);
        assert!((of_seat(&[100.0; 30], &[0.25; 30]).unwrap() - 100.0).abs() < 1e-9);
        // Equal weights: the mean of 75 and of the harmonic mean 2 / (1/100 + 1/50).
        let found = of_seat(&[100.0, 50.0], &[0.3, 0.3]).unwrap();
        assert!((found - (75.0 + 200.0 / 3.0) / 2.0).abs() < 1e-9, "{found}");
    }
}
