//! Which draws of a game have an effect where it is stuck: on what is legal there.

use std::collections::HashMap;

/// A draw of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Draw {
    /// The stage to which it belongs.
    pub(super) stage: usize,
    /// Its number among the throws and then the choices of the stage.
    pub(super) number: usize,
}

/// How often changes of draws were tried, and how often they had an effect.
#[derive(Default)]
pub(super) struct Effects(HashMap<Draw, [u32; 2]>);

impl Effects {
    /// Notes a change of a draw.
    pub(super) fn note(&mut self, draw: Draw, had_effect: bool) {
        let [effects, tries] = self.0.entry(draw).or_default();
        *effects += u32::from(had_effect);
        *tries += 1;
    }

    /// Returns the expected share of changes of a draw that have an effect (Laplace's rule of succession).
    pub(super) fn share(&self, draw: Draw) -> f32 {
        let [effects, tries] = self.0.get(&draw).copied().unwrap_or_default();
        (effects + 1) as f32 / (tries + 2) as f32
    }
}
