//! Proves what `docs/review.md` says of reviews: planted blunders are flagged, the reviewing bot's own moves are not,
//! and expected win shares are calibrated.
//!
//! ```text
//! cargo run --release -p tradewinds-review --example proof -- planted 20 > planted.csv
//! cargo run --release -p tradewinds-review --example proof -- games 4 > games.csv
//! cargo run --release -p tradewinds-review --example proof -- accuracy 4 > accuracy.csv
//! cargo run --release -p tradewinds-review --example proof -- calibration 40 > calibration.csv
//! cargo run --release -p tradewinds-review --example proof -- play 20 > play.csv
//! cargo run --release -p tradewinds-review --example proof -- novice 20 > novice.csv
//! cargo run --release -p tradewinds-review --example proof -- draws 20 > draws.csv
//! ```
//!
//! `planted N` plays N games of `ismcts` for each kind of blunder. At one decision of each game it plays a bad move in
//! place of the bot's: one that costs at least 15 points of win share by 200 paired playouts of each of two bots, and
//! again by 400 new ones of each, since the first are a choice among many occasions, and the chosen ones are those that
//! had luck, too. All have other luck than the review's. The game ends there, and only that decision is reviewed. It
//! counts as flagged if the review of a whole game would flag it whatever the other decisions are: if its p-value is at
//! most 5 % over the decisions of a long game (Bonferroni). `planted N WHAT FOLDER` keeps the games in a folder, and
//! reviews those that are there already without looking for a blunder again; WHAT is a game, a blunder or `""` for all.
//! `planted 20..25` goes on where `planted 20` ended.
//!
//! `calibration N` plays N games of `ismcts` per game and says how often seats won for which a win share was expected,
//! at every fifteenth decision with a choice.
//!
//! `accuracy N` reviews N games of two `ismcts` and two `steady` per game, and says what accuracies both have, without
//! the scale of the losses too, and with which scale `steady` would have 80 %. `accuracy N GAME FOLDER` keeps the
//! reviews.
//!
//! `play N` reviews N games of four `steady`, the bot that plays on in playouts too, and says in how many of them the
//! other play than expected of a seat is within its own interval of 0. `novice N` reviews N games of one `random` among
//! three `steady`, and says in how many its mean loss is the largest and its accuracy the lowest. `draws N` plants N
//! draws that are worth at least 5 points of win share to a seat, and says how many a review finds: their 95 % interval
//! lies above 0.
//!
//! `games N` reviews N whole games per game and line-up: of `ismcts` alone, and of `ismcts` and `steady`.

mod calibration;
mod draws;
mod planted;
mod whole_games;

use std::env;
use std::error::Error;
use std::ops::Range;
use std::path::Path;

use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Seed};
use tradewinds_review::{ReviewSettings, Reviewer};
use tradewinds_sitting::{Advisor, Session, Sitter, SittingSpec, to_record};

use calibration::calibration;
use draws::draws;
use planted::planted;
use whole_games::{accuracy, games, novice, play};

/// What a step of a proof returns.
type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The number of seats.
const PLAYERS: usize = 4;
/// The maximum number of games that are played to find an occasion.
const ATTEMPTS: u64 = 50;

/// How the program is called.
const USAGE: &str = "proof planted N|FROM..TO [GAME or BLUNDER [FOLDER]], proof games N [GAME], proof calibration N [GAME [JITTER]], \
     proof accuracy N [GAME [FOLDER]], proof play N [GAME [FOLDER]], proof novice N [GAME [FOLDER]], or proof draws N|FROM..TO [GAME [FOLDER]]";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let numbers = args.get(1).map_or(Some(0..1), |numbers| range(numbers)).ok_or(USAGE)?;
    let count = numbers.end;
    let only = args.get(2).map_or("", String::as_str);
    match args.first().map(String::as_str) {
        Some("planted") => planted(numbers, only, args.get(3).map(Path::new)),
        Some("games") => games(count, only),
        Some("play") => play(count, only, args.get(3).map(Path::new)),
        Some("novice") => novice(count, only, args.get(3).map(Path::new)),
        Some("draws") => draws(&numbers, only, args.get(3).map(Path::new)),
        Some("accuracy") => accuracy(count, only, args.get(3).map(Path::new)),
        Some("calibration") => {
            let jitter = args.get(3).and_then(|jitter| jitter.parse().ok());
            calibration(count, only, jitter.unwrap_or(ReviewSettings::default().jitter))
        }
        _ => Err(USAGE.into()),
    }
}

/// Reads `N`, which stands for `0..N`, or `FROM..TO`.
fn range(text: &str) -> Option<Range<u64>> {
    match text.split_once("..") {
        Some((from, to)) => Some(from.parse().ok()?..to.parse().ok()?),
        None => Some(0..text.parse().ok()?),
    }
}

/// Sets a game of these bots up.
fn session(game: &str, bots: [&str; PLAYERS], seed: u64) -> Result<Session> {
    let seats = bots.iter().map(|&preset| Sitter::Bot { preset: preset.to_owned() }).collect();
    Ok(Session::new(SittingSpec::new(game, None, seats, seed)?)?)
}

/// Returns what a bot does at the decision at hand.
fn choice(session: &Session, bot: &str) -> Result<String> {
    Ok(match session.forced() {
        Some(forced) => forced,
        None => Advisor::new(session, bot)?.choose()?.action,
    })
}

/// Plays a whole game and prepares its review.
fn played(game: &str, bots: [&str; PLAYERS], number: u64, settings: ReviewSettings) -> Result<Reviewer> {
    let mut session = session(game, bots, Seed(number).derive(Purpose::Deal, 7).0)?;
    while let Some(seat) = session.to_act() {
        let action = choice(&session, bots[seat.index()])?;
        session.play(&action)?;
    }
    let preset = |name: &str| Preset::find(name, game);
    let record = to_record(&session, "review-proof");
    Ok(Reviewer::new(record, settings, preset("ismcts")?, vec![preset("steady")?])?)
}
