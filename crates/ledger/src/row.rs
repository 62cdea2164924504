//! A row: its columns, and what each may hold.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use toml::value::Datetime;
use tradewinds_arena::game_names;
use tradewinds_game::kit::column;
use tradewinds_game::{InputError, Table, grouped};

use crate::amount::Amount;

/// The table of the ledger, for the dictionary of columns.
pub const TABLES: &[Table] = &[Table {
    name: "ledger",
    meaning: "one row for each published figure; ledger.md says how rows come in and who reads them",
    columns: &[
        column(
            "id",
            "its name in marks: words joined by dashes, the first one of the game's initials or a topic",
        ),
        column("date", "day of the commit"),
        column("commit", "commit at which the command makes the figure, 8 hex digits"),
        column("game", "name of the game; empty for a figure of the program as a whole"),
        column("rules", "standard or the name of the variant, @ and the version of the game's rules"),
        column("players", "number of seats"),
        column("command", "the command that makes it, typed in the root of a checkout of the commit"),
        column(
            "bots",
            "name@hash of each bot, joined by ;: the first 8 hex digits of git's hash of its preset",
        ),
        column("games", "games, or decisions, behind the figure"),
        column("quantity", "what is measured"),
        column("unit", "its unit"),
        column("value", "the figure, with the places that are published"),
        column("low", "lower end of its 95 % interval"),
        column("high", "upper end"),
        column("verdict", "what follows, in a sentence"),
        column("page", "page that the row belongs to, below the ledger's folder"),
    ],
}];

/// A published figure. Empty cells are missing values.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "`TABLES` says what each column is")]
pub struct LedgerRow {
    pub id: String,
    pub date: String,
    pub commit: String,
    pub game: String,
    pub rules: String,
    pub players: String,
    pub command: String,
    pub bots: String,
    pub games: String,
    pub quantity: String,
    pub unit: String,
    pub value: String,
    pub low: String,
    pub high: String,
    pub verdict: String,
    pub page: String,
}

/// Returns the page of a game's rows that belong to no other page, below the folder of results.
#[must_use]
pub fn tried_page(game: &str) -> String {
    format!("{game}/tried.md")
}

/// Returns the initials of a game's name, with which the ids of its rows begin.
pub(crate) fn initials(game: &str) -> String {
    game.split('-').filter_map(|word| word.chars().next()).collect()
}

impl LedgerRow {
    /// Checks each cell; `pages` is the folder of the pages. The refusal names the column, and no origin.
    ///
    /// # Errors
    /// The first cell that is wrong.
    pub fn check(&self, pages: &Path) -> Result<(), InputError> {
        for (name, cell) in self.cells() {
            if cell.chars().any(char::is_control) || cell.trim() != cell {
                return Err(refuse(name, cell, "one line without spaces around it"));
            }
        }
        self.check_game()?;
        self.check_id()?;
        if !is_date(&self.date) {
            return Err(refuse("date", &self.date, "a day such as 2026-11-28"));
        }
        if !is_hash(&self.commit) {
            return Err(refuse("commit", &self.commit, "8 hex digits in small letters"));
        }
        if self.command.is_empty() || self.command.contains('`') {
            return Err(refuse("command", &self.command, "a command without backticks"));
        }
        if !self.bots.is_empty() && !self.bots.split(';').all(is_bot) {
            return Err(refuse("bots", &self.bots, "name@hash with 8 hex digits, joined by ;"));
        }
        for (name, cell) in [("players", &self.players), ("games", &self.games)] {
            if !cell.is_empty() && !cell.parse::<u64>().is_ok_and(|number| number > 0) {
                return Err(refuse(name, cell, "a whole number above 0, or nothing"));
            }
        }
        if self.quantity.is_empty() {
            return Err(refuse("quantity", "", "what is measured"));
        }
        if !self.verdict.is_empty() && !self.verdict.ends_with('.') {
            return Err(refuse(
                "verdict",
                &self.verdict,
                "a sentence that ends with a full stop, or nothing",
            ));
        }
        self.check_numbers()?;
        self.check_page(pages)
    }

    fn check_game(&self) -> Result<(), InputError> {
        if self.game.is_empty() {
            let allowed = "nothing, since the row has no game";
            return if self.rules.is_empty() { Ok(()) } else { Err(refuse("rules", &self.rules, allowed)) };
        }
        if !game_names().contains(&self.game.as_str()) {
            return Err(InputError::unknown_name("", "game", &self.game, game_names().iter().copied()));
        }
        let is_rules = self
            .rules
            .split_once('@')
            .is_some_and(|(name, version)| !name.is_empty() && version.parse::<u32>().is_ok());
        if is_rules { Ok(()) } else { Err(refuse("rules", &self.rules, "such as standard@1")) }
    }

