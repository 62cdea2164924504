//! The list of the games of a process.

use tradewinds_arena::{NAMES, Playable, SHIPPED, game_names, games, set_games};

#[test]
fn a_process_has_the_games_that_ship_or_those_that_it_was_given_first() {
    let refusal = |games: &[&'static dyn Playable]| set_games(games).unwrap_err().to_string();
    assert!(refusal(&[]).contains("at least one game"));
    assert!(refusal(&[SHIPPED[1], SHIPPED[0], SHIPPED[1]]).contains(NAMES[1]));
    assert_eq!(game_names(), NAMES);
    assert_eq!(set_games(SHIPPED), Ok(()));
    assert!(refusal(&SHIPPED[..1]).contains("the games of this process"));
    assert_eq!(games().len(), NAMES.len());
}
