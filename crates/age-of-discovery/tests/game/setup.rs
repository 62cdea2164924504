//! Position files in the making: a table at rest, changed where a test needs it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tradewinds_game::{InputError, Variant};

use crate::table::Table;

/// The regions of table 2.2 in order, with their goods.
pub const REGIONS: [(&str, &str); 9] = [
    ("canada", "fur"),
    ("new_england", "fish"),
    ("florida", "tobacco"),
    ("new_spain", "gold"),
    ("caribbean", "sugar"),
    ("new_granada", "cocoa"),
    ("peru", "silver"),
    ("brazil", "coffee"),
    ("argentina", "cattle"),
];

/// The goods of table 2.1 in order, with their counters.
pub const GOODS: [(&str, u64); 11] = [
    ("gold", 5),
    ("silver", 6),
    ("cattle", 3),
    ("cocoa", 3),
    ("fish", 3),
    ("sugar", 6),
    ("fur", 4),
    ("coffee", 4),
    ("tobacco", 5),
    ("rice", 3),
    ("indigo", 4),
];

/// The buildings of each age in table order.
#[rustfmt::skip]
pub const BUILDINGS: [&[&str]; 3] = [
    &[
        "settlers", "settlers", "monastery", "trade_routes", "training_grounds", "indentured_servitude",
        "conquistador", "navigator", "inca_empire", "trading_post", "cartography",
    ],
    &[
        "indian_allies", "privateers", "ship_yards", "cathedral", "taxation", "university",
        "west_indies_company", "colonization_laws", "rum_distillery", "marketplace", "military_academy",
        "fortress", "stable",
    ],
    &[
        "militia", "mercantilism", "population", "navy", "power", "prosperity", "glory", "wealth",
        "migration", "factory",
    ],
];

/// The regions that start undiscovered.
pub const UNDISCOVERED: [&str; 8] =
    ["canada", "new_england", "florida", "new_spain", "new_granada", "peru", "brazil", "argentina"];

/// A position file. At first it is the start of a game in seat order, with a known deal; nobody has
/// money.
#[derive(Clone)]
pub struct Setup {
    fields: Map<String, Value>,
    players: Vec<Map<String, Value>>,
    tiles: BTreeMap<&'static str, &'static str>,
    opened: Vec<(usize, &'static str)>,
    claimed: Vec<&'static str>,
    next_buildings: Vec<&'static str>,
    next_cards: Vec<&'static str>,
}

impl Setup {
    /// Makes the start of a game: nobody has money, seat 0 is the first to place.
    pub fn new(players: usize) -> Self {
        let mut player = Map::new();
        player.insert("money".to_owned(), json!(0));
        Self {
            fields: Map::new(),
            players: vec![player; players],
            tiles: BTreeMap::from([
                ("canada", "t06"),
                ("new_england", "t08"),
                ("florida", "t14"),
                ("new_spain", "t09"),
                ("caribbean", "t13"),
                ("new_granada", "t15"),
                ("peru", "t05"),
                ("brazil", "t12"),
                ("argentina", "t04"),
            ]),
            opened: Vec::new(),
            claimed: Vec::new(),
            next_buildings: Vec::new(),
            next_cards: Vec::new(),
        }
    }

    /// Sets the turn, and with it the age of the buildings on offer.
    pub fn turn(self, turn: u64) -> Self {
        self.with(json!({"turn": turn}))
    }

    /// Sets the decision and who makes it.
    pub fn step(self, step: &str, seat: usize) -> Self {
        self.with(json!({"step": step, "to_move": seat}))
    }

    /// Leaves this seat the last figure of phase A, a colonist, before `LAST` is played.
    pub fn last(self, seat: usize) -> Self {
        self.step("place", seat).player(seat, json!({"hand": {"colonist": 1}}))
    }

    /// Goes to the decision in the Training slot of this seat, just before Warfare.
    pub fn late(self, seat: usize) -> Self {
        self.step("train", seat).with(json!({"specialists_box": {"training": seat}}))
    }

    /// Goes to the end of the game.
    pub fn over(self) -> Self {
        self.with(json!({"turn": 8, "step": "over"}))
    }

