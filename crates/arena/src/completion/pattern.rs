//! Whether a decision is the one that an entry of a log names, with gaps, in notation or in words.

use std::collections::{HashMap, HashSet};
use std::str::SplitWhitespace;

use tradewinds_game::{Actions, CompleteGame, MAX_ACTIONS, Policy as _, Purpose, Seed, best};

use super::GameLog;
use super::guide::guide;

/// The number of games that show how actions are written.
const SAMPLES: u64 = 8;
/// The number of games that show the words of decisions.
const WORD_SAMPLES: u64 = 48;

/// Words, of which `?` stands for one or more.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Pattern(Vec<String>);

impl Pattern {
    fn new(text: &str) -> Self {
        Self(words(text).map(str::to_lowercase).collect())
    }

    fn matches(&self, text: &str) -> bool {
        agree(&self.0, words(text))
    }
}

/// Lists the words of a text, without the full stop at its end.
fn words(text: &str) -> SplitWhitespace<'_> {
    text.trim().trim_end_matches('.').split_whitespace()
}

fn agree(pattern: &[String], mut text: SplitWhitespace<'_>) -> bool {
    match pattern.split_first() {
        None => text.next().is_none(),
        Some((word, rest)) if word == "?" => {
            while text.next().is_some() {
                if agree(rest, text.clone()) {
                    return true;
                }
            }
            false
        }
        Some((word, rest)) => {
            text.next().is_some_and(|found| found.eq_ignore_ascii_case(word)) && agree(rest, text)
        }
    }
}

/// The entries of a log as patterns.
pub(super) struct Matcher<'a, G: CompleteGame> {
    game: &'a G,
    names: &'a [String],
    patterns: Vec<Pattern>,
    /// Whether a pattern may be in words: no notation of those games agrees with it.
    in_words: Vec<bool>,
    of_entry: Vec<usize>,
}

impl<'a, G: CompleteGame> Matcher<'a, G> {
    pub(super) fn new(game: &'a G, log: &'a GameLog, seed: Seed) -> Self {
        let (mut patterns, mut of_entry) = (Vec::new(), Vec::new());
        let mut places = HashMap::new();
        for entry in &log.entries {
            let pattern = Pattern::new(&entry.text);
            let place = *places.entry(pattern.clone()).or_insert_with(|| {
                patterns.push(pattern);
                patterns.len() - 1
            });
            of_entry.push(place);
        }
        let texts = notation(game, seed);
        let in_words = |pattern: &Pattern| !texts.iter().any(|text| pattern.matches(text));
        let in_words = patterns.iter().map(in_words).collect();
        Self { game, names: &log.names, patterns, in_words, of_entry }
    }

    /// Returns whether two entries name the same decisions.
    pub(super) fn is_same(&self, one: usize, other: usize) -> bool {
        self.of_entry[one] == self.of_entry[other]
    }

    /// Returns whether an entry is any decision of the kind at hand: `Some(false)` if it is of another kind, and `None`
    /// if the action decides.
    pub(super) fn is_any(&self, entry: usize, state: &G::State) -> Option<bool> {
        match &self.patterns[self.of_entry[entry]].0[..] {
            [word] if word == "?" => Some(true),
            [word] => {
                let kind = word.strip_prefix('[')?.strip_suffix(']')?;
                Some(kind == G::DECISION_KINDS[self.game.decision_kind(state)])
            }
            _ => None,
        }
    }

    /// Returns whether an action of the decision at hand, which is this in notation, agrees with an entry.
    pub(super) fn agrees(&self, entry: usize, state: &G::State, action: G::Action, text: &str) -> bool {
        let place = self.of_entry[entry];
        self.patterns[place].matches(text)
            || self.in_words[place] && self.agrees_in_words(place, state, action)
    }

