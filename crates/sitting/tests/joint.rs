//! Decisions that people make as one: whole random games of all games that have some.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::collections::BTreeMap;

use tradewinds_arena::NAMES;
use tradewinds_game::{Dice as _, Pieces, Rng, Seed};
use tradewinds_sitting::{Advisor, Session, Sitter, SittingSpec};

fn session(game: &str, seed: u64) -> Session {
    let seats = (0..4).map(|seat| Sitter::Here { name: format!("P{seat}") }).collect();
    Session::new(SittingSpec::new(game, None, seats, seed).unwrap()).unwrap()
}

fn random_action(session: &Session, rng: &mut Rng) -> (usize, String) {
    let mut legal = session.game().legal();
    let index = rng.below(legal.len() as u32) as usize;
    (index, legal.swap_remove(index))
}

/// Plays the run at hand at random; returns its actions and the pieces that they put.
fn random_run(session: &mut Session, rng: &mut Rng) -> (Vec<String>, Pieces) {
    let (seat, joint) = (session.to_act().unwrap(), session.joint().unwrap());
    let (mut actions, mut pieces) = (Vec::new(), Pieces::new());
    let is_of_run = |session: &Session| {
        session.to_act() == Some(seat) && session.joint().is_some_and(|now| now.name == joint.name)
    };
    while is_of_run(session) {
        let (index, action) = random_action(session, rng);
        let put = session.game().puts().swap_remove(index);
        if put.count > 0 {
            *pieces.entry(put.key).or_insert(0) += put.count;
        }
        let before = session.game().copied();
        session.play(&action).unwrap();
        if is_of_run(session) {
            assert!(!before.turns_up(&action, session.game()), "{action} turns something up within a run");
        }
        actions.push(action);
    }
    // Where pieces were put without a decision, they stand there now.
    let stood = session.game().stood(seat);
    if !stood.is_empty() {
        let spots = joint.piles.iter().flat_map(|pile| &pile.spots);
        pieces = spots.map(|spot| (spot.key.clone(), stood.get(&spot.key).copied().unwrap_or(0))).collect();
    }
    (actions, pieces)
}

/// Each way to play a run decision by decision is a choice of pieces that leads to the same position.
#[test]
fn a_choice_of_pieces_plays_what_single_decisions_do() {
    let (mut runs, mut several) = (BTreeMap::new(), BTreeMap::new());
    for name in NAMES {
        for seed in 0..6 {
            let (mut game, mut rng) = (session(name, seed), Seed(seed).rng());
            while game.to_act().is_some() {
                if game.joint().is_none() {
                    let (_, action) = random_action(&game, &mut rng);
                    game.play(&action).unwrap();
                    continue;
                }
                let mut twin = game.clone();
                offered(&game, &mut rng);
                let kind = (name, game.joint().unwrap().name);
                let (actions, pieces) = random_run(&mut game, &mut rng);
                if actions.len() > 1 {
                    *several.entry(kind).or_insert(0) += 1;
                }
                let found = twin.sequence(&pieces).unwrap_or_else(|why| panic!("{name}: {pieces:?}: {why}"));
                twin.play_all(&found).unwrap();
                assert_eq!(twin.game().position(), game.game().position(), "{name}: {actions:?}, {found:?}");
                *runs.entry(name).or_insert(0) += 1;
            }
        }
    }
    assert!(NAMES.iter().all(|name| runs.get(name).is_some_and(|&count| count > 10)), "{runs:?}");
    for (game, act) in
        [("age-of-discovery", "expedition"), ("age-of-discovery", "landing"), ("puerto-rico", "placement")]
    {
        assert!(
            several.iter().any(|((name, run), count)| **name == game && run == act && *count > 2),
            "{act}: {several:?}"
        );
    }
}

/// An act has spots and takes more than one decision; what is offered as a single decision ends its run.
fn offered(session: &Session, rng: &mut Rng) {
    let (seat, run) = (session.to_act(), session.joint().unwrap().name);
    match session.act() {
        Some(act) => assert!(act.piles.iter().any(|pile| !pile.spots.is_empty()), "{run}: an empty panel"),
        None => {
            let mut after = session.clone();
            let (_, action) = random_action(session, rng);
            after.play(&action).unwrap();
            let goes_on = after.to_act() == seat && after.joint().is_some_and(|joint| joint.name == run);
            let has_spots = session.joint().unwrap().piles.iter().any(|pile| !pile.spots.is_empty());
            assert!(!(goes_on && has_spots), "{run}: {action} is one of several");
        }
    }
}

