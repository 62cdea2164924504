//! The shipped variants, and those among them that a position file names in its `options`.

use serde_json::{Map, Value};
use tradewinds_game::{InputError, Variant};

/// The game's name.
pub(crate) const NAME: &str = "age-of-discovery";

/// The shipped variants: name and TOML text.
pub(crate) const VARIANTS: &[(&str, &str)] = &[
    ("auction", include_str!("../variants/auction.toml")),
    ("navy-3", include_str!("../variants/navy-3.toml")),
];

/// The rules that a position file names in `options`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options {
    /// `start` = `"auction"`.
    pub(crate) auction: bool,
    /// `navy_vp` = 3.
    pub(crate) navy_3: bool,
}

impl Options {
    /// Reads the options that a variant stands for.
    pub(crate) fn of_variant(variant: &Variant) -> Result<Self, InputError> {
        let Some(rules) = &variant.rules else { return Ok(Self::default()) };
        let source_name = format!("variant {:?}", variant.name);
        let refuse = |found: String| {
            InputError::new(&source_name, "rules", found, "{ start = \"auction\", navy_vp = 3 }")
        };
        let table = rules.as_table().ok_or_else(|| refuse(rules.to_string()))?;
        let mut options = Self::default();
        for (name, value) in table {
            match (name.as_str(), value.as_str(), value.as_integer()) {
                ("start", Some("auction"), _) => options.auction = true,
                ("navy_vp", _, Some(3)) => options.navy_3 = true,
                _ => return Err(refuse(format!("{name} = {value}"))),
            }
        }
        Ok(options)
    }

    /// Writes the object of a position file, if there is anything to say.
    pub(crate) fn object(self) -> Option<Value> {
        let mut object = Map::new();
        if self.auction {
            object.insert("start".to_owned(), "auction".into());
        }
        if self.navy_3 {
            object.insert("navy_vp".to_owned(), 3.into());
        }
        (!object.is_empty()).then_some(Value::Object(object))
    }

    /// Returns the shipped variants that these options stand for.
    pub(crate) fn variants(self) -> Result<Vec<Variant>, InputError> {
        let named = [(self.auction, "auction"), (self.navy_3, "navy-3")];
        let chosen = named.into_iter().filter(|(chosen, _)| *chosen);
        chosen.map(|(_, name)| Variant::shipped(name, NAME, VARIANTS)).collect()
    }
}