    /// Replaces these fields of the position.
    pub fn with(mut self, fields: Value) -> Self {
        replace(&mut self.fields, fields);
        self
    }

    /// Replaces these fields of a player.
    pub fn player(mut self, seat: usize, fields: Value) -> Self {
        replace(&mut self.players[seat], fields);
        self
    }

    /// Puts this tile on (or, with [`Setup::open`], lets it come from) this region.
    pub fn tile(mut self, region: &'static str, tile: &'static str) -> Self {
        let old = self.tiles[region];
        if let Some(other) = self.tiles.iter().find(|(_, used)| **used == tile).map(|(&other, _)| other) {
            self.tiles.insert(other, old);
        }
        self.tiles.insert(region, tile);
        self
    }

    /// Lets this seat have discovered these regions.
    pub fn open(mut self, seat: usize, regions: &[&'static str]) -> Self {
        self.opened.extend(regions.iter().map(|&region| (seat, region)));
        self
    }

    /// Lets the goods of these regions be claimed without a unit there; the test says who has them.
    pub fn claimed(mut self, regions: &[&'static str]) -> Self {
        self.claimed.extend(regions);
        self
    }

    /// Puts these buildings first on the stack of the age.
    pub fn next_buildings(mut self, buildings: &[&'static str]) -> Self {
        self.next_buildings.extend(buildings);
        self
    }

    /// Puts these cards first on the deck.
    pub fn next_cards(mut self, cards: &[&'static str]) -> Self {
        self.next_cards.extend(cards);
        self
    }

    /// Returns the position file: what the test said, and around it what makes it whole.
    ///
    /// The tiles of opened regions lie with those who discovered them. A region where somebody has
    /// three units has lost its good, to him if nobody holds one. Buildings that nobody owns fill the
    /// offer, then the stack.
    pub fn value(&self) -> Value {
        let mut position = self.fields.clone();
        let mut players = self.players.clone();
        let seats: Vec<usize> = (0..players.len()).collect();
        let turn = self.fields.get("turn").and_then(Value::as_u64).unwrap_or(1);
        let step = self.fields.get("step").cloned().unwrap_or(json!("place"));
        let auction = self.fields.get("options").is_some_and(|options| options["start"] == "auction");
        let bidding = step == "bid";

        for &(seat, region) in &self.opened {
            let tile = self.tiles[region];
            let won = players[seat].entry("tiles").or_insert_with(|| json!([]));
            won.as_array_mut().expect("a list").push(json!(tile));
        }
        let scorings = usize::from(turn > 3) + usize::from(turn > 6) + usize::from(step == "over");
        if scorings > 0 {
            for player in &mut players {
                player.entry("region_vp").or_insert_with(|| json!(vec![0; scorings]));
            }
        }
        let nobody_placed = players.iter().all(|player| !player.contains_key("hand"));
        if (step == "place" || step == "university_order") && nobody_placed {
            for player in &mut players {
                player.insert("hand".to_owned(), json!({"colonist": 5}));
            }
        }

        let mut set = |field: &str, value: Value| {
            position.entry(field).or_insert(value);
        };
        set("game", json!("age-of-discovery"));
        set("turn", json!(turn));
        set("step", step.clone());
        if step != "over" {
            set("to_move", json!(0));
        }
        if !bidding {
            set("order", json!(seats));
        }
        set("ship_in_box", json!(true));
        set("market", json!({"rice": 2, "indigo": 2}));
        let hidden = |region: &&str| {
            !self.opened.iter().any(|(_, opened)| opened == region)
                && (*region != "caribbean" || auction && bidding)
        };
        set(
            "tiles",
            self.tiles.keys().filter(|&region| hidden(region)).map(|&r| (r, self.tiles[r])).collect(),
        );
        set("region_goods", self.region_goods(&mut players));

        let age = if turn <= 3 { 0 } else { 1 + usize::from(turn > 6) };
        let mut left: Vec<&str> = BUILDINGS[age].to_vec();
        let mut take = |building: &str| {
            let at = left.iter().position(|&other| other == building);
            at.map(|at| left.remove(at))
        };
        for player in &players {
            for owned in names(player.get("buildings")) {
                take(&owned);
            }
        }
        let next: Vec<&str> = self.next_buildings.iter().filter_map(|building| take(building)).collect();
        match self.fields.get("offer") {
            Some(offer) => {
                for offered in names(Some(offer)) {
                    take(&offered);
                }
            }
            None => set("offer", left.drain(..left.len().min(5)).collect()),
        }
        let stack: Vec<&str> = next.into_iter().chain(left).collect();
        let stacks: Vec<Vec<&str>> = (0..3)
            .map(|of| match of {
                _ if of < age => Vec::new(),
                _ if of == age => stack.clone(),
                _ => BUILDINGS[of].to_vec(),
            })
            .collect();
        set("building_stacks", json!(stacks));

        let won: Vec<String> = players.iter().flat_map(|player| names(player.get("cards"))).collect();
        let cards = (1..=16).map(|card| format!("k{card:02}"));
        let rest = cards.filter(|card| !won.contains(card) && !self.next_cards.contains(&card.as_str()));
        let deck: Vec<String> = self.next_cards.iter().map(|&card| card.to_owned()).chain(rest).collect();
        set("deck", json!(deck));
        set("players", players.into_iter().map(Value::Object).collect());
        Value::Object(position)
    }

    /// Lists the regions whose goods are not claimed, and hands out those that must have been.
    fn region_goods(&self, players: &mut [Map<String, Value>]) -> Value {
        let units = |player: &Map<String, Value>, region: &str| -> u64 {
            let units = player.get("units").and_then(|units| units.get(region)).and_then(Value::as_array);
            units.into_iter().flatten().filter_map(Value::as_u64).sum()
        };
        let mut present = Vec::new();
        for (region, good) in REGIONS {
            if self.claimed.contains(&region) {
                continue;
            }
            let Some(first) = players.iter().position(|player| units(player, region) >= 3) else {
                present.push(region);
                continue;
            };
            let held =
                |player: &Map<String, Value>| player.get("goods").is_some_and(|g| g.get(good).is_some());
            if !players.iter().any(held) {
                players[first].entry("goods").or_insert_with(|| json!({}))[good] = json!(1);
            }
        }
        json!(present)
    }

    /// Loads the position.
    pub fn table(&self) -> Table {
        Table::load(&self.value())
    }

    /// Loads the position by rules with other numbers: the lines of `[set]`.
    pub fn table_by(&self, set: &str) -> Table {
        let text = format!("name = \"v\"\ngame = \"age-of-discovery\"\n[set]\n{set}\n");
        let variant = Variant::parse("v.toml", &text, "age-of-discovery").expect("a variant");
        Table::try_load(&self.value(), variant).expect("it fits the rules")
    }

    /// Plays [`LAST`], the last placement of the turn, and runs to the next decision.
    pub fn placed(&self) -> Table {
        let mut table = self.table();
        assert_eq!(table.at("/step"), "place");
        table.play(LAST);
        table
    }

    /// Declines the training of [`Setup::late`] and runs to the next decision.
    pub fn declined(&self) -> Table {
        let mut table = self.table();
        table.play("decline");
        table
    }

    /// Returns the refusal of the position.
    pub fn refusal(&self) -> InputError {
        let position = self.value();
        match Table::try_load(&position, Variant::standard()) {
            Ok(_) => panic!("accepted: {position}"),
            Err(error) => error,
        }
    }
}

/// A placement that asks nobody anything later; its seat has a captain in the next turn.
pub const LAST: &str = "colonist specialist captain";

fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn replace(object: &mut Map<String, Value>, fields: Value) {
    let Value::Object(fields) = fields else {
        panic!("fields are replaced in an object");
    };
    object.extend(fields);
}

/// Adds the numbers of an object; a left-out object has none.
pub fn total(counts: &Value) -> u64 {
    counts.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_u64).sum()
}

/// Returns a number; a left-out field is 0.
pub fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

/// Returns a list; a left-out field is empty.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