    /// Returns whether an action agrees with a pattern as an order, with or without its terms, or as a report.
    fn agrees_in_words(&self, place: usize, state: &G::State, action: G::Action) -> bool {
        let phrase = self.game.phrase(state, action, self.names);
        let after_name = |name: &str| phrase.report(name)[name.len()..].to_owned();
        let texts = [phrase.order(), after_name("You"), after_name("Anna")];
        texts.iter().any(|text| self.patterns[place].matches(text))
    }
}

/// Returns the first word of a log that no decision of some games has: its entry, the word, and all words.
pub(super) fn unknown_word<G: CompleteGame>(game: &G, log: &GameLog) -> Option<(usize, String, Vec<String>)> {
    let mut known: HashSet<String> = HashSet::new();
    let mut add = |text: &str| known.extend(words(text).map(bare));
    sample(game, Seed(0), WORD_SAMPLES, |state, actions| {
        for &action in actions {
            add(&game.action_text(state, action));
            let phrase = game.phrase(state, action, &log.names);
            add(&phrase.order());
            add(&phrase.report("You"));
            add(&phrase.report("Anna"));
        }
    });
    known.extend(G::DECISION_KINDS.iter().map(|kind| format!("[{kind}]")));
    known.extend(log.names.iter().flat_map(|name| words(name)).map(bare));
    let is_known = |word: &str| {
        word == "?" || word.chars().any(|letter| letter.is_ascii_digit()) || known.contains(&bare(word))
    };
    let mut words_of = log
        .entries
        .iter()
        .enumerate()
        .flat_map(|(entry, found)| words(&found.text).map(move |word| (entry, word)));
    let (entry, word) = words_of.find(|(_, word)| !is_known(word))?;
    let is_word = |word: &String| word.chars().any(char::is_alphabetic) && !word.starts_with('[');
    let mut known: Vec<String> = known.into_iter().filter(is_word).collect();
    known.sort_unstable();
    Some((entry, word.to_owned(), known))
}

/// Returns a word without its punctuation and capitals.
fn bare(word: &str) -> String {
    word.trim_matches([',', ';', ':', '(', ')']).to_lowercase()
}

/// Lists the actions of some games in notation.
fn notation<G: CompleteGame>(game: &G, seed: Seed) -> Vec<String> {
    let mut texts = HashSet::new();
    sample(game, seed, SAMPLES, |state, actions| {
        texts.extend(actions.iter().map(|&action| game.action_text(state, action)));
    });
    texts.into_iter().collect()
}

/// Shows the decisions of some games with their legal actions: random ones, and such as the policy plays.
pub(crate) fn sample<G: CompleteGame>(
    game: &G,
    seed: Seed,
    samples: u64,
    mut show: impl FnMut(&G::State, &[G::Action]),
) {
    let (guide, mut scores) = (guide(game), [0.0; MAX_ACTIONS]);
    for sample in 0..samples {
        let mut rng = seed.derive(Purpose::Sample, sample).rng();
        let mut state = game.deal(&mut rng);
        let mut actions = Actions::new();
        for _ in 0..game.max_decisions().min(2_000) {
            if game.to_act(&state).is_none() {
                break;
            }
            game.legal(&state, &mut actions);
            show(&state, &actions);
            if sample % 2 == 0 {
                game.play_random(&mut state, &mut rng);
                continue;
            }
            let scores = &mut scores[..actions.len()];
            guide.score(game, &state, &actions, scores);
            game.play(&mut state, actions[best(scores)], &mut rng);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn a_question_mark_stands_for_words() {
        let agrees = |pattern: &str, text: &str| Pattern::new(pattern).matches(text);
        assert!(agrees("take ?", "take corn") && agrees("build ?", "build small indigo plant"));
        assert!(agrees("take ? from 0", "take gold from 0") && !agrees("take ? from 0", "take gold from 1"));
        assert!(agrees("?", "pass") && !agrees("take ?", "take") && !agrees("pass ?", "pass"));
        assert!(agrees("Build the  harbor.", "build the harbor"));
    }
}
