//! What one screen shows: everything that a page is made of, and nothing that its reader may not know.
//!
//! A picture has a seat's view ([`Shown`], which only a session makes), the
//! decisions as the seat observed them, and the legal actions of its own decision. Pages and boards take
//! nothing else. The version of a table counts what its reader observed, not the decisions, since the number
//! of hidden ones is a secret too. A bot's thought is shown to seats whose view equals the bot's, or after
//! the end.

use std::any::Any;
use std::sync::Arc;

use tradewinds_arena::{Experts, Ruleset};
use tradewinds_bots::Preset;
use tradewinds_game::{Explanation, Joint, Pieces, Seat, from_one};
use tradewinds_sitting::{LegalAction, Session, Shown, Sitter, SittingSpec, Thought, WholeAct, find_bot};

use super::desk::{HINTS, Hint, Reader, Scene, Shared, Turn};

/// A decision in the list of what happened.
pub(crate) struct Line {
    pub(crate) seat: usize,
    pub(crate) text: String,
    pub(crate) round: u32,
    pub(crate) forced: bool,
    /// The number of its last decision among those that the reader saw, from 1.
    pub(crate) last: usize,
}

/// The final standing of a seat.
pub(crate) struct Standing {
    pub(crate) seat: usize,
    pub(crate) points: i32,
    pub(crate) rank: u8,
}

/// A line of play other than the current one.
pub(crate) struct OtherLine {
    /// The number of seen decisions before it leaves the current line.
    pub(crate) leaves: usize,
}

/// A link to a seat at another browser.
pub(crate) struct Link {
    pub(crate) name: String,
    pub(crate) place: String,
}

/// The seats and rules of a table.
pub(crate) struct Setting {
    pub(crate) game: &'static str,
    /// The rules, of the game's own type, which boards know.
    pub(crate) rules: Arc<dyn Any + Send + Sync>,
    pub(crate) title: &'static str,
    /// What the game calls a round.
    pub(crate) round: &'static str,
    pub(crate) variant: String,
    /// By which players the hints and thoughts come under a variant, as a sentence.
    pub(crate) experts: Option<String>,
    /// Whether its chance was completed for a game that people noted.
    pub(crate) is_completed: bool,
    pub(crate) names: Vec<String>,
    pub(crate) sitters: Vec<Sitter>,
    /// What the things of the game do.
    pub(crate) explained: Explanation,
}

impl Setting {
    pub(crate) fn of(session: &Session) -> Self {
        Self::at(session.spec(), session.game().table(), session.names())
    }

    /// Describes a table with these names.
    pub(crate) fn at(spec: &SittingSpec, table: &dyn Ruleset, names: &[String]) -> Self {
        let info = table.info();
        Self {
            game: info.name,
            rules: table.rules(),
            title: info.title,
            round: info.round,
            is_completed: spec.completed.is_some(),
            variant: spec.variant.as_ref().map_or(String::new(), |variant| variant.name.clone()),
            experts: experts(spec, table, info.name),
            names: names.to_vec(),
            sitters: spec.seats.clone(),
            explained: table.explanation(),
        }
    }
}

/// Says by which players the bots of a table, and the one that gives hints, judge its variant.
fn experts(spec: &SittingSpec, table: &dyn Ruleset, game: &str) -> Option<String> {
    let bots = spec.seats.iter().filter(|sitter| !sitter.is_person()).map(Sitter::name);
    let bots: Vec<Preset> = bots.chain([HINTS]).filter_map(|name| find_bot(name, game).ok()).collect();
    Experts::sentence(table, spec.variant.as_ref()?, &bots, [])
}

