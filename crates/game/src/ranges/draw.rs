//! Rules that are drawn from the ranges.

use std::collections::BTreeMap;

use super::{Declared, Entry, GroupMoves, Span};
use crate::data::{lay, put, value_at};
use crate::dice::{Dice as _, Rng};
use crate::text::counted;
use crate::{InputError, Variant};

/// What the chance 1 weighs where one entry is drawn.
const WEIGHTS: f64 = 10_000.0;

impl Declared {
    /// Draws a variant of a game for a number of players: often a few changes, sometimes many, never none. Some of the
    /// drawn rules are impossible: the game says so when it is made with them.
    ///
    /// # Errors
    /// No number of the data moves with this number of players.
    pub fn draw(
        &self,
        (game, name): (&str, String),
        players: usize,
        shipped: &[Variant],
        rng: &mut Rng,
    ) -> Result<Variant, InputError> {
        let mut table = self.standard.clone();
        let mut set = BTreeMap::new();
        if !shipped.is_empty() && happens(self.shipped, rng) {
            set.clone_from(&shipped[rng.index(shipped.len() as u32) as usize].set);
            set.iter().for_each(|(path, value)| drop(lay(&mut table, path, value)));
        }
        let breadth = self.breadth[rng.index(self.breadth.len() as u32) as usize];
        let mut moved = self.moved(players, breadth, rng);
        if moved.is_empty() {
            let place = self.likely(players, rng)?;
            moved.extend(self.drawn(place, players, rng).map(|value| (place, value)));
        }
        for (&place, &value) in &moved {
            let path = self.entries[place].path_for(players);
            if put(&mut table, &path, value) {
                let path = list_of(&path);
                set.extend(value_at(&table, path).map(|value| (path.to_owned(), value.clone())));
            }
        }
        let about = format!("Rules drawn for {players} players: {} moved.", counted(moved.len(), "number"));
        Ok(Variant { name, game: game.to_owned(), about, rules: None, set })
    }

    /// Draws the place of one entry that can move alone, the likelier the higher its chance is.
    fn likely(&self, players: usize, rng: &mut Rng) -> Result<usize, InputError> {
        let weight = |entry: &Entry| match self.others(entry, players) {
            0 => 0,
            _ => (entry.chance * WEIGHTS).ceil() as u32,
        };
        let total: u32 = self.entries.iter().map(weight).sum();
        if total == 0 {
            let allowed = "a number of players with numbers that move alone";
            return Err(InputError::new("ranges.toml", "players", players.to_string(), allowed));
        }
        let mut left = rng.below(total);
        let place = self.entries.iter().position(|entry| match left.checked_sub(weight(entry)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        Ok(place.unwrap_or(0))
    }

    /// Draws the new values of the entries that move, by their places.
    fn moved(&self, players: usize, breadth: f64, rng: &mut Rng) -> BTreeMap<usize, i64> {
        let mut moved = BTreeMap::new();
        for group in &self.groups {
            if !happens(group.chance * breadth, rng) {
                continue;
            }
            match group.moves {
                GroupMoves::Together(low, high) => {
                    let steps = other_than_zero(low, high, rng);
                    for &place in &group.entries {
                        moved.extend(self.stepped(place, players, steps).map(|value| (place, value)));
                    }
                }
                GroupMoves::Each(chance) => {
                    for &place in &group.entries {
                        if happens(chance, rng) {
                            moved.extend(self.drawn(place, players, rng).map(|value| (place, value)));
                        }
                    }
                }
            }
        }
        for (place, entry) in self.entries.iter().enumerate() {
            if happens(entry.chance * breadth, rng) {
                moved.extend(self.drawn(place, players, rng).map(|value| (place, value)));
            }
        }
        moved
    }

    /// Returns an entry's standard moved by steps, if that moves it within its range.
    fn stepped(&self, place: usize, players: usize, steps: i64) -> Option<i64> {
        let entry = &self.entries[place];
        let (standard, range) = (self.standard(entry, players)?, self.range(entry, players)?);
        let value = match entry.span {
            Span::Switch => 1 - standard,
            _ => (standard + steps * entry.step).clamp(*range.start(), *range.end()),
        };
        (value != standard).then_some(value)
    }

    /// Draws a value of an entry other than the standard, if it has one.
    fn drawn(&self, place: usize, players: usize, rng: &mut Rng) -> Option<i64> {
        let entry = &self.entries[place];
        let others = self.others(entry, players);
        if others == 0 {
            return None;
        }
        let (low, _) = self.steps(entry, players)?;
        let steps = low + i64::from(rng.index(others as u32));
        Some(self.standard(entry, players)? + (steps + i64::from(steps >= 0)) * entry.step)
    }

    /// Counts the values of an entry other than the standard.
    fn others(&self, entry: &Entry, players: usize) -> i64 {
        self.steps(entry, players).map_or(0, |(low, high)| high - low)
    }

    /// Returns how many steps an entry can move down, not above 0, and up.
    fn steps(&self, entry: &Entry, players: usize) -> Option<(i64, i64)> {
        let (standard, range) = (self.standard(entry, players)?, self.range(entry, players)?);
        Some((-((standard - range.start()) / entry.step), (range.end() - standard) / entry.step))
    }
}

/// Returns the path that a variant sets for a value: that of the list, for a value in a list.
fn list_of(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((list, place)) if place.parse::<usize>().is_ok() => list,
        _ => path,
    }
}

fn other_than_zero(low: i64, high: i64, rng: &mut Rng) -> i64 {
    let value = low + i64::from(rng.index((high - low) as u32));
    if low <= 0 && value >= 0 { value + 1 } else { value }
}

fn happens(chance: f64, rng: &mut Rng) -> bool {
    const STEPS: u32 = 1 << 24;
    f64::from(rng.below(STEPS)) < chance * f64::from(STEPS)
}
