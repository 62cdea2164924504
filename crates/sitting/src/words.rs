//! The names of games and of their rounds, and numbers, for people.

use tradewinds_arena::find;

/// Returns a game's name as people write it.
#[must_use]
pub fn title(game: &str) -> &'static str {
    find(game).map_or("The game", |game| game.info().title)
}

/// Returns what a game calls a round.
#[must_use]
pub fn round(game: &str) -> &'static str {
    find(game).map_or("Round", |game| game.info().round)
}

/// Writes a number with one digit behind the point and the minus of a page; what is rounded to 0 has no sign.
pub(crate) fn tenth(number: f64) -> String {
    let text = format!("{number:.1}");
    if text == "-0.0" { "0.0".to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounded_to_nothing_has_no_sign() {
        assert_eq!([-0.04, 0.0, 0.04, -0.05001, 12.34].map(tenth), ["0.0", "0.0", "0.0", "−0.1", "12.3"]);
    }
}
