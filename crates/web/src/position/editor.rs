//! What is done to a position on its page: clicks on things of the board, steps of single fields, undo. What was typed
//! stays, even if the game refuses the position; the board is that of the last position that it took.

use serde_json::Value;
use tradewinds_game::{InputError, Seat};
use tradewinds_sitting::Session;

use super::field::{Does, Field, Item, Part, click, items};
use super::vocabulary::Vocabulary;
use super::{Draft, parse};
use crate::form::Fields;

/// The most changes that can be undone.
const MOST_UNDONE: usize = 12;

/// A position that is being changed.
pub(crate) struct Editor {
    pub(crate) draft: Draft,
    pub(crate) vocabulary: Vocabulary,
    /// The game's opinion of the position.
    pub(crate) session: Result<Session, InputError>,
    /// The last position that the game took, if it refuses this one.
    last: Option<(Draft, Session)>,
    /// What a click does, and the seat for which it does that.
    pub(crate) does: Does,
    pub(crate) seat: usize,
    /// The mark of the thing that is shown beside the board; empty before the first click.
    pub(crate) mark: String,
    /// The positions before, the oldest first.
    pub(crate) past: Vec<Value>,
    /// Whether piles that nobody knows were given up, so that the game takes the change.
    pub(crate) is_drawn_anew: bool,
}

impl Editor {
    /// Begins with a position.
    pub(crate) fn new(draft: Draft) -> Self {
        Self {
            vocabulary: draft.vocabulary(),
            session: draft.session(),
            draft,
            last: None,
            does: Does::default(),
            seat: 0,
            mark: String::new(),
            past: Vec::new(),
            is_drawn_anew: false,
        }
    }

    /// Reads the form of the page, and does what its button asks for.
    pub(crate) fn of_form(fields: &Fields) -> Result<Self, String> {
        let draft = Draft::of_form(fields)?;
        let before = Draft {
            position: parse(fields.get("now")).or_else(|_| parse(fields.get("base")))?,
            ..draft.clone()
        };
        let mut editor = Self::new(draft);
        let does = Does::ALL.into_iter().find(|does| does.word() == fields.get("does"));
        editor.does = does.unwrap_or_default();
        let seat = fields.number("seat").unwrap_or(0);
        editor.seat = if seat < editor.draft.players() { seat } else { 0 };
        editor.mark = fields.get("mark").to_owned();
        editor.past = fields
            .all()
            .filter(|(name, _)| *name == "past")
            .filter_map(|(_, text)| parse(text).ok())
            .collect();
        let taken = match parse(fields.get("valid")) {
            Ok(position) => Draft { position, ..before.clone() },
            Err(_) => before.clone(),
        };
        let act = fields.get("do");
        if act == "undo" {
            if let Some(position) = editor.past.pop() {
                editor.put(position);
            }
        } else {
            editor.act(act, fields, &taken);
            if editor.draft.position != before.position {
                editor.past.push(before.position);
                let first = editor.past.len().saturating_sub(MOST_UNDONE);
                editor.past.drain(..first);
            }
        }
        if editor.session.is_err() {
            editor.last = taken.session().ok().map(|session| (taken, session));
        }
        Ok(editor)
    }

    /// Does what a click on the board, or a button beside it, asks for.
    fn act(&mut self, act: &str, fields: &Fields, taken: &Draft) {
        let (does, found) = if let Some(mark) = act.strip_prefix("press:") {
            mark.clone_into(&mut self.mark);
            let found = items(mark, self.seat);
            if let Some(seat) = found.first().and_then(|item| seat_of(&item.field)) {
                self.seat = seat.min(self.draft.players().saturating_sub(1));
            }
            (self.does, found)
        } else if let Some(change) = act.strip_prefix("change:") {
            (Does::Put, items(change, self.seat))
        } else if let Some(field) = act.strip_prefix("set:") {
            let word = fields.get(&format!("to:{field}"));
            (Does::Put, items(&format!("+{field}={word}"), self.seat))
        } else if let Some(list) = act.strip_prefix("more:") {
            let word = fields.get(&format!("to:{list}"));
            (Does::Put, items(&format!("+{list}#{word}"), self.seat))
        } else {
            return;
        };
        let mut position = self.draft.position.clone();
        click(&found, does, &mut position, &self.vocabulary);
        if position == self.draft.position {
            return;
        }
        self.put(position);
        if self.session.is_err() {
            self.draw_anew(&found, taken);
        }
    }

