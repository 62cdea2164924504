//! The judgement of one decision: a search, then playouts with the same luck after each candidate.

use tradewinds_arena::{Match, SearchPlan, with_jitter};
use tradewinds_bots::Preset;
use tradewinds_game::{Purpose, Scores, Seat, Seed, WeightDoc};
use tradewinds_search::SearchResult;
use tradewinds_sitting::{EndPoints, Why};
use tradewinds_stats::Moments;

use super::judged::{Candidate, Judged, Loss, PlayoutMean};
use super::moment::Moment;
use super::settings::ReviewSettings;

/// The maximum number of candidates that are listed.
const MAX_LISTED: usize = 12;
/// The maximum number of candidates beside the search's choice that are played out more often, to find the best one.
const CONTENDERS: usize = 2;
/// Losses whose p-value lies in this range are in doubt: too likely luck to be flagged among hundreds of decisions, too
/// unlikely to be passed over.
const DOUBT: std::ops::Range<f64> = 1e-5..0.05;

/// The bots that play a game on: one for all seats, or one for each seat.
pub(crate) struct Cast<'a> {
    pub(crate) presets: &'a [Preset],
    /// The weights that the game's policy has.
    pub(crate) docs: &'a [WeightDoc],
    pub(crate) jitter: f64,
}

impl Cast<'_> {
    /// Returns the bots of a playout, with weights that differ from playout to playout.
    pub(crate) fn bots(&self, luck: Seed) -> Vec<Preset> {
        let seed = luck.derive(Purpose::Sample, 0);
        self.presets.iter().map(|preset| with_jitter(preset, self.docs, self.jitter, seed)).collect()
    }
}

/// Judges decisions.
pub(crate) struct Judge<'a> {
    pub(crate) settings: &'a ReviewSettings,
    pub(crate) plan: &'a SearchPlan,
    pub(crate) cast: &'a Cast<'a>,
    pub(crate) names: &'a [String],
}

/// Win shares of the seat that decides below which, and above one less which, they are flat: nearly nothing can be won
/// or lost, and the decision is judged by points.
const FLAT: f64 = 0.05;

/// The win shares and points of all seats at the end of a playout.
#[derive(Clone, PartialEq)]
pub(crate) struct End {
    pub(crate) wins: Vec<f64>,
    points: Vec<f64>,
}

impl End {
    pub(crate) fn of(scores: &Scores) -> Self {
        let seats = || Seat::all(scores.rank.len());
        Self {
            wins: seats().map(|seat| share(scores, seat)).collect(),
            points: seats().map(|seat| f64::from(scores.points[seat])).collect(),
        }
    }
}

/// Playouts of some actions with the same luck.
struct Playouts {
    actions: Vec<usize>,
    /// By playout, the end after each action.
    ends: Vec<Vec<End>>,
}

impl Playouts {
    /// Returns the place of an action; `None` if it was not played out, or none of its playouts counts.
    fn place(&self, action: usize) -> Option<usize> {
        self.actions.iter().position(|&found| found == action).filter(|_| !self.ends.is_empty())
    }

    /// Returns the mean of a figure of each seat after an action.
    fn means(&self, action: usize, figure: Measure) -> Option<Vec<Moments>> {
        let place = self.place(action)?;
        Some(moments(self.ends.iter().map(|ends| figure(&ends[place]).to_vec())))
    }

    /// Returns the differences of a figure of each seat between an action and another one, playout by playout.
    fn change(&self, action: usize, from: usize, figure: Measure) -> Option<Vec<Moments>> {
        let [place, from] = [self.place(action)?, self.place(from)?];
        let less = |ends: &Vec<End>| {
            figure(&ends[place]).iter().zip(figure(&ends[from])).map(|(a, b)| a - b).collect()
        };
        Some(moments(self.ends.iter().map(less)))
    }

    /// Returns whether two actions ended the same in all playouts.
    fn are_same(&self, action: usize, other: usize) -> bool {
        match (self.place(action), self.place(other)) {
            (Some(place), Some(other)) => self.ends.iter().all(|ends| ends[place] == ends[other]),
            _ => false,
        }
    }
}

/// The playouts by which a decision is judged.
struct Rounds {
    /// Those of all candidates.
    pilot: Playouts,
    /// Those of the contenders, where there are several.
    round: Option<Playouts>,
    /// Those of the choice made and of the best one, with other luck.
    measured: Option<Playouts>,
    /// The best choice.
    reference: usize,
    /// What a point counts, where the decision is judged by points.
    point_worth: Option<f64>,
}

