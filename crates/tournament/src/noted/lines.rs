//! The lines of a noted game.

use std::path::Path;

use crate::plan::inputs::find_variant;
use tradewinds_arena::{ForcedDecisions, GameLog, LogEntry, Playable, Ruleset, find};
use tradewinds_game::{InputError, Origin, Seat, Variant, nearest};

/// The keys before the decisions.
const KEYS: [&str; 5] = ["game", "players", "variant", "scores", "forced"];

/// The parts of a file.
pub(super) struct Lines {
    pub(super) game: &'static dyn Playable,
    pub(super) table: Box<dyn Ruleset>,
    pub(super) log: GameLog,
    /// The line of each entry, and that of the points.
    pub(super) places: Vec<String>,
    pub(super) scores_place: String,
}

/// Reads the lines of a file; errors name the line.
pub(super) fn read(text: &str, base: &Path) -> Result<Lines, InputError> {
    let lines = text.lines().enumerate().map(|(index, line)| (format!("line {}", index + 1), line.trim()));
    let lines: Vec<(String, &str)> =
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    let keys = lines.iter().take_while(|(_, line)| is_key(line)).count();
    let (head, body) = lines.split_at(keys);
    if !head.iter().any(|(_, line)| key_of(line) == Some("players")) {
        check_key(body)?;
    }
    let head = Head::read(head, base)?;
    let (entries, places, ends) = read_entries(body, &head.names)?;
    let log = GameLog {
        names: head.names,
        variant: head.variant,
        entries,
        forced: head.forced,
        ends,
        scores: head.scores,
        ranks: None,
    };
    Ok(Lines { game: head.game, table: head.table, log, places, scores_place: head.scores_place })
}

/// Returns what stands before the colon of a line.
fn key_of(line: &str) -> Option<&str> {
    line.split_once(':').map(|(key, _)| key.trim())
}

fn is_key(line: &str) -> bool {
    key_of(line).is_some_and(|key| KEYS.contains(&key))
}

/// Refuses the first of the lines that are left where the players are not known if it is an unknown key: keys follow, or
/// it is like one.
fn check_key(lines: &[(String, &str)]) -> Result<(), InputError> {
    let Some((place, line)) = lines.first() else { return Ok(()) };
    let Some(key) = key_of(line) else { return Ok(()) };
    if nearest(key, KEYS).is_some() || lines.iter().any(|(_, line)| is_key(line)) {
        return Err(InputError::unknown_name(Origin::Unnamed, place, key, KEYS));
    }
    Ok(())
}

/// The lines before the decisions.
struct Head {
    game: &'static dyn Playable,
    table: Box<dyn Ruleset>,
    names: Vec<String>,
    variant: Variant,
    scores: Option<Vec<i32>>,
    scores_place: String,
    forced: ForcedDecisions,
}

impl Head {
    fn read(lines: &[(String, &str)], base: &Path) -> Result<Self, InputError> {
        let mut values: [Option<(&str, &str)>; KEYS.len()] = [None; KEYS.len()];
        for (place, line) in lines {
            let (key, value) = line.split_once(':').unwrap_or((line, ""));
            let index = KEYS.iter().position(|known| *known == key.trim()).unwrap_or(0);
            if values[index].replace((place, value.trim())).is_some() {
                return Err(InputError::conflict(Origin::Unnamed, place, line.to_string(), "each key once"));
            }
        }
        let [game, players, variant, scores, forced] = values;
        let (place, name) = game.ok_or_else(|| missing("game", "the name of a game"))?;
        let game = find(name).map_err(|error| error.with_origin(Origin::Unnamed).with_field(place))?;
        let (place, list) = players.ok_or_else(|| missing("players", "the names of the players"))?;
        let names = names(place, list)?;
        let variant = match variant {
            None => Variant::standard(),
            Some((place, entry)) => {
                let found = find_variant(&game.info(), entry, base);
                found.map_err(|error| error.with_origin(Origin::Unnamed).with_field(place))?.value
            }
        };
        let table = game.table(names.len(), &variant);
        let table = table.map_err(|error| error.with_origin(Origin::Unnamed).with_field(place))?;
        let forced = match forced {
            None | Some((_, "some")) => ForcedDecisions::Some,
            Some((_, "all")) => ForcedDecisions::All,
            Some((_, "none")) => ForcedDecisions::None,
            Some((place, other)) => {
                return Err(InputError::unknown_name(Origin::Unnamed, place, other, ["all", "some", "none"]));
            }
        };
        let scores_place = scores.map_or(String::new(), |(place, _)| place.to_owned());
        let scores = scores.map(|(place, list)| points(place, list, names.len())).transpose()?;
        Ok(Self { game, table, names, variant, scores, scores_place, forced })
    }
}

