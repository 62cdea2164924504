//! The files of a run and what is in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use tradewinds::arena::{play_game, playable};
use tradewinds::bots::{Bot, RandomBot};
use tradewinds::game::{Actions, Edge, Seat, Seed, Variant, Variants, View};
use tradewinds::tournament::{Journal, Manifest, Outcome, RunOptions, Tournament, run};

use super::lab::{Count, Lab, MANIFEST, contents, tables};
use super::race::{Action, Race};

#[test]
fn files_are_the_same_bytes_for_any_number_of_threads() {
    let lab = Lab::new();
    for threads in [1, 2, 4] {
        let run = lab.run(MANIFEST, &format!("run{threads}"), threads).unwrap();
        assert_eq!(run.outcome, Outcome::Played);
    }
    let one = tables(&lab.path("run1"));
    assert_eq!(
        one.keys().map(String::as_str).collect::<Vec<_>>(),
        [
            "games.csv",
            "head_to_head.csv",
            "places.csv",
            "report.html",
            "seats.csv",
            "standings.csv",
            "turns.csv"
        ]
    );
    assert!(one.values().all(|bytes| !bytes.is_empty()));
    assert_eq!(one, tables(&lab.path("run2")));
    assert_eq!(one, tables(&lab.path("run4")));
}

#[test]
fn tables_have_their_columns_and_agree_with_each_other() {
    let lab = Lab::new();
    lab.run(MANIFEST, "run", 2).unwrap();
    let header = |file: &str| fs::read_to_string(lab.path(file)).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(
        header("run/games.csv"),
        "game,block,deal_seed,seating,variant,players,rounds,decisions,end_reason,winners,truncated,lead_changes,decided_round"
    );
    assert_eq!(
        header("run/seats.csv"),
        "game,seat,start_place,bot,score,tie_1,tie_2,tie_3,rank,win_share,engines"
    );
    assert_eq!(header("run/turns.csv"), "game,round,seat,bot,action,gain");

    let (games, seats, turns) =
        (lab.rows("run/games.csv"), lab.rows("run/seats.csv"), lab.rows("run/turns.csv"));
    assert_eq!((games.len(), seats.len()), (4 * 4 * 3, 4 * 4 * 3 * 3));
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game["game"], number.to_string());
        assert_eq!(game["block"], (number / 3).to_string());
        assert_eq!(game["seating"], (number % 3).to_string());
        assert_eq!(
            (game["variant"].as_str(), game["end_reason"].as_str(), game["truncated"].as_str()),
            ("standard", "goal", "false")
        );
        assert_eq!(game["deal_seed"], games[number / 3 * 3]["deal_seed"]);
        let seats = &seats[number * 3..number * 3 + 3];
        let winners = seats.iter().filter(|seat| seat["rank"] == "1");
        let winners: Vec<String> = winners.map(|seat| format!("seat_{}", seat["seat"])).collect();
        assert_eq!(game["winners"], winners.join(";"));
        let shares: f64 = seats.iter().map(|seat| seat["win_share"].parse::<f64>().unwrap()).sum();
        assert!((shares - 1.0).abs() < 2e-6);
        let turns: Vec<_> = turns.iter().filter(|turn| turn["game"] == game["game"]).collect();
        assert_eq!(game["decisions"], turns.len().to_string());
        assert_eq!(game["rounds"], turns.last().unwrap()["round"]);
        for (number, seat) in seats.iter().enumerate() {
            let own: Vec<_> = turns.iter().filter(|turn| turn["seat"] == number.to_string()).collect();
            assert!(own.iter().all(|turn| turn["bot"] == seat["bot"]));
            let score: i32 = own.iter().map(|turn| turn["gain"].parse::<i32>().unwrap()).sum();
            assert_eq!(seat["score"], score.to_string());
            assert_eq!(own[0]["game"], seat["game"]);
            let first = turns.iter().position(|turn| turn["seat"] == seat["seat"]).unwrap();
            assert_eq!(seat["start_place"], first.to_string());
        }
    }
}

