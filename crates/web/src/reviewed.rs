//! The review of a table's game.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tradewinds_bots::Preset;
use tradewinds_review::{Review, ReviewSettings, Reviewer};
use tradewinds_table::NodeId;
use tradewinds_tournament::{MoveRecord, threads};

/// How far the review of a table is; it is about the line that ends at a position.
#[derive(Default)]
pub(crate) enum Reviewed {
    #[default]
    None,
    /// So many of the decisions are judged.
    Running { line: NodeId, judged: usize, unforced: usize },
    /// It is finished.
    Done { line: NodeId, review: Arc<Review> },
}

impl Reviewed {
    /// Returns whether it is about the line that ends at a position.
    pub(crate) fn is_of(&self, end: NodeId) -> bool {
        matches!(self, Self::Running { line, .. } | Self::Done { line, .. } if *line == end)
    }
}

/// Reviews a record with all threads; `watch` is called with the number of decisions judged, and of all. What was
/// judged before the server was stopped is in the journal.
pub(crate) fn make(
    record: MoveRecord,
    journal: &Path,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Review, String> {
    let preset = |name: &str| Preset::find(name, &record.game).map_err(|error| error.to_string());
    let (bot, playout_bot) = (preset("ismcts")?, preset("steady")?);
    let reviewer = Reviewer::new(record, ReviewSettings::default(), bot, playout_bot)
        .map_err(|error| error.to_string())?;
    let pool = threads::pool(0).map_err(|error| error.to_string())?;
    let judged = reviewer.run(&pool, Some(journal), &AtomicBool::new(false), &mut |found| {
        watch(found.iter().flatten().count(), found.len());
    });
    let judged = judged.map_err(|error| format!("{}: {error}", journal.display()))?;
    Ok(reviewer.review(&judged))
}
