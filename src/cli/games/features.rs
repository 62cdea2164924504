//! What learners read of a game: the features of networks, observations and action indices.

use std::fmt::{self, Write as _};

use crate::arena::Playable;
use crate::game::features::{Group, size, width};
use crate::game::{FeatureTable, Variant};
use crate::report::{Align, TextTable};

/// Writes the tables of a game for its maximum number of players, as text or as Markdown.
pub(super) fn write(text: &mut String, game: &dyn Playable, as_markdown: bool) -> anyhow::Result<()> {
    let info = game.info();
    let (name, features) = (info.name, info.features);
    if as_markdown {
        write!(text, "## {name}\n\n")?;
    }
    if features.is_empty() {
        write!(text, "{name} declares no features: nothing can learn it.\n\n")?;
        return Ok(());
    }
    let actions = game.table(*info.players.end(), &Variant::standard())?.action_groups();
    let (version, layout) = (features.version, features.layout);
    if as_markdown {
        write!(text, "Networks: version {version}. Layout: version {layout}.\n\n")?;
        write_rules(text, name, features)?;
        text.push_str(&features.to_markdown(&actions));
        return Ok(());
    }
    write!(text, "{name}. Networks: version {version}. Layout: version {layout}.\n\n")?;
    write_rules(text, name, features)?;
    for (title, groups) in [("The table", features.table), ("A seat", features.seat)] {
        let (numbers, indices) = (width(groups), size(groups));
        let table = table_of(&["offset", "numbers", "first index", "indices"], groups, |group| {
            vec![group.numbers(), group.indices()]
        });
        write!(
            text,
            "{title}: {numbers} numbers of an observation; {indices} indices for a network.\n\n{table}\n"
        )?;
    }
    for (title, groups) in [("An action to a network", features.action), ("An action's index", &actions)] {
        let table = table_of(&["first", "indices"], groups, |group| vec![group.len]);
        write!(text, "{title}: {} indices.\n\n{table}\n", size(groups))?;
    }
    Ok(())
}

/// Says what a network reads of the rules.
fn write_rules(text: &mut String, name: &str, features: &FeatureTable) -> fmt::Result {
    if features.rules.is_none() {
        return Ok(());
    }
    let (version, inputs) = (features.rule_version(), features.rule_size());
    let listed = format!("tradewinds games {name} --ranges");
    write!(text, "The block of rules: version {version}, {inputs} inputs, which `{listed}` lists.\n\n")
}

/// Makes a table with a row for each group. `counts` returns how long its runs are; each run has two of the columns,
/// its place and its length, which are empty for a run of none.
fn table_of(titles: &[&str], groups: &[Group], counts: impl Fn(&Group) -> Vec<usize>) -> TextTable {
    let numbers = titles.iter().map(|&title| (title, Align::Right));
    let columns: Vec<_> =
        [("group", Align::Left)].into_iter().chain(numbers).chain([("meaning", Align::Left)]).collect();
    let mut table = TextTable::new(&columns);
    let mut places = vec![0; titles.len() / 2];
    for group in groups {
        let mut cells = vec![group.name.to_owned()];
        for (place, count) in places.iter_mut().zip(counts(group)) {
            cells.extend(match count {
                0 => [String::new(), String::new()],
                _ => [place.to_string(), count.to_string()],
            });
            *place += count;
        }
        cells.push(group.explained());
        table.row(cells);
    }
    table
}