/// The standings worked out once more, from the rows of `seats.csv`.
#[test]
fn standings_follow_from_the_rows() {
    let lab = Lab::new();
    let manifest = MANIFEST.replace("round-robin", "one-vs-rest");
    lab.run(&manifest, "run", 2).unwrap();
    let (games, seats) = (lab.rows("run/games.csv"), lab.rows("run/seats.csv"));
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().unwrap();
    let standings = lab.rows("run/standings.csv");
    assert_eq!(standings.len(), 4);
    assert!(standings.windows(2).all(|pair| number(&pair[0], "win_share") >= number(&pair[1], "win_share")));
    for row in &standings {
        let mut blocks: BTreeMap<u64, Vec<&BTreeMap<String, String>>> = BTreeMap::new();
        for seat in seats.iter().filter(|seat| seat["bot"] == row["bot"]) {
            let game = &games[seat["game"].parse::<usize>().unwrap()];
            blocks.entry(game["block"].parse().unwrap()).or_default().push(seat);
        }
        let focal = row["bot"] == "random";
        assert_eq!(row["blocks"], if focal { "12" } else { "4" });
        assert_eq!(row["games"], if focal { "36" } else { "12" });
        assert!(blocks.values().all(|seats| seats.len() == if focal { 3 } else { 6 }));
        let means = |key: &str| -> Vec<f64> {
            let mean = |seats: &Vec<&BTreeMap<String, String>>| {
                seats.iter().map(|seat| number(seat, key)).sum::<f64>() / seats.len() as f64
            };
            blocks.values().map(mean).collect()
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        // The blocks go round the line-ups of the focal bot, and only blocks of one line-up are alike.
        let strata = if focal { 3 } else { 1 };
        let error = |values: &[f64]| {
            let square = |stratum: usize| {
                let values: Vec<f64> = values.iter().skip(stratum).step_by(strata).copied().collect();
                let squares: f64 = values.iter().map(|value| (value - mean(&values)).powi(2)).sum();
                squares / (values.len() - 1) as f64 / values.len() as f64
            };
            (0..strata).map(square).sum::<f64>().sqrt() / strata as f64
        };
        let close = |key: &str, value: f64| {
            assert!((number(row, key) - value).abs() < 3e-6, "{key}: {} {value}", row[key]);
        };
        close("win_share", mean(&means("win_share")));
        close("mean_score", mean(&means("score")));
        close("mean_score_error", error(&means("score")));
        close("mean_rank", mean(&means("rank")));
        close("chance_level", 1.0 / 3.0);
        let share = number(row, "win_share");
        assert!(number(row, "win_share_low") <= share && share <= number(row, "win_share_high"));
        for place in 0..3 {
            let at: Vec<f64> = seats
                .iter()
                .filter(|seat| seat["bot"] == row["bot"] && seat["start_place"] == place.to_string())
                .map(|seat| number(seat, "win_share"))
                .collect();
            close(&format!("win_share_place_{place}"), mean(&at));
        }
    }
}

/// Pairing by blocks worked out once more: the variance of a bot's mean if its games were independent,
/// over the one between blocks, line-up by line-up.
#[test]
fn the_gain_of_pairing_follows_from_the_rows() {
    let lab = Lab::new();
    let run = lab.run(MANIFEST, "run", 2).unwrap();
    let (games, seats) = (lab.rows("run/games.csv"), lab.rows("run/seats.csv"));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let square = |values: &[f64]| {
        let squares: f64 = values.iter().map(|value| (value - mean(values)).powi(2)).sum();
        squares / (values.len() - 1) as f64 / values.len() as f64
    };
    for (key, found) in
        [("win_share", run.standings.pairing.win_share), ("score", run.standings.pairing.score)]
    {
        let (mut independent, mut blocks) = (0.0, 0.0);
        for bot in ["random", "spender", "saver", "roller"] {
            for lineup in 0..4 {
                let mut by_block: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
                for seat in seats.iter().filter(|seat| seat["bot"] == bot) {
                    let block =
                        games[seat["game"].parse::<usize>().unwrap()]["block"].parse::<usize>().unwrap();
                    if block % 4 == lineup {
                        by_block.entry(block).or_default().push(seat[key].parse().unwrap());
                    }
                }
                if by_block.is_empty() {
                    continue;
                }
                independent += square(&by_block.values().flatten().copied().collect::<Vec<f64>>());
                blocks += square(&by_block.values().map(|values| mean(values)).collect::<Vec<f64>>());
            }
        }
        assert!((found.unwrap() - independent / blocks).abs() < 1e-4, "{key}: {found:?}");
    }
}

/// Two names of one uniform bot: pairing brings nothing to a duel in which nothing but dice decides who wins.
#[test]
fn a_duel_of_equal_bots_gains_nothing() {
    let lab = Lab::new();
    fs::write(lab.path("twin.toml"), "name = \"twin\"\ngame = \"race\"\nkind = \"random\"\n").unwrap();
    let manifest = MANIFEST.replace("round-robin", "duel").replace("deals = 4", "deals = 400").replace(
        "\"random\", \"spender.toml\", \"saver.toml\", \"roller.toml\"",
        "\"random\", \"twin.toml\"",
    );
    let standings = lab.run(&manifest, "run", 2).unwrap().standings;
    let gain = standings.pairing.win_share.unwrap();
    assert!((0.8..1.25).contains(&gain), "{gain}");
    for bot in &standings.bots {
        assert!((0.8..1.25).contains(&bot.design_effect.unwrap()), "{bot:?}");
    }
}

#[test]
fn a_finished_run_is_read_again_and_not_played() {
    let lab = Lab::new();
    let first = lab.run(MANIFEST, "run", 2).unwrap();
    let before = contents(&lab.path("run"));
    let again = lab.run(MANIFEST, "run", 1).unwrap();
    assert_eq!(again.outcome, Outcome::PlayedBefore);
    assert_eq!(again.standings, first.standings);
    assert_eq!(contents(&lab.path("run")), before);

    // Killed before the last table had its name: the journal gives all tables again.
    fs::remove_file(lab.path("run/standings.csv")).unwrap();
    fs::remove_file(lab.path("run/turns.csv")).unwrap();
    assert_eq!(lab.run(MANIFEST, "run", 1).unwrap().outcome, Outcome::PlayedBefore);
    assert_eq!(contents(&lab.path("run")), before);
}

#[test]
fn standings_say_what_their_numbers_mean() {
    let lab = Lab::new();
    let text = lab.run(MANIFEST, "run", 1).unwrap().standings.to_string();
    for part in [
        "sails: race, 3 players, standard rules, seed 5",
        "48 games in 16 blocks",
        "equal bots would win 0.333 per seat",
        "95 % intervals",
        " of its games",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
}

/// The manifest in the run folder, with the presets copied there, runs the same games elsewhere.
#[test]
fn the_manifest_as_run_is_self_contained() {
    let lab = Lab::new();
    fs::write(lab.path("v.toml"), "name = \"far\"\ngame = \"race\"\n[set]\ngoal = 30\n").unwrap();
    lab.run(&format!("{MANIFEST}variant = \"v.toml\""), "run", 1).unwrap();
    assert_eq!(lab.rows("run/games.csv")[0]["variant"], "far");
    for name in ["spender.toml", "saver.toml", "roller.toml", "v.toml"] {
        fs::remove_file(lab.path(name)).unwrap();
    }
    let source = lab.path("run/manifest.toml");
    let manifest = Manifest::parse("manifest.toml", &fs::read_to_string(&source).unwrap()).unwrap();
    let tournament = Tournament::new(playable::<Race>(), manifest, &source).unwrap();
    let options = RunOptions { threads: 1, shard: None };
    run(&tournament, &lab.path("copy"), options, &AtomicBool::new(false), &mut Count::new(None)).unwrap();
    assert_eq!(tables(&lab.path("copy")), tables(&lab.path("run")));
    assert_eq!(
        fs::read(lab.path("copy/manifest.toml")).unwrap(),
        fs::read(lab.path("run/manifest.toml")).unwrap()
    );
}

#[test]
fn any_game_can_be_played_alone_by_its_number() {
    let lab = Lab::new();
    let tournament = lab.tournament(MANIFEST).unwrap();
    lab.run(MANIFEST, "run", 4).unwrap();
    let path = lab.path("run/journal.frames");
    let mut journal = Journal::look_at(&path, tournament.journal_form()).unwrap();
    for number in [0, 17, 47] {
        let alone = tournament.play(number, &AtomicBool::new(false)).unwrap();
        assert_eq!(journal.read(number).unwrap(), alone);
    }
}

#[test]
fn a_stopped_run_keeps_whole_blocks_and_goes_on_later() {
    let lab = Lab::new();
    // Far more games than may wait for the writer.
    let manifest = MANIFEST.replace("deals = 4", "deals = 100");
    let stopped = lab.stop_after(&manifest, "run", 10, 2);
    let Outcome::Stopped { finished } = stopped.outcome else { panic!("the run was stopped") };
    assert!((10..1200).contains(&finished));

    let games = lab.rows("run/games.csv");
    assert!(!games.is_empty() && games.len() < 1200 && games.len().is_multiple_of(3));
    assert_eq!(stopped.standings.games, games.len() as u64);
    let text = stopped.standings.to_string();
    assert!(text.contains("of 400 blocks were played; a look at an unfinished run is"), "{text}");
    // Each row is the one that the whole run has.
    lab.run(&manifest, "whole", 1).unwrap();
    let whole = lab.rows("whole/seats.csv");
    for row in lab.rows("run/seats.csv") {
        let place = row["game"].parse::<usize>().unwrap() * 3 + row["seat"].parse::<usize>().unwrap();
        assert_eq!(row, whole[place]);
    }

    let again = lab.run(&manifest, "run", 2).unwrap();
    assert_eq!((again.outcome, again.resumed), (Outcome::Played, finished));
    assert_eq!(tables(&lab.path("run")), tables(&lab.path("whole")));
}

#[test]
fn truncated_games_are_marked_and_their_blocks_do_not_count() {
    let lab = Lab::new();
    fs::write(lab.path("v.toml"), "name = \"brief\"\ngame = \"race\"\n[set]\nbound = 18\n").unwrap();
    let run = lab.run(&format!("{MANIFEST}variant = \"v.toml\""), "run", 2).unwrap();
    let (games, seats) = (lab.rows("run/games.csv"), lab.rows("run/seats.csv"));
    let truncated: Vec<_> = games.iter().filter(|game| game["truncated"] == "true").collect();
    let blocks: BTreeSet<&str> = truncated.iter().map(|game| game["block"].as_str()).collect();
    assert!(!blocks.is_empty() && blocks.len() < 16, "{} blocks", blocks.len());
    assert_eq!(games.len(), 48);
    for game in &truncated {
        assert_eq!(
            (game["winners"].as_str(), game["end_reason"].as_str(), game["decisions"].as_str()),
            ("", "truncated", "18")
        );
        for seat in seats.iter().filter(|seat| seat["game"] == game["game"]) {
            assert!(["score", "tie_1", "rank", "win_share"].iter().all(|&key| seat[key].is_empty()));
        }
    }
    assert_eq!(run.standings.truncated_games, truncated.len() as u64);
    assert_eq!(run.standings.truncated_blocks, blocks.len() as u64);
    assert_eq!(run.standings.blocks, 16 - blocks.len() as u64);
    assert_eq!(run.standings.games, 3 * run.standings.blocks);
    let text = run.standings.to_string();
    assert!(text.contains(&format!("{} games were truncated", truncated.len())), "{text}");
}

/// With one block there is no interval, and with only truncated games there is nothing at all.
#[test]
fn missing_numbers_are_na() {
    let lab = Lab::new();
    let one = MANIFEST.replace("deals = 4", "games = 1");
    lab.run(&one, "one", 1).unwrap();
    let standings = lab.rows("one/standings.csv");
    assert_eq!(standings.len(), 4);
    let roller = standings.last().unwrap();
    assert_eq!((roller["bot"].as_str(), roller["blocks"].as_str()), ("roller", "0"));
    assert!(["win_share", "mean_score", "mean_rank"].iter().all(|&key| roller[key].is_empty()));
    for row in &standings {
        assert_eq!((row["win_share_low"].as_str(), row["mean_score_error"].as_str()), ("", ""));
    }
    fs::write(lab.path("v.toml"), "name = \"none\"\ngame = \"race\"\n[set]\nbound = 1\n").unwrap();
    let run = lab.run(&format!("{MANIFEST}variant = \"v.toml\""), "none", 1).unwrap();
    assert_eq!((run.standings.games, run.standings.truncated_games), (0, 48));
    for bytes in [tables(&lab.path("one")), tables(&lab.path("none"))].iter().flat_map(BTreeMap::values) {
        assert!(!String::from_utf8_lossy(bytes).to_lowercase().contains("nan"));
    }
}

/// Fails the test if it is asked where there is no choice.
struct Chooser {
    inner: RandomBot,
    asked: Arc<AtomicU32>,
}

impl Bot<Race> for Chooser {
    fn choose(&mut self, view: &View<'_, Race>) -> Action {
        let mut actions = Actions::new();
        view.legal(&mut actions);
        assert!(actions.len() > 1, "no choice");
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.inner.choose(view)
    }
}

#[test]
fn forced_decisions_are_recorded_without_asking_a_bot() {
    let lab = Lab::new();
    let tournament = lab.tournament(MANIFEST).unwrap();
    let game = Race::new(3, &Variant::standard()).unwrap();
    let asked = Arc::default();
    let mut bots: Vec<Box<dyn Bot<Race>>> = Seat::all(3)
        .map(|seat| {
            let inner = RandomBot::new(Seed(seat.index() as u64));
            Box::new(Chooser { inner, asked: Arc::clone(&asked) }) as Box<dyn Bot<Race>>
        })
        .collect();
    let scheduled = tournament.schedule().game(0);
    let record = play_game(&game, &scheduled, &mut bots, &AtomicBool::new(false)).unwrap();
    let asked = asked.load(Ordering::Relaxed);
    assert!(asked > 0 && asked < record.decisions);
    assert_eq!(record.rows.len() as u32, record.decisions);
    assert_eq!(play_game(&game, &scheduled, &mut bots, &AtomicBool::new(true)), None);
}

/// Whose decision it was, and what was seen of it.
type Told = (Seat, Option<Edge>);

/// Plays at random and keeps what it observes.
struct Listener {
    inner: RandomBot,
    told: Arc<Mutex<Vec<Told>>>,
}

impl Bot<Race> for Listener {
    fn choose(&mut self, view: &View<'_, Race>) -> Action {
        self.inner.choose(view)
    }

    fn is_attentive(&self) -> bool {
        true
    }

    fn notice(&mut self, seat: Seat, edge: Option<Edge>) {
        self.told.lock().unwrap().push((seat, edge));
    }
}

/// One bot listens among two that do not: it hears of every decision, forced ones and its own too.
#[test]
fn a_bot_that_listens_is_told_of_every_decision() {
    let lab = Lab::new();
    let tournament = lab.tournament(MANIFEST).unwrap();
    let game = Race::new(3, &Variant::standard()).unwrap();
    let told: Arc<Mutex<Vec<Told>>> = Arc::default();
    let inner = |seat| RandomBot::new(Seed(seat));
    let listener = Listener { inner: inner(0), told: Arc::clone(&told) };
    let mut bots: Vec<Box<dyn Bot<Race>>> = vec![Box::new(listener), Box::new(inner(1)), Box::new(inner(2))];
    let scheduled = tournament.schedule().game(0);
    let record = play_game(&game, &scheduled, &mut bots, &AtomicBool::new(false)).unwrap();
    let told = told.lock().unwrap();
    assert_eq!(told.len() as u32, record.decisions);
    assert!(Seat::all(3).all(|seat| told.iter().any(|&(other, _)| other == seat)));
    assert!(told.iter().all(|(_, edge)| edge.is_some()), "everything is seen in a race");
}
