//! The principal variation: the moves that the trees expect.

use crate::legal_filter::LegalFilter;
use crate::places::{MoveKind, Places};
use crate::result::Line;
use crate::tree::Arena;
use tradewinds_game::{Actions, Game, Rng, View};

/// The maximum number of decisions in a principal variation.
const LINES: usize = 32;

/// Follows the most visited moves in a world drawn from `rng`, beginning with the root action `chosen`,
/// as far as the trees go.
pub(crate) fn variation<G: Game>(
    view: &View<'_, G>,
    arena: &Arena,
    start: &Places,
    chosen: usize,
    restriction: Option<&LegalFilter<G>>,
    rng: &mut Rng,
) -> Vec<Line<G::State, G::Action>> {
    let game = view.game();
    let mut places = *start;
    let mut world = view.determinize(rng);
    let mut actions = Actions::new();
    let mut lines = Vec::new();
    for played in 0..game.max_decisions() {
        let Some(seat) = game.to_act(&world) else { break };
        actions.clear();
        match played {
            0 => view.legal(&mut actions),
            _ => game.legal(&world, &mut actions),
        }
        if let Some(restriction) = restriction.filter(|_| seat == view.seat()) {
            restriction(game, &world, &mut actions);
        }
        let choice = match actions.len() {
            1 => None,
            _ => {
                let Some(parent) = places.node(seat) else { break };
                let child = |action| arena.child(parent, places.key(seat, G::code(action)));
                let visits = |child: Option<u32>| child.map_or(0, |id| arena.node(id).visits());
                let mut best = 0;
                for (index, &action) in actions.iter().enumerate() {
                    if visits(child(action)) > visits(child(actions[best])) {
                        best = index;
                    }
                }
                let best = if played == 0 { chosen } else { best };
                let child = child(actions[best]);
                if visits(child) == 0 || lines.len() == LINES {
                    break;
                }
                Some((best, child))
            }
        };
        let action = actions[choice.map_or(0, |(index, _)| index)];
        if let Some((_, Some(child))) = choice {
            let visits = arena.node(child).visits().into();
            lines.push(Line { seat, state: world, action, visits });
        }
        let before = world;
        game.play(&mut world, action, rng);
        let step = tradewinds_game::Step { before: &before, seat, action, after: &world };
        let made = choice.and_then(|(_, child)| child).map_or(MoveKind::Forced, MoveKind::Chosen);
        places.follow(game, &step, made, |_, parent, key, _| arena.child(parent, key));
    }
    lines
}
