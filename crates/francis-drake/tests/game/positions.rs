//! Which position files of Francis Drake are valid: docs/rules/francis-drake.md sections 13.3 and 13.4.
//!
//! Every refused position breaks one rule of a valid one; the refusal names the field or the rule.

use serde_json::{Value, json};
use tradewinds_francis_drake::FrancisDrake;
use tradewinds_game::{Notation, Seed, Variant};

const PAGE: &str = include_str!("../../../../docs/rules/francis-drake.md");

/// Returns an example of 13.8: 0 is the start of a game, 1 an exchange in the second voyage.
fn example(index: usize) -> Value {
    let (_, examples) = PAGE.split_once("### 13.8 Examples").expect("the page has examples");
    let blocks: Vec<&str> = examples.split("```json").collect();
    let (text, _) = blocks[index + 1].split_once("```").expect("a block ends");
    serde_json::from_str(text).expect("the example is JSON")
}

fn refusal(position: &Value) -> Option<String> {
    let loaded = FrancisDrake::load(position, &Variant::standard(), &mut Seed(1).rng());
    loaded.err().map(|error| error.to_string())
}

/// Returns a copy with values replaced or added by their pointers.
fn changed(position: &Value, changes: &[(&str, Value)]) -> Value {
    let mut position = position.clone();
    for (pointer, value) in changes {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        match position.pointer_mut(parent).unwrap_or_else(|| panic!("no {parent}")) {
            Value::Object(object) => {
                object.insert(name.to_owned(), value.clone());
            }
            Value::Array(array) => {
                let index: usize = name.parse().expect("an index");
                array[index] = value.clone();
            }
            other => panic!("{parent} is {other}"),
        }
    }
    position
}

fn accepts(position: &Value) {
    let (game, state) = FrancisDrake::load(position, &Variant::standard(), &mut Seed(1).rng())
        .unwrap_or_else(|error| panic!("{error}\n{position}"));
    assert_eq!(&game.position(&state), position);
}

/// Refuses each change of a position with a message of one line that contains the part.
fn refuses(base: &Value, cases: &[(&[(&str, Value)], &str)]) {
    accepts(base);
    for (changes, part) in cases {
        let position = changed(base, changes);
        let message = refusal(&position).unwrap_or_else(|| panic!("accepted: {changes:?}"));
        assert!(message.starts_with("position: ") && !message.contains('\n'), "{message}");
        assert!(message.contains(part), "{part:?} is not in {message:?} for {changes:?}");
    }
}

/// The second example in the middle of its missions: seat 0 has taken Trinidad, seat 3 traded nothing.
fn missions() -> Value {
    changed(
        &example(1),
        &[
            ("/decision", json!({"step": "mission"})),
            ("/face_up", json!(["trinidad"])),
            ("/players/0/missions", json!({"cartagena": "4", "portobelo": "2", "panama": "3"})),
            ("/players/0/attacks", json!(["trinidad"])),
        ],
    )
}

#[test]
fn every_field_is_required_and_no_other() {
    for (base, objects) in [
        (example(0), &["", "/decision", "/players/2"][..]),
        (example(1), &["", "/decision", "/informer", "/players/0"]),
    ] {
        for object in objects {
            let fields = base.pointer(object).and_then(Value::as_object).expect("an object");
            for name in fields.keys() {
                let mut position = base.clone();
                let inner = position.pointer_mut(object).and_then(Value::as_object_mut).expect("an object");
                inner.remove(name);
                let message = refusal(&position).unwrap_or_else(|| panic!("accepted without {name}"));
                assert!(message.contains(name.as_str()), "{message}");
            }
            refuses(&base, &[(&[(&format!("{object}/colour"), json!(1))], "colour")]);
        }
    }
}

