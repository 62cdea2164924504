//! Checks whether a program meets the requirements of an external bot, by playing with it.

use std::fmt;
use std::time::{Duration, Instant};

use super::dialogue::{Dialogue, legal, quoted};
use super::host::{Failure, Pool};
use super::process::{Ending, GRACE, Unasked};
use super::{ExternalSettings, seat_seed, told};
use crate::{Conduct, Left, Pending, play_on};
use tradewinds_game::{CompleteGame, Dice, Purpose, Rng, Seat, Seed, View};

/// A fault of a program in a game; its text is for people.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// It gave no answer in time; the game was stopped.
    TimeOut {
        /// The decision, from 1, among those that the program was asked for.
        decision: u64,
        /// The time limit, in milliseconds.
        time_ms: u64,
        /// Whether no more than that was left on its clock.
        by_clock: bool,
        /// The allowance for the start of the program, in milliseconds; 0 if it was running.
        start_ms: u32,
        /// The margin beyond both, in milliseconds.
        margin_ms: u32,
    },
    /// It gave no answer when it was asked to stop; the game was stopped.
    Stop {
        /// The decision, from 1.
        decision: u64,
        /// The time that it had, in milliseconds.
        margin_ms: u32,
    },
    /// It was not running when asked; the game was stopped.
    Crash {
        /// The decision, from 1.
        decision: u64,
        /// How it ended.
        how: String,
    },
    /// It gave answers that are not legal actions.
    Illegal {
        /// The first such decision, from 1.
        decision: u64,
        /// The first such answer.
        how: String,
        /// Their number.
        answers: u64,
    },
    /// It said something of the actions that cannot be used.
    Opinion {
        /// The first such decision, from 1.
        decision: u64,
        /// What is wrong.
        how: String,
    },
    /// It wrote lines that were not answers.
    Unasked {
        /// Their number.
        lines: u64,
        /// The first, quoted.
        first: String,
    },
    /// It did not end when asked to quit, and was killed.
    StayedAtQuit,
    /// It did not end when its input ended without a message, and was killed.
    StayedAtEndOfInput,
    /// It left processes in its group, which were then killed.
    LeftChildren,
    /// It left a process outside its group that keeps its output open and cannot be ended.
    LeftStrays,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grace = GRACE.as_millis();
        match self {
            Self::TimeOut { decision, time_ms, by_clock, start_ms, margin_ms } => {
                let name = if *by_clock { "left on its clock" } else { "time_ms" };
                write!(f, "no answer to decision {decision} within {time_ms} ms ({name})")?;
                for (allowance, name) in [(start_ms, "start_ms"), (margin_ms, "margin_ms")] {
                    if *allowance > 0 {
                        write!(f, " and {allowance} ms ({name})")?;
                    }
                }
                write!(f, "; does it flush its output after each line?")
            }
            Self::Stop { decision, margin_ms } => {
                write!(f, "no answer to decision {decision} within {margin_ms} ms (margin_ms) of stop")
            }
            Self::Crash { decision, how } => write!(f, "at decision {decision} the program {how}"),
            Self::Illegal { decision, how, answers: 1 } => write!(f, "at decision {decision} it {how}"),
            Self::Illegal { decision, how, answers } => {
                write!(f, "{answers} illegal answers; the first one, at decision {decision}: it {how}")
            }
            Self::Opinion { decision, how } => write!(f, "at decision {decision} it gave {how}"),
            Self::Unasked { lines, first } => write!(
                f,
                "it wrote lines that nobody asked for ({lines}, the first {first}); standard output is for answers, \
                 messages for people go to standard error"
            ),
            Self::StayedAtQuit => {
                write!(f, "it did not end within {grace} ms of quit, and was killed or cut off")
            }
            Self::StayedAtEndOfInput => write!(
                f,
                "it did not end within {grace} ms of the end of its input; it would stay behind if tradewinds were killed"
            ),
            Self::LeftChildren => {
                write!(f, "it ended without the processes that it had started; they were killed")
            }
            Self::LeftStrays => write!(
                f,
                "it left a process behind that keeps its standard output open and has left its process group, so \
                 that it cannot be ended"
            ),
        }
    }
}

/// The findings of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The number of decisions that the program was asked for.
    pub decisions: u64,
    /// The time of its slowest answer.
    pub slowest: Duration,
    /// The least that a decision has left on its clock, in milliseconds; `None` without a clock.
    pub least_left_ms: Option<u64>,
    /// Its faults, in the order in which they were found; empty if all is well.
    pub faults: Vec<Fault>,
}

/// The number of decisions of the game that follows on the same process, if that is shared.
const NEXT_GAME: u64 = 10;

/// Plays game `number` with a program at `seat`, all others playing at random, and records the program's faults. A
/// shared program plays all seats, and begins the next game as well. After `most_decisions` of the program its input
/// ends without a message; without that limit the game is played to its end and the program is asked to quit. `seed` is
/// the seed of the deals.
#[must_use]
pub fn check_external<G: CompleteGame>(
    settings: &ExternalSettings,
    game: &G,
    number: u64,
    seat: Seat,
    seed: Seed,
    most_decisions: Option<u64>,
) -> Checked {
    let mut settings = settings.clone();
    settings.aside.pool = Pool::default();
    let seats = Seat::all(game.players()).filter(|&other| other == seat || settings.share);
    let dialogue = |seat| (seat, Dialogue::new(settings.clone(), number, told(seat_seed(number, seat))));
    let mut check = Check {
        dialogues: seats.map(dialogue).collect(),
        random: seed.derive(Purpose::Bot, number).rng(),
        checked: Checked { decisions: 0, slowest: Duration::ZERO, least_left_ms: None, faults: Vec::new() },
        last_decision: None,
        hurries: settings.stop && most_decisions.is_some(),
        is_gone: false,
        settings: &settings,
    };
    check.play(game, number, seed, most_decisions);
    if settings.share && most_decisions.is_none() && !check.is_gone {
        check.play(game, number + 1, seed, Some(NEXT_GAME));
    }
    if !check.is_gone {
        check.end(most_decisions.is_none());
    }
    check.checked
}

