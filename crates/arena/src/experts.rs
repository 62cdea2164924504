//! By which players a variant is judged.

use tradewinds_bots::Preset;
use tradewinds_game::Variant;

use super::seam::Ruleset;

/// The players by whom rules other than the standard ones are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Experts {
    /// All have a network that reads all that differs from the standard rules.
    HaveRead,
    /// Some have not: no network, or one that was not taught these rules.
    Standard,
}

impl Experts {
    /// Finds out how these bots know the rules of a table, made with this variant; `None` by the standard rules, and
    /// without bots.
    #[must_use]
    pub fn of<'a>(
        table: &dyn Ruleset,
        variant: &Variant,
        bots: impl IntoIterator<Item = &'a Preset>,
    ) -> Option<Self> {
        let mut known = bots.into_iter().map(|bot| table.has_read(variant, bot)).peekable();
        known.peek()?;
        let all = known.collect::<Option<Vec<bool>>>()?;
        Some(if all.contains(&false) { Self::Standard } else { Self::HaveRead })
    }

    /// Names them.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::HaveRead => "a network that has read these rules",
            Self::Standard => "players of the standard rules",
        }
    }

    /// Says by which players judgements come, and by which the playouts behind them; `None` by the standard rules.
    #[must_use]
    pub fn sentence<'a>(
        table: &dyn Ruleset,
        variant: &Variant,
        judges: impl IntoIterator<Item = &'a Preset>,
        playouts: impl IntoIterator<Item = &'a Preset>,
    ) -> Option<String> {
        let [judges, playouts] = [Self::of(table, variant, judges), Self::of(table, variant, playouts)];
        let word = judges.or(playouts)?.word();
        Some(match playouts.filter(|&playouts| judges.is_some_and(|judges| judges != playouts)) {
            Some(playouts) => format!("Judged by {word}, with playouts by {}.", playouts.word()),
            None => format!("Judged by {word}."),
        })
    }
}
