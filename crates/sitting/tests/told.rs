//! What happened, told by acts: whole random games of all games.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use tradewinds_arena::NAMES;
use tradewinds_game::{Dice as _, Seat, Seed, counted};
use tradewinds_sitting::{Session, Sitter, SittingSpec};

fn session(game: &str, seed: u64) -> Session {
    let seats = (0..4).map(|seat| Sitter::Here { name: format!("P{seat}") }).collect();
    Session::new(SittingSpec::new(game, None, seats, seed).unwrap()).unwrap()
}

/// What no line says where it can be left out.
const EMPTY: [&str; 6] =
    [" 0 colonists", " and chooses 0", "sends 0", " uses no ", " keeps the card", " and ends the turn"];

#[test]
fn each_decision_is_told_once_and_acts_are_short() {
    for name in NAMES {
        let mut game = session(name, 4);
        let mut rng = Seed(4).rng();
        while game.to_act().is_some() {
            let legal = game.game().legal();
            game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        let readers = std::iter::once(None).chain(Seat::all(4).map(Some));
        for reader in readers {
            let (log, told) = (game.log(reader), game.told(reader));
            let mut next = 0;
            for act in &told {
                assert_eq!(act.first, next, "{name}: {}", act.text);
                next += act.decisions;
                let own = &log[act.first];
                assert_eq!((act.seat, act.round), (own.seat, own.round), "{name}: {}", act.text);
                assert!(act.text.starts_with(&format!("P{}", own.seat.index())), "{name}: {}", act.text);
                // The words of a placement are what it has changed.
                if act.decisions == 1 && own.kind != "place" {
                    assert_eq!(act.text, own.line, "{name}");
                }
                assert!(!EMPTY.iter().any(|empty| act.text.contains(empty)), "{name}: {}", act.text);
            }
            assert_eq!(next, log.len(), "{name}");
            assert!(told.len() * 10 < log.len() * 9, "{name}: {} lines of {}", told.len(), log.len());
        }
    }
}

/// A placement of colonists is one line, which names what stands elsewhere than before and nothing else.
#[test]
fn a_placement_is_told_by_what_it_changes() {
    let mut game = session("puerto-rico", 3);
    let mut rng = Seed(3).rng();
    let (mut placements, mut taken) = (0, 0);
    while let Some(seat) = game.to_act() {
        let Some(joint) = game.joint() else {
            let legal = game.game().legal();
            game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            continue;
        };
        let stood = game.stood();
        while game.to_act() == Some(seat) && game.joint().is_some_and(|now| now.name == joint.name) {
            let legal = game.game().legal();
            game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        let (stands, told) = (game.game().stood(seat), game.told(None).pop().unwrap());
        let mut wanted = Vec::new();
        for key in stands.keys() {
            let (before, after) = (stood.get(key).copied().unwrap_or(0), stands[key]);
            if after > before {
                wanted.push(format!("{} on {key}", counted(after - before, "colonist")));
            } else if after < before {
                wanted.push(format!("{} from {key}", counted(before - after, "colonist")));
                taken += 1;
            }
        }
        assert_eq!(told.text.matches(" colonist").count(), wanted.len(), "{}: {wanted:?}", told.text);
        assert!(wanted.iter().all(|part| told.text.contains(part)), "{}: {wanted:?}", told.text);
        placements += 1;
    }
    assert!(placements > 10 && taken > 3, "{placements} placements, {taken} colonists taken away");
}

/// One line says that several players do the same small thing.
#[test]
fn equal_lines_are_told_together() {
    let mut together = 0;
    for seed in 0..4 {
        let (mut game, mut rng) = (session("puerto-rico", seed), Seed(seed).rng());
        while game.to_act().is_some() {
            let legal = game.game().legal();
            game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        let told = game.told(None);
        together +=
            told.iter().filter(|act| act.text.contains(" and P") && act.text.ends_with(" pass")).count();
        for pair in told.windows(2) {
            let passes = |act: &tradewinds_sitting::Told| act.text.ends_with(" passes");
            let kind = |act: &tradewinds_sitting::Told| game.log(None)[act.first].kind;
            let alike = passes(&pair[0]) && passes(&pair[1]) && kind(&pair[0]) == kind(&pair[1]);
            assert!(!alike || pair[0].round != pair[1].round || pair[0].seat == pair[1].seat, "{pair:?}");
        }
    }
    assert!(together > 5, "{together}");
}
