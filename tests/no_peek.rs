//! No bot can peek: asked in the true world and in any other world that it cannot tell from it, it
//! makes the same choice.
//!
//! A game is added by a test that calls [`no_peek`] with its presets.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tradewinds::bots::{BotKind, Preset};
use tradewinds::game::{Actions, CompleteGame, Game, Purpose, Seat, Seed, Variant, Variants, View};
use tradewinds::games::age_of_discovery::AgeOfDiscovery;
use tradewinds::games::francis_drake::FrancisDrake;
use tradewinds::games::mundus_novus::MundusNovus;
use tradewinds::games::puerto_rico::PuertoRico;
use tradewinds_testkit::toys::{HiddenTile, SecretOffer};

/// Chooses an action of a seat's decision, whatever it looks at for it.
type Chooser<'a, G> = Box<dyn FnMut(&<G as Game>::State, Seat) -> <G as Game>::Action + 'a>;

/// Checks that bots of these presets do not peek, with each preset at all seats of `games` games.
///
/// # Panics
/// With the bot, seed, decision and position where one does.
fn no_peek<G: CompleteGame>(players: usize, presets: &[Preset], games: u32) {
    let game = G::new(players, &Variant::standard()).unwrap_or_else(|error| panic!("{error}"));
    for preset in presets {
        let chooser = |seed: Seed| -> Chooser<'_, G> {
            let mut bot = preset.build(&game, seed).unwrap_or_else(|error| panic!("{error}"));
            let game = &game;
            Box::new(move |state, seat| bot.choose(&View::new(game, state, seat)))
        };
        let peeked =
            (0..games).into_par_iter().find_map_first(|index| peek(&game, Seed(u64::from(index)), &chooser));
        if let Some(peeked) = peeked {
            panic!("bot {} peeks: {peeked}", preset.name);
        }
    }
}

/// Plays a game in which each choice is also made by a twin in a world drawn for the deciding seat;
/// says where the two differ, if anywhere.
///
/// A seat and its twin have equal seeds and are asked at the same decisions, so whatever they keep
/// between them stays in step.
fn peek<'a, G: CompleteGame>(
    game: &'a G,
    seed: Seed,
    chooser: &(impl Fn(Seed) -> Chooser<'a, G> + Sync),
) -> Option<String> {
    let seats = || -> Vec<Chooser<'a, G>> {
        let seats = 0..game.players() as u64;
        seats.map(|seat| chooser(seed.derive(Purpose::Bot, seat))).collect()
    };
    let (mut players, mut twins) = (seats(), seats());
    let mut chance = seed.derive(Purpose::Chance, 0).rng();
    let mut worlds = seed.derive(Purpose::Sample, 0).rng();
    let mut state = game.deal(&mut seed.derive(Purpose::Deal, 0).rng());
    for decision in 0..game.max_decisions() {
        let seat = game.to_act(&state)?;
        let mut actions = Actions::new();
        game.legal(&state, &mut actions);
        let mut action = actions[0];
        if actions.len() > 1 {
            let mut world = state;
            game.determinize(&mut world, seat, &mut worlds);
            action = players[seat.index()](&state, seat);
            let twin = twins[seat.index()](&world, seat);
            if action != twin {
                return Some(format!(
                    "{}, {} players, seed {}, decision {decision}: {action:?} in {}, {twin:?} in {}",
                    G::NAME,
                    game.players(),
                    seed.0,
                    game.position(&state),
                    game.position(&world)
                ));
            }
        }
        game.play(&mut state, action, &mut chance);
    }
    None
}

/// Finds presets for a game by their names.
fn presets<G: CompleteGame>(names: &[&str]) -> Vec<Preset> {
    let find = |name: &&str| Preset::find(name, G::NAME).unwrap_or_else(|error| panic!("{error}"));
    names.iter().map(find).collect()
}

/// All shipped presets that search, with as many iterations a decision as given.
fn searching<G: CompleteGame>(iterations: u32) -> Vec<Preset> {
    let mut presets = Preset::shipped(G::NAME);
    presets.retain_mut(|preset| match &mut preset.kind {
        BotKind::Search { settings, .. } => {
            *settings = settings.with(|new| new.iterations = Some(iterations)).expect("a budget");
            !settings.is_timed()
        }
        _ => false,
    });
    presets
}

