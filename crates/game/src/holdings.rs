//! What a player has, in words.

/// What a player has that a reason can name: numbers with their nouns, and single things by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Holdings {
    /// Numbers with their nouns in the singular, always the same nouns in the same order: 3 of "doubloon".
    pub counts: Vec<(&'static str, i64)>,
    /// Things with their article: "the factory".
    pub things: Vec<String>,
}
