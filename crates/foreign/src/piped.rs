//! The oracle that is a program on pipes: a request and an answer are a line of JSON each.
//!
//! `docs/protocol.md` is the reference for the messages.

use std::collections::HashMap;
use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;
use tradewinds_bots::{Program, Unanswerable};
use tradewinds_game::{Edge, InputError, Origin, Seat, parse_json, quoted, read_json};

use crate::oracle::{Answered, Oracle, PlayedOut};

/// The bound of decisions of a game that names none.
const MAX_DECISIONS: u32 = 10_000;
/// The requests that a game need not answer.
const OPTIONAL: [&str; 3] = ["determinize", "view", "playout"];

/// A game whose rules are in a program.
#[derive(Debug)]
pub struct Piped {
    /// The command, for messages.
    name: String,
    program: Program,
    time: Duration,
    players: usize,
    max_decisions: u32,
    determinizes: bool,
    has_views: bool,
    plays_out: bool,
    /// The number of each action, by its JSON.
    numbers: HashMap<Box<str>, u32>,
    actions: Vec<Box<str>>,
}

/// A position of the program.
#[derive(Clone, Debug)]
pub struct Place {
    state: Box<RawValue>,
    /// The scores that came with it.
    scores: Option<Vec<f64>>,
}

/// The fields of all answers; `R` is the game's own JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<R> {
    error: Option<String>,
    players: Option<usize>,
    max_decisions: Option<u32>,
    answers: Option<Vec<String>>,
    state: Option<R>,
    to_act: Option<usize>,
    legal: Option<Vec<R>>,
    outcome: Option<u8>,
    scores: Option<Vec<f64>>,
    decisions: Option<u32>,
    view: Option<R>,
}

impl Piped {
    /// Starts a program, without a shell, and asks what game it has; `time` is the time for each answer.
    ///
    /// # Errors
    /// It cannot be started, or answers what is not allowed.
    pub fn start(command: &[String], time: Duration) -> Result<Self, InputError> {
        let name = command.join(" ");
        let program = Program::start(command).map_err(|error| {
            InputError::refused(Origin::Other(name.clone()), "", format!("cannot be started: {error}"))
        })?;
        let mut piped = Self {
            name,
            program,
            time,
            players: 0,
            max_decisions: MAX_DECISIONS,
            determinizes: false,
            has_views: false,
            plays_out: false,
            numbers: HashMap::new(),
            actions: Vec::new(),
        };
        let line = piped.ask("start", "{\"cmd\":\"start\"}\n")?;
        let fields = piped.fields("start", &line)?;
        let allowed = "players, and perhaps max_decisions and answers";
        piped.players = fields.players.ok_or_else(|| piped.missing("start", "players", &line, allowed))?;
        piped.max_decisions = fields.max_decisions.unwrap_or(MAX_DECISIONS);
        let answers = fields.answers.unwrap_or_default();
        if let Some(name) = answers.iter().find(|name| !OPTIONAL.contains(&name.as_str())) {
            return Err(piped.refuse(InputError::unknown_name(
                Origin::Unnamed,
                "start: answers",
                name,
                OPTIONAL,
            )));
        }
        let answers = |request| answers.iter().any(|name| name == request);
        piped.determinizes = answers("determinize");
        (piped.has_views, piped.plays_out) = (answers("view"), answers("playout"));
        Ok(piped)
    }

    /// Finds the number of an action by its JSON, or by its text.
    #[must_use]
    pub fn action(&self, text: &str) -> Option<u32> {
        let quoted = || serde_json::Value::from(text).to_string();
        let known = self.numbers.get(text).or_else(|| self.numbers.get(quoted().as_str())).copied();
        known.or_else(|| {
            let value: serde_json::Value = serde_json::from_str(text).ok()?;
            let is_same = |known: &str| {
                serde_json::from_str(known).is_ok_and(|known: serde_json::Value| known == value)
            };
            self.numbers.iter().find(|(known, _)| is_same(known)).map(|(_, &number)| number)
        })
    }

    /// Sends a request, and returns the line that answers it.
    fn ask(&mut self, request: &str, line: &str) -> Result<String, InputError> {
        let failed = |found: String, allowed: &str| {
            InputError::new(Origin::Other(self.name.clone()), request, found, allowed)
        };
        let answer = self.program.ask(line, self.time).map_err(|failure| match failure {
            Unanswerable::Late => {
                failed("no answer in time".to_owned(), &format!("one within {} ms", self.time.as_millis()))
            }
            Unanswerable::Gone(how) => failed(format!("no answer: the program {how}"), "a line of JSON"),
            Unanswerable::TooLong(most) => {
                failed("a longer line".to_owned(), &format!("at most {most} bytes a line"))
            }
        })?;
        String::from_utf8(answer).map_err(|error| {
            failed(quoted(&String::from_utf8_lossy(error.as_bytes())), "a line of JSON in UTF-8")
        })
    }

