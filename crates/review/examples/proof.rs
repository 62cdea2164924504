//! Proves what `docs/review.md` says of reviews: planted blunders are flagged, the reviewing bot's own moves are not,
//! and expected win shares are calibrated.
//!
//! ```text
//! cargo run --release -p tradewinds-review --example proof -- planted 20 > results/review/planted.csv
//! cargo run --release -p tradewinds-review --example proof -- games 4 > results/review/games.csv
//! cargo run --release -p tradewinds-review --example proof -- accuracy 4 > accuracy.csv
//! cargo run --release -p tradewinds-review --example proof -- calibration 40 > results/review/calibration.csv
//! cargo run --release -p tradewinds-review --example proof -- play 20 > results/review/play.csv
//! cargo run --release -p tradewinds-review --example proof -- novice 20 > results/review/novice.csv
//! cargo run --release -p tradewinds-review --example proof -- draws 20 > results/review/draws.csv
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
//! `accuracy N` reviews N games of two `ismcts` and two `steady` per game, and says what accuracies both have, without the
//! scale of the losses too, and with which scale `steady` would have 80 %. `accuracy N GAME FOLDER` keeps the reviews.
//!
//! `play N` reviews N games of four `steady`, the bot that plays on in playouts too, and says in how many of them the
//! other play than expected of a seat is within its own interval of 0. `novice N` reviews N games of one `random` among
//! three `steady`, and says in how many its mean loss is the largest and its accuracy the lowest. `draws N` plants N
//! draws that are worth at least 5 points of win share to a seat, and says how many a review finds: their 95 % interval
//! lies above 0.
//!
//! `games N` reviews N whole games per game and line-up: of `ismcts` alone, and of `ismcts` and `steady`.

use std::env;
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tradewinds_arena::{Match, NAMES, with_jitter};
use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Seed};
use tradewinds_review::{FALSE_FLAGS, Judgement, Review, ReviewSettings, Reviewer};
use tradewinds_stats::Moments;
use tradewinds_table::{Advisor, Session, Sitter, Spec, to_record};
use tradewinds_tournament::{MoveRecord, threads::pool};

/// The number of seats.
const PLAYERS: usize = 4;
/// The smallest loss of a planted blunder in win share.
const BLUNDER: f64 = 0.15;
/// The playouts by which blunders are found, and the new ones that have to confirm them.
const FOUND_BY: u64 = 200;
const CONFIRMED_BY: u64 = 400;
/// The playouts after which most occasions turn out to be none.
const GLANCE: u64 = 24;
/// The maximum number of games that are played to find an occasion.
const ATTEMPTS: u64 = 50;
/// The decisions with a choice of a long game of four.
const DECISIONS: f64 = 500.0;

/// A kind of blunder: the kind of the decision, and which actions to play there.
struct Kind {
    game: &'static str,
    name: &'static str,
    decision: &'static str,
    fits: fn(&dyn Match, &str) -> bool,
    /// Another bot than the review's plays on when a blunder is looked for.
    other: &'static str,
}

fn any(_: &dyn Match, _: &str) -> bool {
    true
}

/// Sums the goods of a seat of Puerto Rico.
fn goods(view: &Value, seat: usize) -> u64 {
    view["players"][seat]["goods"]
        .as_object()
        .map_or(0, |goods| goods.values().filter_map(Value::as_u64).sum())
}

fn captain_with_nothing(game: &dyn Match, action: &str) -> bool {
    let Some(seat) = game.to_act() else { return false };
    let view = game.view(seat);
    let others: u64 = (0..PLAYERS).map(|seat| goods(&view, seat)).sum();
    action == "captain" && goods(&view, seat.index()) == 0 && others > 0
}

