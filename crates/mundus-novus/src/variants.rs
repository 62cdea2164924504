//! Numbers of players, variants, and the rules made from them.

use std::ops::RangeInclusive;

use tradewinds_game::{InputError, Reconstruction, Variant, Variants};

use crate::MundusNovus;
use crate::limits;
use crate::rules::{self, Rules};

impl Variants for MundusNovus {
    const NAME: &'static str = rules::NAME;
    const PLAYERS: RangeInclusive<usize> = limits::PLAYERS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        let (promo, named) = match variant.rules {
            Some(toml::Value::Boolean(promo)) => (promo, Vec::new()),
            Some(ref other) if !other.is_array() => {
                let allowed = "true or false for the promo cards, or a list of names";
                let source = format!("variant {:?}", variant.name);
                return Err(InputError::new(source, "rules", other.to_string(), allowed));
            }
            _ => (false, rules::NAMED.of_variant(variant)?),
        };
        Ok(Self { rules: Rules::new(players, promo, &named, variant)? })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        rules::SHIPPED
    }

    fn data() -> &'static str {
        rules::DATA
    }

    fn reconstruction() -> Reconstruction {
        Reconstruction {
            numbers: "values, incomes, event icons, copies and smallest numbers of players of the development cards",
            subjects: "single development cards",
        }
    }
}
