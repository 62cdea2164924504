//! Discovery tiles and cards, and sums over a set of them.

/// The numbers of natives, from 0, that an expedition can be up to.
pub(crate) const VALUES: usize = 7;

/// A discovery tile or card: what a success brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Find {
    /// Dollars.
    pub money: u8,
    /// Dollars a soldier sent.
    pub plunder: u8,
    /// The value that an expedition needs.
    pub natives: u8,
    /// VP at the end of the game.
    pub vp: u8,
}

/// The sums over the finds that are still to be made, by natives. All finds are summed once for the rules; a
/// position takes away the few that are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct FindSums {
    /// The number of finds, VP, dollars and plunder, 16 bits each: there are 16 finds, and the numbers of each fit
    /// in a byte.
    by_natives: [u64; VALUES],
    /// The number of finds, those with more natives too.
    count: u8,
}

impl FindSums {
    /// Adds finds up.
    pub(crate) fn of(finds: &[Find; 16]) -> Self {
        let mut sums = Self { count: finds.len() as u8, ..Self::default() };
        for find in finds {
            if let Some(sum) = sums.by_natives.get_mut(usize::from(find.natives)) {
                *sum += packed(find);
            }
        }
        sums
    }

    /// Takes a find away.
    #[inline]
    pub(crate) fn take(&mut self, find: &Find) {
        self.count -= 1;
        if let Some(sum) = self.by_natives.get_mut(usize::from(find.natives)) {
            *sum -= packed(find);
        }
    }

    /// Returns the number of finds.
    #[inline]
    pub(crate) const fn count(&self) -> u8 {
        self.count
    }

    /// Lists the number of finds, VP, dollars and plunder up to each number of natives.
    #[inline]
    pub(crate) fn up_to(&self) -> impl Iterator<Item = [u16; 4]> {
        self.by_natives.iter().scan(0, |all, sum| {
            *all += sum;
            Some([0, 16, 32, 48].map(|place| (*all >> place) as u16))
        })
    }
}

#[inline]
fn packed(find: &Find) -> u64 {
    let [vp, money, plunder] = [find.vp, find.money, find.plunder].map(u64::from);
    1 | vp << 16 | money << 32 | plunder << 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_what_is_left() {
        let find = |natives: u8| Find { money: natives, plunder: 2 * natives, natives, vp: 4 };
        let finds: [Find; 16] = std::array::from_fn(|index| find(index as u8 / 2));
        let mut sums = FindSums::of(&finds);
        sums.take(&finds[2]);
        sums.take(&finds[15]);
        let listed: Vec<[u16; 4]> = sums.up_to().collect();
        assert_eq!((sums.count(), listed.len()), (14, VALUES));
        assert_eq!((listed[0], listed[2]), ([2, 8, 0, 0], [5, 20, 5, 10]));
    }
}