const KINDS: [Kind; 13] = [
    Kind {
        game: "puerto-rico",
        name: "captain with nothing to ship",
        decision: "role",
        fits: captain_with_nothing,
        other: "builder",
    },
    Kind {
        game: "puerto-rico",
        name: "no building",
        decision: "build",
        fits: |_, action| action == "pass",
        other: "builder",
    },
    Kind { game: "puerto-rico", name: "a bad load", decision: "load", fits: any, other: "builder" },
    Kind {
        game: "mundus-novus",
        name: "a secret offer of relics",
        decision: "offer",
        fits: |_, action| action == "offer relic",
        other: "developer",
    },
    Kind { game: "mundus-novus", name: "a bad trade", decision: "take", fits: any, other: "developer" },
    Kind {
        game: "mundus-novus",
        name: "nothing laid",
        decision: "turn",
        fits: |_, action| action == "end",
        other: "developer",
    },
    Kind { game: "age-of-discovery", name: "a bad box", decision: "place", fits: any, other: "merchant" },
    Kind { game: "age-of-discovery", name: "a bad landing", decision: "land", fits: any, other: "merchant" },
    Kind {
        game: "age-of-discovery",
        name: "a bad battle or peace",
        decision: "warfare",
        fits: any,
        other: "merchant",
    },
    Kind { game: "francis-drake", name: "a bad stop", decision: "plymouth", fits: any, other: "raider" },
    Kind { game: "francis-drake", name: "a bad port", decision: "sail", fits: any, other: "raider" },
    Kind {
        game: "francis-drake",
        name: "a mission declined",
        decision: "mission",
        fits: |_, action| action == "decline",
        other: "raider",
    },
    // The last one, since its place is the seed of a kind's games.
    Kind { game: "mundus-novus", name: "a bad offer", decision: "offer", fits: any, other: "developer" },
];

