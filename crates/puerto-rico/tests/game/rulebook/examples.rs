//! The example positions of section 13.5, read from the page.

use serde_json::{Value, json};
use tradewinds_game::{Dice, Game, Notation, Variant, Variants};
use tradewinds_puerto_rico::PuertoRico;

use crate::table::Table;

/// Returns the JSON blocks of the page, both in section 13.5.
fn examples() -> [Value; 2] {
    let page = include_str!("../../../../../docs/rules/puerto-rico.md");
    let blocks = page.split("```json\n").skip(1).map(|rest| {
        let (block, _) = rest.split_once("```").expect("a block ends");
        serde_json::from_str(block).expect("an example is JSON")
    });
    blocks.collect::<Vec<Value>>().try_into().expect("two examples")
}

fn load(example: &Value) -> Table {
    let table = Table::load(example, Variant::standard());
    assert_eq!(&table.position(), example, "it is written as it was read");
    table
}

#[test]
fn the_start_of_a_game_of_four() {
    let [start, _] = examples();
    let mut table = load(&start);
    assert_eq!(table.seat(), Some(0));
    assert_eq!(
        table.legal(),
        ["builder", "captain", "craftsman", "mayor", "prospector", "settler", "trader"]
    );
    // The first entry of the deck is drawn first.
    table.play_as(0, "settler");
    for seat in 0..4 {
        table.play_as(seat, "pass");
    }
    assert_eq!(table.at("/face_up"), json!({"indigo": 1, "sugar": 1, "tobacco": 2, "coffee": 1}));
    assert_eq!(table.at("/discards"), start["face_up"]);
    assert_eq!(table.at("/deck/0"), "coffee");
}

/// The first example is the start of seed 1 of section 10.4.
#[test]
fn the_start_is_dealt_by_seed_1() {
    struct PageDice(u64);
    impl Dice for PageDice {
        fn below(&mut self, n: u32) -> u32 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) % u64::from(n)) as u32
        }
    }
    let game = PuertoRico::new(4, &Variant::standard()).expect("rules of four");
    let [start, _] = examples();
    assert_eq!(game.position(&game.deal(&mut PageDice(1))), start);
}

#[test]
fn the_middle_of_a_mayor_phase_of_three() {
    let [_, middle] = examples();
    let table = load(&middle);
    assert_eq!(table.seat(), Some(1));
    let places = [0, 1, 2, 3].map(|count| format!("place {count} indigo plant"));
    assert_eq!(table.legal(), places);

    let mut none = table.clone();
    none.play_as(1, &places[0]);
    assert_eq!(none.seat(), Some(2), "the rest is filled automatically");
    let full = json!({
        "small indigo plant": 1, "small sugar mill": 1, "indigo plant": 0, "tobacco storage": 3, "hacienda": 1,
    });
    assert_eq!(none.of(1, "buildings"), full);
    assert_eq!(none.of(1, "san_juan"), 0);

    for (action, left) in places[1..].iter().zip([3, 2, 1]) {
        let mut some = table.clone();
        some.play_as(1, action);
        assert_eq!(
            some.at("/step"),
            json!({"decision": "place", "player": 1, "slot": "tobacco storage"}),
            "{action}"
        );
        assert_eq!(some.of(1, "san_juan"), left, "{action}");
    }
}
