//! Parts of a run whose results differ from those of the others.

use litemap::LiteMap;

use crate::plan::tournament::Tournament;
use crate::unit::{Quantity, UnitGames, UnitResult};
use tradewinds_report::decimal;
use tradewinds_stats::{GroupDifference, Moments, group_difference};

/// The probability with which a merge of sound parts names any of them.
const ERROR: f64 = 0.001;

/// What is compared: the decisions of a game, or the points or win share of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Compared {
    Decisions,
    Points(usize),
    WinShare(usize),
}

/// A part of a run that differs from the other parts by more than chance allows.
///
/// Parts play other deals of the same schedule, so their means are equal but for luck. One that is not was
/// played by another program than it says, or on a machine that computes wrongly.
#[derive(Clone, PartialEq, Debug)]
pub struct SuspectPart {
    /// Its place among the parts that were given.
    pub part: usize,
    /// The difference, in words.
    pub difference: String,
}

/// The means over units of each part, by stratum.
pub(super) struct Comparison {
    parts: Vec<LiteMap<Compared, LiteMap<usize, Moments>>>,
}

impl Comparison {
    pub(super) fn new(parts: usize) -> Self {
        Self { parts: vec![LiteMap::new(); parts] }
    }

    /// Adds a whole unit that one part has played.
    pub(super) fn unit(&mut self, part: usize, result: &UnitResult, games: &UnitGames) {
        let mut add = |quantity: Compared, value: Option<f64>| {
            let strata = self.parts[part].entry(quantity).or_default();
            if let Some(value) = value {
                strata.entry(result.stratum).or_default().push(value);
            }
        };
        let decisions: u64 = games.iter().map(|(_, record)| u64::from(record.decisions)).sum();
        add(Compared::Decisions, Some(decisions as f64 / games.len() as f64));
        for own in &result.bots {
            add(Compared::Points(own.bot), own.means[Quantity::Score].mean());
            add(Compared::WinShare(own.bot), own.means[Quantity::WinShare].mean());
        }
    }

    /// Lists the parts that differ, the one that stands out most first. It is left out before the others are
    /// judged, since it would make them differ too; of two parts that differ, none is known to be the right one.
    pub(super) fn suspects(&self, tournament: &Tournament) -> Vec<SuspectPart> {
        let mut left: Vec<usize> = (0..self.parts.len()).collect();
        let mut suspects = Vec::new();
        loop {
            let found: Vec<Found> = left.iter().flat_map(|&part| self.differences(part, &left)).collect();
            let comparisons = found.len();
            let most = found.into_iter().max_by(|a, b| a.difference.z.abs().total_cmp(&b.difference.z.abs()));
            let Some(most) = most.filter(|most| most.difference.p * (comparisons as f64) < ERROR) else {
                return suspects;
            };
            suspects.push(most.suspect(tournament, comparisons));
            left.retain(|&part| part != most.part);
        }
    }

    /// Compares a part with the others that are left, in each quantity.
    fn differences(&self, part: usize, left: &[usize]) -> impl Iterator<Item = Found> {
        self.parts[part].iter().filter_map(move |(&quantity, strata)| {
            let others = self.others(part, quantity, left);
            let pairs = strata.iter().filter_map(|(stratum, own)| Some((*own, *others.get(stratum)?)));
            let strata: Vec<(Moments, Moments)> = pairs.collect();
            let difference = group_difference(&strata)?;
            Some(Found { part, quantity, strata, difference })
        })
    }

    /// Adds up a quantity over the other parts that are left, by stratum.
    fn others(&self, part: usize, quantity: Compared, left: &[usize]) -> LiteMap<usize, Moments> {
        let mut sums: LiteMap<usize, Moments> = LiteMap::new();
        for &other in left.iter().filter(|&&other| other != part) {
            for (&stratum, moments) in self.parts[other].get(&quantity).into_iter().flatten() {
                sums.entry(stratum).or_default().merge(moments);
            }
        }
        sums
    }
}

/// A difference between a part and the others.
struct Found {
    part: usize,
    quantity: Compared,
    /// By stratum, the part and the others.
    strata: Vec<(Moments, Moments)>,
    difference: GroupDifference,
}

impl Found {
    fn suspect(&self, tournament: &Tournament, comparisons: usize) -> SuspectPart {
        let name = |bot: usize| &tournament.bots()[bot].name;
        let what = match self.quantity {
            Compared::Decisions => "decisions a game".to_owned(),
            Compared::Points(bot) => format!("points of {}", name(bot)),
            Compared::WinShare(bot) => format!("win share of {}", name(bot)),
        };
        let mean = |of: fn(&(Moments, Moments)) -> &Moments| {
            let mut all = Moments::default();
            self.strata.iter().for_each(|pair| all.merge(of(pair)));
            decimal(all.mean(), 3)
        };
        let (own, rest, p) = (mean(|(own, _)| own), mean(|(_, rest)| rest), self.difference.p);
        let difference =
            format!("{what}: {own}, in the other parts {rest} (p = {p:.0e}, {comparisons} comparisons)");
        SuspectPart { part: self.part, difference }
    }
}