/// How the program is called.
const USAGE: &str = "proof planted N|FROM..TO [GAME or BLUNDER [FOLDER]], proof games N [GAME], proof calibration N [GAME [JITTER]], \
     proof accuracy N [GAME [FOLDER]], proof play N [GAME [FOLDER]], proof novice N [GAME [FOLDER]], or proof draws N [GAME]";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let numbers = args.get(1).map_or(Some(0..1), |numbers| range(numbers)).ok_or(USAGE)?;
    let count = numbers.end;
    let only = args.get(2).map_or("", String::as_str);
    match args.first().map(String::as_str) {
        Some("planted") => planted(numbers, only, args.get(3).map(Path::new)),
        Some("games") => games(count, only),
        Some("play") => play(count, only, args.get(3).map(Path::new)),
        Some("novice") => novice(count, only, args.get(3).map(Path::new)),
        Some("draws") => draws(count, only),
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
fn session(game: &str, bots: [&str; PLAYERS], seed: u64) -> Result<Session, Box<dyn Error + Send + Sync>> {
    let seats = bots.iter().map(|&preset| Sitter::Bot { preset: preset.to_owned() }).collect();
    Ok(Session::new(Spec::new(game, None, seats, seed)?)?)
}

/// Returns what a bot does at the decision at hand.
fn choice(session: &Session, bot: &str) -> Result<String, Box<dyn Error + Send + Sync>> {
    Ok(match session.forced() {
        Some(forced) => forced,
        None => Advisor::new(session, bot)?.choose()?.action,
    })
}

fn planted(numbers: Range<u64>, only: &str, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    println!("game,blunder,number,decision,planted,made,best,loss,low,high,p,flagged");
    let is_wanted = |kind: &Kind| only.is_empty() || [kind.game, kind.name].contains(&only);
    for (index, kind) in KINDS.iter().enumerate().filter(|(_, kind)| is_wanted(kind)) {
        let row = |number: u64| {
            let file =
                folder.map(|folder| folder.join(format!("{}-{number}.json", kind.name.replace(' ', "-"))));
            let kept = file.as_ref().and_then(|file| fs::read(file).ok());
            let planted = match kept {
                Some(kept) => serde_json::from_slice(&kept)?,
                None => plant(kind, index as u64, number)?,
            };
            if let Some(file) = file {
                fs::write(file, serde_json::to_vec(&planted)?)?;
            }
            let Some(planted) = planted else { return Ok(None) };
            review_planted(kind, number, planted).map(Some)
        };
        let rows: Result<Vec<Option<String>>, Box<dyn Error + Send + Sync>> =
            numbers.clone().into_par_iter().map(row).collect();
        let rows: Vec<String> = rows.map_err(|error| error.to_string())?.into_iter().flatten().collect();
        let flagged = rows.iter().filter(|row| row.ends_with("yes")).count();
        rows.iter().for_each(|row| println!("{row}"));
        let without = numbers.clone().count() - rows.len();
        eprintln!(
            "{}: {}: {flagged} of {} flagged; {without} without an occasion in {ATTEMPTS} games",
            kind.game,
            kind.name,
            rows.len()
        );
    }
    Ok(())
}

/// A game that ends with a blunder.
#[derive(Serialize, Deserialize)]
struct Planted {
    record: MoveRecord,
    /// What the blunder costs, by the playouts that confirm it.
    cost: f64,
}

/// Plays a game with a blunder of this kind; `None` if no game has an occasion.
fn plant(kind: &Kind, index: u64, number: u64) -> Result<Option<Planted>, Box<dyn Error + Send + Sync>> {
    for attempt in 0..ATTEMPTS {
        let seed = Seed(index).derive(Purpose::Sample, number).derive(Purpose::Deal, attempt);
        let mut session = session(kind.game, ["ismcts"; PLAYERS], seed.0)?;
        // Blunders are spread over the game: the first occasions are passed over.
        let mut pass_over = seed.0 % 7;
        while session.to_act().is_some() {
            let chosen = choice(&session, "ismcts")?;
            if session.kind() == kind.decision && session.forced().is_none() {
                if pass_over > 0 {
                    pass_over -= 1;
                } else if let Some((action, cost)) = occasion(kind, &session, &chosen, seed)? {
                    session.play(&action)?;
                    return Ok(Some(Planted { record: to_record(&session, "review-proof"), cost }));
                }
            }
            session.play(&chosen)?;
        }
    }
    Ok(None)
}

/// Reviews the last decision of a game, which is a blunder; returns the row about it.
fn review_planted(
    kind: &Kind,
    number: u64,
    planted: Planted,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let Planted { record, cost } = planted;
    let decision = record.actions.len() - 1;
    let preset = |name: &str| Preset::find(name, kind.game);
    let reviewer =
        Reviewer::new(record, ReviewSettings::default(), preset("ismcts")?, vec![preset("steady")?])?;
    let place = reviewer.place(decision).ok_or("the decision has a choice")?;
    let judged = reviewer.judge(place, &|| false).ok_or("nothing stops it")?.judged;
    let order = |candidate: usize| judged.candidates[candidate].order.replace(',', ";");
    let loss = judged.loss();
    let flagged = loss.is_some_and(|loss| {
        Judgement::of_size(loss.mean, PLAYERS).is_some() && loss.p * DECISIONS <= FALSE_FLAGS
    });
    let figures = loss.map_or("0,0,0,1".to_owned(), |loss| {
        format!("{:.4},{:.4},{:.4},{:.2e}", loss.mean, loss.low, loss.high, loss.p)
    });
    Ok(format!(
        "{},{},{number},{decision},{cost:.4},{},{},{figures},{}",
        kind.game,
        kind.name,
        order(judged.made),
        order(judged.reference),
        if flagged { "yes" } else { "no" },
    ))
}

/// Returns the blunder to play at the decision at hand, if there is one, and what it costs in win share: the action of
/// the kind that the other bot's policy rates worst, if it costs enough against `chosen`, the choice of `ismcts`.
fn occasion(
    kind: &Kind,
    session: &Session,
    chosen: &str,
    seed: Seed,
) -> Result<Option<(String, f64)>, Box<dyn Error + Send + Sync>> {
    let game = session.game();
    let legal = game.legal();
    let other = Preset::find(kind.other, kind.game)?;
    let rated = game.rated(&other)?;
    let fitting = (0..legal.len()).filter(|&index| (kind.fits)(game, &legal[index]));
    let Some(worst) = fitting.min_by(|&a, &b| rated[a].score.total_cmp(&rated[b].score)) else {
        return Ok(None);
    };
    let chosen = game.index_of(chosen)?;
    if chosen == worst {
        return Ok(None);
    }
    let seed = seed.derive(Purpose::Bootstrap, session.decisions() as u64);
    let presets = [Preset::find("steady", kind.game)?, other];
    let least = |numbers: Range<u64>| -> Result<f64, Box<dyn Error + Send + Sync>> {
        let mut least = f64::INFINITY;
        for (index, preset) in presets.iter().enumerate() {
            if least >= BLUNDER {
                let luck = seed.derive(Purpose::Bot, index as u64);
                least = least.min(cost(game, [chosen, worst], preset, luck, numbers.clone())?);
            }
        }
        Ok(least)
    };
    if least(0..GLANCE)? < BLUNDER || least(0..FOUND_BY)? < BLUNDER {
        return Ok(None);
    }
    let confirmed = least(FOUND_BY..FOUND_BY + CONFIRMED_BY)?;
    Ok((confirmed >= BLUNDER).then(|| (legal[worst].clone(), confirmed)))
}

/// Measures what an action costs the seat that decides against a good one, in win share, by playouts of a bot with
/// these numbers.
fn cost(
    game: &dyn Match,
    good_and_bad: [usize; 2],
    preset: &Preset,
    luck: Seed,
    numbers: Range<u64>,
) -> Result<f64, Box<dyn Error + Send + Sync>> {
    let seat = game.to_act().ok_or("a seat decides")?;
    let (weights, jitter) = (game.table().info().weights, ReviewSettings::default().jitter);
    let mut costs = Moments::default();
    for number in numbers {
        let luck = luck.derive(Purpose::Sample, number);
        let bot = with_jitter(preset, weights, jitter, luck.derive(Purpose::Sample, 0));
        let ends = game.play_out(&good_and_bad, &[bot], luck, &|| false).ok_or("nothing stops it")?;
        if let [Some(good), Some(bad)] = ends.as_slice() {
            costs.push(f64::from(good.win_share[seat]) - f64::from(bad.win_share[seat]));
        }
    }
    Ok(costs.mean().unwrap_or(0.0))
}

fn games(count: u64, only: &str) -> Result<(), Box<dyn Error>> {
    println!("game,lineup,number,seat,bot,decisions,flagged,mean_loss,agreement,accuracy,result");
    let pool = pool(0)?;
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        for (lineup, bots) in [("ismcts", ["ismcts"; PLAYERS]), ("ismcts+steady", MIXED)] {
            let (mut decisions, mut flagged) = (0, 0);
            for number in 0..count {
                let review = review_game(name, bots, number, &pool)?;
                for (seat, of_seat) in review.seats.iter().enumerate() {
                    decisions += of_seat.decisions;
                    flagged += of_seat.flagged;
                    println!(
                        "{name},{lineup},{number},{seat},{},{},{},{:.5},{:.4},{:.1},{:.4}",
                        bots[seat],
                        of_seat.decisions,
                        of_seat.flagged,
                        of_seat.loss.map_or(0.0, |loss| loss.mean),
                        of_seat.agreement.unwrap_or(0.0),
                        of_seat.accuracy.unwrap_or(0.0),
                        of_seat.result,
                    );
                }
            }
            eprintln!("{name}: {lineup}: {flagged} of {decisions} decisions flagged");
        }
    }
    Ok(())
}

