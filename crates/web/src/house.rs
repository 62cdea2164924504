//! All tables of a server, and the folder that they are kept in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use tradewinds_arena::find;
use tradewinds_game::{InputError, Origin, Variant, without_controls};
use tradewinds_review::{Deck, DeckError};
use tradewinds_sitting::{
    NodeId, Session, SessionJournal, SessionJournalError, Sitter, SittingSpec, any_seed, find_bot,
    from_record, to_record,
};
use tradewinds_tournament::{FileKind, MoveRecord, Reads, Replay, ReplayError, only_for_owner};

use super::desk::{Desk, Extra, Screen};
use super::last_form::LastForm;
use super::order::{Found, Order};
use super::permits::{Crew, Permits};
use super::token::Token;

/// The maximum length of a person's name, in characters.
const MAX_NAME: usize = 24;
/// The shortest time between two moves of bots, in milliseconds, where nobody has chosen one.
pub(crate) const PACE_MS: u64 = 600;

/// A folder or a table that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HouseError {
    /// A file or folder cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The fault.
        source: io::Error,
    },
    /// The system has no random numbers to give.
    #[error("no seed can be drawn: {0}")]
    Seed(io::Error),
    /// A table was refused.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A journal cannot be used.
    #[error(transparent)]
    SessionJournal(#[from] SessionJournalError),
    /// A record does not replay.
    #[error("the record does not replay: {0}")]
    Record(#[from] ReplayError),
}

/// A table that somebody asks for.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTable {
    /// The game's name.
    pub game: String,
    /// The variant; `None` for the standard rules.
    pub variant: Option<Variant>,
    /// The seats in order.
    pub seats: Vec<Sitter>,
    /// The seed; drawn by the system if there is none.
    pub seed: Option<u64>,
    /// Whether moves can be taken back.
    pub friendly: bool,
    /// Whether each phase is explained as it comes.
    pub guide: bool,
    /// The shortest time between two moves of bots, in milliseconds.
    pub pace_ms: u64,
}

/// The tables that are open, oldest first, and the links to their screens. Links stay as they are, so that they are
/// found without asking a table.
#[derive(Default)]
struct Tables {
    desks: Vec<Arc<Desk>>,
    links: Vec<(Token, Arc<Desk>, usize)>,
}

/// All tables of a server.
pub(crate) struct House {
    folder: PathBuf,
    /// What was chosen for the last new table.
    pub(crate) last_form: LastForm,
    pub(crate) key: Token,
    crew: Arc<Crew>,
    tables: RwLock<Tables>,
    /// The file that keeps the answers to puzzles: one request at a time has it open.
    training: Mutex<PathBuf>,
    /// Held while the next game of a table is opened: each has one.
    rematches: Mutex<()>,
    /// Whether somebody may ask whether changed rules are fairer.
    pub(crate) has_designs: AtomicBool,
    /// Tables that could not be opened.
    pub(crate) faults: Vec<String>,
}

