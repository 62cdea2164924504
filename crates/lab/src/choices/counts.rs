//! Counts of the choices made, of the choices that follow them, and the results of the seats that make them.

use std::collections::BTreeMap;

use super::super::walk::Decision;
use super::moment::{ChoiceCount, Condition, DecisionContext};
use tradewinds_game::{PerSeat, Seat};
use tradewinds_tournament::MoveRecord;

/// The counts of one game.
#[derive(Clone, Debug)]
pub(super) struct GameTally {
    /// The number of times that each choice was open to a seat, and made by it.
    cells: BTreeMap<ChoiceCount, PerSeat<[u32; 2]>>,
    /// The number of times that a choice was open after another one, and made.
    follows: BTreeMap<Follow, [u32; 2]>,
    /// By seat.
    results: PerSeat<SeatResult>,
    /// The numbers of the decisions from which the sample is drawn, by kind.
    pub(super) decisions: Vec<Vec<usize>>,
    /// The last choice of each kind, with its round.
    last: BTreeMap<usize, (u32, String)>,
}

/// A choice after the one before it, of the same kind and in the same round, by any seat.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Follow {
    /// The kind of decision, by its place in the manifest's list.
    pub kind: usize,
    /// The choice before; [`Follow::FIRST`] for the first one of a round.
    pub previous: String,
    /// The choice that follows.
    pub next: String,
}

impl Follow {
    /// Stands for no choice before.
    pub const FIRST: &str = "(first)";
}

/// The result of a seat, and the bot that played it.
#[derive(Clone, Copy, Debug, Default)]
struct SeatResult {
    /// The bot and its starting place, as one number.
    group: usize,
    start_place: usize,
    /// Its share of the win, 0 to 1.
    win: f64,
    /// Its points less the maximum of any other seat.
    margin: f64,
}

/// Returns a seat's points less the maximum of any other seat.
fn margin(points: impl Iterator<Item = i32> + Clone, seat: usize) -> i32 {
    let own = points.clone().nth(seat).unwrap_or(0);
    let others = points.enumerate().filter(|(other, _)| *other != seat).map(|(_, points)| points);
    own - others.max().unwrap_or(0)
}

impl GameTally {
    /// Starts the tally of a finished game; `bots` and `places` are the bot and the starting place of each
    /// seat.
    pub(super) fn new(
        record: &MoveRecord,
        bots: &PerSeat<usize>,
        places: &PerSeat<usize>,
        kinds: usize,
    ) -> Self {
        let players = record.players;
        let winners = record.seats.iter().filter(|seat| seat.rank == 1).count();
        let points = record.seats.iter().map(|seat| seat.score);
        let result = |seat: Seat| SeatResult {
            group: bots[seat] * players + places[seat],
            start_place: places[seat],
            win: if record.seats[seat.index()].rank == 1 { 1.0 / winners as f64 } else { 0.0 },
            margin: margin(points.clone(), seat.index()).into(),
        };
        Self {
            cells: BTreeMap::new(),
            follows: BTreeMap::new(),
            results: PerSeat::from_fn(players, result),
            decisions: vec![Vec::new(); kinds],
            last: BTreeMap::new(),
        }
    }

    /// Takes in a decision; `phase` is the number of rounds of a phase, `last_round` the last one from which
    /// the sample is drawn.
    pub(super) fn decision(&mut self, decision: &Decision<'_>, phase: u32, last_round: u32) {
        let Decision { kind, seat, made, .. } = *decision;
        let round = decision.game.round();
        if round <= last_round {
            self.decisions[kind].push(decision.number);
        }
        let standing = DecisionContext { round, phase, start_place: self.results[seat].start_place };
        let previous = match self.last.get(&kind) {
            Some((last, choice)) if *last == round => choice.clone(),
            _ => Follow::FIRST.to_owned(),
        };
        let players = self.results.len();
        for (index, open) in decision.open.iter().enumerate() {
            let chosen = u32::from(index == made);
            for condition in standing.conditions(open.facts.iter()) {
                let cell = ChoiceCount { kind, choice: open.name.clone(), condition };
                let [offered, times] =
                    &mut self.cells.entry(cell).or_insert_with(|| PerSeat::new(players))[seat];
                *offered += 1;
                *times += chosen;
            }
            let follow = Follow { kind, previous: previous.clone(), next: open.name.clone() };
            let [offered, times] = self.follows.entry(follow).or_default();
            *offered += 1;
            *times += chosen;
        }
        self.last.insert(kind, (round, decision.open[made].name.clone()));
    }
}

