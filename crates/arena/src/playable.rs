//! A game by its name.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde_json::Value;

use super::info::GameInfo;
use super::seam::{Match, Rules, Ruleset};
use super::under_way::UnderWay;
use tradewinds_game::kit::Fields;
use tradewinds_game::{CompleteGame, InputError, Origin, Seed, Variant};

/// Code of a crate above that is compiled for the type of a game: a function, which that crate knows by its type.
pub type Extension = dyn Any + Send + Sync;

/// Code that is compiled for any game's type.
pub trait Extend<G>: 'static {
    /// The code for this game.
    const EXTENSION: &'static Extension;
}

/// No code.
impl<G> Extend<G> for () {
    const EXTENSION: &'static Extension = &();
}

/// Any of the games: all code above the seam uses games through this trait, [`Ruleset`] and [`Match`].
///
/// [`playable`] makes one from any [`CompleteGame`].
pub trait Playable: Send + Sync {
    /// Returns the game as data.
    fn info(&self) -> GameInfo;

    /// Makes the rules for `players` seats.
    ///
    /// # Errors
    /// A wrong number of players, or a variant that does not fit the game's data.
    fn table(&self, players: usize, variant: &Variant) -> Result<Box<dyn Ruleset>, InputError>;

    /// Resumes a game at a valid position; its unknown parts are completed from `completion`, and random
    /// events are drawn from `chance`.
    ///
    /// A position may bring its rules: its field `variant` is one as data ([`Variant::from_json`]).
    ///
    /// # Errors
    /// The position's own variant is refused, or differs from `variant`, unless that is the standard rules; the first field
    /// of the position that is missing, unknown or out of range, unknown parts that nothing can complete, or the first
    /// broken invariant.
    fn load(
        &self,
        position: &Value,
        variant: &Variant,
        completion: Seed,
        chance: Seed,
    ) -> Result<Box<dyn Match>, InputError>;

    /// Resumes a game as [`Playable::load`] does, without checking whether the position is valid.
    ///
    /// # Errors
    /// Those of [`Playable::load`], except for broken invariants.
    fn read(
        &self,
        position: &Value,
        variant: &Variant,
        completion: Seed,
        chance: Seed,
    ) -> Result<Box<dyn Match>, InputError>;

    /// Returns the code of a crate above with which the game was [put behind the seam](playable_with).
    fn extension(&self) -> &'static Extension;
}

impl fmt::Debug for dyn Playable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Playable").field(&self.info().name).finish()
    }
}

/// Stands for a game's type, and for code that is compiled for it.
struct Entry<G, E>(PhantomData<fn() -> (G, E)>);

/// Returns a game behind the seam.
#[must_use]
pub const fn playable<G: CompleteGame>() -> &'static dyn Playable {
    playable_with::<G, ()>()
}

/// Returns a game behind the seam, with code that another crate compiles for its type.
#[must_use]
pub const fn playable_with<G: CompleteGame, E: Extend<G>>() -> &'static dyn Playable {
    &Entry::<G, E>(PhantomData)
}

/// Refuses a position that names another game, whose fields are others.
fn check_game<G: CompleteGame>(position: &Value) -> Result<(), InputError> {
    position["game"].as_str().map_or(Ok(()), |found| Fields::POSITION.text("game", found, G::NAME))
}

/// Returns a position without its rules, and the rules: its own, or else `variant`.
fn with_rules<'a, G: CompleteGame>(
    position: &'a Value,
    variant: &'a Variant,
) -> Result<(Cow<'a, Value>, Cow<'a, Variant>), InputError> {
    let Some(own) = position.get("variant") else {
        return Ok((Cow::Borrowed(position), Cow::Borrowed(variant)));
    };
    let own = Variant::from_json(own, G::NAME).map_err(|error| error.with_origin(Origin::Position))?;
    if *variant != Variant::standard() && (&own.rules, &own.set) != (&variant.rules, &variant.set) {
        let (found, allowed) = (format!("{:?}", own.name), format!("{:?}, or no field", variant.name));
        return Err(InputError::conflict(Origin::Position, "variant", found, allowed));
    }
    let mut position = position.clone();
    position.as_object_mut().and_then(|fields| fields.remove("variant"));
    Ok((Cow::Owned(position), Cow::Owned(own)))
}

impl<G: CompleteGame, E: Extend<G>> Playable for Entry<G, E> {
    fn info(&self) -> GameInfo {
        GameInfo::of::<G>()
    }

    fn table(&self, players: usize, variant: &Variant) -> Result<Box<dyn Ruleset>, InputError> {
        Ok(Box::new(Rules::new(G::new(players, variant)?)))
    }

    fn load(
        &self,
        position: &Value,
        variant: &Variant,
        completion: Seed,
        chance: Seed,
    ) -> Result<Box<dyn Match>, InputError> {
        check_game::<G>(position)?;
        let (position, variant) = with_rules::<G>(position, variant)?;
        let (game, state) = G::load(&position, &variant, &mut completion.rng())?;
        Ok(Box::new(UnderWay::new(Rules::new(game), state, chance)))
    }

    fn read(
        &self,
        position: &Value,
        variant: &Variant,
        completion: Seed,
        chance: Seed,
    ) -> Result<Box<dyn Match>, InputError> {
        check_game::<G>(position)?;
        let (position, variant) = with_rules::<G>(position, variant)?;
        let (game, state) = G::read(&position, &variant, &mut completion.rng())?;
        Ok(Box::new(UnderWay::new(Rules::new(game), state, chance)))
    }
    fn extension(&self) -> &'static Extension {
        E::EXTENSION
    }
}
