//! The program as a function: parse the command line, dispatch, print the error. The commands have a file each.

mod analyze;
mod balance;
mod bench;
mod book;
mod bots;
mod check_bot;
mod choices;
mod compare;
mod completions;
mod examples;
mod export;
mod faults;
mod foreign;
mod gallery;
mod games;
mod import;
mod input_file;
mod judging;
mod ladder;
mod learn;
mod ledger;
mod log_bots;
mod man;
mod manifest_args;
mod merge;
mod new_file;
mod not_text;
mod notes;
mod number;
mod play;
mod position;
mod position_file;
mod progress;
mod protocol;
mod ratings;
mod records;
mod replay;
mod restricted;
mod review;
mod rules;
mod run_folder;
mod score_sheet;
mod screen;
mod search;
#[cfg(feature = "serve")]
mod serve;
mod shard;
mod sprt;
mod standings;
mod study;
mod threads;
mod ticker;
mod tournament;
mod train;
mod tune;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use examples::with_examples;
use notes::complain;
pub use protocol::converse;
use threads::with_threads;
use tradewinds_learn::play::Learner;

use crate::arena::{Playable, playable_with, set_games};
use crate::game::{CompleteGame, printable};

/// Returns a game with all that the program does with it.
#[must_use]
pub const fn playable<G: CompleteGame>() -> &'static dyn Playable {
    playable_with::<G, Learner>()
}

/// Runs the program `tradewinds` with these games, by the command line of the process, and returns its exit status:
/// 0 success, 1 failure, 2 a wrong command line, 3 an external bot failed decisions.
///
/// Call it at the start of `main`: the games are those of the whole process, and nothing asks for one before.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     tradewinds::program(tradewinds::arena::SHIPPED)
/// }
/// ```
pub fn program(games: &[&'static dyn Playable]) -> ExitCode {
    if let Err(error) = set_games(games) {
        return fail(&error.into());
    }
    match Cli::of_command_line() {
        Ok(cli) => cli.run().unwrap_or_else(|error| fail(&error)),
        Err(unparsed) => explain(&unparsed),
    }
}

/// Prints an error as one line.
fn fail(error: &anyhow::Error) -> ExitCode {
    if !is_broken_pipe(error) {
        complain(&printable(&whole_message(error)));
    }
    ExitCode::FAILURE
}

/// Joins an error and its causes; a cause that the text before it has is left out.
fn whole_message(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text.push_str(&format!(": {cause}"));
        }
    }
    text
}

/// Prints the help or the version that the user asks for, or the error in the command line.
fn explain(unparsed: &clap::Error) -> ExitCode {
    let printed = unparsed.print().and_then(|()| io::stdout().flush()).map_err(anyhow::Error::from);
    match (unparsed.use_stderr(), printed) {
        (true, _) => ExitCode::from(2),
        (false, Ok(())) => ExitCode::SUCCESS,
        (false, Err(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        (false, Err(error)) => fail(&error.context("cannot print the help")),
    }
}

/// Returns whether the reader of the output has gone, as `head` does: this is not reported.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.into_iter().any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Monte Carlo tree search and self-play lab for New World board games.
#[derive(Parser)]
#[command(
    name = "tradewinds",
    version,
    after_help = "Exit status: 0 all went well, 1 it did not, 2 wrong command line, 3 an external bot failed decisions"
)]
struct Cli {
    /// Show no notes, and no progress unless --progress is given; errors and results stay
    #[arg(short, long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a tournament from a manifest and print its standings
    Tournament(tournament::Args),
    /// Test whether one bot is stronger than another, with no more games than it takes
    Sprt(sprt::Args),
    /// Measure how strength grows with a search's budget
    Ladder(ladder::Args),
    /// Tune a bot's weights or its search by play against a pool of others
    Tune(tune::Args),
    /// Teach a search by self-play what a position is worth and what to try first
    Learn(learn::Args),
    /// Count what bots choose, such as roles, and play out what each choice is worth
    #[command(visible_alias = "roles")]
    Choices(choices::Args),
    /// Measure whether variants of the rules are fairer, with the same deals and bots
    Balance(balance::Args),
    /// Find dead and must-have items: one seat never makes a choice, or always
    Restricted(restricted::Args),
    /// Join the parts of a tournament, a balance or a restricted study that several machines have played
    Merge(merge::Args),
    /// Print the standings of a run as they are now
    Standings(standings::Args),
    /// Compare two runs on the same deals, game by game
    Compare(compare::Args),
    /// Put the bots of several runs of a game into one rating list
    Ratings(ratings::Args),
    /// Write the tables of runs as Parquet files, for databases and data frames
    Export(export::Args),
    /// Write a page over all results in a folder
    Gallery(gallery::Args),
    /// Keep the file of all published figures: add those of a run, or list them
    Ledger(ledger::Args),
    /// Verify the record of a game, or make the one of any game of a run
    Replay(replay::Args),
    /// Review the record of a game: what each decision cost, and who paid for it
    Review(review::Args),
    /// Train on your own mistakes: flagged decisions of recorded games as puzzles, until they are solved
    Train(train::Args),
    /// Make an opening book of recorded games, which runs can begin from
    Book(book::Args),
    /// Find a deal that agrees with a list of decisions with gaps, and write the record
    Import(import::Args),
    /// Search a position and print what was found
    Analyze(analyze::Args),
    /// Check a position, show it as a table, or make a random one
    Position(position::Args),
    /// Measure how fast games are played and searched
    Bench(bench::Args),
    /// Play a game against bots in the terminal
    Play(play::Args),
    /// Play in a browser, against bots and friends
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Drive a game over standard input and output, a line of JSON a request
    Protocol(protocol::Args),
    /// Check, search or play a game of your own, in any language, which answers over pipes
    Foreign(foreign::Args),
    /// List the games and their variants
    Games(games::Args),
    /// List the bot presets, or show one with its weights and settings
    Bots(bots::Args),
    /// Check whether a program does what an external bot has to, and say what is wrong
    CheckBot(check_bot::Args),
    /// Print what a shell needs to complete commands and options
    Completions(completions::Args),
    /// Print the manual's page, or write one for each command
    Man(man::Args),
}