/// The hint for a whole act is what the bot chooses at each of its decisions, and puts the pieces that it names.
#[test]
fn a_hint_follows_the_bot_through_an_act() {
    for name in NAMES {
        let (mut game, mut rng, mut hints) = (session(name, 5), Seed(5).rng(), 0);
        while game.to_act().is_some() && hints < 2 {
            if game.act().is_none() {
                let (_, action) = random_action(&game, &mut rng);
                game.play(&action).unwrap();
                continue;
            }
            let thought = Advisor::new(&game, "ismcts@20").unwrap().hint().unwrap();
            let chosen = thought.candidates[0].action.clone();
            let Some(whole) = thought.whole else {
                game.play(&chosen).unwrap();
                continue;
            };
            assert!(whole.actions.len() > 1 && whole.actions[0] == chosen, "{name}: {whole:?}");
            let mut twin = game.clone();
            twin.play_all(&game.sequence(&whole.pieces).unwrap()).unwrap();
            for (index, action) in whole.actions.iter().enumerate() {
                if index > 0 && game.game().options() > 1 {
                    let own = Advisor::new(&game, "ismcts@20").unwrap().choose().unwrap();
                    assert_eq!(own.action, *action, "{name}: decision {index} of {whole:?}");
                }
                game.play(action).unwrap();
            }
            assert_eq!(twin.game().position(), game.game().position(), "{name}: {whole:?}");
            hints += 1;
        }
        assert!(hints > 0, "{name}");
    }
}

/// What stood before a placement is what a player of Puerto Rico begins with; the undo takes the whole placement back.
#[test]
fn a_run_begins_with_what_stood_and_is_taken_back_as_one() {
    let (mut game, mut rng, mut several) = (session("puerto-rico", 3), Seed(3).rng(), 0);
    let mut last: BTreeMap<usize, Pieces> = BTreeMap::new();
    while let Some(seat) = game.to_act() {
        if game.joint().is_none() {
            let (_, action) = random_action(&game, &mut rng);
            game.play(&action).unwrap();
            continue;
        }
        let (before, joint, stood) = (game.at(), game.joint().unwrap(), game.stood());
        if let Some(last) = last.get(&seat.index()) {
            for (key, count) in last {
                // New colonists may have come by a hospice or a university.
                assert!(stood.get(key).copied().unwrap_or(0) >= *count, "{key}: {stood:?} after {last:?}");
            }
        }
        let filled = joint.filled(&stood);
        let actions = game.sequence(&filled).unwrap();
        game.play_all(&actions).unwrap();
        several += usize::from(actions.len() > 1);
        if let (Some(back), None) = (game.before_last_of(seat), game.joint()) {
            assert_eq!(back, before, "one undo takes {actions:?} back");
        }
        last.insert(seat.index(), filled);
    }
    assert!(several > 5, "{several} placements have several decisions");
}

#[test]
fn a_sequence_that_is_not_legal_plays_nothing() {
    let (mut game, mut rng) = (session("puerto-rico", 1), Seed(1).rng());
    while game.joint().is_none() {
        let (_, action) = random_action(&game, &mut rng);
        game.play(&action).unwrap();
    }
    let before = (game.moment(), game.game().position());
    let legal = game.game().legal();
    let refused = game.play_all(&[legal[0].clone(), "place 99".to_owned()]).unwrap_err();
    assert_eq!(refused.action, "place 99");
    assert_eq!((game.moment(), game.game().position()), before);
    // What follows the run is nobody's to play in advance: that it is refused says nothing about what comes up.
    let run = game.sequence(&game.joint().unwrap().filled(&game.stood())).unwrap();
    let longer: Vec<String> = run.into_iter().chain(["pass".to_owned()]).collect();
    let refused = game.play_all(&longer).unwrap_err();
    assert!(refused.reason.contains("another decision"), "{refused}");
    assert_eq!((game.moment(), game.game().position()), before);
    let too_few = game.sequence(&Pieces::new()).unwrap_err();
    assert!(too_few.contains("more"), "{too_few}");
}

/// Whoever stays at home has figures left over, and reads which.
#[test]
fn what_is_left_over_is_named() {
    let (mut game, mut rng) = (session("age-of-discovery", 1), Seed(1).rng());
    let others = |game: &Session| {
        let joint = game.joint()?;
        let spots: Vec<String> =
            joint.piles.iter().flat_map(|pile| &pile.spots).map(|spot| spot.key.clone()).collect();
        (spots.iter().any(|key| key == "stay") && spots.iter().any(|key| key == "others")).then_some(())
    };
    while others(&game).is_none() {
        let (_, action) = random_action(&game, &mut rng);
        game.play(&action).unwrap();
    }
    let why = game.sequence(&Pieces::from([("stay".to_owned(), 1), ("others".to_owned(), 1)])).unwrap_err();
    assert_eq!(why, "the rest leaves no place for “Other figures”");
}

/// What is barred is not legal, and says why in words.
#[test]
fn what_is_barred_is_not_legal() {
    let mut barred = 0;
    for name in NAMES {
        let (mut game, mut rng) = (session(name, 2), Seed(2).rng());
        while game.to_act().is_some() {
            let legal = game.game().legal();
            for (action, why) in game.barred() {
                assert!(!legal.contains(&action) && !why.is_empty(), "{name}: {action}: {why}");
                barred += 1;
            }
            let (_, action) = random_action(&game, &mut rng);
            game.play(&action).unwrap();
        }
    }
    assert!(barred > 100, "{barred}");
}
