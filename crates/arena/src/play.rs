//! One game, from its deal or a given position to its record.

use std::sync::atomic::{AtomicBool, Ordering};

use tradewinds_bots::{Bot, Conduct, GameLoop, Halt, Pending, ask, show};
use tradewinds_game::{Actions, CompleteGame, Game, PerSeat, Recorder, Seat, Step, TableCell};

use super::lead::Leaders;
use super::moves::Note;
use super::record::{GameRecord, SeatRecord};
use super::scheduled::ScheduledGame;

/// Plays one game; `None` if `stop` was set before it ended.
///
/// A decision with one legal action is played without asking a bot. A game that reaches
/// [`max_decisions`](tradewinds_game::Game::max_decisions) is stopped and marked as truncated.
///
/// # Panics
/// If a bot chooses an illegal action, or the game's recorder breaks its schema: both are bugs.
pub fn play_game<G: CompleteGame>(
    game: &G,
    scheduled: &ScheduledGame,
    bots: &mut [Box<dyn Bot<G>>],
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let start = Start::dealt(game, scheduled);
    play_watched(game, start, scheduled, bots, &|| stop.load(Ordering::Relaxed), None)
}

/// The beginning of a game.
pub(crate) struct Start<'a, G: Game> {
    /// The first position.
    pub(crate) state: G::State,
    /// Decisions in notation that are played before a bot is asked; each is legal when it is reached.
    pub(crate) opening: &'a [String],
}

impl<G: Game> Start<'_, G> {
    /// Deals a game.
    pub(crate) fn dealt(game: &G, scheduled: &ScheduledGame) -> Self {
        Self { state: game.deal(&mut scheduled.deal_seed.rng()), opening: &[] }
    }
}

/// An observer of a game: it is shown each decision, whether a random event took place, and what is noted of it.
pub(crate) type Watch<'a, G> = dyn FnMut(&Step<'_, G>, bool, Note) + 'a;

/// The bots of a game that is recorded.
struct Recorded<'a, 'w, G: CompleteGame> {
    number: u64,
    bots: &'a mut [Box<dyn Bot<G>>],
    /// Whether a bot observes every decision; asked once, since most bots do not.
    is_observed: bool,
    recorder: G::Recorder,
    leaders: Leaders,
    /// The decisions of the opening that are left.
    opening: &'a [String],
    halted: &'a dyn Fn() -> bool,
    watch: Option<&'a mut Watch<'w, G>>,
    /// What is noted of the decision, for `watch`.
    note: Note,
}

impl<G: CompleteGame> Recorded<'_, '_, G> {
    /// Takes the next decision of the opening.
    #[cold]
    fn next_of_opening(&mut self, pending: &Pending<'_, G>) -> G::Action {
        let (next, rest) = self.opening.split_first().expect("a decision is left");
        self.opening = rest;
        pending.game.parse_action(pending.state, next).expect("the opening was played before on this deal")
    }
}

impl<G: CompleteGame> Conduct<G> for Recorded<'_, '_, G> {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        let action = match pending.forced() {
            _ if !self.opening.is_empty() => self.next_of_opening(pending),
            Some(forced) => forced,
            None if (self.halted)() => return None,
            None => {
                let action = ask(self.bots, pending, self.halted)?;
                assert!(
                    pending.actions.contains(&action),
                    "game {}, {:?}: {action:?}",
                    self.number,
                    pending.seat
                );
                if self.watch.is_some() {
                    let bot = &mut self.bots[pending.seat.index()];
                    self.note = Note { opinion: bot.take_opinion(), left: bot.left() };
                }
                action
            }
        };
        self.recorder.decide(pending.game, pending.state, pending.seat, action);
        Some(action)
    }

    fn is_attentive(&self) -> bool {
        self.is_observed || self.watch.is_some()
    }

    fn observe(&mut self, game: &G, step: &Step<'_, G>, chance: bool) {
        if self.is_observed {
            show(&mut *self.bots, game, step);
        }
        if let Some(watch) = &mut self.watch {
            watch(step, chance, std::mem::take(&mut self.note));
        }
    }

    fn played(&mut self, game: &G, after: &G::State) {
        self.recorder.played(game, after);
        self.leaders.step(game, after);
    }
}

/// Plays one game from its start and shows each decision to `watch`, if there is one; `None` if `halted` before it
/// ended.
///
/// A decision with one legal action is played without asking a bot; the recorder sees it all the same. A game
/// that reaches [`max_decisions`](tradewinds_game::Game::max_decisions) is stopped and marked as truncated.
///
/// # Panics
/// If a bot chooses an illegal action, or the game's recorder breaks its schema: both are bugs.
pub(crate) fn play_watched<G: CompleteGame>(
    game: &G,
    start: Start<'_, G>,
    scheduled: &ScheduledGame,
    bots: &mut [Box<dyn Bot<G>>],
    halted: &dyn Fn() -> bool,
    watch: Option<&mut Watch<'_, G>>,
) -> Option<GameRecord> {
    let players = game.players();
    assert_eq!(bots.len(), players, "one bot a seat");
    for (bot, seat) in bots.iter_mut().zip(Seat::all(players)) {
        bot.begin(scheduled.game, seat);
    }
    let Start { mut state, opening } = start;
    let mut dice = scheduled.chance_seed.rng();
    let start_places = PerSeat::from_fn(players, |seat| game.start_place(&state, seat));
    let mut conduct = Recorded {
        number: scheduled.game,
        recorder: game.recorder(&state),
        leaders: Leaders::new(game, &state),
        is_observed: bots.iter().any(|bot| bot.is_attentive()),
        bots: &mut *bots,
        opening,
        halted,
        watch,
        note: Note::default(),
    };
    let (mut decisions, mut actions) = (0, Actions::new());
    // A loop of its own: one that all kinds of play share makes calls that take as long as a game of random bots.
    let halt = GameLoop {
        game,
        state: &mut state,
        dice: &mut dice,
        decisions: &mut decisions,
        actions: &mut actions,
    }
    .run(&mut conduct);
    let Recorded { recorder, leaders, .. } = conduct;
    let truncated = match halt {
        Halt::Over => false,
        Halt::Bound => true,
        Halt::Stopped => return None,
    };
    let scores = game.scores(&state);
    let ending = recorder.finish(game, &state);
    let seat_record = |(seat, cells): (Seat, Vec<TableCell>)| SeatRecord {
        start_place: start_places[seat],
        score: scores.points[seat],
        ties: scores.ties[seat],
        rank: scores.rank[seat],
        cells,
        faults: bots[seat.index()].faults(),
        cost: bots[seat.index()].cost().cloned().map(Box::new),
    };
    let record = GameRecord {
        game: scheduled.game,
        rounds: game.round(&state),
        decisions,
        end_reason: if truncated { "truncated".to_owned() } else { game.end_reason(&state) },
        truncated,
        lead: (!truncated).then(|| leaders.finish(&scores)),
        seats: Seat::all(players).zip(ending.seats).map(seat_record).collect(),
        rows: ending.rows,
    };
    if let Err(fault) = record.check(players, G::schema()) {
        panic!("the recorder of {} keeps to its schema: {fault}", G::NAME);
    }
    Some(record)
}
