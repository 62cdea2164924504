//! The tables: how wide they are, what they leave out, and one of each game in full.

use serde_json::Value;
use tradewinds::arena::NAMES;
use tradewinds::game::{CompleteGame, Dice as _, Notation, Purpose, Seat, Seed, Variant, Variants};
use tradewinds::games::age_of_discovery::AgeOfDiscovery;
use tradewinds::games::francis_drake::FrancisDrake;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;

use super::{AGE_OF_DISCOVERY, FRANCIS_DRAKE, MUNDUS_NOVUS, PUERTO_RICO, example};
use crate::all_games::{GameVisitor, with_game};

/// Random games of each variant and number of players.
const GAMES: u64 = 4;
/// A position is shown at one of this number of decisions, on average.
const EVERY: u32 = 24;

/// Lays out whole positions and all views of random games; returns how many positions.
struct Tables;

impl GameVisitor for Tables {
    type Output = usize;

    fn visit<G: CompleteGame>(self) -> usize {
        let shipped =
            G::shipped_variants().iter().map(|(name, text)| Variant::parse(name, text, G::NAME).unwrap());
        let mut shown = 0;
        for variant in [Variant::standard()].into_iter().chain(shipped) {
            for players in G::PLAYERS {
                let Ok(game) = G::new(players, &variant) else { continue };
                for index in 0..GAMES {
                    shown += show_game(&game, Seed(index).derive(Purpose::Sample, players as u64));
                }
            }
        }
        shown
    }
}

fn show_game<G: CompleteGame>(game: &G, seed: Seed) -> usize {
    let mut rng = seed.rng();
    let mut state = game.deal(&mut rng);
    let mut shown = 0;
    for _ in 0..game.max_decisions() {
        let over = game.to_act(&state).is_none();
        if over || rng.below(EVERY) == 0 {
            shown += 1;
            let whole = check_text(game, &game.position(&state));
            for seat in Seat::all(game.players()) {
                let view = check_text(game, &game.view(&state, seat));
                let hides = view.contains('?') || view.contains("unknown");
                assert!(hides || view == whole, "nothing is hidden:\n{view}");
            }
        }
        if over {
            break;
        }
        let action = game.random_action(&state, &mut rng);
        game.play(&mut state, action, &mut rng);
    }
    shown
}

/// Checks the form of a table.
fn check_text<G: CompleteGame>(game: &G, position: &Value) -> String {
    let text = game.show(position).unwrap_or_else(|error| panic!("{error}: {position}"));
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{} columns: {line}\n{position}", line.chars().count());
        assert_eq!(line, line.trim_end(), "{position}");
        for sign in ["_", "{", "\"", "NaN", "null", "None", "Some(", "true", "false"] {
            assert!(!line.contains(sign), "{sign} in {line}\n{position}");
        }
    }
    text
}

#[test]
fn tables_of_random_games_fit_into_80_columns() {
    for name in NAMES {
        let shown = with_game(name, Tables).unwrap();
        assert!(shown >= 100, "{shown} positions of {name}");
    }
}

/// What a table shows is in its position alone: an unknown card is not made up.
#[test]
fn a_view_does_not_depend_on_what_it_hides() {
    struct Worlds;

    impl GameVisitor for Worlds {
        type Output = ();

        fn visit<G: CompleteGame>(self) {
            let game = G::new(4, &Variant::standard()).unwrap();
            let mut rng = Seed(7).rng();
            let mut state = game.deal(&mut rng);
            for _ in 0..60 {
                let seat = game.to_act(&state).unwrap();
                let mut world = state;
                game.determinize(&mut world, seat, &mut rng);
                let show = |state: &G::State| game.show(&game.view(state, seat)).unwrap();
                assert_eq!(show(&world), show(&state));
                let action = game.random_action(&state, &mut rng);
                game.play(&mut state, action, &mut rng);
            }
        }
    }

    for name in NAMES {
        with_game(name, Worlds).unwrap();
    }
}

#[test]
fn a_position_of_other_players_or_games_is_refused() {
    let game = PuertoRico::new(4, &Variant::standard()).unwrap();
    let three = game.show(&example(PUERTO_RICO)).unwrap_err().to_string();
    assert_eq!(three, "position: players: found 3 players; allowed: 4");
    assert!(game.show(&example(FRANCIS_DRAKE)).is_err());
}

/// Shows the example of a rules page whole and as a seat sees it.
fn shown<G: CompleteGame>(page: &str, seat: usize) -> [String; 2] {
    let (game, state) = G::load(&example(page), &Variant::standard(), &mut Seed(1).rng()).unwrap();
    let seat = Seat::new(seat);
    [game.position(&state), game.view(&state, seat)].map(|position| game.show(&position).unwrap())
}

/// Compares a text with the part of `expected.txt` that begins after the line `=== NAME`.
fn is_golden(text: &str, name: &str) {
    let expected = concat!("\n", include_str!("expected.txt"));
    let parts = expected.split("\n=== ").filter_map(|part| part.split_once('\n'));
    let (_, golden) = parts.into_iter().find(|(title, _)| *title == name).unwrap();
    assert!(
        text.trim_end() == golden.trim_end(),
        "{name} differs from tests/program/positions_shown/expected.txt:\n{text}"
    );
}

#[test]
fn puerto_rico() {
    let [whole, view] = shown::<PuertoRico>(PUERTO_RICO, 0);
    is_golden(&whole, "puerto-rico");
    let changed: Vec<&str> = view.lines().filter(|line| !whole.contains(line)).collect();
    assert_eq!(changed, ["Face down      25 tiles, order unknown"]);
}

#[test]
fn mundus_novus() {
    let [whole, view] = shown::<MundusNovus>(MUNDUS_NOVUS, 1);
    is_golden(&whole, "mundus-novus");
    is_golden(&view, "mundus-novus-seat-2");
}

#[test]
fn age_of_discovery() {
    let [whole, view] = shown::<AgeOfDiscovery>(AGE_OF_DISCOVERY, 0);
    is_golden(&whole, "age-of-discovery");
    assert!(view.contains("Stack of age II    8 buildings, order unknown\n"), "{view}");
    assert!(view.contains("Discovery deck     16 cards, order unknown\n"), "{view}");
}

#[test]
fn francis_drake() {
    let [whole, view] = shown::<FrancisDrake>(FRANCIS_DRAKE, 0);
    is_golden(&whole, "francis-drake");
    is_golden(&view, "francis-drake-seat-1");
}
