//! A search to read aloud: `cargo run --release --example teaching_search`.
//!
//! Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) for any game of any number of seats.
//! Each iteration draws a world that agrees with what the searching seat knows (*determinization*), walks down a tree
//! by *PUCT* (Rosin 2011), plays the rest at random, and credits every seat's reward where that seat decided (*max^n*;
//! Luckhardt and Irani 1986). It takes no care of speed or memory. The engine in `crates/search` does, and knows more
//! rules; the tests below show that both find the same moves.

mod prizes;

use prizes::Prizes;
use tradewinds::game::{Actions, Edge, Game, PerSeat, Policy, Rng, Seat, Seed, UniformPolicy, View};

/// The constant c of PUCT.
const EXPLORATION: f32 = 1.5;

/// What the searching seat knows after some moves: nothing about hidden cards or stacks, which differ between worlds.
struct Node<A> {
    /// The actions that were legal here in some world.
    branches: Vec<Branch<A>>,
    /// The nodes after what chance has shown here, such as the number on a die.
    outcomes: Vec<(u8, Node<A>)>,
}

/// An action of a node, with the statistics of all iterations so far.
struct Branch<A> {
    /// The seat that decides. In another world it may be another one.
    seat: Seat,
    action: A,
    /// The weight that the policy gives the action, relative to the others.
    prior: f32,
    /// The iterations in whose world the action was legal.
    available: u32,
    /// The iterations that chose it.
    visits: u32,
    /// The sum of their rewards for the seat that decides.
    total: f32,
    /// What is known after it.
    next: Node<A>,
}

impl<A> Node<A> {
    fn new() -> Self {
        Self { branches: Vec::new(), outcomes: Vec::new() }
    }

    /// Returns the node after a public outcome; 0 means that nothing was shown.
    fn after(&mut self, outcome: u8) -> &mut Self {
        if outcome == 0 {
            return self;
        }
        let place = self.outcomes.iter().position(|(known, _)| *known == outcome).unwrap_or_else(|| {
            self.outcomes.push((outcome, Self::new()));
            self.outcomes.len() - 1
        });
        &mut self.outcomes[place].1
    }
}

impl<A> Branch<A> {
    /// Returns the mean reward of the seat that decides.
    fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.total / self.visits as f32)
    }
}

/// A search of one decision.
struct Search<'a, G: Game, P> {
    game: &'a G,
    policy: &'a P,
    /// The seat that searches.
    seat: Seat,
    dice: Rng,
}

impl<G: Game, P: Policy<G>> Search<'_, G, P> {
    /// Visits a node in a world of its knowledge, and returns the reward of each seat.
    fn visit(&mut self, node: &mut Node<G::Action>, world: &mut G::State) -> PerSeat<f32> {
        let Some(seat) = self.game.to_act(world) else { return self.game.scores(world).win_share };
        let mut legal = Actions::new();
        self.game.legal(world, &mut legal);
        let choices = self.expand(node, world, seat, &legal);
        let chosen = select(&node.branches, &choices);
        let branch = &mut node.branches[chosen];
        let outcome = self.play(world, branch.action);
        let rewards = match branch.visits {
            0 => self.play_out(world),
            _ => self.visit(branch.next.after(outcome), world),
        };
        branch.visits += 1;
        branch.total += rewards[seat];
        rewards
    }

    /// Finds or adds the branches of the legal actions, and counts them as available; returns their places.
    fn expand(
        &self,
        node: &mut Node<G::Action>,
        world: &G::State,
        seat: Seat,
        legal: &Actions<G::Action>,
    ) -> Vec<usize> {
        let mut scores = vec![0.0; legal.len()];
        self.policy.score(self.game, world, legal, &mut scores);
        let top = scores.iter().copied().fold(f32::MIN, f32::max);
        let place = |(&action, score): (&G::Action, f32)| {
            let known = node.branches.iter().position(|known| (known.seat, known.action) == (seat, action));
            let place = known.unwrap_or_else(|| {
                let prior = (score - top).exp();
                let next = Node::new();
                node.branches.push(Branch { seat, action, prior, available: 0, visits: 0, total: 0.0, next });
                node.branches.len() - 1
            });
            node.branches[place].available += 1;
            place
        };
        legal.iter().zip(scores).map(place).collect()
    }

    /// Plays an action, and returns what it has shown to the searching seat: 0 if it was nothing but the action.
    fn play(&mut self, world: &mut G::State, action: G::Action) -> u8 {
        let before = *world;
        self.game.play(world, action, &mut self.dice);
        self.game.observe(&before, action, world, self.seat).map_or(0, Edge::outcome)
    }

    /// Plays a world at random to its end, and returns the reward of each seat: its share of the win.
    fn play_out(&mut self, world: &mut G::State) -> PerSeat<f32> {
        while self.game.to_act(world).is_some() {
            self.game.play_random(world, &mut self.dice);
        }
        self.game.scores(world).win_share
    }
}

/// Chooses the branch with the highest mean + c · prior · √available / (1 + visits). One that was never visited has the
/// mean of the others.
fn select<A>(branches: &[Branch<A>], choices: &[usize]) -> usize {
    let sum =
        |number: fn(&Branch<A>) -> f32| choices.iter().map(|&place| number(&branches[place])).sum::<f32>();
    let (priors, visits, total) =
        (sum(|branch| branch.prior), sum(|branch| branch.visits as f32), sum(|branch| branch.total));
    let unknown = if visits > 0.0 { total / visits } else { 0.5 };
    let score = |&place: &usize| {
        let branch = &branches[place];
        let urge = branch.prior / priors * (branch.available as f32).sqrt() / (1 + branch.visits) as f32;
        branch.mean().unwrap_or(unknown) + EXPLORATION * urge
    };
    let mut best = choices[0];
    for place in choices {
        if score(place) > score(&best) {
            best = *place;
        }
    }
    best
}

