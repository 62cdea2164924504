//! What each bot's decisions cost, for people.

use super::{Doubling, MeanEstimate, Standings};
use crate::tables::costs::milliseconds;
use tradewinds_bots::Cost;
use tradewinds_report::{Align, TextTable, decimal, wrapped};

/// Whether times are shown, which are not the same in two runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clock {
    Shown,
    Hidden,
}

impl Standings {
    /// Returns whether the decisions of a bot were measured.
    pub(crate) fn has_costs(&self) -> bool {
        self.bots.iter().any(|bot| bot.cost.is_some())
    }

    /// Lays out what a decision of each measured bot costs.
    pub(crate) fn costs(&self, clock: Clock) -> TextTable {
        let counts = ["decisions", "iterations", "nodes", "most nodes", "depth", "most depth"];
        let times = ["ms", "median", "95 %", "most"];
        let times = if clock == Clock::Shown { &times[..] } else { &[] };
        let numbers = counts.iter().chain(times).map(|&title| (title, Align::Right));
        let columns: Vec<(&str, Align)> = [("bot", Align::Left)].into_iter().chain(numbers).collect();
        let mut table = TextTable::new(&columns);
        for bot in &self.bots {
            let Some(cost) = &bot.cost else { continue };
            let times = if clock == Clock::Shown { Vec::from(times_of(cost)) } else { Vec::new() };
            table.row([bot.label()].into_iter().chain(counts_of(cost)).chain(times));
        }
        table
    }
}

/// Writes the counts of a bot: means over decisions, and maxima.
fn counts_of(cost: &Cost) -> [String; 6] {
    let mean =
        |sum: u64, places| decimal((cost.decisions > 0).then(|| sum as f64 / cost.decisions as f64), places);
    let decisions = cost.decisions.to_string();
    match cost.search {
        Some(search) => [
            decisions,
            mean(search.iterations, 0),
            mean(search.nodes, 0),
            search.max_nodes.to_string(),
            mean(search.depth, 1),
            search.max_depth.to_string(),
        ],
        None => [decisions, "NA".into(), "NA".into(), "NA".into(), "NA".into(), "NA".into()],
    }
}

/// Writes the times of a decision of a bot: mean, median, 95 % quantile and maximum.
fn times_of(cost: &Cost) -> [String; 4] {
    let most = (cost.decisions > 0).then(|| cost.times.max() as f64);
    [cost.mean_time(), cost.times.quantile(0.5), cost.times.quantile(0.95), most].map(milliseconds)
}

impl Doubling {
    /// Says what a doubling of the time is worth, by the measured times, if these differ enough.
    pub(crate) fn by_clock(&self) -> String {
        self.of_clock.as_ref().map_or(String::new(), |slope| self.sentence("time", slope))
    }

    /// Says what a doubling of the budget is worth.
    pub(crate) fn by_budget(&self) -> String {
        self.sentence(if self.of_time { "time" } else { "iterations" }, &self.of_budget)
    }

    fn sentence(&self, budget: &str, slope: &MeanEstimate) -> String {
        let (bots, mean) = (self.bots.join(", "), decimal(slope.mean, 0));
        let interval = slope.interval.map_or("NA".to_owned(), |interval| {
            format!("{} to {}", decimal(interval.low, 0), decimal(interval.high, 0))
        });
        wrapped("", [format!("Elo per doubling of {budget}: {mean} [{interval}], over {bots}")], "")
    }
}
