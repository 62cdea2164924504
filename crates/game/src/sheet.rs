//! The score sheet: what a seat's points are made of.

/// What a seat's points are made of, in the rows of the game's rules page.
///
/// All seats of a game have the same rows. They add up to the points of [`Game::scores`](super::Game::scores), and they
/// rest on what all seats know.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    rows: Vec<SheetRow>,
}

/// A row of a score sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetRow {
    /// What brings the points, as people write it.
    pub name: &'static str,
    /// The points, as if the game ended now.
    pub points: i32,
    /// Whether the points are sure: the seat loses them by decisions of its own alone.
    pub is_sure: bool,
}

impl Sheet {
    /// Makes a sheet without rows.
    #[must_use]
    pub const fn new() -> Self {
        Self { rows: Vec::new() }
    }

    /// Adds points that are sure.
    #[must_use]
    pub fn sure(self, name: &'static str, points: impl Into<i32>) -> Self {
        self.with(name, points.into(), true)
    }

    /// Adds points that the rest of the game may still change.
    #[must_use]
    pub fn open(self, name: &'static str, points: impl Into<i32>) -> Self {
        self.with(name, points.into(), false)
    }

    fn with(mut self, name: &'static str, points: i32, is_sure: bool) -> Self {
        self.rows.push(SheetRow { name, points, is_sure });
        self
    }

    /// Lists the rows.
    #[must_use]
    pub fn rows(&self) -> &[SheetRow] {
        &self.rows
    }

    /// Returns all points.
    #[must_use]
    pub fn total(&self) -> i32 {
        self.rows.iter().map(|row| row.points).sum()
    }

    /// Returns the points that are sure.
    #[must_use]
    pub fn sure_total(&self) -> i32 {
        self.rows.iter().filter(|row| row.is_sure).map(|row| row.points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_counts_in_the_total_alone() {
        let sheet = Sheet::new().sure("Chips", 22_u16).sure("Buildings", 17).open("Customs house", 5);
        assert_eq!((sheet.total(), sheet.sure_total(), sheet.rows().len()), (44, 39, 3));
    }
}
