//! What chance changes: random events, and what turns up that no seat knew. By what all seats know together, so that
//! neither a seat's secrets nor anybody's decisions count as luck.

use tradewinds_arena::Match;
use tradewinds_game::{Purpose, Scores, Seed};
use tradewinds_stats::Moments;

use super::judge::{Cast, End, figure, moments};
use super::judged::{LuckEvent, PlayoutMean};
use super::moment::Moment;

/// Measures luck by playouts.
pub(crate) struct Chance<'a> {
    /// The playouts of each side of an event.
    pub(crate) playouts: u32,
    pub(crate) cast: &'a Cast<'a>,
    pub(crate) seed: Seed,
}

/// The stream of the playouts of events, and that of the playouts at marks.
const EVENTS: u64 = 0;
const MARKS: u64 = 1;

impl Chance<'_> {
    /// Measures the events between a decision and the next one with a choice; `None` if `halted` before it was done.
    pub(crate) fn events(&self, moment: &Moment, halted: &dyn Fn() -> bool) -> Option<Vec<LuckEvent>> {
        if self.playouts == 0 {
            return Some(Vec::new());
        }
        let turned =
            moment.played.iter().filter(|played| played.before.turns_up(&played.action, &*played.after));
        let measure = |played: &super::moment::Played| {
            let sides: [(&dyn Match, Option<&str>); 2] =
                [(&*played.before, Some(&played.action)), (&*played.after, None)];
            let mut rows = Vec::new();
            for number in 0..self.playouts {
                let luck = self.luck(EVENTS, played.decision, number);
                let [before, after] = sides.map(|(game, action)| self.end(game, action, luck, halted));
                // A playout that is left out on one side is left out on the other one, too.
                if let (Some(before), Some(after)) = (before?, after?) {
                    rows.push(after.iter().zip(&before).map(|(after, before)| after - before).collect());
                }
            }
            let change = moments(rows.into_iter()).iter().map(figure).collect();
            Some(LuckEvent { decision: played.decision, change })
        };
        turned.map(measure).collect()
    }

    /// Measures the win share of each seat before a decision; `None` if `halted` before it was done.
    pub(crate) fn standing(&self, moment: &Moment, halted: &dyn Fn() -> bool) -> Option<Vec<PlayoutMean>> {
        let mut rows = Vec::new();
        for number in 0..self.playouts {
            let luck = self.luck(MARKS, moment.decision, number);
            rows.extend(self.end(moment.game(), None, luck, halted)?);
        }
        Some(moments(rows.into_iter()).iter().map(|share: &Moments| figure(share)).collect())
    }

    fn luck(&self, stream: u64, decision: usize, number: u32) -> Seed {
        let of_stream = self.seed.derive(Purpose::Chance, stream).derive(Purpose::Sample, decision as u64);
        of_stream.derive(Purpose::Sample, number.into())
    }

    /// Plays a game on and returns the win shares at its end; an inner `None` means a game stopped at its bound.
    fn end(
        &self,
        game: &dyn Match,
        action: Option<&str>,
        luck: Seed,
        halted: &dyn Fn() -> bool,
    ) -> Option<Option<Vec<f64>>> {
        let end: Option<Scores> = game.play_on(action, &self.cast.bots(luck), luck, halted)?;
        Some(end.as_ref().map(|scores| End::of(scores).wins))
    }
}
