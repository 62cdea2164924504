//! Bars.

use maud::{Markup, html};

use super::{percent, short};

/// The height of a bar with its label.
const ROW: u32 = 42;

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Its label.
    pub label: String,
    /// Its length, from 0.
    pub value: f64,
    /// The text at its end.
    pub note: String,
    /// Whether it is highlighted.
    pub strong: bool,
}

/// Draws horizontal bars below each other, with their labels above them; the longest has the full width.
#[must_use]
pub fn bar_chart(title: &str, bars: &[Bar]) -> Markup {
    let longest = bars.iter().map(|bar| bar.value).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        figure {
            svg width="100%" height=(ROW * bars.len() as u32) role="img" aria-label=(title) {
                @for (bar, row) in bars.iter().zip(0..) {
                    @let top = ROW * row;
                    g {
                        title { (bar.label) ": " (bar.note) }
                        text x="0" y=(top + 15) font-weight=[bar.strong.then_some("600")] { (short(&bar.label)) }
                        text.soft x="100%" y=(top + 15) text-anchor="end" { (bar.note) }
                        rect.track x="0" y=(top + 22) width="100%" height="12" rx="2" {}
                        rect.fill.s0.faint[!bar.strong] x="0" y=(top + 22) width=(percent(bar.value / longest)) height="12" rx="2" {}
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_values() {
        let bar = |value: f64, strong| Bar { label: "<a>".to_owned(), value, note: "n".to_owned(), strong };
        let text = bar_chart("two & two", &[bar(4.0, true), bar(1.0, false)]).into_string();
        for part in ["width=\"100.00%\"", "width=\"25.00%\"", "two &amp; two", "&lt;a&gt;", "height=\"84\""] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(bar_chart("none", &[bar(0.0, true)]).into_string().contains("width=\"0.00%\""));
    }
}
