//! The game's own columns and tables, by bot.

use litemap::LiteMap;
use maud::{Markup, html};

use super::Bots;
use super::digest::BotDigest;
use crate::tables::standings::range;
use tradewinds_game::{Column, Schema};
use tradewinds_report::{Align, TextTable, decimal};
use tradewinds_stats::{Strata, share_over_strata};

/// Maximum number of bots side by side; the CSV files have all.
const MOST_BOTS: usize = 6;
/// Maximum number of words of a column that is shown.
const MOST_WORDS: usize = 40;

/// Lists the sections with their headings.
pub(super) fn sections(schema: &Schema, bots: &Bots<'_>) -> Vec<(String, Markup)> {
    let shown = &bots[..bots.len().min(MOST_BOTS)];
    let mut sections = vec![("At the end of the game".to_owned(), numbers(schema.seats, bots.len(), shown))];
    for (index, column) in schema.seats.iter().enumerate().filter(|(_, column)| column.is_list()) {
        sections.push((title(column.name), items(index, column, shown)));
    }
    for (number, table) in schema.tables.iter().enumerate() {
        for (index, column) in table.columns.iter().enumerate() {
            let words = words(number, index, shown);
            if !words.is_empty() && words.len() <= MOST_WORDS {
                let heading = format!("{}: {}", title(table.name), spoken(column.name));
                sections.push((heading, shares([number, index], [table.name, column.name], &words, shown)));
            }
        }
    }
    sections
}

/// Writes a name of a table for people.
pub(super) fn spoken(name: &str) -> String {
    let words = name.trim_end_matches("_list").replace('_', " ").replace('+', " + ");
    words.split(' ').map(|word| if word == "vp" { "VP" } else { word }).collect::<Vec<&str>>().join(" ")
}

/// Makes a heading from a name in snake case.
fn title(name: &str) -> String {
    let words = spoken(name);
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn table(first: &str, bots: &Bots<'_>, more: &[&str]) -> TextTable {
    let columns: Vec<String> = bots
        .iter()
        .flat_map(|(name, _)| {
            [(*name).to_owned()].into_iter().chain(more.iter().map(|&more| more.to_owned()))
        })
        .collect();
    let columns = columns.iter().map(|name| (name.as_str(), Align::Right));
    TextTable::new(&[(first, Align::Left)].into_iter().chain(columns).collect::<Vec<_>>())
}

/// Writes a mean with half its interval.
fn mean(strata: Option<&Strata>, places: usize) -> String {
    let Some(strata) = strata else { return "NA".to_owned() };
    let half = strata.interval().map(|interval| (interval.high - interval.low) / 2.0);
    format!("{} \u{b1} {}", decimal(strata.mean(), places), decimal(half, places))
}

/// Writes a share of `trials` trials with its interval.
fn share(strata: &Strata, trials: u64, places: usize) -> String {
    share_over_strata(&strata.moments(), trials).map_or("NA".to_owned(), |share| {
        format!("{} [{}]", decimal(share.share, places), range(share.interval, places))
    })
}

fn numbers(columns: &[Column], all: usize, bots: &Bots<'_>) -> Markup {
    let mut table = table("mean per seat", bots, &[]);
    for (index, column) in columns.iter().enumerate() {
        if bots.iter().any(|(_, bot)| bot.numbers.contains_key(&index)) {
            let cells = bots.iter().map(|(_, bot)| mean(bot.numbers.get(&index), 2));
            table.row([spoken(column.name)].into_iter().chain(cells));
        }
    }
    html! {
        p.note { "Means over blocks, \u{b1} half of the interval by Student's t." }
        @if all > bots.len() { p.note { "The first " (bots.len()) " bots of " (all) "; seats.csv has all." } }
        (table.html("Mean of each number of a seat, by bot"))
        details {
            summary { "What the columns mean" }
            dl { @for column in columns { dt { (spoken(column.name)) } dd { (column.meaning) } } }
        }
    }
}

fn items(index: usize, column: &Column, bots: &Bots<'_>) -> Markup {
    let items = bots.iter().flat_map(|(_, bot)| bot.items.keys()).filter(|(column, _)| *column == index);
    let mut names: Vec<&str> = items.map(|(_, name)| name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut table = table("", bots, &["then wins"]);
    for name in names {
        let cells = bots.iter().flat_map(|(_, bot)| item(bot, index, name));
        table.row([name.to_owned()].into_iter().chain(cells));
    }
    html! {
        p.note {
            "Share of each bot's seats that have it at the end, with its interval; then the win share of those seats. Having what winners \
             have need not be why they won. By " code { (column.name) } " of seats.csv: " (column.meaning) "."
        }
        (table.html("Share of each bot’s seats that have it at the end, then the win share of those seats"))
    }
}

fn item(bot: &BotDigest, index: usize, name: &str) -> [String; 2] {
    let Some(item) = bot.items.get(&(index, name.to_owned())) else {
        return ["0".to_owned(), String::new()];
    };
    let wins =
        bot.win_share(item).and_then(|wins| Some((wins.value, wins.share_interval(item.seats as f64)?)));
    let wins = wins.map(|(share, interval)| format!("{} [{}]", decimal(share, 2), range(Some(interval), 2)));
    [share(&bot.held(item), bot.scores.values().sum(), 2), wins.unwrap_or_else(|| "NA".to_owned())]
}

/// Lists the words of a column of a table with their shares over all bots, the most frequent first.
fn words(table: usize, column: usize, bots: &Bots<'_>) -> Vec<String> {
    let mut sums: LiteMap<&str, f64> = LiteMap::new();
    for (_, bot) in bots {
        for (key, _) in bot.words.iter().filter(|((t, c, _), _)| (*t, *c) == (table, column)) {
            let share = bot.share(table, column, &key.2).and_then(|strata| strata.mean());
            *sums.entry(&key.2).or_default() += share.unwrap_or(0.0);
        }
    }
    let mut words: Vec<(&str, f64)> = sums.into_iter().collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1));
    words.into_iter().map(|(word, _)| word.to_owned()).collect()
}

fn shares(
    [number, index]: [usize; 2],
    [table_name, column_name]: [&str; 2],
    words: &[String],
    bots: &Bots<'_>,
) -> Markup {
    let mut table = table("", bots, &[]);
    for word in words {
        let cells = bots.iter().map(|(_, bot)| match bot.share(number, index, word) {
            Some(strata) => share(&strata, bot.rows.get(&number).copied().unwrap_or_default(), 3),
            None => "0".to_owned(),
        });
        table.row([word.clone()].into_iter().chain(cells));
    }
    let rows = bots
        .iter()
        .map(|(name, bot)| format!("{name} {}", bot.rows.get(&number).copied().unwrap_or_default()));
    html! {
        p.note {
            "Share of each bot's rows of " (table_name) ".csv by " code { (column_name) } ". Means over blocks, with their intervals. Rows: "
            (rows.collect::<Vec<_>>().join(", ")) "."
        }
        (table.html(&format!("Share of each bot’s rows by {}", spoken(column_name))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_spoken() {
        assert_eq!(spoken("buildings_vp"), "buildings VP");
        assert_eq!(spoken("colonists+vp+city"), "colonists + VP + city");
        assert_eq!(title("building_list"), "Building");
    }
}