/// Plays a whole game and prepares its review.
fn played(
    game: &str,
    bots: [&str; PLAYERS],
    number: u64,
    settings: ReviewSettings,
) -> Result<Reviewer, Box<dyn Error + Send + Sync>> {
    let mut session = session(game, bots, Seed(number).derive(Purpose::Deal, 7).0)?;
    while let Some(seat) = session.to_act() {
        let action = choice(&session, bots[seat.index()])?;
        session.play(&action)?;
    }
    let preset = |name: &str| Preset::find(name, game);
    let record = to_record(&session, "review-proof");
    Ok(Reviewer::new(record, settings, preset("ismcts")?, vec![preset("steady")?])?)
}

/// Plays and reviews a whole game.
fn review_game(
    game: &str,
    bots: [&str; PLAYERS],
    number: u64,
    pool: &rayon::ThreadPool,
) -> Result<Review, Box<dyn Error>> {
    let reviewer =
        played(game, bots, number, ReviewSettings::default()).map_err(|error| error.to_string())?;
    let judged = reviewer.run(pool, None, &AtomicBool::new(false), &mut |_| {})?;
    Ok(reviewer.review(&judged))
}

/// The accuracy of `steady` in percent for which a scale of the losses is looked for.
const STEADY_ACCURACY: f64 = 80.0;
/// Two searches and two policies at a table.
const MIXED: [&str; PLAYERS] = ["ismcts", "steady", "ismcts", "steady"];

