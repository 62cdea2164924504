//! Whole games at a table: words for every action, logs without secrets, branches, journals and records.
#![allow(clippy::unwrap_used, reason = "a test may fail at any step")]

use std::fs;

use tradewinds_arena::{NAMES, Sight, find};
use tradewinds_game::speech::capital;
use tradewinds_game::{Dice as _, Rng, Seat, Seed, Variant};
use tradewinds_sitting::{
    Advisor, Session, SessionJournal, SessionJournalError, Sitter, SittingSpec, from_record, to_record,
};
use tradewinds_tournament::{MoveRecord, Replay};

fn people(players: usize) -> Vec<Sitter> {
    (0..players).map(|seat| Sitter::Here { name: format!("P{seat}") }).collect()
}

fn session(game: &str, players: usize, seed: u64) -> Session {
    Session::new(SittingSpec::new(game, None, people(players), seed).unwrap()).unwrap()
}

/// Plays random moves until the end or for this many decisions.
fn play(session: &mut Session, rng: &mut Rng, decisions: usize) {
    for _ in 0..decisions {
        if session.to_act().is_none() {
            break;
        }
        let legal = session.game().legal();
        let action = legal[rng.below(legal.len() as u32) as usize].clone();
        session.play(&action).unwrap();
    }
}

#[test]
fn every_action_of_every_variant_has_words() {
    for name in NAMES {
        let game = find(name).unwrap();
        let info = game.info();
        let shipped =
            info.shipped_variants.iter().map(|(name, text)| Variant::parse(name, text, info.name).unwrap());
        for variant in std::iter::once(Variant::standard()).chain(shipped) {
            for players in info.players.clone() {
                let Ok(table) = game.table(players, &variant) else { continue };
                // Marks in place of names, which occur in no other text.
                let names: Vec<String> = (1..=players).map(|seat| format!("\0{seat}\0")).collect();
                for seed in 0..2 {
                    let mut game = table.deal(Seed(seed), Seed(seed));
                    let mut rng = Seed(seed).rng();
                    while game.to_act().is_some() {
                        let kind = info.decision_kinds[game.decision_kind()];
                        let legal = game.legal();
                        let own =
                            game.to_act().map_or(String::new(), |seat| format!(" seat {}", seat.index() + 1));
                        let prompt = game.prompt(&names);
                        assert!(!prompt.contains('_') && !prompt.starts_with("Decide: "), "{prompt}");
                        let orders: Vec<String> =
                            game.phrases(&names).iter().map(|phrase| phrase.order()).collect();
                        for (order, action) in orders.iter().zip(&legal) {
                            assert!(!order.starts_with("Play "), "{name}, {kind}: {action} has no words");
                            assert!(!order.contains("  ") && !order.ends_with(' '), "{order:?}");
                            let same = orders.iter().filter(|other| *other == order).count();
                            assert_eq!(same, 1, "{name}, {kind}: {order:?} means more than one of {legal:?}");
                            // Notation for people has the number of the seat that the words name, or of the one that
                            // decides ("Begin the progress phase").
                            let seat = order.split('\0').nth(1);
                            let notation = game.notation(action);
                            match seat {
                                Some(seat) => assert!(notation.ends_with(&format!(" seat {seat}"))),
                                None => {
                                    assert!(notation == *action || notation.ends_with(&own), "{notation}");
                                }
                            }
                        }
                        let chosen = rng.below(legal.len() as u32) as usize;
                        assert_eq!(game.phrase(chosen, &names).order(), orders[chosen]);
                        game.play(&legal[chosen]).unwrap();
                    }
                    let (reason, ending) = (game.end_reason(), game.ending());
                    assert!(
                        ending.ends_with('.') && ending != format!("{}.", capital(&reason)),
                        "{name}: {ending}"
                    );
                }
            }
        }
    }
}

/// Returns the price and the money of an order such as "Build the hospice for 1 (of 11)".
fn price(order: &str) -> Option<(i64, i64)> {
    let (price, has) = order.rsplit_once(" for ")?.1.split_once(" (of ")?;
    Some((price.parse().ok()?, has.strip_suffix(')')?.parse().ok()?))
}

/// The words of an action name what the seat pays now, with every discount; some buildings bring money at once.
#[test]
fn a_price_in_words_is_what_is_paid() {
    let mut paid = 0;
    for name in NAMES {
        for seed in 0..4 {
            let (mut game, mut rng) = (session(name, 4, seed), Seed(seed).rng());
            while let Some(seat) = game.to_act() {
                let offers = game.offers();
                let offer = &offers[rng.below(offers.len() as u32) as usize];
                let money = |game: &Session| {
                    let counters = game.game().counters().swap_remove(seat.index());
                    let money = |(noun, _): &&(&str, i64)| matches!(*noun, "doubloon" | "dollar");
                    counters.iter().find(money).map(|&(_, amount)| amount)
                };
                let before = money(&game);
                game.play(&offer.action).unwrap();
                let Some((price, has)) = price(&offer.order) else { continue };
                assert_eq!(before, Some(has), "{name}: {}", offer.order);
                let after = money(&game).unwrap();
                assert!(
                    after == has - price || *name != "puerto-rico" && after > has - price,
                    "{}",
                    offer.order
                );
                paid += 1;
            }
        }
    }
    assert!(paid > 50, "{paid}");
}

