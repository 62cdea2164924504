//! The order in which decisions are sampled.

use tradewinds_game::{Dice as _, Purpose, Seed, shuffle};

/// The place of a decision in the sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sampled {
    pub(super) sample: u64,
    pub(super) game: u64,
    pub(super) decision: usize,
}

/// Lists all decisions in the order in which they are examined. Any number of them from the first on is a
/// sample in which the numbers of each kind differ by at most one, and for each kind the numbers from each
/// game differ by at most one, as long as there are enough. `games` are the games' numbers, each with the
/// numbers of its decisions by kind, all in ascending order.
///
/// The order is fixed before anything is played out, so whether a decision is examined depends on those
/// before it in this list, but not on itself.
pub(super) fn order(games: &[(u64, Vec<Vec<usize>>)], seed: u64) -> Vec<Sampled> {
    let seed = Seed(seed).derive(Purpose::Sample, u64::MAX);
    let kinds = games.first().map_or(0, |(_, kinds)| kinds.len());
    let of_kind = |kind: usize| {
        let decisions: Vec<(u64, &[usize])> =
            games.iter().map(|(game, decisions)| (*game, decisions[kind].as_slice())).collect();
        order_of_kind(&decisions, seed.derive(Purpose::Sample, kind as u64))
    };
    let lists: Vec<Vec<(u64, usize)>> = (0..kinds).map(of_kind).collect();
    let rounds = lists.iter().map(Vec::len).max().unwrap_or(0);
    let drawn = (0..rounds).flat_map(|round| lists.iter().filter_map(move |list| list.get(round)));
    (0..).zip(drawn).map(|(sample, &(game, decision))| Sampled { sample, game, decision }).collect()
}

/// Orders the decisions of a kind: one from each game, in rounds until there are no more, and within a game
/// each of the remaining decisions with the same chance.
fn order_of_kind(games: &[(u64, &[usize])], seed: Seed) -> Vec<(u64, usize)> {
    // The order of the games in a round is drawn at random, so that no seating is favoured.
    let mut order: Vec<usize> = (0..games.len()).collect();
    shuffle(&mut order, &mut seed.rng());
    let drawn: Vec<Vec<usize>> = order
        .iter()
        .map(|&index| {
            let (game, decisions) = games[index];
            let mut rng = seed.derive(Purpose::Sample, game).rng();
            let mut left = decisions.to_vec();
            decisions.iter().map(|_| left.swap_remove(rng.below(left.len() as u32) as usize)).collect()
        })
        .collect();
    let rounds = drawn.iter().map(Vec::len).max().unwrap_or(0);
    let mut list = Vec::new();
    for round in 0..rounds {
        for (&index, drawn) in order.iter().zip(&drawn) {
            list.extend(drawn.get(round).map(|&decision| (games[index].0, decision)));
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn games_and_kinds_give_alike() {
        // Even decisions are of one kind, every tenth odd one of the other.
        let kinds = || vec![(0..20).step_by(2).collect(), (1..20).step_by(10).collect()];
        let games: Vec<(u64, Vec<Vec<usize>>)> = (0..10).map(|game| (game * 3, kinds())).collect();
        let whole = order(&games, 1);
        let drawn = &whole[..25];
        assert!((0..25).eq(drawn.iter().map(|drawn| drawn.sample)));
        assert_eq!(drawn.iter().filter(|drawn| drawn.decision % 2 == 0).count(), 13);
        for (game, _) in &games {
            let own: BTreeSet<usize> =
                drawn.iter().filter(|drawn| drawn.game == *game).map(|drawn| drawn.decision).collect();
            assert!((2..=4).contains(&own.len()), "{own:?}");
        }
        assert_eq!(order(&games, 1), whole);
        assert_ne!(order(&games, 2)[..25], *drawn);
        // All decisions, each once: 10 of a kind and 2 of the other per game.
        let all: BTreeSet<(u64, usize)> = whole.iter().map(|drawn| (drawn.game, drawn.decision)).collect();
        assert_eq!((whole.len(), all.len()), (120, 120));
        assert_eq!(order(&[], 1), []);
    }
}
