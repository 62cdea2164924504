//! What each location gives (2.2, 4.1): T16, T17, T18, T41 and the others in turn.

use serde_json::{Value, json};
use tradewinds_game::Dice;

use crate::page::rows_after;
use crate::setup::{Setup, Table, copy, play_all, play_with, step};

/// Returns the items of a seat: crew, guns, barrels, trade goods, VP.
fn items(table: &Table, seat: usize) -> [u64; 5] {
    ["crew", "guns", "barrels", "trade_goods", "vp"]
        .map(|field| table.of(seat, field).as_u64().expect("a count"))
}

/// Returns what two visitors have after this stop, one after the other; `None` if the second finds no circle.
fn two_visits(location: &str) -> ([u64; 5], Option<[u64; 5]>) {
    let mut table = Setup::new(3).table();
    table.play_as(0, location);
    let first = items(&table, 0);
    if !table.legal().contains(&location.to_owned()) {
        table.refuse(location);
        return (first, None);
    }
    table.play_as(1, location);
    (first, Some(items(&table, 1)))
}

/// The rows of table 2.2 that are the same for all player counts; `tables` has the others.
#[test]
fn table_2_2_the_special_locations() {
    for (location, first, second) in [
        ("shipyard", [0, 1, 0, 0, 4], Some([0, 0, 0, 0, 4])),
        ("pinnace", [1, 0, 0, 0, 4], Some([0, 0, 0, 0, 4])),
        ("drake", [0, 0, 0, 0, 4], None),
        ("queen", [0, 1, 0, 1, 4], None),
        ("admiral", [0, 0, 0, 0, 4], None),
        ("governor", [0, 0, 0, 0, 4], None),
        ("informer", [0, 0, 0, 1, 4], None),
        ("golden hind", [0, 0, 0, 0, 4], None),
        ("investor guns", [1, 2, 0, 0, 0], Some([1, 2, 0, 0, 0])),
        ("investor crew", [2, 1, 0, 0, 0], Some([2, 1, 0, 0, 0])),
        ("investor galleon", [0, 0, 0, 0, 0], Some([0, 0, 0, 0, 0])),
        ("dockside crew", [1, 0, 0, 0, 4], Some([1, 0, 0, 0, 4])),
        ("dockside gun", [0, 1, 0, 0, 4], Some([0, 1, 0, 0, 4])),
        ("dockside barrel", [0, 0, 1, 0, 4], Some([0, 0, 1, 0, 4])),
    ] {
        assert_eq!(two_visits(location), (first, second), "{location}");
    }
}

/// Shipyard, pinnace and tavern have two circles, investor and dockside room for everybody.
#[test]
fn table_2_2_the_third_visitor() {
    for (location, room) in [
        ("tavern", false),
        ("shipyard", false),
        ("pinnace", false),
        ("investor guns", true),
        ("dockside gun", true),
    ] {
        let mut table = Setup::new(5).table();
        table.play_as(0, location).play_as(1, location);
        assert_eq!(table.legal().contains(&location.to_owned()), room, "{location}");
    }
}

/// All throws of a die, each once: the face, and how often it was thrown.
struct Face(u32, u32);

impl Dice for Face {
    fn below(&mut self, n: u32) -> u32 {
        assert_eq!(n, 6, "one die");
        self.1 += 1;
        self.0
    }
}

/// Returns crew and Ghost Ship after each throw in a tavern with this number of visitors.
fn tavern(visitors: usize) -> Vec<(u64, bool)> {
    let setup =
        (1..=visitors).fold(Setup::alone(3), |setup, seat| setup.player(seat, json!({"stops": ["tavern"]})));
    let mut results: Vec<(u64, bool)> = (0..6)
        .map(|face| {
            let mut table = setup.table();
            let mut dice = Face(face, 0);
            play_with(&mut table, "tavern", &mut dice);
            assert_eq!(dice.1, 1, "one throw");
            (items(&table, 0)[0], table.of(0, "ghost_ship") == json!(true))
        })
        .collect();
    results.sort_unstable();
    results
}

