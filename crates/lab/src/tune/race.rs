//! Tuning a search's settings by a race.

use super::super::study::Halt;
use super::candidate::{Candidate, Setting};
use super::manifest::RaceSettings;
use super::pool::{Evaluator, Outcome, interval_within, mean_objective};
use tradewinds_game::{Dice as _, InputError, Purpose, Seed};
use tradewinds_stats::{Interval, Strata};

/// A candidate in a heat.
#[derive(Clone, PartialEq, Debug)]
pub struct Contender {
    /// Its number; 0 is the bot that is tuned.
    pub candidate: usize,
    /// Its settings, for people.
    pub settings: String,
    /// The mean of the objective that is maximised, over all deals it has played.
    pub objective: f64,
    /// The interval of that mean over blocks; none with too few.
    pub interval: Option<Interval>,
    /// The mean win share.
    pub win_share: Option<f64>,
    /// Whether it advances to the next heat.
    pub is_kept: bool,
}

/// All candidates still in the race, after a number of deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Heat {
    /// Deals per table that each has played.
    pub deals: u64,
    /// The candidates, the best first.
    pub entries: Vec<Contender>,
}

/// A bot that candidates are made from.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BaseWeights {
    /// The bot whose weights it has, if not its own.
    pub(super) weights_of: Option<String>,
    pub(super) candidate: Candidate,
}

/// Successive halving (Karnin, Koren and Somekh 2013, *ICML*; Jamieson and Talwalkar 2016, *AISTATS*): all
/// candidates play the same deals, the better half advances and plays as many again, until one is left.
pub(super) struct Race<'a> {
    pub(super) settings: &'a RaceSettings,
    pub(super) blend: f64,
    candidates: Vec<(String, Candidate)>,
}

impl<'a> Race<'a> {
    /// Makes the candidates of `base`: itself first, then combinations of the values, all of them or as many
    /// as wanted, drawn from them; `stems` are the bots that they are made from, the base itself or the base
    /// with the weights of others.
    ///
    /// # Errors
    /// A setting that the search refuses.
    pub(super) fn new(
        settings: &'a RaceSettings,
        blend: f64,
        base: &Candidate,
        stems: &[BaseWeights],
        seed: Seed,
    ) -> Result<Self, InputError> {
        let base = base.with_iterations(settings.iterations)?;
        let mut candidates = vec![("as it was".to_owned(), base.clone())];
        let all = settings.search.values().map(|values| values.len() as u128).product::<u128>();
        let all = all * stems.len() as u128;
        let mut rng = seed.derive(Purpose::Sample, 0).rng();
        let wanted = settings.candidates;
        let draws_all = all <= wanted as u128;
        let mut number: u128 = 0;
        let mut drawn: usize = 0;
        // A draw may repeat an existing candidate, so that many draws may be needed.
        while candidates.len() < wanted && if draws_all { number < all } else { drawn < 100 * wanted } {
            let mut rest = number;
            let mut pick = |length: usize| {
                if draws_all {
                    let place = rest % length as u128;
                    rest /= length as u128;
                    place as usize
                } else {
                    rng.below(length as u32) as usize
                }
            };
            let chosen: Vec<Setting> = settings
                .search
                .iter()
                .map(|(key, values)| {
                    let value = values[pick(values.len())].clone();
                    (key.clone(), (value.as_str() != Some("none")).then_some(value))
                })
                .collect();
            let stem = &stems[pick(stems.len())];
            let candidate = stem.candidate.with_iterations(settings.iterations)?.with_settings(&chosen)?;
            if candidates.iter().all(|(_, known)| known.preset != candidate.preset) {
                candidates.push((words(stem, &chosen), candidate));
            }
            (number, drawn) = (number + 1, drawn + 1);
        }
        Ok(Self { settings, blend, candidates })
    }

