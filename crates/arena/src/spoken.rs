//! A game under way in words.

use tradewinds_game::{CompleteGame, Phrase, Seat, speech};

use super::under_way::UnderWay;

/// A game under way in words for people. `names` has a name for each seat.
pub trait Spoken {
    /// Asks the seat that decides for its decision.
    fn prompt(&self, names: &[String]) -> String;

    /// Puts a legal action into words.
    ///
    /// # Panics
    /// If the index is out of range.
    fn phrase(&self, action: usize, names: &[String]) -> Phrase;

    /// Puts all legal actions into words, in the game's order.
    fn phrases(&self, names: &[String]) -> Vec<Phrase>;

    /// Puts into words what others see of the decision at hand if they do not see the action.
    fn hidden(&self) -> Phrase;

    /// Lists the numbers of each seat that people follow, with their nouns.
    fn counters(&self) -> Vec<Vec<(&'static str, i64)>>;

    /// Says why the game is over, as a sentence; empty while it continues.
    fn ending(&self) -> String;

    /// Writes an action of the game in notation for people, as [`speech::with_seat_number`] does.
    fn notation(&self, action: &str) -> String;
}

impl<G: CompleteGame> Spoken for UnderWay<G> {
    fn prompt(&self, names: &[String]) -> String {
        self.game().prompt(&self.state, names)
    }

    fn phrase(&self, action: usize, names: &[String]) -> Phrase {
        self.game().phrase(&self.state, self.actions()[action], names)
    }

    fn phrases(&self, names: &[String]) -> Vec<Phrase> {
        let phrase = |&action: &G::Action| self.game().phrase(&self.state, action, names);
        self.actions().iter().map(phrase).collect()
    }

    fn hidden(&self) -> Phrase {
        self.game().hidden(&self.state)
    }

    fn counters(&self) -> Vec<Vec<(&'static str, i64)>> {
        Seat::all(self.game().players()).map(|seat| self.game().counters(&self.state, seat)).collect()
    }

    fn ending(&self) -> String {
        speech::ending::<G>(&self.game().end_reason(&self.state))
    }

    fn notation(&self, action: &str) -> String {
        speech::with_seat_number::<G>(action)
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_game::{Dice as _, Seat, Seed, Variant};

    use crate::{NAMES, find};

    /// Marks in place of names, which occur in no other text.
    fn marks(players: usize) -> Vec<String> {
        Seat::all(players).map(|seat| format!("\0{}\0", seat.number())).collect()
    }

    #[test]
    fn every_decision_action_and_end_of_our_games_has_words() {
        for name in NAMES {
            let (game, mut named) = (find(name).unwrap(), 0);
            assert_ne!(game.info().title, *name);
            for players in game.info().players {
                let table = game.table(players, &Variant::standard()).unwrap();
                let mut game = table.deal(Seed(1), Seed(2));
                let (mut rng, names) = (Seed(3).rng(), marks(players));
                while game.to_act().is_some() {
                    assert_eq!(game.ending(), "");
                    assert!(!game.prompt(&names).starts_with("Decide: "), "{name}");
                    let legal = game.legal();
                    for (index, (action, phrase)) in legal.iter().zip(game.phrases(&names)).enumerate() {
                        assert_eq!(game.phrase(index, &names), phrase);
                        let order = phrase.order();
                        assert!(!order.starts_with("Play "), "{name}: {order}");
                        // The seat that the words name is the one that notation names for people.
                        let seat = order.split('\0').nth(1).map(|number| format!(" seat {number}"));
                        let notation = game.notation(action);
                        match seat {
                            Some(seat) => assert!(notation.ends_with(&seat), "{name}: {notation}"),
                            None => assert_eq!(notation, *action),
                        }
                        named += usize::from(notation != *action);
                    }
                    game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                }
                let ending = game.ending();
                assert!(ending.ends_with('.') && ending.contains(' '), "{name}: {ending}");
                assert_eq!(game.counters().len(), players);
            }
            let names_seats = ["mundus-novus", "age-of-discovery"].contains(name);
            assert_eq!(named > 0, names_seats, "{name}: {named} actions name a seat");
        }
    }
}
