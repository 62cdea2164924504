//! Numbers of the rules that take one value after the other.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::folder::{check_name, distinct, refuse};
use tradewinds_game::{InputError, Variant, overlaid};

/// Maximum number of values of a sweep.
const MOST_VALUES: usize = 64;

/// A sweep: a variant for each of several values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The name of the swept quantity; each variant is named by it, followed by the value.
    pub name: String,
    /// The values, 1 to 64 different ones.
    pub values: Vec<i64>,
    /// By path in the game's `data.toml`: the offset that is added to the swept value to give the number at
    /// that path.
    pub set: BTreeMap<String, i64>,
}

impl Sweep {
    /// Reads a sweep of one number such as `building.factory.cost=6..9`, both ends included. The path may be
    /// the end of one in `data`, the text of the game's `data.toml`, if no other path ends in it.
    ///
    /// # Errors
    /// It is not such a text, or no path in `data` ends in the given one, or several do.
    pub fn parse(text: &str, data: &str) -> Result<Self, InputError> {
        let parsed = || {
            let (path, range) = text.split_once('=')?;
            let (from, to) = range.split_once("..")?;
            let ends = [from, to.strip_prefix('=').unwrap_or(to)].map(|end| end.trim().parse::<i64>().ok());
            let [Some(from), Some(to)] = ends else { return None };
            let values =
                i64::checked_sub(to, from).is_some_and(|more| (0..MOST_VALUES as i64).contains(&more));
            values.then(|| (path.trim(), (from..=to).collect::<Vec<i64>>()))
        };
        let (typed, values) = parsed().ok_or_else(|| {
            let allowed = format!("PATH=FROM..TO with at most {MOST_VALUES} ascending whole numbers");
            InputError::new("command line", "--sweep", format!("{text:?}"), allowed)
        })?;
        let path = full_path(typed, data)?;
        let parts: Vec<&str> = path.split('.').collect();
        let name = parts[parts.len().saturating_sub(2)..].join("-").replace('_', "-");
        Ok(Self { name, values, set: BTreeMap::from([(path, 0)]) })
    }

    /// Checks everything that does not depend on the game.
    pub(super) fn check(&self) -> Result<(), InputError> {
        check_name("sweep.name", &self.name)?;
        if !(1..=MOST_VALUES).contains(&self.values.len()) || !distinct(&self.values) {
            let allowed = format!("1 to {MOST_VALUES} different whole numbers");
            return refuse("sweep.values", format!("{:?}", self.values), allowed);
        }
        if self.set.is_empty() {
            return refuse("sweep.set", "nothing", "paths of data.toml with what is added to the value");
        }
        Ok(())
    }

    /// Makes the variant of a value: the baseline with the swept numbers laid over it.
    pub(super) fn variant(&self, value: i64, game: &str, baseline: &Variant) -> Variant {
        let set: BTreeMap<String, toml::Value> = self
            .set
            .iter()
            .map(|(path, offset)| (path.clone(), toml::Value::Integer(value.saturating_add(*offset))))
            .collect();
        let changes: Vec<String> = set.iter().map(|(path, value)| format!("{path} = {value}")).collect();
        Variant {
            name: format!("{}-{value}", self.name),
            game: game.to_owned(),
            about: format!("{}.", changes.join(", ")),
            rules: baseline.rules.clone(),
            set: baseline.set.clone().into_iter().chain(set).collect(),
        }
    }

    /// Returns whether a name, such as that of a building, is part of a swept path.
    pub(super) fn is_about(&self, name: &str) -> bool {
        let key = name.replace(' ', "_");
        self.set.keys().any(|path| path.split('.').any(|part| part == key))
    }
}

/// Returns whether two variants of a game result in the same rules from its `data`.
pub(super) fn same_rules(data: &str, one: &Variant, other: &Variant) -> bool {
    are_same(data, one, other, |_| {})
}

/// Returns whether two variants of a game result in the same rules from its `data` with any of these numbers of players.
pub(super) fn same_rules_with(data: &str, players: &[usize], one: &Variant, other: &Variant) -> bool {
    are_same(data, one, other, |table| keep_players(table, players))
}

fn are_same(data: &str, one: &Variant, other: &Variant, keep: impl Fn(&mut toml::Table)) -> bool {
    let table = |variant| {
        let mut table = overlaid::<toml::Table>(data, [variant]).ok()?;
        keep(&mut table);
        Some(table)
    };
    one.rules == other.rules
        && (one.set == other.set || table(one).is_some_and(|table_of_one| Some(table_of_one) == table(other)))
}

/// Removes what a table has for other numbers of players: keys that are numbers.
fn keep_players(table: &mut toml::Table, players: &[usize]) {
    table.retain(|key, _| key.parse().map_or(true, |number| players.contains(&number)));
    let tables = table.iter_mut().filter_map(|(_, value)| value.as_table_mut());
    tables.for_each(|table| keep_players(table, players));
}

