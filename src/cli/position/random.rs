//! `tradewinds position random`: a position reached by uniformly random play.

use std::process::ExitCode;

use tradewinds::game::{CompleteGame, Dice as _, InputError, Purpose, Seed};
use tradewinds::games::{GameVisitor, with_game};

use super::RulesChoice;
use crate::cli::new_file;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Write the position to this file, - for standard output [default: standard output]
    file: Option<String>,
    /// Game to play
    #[arg(long)]
    game: String,
    /// Number of players
    #[arg(long, value_name = "N", default_value_t = 4)]
    players: usize,
    /// Play this variant: a name, or the path of a TOML file [default: the standard rules]
    #[arg(long)]
    variant: Option<String>,
    /// Seed the deal and all play from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Stop after this many decisions [default: a random number before the end of the game]
    #[arg(long, value_name = "N")]
    decisions: Option<u32>,
    /// Replace the file if it is there
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    with_game(&args.game, Random(args)).map_err(|error| error.with_origin("--game").with_field(""))?
}

/// Makes a position once the game is known.
struct Random<'a>(&'a Args);

impl GameVisitor for Random<'_> {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: CompleteGame>(self) -> Self::Output {
        let args = self.0;
        let game: G = RulesChoice::find::<G>(args.variant.as_deref())?.game(args.players)?;
        let seed = Seed(args.seed);
        let decisions = match args.decisions {
            Some(decisions) => decisions,
            // The first game is only counted; the second one stops on the way.
            None => {
                let (_, length) = play(&game, seed, game.max_decisions());
                seed.derive(Purpose::Sample, 0).rng().below(length.max(1))
            }
        };
        let (state, played) = play(&game, seed, decisions);
        if played < decisions {
            let allowed = format!("at most {played}: this game ends then");
            return Err(InputError::new("--decisions", "", decisions.to_string(), allowed).into());
        }
        let text = format!("{:#}\n", game.position(&state));
        new_file::write(args.file.as_deref(), args.force, "the position", &text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Plays so many decisions from the deal of a seed, fewer if the game ends before; returns the position and
/// their number.
fn play<G: CompleteGame>(game: &G, seed: Seed, decisions: u32) -> (G::State, u32) {
    let mut state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
    let mut choices = seed.derive(Purpose::Bot, 0).rng();
    let mut chance = seed.derive(Purpose::Chance, 0).rng();
    let mut played = 0;
    while played < decisions.min(game.max_decisions()) && game.to_act(&state).is_some() {
        let action = game.random_action(&state, &mut choices);
        game.play(&mut state, action, &mut chance);
        played += 1;
    }
    (state, played)
}
