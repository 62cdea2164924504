//! Whole games: the bot's own moves, accuracies, other play than expected, and a player at random.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use tradewinds_arena::NAMES;
use tradewinds_review::{Review, ReviewSettings};
use tradewinds_stats::Moments;
use tradewinds_tournament::threads::pool;

use super::{PLAYERS, Result, played};

pub(super) fn games(count: u64, only: &str) -> Result<()> {
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

/// Plays and reviews a whole game.
fn review_game(game: &str, bots: [&str; PLAYERS], number: u64, pool: &rayon::ThreadPool) -> Result<Review> {
    let reviewer = played(game, bots, number, ReviewSettings::default())?;
    let judged = reviewer.run(pool, None, &AtomicBool::new(false), &mut |_| {})?;
    Ok(reviewer.review(&judged))
}

/// The accuracy of `steady` in percent for which a scale of the losses is looked for.
const STEADY_ACCURACY: f64 = 80.0;
/// Two searches and two policies at a table.
const MIXED: [&str; PLAYERS] = ["ismcts", "steady", "ismcts", "steady"];

pub(super) fn accuracy(count: u64, only: &str, folder: Option<&Path>) -> Result<()> {
    println!(
        "game,games,scale,steady,steady_error,ismcts,ismcts_error,steady_unscaled,ismcts_unscaled,scale_for_80"
    );
    let pool = pool(0)?;
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let reviews: Result<Vec<Review>> = (0..count)
            .map(|number| -> Result<Review> {
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
fn kept_review(game: &str, bots: [&str; PLAYERS], number: u64, folder: Option<&Path>) -> Result<Review> {
    let file = folder.map(|folder| folder.join(format!("{game}-{}-{number}.json", bots.join("-"))));
    if let Some(kept) = file.as_ref().and_then(|file| fs::read(file).ok()) {
        return Ok(serde_json::from_slice(&kept)?);
    }
    let reviewer = played(game, bots, number, of_whole_games())?;
    let judged = reviewer.run(&pool(0)?, None, &AtomicBool::new(false), &mut |_| {})?;
    let review = reviewer.review(&judged);
    if let Some(file) = file {
        fs::write(file, review.to_json())?;
    }
    Ok(review)
}

/// The quantile of the normal distribution by which the intervals of four seats hold at once with 95 % (Bonferroni).
const AT_ONCE: f64 = 2.4977;

pub(super) fn play(count: u64, only: &str, folder: Option<&Path>) -> Result<()> {
    println!("game,number,seat,luck,luck_error,play,play_error,within");
    for name in NAMES.iter().copied().filter(|name| only.is_empty() || *name == only) {
        let (mut seats, mut games) = (0, 0);
        for number in 0..count {
            let review = kept_review(name, ["steady"; PLAYERS], number, folder)?;
            let mut at_once = true;
            for (seat, of_seat) in review.seats.iter().enumerate() {
                let account = of_seat.account.as_ref().ok_or("the review is complete")?;
                let within = account.play.mean.abs() <= 1.96 * account.play.error;
                at_once &= account.play.mean.abs() <= AT_ONCE * account.play.error;
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
            games += u64::from(at_once);
        }
        let all = count * PLAYERS as u64;
        eprintln!(
            "{name}: within the interval of 0: {seats} of {all} seats; all four at once, by intervals as wide as that takes, in {games} of {count} games"
        );
    }
    Ok(())
}

/// One player at random among three of a policy.
const NOVICE: [&str; PLAYERS] = ["random", "steady", "steady", "steady"];

pub(super) fn novice(count: u64, only: &str, folder: Option<&Path>) -> Result<()> {
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
