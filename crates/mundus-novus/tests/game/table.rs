//! A table to set up positions in few words and to play on them.

use serde_json::{Value, json};
use tradewinds_game::{Actions, Game, Notation, Rng, Seat, Seed, Variant};
use tradewinds_mundus_novus::{Action, MundusNovus, State};

/// Development cards without icon for any number of players, to fill a queue.
const QUIET: [&str; 9] = ["WD1", "WD3", "WS2", "CV14", "CV02", "MU2", "MC1", "CTS", "VAL"];

/// A position under construction: round 2, no event, seat 0 is Trade Master, nothing known.
pub(crate) struct Table(Value);

impl Table {
    /// Seats one player for each hand.
    pub(crate) fn new(hands: &[&str]) -> Self {
        let players: Vec<Value> = hands
            .iter()
            .map(|hand| {
                json!({"money": 0, "developments": [], "hand": hand, "stored": "", "set_aside": "",
                       "offer": "", "known_by": null, "perfect": false})
            })
            .collect();
        Self(json!({
            "game": "mundus-novus", "promo": false, "round": 2, "event": "none", "trade_master": 0,
            "queue": null, "development_deck": null, "market": "123", "draw_pile": null,
            "discard_pile": "", "supply": "", "split": "", "gift": null, "players": players,
            "decision": {"step": "announce"},
        }))
    }

    /// Seats players at the main step of the first one's turn.
    pub(crate) fn turn(hands: &[&str]) -> Self {
        Self::new(hands).decision(json!({
            "step": "turn", "seat": 0, "first_player": 0, "merchants_used": "", "made": null
        }))
    }

    pub(crate) fn set(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.0[field] = value.into();
        self
    }

    pub(crate) fn player(mut self, seat: usize, field: &str, value: impl Into<Value>) -> Self {
        self.0["players"][seat][field] = value.into();
        self
    }

    pub(crate) fn own(self, seat: usize, ids: &[&str]) -> Self {
        self.player(seat, "developments", ids.to_vec())
    }

    pub(crate) fn decision(self, decision: Value) -> Self {
        self.set("decision", decision)
    }

    /// Returns the position; a queue that was not set is filled with cards without icon.
    pub(crate) fn position(mut self) -> Value {
        if self.0["queue"].is_null() {
            let players = self.0["players"].as_array().expect("the case is well formed");
            let owned: Vec<&Value> = players
                .iter()
                .flat_map(|player| player["developments"].as_array().expect("the case is well formed"))
                .collect();
            let queue: Vec<&str> =
                QUIET.into_iter().filter(|id| !owned.contains(&&json!(id))).take(5).collect();
            self.0["queue"] = json!(queue);
        }
        self.0
    }

    pub(crate) fn load(self) -> Play {
        Play::load(&self.position())
    }
}

/// A game under way.
pub(crate) struct Play {
    pub(crate) rules: MundusNovus,
    pub(crate) state: State,
    pub(crate) dice: Rng,
}

impl Play {
    pub(crate) fn load(position: &Value) -> Self {
        let mut dice = Seed(7).rng();
        let (rules, state) = MundusNovus::load(position, &Variant::standard(), &mut dice)
            .unwrap_or_else(|error| panic!("{error}\n{position}"));
        Self { rules, state, dice }
    }

    pub(crate) fn actions(&self) -> Vec<Action> {
        let mut actions = Actions::new();
        self.rules.legal(&self.state, &mut actions);
        actions.to_vec()
    }

    /// The legal actions in notation, sorted.
    pub(crate) fn legal(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.actions().iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    pub(crate) fn to_act(&self) -> Option<usize> {
        self.rules.to_act(&self.state).map(Seat::index)
    }

    /// Plays an action given in notation, and checks the invariants.
    pub(crate) fn play(&mut self, text: &str) -> &mut Self {
        let action = self.rules.parse_action(&self.state, text).expect("the case is well formed");
        self.rules.try_play(&mut self.state, action, &mut self.dice).expect("the case is well formed");
        self.rules.check(&self.state).expect("the case is well formed");
        self
    }

    pub(crate) fn play_all(&mut self, texts: &[&str]) -> &mut Self {
        for text in texts {
            self.play(text);
        }
        self
    }

    pub(crate) fn position(&self) -> Value {
        self.rules.position(&self.state)
    }

    pub(crate) fn step(&self) -> String {
        self.position()["decision"]["step"].as_str().expect("the case is well formed").to_owned()
    }

    pub(crate) fn seat(&self, seat: usize, field: &str) -> Value {
        self.position()["players"][seat][field].clone()
    }

    pub(crate) fn hand(&self, seat: usize) -> String {
        self.seat(seat, "hand").as_str().expect("the case is well formed").to_owned()
    }

    pub(crate) fn money(&self, seat: usize) -> u64 {
        self.seat(seat, "money").as_u64().expect("the case is well formed")
    }

    /// What `observer` knows of `owner`'s cards.
    pub(crate) fn known(&self, owner: usize, observer: usize) -> String {
        self.seat(owner, "known_by")[observer].as_str().expect("the case is well formed").to_owned()
    }

    /// Offers the cards of a card string, in ascending order.
    pub(crate) fn offer(&mut self, cards: &str) -> &mut Self {
        for letter in cards.chars() {
            self.play(&format!("offer {}", word(letter)));
        }
        self
    }

    /// Takes a card and keeps it.
    pub(crate) fn take(&mut self, card: char, from: usize) -> &mut Self {
        self.play(&format!("take {} from {from}", word(card))).play("keep")
    }

    /// The seats from which something can be taken.
    pub(crate) fn victims(&self) -> Vec<usize> {
        let mut seats: Vec<usize> = self
            .actions()
            .iter()
            .filter_map(|action| match action {
                Action::Take(open) => Some(open.from().index()),
                _ => None,
            })
            .collect();
        seats.dedup();
        seats
    }
}

/// The word of a card character.
pub(crate) fn word(letter: char) -> &'static str {
    tradewinds_mundus_novus::Card::from_letter(letter).expect("the case is well formed").word()
}
