//! Law 11: a decision can be taken back in the true position, and in every world.

use crate::{Actions, CompleteGame, Seat, Step};

use super::Case;

/// For each observer, the decisions since the last one that it saw: the position before the first, and the actions.
pub(super) struct Unseen<G: CompleteGame>(Vec<Option<(G::State, Vec<G::Action>)>>);

impl<G: CompleteGame> Unseen<G> {
    pub(super) fn new(game: &G) -> Self {
        Self((0..game.players()).map(|_| None).collect())
    }
}

/// Checks a decision that was just played.
pub(super) fn check<G: CompleteGame>(case: &Case<'_, G>, step: &Step<'_, G>, unseen: &mut Unseen<G>) {
    if !G::REWINDS {
        return;
    }
    for observer in case.seats() {
        let (start, mut made) = unseen.0[observer.index()].take().unwrap_or((*step.before, Vec::new()));
        made.push(step.action);
        if case.game.observe(step.before, step.action, step.after, observer).is_none() {
            unseen.0[observer.index()] = Some((start, made));
            continue;
        }
        check_step(case, step, observer, &start, &made);
    }
}

fn check_step<G: CompleteGame>(
    case: &Case<'_, G>,
    step: &Step<'_, G>,
    observer: Seat,
    start: &G::State,
    made: &[G::Action],
) {
    let game = case.game;
    let edge = game.observe(step.before, step.action, step.after, observer).expect("it was seen");
    let rewound = |after: &G::State| {
        let mut before = case.determinized(step.before, observer, 400);
        let mut hidden = Actions::new();
        game.rewind(&mut before, after, observer, edge, &mut hidden).then_some((before, hidden))
    };
    let own = step.seat == observer;
    if let Some((before, hidden)) = rewound(step.after) {
        let named = edge.without_outcome().bits() == G::code(step.action) && made.len() == 1;
        assert!(
            hidden.as_slice() == made || hidden.is_empty() && named,
            "law 11: seat {observer} finds {hidden:?}, not {made:?}"
        );
        let (found, legal) = (case.legal(&before), case.legal(start));
        assert!(found == legal, "law 11: {found:?} were legal for seat {observer}, not {legal:?}");
    }
    // A world: as often as the other laws that take many views.
    if !(case.decision + case.index).is_multiple_of(case.sampling.every) {
        return;
    }
    let world = case.determinized(step.after, observer, 401);
    if let Some((before, hidden)) = rewound(&world) {
        let check = game.check(&before);
        assert!(check.is_ok(), "law 11: a rewound world of seat {observer}: {check:?}");
        let views = [step.before, &before].map(|state| game.view(state, observer));
        assert_eq!(views[0], views[1], "law 11: a rewound world shows seat {observer} something else");
        assert!(!own || hidden.is_empty(), "law 11: nothing is hidden of what a seat does itself");
        let first = hidden.first().copied();
        assert!(
            first.is_none_or(|action| case.legal(&before).contains(&action)),
            "law 11: {first:?} was not legal in a rewound world of seat {observer}"
        );
    }
}
