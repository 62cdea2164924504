//! The data file against appendix A of the page, and what it marks as reconstructed.

use toml::{Table, Value};

use crate::page::{data, rows_after};

const FILE: &str = include_str!("../../../data.toml");

/// Returns the data file.
fn file() -> Table {
    FILE.parse().expect("the data is TOML")
}

/// Returns a table without these keys.
fn without(table: &Value, keys: &[&str]) -> Table {
    let mut table = table.as_table().expect("a table").clone();
    table.retain(|key, _| !keys.contains(&key));
    table
}

/// Returns the entries of one of the page's lists, by id and without `keys`.
fn listed(list: &str, keys: &[&str]) -> Table {
    let entries = data();
    let entries = entries[list].as_array().expect("a list");
    let by_id = entries.iter().map(|entry| {
        let id = entry["id"].as_str().expect("an id").to_owned();
        (id, Value::Table(without(entry, keys)))
    });
    by_id.collect()
}

/// Returns the entries of one of the file's tables, without `keys`.
fn filed(table: &str, keys: &[&str]) -> Table {
    let file = file();
    let entries = file[table].as_table().expect("a table");
    entries.iter().map(|(id, entry)| (id.clone(), Value::Table(without(entry, keys)))).collect()
}

#[test]
fn appendix_a_is_the_data_file() {
    let entries = ["locations", "galleon_tiles", "destinations", "reconstructed"];
    let page = Value::Table(data());
    assert_eq!(without(&Value::Table(file()), &entries), without(&page, &entries));
    assert_eq!(filed("locations", &["reconstructed", "item"]), listed("locations", &["id", "kind"]));
    assert_eq!(filed("destinations", &["reconstructed"]), listed("destinations", &["id"]));
    let tiles: Vec<Table> = page["galleon_tiles"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tile| tile.as_table().expect("a table").clone())
        .collect();
    let found: Vec<Value> =
        filed("galleon_tiles", &["reconstructed"]).into_iter().map(|(_, tile)| tile).collect();
    assert_eq!(found, tiles.into_iter().map(Value::Table).collect::<Vec<_>>());
}

/// What the page tags REC says so in the data file, with the reason; the rest does not.
#[test]
fn reconstructed_numbers_are_marked() {
    let file = file();
    let reason = |table: &str, id: &str| -> bool {
        let reason = file[table][id].get("reconstructed");
        reason.is_some_and(|reason| !reason.as_str().expect("a reason").is_empty())
    };
    for row in rows_after("### 2.2") {
        let rec = row.text("tag").contains("REC") || row.text("tag").contains("as above");
        assert_eq!(reason("locations", row.text("location")), rec, "{row}");
    }
    for row in rows_after("### 2.5") {
        assert_eq!(
            reason("galleon_tiles", row.text("galleon tile")),
            row.text("tag").contains("REC"),
            "{row}"
        );
    }
    for row in rows_after("### 2.4") {
        assert!(reason("destinations", row.text("id")), "all zones or VP: {row}");
    }
    for number in ["tavern_crew", "printed_order"] {
        assert!(reason_of(&file, number), "{number}");
    }
}

/// Whether a number that stands alone is marked.
fn reason_of(file: &Table, number: &str) -> bool {
    file["reconstructed"][number].as_str().is_some_and(|reason| !reason.is_empty())
}
