//! The bots of a study: those of its tables, and the levels of play.

use super::super::folder::{Finder, distinct_names, refuse};
use super::manifest::{BalanceManifest, BalanceTable};
use tradewinds_arena::Ruleset;
use tradewinds_game::InputError;

/// What the bots of a table stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// A table of the manifest.
    Bots,
    /// One level of play at all seats.
    Level,
    /// One level of play alone among the level below it, in every seat in turn.
    Skill,
}

impl TableKind {
    /// Returns its word before the name of a table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Bots => "table",
            Self::Level => "level",
            Self::Skill => "skill",
        }
    }
}

/// A table of bots that plays every variant.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlannedTable {
    pub(super) name: String,
    pub(super) kind: TableKind,
    /// One for all seats, one per seat, or more; of [`TableKind::Skill`] the stronger one and the weaker one.
    bots: Vec<String>,
    pub(super) deals: u64,
    /// The name of the bot that is alone.
    pub(super) alone: Option<String>,
}

impl PlannedTable {
    fn new(name: &str, kind: TableKind, bots: Vec<String>, deals: u64) -> Self {
        Self { name: name.to_owned(), kind, bots, deals, alone: None }
    }

    fn of(table: &BalanceTable, deals: u64) -> Self {
        Self::new(&table.name, TableKind::Bots, table.bots.clone(), table.deals.unwrap_or(deals))
    }

    /// Returns its first bot.
    pub(super) fn first_bot(&self) -> &str {
        &self.bots[0]
    }

    /// Returns whether one bot has all seats.
    pub(super) fn is_of_one_bot(&self, players: usize) -> bool {
        let lineup = self.lineup(players);
        lineup.iter().all(|bot| *bot == lineup[0])
    }

    /// Returns the line-up for a number of seats, or all bots where there are more of them.
    pub(super) fn lineup(&self, players: usize) -> Vec<String> {
        match (&self.bots[..], self.kind) {
            ([alone], _) => vec![alone.clone(); players],
            ([alone, others], TableKind::Skill) => {
                let mut lineup = vec![others.clone(); players];
                lineup[0].clone_from(alone);
                lineup
            }
            (bots, _) => bots.to_vec(),
        }
    }
}

/// Finds the bots of a manifest, and lists its tables and those of its levels; `table` is one of the game. The
/// manifest then names the copies of bots from files.
///
/// # Errors
/// There is no such bot, or it cannot play; two tables have one name.
pub(super) fn find_tables(
    finder: &mut Finder<'_>,
    manifest: &mut BalanceManifest,
    table: &dyn Ruleset,
) -> Result<Vec<PlannedTable>, InputError> {
    for (index, own) in manifest.tables.iter_mut().enumerate() {
        finder.bots_of(table, &format!("table[{index}].bots"), &mut own.bots)?;
    }
    let found = finder.bots_of(table, "levels", &mut manifest.levels)?;
    let levels: Vec<_> = found.iter().zip(&manifest.levels).zip(manifest.deals_of_levels()).collect();
    let mut tables: Vec<PlannedTable> =
        manifest.tables.iter().map(|own| PlannedTable::of(own, manifest.deals)).collect();
    for ((bot, entry), deals) in &levels {
        tables.push(PlannedTable::new(&bot.name, TableKind::Level, vec![(*entry).clone()], *deals));
    }
    for pair in levels.windows(2) {
        let [((below, weak), _), ((bot, strong), deals)] = pair else { continue };
        let name = format!("{}-among-{}", bot.name, below.name);
        let bots = vec![(*strong).clone(), (*weak).clone()];
        let planned = PlannedTable::new(&name, TableKind::Skill, bots, *deals);
        tables.push(PlannedTable { alone: Some(bot.name.clone()), ..planned });
    }
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    if !distinct_names(&names) {
        return refuse(
            "levels",
            format!("the tables {}", names.join(", ")),
            "tables and levels of different names, not in case alone",
        );
    }
    Ok(tables)
}
