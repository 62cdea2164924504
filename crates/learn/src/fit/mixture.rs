//! The samples of several sources, for one fit.

use super::is_held_out;
use crate::sample::{Sample, Samples};

/// The numbers of the games of a source lie this far from those of the one before.
const GAMES: u32 = 1_000_000;

/// Samples of several sources that a fit learns from together, such as stages of several studies.
///
/// What is held out ([`is_held_out`]) are games of the first source; of the others, the games that would be held out
/// are left out. A source that is added n times counts n times, and its games stay those that are held out or left out.
#[derive(Clone, Debug, Default)]
pub struct Mixture {
    samples: Samples,
    /// The sources that were added, in turn.
    sources: Vec<String>,
    /// The part of the games that is held out.
    held_out: f64,
}

impl Mixture {
    /// Makes a mixture without samples, for a fit that holds out this part of the games.
    #[must_use]
    pub fn new(held_out: f64) -> Self {
        Self { held_out, ..Self::default() }
    }

    /// Adds a source, which lies in several parts; the numbers of its games are below a million.
    ///
    /// # Errors
    /// The first part that is an error. Those before it were added.
    pub fn add<E>(
        &mut self,
        source: &str,
        parts: impl IntoIterator<Item = Result<Samples, E>>,
    ) -> Result<(), E> {
        let known = self.sources.iter().position(|other| other == source);
        let number = known.unwrap_or(self.sources.len());
        self.sources.push(source.to_owned());
        let mut sample = Sample::new();
        for part in parts {
            let part = part?;
            for index in 0..part.len() {
                part.read(index, &mut sample);
                sample.game += number as u32 * GAMES;
                if number == 0 || !is_held_out(sample.game, self.held_out) {
                    self.samples.push(&sample);
                }
            }
        }
        Ok(())
    }

    /// Returns the samples, in the order in which they were added.
    #[must_use]
    pub fn into_samples(self) -> Samples {
        self.samples
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::sample::tests::made_up;

    /// Makes a source with a sample of each of 100 games, in two parts.
    fn source() -> [Result<Samples, Infallible>; 2] {
        let mut sample = made_up(1);
        [0..50, 50..100].map(|games| {
            let mut samples = Samples::default();
            for game in games {
                sample.game = game;
                samples.push(&sample);
            }
            Ok(samples)
        })
    }

    fn mixed(sources: &[&str]) -> Vec<u32> {
        let mut mixture = Mixture::new(0.2);
        for name in sources {
            let Ok(()) = mixture.add(name, source());
        }
        let samples = mixture.into_samples();
        (0..samples.len()).map(|index| samples.game(index)).collect()
    }

    #[test]
    fn a_source_that_is_added_twice_counts_twice_and_holds_out_the_same_games() {
        let once = mixed(&["searched"]);
        assert_eq!(once, (0..100).collect::<Vec<_>>());
        assert_eq!(mixed(&["searched", "searched"]), [&once[..], &once[..]].concat());
    }

    #[test]
    fn games_are_held_out_of_the_first_source_alone() {
        let is_held_out = |&game: &u32| is_held_out(game, 0.2);
        let games = mixed(&["searched", "warm", "searched", "warm"]);
        let held_out: Vec<u32> = games.iter().copied().filter(is_held_out).collect();
        assert!(!held_out.is_empty() && held_out.iter().all(|&game| game < 100), "{held_out:?}");
        let warm: Vec<u32> = games[100..].iter().copied().take_while(|&game| game >= GAMES).collect();
        assert_eq!(warm, (GAMES..GAMES + 100).filter(|game| !is_held_out(game)).collect::<Vec<_>>());
        assert!((60..95).contains(&warm.len()), "{}", warm.len());
        assert_eq!(games, [&games[..100], &warm, &games[..100], &warm].concat());
    }

    #[test]
    fn an_error_of_a_part_is_that_of_the_source() {
        let [first, _] = source().map(|part| part.map_err(|never| match never {}));
        let mut mixture = Mixture::new(0.2);
        assert_eq!(mixture.add("searched", [first, Err("torn")]), Err("torn"));
        assert_eq!(mixture.into_samples().len(), 50);
    }
}
