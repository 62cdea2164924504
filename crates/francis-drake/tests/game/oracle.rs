//! Who decides and what is legal, computed a second time from a position file alone (3.3, 13.2).

use std::collections::BTreeMap;

use serde_json::Value;

use crate::page::{numbers, rows_after};

/// What table 2.4 says of a destination.
struct Destination {
    id: String,
    kind: &'static str,
    zone: usize,
    troops: u64,
    guns: u64,
    goods: Vec<&'static str>,
}

/// The tables of the page for one number of players.
pub struct Oracle {
    circles: BTreeMap<String, usize>,
    destinations: Vec<Destination>,
    galleon_guns: BTreeMap<&'static str, u64>,
}

/// A position file.
#[derive(Clone, Copy)]
pub struct Position<'a>(pub &'a Value);

/// The strings of a list.
fn strings(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// The seats of a list.
fn seats(list: &Value) -> Vec<usize> {
    list.as_array().expect("a list").iter().map(|seat| seat.as_u64().expect("a seat") as usize).collect()
}

/// The place of a value in a list.
fn place<T: PartialEq>(list: &[T], value: &T) -> usize {
    list.iter().position(|other| other == value).expect("it is in the list")
}

impl<'a> Position<'a> {
    /// Returns the step.
    pub fn step(self) -> &'a str {
        self.0["decision"]["step"].as_str().expect("a step")
    }

    /// Returns the number of players.
    pub fn players(self) -> usize {
        self.0["players"].as_array().expect("players").len()
    }

    /// Returns a count of a player.
    pub fn count(self, seat: usize, field: &str) -> u64 {
        self.0["players"][seat][field].as_u64().expect("a count")
    }

    /// Returns the stops of a seat.
    pub fn stops(self, seat: usize) -> Vec<&'a str> {
        strings(&self.0["players"][seat]["stops"])
    }

    /// Returns the seat that made this stop first.
    pub fn holder(self, stop: &str) -> Option<usize> {
        (0..self.players()).find(|&seat| self.stops(seat).contains(&stop))
    }

    fn missions(self, seat: usize) -> BTreeMap<&'a str, &'a str> {
        let missions = self.0["players"][seat]["missions"].as_object().expect("missions");
        missions.iter().map(|(at, disc)| (at.as_str(), disc.as_str().expect("a known disc"))).collect()
    }

    /// Returns the discs of a seat that are not on the map.
    fn hand(self, seat: usize) -> Vec<&'static str> {
        let mut discs = vec!["1", "2", "3", "4"];
        if self.stops(seat).contains(&"golden hind") {
            discs.push("golden hind");
        }
        if self.0["players"][seat]["ghost_ship"] == true {
            discs.push("ghost ship");
        }
        let placed = self.missions(seat);
        discs.retain(|disc| !placed.values().any(|other| other == disc));
        discs
    }

    fn own_galleon(self, seat: usize) -> bool {
        self.stops(seat).iter().any(|stop| ["shipyard", "queen", "investor galleon"].contains(stop))
    }

    /// The disc that is dealt with next: who, where, which.
    fn waiting(self) -> Option<(usize, &'a str, &'a str)> {
        let sailing = seats(&self.0["outbound"]);
        let order = ["golden hind", "1", "2", "3", "4"];
        let all = (0..self.players()).flat_map(|seat| {
            self.missions(seat).into_iter().map(move |(destination, disc)| (seat, destination, disc))
        });
        all.min_by_key(|(seat, _, disc)| (place(&order, disc), place(&sailing, seat)))
    }
}

impl Oracle {
    /// Reads the tables.
    pub fn new(players: usize) -> Self {
        Self::with_circles(players, &[])
    }

    /// Reads the tables for the data set of a position.
    pub fn of(position: Position<'_>) -> Self {
        let three = position.0["dataset"] == "three-circles-1";
        let other = if three { rows_after("Circles of `three-circles`") } else { Vec::new() };
        Self::with_circles(position.players(), &other)
    }

    /// Reads the tables; the rows of `other` replace those of 2.2.
    fn with_circles(players: usize, other: &[crate::page::Row]) -> Self {
        let row_circles = |row: &crate::page::Row| {
            let cell = row.text(&format!("{players} players"));
            match row.text("location") {
                "tavern" | "shipyard" | "pinnace" => 2,
                "drake" | "queen" | "admiral" | "governor" | "informer" | "golden_hind" => 1,
                "investor" | "dockside" => players,
                _ => cell.split(',').count(),
            }
        };
        let locations = rows_after("### 2.2");
        let circles = locations
            .iter()
            .chain(other)
            .map(|row| (row.text("location").replace('_', " "), row_circles(row)));
        let destinations = rows_after("### 2.4").into_iter().map(|row| Destination {
            id: row.text("id").replace('_', " "),
            kind: row.text("type"),
            zone: row.number("zone"),
            troops: numbers(row.text("troops")).first().map_or(0, |&troops| troops as u64),
            guns: row.text("guns").parse().unwrap_or(0),
            goods: row.text("commodities").split(", ").filter(|kind| *kind != "-").collect(),
        });
        let tiles = rows_after("### 2.5");
        let galleon_guns =
            tiles.iter().map(|row| (row.text("galleon tile"), numbers(row.text("guns"))[0] as u64));
        Self {
            circles: circles.collect(),
            destinations: destinations.collect(),
            galleon_guns: galleon_guns.collect(),
        }
    }