    fn check_id(&self) -> Result<(), InputError> {
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        let words: Vec<&str> = self.id.split('-').collect();
        if words.len() < 2 || !words.iter().all(|word| is_word(word)) {
            return Err(refuse(
                "id",
                &self.id,
                "two or more words of small letters and digits, joined by dashes",
            ));
        }
        let named = game_names().iter().copied().find(|game| initials(game) == words[0]);
        match named {
            Some(game) if game != self.game => {
                let allowed = format!("one that begins with {}, or with a topic", self.own_initials());
                Err(refuse("id", &self.id, allowed))
            }
            _ => Ok(()),
        }
    }

    /// Describes the beginning of an id of the row's game.
    fn own_initials(&self) -> String {
        if self.game.is_empty() {
            "no game's initials".to_owned()
        } else {
            format!("{}-", initials(&self.game))
        }
    }

    fn check_numbers(&self) -> Result<(), InputError> {
        let allowed = "a plain number such as 43.6, of at most 15 digits";
        let value = Amount::parse(&self.value).ok_or_else(|| refuse("value", &self.value, allowed))?;
        let ends = [("low", &self.low), ("high", &self.high)];
        for (name, cell) in ends {
            if !cell.is_empty() && Amount::parse(cell).is_none() {
                return Err(refuse(name, cell, format!("{allowed}, or nothing")));
            }
        }
        if let ([(name, _), _], true, false) | ([_, (name, _)], false, true) =
            (ends, self.low.is_empty(), self.high.is_empty())
        {
            return Err(refuse(name, "", "both ends of the interval, or none"));
        }
        let end = |cell: &str| Amount::parse(cell).map(|end| end.value);
        if end(&self.low).is_some_and(|low| low > value.value) {
            return Err(refuse("low", &self.low, format!("at most the value, {}", self.value)));
        }
        if end(&self.high).is_some_and(|high| high < value.value) {
            return Err(refuse("high", &self.high, format!("at least the value, {}", self.value)));
        }
        Ok(())
    }

    fn check_page(&self, pages: &Path) -> Result<(), InputError> {
        let path = Path::new(&self.page);
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
        let is_page = is_below && path.extension().is_some_and(|extension| extension == "md");
        if is_page && (self.tried_page() == self.page && !self.game.is_empty() || pages.join(path).is_file())
        {
            return Ok(());
        }
        let tried = if self.game.is_empty() { String::new() } else { format!(", or {}", self.tried_page()) };
        Err(refuse("page", &self.page, format!("a page in {}{tried}", pages.display())))
    }

    /// Returns the page of the rows of its game that belong to no other page.
    #[must_use]
    pub fn tried_page(&self) -> String {
        tried_page(&self.game)
    }

