//! How the decisions of a record are judged: the options that `review` and `train` share.

use std::path::{Path, PathBuf};

use crate::arena::find;
use crate::game::{from_one, quoted};
use crate::lab::StudyWatch as _;
use crate::review::{Passage, ReviewSettings, Reviewer};
use crate::tournament::{MoveRecord, Progress, Reads, find_preset};
use anyhow::Context;
use rayon::ThreadPool;

use super::input_file;
use super::notes;
use super::number::whole;
use super::progress::{Meter, ProgressArgs};
use super::threads::ThreadsArg;

#[derive(clap::Args)]
pub(crate) struct JudgingArgs {
    /// Judge with this search: a name, or the path of a TOML file
    #[arg(long, value_name = "PRESET", default_value = "ismcts")]
    bot: String,
    /// Play on with this bot in playouts, or with one for each seat, separated by commas: names or the paths of TOML files,
    /// or `seats` for the bots that sat there [default: steady, or random in a game without it]
    #[arg(long, value_name = "PRESET", value_delimiter = ',')]
    playout_bot: Vec<String>,
    /// Search for this many iterations at each decision
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u32>(1..))]
    iterations: u32,
    /// Play each candidate out this many times
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole::<u32>(8..=1_000_000))]
    playouts: u32,
    /// Play the choice made and the bot's choice out this many times where they differ
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(8..=1_000_000))]
    compared: u32,
    /// Search this many worlds that the seat holds possible at each decision; 0 for none
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>(..=1_000))]
    worlds: u32,
    /// Play each random event out this many times, with what it turned up and with what it could have; 0 leaves luck out
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = whole::<u32>(..=1_000_000))]
    events: u32,
    /// Let the weights of the bot that plays on differ by this share from playout to playout, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.8)]
    jitter: f64,
    /// Seed everything random from this number
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(..))]
    seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArg,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

impl JudgingArgs {
    /// Prepares the review of a record, which `source` names in messages.
    pub(crate) fn reviewer(&self, source: &str, record: MoveRecord) -> anyhow::Result<Reviewer> {
        let info = find(&record.game).map_err(|error| error.in_file(source))?.info();
        let here = Path::new("");
        let bot = |entry: &str| -> anyhow::Result<_> {
            let found = find_preset(&info, entry, here)?;
            if let Some(note) = &found.note {
                notes::say(note);
            }
            Ok(found.value)
        };
        let names = match &self.playout_bot[..] {
            [] => vec![Reviewer::usual_playout_bot(info.name).to_owned()],
            [seats] if seats == "seats" => {
                let usual = Reviewer::usual_playout_bot(info.name);
                let known = |(index, name): (usize, String)| match find_preset(&info, &name, here) {
                    Ok(_) => name,
                    Err(_) => {
                        let seat = from_one(index);
                        notes::say(&format!(
                            "{} at seat {seat} is no known bot: {usual} plays on for it",
                            quoted(&name)
                        ));
                        usual.to_owned()
                    }
                };
                presets_of(&record).into_iter().enumerate().map(known).collect()
            }
            named => named.to_vec(),
        };
        let playout_bots = names.iter().map(|name| bot(name)).collect::<anyhow::Result<Vec<_>>>()?;
        let bot = bot(&self.bot)?;
        let settings = ReviewSettings {
            iterations: self.iterations,
            worlds: self.worlds,
            playouts: self.playouts.min(self.compared),
            compared: self.compared,
            events: self.events,
            jitter: self.jitter,
            seed: self.seed,
            ..ReviewSettings::default()
        };
        Reviewer::new(record, settings, bot, playout_bots).with_context(|| format!("cannot review {source}"))
    }
}

/// Returns the presets of the seats: their names, without the seat's number that a table adds to equal ones.
fn presets_of(record: &MoveRecord) -> Vec<String> {
    let preset = |(index, name): (usize, &String)| {
        let number = format!(" {}", from_one(index));
        name.strip_suffix(&number).unwrap_or(name).to_owned()
    };
    record.bots.iter().enumerate().map(preset).collect()
}

/// Returns the journal of the review of a record: the one that `tradewinds serve` keeps beside its records, or
/// `RECORD.review`.
pub(crate) fn journal_of(path: &Path, record: &MoveRecord) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let served = path.with_file_name(format!("{stem}-{:08x}.review", record.crc.unwrap_or(0)));
    if served.is_file() {
        return served;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".review");
    PathBuf::from(name)
}

/// Judges all decisions of a record, and shows the progress of this part of the work.
pub(crate) fn judge_all(
    reviewer: &Reviewer,
    journal: &Path,
    pool: &ThreadPool,
    stop: &std::sync::atomic::AtomicBool,
    part: &str,
    meter: &mut Meter,
) -> anyhow::Result<Vec<Option<Passage>>> {
    input_file::check(journal, Reads::Judged)?;
    meter.begin("decisions", part);
    let judged = reviewer.run(pool, Some(journal), stop, &mut |found| {
        let finished = found.iter().flatten().count() as u64;
        meter.progress(&Progress::counted(finished, found.len() as u64));
    });
    Ok(judged?)
}
