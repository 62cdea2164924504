//! Batches of games: the same bytes on any number of threads, results, refusals, bots.

use std::sync::atomic::AtomicBool;

use tradewinds_arena::NAMES;
use tradewinds_bots::Preset;
use tradewinds_env::{EnvError, Outputs, Reward, Seeds, Settings, Shape, batch};
use tradewinds_game::Seed;
use tradewinds_game::features::Measure;

/// The arrays of a caller.
#[derive(Clone, PartialEq, Debug)]
struct Arrays {
    obs: Vec<f32>,
    obs_bytes: Vec<u8>,
    obs_packed: Vec<u8>,
    mask: Vec<u8>,
    bits: Vec<u64>,
    seat: Vec<u8>,
    reward: Vec<f32>,
    done: Vec<u8>,
    truncated: Vec<u8>,
    points: Vec<f32>,
    rank: Vec<u8>,
    share: Vec<f32>,
    decisions: Vec<u32>,
    end: Vec<f32>,
    end_bytes: Vec<u8>,
    end_packed: Vec<u8>,
}

impl Arrays {
    fn new(shape: Shape) -> Self {
        let Shape { games, players, features, packed, actions, words } = shape;
        Self {
            obs: vec![f32::NAN; games * features],
            obs_bytes: vec![9; games * features],
            obs_packed: vec![9; games * packed],
            mask: vec![9; games * actions],
            bits: vec![9; games * words],
            seat: vec![9; games],
            reward: vec![9.0; games * players],
            done: vec![9; games],
            truncated: vec![9; games],
            points: vec![9.0; games * players],
            rank: vec![9; games * players],
            share: vec![9.0; games * players],
            decisions: vec![9; games],
            end: vec![9.0; games * features],
            end_bytes: vec![9; games * features],
            end_packed: vec![9; games * packed],
        }
    }

    fn outputs(&mut self) -> Outputs<'_> {
        Outputs {
            obs: Some(&mut self.obs),
            obs_bytes: Some(&mut self.obs_bytes),
            obs_packed: Some(&mut self.obs_packed),
            mask: Some(&mut self.mask),
            bits: Some(&mut self.bits),
            seat: Some(&mut self.seat),
            reward: Some(&mut self.reward),
            done: Some(&mut self.done),
            truncated: Some(&mut self.truncated),
            final_points: Some(&mut self.points),
            final_rank: Some(&mut self.rank),
            final_share: Some(&mut self.share),
            final_decisions: Some(&mut self.decisions),
            final_obs: Some(&mut self.end),
            final_bytes: Some(&mut self.end_bytes),
            final_packed: Some(&mut self.end_packed),
        }
    }
}

static ON: AtomicBool = AtomicBool::new(false);

/// Plays random steps; returns the arrays of every 50th one.
fn play(settings: &Settings, steps: usize) -> Vec<Arrays> {
    let mut games = batch(settings).unwrap();
    let mut arrays = Arrays::new(games.shape());
    let mut actions = vec![0; settings.games];
    let mut kept = Vec::new();
    games.reset(Seeds::Next, None, arrays.outputs(), &ON).unwrap();
    for step in 0..steps {
        games.sample(&mut actions).unwrap();
        games.step(&actions, arrays.outputs(), &ON).unwrap();
        if step % 50 == 0 {
            kept.push(arrays.clone());
        }
    }
    kept
}

#[test]
fn the_bytes_do_not_depend_on_threads() {
    for name in NAMES {
        let one = Settings { seed: Seed(7), ..Settings::new(name, 4, 37) };
        let three = Settings { threads: 3, ..one.clone() };
        let kept = play(&one, 400);
        assert_eq!(kept, play(&three, 400), "{name}");
        let other = Settings { seed: Seed(8), ..one };
        assert_ne!(kept, play(&other, 400), "{name}");
    }
}

#[test]
fn bots_in_other_seats_do_not_depend_on_threads() {
    for (name, bot) in
        [("puerto-rico", "steady"), ("mundus-novus", "steady"), ("francis-drake", "ismcts-200")]
    {
        let preset = Preset::find(bot, name).unwrap();
        let opponents = vec![None, Some(preset.clone()), Some(preset)];
        let games = if bot == "steady" { 20 } else { 9 };
        let steps = if bot == "steady" { 150 } else { 12 };
        let one = Settings { opponents, ..Settings::new(name, 3, games) };
        let three = Settings { threads: 3, ..one.clone() };
        let kept = play(&one, steps);
        assert_eq!(kept, play(&three, steps), "{name}");
        assert!(kept.iter().all(|arrays| arrays.seat.iter().all(|&seat| seat == 0)), "{name}");
    }
}

