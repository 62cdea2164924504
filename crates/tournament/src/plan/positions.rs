//! Given positions: the file of a run's positions, and how its games begin from them.
//!
//! A line is a position, a place in a record, or an opening: decisions that are played from a deal. The copy in the
//! run's folder holds what was found, so that it needs no other file; read again, it is the same text.
//!
//! An opening may be illegal after another deal. Then the game is dealt again, with seeds that follow from the first
//! one, until it is legal: all games of a position begin with the whole opening.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde_json::{Deserializer, Value};

use crate::move_record::MoveRecord;
use crate::plan::file_kind::Reads;
use crate::plan::inputs::{beside, blame, read_up_to};
use crate::replay::{Replay, ReplayError};
use tradewinds_arena::{Match, Playable, Ruleset, ScheduledGame};
use tradewinds_game::{
    IllegalAction, InputError, InputErrorKind, Purpose, Seed, Variant, counted, parse_json, read_json,
};

/// The file of the positions in the folder of a run.
pub const POSITIONS: &str = "positions.jsonl";

/// Maximum size of a file of positions, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// Maximum size of a record, in bytes.
const MOST_RECORD_BYTES: u64 = 16 << 20;
/// Maximum number of positions.
const MOST_POSITIONS: usize = 100_000;
/// Maximum number of deals that are tried for an opening.
const DEALS_TRIED: u64 = 1000;

/// The game that positions are read for.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'a> {
    pub(crate) game: &'a dyn Playable,
    pub(crate) table: &'a dyn Ruleset,
    pub(crate) variant: &'a Variant,
    /// The seed of the run.
    pub(crate) seed: Seed,
}

/// The positions that the games of a run begin from.
pub(crate) struct Positions {
    starts: Vec<Start>,
    text: String,
}

impl fmt::Debug for Positions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Positions").field(&self.starts.len()).finish()
    }
}

/// What a line says.
enum Start {
    /// A position of which nothing is unknown.
    Whole(Box<dyn Match>),
    /// A position that is completed for each deal.
    View(Value),
    /// Decisions that are played from a deal, with the seeds of a deal on which they are legal.
    Opening { decisions: Vec<String>, legal: [Seed; 2] },
}

/// An opening, as a line has it; other fields are the user's own.
#[derive(serde::Deserialize)]
struct Opening {
    decisions: Vec<String>,
}

/// A place in a record, as a line has it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    record: String,
    at: usize,
}

impl Positions {
    /// Reads the positions of a file: `entry` names it, in `folder` or else relative to the current folder, and so do
    /// paths of records in it from its own folder.
    ///
    /// # Errors
    /// It cannot be read, or a line is no position of these rules that a game can begin from, which names the line.
    pub(crate) fn read(entry: &str, folder: &Path, rules: Rules<'_>) -> Result<Self, InputError> {
        let path = beside(entry, folder);
        let found =
            read_up_to(entry, &path, MOST_BYTES).and_then(|text| Self::parse(entry, &path, &text, rules));
        found.map_err(|error| {
            let is_file = *error.origin() == entry.into() || error.kind() == InputErrorKind::Syntax;
            if is_file { blame(error, entry, &path, Reads::Positions) } else { error }
        })
    }

    fn parse(entry: &str, path: &Path, text: &str, rules: Rules<'_>) -> Result<Self, InputError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut positions = Self { starts: Vec::new(), text: String::new() };
        let mut begin = 0;
        // The same games again would count as further evidence.
        let mut lines: HashMap<String, usize> = HashMap::new();
        // A position may take several lines, as `tradewinds position` writes it.
        while !text[begin..].trim().is_empty() {
            begin += text[begin..].len() - text[begin..].trim_start().len();
            let line = text[..begin].matches('\n').count() + 1;
            let place = format!("{entry}: line {line}");
            let syntax = |error: serde_json::Error| {
                // Its own number of the line counts from the beginning of the position.
                let text = error.to_string();
                let message = text.split(" at line ").next().unwrap_or_default();
                InputError::syntax(entry, format!("line {}", line + error.line() - 1), "JSON", message)
            };
            let mut stream = Deserializer::from_str(&text[begin..]).into_iter::<IgnoredAny>();
            if let Some(Err(error)) = stream.next() {
                return Err(syntax(error));
            }
            let end = begin + stream.byte_offset();
            let value = read_json(&text.as_bytes()[begin..end]).map_err(syntax)?;
            let number = positions.starts.len();
            if number == MOST_POSITIONS {
                let found = format!("more than {MOST_POSITIONS} positions");
                return Err(InputError::out_of_range(entry, "", found, format!("up to {MOST_POSITIONS}")));
            }
            let (start, said) = start(value, number, folder, rules).map_err(|error| {
                if error.kind() == InputErrorKind::Unreadable {
                    error
                } else {
                    error.with_origin(place.as_str())
                }
            })?;
            positions.starts.push(start);
            positions.text += &format!("{said}\n");
            if let Some(first) = lines.insert(said, line) {
                let found = format!("the position of line {first} again");
                let allowed = "each position once; more deals play each again, with other random events";
                return Err(InputError::conflict(place, "", found, allowed));
            }
            begin = end;
        }
        if positions.starts.is_empty() {
            return Err(InputError::missing(entry, "", "a position a line"));
        }
        Ok(positions)
    }

