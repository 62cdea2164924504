//! A review in the terminal.

use std::fmt;

use tradewinds_game::counted;
pub(crate) use tradewinds_game::speech::capital;
use tradewinds_report::{Align, TextTable, Tone, decimal, wrapped};
use tradewinds_sitting::{COMPLETED, words};

use super::judged::{Judged, Loss, LuckEvent, NORMAL, PlayoutMean};
use super::review::{Review, Reviewed, SeatReview};
use super::verdict::Judgement;

/// Writes a share as points of 100.
pub(crate) fn points(share: f64) -> String {
    decimal(100.0 * share, 1).replace('-', "−")
}

/// Writes a win share in points of 100, with two places.
fn hundredth(share: f64) -> String {
    decimal(100.0 * share, 2).replace('-', "−")
}

/// Writes a change of a win share in points of 100, with its sign.
pub(crate) fn signed(share: f64) -> String {
    let text = points(share);
    if text.starts_with('−') || text == "0.0" { text } else { format!("+{text}") }
}

/// Writes a change with the half width of its 95 % interval.
pub(crate) fn with_error(figure: PlayoutMean) -> String {
    format!("{} ± {}", signed(figure.mean), points(NORMAL * figure.error))
}

/// Returns the shade of a change: none where its 95 % interval holds 0.
fn tone(figure: PlayoutMean) -> Option<Tone> {
    match NORMAL * figure.error {
        error if figure.mean > error => Some(Tone::Above),
        error if figure.mean < -error => Some(Tone::Below),
        _ => None,
    }
}

/// Writes one sentence or two about a seat: the answer of its review.
pub(crate) fn verdict(review: &Review, seat: &SeatReview) -> String {
    if seat.decisions == 0 {
        return match review.complete {
            true => format!("{} had no choice in any decision.", seat.name),
            false => format!("No decision of {} is judged yet.", seat.name),
        };
    }
    let by_share = seat.decisions - seat.by_points;
    let mut parts = Vec::new();
    if by_share > 0 {
        let lost = [seat.lost.mean.abs(), NORMAL * seat.lost.error].map(points);
        parts.push((seat.lost, lost, "points of win share", by_share, ""));
    }
    if seat.by_points > 0 {
        let lost =
            [seat.points_lost.mean.abs(), NORMAL * seat.points_lost.error].map(|lost| decimal(lost, 1));
        parts.push((
            seat.points_lost,
            lost,
            "points of the score",
            seat.by_points,
            " with the game won or lost",
        ));
    }
    let mut text = seat.name.clone();
    for (place, (loss, [lost, error], unit, decisions, when)) in parts.into_iter().enumerate() {
        let and = if place > 0 { " and" } else { "" };
        let verb = if loss.mean >= 0.0 { "gave away" } else { "gained" };
        let count = counted(decisions, "decision");
        text += &format!("{and} {verb} {lost} {unit} (± {error}) in {count}{when}");
    }
    if !review.complete {
        text += ", of those judged so far";
    }
    text += &match seat.flagged {
        0 => "; no decision is flagged".to_owned(),
        1 => "; 1 decision is flagged".to_owned(),
        count => format!("; {count} decisions are flagged"),
    };
    let worst = seat.worst.first().map(|&index| &review.judged[index]);
    if let Some(worst) = worst.filter(|worst| worst.flag.is_some()) {
        text += &format!(", the worst in {}: {}", place(review, worst), change(worst));
    }
    text + "."
}

/// Writes the loss of a decision in what it was judged by: "7.1", or "3.2 of the score".
pub(crate) fn loss(judged: &Judged, lost: f64) -> String {
    match judged.point_worth {
        Some(worth) => format!("{} of the score", decimal(lost / worth, 1)),
        None => points(lost),
    }
}

