//! The laws of every game, as one generic suite: [`check_laws`].
//!
//! The laws are those of the `Game` trait's documentation, by number; in addition, those of edges, scores,
//! score sheets, rollouts and records. Law 5 has its own check in [`worlds`](super::worlds), for a test per game.

mod edges;
mod features;
mod fixed;
mod hidden;
mod legal;
pub mod mutants;
mod open;
mod public_steps;
mod results;
mod rollouts;
mod sheets;
mod text;

pub use rollouts::rollout_win_share;

use std::any::Any;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use super::scaled;
use rayon::prelude::*;
use tradewinds_game::{
    Actions, CompleteGame, Dice, MAX_SEATS, Purpose, Recorder, Rng, Seat, Seed, Variant, Weights,
};

/// The thoroughness of the checks of a game, and the game's own declarations.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Random games of the standard rules for each number of players, [scaled].
    pub games: u32,
    /// The laws 4, 6 and 8 are checked at one decision in `every`.
    pub every: u32,
    /// Kinds of decision whose actions are announced although what they change is hidden: different edges
    /// may then lead to positions that an observer cannot distinguish.
    pub open_kinds: &'static [&'static str],
    /// Kinds of decision some of whose actions have the same features for a network.
    pub alike_kinds: &'static [&'static str],
    /// Whether the rules do not guarantee an end, so that a random game may reach the bound.
    pub may_truncate: bool,
}

impl Sampling {
    /// 500 games, one decision in sixteen, nothing declared.
    pub const STANDARD: Self =
        Self { games: 500, every: 16, open_kinds: &[], alike_kinds: &[], may_truncate: false };
}

/// Checks all laws but the fifth over random games, which are played in parallel; returns how many of
/// them were stopped at the game's bound.
///
/// # Panics
/// With the game, its players, seed, decision and position, if a law is broken.
pub fn check_laws<G: CompleteGame>(
    players: usize,
    variant: &Variant,
    games: u32,
    sampling: &Sampling,
) -> u32 {
    const {
        assert!(size_of::<G::Action>() <= 4, "an action has at most 4 bytes");
        assert!(!std::mem::needs_drop::<G::State>(), "a state has no destructor");
    }
    let game =
        G::new(players, variant).unwrap_or_else(|error| panic!("{} for {players} players: {error}", G::NAME));
    fixed::check(&game, players);
    let policy = game.policy(&Weights::new()).expect("weights left out have their defaults");
    let truncated = AtomicU32::new(0);
    let failure = (0..games).into_par_iter().find_map_first(|index| {
        let mut case = Case::new(&game, &policy, variant, index, sampling);
        match catch_unwind(AssertUnwindSafe(|| case.run())) {
            Ok(stopped) => {
                truncated.fetch_add(u32::from(stopped), Ordering::Relaxed);
                None
            }
            Err(panic) => Some(format!("{}\n{}", message(&*panic), case.whereabouts())),
        }
    });
    if let Some(failure) = failure {
        panic!("{failure}");
    }
    truncated.into_inner()
}

/// Checks a variant with every number of players that it allows.
pub fn check_all_players<G: CompleteGame>(variant: &Variant, games: u32, sampling: &Sampling) {
    let allowed: Vec<usize> = G::PLAYERS.filter(|&players| G::new(players, variant).is_ok()).collect();
    assert!(!allowed.is_empty(), "variant {:?} fits no number of players", variant.name);
    if *variant == Variant::standard() {
        assert_eq!(allowed, G::PLAYERS.collect::<Vec<_>>(), "the standard rules fit every number of players");
    }
    for players in allowed {
        check_laws::<G>(players, variant, games, sampling);
    }
}

/// Checks the standard rules over the games of the sampling for each number of players.
pub fn check_standard_rules<G: CompleteGame>(sampling: &Sampling) {
    check_all_players::<G>(&Variant::standard(), scaled(sampling.games), sampling);
}

/// Checks every shipped variant over [`VARIANT_GAMES`], [scaled], for each number of players that it allows.
pub fn check_shipped_variants<G: CompleteGame>(sampling: &Sampling) {
    let shipped = G::shipped_variants();
    for (index, (name, text)) in shipped.iter().enumerate() {
        assert!(shipped[..index].iter().all(|(other, _)| other != name), "two variants named {name}");
        let variant = Variant::parse(name, text, G::NAME).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(variant.name, *name, "a shipped variant is listed by its own name");
        check_all_players::<G>(&variant, scaled(VARIANT_GAMES), sampling);
    }
}

/// Random games of each shipped variant for each number of players in [`laws!`](crate::laws!).
pub const VARIANT_GAMES: u32 = 50;

/// One random game under examination.
struct Case<'a, G: CompleteGame> {
    game: &'a G,
    policy: &'a G::Policy,
    variant: &'a Variant,
    sampling: &'a Sampling,
    index: u32,
    seed: Seed,
    decision: u32,
    state: G::State,
    /// Actions of earlier decisions, to try where they are illegal.
    past: BTreeSet<G::Action>,
}

/// Edges are compared closely at one in this number of the sampled decisions, since each comparison takes
/// many views.
const EDGES_EVERY: u32 = 4;

/// One game in this number is followed by one that is played as rollouts are.
const ROLLOUTS_EVERY: u32 = 8;

/// The maximum number of actions of earlier decisions that are kept.
const MAX_PAST: usize = 256;

