//! A bot that never makes some choices, or always makes some where it can.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tradewinds_game::{Actions, Choices, CompleteGame, Edge, Game, InputError, Seat, Seed, View};

use super::{Bot, Cost, Faults, Left, Opinion};

/// Choices by the kind of their decisions, by the game's own words for both.
pub type ChoicesByKind = BTreeMap<String, Vec<String>>;

/// What a bot never does, and what it always does where it can; the first one goes before.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Restriction {
    /// Choices that it makes only if nothing else is legal.
    pub never: ChoicesByKind,
    /// Choices of which it makes one whenever one of them is legal.
    pub always: ChoicesByKind,
}

impl Restriction {
    /// Returns whether nothing is restricted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.never.is_empty() && self.always.is_empty()
    }

    /// Checks that the game has these kinds of decision, and that no choice is in both lists.
    ///
    /// # Errors
    /// A kind that it does not have, or a choice that is in both.
    pub fn check<G: Choices>(&self) -> Result<(), InputError> {
        for (field, choices) in [("never", &self.never), ("always", &self.always)] {
            if let Some(kind) = choices.keys().find(|kind| !G::DECISION_KINDS.contains(&kind.as_str())) {
                let kinds = G::DECISION_KINDS.iter().copied();
                return Err(InputError::unknown_name("", field, kind, kinds));
            }
        }
        for (kind, choices) in &self.always {
            let never = self.never.get(kind);
            if let Some(choice) =
                choices.iter().find(|choice| never.is_some_and(|list| list.contains(choice)))
            {
                let found = format!("{choice:?}, which is in never, too");
                return Err(InputError::conflict(
                    "",
                    format!("always.{kind}"),
                    found,
                    "it in one of the two",
                ));
            }
        }
        Ok(())
    }

    /// Takes out of a list what may not be played at a decision of this kind; at least one action stays.
    fn apply<A: Copy>(&self, kind: &str, actions: &mut Actions<A>, choice: impl Fn(A) -> String) {
        let (never, always) = (self.never.get(kind), self.always.get(kind));
        if never.is_none() && always.is_none() {
            return;
        }
        let has =
            |choices: Option<&Vec<String>>, name: &String| choices.is_some_and(|list| list.contains(name));
        let names: Vec<String> = actions.iter().map(|&action| choice(action)).collect();
        let allowed = names.iter().any(|name| !has(never, name));
        let wanted = names.iter().any(|name| has(always, name) && !has(never, name));
        let mut names = names.iter();
        actions.retain(|_| {
            let name = names.next().expect("an action has a name");
            !allowed || (!has(never, name) && (!wanted || has(always, name)))
        });
    }

    /// Returns what a search takes away from its own seat.
    pub(crate) fn of_search<G: CompleteGame>(self: &Arc<Self>) -> tradewinds_search::LegalFilter<G> {
        let own = Arc::clone(self);
        Arc::new(move |game: &G, state, actions| {
            own.apply(G::DECISION_KINDS[game.decision_kind(state)], actions, |action| {
                game.choice(state, action)
            });
        })
    }
}

/// A bot that chooses among what a restriction leaves.
pub(crate) struct RestrictedBot<G: Game> {
    bot: Box<dyn Bot<G>>,
    restriction: Arc<Restriction>,
}

impl<G: CompleteGame> RestrictedBot<G> {
    pub(crate) fn new(bot: Box<dyn Bot<G>>, restriction: Arc<Restriction>) -> Self {
        Self { bot, restriction }
    }
}

impl<G: CompleteGame> Bot<G> for RestrictedBot<G> {
    fn begin(&mut self, game: u64, seat: Seat) {
        self.bot.begin(game, seat);
    }

    fn reseed(&mut self, seed: Seed) {
        self.bot.reseed(seed);
    }

    fn choose(&mut self, view: &View<'_, G>) -> G::Action {
        self.choose_unless(view, &|| false).expect("nothing halts it")
    }

    fn choose_unless(&mut self, view: &View<'_, G>, halted: &dyn Fn() -> bool) -> Option<G::Action> {
        let mut actions = Actions::new();
        view.legal(&mut actions);
        self.restriction
            .apply(G::DECISION_KINDS[view.decision_kind()], &mut actions, |action| view.choice(action));
        match actions.as_slice() {
            [only] => Some(*only),
            _ => self.bot.choose_unless(&view.among(&actions), halted),
        }
    }

    fn is_attentive(&self) -> bool {
        self.bot.is_attentive()
    }

    fn notice(&mut self, seat: Seat, edge: Option<Edge>) {
        self.bot.notice(seat, edge);
    }

    fn faults(&self) -> Option<Faults> {
        self.bot.faults()
    }

    fn take_opinion(&mut self) -> Option<Opinion> {
        self.bot.take_opinion()
    }

    fn left(&self) -> Option<Left> {
        self.bot.left()
    }

    fn cost(&self) -> Option<&Cost> {
        self.bot.cost()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(never: &[&str], always: &[&str], legal: &[&'static str]) -> Vec<&'static str> {
        let of = |choices: &[&str]| {
            let names: Vec<String> = choices.iter().map(|&name| name.to_owned()).collect();
            [("build".to_owned(), names)].into_iter().collect()
        };
        let mut actions: Actions<&str> = legal.iter().copied().collect();
        Restriction { never: of(never), always: of(always) }.apply("build", &mut actions, str::to_owned);
        actions.to_vec()
    }

    #[test]
    fn what_is_never_done_stays_only_where_nothing_else_is_legal() {
        assert_eq!(left(&["a"], &[], &["a", "b", "c"]), ["b", "c"]);
        assert_eq!(left(&["a", "b"], &[], &["a", "b"]), ["a", "b"]);
        assert_eq!(left(&["a"], &["a"], &["a", "b"]), ["b"]);
        assert_eq!(left(&["a"], &["b"], &["a"]), ["a"]);
    }

    #[test]
    fn what_is_always_done_stays_alone_where_it_is_legal() {
        assert_eq!(left(&[], &["a"], &["a", "b", "c"]), ["a"]);
        assert_eq!(left(&[], &["a", "c"], &["a", "b", "c"]), ["a", "c"]);
        assert_eq!(left(&[], &["a"], &["b", "c"]), ["b", "c"]);
    }

    #[test]
    fn other_kinds_of_decision_are_free() {
        let mut actions: Actions<&str> = ["a", "b"].into_iter().collect();
        let never = [("build".to_owned(), vec!["a".to_owned()])].into_iter().collect();
        Restriction { never, ..Restriction::default() }.apply("sell", &mut actions, str::to_owned);
        assert_eq!(actions.as_slice(), ["a", "b"]);
    }
}
