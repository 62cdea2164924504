//! `tradewinds replay`: verify a record, leaf through it, or make the one of any game of a run.

#[cfg(feature = "tui")]
mod tui;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arena::{Match, find};
use crate::game::{InputError, counted, from_one, quoted};
use crate::sitting::{COMPLETED, Session, Sitter, distinct_names, from_record, words};
use crate::tournament::{Manifest, MoveRecord, Reads, RecordedSeat, Recording, Replay, Tournament};
#[cfg(feature = "serve")]
use crate::web::{MovingPicture, saved_page};
use anyhow::{Context, bail};

use super::input_file;
use super::new_file;
use super::notes;
#[cfg(feature = "serve")]
use super::number;
use super::number::whole;
use super::run_folder::read_manifest;
use super::score_sheet;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Record to verify, or table of a game; with --game, the folder or the manifest of a run
    #[arg(value_name = "RECORD")]
    source: PathBuf,
    /// Print the position before this decision, from 0, and verify no further
    #[arg(long, value_name = "N", conflicts_with = "game", value_parser = whole::<usize>(..))]
    at: Option<usize>,
    /// List all moves in words, with the round of each; of a record with branches, its own line
    #[arg(long, conflicts_with_all = ["game", "at"])]
    moves: bool,
    /// Write the game as one page with a slider, for any browser without a network; - prints it
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "at", "moves", "tui"], groups = ["written", "shown"])]
    html: Option<PathBuf>,
    /// Write the game as an SVG picture that moves, for a README or a page; - prints it
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "at", "moves", "tui"], groups = ["written", "shown"])]
    svg: Option<PathBuf>,
    /// The number of positions in the picture, evenly over the game, a second each
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "N", requires = "svg", default_value_t = 30, value_parser = whole::<usize>(1..=200))]
    frames: usize,
    /// The width and the height of the picture in pixels; what of the board lies lower is cut off
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "N", num_args = 2, requires = "svg", default_values_t = [1280, 900], value_parser = whole::<u32>(100..=10_000))]
    size: Vec<u32>,
    /// Show the game as this seat, from 1, saw it [default: everything, once the game is over]
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "N", requires = "shown", value_parser = whole::<usize>(..))]
    seat: Option<usize>,
    /// Leaf through the game in the terminal, with an estimate beside the table
    #[arg(long, conflicts_with_all = ["game", "at", "moves"])]
    tui: bool,
    /// Play the game of this number of the run again and write its record
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    game: Option<u64>,
    /// Record the position after each random event as well
    #[arg(long, requires = "game")]
    positions: bool,
    /// File to write the record to [default: standard output]
    #[arg(long, value_name = "FILE", requires = "game", group = "written")]
    out: Option<PathBuf>,
    /// Replace the file if it is there
    #[arg(long, requires = "written")]
    force: bool,
}

/// Replays the record or game that `args` name.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(number) = args.game {
        let (mut manifest, source) = read_manifest(&args.source)?;
        manifest.record = if args.positions { Recording::Positions } else { Recording::Games };
        return make(args, manifest, &source, number);
    }
    let source = args.source.display().to_string();
    if args.source.is_dir() {
        input_file::check(&args.source, Reads::RunFolder)?;
        let allowed = format!("the number of a game of the run in {source}");
        return Err(InputError::missing("--game", "", allowed).into());
    }
    let record = input_file::read_record(&args.source)?;
    let game = find(&record.game).map_err(|error| error.in_file(&source))?;
    let mut replay = Replay::new(game, &record).map_err(|error| error.in_file(source.as_str()))?;
    let decisions = replay.decisions();
    let differs = || format!("{source} does not replay");
    if let Some(at) = args.at {
        if at > decisions {
            let allowed = format!("0 to {decisions}, the end");
            return Err(InputError::new("--at", "", at.to_string(), allowed).into());
        }
        replay.play_to(at).with_context(differs)?;
        let position = replay.game().position();
        if let Some(step) = record.actions.get(at) {
            let opinion =
                step.opinion.as_ref().map(|opinion| format!("its own view: {}", opinion.text(step.seat)));
            let left = step.left.map(|left| format!("left on its clock: {left}"));
            let parts: Vec<String> = opinion.into_iter().chain(left).collect();
            if !parts.is_empty() {
                let (seat, action) = (from_one(step.seat), quoted(&step.action));
                notes::say(&format!("seat {seat} chose {action}; {}", parts.join("; ")));
            }
        }
        writeln!(io::stdout(), "{position:#}").context("cannot print the position")?;
        return Ok(ExitCode::SUCCESS);
    }
    replay.verify().with_context(differs)?;
    #[cfg(feature = "serve")]
    if let Some(path) = args.html.as_ref().or(args.svg.as_ref()) {
        return write_page(args, &source, &record, path);
    }
    if args.tui {
        return show_in_terminal(&source, &record);
    }
    if args.moves || !record.branches.is_empty() {
        // This plays all lines of the record, not only its own.
        let session = from_record(&record, sitters(&record)).with_context(differs)?;
        if args.moves {
            return list_moves(&session);
        }
    }
    let seat_text = |(name, seat): (&String, &RecordedSeat)| match record.truncated {
        true => format!("{name} {}", seat.score),
        false => format!("{name} {} (rank {})", seat.score, seat.rank),
    };
    let scores: Vec<String> = names(&record).iter().zip(&record.seats).map(seat_text).collect();
    let stopped = if record.truncated { "not played to its end; points so far: " } else { "" };
    writeln!(
        io::stdout(),
        "{source}: {}, {} players, game {} of {}: {} replayed without a difference\n{stopped}{}",
        record.game,
        record.players,
        record.number,
        quoted(&record.run),
        counted(decisions, "decision"),
        scores.join(", "),
    )
    .context("cannot print the result")?;
    if record.completed.is_some() {
        writeln!(io::stdout(), "{COMPLETED}").context("cannot print the result")?;
    }
    print_sheet(replay.game(), &record)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what the points are made of, if the game was played to its end.
