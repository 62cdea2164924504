//! Whether the figures of a document are those of the ledger.

use std::ops::Range;
use std::sync::LazyLock;

use regex_lite::Regex;
use tradewinds_game::{InputError, Origin};

use crate::amount::Amount;
use crate::file::Ledger;
use crate::prose::{Mark, Prose};
use crate::row::LedgerRow;

/// A number as people write it.
const NUMBER: &str = r"[-+\u{2212}]?\d+(?:,\d{3})*(?:\.\d+)?";
/// The number of characters before a mark that are looked through.
const REACH: usize = 120;
/// The cells that a mark can quote.
const CELLS: [&str; 5] = ["value", "low", "high", "interval", "games"];
/// Figures that are no results: the level of intervals, all, half and nothing.
const PLAIN: [&str; 4] = ["95 %", "100 %", "50 %", "0 %"];

static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"{NUMBER}(?: ?%| Elo\b|(?: to {NUMBER})? points of win share| times (?:as|faster)\b)|± ?{NUMBER}|\bElo (?:points )?{NUMBER}"
    ))
});

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the pattern is well-formed, as the tests show")
}

/// Lists what is wrong with the figures of a document: marks that the ledger does not agree with, and figures without a
/// mark. `source` names the document.
#[must_use]
pub fn faults(source: &str, markdown: &str, ledger: &Ledger) -> Vec<InputError> {
    let prose = Prose::of(markdown);
    let refuse = |line: usize, found: String, allowed: String| {
        (line, InputError::new(Origin::File(source.to_owned()), format!("line {line}"), found, allowed))
    };
    let mut faults = Vec::new();
    let mut covered: Vec<Range<usize>> = Vec::new();
    for mark in &prose.marks {
        let before = before(&prose.text, mark.at);
        match quoted(before, mark, ledger) {
            Ok(length) => covered.push(mark.at - length..mark.at),
            Err((found, allowed)) => {
                faults.push(refuse(mark.line, found, allowed));
                covered.push(mark.at.saturating_sub(before.len())..mark.at);
            }
        }
    }
    for figure in FIGURE.find_iter(&prose.text) {
        // The marks are in the order of the text, and so are the ends of what they cover.
        let near = &covered[covered.partition_point(|range| range.end <= figure.start())..];
        let is_covered = near.iter().any(|range| range.start < figure.end());
        if !is_covered && !PLAIN.contains(&figure.as_str()) {
            let found = format!("{:?} without a mark", figure.as_str());
            let allowed = "one with the mark of its row right behind it, such as <!--pr-x-->".to_owned();
            faults.push(refuse(prose.line(figure.start()), found, allowed));
        }
    }
    if let Some((name, line)) = &prose.open {
        let (found, allowed) =
            (format!("begin {name} without its end"), format!("<!-- end {name} --> below it"));
        faults.push(refuse(*line, found, allowed));
    }
    faults.sort_by_key(|(line, _)| *line);
    faults.into_iter().map(|(_, fault)| fault).collect()
}

/// Returns the text before a place, as far as a figure may reach.
fn before(text: &str, at: usize) -> &str {
    let start = text[..at].char_indices().rev().take(REACH).last().map_or(at, |(start, _)| start);
    let text = &text[start..at];
    text.rsplit_once('\n').map_or(text, |(_, line)| line)
}

/// Returns the length of the text before a mark that quotes its cell, or what was found and what is allowed there.
fn quoted(before: &str, mark: &Mark, ledger: &Ledger) -> Result<usize, (String, String)> {
    let Some(row) = ledger.row(&mark.id) else {
        let known = tradewinds_game::nearest(&mark.id, ledger.ids());
        let hint = known.map_or(String::new(), |name| format!(" (did you mean {name}?)"));
        return Err((format!("the mark {:?}", mark.id), format!("the id of a row of the ledger{hint}")));
    };
    if !mark.cell.is_empty() && !CELLS.contains(&mark.cell.as_str()) {
        return Err((format!("the cell {:?} in a mark", mark.cell), CELLS.join(", ")));
    }
    let forms = forms(row, &mark.cell);
    for (form, cells) in &forms {
        let Some(found) = form.captures(before) else { continue };
        let agrees = cells.iter().enumerate().all(|(group, cell)| {
            let quoted = found.get(group + 1).and_then(|number| Amount::of_people(number.as_str()));
            let cell = row.amount(cell);
            cell.zip(quoted).is_some_and(|(cell, quoted)| cell.is_quoted_by(quoted))
        });
        if agrees {
            return Ok(found.get(0).map_or(0, |found| found.len()));
        }
        let found = found.get(0).map_or("", |found| found.as_str());
        return Err((format!("{found:?}"), shown(row, &mark.cell)));
    }
    Err((format!("{:?} before its mark", tail(before)), shown(row, &mark.cell)))
}

/// Lists the forms in which a cell is quoted, the longest first, with the cells of their numbers.
fn forms(row: &LedgerRow, cell: &str) -> Vec<(Regex, Vec<&'static str>)> {
    let unit = if row.unit.is_empty() {
        String::new()
    } else {
        format!("(?: ?{}(?: points)?)?", regex_lite::escape(&row.unit))
    };
    let number = format!("({NUMBER}){unit}");
    let one = |name| (pattern(&format!("{number}$")), vec![name]);
    match cell {
        "low" => vec![one("low")],
        "high" => vec![one("high")],
        "games" => vec![(pattern(&format!("({NUMBER})$")), vec!["games"])],
        "interval" => vec![(pattern(&format!("{number} to {number}$")), vec!["low", "high"])],
        _ => vec![
            (pattern(&format!(r"{number} \({number} to {number}\)$")), vec!["value", "low", "high"]),
            one("value"),
        ],
    }
}