fn accuracy(count: u64, only: &str, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    println!(
        "game,games,scale,steady,steady_error,ismcts,ismcts_error,steady_unscaled,ismcts_unscaled,scale_for_80"
    );
    let pool = pool(0)?;
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let reviews: Result<Vec<Review>, Box<dyn Error>> = (0..count)
            .map(|number| -> Result<Review, Box<dyn Error>> {
                let file = folder.map(|folder| folder.join(format!("{name}-mixed-{number}.json")));
                if let Some(kept) = file.as_ref().and_then(|file| fs::read(file).ok()) {
                    return Ok(serde_json::from_slice(&kept)?);
                }
                let review = review_game(name, MIXED, number, &pool)?;
                if let Some(file) = file {
                    fs::write(file, review.to_json())?;
                }
                Ok(review)
            })
            .collect();
        let reviews = reviews?;
        // The mean over the games: the seats of one game are not independent.
        let of_bot = |bot: &str, scale: f64| {
            let mut games = Moments::default();
            for review in &reviews {
                let mut seats = Moments::default();
                let own = (0..PLAYERS).filter(|&seat| MIXED[seat] == bot);
                own.filter_map(|seat| review.accuracy_with(seat, scale))
                    .for_each(|of_seat| seats.push(of_seat));
                seats.mean().into_iter().for_each(|mean| games.push(mean));
            }
            (games.mean().unwrap_or(f64::NAN), games.standard_error().unwrap_or(f64::NAN))
        };
        let (mut low, mut high) = (0.0_f64, 20.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if of_bot("steady", middle).0 > STEADY_ACCURACY { low = middle } else { high = middle }
        }
        let scale = Review::LOSS_SCALE;
        let ((steady, steady_error), (ismcts, ismcts_error)) =
            (of_bot("steady", scale), of_bot("ismcts", scale));
        println!(
            "{name},{count},{scale},{steady:.1},{steady_error:.1},{ismcts:.1},{ismcts_error:.1},{:.1},{:.1},{low:.1}",
            of_bot("steady", 1.0).0,
            of_bot("ismcts", 1.0).0
        );
    }
    Ok(())
}

/// The settings of `play` and `novice`: little for each decision, since whole games are counted.
fn of_whole_games() -> ReviewSettings {
    let settings = ReviewSettings::default();
    ReviewSettings {
        iterations: 100,
        worlds: 0,
        candidates: 3,
        playouts: 16,
        compared: 100,
        events: 200,
        ..settings
    }
}

