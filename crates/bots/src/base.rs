//! Presets that take settings they leave out from another preset.

use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use tradewinds_game::InputError;

/// The settings of the budget, which a preset takes from its base together or not at all: its own value for
/// one and the base's value for the other would be a budget that neither preset states.
const BUDGET: [&str; 2] = ["iterations", "time_ms"];

/// Where the program is: a preset with one takes none.
const PROGRAM: [&str; 2] = ["command", "address"];

/// The table of a clock for a whole game, which is a budget, too.
const CLOCK: &str = "clock";

/// Adds the settings that a preset leaves out and its base has to the preset's text, keeping the layout and
/// removing the key `base`. What it never does and what it always does is taken with all kinds. The kind decides which settings are taken: the weights and the temperature with `heuristic`, the
/// weights and the settings with `search`, the program with `external`. Name, game and description are the
/// preset's own. What is learned is taken with `heuristic` and `search`.
///
/// # Errors
/// One of the texts is not TOML, which cannot happen for the text of a preset that has been read.
pub(super) fn with_base(source_name: &str, text: &str, base: &str) -> Result<String, InputError> {
    let (mut own, base) = (document(source_name, text)?, document(source_name, base)?);
    own.remove("base");
    take(own.as_table_mut(), base.as_table(), &["kind"]);
    let (values, tables): (&[&str], &[&str]) = match own.get("kind").and_then(Item::as_str) {
        Some("heuristic") => (&["temperature"], &["weights", "value"]),
        Some("search") => (&[], &["search", "weights", "value"]),
        Some("external") => {
            if PROGRAM.iter().all(|key| !own.contains_key(key)) {
                take(own.as_table_mut(), base.as_table(), &PROGRAM);
            }
            (&["time_ms", "start_ms", "margin_ms", "stop", "share"], &["options", CLOCK])
        }
        _ => (&[], &[]),
    };
    take(own.as_table_mut(), base.as_table(), values);
    let has_budget = own.contains_key(CLOCK)
        || own
            .get("search")
            .and_then(Item::as_table_like)
            .is_some_and(|search| BUDGET.iter().any(|key| search.contains_key(key)));
    if !has_budget && own.get("kind").and_then(Item::as_str) == Some("search") {
        take(own.as_table_mut(), base.as_table(), &[CLOCK]);
    }
    for &name in tables.iter().chain(&["never", "always"]) {
        let Some(from) = base.get(name).and_then(Item::as_table_like) else { continue };
        let item = own.entry(name).or_insert_with(|| Item::Table(Table::new()));
        // An item that is not a table is refused when the preset is read.
        let Some(to) = item.as_table_like_mut() else { continue };
        let keys: Vec<&str> = from.iter().map(|(key, _)| key).collect();
        let taken: Vec<&str> = keys
            .into_iter()
            .filter(|key| !(name == "search" && has_budget && BUDGET.contains(key)))
            .collect();
        take(to, from, &taken);
    }
    Ok(own.to_string())
}

/// Writes the network that `find` returns for its name in place of the name. A text that names none, or holds
/// the network, stays as it is.
///
/// # Errors
/// The text is not TOML, or `find` fails.
pub(super) fn with_network(
    source_name: &str,
    text: &str,
    find: impl FnOnce(&str) -> Result<String, InputError>,
) -> Result<String, InputError> {
    let mut own = document(source_name, text)?;
    let Some(table) = own.get_mut("value").and_then(Item::as_table_like_mut) else {
        return Ok(text.to_owned());
    };
    let Some(name) = table.get("network").and_then(Item::as_str).filter(|name| !name.contains('\n')) else {
        return Ok(text.to_owned());
    };
    let network = find(name).map_err(|error| error.in_file(source_name))?;
    // Of one line it would be taken for a name.
    let network = if network.contains('\n') { network } else { format!("{network}\n") };
    table.insert("network", value(network));
    Ok(own.to_string())
}

fn document(source_name: &str, text: &str) -> Result<DocumentMut, InputError> {
    let refuse = |error: toml_edit::TomlError| InputError::syntax(source_name, "", "TOML", error.message());
    text.parse::<DocumentMut>().map_err(refuse)
}

/// Copies these keys, except for those already present.
fn take(to: &mut dyn TableLike, from: &dyn TableLike, keys: &[&str]) {
    for &key in keys {
        if let (false, Some(item)) = (to.contains_key(key), from.get(key)) {
            to.insert(key, item.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "name = \"b\"\ngame = \"any\"\nabout = \"B.\"\nkind = \"search\"\n\n\
                        [search]\niterations = 9 # few\ncutoff = 3\n\n[weights]\nx = 1.0\ny = 2.0\n";

    #[test]
    fn what_is_left_out_is_taken_and_the_layout_stays() {
        let own = "# mine\nname = \"a\"\ngame = \"any\"\nbase = \"b\"\n\n[weights]\ny = 5.0 # more\n";
        let whole = with_base("a.toml", own, BASE).unwrap();
        assert_eq!(
            whole,
            "# mine\nname = \"a\"\ngame = \"any\"\nkind = \"search\"\n\n[weights]\ny = 5.0 # more\nx = 1.0\n\n\
             [search]\niterations = 9 # few\ncutoff = 3\n"
        );
    }

    #[test]
    fn only_what_the_kind_uses_is_taken() {
        let own = |rest: &str| format!("name = \"a\"\ngame = \"any\"\nbase = \"b\"\n{rest}");
        let heuristic = with_base("a", &own("kind = \"heuristic\"\n"), BASE).unwrap();
        assert!(!heuristic.contains("cutoff") && heuristic.contains("[weights]\nx = 1.0\n"), "{heuristic}");
        let random = with_base("a", &own("kind = \"random\"\n"), BASE).unwrap();
        assert!(!random.contains('['), "{random}");
        let external = "name = \"b\"\ngame = \"any\"\nkind = \"external\"\ncommand = [\"x\"]\n\
                        time_ms = 5\noptions = { depth = 3 }\n";
        let whole = with_base("a", &own("time_ms = 7\n"), external).unwrap();
        assert!(whole.contains("command = [\"x\"]") && whole.contains("time_ms = 7"), "{whole}");
        assert!(whole.contains("depth = 3"), "{whole}");
    }

    #[test]
    fn a_budget_of_ones_own_is_the_whole_budget() {
        let own = "name = \"a\"\ngame = \"any\"\nbase = \"b\"\nsearch = { time_ms = 5 }\n";
        let whole = with_base("a", own, BASE).unwrap();
        assert!(whole.contains("cutoff = 3") && !whole.contains("iterations"), "{whole}");
    }

    #[test]
    fn a_clock_is_a_budget() {
        let clocked =
            "name = \"b\"\ngame = \"any\"\nkind = \"search\"\n[search]\ncutoff = 3\n[clock]\ngame_ms = 9\n";
        let whole = |own: &str, base: &str| {
            with_base("a.toml", &format!("name = \"a\"\ngame = \"any\"\nbase = \"b\"\n{own}"), base).unwrap()
        };
        let by_clock = whole("clock = { game_iterations = 5 }\n", BASE);
        assert!(by_clock.contains("cutoff = 3") && !by_clock.contains("iterations = 9"), "{by_clock}");
        assert!(whole("", clocked).contains("game_ms = 9"));
        assert!(!whole("search = { iterations = 7 }\n", clocked).contains("game_ms"));
        assert!(!whole("clock = { game_iterations = 5 }\n", clocked).contains("game_ms"));
        assert!(!whole("kind = \"heuristic\"\n", clocked).contains("game_ms"));
    }
}