/// Finds the one path of a whole number in `data` that ends in what was typed.
fn full_path(typed: &str, data: &str) -> Result<String, InputError> {
    let table: toml::Table = data.parse().unwrap_or_default();
    let paths = numbers(&table);
    let end = format!(".{typed}");
    let found: Vec<&str> =
        paths.iter().map(String::as_str).filter(|path| *path == typed || path.ends_with(&end)).collect();
    match found[..] {
        [path] => Ok(path.to_owned()),
        [] => {
            // Compared with as much of each path's end as was typed.
            let parts = typed.split('.').count();
            let cut = |path: &String| {
                let whole: Vec<&str> = path.split('.').collect();
                whole[whole.len().saturating_sub(parts)..].join(".")
            };
            let ends: Vec<String> = paths.iter().map(cut).collect();
            let near = tradewinds_game::nearest(typed, ends.iter().map(String::as_str));
            let hint = near.map_or(String::new(), |end| format!(" (did you mean {end}?)"));
            let allowed = format!("a whole number of data.toml by its path or the end of it{hint}");
            Err(InputError::new("command line", "--sweep", format!("{typed:?}"), allowed))
        }
        _ => Err(InputError::new(
            "command line",
            "--sweep",
            format!("{typed:?}, which {} paths end with", found.len()),
            format!("more of it, such as {}", found[0]),
        )),
    }
}

/// Lists the paths of all whole numbers of a table, those of lists by their places.
fn numbers(table: &toml::Table) -> Vec<String> {
    fn add(path: String, value: &toml::Value, paths: &mut Vec<String>) {
        match value {
            toml::Value::Integer(_) => paths.push(path),
            toml::Value::Table(inner) => {
                inner.iter().for_each(|(key, value)| add(format!("{path}.{key}"), value, paths));
            }
            toml::Value::Array(list) => {
                list.iter()
                    .enumerate()
                    .for_each(|(place, value)| add(format!("{path}.{place}"), value, paths));
            }
            _ => {}
        }
    }
    let mut paths = Vec::new();
    table.iter().for_each(|(key, value)| add(key.clone(), value, &mut paths));
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str =
        "[building.factory]\ncost = 7\nincome = [0, 1]\n[building.wharf]\ncost = 9\nname = \"w\"\n";

    #[test]
    fn a_path_may_be_cut_short() {
        for text in ["building.factory.cost=6..8", "factory.cost = 6..8", "factory.cost=6..=8"] {
            let sweep = Sweep::parse(text, DATA).unwrap();
            assert_eq!((sweep.name.as_str(), &sweep.values[..]), ("factory-cost", &[6, 7, 8][..]));
            assert_eq!(sweep.set, BTreeMap::from([("building.factory.cost".to_owned(), 0)]));
            assert!(sweep.is_about("factory") && !sweep.is_about("wharf"));
        }
        let sweep = Sweep::parse("income.1=6..8", DATA).unwrap();
        assert_eq!(
            sweep.set,
            BTreeMap::from([("building.factory.income.1".to_owned(), 0)]),
            "a place in a list"
        );
        assert_eq!(sweep.name, "income-1");
        for (text, part) in [
            ("cost=6..8", "which 2 paths end with"),
            ("actory.cost=6..8", "(did you mean factory.cost?)"),
            ("wharf.name=6..8", "found \"wharf.name\""),
            ("factory.cost=8..6", "PATH=FROM..TO"),
            ("factory.cost=6", "PATH=FROM..TO"),
            ("factory.cost=0..99", "at most 64"),
        ] {
            let error = Sweep::parse(text, DATA).unwrap_err().to_string();
            assert!(error.contains(part) && error.contains("--sweep"), "{error}");
        }
    }

    #[test]
    fn variants_are_compared_by_what_they_make_of_the_data() {
        let variant = |set: &[(&str, i64)]| Variant {
            name: "v".to_owned(),
            set: set.iter().map(|&(path, value)| (path.to_owned(), value.into())).collect(),
            ..Variant::standard()
        };
        let [factory, wharf] = ["building.factory.cost", "building.wharf.cost"];
        for (one, other, same) in [
            (variant(&[(factory, 7), (wharf, 9)]), Variant::standard(), true),
            (variant(&[(factory, 8)]), variant(&[(factory, 8), (wharf, 9)]), true),
            (variant(&[(factory, 8)]), Variant::standard(), false),
            (variant(&[("building.hut.cost", 7)]), Variant::standard(), false),
            (Variant { rules: Some("strict".into()), ..Variant::standard() }, Variant::standard(), false),
        ] {
            assert_eq!(same_rules(DATA, &one, &other), same, "{one:?} {other:?}");
        }
        // What another number of players has is no difference.
        let four = variant(&[("setup.4.doubloons", 5)]);
        let data = format!("{DATA}\n[setup]\n3.doubloons = 2\n4.doubloons = 3\n");
        assert!(same_rules_with(&data, &[2, 3], &four, &Variant::standard()));
        assert!(!same_rules_with(&data, &[3, 4], &four, &Variant::standard()));
        assert!(!same_rules(&data, &four, &Variant::standard()));
    }

    #[test]
    fn offsets_are_added_to_the_value() {
        let set = BTreeMap::from([("a.b".to_owned(), 3), ("a.c".to_owned(), 0)]);
        let sweep = Sweep { name: "s".to_owned(), values: vec![2], set };
        let baseline =
            Variant { set: BTreeMap::from([("a.d".to_owned(), true.into())]), ..Variant::standard() };
        let variant = sweep.variant(2, "g", &baseline);
        assert_eq!((variant.name.as_str(), variant.about.as_str()), ("s-2", "a.b = 5, a.c = 2."));
        assert_eq!(variant.set["a.b"], 5.into());
        assert_eq!(variant.set["a.d"], true.into());
    }
}