/// Plays and reviews a game for `play` and `novice`, or reads the review of a folder.
fn kept_review(
    game: &str,
    bots: [&str; PLAYERS],
    number: u64,
    folder: Option<&Path>,
) -> Result<Review, Box<dyn Error>> {
    let file = folder.map(|folder| folder.join(format!("{game}-{}-{number}.json", bots.join("-"))));
    if let Some(kept) = file.as_ref().and_then(|file| fs::read(file).ok()) {
        return Ok(serde_json::from_slice(&kept)?);
    }
    let reviewer = played(game, bots, number, of_whole_games()).map_err(|error| error.to_string())?;
    let judged = reviewer.run(&pool(0)?, None, &AtomicBool::new(false), &mut |_| {})?;
    let review = reviewer.review(&judged);
    if let Some(file) = file {
        fs::write(file, review.to_json())?;
    }
    Ok(review)
}

fn play(count: u64, only: &str, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    println!("game,number,seat,luck,luck_error,play,play_error,within");
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let (mut seats, mut games) = (0, 0);
        for number in 0..count {
            let review = kept_review(name, ["steady"; PLAYERS], number, folder)?;
            let mut all_within = true;
            for (seat, of_seat) in review.seats.iter().enumerate() {
                let account = of_seat.account.as_ref().ok_or("the review is complete")?;
                let within = account.play.mean.abs() <= 1.96 * account.play.error;
                all_within &= within;
                seats += u64::from(within);
                println!(
                    "{name},{number},{seat},{:.4},{:.4},{:.4},{:.4},{}",
                    account.luck.mean,
                    account.luck.error,
                    account.play.mean,
                    account.play.error,
                    if within { "yes" } else { "no" },
                );
            }
            games += u64::from(all_within);
        }
        let all = count * PLAYERS as u64;
        eprintln!(
            "{name}: within the interval of 0: {seats} of {all} seats; all seats in {games} of {count} games"
        );
    }
    Ok(())
}

/// One player at random among three of a policy.
const NOVICE: [&str; PLAYERS] = ["random", "steady", "steady", "steady"];

fn novice(count: u64, only: &str, folder: Option<&Path>) -> Result<(), Box<dyn Error>> {
    println!("game,number,seat,bot,decisions,by_points,mean_loss,accuracy,points,result");
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let (mut worst_loss, mut worst_accuracy) = (0, 0);
        for number in 0..count {
            let review = kept_review(name, NOVICE, number, folder)?;
            let loss = |seat: usize| review.seats[seat].loss.map_or(0.0, |loss| loss.mean);
            let accuracy = |seat: usize| review.accuracy_with(seat, Review::LOSS_SCALE).unwrap_or(100.0);
            worst_loss += u64::from((1..PLAYERS).all(|seat| loss(0) > loss(seat)));
            worst_accuracy += u64::from((1..PLAYERS).all(|seat| accuracy(0) < accuracy(seat)));
            for (seat, of_seat) in review.seats.iter().enumerate() {
                println!(
                    "{name},{number},{seat},{},{},{},{:.5},{:.1},{},{:.4}",
                    NOVICE[seat],
                    of_seat.decisions,
                    of_seat.by_points,
                    loss(seat),
                    accuracy(seat),
                    of_seat.points,
                    of_seat.result,
                );
            }
        }
        eprintln!(
            "{name}: `random` has the largest mean loss in {worst_loss} and the lowest accuracy in {worst_accuracy} of {count} games"
        );
    }
    Ok(())
}

/// The smallest change of a seat's win share that a planted draw makes.
const STROKE: f64 = 0.05;

fn draws(count: u64, only: &str) -> Result<(), Box<dyn Error>> {
    println!("game,number,decision,seat,planted,measured,error,found");
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let rows: Vec<Result<Option<(String, bool)>, _>> =
            (0..count).into_par_iter().map(|number| draw(name, number)).collect();
        let rows: Vec<(String, bool)> = rows
            .into_iter()
            .filter_map(|row| {
                row.map_err(|error: Box<dyn Error + Send + Sync>| error.to_string()).transpose()
            })
            .collect::<Result<_, String>>()?;
        rows.iter().for_each(|(row, _)| println!("{row}"));
        let found = rows.iter().filter(|(_, found)| *found).count();
        eprintln!("{name}: {found} of {} planted draws found", rows.len());
    }
    Ok(())
}

