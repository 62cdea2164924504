//! Sets of buildings, one bit each: bit = [`Building`], and [`SECOND_SETTLERS`] for the second copy
//! of Settlers.

use crate::words::Building;

/// The bit of the second copy of Settlers in a set; the first 33 bits are those of [`Building`].
pub(crate) const SECOND_SETTLERS: u64 = 1 << Building::COUNT;

/// Adds a building to a set.
#[inline]
pub(crate) const fn add(set: &mut u64, building: usize) {
    *set |= if *set >> building & 1 == 0 { 1 << building } else { SECOND_SETTLERS };
}

/// Takes a building out of a set that has it, the second copy of Settlers first.
#[inline]
pub(crate) const fn take(set: &mut u64, building: usize) {
    let second = building == Building::Settlers as usize && *set & SECOND_SETTLERS != 0;
    *set &= !(if second { SECOND_SETTLERS } else { 1 << building });
}

/// Lists a set of buildings in table order.
pub(crate) fn list(set: u64) -> impl Iterator<Item = Building> {
    let copies = move |building: Building| {
        let second = building == Building::Settlers && set & SECOND_SETTLERS != 0;
        usize::from(set >> building.index() & 1 != 0) + usize::from(second)
    };
    Building::ALL.into_iter().flat_map(move |building| std::iter::repeat_n(building, copies(building)))
}

/// All buildings of each age, with both Settlers.
const OF_AGE: [u64; 3] = {
    let mut sets = [SECOND_SETTLERS, 0, 0];
    let mut age = 0;
    while age < sets.len() {
        sets[age] |= (1 << Building::AGES[age + 1]) - (1 << Building::AGES[age]);
        age += 1;
    }
    sets
};

/// Returns all buildings of an age, with both Settlers.
pub(crate) const fn all_of_age(age: usize) -> u64 {
    OF_AGE[age]
}

/// Returns whether a set holds only buildings of an age.
pub(crate) fn is_of_age(set: u64, age: usize) -> bool {
    set & !all_of_age(age) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_copies_of_settlers_are_kept() {
        let mut set = 0;
        add(&mut set, Building::Settlers.index());
        add(&mut set, Building::Factory.index());
        add(&mut set, Building::Settlers.index());
        assert_eq!(
            list(set).collect::<Vec<_>>(),
            [Building::Settlers, Building::Settlers, Building::Factory]
        );
        take(&mut set, Building::Settlers.index());
        assert_eq!(set, 1 | 1 << Building::Factory.index());
    }
}
