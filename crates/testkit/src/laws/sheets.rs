//! Score sheets: they add up to the scores, rest on what all seats know, and keep what they call sure.

use tradewinds_game::{CompleteGame, Seat};

use super::Case;
use super::hidden::Seen;

/// Checks the sheets of the position at hand.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>) {
    let (game, state) = (case.game, &case.state);
    let scores = game.scores(state);
    let names = |seat: Seat| -> Vec<&'static str> {
        game.sheet(state, seat).rows().iter().map(|row| row.name).collect()
    };
    for seat in case.seats() {
        let sheet = game.sheet(state, seat);
        assert_eq!(sheet.total(), scores.points[seat], "sheet: {sheet:?} of {seat:?} against {scores:?}");
        assert_eq!(names(seat), names(Seat::new(0)), "sheet: the rows of {seat:?}");
    }
}

/// Checks that a decision took nothing from other seats that was sure.
pub(super) fn check_step<G: CompleteGame>(case: &Case<'_, G>, before: &G::State, mover: Seat) {
    for seat in case.seats().filter(|&seat| seat != mover) {
        let (had, has) = (case.game.sheet(before, seat), case.game.sheet(&case.state, seat));
        assert!(
            has.sure_total() >= had.sure_total(),
            "sheet: {seat:?} loses sure points by a decision of {mover:?}: {had:?}, then {has:?}"
        );
    }
}

/// Checks that each seat reads the same on all sheets, whatever it does not know.
pub(super) fn check_knowledge<G: CompleteGame>(case: &Case<'_, G>, seen: &[Seen<G>]) {
    for (observer, Seen { completion, .. }) in case.seats().zip(seen) {
        for seat in case.seats() {
            assert_eq!(
                case.game.sheet(completion, seat),
                case.game.sheet(&case.state, seat),
                "sheet: that of {seat:?} depends on what {observer:?} does not know"
            );
        }
    }
}
