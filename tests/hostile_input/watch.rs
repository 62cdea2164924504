//! Watching one input: its panics are caught, and a hang ends the run.

use std::cell::RefCell;
use std::fs;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

/// How long one input may take.
const PATIENCE: Duration = Duration::from_secs(10);

type Now = Arc<Mutex<Option<(Instant, Vec<u8>)>>>;

thread_local! {
    /// What the thread tries now; only a campaign's thread has it.
    static NOW: RefCell<Option<Now>> = const { RefCell::new(None) };
    /// Where and how the last panic was.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Starts to watch the inputs of this thread.
pub(crate) fn start(kind: &'static str) {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let trying = NOW.with_borrow(|now| now.as_ref().is_some_and(|now| now.lock().unwrap().is_some()));
            if !trying {
                return loud(info);
            }
            let place = info.location().map(ToString::to_string).unwrap_or_default();
            let payload = info.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no text");
            PANIC.set(format!("{place}\n{text}"));
        }));
    });
    let now = Now::default();
    NOW.set(Some(Arc::clone(&now)));
    thread::spawn(move || watch(kind, &now));
}

/// Ends the run if an input takes too long; ends itself with the campaign.
fn watch(kind: &str, now: &Now) {
    while Arc::strong_count(now) > 1 {
        thread::sleep(Duration::from_millis(500));
        if let Some((since, input)) = &*now.lock().unwrap()
            && since.elapsed() > PATIENCE
        {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{kind}-hang"));
            fs::write(&path, input).unwrap();
            eprintln!("{kind}: an input takes more than {PATIENCE:?}: {}", path.display());
            std::process::exit(1);
        }
    }
}

/// Tries an input: what `attempt` says of it, or where and how it panicked.
pub(crate) fn guarded(input: &[u8], attempt: fn(&[u8]) -> u64) -> Result<u64, String> {
    let set = |value| NOW.with_borrow(|now| *now.as_ref().unwrap().lock().unwrap() = value);
    set(Some((Instant::now(), input.to_vec())));
    let outcome = catch_unwind(AssertUnwindSafe(|| attempt(input)));
    set(None);
    outcome.map_err(|_| PANIC.take())
}
