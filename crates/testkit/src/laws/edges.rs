//! The laws of edges: how an observer's tree identifies an action.
//!
//! An observer sees exactly what its view shows: an action that changes nothing in the view is not an event
//! for that observer, and actions that the view does not distinguish have one edge.

use tradewinds_game::{CompleteGame, Edge, Seat};

use super::Case;

/// The maximum number of other actions with which the played one is compared.
const MAX_OTHERS: usize = 4;

/// Checks the edges of the action that is played next; done at every decision.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>, seat: Seat, action: G::Action) {
    let after = case.played(&case.state, action, 0);
    let edges: Vec<(Seat, Option<Edge>)> = case
        .seats()
        .map(|observer| (observer, case.game.observe(&case.state, action, &after, observer)))
        .collect();
    let own = edges[seat.index()].1;
    assert_eq!(
        own.map(Edge::without_outcome),
        Some(Edge::new(G::code(action))),
        "edges: the deciding {seat:?} sees its own {action:?} whole"
    );
    let outcome = own.map_or(0, Edge::outcome);
    for (observer, edge) in edges {
        let seen = edge.map_or(0, Edge::outcome);
        assert_eq!(seen, outcome, "edges: the outcome of {action:?} is public, also for {observer:?}");
    }
}

/// Compares the other seats' edges with those in other worlds and of other actions.
pub(super) fn check_closely<G: CompleteGame>(
    case: &Case<'_, G>,
    seat: Seat,
    action: G::Action,
    actions: &[G::Action],
) {
    let kind = G::DECISION_KINDS[case.game.decision_kind(&case.state)];
    let open = case.sampling.open_kinds.contains(&kind);
    for observer in case.seats().filter(|&observer| observer != seat) {
        check_notice(case, observer, action, open);
        check_worlds(case, observer, action);
        if !open {
            check_others(case, observer, action, actions);
        }
    }
}

/// An action has an edge exactly if it changes the observer's view; one of an open kind may have an edge in
/// any case.
fn check_notice<G: CompleteGame>(case: &Case<'_, G>, observer: Seat, action: G::Action, open: bool) {
    let (game, before) = (case.game, &case.state);
    let after = case.played(before, action, 0);
    let edge = game.observe(before, action, &after, observer);
    let changed = game.view(before, observer) != game.view(&after, observer);
    assert!(edge.is_some() || !changed, "edges: {observer:?} sees a change but no action ({action:?})");
    assert!(
        edge.is_none() || changed || open,
        "edges: {observer:?} sees {edge:?} for {action:?}, which changes nothing that it can see"
    );
}

/// One action has one edge in all worlds in which the observer sees the same before and after it.
fn check_worlds<G: CompleteGame>(case: &Case<'_, G>, observer: Seat, action: G::Action) {
    let (game, before) = (case.game, &case.state);
    let world = case.determinized(before, observer, 1);
    if game.to_act(&world).is_none() || !case.legal(&world).contains(&action) {
        return;
    }
    let after = [before, &world].map(|state| case.played(state, action, 0));
    if game.view(&after[0], observer) == game.view(&after[1], observer) {
        let edges = [
            game.observe(before, action, &after[0], observer),
            game.observe(&world, action, &after[1], observer),
        ];
        assert_eq!(edges[0], edges[1], "edges: {observer:?} sees hidden facts in {action:?}");
    }
}

/// Two actions have one edge if they lead to different positions that the observer cannot tell apart;
/// and law 4 holds for these positions.
fn check_others<G: CompleteGame>(
    case: &Case<'_, G>,
    observer: Seat,
    action: G::Action,
    actions: &[G::Action],
) {
    let (game, before) = (case.game, &case.state);
    let after = case.played(before, action, 0);
    let view = game.view(&after, observer);
    let others = actions.iter().copied().filter(|&other| other != action);
    for (other, other_after) in others.map(|other| (other, case.played(before, other, 0))).take(MAX_OTHERS) {
        if other_after == after || game.view(&other_after, observer) != view {
            continue;
        }
        let edges = [(action, &after), (other, &other_after)]
            .map(|(action, after)| game.observe(before, action, after, observer));
        assert_eq!(edges[0], edges[1], "edges: {observer:?} tells {action:?} from {other:?}");
        assert!(
            case.determinized(&after, observer, 2) == case.determinized(&other_after, observer, 2),
            "law 4: a determinization for {observer:?} tells {action:?} from {other:?}"
        );
    }
}
