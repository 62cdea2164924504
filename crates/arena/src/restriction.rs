//! Whether the choices that a bot never or always makes are choices of its game.
//!
//! A game lists its choices only decision by decision, so that some games show them, by the rules at hand and by all
//! others that are shipped: a preset is for any of them.

use std::collections::BTreeSet;

use tradewinds_bots::Preset;
use tradewinds_game::{CompleteGame, InputError, Origin, Seed, Variant};

use super::completion::sample;

/// The least number of games in each of two rounds, and that by each of the rules.
const GAMES: u64 = 200;
const GAMES_BY_RULES: u64 = 8;
/// The number of choices that a message lists.
const LISTED: usize = 60;

/// Checks that the choices of a bot's restriction, whose kinds are known, are choices of the game.
///
/// # Errors
/// A choice that no decision of its kind has, in games that show all choices of this kind, or a word that none of them
/// has.
pub(crate) fn check<G: CompleteGame>(game: &G, preset: &Preset) -> Result<(), InputError> {
    let fields = [("never", &preset.restriction.never), ("always", &preset.restriction.always)];
    let named = fields.into_iter().flat_map(|(field, choices)| {
        choices
            .iter()
            .flat_map(move |(kind, choices)| choices.iter().map(move |choice| (field, kind, choice)))
    });
    let place = |kind: &String| G::DECISION_KINDS.iter().position(|known| known == kind);
    let mut open: Vec<_> =
        named.filter_map(|(field, kind, choice)| Some((field, place(kind)?, choice))).collect();
    if open.is_empty() {
        return Ok(());
    }
    let mut known = vec![BTreeSet::new(); G::DECISION_KINDS.len()];
    // Plays games; returns whether all choices have been seen, and how many are known of each kind.
    let mut show = |rules: &G, seed: u64, games: u64| {
        sample(rules, Seed(seed), games, |state, actions| {
            let kind = rules.decision_kind(state);
            if open.iter().any(|(_, asked, _)| *asked == kind) {
                known[kind].extend(actions.iter().map(|&action| rules.choice(state, action)));
            }
        });
        open.retain(|(_, kind, choice)| !known[*kind].contains(*choice));
        (open.is_empty(), known.iter().map(BTreeSet::len).collect::<Vec<usize>>())
    };
    // The rules at hand show most of them at once.
    if show(game, 0, GAMES_BY_RULES).0 {
        return Ok(());
    }
    let others = others::<G>();
    let games = GAMES_BY_RULES.max(GAMES / (1 + others.len() as u64));
    let (mut before, mut now) = (Vec::new(), Vec::new());
    for round in 0..2 {
        before = now;
        now = Vec::new();
        for rules in [game].into_iter().chain(&others) {
            let (is_done, counts) = show(rules, round, games);
            if is_done {
                return Ok(());
            }
            now = counts;
        }
    }
    let is_wrong = |(_, kind, choice): &(&str, usize, &String)| {
        // Where the second round shows nothing new, all is known.
        let (known, is_all) = (&known[*kind], before[*kind] == known[*kind].len());
        let has = |word: &str| known.iter().any(|choice| choice.split(' ').any(|other| other == word));
        let is_unknown = |word: &str| !word.chars().any(|letter| letter.is_ascii_digit()) && !has(word);
        !known.is_empty() && (is_all || choice.split(' ').any(is_unknown))
    };
    open.into_iter().find(is_wrong).map_or(Ok(()), |(field, kind, choice)| {
        let field = format!("{field}.{}", G::DECISION_KINDS[kind]);
        let origin = Origin::Preset(preset.name.clone());
        let error = InputError::unknown_name(origin, field, choice, known[kind].iter().map(String::as_str));
        if known[kind].len() <= LISTED {
            return Err(error);
        }
        let near = error.nearest().or(known[kind].first().map(String::as_str)).unwrap_or_default();
        let allowed = format!("a choice of this kind of decision, such as {near:?}");
        Err(error.with_allowed(allowed))
    })
}

/// Makes the game by the standard rules and by each shipped variant, for each number of players.
fn others<G: CompleteGame>() -> Vec<G> {
    let shipped = G::shipped_variants().iter();
    let shipped = shipped.filter_map(|(name, text)| Variant::parse(name, text, G::NAME).ok());
    let variants: Vec<Variant> = [Variant::standard()].into_iter().chain(shipped).collect();
    let made = variants.iter().flat_map(|variant| G::PLAYERS.map(move |players| G::new(players, variant)));
    made.filter_map(Result::ok).collect()
}
