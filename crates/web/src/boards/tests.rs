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

/// The answers that leave everything as it is: they are in the list of actions alone.
const NOTHING: [&str; 2] = ["pass", "keep"];

/// What means the same in several kinds of decision: the University's way ahead, and the end of a choice of cards.
const SAME: [&str; 2] = ["advance", "done"];

/// What the boards of a game have shown.
#[derive(Default)]
struct Seen {
    buttons: u32,
    reasons: usize,
    /// By run of decisions that are made as one, whether a board has had places for its pieces.
    places: BTreeMap<String, bool>,
    /// By panel and action, the kinds of decision at which it was lit by the standard rules.
    lit: BTreeMap<(String, String), BTreeSet<&'static str>>,
    /// By kind of decision and action: what was legal once, and what was drawn without a word.
    named: BTreeSet<(&'static str, String)>,
    silent: BTreeSet<(&'static str, String)>,
}

impl Seen {
    /// Looks at the board of the seat that decides.
    fn look(&mut self, session: &Session, seat: Seat, legal: &[String]) {
        let (page, kind) = (draw(session, seat), session.kind());
        let named = |part: &str| part.split('"').next().unwrap().to_owned();
        assert!(!page.contains(" style=") && !page.contains("<script"));
        let buttons = |part: &str| part.split("name=\"a\" value=\"").skip(1).map(named).collect::<Vec<_>>();
        for action in buttons(&page) {
            assert!(legal.contains(&action), "{action} of {legal:?}");
            self.buttons += 1;
        }
        for panel in page.split("<section class=\"panel ").skip(1) {
            let class = panel.split(['"', ' ']).next().unwrap();
            // Attackers and defenders kill alike.
            let kind = kind.rsplit('_').next().unwrap();
            let is_told_apart = |action: &String| !NOTHING.iter().chain(&SAME).any(|same| action == same);
            for action in buttons(panel).into_iter().filter(is_told_apart) {
                if session.spec().variant.is_none() {
                    self.lit.entry((class.to_owned(), action)).or_default().insert(kind);
                }
            }
        }
        if let Some(joint) = session.joint() {
            let mut spots = joint.piles.iter().flat_map(|pile| &pile.spots);
            let is_there = spots.any(|spot| page.contains(&format!("data-spot=\"{}\"", spot.key)));
            *self.places.entry(joint.name).or_default() |= is_there;
        } else {
            for action in legal.iter().filter(|action| !NOTHING.contains(&action.as_str())) {
                assert!(page.contains(&format!("name=\"a\" value=\"{action}\"")), "{action} of {legal:?}");
            }
        }
        self.silent.extend(page.split("data-for=\"").skip(1).map(|part| (kind, named(part))));
        self.reasons += page.matches("data-why=").count();
    }

    /// Looks at every third board of whole random games: there are thousands.
    fn look_at_games(&mut self, game: &str, variant: Option<&Variant>, players: usize) {
        let Some(mut session) = session(game, variant.cloned(), players, None) else { return };
        let mut rng = Seed(1).rng();
        while let Some(seat) = session.to_act() {
            let legal = session.game().legal();
            self.named.extend(legal.iter().map(|action| (session.kind(), action.clone())));
            if session.decisions() % 3 == 0 {
                self.look(&session, seat, &legal);
            }
            session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
    }
}

/// All variants and numbers of players, to the end: a button of the board is a legal action, and whatever is legal is a
/// button, or has places for pieces there. Whatever is drawn and named by the decision at hand is one, or says why it cannot
/// be chosen. Where the same words are an action of several kinds of decision, they are lit in different places: a
/// plantation is no barrel.
#[test]
fn boards_offer_what_is_legal_and_say_why_the_rest_is_not() {
    let check = |game: &str| {
        let mut seen = Seen::default();
        let info = find(game).unwrap().info();
        let shipped =
            info.shipped_variants.iter().map(|(name, text)| Variant::parse(name, text, info.name).unwrap());
        for variant in std::iter::once(None).chain(shipped.map(Some)) {
            for players in info.players.clone() {
                seen.look_at_games(game, variant.as_ref(), players);
            }
        }
        assert!(
            seen.buttons > 100 && seen.reasons > 100,
            "{game}: {} buttons, {} reasons",
            seen.buttons,
            seen.reasons
        );
        assert!(seen.places.values().all(|&is_there| is_there), "{game}: {:?}", seen.places);
        let several: Vec<_> = seen.lit.iter().filter(|(_, kinds)| kinds.len() > 1).collect();
        assert!(
            several.is_empty() && seen.lit.len() > 20,
            "{game}: one thing, several meanings: {several:?}"
        );
        let without: Vec<_> = seen.silent.intersection(&seen.named).collect();
        assert!(without.is_empty(), "{game}: no reason for {without:?}");
    };
    // The games side by side.
    std::thread::scope(|scope| NAMES.iter().for_each(|game| drop(scope.spawn(|| check(game)))));
}