/// Two games that differ in a secret look the same to the others, until the secret comes out.
#[test]
fn a_log_holds_no_secret() {
    for (name, kind) in [("mundus-novus", "offer"), ("francis-drake", "disc"), ("francis-drake", "admiral")] {
        let mut found = 0;
        for seed in 0..40 {
            let mut rng = Seed(seed).rng();
            let mut one = session(name, 4, seed);
            while one.to_act().is_some() && (one.kind() != kind || one.game().options() < 2) {
                play(&mut one, &mut rng, 1);
            }
            let Some(seat) = one.to_act() else { continue };
            let legal = one.game().legal();
            let mut other = from_record(&to_record(&one, "t"), people(4)).unwrap();
            one.play(&legal[0]).unwrap();
            let second = other.play(&legal[1]).unwrap();
            for reader in Seat::all(4).filter(|&reader| reader != seat) {
                if other.sights(second)[reader] == Sight::Whole || one.to_act() != other.to_act() {
                    continue;
                }
                let lines = |session: &Session| -> Vec<String> {
                    session.log(Some(reader)).iter().map(|entry| entry.line.to_owned()).collect()
                };
                assert_eq!(lines(&one), lines(&other), "{name}, {kind}");
                assert_eq!(one.shown(reader).position(), other.shown(reader).position(), "{name}, {kind}");
                found += 1;
            }
        }
        assert!(found > 0, "{name}, {kind}");
    }
}

#[test]
fn a_version_changes_with_what_the_reader_sees_and_not_otherwise() {
    let mut game = session("mundus-novus", 4, 1);
    let mut rng = Seed(1).rng();
    while game.kind() != "offer" {
        play(&mut game, &mut rng, 1);
    }
    let seat = game.to_act().unwrap();
    let other = seat.next(4);
    let before = (game.version(Some(seat)), game.version(Some(other)));
    let offers = game.offers();
    game.play(&offers[0].action).unwrap();
    assert_ne!(game.version(Some(seat)), before.0);
    assert_eq!(game.version(Some(other)), before.1, "a card laid aside in secret");
}

#[test]
fn lines_that_were_left_stay_in_the_tree_and_in_the_record() {
    for name in NAMES {
        let mut game = session(name, 4, 7);
        play(&mut game, &mut Seed(1).rng(), 40);
        let (middle, first) = (game.at(), game.shown(Seat::new(0)));
        play(&mut game, &mut Seed(2).rng(), 2_000);
        assert!(game.to_act().is_none() && game.is_open());
        let (end, finished) = (game.scores(), game.at());
        game.go_to(middle).unwrap();
        assert_eq!(game.shown(Seat::new(0)), first);
        let record = to_record(&game, "t");
        assert!(record.branches.is_empty() && !record.truncated);
        play(&mut game, &mut Seed(3).rng(), 30);
        let branch = game.at();
        play(&mut game, &mut Seed(4).rng(), 5);
        game.go_to(branch).unwrap();
        play(&mut game, &mut Seed(5).rng(), 5);
        // The record's line is the latest one; the finished game is a branch of it.
        let record = to_record(&game, "t");
        let text = record.to_json();
        let read = MoveRecord::parse("record", &text).unwrap();
        let mut replay = Replay::new(find(name).unwrap(), &read).unwrap();
        replay.verify().unwrap();
        let again = from_record(&read, people(4)).unwrap();
        assert_eq!(again.positions(), game.positions());
        assert!(to_record(&again, "t").to_json() == text, "{name}: the record of what was read");
        assert_eq!(again.branches().len(), game.branches().len());
        assert!(game.branches().iter().any(|&(end, _)| end == finished));
        // The journal of what was read has all lines, and the place.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("read.table");
        drop(SessionJournal::create(&path, &again, &()).unwrap());
        let (_, kept, ()) = SessionJournal::open(&path).unwrap();
        assert_eq!((kept.positions(), kept.at()), (again.positions(), again.at()));
        assert!(to_record(&kept, "t").to_json() == text, "{name}: the journal of what was read");
        game.go_to(finished).unwrap();
        assert_eq!(game.scores(), end);
    }
}

