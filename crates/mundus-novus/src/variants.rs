//! Numbers of players, variants, and the rules made from them.

use std::ops::RangeInclusive;

use tradewinds_game::{InputError, Variant, Variants};

use crate::MundusNovus;
use crate::limits;
use crate::rules::{self, Rules};

impl Variants for MundusNovus {
    const NAME: &'static str = rules::NAME;
    const PLAYERS: RangeInclusive<usize> = limits::PLAYERS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        let promo = match &variant.rules {
            None => false,
            Some(toml::Value::Boolean(promo)) => *promo,
            Some(other) => {
                let source = format!("variant {:?}", variant.name);
                return Err(InputError::new(
                    source,
                    "rules",
                    other.to_string(),
                    "true or false: the promo cards",
                ));
            }
        };
        Ok(Self { rules: Rules::new(players, promo, variant)? })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        &[("promo", include_str!("../variants/promo.toml"))]
    }

    fn data() -> &'static str {
        rules::DATA
    }
}