impl Cli {
    /// Reads the command line. A negative number is read as a value, so that it is refused as a value.
    fn of_command_line() -> Result<Self, clap::Error> {
        let arguments: Vec<_> = std::env::args_os().collect();
        let matches = not_text::matches(&with_negative_numbers(Self::whole_command()), &arguments)?;
        Self::from_arg_matches(&matches)
    }

    /// Describes the command line, with examples.
    fn whole_command() -> clap::Command {
        with_examples(Self::command())
    }

    /// Runs the command; the caller prints an error, with exit status 1.
    fn run(self) -> anyhow::Result<ExitCode> {
        if self.quiet {
            notes::be_quiet();
        }
        match self.command {
            Command::Tournament(args) => tournament::run(&args),
            Command::Sprt(args) => sprt::run(&args),
            Command::Ladder(args) => ladder::run(&args),
            Command::Tune(args) => tune::run(&args),
            Command::Learn(args) => learn::run(&args),
            Command::Choices(args) => choices::run(&args),
            Command::Balance(args) => balance::run(&args),
            Command::Restricted(args) => restricted::run(&args),
            Command::Merge(args) => with_threads(0, || merge::run(&args)),
            Command::Standings(args) => with_threads(0, || standings::run(&args)),
            Command::Compare(args) => with_threads(0, || compare::run(&args)),
            Command::Ratings(args) => with_threads(0, || ratings::run(&args)),
            Command::Export(args) => export::run(&args),
            Command::Gallery(args) => gallery::run(&args),
            Command::Ledger(args) => ledger::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Review(args) => review::run(&args),
            Command::Train(args) => train::run(&args),
            Command::Book(args) => book::run(&args),
            Command::Import(args) => import::run(&args),
            Command::Analyze(args) => with_threads(0, || analyze::run(&args)),
            Command::Position(args) => position::run(&args),
            Command::Bench(args) => bench::run(&args),
            Command::Play(args) => play::run(&args),
            #[cfg(feature = "serve")]
            Command::Serve(args) => serve::run(&args),
            Command::Protocol(args) => protocol::run(&args),
            Command::Foreign(args) => foreign::run(&args),
            Command::Games(args) => games::run(&args),
            Command::Bots(args) => bots::run(&args),
            Command::CheckBot(args) => check_bot::run(&args),
            Command::Completions(args) => completions::run(&args, Self::whole_command()),
            Command::Man(args) => man::run(&args, Self::whole_command()),
        }
    }
}

/// Allows negative numbers as values in a command and all commands below it.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
}