#[test]
fn fields_have_their_types_and_ranges() {
    refuses(
        &example(1),
        &[
            (&[("/game", json!("puerto-rico"))], "game"),
            (&[("/dataset", json!("reconstruction-2"))], "dataset"),
            (&[("/rules", json!([]))], "rules"),
            (&[("/rules", json!({"pools_limited": true}))], "rules.pools_limited"),
            (&[("/rules", json!({"pool_limited": false}))], "did you mean pools_limited?"),
            (&[("/rules", json!({"pools_limited": 0}))], "rules.pools_limited"),
            (&[("/voyage", json!(0))], "voyage"),
            (&[("/voyage", json!(4))], "voyage"),
            (&[("/voyage", json!(2.0))], "voyage"),
            (&[("/voyage", json!("2"))], "voyage"),
            (&[("/players", json!([]))], "players"),
            (&[("/decision/step", json!("exchanges"))], "did you mean exchange?"),
            (&[("/decision/first", Value::Null)], "decision.first"),
            (&[("/decision/seat", json!(2))], "decision.seat"),
            (&[("/start/0", json!(4))], "start[0]"),
            (&[("/start", json!([2, 0, 1]))], "start"),
            (&[("/start", json!([2, 0, 1, 1]))], "start[3]"),
            (&[("/street/0", json!("investor guns"))], "street[0]"),
            (&[("/street/0", json!("crew a"))], "street"),
            (&[("/galleon_tiles", json!({"galleon a": "G2", "galleon b": "G3"}))], "galleon_tiles"),
            (&[("/galleon_tiles/galleon c", json!("G2"))], "galleon_tiles"),
            (&[("/galleon_tiles/panama", json!("G2"))], "galleon_tiles"),
            (&[("/outbound", json!([2, 0, 1]))], "outbound"),
            (&[("/homebound", json!([2]))], "homebound"),
            (&[("/players/0/vp", json!(-1))], "players[0].vp"),
            (&[("/players/0/crew", json!(29))], "players[0].crew"),
            (&[("/players/0/stops/0", json!("depart"))], "players[0].stops[0]"),
            (&[("/players/0/ghost_ship", json!(1))], "players[0].ghost_ship"),
            (&[("/players/0/goods", json!({"corn": 1}))], "goods"),
            (&[("/players/0/goods", json!({"sugar": 0}))], "players[0].goods.sugar"),
            (&[("/players/0/chest/gold", json!(0))], "players[0].chest.gold"),
            (&[("/players/0/missions/panama", json!("5"))], "missions"),
            (&[("/players/0/missions/panama", json!(2))], "missions"),
            (&[("/informer", json!("discs"))], "informer"),
            (&[("/informer/kind", json!("disc"))], "did you mean discs?"),
        ],
    );
}

#[test]
fn stops_follow_the_street_and_its_circles() {
    let base = example(1);
    refuses(
        &base,
        &[
            (&[("/players/0/stops/1", json!("guns b"))], "strictly along the street"),
            (&[("/players/1/stops/4", json!("shipyard"))], "right after drake"),
            (&[("/players/1/stops/3", json!("informer"))], "right after drake"),
            (&[("/players/0/investor_tile", json!(true))], "investor_tile"),
            (&[("/players/1/ghost_ship", json!(true))], "ghost_ship"),
            (&[("/players/2/stops/5", json!("investor galleon"))], "galleon"),
            (&[("/players/0/stops", json!(["guns b", "tavern", "crew a", "trade", "drake"]))], "drake"),
            (&[("/players/3/stops", json!(["queen"]))], "queen"),
        ],
    );
    // With circles for three, a fourth visitor of "supplies b" is one too many.
    let fourth = json!(["guns b", "supplies b", "crew a"]);
    refuses(&base, &[(&[("/players/3/stops", fourth)], "supplies b")]);
    // A pending disc at Drake only in Plymouth, before the departure, with a disc left.
    let start = example(0);
    accepts(&changed(
        &start,
        &[
            ("/players/3/stops", json!(["drake"])),
            ("/players/0/stops", json!(["crew a"])),
            ("/players/0/crew", json!(2)),
        ],
    ));
    refuses(
        &start,
        &[
            (&[("/players/3/stops", json!(["drake"])), ("/outbound", json!([3]))], "drake"),
            (&[("/outbound", json!([0, 1, 2, 3]))], "outbound"),
            (&[("/players/0/missions", json!({"san juan": "1"}))], "players[0].missions"),
            (&[("/players/0/trades", json!({"san juan": "sugar"}))], "trades"),
            (&[("/troop_tiles", json!({"panama": 2}))], "troop_tiles"),
            (&[("/face_up", json!(["panama"]))], "face_up"),
            (&[("/informer", json!({"kind": "tile", "destination": "panama"}))], "informer"),
            (&[("/decision", json!({"step": "admiral"}))], "outbound"),
            (&[("/decision", json!({"step": "over"}))], "outbound"),
        ],
    );
}

