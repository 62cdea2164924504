//! `tradewinds play`: a game against bots in the terminal.

mod screenful;
mod talk;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::arena::find;
use crate::game::{InputError, Seat, Variant, counted, from_one};
use crate::sitting::{Session, SessionJournal, Sitter, SittingSpec, any_seed, find_bot, to_record};
use crate::tournament::{FileKind, Reads, find_variant};
use anyhow::{Context, bail};

use super::input_file;
use super::new_file;
use super::notes;
use super::number::{self, whole};
use super::search::DEFAULT_BOT;
use talk::Talk;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game to play
    game: String,
    /// Bot that plays the other seats; several times for several seats, in order [default: ismcts]
    #[arg(long, value_name = "BOT")]
    against: Vec<String>,
    /// Number of players [default: 4, or as many as there are bots and you]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    players: Option<usize>,
    /// Your seat, from 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    seat: Option<usize>,
    /// Use this variant: a name, or the path of a TOML file [default: the standard rules]
    #[arg(long)]
    variant: Option<String>,
    /// Seed everything random from this number [default: another game each time]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    seed: Option<u64>,
    /// File that keeps the game; a game that is there goes on; once it is over its record is beside it, in a file that
    /// ends in .json [default: GAME.table]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Begin a new game, and replace the file if it is there
    #[arg(long)]
    new: bool,
}

/// Plays until the game is over or the player quits.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    // A file in the place of a name is refused as what it is.
    let blame = |name: &String, reads: Reads, error| {
        reads.refusal(name, FileKind::at(Path::new(name))).unwrap_or(error)
    };
    find(&args.game).map_err(|error| blame(&args.game, Reads::Game, error))?;
    for bot in &args.against {
        find_bot(bot, &args.game).map_err(|error| blame(bot, Reads::Bot, error.with_origin("--against")))?;
    }
    let path = args.file.clone().unwrap_or_else(|| PathBuf::from(format!("{}.table", args.game)));
    let (journal, session) =
        if path.exists() && !args.new { resume(args, &path)? } else { begin(args, &path)? };
    let Some(seat) = session.spec().seats.iter().position(Sitter::is_person) else {
        bail!("{}: nobody but bots plays there", path.display());
    };
    let mut talk = Talk::new(session, journal, Seat::new(seat));
    talk.converse(&mut io::stdin().lock(), &mut io::stdout().lock())?;
    if talk.session().to_act().is_none() {
        keep_record(talk.session(), &path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the record of a game that is over beside its table, unless it is there. The record of another game is never
/// replaced: this one then gets a number.
fn keep_record(session: &Session, table: &Path) -> anyhow::Result<()> {
    let stem = table.file_stem().unwrap_or_default();
    let text = to_record(session, &stem.to_string_lossy()).to_json();
    for number in 1_u32.. {
        let mut name = stem.to_owned();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(".json");
        let path = table.with_file_name(name);
        if fs::symlink_metadata(&path).is_err() {
            new_file::write(Some(&path), false, "the record", &text)?;
        } else if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            continue;
        }
        let path = path.display();
        notes::say(&format!(
            "the record of the game is {path}: `tradewinds review {path}` judges its decisions"
        ));
        break;
    }
    Ok(())
}

/// Goes on with the game of a file.
fn resume(args: &Args, path: &Path) -> anyhow::Result<(SessionJournal, Session)> {
    input_file::check(path, Reads::Table)?;
    let (journal, session, ()) = SessionJournal::open(path)?;
    let game = &session.spec().game;
    if *game != args.game {
        let allowed = format!("a game of {}; --new begins one", args.game);
        return Err(InputError::conflict(path.display().to_string(), "game", game, allowed).into());
    }
    check_agreement(args, session.spec(), path)?;
    let (decisions, path) = (counted(session.decisions(), "decision"), path.display());
    notes::say(&format!("the game in {path} goes on after {decisions}; --new begins another one"));
    Ok((journal, session))
}

/// Refuses arguments that contradict what the table of a file plays.
fn check_agreement(args: &Args, spec: &SittingSpec, path: &Path) -> Result<(), InputError> {
    let path = path.display();
    let differs = |option: &str, found: String, has: String| {
        let allowed = format!("{has}, as in {path}; --new begins another game");
        Err(InputError::conflict(option, "", found, allowed))
    };
    if let Some(players) = args.players.filter(|&players| players != spec.players()) {
        return differs("--players", players.to_string(), spec.players().to_string());
    }
    let yours = spec.seats.iter().position(Sitter::is_person).map(from_one);
    if let (Some(seat), Some(yours)) = (args.seat.filter(|&seat| Some(seat) != yours), yours) {
        return differs("--seat", seat.to_string(), yours.to_string());
    }
    if let Some(seed) = args.seed.filter(|&seed| seed != spec.seed) {
        return differs("--seed", seed.to_string(), spec.seed.to_string());
    }
    if let Some(entry) = &args.variant {
        let given = find_variant(&find(&spec.game)?.info(), entry, Path::new(""))?.value;
        if spec.variant.as_ref() != Some(&given) {
            let has = spec.variant.as_ref().map_or("the standard rules", |variant| &variant.name);
            return differs("--variant", entry.clone(), has.to_owned());
        }
    }
    let bots: Vec<&str> = spec.seats.iter().filter(|sitter| !sitter.is_person()).map(Sitter::name).collect();
    let given = args.against.iter().map(String::as_str);
    let is_same = args.against.len() <= bots.len() && bots.iter().copied().eq(given.cycle().take(bots.len()));
    if !args.against.is_empty() && !is_same {
        return differs("--against", args.against.join(", "), bots.join(", "));
    }
    Ok(())
}

/// Begins a game.
fn begin(args: &Args, path: &Path) -> anyhow::Result<(SessionJournal, Session)> {
    let info = find(&args.game)?.info();
    let usual = if args.against.len() > 1 { args.against.len() + 1 } else { 4 };
    let players = args.players.unwrap_or(usual.clamp(*info.players.start(), *info.players.end()));
    let own = number::seat(args.seat.unwrap_or(1), players)?;
    if args.against.len() >= players {
        let (found, allowed) = (args.against.len().to_string(), format!("up to {} bots", players - 1));
        return Err(InputError::conflict("--against", "", found, allowed).into());
    }
    let variant: Option<Variant> = match &args.variant {
        Some(entry) => Some(find_variant(&info, entry, Path::new(""))?.value),
        None => None,
    };
    let mut bots = args.against.iter().map(String::as_str).cycle();
    let sitter = |seat: usize| {
        if seat == own.index() {
            return Sitter::Here { name: "You".to_owned() };
        }
        Sitter::Bot { preset: bots.next().unwrap_or(DEFAULT_BOT).to_owned() }
    };
    let seats = (0..players).map(sitter).collect();
    let seed = args.seed.map_or_else(any_seed, Ok).context("no seed can be drawn")?;
    let session = Session::new(SittingSpec::new(&args.game, variant, seats, seed)?)?;
    if args.new && path.exists() {
        input_file::check(path, Reads::Table)?;
        fs::remove_file(path).with_context(|| format!("cannot replace {}", path.display()))?;
    }
    let journal = SessionJournal::create(path, &session, &())?;
    notes::say(&format!("the game is kept in {}: the same command goes on with it", path.display()));
    Ok((journal, session))
}