/// Writes the 95 % interval of a loss.
pub(crate) fn interval(judged: &Judged, loss: &Loss) -> String {
    let end = |end: f64| match judged.point_worth {
        Some(worth) => decimal(end / worth, 1).replace('-', "−"),
        None => points(end),
    };
    format!("{} to {}", end(loss.low), end(loss.high))
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

/// Says why the best choice is better than the choice made, and what the bot itself said of the decision.
pub(crate) fn why(review: &Review, reviewed: &Reviewed) -> Option<String> {
    let names: Vec<String> = review.seats.iter().map(|seat| seat.name.clone()).collect();
    let why = reviewed.judged.why.as_ref().map(|why| why.sentences(&names, words::round(&review.game)));
    let opinion = reviewed.opinion.as_ref().map(|opinion| opinion.text(reviewed.judged.seat));
    let opinion = opinion.map(|text| format!("The bot's own view: {text}."));
    let parts: Vec<String> = why.into_iter().chain(opinion).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Describes how the review was made.
pub(crate) fn method(review: &Review) -> String {
    let settings = &review.settings;
    format!(
        "a search by {} of {} iterations at each decision, with the knowledge of the seat that decides; {} playouts of up \
         to {} candidates; where the search chose differently, {} others of its choice and the two that come next, to find \
         the best one, and {} others of that one and the choice made; by {} \
         with weights jittered by {} %, the same luck after each choice; {} playouts of each random event, by what all \
         seats know together; seed {}",
        review.bot,
        settings.iterations,
        settings.playouts,
        settings.candidates,
        settings.compared / 2,
        settings.compared,
        review.playout_bot,
        decimal(100.0 * settings.jitter, 0),
        settings.events,
        settings.seed,
    )
}

/// Says how many decisions were judged, if not all were.
pub(crate) fn partial(review: &Review) -> Option<String> {
    let judged = review.judged.len();
    (!review.complete).then(|| {
        format!(
            "This review is partial: {judged} of {} decisions are judged. Luck, skill and gifts need all of them, and a flag \
             may go when more are judged.",
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
        ("by points", Align::Right),
        ("mean loss", Align::Right),
        ("flagged", Align::Right),
        ("as the bot", Align::Right),
        ("accuracy", Align::Right),
    ]);
    for seat in &review.seats {
        let loss = seat.loss.map_or("NA".to_owned(), |loss| {
            format!("{} ± {}", hundredth(loss.mean), hundredth(NORMAL * loss.error))
        });
        table.row([
            seat.name.clone(),
            seat.points.to_string(),
            if review.truncated { "NA".to_owned() } else { seat.rank.to_string() },
            seat.decisions.to_string(),
            seat.by_points.to_string(),
            loss,
            seat.flagged.to_string(),
            seat.agreement.map_or("NA".to_owned(), |share| format!("{} %", decimal(100.0 * share, 0))),
            decimal(seat.accuracy, 0),
        ]);
    }
    table
}

/// The table of luck and skill; `None` if there is none.
pub(crate) fn of_accounts(review: &Review) -> Option<TextTable> {
    let mut table = TextTable::new(&[
        ("seat", Align::Left),
        ("even start", Align::Right),
        ("deal and place", Align::Right),
        ("luck", Align::Right),
        ("own decisions", Align::Right),
        ("others' decisions", Align::Right),
        ("other play than expected", Align::Right),
        ("result", Align::Right),
        ("without luck", Align::Right),
    ]);
    for seat in &review.seats {
        let account = seat.account.as_ref()?;
        table.row([
            seat.name.clone(),
            points(account.start),
            with_error(account.deal),
            with_error(account.luck),
            with_error(account.own),
            with_error(account.others),
            with_error(account.play),
            points(seat.result),
            points(account.without_luck()),
        ]);
    }
    Some(table)
}

/// What is said of a game that was not played to its end.
const STOPPED: &str = "The game was not played to its end: points are those so far, and a result is the win share expected after the last \
                       decision.";

/// The maximum number of events that are listed.
const MAX_EVENTS: usize = 10;

/// The table of the random events that changed most; `None` if there is none.
pub(crate) fn of_events(review: &Review) -> Option<TextTable> {
    let size = |event: &LuckEvent| event.change.iter().map(|change| change.mean.abs()).fold(0.0, f64::max);
    let mut events: Vec<&LuckEvent> = review.events.iter().filter(|event| !event.change.is_empty()).collect();
    events.sort_by(|a, b| size(b).total_cmp(&size(a)));
    events.truncate(MAX_EVENTS);
    events.sort_by_key(|event| event.decision);
    let mut columns = vec![
        ("decision".to_owned(), Align::Right),
        ("round".to_owned(), Align::Right),
        ("after".to_owned(), Align::Left),
    ];
    columns.extend(review.seats.iter().map(|seat| (seat.name.clone(), Align::Right)));
    let columns: Vec<(&str, Align)> = columns.iter().map(|(name, align)| (name.as_str(), *align)).collect();
    let mut table = TextTable::new(&columns);
    for event in &events {
        let before =
            review.judged.iter().rev().find(|reviewed| reviewed.judged.decision <= event.decision)?;
        let judged = &before.judged;
        let made = format!("{}: {}", review.seats[judged.seat].name, judged.candidates[judged.made].order);
        let is_later = judged.decision < event.decision;
        let after = if is_later { format!("{made}, and moves without a choice") } else { made };
        let changes = event.change.iter().map(|&change| with_error(change));
        table.row([event.decision.to_string(), judged.round.to_string(), after].into_iter().chain(changes));
        table.shade([None, None, None].into_iter().chain(event.change.iter().map(|&change| tone(change))));
    }
    (!events.is_empty()).then_some(table)
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
                format!("{} ± {}", points(kind.loss.mean), points(NORMAL * kind.loss.error)),
                hundredth(kind.loss.mean / kind.decisions as f64),
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
            self::loss(&reviewed.judged, loss.mean),
            interval(&reviewed.judged, &loss),
            reviewed.flag.map_or("", Judgement::word).to_owned(),
            change(reviewed),
        ]);
    }
    table
}

impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.completed {
            writeln!(f, "{}\n", wrapped("", [COMPLETED], " "))?;
        }
        if let Some(experts) = &self.experts {
            writeln!(f, "{}\n", wrapped("", [experts], " "))?;
        }
        if let Some(partial) = partial(self) {
            writeln!(f, "{}\n", wrapped("", [&partial], " "))?;
        }
        if self.truncated {
            writeln!(f, "{}\n", wrapped("", [STOPPED], " "))?;
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
        for reviewed in self.flagged() {
            if let Some(why) = why(self, reviewed) {
                let head = format!("Decision {}: ", reviewed.judged.decision);
                writeln!(f, "{}", wrapped(&head, why.split(' '), ""))?;
            }
        }
        if let Some(accounts) = of_accounts(self) {
            writeln!(f, "Luck and skill (points of win share; a row adds up to its result)\n{accounts}")?;
        }
        if let Some(events) = of_events(self).filter(|_| self.complete) {
            writeln!(f, "What chance changed most (points of win share)\n{events}")?;
        }
        if self.complete {
            let gifts = of_gifts(self);
            writeln!(f, "Gifts (whose decisions changed whose win share; a row adds up to 0)\n{gifts}")?;
        }
        writeln!(
            f,
            "Losses by kind of decision (points of win share, or of the score at its worth where the game is won or lost)\n{}",
            of_kinds(self)
        )?;
        for seat in &self.seats {
            let worst = seat.worst.iter().map(|&index| &self.judged[index]);
            if !seat.worst.is_empty() {
                writeln!(
                    f,
                    "The largest losses of {} (without a word: too small, or within the error)\n{}",
                    seat.name,
                    of_decisions(self, worst)
                )?;
            }
        }
        writeln!(f, "{}", wrapped("", [method(self)], " "))
    }
}
