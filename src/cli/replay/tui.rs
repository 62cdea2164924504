//! `tradewinds replay --tui`: a record in the terminal, with an estimate beside the table.

mod draw;
mod estimates;
mod leaf;

use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::sitting::Session;
use anyhow::{Context, bail};
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use estimates::Estimates;
use leaf::Leaf;

/// The longest wait for a key before new estimates are looked for.
const BEAT: Duration = Duration::from_millis(80);

/// Leafs through the line of a session until the user quits.
pub(super) fn leaf_through(session: Session) -> anyhow::Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        bail!("--tui: found no terminal to leaf through the record in; --moves lists the moves");
    }
    let mut leaf = Leaf::new(session)?;
    let estimates = Estimates::start();
    let mut terminal = ratatui::try_init().context("cannot prepare the terminal")?;
    let outcome = (|| {
        loop {
            estimates.ask(&mut leaf);
            estimates.take(&mut leaf);
            terminal.draw(|frame| draw::draw(&leaf, frame))?;
            if !event::poll(BEAT)? {
                continue;
            }
            let Event::Key(key) = event::read()? else { continue };
            if key.kind != KeyEventKind::Release && !leaf.press(key) {
                return Ok::<(), io::Error>(());
            }
        }
    })();
    ratatui::restore();
    outcome.context("the terminal is lost")
}
