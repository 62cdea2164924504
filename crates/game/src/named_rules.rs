//! Rules that a position file names.

use std::collections::BTreeSet;

use crate::{InputError, Variant};

/// The rules of a game that a position file can name, each set by a shipped variant.
#[derive(Clone, Copy, Debug)]
pub struct NamedRules {
    /// The name of the game.
    pub game: &'static str,
    /// The shipped variants: name and TOML text.
    pub shipped: &'static [(&'static str, &'static str)],
    /// The names, in ascending order, each with the shipped variant that sets the rule.
    pub names: &'static [(&'static str, &'static str)],
}

impl NamedRules {
    /// Reads the names of rules that a variant stands for: its field `rules`, or, where it has none, those whose flags it
    /// sets among its numbers.
    ///
    /// # Errors
    /// If the field is no list of known names.
    pub fn of_variant(&self, variant: &Variant) -> Result<Vec<&'static str>, InputError> {
        let Some(rules) = &variant.rules else { return self.of_flags(variant) };
        let source_name = format!("variant {:?}", variant.name);
        let Some(names) = rules.as_array() else {
            return Err(InputError::new(source_name, "rules", rules.to_string(), "a list of names"));
        };
        let named =
            names.iter().map(|name| self.find(&source_name, "rules", name.as_str().unwrap_or_default()));
        Ok(named.collect::<Result<BTreeSet<_>, _>>()?.into_iter().collect())
    }

    /// Lists the rules all of whose flags a variant sets; a rule that another one includes is left out.
    fn of_flags(&self, variant: &Variant) -> Result<Vec<&'static str>, InputError> {
        // Most variants set none, and the shipped ones need not be read.
        if variant.flags().next().is_none() {
            return Ok(Vec::new());
        }
        let mut found: Vec<(&'static str, Variant)> = Vec::new();
        for &(name, shipped) in self.names {
            let shipped = Variant::shipped(shipped, self.game, self.shipped)?;
            if variant.sets_flags_of(&shipped) {
                found.push((name, shipped));
            }
        }
        let is_included = |rule: &Variant| {
            found.iter().any(|(_, other)| other.name != rule.name && other.sets_flags_of(rule))
        };
        Ok(found.iter().filter(|(_, rule)| !is_included(rule)).map(|&(name, _)| name).collect())
    }

    /// Checks the names of rules in a position file, which include those of the variant.
    ///
    /// # Errors
    /// If a name is unknown, if the names are not sorted, or if one of the variant's is missing.
    pub fn of_file(&self, names: &[String], variant: &Variant) -> Result<Vec<&'static str>, InputError> {
        let mut named: Vec<&'static str> = Vec::new();
        for (index, text) in names.iter().enumerate() {
            let name = self.find("position", &format!("rules[{index}]"), text)?;
            if named.last().is_some_and(|&last| last >= name) {
                return Err(InputError::new(
                    "position",
                    "rules",
                    format!("{names:?}"),
                    "sorted, no name twice",
                ));
            }
            named.push(name);
        }
        for rule in self.of_variant(variant)? {
            if !named.contains(&rule) {
                let allowed = format!("{rule:?} among them, as the variant {:?} says", variant.name);
                return Err(InputError::new("position", "rules", format!("{names:?}"), allowed));
            }
        }
        Ok(named)
    }

    /// Returns what lies over the data: the shipped variants of the named rules, and `variant` over them.
    ///
    /// # Errors
    /// If a shipped variant cannot be read.
    pub fn overlays(&self, named: &[&str], variant: &Variant) -> Result<Vec<Variant>, InputError> {
        let chosen = self.names.iter().filter(|(name, _)| named.contains(name));
        let shipped = chosen.map(|(_, shipped)| Variant::shipped(shipped, self.game, self.shipped));
        let mut overlays = shipped.collect::<Result<Vec<Variant>, _>>()?;
        overlays.push(variant.clone());
        Ok(overlays)
    }

    fn find(&self, source_name: &str, field: &str, text: &str) -> Result<&'static str, InputError> {
        let known = self.names.iter().map(|(name, _)| *name);
        match known.clone().find(|name| *name == text) {
            Some(name) => Ok(name),
            None => Err(InputError::unknown_name(source_name, field, text, known)),
        }
    }
}