/// Writes what a mark may quote.
fn shown(row: &LedgerRow, cell: &str) -> String {
    let number = |column: &str| row.amount(column).map_or("nothing".to_owned(), Amount::for_people);
    let quote = match cell {
        "" | "value" => row.shown(),
        "interval" => format!("{} to {}", number("low"), number("high")),
        cell => number(cell),
    };
    format!("{quote}, by row {}", row.id)
}

/// Returns the last words of a text.
fn tail(text: &str) -> &str {
    const SHOWN: usize = 24;
    text.char_indices().rev().take(SHOWN).last().map_or("", |(start, _)| &text[start..])
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::row::tests::row;

    fn ledger() -> Ledger {
        let mut ledger = Ledger::new(Path::new("ledger.csv"));
        ledger.add(row("pr-learned"), false).unwrap();
        let elo = LedgerRow {
            unit: "Elo".into(),
            value: "-1234".into(),
            low: "-1250".into(),
            high: "-1218".into(),
            ..row("pr-elo")
        };
        ledger.add(elo, false).unwrap();
        let times = LedgerRow {
            unit: "times".into(),
            value: "2.42".into(),
            low: String::new(),
            high: String::new(),
            ..row("pr-times")
        };
        ledger.add(times, false).unwrap();
        ledger
    }

    fn messages(markdown: &str) -> Vec<String> {
        faults("x.md", markdown, &ledger()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn right_figures_are_quoted_in_many_forms() {
        for text in [
            "It wins 43.6 %<!--pr-learned--> of its games.",
            "It wins **44 %**<!--pr-learned--> of its games.",
            "It wins 43.6<!--pr-learned--> %.",
            "It wins 43.6 % (41.5 to\n45.8)<!--pr-learned--> of its 2,400<!--pr-learned:games--> games.",
            "Between 41.5 and 46 %<!--pr-learned:high-->, 41.5 to 45.8 %<!--pr-learned:interval-->.",
            "It wins 43.6&nbsp;%<!--pr-learned-->.",
            "Elo \u{2212}1,234<!--pr-elo-->, or -1234 Elo points (-1,250 to -1,218)<!--pr-elo-->.",
            "It takes 2.4 times<!--pr-times--> as long, 2.42<!--pr-times--> times as long.",
            "A 95 % interval, 100 %, 50 % and 0 %; `12 %`.",
            "|share|\n|---|\n|43.6 %<!--pr-learned-->|",
        ] {
            assert_eq!(messages(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn wrong_figures_are_named_with_their_line() {
        for (text, expected) in [
            (
                "a\nb 43.7 %<!--pr-learned-->",
                "x.md: line 2: found \"43.7 %\"; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
            ),
            (
                "43.60 %<!--pr-learned-->",
                "x.md: line 1: found \"43.60 %\"; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
            ),
            (
                "43.6 % (41.5 to 45.9)<!--pr-learned-->",
                "x.md: line 1: found \"43.6 % (41.5 to 45.9)\"; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
            ),
            (
                "2,401<!--pr-learned:games-->",
                "x.md: line 1: found \"2,401\"; allowed: 2,400, by row pr-learned",
            ),
            (
                "4 to 5 %<!--pr-learned:interval-->",
                "x.md: line 1: found \"4 to 5 %\"; allowed: 41.5 to 45.8, by row pr-learned",
            ),
            ("2<!--pr-times:low-->", "x.md: line 1: found \"2\"; allowed: nothing, by row pr-times"),
            (
                "5 %<!--pr-learnt-->",
                "x.md: line 1: found the mark \"pr-learnt\"; allowed: the id of a row of the ledger (did you mean pr-learned?)",
            ),
            (
                "5 %<!--pr-learned:page-->",
                "x.md: line 1: found the cell \"page\" in a mark; allowed: value, low, high, interval, games",
            ),
            (
                "most of its games<!--pr-learned-->",
                "x.md: line 1: found \"most of its games\" before its mark; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
            ),
            (
                "43.6 % <!--pr-learned-->",
                "x.md: line 1: found \"43.6 % \" before its mark; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
            ),
            (
                "43.6 %\n<!--pr-learned--> of",
                "x.md: line 2: found \"\" before its mark; allowed: 43.6 % (41.5 to 45.8), by row pr-learned",
            ),
        ] {
            let found = messages(text);
            assert!(found.iter().any(|message| message == expected), "{text}: {found:?}");
        }
    }

    #[test]
    fn figures_without_a_mark_are_found() {
        for (text, figure) in [
            ("a\n\nit wins 43.6 % of", "43.6 %"),
            ("by 1,234 Elo points", "1,234 Elo"),
            ("by Elo 17", "Elo 17"),
            ("7 ± 2", "± 2"),
            ("1 to 2 points of win share", "1 to 2 points of win share"),
            ("2.4 times as long", "2.4 times as"),
            ("**3** times faster", "3 times faster"),
            ("43.6 %<!--pr-learned--> and 5 %", "5 %"),
            ("<!-- a note --> 5 %", "5 %"),
            ("![12 % of it](x.svg)", "12 %"),
        ] {
            let found = messages(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert!(found[0].contains(&format!("found {figure:?} without a mark")), "{found:?}");
        }
        assert_eq!(
            messages("a\n\n<!-- begin x -->\n\n5 %\n"),
            ["x.md: line 3: found begin x without its end; allowed: <!-- end x --> below it"]
        );
    }
}
