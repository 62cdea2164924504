//! What the choices of a decision are worth: each is forced, and the rest of the game played many times, with the
//! same luck after each.

use serde::{Deserialize, Serialize};

use super::counts::margin;
use super::manifest::WorthSettings;
use super::moment::Open;
use super::walk::Decision;
use crate::bots::{Bot, Preset};
use crate::game::{Actions, Game, InputError, Policy, Purpose, Seat, Seed, View, Weights};

/// A win in the unit that win shares are counted in: every share of a win is a whole number of them.
pub const WHOLE_WIN: u64 = 60;

/// A decision, and how its choices came out; the play-outs of even and of odd numbers are kept apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Valued {
    /// Its number in the sample, from 0.
    pub sample: u64,
    /// The number of the game.
    pub game: u64,
    /// The number of the decision in the record of the game.
    pub decision: usize,
    /// The seat that decided.
    pub seat: usize,
    /// Its starting place.
    pub start_place: usize,
    /// Its bot.
    pub bot: String,
    /// The round.
    pub round: u32,
    /// The kind of decision, by its place in the manifest's list.
    pub kind: usize,
    /// How many choices were open; more than were played out, if there were too many.
    pub open: usize,
    /// How many play-outs count, of even and of odd numbers; those in which any game was stopped at its bound do not.
    pub playouts: [u32; 2],
    /// The choice that was made, an index into `choices`.
    pub made: usize,
    /// The choice of strong play, an index into `choices`.
    pub strong: usize,
    /// The choices that were played out, in the order of the legal list.
    pub choices: Vec<ValuedChoice>,
}

/// A choice, and the sums over its play-outs of even and of odd numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedChoice {
    /// What it is called.
    pub name: String,
    /// The action that was forced, in notation.
    pub action: String,
    /// Its circumstances, names with values.
    pub facts: Vec<(String, String)>,
    /// Win shares, in parts of [`WHOLE_WIN`].
    pub win: [u64; 2],
    /// Points less the most points of any other seat.
    pub margin: [i64; 2],
}

/// Forces choices.
pub(super) struct Forcing<'a, G: Game> {
    game: &'a G,
    settings: &'a WorthSettings,
    bot: &'a Preset,
    judge: Option<&'a Preset>,
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

impl<'a, G: Game> Forcing<'a, G> {
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
        let policy = game.policy(&Weights::new())?;
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
                build(preset, game, seed.derive(Purpose::Bot, 0)).choose(&View::new(game, state, seat))
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
        for number in 0..self.settings.playouts {
            let luck = seed.derive(Purpose::Sample, number.into());
            let mut ends = Vec::with_capacity(forced.len());
            for open in &forced {
                ends.push(self.play_out(state, seat, open.action, luck, halted)?);
            }
            // What is left out after one choice is left out after all: their luck is the same.
            let Some(ends) = ends.into_iter().collect::<Option<Vec<End>>>() else { continue };
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
            made: place(&decision.open[decision.made].name).expect("the choice made is forced"),
            strong: place(&strong).expect("the choice of strong play is forced"),
            choices,
        })
    }

    /// Lists the choices to be forced, each by one action: strong play's and the one made by their own actions,
    /// any other by the action of its name that the game's policy finds best. Where there are too many, those stay
    /// whose actions the policy finds best, beside the first two.
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

    /// Plays the rest of a game after an action, in a world that the seat holds possible. Everything random follows
    /// from `luck`: the world, the dice, the bots. The inner `None` is a game stopped at its bound, the outer one
    /// one that was `halted`.
    fn play_out(
        &self,
        state: &G::State,
        seat: Seat,
        action: G::Action,
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Option<End>> {
        let game = self.game;
        let players = game.players();
        let mut state =
            View::new(game, state, seat).determinize(&mut luck.derive(Purpose::Completion, 0).rng());
        let mut dice = luck.derive(Purpose::Chance, 0).rng();
        let bot = |seat: Seat| build(self.bot, game, luck.derive(Purpose::Bot, seat.index() as u64));
        let mut bots: Vec<Box<dyn Bot<G>>> = Seat::all(players).map(bot).collect();
        let mut actions = Actions::new();
        let mut next = Some(action);
        let mut decisions = 0;
        while let Some(actor) = game.to_act(&state) {
            if halted() {
                return None;
            }
            if decisions == game.bound() {
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
                bot.notice(actor, game.seen(&before, action, &state, observer));
            }
            decisions += 1;
        }
        let scores = game.scores(&state);
        let winners = scores.rank.iter().filter(|&&rank| rank == 1).count() as u64;
        let win = if scores.rank[seat] == 1 { WHOLE_WIN / winners } else { 0 };
        Some(Some(End { win, margin: margin(scores.points.iter().copied(), seat.index()).into() }))
    }
}

fn build<G: Game>(preset: &Preset, game: &G, seed: Seed) -> Box<dyn Bot<G>> {
    preset.build(game, seed).expect("the bot was built once before")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::games::{GameVisitor, NAMES, with_game};

    /// Forces an action of a random game twice with the same luck, and then with other luck.
    struct Twice;

    impl GameVisitor for Twice {
        type Output = ();

        fn visit<G: Game>(self) {
            let game = G::new(3, &crate::game::Variant::standard()).unwrap();
            let settings =
                WorthSettings { decisions: 1, playouts: 2, bot: String::new(), judge: None, choices: 2 };
            let bot = Preset::find("random", G::NAME).unwrap();
            let forcing = Forcing::new(&game, &settings, &bot, None, 1).unwrap();
            let mut rng = Seed(3).rng();
            let mut state = game.deal(&mut rng);
            for _ in 0..40 {
                game.play_random(&mut state, &mut rng);
            }
            let seat = game.to_act(&state).unwrap();
            let action = game.random_action(&state, &mut rng);
            let end = |luck| forcing.play_out(&state, seat, action, Seed(luck), &|| false).unwrap();
            let ends: Vec<Option<End>> = (0..8).map(end).collect();
            assert_eq!((0..8).map(end).collect::<Vec<_>>(), ends, "{}", G::NAME);
            let margins: BTreeSet<i64> = ends.iter().flatten().map(|end| end.margin).collect();
            assert!(margins.len() > 1, "{}: {ends:?}", G::NAME);
            assert_eq!(forcing.play_out(&state, seat, action, Seed(1), &|| true), None);
        }
    }

    #[test]
    fn the_same_luck_is_the_same_game() {
        for name in NAMES {
            with_game(name, Twice).unwrap();
        }
    }
}