    /// Lists the candidates.
    pub(super) fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().map(|(_, candidate)| candidate)
    }

    /// Returns the total number of blocks per table that are played.
    pub(super) fn blocks(&self) -> u64 {
        let (mut left, mut new, mut blocks) = (self.candidates.len() as u64, self.settings.deals, 0);
        let mut played = 0;
        while left > 1 {
            blocks += left * new;
            played += new;
            (left, new) = (left.div_ceil(2), played);
        }
        blocks
    }

    /// Runs the race, and returns its heats and the number of the winner.
    pub(super) fn run(&self, evaluator: &mut Evaluator<'_>) -> Result<(Vec<Heat>, usize), Halt> {
        let mut field: Vec<usize> = (0..self.candidates.len()).collect();
        let mut outcomes: Vec<Vec<Vec<Option<Outcome>>>> =
            vec![vec![Vec::new(); evaluator.pool.tables()]; field.len()];
        let (mut played, mut new) = (0, self.settings.deals);
        let mut heats = Vec::new();
        while field.len() > 1 {
            for &number in &field {
                let (_, candidate) = &self.candidates[number];
                let key = format!("candidate {number}");
                let more = evaluator.outcomes(&key, candidate, played..played + new)?;
                outcomes[number].iter_mut().zip(more).for_each(|(table, more)| table.extend(more));
            }
            played += new;
            new = played;
            let mut entries: Vec<Contender> =
                field.iter().map(|&number| self.entry(number, &outcomes[number])).collect();
            entries.sort_by(|a, b| b.objective.total_cmp(&a.objective).then(a.candidate.cmp(&b.candidate)));
            let kept = entries.len().div_ceil(2);
            entries.iter_mut().take(kept).for_each(|entry| entry.is_kept = true);
            field = entries.iter().take(kept).map(|entry| entry.candidate).collect();
            field.sort_unstable();
            heats.push(Heat { deals: played, entries });
        }
        Ok((heats, field[0]))
    }

    /// Returns the candidate with this number, with the iterations of `base`.
    pub(super) fn winner(&self, number: usize, base: &Candidate) -> Result<Candidate, InputError> {
        let iterations = |candidate: &Candidate| match &candidate.preset.kind {
            tradewinds_bots::BotKind::Search { settings, .. } => settings.iterations,
            _ => None,
        };
        self.candidates[number].1.with_iterations(iterations(base))
    }

    fn entry(&self, number: usize, tables: &[Vec<Option<Outcome>>]) -> Contender {
        let strata = |figure: &dyn Fn(&Outcome) -> f64| {
            let mut strata = Strata::default();
            for (table, outcomes) in tables.iter().enumerate() {
                strata.extend(table, outcomes.iter().flatten().map(figure));
            }
            strata
        };
        Contender {
            candidate: number,
            settings: self.candidates[number].0.clone(),
            objective: mean_objective(tables, self.blend),
            interval: interval_within(&strata(&|outcome| outcome.objective(self.blend)), 0.0..=1.0),
            win_share: strata(&|outcome| outcome.win_share).mean(),
            is_kept: false,
        }
    }
}

fn words(stem: &BaseWeights, settings: &[Setting]) -> String {
    let word = |(key, value): &Setting| match value {
        Some(value) => format!("{key} = {value}"),
        None => format!("no {key}"),
    };
    let weights = stem.weights_of.iter().map(|name| format!("weights of {name}"));
    weights.chain(settings.iter().map(word)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use tradewinds_bots::Preset;

    fn race(candidates: usize) -> Vec<String> {
        let text = "name = \"x\"\ngame = \"any\"\nkind = \"search\"\n[search]\niterations = 100\nexploration = 1.0\n";
        let base = Candidate { preset: Preset::parse("x", text).unwrap(), text: text.to_owned() };
        let search = BTreeMap::from([
            ("exploration".to_owned(), vec![0.5.into(), 1.0.into(), 2.0.into()]),
            ("cutoff".to_owned(), vec!["none".into(), 10.into()]),
        ]);
        let settings =
            RaceSettings { candidates, deals: 3, iterations: Some(50), weights: Vec::new(), search };
        let stem = BaseWeights { weights_of: Some("other".to_owned()), candidate: base.clone() };
        let race = Race::new(&settings, 0.5, &base, &[stem], Seed(1)).unwrap();
        let winner = race.winner(1, &base).unwrap();
        assert!(winner.text.contains("iterations = 100"), "{}", winner.text);
        race.candidates.iter().map(|(words, _)| words.clone()).collect()
    }

    #[test]
    fn few_combinations_are_all_there_and_none_twice() {
        assert_eq!(
            race(20),
            [
                "as it was",
                "weights of other, no cutoff, exploration = 0.5",
                "weights of other, cutoff = 10, exploration = 0.5",
                "weights of other, cutoff = 10, exploration = 1.0",
                "weights of other, no cutoff, exploration = 2.0",
                "weights of other, cutoff = 10, exploration = 2.0",
            ]
        );
        let drawn = race(4);
        assert_eq!(drawn.len(), 4);
        assert_eq!(drawn, race(4), "the same seed draws the same");
    }
}
