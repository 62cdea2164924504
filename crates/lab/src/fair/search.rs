//! The search for the least changes that make all goals fair.

use std::collections::{BTreeMap, BTreeSet};

use super::super::balance::{FairSettings, StartCall};
use super::super::study::Halt;
use super::model::{Goal, Model, Shares};
use super::play::Played;
use super::space::Point;

/// Standard errors to either side of an interval of 95 %; below the upper end of one-sided ones; and of all looks at the
/// starting rules together.
const Z: f64 = 1.96;
const Z_OF_FAIR: f64 = 1.645;
pub(super) const Z_OF_LOOKS: f64 = 2.4;
/// The parts of the games that the starting rules have played at each look.
const LOOKS: [u64; 4] = [80, 40, 20, 10];
/// The part of the games that screens the changes.
const SCREENED: f64 = 0.3;
/// The maximum number of games of each screened change.
const SCREENING: u64 = 300;
/// Rules that play in a round, and the games of those that are new.
const BATCH: usize = 6;
const NEW: u64 = 250;
/// The most promising rules that are listed: the game may lack many of them.
const LISTED: usize = 64 * BATCH;
/// The games without which rules are not settled, or this part of all games, if that is less.
const SETTLED: u64 = 3000;
const SETTLED_PART: u64 = 10;
/// The games that have to be the same for two sets of rules to count as the same in effect.
const SAME: u64 = 100;
/// The games that rules play at most, or this part of all games, if that is more: what is still open then is at the edge.
const MOST: u64 = 4000;
const MOST_PART: u64 = 10;
/// The rules with one change fewer that are extended, where there are too many to extend all.
const BEAM: usize = 80;
/// The part of what counts as fair that the search aims at: rules at its edge are hard to confirm.
const AIM: f64 = 0.75;
/// The part of the games after which no other rules than those that have played are tried, and how many of these play in
/// a round.
const TRIED: f64 = 0.65;
const LAST: usize = 3;
/// What a step costs, in the logarithm of the chance that rules are fair.
const STEP_COST: f64 = 0.6;
/// The chance below which rules are not worth a game once there are enough alternatives.
const HOPELESS: f64 = -1.6;

/// The shares of each goal under some rules; `None` where its course has not played them.
type AllShares = Vec<Option<Shares>>;

/// The outcome of a search.
pub(super) struct Outcome {
    pub(super) call: StartCall,
    /// The shares of each goal under the starting rules.
    pub(super) start: Option<Vec<Shares>>,
    /// The alternatives, the cheapest first; the nearest, if none is fair.
    pub(super) found: Vec<Point>,
}

/// Searches a space.
pub(super) struct Search<'a, 'b> {
    pub(super) played: Played<'a>,
    /// The courses that play all rules.
    pub(super) leaders: Vec<usize>,
    /// Those that measure what the first does, by other bots: they play rules that are fair by all leaders, one after
    /// the other.
    pub(super) followers: Vec<usize>,
    pub(super) settings: &'b FairSettings,
    pub(super) smallest: f64,
    pub(super) goals: Vec<Goal>,
    /// Rules that the game does not have.
    pub(super) refused: BTreeSet<Point>,
    /// Called with the number of games played.
    pub(super) done: &'b mut dyn FnMut(u64),
}

