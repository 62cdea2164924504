use tradewinds::game::{Actions, Dice, Game, Seed, Variant};
use tradewinds::games::mundus_novus::*;
fn main() {
    let rules = MundusNovus::new(4, &Variant::standard()).unwrap();
    let mut dice = Seed(1).rng();
    let mut c = [[0u64; 2]; 20];
    let mut actions = Actions::new();
    let games = 1000;
    let mut rounds = 0;
    for _ in 0..games {
        let mut s = rules.deal(&mut dice);
        while rules.to_act(&s).is_some() {
            rules.legal(&s, &mut actions);
            let k = rules.decision_kind(&s);
            c[k][0] += 1;
            c[k][1] += actions.len() as u64;
            let a = if actions.len() == 1 {
                actions[0]
            } else {
                actions[dice.below(actions.len() as u32) as usize]
            };
            rules.play(&mut s, a, &mut dice);
        }
        rounds += rules.round(&s);
    }
    println!("rounds {}", rounds as f64 / games as f64);
    for k in 0..19 {
        println!(
            "{:12} {:7.2} {:5.2}",
            Step::WORDS[k],
            c[k][0] as f64 / games as f64,
            c[k][1] as f64 / c[k][0] as f64
        );
    }
}
