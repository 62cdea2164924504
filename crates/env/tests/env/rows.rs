//! Rows: what each plays follows from its seed alone; they can be saved and go on.

use std::sync::atomic::AtomicBool;

use tradewinds_arena::NAMES;
use tradewinds_bots::Preset;
use tradewinds_env::{Batch, EnvError, Outputs, Seeds, Settings, batch};
use tradewinds_game::Seed;

static ON: AtomicBool = AtomicBool::new(false);

/// A search that keeps its tree and weighs worlds, so that each row has its own.
const KEEPS: &str =
    "name = \"keeps\"\ngame = \"any\"\nkind = \"search\"\n[search]\niterations = 30\nreuse = true\n";

/// Plays random steps and returns the observations of each step, row by row.
fn play(games: &mut dyn Batch, seeds: Option<Seeds<'_>>, steps: usize) -> Vec<Vec<f32>> {
    let shape = games.shape();
    let mut obs = vec![0.0; shape.games * shape.features];
    let mut actions = vec![0; shape.games];
    let mut rows = vec![Vec::new(); shape.games];
    if let Some(seeds) = seeds {
        games.reset(seeds, None, Outputs { obs: Some(&mut obs), ..Outputs::default() }, &ON).unwrap();
    }
    for _ in 0..steps {
        games.sample(&mut actions).unwrap();
        games.step(&actions, Outputs { obs: Some(&mut obs), ..Outputs::default() }, &ON).unwrap();
        for (row, obs) in rows.iter_mut().zip(obs.chunks(shape.features)) {
            row.extend_from_slice(obs);
        }
    }
    rows
}

/// Settings for three players, the first one ours, for each kind of opponent.
fn kinds(name: &str, games: usize) -> Vec<Settings> {
    let presets = ["random", "steady", "learned", "ismcts-200"].map(|bot| Preset::find(bot, name).unwrap());
    let all = presets.into_iter().chain([Preset::parse("keeps", KEEPS).unwrap()]);
    all.map(|preset| Settings {
        opponents: vec![None, Some(preset.clone()), Some(preset)],
        ..Settings::new(name, 3, games)
    })
    .collect()
}

#[test]
fn a_row_depends_on_its_seed_alone() {
    for name in NAMES {
        for (one, many) in kinds(name, 1).iter().zip(kinds(name, 19)) {
            let bot = many.opponents[1].as_ref().unwrap().name.clone();
            let steps = if bot == "ismcts-200" { 4 } else { 30 };
            let mut vector = batch(&many).unwrap();
            let rows = play(&mut *vector, Some(Seeds::All(Seed(5))), steps);
            let single = play(&mut *batch(one).unwrap(), Some(Seeds::All(Seed(5))), steps);
            assert!(rows[0] == single[0], "{name}, {bot}");
            let again = play(&mut *vector, Some(Seeds::All(Seed(5))), steps);
            assert!(rows == again, "{name}, {bot}");
            let mut seeds = vec![None; 19];
            (seeds[3], seeds[18]) = (Some(Seed(5)), Some(Seed(6)));
            let each = play(&mut *vector, Some(Seeds::Each(&seeds)), steps);
            assert!(each[3] == single[0], "{name}, {bot}");
            assert!(each[18] != single[0], "{name}, {bot}");
            assert!(each[0] != rows[0], "{name}, {bot}");
        }
    }
}

#[test]
fn some_rows_can_begin_anew() {
    let mut games = batch(&Settings::new("puerto-rico", 3, 12)).unwrap();
    let shape = games.shape();
    let mut obs = vec![0.0; 12 * shape.features];
    let rows: Vec<bool> = (0..12).map(|row| row % 3 == 0).collect();
    let out = Outputs::default;
    assert!(matches!(games.reset(Seeds::Next, Some(&rows), out(), &ON), Err(EnvError::NotReset)));
    play(&mut *games, Some(Seeds::All(Seed(1))), 20);
    let before: Vec<_> = (0..12).map(|row| games.situation(row, Seed(0)).unwrap().position()).collect();
    let some = Outputs { obs: Some(&mut obs), ..Outputs::default() };
    games.reset(Seeds::Next, Some(&rows), some, &ON).unwrap();
    for row in 0..12 {
        let game = games.situation(row, Seed(0)).unwrap();
        assert_eq!(game.position() == before[row], !rows[row]);
        let written = obs[row * shape.features..][..shape.features].iter().any(|&number| number != 0.0);
        assert_eq!(written, rows[row]);
    }
    let refused = games.reset(Seeds::Next, Some(&rows[1..]), out(), &ON).unwrap_err().to_string();
    assert_eq!(refused, "mask: found an array of 11 elements; allowed: 12");
    let refused = games.reset(Seeds::Each(&[None]), None, out(), &ON).unwrap_err().to_string();
    assert_eq!(refused, "seed: found an array of 1 elements; allowed: 12");
}

#[test]
fn a_saved_batch_goes_on_as_the_other_one_does() {
    for name in NAMES {
        for settings in kinds(name, 5).into_iter().chain([Settings::new(name, 3, 5)]) {
            let bot = settings.opponents[1].as_ref().map(|preset| preset.name.clone());
            let steps = if bot.as_deref() == Some("ismcts-200") { 3 } else { 25 };
            let mut games = batch(&settings).unwrap();
            let mut other = batch(&settings).unwrap();
            other.restore(&games.save(), &ON).unwrap();
            assert!(matches!(other.sample(&mut [0; 5]), Err(EnvError::NotReset)));
            let fresh = play(&mut *other, Some(Seeds::Next), steps);
            assert!(play(&mut *games, Some(Seeds::Next), steps) == fresh);
            let saved = games.save();
            let mut other = batch(&settings).unwrap();
            other.restore(&saved, &ON).unwrap();
            assert_eq!(other.save(), saved, "{name}, {bot:?}");
            let on = play(&mut *games, None, 2 * steps);
            assert!(play(&mut *other, None, 2 * steps) == on, "{name}, {bot:?}");
            assert_eq!(other.save(), games.save(), "{name}, {bot:?}");
        }
    }
}

#[test]
fn other_data_is_refused() {
    let mut games = batch(&Settings::new("puerto-rico", 3, 2)).unwrap();
    play(&mut *games, Some(Seeds::Next), 5);
    let saved = games.save();
    let mut refused = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = saved.clone();
        change(&mut value);
        let error = games.restore(&value, &ON).unwrap_err().to_string();
        assert!(error.starts_with("the saved games: row "), "{error}");
        error
    };
    refused(&|value| *value = serde_json::json!(5));
    refused(&|value| value["rows"][1]["game"] = serde_json::Value::Null);
    refused(&|value| value["rows"][1]["game"]["decisions"] = 1_000_000.into());
    refused(&|value| value["rows"][1]["games"] = 0.into());
    refused(&|value| value["rows"] = serde_json::json!([]));
    refused(&|value| value["rows"][0]["more"] = 1.into());
    let error = refused(&|value| value["rows"][1]["game"]["position"]["round"] = "x".into());
    assert!(error.contains("row 1") && error.contains("round"), "{error}");
    let four = batch(&Settings::new("puerto-rico", 4, 2));
    let mut four = four.unwrap();
    play(&mut *four, Some(Seeds::Next), 5);
    let error = four.restore(&saved, &ON).unwrap_err().to_string();
    assert!(error.contains("a game of 3 players"), "{error}");
}
