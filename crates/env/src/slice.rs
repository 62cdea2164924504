//! Neighbouring games of a batch: the unit of work of a thread. Which games are in a slice follows from the
//! number of games alone, so threads change nothing.

use std::sync::atomic::AtomicBool;

use tradewinds_arena::Makers;
use tradewinds_bots::{Bot, BotKind};
use tradewinds_game::{CompleteGame, InputError, Variant};

use super::EnvError;
use super::outputs::Outputs;
use super::saved::SavedRow;
use super::settings::{Seeds, Settings};
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
    /// Bots that keep nothing from one decision to the next: one is enough for all games.
    bots: Bots<G>,
    first: usize,
}

impl<G: CompleteGame> Slice<G> {
    pub(crate) fn new(
        game: &G,
        makers: &Makers<G>,
        settings: &Settings,
        first: usize,
        len: usize,
    ) -> Result<Self, EnvError> {
        // The seeds do not matter: a bot is reseeded before each decision.
        let made = settings.opponents.iter().map(|preset| {
            let bot = preset.as_ref().map(|preset| makers.bot(game, preset, settings.seed)).transpose()?;
            let keeps = |bot: &dyn Bot<G>| {
                // The program of an external bot may keep what it likes.
                bot.is_attentive()
                    || preset.as_ref().is_some_and(|preset| matches!(preset.kind, BotKind::External(_)))
            };
            Ok((bot.as_deref().is_some_and(keeps), bot))
        });
        let made = made.collect::<Result<Vec<_>, InputError>>()?;
        let needs_own: Vec<bool> = made.iter().map(|(own, _)| *own).collect();
        let bots = if made.iter().all(|(_, bot)| bot.is_none()) {
            Bots::new()
        } else {
            made.into_iter().map(|(own, bot)| bot.filter(|_| !own)).collect()
        };
        let mut slots = Vec::new();
        slots.try_reserve_exact(len).map_err(|_| EnvError::Memory { games: settings.games })?;
        for _ in 0..len {
            slots.push(Slot::new(game, Self::own_bots(game, makers, settings, &needs_own)?));
        }
        Ok(Self { slots, bots, first })
    }

    /// Makes the bots that each game needs of its own.
    fn own_bots(
        game: &G,
        makers: &Makers<G>,
        settings: &Settings,
        needs_own: &[bool],
    ) -> Result<Bots<G>, InputError> {
        if !needs_own.contains(&true) {
            return Ok(Bots::new());
        }
        let presets = settings.opponents.iter().zip(needs_own);
        presets
            .map(|(preset, &own)| {
                let preset = preset.as_ref().filter(|_| own);
                preset.map(|preset| makers.bot(game, preset, settings.seed)).transpose()
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

    /// Makes the next games the first ones of their seeds.
    pub(crate) fn seed(&mut self, seeds: Seeds<'_>) {
        for (row, slot) in self.slots.iter_mut().enumerate() {
            if let Some(seed) = seeds.of(self.first + row) {
                slot.reset(seed);
            }
        }
    }

    /// Begins another game in each slot, or in those that `rows` marks; those with a seed begin anew.
    pub(crate) fn reset(
        &mut self,
        common: &Common<G>,
        seeds: Seeds<'_>,
        rows: Option<&[bool]>,
        halted: &AtomicBool,
        mut out: Outputs<'_>,
    ) -> Result<(), Halted> {
        for (row, slot) in self.slots.iter_mut().enumerate() {
            let game = self.first + row;
            if rows.is_some_and(|rows| !rows[game]) {
                continue;
            }
            if let Some(seed) = seeds.of(game) {
                slot.reset(seed);
            }
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

    /// Plays the actions chosen in some rows, which ascend.
    pub(crate) fn answer(
        &mut self,
        common: &Common<G>,
        rows: &[usize],
        halted: &AtomicBool,
        mut out: Outputs<'_>,
    ) -> Result<(), Halted> {
        let place = |row: usize| rows.partition_point(|&other| other < row);
        for &row in &rows[place(self.first)..place(self.first + self.slots.len())] {
            let (row, slot) = (row - self.first, &mut self.slots[row - self.first]);
            slot.play_on(common, &mut self.bots, halted, row, &mut out)?;
            slot.write_decision(common, row, &mut out);
        }
        Ok(())
    }

    /// Notes the action to play in a row; returns whether it is legal.
    pub(crate) fn choose_one(&mut self, common: &Common<G>, row: usize, action: i64) -> bool {
        self.slots[row].choose(common, action)
    }

    /// Draws legal actions.
    pub(crate) fn sample(&mut self, common: &Common<G>, actions: &mut [i64]) {
        for (slot, action) in self.slots.iter_mut().zip(actions) {
            *action = slot.sample(common) as i64;
        }
    }

    /// Writes the rows.
    pub(crate) fn save(&self, common: &Common<G>, ready: bool) -> Vec<SavedRow> {
        self.slots.iter().map(|slot| slot.save(common, ready)).collect()
    }

    /// Takes over rows.
    pub(crate) fn restore(
        &mut self,
        common: &Common<G>,
        variant: &Variant,
        rows: Vec<SavedRow>,
        halted: &AtomicBool,
    ) -> Result<(), EnvError> {
        for ((row, saved), slot) in (self.first..).zip(rows).zip(&mut self.slots) {
            slot.restore(common, &mut self.bots, variant, (row, saved), halted)?;
        }
        Ok(())
    }
}
