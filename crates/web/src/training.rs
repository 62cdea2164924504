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

    /// Collects the puzzles of a table.
    pub(crate) fn of_table(house: &House, desk: &Arc<Desk>) -> Result<Self, String> {
        Self::of(house, std::slice::from_ref(desk))
    }

    fn of(house: &House, desks: &[Arc<Desk>]) -> Result<Self, String> {
        let deck = Deck::open(&house.training()).map_err(|error| error.to_string())?;
        let mut puzzles = Vec::new();
        for desk in desks {
            let scene = desk.scene();
            let key = key(&scene, &desk.id);
            for reviewed in puzzles_of(&scene) {
                let decision = reviewed.judged.decision;
                let known = deck.of(&Deck::puzzle(key, decision));
                puzzles.push(Asked { table: desk.id.clone(), decision, known });
            }
        }
        Ok(Self { puzzles, day: today() })
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
    let mut deck = Deck::open(&house.training()).map_err(|error| error.to_string())?;
    deck.answer(&puzzle, today(), right).map(drop).map_err(|error| error.to_string())
}
