//! A whole game from one whose hidden orders were drawn where they turned up: the deal and the throws that lead to it.
//!
//! From the last decision back to the first, the position before a decision takes over what lay hidden after it: a stack
//! takes its cards back, and what did not change is what it was to be. It works on positions in notation, which have
//! stacks as lists or words. Where a decision made a new stack, the throws are changed until they make that one.

use serde_json::Value;
use tradewinds_game::{CompleteGame, Dice, ScriptedDice, Seed, Variant};

use super::Completion;
use super::genes::Gene;
use super::shuffles;
use super::walk::Played;
use crate::moves::RecordedMove;

/// The maximum number of changes of the throws of a decision.
const CHANGES: usize = 400;

/// Writes a game that was played from a deal; `None` if no deal leads to it.
pub(super) fn whole<G: CompleteGame>(
    game: &G,
    variant: &Variant,
    deal: &G::State,
    played: &[Played<G>],
    tries: u64,
) -> Option<Completion> {
    let mut wanted: Option<(Value, G::State)> = None;
    let mut throws: Vec<Vec<u32>> = Vec::new();
    for step in played.iter().rev() {
        let mut thrown = step.throws.clone();
        let before = game.position(&step.before);
        let before = match &wanted {
            None => (before, step.before),
            Some((position, state)) => {
                let before = woven(&before, &game.position(&step.after), position);
                let before = read::<G>(before, variant)?;
                solve(game, &before.1, step.action, position, state, &mut thrown)?;
                before
            }
        };
        wanted = Some(before);
        throws.push(thrown.iter().map(|gene| gene.value()).collect());
    }
    let initial = wanted.map_or_else(|| game.position(deal), |(position, _)| position);
    let record = |step: &Played<G>| RecordedMove {
        seat: step.seat.index(),
        action: game.action_text(&step.before, step.action),
        position: None,
        opinion: None,
        left: None,
    };
    let throws = throws.into_iter().rev().flatten().collect();
    Some(Completion { initial, throws, actions: played.iter().map(record).collect(), tries })
}

/// Reads a position of the same game.
fn read<G: CompleteGame>(position: Value, variant: &Variant) -> Option<(Value, G::State)> {
    let (_, state) = G::load(&position, variant, &mut Seed(0).rng()).ok()?;
    Some((position, state))
}

/// Returns `before` with what lay hidden in `wanted`, where `after` followed from `before`.
fn woven(before: &Value, after: &Value, wanted: &Value) -> Value {
    match (before, after, wanted) {
        _ if after == wanted => before.clone(),
        _ if before == after => wanted.clone(),
        (Value::Object(fields), Value::Object(_), Value::Object(_)) => {
            let weave = |(name, before): (&String, &Value)| {
                let value = match (after.get(name), wanted.get(name)) {
                    (Some(after), Some(wanted)) => woven(before, after, wanted),
                    _ => before.clone(),
                };
                (name.clone(), value)
            };
            Value::Object(fields.iter().map(weave).collect())
        }
        (Value::Array(from), Value::Array(to), Value::Array(want)) if to.len() == want.len() => {
            if from.len() == to.len() {
                let items = from.iter().zip(to.iter().zip(want));
                return items.map(|(before, (after, wanted))| woven(before, after, wanted)).collect();
            }
            Value::Array(stacked(from, to, want).unwrap_or_else(|| from.clone()))
        }
        (Value::String(from), Value::String(to), Value::String(want)) if to.len() == want.len() => {
            let [from, to, want] = [from, to, want].map(|text| text.chars().collect::<Vec<char>>());
            Value::String(stacked(&from, &to, &want).unwrap_or(from).into_iter().collect())
        }
        _ => before.clone(),
    }
}

/// Returns the stack `from` with the cards of `wanted` in the place of those of `to`, which are one of its ends.
fn stacked<T: Clone + PartialEq>(from: &[T], to: &[T], wanted: &[T]) -> Option<Vec<T>> {
    let taken = from.len().checked_sub(to.len())?;
    if from.ends_with(to) {
        return Some([&from[..taken], wanted].concat());
    }
    from.starts_with(to).then(|| [wanted, &from[to.len()..]].concat())
}

/// Changes the throws of a decision until it leads to the wanted position.
fn solve<G: CompleteGame>(
    game: &G,
    before: &G::State,
    action: G::Action,
    wanted: &Value,
    state: &G::State,
    throws: &mut Vec<Gene>,
) -> Option<()> {
    let play = |throws: &[Gene]| {
        let shown: Vec<u32> = throws.iter().map(|gene| gene.value()).collect();
        let mut after = *before;
        let mut dice = ScriptedDice::new(&shown, Seed(0).rng());
        game.play(&mut after, action, &mut dice as &mut dyn Dice);
        after
    };
    let mut after = play(throws);
    let mut lack = if after == *state { 0 } else { differing(wanted, &game.position(&after)) };
    for _ in 0..CHANGES {
        if after == *state {
            return Some(());
        }
        let better = shuffles::changes(throws).find_map(|changed| {
            let after = play(&changed);
            let lacks = differing(wanted, &game.position(&after));
            (lacks < lack).then_some((changed, after, lacks))
        });
        (*throws, after, lack) = better?;
    }
    None
}

/// Counts the parts of a position that are not as wanted.
fn differing(wanted: &Value, found: &Value) -> usize {
    match (wanted, found) {
        (Value::Object(fields), Value::Object(_)) => fields
            .iter()
            .map(|(name, wanted)| found.get(name).map_or(1, |found| differing(wanted, found)))
            .sum(),
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            wanted.iter().zip(found).map(|(wanted, found)| differing(wanted, found)).sum()
        }
        (Value::String(wanted), Value::String(found)) if wanted.len() == found.len() => {
            wanted.bytes().zip(found.bytes()).filter(|(wanted, found)| wanted != found).count()
        }
        _ => usize::from(wanted != found),
    }
}