#[test]
fn t16_the_tavern_table_is_read_after_the_bonus() {
    let rows = rows_after("### 2.3");
    let cell = |name: &str, result: usize| {
        rows.iter().find(|row| row.text("result") == name).expect("a row").text(&result.to_string())
    };
    for (visitors, bonus) in [(0, 1), (1, 0)] {
        let mut results: Vec<(u64, bool)> = (1..=6)
            .map(|die| {
                let crew = cell("crew", die + bonus).parse().expect("a number");
                (crew, cell("ghost ship", die + bonus) == "yes")
            })
            .collect();
        results.sort_unstable();
        assert_eq!(tavern(visitors), results, "after {visitors} visitors");
    }
    // R8: with the bonus only a 1 on the die is a ghost ship, without it a 1 or a 2.
    assert_eq!(tavern(0), [(0, true), (2, false), (2, false), (3, false), (3, false), (4, false)]);
    assert_eq!(tavern(1), [(0, true), (0, true), (2, false), (2, false), (3, false), (3, false)]);
}

/// 13.5: the tavern is always a chance event, no other stop is.
#[test]
fn only_the_tavern_is_chance() {
    let mut table = Setup::alone(3).table();
    for action in ["crew a", "guns a", "supplies a", "queen", "trade"] {
        assert!(!table.play_with_chance(action), "{action}");
    }
    assert!(copy(&table).play_with_chance("tavern"));
    assert!(copy(&table).play_with_chance("depart"), "the tiles are dealt");
}

#[test]
fn t17_drake_takes_two_turns() {
    let mut table = Setup::new(3).table();
    table.play_as(0, "drake");
    assert_eq!(items(&table, 0), [0, 0, 0, 0, 4], "nothing yet");
    table.refuse("drake");
    table.play_as(1, "crew a");
    table.refuse("drake");
    table.play_as(2, "crew a");
    assert_eq!(table.seat(), Some(0));
    assert_eq!(table.legal(), ["drake crew", "drake gun"]);

    let mut crew = copy(&table);
    crew.play_as(0, "drake crew");
    assert_eq!(items(&crew, 0), [3, 2, 0, 0, 4]);
    table.play_as(0, "drake gun");
    assert_eq!(items(&table, 0), [2, 3, 0, 0, 4]);
    assert_eq!(table.of(0, "stops"), json!(["drake", "drake gun"]), "two discs");
    table.play_as(1, "depart").play_as(2, "depart");
    let next = table.legal();
    assert!(next.contains(&"informer".to_owned()) && !next.contains(&"guns b".to_owned()), "{next:?}");
}

/// Also the second disc waits for the seat's own next turn when the others have departed.
#[test]
fn t17_alone_the_second_disc_follows_at_once() {
    let mut table = Setup::alone(3).table();
    table.play("drake");
    assert_eq!(table.legal(), ["drake crew", "drake gun"]);
}

#[test]
fn t17_drake_needs_two_discs() {
    let stops =
        ["crew a", "guns a", "supplies a", "queen", "trade", "shipyard", "governor", "crew b", "tavern"];
    for (discs_left, offered) in [(2, true), (1, false)] {
        let table = Setup::alone(4).player(0, json!({"stops": stops[..10 - discs_left]})).table();
        assert_eq!(table.legal().contains(&"drake".to_owned()), offered, "{discs_left} discs left");
    }
    let mut last = Setup::alone(4).player(0, json!({"stops": stops[..8]})).table();
    last.play("drake").play("drake gun");
    assert_eq!(last.legal(), ["depart"]);
}

#[test]
fn t18_the_investor_helps_once_per_game() {
    let mut table = Setup::new(4).table();
    table.play_as(0, "investor galleon");
    assert_eq!(items(&table, 0), [0, 0, 0, 0, 0]);
    assert_eq!(table.of_all("investor_tile"), json!([false, true, true, true]));
    table.play_as(1, "investor galleon");
    assert_eq!(table.of_all("investor_tile"), json!([false, false, true, true]), "two in a voyage");
    assert_eq!(table.of_all("vp"), json!([0, 0, 4, 4]));
}