/// The results of the seats of one bot in one starting place in a unit of games, at a choice under a
/// condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountEntry {
    pub(super) cell: usize,
    pub(super) group: usize,
    pub(super) offered: f64,
    pub(super) chosen: f64,
    /// Win shares, one for each time the choice was made.
    pub(super) win: f64,
    /// Margins, likewise.
    pub(super) margin: f64,
}

/// One unit of statistics: the games of a deal.
#[derive(Clone, Debug, Default)]
pub(super) struct Unit {
    pub(super) stratum: usize,
    pub(super) entries: Vec<CountEntry>,
    /// Follow, times open, times made.
    pub(super) follows: Vec<(usize, f64, f64)>,
    /// Group, seats, their win shares and margins.
    pub(super) groups: Vec<(usize, f64, f64, f64)>,
}

/// The counts of all units; only whole units of games that came to their end are included.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) cells: BTreeMap<ChoiceCount, usize>,
    pub(super) follows: BTreeMap<Follow, usize>,
    pub(super) units: Vec<Unit>,
}

impl Counts {
    /// Takes in the games of a unit.
    pub(super) fn unit(&mut self, stratum: usize, games: &[GameTally]) {
        let mut entries: BTreeMap<(usize, usize), CountEntry> = BTreeMap::new();
        let mut follows: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
        let mut groups: BTreeMap<usize, (f64, f64, f64)> = BTreeMap::new();
        for game in games {
            for (cell, seats) in &game.cells {
                let cell = number(&mut self.cells, cell);
                for (&[offered, chosen], result) in seats.iter().zip(game.results.iter()) {
                    if offered == 0 {
                        continue;
                    }
                    let group = result.group;
                    let fresh = CountEntry { cell, group, offered: 0.0, chosen: 0.0, win: 0.0, margin: 0.0 };
                    let entry = entries.entry((cell, group)).or_insert(fresh);
                    let chosen = f64::from(chosen);
                    entry.offered += f64::from(offered);
                    entry.chosen += chosen;
                    entry.win += chosen * result.win;
                    entry.margin += chosen * result.margin;
                }
            }
            for (follow, times) in &game.follows {
                let sums = follows.entry(number(&mut self.follows, follow)).or_default();
                sums[0] += times[0];
                sums[1] += times[1];
            }
            for result in game.results.iter() {
                let (seats, win, margin) = groups.entry(result.group).or_default();
                *seats += 1.0;
                *win += result.win;
                *margin += result.margin;
            }
        }
        self.units.push(Unit {
            stratum,
            entries: entries.into_values().collect(),
            follows: follows.into_iter().map(|(id, [open, made])| (id, open.into(), made.into())).collect(),
            groups: groups
                .into_iter()
                .map(|(group, (seats, win, margin))| (group, seats, win, margin))
                .collect(),
        });
    }

    /// Finds the choice of a follow under the condition that always holds.
    pub(super) fn plain(&self, follow: &Follow) -> Option<usize> {
        let cell =
            ChoiceCount { kind: follow.kind, choice: follow.next.clone(), condition: Condition::all() };
        self.cells.get(&cell).copied()
    }
}

/// Returns the number of a key; assigns a new one if it has none yet.
fn number<K: Ord + Clone>(numbers: &mut BTreeMap<K, usize>, key: &K) -> usize {
    if let Some(&number) = numbers.get(key) {
        return number;
    }
    let number = numbers.len();
    numbers.insert(key.clone(), number);
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_the_lead_over_the_best_of_the_others() {
        let points = [10, 30, 25].into_iter();
        assert_eq!([0, 1, 2].map(|seat| margin(points.clone(), seat)), [-20, 5, -5]);
    }
}
