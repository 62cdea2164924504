//! Records.
use super::rules::MundusNovus;
use super::state::State;
use crate::game::{Ending, Recorder, Schema, Step as Played};
pub(super) const SCHEMA: Schema = Schema { seats: &[], tables: &[] };

/// Recorder.
#[derive(Clone, Debug)]
pub struct GameRecorder;
impl GameRecorder {
    pub(super) fn new(_: &MundusNovus, _: &State) -> Self {
        Self
    }
}
impl Recorder<MundusNovus> for GameRecorder {
    fn step(&mut self, _: &MundusNovus, _: &Played<'_, MundusNovus>) {}
    fn finish(self, _: &MundusNovus, _: &State) -> Ending {
        Ending::default()
    }
}
