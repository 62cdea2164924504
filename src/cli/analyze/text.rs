//! The study for the terminal.

use crate::game::{Seat, counted};
use crate::report::{Align, TextTable, decimal, wrapped};

use super::answer;
use super::measured::Measured;
use super::study::Study;
use super::worlds::Worlds;

/// Writes the study for people.
pub(super) fn report(study: &Study) -> String {
    let origin = study.origin().map_or(String::new(), |origin| origin + "\n");
    let notes: String = answer::notes(study).iter().map(|note| paragraph(note)).collect();
    let mut text = format!(
        "{}\n{origin}{}\n\n{}\n{}\n{notes}\n\
         win share (points) of every seat\n{}\n{}",
        study.heading(),
        study.method(),
        paragraph(&answer::sentences(study).join(" ")),
        candidates(study),
        by_seat(study),
        wrapped("principal variation: ", &study.line, ","),
    );
    if !study.result.settling.is_empty() {
        text.push_str(&format!("\nhow it settled: share of the visits (value)\n{}", settling(study)));
    }
    if let Some(worlds) = &study.worlds {
        text.push_str(&format!(
            "\n{}{}noise: the sd that the iterations alone could make\n{}",
            paragraph(&of_worlds(study, worlds)),
            by_world(study, worlds),
            paragraph(&worlds.verdict(&study.labels(), study.followed(), study.result.chosen)),
        ));
    }
    text.push('\n');
    text + &study.effort()
}

/// Breaks a paragraph into lines.
fn paragraph(text: &str) -> String {
    wrapped("", text.split(' '), "")
}

/// Makes the table of the candidates.
pub(super) fn candidates(study: &Study) -> TextTable {
    let mut columns = vec![
        ("action", Align::Left),
        ("visits", Align::Right),
        ("share", Align::Right),
        ("value", Align::Right),
        ("games", Align::Right),
        ("win share", Align::Right),
        ("interval", Align::Right),
        ("points", Align::Right),
        ("\u{b1}", Align::Right),
    ];
    let proves = study.result.actions.iter().any(|report| report.proven.is_some());
    if proves {
        columns.push(("proven", Align::Left));
    }
    let mut table = TextTable::new(&columns);
    for &index in &study.order {
        let report = &study.result.actions[index];
        let measured = Measured::of(report, study.result.seat);
        let mut row = vec![
            study.label(index).to_owned(),
            report.visits.to_string(),
            decimal(study.share(index), 3),
            decimal(study.value(index), 3),
            report.games.to_string(),
            decimal(measured.map(|measured| measured.win_share), 3),
            measured.map_or("NA".to_owned(), |measured| measured.range()),
            decimal(measured.map(|measured| measured.points), 1),
            decimal(measured.map(|measured| measured.points_error), 1),
        ];
        if proves {
            row.push(report.proven.map_or(String::new(), |seat| format!("seat {} wins", seat.number())));
        }
        table.row(row);
    }
    table
}

/// Makes the table of how the games ended for each seat.
pub(super) fn by_seat(study: &Study) -> TextTable {
    let seats: Vec<String> = Seat::all(study.players).map(|seat| format!("seat {}", seat.number())).collect();
    let mut columns = vec![("action", Align::Left)];
    columns.extend(seats.iter().map(|title| (title.as_str(), Align::Right)));
    let mut table = TextTable::new(&columns);
    for &index in study.order.iter().filter(|&&index| study.result.actions[index].visits > 0) {
        let report = &study.result.actions[index];
        let cell = |seat: Seat| {
            let measured = Measured::of(report, seat);
            let (share, points) = measured.map(|of| (of.win_share, of.points)).unzip();
            beside(decimal(share, 3), decimal(points, 1))
        };
        let mut row = vec![study.label(index).to_owned()];
        row.extend(Seat::all(study.players).map(cell));
        table.row(row);
    }
    table
}

/// Makes the table of how the estimate settled.
pub(super) fn settling(study: &Study) -> TextTable {
    let followed = study.followed();
    let mut columns = vec![("iterations", Align::Right), ("leader", Align::Left)];
    columns.extend(followed.iter().map(|&index| (study.label(index), Align::Right)));
    let mut table = TextTable::new(&columns);
    for (number, moment) in study.result.settling.iter().enumerate() {
        let mut row = vec![moment.iterations.to_string(), study.label(study.leader(number)).to_owned()];
        row.extend(followed.iter().map(|&index| {
            let share = moment.visits[index] as f64 / moment.visits.iter().sum::<u64>() as f64;
            beside(decimal(share, 3), decimal(moment.values[index], 3))
        }));
        table.row(row);
    }
    table
}

/// Describes the worlds.
pub(super) fn of_worlds(study: &Study, worlds: &Worlds) -> String {
    format!(
        "{} from what seat {} knows, each searched with the same budget as if everybody knew it; {} together",
        counted(worlds.count, "world"),
        study.result.seat.number(),
        counted(worlds.iterations, "iteration"),
    )
}

/// Makes the table of how the candidates did in the worlds.
pub(super) fn by_world(study: &Study, worlds: &Worlds) -> TextTable {
    let mut columns = vec![("action", Align::Left)];
    columns.extend(["best in", "mean", "min", "max", "sd", "noise"].map(|title| (title, Align::Right)));
    let mut table = TextTable::new(&columns);
    for &index in &study.order {
        let candidate = &worlds.candidates[index];
        // An action that the search did not follow is still shown if it is best in some world.
        if candidate.best == 0 && !study.followed().contains(&index) {
            continue;
        }
        let range = candidate.range();
        table.row([
            study.label(index).to_owned(),
            candidate.best.to_string(),
            decimal(candidate.mean(), 3),
            decimal(range.map(|range| range.0), 3),
            decimal(range.map(|range| range.1), 3),
            decimal(candidate.deviation(), 3),
            decimal(candidate.noise(), 3),
        ]);
    }
    table
}

/// Writes a figure with another in brackets, or `NA` if there is none.
fn beside(first: String, second: String) -> String {
    if first == "NA" { first } else { format!("{first} ({second})") }
}