/// Plants a lucky draw in a game of a policy and measures it; `None` if no game has an occasion.
///
/// At each decision whose action turns something up, other worlds that agree with what all seats know are tried, until
/// one turns up something that is worth much to a seat by playouts with other luck than the review's.
fn draw(game: &str, number: u64) -> Result<Option<(String, bool)>, Box<dyn Error + Send + Sync>> {
    let steady = [Preset::find("steady", game)?];
    for attempt in 0..ATTEMPTS {
        let seed = Seed(number).derive(Purpose::Chance, attempt);
        let mut session = session(game, ["steady"; PLAYERS], seed.0)?;
        let mut pass_over = seed.0 % 5;
        while session.to_act().is_some() {
            let chosen = choice(&session, "steady")?;
            let mut after = session.game().copied();
            after.play(&chosen)?;
            let turns_up = session.forced().is_none() && session.game().turns_up(&chosen, &*after);
            if turns_up && pass_over > 0 {
                pass_over -= 1;
            } else if turns_up && let Some(planted) = planted_draw(&session, &chosen, &steady, seed)? {
                return measured_draw(game, number, session.decisions(), &planted).map(Some);
            }
            session.play(&chosen)?;
        }
    }
    Ok(None)
}

/// The playouts of each side of a planted draw, in the review and to confirm it.
const DRAW_PLAYOUTS: u32 = 3_200;

/// A game of one decision, which turned up what is worth much to a seat.
struct Draw {
    session: Session,
    seat: usize,
    worth: f64,
}

/// The worlds that are tried at an occasion.
const WORLDS: u64 = 24;

/// Finds a world in which an action turns up something that changes a seat's win share by enough: found by some
/// playouts, and confirmed by new ones.
fn planted_draw(
    session: &Session,
    action: &str,
    bots: &[Preset],
    seed: Seed,
) -> Result<Option<Draw>, Box<dyn Error + Send + Sync>> {
    let game = session.game();
    let docs = game.table().info().weights;
    let shares = |game: &dyn Match, action: Option<&str>, numbers: Range<u64>| -> Vec<f64> {
        let mut sums = [Moments::default(); PLAYERS];
        for number in numbers {
            let luck = seed.derive(Purpose::Bootstrap, number);
            let bot = with_jitter(&bots[0], docs, ReviewSettings::default().jitter, luck);
            if let Some(Some(end)) = game.play_on(action, &[bot], luck, &|| false) {
                sums.iter_mut()
                    .zip(end.win_share.iter())
                    .for_each(|(sum, share)| sum.push(f64::from(*share)));
            }
        }
        sums.iter().map(|sum| sum.mean().unwrap_or(0.0)).collect()
    };
    let worth = |after: &dyn Match, seat: usize, numbers: Range<u64>| {
        shares(after, None, numbers.clone())[seat] - shares(game, Some(action), numbers)[seat]
    };
    let before = shares(game, Some(action), 0..GLANCE);
    for number in 0..WORLDS {
        let seed = seed.derive(Purpose::Completion, number);
        let initial = Some(game.reshuffled(seed).position());
        let mut planted = Session::new(Spec { initial, seed: seed.0, ..session.spec().clone() })?;
        planted.play(action)?;
        let after = planted.game();
        let gains =
            shares(after, None, 0..GLANCE).into_iter().zip(&before).map(|(after, before)| after - before);
        let best = gains.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
        let (seat, gain) = best.ok_or("a game has seats")?;
        // Found by some playouts, and confirmed by new ones.
        if gain < STROKE || worth(after, seat, GLANCE..FOUND_BY) < STROKE {
            continue;
        }
        let worth = worth(after, seat, FOUND_BY..FOUND_BY + u64::from(DRAW_PLAYOUTS));
        if worth >= STROKE {
            return Ok(Some(Draw { session: planted, seat, worth }));
        }
    }
    Ok(None)
}

