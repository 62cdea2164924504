//! Opening books: the first decisions of recorded games, by their frequency.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::move_record::MoveRecord;
use crate::plan::positions::is_allowed;
use tradewinds_arena::{Playable, Ruleset};
use tradewinds_game::{InputError, Seed, Variant};
use tradewinds_stats::{Blocks, Influence, Interval};

/// Of so many deals, one has to allow a line of a book: then a run finds one, too.
const DEALS_TRIED: u64 = 100;

/// The first decisions of recorded games.
#[derive(Clone, PartialEq, Debug)]
pub struct Book {
    /// The number of decisions of each line.
    pub plies: usize,
    /// The games that count.
    pub games: u64,
    /// The lines, the most frequent first.
    pub lines: Vec<BookLine>,
    /// The games that do not count.
    pub left_out: LeftOut,
    /// Lines with fewer games than asked for.
    pub rare: u64,
    /// Lines that hardly any deal allows.
    pub unlikely: u64,
}

/// The games that a book leaves out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeftOut {
    /// Those that began from a given position.
    pub from_positions: u64,
    /// Those that were truncated.
    pub truncated: u64,
    /// Those with fewer decisions than a line.
    pub short: u64,
}

/// A line of a book.
#[derive(Clone, PartialEq, Debug)]
pub struct BookLine {
    /// Its decisions, in notation.
    pub decisions: Vec<String>,
    /// The games that began with it.
    pub games: u64,
    /// The mean win share, over these games, of the seat that made its last decision.
    pub share: f64,
    /// Its interval, of which the deal is the unit; `None` with one deal.
    pub interval: Option<Interval>,
}

impl BookLine {
    /// Writes the line as a file of positions takes it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let number = |value: Option<f64>| value.map(|value| (value * 1e6).round() / 1e6);
        json!({
            "decisions": self.decisions,
            "games": self.games,
            "share": number(Some(self.share)),
            "low": number(self.interval.map(|Interval { low, .. }| low)),
            "high": number(self.interval.map(|Interval { high, .. }| high)),
        })
    }
}

/// The games that began with a line: by run and deal, the sum of the win shares and the number of games.
type Games = BTreeMap<(String, u64), (f64, u64)>;

/// Makes a book of records of this game, each with its source: the first `plies` decisions, of at least `least` games.
///
/// # Errors
/// A record is of another game, number of players, variant or version of the rules than the first one.
pub fn make_book(
    game: &dyn Playable,
    records: &[(String, MoveRecord)],
    plies: usize,
    least: u64,
) -> Result<Book, InputError> {
    let Some((_, first)) = records.first() else {
        return Err(InputError::missing("", "", "a record"));
    };
    let standard = Variant::standard();
    let table = game.table(first.players, first.variant.as_ref().unwrap_or(&standard))?;
    let mut left_out = LeftOut::default();
    let mut found: BTreeMap<Vec<String>, Games> = BTreeMap::new();
    for (source, record) in records {
        check(source, record, first, &*table)?;
        let dealt = table.deal(Seed(record.deal_seed), Seed(record.chance_seed));
        match record.actions.get(..plies) {
            _ if record.truncated => left_out.truncated += 1,
            _ if dealt.position() != record.initial => left_out.from_positions += 1,
            None => left_out.short += 1,
            Some(played) => {
                let line = played.iter().map(|played| played.action.clone()).collect();
                let share = played.last().map_or(0.0, |last| share_of(record, last.seat));
                let deal = (record.run.clone(), record.deal_seed);
                let (sum, games) = found.entry(line).or_default().entry(deal).or_default();
                (*sum, *games) = (*sum + share, *games + 1);
            }
        }
    }
    let mut book = Book { plies, games: 0, lines: Vec::new(), left_out, rare: 0, unlikely: 0 };
    for (decisions, deals) in found {
        let games = deals.values().map(|(_, games)| games).sum();
        book.games += games;
        if games < least {
            book.rare += 1;
        } else if !is_allowed(&*table, &decisions, DEALS_TRIED) {
            book.unlikely += 1;
        } else {
            // A line that is in all seatings of some deals and in one of others counts by its games.
            let (sums, counts): (Vec<f64>, Vec<f64>) =
                deals.into_values().map(|(sum, games)| (sum, games as f64)).unzip();
            let blocks = Blocks::new(sums.iter().map(|_| 0));
            let share = Influence::ratio(&blocks, &sums, &counts).expect("a line has a game");
            let interval = share.estimate(&blocks).share_interval(games as f64);
            book.lines.push(BookLine { decisions, games, share: share.value(), interval });
        }
    }
    // A stable sort: equally frequent lines stay in the order of their decisions.
    book.lines.sort_by_key(|line| std::cmp::Reverse(line.games));
    Ok(book)
}

/// Refuses a record of other rules than the first one.
fn check(
    source: &str,
    record: &MoveRecord,
    first: &MoveRecord,
    table: &dyn Ruleset,
) -> Result<(), InputError> {
    let refuse = |field: &str, found: String, allowed: String| {
        Err(InputError::conflict(source, field, found, format!("{allowed}, as in the first record")))
    };
    if record.game != first.game {
        return refuse("game", format!("{:?}", record.game), format!("{:?}", first.game));
    }
    let version = table.info().rules_version;
    if record.rules_version != version {
        return refuse("rules_version", record.rules_version.to_string(), version.to_string());
    }
    if record.players != first.players {
        return refuse("players", record.players.to_string(), first.players.to_string());
    }
    if record.variant != first.variant {
        let name = |record: &MoveRecord| {
            record.variant.as_ref().map_or_else(|| "standard".to_owned(), |variant| variant.name.clone())
        };
        return refuse("variant", name(record), name(first));
    }
    Ok(())
}

/// Returns the part of the win that a seat has.
fn share_of(record: &MoveRecord, seat: usize) -> f64 {
    let winners = record.seats.iter().filter(|seat| seat.rank == 1).count();
    let won = record.seats.get(seat).is_some_and(|seat| seat.rank == 1);
    if won { 1.0 / winners as f64 } else { 0.0 }
}
