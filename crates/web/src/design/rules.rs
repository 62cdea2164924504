//! The numbers of a game's rules as a form has them, and the variant that a form makes of them.

use toml::{Table, Value};
use tradewinds_arena::{GameInfo, find, game_names};
use tradewinds_game::ranges::Span;
use tradewinds_game::{InputError, NAME_RULE, Origin, Variant, is_file_name, quoted, value_at, value_at_mut};

use super::{ASKS, DesignQuestion};
use crate::form::Fields;

/// The maximum length of the lines that are typed, in bytes.
const MAX_LINES: usize = 8 << 10;

/// A number or switch of the rules.
pub(crate) struct Number {
    /// Its path in `data.toml`; a number at the end is a place in a list.
    pub(crate) path: String,
    /// The first part of the path.
    pub(crate) section: String,
    /// The rest of the path and the meaning, in words.
    pub(crate) words: String,
    pub(crate) unit: String,
    pub(crate) is_switch: bool,
    pub(crate) range: (i64, i64),
    pub(crate) standard: i64,
    /// As the form has it, or the variant with which it begins.
    pub(crate) text: String,
}

impl Number {
    /// Returns whether the form has something else than the standard.
    pub(crate) fn is_changed(&self) -> bool {
        self.text.trim() != self.standard.to_string()
    }
}

/// The numbers of a game for a number of players.
pub(crate) struct Numbers {
    pub(crate) info: GameInfo,
    pub(crate) players: usize,
    /// The variant with which the form begins.
    pub(crate) from: Variant,
    /// Those whose meaning the game declares; none where it declares none.
    pub(crate) numbers: Vec<Number>,
}

impl Numbers {
    /// Reads which numbers a form is about. What is missing or wrong is the usual: the first game, four players, the
    /// standard rules.
    pub(crate) fn of(fields: &Fields) -> Result<Self, String> {
        let said = |error: InputError| error.to_string();
        let game = game_names().iter().copied().find(|name| *name == fields.get("game"));
        let info = find(game.unwrap_or(game_names()[0])).map_err(said)?.info();
        let usual = 4.clamp(*info.players.start(), *info.players.end());
        let players =
            fields.number("players").filter(|number| info.players.contains(number)).unwrap_or(usual);
        let from = match fields.get("from") {
            "" => Variant::standard(),
            name => Variant::shipped(name, info.name, info.shipped_variants).map_err(said)?,
        };
        let mut numbers = Vec::new();
        if let Some(ranges) = info.features.rules {
            let declared = ranges.declared();
            let begun = laid(&info, &from)?;
            for entry in &declared.entries {
                let path = entry.path_for(players);
                let (Some(standard), Some(range)) =
                    (declared.standard(entry, players), declared.range(entry, players))
                else {
                    continue;
                };
                let now = number_at(&begun, &path).unwrap_or(standard);
                let given = fields.all().find(|(name, _)| name.strip_prefix("n:") == Some(&path));
                let (section, rest) = entry.path.split_once('.').unwrap_or(("rules", &entry.path));
                let names: Vec<&str> = rest.split('.').filter(|name| *name != "{players}").collect();
                let rest = names.join(" ").replace('_', " ");
                numbers.push(Number {
                    section: section.replace('_', " "),
                    words: format!("{rest} {}", entry.meaning),
                    unit: entry.unit.clone(),
                    is_switch: entry.span == Span::Switch,
                    range: (*range.start(), *range.end()),
                    standard,
                    text: given.map_or_else(|| now.to_string(), |(_, text)| text.to_owned()),
                    path,
                });
            }
        }
        // What is about one thing stands together.
        numbers.sort_by(|one, other| (&one.section, &one.words).cmp(&(&other.section, &other.words)));
        Ok(Self { info, players, from, numbers })
    }
}

/// Says what a form has that there is not: a game, a number of players, a question.
pub(crate) fn unknown(fields: &Fields) -> Option<String> {
    let is_wrong = |name: &str, known: &[String]| {
        let given = fields.get(name);
        let is_known = given.is_empty() || known.iter().any(|known| known == given);
        (!is_known).then(|| {
            format!("{name}: found {}; allowed: {}", quoted(&format!("{given:?}")), known.join(", "))
        })
    };
    let games: Vec<String> = game_names().iter().map(|name| (*name).to_owned()).collect();
    let players = || {
        let game = games.iter().find(|name| *name == fields.get("game")).unwrap_or(&games[0]);
        let players: Vec<String> = find(game).ok()?.info().players.map(|number| number.to_string()).collect();
        is_wrong("players", &players)
    };
    is_wrong("game", &games)
        .or_else(players)
        .or_else(|| is_wrong("ask", &ASKS.map(|(name, _)| name.to_owned())))
}