    fn put(&mut self, position: Value) {
        self.draft.position = position;
        self.session = self.draft.session();
    }

    /// Tries whether the game takes the position with piles that nobody knows: what was put on the table then comes
    /// from them.
    fn draw_anew(&mut self, changed: &[Item], taken: &Draft) {
        let Ok(session) = taken.named_session() else { return };
        let of_all = hidden(&session, &self.draft, changed);
        for places in [&of_all.0, &of_all.1] {
            let mut draft = self.draft.clone();
            for place in places {
                if let Some(value) = draft.position.pointer_mut(place) {
                    *value = Value::Null;
                }
            }
            if draft.position != self.draft.position
                && let Ok(session) = draft.session()
            {
                (self.draft, self.session, self.is_drawn_anew) = (draft, Ok(session), true);
                return;
            }
        }
    }

    /// Returns what the board is drawn from, and whether that is the position itself.
    pub(crate) fn board(&self) -> Option<(&Session, bool)> {
        match (&self.last, &self.session) {
            (Some((_, session)), _) => Some((session, false)),
            (None, Ok(session)) => Some((session, true)),
            (None, Err(_)) => None,
        }
    }

    /// Returns the last position that the game took, if it refuses this one.
    pub(crate) fn last(&self) -> Option<&Value> {
        self.last.as_ref().map(|(last, _)| &last.position)
    }

    /// Lists the fields of the thing that is shown beside the board.
    pub(crate) fn shown(&self) -> Vec<Item> {
        let mut shown: Vec<Item> = Vec::new();
        for item in items(&self.mark, self.seat) {
            if !shown.iter().any(|other| other.field == item.field) {
                shown.push(item);
            }
        }
        shown
    }

    /// Returns whether the numbers at a place are seats.
    pub(crate) fn is_of_seats(&self, place: &str) -> bool {
        let values = self.vocabulary.values(place);
        let is_seat = |value: &Value| value.as_u64().is_some_and(|seat| seat < self.draft.players() as u64);
        values.contains(&Value::from(0))
            && values.len() > 1
            && values.iter().all(|value| value.is_null() || is_seat(value))
    }
}

/// Returns the seat if a field is all that a player has.
fn seat_of(field: &Field) -> Option<usize> {
    (field.part == Part::Whole).then(|| field.pointer.strip_prefix("/players/")?.parse().ok()).flatten()
}

/// Lists the places of a position that no seat sees in another one, but for those that have just been changed; then
/// the same with what a player has and some seat does not see.
fn hidden(session: &Session, draft: &Draft, changed: &[Item]) -> (Vec<String>, Vec<String>) {
    let views = Seat::all(draft.players()).map(|seat| session.shown(seat).position().clone());
    let unseen: Vec<Vec<String>> = views
        .map(|view| {
            let mut places = Vec::new();
            nulls(&draft.position, &view, String::new(), &mut places);
            places
        })
        .collect();
    let is_changed = |place: &String| {
        changed.iter().any(|Item { field, .. }| {
            field.pointer.starts_with(place.as_str()) || place.starts_with(&field.pointer)
        })
    };
    let mut by_all = unseen.first().cloned().unwrap_or_default();
    by_all.retain(|place| unseen.iter().all(|own| own.contains(place)) && !is_changed(place));
    let own =
        unseen.into_iter().flatten().filter(|place| place.starts_with("/players/") && !is_changed(place));
    let also = by_all.iter().cloned().chain(own).collect();
    (by_all, also)
}

/// Collects the places that are unknown in a view and known in a position.
fn nulls(position: &Value, view: &Value, place: String, places: &mut Vec<String>) {
    match (position, view) {
        (Value::Null, _) => {}
        (_, Value::Null) => places.push(place),
        (Value::Object(own), Value::Object(seen)) => {
            for (key, value) in own {
                if let Some(seen) = seen.get(key) {
                    nulls(value, seen, format!("{place}/{}", super::escaped(key)), places);
                }
            }
        }
        (Value::Array(own), Value::Array(seen)) if own.len() == seen.len() => {
            for (index, (value, seen)) in own.iter().zip(seen).enumerate() {
                nulls(value, seen, format!("{place}/{index}"), places);
            }
        }
        _ => {}
    }
}
