//! Sizes that the rules fix, and the maximums that variants and positions must keep.

use std::ops::RangeInclusive;

/// The numbers of players (1.1).
pub(crate) const PLAYERS: RangeInclusive<usize> = 2..=6;
/// The number of cards in the market (1.3).
pub(crate) const MARKET: usize = 3;
/// The number of open development cards while the deck lasts (1.3).
pub(crate) const QUEUE: usize = 5;
/// The minimum number of cards that form a set (4.4.2).
pub(crate) const MIN_SET: u8 = 3;
/// The maximum number of cards that form a set (J24).
pub(crate) const MAX_SET: u8 = 5;
/// The number of sizes of a set.
pub(crate) const SET_SIZES: usize = (MAX_SET - MIN_SET) as usize + 1;
/// The minimum number of cards of a different combination (4.4.3).
pub(crate) const MIN_DIFFERENT: u8 = 4;
/// The maximum number of relics of one sale (J17).
pub(crate) const MAX_RELICS: u8 = 5;

/// The maximum number of development cards in a game: 44 and five promo cards.
pub(crate) const MAX_DEVELOPMENTS: usize = 49;
/// The maximum number of caravels in play, so that a split of them fits its field.
pub(crate) const MAX_CARAVELS: usize = 16;
/// The maximum number of resource cards in a game, so that they fit the draw pile.
pub(crate) const MAX_RESOURCES: usize = 128;
/// The maximum number of cards of one player, so that the sums over a hand fit their fields.
pub(crate) const MAX_HAND: usize = 60;
/// The maximum number of cards dealt to each player in a round.
pub(crate) const MAX_DEALT: u8 = 9;
/// The minimum and maximum size of an offer that a variant may set.
pub(crate) const MIN_OFFER: u8 = 2;
pub(crate) const MAX_OFFER: u8 = 4;
/// The maximum number of storage places of one warehouse.
pub(crate) const MAX_SLOTS: u8 = 5;
/// The maximum value of a resource card in an offer.
pub(crate) const MAX_VALUE: u8 = 15;

/// The maximum number of doubloons of a player at the start, to end the game, and for an action.
pub(crate) const MAX_MONEY: u16 = 2_000;
/// The maximum number of doubloons of one payment.
pub(crate) const MAX_PAID: u16 = 200;
/// The maximum number of doubloons of one effect for each card that counts, and of a card's income.
pub(crate) const MAX_EFFECT: u16 = 50;

/// The maximum number of doubloons, and of rounds, in a position file, so that the fields hold what
/// is added.
pub(crate) const MAX_IN_FILE: u16 = 10_000;
