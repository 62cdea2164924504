//! One game through a log: it is played as its genes say as long as it agrees.

use tradewinds_bots::BotGuide;
use tradewinds_game::{Actions, CompleteGame, Dice as _, MAX_ACTIONS, Policy as _, Rng, Seat, Seed, best};

use super::genes::{Gene, Stage, StageDice, new_key};
use super::guide::guide;
use super::pattern::Matcher;
use super::{ForcedDecisions, GameLog, LogEntry};

/// The weight of a decision that the log leaves out, next to one that it has.
const RARELY: f32 = 0.125;
/// The shares of the best decision by the policy, of decisions by its scores, and of any decision.
const BEST: f32 = 0.7;
const BY_SCORE: f32 = 0.25;
const ANY: f32 = 0.05;
/// One in this many choices is drawn again although it could be kept.
const DRIFT: u32 = 16;
/// The number of other worlds that are compared to see whether a decision turns something up. With 3, one tile of three
/// is the same in all of them in one position of 27, and then for every game there.
const WORLDS: u64 = 12;

/// A game where an entry of the log is waited for.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Mark<S> {
    /// The position. What no seat knows is drawn again from the order that it has here.
    pub(super) state: S,
    /// The number of decisions so far.
    pub(super) played: u32,
    /// The decisions of the current group that were made, one bit each.
    used: u64,
}

/// How the wait for an entry ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// A decision agreed with it.
    Agreed,
    /// The log is at its end, and so is the game where it has to be.
    Whole,
    /// Nothing that may be decided agrees with the log, or the game is over before its log.
    Stuck,
}

/// A decision of a walk.
pub(super) struct Played<G: CompleteGame> {
    pub(super) seat: Seat,
    pub(super) action: G::Action,
    /// The positions before it and after it, where what no seat knows is in the order that decided.
    pub(super) before: G::State,
    pub(super) after: G::State,
    /// What the dice showed, without the shuffle of what no seat knows.
    pub(super) throws: Vec<Gene>,
}

/// Who decides, and the codes of what is legal.
pub(super) type Offer = (Option<Seat>, Vec<u32>);

/// Plays games through a log.
pub(super) struct Walker<'a, G: CompleteGame> {
    pub(super) game: &'a G,
    pub(super) log: &'a GameLog,
    pub(super) matcher: Matcher<'a, G>,
    guide: BotGuide<G>,
    /// The end of the group of each entry, and its beginning; those of one entry outside of groups.
    groups: Vec<(usize, usize)>,
    actions: Actions<G::Action>,
    /// The seat to which they are legal.
    seat: Option<Seat>,
    /// The actions in notation, where they are needed.
    texts: Vec<String>,
    /// The entries that are next, with the indices of actions that agree.
    open: Vec<(Option<usize>, usize)>,
    /// The probability of each action by the policy.
    chances: Vec<f32>,
    /// Whether decisions are drawn without regard to the policy.
    pub(super) is_blind: bool,
    /// The decisions of the walk, where they are wanted.
    pub(super) moves: Option<Vec<Played<G>>>,
}

impl<'a, G: CompleteGame> Walker<'a, G> {
    pub(super) fn new(game: &'a G, log: &'a GameLog, matcher: Matcher<'a, G>) -> Self {
        let groups = (0..log.entries.len()).map(|entry| group_of(&log.entries, entry)).collect();
        Self {
            game,
            log,
            matcher,
            guide: guide(game),
            groups,
            actions: Actions::new(),
            seat: None,
            texts: Vec::new(),
            open: Vec::new(),
            chances: Vec::new(),
            is_blind: false,
            moves: None,
        }
    }

    /// Deals a game by the genes of the first stage, or by new ones.
    pub(super) fn deal(&self, kept: Option<&Stage>, rng: &mut Rng) -> (Stage, Mark<G::State>) {
        let mut stage = Stage::default();
        let mut dice = StageDice { kept, rng, noted: &mut stage.throws };
        let state = self.game.deal(&mut dice);
        (stage, Mark { state, played: 0, used: 0 })
    }

