//! A review as a page: the verdict first, then the course of the game, the flagged decisions, and the tables.

mod curve;

use maud::{Markup, html};
use tradewinds_game::counted;
use tradewinds_report::{Page, TextTable, decimal};
use tradewinds_sitting::{COMPLETED, words};

use super::judged::Loss;
use super::review::{Review, Reviewed, SeatReview};
use super::text;

/// The maximum number of flagged decisions whose candidates are shown; a page stays below 300 kB.
const MAX_SHOWN: usize = 60;

/// Draws a review as one HTML file that needs no network.
#[must_use]
pub fn page(review: &Review) -> Page {
    let title = format!("{}: a review", words::title(&review.game));
    let names: Vec<&str> = review.seats.iter().map(|seat| seat.name.as_str()).collect();
    let mut page =
        Page::new(title, format!("{}, {} decisions with a choice.", names.join(", "), review.unforced));
    page.section("Verdict", verdicts(review));
    page.section("Win shares over the game", course(review, &|decision| format!("#d{decision}")));
    page.section("Flagged decisions", flagged(review));
    for (title, table) in tables(review) {
        page.section(title, table);
    }
    page.section("The largest losses of each seat", largest(review));
    page.fact("method", text::method(review));
    let variant = review.variant.as_ref().map_or(String::new(), |name| format!(", variant {name}"));
    page.fact("game", format!("game {} of {}{variant}", review.number, review.run));
    page.fact(
        "version",
        format!("tradewinds {}, {} rules version {}", review.tradewinds, review.game, review.rules_version),
    );
    page
}

/// Draws the win shares over the game; `link` returns where a flagged decision is shown, by its number in the record.
pub fn course(review: &Review, link: &dyn Fn(usize) -> String) -> Markup {
    curve::curve(review, link)
}

/// Draws a decision: what was done, and behind a click the candidates and what each would give every seat.
#[must_use]
pub fn decision(review: &Review, reviewed: &Reviewed) -> Markup {
    article(review, reviewed)
}

/// Draws the tables of a review, each with its title.
#[must_use]
pub fn tables(review: &Review) -> Vec<(&'static str, Markup)> {
    let mut tables = vec![("Seats", seats(review))];
    tables.extend(text::of_accounts(review).map(|table| ("Luck and skill", accounts(&table))));
    if review.complete {
        tables.extend(text::of_events(review).map(|table| ("What chance changed most", events(&table))));
        tables.push(("Who paid for whose decisions", gifts(review)));
    }
    tables.push((
        "Losses by kind of decision",
        text::of_kinds(review).html("Losses by kind of decision, of each seat"),
    ));
    tables
}

/// The answer: a sentence for each seat.
fn verdicts(review: &Review) -> Markup {
    let mut order: Vec<&SeatReview> = review.seats.iter().collect();
    order.sort_by_key(|seat| seat.rank);
    html! {
        @if review.completed { p { (COMPLETED) } }
        @if let Some(experts) = &review.experts { p { (experts) } }
        @if let Some(partial) = text::partial(review) { p { b { (partial) } } }
        ul {
            @for seat in order {
                li { (text::verdict(review, seat)) " " span.note { (result(review, seat)) } }
            }
        }
        p.note {
            "100 points of win share are a win. A decision is flagged if it cost at least "
            (text::points(review.limits[0])) " points and the playouts rule out that it cost nothing; from "
            (text::points(review.limits[1])) " points it is a mistake, from " (text::points(review.limits[2]))
            " a blunder. Every decision is judged by what its seat knew then. Where the game is won or lost for a seat, so "
            "that its win share is flat, its decisions are judged by the points that they cost: a clear lead makes a win "
            "of an even share."
        }
    }
}

/// Says how a seat ended.
fn result(review: &Review, seat: &SeatReview) -> String {
    let points = counted(seat.points.unsigned_abs(), "point");
    let sign = if seat.points < 0 { "−" } else { "" };
    if review.truncated {
        return format!("The game was stopped; it had {sign}{points}.");
    }
    let luck = seat.account.as_ref().map_or(String::new(), |account| {
        let (deal, luck) = (text::signed(account.deal.mean), text::signed(account.luck.mean));
        format!("; deal and place {deal}, luck {luck}")
    });
    format!("Place {} with {sign}{points}{luck}.", seat.rank)
}

fn flagged(review: &Review) -> Markup {
    let flagged: Vec<&Reviewed> = review.flagged().collect();
    html! {
        @if flagged.is_empty() {
            p { "None: no decision can be told from the best one by this many playouts." }
        } @else {
            p.note {
                "Think first, then open one: it shows the candidates, what each would cost the seat that decides, and "
                "what every other seat would gain or lose."
            }
        }
        @for reviewed in flagged.iter().take(MAX_SHOWN) { (article(review, reviewed)) }
        @if flagged.len() > MAX_SHOWN {
            p.note { "and " (flagged.len() - MAX_SHOWN) " more, which the JSON has." }
        }
    }
}

fn seats(review: &Review) -> Markup {
    html! {
        (text::of_seats(review).html("The decisions of each seat, and what they lost"))
        p.note {
            "By points: decisions that are judged by points, since the win share is flat (below 5 % or above 95 %). Mean "
            "loss: points of win share per decision with a choice, lost points of the score at what they count, ± for "
            "95 %. As the bot: decisions that are the "
            "choice of the search. Accuracy: the formula of lichess, scaled to the number of seats, over "
            "decisions in which something could be lost. The last two are secondary: they count small differences that playouts cannot tell from none."
        }
    }
}

