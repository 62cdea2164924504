//! A game at the table: positions are loaded and actions played as texts, as the page writes them.

use serde_json::Value;
use tradewinds_game::{Actions, Game, Notation, Rng, Seat, Seed, Variant, Variants};
use tradewinds_puerto_rico::{PuertoRico, State};

use crate::setup::Setup;

/// A game under way.
#[derive(Clone)]
pub struct Table {
    game: PuertoRico,
    state: State,
    variant: Variant,
    dice: Rng,
}

impl Setup {
    /// Loads the position.
    pub fn table(self) -> Table {
        Table::load(self.value(), Variant::standard())
    }
}

impl Table {
    /// Loads a position file with a variant that it does not name.
    pub fn load(position: &Value, variant: Variant) -> Self {
        let mut dice = Seed(1).rng();
        let (game, state) = PuertoRico::load(position, &variant, &mut dice)
            .unwrap_or_else(|error| panic!("{error}\n{position}"));
        Self { game, state, variant, dice }
    }

    /// Deals a new game.
    pub fn deal(players: usize, variant: Variant, seed: u64) -> Self {
        let mut dice = Seed(seed).rng();
        let game = PuertoRico::new(players, &variant).expect("rules for this many players");
        let state = game.deal(&mut dice);
        Self { game, state, variant, dice }
    }

    /// Returns the seat that decides; `None` when the game is over.
    pub fn seat(&self) -> Option<usize> {
        self.game.to_act(&self.state).map(Seat::index)
    }

    /// Returns the word of the decision at hand.
    pub fn decision(&self) -> String {
        self.at("/step/decision").as_str().expect("a word").to_owned()
    }

    /// Lists the legal actions in ascending byte order.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Actions::new();
        self.game.legal(&self.state, &mut actions);
        let mut texts: Vec<String> =
            actions.iter().map(|&action| self.game.action_text(&self.state, action)).collect();
        texts.sort();
        texts
    }

    /// Plays an action, checks the invariants and reads the new position file back.
    pub fn play(&mut self, text: &str) -> &mut Self {
        let action = self.game.parse_action(&self.state, text).unwrap_or_else(|error| panic!("{error}"));
        self.game.play(&mut self.state, action, &mut self.dice);
        self.game.check(&self.state).unwrap_or_else(|broken| panic!("after {text}: {broken}"));
        let position = self.position();
        let again = Self::load(&position, self.variant.clone());
        assert_eq!(again.state, self.state, "after {text}, read back from {position}");
        self
    }

    /// Plays an action of this seat.
    pub fn play_as(&mut self, seat: usize, text: &str) -> &mut Self {
        assert_eq!(self.seat(), Some(seat), "who is to {text}, at {}", self.decision());
        self.play(text)
    }

    /// Writes the position file.
    pub fn position(&self) -> Value {
        self.game.position(&self.state)
    }

    /// Returns a part of the position file, such as `/players/0/goods`.
    pub fn at(&self, pointer: &str) -> Value {
        let position = self.position();
        position.pointer(pointer).unwrap_or_else(|| panic!("no {pointer} in {position}")).clone()
    }

    /// Returns a field of a player.
    pub fn of(&self, seat: usize, field: &str) -> Value {
        self.at(&format!("/players/{seat}/{field}"))
    }

    /// Returns a field of every player.
    pub fn of_all(&self, field: &str) -> Value {
        (0..self.game.players()).map(|seat| self.of(seat, field)).collect()
    }

    /// Returns a seat's part of the score object.
    pub fn score(&self, seat: usize, field: &str) -> i64 {
        let result = self.game.result(&self.state).expect("a score object");
        result["players"][seat][field].as_i64().expect("a number")
    }

    /// Returns a seat's share of the win.
    pub fn win_share(&self, seat: usize) -> f32 {
        self.game.scores(&self.state).win_share[Seat::new(seat)]
    }

    /// Returns the VP chips left, derived as section 13.3 says.
    pub fn pool(&self) -> i64 {
        let start = [65, 75, 100, 122][self.game.players() - 2];
        start - (0..self.game.players()).map(|seat| count(&self.of(seat, "vp"))).sum::<i64>()
    }

    /// Returns the colonists in the supply, derived as section 13.3 says.
    pub fn colonist_supply(&self) -> i64 {
        let all = [42, 58, 79, 100][self.game.players() - 2];
        let boards = (0..self.game.players()).map(|seat| {
            let player = self.at(&format!("/players/{seat}"));
            total(&player["occupied"]) + total(&player["buildings"]) + count(&player["san_juan"])
        });
        all - count(&self.at("/colonist_ship")) - boards.sum::<i64>()
    }

    /// Returns the barrels in the supply from corn to coffee, derived as section 13.3 says.
    pub fn supply(&self) -> [i64; 5] {
        let mut supply = if self.game.players() == 2 { [8, 9, 9, 7, 7] } else { [10, 11, 11, 9, 9] };
        let mut elsewhere: Vec<Value> = (0..self.game.players()).map(|seat| self.of(seat, "goods")).collect();
        elsewhere.push(self.at("/trading_house"));
        elsewhere.extend(self.at("/ships").as_object().expect("ships").values().cloned());
        for counts in elsewhere {
            for (kind, left) in ["corn", "indigo", "sugar", "tobacco", "coffee"].iter().zip(&mut supply) {
                *left -= counts[kind].as_i64().unwrap_or(0);
            }
        }
        supply
    }
}

fn count(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

/// Adds up counts.
pub fn total(counts: &Value) -> i64 {
    counts.as_object().expect("counts").values().map(count).sum()
}
