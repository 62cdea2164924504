//! A game explained to people who are new to it, in words made from the numbers of its rules.

/// What a game says to people who are new to it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// What each thing on the table does.
    pub things: Vec<Thing>,
    /// The rules on one page.
    pub chapters: Vec<Chapter>,
    /// What each kind of decision is about, for a first game, by the game's word for the kind.
    pub phases: Vec<(&'static str, String)>,
}

/// A thing on the table: a card, a building, a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// Its word in notation.
    pub key: String,
    /// Its name.
    pub title: String,
    /// What it does.
    pub text: String,
}

/// A part of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// Its heading.
    pub title: &'static str,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// The parts of the board that show what it speaks of.
    pub pictures: &'static [&'static str],
}

impl Explanation {
    /// Explains a thing by its word in notation; its name begins with a capital.
    pub fn thing(&mut self, key: &str, text: impl Into<String>) {
        self.named(key, super::text::capital(&key.replace('_', " ")), text);
    }

    /// Explains a thing that has a name of its own.
    pub fn named(&mut self, key: &str, title: impl Into<String>, text: impl Into<String>) {
        self.things.push(Thing { key: key.to_owned(), title: title.into(), text: text.into() });
    }

    /// Adds a part of the rules.
    pub fn chapter(&mut self, title: &'static str, pictures: &'static [&'static str], text: Vec<String>) {
        self.chapters.push(Chapter { title, text, pictures });
    }

    /// Says what a kind of decision is about.
    pub fn phase(&mut self, kind: &'static str, text: impl Into<String>) {
        self.phases.push((kind, text.into()));
    }

    /// Returns the number of words of the rules.
    #[must_use]
    pub fn words(&self) -> usize {
        let texts = self.chapters.iter().flat_map(|chapter| &chapter.text);
        texts.map(|text| text.split_whitespace().count()).sum()
    }
}
