//! What the choices of a decision are worth: each is forced, and the rest of the game played many times, with the
//! same luck after each.

use super::cast::{Cast, weights_of};
use super::counts::margin;
use super::manifest::WorthSettings;
use super::moment::Open;
use super::valued::{Valued, ValuedChoice, WHOLE_WIN};
use super::walk::Decision;
use tradewinds_bots::{Bot, Preset};
use tradewinds_game::{Actions, CompleteGame, Dice as _, InputError, Policy, Purpose, Seat, Seed, View};

/// The first playouts of a decision. If the win share is the same in all of them after all choices, the others are not
/// likely to differ.
const PILOT: u32 = 4;

/// One in this many of the decisions whose pilot playouts agree is played out in full nevertheless and counts this many
/// times. The others do not count in costs and regrets, so that stopping early biases no mean: what a decision counts
/// on average is 1, whatever its playouts are (Horvitz and Thompson 1952).
const AUDIT: u32 = 4;

/// Forces choices.
pub(super) struct Forcing<'a, G: CompleteGame> {
    game: &'a G,
    settings: &'a WorthSettings,
    bot: &'a Preset,
    judge: Option<&'a Preset>,
    /// The policy of the bot that plays on.
    policy: G::Policy,
    seed: Seed,
}

/// How a play-out ended for the seat that decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct End {
    win: u64,
    margin: i64,
}

/// Where in the sample a decision stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sampled {
    pub(super) sample: u64,
    pub(super) game: u64,
    pub(super) decision: usize,
}

impl<'a, G: CompleteGame> Forcing<'a, G> {
    /// Forces choices by these settings; `seed` is the study's.
    ///
    /// # Errors
    /// A bot does not fit the game.
    pub(super) fn new(
        game: &'a G,
        settings: &'a WorthSettings,
        bot: &'a Preset,
        judge: Option<&'a Preset>,
        seed: u64,
    ) -> Result<Self, InputError> {
        // Built once here, so that no playout fails over it.
        for preset in [Some(bot), judge].into_iter().flatten() {
            preset.build(game, Seed(seed))?;
        }
        let policy = game.policy(&weights_of(bot))?;
        Ok(Self { game, settings, bot, judge, policy, seed: Seed(seed) })
    }

    /// Plays the choices of a decision out; `None` if `halted` before all were.
    pub(super) fn value(
        &self,
        sampled: Sampled,
        decision: &Decision<'_, G>,
        (bot, start_place): (&str, usize),
        halted: &dyn Fn() -> bool,
    ) -> Option<Valued> {
        let (game, state, seat) = (self.game, decision.state, decision.seat);
        let seed =
            self.seed.derive(Purpose::Sample, sampled.game).derive(Purpose::Sample, sampled.decision as u64);
        let strong = match self.judge {
            None => decision.action,
            Some(preset) => {
                let judge = preset.build(game, seed.derive(Purpose::Bot, 0));
                judge.expect("the judge was built once before").choose(&View::new(game, state, seat))
            }
        };
        let forced = self.forced(decision, strong);
        let mut choices: Vec<ValuedChoice> = forced
            .iter()
            .map(|open| ValuedChoice {
                name: open.name.clone(),
                action: game.action_text(state, open.action),
                facts: open.facts.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
                win: [0; 2],
                margin: [0; 2],
            })
            .collect();
        let mut playouts = [0; 2];
        let mut weight = 1;
        let mut pilot = Some(Vec::new());
        for number in 0..self.settings.playouts {
            if number == PILOT && pilot.take().is_some_and(|wins| agree(&wins)) {
                let audited = seed.derive(Purpose::Sample, u64::MAX).rng().below(AUDIT) == 0;
                weight = if audited { AUDIT } else { 0 };
                if !audited {
                    break;
                }
            }
            let luck = seed.derive(Purpose::Sample, number.into());
            let cast = self.cast(luck);
            let mut ends = Vec::with_capacity(forced.len());
            for open in &forced {
                ends.push(self.play_out(state, seat, open.action, &cast, luck, halted)?);
            }
            // What is left out after one choice is left out after all: their luck is the same.
            let Some(ends) = ends.into_iter().collect::<Option<Vec<End>>>() else {
                pilot = None;
                continue;
            };
            if let Some(wins) = &mut pilot {
                wins.extend(ends.iter().map(|end| end.win));
            }
            let half = (number % 2) as usize;
            playouts[half] += 1;
            for (choice, end) in choices.iter_mut().zip(ends) {
                choice.win[half] += end.win;
                choice.margin[half] += end.margin;
            }
        }
        let place = |name: &str| choices.iter().position(|choice| choice.name == name);
        let strong = game.choice(state, strong);
        Some(Valued {
            sample: sampled.sample,
            game: sampled.game,
            decision: sampled.decision,
            seat: seat.index(),
            start_place,
            bot: bot.to_owned(),
            round: game.round(state),
            kind: decision.kind,
            open: decision.open.len(),
            playouts,
            weight,
            made: place(&decision.open[decision.made].name).expect("the choice made is forced"),
            strong: place(&strong).expect("the choice of strong play is forced"),
            choices,
        })
    }

