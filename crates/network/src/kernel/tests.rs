//! The same tests for every kernel, and equal bits of all of them. A processor without AVX2 tests the portable one alone.

use proptest::prelude::*;

use super::*;

/// A processor's instructions for each test, where this processor has them.
macro_rules! on_every_kernel {
    ($($test:ident),*) => {
        mod portable {
            $(#[test] fn $test() { super::$test(super::Portable); })*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            $(#[test] fn $test() {
                if let Some(kernel) = super::Avx2::new() {
                    super::Registers::run(kernel, || super::$test(kernel));
                }
            })*
        }
    };
}

on_every_kernel!(
    a_mean_is_rounded,
    a_sum_stays_at_the_bound_of_16_bits,
    shares_are_added_to_each_second_unit,
    a_dot_product_has_32_bits,
    a_multiple_is_rounded,
    a_row_is_copied
);

fn row<K: Registers>(kernel: K, number: i16) -> Row<K, 2> {
    Row([kernel.numbers([number; LANES]); 2])
}

fn numbers<K: Registers, const N: usize>(kernel: K, row: Row<K, N>) -> Vec<i16> {
    row.0.into_iter().flat_map(|register| kernel.array(register)).collect()
}

fn a_mean_is_rounded<K: Registers>(kernel: K) {
    for players in 2..=6 {
        for sum in 0..=players * 1024 {
            let rows: Vec<Row<K, 2>> =
                (0..players).map(|index| row(kernel, ((sum + index) / players) as i16)).collect();
            let expected = (f64::from(sum) / f64::from(players) + 0.5).floor();
            assert_eq!(numbers(kernel, Row::mean(kernel, &rows)), [expected as i16; 32], "{sum} / {players}");
        }
    }
}

fn a_sum_stays_at_the_bound_of_16_bits<K: Registers>(kernel: K) {
    let mut sum = row(kernel, i16::MAX - 1);
    sum.add(kernel, &row(kernel, 2));
    assert_eq!(numbers(kernel, sum), [i16::MAX; 32]);
    assert_eq!(numbers(kernel, sum.clipped(kernel, 100)), [100; 32]);
    assert_eq!(numbers(kernel, row(kernel, -5).clipped(kernel, 100)), [0; 32]);
    let wide = [-70_000, 70_000, -3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, i32::MIN, i32::MAX];
    let shifted = Sums::<K, 1>::new(kernel, &wide).shifted(kernel, 1);
    let expected = [-32_768, 32_767, -2, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, -32_768, 32_767];
    assert_eq!(numbers(kernel, shifted), expected);
}

fn shares_are_added_to_each_second_unit<K: Registers>(kernel: K) {
    let share = |second: i32, unit: i32| second * 100 - unit * 7;
    let all: Vec<i32> = (0..32).flat_map(|second| (0..32).map(move |unit| share(second, unit))).collect();
    let units: Vec<i32> = (0..32).map(|unit| unit * 3 - 30).collect();
    let mut sums = Sums::<K, 2>::new(kernel, &[5; 32]);
    Shares::<K, 2, 2>::new(kernel, &all).add(kernel, &mut sums, &Row::new(kernel, &units));
    let sum = |second| (0..32).map(|unit| share(second, unit) * units[unit as usize]).sum::<i32>() + 5;
    let expected: Vec<i16> = (0..32).map(|second| (sum(second) >> 6) as i16).collect();
    assert_eq!(numbers(kernel, sums.shifted(kernel, 6)), expected);
}

fn a_dot_product_has_32_bits<K: Registers>(kernel: K) {
    assert_eq!(row(kernel, 1000).dot(kernel, &row(kernel, -2000)), -64_000_000);
}

fn a_multiple_is_rounded<K: Registers>(kernel: K) {
    let weights = [10, -10, 32_767, -32_768, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, -1, -2];
    let multiple = Row::<K, 1>::new(kernel, &weights).times(kernel, 7, 4);
    let expected = [18, -17, 32_767, -32_768, 2, 4, 5, 7, 9, 11, 12, 14, 16, 0, -2, -3];
    assert_eq!(numbers(kernel, multiple), expected);
}

fn a_row_is_copied<K: Registers>(kernel: K) {
    let weights: Vec<i32> = (0..32).collect();
    let copy: Row<Portable, 2> = Row::<K, 2>::new(kernel, &weights).copied(kernel, Portable);
    assert_eq!(numbers(Portable, copy), (0..32).collect::<Vec<i16>>());
}

/// Returns what each method makes of any numbers.
#[cfg(target_arch = "x86_64")]
fn results<K: Registers>(
    kernel: K,
    [a, b]: [[i16; LANES]; 2],
    sums: [[i32; LANES / 2]; 2],
    exponent: u32,
) -> (Vec<[i16; LANES]>, Vec<i32>) {
    let [a, b] = [kernel.numbers(a), kernel.numbers(b)];
    let [low, high] = sums.map(|sums| kernel.sums(sums));
    let products = kernel.products(a, b);
    let mut rows = vec![
        kernel.add(a, b),
        kernel.scaled(a, 9_363),
        kernel.clipped(a, 1_024),
        kernel.narrowed(low, high, exponent),
        kernel.narrowed(products, kernel.add_sums(low, products), exponent),
    ];
    rows.extend(kernel.pairs(a));
    (
        rows.into_iter().map(|row| kernel.array(row)).collect(),
        vec![kernel.total(products), kernel.total(kernel.add_sums(low, high)), kernel.total(low)],
    )
}

#[cfg(target_arch = "x86_64")]
proptest! {
    #[test]
    fn kernels_give_the_same_bits(
        numbers: [[i16; LANES]; 2],
        sums: [[i32; LANES / 2]; 2],
        exponent in 0_u32..=20,
    ) {
        if let Some(kernel) = Avx2::new() {
            let found = kernel.run(|| results(kernel, numbers, sums, exponent));
            prop_assert_eq!(found, results(Portable, numbers, sums, exponent));
        }
    }
}
