//! `tradewinds check-bot`: does a program meet the requirements of an external bot?

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use crate::arena::{Playable, find as find_game, game_names};
use crate::bots::{BotKind, Checked, ExternalSettings, Fault, Preset};
use crate::game::{InputError, Seat, Seed, Variant, counted};
use crate::tournament::find_preset;
use anyhow::Context;

use super::faults::FAILED;
use super::log_bots::LogBots;
use super::number::whole;

/// The number of decisions after which the check ends the input, to see whether the program ends with it.
const FEW_DECISIONS: u64 = 2;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Preset of the bot, a TOML file with kind = "external"
    #[arg(value_name = "FILE")]
    bot: String,
    /// Check it in this game alone [default: all that it plays]
    #[arg(long)]
    game: Option<String>,
    /// Check it with this number of players alone [default: all that the game has]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(..))]
    players: Option<usize>,
    /// Play this many games with each number of players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(1..=1000))]
    games: u64,
    /// Seed the deals from this number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(..=i64::MAX.unsigned_abs()))]
    seed: u64,
    #[command(flatten)]
    logs: LogBots,
}

/// Checks the bot of `args` game by game and prints its faults.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (preset, games) = find(args)?;
    let BotKind::External(settings) = &preset.kind else {
        let allowed = "\"external\"; a bot of another kind needs no check, since it cannot fail";
        let found = format!("{:?}", preset.kind.word());
        return Err(InputError::new(args.bot.as_str(), "kind", found, allowed).into());
    };
    preset.check_command().map_err(|error| error.in_file(args.bot.as_str()))?;
    let mut tried = 0;
    let mut failed = Vec::new();
    for name in games {
        let mut settings = settings.clone();
        args.logs.apply(|folder| settings.log_to(&folder.join(name).join(&preset.name)).map(|()| true))?;
        match check(args, &settings, find_game(name)?)? {
            None => {}
            Some(is_well) => {
                tried += 1;
                failed.extend((!is_well).then_some(name));
            }
        }
    }
    if tried == 0 {
        let found = args.players.unwrap_or_default().to_string();
        let allowed = "a number of players of a game that the bot plays";
        return Err(InputError::new("--players", "", found, allowed).into());
    }
    let verdict = if failed.is_empty() {
        format!("{} does what a bot has to in {}", preset.name, counted(tried, "game"))
    } else {
        format!(
            "{} fails in {} of {}: {}; docs/external-bots.md says what a program has to do",
            preset.name,
            failed.len(),
            counted(tried, "game"),
            failed.join(", ")
        )
    };
    writeln!(io::stdout(), "{verdict}").context("cannot print the verdict")?;
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// Finds the preset and the games in which to check it.
fn find(args: &Args) -> anyhow::Result<(Preset, Vec<&'static str>)> {
    let mut names = game_names().to_vec();
    if let Some(game) = &args.game {
        names.retain(|name| name == game);
        if names.is_empty() {
            return Err(InputError::unknown_name("--game", "", game, game_names().iter().copied()).into());
        }
    }
    let mut found = None;
    let mut refusal = None;
    let mut games = Vec::new();
    for name in names {
        match find_preset(&find_game(name)?.info(), &args.bot, Path::new("")) {
            Ok(source) => {
                games.push(name);
                found.get_or_insert(source.value);
            }
            Err(error) => {
                refusal.get_or_insert(error);
            }
        }
    }
    match (found, refusal) {
        (Some(preset), _) => Ok((preset, games)),
        (None, Some(error)) => Err(error.into()),
        (None, None) => anyhow::bail!("there is no game to check the bot in"),
    }
}

/// Checks a bot in a game; `None` if the game does not allow the number of players.
fn check(args: &Args, settings: &ExternalSettings, game: &dyn Playable) -> anyhow::Result<Option<bool>> {
    let info = game.info();
    let mut sizes: Vec<usize> = info.players.collect();
    if let Some(players) = args.players {
        sizes.retain(|&size| size == players);
    }
    if sizes.is_empty() {
        return Ok(None);
    }
    let mut report = Report {
        game: info.name,
        games: 0,
        decisions: 0,
        slowest: Duration::ZERO,
        least_left_ms: None,
        is_well: true,
    };
    let mut number = 0;
    for &players in &sizes {
        let table = game.table(players, &Variant::standard())?;
        // One additional game, in which the input ends without a message; it is played first.
        for index in 0..=args.games {
            if index == 0 && players != sizes[0] {
                continue;
            }
            let most_decisions = (index == 0).then_some(FEW_DECISIONS);
            let seat = Seat::new(number as usize % players);
            let checked = table.check_program(settings, number, seat, Seed(args.seed), most_decisions);
            number += 1;
            report.add(players, seat, &checked)?;
            // A program that hangs or ends does so at every table, and that may take long.
            let ends = |fault: &Fault| {
                matches!(fault, Fault::TimeOut { .. } | Fault::Stop { .. } | Fault::Crash { .. })
            };
            if checked.faults.iter().any(ends) {
                return Ok(Some(false));
            }
        }
    }
    report.finish(&sizes)?;
    Ok(Some(report.is_well))
}

/// The report on one game of the list.
struct Report {
    game: &'static str,
    games: u64,
    decisions: u64,
    slowest: Duration,
    least_left_ms: Option<u64>,
    is_well: bool,
}

impl Report {
    /// Adds a game that was played, and prints its faults.
    fn add(&mut self, players: usize, seat: Seat, checked: &Checked) -> anyhow::Result<()> {
        self.games += 1;
        self.decisions += checked.decisions;
        self.slowest = self.slowest.max(checked.slowest);
        self.least_left_ms = self.least_left_ms.into_iter().chain(checked.least_left_ms).min();
        for fault in &checked.faults {
            let (game, seat) = (self.game, seat.number());
            writeln!(io::stdout(), "{game}, {players} players, seat {seat}: {fault}")
                .context("cannot print what is wrong")?;
            self.is_well = false;
        }
        Ok(())
    }

    /// Prints a line about the whole game.
    fn finish(&self, sizes: &[usize]) -> anyhow::Result<()> {
        let Self { game, games, decisions, slowest, least_left_ms, is_well } = self;
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let verdict = if *is_well { "all is well" } else { "not all is well" };
        let clock =
            least_left_ms.map(|left| format!(", least left on the clock: {left} ms")).unwrap_or_default();
        writeln!(
            io::stdout(),
            "{game}: {verdict}; games: {games}, players: {}, decisions: {decisions}, slowest answer: {} ms{clock}",
            sizes.join(" "),
            slowest.as_millis()
        )
        .context("cannot print what was checked")
    }
}
