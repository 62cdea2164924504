//! Boards of whole random games: they hold no secret, offer what is legal, and fit everything that comes up.

use std::collections::{BTreeMap, BTreeSet};

use tradewinds_arena::{NAMES, find};
use tradewinds_game::{Dice as _, Seat, Seed, Variant};
use tradewinds_sitting::{Session, Sitter, SittingSpec};

use super::{Asked, Draw, board};
use crate::picture::Setting;

fn session(
    game: &str,
    variant: Option<Variant>,
    players: usize,
    initial: Option<serde_json::Value>,
) -> Option<Session> {
    let seats = (0..players).map(|seat| Sitter::Here { name: format!("P{seat}") }).collect();
    Session::new(SittingSpec { initial, ..SittingSpec::new(game, variant, seats, 5).unwrap() }).ok()
}

/// Draws what a seat sees, with the actions of its own decision.
fn draw(session: &Session, seat: Seat) -> String {
    let offers = if session.to_act() == Some(seat) { session.offers() } else { Vec::new() };
    let (setting, shown) = (Setting::of(session), session.shown(seat));
    let to_act = session.to_act().map(Seat::index);
    let (barred, prices, joint) = (session.barred(), session.prices(), session.joint());
    let asked = match to_act {
        Some(acts) if acts == seat.index() => {
            Asked { barred: &barred, prices: &prices, joint: joint.as_ref(), edits: false }
        }
        _ => Asked::default(),
    };
    let part = board(&Draw { setting: &setting, shown: &shown, to_act, offers: &offers, hint: None, asked });
    format!(
        "{}{offers:?}{}{}",
        part.into_string(),
        session.deed(),
        if to_act == Some(seat.index()) { session.prompt() } else { String::new() }
    )
}