    /// Returns the number of positions, at least 1.
    pub(crate) fn count(&self) -> u64 {
        self.starts.len() as u64
    }

    /// Returns the text of the copy.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the decisions of the opening with this number; `None` if it is a position.
    pub(crate) fn decisions(&self, number: usize) -> Option<&[String]> {
        match &self.starts[number] {
            Start::Opening { decisions, .. } => Some(decisions),
            Start::Whole(_) | Start::View(_) => None,
        }
    }

    /// Returns the game that a scheduled one begins from, with the decisions that come first. Where its deal was drawn
    /// again, the scheduled game gets the seeds of the deal that is played.
    pub(crate) fn begin(
        &self,
        scheduled: &mut ScheduledGame,
        table: &dyn Ruleset,
        variant: &Variant,
    ) -> Option<(Box<dyn Match>, &[String])> {
        let (deal, chance) = (scheduled.deal_seed, scheduled.chance_seed);
        match &self.starts[scheduled.position?] {
            Start::Whole(game) => Some((game.copied(), &[])),
            Start::View(view) => {
                let completion = deal.derive(Purpose::Completion, 0);
                let game = table.resume(view, variant, completion, chance);
                Some((game.expect("it was read before, and its completion is valid"), &[]))
            }
            Start::Opening { decisions, legal } => {
                let seeds = legal_deal(table, decisions, [deal, chance], DEALS_TRIED).unwrap_or(*legal);
                [scheduled.deal_seed, scheduled.chance_seed] = seeds;
                Some((table.deal(scheduled.deal_seed, scheduled.chance_seed), decisions))
            }
        }
    }
}

/// Reads a file of positions and returns the text of the copy that needs no other file: `entry` names it, in `folder` or
/// else relative to the current folder.
///
/// # Errors
/// It cannot be read, or a line is no position of these rules that a game can begin from, which names the line.
pub fn find_positions(
    game: &dyn Playable,
    entry: &str,
    folder: &Path,
    table: &dyn Ruleset,
    variant: &Variant,
) -> Result<String, InputError> {
    let rules = Rules { game, table, variant, seed: Seed(0) };
    Ok(Positions::read(entry, folder, rules)?.text)
}

/// Reads what a line says; also returns the line of the copy.
fn start(
    value: Value,
    number: usize,
    folder: &Path,
    rules: Rules<'_>,
) -> Result<(Start, String), InputError> {
    let Some(object) = value.as_object() else {
        return Err(InputError::wrong_type(
            "",
            "",
            value.to_string(),
            "an object: a position, a record with at, or decisions",
        ));
    };
    if object.contains_key("decisions") {
        let Opening { decisions } = parse_json("", &value)?;
        let line = value.to_string();
        let seeds = [Purpose::Deal, Purpose::Chance]
            .map(|purpose| rules.seed.derive(Purpose::Sample, number as u64).derive(purpose, 0));
        let legal = legal_deal(rules.table, &decisions, seeds, DEALS_TRIED)
            .map_err(|found| found.refusal(&decisions))?;
        return Ok((Start::Opening { decisions, legal }, line));
    }
    let value = if object.contains_key("record") { in_record(&value, folder, rules)? } else { value };
    let completion = Seed(0).derive(Purpose::Completion, 0);
    let found = rules.game.load(&value, rules.variant, completion, Seed(0))?;
    check_rules(&*found, rules)?;
    check_open(&*found)?;
    let line = value.to_string();
    let is_whole = found.position() == value;
    let start = if is_whole {
        Start::Whole(rules.table.resume(&value, rules.variant, completion, Seed(0))?)
    } else {
        Start::View(value)
    };
    Ok((start, line))
}

