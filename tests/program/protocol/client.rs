//! A client: it starts the program and asks.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use tradewinds::game::{Dice, Rng};

pub(crate) struct Client {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Client {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("tradewinds"))
            .arg("protocol")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let requests = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Self { child, requests, answers }
    }

    /// Sends a line as it is.
    pub(crate) fn send(&mut self, line: &[u8]) -> Value {
        self.requests.write_all(&[line, b"\n"].concat()).unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    /// Sends a request that is met or not.
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        self.send(request.to_string().as_bytes())
    }

    /// Sends a request that is met, and returns one field of its answer.
    pub(crate) fn get(&mut self, field: &str, request: &Value) -> Value {
        let mut answer = self.ask(request);
        assert_eq!(answer.get("error"), None, "{request}");
        answer[field].take()
    }

    /// Sends a request that is not met, and returns why.
    pub(crate) fn refused(&mut self, line: &[u8]) -> String {
        let answer = self.send(line);
        assert_eq!(answer.as_object().unwrap().len(), 1, "{answer}");
        answer["error"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    pub(crate) fn position(&mut self) -> Value {
        self.get("position", &json!({ "cmd": "position" }))
    }

    /// Returns the legal actions, none when the game is over.
    pub(crate) fn legal(&mut self) -> Vec<String> {
        let answer = self.ask(&json!({ "cmd": "legal" }));
        let legal: Vec<String> = serde_json::from_value(answer["legal"].clone()).unwrap();
        assert_eq!(answer["to_move"].is_null(), legal.is_empty(), "{answer}");
        assert!(legal.is_sorted());
        legal
    }

    /// Plays an action and tells whether a random event took place.
    pub(crate) fn play(&mut self, action: &str) -> bool {
        self.get("chance", &json!({ "cmd": "play", "action": action })).as_bool().unwrap()
    }

    /// Closes the input; the program ends well and says nothing more.
    pub(crate) fn close(mut self) {
        drop(self.requests);
        let mut rest = String::new();
        self.answers.read_line(&mut rest).unwrap();
        assert_eq!(rest, "");
        assert!(self.child.wait().unwrap().success());
    }
}

/// Picks a random action.
pub(crate) fn pick<'a>(legal: &'a [String], rng: &mut Rng) -> &'a str {
    &legal[rng.below(legal.len() as u32) as usize]
}
