//! A vocabulary for the tests of the kit.

crate::words! {
    /// Some tiles.
    #[derive(Default)]
    pub(super) enum Tile {
        Corn = "corn" => ("needs no building", 1 + 1),
        #[default]
        Indigo = "indigo" => ("needs an indigo plant", 3),
        Quarry = "the quarry" => ("makes buildings cheaper", 0),
    }
    columns {
        /// Returns what the tile does.
        pub(super) about: &'static str,
        /// Returns a number.
        pub(super) number: u8,
    }
}