/// Reads the position at a place in a record.
fn in_record(value: &Value, folder: &Path, rules: Rules<'_>) -> Result<Value, InputError> {
    if value.get("record").is_some_and(Value::is_number) {
        let allowed = "{\"record\": \"PATH\", \"at\": N}, with the path of the record and the number of a decision from 0";
        return Err(InputError::conflict("", "record", "the record itself", allowed));
    }
    let Place { record: entry, at } = parse_json("", value)?;
    let path: PathBuf = beside(&entry, folder);
    let inside = |error: InputError| {
        let error = blame(error, &entry, &path, Reads::Record);
        InputError::refused("", format!("record {entry:?}"), error.with_origin("").to_string())
    };
    let text = read_up_to(&entry, &path, MOST_RECORD_BYTES).map_err(inside)?;
    let record = MoveRecord::parse("", &text).map_err(inside)?;
    let mut replay = Replay::new(rules.game, &record).map_err(inside)?;
    let decisions = replay.decisions();
    if at >= decisions {
        let allowed = format!("0 to {}, a decision of {entry}", decisions.saturating_sub(1));
        return Err(InputError::out_of_range("", "at", at, allowed));
    }
    match replay.play_to(at) {
        Ok(()) => Ok(replay.game().position()),
        Err(ReplayError::Input(error)) => Err(inside(error)),
        Err(error) => Err(InputError::refused("", format!("record {entry:?}"), error.to_string())),
    }
}

/// Refuses a position of another number of players or of other rules.
fn check_rules(found: &dyn Match, rules: Rules<'_>) -> Result<(), InputError> {
    let (theirs, ours) = (found.table().players(), rules.table.players());
    if theirs != ours {
        return Err(InputError::conflict(
            "",
            "players",
            counted(theirs, "player"),
            format!("{ours}, as in the manifest"),
        ));
    }
    let dealt = |table: &dyn Ruleset| table.deal(Seed(0), Seed(0)).position();
    let (theirs, ours) = (dealt(found.table()), dealt(rules.table));
    let fields = ours.as_object().into_iter().flatten();
    let differing = fields.filter(|(field, value)| theirs.get(field) != Some(value));
    // That which names the rules is shorter than what follows from them.
    let Some((field, allowed)) = differing.min_by_key(|(_, value)| value.to_string().len()) else {
        return Ok(());
    };
    let shown = theirs.get(field).map_or_else(|| "nothing".to_owned(), Value::to_string);
    Err(InputError::conflict(
        "",
        field,
        format!("{shown}: other rules"),
        format!("{allowed}, those of the manifest's variant"),
    ))
}

/// Refuses a game that is over.
fn check_open(game: &dyn Match) -> Result<(), InputError> {
    if game.to_act().is_some() {
        return Ok(());
    }
    Err(InputError::conflict("", "", "a game that is over", "a position with a decision"))
}

/// The deal on which an opening came furthest.
struct Furthest {
    played: usize,
    illegal: IllegalAction,
}

impl Furthest {
    fn refusal(self, decisions: &[String]) -> InputError {
        let Self { played, illegal } = self;
        let field = format!("decisions[{played}]");
        let allowed = format!("a decision that is legal in one of {DEALS_TRIED} deals; {}", illegal.reason);
        let Some(found) = decisions.get(played) else {
            return InputError::conflict(
                "",
                "decisions",
                "a game that is over",
                "a position with a decision",
            );
        };
        InputError::conflict("", field, format!("{found:?}"), allowed)
    }
}

/// Returns whether one of this many deals, at least 1, allows an opening.
pub(crate) fn is_allowed(table: &dyn Ruleset, decisions: &[String], tries: u64) -> bool {
    let seeds = [Purpose::Deal, Purpose::Chance].map(|purpose| Seed(0).derive(purpose, 0));
    legal_deal(table, decisions, seeds, tries).is_ok()
}

/// Finds the seeds of a deal and of its random events on which all decisions are legal and leave a decision: those given,
/// or else others that follow from them.
fn legal_deal(
    table: &dyn Ruleset,
    decisions: &[String],
    [deal, chance]: [Seed; 2],
    tries: u64,
) -> Result<[Seed; 2], Furthest> {
    let mut furthest: Option<Furthest> = None;
    for again in 0..tries {
        let seeds = match again {
            0 => [deal, chance],
            _ => [deal.derive(Purpose::Deal, again), chance.derive(Purpose::Chance, again)],
        };
        let mut game = table.deal(seeds[0], seeds[1]);
        let failed = decisions.iter().enumerate().find_map(|(played, decision)| {
            game.play(decision).err().map(|illegal| Furthest { played, illegal })
        });
        let failed = failed.or_else(|| {
            let over = || IllegalAction { action: String::new(), reason: "the game is over".to_owned() };
            game.to_act().is_none().then(|| Furthest { played: decisions.len(), illegal: over() })
        });
        let Some(failed) = failed else { return Ok(seeds) };
        if furthest.as_ref().is_none_or(|known| known.played < failed.played) {
            furthest = Some(failed);
        }
    }
    Err(furthest.expect("a deal was tried"))
}
