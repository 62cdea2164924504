//! The rules that a position file names in its `options`, each with the shipped variant that sets it.

use serde_json::{Map, Value};
use tradewinds_game::{InputError, Variant, Variants};

use crate::AgeOfDiscovery;

/// The value of an option, as TOML and JSON write it.
#[derive(Clone, Copy)]
enum Setting {
    Word(&'static str),
    Number(i64),
}

/// The options: name, the one value that differs from the standard rules, and the variant that it stands for.
const OPTIONS: [(&str, Setting, &str); 4] = [
    ("start", Setting::Word("auction"), "auction"),
    ("navy_vp", Setting::Number(3), "navy-3"),
    ("taxation", Setting::Word("each_turn"), "taxation-each-turn"),
    ("university", Setting::Word("one_step"), "university-one-step"),
];

/// The rules that a position file names in `options`: a set of [`OPTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Options(u8);

impl Options {
    /// The turn order is auctioned.
    pub(crate) const AUCTION: Self = Self(1);
    /// The Navy is worth 3 VP a ship.
    pub(crate) const NAVY_3: Self = Self(1 << 1);
    /// Taxation brings its VP in every turn.
    pub(crate) const TAXATION: Self = Self(1 << 2);
    /// The University moves by one position.
    pub(crate) const ONE_STEP: Self = Self(1 << 3);

    /// Returns whether all of `others` are among these.
    pub(crate) const fn contain(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Reads the options that a variant stands for: those of its field `rules`, or, where it has none, those whose flags it
    /// sets among its numbers.
    pub(crate) fn of_variant(variant: &Variant) -> Result<Self, InputError> {
        let Some(rules) = &variant.rules else { return Self::of_flags(variant) };
        let source_name = format!("variant {:?}", variant.name);
        let refuse = |found: String| InputError::new(&source_name, "rules", found, Self::all_as_text());
        let table = rules.as_table().ok_or_else(|| refuse(rules.to_string()))?;
        let mut options = Self::default();
        for (name, value) in table {
            options.0 |= Self::find(name, |setting| match setting {
                Setting::Word(word) => value.as_str() == Some(word),
                Setting::Number(number) => value.as_integer() == Some(number),
            })
            .ok_or_else(|| refuse(format!("{name} = {value}")))?;
        }
        Ok(options)
    }

    fn of_flags(variant: &Variant) -> Result<Self, InputError> {
        let mut options = Self::default();
        for (place, (.., name)) in OPTIONS.iter().enumerate() {
            let shipped = Variant::shipped(name, AgeOfDiscovery::NAME, AgeOfDiscovery::shipped_variants())?;
            options.0 |= u8::from(variant.sets_flags_of(&shipped)) << place;
        }
        Ok(options)
    }

    /// Reads the `options` of a position file.
    pub(crate) fn of_position(object: &Map<String, Value>) -> Result<Self, InputError> {
        let mut options = Self::default();
        for (name, value) in object {
            if !OPTIONS.iter().any(|(known, ..)| known == name) {
                let known = OPTIONS.map(|(known, ..)| known);
                return Err(InputError::unknown_name("position", format!("options.{name}"), name, known));
            }
            let bit = Self::find(name, |setting| Value::from(setting) == *value);
            options.0 |= bit.ok_or_else(|| {
                let allowed = OPTIONS.into_iter().find(|(known, ..)| known == name);
                let allowed = allowed.map_or(Value::Null, |(_, setting, _)| setting.into());
                InputError::new("position", format!("options.{name}"), value.to_string(), allowed.to_string())
            })?;
        }
        Ok(options)
    }

    /// Returns the bit of an option if its value is the one that differs.
    fn find(name: &str, is_value: impl Fn(Setting) -> bool) -> Option<u8> {
        let place = OPTIONS.iter().position(|(known, setting, _)| *known == name && is_value(*setting))?;
        Some(1 << place)
    }

    /// Lists the options of this set.
    fn chosen(self) -> impl Iterator<Item = (&'static str, Setting, &'static str)> {
        (0..).zip(OPTIONS).filter(move |(place, _)| self.0 >> place & 1 != 0).map(|(_, option)| option)
    }

    /// Writes all options as a variant file does.
    fn all_as_text() -> String {
        let options = OPTIONS.map(|(name, setting, _)| format!("{name} = {}", Value::from(setting)));
        format!("{{ {} }}", options.join(", "))
    }

    /// Writes the object of a position file, if there is anything to say.
    pub(crate) fn object(self) -> Option<Value> {
        let object: Map<String, Value> =
            self.chosen().map(|(name, setting, _)| (name.to_owned(), setting.into())).collect();
        (!object.is_empty()).then_some(Value::Object(object))
    }

    /// Lists the shipped variants that these options stand for.
    pub(crate) fn variants(self) -> impl Iterator<Item = &'static str> {
        self.chosen().map(|(.., variant)| variant)
    }
}

impl From<Setting> for Value {
    fn from(setting: Setting) -> Self {
        match setting {
            Setting::Word(word) => word.into(),
            Setting::Number(number) => number.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each constant is the option of its variant, and each shipped variant has one.
    #[test]
    fn every_variant_is_an_option() {
        for (options, name) in [
            (Options::AUCTION, "auction"),
            (Options::NAVY_3, "navy-3"),
            (Options::TAXATION, "taxation-each-turn"),
            (Options::ONE_STEP, "university-one-step"),
        ] {
            let shipped = AgeOfDiscovery::shipped_variants();
            let variant = Variant::shipped(name, AgeOfDiscovery::NAME, shipped).expect("it is shipped");
            assert_eq!(Options::of_variant(&variant), Ok(options), "{name}");
            let object = options.object().expect("an option");
            assert_eq!(Options::of_position(object.as_object().expect("an object")), Ok(options), "{name}");
        }
        assert_eq!(AgeOfDiscovery::shipped_variants().len(), OPTIONS.len());
    }

    #[test]
    fn flags_name_their_options() {
        let of = |set: &str| {
            let text = format!("name = \"v\"\ngame = \"age-of-discovery\"\n[set]\n{set}\n");
            Options::of_variant(&Variant::parse("v.toml", &text, AgeOfDiscovery::NAME).expect("a variant"))
        };
        assert_eq!(of("\"rules.university_one_step\" = true"), Ok(Options::ONE_STEP));
        assert_eq!(of("\"rules.auction\" = false"), Ok(Options::default()));
        assert_eq!(of("\"building.navy.per_ship\" = 3"), Ok(Options::default()));
    }
}
