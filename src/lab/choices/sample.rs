//! Which decisions are looked at closely.

use super::playout::Sampled;
use crate::game::{Dice as _, Purpose, Seed, shuffle};

/// Draws `wanted` decisions from the games: as many from each as from any other, but for one, and from a game any of
/// its own with the same chance. A game with too few gives all it has. `games` are the games' numbers, each with the
/// numbers of its decisions, in ascending order.
pub(super) fn sample(games: &[(u64, Vec<usize>)], wanted: u64, seed: u64) -> Vec<Sampled> {
    let seed = Seed(seed).derive(Purpose::Sample, u64::MAX);
    let count = games.len() as u64;
    if count == 0 {
        return Vec::new();
    }
    // Who gives one more is drawn, so that no seating is favoured.
    let mut order: Vec<usize> = (0..games.len()).collect();
    shuffle(&mut order, &mut seed.rng());
    let mut quotas = vec![wanted / count; games.len()];
    for &game in &order[..(wanted % count) as usize] {
        quotas[game] += 1;
    }
    let mut drawn = Vec::new();
    for ((game, decisions), quota) in games.iter().zip(quotas) {
        let mut rng = seed.derive(Purpose::Sample, *game).rng();
        let mut left = decisions.clone();
        let mut own = Vec::new();
        while !left.is_empty() && (own.len() as u64) < quota {
            own.push(left.swap_remove(rng.below(left.len() as u32) as usize));
        }
        own.sort_unstable();
        drawn.extend(own.into_iter().map(|decision| (*game, decision)));
    }
    let number = |(sample, (game, decision))| Sampled { sample, game, decision };
    (0..).zip(drawn).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_give_alike() {
        let games: Vec<(u64, Vec<usize>)> = (0..10).map(|game| (game * 3, (0..20).collect())).collect();
        let drawn = sample(&games, 25, 1);
        assert_eq!(drawn.len(), 25);
        for (game, _) in &games {
            let own: Vec<usize> =
                drawn.iter().filter(|drawn| drawn.game == *game).map(|drawn| drawn.decision).collect();
            assert!((2..=3).contains(&own.len()) && own.is_sorted_by(|a, b| a < b), "{own:?}");
        }
        assert_eq!(sample(&games, 25, 1), drawn);
        assert_ne!(sample(&games, 25, 2), drawn);
        assert_eq!(sample(&games, 1000, 1).len(), 200);
        assert_eq!(sample(&[], 5, 1), []);
    }
}
