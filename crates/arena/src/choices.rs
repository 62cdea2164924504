//! The choices that a decision offers, and the result of each.

use serde_json::Value;
use tradewinds_bots::{
    Bot, BotGuide, BotKind, Conduct, Halt, HeuristicBot, Pending, Preset, ask, play_on, show,
};
use tradewinds_game::{
    Actions, CompleteGame, Facts, Game, InputError, Policy, Purpose, Scores, Seat, Seed, Step, View,
};

/// A choice open at a decision: actions that studies need not distinguish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// The first action of that name, an index into the legal list.
    pub action: usize,
    /// Its circumstances.
    pub facts: Facts,
}

/// A legal action as a policy sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Rated {
    /// The name of its choice.
    pub choice: String,
    /// Its score, higher is better.
    pub score: f32,
}

/// Lists the choices of a decision, in the order of the legal list.
pub(crate) fn choices<G: CompleteGame>(
    game: &G,
    state: &G::State,
    actions: &Actions<G::Action>,
) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for (index, &action) in actions.iter().enumerate() {
        let name = game.choice(state, action);
        if choices.iter().any(|open| open.name == name) {
            continue;
        }
        let mut facts = Facts::default();
        game.circumstances(state, action, &mut facts);
        choices.push(Choice { name, action: index, facts });
    }
    choices
}

/// Rates the legal actions.
pub(crate) fn rated<G: CompleteGame>(
    game: &G,
    state: &G::State,
    actions: &Actions<G::Action>,
    guide: &BotGuide<G>,
) -> Vec<Rated> {
    let mut scores = vec![0.0; actions.len()];
    guide.score(game, state, actions, &mut scores);
    let rate = |(&action, score)| Rated { choice: game.choice(state, action), score };
    actions.iter().zip(scores).map(rate).collect()
}

/// The bot that sits at every seat of a playout, the same one after every choice.
enum Cast<'a, G: CompleteGame> {
    /// A policy, shared by all seats because some policies take long to build, and its temperature.
    Policy(BotGuide<G>, Option<f64>),
    /// Any other bot; each seat builds its own.
    Preset(&'a Preset),
}

impl<'a, G: CompleteGame> Cast<'a, G> {
    fn new(game: &G, preset: &'a Preset) -> Result<Self, InputError> {
        match &preset.kind {
            BotKind::Heuristic(_) if preset.restriction.is_empty() => {
                Ok(Self::Policy(preset.guide(game)?, preset.temperature))
            }
            _ => Ok(Self::Preset(preset)),
        }
    }

    /// Makes the bot of a seat.
    fn bot(&self, game: &G, seed: Seed) -> Box<dyn Bot<G> + '_> {
        match self {
            Self::Policy(policy, temperature) => {
                Box::new(HeuristicBot::new(policy, seed).at_temperature(*temperature))
            }
            Self::Preset(preset) => preset.build(game, seed).expect("the bot was checked"),
        }
    }
}

/// The bots of a playout, after an action that is forced.
struct Playout<'a, G: Game> {
    forced: Option<G::Action>,
    bots: Vec<Box<dyn Bot<G> + 'a>>,
    halted: &'a dyn Fn() -> bool,
}

impl<G: Game> Conduct<G> for Playout<'_, G> {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        if (self.halted)() {
            return None;
        }
        self.forced.take().or_else(|| ask(&mut self.bots, pending, self.halted))
    }

    fn observe(&mut self, game: &G, step: &Step<'_, G>, _: bool) {
        show(&mut self.bots, game, step);
    }
}

/// Plays the rest of a game after each of these actions, as [`Match::play_out`](super::Match::play_out)
/// describes.
pub(crate) fn play_out<G: CompleteGame>(
    view: &View<'_, G>,
    actions: impl Iterator<Item = G::Action>,
    bots: &[Preset],
    luck: Seed,
    halted: &dyn Fn() -> bool,
) -> Option<Vec<Option<Scores>>> {
    let casts = casts(view.game(), bots);
    let world = || view.determinize(&mut luck.derive(Purpose::Completion, 0).rng());
    actions.map(|action| play_to_end(view.game(), world(), Some(action), &casts, luck, halted)).collect()
}

/// Plays the rest of a game after an action, if there is one, in a world that agrees with what all seats know
/// together, as [`Match::play_on`](super::Match::play_on) describes.
pub(crate) fn play_unseen<G: CompleteGame>(
    game: &G,
    mut world: G::State,
    action: Option<G::Action>,
    bots: &[Preset],
    luck: Seed,
    halted: &dyn Fn() -> bool,
) -> Option<Option<Scores>> {
    game.shuffle_unseen(&mut world, &mut luck.derive(Purpose::Completion, 0).rng());
    play_to_end(game, world, action, &casts(game, bots), luck, halted)
}

fn casts<'a, G: CompleteGame>(game: &G, bots: &'a [Preset]) -> Vec<Cast<'a, G>> {
    bots.iter().map(|preset| Cast::new(game, preset).expect("the bot was checked")).collect()
}

/// Plays a world to its end by a cast for all seats, or by one for each seat. An inner `None` means a game stopped at
/// its bound; the outer `None` means that it was `halted`.
fn play_to_end<G: CompleteGame>(
    game: &G,
    mut world: G::State,
    forced: Option<G::Action>,
    casts: &[Cast<'_, G>],
    luck: Seed,
    halted: &dyn Fn() -> bool,
) -> Option<Option<Scores>> {
    let mut dice = luck.derive(Purpose::Chance, 0).rng();
    let bot = |seat: Seat| {
        let cast = casts.get(seat.index()).unwrap_or(&casts[0]);
        cast.bot(game, luck.derive(Purpose::Bot, seat.index() as u64))
    };
    let bots = Seat::all(game.players()).map(bot).collect();
    match play_on(game, &mut world, &mut dice, &mut Playout { forced, bots, halted }).0 {
        Halt::Over => Some(Some(game.scores(&world))),
        Halt::Bound => Some(None),
        Halt::Stopped => None,
    }
}

/// Worlds that are compared to see whether a decision turns something up: an event that at least one of ten worlds
/// has is missed in 3 % of the decisions.
const WORLDS: u64 = 32;

/// Returns whether an action turns something up that no seat knew, as [`Match::turns_up`](super::Match::turns_up)
/// describes; `seen` is what each seat saw after it.
pub(crate) fn turns_up<G: CompleteGame>(
    game: &G,
    state: &G::State,
    action: G::Action,
    seen: &[Value],
) -> bool {
    for number in 0..WORLDS {
        let mut rng = Seed(number).derive(Purpose::Completion, 0).rng();
        let mut after = *state;
        game.shuffle_unseen(&mut after, &mut rng);
        game.play(&mut after, action, &mut rng);
        if Seat::all(game.players()).zip(seen).any(|(seat, seen)| game.view(&after, seat) != *seen) {
            return true;
        }
    }
    false
}
