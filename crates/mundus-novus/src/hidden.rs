//! Hidden information: determinization, and what others see of an action (section 6, 12.5).
//!
//! # The worlds
//! An observer knows all public fields, its own cards, its entry of every `known_by` and whether a
//! gift is recorded. A world places the physical cards that it has not located; all worlds are
//! equally likely. Cards that it knows of another seat stay; the others are dealt from one pool.
//!
//! # The gift
//! A bystander of a recorded gift knows a multiset K among "the giver's cards and the given card
//! together". Let S be these h + 1 cards (h in the giver's hand now), u = h + 1 - |K| of them
//! unknown, U the pool less K, f the receiver's cards unknown to the bystander, and `shown` the
//! list of what the receiver has lost openly since. The given card is one of S and now either one
//! of those f cards or one of
//! `shown`. Counting the arrangements of physical cards gives the weights
//! - f for each card of S that is still with the receiver;
//! - 1 for each of the u unknown cards of S together with each card of `shown`;
//! - (|U| + 1) / (U\[t\] + 1) for each card of type t in K together with each `t` of `shown`: the two are
//!   one physical card, so one more `t` is in the pool.
//!
//! # Choices under way
//! Cards that another seat has set aside count as cards in hand (12.5), so their number and types
//! are drawn again: committed cards uniformly among the sets of cards of the sizes that the rules
//! allow, an unfinished choice uniformly among the sets that can still be completed. What a seat
//! has announced in its turn (a set, a number of different goods) holds in every world.

mod choices;
mod gift;
mod observe;
mod subset;
mod world;

pub(crate) use gift::Bystander;
pub(crate) use observe::observe;
pub(crate) use world::{determinize, permute_unseen, shuffle_unseen};
