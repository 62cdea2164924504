//! The studies of a server: one runs, the others wait. The one whose answer has the fewest deals is the next, and the one
//! that runs gives way to a new question, which gets its first answer at once. Each study has a folder, so that they go on
//! after a restart.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, io, thread};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tradewinds_arena::game_names;
use tradewinds_report::WholeFile;

use super::{DesignAnswer, DesignQuestion, Referee};

/// The maximum number of studies that are kept: somebody who has the lobby's link fills no disk.
pub(crate) const MAX_STUDIES: usize = 20;

/// Where a study stands.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Status {
    /// This many studies are before it.
    Waits(usize),
    Runs(Progress),
    Stopped,
    Done,
    /// Why it ended.
    Failed(String),
}

/// How far a study is that runs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Progress {
    /// The part of all deals that is played, 0 to 1.
    pub(crate) part: f64,
    /// The time that is left of all of it.
    pub(crate) left: Option<Duration>,
}

/// A study as pages show it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Study {
    pub(crate) id: String,
    pub(crate) question: DesignQuestion,
    pub(crate) status: Status,
    /// The last answer.
    pub(crate) judged: Option<DesignAnswer>,
}

struct Kept {
    study: Study,
    stop: Arc<AtomicBool>,
    /// Whether it was stopped for another study, and waits then.
    gives_way: bool,
}

impl Kept {
    fn new(study: Study) -> Self {
        Self { study, stop: Arc::default(), gives_way: false }
    }

    /// Returns the deals of its last answer.
    fn deals(&self) -> u64 {
        self.study.judged.as_ref().map_or(0, |judged| judged.deals)
    }
}

#[derive(Default)]
struct State {
    /// Oldest first.
    all: Vec<Kept>,
    waiting: VecDeque<String>,
    faults: Vec<String>,
}

impl State {
    fn kept(&mut self, id: &str) -> Option<&mut Kept> {
        self.all.iter_mut().find(|kept| kept.study.id == id)
    }

    fn deals(&self, id: &str) -> u64 {
        self.all.iter().find(|kept| kept.study.id == id).map_or(0, Kept::deals)
    }

    /// Takes the next study from the queue: of those whose answers have the fewest deals, the one that waits longest.
    fn next(&mut self) -> Option<String> {
        let place = (0..self.waiting.len()).min_by_key(|&place| self.deals(&self.waiting[place]))?;
        self.waiting.remove(place)
    }
}

/// All studies of a server.
pub(crate) struct Designs {
    folder: PathBuf,
    state: Mutex<State>,
    added: Condvar,
}

impl Designs {
    /// Opens the studies of a folder, and goes on with those that were under way.
    pub(crate) fn open(folder: &Path, referee: Box<dyn Referee>) -> io::Result<Arc<Self>> {
        let mut state = State::default();
        fs::create_dir_all(folder)?;
        let entries = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
        let mut paths: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
        paths.sort_by_key(|path| (asked_at(path), number_of(path), path.clone()));
        for path in paths {
            let Some(id) = path.file_name().and_then(|name| name.to_str()).map(str::to_owned) else {
                continue;
            };
            let question: DesignQuestion = match read(&path.join("question.json")) {
                Ok(question) => question,
                Err(why) => {
                    state.faults.push(format!("{id}: {why}"));
                    continue;
                }
            };
            // An answer that cannot be read is worked out again.
            let judged: Option<DesignAnswer> = read(&path.join("answer.json")).ok();
            let is_done = judged.as_ref().is_some_and(|judged| judged.deals >= question.deals);
            let status = match is_done {
                true => Status::Done,
                false if path.join("stopped").exists() => Status::Stopped,
                false => Status::Waits(0),
            };
            if status == Status::Waits(0) {
                state.waiting.push_back(id.clone());
            }
            state.all.push(Kept::new(Study { id, question, status, judged }));
        }
        let designs =
            Arc::new(Self { folder: folder.to_owned(), state: Mutex::new(state), added: Condvar::new() });
        let own = Arc::clone(&designs);
        thread::Builder::new().name("design".to_owned()).spawn(move || own.work(&*referee))?;
        Ok(designs)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists the studies, newest first, and those that cannot be read.
    pub(crate) fn list(&self) -> (Vec<Study>, Vec<String>) {
        let state = self.lock();
        let all = state.all.iter().rev().map(|kept| shown(kept, &state.waiting)).collect();
        (all, state.faults.clone())
    }

    pub(crate) fn find(&self, id: &str) -> Option<Study> {
        let state = self.lock();
        state.all.iter().find(|kept| kept.study.id == id).map(|kept| shown(kept, &state.waiting))
    }

    /// Asks a question; returns the name of its study.
    pub(crate) fn ask(&self, question: DesignQuestion) -> Result<String, String> {
        let mut state = self.lock();
        if state.all.len() >= MAX_STUDIES {
            return Err(format!("{MAX_STUDIES} studies are kept: delete one first."));
        }
        let game =
            game_names().iter().find(|name| **name == question.game).ok_or("There is no such game.")?;
        for number in 1.. {
            let id = format!("{game}-{number}");
            let folder = self.folder.join(&id);
            match fs::create_dir(&folder) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(format!("{}: {error}", folder.display())),
            }
            write(&folder.join("question.json"), &question)?;
            state.waiting.push_back(id.clone());
            let study = Study { id: id.clone(), question, status: Status::Waits(0), judged: None };
            state.all.push(Kept::new(study));
            let runs = state.all.iter_mut().find(|kept| matches!(kept.study.status, Status::Runs(_)));
            // One that has no answer yet gets it first.
            if let Some(kept) = runs.filter(|kept| kept.deals() > 0 && !kept.stop.load(Ordering::Relaxed)) {
                kept.gives_way = true;
                kept.stop.store(true, Ordering::Relaxed);
            }
            self.added.notify_one();
            return Ok(id);
        }
        unreachable!("there is always a next number")
    }