/// Searches the decision of a view's seat; returns its actions with their visits and mean rewards, most visits first.
fn search<G: Game, P: Policy<G>>(
    view: &View<'_, G>,
    policy: &P,
    iterations: u32,
    seed: Seed,
) -> Vec<(G::Action, u32, f32)> {
    let mut search = Search { game: view.game(), policy, seat: view.seat(), dice: seed.rng() };
    let mut root = Node::new();
    for _ in 0..iterations {
        let mut world = view.determinize(&mut search.dice);
        search.visit(&mut root, &mut world);
    }
    root.branches.sort_by_key(|branch| std::cmp::Reverse(branch.visits));
    root.branches.iter().map(|branch| (branch.action, branch.visits, branch.mean().unwrap_or(0.5))).collect()
}

/// Searches the first card of a game.
fn main() {
    let table = Prizes.deal(&mut Seed(1).rng());
    let seat = Prizes.to_act(&table).expect("a game begins with a decision");
    let found = search(&View::new(&Prizes, &table, seat), &UniformPolicy, 10_000, Seed(1));
    println!("a trick of {} points; card, visits, share of the win:", table.prize);
    for (card, visits, share) in found {
        println!("{card:>4} {visits:>7} {share:>6.3}");
    }
}

#[cfg(test)]
mod tests {
    use tradewinds::search::{SearchSettings, SelectionKind, TreeKind};
    use tradewinds_testkit::small_games::{ConnectFour, Dig, Guess, Known, Kuhn, Rungs, SAFE, TicTacToe};

    use std::ops::RangeInclusive;

    use super::*;

    const SEEDS: u64 = 5;

    /// Searches positions of random games, after a number of random `moves`, with both. Returns in how many the
    /// engine's choice is clear, that is for each seed the same with three times the visits of any other, and in which
    /// of them this search chooses otherwise, by the vote of its seeds: of two moves that are as good, a seed may find
    /// either.
    fn compare<G: Game, P: Policy<G> + Default>(
        game: &G,
        games: u64,
        moves: RangeInclusive<u64>,
        iterations: u32,
    ) -> (u32, Vec<String>) {
        let settings = SearchSettings::default().with(|new| {
            (new.tree, new.selection) = (TreeKind::SoIsmcts, SelectionKind::Puct);
            new.iterations = Some(iterations);
        });
        let settings = settings.check().expect("they go together");
        let mut engine = tradewinds::search::Search::new(game, settings, P::default());
        let (mut clear, mut others) = (0, Vec::new());
        for number in 0..games {
            let mut dice = Seed(number).rng();
            let mut state = game.deal(&mut dice);
            for _ in 0..moves.start() + number % (moves.end() - moves.start() + 1) {
                if game.to_act(&state).is_some() {
                    game.play_random(&mut state, &mut dice);
                }
            }
            let Some(seat) = game.to_act(&state) else { continue };
            let view = View::new(game, &state, seat);
            let choices: Vec<Option<G::Action>> = (0..SEEDS)
                .map(|seed| {
                    let mut actions = engine.run(&view, Seed(seed)).actions;
                    actions.sort_by_key(|report| std::cmp::Reverse(report.visits));
                    let is_clear = actions.len() > 1 && actions[0].visits > 3 * actions[1].visits;
                    is_clear.then(|| actions[0].action)
                })
                .collect();
            let Some(choice) = choices[0].filter(|_| choices.iter().all(|other| *other == choices[0])) else {
                continue;
            };
            clear += 1;
            let found: Vec<_> =
                (0..SEEDS).map(|seed| search(&view, &P::default(), iterations, Seed(100 + seed))).collect();
            let same = found.iter().filter(|found| found[0].0 == choice).count() as u64;
            if 2 * same <= SEEDS {
                others.push(format!("game {number}: {choice:?}, but {found:?} in {state:?}"));
            }
        }
        (clear, others)
    }

    fn compare_known<S: Known>(
        games: u64,
        moves: RangeInclusive<u64>,
        iterations: u32,
    ) -> (u32, Vec<String>) {
        compare::<S, S::Hints>(&S::default(), games, moves, iterations)
    }

    #[test]
    fn the_engine_and_this_search_find_the_same_moves() {
        let found = [
            ("prizes", compare::<_, UniformPolicy>(&Prizes, 40, 0..=9, 4_000)),
            ("tic-tac-toe", compare_known::<TicTacToe>(30, 1..=5, 2_000)),
            ("connect four", compare_known::<ConnectFour>(30, 12..=24, 4_000)),
            ("ladder", compare_known::<Rungs>(6, 0..=1, 4_000)),
            ("kuhn", compare_known::<Kuhn>(20, 0..=1, 4_000)),
            ("guess", compare_known::<Guess>(3, 0..=0, 4_000)),
            ("dig", compare_known::<Dig<true>>(3, 0..=0, 4_000)),
        ];
        for (game, (clear, others)) in &found {
            println!("{game}: {clear} clear positions, {} chosen otherwise", others.len());
        }
        for (game, (clear, others)) in found {
            assert!(clear >= 2, "{game}: {clear} clear positions");
            assert_eq!(others, [""; 0], "{game}");
        }
    }

    /// Searched world by world, a guess looks like a certain win: the tree must not use what no seat knows.
    #[test]
    fn what_is_not_known_is_not_used() {
        let state = Guess.deal(&mut Seed(1).rng());
        let view = View::new(&Guess, &state, Guess.to_act(&state).expect("it begins with a decision"));
        for seed in 0..SEEDS {
            assert_eq!(search(&view, &UniformPolicy, 4_000, Seed(seed))[0].0, SAFE);
        }
    }
}