    /// Plays on until a decision agrees with the entry of a stage, by its genes or new ones.
    pub(super) fn wait(
        &mut self,
        stage: usize,
        mark: &mut Mark<G::State>,
        kept: Option<&Stage>,
        rng: &mut Rng,
    ) -> (Stage, Wait) {
        let (game, entry) = (self.game, stage - 1);
        let mut genes = Stage::default();
        let is_through = entry == self.log.entries.len();
        loop {
            let seat = game.to_act(&mark.state).filter(|_| mark.played < game.max_decisions());
            self.seat = seat;
            if is_through && (seat.is_none() || !self.log.ends) {
                return (genes, Wait::Whole);
            }
            let Some(seat) = seat else { return (genes, Wait::Stuck) };
            self.list_open(entry, mark, seat);
            if self.open.is_empty() {
                return (genes, Wait::Stuck);
            }
            genes.likelihood += self.weigh(&mark.state);
            let chosen = self.choose(kept, rng, &mut genes.choices);
            let (listed, place) = self.open[chosen];
            self.play(mark, seat, place, kept, rng, &mut genes);
            if let Some(listed) = listed {
                self.tick_off(entry, listed, &mut mark.used);
                return (genes, Wait::Agreed);
            }
        }
    }

    /// Returns what the last wait ended with: what was legal where it got stuck.
    pub(super) fn offer(&self) -> Offer {
        let codes = || self.actions.iter().map(|&action| G::code(action)).collect();
        (self.seat, self.seat.map_or_else(Vec::new, |_| codes()))
    }

    /// Plays one of the legal actions, in an order of what no seat knows that the genes say.
    fn play(
        &mut self,
        mark: &mut Mark<G::State>,
        seat: Seat,
        place: usize,
        kept: Option<&Stage>,
        rng: &mut Rng,
        genes: &mut Stage,
    ) {
        let (game, action) = (self.game, self.actions[place]);
        let mut state = mark.state;
        let known = kept.and_then(|stage| stage.turned_up.get(genes.turned_up.len()));
        let turns_up = known.copied().unwrap_or_else(|| self.turns_up(&state, action));
        genes.turned_up.push(turns_up);
        let noted = &mut genes.throws;
        if turns_up {
            game.permute_unseen(&mut state, &mut StageDice { kept, rng, noted });
        }
        let (before, thrown) = (state, noted.len());
        game.play(&mut state, action, &mut StageDice { kept, rng, noted });
        if let Some(moves) = &mut self.moves {
            let throws = noted[thrown..].to_vec();
            moves.push(Played { seat, action, before, after: state, throws });
        }
        mark.state = state;
        mark.played += 1;
    }

    /// Returns whether an action turns up something that no seat knows.
    fn turns_up(&self, state: &G::State, action: G::Action) -> bool {
        let play = |mut world: G::State| {
            self.game.play(&mut world, action, &mut Seed(0).rng());
            self.canonical(world)
        };
        let mut after = None;
        (1..=WORLDS).any(|number| {
            let mut world = *state;
            self.game.shuffle_unseen(&mut world, &mut Seed(number).rng());
            // Most positions have nothing that no seat knows, or only one order of it.
            world != *state && play(world) != *after.get_or_insert_with(|| play(*state))
        })
    }

    /// Returns a mark as all seats together know it.
    pub(super) fn seen(&self, mark: &Mark<G::State>) -> Mark<G::State> {
        Mark { state: self.canonical(mark.state), ..*mark }
    }

    /// Puts what no seat knows into an order that depends on nothing else.
    fn canonical(&self, mut state: G::State) -> G::State {
        self.game.shuffle_unseen(&mut state, &mut Seed(0).rng());
        state
    }

    /// Weighs the legal actions by the policy; returns the logarithm of the share of the open ones.
    fn weigh(&mut self, state: &G::State) -> f32 {
        let count = self.actions.len();
        self.chances.clear();
        self.chances.resize(count, 1.0);
        if count == 1 {
            return 0.0;
        }
        let mut scores = [0.0; MAX_ACTIONS];
        let scores = &mut scores[..count];
        self.guide.score(self.game, state, &self.actions, scores);
        let top = best(scores);
        let weight = |score: f32| libm::expf((score - scores[top]).max(-60.0));
        let total: f32 = scores.iter().map(|&score| weight(score)).sum();
        for (place, chance) in self.chances.iter_mut().enumerate() {
            *chance = BY_SCORE * weight(scores[place]) / total + ANY / count as f32;
        }
        self.chances[top] += BEST;
        let is_open = |place: &usize| self.open.iter().any(|(_, open)| open == place);
        libm::logf((0..count).filter(is_open).map(|place| self.chances[place]).sum())
    }