/// What one screen shows.
pub(crate) struct Picture {
    pub(crate) setting: Setting,
    pub(crate) reader: Reader,
    pub(crate) version: String,
    pub(crate) shown: Option<Shown>,
    pub(crate) to_act: Option<usize>,
    pub(crate) round: u32,
    pub(crate) thinks: bool,
    pub(crate) prompt: String,
    pub(crate) offers: Vec<LegalAction>,
    /// Actions that the reader cannot choose now, with the reason.
    pub(crate) barred: Vec<(String, String)>,
    /// What the reader pays now for things, legal or not.
    pub(crate) prices: Vec<(String, i64)>,
    /// What the seat that decides does, as a sentence without a full stop.
    pub(crate) deed: String,
    /// The decisions that the reader makes as one, and the pieces as they stood before.
    pub(crate) joint: Option<(Joint, Pieces)>,
    /// The decisions that the reader saw.
    pub(crate) seen: usize,
    /// What the reader saw happen, the decisions of one act as one.
    pub(crate) log: Vec<Line>,
    pub(crate) standing: Option<Vec<Standing>>,
    /// Why the game is over, as a sentence.
    pub(crate) ending: String,
    pub(crate) is_friendly: bool,
    pub(crate) may_undo: bool,
    pub(crate) is_searching_hint: bool,
    pub(crate) hint: Option<Arc<Thought>>,
    pub(crate) shows_thoughts: bool,
    pub(crate) shared: Option<Arc<Shared>>,
    pub(crate) lines: Vec<OtherLine>,
    pub(crate) links: Vec<Link>,
    pub(crate) fault: Option<String>,
    /// What surrounds the game.
    pub(crate) around: Around,
}

/// What surrounds a game at its table.
#[derive(Default)]
pub(crate) struct Around {
    /// The link of the lobby; only the host has it.
    pub(crate) lobby: Option<String>,
    /// The link at which this screen goes on after the end.
    pub(crate) next: Option<String>,
    pub(crate) is_host: bool,
    /// Who has to be asked before a move is taken back.
    pub(crate) asks: bool,
    /// A sentence about a wish to take moves back.
    pub(crate) request: Option<String>,
    /// Whether the reader has to answer it.
    pub(crate) answers: bool,
    pub(crate) guides: bool,
    /// What the guide says to the decision at hand.
    pub(crate) guide: Option<String>,
}

impl Around {
    fn of(scene: &Scene, screen: usize, decides: bool) -> Self {
        let is_host = scene.extra.screens[screen].is_host;
        let request = scene.request_now();
        let people = |screen: usize| scene.people_of(screen);
        let sentence = request.map(|request| match request.refused {
            Some(by) => format!("{} did not agree: the game goes on.", people(by)),
            None if request.screen == screen => {
                "The others are asked whether you may take that back.".to_owned()
            }
            None => format!("{} would like to take moves back.", people(request.screen)),
        });
        let others = !scene.other_people(screen).is_empty();
        let has_seat = !scene.extra.screens[screen].seats.is_empty();
        let guides = scene.wishes[screen].guide;
        let session = &scene.session;
        Self {
            lobby: is_host.then(|| scene.lobby.to_string()).filter(|link| !link.is_empty()),
            next: scene.next.get(screen).filter(|link| !link.is_empty()).cloned(),
            is_host,
            asks: others,
            answers: has_seat && request.is_some_and(|request| request.waits_for(screen)),
            request: sentence,
            guides,
            guide: (guides && decides).then(|| phase(session)).flatten(),
        }
    }
}

/// Returns what the guide says to the decision at hand.
fn phase(session: &Session) -> Option<String> {
    let explained = session.game().table().explanation();
    explained.phases.into_iter().find(|(kind, _)| *kind == session.kind()).map(|(_, text)| text)
}

