//! The worth of the choices of a decision: each is forced, and the rest of the game played many times, with
//! the same luck after each.

use super::super::walk::Decision;
use super::manifest::WorthSettings;
use super::sample::Sampled;
use super::valued::{Valued, ValuedChoice, WHOLE_WIN};
use tradewinds_arena::{Choice, Rated, Ruleset, with_jitter};
use tradewinds_bots::Preset;
use tradewinds_game::{Dice as _, InputError, Purpose, Scores, Seat, Seed};

/// The first playouts of a decision. If the win share is the same in all of them after all choices, the
/// remaining playouts are not likely to differ.
const PILOT: u32 = 4;

/// One in this many of the decisions whose pilot playouts agree is played out in full nevertheless and counts
/// this many times. The others do not count in costs and regrets, so that stopping early biases no mean: the
/// average weight of a decision is 1, whatever its playouts are (Horvitz and Thompson 1952).
const AUDIT: u32 = 4;

/// Forces choices.
pub(super) struct Forcing<'a> {
    settings: &'a WorthSettings,
    bot: &'a Preset,
    judge: Option<&'a Preset>,
    seed: Seed,
}

/// The end of a play-out for the seat that decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct End {
    win: u64,
    margin: i64,
}

impl End {
    /// Extracts a seat's part of the scores.
    fn of(scores: &Scores, seat: Seat) -> Self {
        let winners = scores.rank.iter().filter(|&&rank| rank == 1).count() as u64;
        let win = if scores.rank[seat] == 1 { WHOLE_WIN / winners } else { 0 };
        Self { win, margin: scores.margin(seat).into() }
    }
}

impl<'a> Forcing<'a> {
    /// Forces choices by these settings; `seed` is the study's.
    ///
    /// # Errors
    /// A bot does not fit the game.
    pub(super) fn new(
        table: &dyn Ruleset,
        settings: &'a WorthSettings,
        bot: &'a Preset,
        judge: Option<&'a Preset>,
        seed: u64,
    ) -> Result<Self, InputError> {
        // Checked here, so that no playout fails because of it.
        for preset in [Some(bot), judge].into_iter().flatten() {
            table.check_bot(preset)?;
        }
        Ok(Self { settings, bot, judge, seed: Seed(seed) })
    }

