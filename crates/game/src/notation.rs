//! The written form of a game: actions, positions, results.
//!
//! [`Notation::read`] refuses only what a state cannot hold, and [`Notation::violations`] names the rest, all
//! of it; [`Notation::load`] is both. Where a file has more of something than the game, what is derived from
//! it is left at nothing, so that the sum is wrong and an invariant says so. [`Notation::show`] lays out a
//! position file, not a state: what the file leaves unknown must not come from its completion.

use serde_json::Value;

use super::{Actions, Broken, Dice, Game, IllegalAction, InputError, Origin, Seat, Variant, object};

/// The notation of a game, as its rules page defines it, and the invariants of its positions.
pub trait Notation: Game {
    /// Writes an action in the notation of the rules page.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;

    /// Reads an action in notation.
    ///
    /// # Errors
    /// The text is not the notation of a legal action; the reason lists the legal ones.
    fn parse_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, IllegalAction> {
        let mut actions = Actions::new();
        self.legal(state, &mut actions);
        for &action in &actions {
            if self.action_text(state, action) == text {
                return Ok(action);
            }
        }
        let mut texts: Vec<String> = actions.iter().map(|&action| self.action_text(state, action)).collect();
        texts.sort_unstable();
        let reason = match texts.as_slice() {
            [] => "the game is over".to_owned(),
            texts => format!("legal here: {}", texts.join(", ")),
        };
        Err(IllegalAction { action: text.to_owned(), reason })
    }

    /// Writes the position file of a state.
    fn position(&self, state: &Self::State) -> Value;

    /// Writes the position as `seat` sees it, with unknown parts marked as the rules page says.
    fn view(&self, state: &Self::State, seat: Seat) -> Value;

    /// Reads a position file without asking whether it is valid: [`Notation::violations`] does that. Its number of
    /// players and its own rules field give the rules; `variant` names numbers that a position cannot.
    /// Unknown parts are completed from `dice`.
    ///
    /// # Errors
    /// The first field that is missing, unknown or out of range, or unknown parts that nothing can complete.
    fn read(
        position: &Value,
        variant: &Variant,
        dice: &mut dyn Dice,
    ) -> Result<(Self, Self::State), InputError>;

    /// Reads a valid position file, as [`Notation::read`] does.
    ///
    /// # Errors
    /// Those of [`Notation::read`], or the first broken invariant.
    fn load(
        position: &Value,
        variant: &Variant,
        dice: &mut dyn Dice,
    ) -> Result<(Self, Self::State), InputError> {
        let (game, state) = Self::read(position, variant, dice)?;
        match game.check(&state) {
            Ok(()) => Ok((game, state)),
            Err(broken) => {
                Err(InputError::conflict(Origin::Position, "", broken.to_string(), "a valid position"))
            }
        }
    }

    /// Lays a position out as text for a player, in lines of at most 80 columns, with unknown parts marked
    /// as such. The position is one that [`Notation::position`] or [`Notation::view`] wrote, or a file that
    /// [`Notation::load`] takes. A game without its own layout shows each field of the file on a line.
    ///
    /// # Errors
    /// The first field at fault, if it is not a position of this game.
    fn show(&self, position: &Value) -> Result<String, InputError> {
        let fields = position.as_object().into_iter().flatten();
        Ok(fields.map(|(name, value)| format!("{name}: {value}\n")).collect())
    }

    /// Writes the result object, or `None` where the rules page gives none to an unfinished game; by default the points
    /// of a game that is over.
    fn result(&self, state: &Self::State) -> Option<Value> {
        let points = || self.scores(state).points.as_slice().into();
        self.to_act(state).is_none().then(|| object([("points", points())]))
    }

    /// Returns why the game ended, in one word or a few joined by `+`; empty while it continues.
    fn end_reason(&self, state: &Self::State) -> String {
        if self.to_act(state).is_none() { "end".to_owned() } else { String::new() }
    }

    /// Lists the broken invariants of the rules page, the most general first; empty for a valid state.
    ///
    /// It takes any state that [`Notation::read`] returns.
    fn violations(&self, state: &Self::State) -> Vec<Broken>;

    /// Checks the invariants of the rules page.
    ///
    /// # Errors
    /// The first broken invariant.
    fn check(&self, state: &Self::State) -> Result<(), Broken> {
        self.violations(state).into_iter().next().map_or(Ok(()), Err)
    }
}
