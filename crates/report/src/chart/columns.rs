//! Vertical columns.

use maud::{Markup, html};

use super::percent;

/// The height of the highest column.
const HEIGHT: u32 = 140;
/// The maximum number of columns that each have a label.
const LABELS: usize = 12;

/// Draws how often each number from the smallest to the largest occurs; `counts` has each at most once,
/// ascending. If there are too many for a screen, neighbours share a column.
#[must_use]
pub fn column_chart(title: &str, x_title: &str, counts: &[(i64, u64)]) -> Markup {
    let columns = binned(counts);
    let highest = columns.iter().map(|&(_, _, count)| count).max().unwrap_or(0).max(1);
    let width = 1.0 / columns.len().max(1) as f64;
    let every = columns.len().div_ceil(LABELS).max(1);
    html! {
        figure {
            svg width="100%" height=(HEIGHT + 44) role="img" aria-label=(title) {
                @for (index, &(first, last, count)) in columns.iter().enumerate() {
                    @let left = width * index as f64;
                    @let height = f64::from(HEIGHT) * count as f64 / highest as f64;
                    @let name = if first == last { first.to_string() } else { format!("{first}\u{2013}{last}") };
                    g {
                        title { (name) ": " (count) }
                        rect.fill.s0 x=(percent(left + 0.05 * width)) y=(format!("{:.1}", f64::from(HEIGHT) - height))
                            width=(percent(0.9 * width)) height=(format!("{height:.1}")) {}
                        @if index % every == 0 {
                            text.soft x=(percent(left + 0.5 * width)) y=(HEIGHT + 18) text-anchor="middle" { (first) }
                        }
                    }
                }
                text.soft x="50%" y=(HEIGHT + 38) text-anchor="middle" { (x_title) }
            }
        }
    }
}

/// Makes at most 40 columns of equal width: the first and the last number, and the count.
fn binned(counts: &[(i64, u64)]) -> Vec<(i64, i64, u64)> {
    const MOST: i64 = 40;
    let (Some(&(low, _)), Some(&(high, _))) = (counts.first(), counts.last()) else { return Vec::new() };
    let rough = (high - low + MOST) / MOST;
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(rough);
    let start = low.div_euclid(step) * step;
    let columns = (high - start) / step + 1;
    let mut binned: Vec<(i64, i64, u64)> =
        (0..columns).map(|column| (start + column * step, start + column * step + step - 1, 0)).collect();
    for &(number, count) in counts {
        binned[((number - start) / step) as usize].2 += count;
    }
    binned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_all_counts() {
        assert_eq!(binned(&[(3, 1), (5, 2)]), [(3, 3, 1), (4, 4, 0), (5, 5, 2)]);
        assert_eq!(binned(&[]), []);
        let wide = binned(&[(-7, 1), (0, 2), (190, 4)]);
        assert!(wide.len() <= 41 && wide[0].0 <= -7 && wide.last().unwrap().1 >= 190, "{wide:?}");
        assert_eq!(wide.iter().map(|&(_, _, count)| count).sum::<u64>(), 7);
    }

    #[test]
    fn the_highest_column_has_the_whole_height() {
        let text = column_chart("a & b", "rounds", &[(14, 2), (15, 4)]).into_string();
        for part in ["height=\"140.0\"", "height=\"70.0\"", "a &amp; b", ">rounds<", "width=\"45.00%\""] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(column_chart("none", "x", &[]).into_string().contains("<svg"));
    }
}
