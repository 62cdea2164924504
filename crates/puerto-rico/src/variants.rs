//! The variants: those shipped with the game, and the rules that a variant or a position file names.

use std::ops::RangeInclusive;

use crate::PuertoRico;
use crate::limits::MAX_PLAYERS;
use crate::rules::{DATA, Rules};
use tradewinds_game::{InputError, Memo, NamedRules, Reconstruction, Variant, Variants};

/// The shipped variants: name and TOML text.
const SHIPPED: &[(&str, &str)] = &[
    ("balanced", include_str!("../variants/balanced.toml")),
    ("corn-handicap", include_str!("../variants/corn-handicap.toml")),
    ("factory-university-swap", include_str!("../variants/factory-university-swap.toml")),
    ("free-colonist-optional", include_str!("../variants/free-colonist-optional.toml")),
    ("mayor-privilege-optional", include_str!("../variants/mayor-privilege-optional.toml")),
    ("optional-privileges", include_str!("../variants/optional-privileges.toml")),
    ("small-market-hut-swap", include_str!("../variants/small-market-hut-swap.toml")),
    ("strict", include_str!("../variants/strict.toml")),
];

/// The rules that a position file can name, each with the shipped variant that sets it.
const NAMED: NamedRules = NamedRules {
    game: PuertoRico::NAME,
    shipped: SHIPPED,
    names: &[
        ("corn_handicap", "corn-handicap"),
        ("factory_university_swap", "factory-university-swap"),
        ("free_colonist_optional", "free-colonist-optional"),
        ("mayor_privilege_optional", "mayor-privilege-optional"),
        ("optional_privileges", "optional-privileges"),
        ("small_market_hut_swap", "small-market-hut-swap"),
    ],
};

impl Variants for PuertoRico {
    const NAME: &'static str = "puerto-rico";
    const PLAYERS: RangeInclusive<usize> = 2..=MAX_PLAYERS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self::with(make(players, NAMED.of_variant(variant)?, variant)?))
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        SHIPPED
    }

    fn data() -> &'static str {
        DATA
    }

    fn reconstruction() -> Reconstruction {
        Reconstruction {
            numbers: "",
            subjects: "the numbers that the rulebook shows in pictures only (the table of buildings, the prices of the trading house) come from public sources, which agree with all its examples",
        }
    }
}

/// Makes the rules with these names, with a variant laid over them.
fn make(players: usize, named: Vec<&'static str>, variant: &Variant) -> Result<Rules, InputError> {
    let overlays = NAMED.overlays(&named, variant)?;
    Rules::new(players, named, &overlays)
}

/// Makes the rules that a position file names, with a variant laid over them; the last ones made are
/// kept.
pub(crate) fn rules_of_file(
    players: usize,
    names: &[String],
    variant: &Variant,
) -> Result<Rules, InputError> {
    static MADE: Memo<(usize, Vec<String>, Variant), Rules> = Memo::new();
    MADE.get_or_make((players, names.to_vec(), variant.clone()), |_| {
        make(players, NAMED.of_file(names, variant)?, variant)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_variant_loads_for_every_count() {
        for (name, _) in SHIPPED {
            let variant = Variant::shipped(name, PuertoRico::NAME, SHIPPED).unwrap();
            for players in PuertoRico::PLAYERS {
                PuertoRico::new(players, &variant).unwrap();
            }
        }
    }
}
