//! What a search leaves out.

use std::sync::Arc;

use tradewinds_game::{Actions, Game};

/// What the searching seat does not do: takes the actions that it may not play out of the legal list of one of its own
/// decisions, and leaves at least one. It depends on what the seat knows alone, and keeps the order.
pub type LegalFilter<G> =
    Arc<dyn Fn(&G, &<G as Game>::State, &mut Actions<<G as Game>::Action>) + Send + Sync>;