fn missing(key: &str, allowed: &str) -> InputError {
    InputError::missing(Origin::Unnamed, key, allowed)
}

/// Reads the names of the players.
fn names(place: &str, list: &str) -> Result<Vec<String>, InputError> {
    let names: Vec<String> = list.split(',').map(|name| name.trim().to_owned()).collect();
    let is_bad = |(index, name): &(usize, &String)| {
        name.is_empty()
            || *name == "?"
            || name.contains(':')
            || names[..*index].contains(name)
            || KEYS.contains(&name.as_str())
    };
    match names.iter().enumerate().find(is_bad) {
        None => Ok(names),
        Some((_, name)) => {
            let allowed =
                "different names, with commas between them, without : and other than ? and the keys";
            Err(InputError::new(Origin::Unnamed, place, format!("{name:?}"), allowed))
        }
    }
}

/// Reads the points of each player.
fn points(place: &str, list: &str, players: usize) -> Result<Vec<i32>, InputError> {
    let points: Vec<i32> = list.split(',').filter_map(|number| number.trim().parse().ok()).collect();
    if points.len() == players && list.split(',').count() == players {
        return Ok(points);
    }
    let allowed = format!("{players} whole numbers, with commas between them");
    Err(InputError::new(Origin::Unnamed, place, format!("{list:?}"), allowed))
}

/// Reads the decisions, with the line of each, and returns whether they go on to the end of the game.
fn read_entries(
    lines: &[(String, &str)],
    names: &[String],
) -> Result<(Vec<LogEntry>, Vec<String>, bool), InputError> {
    let refuse = |place: &str, found: &str, allowed: &str| {
        Err(InputError::new(Origin::Unnamed, place, format!("{found:?}"), allowed))
    };
    let (mut entries, mut places) = (Vec::<LogEntry>::new(), Vec::new());
    let (mut groups, mut open) = (0, None);
    for (index, (place, line)) in lines.iter().enumerate() {
        match (*line, open) {
            ("{", None) => {
                groups += 1;
                open = Some(entries.len());
            }
            ("}", Some(_)) => open = None,
            ("{" | "}" | "…" | "...", _)
                if index + 1 < lines.len() || open.is_some() || line.starts_with(['{', '}']) =>
            {
                return refuse(
                    place,
                    line,
                    "a decision; { and } around some whose order is unknown; … at the end",
                );
            }
            ("…" | "...", _) => return Ok((entries, places, false)),
            (decision, _) => {
                let Some((name, text)) = decision.split_once(':') else {
                    return refuse(place, decision, "NAME: DECISION, such as `Anna: pass`");
                };
                let (name, text) = (name.trim(), text.trim());
                let seat = names.iter().position(|known| known == name);
                if seat.is_none() && name != "?" {
                    let known = names.iter().map(String::as_str).chain(["?"]);
                    return Err(InputError::unknown_name(Origin::Unnamed, place, name, known));
                }
                if text.is_empty() {
                    return refuse(place, decision, "a decision, or ? for an unknown one");
                }
                if open.is_some_and(|begin| entries.len() - begin >= LogEntry::MOST_IN_GROUP) {
                    let allowed = format!("at most {} decisions in a group", LogEntry::MOST_IN_GROUP);
                    return refuse(place, decision, &allowed);
                }
                let group = if open.is_some() { groups } else { 0 };
                entries.push(LogEntry { seat: seat.map(Seat::new), text: text.to_owned(), group });
                places.push(place.clone());
            }
        }
    }
    if open.is_some() {
        let last = lines.last().map_or("", |(place, _)| place);
        return refuse(last, "the end of the file", "} after a group");
    }
    if entries.is_empty() {
        return Err(InputError::missing(Origin::Unnamed, "", "decisions, a line each, such as `Anna: pass`"));
    }
    Ok((entries, places, true))
}