#[test]
fn discs_lie_in_range_and_are_owned() {
    refuses(
        &example(1),
        &[
            (&[("/players/0/missions/san juan", json!("golden hind"))], "a disc that the player has"),
            (&[("/players/0/missions/portobelo", json!("3"))], "different discs"),
            (&[("/players/0/barrels", json!(2))], "range"),
            (&[("/players/0/missions/san juan", Value::Null)], "at most 5"),
            (
                &[("/players/2/missions", json!({"trinidad": "4", "galleon a": "golden hind"}))],
                "while somebody can place",
            ),
            (&[("/players/0/attacks", json!(["santiago"]))], "attacks[0]"),
            (&[("/players/0/attacks", json!(["puerto cabello"]))], "attacks"),
        ],
    );
}

#[test]
fn successes_leave_their_traces() {
    let base = missions();
    refuses(
        &base,
        &[
            (&[("/face_up", json!([]))], "face_up"),
            (&[("/face_up", json!(["trinidad", "trinidad"]))], "face_up[1]"),
            (&[("/face_up", json!(["galleon a", "trinidad"]))], "face_up[1]"),
            (&[("/face_up", json!(["portobelo"]))], "face_up[0]"),
            (&[("/players/0/attacks", json!(["trinidad", "trinidad"]))], "attacks[1]"),
            (&[("/players/0/chest", json!({"gold": 1}))], "silver"),
            (&[("/players/0/chest", json!({"silver": 9}))], "chest"),
            (&[("/players/0/attacks", json!(["trinidad", "portobelo"]))], "destination twice"),
            (&[("/players/3/attacks", json!(["campeche"]))], "range"),
            (&[("/players/0/missions/portobelo", Value::Null)], "null"),
            (&[("/players/0/missions/santiago", json!("ghost ship"))], "a disc that the player has"),
            (&[("/players/3/trades", json!({"portobelo": "sugar"}))], "trades"),
            (&[("/players/3/trades", json!({"san juan": "indigo"}))], "san juan"),
            (&[("/homebound", json!([0]))], "missions"),
            (&[("/decision", json!({"step": "press"}))], "press"),
            (&[("/decision", json!({"step": "return"}))], "decision.seat"),
            (&[("/decision", json!({"step": "return", "seat": 4}))], "decision.seat"),
            (&[("/decision", json!({"step": "over"}))], "missions"),
        ],
    );
    // A frigate attacks no galleon.
    let attack = [
        ("/players/0/attacks", json!(["galleon a"])),
        ("/face_up", json!(["galleon a"])),
        ("/players/0/chest/jewel", json!(1)),
    ];
    refuses(&base, &[(&attack, "without an own one")]);
    let traded = changed(
        &base,
        &[
            ("/players/3/trades", json!({"santo domingo": "sugar"})),
            ("/players/3/goods", json!({"sugar": 1})),
            ("/players/3/missions", json!({"trinidad": "1", "puerto cabello": "2", "galleon b": "3"})),
        ],
    );
    refuses(
        &traded,
        &[
            (
                &[
                    ("/players/2/trades", json!({"santo domingo": "sugar"})),
                    ("/players/2/goods", json!({"sugar": 1})),
                    ("/players/2/missions", json!({"trinidad": "4"})),
                ],
                "each traded once",
            ),
            (&[("/players/3/missions/galleon a", json!("4"))], "5 destinations for the 4 discs"),
            (&[("/players/1/goods", json!({"sugar": 5}))], "sugar"),
            (&[("/players/3/goods", json!({}))], "less sugar than"),
        ],
    );
}

