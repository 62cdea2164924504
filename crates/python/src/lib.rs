//! The native half of the Python package `tradewinds`; the other half is in `python/tradewinds`.
//!
//! | | |
//! |---|---|
//! | `vec_env`, `arrays` | `VecEnv`: many games in NumPy arrays |
//! | `state`, `history`, `search` | `State`: one game, its record, and what a search of it found |
//! | `network` | `Network`: a trained network, its win shares and its policy |
//! | `layout` | the fields of observations and the groups of action indices |
//! | `tournament` | tournaments, parts of them, and joining the parts |
//! | `foreign` | games of the caller's own: search, tournaments, checks |
//! | `stats` | intervals, tests, ratings and the bootstrap |
//! | `saved` | states and vectors as text with a checksum |
//! | `inputs`, `errors`, `interrupt` | arguments, exceptions, Ctrl-C |

mod arrays;
mod errors;
mod foreign;
mod history;
mod inputs;
mod interrupt;
mod layout;
mod network;
mod saved;
mod search;
mod state;
mod stats;
mod tournament;
mod vec_env;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<vec_env::VecEnv>()?;
    module.add_class::<state::State>()?;
    module.add_class::<search::SearchResult>()?;
    module.add_class::<network::Network>()?;
    module.add_function(wrap_pyfunction!(layout::games, module)?)?;
    module.add_function(wrap_pyfunction!(layout::bots, module)?)?;
    module.add_function(wrap_pyfunction!(layout::variants, module)?)?;
    module.add_function(wrap_pyfunction!(layout::layout, module)?)?;
    module.add_function(wrap_pyfunction!(layout::layout_markdown, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::run_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::merge_runs, module)?)?;
    module.add_class::<foreign::Dice>()?;
    module.add_function(wrap_pyfunction!(foreign::search_game, module)?)?;
    module.add_function(wrap_pyfunction!(foreign::play_games, module)?)?;
    module.add_function(wrap_pyfunction!(foreign::check_game, module)?)?;
    module.add_function(wrap_pyfunction!(tournament::file_name, module)?)?;
    module.add_function(wrap_pyfunction!(stats::mean_and_error, module)?)?;
    module.add_function(wrap_pyfunction!(stats::share_over_blocks, module)?)?;
    module.add_function(wrap_pyfunction!(stats::ratio_and_error, module)?)?;
    module.add_function(wrap_pyfunction!(stats::z_interval, module)?)?;
    module.add_function(wrap_pyfunction!(stats::z_test, module)?)?;
    module.add_function(wrap_pyfunction!(stats::wilson, module)?)?;
    module.add_function(wrap_pyfunction!(stats::holm, module)?)?;
    module.add_function(wrap_pyfunction!(stats::wald, module)?)?;
    module.add_function(wrap_pyfunction!(stats::plackett_luce, module)?)?;
    module.add_function(wrap_pyfunction!(stats::bootstrap, module)?)?;
    Ok(())
}
