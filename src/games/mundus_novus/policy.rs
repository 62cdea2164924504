//! Heuristics.
use super::action::Action;
use super::rules::MundusNovus;
use super::state::State;
use crate::game::{InputError, Policy, WeightDoc, Weights};

pub(super) const WEIGHTS: &[WeightDoc] = &[];

/// Heuristics.
#[derive(Clone, Debug)]
pub struct Heuristics;

impl Heuristics {
    pub(super) fn new(_: &Weights) -> Result<Self, InputError> {
        Ok(Self)
    }
}

impl Policy<MundusNovus> for Heuristics {
    fn score(&self, _: &MundusNovus, _: &State, _: &[Action], scores: &mut [f32]) {
        scores.fill(0.0);
    }
}