    /// Returns how many playouts per choice a decision took of the budget.
    pub(super) fn cost(&self, decision: &Valued) -> u64 {
        let played = if decision.weight == 0 { PILOT } else { self.settings.playouts };
        played.into()
    }

    /// Makes the bot of a playout: the same one for the same luck.
    fn cast(&self, luck: Seed) -> Cast<G> {
        let seed = luck.derive(Purpose::Sample, 0);
        Cast::new(self.game, self.bot, self.settings.jitter, seed).expect("the bot was built once before")
    }

    /// Lists the choices to be forced, each by one action: strong play's and the one made by their own actions,
    /// any other by the action of its name that the policy of the bot that plays on finds best. Where there are too many,
    /// those stay whose actions that policy finds best, beside the first two.
    fn forced(&self, decision: &Decision<'_, G>, strong: G::Action) -> Vec<Open<G::Action>> {
        let (game, state) = (self.game, decision.state);
        let mut actions = Actions::new();
        game.legal(state, &mut actions);
        let mut scores = vec![0.0; actions.len()];
        self.policy.score(game, state, &actions, &mut scores);
        let names: Vec<String> = actions.iter().map(|&action| game.choice(state, action)).collect();
        let strong_name = game.choice(state, strong);
        let mut forced: Vec<(f32, Open<G::Action>)> = decision
            .open
            .iter()
            .map(|open| {
                let mut best = (f32::NEG_INFINITY, open.action);
                for ((&action, &score), name) in actions.iter().zip(&scores).zip(&names) {
                    if *name == open.name && score > best.0 {
                        best = (score, action);
                    }
                }
                if open.name == strong_name {
                    best = (f32::INFINITY, strong);
                } else if open.name == decision.open[decision.made].name {
                    best = (f32::INFINITY, decision.action);
                }
                (best.0, Open { action: best.1, ..open.clone() })
            })
            .collect();
        if forced.len() > self.settings.choices {
            let mut by_score: Vec<f32> = forced.iter().map(|(score, _)| *score).collect();
            by_score.sort_by(|a, b| b.total_cmp(a));
            let least = by_score[self.settings.choices - 1];
            forced.retain(|(score, _)| *score >= least);
            // Among equals the first ones stay, but never instead of the two that must be there.
            while let Some(last) = forced.iter().rposition(|(score, _)| *score == least)
                && forced.len() > self.settings.choices
            {
                forced.remove(last);
            }
        }
        forced.into_iter().map(|(_, open)| open).collect()
    }

