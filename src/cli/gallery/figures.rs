//! The rows of an entry as charts.

use crate::game::printable;
use crate::ledger::LedgerRow;
use crate::report::chart::{Mark, Range, interval_chart};
use maud::{Markup, html};

/// Draws rows: a chart for each unit, and lines of text for figures without an interval.
pub(super) fn figures(rows: &[&LedgerRow]) -> Markup {
    let (ranged, alone): (Vec<&LedgerRow>, Vec<&LedgerRow>) =
        rows.iter().partition(|row| ends(row).is_some());
    let mut units: Vec<&str> = Vec::new();
    for row in &ranged {
        if !units.contains(&row.unit.as_str()) {
            units.push(&row.unit);
        }
    }
    html! {
        @for unit in units {
            @let rows: Vec<&LedgerRow> = ranged.iter().copied().filter(|row| row.unit == unit).collect();
            (chart(unit, &rows))
        }
        @if !alone.is_empty() {
            ul { @for row in alone { li { (printable(&row.quantity)) ": " (printable(&row.shown())) } } }
        }
    }
}

fn chart(unit: &str, rows: &[&LedgerRow]) -> Markup {
    let players_differ = rows.iter().any(|row| row.players != rows[0].players);
    let range = |row: &&LedgerRow| {
        let variant =
            if row.variant() == "standard" { String::new() } else { format!(", {}", row.variant()) };
        let players = if players_differ && !row.players.is_empty() {
            format!(", {} players", row.players)
        } else {
            String::new()
        };
        Some(Range {
            label: printable(&format!("{}{variant}{players}", row.quantity)),
            value: row.amount("value")?.value,
            ends: ends(row),
            note: printable(&row.shown()),
            colour: 0,
        })
    };
    let ranges: Vec<Range> = rows.iter().filter_map(range).collect();
    let unit = if unit.is_empty() { "figure" } else { unit };
    interval_chart(&format!("Figures with their 95 % intervals: {unit}"), unit, &ranges, mark(rows).as_ref())
}

fn ends(row: &LedgerRow) -> Option<(f64, f64)> {
    Some((row.amount("low")?.value, row.amount("high")?.value))
}

/// Returns the value that all rows are compared with, if they have one.
fn mark(rows: &[&LedgerRow]) -> Option<Mark> {
    let all = |is: &dyn Fn(&LedgerRow) -> bool| rows.iter().all(|row| is(row));
    let first = rows.first()?;
    if first.unit == "Elo" {
        return Some(Mark::new(0.0, "equal"));
    }
    let players: f64 = first.players.parse().ok()?;
    let are_shares = first.unit == "%"
        && all(&|row| row.players == first.players && row.quantity.starts_with("win share of "));
    are_shares.then(|| Mark::new(100.0 / players, "equal bots"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_unit_share_a_chart() {
        let row = |quantity: &str, unit: &str, [value, low, high]: [&str; 3]| LedgerRow {
            quantity: quantity.to_owned(),
            unit: unit.to_owned(),
            value: value.to_owned(),
            low: low.to_owned(),
            high: high.to_owned(),
            players: "4".to_owned(),
            ..LedgerRow::default()
        };
        let rows = [
            row("win share of a", "%", ["30", "25", "35"]),
            row("Elo of a", "Elo", ["12", "-1", "25"]),
            row("win share of <b>", "%", ["20", "15", "25"]),
            row("time", "ms", ["7", "", ""]),
        ];
        let text = figures(&rows.iter().collect::<Vec<_>>()).into_string();
        assert_eq!((text.matches("<figure").count(), text.matches("<circle").count()), (2, 3), "{text}");
        for part in [">equal bots</text>", ">equal</text>", "<li>time: 7 ms</li>", "win share of &lt;b&gt;"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
