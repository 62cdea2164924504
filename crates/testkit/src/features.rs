//! Features in words, for tests that say what a block has.

use tradewinds_game::Group;
use tradewinds_game::features::Block;

/// Names what a network reads in a block: the group with the place in it, and for a number what it is.
#[must_use]
pub fn named(groups: &[Group], block: &Block) -> Vec<String> {
    let mut names = Vec::new();
    let mut start = 0;
    for group in groups {
        let place = |&index: &u16| usize::from(index).checked_sub(start).filter(|&at| at < group.indices());
        names.extend(block.active().iter().filter_map(place).map(|at| format!("{} {at}", group.name)));
        let numbers = block.numbers().iter().filter_map(|(index, number)| Some((place(index)?, number)));
        names.extend(numbers.map(|(at, number)| match group.len {
            1 => format!("{} = {number}", group.name),
            _ => format!("{} {at} = {number}", group.name),
        }));
        start += group.indices();
    }
    names
}

/// Checks that a list of [names](named) has some, and nothing of other groups.
///
/// # Panics
/// If it does not.
#[track_caller]
pub fn has(found: &[String], names: &[&str], others: &[&str]) {
    for name in names {
        assert!(found.iter().any(|found| found == name), "no {name} in {found:?}");
    }
    for other in others {
        assert!(!groups_of(found).any(|group| group == *other), "{other} in {found:?}");
    }
}

/// Lists the groups of [names](named).
pub fn groups_of(found: &[String]) -> impl Iterator<Item = &str> {
    found.iter().filter_map(|name| name.split(' ').next())
}