impl House {
    /// Opens a folder, with all tables in it; it is made if it is not there.
    pub(crate) fn open(folder: &Path) -> Result<Self, HouseError> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_crew(folder, Crew::Threads(Permits::new(threads)))
    }

    /// Opens a folder whose work this crew does.
    pub(crate) fn with_crew(folder: &Path, crew: Crew) -> Result<Self, HouseError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |source| HouseError::Io { path, source }
        };
        // What is hidden from a seat is in these folders.
        for part in ["tables", "records"] {
            private_folder(&folder.join(part)).map_err(io(&folder.join(part)))?;
        }
        let mut house = Self {
            key: key(&folder.join("key"))?,
            last_form: LastForm::open(folder.join("choices")),
            crew: Arc::new(crew),
            tables: RwLock::default(),
            training: Mutex::new(folder.join("training")),
            rematches: Mutex::default(),
            has_designs: AtomicBool::new(false),
            faults: Vec::new(),
            folder: folder.to_owned(),
        };
        let tables = folder.join("tables");
        let listed = fs::read_dir(&tables).map_err(io(&tables))?;
        let mut paths: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| path.extension().is_some_and(|end| end == "table"));
        paths.sort();
        for path in paths {
            let Some(id) = path.file_stem().and_then(|name| name.to_str()).map(str::to_owned) else {
                continue;
            };
            let opened = SessionJournal::open::<Extra>(&path).and_then(|opened| {
                match house.check(&opened.1, &opened.2) {
                    Ok(()) => Ok(opened),
                    Err(source) => Err(SessionJournalError::Input { path: path.clone(), source }),
                }
            });
            match opened {
                Ok((journal, session, extra)) => house.add(id, session, journal, extra),
                Err(error) => {
                    let name = path.display().to_string();
                    let refusal = Reads::ServedTable.refusal(&name, FileKind::at(&path));
                    house.faults.push(refusal.map_or(error.to_string(), |refusal| refusal.to_string()));
                    continue;
                }
            };
        }
        Ok(house)
    }

    fn tables(&self) -> RwLockReadGuard<'_, Tables> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the answers to puzzles, while no other request does.
    pub(crate) fn with_deck<T>(
        &self,
        work: impl FnOnce(&mut Deck) -> Result<T, DeckError>,
    ) -> Result<T, String> {
        let path = self.training.lock().unwrap_or_else(PoisonError::into_inner);
        Deck::open(&path).and_then(|mut deck| work(&mut deck)).map_err(|error| error.to_string())
    }

    /// Lists the tables, oldest first.
    pub(crate) fn desks(&self) -> Vec<Arc<Desk>> {
        self.tables().desks.clone()
    }

    /// Checks what a table's journal says about its screens, and that their links are no other table's.
    fn check(&self, session: &Session, extra: &Extra) -> Result<(), InputError> {
        extra.check(session.spec().players())?;
        let taken = extra.screens.iter().position(|screen| self.find(&screen.token).is_some());
        match taken {
            None => Ok(()),
            Some(index) => {
                let field = format!("extra.screens[{index}].token");
                let found = "the link of a table that is open, as in a copy of its file";
                Err(InputError::conflict(Origin::Record, field, found, "a link of its own"))
            }
        }
    }

    /// Finds the table and the screen of a link. All links are compared, so that the time does not depend on which one
    /// fits.
    pub(crate) fn find(&self, link: &Token) -> Option<(Arc<Desk>, usize)> {
        let tables = self.tables();
        let found =
            tables.links.iter().fold(None, |found, entry| if entry.0.is(link) { Some(entry) } else { found });
        found.map(|(_, desk, screen)| (Arc::clone(desk), *screen))
    }

    /// Opens a new table; returns the link of the host's screen.
    pub(crate) fn open_table(&self, new: NewTable) -> Result<String, HouseError> {
        let NewTable { game, variant, seats, seed, friendly, guide, pace_ms } = new;
        let seed = seed.map_or_else(any_seed, Ok).map_err(HouseError::Seed)?;
        let mut screens = vec![Screen { token: Token::new(), seats: seats_of(&seats, true), is_host: true }];
        for seat in seats_of(&seats, false) {
            screens.push(Screen { token: Token::new(), seats: vec![seat], is_host: false });
        }
        let spec = SittingSpec { friendly, ..SittingSpec::new(&game, variant, seats, seed)? };
        self.keep(Session::new(spec)?, Extra { screens, pace_ms, guide })
    }

    /// Opens a recorded game as a table; returns the link of the host's screen.
    pub(crate) fn open_record(&self, record: &MoveRecord) -> Result<String, HouseError> {
        let session = session_of(record)?;
        let plays = |record: &MoveRecord| {
            let moves = record.actions.iter();
            moves.map(|step| (step.seat, step.action.clone())).collect::<Vec<_>>()
        };
        let is_same = |desk: &Arc<Desk>| {
            let scene = desk.scene();
            let is_same = scene.session.spec() == session.spec()
                && plays(&to_record(&scene.session, "")) == plays(record);
            is_same.then(|| scene.extra.screens[0].token.to_string())
        };
        if let Some(link) = self.desks().iter().find_map(is_same) {
            return Ok(link);
        }
        let seats = seats_of(&session.spec().seats, true);
        let screens = vec![Screen { token: Token::new(), seats, is_host: true }];
        self.keep(session, Extra { screens, pace_ms: PACE_MS, guide: false })
    }

    /// Keeps a new table in the folder; returns the link of the host's screen.
    pub(crate) fn keep(&self, session: Session, extra: Extra) -> Result<String, HouseError> {
        let (game, link) = (session.spec().game.clone(), extra.screens[0].token.to_string());
        for number in 1.. {
            let id = format!("{game}-{number}");
            let path = self.folder.join("tables").join(format!("{id}.table"));
            match SessionJournal::create(&path, &session, &extra) {
                Ok(journal) => {
                    self.add(id, session, journal, extra);
                    break;
                }
                Err(SessionJournalError::Io { source, .. })
                    if source.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(link)
    }

    /// Opens the next game of the people and bots of a table that is over: each sits one seat further, so that all
    /// seats are everybody's once. Each screen of the old table learns its new link; returns the host's.
    pub(crate) fn rematch(&self, desk: &Arc<Desk>) -> Result<String, String> {
        let _one = self.rematches.lock().unwrap_or_else(PoisonError::into_inner);
        let scene = desk.scene();
        if let Some(next) = scene.next.first() {
            return Ok(next.clone());
        }
        if scene.session.to_act().is_some() {
            return Err("The next game begins when this one is over.".to_owned());
        }
        let spec = scene.session.spec();
        let mut seats = spec.seats.clone();
        seats.rotate_right(1);
        let new = NewTable {
            game: spec.game.clone(),
            variant: spec.variant.clone(),
            seats,
            seed: None,
            friendly: spec.friendly,
            guide: scene.extra.guide,
            pace_ms: scene.extra.pace_ms,
        };
        let link = self.open_table(new).map_err(|error| error.to_string())?;
        let opened = Token::parse(&link).and_then(|token| self.find(&token)).ok_or("The table is gone.")?.0;
        let screens = opened.scene().extra;
        let links = scene.extra.screens.iter().map(|old| {
            let seat = old.seats.first().map(|seat| (seat + 1) % spec.players());
            let is_same = |new: &&Screen| match seat {
                Some(seat) if !old.is_host => new.seats.contains(&seat),
                _ => new.is_host,
            };
            screens.screens.iter().find(is_same).map_or(String::new(), |new| new.token.to_string())
        });
        desk.goes_on_at(links.collect());
        Ok(link)
    }

    /// Opens a table that goes on from a position of a finished game, which stays as it is. The links of its screens are
    /// new; returns the asking screen's.
    pub(crate) fn branch_off(&self, desk: &Desk, screen: usize, node: NodeId) -> Result<String, String> {
        let scene = desk.scene();
        let mut session = Session::clone(&scene.session);
        session.go_to(node).map_err(|error| error.to_string())?;
        let renewed = |screen: &Screen| Screen { token: Token::new(), ..screen.clone() };
        let screens: Vec<Screen> = scene.extra.screens.iter().map(renewed).collect();
        let link = screens[screen].token.to_string();
        self.keep(session, Extra { screens, ..Extra::clone(&scene.extra) })
            .map_err(|error| error.to_string())?;
        Ok(link)
    }

    /// Deletes a table with its files; its links lead nowhere then.
    pub(crate) fn delete(&self, id: &str) -> Result<(), String> {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let place = tables.desks.iter().position(|desk| desk.id == id);
        let place = place.ok_or("There is no such table: it was deleted before.")?;
        // A table whose file stays is there again after the next start: it stays in the list, too.
        tables.desks[place].close().map_err(|error| format!("The table is not deleted: {error}"))?;
        let desk = tables.desks.remove(place);
        tables.links.retain(|(_, other, _)| !Arc::ptr_eq(other, &desk));
        let others = tables.desks.clone();
        drop(tables);
        let gone: Vec<String> =
            desk.scene().extra.screens.iter().map(|screen| screen.token.to_string()).collect();
        others.iter().for_each(|other| other.forget_next(&gone));
        Ok(())
    }

    /// Returns the next work that no worker has, with what goes with it. The newest table comes first: it is the one that
    /// somebody looks at.
    ///
    /// # Errors
    /// A journal cannot be read.
    pub(crate) fn order(&self) -> io::Result<Option<(Order, Vec<u8>)>> {
        for desk in self.desks().iter().rev() {
            if let Some(order) = desk.order()? {
                return Ok(Some(order));
            }
        }
        Ok(None)
    }

    /// Takes what a worker found, or why it found nothing. A table that is gone needs it no more.
    pub(crate) fn found(&self, order: &Order, found: Result<Found, String>) {
        if let Some(desk) = self.desks().iter().find(|desk| desk.id == order.table) {
            desk.found(order, found);
        }
    }

    fn add(&self, id: String, session: Session, journal: SessionJournal, extra: Extra) {
        let (records, crew) = (self.folder.join("records"), Arc::clone(&self.crew));
        let tokens: Vec<Token> = extra.screens.iter().map(|screen| screen.token.clone()).collect();
        let desk = Desk::new(id, records, crew, session, journal, extra, self.key.to_string());
        desk.wake();
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let links = tokens.into_iter().enumerate();
        tables.links.extend(links.map(|(screen, token)| (token, Arc::clone(&desk), screen)));
        tables.desks.push(desk);
    }
}

/// Replays a recorded game as a session, at its end.
pub(crate) fn session_of(record: &MoveRecord) -> Result<Session, HouseError> {
    let game = find(&record.game)?;
    Replay::new(game, record)?.verify()?;
    let sitter = |name: &String| match find_bot(name, &record.game) {
        Ok(_) => Sitter::Bot { preset: name.clone() },
        Err(_) => Sitter::Here { name: person_name(name) },
    };
    Ok(from_record(record, record.bots.iter().map(sitter).collect())?)
}

/// Returns a person's name as pages show it: without control characters, and not too long.
pub(crate) fn person_name(text: &str) -> String {
    let name: String = without_controls(text).trim().chars().take(MAX_NAME).collect();
    // What is cut off may have begun behind a space.
    name.trim_end().to_owned()
}

fn seats_of(seats: &[Sitter], here: bool) -> Vec<usize> {
    let wanted = |sitter: &Sitter| match sitter {
        Sitter::Here { .. } => here,
        Sitter::Elsewhere { .. } => !here,
        Sitter::Bot { .. } => false,
    };
    seats.iter().enumerate().filter(|(_, sitter)| wanted(sitter)).map(|(seat, _)| seat).collect()
}

/// Makes a folder that only its owner may look into, with those above it. One that is there becomes so.
pub(crate) fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
        builder.mode(0o700).create(path)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))
    }
    #[cfg(not(unix))]
    builder.create(path)
}

/// Reads the key of the lobby, or draws one, so that the lobby's link stays the same.
fn key(path: &Path) -> Result<Token, HouseError> {
    let io = |source| HouseError::Io { path: path.to_owned(), source };
    if let Ok(text) = fs::read_to_string(path)
        && let Ok(key) = Token::try_from(text.trim().to_owned())
    {
        return Ok(key);
    }
    let key = Token::new();
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    only_for_owner(&mut options);
    let mut file = options.open(path).map_err(io)?;
    io::Write::write_all(&mut file, key.to_string().as_bytes()).map_err(io)?;
    Ok(key)
}
