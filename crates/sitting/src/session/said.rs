//! Actions as people type them.

use tradewinds_arena::Match;
use tradewinds_game::quoted;

use super::{LegalAction, Session};

/// Finds the action that a person means by a number of the list, by notation, or by words of the order that no other
/// action has.
///
/// # Errors
/// A sentence: nothing fits, or several actions do.
pub fn read_action<'a>(text: &str, offers: &'a [LegalAction]) -> Result<&'a LegalAction, String> {
    let text = text.trim();
    let by_number = text.parse::<usize>().ok().and_then(|number| offers.get(number.checked_sub(1)?));
    if let Some(offer) = by_number.or_else(|| offers.iter().find(|offer| offer.action == text)) {
        return Ok(offer);
    }
    let said = words(text);
    let means = |offer: &&LegalAction| {
        let has = |line: &str| {
            let line = words(line);
            said.iter().all(|word| line.iter().any(|other| other.starts_with(word.as_str())))
        };
        !said.is_empty() && (has(&offer.order) || has(&offer.action))
    };
    let equal = |offer: &&LegalAction| words(&offer.order) == said || words(&offer.action) == said;
    if let Some(offer) = offers.iter().find(equal) {
        return Ok(offer);
    }
    let meant: Vec<&LegalAction> = offers.iter().filter(means).collect();
    match meant.as_slice() {
        [offer] => Ok(offer),
        [] => Err(format!(
            "{:?} is no move here: type a number from 1 to {}, or words of a move.",
            quoted(text),
            offers.len()
        )),
        [first, second, others @ ..] => {
            let said = quoted(text);
            let two = format!("{said:?} can mean “{}” or “{}”", first.order, second.order);
            let others = match others.len() {
                0 => String::new(),
                1 => ", or one other".to_owned(),
                number => format!(", or one of {number} others"),
            };
            Err(format!("{two}{others}: type more of the words, or the number."))
        }
    }
}

/// Splits text into words in small letters.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

/// Lists the legal actions of a game with their words.
pub(super) fn offers_of(game: &dyn Match, names: &[String]) -> Vec<LegalAction> {
    let offers = game.legal().into_iter().zip(game.phrases(names));
    offers.map(|(action, phrase)| LegalAction { action, order: phrase.order() }).collect()
}

impl Session {
    /// Reads what the seat that decides has typed: one action, or several of the run at hand between semicolons.
    ///
    /// # Errors
    /// A sentence for that seat.
    pub fn said(&self, text: &str) -> Result<Vec<String>, String> {
        let (seat, run) = (self.to_act(), self.joint().map(|joint| joint.name));
        let (mut game, mut actions) = (self.game.copied(), Vec::new());
        for part in text.split(';') {
            let is_of_run =
                run.is_some() && game.to_act() == seat && game.joint().map(|joint| joint.name) == run;
            if !actions.is_empty() && !is_of_run {
                let part = quoted(part.trim());
                return Err(format!("{part:?} belongs to another decision: type it when that is asked for."));
            }
            let action = read_action(part, &offers_of(&*game, &self.names))?.action.clone();
            game.play(&action).map_err(|error| error.to_string())?;
            actions.push(action);
        }
        Ok(actions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_read_by_number_notation_and_words() {
        let offer =
            |action: &str, order: &str| LegalAction { action: action.to_owned(), order: order.to_owned() };
        let offers = [
            offer("take corn", "Take the corn plantation"),
            offer("build hospice", "Build the hospice for 1 (of 11)"),
            offer("build harbor", "Build the harbor for 5 (of 11)"),
            offer("pass", "Pass"),
        ];
        let read = |text: &str| read_action(text, &offers).map(|offer| offer.action.as_str());
        assert_eq!(read("4"), Ok("pass"));
        assert_eq!(read("take corn"), Ok("take corn"));
        assert_eq!(read("Corn"), Ok("take corn"));
        assert_eq!(read(" hosp "), Ok("build hospice"));
        assert_eq!(read("Build the harbor for 5 (of 11)"), Ok("build harbor"));
        let two = "“Build the hospice for 1 (of 11)” or “Build the harbor for 5 (of 11)”";
        let more = "type more of the words, or the number.";
        assert_eq!(read("build").unwrap_err(), format!("\"build\" can mean {two}: {more}"));
        let many = ["corn", "coffee", "indigo", "sugar"].map(|kind| offer(kind, &format!("Take {kind}")));
        let read = |count: usize| read_action("take", &many[..count]).unwrap_err();
        assert_eq!(read(3), format!("\"take\" can mean “Take corn” or “Take coffee”, or one other: {more}"));
        assert_eq!(
            read(4),
            format!("\"take\" can mean “Take corn” or “Take coffee”, or one of 2 others: {more}")
        );
        let read = |text: &str| read_action(text, &offers).map(|offer| offer.action.as_str());
        for nonsense in ["", "0", "5x", "sail", "99"] {
            assert!(read(nonsense).unwrap_err().contains("from 1 to 4"), "{nonsense}");
        }
        // Found by hostile inputs: the page said all of it.
        assert!(read(&"x".repeat(60_000)).unwrap_err().len() < 400);
    }
}
