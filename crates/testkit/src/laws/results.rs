//! Invariants, standings, results and records.

use tradewinds_game::{CompleteGame, Ending, Policy, Scores, Seat};

use super::Case;

/// Checks the first position.
pub(super) fn check_start<G: CompleteGame>(case: &Case<'_, G>) {
    let mut places: Vec<usize> = case.seats().map(|seat| case.game.start_place(&case.state, seat)).collect();
    places.sort_unstable();
    assert!(places.iter().copied().eq(0..case.game.players()), "starting places: {places:?}");
    assert!(case.game.to_act(&case.state).is_some(), "a game begins with a decision");
    assert_eq!(case.game.round(&case.state), 1, "a game begins with round 1");
}

/// Law 3, and the form of a standing and an estimate; checked at every decision.
pub(super) fn check_standing<G: CompleteGame>(case: &Case<'_, G>) {
    let (game, state) = (case.game, &case.state);
    let check = game.check(state);
    assert!(check.is_ok(), "law 3: {check:?}");
    check_scores(&game.scores(state), game.players());
    let estimates = case.policy.evaluate(game, state);
    assert_eq!(estimates.len(), game.players(), "an estimate a seat");
    assert!(
        estimates.iter().all(|estimate| (0.0..=1.0).contains(estimate)),
        "estimates lie in [0, 1]: {estimates:?}"
    );
    let over = game.to_act(state).is_none();
    assert_eq!(over, !game.end_reason(state).is_empty(), "a game has an end reason when it is over");
}

fn check_scores(scores: &Scores, players: usize) {
    let lengths = [scores.points.len(), scores.ties.len(), scores.rank.len(), scores.win_share.len()];
    assert_eq!(lengths, [players; 4], "a score a seat");
    let winners = scores.rank.iter().filter(|&&rank| rank == 1).count();
    for seat in Seat::all(players) {
        let rank = scores.rank[seat];
        let better = scores.rank.iter().filter(|&&other| other < rank).count();
        assert_eq!(usize::from(rank), better + 1, "ranks count the better seats: {scores:?}");
        let share = if rank == 1 { 1.0 / winners as f32 } else { 0.0 };
        assert_eq!(scores.win_share[seat], share, "the winners share the win: {scores:?}");
    }
    let sum: f32 = scores.win_share.iter().sum();
    assert!((sum - 1.0).abs() < 1e-6, "win shares sum to 1: {scores:?}");
}

/// Checks the last position of a game that was not stopped.
pub(super) fn check_end<G: CompleteGame>(case: &Case<'_, G>) {
    let result = case.game.result(&case.state);
    assert!(result.is_some_and(|result| result.is_object()), "a finished game has a result object");
}

/// Checks the recorder's rows against the columns that the game declares.
pub(super) fn check_records<G: CompleteGame>(game: &G, ending: Ending) {
    let schema = G::schema();
    assert_eq!(ending.seats.len(), game.players(), "records: a row a seat");
    assert!(
        ending.seats.iter().all(|cells| cells.len() == schema.seats.len()),
        "records: a cell for each column of the seats: {:?}",
        ending.seats
    );
    for row in ending.rows.iter() {
        let table = &schema.tables[row.table];
        assert_eq!(row.cells.len(), table.columns.len(), "records: a cell for each column: {row:?}");
        assert!(row.seat.index() < game.players(), "records: the seat of {row:?}");
        let cells = table.columns.iter().zip(row.cells);
        for (_, cell) in cells.filter(|(column, _)| column.name == "seat") {
            assert_eq!(*cell, row.seat.into(), "records: the seat of {row:?}");
        }
    }
}
