//! What a table or a page comes to, in a line.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Take};
use std::path::Path;

use crate::game::counted;
use crate::report::decimal;

/// Maximum size of what is read of a file, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// The maximum number of bots in a line.
const BOTS: usize = 5;

/// The rows of a table, by column.
type Rows = Vec<BTreeMap<String, String>>;

/// Opens a file for its beginning: what is longer is no page of ours, and no summary of results.
pub(super) fn beginning(path: &Path) -> io::Result<Take<File>> {
    Ok(File::open(path)?.take(MAX_BYTES))
}

/// Returns what a table comes to; nothing for tables that no line can sum up, and for files that are no tables.
pub(super) fn of(path: &Path) -> Option<String> {
    let mut table = csv::Reader::from_reader(beginning(path).ok()?);
    let columns = table.headers().ok()?.clone();
    let has = |names: &[&str]| names.iter().all(|name| columns.iter().any(|column| column == *name));
    // The tables of games may be long; they are not read.
    let summary: fn(&Rows) -> Option<String> =
        if has(&["bot", "win_share", "win_share_low", "win_share_high", "chance_level", "mean_rank"]) {
            standings
        } else if has(&["iterations", "rating", "rating_low", "rating_high", "below"]) {
            ladder
        } else if has(&["gain", "gain_low", "gain_high", "blocks"]) {
            gain
        } else if has(&["verdict", "question"]) {
            verdicts
        } else {
            return None;
        };
    summary(&table.deserialize().collect::<Result<_, _>>().ok()?)
}

fn gain(rows: &Rows) -> Option<String> {
    let row = rows.last()?;
    Some(format!("Gain in win share: {}, {}.", ranged(row, "gain", 3), counted(&row["blocks"], "block")))
}

/// Writes a figure with the ends of its interval.
fn ranged(row: &BTreeMap<String, String>, column: &str, places: usize) -> String {
    let number = |name: String| decimal(row.get(&name).and_then(|cell| cell.parse::<f64>().ok()), places);
    let [value, low, high] = ["", "_low", "_high"].map(|end| number(format!("{column}{end}")));
    format!("{value} [{low} to {high}]")
}

fn standings(rows: &Rows) -> Option<String> {
    let bots: Vec<String> =
        rows.iter().take(BOTS).map(|row| format!("{} {}", row["bot"], ranged(row, "win_share", 3))).collect();
    let more = if rows.len() > BOTS { format!(" and {} more", rows.len() - BOTS) } else { String::new() };
    let chance = decimal(rows.first()?["chance_level"].parse::<f64>().ok(), 3);
    Some(format!("Win shares: {}{more}; equal bots would have {chance}.", bots.join(", ")))
}

fn ladder(rows: &Rows) -> Option<String> {
    let (first, last) = (rows.first()?, rows.last()?);
    let (low, high) = (&first["iterations"], &last["iterations"]);
    Some(format!("{high} iterations: Elo {} above {low} iterations.", ranged(last, "rating", 0)))
}

fn verdicts(rows: &Rows) -> Option<String> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for row in rows {
        *counts.entry(&row["verdict"]).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.into_iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    (!counts.is_empty()).then(|| format!("Verdicts: {}.", counts.join(", ")))
}

/// Returns the sentences of a page's verdict; none on pages without one.
pub(super) fn of_page(page: &str) -> Vec<String> {
    let Some((_, rest)) = page.split_once("<div class=\"verdict\">") else { return Vec::new() };
    let body = rest.split_once("</div>").map_or("", |(body, _)| body);
    let sentences = body.split("<p>").skip(1).filter_map(|part| part.split_once("</p>"));
    sentences.map(|(sentence, _)| unescaped(sentence)).collect()
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_text(text: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.csv");
        std::fs::write(&path, text).unwrap();
        of(&path)
    }

    #[test]
    fn tables_are_summed_up() {
        let standings = "bot,win_share,win_share_low,win_share_high,chance_level,mean_rank\na,0.6,0.5,0.7,0.250000,2.0\n\
                         b,0.1,NA,NA,0.25,3.0\n";
        let found = of_text(standings).unwrap();
        assert_eq!(
            found,
            "Win shares: a 0.600 [0.500 to 0.700], b 0.100 [NA to NA]; equal bots would have 0.250."
        );
        let ladder =
            "bot,iterations,below,rating,rating_low,rating_high\nx,25,NA,0,0,0\ny,100,25,83.4,50,117.2\n";
        assert_eq!(of_text(ladder).unwrap(), "100 iterations: Elo 83 [50 to 117] above 25 iterations.");
        let verdicts = "question,verdict\nseats,fairer\nseats,not decided\npurchases,fairer\n";
        assert_eq!(of_text(verdicts).unwrap(), "Verdicts: 2 fairer, 1 not decided.");
        let gain = "table,blocks,gain,gain_low,gain_high\na,3,0.1,0,0.2\nall,6,0.05,-0.01,0.11\n";
        assert_eq!(of_text(gain).unwrap(), "Gain in win share: 0.050 [-0.010 to 0.110], 6 blocks.");
        // Of a bot there are several rows, one for each starting place.
        let places =
            "bot,start_place,win_share,win_share_low,win_share_high,chance_level\na,0,0.6,0.5,0.7,0.25\n";
        assert_eq!(of_text(places), None);
        assert_eq!([of_text("a,b\n1,2\n"), of_text(""), of_text("a,b\n1\n")], [None, None, None]);
    }

    #[test]
    fn a_page_has_its_verdict() {
        let page = "<h1>x</h1><div class=\"verdict\"><p>a &lt; b.</p><p>c &amp;lt; d.</p></div><p>no</p>";
        assert_eq!(of_page(page), ["a < b.", "c &lt; d."]);
        assert!(of_page("<p>no</p>").is_empty());
    }
}