/// The check has to stop: the program's process no longer runs.
struct Gone;

/// A check under way.
struct Check<'a> {
    settings: &'a ExternalSettings,
    /// The program's seats.
    dialogues: Vec<(Seat, Dialogue)>,
    /// The last of its decisions in this game, counted over all.
    last_decision: Option<u64>,
    /// Whether it is asked to stop at once, from its second decision on.
    hurries: bool,
    /// Plays at the other seats, and where the program gives no legal answer.
    random: Rng,
    checked: Checked,
    is_gone: bool,
}

impl<G: CompleteGame> Conduct<G> for Check<'_> {
    fn choose(&mut self, pending: &Pending<'_, G>) -> Option<G::Action> {
        let actions = pending.actions;
        let random = actions[self.random.below(actions.len() as u32) as usize];
        let place = self.dialogues.iter().position(|(seat, _)| *seat == pending.seat);
        let Some(place) = place.filter(|_| actions.len() > 1) else { return Some(random) };
        if self.last_decision.is_some_and(|last| self.checked.decisions >= last) {
            return None;
        }
        let answer = self.ask(place, &pending.view());
        self.is_gone = answer.is_err();
        answer.ok().map(|action| action.unwrap_or(random))
    }

    fn is_attentive(&self) -> bool {
        false
    }
}

impl Check<'_> {
    /// Plays a game to its end, or for this number of decisions of the program.
    fn play<G: CompleteGame>(&mut self, game: &G, number: u64, seed: Seed, most_decisions: Option<u64>) {
        self.last_decision = most_decisions.map(|most| self.checked.decisions + most);
        for (seat, dialogue) in &mut self.dialogues {
            dialogue.begin(number, told(seat_seed(number, *seat)));
        }
        let mut state = game.deal(&mut seed.derive(Purpose::Deal, number).rng());
        let mut chance = seed.derive(Purpose::Chance, number).rng();
        play_on(game, &mut state, &mut chance, self);
    }

    /// Asks for a decision of a seat; `None` if the answer is not legal.
    fn ask<G: CompleteGame>(&mut self, place: usize, view: &View<'_, G>) -> Result<Option<G::Action>, Gone> {
        let (_, legal) = legal(view);
        self.checked.decisions += 1;
        let decision = self.checked.decisions;
        let start = Instant::now();
        let hurried = self.hurries && decision > 1;
        let answer = self.dialogues[place].1.ask(view, &legal, &|| hurried);
        if let Some(Left::Ms(left)) = self.dialogues[place].1.left() {
            self.checked.least_left_ms = self.checked.least_left_ms.into_iter().chain([left]).min();
        }
        let fault = match answer {
            Ok(answer) => {
                self.checked.slowest = self.checked.slowest.max(start.elapsed());
                let is_known = |fault: &Fault| matches!(fault, Fault::Opinion { .. });
                if let Err(how) = answer.opinion
                    && !self.checked.faults.iter().any(is_known)
                {
                    self.checked.faults.push(Fault::Opinion { decision, how });
                }
                return Ok(Some(answer.action));
            }
            Err(Failure::Illegal(how)) => {
                self.illegal(decision, how);
                return Ok(None);
            }
            Err(Failure::TimeOut { starting: false }) if hurried => {
                Fault::Stop { decision, margin_ms: self.settings.margin_ms }
            }
            Err(Failure::TimeOut { starting }) => {
                let ExternalSettings { start_ms, margin_ms, .. } = *self.settings;
                let start_ms = if starting { start_ms } else { 0 };
                let time_ms = self.dialogues[place].1.limit().as_millis() as u64;
                let by_clock = time_ms < self.settings.time_ms.into();
                Fault::TimeOut { decision, time_ms, by_clock, start_ms, margin_ms }
            }
            Err(Failure::Crash(how)) => Fault::Crash { decision, how },
        };
        self.checked.faults.push(fault);
        Err(Gone)
    }

    /// Counts an illegal answer; the first one is kept.
    fn illegal(&mut self, decision: u64, how: String) {
        for fault in &mut self.checked.faults {
            if let Fault::Illegal { answers, .. } = fault {
                *answers += 1;
                return;
            }
        }
        self.checked.faults.push(Fault::Illegal { decision, how, answers: 1 });
    }

    /// Ends the program.
    fn end(&mut self, by_message: bool) {
        let ended = self.dialogues.iter_mut().find_map(|(_, dialogue)| dialogue.quit(by_message));
        let Some((ending, unasked)) = ended else { return };
        let Ending { is_orderly, left_children, left_strays } = ending;
        let Unasked { lines, first } = unasked;
        let stayed = if by_message { Fault::StayedAtQuit } else { Fault::StayedAtEndOfInput };
        let found = [
            (lines > 0, Fault::Unasked { lines, first: quoted(&first) }),
            (!is_orderly, stayed),
            (left_children, Fault::LeftChildren),
            (left_strays, Fault::LeftStrays),
        ];
        self.checked.faults.extend(found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, fault)| fault));
    }
}
