//! The end of a game, recorded: short enough to be reviewed in a test.

use tradewinds::bots::Preset;
use tradewinds::game::{Purpose, Seed};
use tradewinds::sitting::{Session, Sitter, SittingSpec, to_record};
use tradewinds::tournament::MoveRecord;

/// Plays a game of three to its end as the policy does, and its last part anew: there the first seat takes the last
/// legal action, which is seldom a good one. Returns the record of that part.
pub(crate) fn short_record(game: &str, seats: [Sitter; 3], seed: u64) -> MoveRecord {
    stopped_record(game, seats, seed, usize::MAX)
}

/// Records such a game as far as its last part has `most` decisions.
pub(crate) fn stopped_record(game: &str, seats: [Sitter; 3], seed: u64, most: usize) -> MoveRecord {
    let steady = Preset::find("steady", game).unwrap();
    let spec = SittingSpec::new(game, None, seats.to_vec(), seed).unwrap();
    let mut session = Session::new(spec.clone()).unwrap();
    while session.to_act().is_some() {
        let choice = policy(&session, &steady);
        play(&mut session, choice);
    }
    let late = session.log(None)[session.decisions() * 3 / 4].node;
    let initial = Some(session.replayed(late).position());
    let mut session = Session::new(SittingSpec { initial, ..spec }).unwrap();
    while let Some(seat) = session.to_act().filter(|_| session.decisions() < most) {
        let last = session.game().legal().len() - 1;
        let choice = if seat.index() == 0 { last } else { policy(&session, &steady) };
        play(&mut session, choice);
    }
    to_record(&session, "short")
}

fn policy(session: &Session, bot: &Preset) -> usize {
    let luck = Seed(session.spec().seed).derive(Purpose::Bot, session.decisions() as u64);
    session.game().choose(bot, luck).unwrap()
}

fn play(session: &mut Session, choice: usize) {
    let action = session.game().legal().swap_remove(choice);
    session.play(&action).unwrap();
}

/// The seat of a bot.
pub(crate) fn steady() -> Sitter {
    Sitter::Bot { preset: "steady".to_owned() }
}