#[test]
fn a_game_that_ends_leaves_its_results_and_another_one_begins() {
    for name in NAMES {
        for reward in [Reward::WinShare, Reward::Margin, Reward::Points] {
            let settings = Settings { reward, ..Settings::new(name, 3, 8) };
            let mut games = batch(&settings).unwrap();
            let mut arrays = Arrays::new(games.shape());
            let mut actions = vec![0; 8];
            games.reset(Seeds::Next, None, arrays.outputs(), &ON).unwrap();
            let (mut ends, mut steps) = (0, 0);
            let mut lengths = [0; 8];
            while ends < 8 {
                steps += 1;
                assert!(steps < 20_000, "{name}: games end");
                games.sample(&mut actions).unwrap();
                games.step(&actions, arrays.outputs(), &ON).unwrap();
                for game in 0..8 {
                    lengths[game] += 1;
                    let of = |array: &[f32]| array[3 * game..][..3].to_vec();
                    let rewards = of(&arrays.reward);
                    if arrays.done[game] == 0 {
                        assert_eq!(rewards, [0.0; 3]);
                        continue;
                    }
                    ends += 1;
                    assert_eq!(arrays.decisions[game], lengths[game]);
                    lengths[game] = 0;
                    if arrays.truncated[game] == 1 {
                        assert_eq!(rewards, [0.0; 3]);
                        continue;
                    }
                    let shares = of(&arrays.share);
                    assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
                    match reward {
                        Reward::WinShare => assert_eq!(rewards, shares),
                        Reward::Points => assert_eq!(rewards, of(&arrays.points)),
                        Reward::Margin => assert!(rewards.iter().all(|worth| (0.0..=1.0).contains(worth))),
                    }
                    let winners = (0..3).filter(|seat| arrays.rank[3 * game + seat] == 1);
                    assert!(winners.into_iter().all(|seat| shares[seat] > 0.0));
                }
            }
        }
    }
}

#[test]
fn masks_bits_and_samples_agree() {
    let settings = Settings::new("age-of-discovery", 5, 16);
    let mut games = batch(&settings).unwrap();
    let shape = games.shape();
    let mut arrays = Arrays::new(shape);
    let mut actions = vec![0; 16];
    games.reset(Seeds::All(Seed(3)), None, arrays.outputs(), &ON).unwrap();
    for _ in 0..300 {
        games.sample(&mut actions).unwrap();
        for game in 0..16 {
            let mask = &arrays.mask[game * shape.actions..][..shape.actions];
            assert_eq!(mask[actions[game] as usize], 1);
            for (index, &legal) in mask.iter().enumerate() {
                let bit = arrays.bits[game * shape.words + index / 64] >> (index % 64) & 1;
                assert_eq!(bit as u8, legal);
            }
        }
        games.step(&actions, arrays.outputs(), &ON).unwrap();
    }
}

#[test]
fn an_illegal_action_changes_nothing() {
    let settings = Settings { threads: 2, ..Settings::new("puerto-rico", 4, 20) };
    let mut games = batch(&settings).unwrap();
    let shape = games.shape();
    let mut arrays = Arrays::new(shape);
    let mut actions = vec![0; 20];
    let refused = games.step(&actions, arrays.outputs(), &ON);
    assert!(matches!(refused, Err(EnvError::NotReset)));
    games.reset(Seeds::Next, None, arrays.outputs(), &ON).unwrap();
    games.sample(&mut actions).unwrap();
    let good = actions.clone();
    let before = arrays.clone();
    // The first decision is a role: no building can be built.
    (actions[13], actions[17]) = (40, -5);
    let refused = games.step(&actions, arrays.outputs(), &ON).unwrap_err();
    let text = refused.to_string();
    assert!(text.starts_with("actions[13]: found 40 (build "), "{text}");
    assert_eq!(arrays, before);
    games.step(&good, arrays.outputs(), &ON).unwrap();
    let refused = games.step(&good[1..], arrays.outputs(), &ON).unwrap_err().to_string();
    assert_eq!(refused, "actions: found an array of 19 elements; allowed: 20");
    let mut short = arrays.outputs();
    short.reward = None;
    short.mask = short.mask.map(|mask| &mut mask[1..]);
    let refused = games.step(&good, short, &ON).unwrap_err().to_string();
    assert!(refused.starts_with("mask: found an array of"), "{refused}");
    let stop = AtomicBool::new(true);
    games.reset(Seeds::Next, None, arrays.outputs(), &stop).unwrap();
}

#[test]
fn a_step_that_is_stopped_has_to_be_reset() {
    let bot = Preset::find("ismcts-200", "puerto-rico").unwrap();
    let settings = Settings { opponents: vec![None, Some(bot), None], ..Settings::new("puerto-rico", 3, 4) };
    let mut games = batch(&settings).unwrap();
    assert!(games.is_slow());
    let mut arrays = Arrays::new(games.shape());
    let mut actions = vec![0; 4];
    games.reset(Seeds::Next, None, arrays.outputs(), &ON).unwrap();
    let stop = AtomicBool::new(true);
    let stopped = (0..100).find_map(|_| {
        games.sample(&mut actions).unwrap();
        games.step(&actions, arrays.outputs(), &stop).err()
    });
    assert!(matches!(stopped, Some(EnvError::Halted)), "{stopped:?}");
    assert!(matches!(games.sample(&mut actions), Err(EnvError::NotReset)));
    games.reset(Seeds::Next, None, arrays.outputs(), &ON).unwrap();
    games.sample(&mut actions).unwrap();
}

