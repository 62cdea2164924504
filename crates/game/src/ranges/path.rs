//! Paths of numbers: names and places in lists, with points between them.

/// The part of a path that stands for the number of players.
pub(super) const PLAYERS: &str = "{players}";

/// Returns a path for a number of players.
pub(super) fn for_players(path: &str, players: usize) -> String {
    path.replace(PLAYERS, &players.to_string())
}

/// Returns whether a path is one of those that a pattern stands for: `*` is any part, `{players}` any number; a pattern
/// that ends before the path stands for all below it.
pub(super) fn is_under(pattern: &str, path: &str) -> bool {
    let mut parts = path.split('.');
    pattern.split('.').all(|wanted| {
        parts.next().is_some_and(|part| match wanted {
            "*" => true,
            PLAYERS => part == PLAYERS || part.parse::<usize>().is_ok(),
            _ => wanted == part,
        })
    })
}

/// Lists the single values of a table with their paths, in the order of the table; those of lists by their places.
pub(super) fn leaves(table: &toml::Table) -> Vec<(String, &toml::Value)> {
    let mut found = Vec::new();
    for (key, value) in table {
        add(key.clone(), value, &mut found);
    }
    found
}

fn add<'a>(path: String, value: &'a toml::Value, found: &mut Vec<(String, &'a toml::Value)>) {
    match value {
        toml::Value::Table(table) => {
            table.iter().for_each(|(key, value)| add(format!("{path}.{key}"), value, found));
        }
        toml::Value::Array(list) => {
            list.iter().enumerate().for_each(|(place, value)| add(format!("{path}.{place}"), value, found));
        }
        _ => found.push((path, value)),
    }
}

/// Returns a path with the number of players behind `setup` in place of the number, where the pattern has one.
pub(super) fn general(pattern: &str, path: &str) -> String {
    let mut wanted = pattern.split('.');
    let parts = path.split('.').map(|part| match wanted.next() {
        Some(PLAYERS) => PLAYERS,
        _ => part,
    });
    parts.collect::<Vec<_>>().join(".")
}