fn print_sheet(game: &dyn Match, record: &MoveRecord) -> anyhow::Result<()> {
    if game.to_act().is_some() {
        return Ok(());
    }
    write!(io::stdout(), "\n{}", score_sheet::text(game, &names(record)))
        .context("cannot print the score sheet")
}

/// Names the seats of a record, each by another name.
fn names(record: &MoveRecord) -> Vec<String> {
    let quoted: Vec<String> = record.bots.iter().map(|name| quoted(name)).collect();
    distinct_names(&quoted)
}

/// Names who sat at the seats of a record.
fn sitters(record: &MoveRecord) -> Vec<Sitter> {
    record.bots.iter().map(|name| Sitter::Here { name: quoted(name) }).collect()
}

/// Shows a recorded game in the terminal, to be leafed through.
#[cfg(feature = "tui")]
fn show_in_terminal(source: &str, record: &MoveRecord) -> anyhow::Result<ExitCode> {
    let session =
        from_record(record, sitters(record)).with_context(|| format!("{source} does not replay"))?;
    tui::leaf_through(session)?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses to show a recorded game in the terminal.
#[cfg(not(feature = "tui"))]
fn show_in_terminal(_: &str, _: &MoveRecord) -> anyhow::Result<ExitCode> {
    bail!(
        "--tui: this program was built without the feature tui; `cargo build --release --features tui` adds it"
    )
}

/// Writes a recorded game as one page, or as a moving picture.
#[cfg(feature = "serve")]
fn write_page(args: &Args, source: &str, record: &MoveRecord, path: &Path) -> anyhow::Result<ExitCode> {
    let session =
        from_record(record, sitters(record)).with_context(|| format!("{source} does not replay"))?;
    let reader = args.seat.map(|number| number::seat(number, record.players)).transpose()?;
    let (what, page) = match (&args.svg, &args.size[..]) {
        (Some(_), &[width, height]) => {
            let picture = MovingPicture { width, height, frames: args.frames, seconds: 1.0 };
            ("the picture", picture.draw(&session, reader))
        }
        _ => ("the page", saved_page(&session, reader)),
    };
    let Some(page) = page else {
        let allowed = "the seat that is to read it, since the game is not over and hides something from each";
        return Err(InputError::missing("--seat", "", allowed).into());
    };
    new_file::write(Some(path), args.force, what, &page)?;
    Ok(ExitCode::SUCCESS)
}

/// Lists the moves of a record in words.
fn list_moves(session: &Session) -> anyhow::Result<ExitCode> {
    let (mut text, mut round) = (String::new(), 0);
    for act in session.told(None) {
        if act.round != round {
            round = act.round;
            text += &format!("{} {round}\n", words::round(session.info().name));
        }
        text += &format!("{:5}  {}\n", act.first, act.text);
    }
    io::stdout().write_all(text.as_bytes()).context("cannot print the moves")?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the record of a game of a run.
fn make(args: &Args, manifest: Manifest, source: &Path, number: u64) -> anyhow::Result<ExitCode> {
    let game = find(&manifest.game).map_err(|error| error.in_file(source.display().to_string()))?;
    let tournament = Tournament::new(game, manifest, source)?;
    let games = tournament.schedule().games();
    if number >= games {
        let allowed = format!("0 to {}", games - 1);
        return Err(InputError::new("--game", "", number.to_string(), allowed).into());
    }
    if let Some(bot) = tournament.bots().iter().find(|bot| !bot.is_reproducible()) {
        let allowed = "bots that always play the same: no external ones and no time budgets";
        return Err(InputError::new(source.display().to_string(), "lineup", &bot.name, allowed).into());
    }
    let Some((_, record)) = tournament.play_recorded(number, &|| false) else {
        bail!("the game was not played to its end");
    };
    new_file::write(args.out.as_deref(), args.force, "the record", &record.to_json())?;
    Ok(ExitCode::SUCCESS)
}
