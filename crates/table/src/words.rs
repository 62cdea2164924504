//! Actions and decisions in words, for people.

mod age_of_discovery;
mod francis_drake;
mod mundus_novus;
mod plain;
mod puerto_rico;

use serde_json::Value;
use tradewinds_game::Seat;
pub use tradewinds_game::counted as count;

/// An action as a verb and its objects, so that it can be an order ("Take the mayor") and a report ("Anna takes
/// the mayor").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    verb: String,
    rest: String,
}

impl Phrase {
    /// Makes a phrase of a verb in its base form and the rest of the sentence.
    pub(crate) fn new(verb: &str, rest: impl Into<String>) -> Self {
        Self { verb: verb.to_owned(), rest: rest.into() }
    }

    /// Writes the phrase as an order: "Take the mayor".
    #[must_use]
    pub fn order(&self) -> String {
        capital(&join(&self.verb, &self.rest))
    }

    /// Writes the phrase as a report: "Anna takes the mayor", "You take the mayor".
    #[must_use]
    pub fn report(&self, name: &str) -> String {
        if name == "You" {
            return format!("You {}", join(&self.verb, &self.rest));
        }
        format!("{name} {}", join(&third_person(&self.verb), &self.rest))
    }
}

fn join(verb: &str, rest: &str) -> String {
    if rest.is_empty() { verb.to_owned() } else { format!("{verb} {rest}") }
}

/// Returns the verb as it follows a name; a verb of several words changes its first.
fn third_person(verb: &str) -> String {
    let (first, more) = verb.split_once(' ').map_or((verb, ""), |(first, more)| (first, more));
    let changed = if ["s", "sh", "ch", "x", "o"].iter().any(|end| first.ends_with(end)) {
        format!("{first}es")
    } else if first.ends_with('y') && !first.ends_with("ay") && !first.ends_with("oy") {
        format!("{}ies", &first[..first.len() - 1])
    } else {
        format!("{first}s")
    };
    join(&changed, more)
}

/// Writes the first letter as a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The circumstances in which an action is put into words.
pub struct Moment<'a> {
    /// The kind of the decision, one of the game's own words.
    pub kind: &'a str,
    /// The position before the action, as the reader sees it.
    pub view: &'a Value,
    /// The names of the seats.
    pub names: &'a [String],
}

impl Moment<'_> {
    /// Returns the name of a seat whose number is a word of an action.
    fn name(&self, seat: &str) -> String {
        let seat = seat.parse::<usize>().ok().and_then(|seat| self.names.get(seat));
        seat.cloned().unwrap_or_default()
    }
}

/// A number of each player that people follow: its name and where the position has it.
pub(crate) type Counter = (&'static str, &'static str);

/// The words of one game.
pub(crate) trait Words: Sync {
    /// Returns the game's name as people write it.
    fn title(&self) -> &'static str;

    /// Returns what the game calls a round.
    fn round(&self) -> &'static str {
        "Round"
    }

    /// Asks the seat that decides for its decision.
    fn prompt(&self, moment: &Moment<'_>) -> String;

    /// Puts an action into words.
    fn phrase(&self, moment: &Moment<'_>, action: &[&str]) -> Option<Phrase>;

    /// Puts into words what others see of a decision of this kind if they do not see the action.
    fn hidden(&self, kind: &str) -> Phrase {
        let _ = kind;
        Phrase::new("decide", "in secret")
    }

    /// Describes a public outcome of a decision of this kind.
    fn outcome(&self, kind: &str, outcome: u8) -> &'static str {
        let _ = (kind, outcome);
        ""
    }

    /// Says why a game is over, from a reason of its record.
    fn ending(&self, reason: &str) -> Option<&'static str> {
        let _ = reason;
        None
    }

    /// Lists the numbers of a player that a report mentions when they change.
    fn counters(&self) -> &'static [Counter] {
        &[]
    }
}

/// Returns the words of a game.
fn words(game: &str) -> &'static dyn Words {
    match game {
        "puerto-rico" => &puerto_rico::PuertoRico,
        "mundus-novus" => &mundus_novus::MundusNovus,
        "age-of-discovery" => &age_of_discovery::AgeOfDiscovery,
        "francis-drake" => &francis_drake::FrancisDrake,
        _ => &plain::Plain,
    }
}

pub use mundus_novus::development;

/// Returns a game's name as people write it.
#[must_use]
pub fn title(game: &str) -> &'static str {
    words(game).title()
}

/// Returns what a game calls a round.
#[must_use]
pub fn round(game: &str) -> &'static str {
    words(game).round()
}

/// Asks the seat that decides for its decision: "Choose a role".
#[must_use]
pub fn prompt(game: &str, moment: &Moment<'_>) -> String {
    words(game).prompt(moment)
}