#[test]
fn tiles_are_the_right_ones() {
    refuses(
        &example(1),
        &[
            (&[("/troop_tiles/panama", json!(1))], "troop_tiles"),
            (&[("/troop_tiles/panama", json!(3))], "troop_tiles.panama"),
            (&[("/troop_tiles/portobelo", json!(0))], "troop_tiles.portobelo"),
            (&[("/frigate_tiles", json!({"galleon a": 0, "galleon b": 2}))], "frigate_tiles"),
            (&[("/frigate_tiles/galleon a", json!(1))], "frigate_tiles"),
            (&[("/frigate_tiles/galleon a", json!("0"))], "frigate_tiles"),
        ],
    );
    let placing = changed(
        &example(1),
        &[
            ("/decision", json!({"step": "governor"})),
            ("/troop_tiles", json!({"panama": 2})),
            ("/informer", Value::Null),
            ("/players/0/missions", json!({})),
            ("/players/1/missions", json!({})),
            ("/players/2/missions", json!({})),
            ("/players/3/missions", json!({})),
        ],
    );
    refuses(
        &placing,
        &[
            (&[("/troop_tiles", json!({"panama": 1}))], "not the highest"),
            (&[("/troop_tiles", json!({"panama": 2, "trinidad": 1}))], "troop_tiles"),
            (&[("/troop_tiles", json!({"panama": null}))], "null"),
            (&[("/decision", json!({"step": "admiral"}))], "troop_tiles"),
            (
                &[
                    ("/decision", json!({"step": "admiral"})),
                    ("/troop_tiles", json!({})),
                    ("/frigate_tiles", json!({})),
                ],
                "holder of the admiral",
            ),
        ],
    );
}

#[test]
fn the_informer_looks_where_he_has_a_disc() {
    let base = example(1);
    refuses(
        &base,
        &[
            (&[("/decision/first", json!("panama"))], "decision.first"),
            (&[("/decision/first", json!("san juan"))], "decision.first"),
            (&[("/informer", Value::Null)], "informer"),
            (&[("/informer/kind", json!("tile"))], "informer"),
            (&[("/informer/destination", json!("san juan"))], "informer"),
            (&[("/decision", json!({"step": "move"}))], "informer"),
            (&[("/decision", json!({"step": "look", "kind": "tile"}))], "informer"),
            (&[("/decision", json!({"step": "sail"}))], "nobody can place"),
            (&[("/decision", json!({"step": "disc", "destination": "panama"}))], "nobody can place"),
        ],
    );
    let ports = json!({"san juan": "1", "santo domingo": "2", "santiago": "3", "puerto cabello": "4"});
    let looking = changed(
        &base,
        &[
            ("/decision", json!({"step": "look", "kind": "discs"})),
            ("/informer", Value::Null),
            ("/players/2/barrels", json!(2)),
            ("/players/2/stops", json!(["supplies b", "informer", "investor crew", "dockside gun"])),
            ("/players/2/missions", ports),
        ],
    );
    refuses(&looking, &[(&[("/decision/kind", json!("tile"))], "decision.kind")]);
    let sailing = changed(
        &looking,
        &[
            ("/decision", json!({"step": "disc", "destination": "trinidad"})),
            ("/players/2/missions", json!({"san juan": "1", "santo domingo": "2"})),
        ],
    );
    refuses(
        &sailing,
        &[
            (&[("/decision/destination", json!("san juan"))], "decision.destination"),
            (&[("/decision/destination", json!("panama"))], "decision.destination"),
            (&[("/decision", json!({"step": "look", "kind": "discs"}))], "while somebody can place"),
        ],
    );
}