/// Measures a planted draw as a review does: the row about it, and whether it is found.
fn measured_draw(
    game: &str,
    number: u64,
    decision: usize,
    draw: &Draw,
) -> Result<(String, bool), Box<dyn Error + Send + Sync>> {
    let preset = |name: &str| Preset::find(name, game);
    let record = to_record(&draw.session, "review-proof");
    let settings = ReviewSettings { worlds: 0, events: DRAW_PLAYOUTS, ..ReviewSettings::default() };
    let reviewer = Reviewer::new(record, settings, preset("ismcts")?, vec![preset("steady")?])?;
    let passage = reviewer.judge(0, &|| false).ok_or("nothing stops it")?;
    let change = passage.events.first().map_or((0.0, 0.0), |event| {
        let change = event.change[draw.seat];
        (change.mean, change.error)
    });
    let found = change.0 > 1.96 * change.1;
    let row = format!(
        "{game},{number},{decision},{},{:.4},{:.4},{:.4},{}",
        draw.seat,
        draw.worth,
        change.0,
        change.1,
        if found { "yes" } else { "no" }
    );
    Ok((row, found))
}

/// The calibration takes one decision of this many with a choice.
const APART: usize = 15;
/// The limits of expected win shares between which seats are counted together.
const BINS: [f64; 8] = [0.0, 0.05, 0.15, 0.25, 0.4, 0.6, 0.8, 1.01];

fn calibration(count: u64, only: &str, jitter: f64) -> Result<(), Box<dyn Error>> {
    println!("game,from,to,moments,expected,won");
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let forecasts: Result<Vec<Vec<(f64, f64)>>, _> =
            (0..count).into_par_iter().map(|number| forecasts(name, number, jitter)).collect();
        let forecasts: Vec<(f64, f64)> =
            forecasts.map_err(|error| error.to_string())?.into_iter().flatten().collect();
        for limits in BINS.windows(2) {
            let (mut expected, mut won) = (Moments::default(), Moments::default());
            for &(share, result) in
                forecasts.iter().filter(|(share, _)| (limits[0]..limits[1]).contains(share))
            {
                expected.push(share);
                won.push(result);
            }
            if let (Some(expected), Some(mean)) = (expected.mean(), won.mean()) {
                let to = limits[1].min(1.0);
                println!("{name},{},{to},{},{expected:.4},{mean:.4}", limits[0], won.count());
            }
        }
    }
    Ok(())
}

/// Returns the expected win shares of the seats at moments of a game, each with the seat's result.
fn forecasts(game: &str, number: u64, jitter: f64) -> Result<Vec<(f64, f64)>, Box<dyn Error + Send + Sync>> {
    let playouts = ReviewSettings::default().playouts;
    // The search and the worlds say nothing about win shares here.
    let settings = ReviewSettings {
        iterations: 200,
        worlds: 0,
        candidates: 1,
        compared: playouts,
        jitter,
        ..ReviewSettings::default()
    };
    let reviewer = played(game, ["ismcts"; PLAYERS], number, settings)?;
    let mut judged = vec![None; reviewer.unforced()];
    for (place, judged) in judged.iter_mut().enumerate().step_by(APART) {
        *judged = reviewer.judge(place, &|| false);
    }
    let review = reviewer.review(&judged);
    let of_step = |step: &tradewinds_review::Step| {
        let pair = |(seat, &share): (usize, &f64)| (share, review.seats[seat].result);
        step.before.iter().enumerate().map(pair).collect::<Vec<_>>()
    };
    Ok(review.steps.iter().flat_map(of_step).collect())
}
