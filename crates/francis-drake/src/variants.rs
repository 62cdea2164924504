//! Which rules there are: numbers of players, and the shipped variants.

use std::ops::RangeInclusive;

use crate::FrancisDrake;
use crate::advice::Prospects;
use crate::limits::{MAX_PLAYERS, MIN_PLAYERS};
use crate::rules::{DATA, Rules};
use tradewinds_game::{InputError, Reconstruction, Variant, Variants};

/// The shipped variants: name and TOML text.
const SHIPPED: &[(&str, &str)] = &[
    ("fewer-first", include_str!("../variants/fewer-first.toml")),
    ("ghost-by-die", include_str!("../variants/ghost-by-die.toml")),
    ("hero-bonus-by-order", include_str!("../variants/hero-bonus-by-order.toml")),
    ("press-or-decline", include_str!("../variants/press-or-decline.toml")),
    ("printed-street", include_str!("../variants/printed-street.toml")),
    ("return-after-all", include_str!("../variants/return-after-all.toml")),
    ("three-circles", include_str!("../variants/three-circles.toml")),
    ("unlimited-pools", include_str!("../variants/unlimited-pools.toml")),
];

impl Variants for FrancisDrake {
    const NAME: &'static str = "francis-drake";
    const PLAYERS: RangeInclusive<usize> = MIN_PLAYERS..=MAX_PLAYERS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        if !Self::PLAYERS.contains(&players) {
            return Err(InputError::new(Self::NAME, "players", players.to_string(), "3 to 5"));
        }
        Ok(Self { rules: Rules::new(players, variant)?, prospects: Prospects::default() })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        SHIPPED
    }

    fn data() -> &'static str {
        DATA
    }

    fn reconstruction() -> Reconstruction {
        Reconstruction {
            numbers: "the order of the street, the items of its circles, the guns and VP of the galleons, and zones, troops, guns, VP and treasure of most destinations",
            subjects: "single stops, galleons and ports",
        }
    }
}
