//! Lines over an axis.

use maud::{Markup, html};

use super::super::decimal;
use super::axis::{Axis, Scale};
use super::{Mark, colour, percent};

/// The height of the area that lines are drawn in.
const HEIGHT: f64 = 220.0;
/// The width for which lines are computed, before they are stretched to the page's width.
const WIDTH: f64 = 1000.0;

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Its label.
    pub name: String,
    /// The number of its colour.
    pub colour: usize,
    /// Its points, by x.
    pub points: Vec<(f64, f64)>,
    /// The band around it, by x: its lower and its upper end; empty if there is none.
    pub band: Vec<(f64, f64, f64)>,
}

/// A chart of lines.
#[derive(Clone, PartialEq, Debug)]
pub struct LineChart {
    /// Alternative text for readers who cannot see the chart.
    pub title: String,
    /// The title of the horizontal axis.
    pub x_title: String,
    /// The title of the vertical axis.
    pub y_title: String,
    /// How the horizontal axis is divided; the vertical one is linear.
    pub x_scale: Scale,
    /// Values that the vertical axis covers in any case: 0 for shares that are to be compared by eye, or the ends that
    /// several charts have in common.
    pub y_covers: Vec<f64>,
    /// Horizontal lines.
    pub marks: Vec<Mark>,
    /// The lines, [`COLOURS`](super::COLOURS) at most.
    pub series: Vec<Series>,
}

/// The maximum number of points that each have a dot.
const DOTTED: usize = 60;

impl LineChart {
    /// Draws the chart; non-finite points are left out.
    #[must_use]
    pub fn draw(&self) -> Markup {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let ends = self.series.iter().flat_map(|series| &series.band).flat_map(|&(_, low, high)| [low, high]);
        let x_axis = Axis::counted(self.x_scale, points().map(|point| point.0));
        let covered = self.y_covers.iter().copied().chain(self.marks.iter().map(|mark| mark.value));
        let y_axis =
            Axis::new(Scale::Linear, points().map(|point| point.1).chain(ends).chain(covered)).rounded();
        let place = |(x, y): (f64, f64)| Some((x_axis.place(x)?, 1.0 - y_axis.place(y)?));
        let places = |series: &Series| -> Vec<(f64, f64)> {
            series.points.iter().copied().filter_map(place).collect()
        };
        let outline = |series: &Series| -> Vec<(f64, f64)> {
            let (low, high) = (series.band.iter().map(|&(x, low, _)| (x, low)), series.band.iter().rev());
            low.chain(high.map(|&(x, _, high)| (x, high))).filter_map(place).collect()
        };
        let said = self.series.iter().map(|series| {
            let drawn: Vec<(f64, f64)> =
                series.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
            let at = |(x, y): (f64, f64)| format!("{} at {}", decimal(y, 3), decimal(x, 0));
            let by_height = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
            let extremes = [drawn.iter().min_by(by_height), drawn.iter().max_by(by_height)];
            match (drawn.first(), drawn.last(), extremes) {
                (Some(&first), Some(&last), [Some(&least), Some(&most)]) => format!(
                    "{} from {} to {}, lowest {}, highest {}",
                    series.name,
                    at(first),
                    at(last),
                    at(least),
                    at(most)
                ),
                _ => format!("{} without a point", series.name),
            }
        });
        let said = super::said(&self.title, said);
        html! {
            figure.axes {
                ul.legend {
                    @for series in &self.series {
                        li class=(colour(series.colour)) {
                            svg width="28" height="14" aria-hidden="true" {
                                line x1="0" x2="28" y1="7" y2="7" {}
                                circle.fill cx="14" cy="7" r="4" {}
                            }
                            (series.name)
                        }
                    }
                }
                p.note { (self.y_title) }
                svg width="100%" height=(HEIGHT + 44.0) role="img" aria-label=(said) {
                    @for (place, text) in y_axis.ticks() {
                        @let y = pixels((1.0 - place) * HEIGHT);
                        line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
                        text.soft x="-8" y=(y) dy="4" text-anchor="end" { (text) }
                    }
                    @for (place, text) in x_axis.ticks() {
                        text.soft x=(percent(place)) y=(HEIGHT + 18.0) text-anchor="middle" { (text) }
                    }
                    text.soft x="50%" y=(HEIGHT + 38.0) text-anchor="middle" { (self.x_title) }
                    @for mark in &self.marks {
                        @let y = pixels((1.0 - y_axis.place(mark.value).unwrap_or(0.0)) * HEIGHT);
                        line.mark x1="0" x2="100%" y1=(y) y2=(y) {}
                        text.soft x="100%" y=(y) dy="-5" text-anchor="end" { (mark.label) }
                    }
                    @for series in &self.series {
                        @let places = places(series);
                        g class=(colour(series.colour)) {
                            title { (series.name) }
                            svg width="100%" height=(HEIGHT) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" {
                                @if !series.band.is_empty() { polygon.fill.band points=(polyline(&outline(series))) {} }
                                polyline.stroke vector-effect="non-scaling-stroke" points=(polyline(&places)) {}
                            }
                            @for (x, y) in places.into_iter().filter(|_| series.points.len() <= DOTTED) {
                                circle.fill cx=(percent(x)) cy=(pixels(y * HEIGHT)) r="3" {}
                            }
                        }
                    }
                }
            }
        }
    }
}

