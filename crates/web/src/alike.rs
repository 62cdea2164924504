//! Two worlds that a seat cannot tell apart look the same to it: all bytes that its screen gets, and how long others
//! take.

use std::sync::Arc;

use tradewinds_arena::{Match, NAMES};
use tradewinds_game::{Purpose, Seat, Seed};
use tradewinds_sitting::{Session, Sitter, SittingSpec};

use crate::desk::{Extra, MAX_PACE_MS, Scene, Screen, Turn};
use crate::house::House;
use crate::message::{Method, Reply, Request};
use crate::pages;
use crate::picture::Picture;
use crate::routes::answer;
use crate::token::Token;

const PLAYERS: usize = 3;

/// Makes a table at a position; `sitter` says who sits at each seat.
fn session(game: &dyn Match, position: serde_json::Value, sitter: impl Fn(Seat) -> Sitter) -> Session {
    let seats = Seat::all(PLAYERS).map(sitter).collect();
    let spec = SittingSpec::new(game.table().info().name, None, seats, 5).expect("a game");
    Session::new(SittingSpec { initial: Some(position), chance_seed: Some(7), ..spec })
        .expect("a position of it")
}

fn person(seat: Seat) -> Sitter {
    Sitter::Elsewhere { name: format!("Person {}", seat.index()) }
}

/// A server with a table of three people, each with a link.
struct World {
    house: Arc<House>,
    links: Vec<Token>,
    _folder: tempfile::TempDir,
}

impl World {
    fn new(session: Session) -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        let house = Arc::new(House::open(folder.path()).expect("the folder is ours"));
        let links: Vec<Token> = (0..=PLAYERS).map(|_| Token::new()).collect();
        let screen = |index: usize| Screen {
            token: links[index].clone(),
            seats: (0..PLAYERS).filter(|seat| seat + 1 == index).collect(),
            is_host: index == 0,
        };
        // Nothing is played by itself while the test looks.
        let extra = Extra { screens: (0..=PLAYERS).map(screen).collect(), pace_ms: MAX_PACE_MS, guide: true };
        house.keep(session, extra).expect("there is room");
        Self { house, links, _folder: folder }
    }

    fn scene(&self) -> Scene {
        self.house.find(&self.links[0]).expect("it was just opened").0.scene()
    }

    /// Sends a request with a seat's link.
    fn ask(&self, seat: Seat, method: Method, place: &str, body: &str, from_script: bool) -> Vec<u8> {
        let path = format!("/{}/{place}", self.links[seat.index() + 1]);
        let body = body.as_bytes().to_vec();
        let request = Request { method, path, query: String::new(), from_script, body };
        let mut reply = answer(&self.house, &request);
        if let Reply::Slow { make, .. } = reply {
            reply = make();
        }
        match reply {
            Reply::Whole { status, kind, body, file_name } => {
                [format!("{status} {kind} {file_name:?}\n").into_bytes(), body].concat()
            }
            Reply::Elsewhere(place) | Reply::Report(place) => place.into_bytes(),
            Reply::Events(mut events) => events.now().expect("the first event").into_bytes(),
            Reply::Slow { .. } => unreachable!("it was made"),
        }
    }

    /// Returns everything that a seat gets without changing anything.
    fn everything(&self, seat: Seat) -> Vec<(&'static str, Vec<u8>)> {
        let pages = [
            "",
            "events",
            "at/0",
            "at/1",
            "at/2",
            "at/3",
            "game.html",
            "record.json",
            "review",
            "review/0",
            "puzzle",
            "puzzle/0",
            "moves",
            "position",
        ];
        let get = |&place: &&'static str| (place, self.ask(seat, Method::Get, place, "", false));
        let mut all: Vec<_> = pages.iter().map(get).collect();
        for place in ["", "at/1"] {
            all.push((place, self.ask(seat, Method::Get, place, "", true)));
        }
        for (place, body) in [
            ("act", "v=0.99&a=nothing"),
            ("place", "v=0.99&p.corn=1"),
            ("say", "v=0.99&t=1"),
            ("undo", "v=0.99"),
            ("line", "line=0"),
            ("review", ""),
        ] {
            all.push((place, self.ask(seat, Method::Post, place, body, true)));
        }
        all
    }
}

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    pairs: usize,
    /// Pairs in one of which a choice was forced, and not in the other one.
    forced: usize,
}

