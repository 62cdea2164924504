//! Games explained: what their tests look up in an explanation, and what all explanations have in common.

use tradewinds_game::{CompleteGame, Explanation, Variant};

/// Makes a game by the standard rules, or by a shipped variant where one is named.
///
/// # Panics
/// If there is no such variant, or no such number of players.
#[must_use]
pub fn game_of<G: CompleteGame>(players: usize, variant: &str) -> G {
    let variant = match variant {
        "" => Variant::standard(),
        name => Variant::shipped(name, G::NAME, G::shipped_variants()).expect("a shipped variant"),
    };
    G::new(players, &variant).expect("a number of players of the game")
}

/// Returns what an explanation says of the thing of this word.
///
/// # Panics
/// If it says nothing.
#[must_use]
pub fn text_of<'a>(explained: &'a Explanation, key: &str) -> &'a str {
    let thing = explained.things.iter().find(|thing| thing.key == key);
    &thing.unwrap_or_else(|| panic!("{key:?} is explained")).text
}

/// Returns the rules of an explanation as one text, and what it says to each kind of decision.
#[must_use]
pub fn rules_of(explained: &Explanation) -> String {
    let chapters = explained.chapters.iter().flat_map(|chapter| &chapter.text);
    let phases = explained.phases.iter().map(|(_, text)| text);
    chapters.chain(phases).map(String::as_str).collect::<Vec<_>>().join("\n")
}

/// Checks that each thing is explained once, and that the rules are a page.
///
/// # Panics
/// If not.
pub fn check(explained: &Explanation) {
    assert!(explained.things.iter().all(|thing| !thing.text.is_empty()), "{:?}", explained.things);
    let mut keys: Vec<&str> = explained.things.iter().map(|thing| thing.key.as_str()).collect();
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count, "each thing is explained once");
    assert!((500..800).contains(&explained.words()), "the rules have {} words", explained.words());
}
