//! Numbers as text.

/// Writes a number with so many decimal places; a missing or not finite one is `NA`.
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

#[cfg(test)]
mod tests {
    use super::*;

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