    /// Lists the names of the columns with their cells.
    pub(crate) fn cells(&self) -> [(&'static str, &str); 16] {
        [
            ("id", &self.id),
            ("date", &self.date),
            ("commit", &self.commit),
            ("game", &self.game),
            ("rules", &self.rules),
            ("players", &self.players),
            ("command", &self.command),
            ("bots", &self.bots),
            ("games", &self.games),
            ("quantity", &self.quantity),
            ("unit", &self.unit),
            ("value", &self.value),
            ("low", &self.low),
            ("high", &self.high),
            ("verdict", &self.verdict),
            ("page", &self.page),
        ]
    }

    /// Returns a cell with a number.
    #[must_use]
    pub fn amount(&self, column: &str) -> Option<Amount> {
        let (_, cell) = self.cells().into_iter().find(|(name, _)| *name == column)?;
        Amount::parse(cell)
    }

    /// Writes the figure for people, with its unit and its interval.
    #[must_use]
    pub fn shown(&self) -> String {
        let ends = self.shown_ends().map_or(String::new(), |ends| format!(" ({ends})"));
        self.shown_value() + &ends
    }

    /// Writes the figure for people, with its unit.
    pub(crate) fn shown_value(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        self.for_people("value") + &unit
    }

    /// Writes the interval for people; `None` without one.
    pub(crate) fn shown_ends(&self) -> Option<String> {
        let has_ends = !self.low.is_empty() && !self.high.is_empty();
        has_ends.then(|| format!("{} to {}", self.for_people("low"), self.for_people("high")))
    }

    /// Writes a cell with a number for people.
    pub(crate) fn for_people(&self, column: &str) -> String {
        self.amount(column).map_or(String::new(), Amount::for_people)
    }

    /// Returns the name of the row's rules: that of a variant, or "standard".
    #[must_use]
    pub fn variant(&self) -> &str {
        self.rules.split_once('@').map_or("standard", |(name, _)| name)
    }

    /// Writes the number of games for people.
    pub(crate) fn shown_games(&self) -> String {
        self.games.parse().map_or(self.games.clone(), grouped)
    }
}

fn refuse(column: &str, found: &str, allowed: impl Into<String>) -> InputError {
    let found = if found.is_empty() { "nothing".to_owned() } else { format!("{found:?}") };
    InputError::new("", column, found, allowed)
}

/// Returns whether a text is 8 digits of a hash.
fn is_hash(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_bot(text: &str) -> bool {
    text.rsplit_once('@').is_some_and(|(name, hash)| !name.is_empty() && is_hash(hash))
}

/// Returns whether a text is a day of the calendar.
fn is_date(text: &str) -> bool {
    let is_day = |moment: Datetime| moment.date.is_some() && moment.time.is_none();
    text.parse().is_ok_and(is_day)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Makes a row that is right.
    pub(crate) fn row(id: &str) -> LedgerRow {
        let text = |text: &str| text.to_owned();
        LedgerRow {
            id: text(id),
            date: text("2026-11-28"),
            commit: text("0123abcd"),
            game: text("puerto-rico"),
            rules: text("standard@1"),
            players: text("4"),
            command: text("tradewinds tournament experiments/puerto-rico/x.toml"),
            bots: text("learned@89abcdef;steady@01234567"),
            games: text("2400"),
            quantity: text("win share of learned"),
            unit: text("%"),
            value: text("43.6"),
            low: text("41.5"),
            high: text("45.8"),
            verdict: text("Kept: it ships."),
            page: text("puerto-rico/tried.md"),
        }
    }

    #[test]
    fn each_wrong_cell_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let right = row("pr-learned");
        right.check(folder.path()).unwrap();
        type Change = fn(&mut LedgerRow);
        let wrong: [(&str, Change); 21] = [
            ("id", |row| row.id = "pr".into()),
            ("id", |row| row.id = "pr-Learned".into()),
            ("id", |row| row.id = "mn-learned".into()),
            ("date", |row| row.date = "28.11.2026".into()),
            ("date", |row| row.date = "2026-02-30".into()),
            ("date", |row| row.date = "2026-11-28T10:00:00".into()),
            ("commit", |row| row.commit = "0123ABCD".into()),
            ("game", |row| row.game = "puerto-rica".into()),
            ("rules", |row| row.rules = "standard".into()),
            ("players", |row| row.players = "four".into()),
            ("command", |row| row.command = String::new()),
            ("bots", |row| row.bots = "learned".into()),
            ("games", |row| row.games = "2,400".into()),
            ("quantity", |row| row.quantity = String::new()),
            ("value", |row| row.value = "43,6".into()),
            ("low", |row| row.low = "43.7".into()),
            ("high", |row| row.high = "43.5".into()),
            ("low", |row| row.low = String::new()),
            ("high", |row| row.high = String::new()),
            ("verdict", |row| row.verdict = "Kept".into()),
            ("page", |row| row.page = "../README.md".into()),
        ];
        for (column, change) in wrong {
            let mut row = right.clone();
            change(&mut row);
            let refusal = row.check(folder.path()).unwrap_err();
            assert_eq!(refusal.field(), column, "{refusal}");
            assert!(!refusal.found().is_empty() && !refusal.allowed().is_empty(), "{refusal}");
        }
    }

    #[test]
    fn the_columns_are_those_of_the_dictionary() {
        assert_eq!(row("pr-x").cells().map(|(name, _)| name).to_vec(), TABLES[0].names());
    }

    #[test]
    fn a_figure_is_shown_with_its_unit_and_interval() {
        let mut row = row("pr-x");
        assert_eq!((row.shown().as_str(), row.shown_games().as_str()), ("43.6 % (41.5 to 45.8)", "2,400"));
        (row.low, row.unit) = (String::new(), String::new());
        assert_eq!(row.shown(), "43.6");
    }
}