/// Compares what a seat gets in two worlds, before and after a decision of another seat that both allow.
fn compare(game: &dyn Match, other: &dyn Match, reader: Seat, action: &str, compared: &mut Compared) {
    let worlds = [game, other].map(|game| World::new(session(game, game.position(), person)));
    let actor = game.to_act().expect("a seat decides");
    let is_forced = [game, other].map(|game| game.options() == 1);
    let context =
        |when: &str| format!("{}, seat {reader:?}, {when} {action} of {actor:?}", game.table().info().name);
    let same = |when: &str| {
        let [one, other] = [&worlds[0], &worlds[1]].map(|world| world.scene());
        assert_eq!(one.turn(), other.turn(), "{}: how the next decision is made", context(when));
        for (one, other) in worlds[0].everything(reader).iter().zip(&worlds[1].everything(reader)) {
            let [text, twin] = [one, other].map(|(_, bytes)| String::from_utf8_lossy(bytes));
            assert_eq!(text, twin, "{}: {:?}", context(when), one.0);
        }
    };
    same("before");
    // With bots at all other seats their pace, and that they think, is the same.
    let with_bots = |seat| match seat == reader {
        true => person(seat),
        false => Sitter::Bot { preset: "ismcts@50".to_owned() },
    };
    let turns = [game, other].map(|game| {
        let screens = vec![Screen { token: Token::new(), seats: vec![reader.index()], is_host: true }];
        let mut scene =
            Scene::new(session(game, game.position(), with_bots), Extra { screens, pace_ms: 0, guide: true });
        scene.thinks = scene.turn() == Turn::Bot;
        (scene.turn(), pages::table(&Picture::of(&scene, 0), None))
    });
    assert_eq!(turns[0], turns[1], "{}: with bots", context("before"));
    for world in &worlds {
        let version = world.scene().session.version(Some(actor));
        let body = format!("v={version}&a={}", action.replace(' ', "+"));
        let answer = world.ask(actor, Method::Post, "act", &body, true);
        assert!(answer.starts_with(b"200 "), "{}: {}", context("at"), String::from_utf8_lossy(&answer));
    }
    let after = worlds.each_ref().map(|world| world.scene().session.game().view(reader));
    if after[0] == after[1] {
        same("after");
        compared.pairs += 1;
        compared.forced += usize::from(is_forced[0] != is_forced[1]);
    }
}

/// Plays games at random, and compares the worlds that others hold possible at some of the decisions.
fn look_through(name: &str, games: u64) -> Compared {
    let mut compared = Compared::default();
    for number in 0..games {
        let seats = Seat::all(PLAYERS).map(person).collect();
        let mut game =
            SittingSpec::new(name, None, seats, number).and_then(|spec| spec.start()).expect("a game");
        let mut usual = 0;
        for decision in 0.. {
            let Some(actor) = game.to_act() else { break };
            let legal = game.legal();
            for reader in Seat::all(PLAYERS).filter(|&reader| reader != actor) {
                let worlds = (0..4).filter_map(|draw| {
                    let seed = Seed(number * 1_000_003 + decision * 31 + draw);
                    let position = game.determinize(reader, seed);
                    let other = session(&*game, position, person);
                    let shared: Vec<_> =
                        other.game().legal().into_iter().filter(|one| legal.contains(one)).collect();
                    let differs = (other.game().options() == 1) != (legal.len() == 1);
                    (other.to_act() == Some(actor)).then_some((other, shared, differs))
                });
                let worlds: Vec<_> = worlds.filter(|(_, shared, _)| !shared.is_empty()).collect();
                let telling = worlds.iter().find(|(_, _, differs)| *differs && compared.forced < ENOUGH);
                // A few of the usual pairs, and those that could tell.
                let chosen =
                    telling.or_else(|| worlds.first().filter(|_| decision % 23 == 0 && usual < USUAL));
                let Some((other, shared, differs)) = chosen else { continue };
                usual += usize::from(!differs);
                let action = &shared[decision as usize % shared.len()];
                assert_eq!(
                    game.view(reader),
                    other.game().view(reader),
                    "a world that the seat holds possible"
                );
                compare(&*game, other.game(), reader, action, &mut compared);
            }
            let choice = Seed(number).derive(Purpose::Sample, decision).0 % legal.len() as u64;
            game.play(&legal[choice as usize]).expect("it is legal");
        }
    }
    compared
}

/// The number of pairs with a forced choice after which a game has been looked through.
const ENOUGH: usize = 16;
/// The number of other pairs of each game.
const USUAL: usize = 4;

#[test]
fn nothing_says_whether_anothers_secret_choice_was_forced() {
    std::thread::scope(|scope| {
        let games = NAMES.iter().map(|&name| {
            scope.spawn(move || {
                let compared = look_through(name, 4);
                assert!(compared.pairs >= 8, "{name}: {compared:?}");
                compared.forced
            })
        });
        // In most games nobody's choices depend on what others do not know.
        let games: Vec<_> = games.collect();
        let forced: usize = games.into_iter().map(|game| game.join().expect("the worlds are alike")).sum();
        assert!(forced >= 8, "{forced} choices were forced in one of two worlds");
    });
}