fn polyline(places: &[(f64, f64)]) -> String {
    let point = |(x, y): &(f64, f64)| format!("{},{}", pixels(x * WIDTH), pixels(y * HEIGHT));
    places.iter().map(point).collect::<Vec<String>>().join(" ")
}

fn pixels(length: f64) -> String {
    format!("{length:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_through_their_points() {
        let chart = LineChart {
            title: "t".to_owned(),
            x_title: "games & more".to_owned(),
            y_title: "share".to_owned(),
            x_scale: Scale::Linear,
            y_covers: Vec::new(),
            marks: vec![Mark::new(1.0, "all < won")],
            series: vec![
                Series {
                    name: "up".to_owned(),
                    colour: 0,
                    points: vec![(0.0, 0.0), (5.0, 0.5), (10.0, 1.0)],
                    band: Vec::new(),
                },
                Series {
                    name: "gap".to_owned(),
                    colour: 1,
                    points: vec![(0.0, f64::NAN), (10.0, 1.0)],
                    band: Vec::new(),
                },
            ],
        };
        let text = chart.draw().into_string();
        assert!(text.contains("points=\"0.0,220.0 500.0,110.0 1000.0,0.0\""), "{text}");
        assert!(text.contains("points=\"1000.0,0.0\"") && !text.contains("NaN"), "{text}");
        assert!(!text.contains("polygon"), "{text}");
        assert!(text.contains("games &amp; more") && text.contains("class=\"s1\""), "{text}");
        assert!(text.contains("class=\"mark\" x1=\"0\" x2=\"100%\" y1=\"0.0\""), "{text}");
        let said = "t: up from 0.000 at 0 to 1.000 at 10, lowest 0.000 at 0, highest 1.000 at 10; gap from 1.000 at 10";
        assert!(text.contains(said), "{text}");
        assert!(text.contains(">all &lt; won</text>") && text.contains(">share</p>"), "{text}");
    }

    #[test]
    fn an_axis_covers_what_it_is_told_to() {
        let chart = LineChart {
            title: "t".to_owned(),
            x_title: "x".to_owned(),
            y_title: "y".to_owned(),
            x_scale: Scale::Linear,
            y_covers: vec![0.0],
            marks: Vec::new(),
            series: vec![Series {
                name: "b".to_owned(),
                colour: 0,
                points: vec![(1.0, 4.0), (2.0, 5.0)],
                band: Vec::new(),
            }],
        };
        let text = chart.draw().into_string();
        assert!(text.contains("points=\"0.0,44.0 1000.0,0.0\""), "{text}");
        assert!(!text.contains("1.5"), "rounds are whole: {text}");
    }

    #[test]
    fn a_band_goes_there_and_back() {
        let points = vec![(0.0, 0.5), (10.0, 0.5)];
        let band = vec![(0.0, 0.0, 1.0), (10.0, 0.5, 1.0)];
        let chart = LineChart {
            title: "t".to_owned(),
            x_title: "x".to_owned(),
            y_title: "y".to_owned(),
            x_scale: Scale::Linear,
            y_covers: Vec::new(),
            marks: Vec::new(),
            series: vec![Series { name: "b".to_owned(), colour: 0, points, band }],
        };
        let text = chart.draw().into_string();
        assert!(text.contains("points=\"0.0,220.0 1000.0,110.0 1000.0,0.0 0.0,0.0\""), "{text}");
    }
}