#[test]
fn wrong_settings_are_refused() {
    let refusal = |settings: &Settings| batch(settings).map(|_| ()).unwrap_err().to_string();
    let good = Settings::new("puerto-rico", 4, 2);
    let found = refusal(&Settings { game: "puerto-rica".to_owned(), ..good.clone() });
    assert!(found.contains("puerto-rico"), "{found}");
    assert!(refusal(&Settings::new("puerto-rico", 9, 2)).contains('9'));
    assert!(refusal(&Settings::new("puerto-rico", 4, 0)).contains("1 to"));
    let bot = Preset::find("random", "puerto-rico").unwrap();
    let found = refusal(&Settings { opponents: vec![Some(bot); 4], ..good.clone() });
    assert!(found.contains("a seat without a bot"), "{found}");
    let wrong = Preset::find("steady", "francis-drake").unwrap();
    let found = refusal(&Settings { opponents: vec![None, Some(wrong), None, None], ..good });
    assert!(found.contains("francis-drake"), "{found}");
}

#[test]
fn forced_decisions_can_be_skipped() {
    for name in NAMES {
        let settings = Settings { skip_forced: true, scaled: true, ..Settings::new(name, 3, 8) };
        for arrays in play(&settings, 200) {
            let shape = batch(&settings).unwrap().shape();
            for mask in arrays.mask.chunks(shape.actions) {
                assert!(mask.iter().filter(|&&legal| legal == 1).count() > 1, "{name}");
            }
            assert!(arrays.obs.iter().all(|&number| number.abs() < 40.0), "{name}: scaled numbers are small");
        }
    }
}

/// A batch deals as a single game does: the games can be looked at.
#[test]
fn games_of_a_batch_can_be_copied() {
    for name in NAMES {
        let mut games = batch(&Settings::new(name, 3, 3)).unwrap();
        let shape = games.shape();
        let mut arrays = Arrays::new(shape);
        assert!(matches!(games.situation(0, Seed(1)), Err(EnvError::NotReset)));
        games.reset(Seeds::Next, None, arrays.outputs(), &ON).unwrap();
        assert!(games.situation(3, Seed(1)).is_err());
        let copy = games.situation(2, Seed(1)).unwrap();
        let seat = copy.to_act().unwrap();
        assert_eq!(usize::from(arrays.seat[2]), seat.index());
        let (mut obs, mut mask) = (vec![0.0; shape.features], vec![9_i8; shape.actions]);
        copy.observe(seat, &mut obs);
        copy.mask(&mut mask);
        assert_eq!(obs, arrays.obs[2 * shape.features..]);
        let seen = arrays.mask[2 * shape.actions..].iter().map(|&legal| legal as i8);
        assert!(seen.eq(mask));
    }
}

/// The bytes are the numbers as far as a byte goes, and the packed ones are the bytes.
#[test]
fn observations_of_all_types_agree() {
    for name in NAMES {
        let settings = Settings::new(name, 4, 8);
        let (layout, shape) = {
            let games = batch(&settings).unwrap();
            (games.layout().clone(), games.shape())
        };
        let flags =
            layout.fields.iter().flat_map(|at| vec![at.group.measure == Measure::Active; at.group.len]);
        let flags: Vec<bool> = flags.collect();
        let unpacked = |packed: &[u8]| {
            let (mut byte, mut bit) = (0, 8 * flags.iter().filter(|&&flag| !flag).count());
            let mut next = |&flag: &bool| {
                if flag {
                    bit += 1;
                    return packed[(bit - 1) / 8] >> ((bit - 1) % 8) & 1;
                }
                byte += 1;
                packed[byte - 1]
            };
            flags.iter().map(&mut next).collect::<Vec<u8>>()
        };
        for arrays in play(&settings, 1_500) {
            for (numbers, bytes, packed) in [
                (&arrays.obs, &arrays.obs_bytes, &arrays.obs_packed),
                (&arrays.end, &arrays.end_bytes, &arrays.end_packed),
            ] {
                let clipped = numbers.iter().map(|number| number.clamp(0.0, 255.0) as u8);
                assert!(clipped.eq(bytes.iter().copied()), "{name}");
                let all = packed.chunks(shape.packed).flat_map(unpacked);
                assert!(all.eq(bytes.iter().copied()), "{name}");
            }
        }
    }
}
