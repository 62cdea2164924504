//! Numbers of players, the shipped variants, and the rules that a variant or a position file names.

use std::ops::RangeInclusive;

use tradewinds_game::{InputError, Memo, NamedRules, Reconstruction, Variant, Variants};

use crate::MundusNovus;
use crate::limits;
use crate::rules::{DATA, Rules};

/// The shipped variants: name and TOML text.
const SHIPPED: &[(&str, &str)] = &[
    ("combinations-required", include_str!("../variants/combinations-required.toml")),
    ("promo", include_str!("../variants/promo.toml")),
    ("third-take-barred", include_str!("../variants/third-take-barred.toml")),
];

/// The rules that a position file can name beside the promo cards, each with the shipped variant that sets it.
pub(crate) const NAMED: NamedRules = NamedRules {
    game: MundusNovus::NAME,
    shipped: SHIPPED,
    names: &[("combinations_required", "combinations-required"), ("third_take_barred", "third-take-barred")],
};

impl Variants for MundusNovus {
    const NAME: &'static str = "mundus-novus";
    const PLAYERS: RangeInclusive<usize> = limits::PLAYERS;
    const RULES_VERSION: u32 = 1;

    fn new(players: usize, variant: &Variant) -> Result<Self, InputError> {
        let (promo, others) = without_promo(variant)?;
        Ok(Self { rules: make(players, promo == Some(true), NAMED.of_variant(&others)?, variant)? })
    }

    fn shipped_variants() -> &'static [(&'static str, &'static str)] {
        SHIPPED
    }

    fn data() -> &'static str {
        DATA
    }

    fn reconstruction() -> Reconstruction {
        Reconstruction {
            numbers: "values, incomes, event icons, copies and smallest numbers of players of the development cards",
            subjects: "single development cards",
        }
    }
}

/// Returns what a variant says of the promo cards (`None` if nothing), and the variant without it: `rules` is true or false,
/// or a list of names with `"promo"` among them.
///
/// # Errors
/// `rules` is something else.
pub(crate) fn without_promo(variant: &Variant) -> Result<(Option<bool>, Variant), InputError> {
    let mut others = variant.clone();
    let promo = match others.rules.take() {
        None => None,
        Some(toml::Value::Boolean(promo)) => Some(promo),
        Some(toml::Value::Array(mut names)) => {
            let all = names.len();
            names.retain(|name| name.as_str() != Some("promo"));
            let promo = (names.len() < all).then_some(true);
            others.rules = Some(names.into());
            promo
        }
        Some(other) => {
            let allowed = "true or false for the promo cards, or a list of names";
            let source = format!("variant {:?}", variant.name);
            return Err(InputError::new(source, "rules", other.to_string(), allowed));
        }
    };
    Ok((promo, others))
}

/// Makes the rules with these names, with a variant laid over them; `promo` lets the promo cards take part. The last
/// ones made are kept.
pub(crate) fn make(
    players: usize,
    promo: bool,
    named: Vec<&'static str>,
    variant: &Variant,
) -> Result<Rules, InputError> {
    static MADE: Memo<(usize, bool, Vec<&'static str>, Variant), Rules> = Memo::new();
    if !limits::PLAYERS.contains(&players) {
        return Err(InputError::new(MundusNovus::NAME, "players", players.to_string(), "2 to 6"));
    }
    MADE.get_or_make((players, promo, named, variant.clone()), |(_, _, named, _)| {
        Rules::new(players, promo, named, &NAMED.overlays(named, variant)?)
    })
}
