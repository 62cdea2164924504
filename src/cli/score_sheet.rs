//! The score sheet in the terminal: what each seat's points are made of.

use crate::arena::Match;
use crate::game::Seat;
use crate::report::{Align, TextTable, WIDTH};

use super::screen;

/// Writes the score sheet of a game that is over, the winner first: a column for each seat.
pub(super) fn text(game: &dyn Match, names: &[String]) -> String {
    let (sheets, scores) = (game.sheets(), game.scores());
    let mut seats: Vec<Seat> = Seat::all(names.len()).collect();
    seats.sort_by_key(|&seat| scores.rank[seat]);
    let heads = seats.iter().map(|seat| (names[seat.index()].as_str(), Align::Right));
    let columns: Vec<(&str, Align)> = [("Points for", Align::Left)].into_iter().chain(heads).collect();
    let mut table = TextTable::new(&columns);
    let mut row = |name: &str, points: &dyn Fn(usize) -> i32| {
        let cells = seats.iter().map(|seat| points(seat.index()).to_string());
        table.row([name.to_owned()].into_iter().chain(cells));
    };
    for (index, first) in sheets[0].rows().iter().enumerate() {
        // A row in which nobody has a point is left out.
        if sheets.iter().any(|sheet| sheet.rows()[index].points != 0) {
            row(first.name, &|seat| sheets[seat].rows()[index].points);
        }
    }
    row("Total", &|seat| sheets[seat].total());
    screen::folded(&table.to_string(), WIDTH)
}
