//! Toy games, small enough to check by hand; two have hidden information.
//!
//! - [`SecretOffer`]: secret hands and a secret simultaneous offer of variable length;
//! - [`HiddenTile`]: face-down tiles, one of which one seat has seen;
//! - [`Lights`]: nothing is hidden but what is best, which can be learned.

pub mod hidden_tile;
mod hidden_tile_policy;
mod hidden_tile_position;
mod hidden_tile_records;
pub mod lights;
pub mod secret_offer;
mod secret_offer_features;
pub(crate) mod secret_offer_policy;
mod secret_offer_position;

use tradewinds_game::{InputError, WeightDoc, Weights};

pub use hidden_tile::HiddenTile;
pub use lights::Lights;
pub use secret_offer::SecretOffer;

/// Looks up the weights of a policy, in the order of their documentation.
fn weight_values<const N: usize>(docs: &[WeightDoc; N], weights: &Weights) -> Result<[f32; N], InputError> {
    if let Some(unknown) = weights.keys().find(|name| docs.iter().all(|doc| doc.name != name.as_str())) {
        return Err(InputError::unknown_name("preset", "weights", unknown, docs.iter().map(|doc| doc.name)));
    }
    Ok(docs.map(|doc| weights.get(doc.name).copied().unwrap_or(doc.default) as f32))
}