fn accounts(table: &TextTable) -> Markup {
    html! {
        (table.html("What made the result of each seat: luck and decisions"))
        p.note {
            "Points of win share, ± for 95 %. A row adds up: even start, deal, luck, own and others' decisions and other "
            "play than expected are the result. Luck is what random events changed, and what turned up that no seat knew: "
            "it is exactly 0 where nothing of the kind happened. Other play than expected is the rest: win shares are "
            "those of games that the bots of the playouts play on, and the players then decided otherwise, or had "
            "secrets. It is no luck; its ± comes from the stretches of the game. Without luck: even start, all "
            "decisions and other play; it need not lie between 0 and 100."
        }
    }
}

fn events(table: &TextTable) -> Markup {
    html! {
        (table.html("Random events that changed most, by seat"))
        p.note {
            "Each row is a random event, or a reveal of what no seat knew, after the decision that is named: what it "
            "changed, against all that could have been turned up. Changes whose 95 % interval excludes 0 are shaded."
        }
    }
}

fn gifts(review: &Review) -> Markup {
    html! {
        (text::of_gifts(review).html("Win share that the decisions of the seat of a row changed for the seat of a column"))
        p.note {
            "A row is the seat that decided; a column is the seat whose win share its decisions changed, against the "
            "best choices. A row adds up to 0: what a seat gives away, others get. Cells whose 95 % interval excludes 0 "
            "are shaded."
        }
    }
}

fn largest(review: &Review) -> Markup {
    html! {
        @for seat in review.seats.iter().filter(|seat| !seat.worst.is_empty()) {
            details {
                summary { (seat.name) }
                (text::of_decisions(review, seat.worst.iter().map(|&index| &review.judged[index])).html(&format!("The largest losses of {}", seat.name)))
            }
        }
        p.note { "Without a word in the last column but one, the loss is too small for a flag, or within the error of the playouts." }
    }
}

/// Draws a decision, its candidates behind a click.
fn article(review: &Review, reviewed: &Reviewed) -> Markup {
    let judged = &reviewed.judged;
    let seat = &review.seats[judged.seat].name;
    let made = &judged.candidates[judged.made];
    let points = |loss: Loss| {
        let of = if judged.point_worth.is_some() { "points of the score" } else { "points of win share" };
        let lost = text::loss(judged, loss.mean).replace(" of the score", "");
        format!("{lost} {of} ({})", text::interval(judged, &loss))
    };
    let verdict = match (reviewed.flag, reviewed.loss) {
        (Some(flag), Some(loss)) => format!("{}, {}", flag.word(), points(loss)),
        (_, Some(loss)) => format!("not flagged, {}", points(loss)),
        (_, None) => "no better choice was found".to_owned(),
    };
    let question = match reviewed.loss {
        Some(_) => "What would have been better?",
        None => "What else was possible?",
    };
    html! {
        article id={ "d" (judged.decision) } {
            h3 {
                (text::capital(&text::place(review, reviewed))) ", " (seat) ": " (made.order) " — " (verdict)
            }
            details {
                summary { (question) }
                p { b { (judged.candidates[judged.reference].order) } }
                @if let Some(why) = text::why(review, reviewed) { p { (why) } }
                (table(review, reviewed))
                p.note {
                    "Decision " (judged.decision) " of the record, " (judged.options) " legal actions. "
                    @if judged.point_worth.is_some() { "Loss: points of the score; changes: " } @else { "Loss and changes: " }
                    "points of win share against the best choice, in " (judged.playouts) " playouts with the same luck ("
                    (review.settings.playouts) " to " (review.settings.compared / 2) " for the other candidates); ± and intervals for 95 %."
                }
            }
        }
    }
}

fn table(review: &Review, reviewed: &Reviewed) -> Markup {
    let judged = &reviewed.judged;
    let visits: u64 = judged.candidates.iter().map(|candidate| candidate.visits).sum();
    let share = |visits_of: u64| format!("{} %", decimal(100.0 * visits_of as f64 / visits.max(1) as f64, 0));
    let cell = |value: Option<&f64>, write: &dyn Fn(f64) -> String| {
        value.map_or(String::new(), |&value| write(value))
    };
    html! {
        div.scroll { table {
            caption.sr { "Candidates, and what each would give the seats" }
            thead { tr {
                th.left scope="col" { "choice" }
                th.right scope="col" { "visits" }
                @if judged.worlds > 0 { th.right scope="col" { "best in worlds" } }
                th.right scope="col" { "win share" }
                th.right scope="col" { "points" }
                th.right scope="col" { "loss" }
                @for (_, other) in review.seats.iter().enumerate().filter(|(seat, _)| *seat != judged.seat) {
                    th.right scope="col" { "for " (other.name) }
                }
            } }
            tbody { @for (index, candidate) in judged.candidates.iter().enumerate() {
                tr {
                    th.left scope="row" {
                        (candidate.order)
                        @if index == judged.made { " " b { "(made)" } }
                        @if index == judged.reference { " " b { "(best)" } }
                    }
                    td.right { (share(candidate.visits)) }
                    @if judged.worlds > 0 { td.right { (candidate.best_in) " of " (judged.worlds) } }
                    // A difference of few playouts can lead below 0.
                    td.right { (cell(candidate.wins.get(judged.seat), &|win| text::points(win.max(0.0)))) }
                    td.right { (cell(candidate.points.get(judged.seat), &|points| decimal(points, 1))) }
                    td.right {
                        @if let Some(loss) = judged.loss_of(index) {
                            (text::loss(judged, loss.mean)) " (" (text::interval(judged, &loss)) ")"
                        }
                    }
                    @for seat in (0..review.seats.len()).filter(|seat| *seat != judged.seat) {
                        td.right { (candidate.change.get(seat).map_or(String::new(), |change| text::signed(change.mean))) }
                    }
                }
            } }
        } }
    }
}