impl Picture {
    /// Collects what a screen of a table shows.
    pub(crate) fn of(scene: &Scene, screen: usize) -> Self {
        let session = &scene.session;
        let reader = scene.reader(screen);
        let over = session.to_act().is_none();
        let seat = match reader {
            Reader::Seat(seat) => Some(seat),
            _ => None,
        };
        let shown = match reader {
            Reader::Seat(_) if over => session.open(),
            Reader::Seat(seat) => Some(session.shown(seat)),
            Reader::Everybody => session.open(),
            Reader::Nobody | Reader::Cover(_) => None,
        };
        let decides = seat.is_some() && session.to_act() == seat && scene.turn() == Turn::Person;
        let log = if shown.is_some() { told(session, seat) } else { Vec::new() };
        let seen = if shown.is_some() { session.log(seat).len() } else { 0 };
        let wishes = &scene.wishes[screen];
        let is_now = |at: &(usize, u32)| decides && *at == session.moment();
        let hint = match &wishes.hint {
            Hint::Found(at, thought) if is_now(at) => Some(Arc::clone(thought)),
            _ => None,
        };
        let may_know = |open: &[bool]| match reader {
            Reader::Seat(seat) => over || open.get(seat.index()) == Some(&true),
            Reader::Everybody => true,
            Reader::Nobody | Reader::Cover(_) => false,
        };
        let shared = scene.shared.as_ref().filter(|shared| may_know(&shared.gives_nothing_away));
        let players = session.spec().players();
        let scores = session.scores();
        let standing = over.then(|| {
            let mut seats: Vec<Standing> = Seat::all(players)
                .map(|seat| Standing {
                    seat: seat.index(),
                    points: scores.points[seat],
                    rank: scores.rank[seat],
                })
                .collect();
            seats.sort_by_key(|standing| standing.rank);
            seats
        });
        Self {
            reader,
            version: if shown.is_some() { session.version(seat) } else { String::new() },
            to_act: session.to_act().map(Seat::index),
            round: session.game().round(),
            thinks: scene.thinks,
            prompt: if decides { session.prompt() } else { String::new() },
            offers: if decides { session.offers() } else { Vec::new() },
            barred: if decides { session.barred() } else { Vec::new() },
            prices: if decides { session.prices() } else { Vec::new() },
            deed: if shown.is_some() { session.deed() } else { String::new() },
            joint: if decides { session.act().map(|joint| (joint, session.stood())) } else { None },
            standing,
            ending: if over { session.game().ending() } else { String::new() },
            is_friendly: session.spec().friendly && scene.may_jump(screen),
            may_undo: seat.is_some_and(|seat| scene.undo_of(seat).is_some()),
            is_searching_hint: matches!(&wishes.hint, Hint::Asked(at) if is_now(at)),
            hint,
            shows_thoughts: wishes.shows_thoughts,
            shared: shared.filter(|_| wishes.shows_thoughts).cloned(),
            lines: other_lines(session, seat, shown.is_some()),
            links: links(scene, screen),
            around: Around::of(scene, screen, decides),
            fault: scene.unsaved.clone().or_else(|| scene.fault.clone()),
            setting: Setting::of(session),
            shown,
            seen,
            log,
        }
    }

    /// Returns the decisions that the reader makes as one, and what a bot would do in them, if there is a hint.
    pub(crate) fn hinted(&self) -> Option<(&Joint, &WholeAct)> {
        Some((&self.joint.as_ref()?.0, self.hint.as_ref()?.whole.as_ref()?))
    }

    /// Returns the name of a seat.
    pub(crate) fn name(&self, seat: usize) -> &str {
        &self.setting.names[seat]
    }
}

/// Lists what a reader saw happen.
pub(crate) fn lines(session: &Session, reader: Option<Seat>) -> Vec<Line> {
    let line = |(index, entry): (usize, tradewinds_sitting::SeenDecision<'_>)| Line {
        seat: entry.seat.index(),
        text: entry.line.to_owned(),
        round: entry.round,
        forced: entry.forced,
        last: from_one(index),
    };
    session.log(reader).into_iter().enumerate().map(line).collect()
}

/// Lists what a reader saw happen, the decisions of one act as one.
fn told(session: &Session, reader: Option<Seat>) -> Vec<Line> {
    let line = |act: tradewinds_sitting::Told| Line {
        seat: act.seat.index(),
        text: act.text,
        round: act.round,
        forced: act.forced,
        last: act.first + act.decisions,
    };
    session.told(reader).into_iter().map(line).collect()
}

fn other_lines(session: &Session, reader: Option<Seat>, is_shown: bool) -> Vec<OtherLine> {
    if !is_shown {
        return Vec::new();
    }
    let log = session.log(reader);
    let leaves = |fork: usize| {
        let depth = session.depth(fork);
        log.iter().filter(|entry| session.depth(entry.node) <= depth).count()
    };
    session.branches().into_iter().map(|(_, fork)| OtherLine { leaves: leaves(fork) }).collect()
}

/// Lists the links that the host may hand out.
fn links(scene: &Scene, screen: usize) -> Vec<Link> {
    let screens = &scene.extra.screens;
    if !screens[screen].is_host {
        return Vec::new();
    }
    let link = |screen: &super::desk::Screen| {
        let names = screen.seats.iter().map(|&seat| scene.session.names()[seat].clone());
        Link { name: names.collect::<Vec<_>>().join(", "), place: format!("../{}/", screen.token) }
    };
    screens.iter().filter(|screen| !screen.is_host).map(link).collect()
}