/// Makes the variant of a form in which something is changed.
///
/// # Errors
/// Those of [`rules_of`]; nothing is changed.
pub(crate) fn changed(fields: &Fields) -> Result<Variant, String> {
    let variant = rules_of(fields)?;
    if variant.set.is_empty() && variant.rules.is_none() {
        return Err("Nothing is changed: change a number first.".to_owned());
    }
    Ok(variant)
}

/// Makes the variant of a form, which the game has checked.
///
/// # Errors
/// A sentence for the page: the path, what was found, what is allowed.
pub(crate) fn rules_of(fields: &Fields) -> Result<Variant, String> {
    let Numbers { info, players, from, numbers } = Numbers::of(fields)?;
    let begun = laid(&info, &from)?;
    let mut table = begun.clone();
    let mut set = from.set.clone();
    let mut in_form: Vec<&str> = Vec::new();
    for number in &numbers {
        let before = number_at(&begun, &number.path);
        let value: Option<i64> = number.text.trim().parse().ok();
        if value.is_some() && value == before {
            continue;
        }
        let (least, most) = number.range;
        let Some(value) = value.filter(|value| (least..=most).contains(value)) else {
            let found = quoted(&format!("{:?}", number.text));
            return Err(format!(
                "{}: found {found}; allowed: a whole number from {least} to {most}",
                number.path
            ));
        };
        put(&mut table, &number.path, value);
        let list = list_of(&number.path);
        if let Some(value) = value_at(&table, list) {
            set.insert(list.to_owned(), value.clone());
            in_form.push(list);
        }
    }
    let lines = lines(fields.get("more"))?;
    check_once(&lines, &in_form, &table)?;
    set.extend(lines);
    // What is as in the standard rules is no change.
    let standard = laid(&info, &Variant::standard())?;
    set.retain(|path, value| value_at(&standard, path) != Some(value));
    let name = match fields.get("name").trim() {
        "" => "my-rules",
        name => name,
    };
    if !is_file_name(name) || Variant::is_standard_name(name) || name.len() > 40 {
        let found = quoted(&format!("{name:?}"));
        return Err(format!("The name: found {found}; allowed: not standard, and up to 40 {NAME_RULE}"));
    }
    let about = set.iter().map(|(path, value)| format!("{path} = {value}")).collect::<Vec<_>>().join(", ");
    let variant =
        Variant { name: name.to_owned(), game: info.name.to_owned(), about, rules: from.rules, set };
    let game = find(info.name).map_err(|error| error.to_string())?;
    let in_variant = |error: InputError| error.in_variant(Origin::Changes(variant.name.clone())).to_string();
    game.table(players, &variant).map_err(in_variant)?;
    Ok(variant)
}

/// Says which numbers are others by some rules than by those of a question, by their meaning; nothing where a game declares
/// none.
pub(crate) fn in_words(question: &DesignQuestion, variant: &Variant) -> Vec<String> {
    let said = || {
        let players = question.players.to_string();
        let form = Fields::of(&[("game", &question.game), ("players", &players)]);
        let Numbers { info, numbers, .. } = Numbers::of(&form).ok()?;
        let (before, after) = (laid(&info, &question.variant).ok()?, laid(&info, variant).ok()?);
        let changed = |number: &Number| {
            let (old, new) = (number_at(&before, &number.path)?, number_at(&after, &number.path)?);
            (old != new).then(|| format!("{} ({}): {old} \u{2192} {new}", number.words, number.unit))
        };
        Some(numbers.iter().filter_map(changed).collect())
    };
    said().unwrap_or_default()
}

/// Reads lines of changes: `building.factory.cost = 8`.
fn lines(text: &str) -> Result<Vec<(String, Value)>, String> {
    if text.len() > MAX_LINES {
        return Err(format!("Other changes: found {} bytes; allowed: {MAX_LINES}", text.len()));
    }
    let mut found = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let wrong = || {
            let line = quoted(&format!("{line:?}"));
            format!(
                "Other changes: found {line}; allowed: a path, = and a value, such as building.factory.cost = 8"
            )
        };
        let (path, value) = line.split_once('=').ok_or_else(wrong)?;
        let mut value: Table = toml::from_str(&format!("value = {value}")).map_err(|_| wrong())?;
        let value = value.remove("value").ok_or_else(wrong)?;
        found.push((path.trim().trim_matches('"').to_owned(), value));
    }
    Ok(found)
}

/// Checks that each path has one value: none comes twice in the lines, and none has another one in the form, whose
/// numbers are laid over `table`; `in_form` are the paths that these change.
fn check_once(lines: &[(String, Value)], in_form: &[&str], table: &Table) -> Result<(), String> {
    for (index, (path, value)) in lines.iter().enumerate() {
        if lines[..index].iter().any(|(known, _)| known == path) {
            return Err(format!("Other changes: found {} twice; allowed: each path once", quoted(path)));
        }
        let changed = in_form.contains(&path.as_str()) || in_form.contains(&list_of(path));
        if let Some(other) = value_at(table, path).filter(|other| changed && *other != value) {
            let (path, value) = (quoted(path), quoted(&value.to_string()));
            return Err(format!(
                "Other changes: found {path} = {value}, which is {other} in the form; allowed: one value"
            ));
        }
    }
    Ok(())
}

