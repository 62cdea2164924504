//! The points that a seat has now, beside its name.

use maud::{Markup, html};
use tradewinds_game::{Sheet, SheetRow, counted};
use tradewinds_sitting::Shown;

/// Draws what a seat's points are: those that are sure, and those that the rest of the game may still change.
pub(super) fn points(shown: &Shown, seat: usize) -> Markup {
    let Some(sheet) = shown.sheets().get(seat) else { return html! {} };
    let (sure, total) = (sheet.sure_total(), sheet.total());
    let is_over = shown.rank().is_some();
    html! {
        small.points title=(sentence(sheet, is_over)) {
            @if is_over || sure == total { (counted(total, "point")) }
            @else { (sure) span aria-hidden="true" { " + " (total - sure) } " points" }
            span.sr { ": " (sentence(sheet, is_over)) }
        }
    }
}

/// Says what the points are made of.
fn sentence(sheet: &Sheet, is_over: bool) -> String {
    let list = |wanted: &dyn Fn(&SheetRow) -> bool| -> String {
        let rows = sheet.rows().iter().filter(|row| row.points != 0 && wanted(row));
        rows.map(|row| format!("{} {}", row.name, row.points)).collect::<Vec<_>>().join(", ")
    };
    if is_over {
        return list(&|_| true);
    }
    match (list(&|row| row.is_sure), list(&|row| !row.is_sure)) {
        (sure, open) if open.is_empty() && sure.is_empty() => "no points yet".to_owned(),
        (sure, open) if open.is_empty() => format!("sure: {sure}"),
        (sure, open) if sure.is_empty() => format!("may still change: {open}"),
        (sure, open) => format!("sure: {sure}; may still change: {open}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_change_is_told_apart() {
        let sheet = Sheet::new()
            .sure("VP chips", 22)
            .sure("Buildings", 17)
            .open("Guild hall", 4)
            .open("Residence", 0);
        let text = "sure: VP chips 22, Buildings 17; may still change: Guild hall 4";
        assert_eq!(sentence(&sheet, false), text);
        assert_eq!(sentence(&sheet, true), "VP chips 22, Buildings 17, Guild hall 4");
        assert_eq!(sentence(&Sheet::new().sure("Doubloons", 0), false), "no points yet");
    }
}