#[test]
fn t18_in_later_voyages_the_tile_is_gone() {
    let mut table = Setup::alone(3).table();
    table.play("investor guns").play("depart");
    assert_eq!(table.at("/voyage"), 2, "nobody has a barrel");
    assert_eq!(table.of_all("investor_tile"), json!([false, true, true]));
    assert_eq!(table.seat(), Some(0), "0 VP against 4 and 4");
    let investor = |table: &Table| table.legal().iter().filter(|text| text.starts_with("investor")).count();
    assert_eq!((investor(&table), table.legal().len()), (0, 20));
    table.play_as(0, "depart");
    assert_eq!((investor(&table), table.legal().len()), (3, 23), "other seats are unaffected");
}

/// Returns whether seat 0 may attack a galleon with these stops, and whether the investor sells him one.
fn has_galleon(stops: &[&str], investor_tile: bool) -> bool {
    let fields = json!({"stops": stops, "investor_tile": investor_tile, "guns": 6});
    let table =
        Setup::at("mission", 3).player(0, fields).player(0, json!({"missions": {"galleon a": "1"}})).table();
    table.legal().contains(&"attack".to_owned())
}

#[test]
fn shipyard_queen_and_investor_give_an_own_galleon() {
    assert!(!has_galleon(&[], true));
    assert!(!has_galleon(&["investor guns"], false));
    for stop in ["shipyard", "queen"] {
        assert!(has_galleon(&[stop], true), "{stop}");
        let offer = Setup::alone(3).player(0, json!({"stops": [stop]})).table().legal();
        assert!(!offer.contains(&"investor galleon".to_owned()), "R5 after {stop}");
        assert!(offer.contains(&"investor guns".to_owned()) && offer.contains(&"investor crew".to_owned()));
    }
    assert!(has_galleon(&["investor galleon"], false));
}

#[test]
fn t41_the_queen_after_the_shipyard() {
    let mut street = crate::setup::PRINTED;
    street.swap(3, 5);
    let mut table = Setup::alone(3).with(json!({"street": street})).table();
    table.play("shipyard");
    assert_eq!(items(&table, 0), [0, 1, 0, 0, 4]);
    table.play("queen");
    assert_eq!(items(&table, 0), [0, 2, 0, 1, 4]);
    assert!(!table.legal().contains(&"investor galleon".to_owned()), "still an own galleon");
}

/// R4: the first visitor of the shipyard gets the gun also with an own galleon.
#[test]
fn the_shipyard_after_the_queen_gives_the_gun_only() {
    let mut table = Setup::alone(3).table();
    table.play("queen").play("shipyard");
    assert_eq!(items(&table, 0), [0, 2, 0, 1, 4]);
    let mut second = Setup::alone(3).player(1, json!({"stops": ["shipyard"]})).table();
    second.play("queen").play("shipyard");
    assert_eq!(items(&second, 0), [0, 1, 0, 1, 4], "the second visitor: legal without any effect");
}

/// R23: several roles at once.
#[test]
fn one_player_may_hold_every_role() {
    let mut table = Setup::new(3).table();
    play_all(
        &mut table,
        &[
            (0, "queen"),
            (1, "crew a"),
            (2, "crew a"),
            (0, "governor"),
            (1, "guns a"),
            (2, "guns a"),
            (0, "admiral"),
            (1, "supplies a"),
            (2, "supplies a"),
            (0, "pinnace"),
            (1, "depart"),
            (2, "depart"),
            (0, "informer"),
            (0, "golden hind"),
            (0, "dockside barrel"),
        ],
    );
    assert_eq!(items(&table, 0), [1, 1, 1, 2, 4]);
    table.play_as(0, "depart");
    assert_eq!((step(&table).as_str(), table.seat()), ("admiral", Some(0)));
    assert_eq!(table.of_all("barrels"), Value::from(vec![1, 2, 1]));
}