    fn destination(&self, id: &str) -> &Destination {
        self.destinations.iter().find(|destination| destination.id == id).expect("a destination")
    }

    /// The destinations in range of a seat where it has no disc.
    fn free(&self, position: Position<'_>, seat: usize) -> Vec<&str> {
        let range = position.count(seat, "barrels").min(4) as usize;
        let placed = position.missions(seat);
        let near = self.destinations.iter().filter(|destination| destination.zone <= range);
        near.map(|destination| destination.id.as_str()).filter(|id| !placed.contains_key(id)).collect()
    }

    fn can_place(&self, position: Position<'_>, seat: usize) -> bool {
        !position.hand(seat).is_empty() && !self.free(position, seat).is_empty()
    }

    /// Returns the seat that decides (13.2).
    pub fn to_act(&self, position: Position<'_>) -> Option<usize> {
        let fewest = |candidates: Vec<usize>, order: &str, count: &dyn Fn(usize) -> usize| {
            let order = seats(&position.0[order]);
            candidates.into_iter().min_by_key(|seat| (count(*seat), place(&order, seat)))
        };
        let all = 0..position.players();
        match position.step() {
            "plymouth" => {
                let departed = seats(&position.0["outbound"]);
                let in_port = all.filter(|seat| !departed.contains(seat)).collect();
                fewest(in_port, "start", &|seat| position.stops(seat).len())
            }
            "sail" | "disc" => {
                let able = all.filter(|&seat| self.can_place(position, seat)).collect();
                fewest(able, "outbound", &|seat| position.missions(seat).len())
            }
            "admiral" => position.holder("admiral"),
            "governor" => position.holder("governor"),
            "mission" | "press" => position.waiting().map(|(seat, ..)| seat),
            "return" => position.0["decision"]["seat"].as_u64().map(|seat| seat as usize),
            "over" => None,
            _ => position.holder("informer"),
        }
    }

    /// Returns the step after a mission or a decision about the return where ships decide after the round (R11), with
    /// the seat of a decision about the return; `None` if the voyage ends.
    pub fn after_mission(
        &self,
        position: Position<'_>,
        action: &str,
    ) -> Option<(&'static str, Option<usize>)> {
        let sailing = seats(&position.0["outbound"]);
        let home = seats(&position.0["homebound"]);
        let seat = self.to_act(position).expect("a seat decides");
        let returns = action == "return";
        let dealt = position.waiting().filter(|_| position.step() != "return");
        let mut left: Vec<&str> = (0..position.players())
            .filter(|&other| !(returns && other == seat))
            .flat_map(|other| position.missions(other).into_iter().map(move |(at, disc)| (other, at, disc)))
            .filter(|mission| Some(*mission) != dealt)
            .map(|(.., disc)| disc)
            .collect();
        left.sort_by_key(|disc| place(&["golden hind", "1", "2", "3", "4"], disc));
        let from = match dealt {
            Some((.., disc)) if disc == "4" || left.first() == Some(&disc) => sailing.len(),
            Some(_) => 0,
            None => place(&sailing, &seat) + 1,
        };
        let at_sea = |other: &&usize| {
            !home.contains(other) && position.count(**other, "barrels") > 0 && !(returns && **other == seat)
        };
        match (sailing[from..].iter().find(at_sea), left.first()) {
            (Some(&next), _) => Some(("return", Some(next))),
            (None, Some(_)) => Some(("mission", None)),
            (None, None) => None,
        }
    }

