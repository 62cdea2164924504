//! The requests of a client.

use crate::game::{InputError, Origin, parse_json, read_json};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The source that refusals name.
const SOURCE: Origin = Origin::Request;

const COMMANDS: [&str; 10] =
    ["new", "load", "position", "legal", "play", "scores", "view", "determinize", "analyze", "quit"];

pub(super) enum Request {
    New(New),
    Load(Load),
    Position,
    Legal,
    Play(Play),
    Scores,
    View(View),
    Determinize(Determinize),
    Analyze(Analyze),
    Quit,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct New {
    pub(super) game: String,
    pub(super) players: usize,
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) variant: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    pub(super) game: String,
    pub(super) position: Value,
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) variant: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    pub(super) action: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct View {
    pub(super) seat: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Determinize {
    pub(super) seat: usize,
    #[serde(default)]
    pub(super) seed: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Analyze {
    pub(super) bot: String,
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) iterations: Option<u32>,
}

impl Request {
    /// Reads a line.
    pub(super) fn parse(line: &[u8]) -> Result<Self, InputError> {
        let object = read_json(line).and_then(|fields| match fields {
            Value::Object(fields) => Ok(fields),
            // This says what it is instead.
            _ => serde_json::from_slice::<Map<String, Value>>(line),
        });
        let mut fields = object.map_err(|error| {
            InputError::syntax(SOURCE, "", "JSON", error).with_allowed("a JSON object on a line of its own")
        })?;
        let command = match fields.remove("cmd") {
            Some(Value::String(command)) => command,
            Some(other) => {
                return Err(InputError::wrong_type(SOURCE, "cmd", other.to_string(), COMMANDS.join(", ")));
            }
            None => return Err(InputError::missing(SOURCE, "cmd", COMMANDS.join(", "))),
        };
        let fields = Value::Object(fields);
        let bare = |request| match fields.as_object().and_then(|fields| fields.keys().next()) {
            Some(field) => Err(refuse(field, format!("{field:?}"), format!("no field of {command}"))),
            None => Ok(request),
        };
        match command.as_str() {
            "new" => read(&fields).map(Self::New),
            "load" => read(&fields).map(Self::Load),
            "position" => bare(Self::Position),
            "legal" => bare(Self::Legal),
            "play" => read(&fields).map(Self::Play),
            "scores" => bare(Self::Scores),
            "view" => read(&fields).map(Self::View),
            "determinize" => read(&fields).map(Self::Determinize),
            "analyze" => read(&fields).map(Self::Analyze),
            "quit" => bare(Self::Quit),
            _ => Err(InputError::unknown_name(SOURCE, "cmd", &command, COMMANDS)),
        }
    }
}

fn read<T: DeserializeOwned>(fields: &Value) -> Result<T, InputError> {
    parse_json(SOURCE, fields)
}

/// Refuses a field of a request.
pub(super) fn refuse(field: &str, found: impl Into<String>, allowed: impl Into<String>) -> InputError {
    InputError::new(SOURCE, field, found, allowed)
}
