//! The score sheet: what each seat's points are made of.

use maud::{Markup, html};
use tradewinds_game::{PerSeat, Seat, Sheet};
use tradewinds_sitting::Shown;

use crate::boards::badge;

/// Draws the score sheet of a game that is over, the winner first, with names only in the rows of the standing above
/// it; nothing while the game goes on.
pub(super) fn sheet(shown: &Shown, names: &[String]) -> Markup {
    html! { @if let Some(rank) = shown.rank() { (table(shown.sheets(), rank, names)) } }
}

fn table(sheets: &[Sheet], rank: &PerSeat<u8>, names: &[String]) -> Markup {
    let mut seats: Vec<Seat> = Seat::all(sheets.len()).collect();
    seats.sort_by_key(|&seat| rank[seat]);
    let of = |seat: Seat| &sheets[seat.index()];
    let rows = 0..sheets[0].rows().len();
    // A row in which nobody has a point is left out.
    let rows = rows.filter(|&row| sheets.iter().any(|sheet| sheet.rows()[row].points != 0));
    html! {
        div.scroll { table.scores {
            caption { "What the points are made of" }
            thead { tr {
                td {}
                @for &seat in &seats {
                    th scope="col" title=(names[seat.index()]) { (badge(seat.index())) span.sr { (names[seat.index()]) } }
                }
            } }
            tbody { @for row in rows { tr {
                th scope="row" { (sheets[0].rows()[row].name) }
                @for &seat in &seats { td { (number(of(seat).rows()[row].points)) } }
            } } }
            tfoot { tr { th scope="row" { "Points" } @for &seat in &seats { td { b { (number(of(seat).total())) } } } } }
        } }
    }
}

/// Writes points with a sign that no line breaks off.
fn number(points: i32) -> String {
    points.to_string().replace('-', "−")
}