    /// Plays the rest of a game after an action, in a world that the seat holds possible, with `cast` at all seats.
    /// Everything random follows from `luck`: the world, the dice, the bots' own choices. The inner `None` is a game stopped at its bound, the outer one
    /// one that was `halted`.
    fn play_out(
        &self,
        state: &G::State,
        seat: Seat,
        action: G::Action,
        cast: &Cast<G>,
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Option<End>> {
        let game = self.game;
        let players = game.players();
        let mut state =
            View::new(game, state, seat).determinize(&mut luck.derive(Purpose::Completion, 0).rng());
        let mut dice = luck.derive(Purpose::Chance, 0).rng();
        let bot = |seat: Seat| cast.player(game, luck.derive(Purpose::Bot, seat.index() as u64));
        let mut bots: Vec<Box<dyn Bot<G> + '_>> = Seat::all(players).map(bot).collect();
        let mut actions = Actions::new();
        let mut next = Some(action);
        let mut decisions = 0;
        while let Some(actor) = game.to_act(&state) {
            if halted() {
                return None;
            }
            if decisions == game.max_decisions() {
                return Some(None);
            }
            game.legal(&state, &mut actions);
            let action = match (next.take(), actions.as_slice()) {
                (Some(forced), _) => forced,
                (None, [only]) => *only,
                _ => bots[actor.index()].choose(&View::new(game, &state, actor)),
            };
            let before = state;
            game.play(&mut state, action, &mut dice);
            for (bot, observer) in
                bots.iter_mut().zip(Seat::all(players)).filter(|(bot, _)| bot.is_attentive())
            {
                bot.notice(actor, game.observe(&before, action, &state, observer));
            }
            decisions += 1;
        }
        let scores = game.scores(&state);
        let winners = scores.rank.iter().filter(|&&rank| rank == 1).count() as u64;
        let win = if scores.rank[seat] == 1 { WHOLE_WIN / winners } else { 0 };
        Some(Some(End { win, margin: margin(scores.points.iter().copied(), seat.index()).into() }))
    }
}

/// Returns whether all win shares are the same.
fn agree(wins: &[u64]) -> bool {
    wins.windows(2).all(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::choices::moment;
    use tradewinds_arena::{GameVisitor, NAMES, with_game};
    use tradewinds_game::{Advice, Game, Variant, Variants, Weights};
    use tradewinds_puerto_rico::PuertoRico;

    fn settings(jitter: f64) -> WorthSettings {
        WorthSettings { decisions: 1, playouts: 2, bot: String::new(), judge: None, choices: 2, jitter }
    }

    /// A position of a random game, and a seat with something to decide.
    fn position<G: CompleteGame>(game: &G, decisions: u32) -> (G::State, Seat) {
        let mut rng = Seed(3).rng();
        let mut state = game.deal(&mut rng);
        for _ in 0..decisions {
            game.play_random(&mut state, &mut rng);
        }
        let seat = game.to_act(&state).unwrap();
        (state, seat)
    }

    /// Forces an action of a random game twice with the same luck, and then with other luck.
    struct Twice;

    impl GameVisitor for Twice {
        type Output = ();

        fn visit<G: CompleteGame>(self) {
            let game = G::new(3, &Variant::standard()).unwrap();
            let settings = settings(0.05);
            let bot = Preset::find("random", G::NAME).unwrap();
            let forcing = Forcing::new(&game, &settings, &bot, None, 1).unwrap();
            let (state, seat) = position(&game, 40);
            let action = game.random_action(&state, &mut Seed(4).rng());
            let end = |luck| {
                let cast = forcing.cast(Seed(luck));
                forcing.play_out(&state, seat, action, &cast, Seed(luck), &|| false).unwrap()
            };
            let ends: Vec<Option<End>> = (0..8).map(end).collect();
            assert_eq!((0..8).map(end).collect::<Vec<_>>(), ends, "{}", G::NAME);
            let margins: BTreeSet<i64> = ends.iter().flatten().map(|end| end.margin).collect();
            assert!(margins.len() > 1, "{}: {ends:?}", G::NAME);
            let cast = forcing.cast(Seed(1));
            assert_eq!(forcing.play_out(&state, seat, action, &cast, Seed(1), &|| true), None);
        }
    }

    #[test]
    fn the_same_luck_is_the_same_game() {
        for name in NAMES {
            with_game(name, Twice).unwrap();
        }
    }

    /// The luck of world, dice and seats is the same in all; only the bots differ.
    #[test]
    fn jittered_bots_play_a_position_differently() {
        let game = PuertoRico::new(3, &Variant::standard()).unwrap();
        let bot = Preset::find("steady", PuertoRico::NAME).unwrap();
        let (state, seat) = position(&game, 60);
        let action = game.random_action(&state, &mut Seed(4).rng());
        let margins = |jitter: f64| -> BTreeSet<i64> {
            let settings = settings(jitter);
            let forcing = Forcing::new(&game, &settings, &bot, None, 1).unwrap();
            let end = |playout: u64| {
                let cast = forcing.cast(Seed(playout));
                forcing.play_out(&state, seat, action, &cast, Seed(9), &|| false).unwrap().unwrap()
            };
            (0..12).map(|playout| end(playout).margin).collect()
        };
        assert_eq!(margins(0.0).len(), 1, "a deterministic bot plays one game");
        assert!(margins(0.05).len() > 3, "{:?}", margins(0.05));
    }

    /// The same bots play after every choice of a playout, and others in the next playout.
    #[test]
    fn the_bots_follow_from_the_luck() {
        let game = PuertoRico::new(3, &Variant::standard()).unwrap();
        let bot = Preset::find("steady", PuertoRico::NAME).unwrap();
        let settings = settings(0.05);
        let forcing = Forcing::new(&game, &settings, &bot, None, 1).unwrap();
        let (state, _) = position(&game, 60);
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let scores = |luck: u64| {
            let Cast::Policy(policy) = forcing.cast(Seed(luck)) else { panic!("steady has a policy") };
            let mut scores = vec![0.0; actions.len()];
            policy.score(&game, &state, &actions, &mut scores);
            scores
        };
        assert_eq!(scores(1), scores(1));
        assert_ne!(scores(1), scores(2));
        // Without jitter it is the bot itself.
        let still = WorthSettings { jitter: 0.0, ..settings.clone() };
        let plain = Forcing { settings: &still, ..forcing };
        let Cast::Policy(policy) = plain.cast(Seed(1)) else { panic!("steady has a policy") };
        let [mut cast, mut own] = [0, 1].map(|_| vec![0.0; actions.len()]);
        policy.score(&game, &state, &actions, &mut cast);
        game.policy(&weights_of(&bot)).unwrap().score(&game, &state, &actions, &mut own);
        assert_eq!(cast, own);
    }

    /// A bot that wants nothing but doubloons leaves out other choices than the code's default weights do.
    #[test]
    fn what_is_left_out_is_up_to_the_bot_that_plays_on() {
        let game = PuertoRico::new(3, &Variant::standard()).unwrap();
        let (state, seat) = position(&game, 0);
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let open = moment::choices(&game, &state, &actions);
        let left = |text: &str| -> BTreeSet<String> {
            let bot = Preset::parse("x", text).unwrap();
            let settings = settings(0.05);
            let forcing = Forcing::new(&game, &settings, &bot, None, 1).unwrap();
            let decision = Decision {
                game: &game,
                state: &state,
                number: 0,
                seat,
                kind: 0,
                made: 0,
                action: open[0].action,
                open: open.clone(),
            };
            forcing.forced(&decision, open[0].action).into_iter().map(|open| open.name).collect()
        };
        let text = "name = \"x\"\ngame = \"puerto-rico\"\nkind = \"heuristic\"\n";
        let own: Weights =
            PuertoRico::weights().iter().map(|doc| (doc.name.to_owned(), -doc.default)).collect();
        let own = format!("{text}\n[weights]\n{}", toml::to_string(&own).unwrap());
        assert_ne!(left(text), left(&own));
    }
}
