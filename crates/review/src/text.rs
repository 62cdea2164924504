//! A review in the terminal.

use std::fmt;

use tradewinds_report::{Align, TextTable, Tone, decimal, wrapped};
use tradewinds_table::words;
pub(crate) use tradewinds_table::words::capital;

use super::judged::Figure;
use super::review::{Review, Reviewed, SeatReview};
use super::verdict::Judgement;

/// Writes a share as points of 100.
pub(crate) fn points(share: f64) -> String {
    decimal(100.0 * share, 1).replace('-', "−")
}

/// Writes a change of a win share in points of 100, with its sign.
pub(crate) fn signed(share: f64) -> String {
    let text = points(share);
    if text.starts_with('−') || text == "0.0" { text } else { format!("+{text}") }
}

/// Writes a change with the half width of its 95 % interval.
pub(crate) fn with_error(figure: Figure) -> String {
    format!("{} ± {}", signed(figure.mean), points(1.96 * figure.error))
}

/// Returns the shade of a change: none where its 95 % interval holds 0.
fn tone(figure: Figure) -> Option<Tone> {
    match 1.96 * figure.error {
        error if figure.mean > error => Some(Tone::Above),
        error if figure.mean < -error => Some(Tone::Below),
        _ => None,
    }
}

/// Writes one sentence or two about a seat: the answer of its review.
pub(crate) fn verdict(review: &Review, seat: &SeatReview) -> String {
    let Some(loss) = seat.loss else { return format!("{} had no choice in any decision.", seat.name) };
    let given = -seat.account.own.mean;
    let total = seat.decisions as f64 * 1.96 * loss.error;
    let errors = match seat.flagged {
        0 => "no decision is flagged".to_owned(),
        1 => "1 decision is flagged".to_owned(),
        count => format!("{count} decisions are flagged"),
    };
    let direction = if given >= 0.0 { "gave away" } else { "gained" };
    let mut text = format!(
        "{} {direction} {} points of win share (± {}) in {} decisions; {errors}",
        seat.name,
        points(given.abs()),
        points(total),
        seat.decisions,
    );
    let worst = seat.worst.first().map(|&index| &review.judged[index]);
    if let Some(worst) = worst.filter(|worst| worst.flag.is_some()) {
        text += &format!(", the worst in {}: {}", place(review, worst), change(worst));
    }
    text + "."
}

/// Writes a sentence for each seat, in the order of the seats.
#[must_use]
pub fn verdicts(review: &Review) -> Vec<String> {
    review.seats.iter().map(|seat| verdict(review, seat)).collect()
}

/// Names the place of a decision in the game.
pub(crate) fn place(review: &Review, reviewed: &Reviewed) -> String {
    format!("{} {}", words::round(&review.game).to_lowercase(), reviewed.judged.round)
}

/// Writes what was done and what would have been better: "Pass (better: Take the mayor)".
pub(crate) fn change(reviewed: &Reviewed) -> String {
    let judged = &reviewed.judged;
    let order = |index: usize| judged.candidates[index].order.as_str();
    format!("{} (better: {})", order(judged.made), order(judged.reference))
}

/// Describes how the review was made.
pub(crate) fn method(review: &Review) -> String {
    let settings = &review.settings;
    format!(
        "a search by {} of {} iterations at each decision, with the knowledge of the seat that decides; {} playouts of up \
         to {} candidates; where the search chose differently, {} others of its choice and the two that come next, to find \
         the best one, and {} others of that one and the choice made; by {} at all \
         seats with its weights jittered by {} %, the same luck after each choice; seed {}",
        review.bot,
        settings.iterations,
        settings.playouts,
        settings.candidates,
        settings.compared / 2,
        settings.compared,
        review.playout_bot,
        decimal(100.0 * settings.jitter, 0),
        settings.seed,
    )
}

/// Says how many decisions were judged, if not all were.
pub(crate) fn partial(review: &Review) -> Option<String> {
    let judged = review.judged.len();
    (!review.complete).then(|| {
        format!(
            "This review is partial: {judged} of {} decisions are judged, and what the others did counts as luck.",
            review.unforced
        )
    })
}

/// The table of the seats.
pub(crate) fn of_seats(review: &Review) -> TextTable {
    let mut table = TextTable::new(&[
        ("seat", Align::Left),
        ("points", Align::Right),
        ("rank", Align::Right),
        ("decisions", Align::Right),
        ("mean loss", Align::Right),
        ("flagged", Align::Right),
        ("as the bot", Align::Right),
        ("accuracy", Align::Right),
    ]);
    for seat in &review.seats {
        let loss = seat.loss.map_or("NA".to_owned(), |loss| {
            format!("{} ± {}", decimal(100.0 * loss.mean, 2), decimal(196.0 * loss.error, 2))
        });
        table.row([
            seat.name.clone(),
            seat.points.to_string(),
            seat.rank.to_string(),
            seat.decisions.to_string(),
            loss,
            seat.flagged.to_string(),
            seat.agreement.map_or("NA".to_owned(), |share| format!("{} %", decimal(100.0 * share, 0))),
            decimal(seat.accuracy, 0),
        ]);
    }
    table
}

