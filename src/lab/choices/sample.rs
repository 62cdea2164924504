//! Which decisions are looked at closely.

use super::playout::Sampled;
use crate::game::{Dice as _, Purpose, Seed, shuffle};

/// Draws `wanted` decisions in all, as many of each kind as of any other, but for one. `games` are the games' numbers,
/// each with the numbers of its decisions by kind, all in ascending order.
pub(super) fn sample(games: &[(u64, Vec<Vec<usize>>)], wanted: u64, seed: u64) -> Vec<Sampled> {
    let seed = Seed(seed).derive(Purpose::Sample, u64::MAX);
    let kinds = games.first().map_or(0, |(_, kinds)| kinds.len()) as u64;
    let mut drawn = Vec::new();
    for kind in 0..kinds {
        let wanted = wanted / kinds + u64::from(kind < wanted % kinds);
        let of_kind: Vec<(u64, &[usize])> =
            games.iter().map(|(game, decisions)| (*game, decisions[kind as usize].as_slice())).collect();
        drawn.extend(sample_of_kind(&of_kind, wanted, seed.derive(Purpose::Sample, kind)));
    }
    drawn.sort_unstable();
    let number = |(sample, (game, decision))| Sampled { sample, game, decision };
    (0..).zip(drawn).map(number).collect()
}

/// Draws decisions of a kind: as many from each game as from any other, but for one, and from a game any of its own
/// with the same chance. A game with too few gives all it has.
fn sample_of_kind(games: &[(u64, &[usize])], wanted: u64, seed: Seed) -> Vec<(u64, usize)> {
    let count = games.len() as u64;
    // Who gives one more is drawn, so that no seating is favoured.
    let mut order: Vec<usize> = (0..games.len()).collect();
    shuffle(&mut order, &mut seed.rng());
    let mut quotas = vec![wanted / count; games.len()];
    for &game in &order[..(wanted % count) as usize] {
        quotas[game] += 1;
    }
    let mut drawn = Vec::new();
    for (&(game, decisions), quota) in games.iter().zip(quotas) {
        let mut rng = seed.derive(Purpose::Sample, game).rng();
        let mut left = decisions.to_vec();
        let quota = quota.min(left.len() as u64);
        for _ in 0..quota {
            drawn.push((game, left.swap_remove(rng.below(left.len() as u32) as usize)));
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_kinds_give_alike() {
        // Even decisions are of one kind, every tenth odd one of the other.
        let kinds = || vec![(0..20).step_by(2).collect(), (1..20).step_by(10).collect()];
        let games: Vec<(u64, Vec<Vec<usize>>)> = (0..10).map(|game| (game * 3, kinds())).collect();
        let drawn = sample(&games, 25, 1);
        assert!((0..25).eq(drawn.iter().map(|drawn| drawn.sample)));
        assert_eq!(drawn.iter().filter(|drawn| drawn.decision % 2 == 0).count(), 13);
        for (game, _) in &games {
            let own: Vec<usize> =
                drawn.iter().filter(|drawn| drawn.game == *game).map(|drawn| drawn.decision).collect();
            assert!((2..=4).contains(&own.len()) && own.is_sorted_by(|a, b| a < b), "{own:?}");
        }
        assert_eq!(sample(&games, 25, 1), drawn);
        assert_ne!(sample(&games, 25, 2), drawn);
        // All that there are: 10 of a kind and 2 of the other a game.
        assert_eq!(sample(&games, 1000, 1).len(), 120);
        assert_eq!(sample(&[], 5, 1), []);
    }
}
