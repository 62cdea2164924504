//! Position files in the making: an empty table, changed field by field.

use serde_json::{Value, json};

/// A position file: at first nobody has anything and seat 0 is to pick the first role.
#[derive(Clone)]
pub struct Setup(Value);

impl Setup {
    /// Makes the empty table of `players`. The order of the face-down tiles is unknown.
    pub fn new(players: usize) -> Self {
        let ships = [[4, 6, 0], [4, 5, 6], [5, 6, 7], [6, 7, 8]][players - 2];
        let ships: Value =
            ships.iter().filter(|&&space| space > 0).map(|space| (space.to_string(), json!({}))).collect();
        let player = json!({
            "doubloons": 0, "vp": 0, "goods": {}, "tiles": {}, "occupied": {}, "buildings": {}, "san_juan": 0
        });
        Self(json!({
            "game": "puerto-rico", "rules": [], "round": 1, "picked": [], "role_doubloons": {},
            "step": {"decision": "role"},
            "colonist_ship": players, "colonist_shortage": false,
            "ships": ships, "trading_house": {}, "face_up": {}, "discards": {}, "deck": null,
            "players": vec![player; players],
        }))
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

    /// Returns the position file.
    pub fn value(&self) -> &Value {
        &self.0
    }
}

fn replace(object: &mut Value, fields: Value) {
    let (Value::Object(object), Value::Object(fields)) = (object, fields) else {
        panic!("fields are replaced in an object");
    };
    object.extend(fields);
}
