//! The golden games of docs/rules/puerto-rico.md section 10.4 and the statistics of 10.5.
//!
//! The tables are read from the page itself, so that a test compares with what it says.

mod policy;
mod statistics;

use serde_json::Value;
use tradewinds_game::{Choices, Dice, Game, Notation, Variant, Variants};
use tradewinds_puerto_rico::{PuertoRico, State};

use crate::page;
use policy::{ByteOrder, Choice, OneByOne};

/// The generator of section 10.4.
struct PageDice(u64);

impl Dice for PageDice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

/// A finished golden game.
struct Finished {
    game: PuertoRico,
    first_row: Value,
    last: State,
    decisions: Vec<Choice>,
}

impl Finished {
    /// Returns a column of the page: one value a seat, joined by `/`.
    fn by_seat(&self, value: impl Fn(&Value, &Value) -> i64) -> String {
        let result = self.game.result(&self.last).expect("a finished game has a result");
        let position = self.game.position(&self.last);
        let seats = position["players"].as_array().expect("players").iter();
        let scores = result["players"].as_array().expect("scores").iter();
        let values: Vec<String> = seats.zip(scores).map(|(p, s)| value(p, s).to_string()).collect();
        values.join("/")
    }

    /// Returns the end triggers as the page writes them.
    fn trigger(&self) -> String {
        let reason = self.game.end_reason(&self.last);
        let mut words: Vec<&str> =
            reason.split('+').map(|word| if word == "colonists" { "col" } else { word }).collect();
        words.sort_unstable();
        words.join("+")
    }

    fn pool(&self) -> i64 {
        let start = [65, 75, 100, 122][self.game.players() - 2];
        let position = self.game.position(&self.last);
        start - position["players"].as_array().expect("players").iter().map(|p| number(&p["vp"])).sum::<i64>()
    }

