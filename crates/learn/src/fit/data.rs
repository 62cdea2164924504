//! The samples of a fit, with the targets that it learns.

use tradewinds_game::PerSeat;

use super::calibration::won;
use crate::sample::{Sample, Samples};

/// Samples whose win shares are mixed with the outcome of the game, more so late in it ([`FitSettings::ends`](super::FitSettings)).
#[derive(Debug)]
pub(crate) struct Data<'a> {
    samples: &'a Samples,
    /// For each sample the share of the outcome in its target; empty if all are 0.
    ends: Vec<f32>,
}

impl<'a> Data<'a> {
    /// Makes the data of a fit; the share of the outcome grows evenly up to `ends`, from the first to the last sample of a
    /// game, whose samples stand together.
    pub(crate) fn new(samples: &'a Samples, ends: f32) -> Self {
        let mut shares = Vec::new();
        if ends > 0.0 {
            let games: Vec<u32> = (0..samples.len()).map(|index| samples.game(index)).collect();
            for game in games.chunk_by(|one, next| one == next) {
                let step = ends / game.len() as f32;
                shares.extend((0..game.len()).map(|place| step * (place as f32 + 0.5)));
            }
        }
        Self { samples, ends: shares }
    }

    /// Reads a sample with the target that is learned.
    pub(crate) fn read(&self, index: usize, sample: &mut Sample) {
        self.samples.read(index, sample);
        if let Some(&end) = self.ends.get(index) {
            let (own, won) = (sample.shares, won(&sample.points));
            sample.shares = PerSeat::from_fn(own.len(), |seat| (1.0 - end) * own[seat] + end * won[seat]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::tests::made_up;

    #[test]
    fn late_samples_learn_the_outcome() {
        let mut samples = Samples::default();
        let mut sample = made_up(1);
        for game in [3, 3, 3, 3, 5] {
            sample.game = game;
            samples.push(&sample);
        }
        let won = won(&sample.points);
        let mut read = Sample::new();
        let data = Data::new(&samples, 0.8);
        for (index, end) in [0.1, 0.3, 0.5, 0.7, 0.4].into_iter().enumerate() {
            data.read(index, &mut read);
            for ((&found, &own), &won) in read.shares.iter().zip(sample.shares.iter()).zip(won.iter()) {
                assert!((found - (own + end * (won - own))).abs() < 1e-6, "{index}: {found}");
            }
        }
        Data::new(&samples, 0.0).read(3, &mut read);
        assert_eq!(read.shares, sample.shares);
    }
}
