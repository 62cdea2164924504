//! Searches and bots for a state.

use pyo3::prelude::*;
use tradewinds_arena::SearchPlan;
use tradewinds_bots::BotKind;

use super::State;
use crate::errors::{env, input};
use crate::inputs::{self, whole};
use crate::interrupt::{Signals, abandonable};
use crate::search::SearchResult;

/// The iterations from which a search looks out for Ctrl-C.
const PATIENCE: u64 = 2_000;

#[pymethods]
impl State {
    /// Searches for the seat that decides, with its knowledge; the true state is not used. Ctrl-C stops it.
    ///
    /// bot: the name or TOML file of a bot that searches.
    /// iterations: the number of iterations; None for the bot's own.
    /// time_ms: the time in milliseconds in place of iterations.
    /// seed: what is drawn follows from it; None for new random numbers.
    #[pyo3(
        signature = (bot=None, iterations=None, *, time_ms=None, seed=None),
        text_signature = "($self, bot='ismcts', iterations=None, *, time_ms=None, seed=None)"
    )]
    fn search(
        &self,
        py: Python<'_>,
        bot: Option<&Bound<'_, PyAny>>,
        iterations: Option<&Bound<'_, PyAny>>,
        time_ms: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SearchResult> {
        let budget = |name, value: Option<&Bound<'_, PyAny>>| -> PyResult<Option<u32>> {
            value.map(|value| Ok(whole(name, value, 1..=u64::from(u32::MAX))? as u32)).transpose()
        };
        let (iterations, time_ms) = (budget("iterations", iterations)?, budget("time_ms", time_ms)?);
        let seed = inputs::seed(seed)?;
        let bot = inputs::text_or("bot", bot, "a bot's name", "ismcts")?;
        let preset = inputs::preset(&inputs::named_game(self.layout.game)?, &bot)?;
        let plan =
            SearchPlan::new(preset).and_then(|plan| plan.with_budget(iterations, time_ms)).map_err(input)?;
        let settings = plan.settings();
        let is_long = settings.is_timed() || u64::from(settings.iterations.unwrap_or(0)) > PATIENCE;
        // A copy, so that other threads can use the state meanwhile.
        let copy = self.game().situation.copy();
        let indices = copy.legal_indices();
        let found = if is_long {
            abandonable(py, Signals::One, move |_| copy.search(&plan, seed))?
        } else {
            py.detach(|| copy.search(&plan, seed))
        };
        SearchResult::new(py, found.map_err(env)?, &indices, &self.layout, seed)
    }

    /// Asks a bot for the seat that decides, with its knowledge; returns the action index that it would play.
    ///
    /// bot: the name or TOML file of a bot.
    /// seed: what it draws follows from it; None for new random numbers.
    #[pyo3(signature = (bot, seed=None))]
    fn choose(
        &self,
        py: Python<'_>,
        bot: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let seed = inputs::seed(seed)?;
        let bot = inputs::text("bot", bot, "a bot's name")?;
        let preset = inputs::preset(&inputs::named_game(self.layout.game)?, &bot)?;
        let copy = self.game().situation.copy();
        let indices = copy.legal_indices();
        let place = if matches!(preset.kind, BotKind::Search { .. } | BotKind::External(_)) {
            abandonable(py, Signals::One, move |_| copy.choose(&preset, seed))?
        } else {
            copy.choose(&preset, seed)
        };
        Ok(indices[place.map_err(env)?])
    }
}
