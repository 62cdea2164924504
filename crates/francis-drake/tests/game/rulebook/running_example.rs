//! T15: the rulebook's running example, a whole resolution.

use serde_json::{Value, json};

use crate::setup::{Setup, Table, play_all, step};

const RED: usize = 0;
const BLUE: usize = 1;
const YELLOW: usize = 2;
const GREEN: usize = 3;

fn start(voyage: u32) -> Table {
    Setup::at("mission", 4)
        .with(json!({
            "voyage": voyage,
            "outbound": [GREEN, RED, YELLOW, BLUE],
            "troop_tiles": {"panama": 2, "veracruz": 1, "cartagena": 0, "trinidad": 0},
            "galleon_tiles": {"galleon a": "G2", "galleon b": "G1", "galleon c": "G3"},
            "frigate_tiles": {"galleon a": 1, "galleon b": 0, "galleon c": 2},
        }))
        .player(
            GREEN,
            json!({
                "crew": 5, "guns": 3,
                "missions": {"panama": "1", "gran granada": "2", "puerto cabello": "3", "portobelo": "4"},
            }),
        )
        .player(
            RED,
            json!({
                "crew": 4, "guns": 4, "trade_goods": 1,
                "missions": {"cartagena": "1", "trinidad": "2", "santiago": "3", "puerto cabello": "4"},
            }),
        )
        .player(
            YELLOW,
            json!({
                "crew": 3, "guns": 6, "trade_goods": 1, "stops": ["shipyard", "governor"],
                "missions": {"cartagena": "1", "galleon a": "2", "santo domingo": "3", "portobelo": "4"},
            }),
        )
        .player(
            BLUE,
            json!({
                "crew": 1, "guns": 4, "trade_goods": 1, "stops": ["queen"],
                "missions": {"cartagena": "1", "santo domingo": "2", "galleon a": "3", "puerto cabello": "4"},
            }),
        )
        .table()
}

/// Each turn: who, the action, and what he has then of VP, crew, guns, trade goods.
const TURNS: [(usize, &str, [u32; 4]); 13] = [
    (GREEN, "attack", [9, 2, 0, 0]),
    (RED, "attack", [8, 2, 2, 1]),
    (YELLOW, "attack", [8, 1, 4, 1]),
    (BLUE, "decline", [4, 1, 4, 1]),
    (GREEN, "attack", [12, 1, 0, 0]),
    (RED, "attack", [11, 1, 0, 1]),
    (YELLOW, "attack", [16, 1, 0, 1]),
    (BLUE, "trade sugar", [4, 1, 4, 0]),
    (GREEN, "attack", [14, 0, 0, 0]),
    (RED, "trade indigo", [11, 1, 0, 0]),
    (YELLOW, "trade tobacco", [16, 1, 0, 0]),
    (BLUE, "attack", [12, 1, 0, 0]),
    (RED, "attack", [13, 0, 0, 0]),
];

/// Plays all but yellow's last attack.
fn play(table: &mut Table) {
    for (turn, (seat, action, items)) in TURNS.into_iter().enumerate() {
        assert_eq!(step(table), "mission");
        match action {
            "decline" => assert_eq!(table.legal(), ["decline"], "two successes stand"),
            "trade tobacco" => assert_eq!(table.legal(), ["decline", "trade tobacco"], "the kind is forced"),
            _ => {}
        }
        table.play_as(seat, action);
        let found = ["vp", "crew", "guns", "trade_goods"].map(|field| table.of(seat, field));
        assert_eq!(json!(found), json!(items), "turn {}: {action}", turn + 1);
        if turn < 12 {
            let home = [(GREEN, 8), (BLUE, 11)].contains(&(seat, turn));
            table.play_as(seat, if home { "return" } else { "stay" });
        }
    }
    assert_eq!(table.of_all("vp"), json!([13, 13, 16, 16]), "with the hero bonus of green and blue");
    assert_eq!(table.at("/homebound"), json!([GREEN, BLUE, RED]));
    assert_eq!(table.at("/face_up"), json!(["trinidad", "cartagena", "galleon a", "panama"]));
}

#[test]
fn t15_the_voyage_and_its_scores() {
    let mut table = start(1);
    play(&mut table);
    assert!(table.play_with_chance("attack"), "yellow at Portobelo ends the voyage");
    assert_eq!(table.of_all("vp"), json!([17, 14, 29, 20]));
    assert_eq!(
        table.of_all("chest"),
        json!([{"silver": 2}, {}, {"jewel": 1, "silver": 1}, {"gold": 2, "silver": 1}])
    );
    assert_eq!(table.of_all("goods"), json!([{"indigo": 1}, {"sugar": 1}, {"tobacco": 1}, {}]));
    assert_eq!(table.at("/start"), json!([BLUE, RED, GREEN, YELLOW]));
}

#[test]
fn t15_as_the_last_voyage() {
    let mut table = start(3);
    play(&mut table);
    assert!(!table.play_with_chance("attack"));
    assert_eq!(step(&table), "over");
    assert_eq!(table.at("/homebound"), json!([GREEN, BLUE, RED, YELLOW]));
    assert_eq!(table.of_all("crew"), json!([0, 1, 0, 0]), "left over");
    assert_eq!(table.of_all("guns"), json!([0, 0, 0, 0]));
    assert_eq!(table.of_all("trade_goods"), json!([0, 0, 0, 0]));
    assert_eq!(
        table.of_all("attacks"),
        json!([
            ["cartagena", "trinidad", "puerto cabello"],
            ["galleon a"],
            ["cartagena", "galleon a", "portobelo"],
            ["panama", "gran granada", "puerto cabello"],
        ])
    );
    let row = |track: u32, commodities: u32, treasure: u32, dock: u32, rank: u32| {
        let total = track + commodities + treasure;
        json!({"track": track, "commodities": commodities, "treasure": treasure, "total": total, "dock": dock, "rank": rank})
    };
    assert_eq!(
        table.result()["players"],
        json!([row(17, 2, 6, 3, 3), row(14, 2, 0, 2, 4), row(29, 2, 8, 4, 1), row(20, 0, 11, 1, 2)])
    );
}

/// "An admiral would score +2": two gold are left, and no silver.
#[test]
fn t15_an_admiral_would_score_2() {
    let position = start(3).position();
    let mut with_admiral: Value = position;
    with_admiral["players"][GREEN]["stops"] = json!(["admiral"]);
    let mut table = Table::load(&with_admiral);
    play(&mut table);
    play_all(&mut table, &[(YELLOW, "attack")]);
    assert_eq!(table.of_all("vp"), json!([17, 14, 29, 22]));
}
