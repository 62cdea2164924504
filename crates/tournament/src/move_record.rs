//! Records: one game with all its actions, self-contained.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use tradewinds_arena::RecordedMove;
use tradewinds_game::{InputError, Scores, Seat, Variant, parse_json, read_json};

/// The version of the form of records.
const FORM: u32 = 1;

/// A game from its initial position to its result, in notation: enough to play it again by the rules
/// alone, without bots.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRecord {
    /// The version of this form.
    pub record: u32,
    /// The version of the program that wrote it.
    pub tradewinds: String,
    /// The game's name.
    pub game: String,
    /// The version of the rules, action codes and notation.
    pub rules_version: u32,
    /// The number of seats.
    pub players: usize,
    /// The variant with all its numbers; absent for the standard rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// The run's name.
    pub run: String,
    /// The game's number in the run.
    pub number: u64,
    /// The seed of the deal.
    pub deal_seed: u64,
    /// The seed of the random events after the deal.
    pub chance_seed: u64,
    /// The bot at each seat, by its name.
    pub bots: Vec<String>,
    /// The position after the deal, including hidden parts.
    pub initial: Value,
    /// Whether hidden parts and random events were found afterwards for a game that people noted; absent if they are
    /// those of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completed: Option<Completed>,
    /// All actions, including forced ones.
    pub actions: Vec<RecordedMove>,
    /// Whether the game was stopped at its bound.
    pub truncated: bool,
    /// Why it ended, in the game's words; `truncated` if it was stopped.
    pub end_reason: String,
    /// The standing of each seat at the end.
    pub seats: Vec<RecordedSeat>,
    /// The game's result object; `null` where its rules page gives none.
    pub result: Value,
    /// Other lines that were tried from positions of this game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// CRC-32 (ISO 3309) of the record written as compact JSON without this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crc: Option<u32>,
}

/// The chance of a game that people noted, as a search has completed it: one that agrees with the notes, not the true one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Completed {
    /// What the dice show after the deal, in order; later random events are drawn from the seed.
    pub throws: Vec<u32>,
}

/// A line of play that leaves another one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The number of decisions of the parent line, counted from the parent's first, that come before this line.
    pub at: usize,
    /// Its actions from there on, including forced ones.
    pub actions: Vec<RecordedMove>,
    /// Lines that leave this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// The standing of a seat at the end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedSeat {
    /// Its points.
    pub score: i32,
    /// Its tie keys; higher is better.
    pub ties: [i32; 3],
    /// 1 plus the number of seats that are strictly better.
    pub rank: u8,
}

impl RecordedSeat {
    /// Takes the standing of a seat.
    #[must_use]
    pub fn of(scores: &Scores, seat: Seat) -> Self {
        Self { score: scores.points[seat], ties: scores.ties[seat], rank: scores.rank[seat] }
    }
}

impl MoveRecord {
    /// Writes the record as JSON.
    ///
    /// # Panics
    /// Never: a record is plain data.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text.push('\n');
        text
    }

    /// Reads a record.
    ///
    /// # Errors
    /// The text is not JSON, a field is missing, unknown or of a wrong type, the form is of another
    /// version, or the checksum does not fit: the file was changed after it was written.
    pub fn parse(source_name: &str, text: &str) -> Result<Self, InputError> {
        let value = read_json(text.as_bytes()).map_err(|error| {
            InputError::syntax(source_name, "", "JSON", error).with_allowed("a record in JSON")
        })?;
        let record: Self = parse_json(source_name, &value)?;
        if record.record != FORM {
            return Err(InputError::out_of_range(source_name, "record", record.record, FORM.to_string()));
        }
        match record.crc {
            Some(crc) if crc == record.checksum() => Ok(record),
            Some(crc) => {
                let allowed = format!("{}, the checksum of the rest", record.checksum());
                Err(InputError::conflict(source_name, "crc", crc.to_string(), allowed))
            }
            None => Err(InputError::missing(source_name, "crc", "the record's checksum")),
        }
    }

    /// The version of the form of records that this program reads and writes.
    pub const FORM: u32 = FORM;

    /// Sets the checksum to that of the rest.
    pub fn seal(&mut self) {
        self.crc = Some(self.checksum());
    }

    fn checksum(&self) -> u32 {
        let bare = Self { crc: None, ..self.clone() };
        crc32fast::hash(serde_json::to_string(&bare).expect("a record is plain data").as_bytes())
    }
}