    /// Plays the choices of a decision out; `None` if `halted` before all were.
    pub(super) fn value(
        &self,
        sampled: Sampled,
        decision: &Decision<'_>,
        (bot, start_place): (&str, usize),
        halted: &dyn Fn() -> bool,
    ) -> Option<Valued> {
        let (game, seat) = (decision.game, decision.seat);
        let docs = game.table().info().weights;
        let seed =
            self.seed.derive(Purpose::Sample, sampled.game).derive(Purpose::Sample, sampled.decision as u64);
        let strong = match self.judge {
            None => decision.action,
            Some(preset) => game.choose(preset, seed.derive(Purpose::Bot, 0)).expect("the judge was checked"),
        };
        let rated = game.rated(self.bot).expect("the bot was checked");
        let forced = self.forced(decision, strong, &rated);
        let actions: Vec<usize> = forced.iter().map(|open| open.action).collect();
        let legal = game.legal();
        let mut choices: Vec<ValuedChoice> = forced
            .iter()
            .map(|open| ValuedChoice {
                name: open.name.clone(),
                action: legal[open.action].clone(),
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
            let preset = with_jitter(self.bot, docs, self.settings.jitter, luck.derive(Purpose::Sample, 0));
            let scores = game.play_out(&actions, &[preset], luck, halted)?;
            let ends = scores.iter().map(|scores| scores.as_ref().map(|scores| End::of(scores, seat)));
            // A playout that is left out after one choice is left out after all: their luck is the same.
            let Some(ends) = ends.collect::<Option<Vec<End>>>() else {
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
        Some(Valued {
            sample: sampled.sample,
            game: sampled.game,
            decision: sampled.decision,
            seat: seat.index(),
            start_place,
            bot: bot.to_owned(),
            round: game.round(),
            kind: decision.kind,
            open: decision.open.len(),
            playouts,
            weight,
            made: place(&decision.open[decision.made].name).expect("the choice made is forced"),
            strong: place(&rated[strong].choice).expect("the choice of strong play is forced"),
            choices,
        })
    }

    /// Returns the number of playouts per choice that a decision used of the budget.
    pub(super) fn cost(&self, decision: &Valued) -> u64 {
        let played = if decision.weight == 0 { PILOT } else { self.settings.playouts };
        played.into()
    }

    /// Lists the choices to be forced, each by one action: strong play's and the one made by their own
    /// actions, any other by the action of its name that is best by the policy of the playout bot. Where
    /// there are too many, the choices whose actions are best by that policy stay, in addition to the first
    /// two.
    fn forced(&self, decision: &Decision<'_>, strong: usize, rated: &[Rated]) -> Vec<Choice> {
        let strong_name = &rated[strong].choice;
        let mut forced: Vec<(f32, Choice)> = decision
            .open
            .iter()
            .map(|open| {
                let mut best = (f32::NEG_INFINITY, open.action);
                for (action, Rated { choice, score }) in rated.iter().enumerate() {
                    if *choice == open.name && *score > best.0 {
                        best = (*score, action);
                    }
                }
                if open.name == *strong_name {
                    best = (f32::INFINITY, strong);
                } else if open.name == decision.open[decision.made].name {
                    best = (f32::INFINITY, decision.action);
                }
                (best.0, Choice { action: best.1, ..open.clone() })
            })
            .collect();
        if forced.len() > self.settings.choices {
            let mut by_score: Vec<f32> = forced.iter().map(|(score, _)| *score).collect();
            by_score.sort_by(|a, b| b.total_cmp(a));
            let least = by_score[self.settings.choices - 1];
            forced.retain(|(score, _)| *score >= least);
            // Among equals the first ones stay, but never in place of the two that must stay.
            while let Some(last) = forced.iter().rposition(|(score, _)| *score == least)
                && forced.len() > self.settings.choices
            {
                forced.remove(last);
            }
        }
        forced.into_iter().map(|(_, open)| open).collect()
    }
}

/// Returns whether all win shares are the same.
fn agree(wins: &[u64]) -> bool {
    wins.windows(2).all(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::slice::from_ref;

    use super::*;
    use tradewinds_arena::{Match, NAMES, find};
    use tradewinds_game::{Variant, WeightDoc, Weights};

    const GAME: &str = NAMES[0];

    fn weights() -> &'static [WeightDoc] {
        find(GAME).unwrap().info().weights
    }

    fn settings(jitter: f64) -> WorthSettings {
        WorthSettings {
            decisions: 1,
            playouts: 2,
            bot: String::new(),
            judge: None,
            choices: 2,
            rounds: None,
            jitter,
        }
    }

    /// A position of a random game with three seats.
    fn position(game: &str, decisions: u32) -> Box<dyn Match> {
        let table = find(game).unwrap().table(3, &Variant::standard()).unwrap();
        let (found, _, _) = table.random(Seed(3), Some(decisions));
        assert!(found.to_act().is_some());
        found
    }

    /// The end of a game for the seat to move after the first legal action.
    fn ends(game: &dyn Match, preset: &Preset, luck: Seed) -> Option<End> {
        let scores = game.play_out(&[0], from_ref(preset), luck, &|| false).unwrap();
        scores[0].as_ref().map(|scores| End::of(scores, game.to_act().unwrap()))
    }

    /// Forces an action of a random game twice with the same luck, and once with different luck.
    #[test]
    fn the_same_luck_is_the_same_game() {
        for name in NAMES {
            let game = position(name, 40);
            let bot = Preset::find("random", name).unwrap();
            let end = |luck| ends(&*game, &bot, Seed(luck));
            let found: Vec<Option<End>> = (0..8).map(end).collect();
            assert_eq!((0..8).map(end).collect::<Vec<_>>(), found, "{name}");
            let margins: BTreeSet<i64> = found.iter().flatten().map(|end| end.margin).collect();
            assert!(margins.len() > 1, "{name}: {found:?}");
            assert_eq!(game.play_out(&[0], from_ref(&bot), Seed(1), &|| true), None);
        }
    }

    /// The luck of world, dice and seats is the same in all; only the bots differ.
    #[test]
    fn jittered_bots_play_a_position_differently() {
        let game = position(GAME, 60);
        let bot = Preset::find("steady", GAME).unwrap();
        let margins = |jitter: f64| -> BTreeSet<i64> {
            let end = |playout: u64| {
                let preset = with_jitter(&bot, weights(), jitter, Seed(playout));
                ends(&*game, &preset, Seed(9)).unwrap()
            };
            (0..12).map(|playout| end(playout).margin).collect()
        };
        assert_eq!(margins(0.0).len(), 1, "a deterministic bot plays one game");
        assert!(margins(0.05).len() > 3, "{:?}", margins(0.05));
    }

    /// The same bots play after every choice of a playout, and others in the next playout.
    #[test]
    fn the_bots_follow_from_the_luck() {
        let game = position(GAME, 60);
        let bot = Preset::find("steady", GAME).unwrap();
        let rated = |jitter: f64, luck: u64| {
            let preset = with_jitter(&bot, weights(), jitter, Seed(luck));
            game.rated(&preset).unwrap()
        };
        assert_eq!(rated(0.05, 1), rated(0.05, 1));
        assert_ne!(rated(0.05, 1), rated(0.05, 2));
        // Without jitter it is the bot itself.
        assert_eq!(rated(0.0, 1), game.rated(&bot).unwrap());
    }

    /// A bot that values nothing but doubloons leaves out other choices than the code's default weights do.
    #[test]
    fn what_is_left_out_is_up_to_the_bot_that_plays_on() {
        let table = find(GAME).unwrap().table(3, &Variant::standard()).unwrap();
        let game = table.deal(Seed(3), Seed(3));
        let open = game.choices();
        let left = |text: &str| -> BTreeSet<String> {
            let bot = Preset::parse("x", text).unwrap();
            let settings = settings(0.05);
            let forcing = Forcing::new(&*table, &settings, &bot, None, 1).unwrap();
            let decision = Decision {
                game: &*game,
                number: 0,
                seat: game.to_act().unwrap(),
                kind: 0,
                made: 0,
                action: open[0].action,
                open: open.clone(),
            };
            let rated = game.rated(&bot).unwrap();
            forcing.forced(&decision, open[0].action, &rated).into_iter().map(|open| open.name).collect()
        };
        let text = format!("name = \"x\"\ngame = \"{GAME}\"\nkind = \"heuristic\"\n");
        let own: Weights = weights().iter().map(|doc| (doc.name.to_owned(), -doc.default)).collect();
        let own = format!("{text}\n[weights]\n{}", toml::to_string(&own).unwrap());
        assert_ne!(left(&text), left(&own));
    }
}
