//! Measures random steps on one thread: `cargo run --release -p tradewinds-env --example steps [GAME [GAMES]]`.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tradewinds_env::{Outputs, Seeds, Settings, batch};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "puerto-rico".to_owned());
    let games = arguments.next().map_or(1_024, |text| text.parse().expect("a number of games"));
    let mut batch = batch(&Settings::new(&game, 4, games)).expect("settings that fit");
    let shape = batch.shape();
    let (mut obs, mut mask) = (vec![0.0; games * shape.features], vec![0; games * shape.actions]);
    let (mut reward, mut done) = (vec![0.0; games * 4], vec![0; games]);
    let mut actions = vec![0; games];
    let stop = AtomicBool::new(false);
    for (with_obs, name) in [(true, "observation and mask"), (false, "mask only")] {
        let mut steps = 0;
        let mut begun = Instant::now();
        for round in 0..1_500 {
            let out = Outputs {
                obs: with_obs.then_some(&mut obs[..]),
                mask: Some(&mut mask),
                reward: Some(&mut reward),
                done: Some(&mut done),
                ..Outputs::default()
            };
            if round == 0 {
                batch.reset(Seeds::Next, None, out, &stop).expect("arrays that fit");
                continue;
            }
            batch.sample(&mut actions).expect("games under way");
            batch.step(&actions, out, &stop).expect("legal actions");
            steps += games;
            if round == 500 {
                (steps, begun) = (0, Instant::now());
            }
        }
        let rate = steps as f64 / begun.elapsed().as_secs_f64() / 1e6;
        println!(
            "{game}: {name}: {rate:.2} M decisions/s ({} numbers, {} actions)",
            shape.features, shape.actions
        );
    }
}