    /// Chooses one of the open decisions: the one that is kept, or else one that the policy likes.
    fn choose(&mut self, kept: Option<&Stage>, rng: &mut Rng, noted: &mut Vec<u32>) -> usize {
        if self.open.len() == 1 {
            return 0;
        }
        let kept = kept.and_then(|stage| stage.choices.get(noted.len()));
        let code = |(_, place): &(Option<usize>, usize)| G::code(self.actions[*place]);
        let chosen = kept.filter(|_| self.moves.is_some() || rng.below(DRIFT) > 0);
        let chosen = chosen.and_then(|kept| self.open.iter().position(|open| code(open) == *kept));
        let chosen = chosen.unwrap_or_else(|| self.draw(rng));
        noted.push(code(&self.open[chosen]));
        chosen
    }

    /// Draws one of the open decisions, the likelier the more the policy likes it.
    fn draw(&self, rng: &mut Rng) -> usize {
        let chance = |(listed, place): &(Option<usize>, usize)| match listed {
            Some(_) if self.is_blind => 1.0,
            Some(_) => self.chances[*place],
            None => self.chances[*place] * RARELY,
        };
        let total: f32 = self.open.iter().map(chance).sum();
        let mut left = total * (new_key(rng) as f32 / u32::MAX as f32);
        let drawn = self.open.iter().position(|open| {
            left -= chance(open);
            left < 0.0
        });
        drawn.unwrap_or(0)
    }

    /// Lists what may be decided: the entries that are next with the actions that agree, and what the log leaves out.
    pub(super) fn list_open(&mut self, entry: usize, mark: &Mark<G::State>, seat: Seat) {
        self.game.legal(&mark.state, &mut self.actions);
        self.open.clear();
        self.texts.clear();
        let is_forced = self.actions.len() == 1;
        let left_out = is_forced && self.log.forced == ForcedDecisions::None;
        if let Some(&(begin, end)) = self.groups.get(entry)
            && !left_out
        {
            for listed in begin..end {
                let is_twin = |other: usize| {
                    mark.used >> (other - begin) & 1 == 0
                        && self.log.entries[other].seat == self.log.entries[listed].seat
                        && self.matcher.is_same(other, listed)
                };
                let is_of_another = self.log.entries[listed].seat.is_some_and(|other| other != seat);
                if mark.used >> (listed - begin) & 1 != 0 || is_of_another || (begin..listed).any(is_twin) {
                    continue;
                }
                let is_any = self.matcher.is_any(listed, &mark.state);
                if is_any == Some(false) {
                    continue;
                }
                if is_any.is_none() && self.texts.is_empty() {
                    let text = |&action: &G::Action| self.game.action_text(&mark.state, action);
                    self.texts.extend(self.actions.iter().map(text));
                }
                for (place, &action) in self.actions.iter().enumerate() {
                    if is_any.is_some()
                        || self.matcher.agrees(listed, &mark.state, action, &self.texts[place])
                    {
                        self.open.push((Some(listed), place));
                    }
                }
            }
        }
        if is_forced && self.log.forced != ForcedDecisions::All {
            self.open.push((None, 0));
        }
    }

    /// Notes that a decision of the log was made.
    fn tick_off(&self, entry: usize, listed: usize, used: &mut u64) {
        let (begin, end) = self.groups[entry];
        *used |= 1 << (listed - begin);
        if used.count_ones() as usize == end - begin {
            *used = 0;
        }
    }

    /// Lists what is legal, in notation.
    pub(super) fn legal(&mut self, state: &G::State) -> Vec<String> {
        self.game.legal(state, &mut self.actions);
        self.actions.iter().map(|&action| self.game.action_text(state, action)).collect()
    }
}

/// Returns the first entry of the group of an entry, and the one after its last.
fn group_of(entries: &[LogEntry], entry: usize) -> (usize, usize) {
    let group = entries[entry].group;
    if group == 0 {
        return (entry, entry + 1);
    }
    let is_in = |entry: &&LogEntry| entry.group == group;
    let before = entries[..entry].iter().rev().take_while(is_in).count();
    let after = entries[entry..].iter().take_while(is_in).count();
    (entry - before, entry + after)
}
