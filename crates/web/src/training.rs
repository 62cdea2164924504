//! The puzzles of finished games, and which of them are due.

use std::sync::Arc;

use tradewinds_review::{Deck, Progressed, Reviewed, today};
use tradewinds_sitting::{Sitter, to_record};

use super::desk::{Desk, Scene};
use super::house::House;

/// A flagged decision of a table's game.
pub(crate) struct Asked {
    /// The table's name.
    pub(crate) table: String,
    /// The number of the decision in the record.
    pub(crate) decision: usize,
    pub(crate) known: Progressed,
}

/// All puzzles of some games.
pub(crate) struct Training {
    pub(crate) puzzles: Vec<Asked>,
    pub(crate) day: u64,
}

impl Training {
    /// Collects the puzzles of all games that were reviewed, and returns the number of those whose reviews are being
    /// read: a review that was made before the program was started is read again.
    pub(crate) fn of_house(house: &House) -> (Result<Self, String>, usize) {
        let (ready, waits) = reviewed(house);
        (Self::of(house, &ready), waits)
    }

    /// Collects the puzzles of a table, and returns whether its review is being made or read; those that it has flagged
    /// so far are asked meanwhile.
    pub(crate) fn of_table(house: &House, desk: &Arc<Desk>) -> (Result<Self, String>, bool) {
        desk.take_up_review();
        let waits = desk.scene().review_of_line().is_some_and(|reviewed| reviewed.is_running);
        (Self::of(house, std::slice::from_ref(desk)), waits)
    }

    fn of(house: &House, desks: &[Arc<Desk>]) -> Result<Self, String> {
        let mut found: Vec<(&str, usize, String)> = Vec::new();
        for desk in desks {
            let scene = desk.scene();
            let key = key(&scene, &desk.id);
            let decisions = puzzles_of(&scene).into_iter().map(|reviewed| reviewed.judged.decision);
            found.extend(decisions.map(|decision| (&*desk.id, decision, Deck::puzzle(key, decision))));
        }
        house.with_deck(|deck| {
            let asked = |(table, decision, puzzle): (&str, usize, String)| Asked {
                table: table.to_owned(),
                decision,
                known: deck.of(&puzzle),
            };
            Ok(Self { puzzles: found.into_iter().map(asked).collect(), day: today() })
        })
    }

    /// Returns the puzzle that is asked next: what was never asked comes first. With `all`, those that are not due are
    /// asked, too.
    pub(crate) fn next(&self, all: bool) -> Option<&Asked> {
        let due = self.puzzles.iter().filter(|puzzle| all || puzzle.known.is_due(self.day));
        due.min_by_key(|puzzle| puzzle.known.answers)
    }
}

/// Lists the tables whose games are reviewed, and counts those whose reviews are being made or read.
pub(crate) fn reviewed(house: &House) -> (Vec<Arc<Desk>>, usize) {
    let (mut waits, mut ready) = (0, Vec::new());
    for desk in house.desks() {
        desk.take_up_review();
        match desk.scene().review_of_line() {
            Some(reviewed) if reviewed.is_running => waits += 1,
            Some(_) => ready.push(desk),
            None => {}
        }
    }
    (ready, waits)
}

/// Returns the checksum of the record of a table's game, by which its puzzles are named.
fn key(scene: &Scene, id: &str) -> u32 {
    to_record(&scene.session, id).crc.unwrap_or(0)
}

/// Lists the flagged decisions of the people at a table, or of all seats where nobody but bots sat.
pub(crate) fn puzzles_of(scene: &Scene) -> Vec<Reviewed> {
    let seats = &scene.session.spec().seats;
    let has_people = seats.iter().any(Sitter::is_person);
    let review = scene.review_of_line().and_then(|reviewed| reviewed.review.clone());
    let flagged = review.iter().flat_map(|review| review.flagged());
    flagged.filter(|reviewed| !has_people || seats[reviewed.judged.seat].is_person()).cloned().collect()
}

/// Keeps an answer to a puzzle.
pub(crate) fn keep(
    house: &House,
    scene: &Scene,
    table: &str,
    decision: usize,
    right: bool,
) -> Result<(), String> {
    let puzzle = Deck::puzzle(key(scene, table), decision);
    house.with_deck(|deck| deck.answer(&puzzle, today(), right).map(drop))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use tradewinds_arena::game_names;

    use super::*;
    use crate::house::NewTable;

    /// Two people who answered at the same moment read that another program had the file.
    #[test]
    fn answers_that_come_together_are_all_kept() {
        let folder = tempfile::tempdir().expect("there is room");
        let house = House::open(folder.path()).expect("the folder is ours");
        let bots = vec![Sitter::Bot { preset: "random".to_owned() }; 3];
        let new = NewTable {
            game: game_names()[0].to_owned(),
            variant: None,
            seats: bots,
            seed: Some(1),
            friendly: true,
            guide: false,
            pace_ms: 10_000,
        };
        house.open_table(new).expect("the table is fine");
        let desks = house.desks();
        let (desk, scene) = (&desks[0], desks[0].scene());
        thread::scope(|scope| {
            for person in 0..8 {
                let (house, scene) = (&house, &scene);
                scope.spawn(move || {
                    for decision in 0..20 {
                        keep(house, scene, &desk.id, 100 * person + decision, true).expect("it is kept");
                        assert!(Training::of_table(house, desk).0.is_ok(), "it is read meanwhile");
                    }
                });
            }
        });
        let lines = std::fs::read_to_string(folder.path().join("training")).expect("it was written");
        assert_eq!(lines.lines().count(), 8 * 20);
    }
}
