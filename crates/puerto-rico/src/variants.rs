//! The variants: those shipped with the game, and the rules that a variant or a position file names.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::PuertoRico;
use crate::limits::MAX_PLAYERS;
use crate::rules::{DATA, Rules};
use tradewinds_game::{InputError, Memo, Variant, Variants};

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
const NAMED_RULES: [(&str, &str); 6] = [
    ("corn_handicap", "corn-handicap"),
    ("factory_university_swap", "factory-university-swap"),
    ("free_colonist_optional", "free-colonist-optional"),
    ("mayor_privilege_optional", "mayor-privilege-optional"),
    ("optional_privileges", "optional-privileges"),
    ("small_market_hut_swap", "small-market-hut-swap"),
];

impl Variants for PuertoRico {
    const NAME: &'static str = "puerto-rico";
    const PLAYERS: RangeInclusive<usize> = 2..=MAX_PLAYERS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        Ok(Self::with(make(players, named_by_variant(variant)?, variant)?))
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        SHIPPED
    }

    fn data() -> &'static str {
        DATA
    }
}

/// Makes the rules with these names, with a variant laid over them.
fn make(players: usize, named: Vec<&'static str>, variant: &Variant) -> Result<Rules, InputError> {
    let chosen = NAMED_RULES.iter().filter(|(name, _)| named.contains(name));
    let shipped = chosen.map(|(_, shipped)| Variant::shipped(shipped, PuertoRico::NAME, SHIPPED));
    let mut overlays = shipped.collect::<Result<Vec<Variant>, _>>()?;
    overlays.push(variant.clone());
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
        make(players, named_by_file(names, variant)?, variant)
    })
}

/// Checks the names of rules in a position file, which include those of the variant.
fn named_by_file(names: &[String], variant: &Variant) -> Result<Vec<&'static str>, InputError> {
    let mut named: Vec<&'static str> = Vec::new();
    for (index, text) in names.iter().enumerate() {
        let name = named_rule("position", &format!("rules[{index}]"), text)?;
        if named.last().is_some_and(|&last| last >= name) {
            return Err(InputError::new("position", "rules", format!("{names:?}"), "sorted, no name twice"));
        }
        named.push(name);
    }
    for rule in named_by_variant(variant)? {
        if !named.contains(&rule) {
            let allowed = format!("{rule:?} among them, as the variant {:?} says", variant.name);
            return Err(InputError::new("position", "rules", format!("{names:?}"), allowed));
        }
    }
    Ok(named)
}

/// Reads the names of rules that a variant stands for.
fn named_by_variant(variant: &Variant) -> Result<Vec<&'static str>, InputError> {
    let Some(rules) = &variant.rules else { return Ok(Vec::new()) };
    let source_name = format!("variant {:?}", variant.name);
    let Some(names) = rules.as_array() else {
        return Err(InputError::new(source_name, "rules", rules.to_string(), "a list of names"));
    };
    let named = names.iter().map(|name| named_rule(&source_name, "rules", name.as_str().unwrap_or_default()));
    Ok(named.collect::<Result<BTreeSet<_>, _>>()?.into_iter().collect())
}

/// Finds a named rule.
fn named_rule(source_name: &str, field: &str, text: &str) -> Result<&'static str, InputError> {
    let known = NAMED_RULES.iter().map(|(name, _)| *name);
    match known.clone().find(|name| *name == text) {
        Some(name) => Ok(name),
        None => Err(InputError::unknown_name(source_name, field, text, known)),
    }
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