    /// Stops a study that runs or waits.
    pub(crate) fn stop(&self, id: &str) -> Result<(), String> {
        let mut state = self.lock();
        state.waiting.retain(|waits| waits != id);
        let kept = state.kept(id).ok_or("There is no such study.")?;
        match kept.study.status {
            // It says itself when it has stopped.
            Status::Runs(_) => {
                kept.gives_way = false;
                kept.stop.store(true, Ordering::Relaxed);
            }
            Status::Waits(_) => kept.study.status = Status::Stopped,
            Status::Stopped | Status::Done | Status::Failed(_) => return Ok(()),
        }
        write(&self.folder.join(id).join("stopped"), &())
    }

    /// Goes on with a study that was stopped, or has failed.
    pub(crate) fn go_on(&self, id: &str) -> Result<(), String> {
        let mut state = self.lock();
        let kept = state.kept(id).ok_or("There is no such study.")?;
        if !matches!(kept.study.status, Status::Stopped | Status::Failed(_)) {
            return Ok(());
        }
        kept.stop = Arc::default();
        kept.study.status = Status::Waits(0);
        match fs::remove_file(self.folder.join(id).join("stopped")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.to_string()),
            _ => {}
        }
        state.waiting.push_back(id.to_owned());
        self.added.notify_one();
        Ok(())
    }

    /// Deletes a study that does not run.
    pub(crate) fn delete(&self, id: &str) -> Result<(), String> {
        let mut state = self.lock();
        let kept = state.kept(id).ok_or("There is no such study.")?;
        if matches!(kept.study.status, Status::Runs(_)) {
            return Err("The study runs: stop it first.".to_owned());
        }
        fs::remove_dir_all(self.folder.join(id)).map_err(|error| format!("It is not deleted: {error}"))?;
        state.waiting.retain(|waits| waits != id);
        state.all.retain(|kept| kept.study.id != id);
        Ok(())
    }

    /// Returns the contents of a file of the last answer.
    pub(crate) fn file_of(&self, study: &Study, name: &str) -> Option<String> {
        let deals = study.judged.as_ref()?.deals;
        fs::read_to_string(self.folder.join(&study.id).join(step(deals)).join(name)).ok()
    }

    /// Plays the games of one study after the other, as long as the server lives.
    fn work(&self, referee: &dyn Referee) {
        loop {
            let state = self.lock();
            let waited = self.added.wait_while(state, |state| state.waiting.is_empty());
            let mut state = waited.unwrap_or_else(PoisonError::into_inner);
            let Some(id) = state.next() else { continue };
            let Some(kept) = state.kept(&id) else { continue };
            kept.study.status = Status::Runs(Progress::default());
            let (question, stop) = (kept.study.question.clone(), Arc::clone(&kept.stop));
            drop(state);
            // A fault of the program ends this study, and no other.
            let played = catch_unwind(AssertUnwindSafe(|| self.play(referee, &id, &question, &stop)));
            let ended = match played.unwrap_or_else(|_| Err("a fault of the program".to_owned())) {
                Ok(true) => Status::Done,
                Ok(false) => Status::Stopped,
                Err(why) => Status::Failed(why),
            };
            let mut state = self.lock();
            let Some(kept) = state.kept(&id) else { continue };
            let waits = ended == Status::Stopped && kept.gives_way;
            kept.study.status = if waits { Status::Waits(0) } else { ended };
            kept.gives_way = false;
            if waits {
                kept.stop = Arc::default();
                state.waiting.push_back(id);
            }
        }
    }

    /// Answers a question step by step; returns whether it was not stopped.
    fn play(
        &self,
        referee: &dyn Referee,
        id: &str,
        question: &DesignQuestion,
        stop: &AtomicBool,
    ) -> Result<bool, String> {
        let folder = self.folder.join(id);
        let all: u64 = question.steps().sum();
        let known = self.find(id).and_then(|study| study.judged).map_or(0, |judged| judged.deals);
        let mut before = 0;
        for deals in question.steps() {
            if deals <= known {
                before += deals;
                continue;
            }
            let begun = Instant::now();
            let mut watch = |part: f64, left: Option<Duration>| {
                // The steps to come take as long for each deal as this one.
                let later = (all - before - deals) as f64 / deals as f64;
                let left = left.map(|left| left + (begun.elapsed() + left).mul_f64(later));
                let part = (before as f64 + part * deals as f64) / all as f64;
                self.note(id, |study| study.status = Status::Runs(Progress { part, left }));
            };
            let judged = referee.judge(question, deals, &folder.join(step(deals)), stop, &mut watch)?;
            let Some(judged) = judged else { return Ok(false) };
            write(&folder.join("answer.json"), &judged)?;
            self.note(id, |study| study.judged = Some(judged));
            // The files of an earlier answer only take space; those that cannot be removed do no harm.
            for earlier in question.steps().take_while(|&earlier| earlier < deals) {
                let _ = fs::remove_dir_all(folder.join(step(earlier)));
            }
            before += deals;
            let mut state = self.lock();
            let is_ahead = state.waiting.iter().any(|other| state.deals(other) < deals);
            if let Some(kept) = state.kept(id).filter(|_| is_ahead && deals < question.deals) {
                kept.gives_way |= !stop.load(Ordering::Relaxed);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn note(&self, id: &str, change: impl FnOnce(&mut Study)) {
        if let Some(kept) = self.lock().kept(id) {
            change(&mut kept.study);
        }
    }
}

/// Names the folder of an answer.
fn step(deals: u64) -> String {
    format!("{deals}-deals")
}

/// Returns when a question was written: each game counts its own.
fn asked_at(path: &Path) -> Option<SystemTime> {
    fs::metadata(path.join("question.json")).and_then(|question| question.modified()).ok()
}

/// Returns the number at the end of a folder's name.
fn number_of(path: &Path) -> u64 {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.rsplit_once('-').and_then(|(_, number)| number.parse().ok()).unwrap_or(0)
}

fn shown(kept: &Kept, waiting: &VecDeque<String>) -> Study {
    let mut study = kept.study.clone();
    if let Status::Waits(before) = &mut study.status {
        *before = waiting.iter().position(|id| *id == study.id).unwrap_or(0);
    }
    study
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, contents: &impl Serialize) -> Result<(), String> {
    let text = serde_json::to_string_pretty(contents).map_err(|error| error.to_string())?;
    WholeFile::write(path, text.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use tradewinds_game::Variant;

    use super::*;

    /// Gives its first answer at once; the others only if it may go on.
    struct Slow {
        may_go_on: bool,
    }

    impl Referee for Slow {
        fn judge(
            &self,
            question: &DesignQuestion,
            deals: u64,
            _: &Path,
            stop: &AtomicBool,
            watch: &mut dyn FnMut(f64, Option<Duration>),
        ) -> Result<Option<DesignAnswer>, String> {
            if question.bot == "none" {
                return Err("there is no such bot".to_owned());
            }
            if deals > 24 && !self.may_go_on {
                while !stop.load(Ordering::Relaxed) {
                    watch(0.5, Some(Duration::from_secs(10)));
                    thread::sleep(Duration::from_millis(1));
                }
                return Ok(None);
            }
            Ok(Some(DesignAnswer { deals, ..DesignAnswer::default() }))
        }
    }

    fn question(bot: &str) -> DesignQuestion {
        let variant = Variant { name: "v".to_owned(), ..Variant::default() };
        DesignQuestion {
            game: "puerto-rico".to_owned(),
            players: 3,
            variant,
            bot: bot.to_owned(),
            deals: 384,
            least: false,
        }
    }

    /// Waits until a study stands as wanted.
    fn wait(designs: &Designs, id: &str, is_so: impl Fn(&Study) -> bool) -> Study {
        for _ in 0..20_000 {
            match designs.find(id) {
                Some(study) if is_so(&study) => return study,
                _ => thread::sleep(Duration::from_millis(1)),
            }
        }
        panic!("{:?}", designs.find(id))
    }

    #[test]
    fn one_study_runs_others_wait_and_all_go_on_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        // The first server stays where it is, as one that was killed.
        let open = |may_go_on: bool| {
            let slow = Slow { may_go_on };
            Designs::open(folder.path(), Box::new(slow)).unwrap()
        };
        let designs = open(false);
        let one = designs.ask(question("learned")).unwrap();
        let two = designs.ask(question("learned")).unwrap();
        let three = designs.ask(question("none")).unwrap();
        assert_eq!([&*one, &*two, &*three], ["puerto-rico-1", "puerto-rico-2", "puerto-rico-3"]);
        // The third fails; the first two have an answer each, and the first one goes on.
        let is_failed = |study: &Study| matches!(study.status, Status::Failed(_));
        wait(&designs, &three, is_failed);
        assert_eq!(wait(&designs, &two, |study| study.judged.is_some()).judged.unwrap().deals, 24);
        let under_way =
            wait(&designs, &one, |study| matches!(study.status, Status::Runs(at) if at.left.is_some()));
        assert_eq!(under_way.judged.unwrap().deals, 24);
        // 96 of 24 + 96 + 384 deals are half played, and the rest takes as long for each deal.
        let Status::Runs(Progress { part, left: Some(left) }) = under_way.status else { panic!() };
        assert!((part - 72.0 / 504.0).abs() < 1e-9 && left >= Duration::from_secs(50), "{part} {left:?}");
        assert_eq!(designs.find(&two).unwrap().status, Status::Waits(0));
        assert!(designs.delete(&one).is_err(), "it runs");
        designs.stop(&one).unwrap();
        wait(&designs, &one, |study| study.status == Status::Stopped);
        wait(&designs, &two, |study| matches!(study.status, Status::Runs(_)));
        drop(designs);
        // Another server on the folder: what was stopped stays so.
        fs::create_dir(folder.path().join("puerto-rico-9")).unwrap();
        let designs = open(true);
        wait(&designs, &two, |study| study.status == Status::Done);
        let failed = wait(&designs, &three, |study| matches!(study.status, Status::Failed(_)));
        assert_eq!(failed.status, Status::Failed("there is no such bot".to_owned()));
        let stopped = designs.find(&one).unwrap();
        assert_eq!((stopped.status, stopped.judged.unwrap().deals), (Status::Stopped, 24));
        assert!(designs.list().1[0].starts_with("puerto-rico-9: "), "{:?}", designs.list().1);
        designs.go_on(&one).unwrap();
        wait(&designs, &one, |study| study.status == Status::Done);
        designs.delete(&one).unwrap();
        assert!(designs.find(&one).is_none() && !folder.path().join(&one).exists());
    }

    /// Each game counts its own questions; the list goes by the time at which they were asked.
    #[test]
    fn the_newest_question_stands_first_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Designs::open(folder.path(), Box::new(Slow { may_go_on: false })).unwrap();
        let designs = open();
        let ask = |game: &str| {
            thread::sleep(Duration::from_millis(20));
            designs.ask(DesignQuestion { game: game.to_owned(), ..question("learned") }).unwrap()
        };
        let asked = ["puerto-rico", "puerto-rico", "age-of-discovery", "francis-drake"].map(ask);
        let ids = || open().list().0.into_iter().map(|study| study.id).collect::<Vec<String>>();
        assert!(ids().iter().eq(asked.iter().rev()), "{:?}", ids());
    }

    #[test]
    fn the_number_of_studies_is_limited() {
        let folder = tempfile::tempdir().unwrap();
        let slow = Slow { may_go_on: false };
        let designs = Designs::open(folder.path(), Box::new(slow)).unwrap();
        for _ in 0..MAX_STUDIES {
            designs.ask(question("learned")).unwrap();
        }
        assert!(designs.ask(question("learned")).unwrap_err().contains("delete one first"));
    }
}
