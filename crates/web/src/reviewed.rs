//! The review of a table's game.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tradewinds_bots::Preset;
use tradewinds_review::{Review, ReviewSettings, Reviewer};
use tradewinds_sitting::NodeId;
use tradewinds_tournament::{MoveRecord, threads};

/// The shortest time between two partial reviews.
const APART: Duration = Duration::from_secs(1);

/// The review of the line that ends at a position.
#[derive(Clone)]
pub(crate) struct Reviewed {
    pub(crate) line: NodeId,
    /// Whether decisions are still being judged.
    pub(crate) is_running: bool,
    /// The review of the decisions that are judged; `None` before the first partial one.
    pub(crate) review: Option<Arc<Review>>,
    /// Set when nobody waits for it any more.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Reviewed {
    /// Describes a review that begins.
    pub(crate) fn begun(line: NodeId) -> Self {
        Self { line, is_running: true, review: None, stop: Arc::default() }
    }
}

/// Prepares the review of a record, as tables have it.
pub(crate) fn reviewer(record: MoveRecord) -> Result<Reviewer, String> {
    let preset = |name: &str| Preset::find(name, &record.game).map_err(|error| error.to_string());
    let (bot, playout_bot) = (preset("ismcts")?, preset(Reviewer::usual_playout_bot(&record.game))?);
    Reviewer::new(record, ReviewSettings::default(), bot, vec![playout_bot])
        .map_err(|error| error.to_string())
}

/// Reviews a record with all threads; `watch` is called with partial reviews. What was judged before the server was
/// stopped is in the journal.
pub(crate) fn make(
    record: MoveRecord,
    journal: &Path,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(Review),
) -> Result<Review, String> {
    let reviewer = reviewer(record)?;
    let pool = threads::pool(0).map_err(|error| error.to_string())?;
    let mut last: Option<Instant> = None;
    let judged = reviewer.run(&pool, Some(journal), stop, &mut |found| {
        if last.is_none_or(|last| last.elapsed() >= APART) {
            watch(reviewer.review(found));
            last = Some(Instant::now());
        }
    });
    let judged = judged.map_err(|error| format!("{}: {error}", journal.display()))?;
    Ok(reviewer.review(&judged))
}