impl<'a> Search<'a, '_> {
    /// Runs the search.
    pub(super) fn run(&mut self) -> Result<Outcome, Halt> {
        let call = self.look()?;
        let start = self.start();
        let mut found = Vec::new();
        if let (StartCall::Unfair, Some(start)) = (call, &start) {
            self.screen()?;
            self.rounds(start)?;
            found = self.chosen();
        }
        (self.done)(self.played.used);
        Ok(Outcome { call, start, found })
    }

    /// Plays under the starting rules until they are shown to be fair or unfair.
    fn look(&mut self) -> Result<StartCall, Halt> {
        let square = self.smallest * self.smallest;
        let mut call = StartCall::NotShown;
        let courses: Vec<usize> = (0..self.played.courses.len()).collect();
        for part in LOOKS {
            let all = (self.settings.games / part / courses.len() as u64).max(2);
            let more = all - self.played.games(0, &Point::new());
            self.played.more(&courses, &Point::new(), more, self.done)?;
            let Some(shares) = self.start() else { continue };
            let ends: Vec<(f64, f64)> =
                shares.iter().map(|shares| shares.spread().ends(Z_OF_LOOKS)).collect();
            if call == StartCall::NotShown && ends.iter().all(|&(_, high)| high < square) {
                return Ok(StartCall::Fair);
            }
            // The effects of changes are measured from here: so all looks are taken.
            if ends.iter().any(|&(low, _)| low > square) {
                call = StartCall::Unfair;
            }
        }
        Ok(call)
    }

    /// Returns the shares under some rules; `None` if a leader has too few games.
    fn shares(&self, point: &Point) -> Option<AllShares> {
        let of = |goal: &Goal| {
            Shares::new(goal, self.played.of(goal.course, point), self.played.of(goal.course, &Point::new()))
        };
        let shares: AllShares = self.goals.iter().map(of).collect();
        let mut leading = self.goals.iter().zip(&shares).filter(|(goal, _)| !self.follows(goal));
        leading.all(|(_, shares)| shares.is_some()).then_some(shares)
    }

    /// Returns the shares under the starting rules, which all courses play.
    fn start(&self) -> Option<Vec<Shares>> {
        self.shares(&Point::new())?.into_iter().collect()
    }

    /// Returns whether a follower measures a goal.
    fn follows(&self, goal: &Goal) -> bool {
        self.followers.contains(&goal.course)
    }

    /// Returns the shares of all rules that were played.
    fn all_shares(&self) -> BTreeMap<Point, AllShares> {
        self.played.all().filter_map(|point| Some((point.clone(), self.shares(point)?))).collect()
    }

    /// Makes a model of each goal: that of a follower from the first one's.
    fn models(&self, start: &[Shares], played: &BTreeMap<Point, AllShares>) -> Vec<Model<'a>> {
        let mut models: Vec<Model<'a>> = Vec::new();
        for (index, (goal, start)) in self.goals.iter().zip(start).enumerate() {
            let own =
                played.iter().filter_map(|(point, shares)| Some((point.clone(), shares[index].clone()?)));
            let own = own.collect();
            let first = self.goals.iter().position(|known| known.target == goal.target && self.follows(goal));
            models.push(match first {
                Some(first) => models[first].beside(start, &own),
                None => Model::new(self.played.space, start, &own),
            });
        }
        models
    }

    /// Returns the courses that play rules next: the leaders, and once these show them to be fair, the first follower
    /// that does not yet.
    fn next(&self, shares: Option<&AllShares>) -> Vec<usize> {
        let Some(shares) = shares else { return self.leaders.clone() };
        let is_fair = |course: usize| {
            let own = self.goals.iter().zip(shares).filter(|(goal, _)| goal.course == course);
            own.map(|(_, shares)| shares.as_ref().and_then(|shares| self.settled_of(shares)))
                .all(|call| call == Some(true))
        };
        if !self.leaders.iter().all(|&course| is_fair(course)) {
            return self.leaders.clone();
        }
        let open = self.followers.iter().copied().find(|&course| !is_fair(course));
        open.map_or_else(|| self.leaders.clone(), |course| vec![course])
    }

    /// Plays under each change alone, half-way to the ends of its range.
    fn screen(&mut self) -> Result<(), Halt> {
        let space = self.played.space;
        let points: Vec<Point> = (0..space.changes())
            .flat_map(|change| {
                let (low, high) = space.steps(change);
                [low, high]
                    .into_iter()
                    .filter(|&end| end != 0)
                    .map(move |end| vec![(change, (end + end.signum()) / 2)])
            })
            .collect();
        let games = (SCREENED * self.settings.games as f64 / points.len() as f64) as u64;
        let games = (games / self.leaders.len() as u64).clamp(1, SCREENING);
        for point in &points {
            self.played.more(&self.leaders, point, games, self.done)?;
        }
        Ok(())
    }

    /// Plays where a cheap and fair set of rules is likely, until there are enough or the games are played.
    fn rounds(&mut self, start: &[Shares]) -> Result<(), Halt> {
        loop {
            let played = self.all_shares();
            let fair = self.fair(&played);
            let models = self.models(start, &played);
            let enough = fair.len() >= self.settings.alternatives;
            let dearest = fair.iter().map(|point| self.played.space.cost(point)).fold(0.0, f64::max);
            let late = self.played.used as f64 > TRIED * self.settings.games as f64;
            let mut open = if late && !enough { self.nearest(&fair, &played) } else { Vec::new() };
            if open.is_empty() {
                open = self.promising(&models, &fair, &played);
            }
            let is_cheap = |point: &Point| self.played.space.cost(point) < dearest;
            open.retain(|(chance, point)| !enough || (is_cheap(point) && *chance > HOPELESS));
            if open.is_empty() {
                return Ok(());
            }
            // Where the game has none of a batch, nothing was learned: the next one is as good.
            for batch in open.chunks(BATCH) {
                let mut learned = false;
                for (_, point) in batch {
                    let courses = self.next(played.get(point));
                    let left = self.settings.games.saturating_sub(self.played.used) / courses.len() as u64;
                    if left == 0 {
                        return Ok(());
                    }
                    let more = NEW.max(self.played.games(courses[0], point)).min(left);
                    if self.played.more(&courses, point, more, self.done)? {
                        learned = true;
                    } else {
                        self.refused.insert(point.clone());
                    }
                }
                if learned {
                    break;
                }
            }
        }
    }

    /// Returns whether rules with these shares are shown to be fair by all goals, or unfair by one; `None` if neither.
    fn settled(&self, shares: &[Option<Shares>]) -> Option<bool> {
        let calls: Vec<Option<bool>> =
            shares.iter().map(|shares| shares.as_ref().and_then(|shares| self.settled_of(shares))).collect();
        if calls.contains(&Some(false)) {
            return Some(false);
        }
        calls.iter().all(|call| *call == Some(true)).then_some(true)
    }

    fn settled_of(&self, shares: &Shares) -> Option<bool> {
        let square = self.smallest * self.smallest;
        let is_fair = shares.spread().ends(Z_OF_FAIR).1 < square;
        if is_fair && !self.is_short(shares) {
            return Some(true);
        }
        (shares.spread().ends(Z).0 > square
            || shares.games as u64 >= MOST.max(self.settings.games / MOST_PART))
        .then_some(false)
    }

    /// Returns whether too few games are behind these shares: few games make rules look fair by luck.
    fn is_short(&self, shares: &Shares) -> bool {
        (shares.games as u64) < SETTLED.min(self.settings.games / SETTLED_PART)
    }

    /// Lists the rules that are shown to be fair, the cheapest first, without those that have all changes of a cheaper
    /// one.
    fn fair(&self, played: &BTreeMap<Point, AllShares>) -> Vec<Point> {
        let fair = played
            .iter()
            .filter(|(point, shares)| self.settled(shares) == Some(true) && !self.repeats(point));
        self.least(
            fair.map(|(point, shares)| (point, worst(shares, |shares| shares.spread().square))).collect(),
        )
    }

    /// Returns whether the games under rules are those under others that cost less.
    fn repeats(&self, point: &Point) -> bool {
        let before = |one: &Point, other: &Point| {
            let cost = |point: &Point| self.played.space.cost(point);
            cost(one).total_cmp(&cost(other)).then_with(|| one.cmp(other)).is_lt()
        };
        self.played.games(0, point) >= SAME
            && self.played.all().any(|other| before(other, point) && self.played.are_same(point, other))
    }

    /// Returns whether a change does nothing, at least up to these steps.
    fn is_idle(&self, (change, steps): (usize, i64)) -> bool {
        self.played.all().any(|point| match point[..] {
            [(known, far)] => {
                let within = known == change && far.signum() == steps.signum() && far.abs() >= steps.abs();
                within && self.played.games(0, point) >= SAME && self.played.are_same(point, &Point::new())
            }
            _ => false,
        })
    }

    /// Sorts rules by cost, then by a number, and leaves those out that have all changes of one before.
    fn least(&self, mut points: Vec<(&Point, f64)>) -> Vec<Point> {
        let cost = |point: &Point| self.played.space.cost(point);
        points.sort_by(|a, b| cost(a.0).total_cmp(&cost(b.0)).then(a.1.total_cmp(&b.1)));
        let mut least: Vec<Point> = Vec::new();
        for (point, _) in points {
            if !least.iter().any(|known| contains(point, known)) {
                least.push(point.clone());
            }
        }
        least
    }

    /// Lists rules that may be fair, the most promising first, with the logarithm of the chance that they are: by the
    /// model, less what their steps cost.
    fn promising(
        &self,
        models: &[Model<'_>],
        fair: &[Point],
        played: &BTreeMap<Point, AllShares>,
    ) -> Vec<(f64, Point)> {
        let square = (AIM * self.smallest).powi(2);
        let rated = |point: Point| {
            let chance = models.iter().map(|model| model.spread(&point).log_chance(square)).sum::<f64>();
            (chance, chance - STEP_COST * self.played.space.cost(&point), point)
        };
        let singles: Vec<(usize, i64)> = models[0].singles().filter(|&step| !self.is_idle(step)).collect();
        let mut all: Vec<(f64, f64, Point)> = singles.iter().map(|&step| rated(vec![step])).collect();
        let mut last = all.clone();
        for _ in 1..self.settings.most {
            last.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.2.cmp(&b.2)));
            last.truncate(BEAM);
            let mut longer: Vec<Point> = Vec::new();
            for (.., point) in &last {
                for &step in singles.iter().filter(|step| point.iter().all(|known| known.0 != step.0)) {
                    let mut point = point.clone();
                    point.insert(point.partition_point(|known| known.0 < step.0), step);
                    longer.push(point);
                }
            }
            longer.sort_unstable();
            longer.dedup();
            last = longer.into_iter().map(rated).collect();
            all.extend(last.iter().cloned());
        }
        all.retain(|(.., point)| {
            played.get(point).is_none_or(|shares| self.settled(shares).is_none())
                && !self.repeats(point)
                && !self.refused.contains(point)
                && !fair.iter().any(|known| contains(point, known))
        });
        all.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.2.cmp(&b.2)));
        all.truncate(LISTED);
        all.into_iter().map(|(chance, _, point)| (chance, point)).collect()
    }

    /// Lists the rules that are nearest to fair by their own games, with the logarithm of the chance that they are.
    fn nearest(&self, fair: &[Point], played: &BTreeMap<Point, AllShares>) -> Vec<(f64, Point)> {
        let square = (AIM * self.smallest).powi(2);
        let open = played.iter().filter(|(point, shares)| {
            let known = fair.iter().any(|known| contains(point, known));
            !point.is_empty() && !known && self.settled(shares).is_none() && !self.repeats(point)
        });
        let chance = |shares: &AllShares| {
            shares.iter().flatten().map(|shares| shares.spread().log_chance(square)).sum::<f64>()
        };
        let mut open: Vec<(f64, Point)> =
            open.map(|(point, shares)| (chance(shares), point.clone())).collect();
        open.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        open.truncate(LAST);
        open
    }

    /// Chooses the alternatives among what was played: those shown to be fair, the cheapest first; then, up to one, those
    /// that are nearest to it.
    fn chosen(&self) -> Vec<Point> {
        let played = self.all_shares();
        let mut chosen = self.fair(&played);
        chosen.truncate(self.settings.alternatives);
        if chosen.is_empty() {
            let far = |shares: &AllShares| worst(shares, |shares| shares.spread().ends(Z_OF_FAIR).1);
            let is_short = |shares: &AllShares| {
                shares.iter().any(|shares| shares.as_ref().is_none_or(|shares| self.is_short(shares)))
            };
            let changed = played.iter().filter(|(point, _)| !point.is_empty() && !self.repeats(point));
            let mut near: Vec<(&Point, (bool, f64))> =
                changed.map(|(point, shares)| (point, (is_short(shares), far(shares)))).collect();
            near.sort_by(|(one, a), (other, b)| {
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then_with(|| one.cmp(other))
            });
            let mut near: Vec<(&Point, f64)> =
                near.into_iter().map(|(point, (_, far))| (point, far)).collect();
            near.truncate(self.settings.alternatives);
            chosen = self.least(near);
        }
        chosen
    }
}

/// Returns whether rules have all changes of others, as far or farther.
fn contains(point: &Point, other: &Point) -> bool {
    other.iter().all(|&(change, steps)| {
        point.iter().any(|&(known, far)| {
            known == change && far.signum() == steps.signum() && far.abs() >= steps.abs()
        })
    })
}

/// Returns the largest of the numbers of all goals.
fn worst(shares: &[Option<Shares>], number: impl Fn(&Shares) -> f64) -> f64 {
    shares.iter().flatten().map(number).fold(f64::MIN, f64::max)
}