/// Puts an action into words. Text that the game's words do not cover is shown as it is.
#[must_use]
pub fn phrase(game: &str, moment: &Moment<'_>, action: &str) -> Phrase {
    let parts: Vec<&str> = action.split(' ').collect();
    let found = words(game).phrase(moment, &parts);
    found.unwrap_or_else(|| Phrase::new("play", action))
}

/// Writes an action in notation for people: where it names a seat, which notation counts from 0, by the seat's number:
/// "master 2" is "master seat 3".
#[must_use]
pub fn notation(game: &str, kind: &str, view: &Value, players: usize, action: &str) -> String {
    // Marks in place of names, which occur in no other text.
    let names: Vec<String> = Seat::all(players).map(|seat| format!("\0{}\0", seat.index())).collect();
    let order = phrase(game, &Moment { kind, view, names: &names }, action).order();
    let mut parts: Vec<String> = action.split(' ').map(str::to_owned).collect();
    for seat in Seat::all(players).filter(|seat| order.contains(&names[seat.index()])) {
        if let Some(part) = parts.iter_mut().rev().find(|part| **part == seat.index().to_string()) {
            *part = format!("seat {}", seat.number());
        }
    }
    parts.join(" ")
}

/// Puts into words what others see of a decision of this kind if they do not see the action.
#[must_use]
pub fn hidden(game: &str, kind: &str) -> Phrase {
    words(game).hidden(kind)
}

/// Describes a public outcome of a decision; empty if there is nothing to say.
#[must_use]
pub fn outcome(game: &str, kind: &str, outcome: u8) -> &'static str {
    words(game).outcome(kind, outcome)
}

/// Says why a game is over, as a sentence; a reason that the game's words do not cover is shown as it is.
#[must_use]
pub fn ending(game: &str, reason: &str) -> String {
    let parts = reason.split('+').filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.map(|part| words(game).ending(part).unwrap_or(part)).collect();
    if parts.is_empty() { String::new() } else { format!("{}.", capital(&parts.join(", and "))) }
}

/// Lists what a seat's decision changed in the numbers that people follow, from one reader's views before and after it;
/// the changes of that seat itself come without its name.
#[must_use]
pub fn changes(game: &str, mover: usize, before: &Value, after: &Value, names: &[String]) -> Vec<String> {
    let mut changes = Vec::new();
    for (seat, name) in names.iter().enumerate() {
        let mut parts = Vec::new();
        for (field, noun) in words(game).counters() {
            let value = |view: &Value| view["players"][seat][*field].as_i64().unwrap_or(0);
            let change = value(after) - value(before);
            if change != 0 {
                let noun =
                    count(change.unsigned_abs(), noun).split_once(' ').map_or(String::new(), |p| p.1.into());
                parts.push(format!("{}{} {noun}", if change > 0 { "+" } else { "−" }, change.abs()));
            }
        }
        match parts.join(", ") {
            parts if parts.is_empty() => {}
            parts if seat == mover => changes.insert(0, parts),
            parts => changes.push(format!("{name} {parts}")),
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_for_an_end_has_a_sentence() {
        for (game, reason, sentence) in [
            (
                "puerto-rico",
                "colonists+vp+city",
                "The colonists ran out, and the VP chips ran out, and a city is full.",
            ),
            ("mundus-novus", "perfect", "A perfect combination was laid."),
            ("mundus-novus", "money", "Somebody has doubloons enough to end the game."),
            ("mundus-novus", "queue", "The developments ran out."),
            ("age-of-discovery", "turns", "The last turn is over."),
            ("francis-drake", "voyages", "The last voyage is over."),
            ("francis-drake", "", ""),
            ("chess", "stalemate", "Stalemate."),
        ] {
            assert_eq!(ending(game, reason), sentence);
        }
    }

    #[test]
    fn a_seat_in_notation_has_its_number_for_people() {
        for (game, action, text) in [
            ("mundus-novus", "take potato from 2", "take potato from seat 3"),
            ("mundus-novus", "master 0", "master seat 1"),
            ("mundus-novus", "develop 2", "develop 2"),
            ("age-of-discovery", "battle canada 1", "battle canada seat 2"),
            ("age-of-discovery", "bid 2", "bid 2"),
            ("puerto-rico", "place 0 indigo", "place 0 indigo"),
            ("chess", "take 2", "take 2"),
        ] {
            assert_eq!(notation(game, "", &Value::Null, 3, action), text);
        }
    }

    #[test]
    fn verbs_follow_a_name() {
        for (verb, third) in [
            ("take", "takes"),
            ("pass", "passes"),
            ("carry on", "carries on"),
            ("stay", "stays"),
            ("go", "goes"),
        ] {
            assert_eq!(third_person(verb), third);
        }
        let phrase = Phrase::new("take", "the mayor");
        assert_eq!(
            (phrase.order(), phrase.report("Anna")),
            ("Take the mayor".into(), "Anna takes the mayor".into())
        );
    }
}
