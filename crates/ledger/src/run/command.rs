//! The command of a run.

use tradewinds_tournament::ManifestKind;

use super::FinishedRun;

/// The options that change a manifest's numbers, by their keys.
const OPTIONS: [(&str, &str); 6] = [
    ("deals", "--deals"),
    ("games", "--games"),
    ("seed", "--seed"),
    ("until_width", "--until-width"),
    ("adaptive", "--adaptive"),
    ("players", "--players"),
];

impl FinishedRun {
    /// Returns the names that its manifest may have: an option that changes the number of seats adds to the name.
    #[must_use]
    pub fn manifest_names(&self) -> Vec<String> {
        let name = self.name().to_owned();
        let shorter = name.strip_suffix(&format!("-{}-players", self.players())).map(str::to_owned);
        [Some(name), shorter].into_iter().flatten().collect()
    }

    /// Returns the command that plays a manifest, with the options that made this run of it; `None` where it is the
    /// manifest of another run. `path` is the manifest's file, and `text` its content.
    #[must_use]
    pub fn command_of(&self, path: &str, text: &str) -> Option<String> {
        let manifest: toml::Table = text.parse().ok()?;
        let name = manifest.get("name")?.as_str()?;
        if !self.manifest_names().iter().any(|own| own == name)
            || ManifestKind::of(&manifest) != Some(self.kind)
        {
            return None;
        }
        let mut command = format!("{} {path}", self.kind.command());
        let is_number = |value: &toml::Value| value.is_integer() || value.is_float() || value.is_bool();
        let is_plain = |value: Option<&toml::Value>| value.is_none_or(is_number);
        let keys =
            self.manifest.keys().chain(manifest.keys().filter(|key| !self.manifest.contains_key(*key)));
        for key in keys {
            let (own, other) = (self.manifest.get(key), manifest.get(key));
            // Texts and lists name files, which a run renames to its copies.
            if own == other || !is_plain(own) || !is_plain(other) {
                if ["game", "format"].contains(&key.as_str()) && other.is_some_and(|other| Some(other) != own)
                {
                    return None;
                }
                continue;
            }
            let Some((_, option)) = OPTIONS.into_iter().find(|(name, _)| name == key) else {
                // What the manifest does not say, a run fills in.
                if other.is_none() { continue } else { return None }
            };
            match own {
                Some(toml::Value::Boolean(true)) => command += &format!(" {option}"),
                Some(value) => command += &format!(" {option} {value}"),
                // Games in place of deals, or the other way round; else the run has lost what the manifest says.
                None if ["deals", "games"].contains(&key.as_str()) => {}
                None => return None,
            }
        }
        Some(command)
    }

    /// Returns the command of a sequential test that has no manifest; `None` for other runs, and where a bot or the
    /// variant came from a file.
    #[must_use]
    pub fn command_of_test(&self) -> Option<String> {
        if self.kind != ManifestKind::Tournament || !self.name().starts_with("sprt-") {
            return None;
        }
        let sprt = self.manifest.get("sprt")?.as_table()?;
        let lineup = self.manifest.get("lineup")?.as_array()?;
        let bot = |place: usize| lineup.get(place)?.as_str().filter(|entry| !entry.contains('/'));
        let mut command = format!(
            "tradewinds sprt --game {} --players {} --a {} --b {}",
            self.game.name,
            self.players(),
            bot(0)?,
            bot(1)?
        );
        if let Some(variant) = self.text("variant") {
            let named = Some(variant).filter(|variant| !variant.contains(['/', '.']))?;
            command += &format!(" --variant {named}");
        }
        let option = |key: &str, value: &toml::Value| format!(" --{} {value}", key.replace('_', "-"));
        for key in ["elo0", "elo1", "alpha", "beta"] {
            command += &option(key, sprt.get(key)?);
        }
        command += &option("max-deals", self.manifest.get("deals")?);
        Some(command + &option("seed", self.manifest.get("seed")?))
    }
}
