//! Priors: a policy's scores as weights of the children.

use crate::tree::{Arena, NONE};

/// Priors stay within these bounds, so that no sum of them is zero or infinite.
const BOUNDS: (f32, f32) = (1e-9, 1e9);

/// Gives priors to children that have none, from a policy's scores: weights in proportion to exp(score /
/// temperature). Siblings that got theirs in another world keep them; the best of those sets the scale,
/// since only ratios matter.
pub(crate) fn add_priors(arena: &Arena, slots: &[u32], scores: &[f32], temperature: f32) {
    let prior = |child| if child == NONE { 0.0 } else { arena.node(child).extra() };
    let mut scale: Option<(f32, f32)> = None;
    for (&child, &score) in slots.iter().zip(scores) {
        let known = prior(child);
        if known > 0.0 && scale.is_none_or(|(best, _)| known > best) {
            scale = Some((known, score));
        }
    }
    let (best, base) = scale.unwrap_or((1.0, scores.iter().copied().fold(f32::MIN, f32::max)));
    for (&child, &score) in slots.iter().zip(scores) {
        if child != NONE && prior(child) == 0.0 {
            arena.set_extra(child, weight(best, score - base, temperature));
        }
    }
}

/// Gives priors to all children and replaces earlier ones.
pub(crate) fn rescore(arena: &Arena, slots: &[u32], scores: &[f32], temperature: f32) {
    let base = scores.iter().copied().fold(f32::MIN, f32::max);
    for (&child, &score) in slots.iter().zip(scores) {
        if child != NONE {
            arena.set_extra(child, weight(1.0, score - base, temperature));
        }
    }
}

/// Returns the weight of a child whose score is `lead` above that of one with the weight `scale`.
fn weight(scale: f32, lead: f32, temperature: f32) -> f32 {
    (scale * libm::expf(lead / temperature)).clamp(BOUNDS.0, BOUNDS.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Key;

    #[test]
    fn priors_of_later_siblings_keep_the_ratios() {
        let mut arena = Arena::new(4);
        arena.reset(1);
        arena.make_room(3);
        let slots = [0, 1, 2].map(|code| arena.add(0, NONE, Key::of_move(0, 0, code)).unwrap());
        add_priors(&arena, &[slots[0], slots[1]], &[1.0, 3.0], 2.0);
        assert_eq!(arena.node(slots[1]).extra(), 1.0);
        add_priors(&arena, &slots, &[1.0, 3.0, 4.0], 2.0);
        assert!((arena.node(slots[0]).extra() - (-1.0_f32).exp()).abs() < 1e-6);
        assert!((arena.node(slots[2]).extra() - 0.5_f32.exp()).abs() < 1e-6);
    }

    #[test]
    fn scores_of_another_position_replace_the_priors() {
        let mut arena = Arena::new(4);
        arena.reset(1);
        arena.make_room(3);
        let slots = [0, 1, 2].map(|code| arena.add(0, NONE, Key::of_move(0, 0, code)).unwrap());
        add_priors(&arena, &slots, &[1.0, 3.0, 4.0], 2.0);
        rescore(&arena, &[slots[0], NONE, slots[2]], &[5.0, 7.0, 3.0], 2.0);
        let prior = |child: u32| arena.node(child).extra();
        assert!((prior(slots[0]) / prior(slots[2]) - 1.0_f32.exp()).abs() < 1e-5);
        assert!((prior(slots[1]) - (-0.5_f32).exp()).abs() < 1e-6, "it was not there to be scored");
    }
}