    /// Returns the last column of the first set: colonists in the supply and on the ship.
    fn colonists_left(&self) -> String {
        let all = [42, 58, 79, 100][self.game.players() - 2];
        let position = self.game.position(&self.last);
        let ship = number(&position["colonist_ship"]);
        let boards: i64 = position["players"].as_array().expect("players").iter().map(colonists).sum();
        format!("{}+{ship}", all - ship - boards)
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

/// Adds up an object of counts.
fn sum(counts: &Value) -> i64 {
    counts.as_object().expect("counts").values().map(number).sum()
}

fn colonists(player: &Value) -> i64 {
    sum(&player["occupied"]) + sum(&player["buildings"]) + number(&player["san_juan"])
}

/// Plays a game with the page's tile and policy streams.
fn play(players: usize, seed: u64, mut policy: impl policy::Options) -> Finished {
    let game = PuertoRico::new(players, &Variant::standard()).expect("the standard rules");
    let mut tiles = PageDice(seed);
    let mut draws = PageDice(seed + 1000);
    let mut state = game.deal(&mut tiles);
    let first_row = game.position(&state)["face_up"].clone();
    let mut decisions = Vec::new();
    while game.to_act(&state).is_some() {
        let choice = policy.choose(&game, &state, &mut draws);
        game.play(&mut state, choice.action, &mut tiles);
        decisions.push(choice);
    }
    Finished { game, first_row, last: state, decisions }
}

#[test]
fn the_generator_gives_the_first_values_of_the_page() {
    let mut dice = PageDice(1);
    assert_eq!([(); 5].map(|()| dice.below(100)), [74, 53, 96, 70, 34]);
}

#[test]
fn the_first_set_comes_out() {
    let rows = page::rows_after("**First set.**");
    assert_eq!(rows.len(), 20, "golden games on the page");
    for row in rows {
        let golden = play(row.number("N"), row.number("seed") as u64, OneByOne::default());
        let letters = [("corn", "c"), ("indigo", "i"), ("sugar", "s"), ("tobacco", "t"), ("coffee", "k")];
        let first_row: String = letters
            .iter()
            .map(|(kind, letter)| letter.repeat(golden.first_row[kind].as_u64().unwrap_or(0) as usize))
            .collect();
        let drawn: u32 = golden.decisions.iter().map(|choice| choice.draws).sum();
        let columns = [
            ("row", first_row),
            ("rounds", golden.game.round(&golden.last).to_string()),
            ("dec", drawn.to_string()),
            ("trigger", golden.trigger()),
            ("score", golden.by_seat(|_, score| number(&score["total"]))),
            ("chips", golden.by_seat(|player, _| number(&player["vp"]))),
            ("printed", golden.by_seat(|_, score| number(&score["buildings"]))),
            ("doubloons", golden.by_seat(|player, _| number(&player["doubloons"]))),
            ("goods", golden.by_seat(|player, _| sum(&player["goods"]))),
            ("colonists", golden.by_seat(|player, _| colonists(player))),
            ("pool", golden.pool().to_string()),
            ("sup+ship", golden.colonists_left()),
        ];
        for (column, found) in columns {
            assert_eq!(found, row.text(column), "{column} of {row}");
        }
    }
}

#[test]
fn the_second_set_comes_out() {
    let rows = page::rows_after("**Second set.**");
    assert_eq!(rows.len(), 8, "golden games on the page");
    for row in rows {
        let golden = play(row.number("N"), row.number("seed") as u64, ByteOrder);
        let lines = golden.decisions.iter().flat_map(|choice| [choice.text.as_bytes(), b"\n"]);
        let columns = [
            ("rounds", golden.game.round(&golden.last).to_string()),
            ("actions", golden.decisions.len().to_string()),
            ("trigger", golden.trigger()),
            ("score", golden.by_seat(|_, score| number(&score["total"]))),
            ("checksum", format!("{:016x}", fnv1a(lines.flatten().copied()))),
        ];
        for (column, found) in columns {
            assert_eq!(found, row.text(column), "{column} of {row}");
        }
    }
}

/// The 64-bit FNV-1a hash.
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(14_695_981_039_346_656_037, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}

/// The first decisions of three players and seed 1, with the legal lists that the page spells out.
#[test]
fn the_first_decisions_of_three_players_and_seed_1() {
    let golden = play(3, 1, OneByOne::default());
    let build =
        |names: &[&str]| -> Vec<String> { names.iter().map(|name| format!("build {name}")).collect() };
    let take = |kinds: &[&str]| -> Vec<String> { kinds.iter().map(|kind| format!("take {kind}")).collect() };
    let tiles = || take(&["corn", "sugar", "quarry"]);
    // Seat, number of legal actions, the actions where the page lists them (but `pass`), the choice.
    let expected: [(usize, usize, Vec<String>, &str); 19] = [
        (0, 6, vec![], "captain"),
        (1, 5, vec![], "builder"),
        (
            1,
            8,
            build(&[
                "small indigo plant",
                "small sugar mill",
                "indigo plant",
                "small market",
                "hacienda",
                "construction hut",
                "small warehouse",
            ]),
            "build construction hut",
        ),
        (
            2,
            6,
            build(&[
                "small indigo plant",
                "small sugar mill",
                "small market",
                "hacienda",
                "construction hut",
            ]),
            "build construction hut",
        ),
        (
            0,
            5,
            build(&["small indigo plant", "small sugar mill", "small market", "hacienda"]),
            "build small market",
        ),
        (2, 4, vec![], "mayor"),
        (0, 2, vec![], "place 1 indigo"),
        (1, 2, vec![], "place 1 indigo"),
        (1, 6, vec![], "mayor"),
        (2, 5, vec![], "craftsman"),
        (2, 2, take(&["corn"]), "take corn"),
        (0, 4, vec![], "settler"),
        (0, 4, tiles(), "take quarry"),
        (1, 4, tiles(), "take sugar"),
        (2, 4, tiles(), "take quarry"),
        (2, 6, vec![], "settler"),
        (2, 6, take(&["corn", "indigo", "sugar", "coffee", "quarry"]), "take corn"),
        (0, 4, take(&["indigo", "sugar", "coffee"]), "take indigo"),
        (1, 4, take(&["sugar", "coffee", "quarry"]), "take sugar"),
    ];
    for (number, (choice, (seat, count, listed, action))) in golden.decisions.iter().zip(expected).enumerate()
    {
        assert_eq!(choice.seat, seat, "decision {number}");
        assert_eq!(choice.legal.len(), count, "decision {number}: {:?}", choice.legal);
        if !listed.is_empty() {
            let mut whole = listed;
            whole.push("pass".to_owned());
            assert_eq!(choice.legal, whole, "decision {number}");
        }
        assert_eq!(choice.text, action, "decision {number}");
    }
}