/// The table of luck and skill.
pub(crate) fn of_accounts(review: &Review) -> TextTable {
    let mut table = TextTable::new(&[
        ("seat", Align::Left),
        ("even start", Align::Right),
        ("deal and place", Align::Right),
        ("luck", Align::Right),
        ("own decisions", Align::Right),
        ("others' decisions", Align::Right),
        ("result", Align::Right),
        ("without luck", Align::Right),
    ]);
    for seat in &review.seats {
        let account = &seat.account;
        table.row([
            seat.name.clone(),
            points(account.start),
            with_error(account.deal),
            with_error(account.luck),
            with_error(account.own),
            with_error(account.others),
            points(account.result),
            points(account.without_luck()),
        ]);
    }
    table
}

/// The gift matrix.
pub(crate) fn of_gifts(review: &Review) -> TextTable {
    let mut columns = vec![("decided by".to_owned(), Align::Left)];
    columns.extend(review.seats.iter().map(|seat| (seat.name.clone(), Align::Right)));
    let columns: Vec<(&str, Align)> = columns.iter().map(|(name, align)| (name.as_str(), *align)).collect();
    let mut table = TextTable::new(&columns);
    for (seat, row) in review.seats.iter().zip(&review.gifts) {
        table.row([seat.name.clone()].into_iter().chain(row.iter().map(|gift| with_error(*gift))));
        table.shade([None].into_iter().chain(row.iter().map(|gift| tone(*gift))));
    }
    table
}

/// The table of kinds of decision.
pub(crate) fn of_kinds(review: &Review) -> TextTable {
    let mut table = TextTable::new(&[
        ("seat", Align::Left),
        ("kind", Align::Left),
        ("decisions", Align::Right),
        ("loss", Align::Right),
        ("per decision", Align::Right),
        ("flagged", Align::Right),
    ]);
    for seat in &review.seats {
        for kind in &seat.kinds {
            table.row([
                seat.name.clone(),
                kind.kind.replace('_', " "),
                kind.decisions.to_string(),
                format!("{} ± {}", points(kind.loss.mean), points(1.96 * kind.loss.error)),
                decimal(100.0 * kind.loss.mean / kind.decisions as f64, 2),
                kind.flagged.to_string(),
            ]);
        }
    }
    table
}

/// A list of decisions.
pub(crate) fn of_decisions<'a>(review: &Review, list: impl Iterator<Item = &'a Reviewed>) -> TextTable {
    let mut table = TextTable::new(&[
        ("decision", Align::Right),
        ("round", Align::Right),
        ("seat", Align::Left),
        ("loss", Align::Right),
        ("95 % interval", Align::Right),
        ("", Align::Left),
        ("made (what would have been better)", Align::Left),
    ]);
    for reviewed in list {
        let Some(loss) = reviewed.loss else { continue };
        table.row([
            reviewed.judged.decision.to_string(),
            reviewed.judged.round.to_string(),
            review.seats[reviewed.judged.seat].name.clone(),
            points(loss.mean),
            format!("{} to {}", points(loss.low), points(loss.high)),
            reviewed.flag.map_or("", Judgement::word).to_owned(),
            change(reviewed),
        ]);
    }
    table
}

impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(partial) = partial(self) {
            writeln!(f, "{}\n", wrapped("", [&partial], " "))?;
        }
        for seat in &self.seats {
            writeln!(f, "{}", wrapped("", [verdict(self, seat)], " "))?;
        }
        writeln!(f, "\nSeats (losses in points of win share per decision, ± for 95 %)\n{}", of_seats(self))?;
        if self.flagged().next().is_some() {
            writeln!(
                f,
                "Flagged decisions (losses in points of win share)\n{}",
                of_decisions(self, self.flagged())
            )?;
        }
        writeln!(
            f,
            "Luck and skill (points of win share; a row adds up to its result)\n{}",
            of_accounts(self)
        )?;
        writeln!(
            f,
            "Gifts (whose decisions changed whose win share; a row adds up to 0)\n{}",
            of_gifts(self)
        )?;
        writeln!(f, "Losses by kind of decision\n{}", of_kinds(self))?;
        for seat in &self.seats {
            let worst = seat.worst.iter().map(|&index| &self.judged[index]);
            if !seat.worst.is_empty() {
                writeln!(
                    f,
                    "The largest losses of {} (without a word: within the error)\n{}",
                    seat.name,
                    of_decisions(self, worst)
                )?;
            }
        }
        writeln!(f, "{}", wrapped("", [method(self)], " "))
    }
}
