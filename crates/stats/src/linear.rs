//! Systems of linear equations.

/// Solves a positive definite system by Cholesky's decomposition, in place; the matrix has rows of `width`
/// numbers, of which only the lower triangle is read, and there are as many unknowns as numbers in `right`.
/// Returns `None` if the matrix is not positive definite, as far as rounding allows to determine.
///
/// # Panics
/// If the matrix has fewer or narrower rows than there are unknowns.
pub fn solve(matrix: &mut [f64], width: usize, right: &mut [f64]) -> Option<()> {
    let size = right.len();
    for row in 0..size {
        let whole = matrix[row * width + row];
        for column in 0..=row {
            let inner: f64 = (0..column).map(|k| matrix[row * width + k] * matrix[column * width + k]).sum();
            let rest = matrix[row * width + column] - inner;
            if column < row {
                matrix[row * width + column] = rest / matrix[column * width + column];
            } else if rest > whole * 1e-14 {
                matrix[row * width + row] = rest.sqrt();
            } else {
                return None;
            }
        }
    }
    for row in 0..size {
        let inner: f64 = (0..row).map(|k| matrix[row * width + k] * right[k]).sum();
        right[row] = (right[row] - inner) / matrix[row * width + row];
    }
    for row in (0..size).rev() {
        let inner: f64 = (row + 1..size).map(|k| matrix[k * width + row] * right[k]).sum();
        right[row] = (right[row] - inner) / matrix[row * width + row];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_solves() {
        let matrix = [4.0, 0.0, 0.0, 12.0, 37.0, 0.0, -16.0, -43.0, 98.0];
        // The factor has the rows (2), (6, 1) and (-8, 5, 3).
        let mut right = [4.0 + 24.0 - 48.0, 12.0 + 74.0 - 129.0, -16.0 - 86.0 + 294.0];
        assert_eq!(solve(&mut matrix.clone(), 3, &mut right), Some(()));
        for (found, expected) in right.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-9, "{right:?}");
        }
        let mut first_two = [4.0 + 24.0, 12.0 + 74.0];
        assert_eq!(solve(&mut matrix.clone(), 3, &mut first_two), Some(()));
        assert!((first_two[0] - 1.0).abs() < 1e-9 && (first_two[1] - 2.0).abs() < 1e-9);
    }

    #[test]
    fn what_is_not_positive_definite_has_no_solution() {
        for matrix in [[1.0, 0.0, 1.0, 1.0], [1.0, 0.0, 2.0, 1.0], [0.0, 0.0, 0.0, 1.0], [f64::NAN; 4]] {
            assert_eq!(solve(&mut matrix.clone(), 2, &mut [1.0, 1.0]), None, "{matrix:?}");
        }
    }
}