/// A seat cannot distinguish the true world from others that it holds possible; nor can its board.
#[test]
fn a_board_is_the_same_in_every_world_that_its_reader_holds_possible() {
    for name in NAMES {
        let mut differing = 0;
        for players in [3, 4] {
            let mut session_ = session(name, None, players, None).unwrap();
            let mut rng = Seed(players as u64).rng();
            for decision in 0.. {
                if session_.to_act().is_none() {
                    break;
                }
                if decision % 9 == 0 {
                    for seat in Seat::all(players) {
                        let world = session_.game().determinize(seat, Seed(decision));
                        differing += u32::from(world != session_.game().position());
                        let other = session(name, None, players, Some(world)).unwrap();
                        assert_eq!(draw(&session_, seat), draw(&other, seat), "{name}, decision {decision}");
                    }
                }
                let legal = session_.game().legal();
                session_.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
        }
        assert!(differing > 0, "{name}: some worlds differ");
    }
}

/// All variants and numbers of players, to the end; a button of the board is always a legal action.
#[test]
fn every_button_of_a_board_is_a_legal_action() {
    for name in NAMES {
        let info = find(name).unwrap().info();
        let shipped =
            info.shipped_variants.iter().map(|(name, text)| Variant::parse(name, text, info.name).unwrap());
        let mut buttons = 0;
        for variant in std::iter::once(None).chain(shipped.map(Some)) {
            for players in info.players.clone() {
                let Some(mut session) = session(name, variant.clone(), players, None) else { continue };
                let mut rng = Seed(1).rng();
                while let Some(seat) = session.to_act() {
                    let legal = session.game().legal();
                    // Every third board will do: there are thousands.
                    if session.decisions() % 3 > 0 {
                        session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                        continue;
                    }
                    let page = draw(&session, seat);
                    for part in page.split("name=\"a\" value=\"").skip(1) {
                        let action = part.split('"').next().unwrap();
                        assert!(legal.iter().any(|legal| legal == action), "{name}: {action} of {legal:?}");
                        buttons += 1;
                    }
                    assert!(!page.contains(" style=") && !page.contains("<script"), "{name}");
                    session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                }
            }
        }
        assert!(buttons > 100, "{name}: {buttons} buttons");
    }
}

/// The answers that leave everything as it is: they are in the list of actions alone.
const NOTHING: [&str; 2] = ["pass", "keep"];

/// All variants and numbers of players: whatever is legal is a button of the board, or has places for pieces there.
#[test]
fn every_legal_action_is_a_button_of_the_board() {
    for name in NAMES {
        // By run of decisions that are made as one, whether the board has had places for its pieces.
        let mut places: BTreeMap<String, bool> = BTreeMap::new();
        let info = find(name).unwrap().info();
        let shipped =
            info.shipped_variants.iter().map(|(name, text)| Variant::parse(name, text, info.name).unwrap());
        for variant in std::iter::once(None).chain(shipped.map(Some)) {
            for players in info.players.clone() {
                let Some(mut session) = session(name, variant.clone(), players, None) else { continue };
                let mut rng = Seed(3).rng();
                while let Some(seat) = session.to_act() {
                    let legal = session.game().legal();
                    if session.decisions() % 3 == 0 {
                        let page = draw(&session, seat);
                        if let Some(joint) = session.joint() {
                            let mut spots = joint.piles.iter().flat_map(|pile| &pile.spots);
                            let is_there =
                                spots.any(|spot| page.contains(&format!("data-spot=\"{}\"", spot.key)));
                            *places.entry(joint.name).or_default() |= is_there;
                            session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                            continue;
                        }
                        for action in legal.iter().filter(|action| !NOTHING.contains(&action.as_str())) {
                            let buttons = page.matches(&format!("name=\"a\" value=\"{action}\"")).count();
                            assert!(buttons > 0, "{name}: {action} of {legal:?}");
                        }
                    }
                    session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                }
            }
        }
        assert!(places.values().all(|&is_there| is_there), "{name}: {places:?}");
    }
}

/// Where the same words are an action of several kinds of decision, they are lit in different places: a plantation is no
/// barrel.
#[test]
fn what_is_lit_belongs_to_the_decision_at_hand() {
    for name in NAMES {
        // By panel and action, the kinds of decision at which it was lit.
        let mut lit: BTreeMap<(String, String), BTreeSet<&str>> = BTreeMap::new();
        for seed in 0..4 {
            let mut session = session(name, None, 4, None).unwrap();
            let mut rng = Seed(seed).rng();
            while let Some(seat) = session.to_act() {
                let page = draw(&session, seat);
                for panel in page.split("<section class=\"panel ").skip(1) {
                    let class = panel.split(['"', ' ']).next().unwrap();
                    for part in panel.split("name=\"a\" value=\"").skip(1) {
                        let action = part.split('"').next().unwrap();
                        // Attackers and defenders kill alike.
                        let kind = session.kind().rsplit('_').next().unwrap();
                        if !NOTHING.contains(&action) {
                            lit.entry((class.to_owned(), action.to_owned())).or_default().insert(kind);
                        }
                    }
                }
                let legal = session.game().legal();
                session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
        }
        let several: Vec<_> = lit.iter().filter(|(_, kinds)| kinds.len() > 1).collect();
        assert!(several.is_empty(), "{name}: one thing, several meanings: {several:?}");
        assert!(lit.len() > 20, "{name}: {}", lit.len());
    }
}

/// Whatever the board draws and the decision at hand names is a button, a place for pieces, or says why it cannot be
/// chosen.
#[test]
fn what_cannot_be_chosen_says_why() {
    for name in NAMES {
        // By kind of decision and action: what was legal once, and what was drawn without a word.
        let (mut named, mut silent) = (BTreeSet::new(), BTreeSet::new());
        let info = find(name).unwrap().info();
        let shipped =
            info.shipped_variants.iter().map(|(name, text)| Variant::parse(name, text, info.name).unwrap());
        let mut reasons = 0;
        for variant in std::iter::once(None).chain(shipped.map(Some)) {
            for players in info.players.clone() {
                let Some(mut session) = session(name, variant.clone(), players, None) else { continue };
                let mut rng = Seed(7).rng();
                while let Some(seat) = session.to_act() {
                    let (kind, legal) = (session.kind(), session.game().legal());
                    named.extend(legal.iter().map(|action| (kind, action.clone())));
                    if session.decisions() % 3 == 0 {
                        let page = draw(&session, seat);
                        let drawn = page.split("data-for=\"").skip(1);
                        let drawn = drawn.map(|part| (kind, part.split('"').next().unwrap().to_owned()));
                        silent.extend(drawn);
                        reasons += page.matches("data-why=").count();
                    }
                    session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                }
            }
        }
        let without: Vec<_> = silent.intersection(&named).collect();
        assert!(without.is_empty(), "{name}: no reason for {without:?}");
        assert!(reasons > 100, "{name}: {reasons} reasons");
    }
}