fn toy_does_not_peek<G: CompleteGame>() {
    let mut presets = presets::<G>(&["random"]);
    presets.push(heuristic_preset(G::NAME));
    for players in G::PLAYERS {
        no_peek::<G>(players, &presets, 300);
        no_peek::<G>(players, &searching::<G>(50), 20);
    }
}

#[test]
fn secret_offer_bots_do_not_peek() {
    toy_does_not_peek::<SecretOffer>();
}

#[test]
fn hidden_tile_bots_do_not_peek() {
    toy_does_not_peek::<HiddenTile>();
}

/// Checks every shipped bot of a game, searching ones with a small budget; there are at least so many
/// heuristic ones.
fn shipped_bots_do_not_peek<G: CompleteGame>(heuristic: usize) {
    let mut bots = Preset::shipped(G::NAME);
    bots.retain(|preset| !matches!(preset.kind, BotKind::Search { .. }));
    assert!(bots.len() > heuristic, "random and the heuristic bots of {} are shipped", G::NAME);
    bots.extend(searching::<G>(20));
    no_peek::<G>(4, &bots, 2);
    no_peek::<G>(*G::PLAYERS.start(), &bots, 1);
}

#[test]
fn puerto_rico_bots_do_not_peek() {
    shipped_bots_do_not_peek::<PuertoRico>(5);
}

#[test]
fn mundus_novus_bots_do_not_peek() {
    shipped_bots_do_not_peek::<MundusNovus>(5);
}

#[test]
fn francis_drake_bots_do_not_peek() {
    shipped_bots_do_not_peek::<FrancisDrake>(5);
}

#[test]
fn age_of_discovery_bots_do_not_peek() {
    shipped_bots_do_not_peek::<AgeOfDiscovery>(5);
}

/// A player that bets on the best tile, seen or not, is found out.
#[test]
fn a_player_that_knows_the_tiles_is_found_out() {
    use tradewinds_testkit::toys::hidden_tile::{Action, State};

    let game = HiddenTile::new(3, &Variant::standard()).expect("three may play");
    let chooser = |_| -> Chooser<'_, HiddenTile> {
        let game = &game;
        Box::new(move |state: &State, _| {
            let mut actions = Actions::new();
            game.legal(state, &mut actions);
            let value = |action: &Action| match action {
                Action::Bet(place) | Action::Open(place) => state.tiles[usize::from(*place)],
                _ => 1,
            };
            actions.into_iter().max_by_key(value).expect("somebody is to act")
        })
    };
    let peeked = peek(&game, Seed(0), &chooser).expect("it peeks");
    assert!(peeked.contains("hidden-tile, 3 players, seed 0, decision "), "{peeked}");
}

/// A player that outbids the offers already made in secret is found out.
#[test]
fn a_player_that_knows_the_offers_is_found_out() {
    use tradewinds_testkit::toys::secret_offer::State;

    let game = SecretOffer::new(2, &Variant::standard()).expect("two may play");
    let chooser = |_| -> Chooser<'_, SecretOffer> {
        let game = &game;
        Box::new(move |state: &State, seat: Seat| {
            let mut actions = Actions::new();
            game.legal(state, &mut actions);
            let other_has_offered = state.aside[seat.next(2).index()] != [0; 6];
            if other_has_offered { actions[0] } else { actions[actions.len() - 1] }
        })
    };
    // The first to choose offers nothing, so that only a world drawn for the other can hold an offer.
    assert!((0..20).any(|seed| peek(&game, Seed(seed), &chooser).is_some()));
}

/// Makes the preset of a toy's own policy, with default weights.
fn heuristic_preset(game: &str) -> Preset {
    let text = format!("name = \"heuristic\"\ngame = \"{game}\"\nkind = \"heuristic\"\n");
    Preset::parse("heuristic.toml", &text).expect("the text is a preset")
}

/// Nothing but the clairvoyant tree asks a view for the true position.
#[test]
fn one_file_reads_the_true_state() {
    let mut readers = Vec::new();
    let mut folders = vec![PathBuf::from("crates"), PathBuf::from("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && fs::read_to_string(&path).expect("a source file").contains("true_state()")
            {
                readers.push(path);
            }
        }
    }
    assert_eq!(readers, [Path::new("crates/search/src/run.rs")]);
}
