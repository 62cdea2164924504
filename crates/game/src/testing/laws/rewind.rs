//! Law 11: a decision can be taken back in the true position, and in every world.

use crate::{Actions, CompleteGame, Edge, Seat, Step};

use super::Case;

/// A world is taken back over many decisions at one in this number of the sampled decisions, elsewhere over one.
const BACK_EVERY: u32 = 16;
/// The maximum number of decisions over which a world is taken back.
const MOST_BACK: usize = 64;

/// What a seat has observed of a game.
pub(super) struct Observer<G: CompleteGame> {
    /// The decisions that it saw: the position before each, and the edge.
    seen: Vec<(G::State, Edge)>,
    /// Since the last one: the position before the first decision that it did not see, and the actions.
    unseen: Option<(G::State, Vec<G::Action>)>,
}

impl<G: CompleteGame> Observer<G> {
    /// Makes one for each seat.
    pub(super) fn all(game: &G) -> Vec<Self> {
        (0..game.players()).map(|_| Self { seen: Vec::new(), unseen: None }).collect()
    }
}

/// Checks a decision that was just played.
pub(super) fn check<G: CompleteGame>(
    case: &Case<'_, G>,
    step: &Step<'_, G>,
    observers: &mut [Observer<G>],
    sampled: bool,
) {
    if !G::REWINDS {
        return;
    }
    let most = if (case.decision / case.sampling.every).is_multiple_of(BACK_EVERY) { MOST_BACK } else { 1 };
    for (seat, observer) in case.seats().zip(observers) {
        let (start, mut made) = observer.unseen.take().unwrap_or((*step.before, Vec::new()));
        made.push(step.action);
        let Some(edge) = case.game.observe(step.before, step.action, step.after, seat) else {
            observer.unseen = Some((start, made));
            continue;
        };
        check_true(case, step, seat, edge, &start, &made);
        observer.seen.push((*step.before, edge));
        if sampled {
            check_world(case, step.after, seat, &observer.seen, most);
        }
    }
}

/// Takes a position back over one decision; `before` is the true position before it.
fn rewound<G: CompleteGame>(
    case: &Case<'_, G>,
    before: &G::State,
    after: &G::State,
    observer: Seat,
    edge: Edge,
) -> Option<(G::State, Actions<G::Action>)> {
    let mut before = case.determinized(before, observer, 400);
    let mut hidden = Actions::new();
    let ratio = case.game.rewind(&mut before, after, observer, edge, &mut hidden)?;
    assert!(ratio.is_finite() && ratio > 0.0, "law 11: worlds {ratio} times as likely");
    Some((before, hidden))
}

/// The true position finds the decisions that were `made` from the position `start` on, and what was legal there.
fn check_true<G: CompleteGame>(
    case: &Case<'_, G>,
    step: &Step<'_, G>,
    observer: Seat,
    edge: Edge,
    start: &G::State,
    made: &[G::Action],
) {
    let Some((before, hidden)) = rewound(case, step.before, step.after, observer, edge) else { return };
    let named = edge.without_outcome().bits() == G::code(step.action) && made.len() == 1;
    assert!(
        hidden.as_slice() == made || hidden.is_empty() && named,
        "law 11: {observer:?} finds {hidden:?}, not {made:?}"
    );
    let (found, legal) = (case.legal(&before), case.legal(start));
    assert!(found == legal, "law 11: {found:?} were legal for {observer:?}, not {legal:?}");
}

/// A world is taken back over up to `most` decisions, from one to the one before it.
fn check_world<G: CompleteGame>(
    case: &Case<'_, G>,
    after: &G::State,
    observer: Seat,
    seen: &[(G::State, Edge)],
    most: usize,
) {
    let game = case.game;
    let mut world = case.determinized(after, observer, 401);
    for &(ref truth, edge) in seen.iter().rev().take(most) {
        let Some((before, hidden)) = rewound(case, truth, &world, observer, edge) else { return };
        let check = game.check(&before);
        assert!(check.is_ok(), "law 11: a rewound world of {observer:?}: {check:?}");
        let views = [truth, &before].map(|state| game.view(state, observer));
        assert_eq!(views[0], views[1], "law 11: a rewound world shows {observer:?} something else");
        let own = game.to_act(truth) == Some(observer);
        assert!(!own || hidden.is_empty(), "law 11: nothing is hidden of what a seat does itself");
        let mut state = before;
        for &action in &hidden {
            assert!(
                case.legal(&state).contains(&action),
                "law 11: {action:?} was not legal in a rewound world of {observer:?}"
            );
            game.play(&mut state, action, &mut case.rng(402));
        }
        let code = edge.without_outcome().bits();
        assert!(
            !hidden.is_empty() || case.legal(&before).iter().any(|&action| G::code(action) == code),
            "law 11: what {observer:?} saw was not legal in a rewound world"
        );
        world = before;
    }
}
