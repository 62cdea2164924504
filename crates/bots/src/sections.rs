//! Presets that stand inside a manifest, in its tables `[bots.NAME]`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use toml_edit::{DocumentMut, Item, Table, Value};

use super::Preset;
use tradewinds_game::{InputError, NAME_RULE, Origin, is_file_name};

/// The table of a manifest that has the sections.
const BOTS: &str = "bots";
/// The keys of a preset that a section has from its manifest.
const OF_THE_MANIFEST: [&str; 2] = ["name", "game"];

/// The presets that a manifest holds, by their names: each is a preset without the keys `name` and `game`.
///
/// ```
/// use tradewinds_bots::{Preset, Sections};
/// let mut sections: Sections = Sections::default();
/// sections.read("game = \"any\"\n[bots.quick]\nkind = \"search\"\nsearch = { iterations = 9 }\n");
/// let text = sections.text("quick", "any").unwrap();
/// assert!(text.starts_with("name = \"quick\"\ngame = \"any\"\nkind = "));
/// assert!(Preset::parse("m.toml", &text).is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sections(BTreeMap<String, String>);

impl Sections {
    /// Reads the sections from the text of their manifest, with its layout. A text that is not TOML, or has
    /// something else in their place, changes nothing; it is refused where the whole manifest is read.
    pub fn read(&mut self, manifest: &str) {
        let Ok(document) = manifest.parse::<DocumentMut>() else { return };
        let Some(bots) = document.get(BOTS).and_then(Item::as_table_like) else { return };
        for (name, item) in bots.iter() {
            if let Ok(mut table) = item.clone().into_table() {
                table.set_dotted(false);
                // What stands above and behind the section's own header.
                table.decor_mut().clear();
                self.0.insert(name.to_owned(), DocumentMut::from(table).to_string());
            }
        }
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lists the names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the text of the preset of this name, as its own file for `game` would have it.
    #[must_use]
    pub fn text(&self, name: &str, game: &str) -> Option<String> {
        let [bot, game] = [name, game].map(Value::from);
        self.0.get(name).map(|text| format!("name = {bot}\ngame = {game}\n{text}"))
    }

    /// Checks names, keys and use; `entries` are the entries of the manifest that name bots, `game` is its game.
    ///
    /// # Errors
    /// A name that cannot be a file's, or is that of a shipped preset for the game; a key that only files have;
    /// or a section that neither an entry names nor a section in use has as its base.
    pub fn check<'a>(
        &self,
        game: &str,
        entries: impl IntoIterator<Item = &'a String>,
    ) -> Result<(), InputError> {
        for (name, text) in &self.0 {
            let section = || format!("{BOTS}.{name}");
            if !is_file_name(name) {
                return Err(InputError::new(Origin::Manifest, BOTS, format!("{name:?}"), NAME_RULE));
            }
            if name.ends_with(".toml") {
                let allowed = "a name without .toml, which would be that of a file";
                return Err(InputError::new(Origin::Manifest, BOTS, format!("{name:?}"), allowed));
            }
            if Preset::find(name, game).is_ok() {
                let found = "the name of a shipped bot";
                return Err(InputError::conflict(Origin::Manifest, section(), found, "another name"));
            }
            let table = table(text);
            if let Some((key, item)) = OF_THE_MANIFEST.iter().find_map(|&key| Some((key, table.get(key)?))) {
                let (field, found) = (format!("{}.{key}", section()), item.to_string());
                let allowed = "nothing: the bot has the name of its table, and the game of the manifest";
                return Err(InputError::conflict(Origin::Manifest, field, found.trim(), allowed));
            }
        }
        let used = self.used(entries);
        let unused: Vec<&str> = self.names().filter(|name| !used.contains(name)).collect();
        let is_base =
            |name: &str| unused.iter().any(|other| self.base(other).is_some_and(|base| base == name));
        match unused.iter().find(|name| !is_base(name)).or(unused.first()) {
            None => Ok(()),
            Some(name) => {
                let allowed = "only bots that the manifest names, or that such a bot has as its base";
                let found = "a bot that no line names";
                Err(InputError::conflict(Origin::Manifest, format!("{BOTS}.{name}"), found, allowed))
            }
        }
    }