    /// Reads an answer.
    fn fields<'a>(&self, request: &str, line: &'a str) -> Result<Fields<&'a RawValue>, InputError> {
        let refused = |found: String, allowed: &str| {
            InputError::new(Origin::Other(self.name.clone()), request, found, allowed)
        };
        let fields: Fields<&RawValue> = serde_json::from_str(line).map_err(|error| {
            // The field at fault is named in words, if it is JSON at all.
            let read = read_json(line.as_bytes()).ok().filter(Value::is_object);
            let named = read.and_then(|value| parse_json::<Fields<IgnoredAny>>("", &value).err());
            named.map_or_else(
                || refused(format!("{} ({error})", quoted(line)), "an object of JSON"),
                |named| {
                    let field = format!("{request}: {}", named.field());
                    self.refuse(named.with_field(field))
                },
            )
        })?;
        match fields.error {
            Some(error) => Err(refused(format!("the error {}", quoted(&error)), "an answer")),
            None => Ok(fields),
        }
    }

    fn missing(&self, request: &str, field: &str, line: &str, allowed: &str) -> InputError {
        let found = format!("no {field} in {}", quoted(line));
        self.refuse(InputError::new(Origin::Unnamed, request, found, allowed))
    }

    /// Asks for a position.
    fn position(&mut self, request: &str, line: &str) -> Result<Answered<Place>, InputError> {
        let line = self.ask(request, line)?;
        let fields = self.fields(request, &line)?;
        self.placed(request, &line, fields)
    }

    /// Takes a position from an answer.
    fn placed(
        &mut self,
        request: &str,
        line: &str,
        fields: Fields<&RawValue>,
    ) -> Result<Answered<Place>, InputError> {
        let allowed = "state, to_act (null at the end) and legal";
        let state = fields.state.ok_or_else(|| self.missing(request, "state", line, allowed))?;
        let legal = match (fields.legal, fields.to_act) {
            (Some(legal), _) => legal,
            (None, None) => Vec::new(),
            (None, Some(_)) => return Err(self.missing(request, "legal", line, allowed)),
        };
        let legal = legal.into_iter().map(|action| self.number(action.get())).collect();
        Ok(Answered {
            place: Place { state: state.to_owned(), scores: fields.scores },
            to_act: fields.to_act,
            legal,
            outcome: fields.outcome.unwrap_or(0),
        })
    }

    /// Returns the number of an action, which is new or known.
    fn number(&mut self, action: &str) -> u32 {
        if let Some(&number) = self.numbers.get(action) {
            return number;
        }
        // One too many is refused where it is legal.
        let number = (self.actions.len() as u32).min(Edge::MOVES);
        self.numbers.insert(action.into(), number);
        self.actions.push(action.into());
        number
    }

    fn view(&mut self, place: &Place, seat: Seat) -> Result<Value, InputError> {
        let (state, seat) = (&place.state, seat.index());
        let line = format!("{{\"cmd\":\"view\",\"state\":{state},\"seat\":{seat}}}\n");
        let line = self.ask("view", &line)?;
        let view = self.fields("view", &line)?.view;
        let view = view.ok_or_else(|| self.missing("view", "view", &line, "view"))?;
        serde_json::from_str(view.get())
            .map_err(|error| InputError::syntax(Origin::Other(self.name.clone()), "view", "JSON", error))
    }
}

impl Oracle for Piped {
    type Place = Place;
    type Fault = InputError;

    fn refuse(&self, error: InputError) -> InputError {
        error.with_origin(Origin::Other(self.name.clone()))
    }

    fn players(&self) -> usize {
        self.players
    }

    fn max_decisions(&self) -> u32 {
        self.max_decisions
    }

    fn deal(&mut self, seed: u32) -> Result<Answered<Self::Place>, InputError> {
        self.position("deal", &format!("{{\"cmd\":\"deal\",\"seed\":{seed}}}\n"))
    }

    fn play(
        &mut self,
        place: &Self::Place,
        action: u32,
        seed: u32,
    ) -> Result<Answered<Self::Place>, InputError> {
        let (state, action) = (&place.state, &self.actions[action as usize]);
        let line = format!("{{\"cmd\":\"play\",\"state\":{state},\"action\":{action},\"seed\":{seed}}}\n");
        self.position("play", &line)
    }

    fn determinize(
        &mut self,
        place: &Self::Place,
        seat: Seat,
        seed: u32,
    ) -> Result<Option<Answered<Self::Place>>, InputError> {
        if !self.determinizes {
            return Ok(None);
        }
        let (state, seat) = (&place.state, seat.index());
        let line = format!("{{\"cmd\":\"determinize\",\"state\":{state},\"seat\":{seat},\"seed\":{seed}}}\n");
        self.position("determinize", &line).map(Some)
    }

    fn playout(&mut self, place: &Self::Place, most: u32, seed: u32) -> Result<PlayedOut<Self>, InputError> {
        if !self.plays_out {
            return Ok(None);
        }
        let state = &place.state;
        let line = format!("{{\"cmd\":\"playout\",\"state\":{state},\"most\":{most},\"seed\":{seed}}}\n");
        let line = self.ask("playout", &line)?;
        let fields = self.fields("playout", &line)?;
        let decisions = fields
            .decisions
            .ok_or_else(|| self.missing("playout", "decisions", &line, "decisions and a position"))?;
        Ok(Some((decisions, self.placed("playout", &line, fields)?)))
    }

    fn scores(&mut self, place: &Self::Place) -> Result<Vec<f64>, InputError> {
        if let Some(scores) = &place.scores {
            return Ok(scores.clone());
        }
        let line = self.ask("scores", &format!("{{\"cmd\":\"scores\",\"state\":{}}}\n", place.state))?;
        let scores = self.fields("scores", &line)?.scores;
        scores.ok_or_else(|| self.missing("scores", "scores", &line, "scores"))
    }

    fn sees_same(
        &mut self,
        one: &Self::Place,
        other: &Self::Place,
        seat: Seat,
    ) -> Result<Option<bool>, InputError> {
        if !self.has_views {
            return Ok(None);
        }
        Ok(Some(self.view(one, seat)? == self.view(other, seat)?))
    }

    fn action_text(&self, action: u32) -> String {
        let json = &self.actions[action as usize];
        // A text stands without its quotation marks.
        serde_json::from_str(json).unwrap_or_else(|_| json.to_string())
    }
}
