//! The laws of a game that can be checked from outside.

use tradewinds_game::{Game, InputError, Origin, Purpose, Rng, Seat, Seed};

use crate::fault::guarded;
use crate::oracle::Oracle;
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
    let deal = || game.deal(&mut seed.derive(Purpose::Deal, number).rng());
    let mut dice = seed.derive(Purpose::Chance, number).rng();
    let first = seen(game, deal());
    let mut state = deal();
    same(game, "deal", first, state)?;
    let mut played = 0;
    while let Some(seat) = game.to_act(&state) {
        if played == game.max_decisions() {
            let found = format!("no end after {played} decisions of random game {number}");
            return Err(refuse(game, "play", found, "an end before max_decisions"));
        }
        let actions = seen(game, state).1;
        findings.most_actions = findings.most_actions.max(actions.len());
        check_worlds(game, state, seat, &mut dice, findings)?;
        let action = actions[draw(&mut dice) as usize % actions.len()];
        let chance = dice.clone();
        let mut again = state;
        game.play(&mut again, action, &mut dice);
        let first = seen(game, again);
        dice = chance;
        game.play(&mut state, action, &mut dice);
        same(game, "play", first, state)?;
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
            return Err(refuse(game, "determinize", found, "a position of which the seat sees the same"));
        }
        findings.views |= seen.is_some();
    }
    Ok(())
}

/// What the rules say of a position.
type Said = (Option<Seat>, Vec<u32>);

fn seen<O: Oracle>(game: &Foreign<O>, state: Handle) -> Said {
    (game.to_act(&state), game.ask_about(state, |_, spot| spot.legal.clone()))
}

/// Compares what the rules say of two positions that come from the same request.
fn same<O: Oracle>(game: &Foreign<O>, request: &str, first: Said, state: Handle) -> Result<(), O::Fault> {
    let second = seen(game, state);
    if first == second {
        return Ok(());
    }
    let text = |(seat, legal): Said| {
        let actions = game.ask(|oracle| legal.iter().map(|&one| oracle.action_text(one)).collect::<Vec<_>>());
        format!("seat {:?} with {}", seat.map(Seat::index), actions.join(", "))
    };
    let found = format!("{}, and for the same seed {}", text(first), text(second));
    Err(refuse(game, request, found, "the same position, and the one before left as it was"))
}

fn refuse<O: Oracle>(game: &Foreign<O>, request: &str, found: String, allowed: &str) -> O::Fault {
    game.ask(|oracle| oracle.refuse(InputError::new(Origin::Unnamed, request, found, allowed)))
}
