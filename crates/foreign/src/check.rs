//! The laws of a game that can be checked from outside.

use tradewinds_game::{Game, InputError, Origin, Purpose, Rng, Seat, Seed};

use crate::fault::guarded;
use crate::oracle::{Answered, Oracle};
use crate::table::{Foreign, Handle, draw};

/// What a check found in a game that keeps the laws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// The number of games that were played.
    pub games: u64,
    /// The number of decisions in them.
    pub decisions: u64,
    /// The number of decisions of the longest game.
    pub longest: u32,
    /// The largest number of legal actions.
    pub most_actions: usize,
    /// Whether determinizations were compared by what the seats see; the game says so.
    pub views: bool,
    /// Whether the game drew another position for a seat.
    pub determinizes: bool,
    /// Whether such a position changed what another seat sees. If none does, nothing is hidden, or a search sees it.
    pub hides: bool,
}

/// Plays random games, and checks that each answer has its form, that a game ends before its bound, that the same seed
/// gives the same position, that to play does not change the position before, and that a determinization keeps what its
/// seat sees.
///
/// # Errors
/// The game fails, or breaks one of these laws; the error names it.
pub fn check<O: Oracle>(game: &Foreign<O>, games: u64, seed: Seed) -> Result<Findings, O::Fault> {
    let mut findings = Findings { games, ..Findings::default() };
    for number in 0..games {
        guarded(|| check_game(game, number, seed, &mut findings))??;
    }
    Ok(findings)
}

/// Checks a game.
fn check_game<O: Oracle>(
    game: &Foreign<O>,
    number: u64,
    seed: Seed,
    findings: &mut Findings,
) -> Result<(), O::Fault> {
    let mut dice = seed.derive(Purpose::Chance, number).rng();
    let again = draw(&mut dice);
    game.ask(|oracle| {
        let deals = [oracle.deal(again)?, oracle.deal(again)?];
        same(oracle, "deal", &deals)
    })?;
    let mut state = game.deal(&mut seed.derive(Purpose::Deal, number).rng());
    let mut played = 0;
    while let Some(seat) = game.to_act(&state) {
        if played == game.max_decisions() {
            let found = format!("no end after {played} decisions of random game {number}");
            return Err(game.ask(|oracle| refuse(oracle, "play", found, "an end before max_decisions")));
        }
        check_worlds(game, state, seat, &mut dice, findings)?;
        let left = game.max_decisions() - played;
        let (pick, again) = (draw(&mut dice) as usize, draw(&mut dice));
        let action = game.ask_about(state, |oracle, spot| {
            findings.most_actions = findings.most_actions.max(spot.legal.len());
            let action = spot.legal[pick % spot.legal.len()];
            let steps = [oracle.play(&spot.place, action, again)?, oracle.play(&spot.place, action, again)?];
            same(oracle, "play", &steps)?;
            let mut playout = || oracle.playout(&spot.place, left, again);
            if let (Some(one), Some(other)) = (playout()?, playout()?) {
                same(oracle, "playout", &[one.1, other.1])?;
            }
            Ok(action)
        })?;
        game.play_several_random(&mut state.clone(), left, &mut dice);
        game.play(&mut state, action, &mut dice);
        played += 1;
    }
    game.points(state)?;
    findings.decisions += u64::from(played);
    findings.longest = findings.longest.max(played);
    Ok(())
}

/// Checks a determinization for each seat.
fn check_worlds<O: Oracle>(
    game: &Foreign<O>,
    state: Handle,
    to_act: Seat,
    dice: &mut Rng,
    findings: &mut Findings,
) -> Result<(), O::Fault> {
    for seat in Seat::all(game.players()) {
        let mut world = state;
        game.determinize(&mut world, seat, dice);
        let seen = game.ask_about_both(state, world, |oracle, one, other| {
            oracle.sees_same(&one.place, &other.place, seat)
        })?;
        if seen == Some(false) {
            let found = format!("another view of seat {} (seat {} decides)", seat.index(), to_act.index());
            let allowed = "a position of which the seat sees the same";
            return Err(game.ask(|oracle| refuse(oracle, "determinize", found, allowed)));
        }
        findings.views |= seen.is_some();
        if world == state || findings.hides {
            continue;
        }
        findings.determinizes = true;
        for other in Seat::all(game.players()).filter(|&other| other != seat) {
            let seen = game.ask_about_both(state, world, |oracle, one, drawn| {
                oracle.sees_same(&one.place, &drawn.place, other)
            })?;
            findings.hides |= seen == Some(false);
        }
    }
    Ok(())
}

/// Compares two answers to the same request.
fn same<O: Oracle>(oracle: &mut O, request: &str, answers: &[Answered<O::Place>; 2]) -> Result<(), O::Fault> {
    let [one, other] = answers;
    let said = |answer: &Answered<O::Place>| (answer.to_act, answer.legal.clone(), answer.outcome);
    let allowed = "the same position, and the one before left as it was";
    if said(one) != said(other) {
        let (one, other) = (one.described(oracle), other.described(oracle));
        let found = format!("{one}, and for the same seed {other}");
        return Err(refuse(oracle, request, found, allowed));
    }
    for seat in Seat::all(oracle.players()) {
        if oracle.sees_same(&one.place, &other.place, seat)? == Some(false) {
            let found = format!(
                "two positions for the same seed, of which seat {} sees different ones",
                seat.index()
            );
            return Err(refuse(oracle, request, found, allowed));
        }
    }
    Ok(())
}

fn refuse<O: Oracle>(oracle: &O, request: &str, found: String, allowed: &str) -> O::Fault {
    oracle.refuse(InputError::new(Origin::Unnamed, request, found, allowed))
}
