//! What a form asks to be played: an action, the pieces of decisions that are made as one, or typed words.

use std::sync::Arc;

use tradewinds_game::{Pieces, quoted};

use super::desk::{Back, Desk, Refusal};
use super::form::Fields;

/// Lists the actions of a form in the order in which they are to be played.
pub(crate) fn actions(fields: &Fields) -> Vec<String> {
    let actions: Vec<String> = fields.beginning("a").filter(is_whole_name).map(value).collect();
    if actions.is_empty() { vec![String::new()] } else { actions }
}

fn is_whole_name(field: &(&str, &str)) -> bool {
    field.0.is_empty()
}

fn value((_, value): (&str, &str)) -> String {
    value.to_owned()
}

/// Reads the pieces of a form: a number on a spot (`p.SPOT=2`), or the spot of a single piece (`one.PILE=SPOT`).
///
/// # Errors
/// A sentence that names the field that is no number.
pub(crate) fn pieces(fields: &Fields) -> Result<Pieces, String> {
    let mut pieces = Pieces::new();
    for (spot, text) in fields.beginning("p.") {
        let count = match text.trim() {
            "" => 0,
            text => text.parse().map_err(|_| format!("{} is no number for {spot}", quoted(text)))?,
        };
        pieces.insert(spot.to_owned(), count);
    }
    for (_, spot) in fields.beginning("one.").filter(|(_, spot)| !spot.is_empty()) {
        let count = pieces.entry(spot.to_owned()).or_insert(0);
        *count = count.saturating_add(1);
    }
    Ok(pieces)
}

/// Does what a reader has typed: an action in words or by number, or one of the words for what has a button.
pub(crate) fn say(desk: &Arc<Desk>, screen: usize, version: &str, text: &str) -> Result<(), Refusal> {
    match text.trim().to_lowercase().as_str() {
        "" => Err(Refusal(409, "Type the number of a move, or some of its words.".to_owned())),
        "h" | "hint" => desk.hint(screen),
        "u" | "undo" => desk.back(screen, Some(version), Back::Undo),
        "as before" => desk.act(screen, version, |session| {
            let joint = session.joint().ok_or("nothing stood before")?;
            session.sequence(&joint.within(&session.stood()))
        }),
        "fill" => desk.act(screen, version, |session| {
            let joint = session.joint().ok_or("there is nothing to fill")?;
            session.sequence(&joint.filled(&session.stood()))
        }),
        _ => desk.act(screen, version, |session| session.said(text)),
    }
}
