//! Position files in the making: a valid table, changed field by field.

use serde_json::{Value, json};
use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::{Dice, Game, Notation, Variant};

/// A game of Francis Drake under way.
pub type Table = tradewinds_testkit::TestTable<FrancisDrake>;

/// The printed order of the street (2.1).
pub const PRINTED: [&str; 16] = [
    "crew a",
    "guns a",
    "supplies a",
    "queen",
    "trade",
    "shipyard",
    "governor",
    "crew b",
    "tavern",
    "admiral",
    "supplies b",
    "pinnace",
    "guns b",
    "drake",
    "informer",
    "golden hind",
];

/// The destinations in table order (13.1).
pub const DESTINATIONS: [&str; 14] = [
    "san juan",
    "santo domingo",
    "trinidad",
    "santiago",
    "puerto cabello",
    "cartagena",
    "galleon a",
    "portobelo",
    "panama",
    "gran granada",
    "galleon b",
    "campeche",
    "veracruz",
    "galleon c",
];

/// The steps of the informer, at which nobody may be able to place a disc.
const INFORMER: [&str; 5] = ["informer", "look", "exchange", "exchange with", "move"];

/// A position file.
#[derive(Clone)]
pub struct Setup(Value);

impl Setup {
    /// Plymouth in voyage 1 before the first stop: seat 0 begins, nobody has anything but 4 VP.
    pub fn new(players: usize) -> Self {
        let player = json!({
            "vp": 4, "crew": 0, "guns": 0, "barrels": 0, "trade_goods": 0, "stops": [], "ghost_ship": false,
            "investor_tile": true, "missions": {}, "attacks": [], "trades": {}, "goods": {}, "chest": {},
        });
        Self(json!({
            "game": "francis-drake", "dataset": "reconstruction-1", "rules": {}, "voyage": 1,
            "decision": {"step": "plymouth"},
            "start": seats(players), "street": PRINTED,
            "galleon_tiles": {"galleon a": "G1", "galleon b": "G2", "galleon c": "G3"},
            "outbound": [], "homebound": [], "troop_tiles": {}, "frigate_tiles": {}, "face_up": [],
            "informer": null,
            "players": vec![player; players],
        }))
    }

    /// Plymouth with seat 0 alone: the others have departed.
    pub fn alone(players: usize) -> Self {
        Self::new(players).with(json!({"outbound": seats(players)[1..]}))
    }

    /// A step after Plymouth, of voyage 1 (`over`: 3). The ships sail in seat order with four barrels
    /// each; at the steps of the informer with none, so that nobody can place a disc.
    ///
    /// The tiles that lie by then, face down: troops 0 at Trinidad and Cartagena, 1 at Panama, 2 at
    /// Veracruz; frigates 0, 1 and 2 at galleons A, B and C.
    pub fn at(step: &str, players: usize) -> Self {
        let mut setup =
            Self::new(players).with(json!({"decision": {"step": step}, "outbound": seats(players)}));
        if step == "over" {
            setup = setup.with(json!({"voyage": 3, "homebound": seats(players)}));
        }
        if step != "admiral" {
            setup = setup.with(json!({"frigate_tiles": {"galleon a": 0, "galleon b": 1, "galleon c": 2}}));
            if step != "governor" {
                let troops = json!({"trinidad": 0, "cartagena": 0, "panama": 1, "veracruz": 2});
                setup = setup.with(json!({"troop_tiles": troops}));
            }
        }
        let barrels = if INFORMER.contains(&step) { 0 } else { 4 };
        (0..players).fold(setup, |setup, seat| setup.player(seat, json!({"barrels": barrels})))
    }

    /// Replaces these fields of the position.
    pub fn with(mut self, fields: Value) -> Self {
        replace(&mut self.0, fields);
        self
    }

    /// Replaces these fields of a player.
    pub fn player(mut self, seat: usize, fields: Value) -> Self {
        replace(&mut self.0["players"][seat], fields);
        self
    }

    /// Replaces these fields of every player.
    pub fn all(self, fields: &Value) -> Self {
        let players = self.0["players"].as_array().map_or(0, Vec::len);
        (0..players).fold(self, |setup, seat| setup.player(seat, fields.clone()))
    }

    /// Replaces the value at a pointer such as `/players/0/missions/panama`; an object gets a new key.
    pub fn set(mut self, pointer: &str, value: Value) -> Self {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        let parent = self.0.pointer_mut(parent).unwrap_or_else(|| panic!("no {parent}"));
        match parent {
            Value::Object(object) => drop(object.insert(key.to_owned(), value)),
            list => list[key.parse::<usize>().expect("an index")] = value,
        }
        self
    }

    /// Takes a position file as it is.
    pub fn whole(position: Value) -> Self {
        Self(position)
    }

    /// Returns the position file.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// Loads the position.
    pub fn table(&self) -> Table {
        let table = Table::load(&self.0);
        assert_eq!(table.position(), self.0, "it is written as it was read");
        table
    }

    /// Returns why the position is refused.
    pub fn refusal(&self) -> String {
        match Table::try_load(&self.0, Variant::standard()) {
            Ok(_) => panic!("not refused: {}", self.0),
            Err(error) => error.to_string(),
        }
    }
}

fn seats(players: usize) -> Vec<usize> {
    (0..players).collect()
}

fn replace(object: &mut Value, fields: Value) {
    let (Value::Object(object), Value::Object(fields)) = (object, fields) else {
        panic!("fields are replaced in an object");
    };
    object.extend(fields);
}

/// Returns the step of the decision at hand.
pub fn step(table: &Table) -> String {
    table.at("/decision/step").as_str().expect("a step").to_owned()
}

/// Sets up the same position once more, to play another action from it.
pub fn copy(table: &Table) -> Table {
    Table::load(&table.position())
}

/// Plays an action with these dice.
pub fn play_with<D: Dice>(table: &mut Table, text: &str, dice: &mut D) {
    let action = table.game.parse_action(&table.state, text).unwrap_or_else(|error| panic!("{error}"));
    table.game.play(&mut table.state, action, dice);
    table.game.check(&table.state).unwrap_or_else(|broken| panic!("after {text}: {broken}"));
}

/// Plays actions, each by the seat named with it.
pub fn play_all(table: &mut Table, actions: &[(usize, &str)]) {
    for &(seat, action) in actions {
        table.play_as(seat, action);
    }
}

/// Puts `verb` before each destination and sorts the texts as legal lists are.
pub fn each(verb: &str, destinations: &[&str]) -> Vec<String> {
    let mut texts: Vec<String> = destinations.iter().map(|place| format!("{verb} {place}")).collect();
    texts.sort();
    texts
}
