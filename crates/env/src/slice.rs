//! Neighbouring games of a batch: the unit of work of a thread. Which games are in a slice follows from the
//! number of games alone, so threads change nothing.

use std::sync::atomic::AtomicBool;

use tradewinds_arena::Makers;
use tradewinds_game::{CompleteGame, Encoding, InputError, MAX_SEATS, Purpose, Seed};

use super::outputs::Outputs;
use super::settings::Settings;
use super::slot::{Bots, Common, Halted, Slot};

/// The minimum number of games of a slice, and the maximum number of slices.
const MIN_GAMES: usize = 8;
const MAX_SLICES: usize = 64;

/// Returns the number of games of a slice.
pub(crate) fn slice_len(games: usize) -> usize {
    games.div_ceil(MAX_SLICES).max(MIN_GAMES)
}

/// Neighbouring games of a batch.
pub(crate) struct Slice<G: CompleteGame> {
    slots: Vec<Slot<G>>,
    /// Bots that observe nothing between their decisions: one is enough for all games.
    bots: Bots<G>,
    first: usize,
}

impl<G: CompleteGame + Encoding> Slice<G> {
    pub(crate) fn new(
        game: &G,
        makers: &Makers<G>,
        settings: &Settings,
        first: usize,
        len: usize,
    ) -> Result<Self, InputError> {
        let mut slice = Self { slots: Vec::new(), bots: Vec::new(), first };
        let mut attentive = vec![false; settings.players];
        (slice.bots, attentive) = slice.shared_bots(game, makers, settings, attentive)?;
        for index in first..first + len {
            let seed = settings.seed.derive(Purpose::Sample, index as u64);
            let own = Self::own_bots(game, makers, settings, &attentive, seed)?;
            slice.slots.push(Slot::new(game, seed, own));
        }
        Ok(slice)
    }

    /// Makes the bots that all games share; also returns the seats whose bots each game needs of its own.
    fn shared_bots(
        &self,
        game: &G,
        makers: &Makers<G>,
        settings: &Settings,
        mut attentive: Vec<bool>,
    ) -> Result<(Bots<G>, Vec<bool>), InputError> {
        let mut bots = Bots::new();
        if settings.opponents.iter().all(Option::is_none) {
            return Ok((bots, attentive));
        }
        for (seat, preset) in settings.opponents.iter().enumerate() {
            let seed = settings.seed.derive(Purpose::Bot, (self.first * MAX_SEATS + seat) as u64);
            let bot = preset.as_ref().map(|preset| makers.bot(game, preset, seed)).transpose()?;
            attentive[seat] = bot.as_ref().is_some_and(|bot| bot.is_attentive());
            bots.push(bot.filter(|_| !attentive[seat]));
        }
        Ok((bots, attentive))
    }

    fn own_bots(
        game: &G,
        makers: &Makers<G>,
        settings: &Settings,
        attentive: &[bool],
        seed: Seed,
    ) -> Result<Bots<G>, InputError> {
        if !attentive.contains(&true) {
            return Ok(Bots::new());
        }
        let own = settings.opponents.iter().zip(attentive).enumerate();
        own.map(|(seat, (preset, &attentive))| {
            let preset = preset.as_ref().filter(|_| attentive);
            preset.map(|preset| makers.bot(game, preset, seed.derive(Purpose::Bot, seat as u64))).transpose()
        })
        .collect()
    }

    /// Returns the number of games.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns a game.
    pub(crate) fn slot(&self, index: usize) -> &Slot<G> {
        &self.slots[index]
    }

    /// Begins the first game of each slot.
    pub(crate) fn reset(
        &mut self,
        common: &Common<G>,
        seed: Seed,
        halted: &AtomicBool,
        mut out: Outputs<'_>,
    ) -> Result<(), Halted> {
        for (row, slot) in self.slots.iter_mut().enumerate() {
            slot.reset(seed.derive(Purpose::Sample, (self.first + row) as u64));
            slot.begin(common, &mut self.bots, halted)?;
            slot.write_begun(common, row, &mut out);
        }
        Ok(())
    }

    /// Notes the actions to play; returns the first slot whose action is not legal.
    pub(crate) fn choose(&mut self, common: &Common<G>, actions: &[i64]) -> Option<usize> {
        let slots = self.slots.iter_mut().zip(actions);
        slots.map(|(slot, &action)| slot.choose(common, action)).position(|legal| !legal)
    }

    /// Plays the actions chosen.
    pub(crate) fn step(
        &mut self,
        common: &Common<G>,
        halted: &AtomicBool,
        mut out: Outputs<'_>,
    ) -> Result<(), Halted> {
        for (row, slot) in self.slots.iter_mut().enumerate() {
            slot.step(common, &mut self.bots, halted, row, &mut out)?;
            slot.write_decision(common, row, &mut out);
        }
        Ok(())
    }

    /// Draws legal actions.
    pub(crate) fn sample(&mut self, common: &Common<G>, actions: &mut [i64]) {
        for (slot, action) in self.slots.iter_mut().zip(actions) {
            *action = slot.sample(common) as i64;
        }
    }
}
