//! Vertical columns.

use maud::{Markup, html};

use super::axis::{Axis, Scale};
use super::percent;

/// The height of the area that columns are drawn in.
const HEIGHT: f64 = 140.0;
/// The maximum number of columns that each have a label.
const LABELS: usize = 12;

/// Draws how often each number from the smallest to the largest occurs; `counts` has each at most once,
/// ascending. If there are too many for a screen, neighbours share a column. `unit` names what is counted.
#[must_use]
pub fn column_chart(title: &str, x_title: &str, unit: &str, counts: &[(i64, u64)]) -> Markup {
    let columns = binned(counts);
    let heights: Vec<f64> = columns.iter().map(|&(_, _, count)| count as f64).chain([0.0]).collect();
    let axis = Axis::counted(Scale::Linear, heights).rounded();
    let width = 1.0 / columns.len().max(1) as f64;
    let every = columns.len().div_ceil(LABELS).max(1);
    let step = columns.first().map_or(1, |&(first, last, _)| last - first + 1);
    let pixels = |place: f64| format!("{:.1}", HEIGHT * place);
    let name = |first: i64, last: i64| {
        if first == last { first.to_string() } else { format!("{first}\u{2013}{last}") }
    };
    let said = columns
        .iter()
        .map(|&(first, last, count)| format!("{} {x_title}: {count} {unit}", name(first, last)));
    let said = super::said(title, said);
    html! {
        figure.axes {
            p.note { (unit) }
            svg width="100%" height=(HEIGHT + 44.0) role="img" aria-label=(said) {
                @for (place, text) in axis.ticks() {
                    @let y = pixels(1.0 - place);
                    line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
                    text.soft x="-8" y=(y) dy="4" text-anchor="end" { (text) }
                }
                @for (index, &(first, last, count)) in columns.iter().enumerate() {
                    @let left = width * index as f64;
                    @let place = axis.place(count as f64).unwrap_or(0.0);
                    g {
                        title { (name(first, last)) ": " (count) }
                        rect.fill.s0 x=(percent(left + 0.05 * width)) y=(pixels(1.0 - place))
                            width=(percent(0.9 * width)) height=(pixels(place)) {}
                        @if index % every == 0 {
                            text.soft x=(percent(left + 0.5 * width)) y=(HEIGHT + 18.0) text-anchor="middle" { (first) }
                        }
                    }
                }
                text.soft x="50%" y=(HEIGHT + 38.0) text-anchor="middle" {
                    (x_title) @if step > 1 { " (each column: " (step) ", labelled by its first)" }
                }
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
    fn columns_stand_on_an_axis_of_counts() {
        let text = column_chart("a & b", "rounds", "games", &[(14, 2), (15, 4)]).into_string();
        for part in
            ["height=\"140.0\"", "height=\"70.0\"", "a &amp; b", ">rounds<", "width=\"45.00%\"", ">games<"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        for tick in 0..=4 {
            assert!(text.contains(&format!("text-anchor=\"end\">{tick}</text>")), "{tick} in {text}");
        }
        assert!(!text.contains("each column"), "{text}");
        let wide = column_chart("wide", "decisions", "games", &[(0, 1), (190, 3)]).into_string();
        assert!(wide.contains("decisions (each column: 5, labelled by its first)"), "{wide}");
        assert!(column_chart("none", "x", "games", &[]).into_string().contains("<svg"));
    }
}