impl<'a, G: CompleteGame> Case<'a, G> {
    fn new(
        game: &'a G,
        policy: &'a G::Policy,
        variant: &'a Variant,
        index: u32,
        sampling: &'a Sampling,
    ) -> Self {
        let seed = Seed(u64::from(index));
        let state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
        Self { game, policy, variant, sampling, index, seed, decision: 0, state, past: BTreeSet::new() }
    }

    /// Makes a generator for a check of the decision at hand; equal numbers give equal streams.
    fn rng(&self, stream: u64) -> Rng {
        self.seed.derive(Purpose::Sample, u64::from(self.decision)).derive(Purpose::Sample, stream).rng()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.game.players())
    }

    fn played(&self, state: &G::State, action: G::Action, stream: u64) -> G::State {
        let mut after = *state;
        self.game.play(&mut after, action, &mut self.rng(stream));
        after
    }

    fn determinized(&self, state: &G::State, observer: Seat, stream: u64) -> G::State {
        let mut world = *state;
        self.game.determinize(&mut world, observer, &mut self.rng(stream));
        world
    }

    fn legal(&self, state: &G::State) -> Actions<G::Action> {
        let mut actions = Actions::new();
        self.game.legal(state, &mut actions);
        actions
    }

    /// Plays the game to its end and checks everything on the way; returns whether it was truncated.
    fn run(&mut self) -> bool {
        let game = self.game;
        let mut chance = self.seed.derive(Purpose::Chance, 0).rng();
        let mut choices = self.seed.derive(Purpose::Bot, 0).rng();
        results::check_start(self);
        let mut recorder = game.recorder(&self.state);
        let mut stopped = false;
        let mut open = false;
        while let Some(seat) = game.to_act(&self.state) {
            if self.decision == game.max_decisions() {
                stopped = true;
                break;
            }
            let actions = self.legal(&self.state);
            legal::check(self, &actions);
            results::check_standing(self);
            sheets::check(self);
            // Once per game: an open game stays open.
            if !open && game.is_open(&self.state) {
                open::check(self);
                open = true;
            }
            let sampled = (self.decision + self.index).is_multiple_of(self.sampling.every);
            if sampled {
                legal::check_closely(self, &actions);
                let seen = hidden::check(self);
                text::check(self, &seen);
                sheets::check_knowledge(self, &seen);
                public_steps::check(self, seat);
            }
            let action = actions[choices.below(actions.len() as u32) as usize];
            edges::check(self, seat, action);
            if sampled && (self.decision / self.sampling.every).is_multiple_of(EDGES_EVERY) {
                edges::check_closely(self, seat, action, &actions);
            }
            let before = self.state;
            recorder.decide(game, &before, seat, action);
            game.play(&mut self.state, action, &mut chance);
            assert!(self.state != before, "law 7: {action:?} is a decision but changes nothing");
            sheets::check_step(self, &before, seat);
            recorder.played(game, &self.state);
            if self.past.len() < MAX_PAST {
                self.past.extend(actions);
            }
            self.decision += 1;
        }
        assert!(
            !stopped || self.sampling.may_truncate,
            "law 2: the game reaches its bound {}",
            game.max_decisions()
        );
        results::check_standing(self);
        sheets::check(self);
        let seen = hidden::check(self);
        text::check(self, &seen);
        sheets::check_knowledge(self, &seen);
        if !stopped {
            legal::check_over(self);
            results::check_end(self);
        }
        results::check_records::<G>(game, recorder.finish(game, &self.state));
        if self.index.is_multiple_of(ROLLOUTS_EVERY) {
            rollouts::check(self);
        }
        stopped
    }

    /// Describes the place where a law is broken.
    fn whereabouts(&self) -> String {
        let state = &self.state;
        let position = catch_unwind(AssertUnwindSafe(|| self.game.position(state).to_string()))
            .unwrap_or_else(|_| format!("(not writable) {state:?}"));
        format!(
            "{} {:?}, {} players, seed {}, decision {}, position {position}",
            G::NAME,
            self.variant.name,
            self.game.players(),
            self.seed.0,
            self.decision
        )
    }
}

/// Returns the text of a panic.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without text")
}

/// Returns whether no two items are equal.
fn all_different<T: Ord>(items: impl IntoIterator<Item = T>) -> bool {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.is_sorted_by(|a, b| a < b)
}

/// The numbers of players to try, including ones that no game allows.
const ANY_PLAYERS: std::ops::RangeInclusive<usize> = 0..=MAX_SEATS + 1;

/// Makes the tests that a game obeys the laws, with another [`Sampling`] if its games are long, its
/// positions large, or it declares something. Law 5 needs a test per game, by [`worlds`](super::worlds).
///
/// ```ignore
/// tradewinds_testkit::laws!(MyGame);
/// ```
#[macro_export]
macro_rules! laws {
    ($game:ty) => {
        $crate::laws!($game, $crate::laws::Sampling::STANDARD);
    };
    ($game:ty, $sampling:expr) => {
        #[test]
        fn the_standard_rules_obey_the_laws() {
            $crate::laws::check_standard_rules::<$game>(&$sampling);
        }

        #[test]
        fn the_shipped_variants_obey_the_laws() {
            $crate::laws::check_shipped_variants::<$game>(&$sampling);
        }
    };
}