#[test]
fn undo_goes_back_before_the_last_own_choice() {
    let mut spec = SittingSpec::new("puerto-rico", None, people(4), 3).unwrap();
    for seat in &mut spec.seats[1..] {
        *seat = Sitter::Bot { preset: "random".to_owned() };
    }
    let mut game = Session::new(spec).unwrap();
    let me = Seat::new(0);
    assert_eq!(game.before_last_of(me), None);
    let start = game.at();
    let offers = game.offers();
    game.play(&offers[0].action).unwrap();
    while game.to_act() != Some(me) || game.forced().is_some() {
        let action = Advisor::new(&game, "random").unwrap().choose().unwrap().action;
        game.play(&action).unwrap();
    }
    let played = game.positions();
    assert_eq!(game.before_last_of(me), Some(start));
    game.go_to(start).unwrap();
    game.play(&offers[0].action).unwrap();
    assert_eq!(game.positions(), played, "the same move takes the line up again");
}

#[test]
fn a_journal_goes_on_after_any_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.table");
    let mut game = session("francis-drake", 4, 2);
    let mut journal = SessionJournal::create(&path, &game, &"links").unwrap();
    assert!(
        matches!(SessionJournal::open::<String>(&path), Err(SessionJournalError::InUse(_))),
        "it is locked"
    );
    for step in 0..30 {
        let legal = game.game().legal();
        game.play(&legal[0]).unwrap();
        journal.played(&legal[0]).unwrap();
        if step == 20 {
            let back = game.before_last_of(Seat::new(1)).unwrap();
            game.go_to(back).unwrap();
            journal.went(back).unwrap();
        }
    }
    drop(journal);
    let (journal, again, extra) = SessionJournal::open::<String>(&path).unwrap();
    assert_eq!((extra.as_str(), again.positions(), again.at()), ("links", game.positions(), game.at()));
    assert_eq!(again.game().position(), game.game().position());
    drop(journal);
    let bytes = fs::read(&path).unwrap();
    let head = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for cut in [head, head + 1, bytes.len() - 1, bytes.len() - 30] {
        fs::write(&path, &bytes[..cut]).unwrap();
        let (_, shorter, _) = SessionJournal::open::<String>(&path).unwrap();
        assert!(shorter.positions() <= game.positions());
        let left = fs::read(&path).unwrap();
        assert!(left.ends_with(b"\n") && bytes.starts_with(&left));
    }
    let mut changed = bytes.clone();
    let place = bytes.len() - 10;
    changed[place] ^= 1;
    fs::write(&path, &changed).unwrap();
    let Err(refusal) = SessionJournal::open::<String>(&path) else { panic!("a damaged line is refused") };
    assert!(refusal.to_string().contains("damaged"), "{refusal}");
    // A file that is no journal is left as it is, whatever its last line.
    for other in [&b"{\"a\": 1}"[..], b"notes", &[&bytes[..head], b"notes"].concat()] {
        fs::write(&path, other).unwrap();
        assert!(SessionJournal::open::<String>(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), other);
    }
}

#[test]
fn a_hint_has_win_shares_of_all_seats_and_a_line_in_words() {
    for name in NAMES {
        let mut game = session(name, 4, 5);
        play(&mut game, &mut Seed(9).rng(), 25);
        while game.forced().is_some() {
            play(&mut game, &mut Seed(9).rng(), 1);
        }
        let legal = game.game().legal();
        let hint = Advisor::new(&game, "ismcts-200").unwrap().hint().unwrap();
        assert_eq!(hint.candidates.len(), legal.len());
        let best = &hint.candidates[0];
        assert!((best.wins.iter().sum::<f64>() - 1.0).abs() < 1e-9 && best.wins.len() == 4, "{best:?}");
        assert!(
            !hint.line.is_empty() && hint.line.iter().all(|line| line.starts_with('P')),
            "{:?}",
            hint.line
        );
        let decided = Advisor::new(&game, "ismcts-200").unwrap().choose().unwrap();
        assert!(legal.contains(&decided.action) && decided.thought.is_some());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut spec = SittingSpec::new("puerto-rico", None, people(9), 0).unwrap();
    assert!(Session::new(spec.clone()).is_err(), "nine seats");
    spec.seats = people(4);
    spec.rules_version += 1;
    let Err(refusal) = Session::new(spec.clone()) else { panic!("other rules") };
    assert!(refusal.to_string().contains("rules_version"), "{refusal}");
    spec.rules_version -= 1;
    spec.seats[2] = Sitter::Bot { preset: "raider".to_owned() };
    assert!(Session::new(spec).is_err(), "a bot of another game");
    let mut game = session("puerto-rico", 4, 0);
    let refusal = game.play("sail panama").unwrap_err();
    assert!(refusal.to_string().contains("legal here"), "{refusal}");
    assert_eq!(game.positions(), 1);
}
