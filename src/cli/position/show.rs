//! `tradewinds position show`: the table as a player sees it.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::arena::Match;
use crate::game::speech::capital;
use crate::game::{Seat, Seed, counted};
use crate::report::wrapped;
use crate::tournament::Reads;
use anyhow::Context;

use super::super::number::{self, whole};
use super::knowledge::{seen_in, tells};
use super::{FileArgs, PositionFile, RulesChoice, to_move};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,
    /// Show the table as this seat, from 1, sees it [default: all that the position tells]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    seat: Option<usize>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = PositionFile::read(&args.file.position, Reads::Position)?;
    let rules = RulesChoice::find(file.game(args.file.game.as_deref())?, args.file.variant.as_deref())?;
    let game = rules.load(&file.position, Seed(0)).map_err(|error| file.blame(error))?;
    let mut text = String::new();
    let shown = match args.seat {
        None => file.position.clone(),
        Some(number) => {
            let seat = number::seat(number, game.table().players())?;
            text += &format!("As seat {number} sees it\n\n");
            seen_in(&file.position, &game.position(), &game.view(seat))
        }
    };
    text += &game.show(&shown).map_err(|error| file.blame(error))?;
    text.push('\n');
    text += &match game.to_act() {
        None => standing(&*game),
        // The legal actions may depend on cards that only the seat to move knows.
        Some(seat) if !tells(&shown, &game.view(seat)) => format!("{}\n", capital(&to_move(&*game))),
        Some(_) => {
            let mut texts = game.legal();
            texts.sort_unstable();
            let texts = texts.iter().map(|action| game.notation(action));
            let head = format!("{}\n", capital(&to_move(&*game)));
            head + &wrapped("Legal: ", texts, ", ")
        }
    };
    io::stdout().write_all(text.as_bytes()).context("cannot print the position")?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the places and points of a finished game.
fn standing(game: &dyn Match) -> String {
    let scores = game.scores();
    let mut seats: Vec<Seat> = Seat::all(game.table().players()).collect();
    seats.sort_by_key(|&seat| scores.rank[seat]);
    let places = seats.into_iter().map(|seat| {
        let points = counted(scores.points[seat], "point");
        format!("place {} seat {} with {points}", scores.rank[seat], seat.number())
    });
    wrapped("Result: ", places, ", ")
}
