//! The bots of a game, asked at their decisions.

use tradewinds_bots::{Bot, Preset};
use tradewinds_game::{Actions, CompleteGame, Game, InputError, Seat, Step, View};

use super::ScheduledGame;

/// Asks a bot unless only one action is legal.
pub(crate) fn ask<'b, G: Game>(
    bots: &mut [Box<dyn Bot<G> + 'b>],
    view: &View<'_, G>,
    actions: &Actions<G::Action>,
) -> G::Action {
    match actions.as_slice() {
        [forced] => *forced,
        _ => bots[view.seat().index()].choose(view),
    }
}

/// Shows a decision to the bots that observe every one.
pub(crate) fn show<'b, G: Game>(bots: &mut [Box<dyn Bot<G> + 'b>], game: &G, step: &Step<'_, G>) {
    let observers = Seat::all(bots.len());
    for (bot, observer) in bots.iter_mut().zip(observers).filter(|(bot, _)| bot.is_attentive()) {
        bot.notice(step.seat, game.observe(step.before, step.action, step.after, observer));
    }
}

/// Makes the bots of a game from their presets, in seat order.
///
/// # Errors
/// A preset is for another game or names a weight that the game's policy does not have.
pub(crate) fn seat_bots<G: CompleteGame>(
    game: &G,
    scheduled: &ScheduledGame,
    presets: &[&Preset],
) -> Result<Vec<Box<dyn Bot<G>>>, InputError> {
    let seats = Seat::all(game.players()).zip(presets);
    seats.map(|(seat, preset)| preset.build(game, scheduled.bot_seed(seat))).collect()
}
