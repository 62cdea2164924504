//! Name, numbers of players and variants of the game.

use std::ops::RangeInclusive;

use tradewinds_game::{InputError, Reconstruction, Variant, Variants};

use crate::AgeOfDiscovery;
use crate::limits::SEATS;
use crate::options::{NAME, VARIANTS};
use crate::rules::{DATA, Rules};

impl Variants for AgeOfDiscovery {
    const NAME: &'static str = NAME;
    const PLAYERS: RangeInclusive<usize> = 2..=SEATS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self { rules: Rules::new(players, variant)? })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        VARIANTS
    }

    fn data() -> &'static str {
        DATA
    }

    fn reconstruction() -> Reconstruction {
        Reconstruction {
            numbers: "goods, borders and two names of the regions, and the numbers of spaces of four boxes",
            subjects: "single regions and their goods",
        }
    }
}