    /// Returns the legal actions in ascending byte order (3.3).
    pub fn legal(&self, position: Position<'_>) -> Vec<String> {
        let Some(seat) = self.to_act(position) else { return Vec::new() };
        let texts = |texts: &[&str]| -> Vec<String> { texts.iter().map(|&text| text.to_owned()).collect() };
        let each = |verb: &str, ids: &[&str]| ids.iter().map(|id| format!("{verb} {id}")).collect::<Vec<_>>();
        // Own discs in table order.
        let placed = position.missions(seat);
        let own: Vec<&str> = self
            .destinations
            .iter()
            .map(|destination| destination.id.as_str())
            .filter(|id| placed.contains_key(id))
            .collect();
        let at_tile = |id: &&str| ["fort", "galleon"].contains(&self.destination(id).kind);
        let tiles: Vec<&str> = own.iter().copied().filter(at_tile).collect();
        let mut legal = match position.step() {
            "plymouth" => self.plymouth(position, seat),
            "admiral" => self.tiles(position, "frigate_tiles", "galleon"),
            "governor" => self.tiles(position, "troop_tiles", "fort"),
            "sail" => each("sail", &self.free(position, seat)),
            "disc" => each("disc", &position.hand(seat)),
            "informer" if tiles.is_empty() => texts(&["pass", "look discs"]),
            "informer" => texts(&["pass", "look discs", "look tile"]),
            "look" if position.0["decision"]["kind"] == "tile" => each("look", &tiles),
            "look" => each("look", &own),
            "exchange" => [texts(&["keep"]), each("exchange", &own[..own.len() - 1])].concat(),
            "exchange with" => {
                let first = position.0["decision"]["first"].as_str().expect("a destination");
                each("with", &own[place(&own, &first) + 1..])
            }
            "move" => [texts(&["keep"]), each("move", &self.free(position, seat))].concat(),
            "mission" => [texts(&["decline"]), self.mission(position)].concat(),
            "press" => texts(&["attack", "decline"]),
            "return" if own.is_empty() => texts(&["return"]),
            "return" => texts(&["return", "stay"]),
            step => panic!("unknown step {step}"),
        };
        legal.sort();
        legal
    }

    fn plymouth(&self, position: Position<'_>, seat: usize) -> Vec<String> {
        let stops = position.stops(seat);
        if stops.last() == Some(&"drake") {
            return vec!["drake crew".to_owned(), "drake gun".to_owned()];
        }
        let mut street = strings(&position.0["street"]);
        street.extend(["investor", "dockside"]);
        let tile_of = |stop: &str| {
            let word = stop.split(' ').next().unwrap_or_default();
            if ["drake", "investor", "dockside"].contains(&word) { word.to_owned() } else { stop.to_owned() }
        };
        let reached = stops.last().map_or(0, |stop| place(&street, &tile_of(stop).as_str()) + 1);
        let discs = 10 - stops.len();
        let mut legal = vec!["depart".to_owned()];
        for &tile in &street[reached..] {
            let visitors = (0..position.players())
                .filter(|&other| position.stops(other).iter().any(|stop| tile_of(stop) == tile))
                .count();
            let needed = if tile == "drake" { 2 } else { 1 };
            if discs < needed || visitors >= self.circles[tile] {
                continue;
            }
            match tile {
                "investor" if position.0["players"][seat]["investor_tile"] == true => {
                    legal.extend(["investor crew", "investor guns"].map(str::to_owned));
                    if !position.own_galleon(seat) {
                        legal.push("investor galleon".to_owned());
                    }
                }
                "investor" => {}
                "dockside" => {
                    legal.extend(["dockside crew", "dockside gun", "dockside barrel"].map(str::to_owned));
                }
                tile => legal.push(tile.to_owned()),
            }
        }
        legal
    }

    fn tiles(&self, position: Position<'_>, field: &str, kind: &str) -> Vec<String> {
        let lying = position.0[field].as_object().expect("tiles");
        let value = 2 - lying.len();
        let places =
            self.destinations.iter().filter(|place| place.kind == kind && !lying.contains_key(&place.id));
        places.map(|place| format!("tile {value} {}", place.id)).collect()
    }

    /// The attack or trades of the disc that is dealt with.
    fn mission(&self, position: Position<'_>) -> Vec<String> {
        let (seat, id, _) = position.waiting().expect("a disc waits");
        let destination = self.destination(id);
        let [crew, guns, trade_goods] =
            ["crew", "guns", "trade_goods"].map(|field| position.count(seat, field));
        if destination.kind == "port" {
            let players = position.0["players"].as_array().expect("players");
            let taken: Vec<&Value> = players.iter().map(|player| &player["trades"][id]).collect();
            let left = destination.goods.iter().filter(|kind| !taken.iter().any(|taken| *taken == **kind));
            return left.filter(|_| trade_goods > 0).map(|kind| format!("trade {kind}")).collect();
        }
        let successes = (0..position.players())
            .filter(|&other| strings(&position.0["players"][other]["attacks"]).contains(&id))
            .count();
        let up = strings(&position.0["face_up"]).contains(&id);
        let tile = |field: &str| if up { position.0[field][id].as_u64().expect("a tile") } else { 0 };
        let able = match destination.kind {
            "city" => crew >= destination.troops,
            "fort" => {
                let pinnace = position.stops(seat).contains(&"pinnace");
                crew >= destination.troops + tile("troop_tiles") && (pinnace || guns >= destination.guns)
            }
            _ => {
                let galleon = position.0["galleon_tiles"][id].as_str().expect("a tile");
                position.own_galleon(seat) && guns >= self.galleon_guns[galleon] + tile("frigate_tiles")
            }
        };
        if successes < 2 && able { vec!["attack".to_owned()] } else { Vec::new() }
    }
}