/// Returns the data of a game with a variant laid over it.
fn laid(info: &GameInfo, variant: &Variant) -> Result<Table, String> {
    let mut table: Table = toml::from_str(info.data).map_err(|error| error.to_string())?;
    for (path, value) in &variant.set {
        if let Some(old) = value_at_mut(&mut table, path) {
            *old = value.clone();
        }
    }
    Ok(table)
}

fn number_at(table: &Table, path: &str) -> Option<i64> {
    match value_at(table, path)? {
        Value::Integer(number) => Some(*number),
        Value::Boolean(on) => Some(i64::from(*on)),
        _ => None,
    }
}

fn put(table: &mut Table, path: &str, number: i64) {
    match value_at_mut(table, path) {
        Some(Value::Integer(old)) => *old = number,
        Some(Value::Boolean(old)) => *old = number != 0,
        _ => {}
    }
}

/// Returns the path that a variant sets for a number: that of the list, for a number in a list.
fn list_of(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((list, place)) if place.parse::<usize>().is_ok() => list,
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(more: &[(&str, &str)]) -> Result<Variant, String> {
        changed(&Fields::of(&[&[("game", "puerto-rico"), ("players", "4")], more].concat()))
    }

    #[test]
    fn a_form_makes_a_variant_that_the_game_takes() {
        let one = form(&[("n:building.factory.cost", "8"), ("n:rules.captain_bonus", "1")]).unwrap();
        assert_eq!((one.name.as_str(), one.set.len()), ("my-rules", 1));
        assert_eq!(one.set["building.factory.cost"], Value::Integer(8));
        // A number in a list changes the list.
        let list = form(&[("n:effect.factory.2", "2"), ("name", "more")]).unwrap();
        assert_eq!(list.set["effect.factory"].as_array().unwrap()[2], Value::Integer(2));
        let line = form(&[("more", "# a line\n\"building.factory.cost\" = 9\r\neffect.harbor=2")]).unwrap();
        assert_eq!(line.set.len(), 2);
        let same = form(&[("n:building.factory.cost", "9"), ("more", "building.factory.cost = 9")]).unwrap();
        assert_eq!(same.set.len(), 1, "the same twice is no contradiction");
        let swap = form(&[("from", "factory-university-swap"), ("n:effect.harbor", "2")]).unwrap();
        assert_eq!(swap.set.len(), 3, "{swap:?}");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (more, part) in [
            (&[][..], "Nothing is changed"),
            (&[("n:rules.captain_bonus", "1")], "Nothing is changed"),
            (
                &[("n:rules.captain_bonus", "99")],
                "rules.captain_bonus: found \"99\"; allowed: a whole number from 0 to 3",
            ),
            (&[("n:rules.captain_bonus", "x")], "found \"x\""),
            (&[("more", "building.factory.price = 8")], "building.factory.price"),
            (&[("more", "building.factory.cost = true")], "found true; allowed: a whole number"),
            (&[("more", "building.factory.cost")], "allowed: a path, = and a value"),
            (&[("more", "a = 1\nb = [")], "allowed: a path"),
            (&[("n:effect.harbor", "2"), ("name", "../x")], "The name: found"),
            (
                &[("n:effect.harbor", "2"), ("name", "standard")],
                "The name: found \"standard\"; allowed: not standard, and up to 40 letters, digits, '.', '_' and '-'",
            ),
            (&[("n:effect.harbor", "2"), ("name", "-x")], "beginning with none of '.' and '-'"),
            (
                &[("more", "building.harbor.cost = 9\n\"building.harbor.cost\" = 8")],
                "Other changes: found building.harbor.cost twice; allowed: each path once",
            ),
            (
                &[("n:building.factory.cost", "9"), ("more", "building.factory.cost = 8")],
                "Other changes: found building.factory.cost = 8, which is 9 in the form; allowed: one value",
            ),
            (
                &[("n:effect.factory.2", "2"), ("more", "effect.factory.2 = 3")],
                "found effect.factory.2 = 3, which is 2 in the form",
            ),
            (&[("more", "setup.4.start_tiles = [\"corn\"]")], "variant \"my-rules\": setup.4.start_tiles"),
            (&[("n:effect.harbor", "2"), ("from", "none")], "none"),
        ] {
            let why = form(more).unwrap_err();
            assert!(why.contains(part) && !why.contains('\n'), "{part}: {why}");
        }
    }

    #[test]
    fn every_game_has_a_form() {
        for game in game_names() {
            let numbers = Numbers::of(&Fields::of(&[("game", game)])).unwrap();
            assert_eq!(numbers.info.name, *game);
            assert!(numbers.numbers.iter().all(|number| !number.is_changed()), "{game}");
        }
    }
}
