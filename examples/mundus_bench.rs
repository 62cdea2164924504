use tradewinds::game::{Game, Seed, Variant};
use tradewinds::games::mundus_novus::*;
fn main() {
    let games: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let players: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    let rules = MundusNovus::new(players, &Variant::standard()).unwrap();
    let mut dice = Seed(1).rng();
    let mut decisions = 0u64;
    let start = std::time::Instant::now();
    for _ in 0..games {
        let mut s = rules.deal(&mut dice);
        while rules.to_act(&s).is_some() {
            rules.play_random(&mut s, &mut dice);
            decisions += 1;
        }
    }
    let t = start.elapsed().as_secs_f64();
    println!("{} bytes, {decisions} decisions, {} games/s", size_of::<State>(), games as f64 / t);
}