    /// Lists the sections that entries name, and those that these build on.
    fn used<'a>(&self, entries: impl IntoIterator<Item = &'a String>) -> BTreeSet<&str> {
        let mut used = BTreeSet::new();
        let mut new: Vec<String> = entries.into_iter().cloned().collect();
        while let Some(name) = new.pop() {
            let Some((name, _)) = self.0.get_key_value(&name) else { continue };
            if used.insert(name.as_str()) {
                new.extend(self.base(name));
            }
        }
        used
    }

    /// Returns the base that a section names.
    fn base(&self, name: &str) -> Option<String> {
        Some(table(self.0.get(name)?).get("base")?.as_str()?.to_owned())
    }

    /// Returns the sections as data, without their layout.
    fn plain(&self) -> BTreeMap<&str, toml::Table> {
        self.0.iter().filter_map(|(name, text)| Some((name.as_str(), text.parse().ok()?))).collect()
    }
}

/// Returns what the text of a section says.
fn table(text: &str) -> Table {
    text.parse::<DocumentMut>().map(DocumentMut::into_table).unwrap_or_default()
}

/// Sections are the same if their keys and values are; the layout does not count.
impl PartialEq for Sections {
    fn eq(&self, other: &Self) -> bool {
        // As text, in which a number that is none equals itself.
        toml::to_string(&self.plain()) == toml::to_string(&other.plain())
    }
}

impl Serialize for Sections {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.plain().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Sections {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let plain = BTreeMap::<String, toml::Table>::deserialize(deserializer)?;
        Ok(Self(plain.into_iter().map(|(name, table)| (name, table.to_string())).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "name = \"m\"\ngame = \"any\"\nlineup = [\"quick\", \"slow\"]\n\n\
        # By far.\n[bots.quick] # the first\n# Mine.\nbase = \"ucb\" # as it was\n\n\
        # Few.\n[bots.quick.search]\niterations = 1_000\n\n[bots]\nslow = { base = \"quick\", search = { cutoff = 3 } }\n";

    fn sections(text: &str) -> Sections {
        let mut sections = Sections::default();
        sections.read(text);
        sections
    }

    fn refusal(text: &str, entries: &[&str]) -> String {
        let entries: Vec<String> = entries.iter().map(|&entry| entry.to_owned()).collect();
        sections(text).check("puerto-rico", &entries).unwrap_err().to_string()
    }

    #[test]
    fn a_section_has_the_text_of_a_file() {
        let sections = sections(MANIFEST);
        assert_eq!(
            sections.text("quick", "any").unwrap(),
            "name = \"quick\"\ngame = \"any\"\n# Mine.\nbase = \"ucb\" # as it was\n\n\
             # Few.\n[search]\niterations = 1_000\n"
        );
        assert_eq!(
            sections.text("slow", "any").unwrap(),
            "name = \"slow\"\ngame = \"any\"\nbase = \"quick\"\nsearch = { cutoff = 3 }\n"
        );
        assert_eq!((sections.text("other", "any"), sections.names().count()), (None, 2));
    }

    #[test]
    fn sections_come_back_as_data() {
        let sections = sections(MANIFEST);
        let text = toml::to_string(&BTreeMap::from([("bots", &sections)])).unwrap();
        let back: BTreeMap<String, Sections> = toml::from_str(&text).unwrap();
        assert_eq!((&back["bots"], back["bots"].names().count()), (&sections, 2));
        assert_ne!(back["bots"], Sections::default());
    }

    #[test]
    fn names_keys_and_use_are_checked() {
        let quick: String = "quick".to_owned();
        assert_eq!(sections(MANIFEST).check("any", [&quick, &"slow".to_owned()]), Ok(()));
        for (text, entries, part) in [
            ("[bots.\"a b\"]", &["a b"][..], "manifest: bots: found \"a b\"; allowed: letters, digits"),
            ("[bots.\"a.toml\"]", &["a.toml"], "bots: found \"a.toml\"; allowed: a name without .toml"),
            ("[bots.steady]", &["steady"], "bots.steady: found the name of a shipped bot; allowed: another"),
            ("[bots.random]", &["random"], "bots.random: found the name of a shipped bot"),
            ("[bots.x]\nname = \"y\"", &["x"], "bots.x.name: found \"y\"; allowed: nothing: "),
            ("[bots.x]\ngame = 5", &["x"], "bots.x.game: found 5; allowed: nothing: "),
            (MANIFEST, &["quick", "ismcts"], "bots.slow: found a bot that no line names; allowed: only bots"),
            ("bots.a.base = \"b\"\nbots.b.base = \"a\"", &[], "bots.a: found a bot that no line names"),
        ] {
            let message = refusal(text, entries);
            assert!(message.contains(part), "{message}");
        }
        // A base is in use, and so is a circle that a line names, which is refused where it is read.
        let circle = sections("bots.a.base = \"b\"\nbots.b.base = \"a\"");
        assert_eq!(circle.check("any", [&"a".to_owned()]), Ok(()));
    }
}
