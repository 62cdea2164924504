//! `tradewinds position show`: the table that a player looks at.

use std::io::{self, Write as _};
use std::process::ExitCode;

use anyhow::Context;
use tradewinds::game::{Actions, CompleteGame, InputError, Purpose, Seat, Seed};
use tradewinds::games::GameVisitor;
use tradewinds::report::wrapped;

use super::knowledge::{seen_in, tells};
use super::{FileArgs, PositionFile, RulesChoice, to_move};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    file: FileArgs,
    /// Show the table as this seat sees it [default: all that the position tells]
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let file = PositionFile::read(&args.file.position)?;
    file.visit(args.file.game.as_deref(), Show { args, file: &file })?
}

/// Shows a position once its game is known.
struct Show<'a> {
    args: &'a Args,
    file: &'a PositionFile<'a>,
}

impl GameVisitor for Show<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let Self { args, file } = self;
        let rules = RulesChoice::find::<G>(args.file.variant.as_deref())?;
        let mut completion = Seed(0).derive(Purpose::Completion, 0).rng();
        let (game, state): (G, _) =
            rules.load(&file.position, &mut completion).map_err(|error| file.blame(error))?;
        let mut text = String::new();
        let shown = match args.seat {
            None => file.position.clone(),
            Some(seat) if seat < game.players() => {
                text += &format!("As seat {seat} sees it\n\n");
                seen_in(&file.position, &game.position(&state), &game.view(&state, Seat::new(seat)))
            }
            Some(seat) => {
                let allowed = format!("0..={}", game.players() - 1);
                return Err(InputError::new("--seat", "", seat.to_string(), allowed).into());
            }
        };
        text += &game.show(&shown).map_err(|error| file.blame(error))?;
        text.push('\n');
        text += &match game.to_act(&state) {
            None => standing(&game, &state),
            // What is legal may rest on cards that only the seat to move knows.
            Some(seat) if !tells(&shown, &game.view(&state, seat)) => {
                format!("{}\n", capital(&to_move(&game, &state)))
            }
            Some(_) => {
                let mut actions = Actions::new();
                game.legal(&state, &mut actions);
                let mut texts: Vec<String> =
                    actions.iter().map(|&action| game.action_text(&state, action)).collect();
                texts.sort_unstable();
                let head = format!("{}\n", capital(&to_move(&game, &state)));
                head + &wrapped("Legal: ", texts, ", ")
            }
        };
        io::stdout().write_all(text.as_bytes()).context("cannot print the position")?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the places and points of a finished game.
fn standing<G: CompleteGame>(game: &G, state: &G::State) -> String {
    let scores = game.scores(state);
    let mut seats: Vec<Seat> = Seat::all(game.players()).collect();
    seats.sort_by_key(|&seat| scores.rank[seat]);
    let places = seats
        .into_iter()
        .map(|seat| format!("place {} seat {seat} with {} points", scores.rank[seat], scores.points[seat]));
    wrapped("Result: ", places, ", ")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