pub(crate) fn moments(rows: impl Iterator<Item = Vec<f64>>) -> Vec<Moments> {
    let mut moments: Vec<Moments> = Vec::new();
    for row in rows {
        moments.resize(row.len(), Moments::default());
        moments.iter_mut().zip(row).for_each(|(moments, value)| moments.push(value));
    }
    moments
}

pub(crate) fn figure(moments: &Moments) -> PlayoutMean {
    PlayoutMean { mean: moments.mean().unwrap_or(0.0), error: moments.standard_error().unwrap_or(0.0) }
}

/// A figure of all seats at the end of a playout, by which choices are compared.
type Measure = fn(&End) -> &[f64];

fn wins(end: &End) -> &[f64] {
    &end.wins
}

fn points(end: &End) -> &[f64] {
    &end.points
}

/// Returns a seat's share of the win.
fn share(scores: &Scores, seat: Seat) -> f64 {
    let winners = scores.rank.iter().filter(|&&rank| rank == 1).count();
    if scores.rank[seat] == 1 { 1.0 / winners as f64 } else { 0.0 }
}

impl Judge<'_> {
    /// Judges a decision with the knowledge of the seat that made it; `None` if `halted` before it was done.
    ///
    /// # Panics
    /// If the search or the bot was not checked.
    pub(crate) fn judge(&self, moment: &Moment, halted: &dyn Fn() -> bool) -> Option<Judged> {
        let game = moment.game();
        let seat = game.to_act().expect("a decision is somebody's");
        let seed = Seed(self.settings.seed).derive(Purpose::Sample, moment.decision as u64);
        let found = game.search(self.plan, seed.derive(Purpose::Worker, 0)).expect("the search was checked");
        if halted() {
            return None;
        }
        let (worlds, best_in) = self.worlds(moment, seat, seed, found.actions.len());
        let listed = listed(&found, moment.made);
        let played = self.rounds(moment, &found, &listed, seat, seed, halted)?;
        let Rounds { pilot, round, measured, reference, point_worth } = played;
        let main = measured.as_ref().unwrap_or(&pilot);
        let kind = game.table().info().decision_kinds[game.decision_kind()];
        let phrases = game.phrases(self.names);
        let base = [wins, points].map(|figure| main.means(reference, figure).unwrap_or_default());
        let candidate = |&action: &usize| {
            let report = &found.actions[action];
            let all = [Some(main), round.as_ref()].into_iter().flatten();
            let playouts = all
                .rev()
                .fold(&pilot, |last, found| if found.place(action).is_some() { found } else { last });
            let change = [wins, points].map(|figure| playouts.change(action, reference, figure));
            let of_others = |change: &Option<Vec<Moments>>| match change {
                Some(change) if action != reference => change.iter().map(figure).collect(),
                _ => Vec::new(),
            };
            // What a candidate has more or less than the reference is added to the mean of the reference, which has
            // the most playouts.
            let on_top = |base: &[Moments], change: &Option<Vec<Moments>>| -> Vec<f64> {
                let change = change.iter().flatten();
                base.iter()
                    .zip(change)
                    .filter_map(|(base, change)| Some(base.mean()? + change.mean()?))
                    .collect()
            };
            Candidate {
                action: report.action.clone(),
                order: phrases[action].order(),
                visits: report.visits,
                best_in: best_in[action],
                playouts: playouts.place(action).map_or(0, |_| playouts.ends.len() as u32),
                wins: on_top(&base[0], &change[0]),
                points: on_top(&base[1], &change[1]),
                change: of_others(&change[0]),
                points_change: of_others(&change[1]),
            }
        };
        let why = (moment.made != reference).then(|| self.why(moment, reference, seat, seed, main));
        let place = |wanted: usize| {
            listed.iter().position(|&action| action == wanted).expect("what was played out is listed")
        };
        Some(Judged {
            decision: moment.decision,
            round: game.round(),
            seat: seat.index(),
            kind: kind.to_owned(),
            options: game.options(),
            made: place(moment.made),
            searched: place(found.chosen),
            reference: place(reference),
            worlds,
            playouts: main.ends.len() as u32,
            point_worth,
            why,
            errors: base[0].iter().filter_map(Moments::standard_error).collect(),
            candidates: listed.iter().map(candidate).collect(),
        })
    }

    /// Compares what the players have some time after the best choice and after the choice made.
    fn why(&self, moment: &Moment, reference: usize, seat: Seat, seed: Seed, main: &Playouts) -> Why {
        let luck = seed.derive(Purpose::Worker, 2);
        let why = Why::of(moment.game(), [reference, moment.made], self.cast.presets, luck, self.names);
        let mean = |action| main.means(action, points)?[seat.index()].mean();
        let error = || main.change(reference, moment.made, points)?[seat.index()].standard_error();
        let end = || Some(EndPoints { with: mean(reference)?, without: mean(moment.made)?, error: error()? });
        Why { points: end(), ..why }
    }

    /// Plays the rest of the game out after the candidates, to find the best of them and what the choice made costs
    /// against it; `None` if it was halted.
    fn rounds(
        &self,
        moment: &Moment,
        found: &SearchResult<(), String>,
        listed: &[usize],
        seat: Seat,
        seed: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Rounds> {
        let mut actions: Vec<usize> = listed.iter().copied().take(self.settings.candidates).collect();
        if !actions.contains(&moment.made) {
            actions.push(moment.made);
        }
        let pilot = self.play_out(moment, actions, 0..self.settings.playouts, seed, halted)?;
        let (measure, point_worth) = self.measure(moment.game(), &pilot, seat);
        // The best choice is found in two rounds, and its worth is measured with other luck than both.
        let first = self.settings.playouts;
        let second = first + self.settings.compared / 2;
        let contenders = contenders(found, moment.made, seat, &pilot, measure);
        let round = match contenders.len() {
            1 => None,
            _ => Some(self.play_out(moment, contenders, first..second, seed, halted)?),
        };
        let reference = round.as_ref().map_or(found.chosen, |round| best(round, seat, measure));
        let same = pilot.are_same(moment.made, reference);
        let is_short = same || reference == moment.made;
        let last = second + if is_short { self.settings.playouts } else { self.settings.compared };
        let mut measured = None;
        if moment.made != found.chosen {
            let mut pair = vec![reference, moment.made];
            pair.dedup();
            let mut playouts = self.play_out(moment, pair.clone(), second..last, seed, halted)?;
            // Only the new playouts count then: what called for them was partly luck.
            if !is_short && is_in_doubt(&playouts, [moment.made, reference], seat, measure) {
                let again = last..last + 2 * self.settings.compared;
                playouts = self.play_out(moment, pair, again, seed, halted)?;
            }
            measured = Some(playouts).filter(|playouts| !playouts.ends.is_empty());
        }
        Some(Rounds { pilot, round, measured, reference, point_worth })
    }

    /// Chooses by what a decision is judged: by points where no candidate of the pilot playouts can change the win
    /// share of the seat, else by win share. Also returns what a point counts then.
    fn measure(&self, game: &dyn Match, pilot: &Playouts, seat: Seat) -> (Measure, Option<f64>) {
        let mean = |&action: &usize| pilot.means(action, wins)?[seat.index()].mean();
        let shares: Vec<f64> = pilot.actions.iter().filter_map(mean).collect();
        let all = |is_flat: fn(f64) -> bool| !shares.is_empty() && shares.iter().all(|&share| is_flat(share));
        let is_flat = all(|share| share < FLAT) || all(|share| share > 1.0 - FLAT);
        let table = game.table();
        let worth = worth_of_point(self.names.len(), f64::from(table.info().clear_lead));
        if is_flat { (points, Some(worth)) } else { (wins, None) }
    }

    /// Searches worlds that the seat holds possible; returns their number, and in how many of them each legal action
    /// is best.
    fn worlds(&self, moment: &Moment, seat: Seat, seed: Seed, actions: usize) -> (u32, Vec<u32>) {
        let game = moment.game();
        let mut best_in = vec![0; actions];
        let world = |index: u64| game.determinize(seat, seed.derive(Purpose::Completion, index));
        if self.settings.worlds == 0 || world(0) == world(1) {
            return (0, best_in);
        }
        let fewer = (self.settings.iterations / 4).max(1);
        let plan =
            self.plan.clone().with_budget(Some(fewer), None).expect("it is less than what was checked");
        let found = game.search_worlds(&plan, seed.derive(Purpose::Worker, 1), self.settings.worlds);
        for answer in found.expect("the search was checked").answers {
            // The legal actions of the seat that decides are the same in all worlds that it holds possible.
            best_in[answer.chosen] += 1;
        }
        (self.settings.worlds, best_in)
    }

    /// Plays the rest of the game out after each of these actions, once with each of these numbers for its luck; `None`
    /// if it was halted.
    fn play_out(
        &self,
        moment: &Moment,
        actions: Vec<usize>,
        numbers: std::ops::Range<u32>,
        seed: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Playouts> {
        let game = moment.game();
        let mut ends = Vec::with_capacity(numbers.len());
        for number in numbers {
            let luck = seed.derive(Purpose::Sample, number.into());
            let scores = game.play_out(&actions, &self.cast.bots(luck), luck, halted)?;
            // A playout that is left out after one action is left out after all: their luck is the same.
            let counted: Option<Vec<End>> =
                scores.iter().map(|scores| scores.as_ref().map(End::of)).collect();
            ends.extend(counted);
        }
        Some(Playouts { actions, ends })
    }
}

/// Lists what the choice made may be compared with: the search's choice first, then the candidates that the pilot
/// playouts value most of those that the search visited at least as often as the choice made.
fn contenders(
    found: &SearchResult<(), String>,
    made: usize,
    seat: Seat,
    pilot: &Playouts,
    measure: Measure,
) -> Vec<usize> {
    if made == found.chosen {
        return vec![made];
    }
    let least = found.actions[made].visits;
    let value = |&action: &usize| {
        let change = pilot.change(action, found.chosen, measure)?;
        Some((change[seat.index()].mean()?, action))
    };
    let others = pilot
        .actions
        .iter()
        .filter(|&&action| action != found.chosen && found.actions[action].visits >= least);
    let mut others: Vec<(f64, usize)> = others.filter_map(value).collect();
    others.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let others = others.into_iter().take(CONTENDERS).map(|(_, action)| action);
    std::iter::once(found.chosen).chain(others).collect()
}

/// Returns the win share that a point of the score counts for: a clear lead makes a win of an even share.
fn worth_of_point(seats: usize, clear_lead: f64) -> f64 {
    (1.0 - 1.0 / seats as f64) / clear_lead
}

/// Chooses the best of the contenders: the search's choice, unless the playouts value another one more by at least the
/// standard error of the difference; of several, the one that they value most.
fn best(round: &Playouts, seat: Seat, measure: Measure) -> usize {
    let chosen = round.actions[0];
    let mut best = (0.0, chosen);
    for &action in &round.actions[1..] {
        let Some(change) = round.change(action, chosen, measure) else { continue };
        let change = change[seat.index()];
        let (Some(mean), Some(error)) = (change.mean(), change.standard_error()) else { continue };
        if mean > best.0 && mean >= error {
            best = (mean, action);
        }
    }
    best.1
}

/// Returns whether a choice seems to cost the seat that decides something, but the playouts leave it in doubt.
fn is_in_doubt(playouts: &Playouts, [made, reference]: [usize; 2], seat: Seat, measure: Measure) -> bool {
    let change = playouts.change(made, reference, measure).unwrap_or_default();
    let loss =
        change.get(seat.index()).and_then(|change| Loss::of(&figure(change), playouts.ends.len() as u32));
    loss.is_some_and(|loss| loss.mean > 0.0 && DOUBT.contains(&loss.p))
}

/// Lists the legal actions that a review shows: the search's choice, then by descending visits, and the choice made.
fn listed(found: &SearchResult<(), String>, made: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.actions.len()).collect();
    order.sort_by_key(|&action| {
        (action != found.chosen, std::cmp::Reverse(found.actions[action].visits), action)
    });
    let place = order.iter().position(|&action| action == made).expect("it is legal");
    let tried = order.iter().filter(|&&action| found.actions[action].visits > 0 || action == found.chosen);
    let shown = tried.count().clamp(1, MAX_LISTED);
    order.truncate(shown.max(1));
    if place >= shown {
        order.push(made);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::worth_of_point;

    /// The number of `docs/review.md`, "A game that is won or lost".
    #[test]
    fn a_point_of_puerto_rico_counts_what_the_documentation_says() {
        let clear_lead = tradewinds_arena::find("puerto-rico").unwrap().info().clear_lead;
        assert_eq!(worth_of_point(4, f64::from(clear_lead)).to_string(), "0.0375");
    }
}
