//! Numbers of players, the shipped variants, and the rules that a variant or a position file names.

use std::ops::RangeInclusive;

use tradewinds_game::{InputError, Memo, Reconstruction, Variant, Variants};

use crate::AgeOfDiscovery;
use crate::limits::SEATS;
use crate::options::Options;
use crate::rules::{DATA, Rules};

/// The shipped variants: name and TOML text.
const SHIPPED: &[(&str, &str)] = &[
    ("auction", include_str!("../variants/auction.toml")),
    ("navy-3", include_str!("../variants/navy-3.toml")),
    ("taxation-each-turn", include_str!("../variants/taxation-each-turn.toml")),
    ("university-one-step", include_str!("../variants/university-one-step.toml")),
];

impl Variants for AgeOfDiscovery {
    const NAME: &'static str = "age-of-discovery";
    const PLAYERS: RangeInclusive<usize> = 2..=SEATS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self { rules: make(players, Options::of_variant(variant)?, variant)? })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        SHIPPED
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

/// Makes the rules with these options, with a variant laid over them.
fn make(players: usize, options: Options, variant: &Variant) -> Result<Rules, InputError> {
    let shipped = options.variants().map(|name| Variant::shipped(name, AgeOfDiscovery::NAME, SHIPPED));
    let mut overlays = shipped.collect::<Result<Vec<Variant>, _>>()?;
    overlays.push(variant.clone());
    Rules::new(players, options, &overlays)
}

/// Makes the rules that a position file names, with a variant laid over them; the last ones made are kept.
pub(crate) fn rules_of_file(
    players: usize,
    options: Options,
    variant: &Variant,
) -> Result<Rules, InputError> {
    static MADE: Memo<(usize, Options, Variant), Rules> = Memo::new();
    MADE.get_or_make((players, options, variant.clone()), |_| {
        if !options.contain(Options::of_variant(variant)?) {
            let found = options.object().map_or_else(|| "nothing".to_owned(), |object| object.to_string());
            let allowed = format!("the options of the variant {:?}", variant.name);
            return Err(InputError::new("position", "options", found, allowed));
        }
        make(players, options, variant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_variant_loads_for_every_count() {
        for (name, _) in SHIPPED {
            let variant = Variant::shipped(name, AgeOfDiscovery::NAME, SHIPPED).expect("it is shipped");
            for players in AgeOfDiscovery::PLAYERS {
                AgeOfDiscovery::new(players, &variant).expect("it fits");
            }
        }
        assert!(AgeOfDiscovery::new(6, &Variant::standard()).is_err());
    }
}
