//! Numbers as text.

/// Writes a number with `places` decimal places; a missing or non-finite one is `NA`.
#[must_use]
pub fn decimal(value: impl Into<Option<f64>>, places: usize) -> String {
    let Some(value) = value.into().filter(|value| value.is_finite()) else {
        return "NA".to_owned();
    };
    let text = format!("{value:.places$}");
    match text.strip_prefix('-') {
        // A tiny negative number rounds to zero, which has no sign.
        Some(digits) if digits.bytes().all(|byte| matches!(byte, b'0' | b'.')) => digits.to_owned(),
        _ => text,
    }
}

/// Writes a number for a file with all its places, and with a point even if it is whole, so that no reader takes its
/// column for one of whole numbers.
#[must_use]
pub fn real(value: impl Into<Option<f64>>) -> String {
    value.into().filter(|value| value.is_finite()).map_or("NA".to_owned(), |value| format!("{value:?}"))
}

/// Writes a p-value for people: with three places, and as "< 0.001" below that, since no p-value is 0.
#[must_use]
pub fn p_value(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        _ => decimal(p, 3),
    }
}

/// Writes a p-value for a file: with six places; below 0.001, with six digits and its power of ten.
#[must_use]
pub fn exact_p_value(p: Option<f64>) -> String {
    match p {
        Some(p) if p > 0.0 && p < 0.001 => format!("{p:.5e}"),
        _ => decimal(p, 6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_p_value_is_zero() {
        for (p, shown, exact) in [
            (Some(0.0009), "< 0.001", "9.00000e-4"),
            (Some(1e-30), "< 0.001", "1.00000e-30"),
            (Some(0.0), "< 0.001", "0.000000"),
            (Some(0.001), "0.001", "0.001000"),
            (Some(0.0494), "0.049", "0.049400"),
            (Some(1.0), "1.000", "1.000000"),
            (None, "NA", "NA"),
        ] {
            assert_eq!((p_value(p).as_str(), exact_p_value(p).as_str()), (shown, exact), "{p:?}");
        }
    }

    #[test]
    fn real_numbers_have_a_point() {
        let written = [1.0, 0.5, -3.0, 1e-9, f64::NAN].map(real);
        assert_eq!(written, ["1.0", "0.5", "-3.0", "1e-9", "NA"]);
    }

    #[test]
    fn numbers_are_rounded_and_never_nan() {
        assert_eq!(decimal(1.0 / 3.0, 3), "0.333");
        assert_eq!(decimal(-0.0004, 3), "0.000");
        assert_eq!(decimal(-12.5, 1), "-12.5");
        assert_eq!(decimal(f64::NAN, 3), "NA");
        assert_eq!(decimal(f64::INFINITY, 3), "NA");
        assert_eq!(decimal(None, 3), "NA");
    }
}
