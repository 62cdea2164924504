//! Reading `ranges.toml` beside the data.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::path::{PLAYERS, general, is_under, leaves};
use super::{Declared, Entry, EntryGroup, GroupMoves, Span, number};
use crate::input::{InputError, Origin, parse_toml, toml_table};
use crate::seats::MAX_SEATS;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    decisions: u32,
    #[serde(default)]
    shipped: f64,
    breadth: Vec<f64>,
    #[serde(default)]
    entry: Vec<EntryFile>,
    #[serde(default)]
    group: Vec<GroupFile>,
    #[serde(default)]
    left_out: BTreeMap<String, String>,
    #[serde(default)]
    unread: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    paths: Vec<String>,
    meaning: String,
    #[serde(default)]
    unit: String,
    /// From one number to another.
    values: Option<(i64, i64)>,
    /// From one difference from the standard to another.
    offset: Option<(i64, i64)>,
    /// The least and the greatest number of an offset.
    #[serde(default = "any")]
    within: (i64, i64),
    #[serde(default = "one")]
    step: i64,
    #[serde(default = "one_apart")]
    scale: u16,
    chance: f64,
    #[serde(default)]
    players: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    name: String,
    meaning: String,
    paths: Vec<String>,
    chance: f64,
    together: Option<(i64, i64)>,
    each: Option<f64>,
}

const fn one() -> i64 {
    1
}

const fn one_apart() -> u16 {
    1
}

const fn any() -> (i64, i64) {
    (0, i16::MAX as i64)
}

/// Reads the texts; what takes long to check is not checked.
pub(super) fn read(data: &str, text: &str) -> Result<Declared, InputError> {
    let standard = toml_table(data).map_err(|error| error.with_origin(Origin::Data))?;
    let File { version, decisions, shipped, breadth, entry, group, left_out, unread } =
        parse_toml("ranges.toml", text)?;
    let leaves = leaves(&standard);
    let mut entries = Vec::new();
    let mut known = BTreeSet::new();
    for file in entry {
        for pattern in &file.paths {
            let before = entries.len();
            for (path, value) in leaves.iter().filter(|(path, _)| is_under(pattern, path)) {
                let path = general(pattern, path);
                // A path with the number of players comes once for each number.
                let again = entries[before..].iter().any(|entry: &Entry| entry.path == path);
                if again {
                    continue;
                }
                if !known.insert(path.clone()) {
                    return Err(refuse("entry.paths", &path, "each number in one entry"));
                }
                entries.push(file.entry(path, value)?);
            }
            if entries.len() == before {
                return Err(refuse("entry.paths", pattern, "a path of data.toml"));
            }
        }
    }
    if breadth.is_empty() {
        return Err(refuse("breadth", "[]", "at least one factor"));
    }
    let groups = group.into_iter().map(|group| group.group(&entries)).collect::<Result<_, _>>()?;
    Ok(Declared { version, decisions, shipped, breadth, entries, groups, left_out, unread, standard })
}

fn refuse(field: &str, found: &str, allowed: &str) -> InputError {
    InputError::new("ranges.toml", field, format!("{found:?}"), allowed)
}

impl EntryFile {
    fn entry(&self, path: String, value: &toml::Value) -> Result<Entry, InputError> {
        let span = match (self.values, self.offset, value) {
            (None, None, toml::Value::Boolean(_)) => Span::Switch,
            (Some((low, high)), None, toml::Value::Integer(_)) => Span::Values(low, high),
            (None, Some((low, high)), toml::Value::Integer(_)) => Span::Offset(low, high, self.within),
            _ => {
                return Err(refuse(
                    &path,
                    "this range",
                    "values or offset for a number, neither for a switch",
                ));
            }
        };
        if self.step < 1 || self.scale < 1 || !(0.0..=1.0).contains(&self.chance) {
            return Err(refuse(&path, "step, scale, chance", "1 or more, 1 or more, 0 to 1"));
        }
        Ok(Entry {
            path,
            meaning: self.meaning.clone(),
            unit: self.unit.clone(),
            span,
            step: self.step,
            scale: self.scale,
            chance: self.chance,
            players: self.players.clone(),
        })
    }
}

impl GroupFile {
    fn group(self, entries: &[Entry]) -> Result<EntryGroup, InputError> {
        let Self { name, meaning, paths, chance, together, each } = self;
        let moves = match (together, each) {
            (Some((low, high)), None) if low < high => GroupMoves::Together(low, high),
            (None, Some(each)) => GroupMoves::Each(each),
            _ => {
                return Err(refuse(
                    &format!("group.{name}"),
                    "its moves",
                    "together = [low, high] or each = chance",
                ));
            }
        };
        let mut places = Vec::new();
        for pattern in &paths {
            let before = places.len();
            let under = |entry: &Entry| is_under(pattern, &entry.path);
            places.extend((0..entries.len()).filter(|&place| under(&entries[place])));
            if places.len() == before {
                return Err(refuse(&format!("group.{name}.paths"), pattern, "paths of entries"));
            }
        }
        Ok(EntryGroup { name, meaning, entries: places, chance, moves })
    }
}

impl Declared {
    pub(super) fn check(&self) -> Result<(), InputError> {
        for (path, value) in leaves(&self.standard) {
            let is_entry = || self.entries.iter().any(|entry| is_under(&entry.path, &path));
            let excused = || self.left_out.keys().chain(self.unread.keys()).any(|left| is_under(left, &path));
            if number(value).is_some() && !is_entry() && !excused() {
                return Err(refuse("entry.paths", &path, "an entry for it, or a reason to leave it out"));
            }
        }
        for path in self.left_out.keys().chain(self.unread.keys()) {
            if !leaves(&self.standard).iter().any(|(leaf, _)| is_under(path, leaf)) {
                return Err(refuse("left_out", path, "a path of data.toml"));
            }
        }
        for entry in &self.entries {
            for players in 1..=MAX_SEATS {
                let (Some(standard), Some(range)) =
                    (self.standard(entry, players), self.range(entry, players))
                else {
                    continue;
                };
                if !range.contains(&standard) {
                    let allowed = format!("{} to {}", range.start(), range.end());
                    return Err(refuse(&entry.path_for(players), &standard.to_string(), &allowed));
                }
                if !entry.path.contains(PLAYERS) && entry.players.is_empty() {
                    break;
                }
            }
        }
        Ok(())
    }
}
