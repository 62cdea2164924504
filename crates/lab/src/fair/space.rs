//! What may change, step by step, and the rules that come of it.

use super::super::balance::FairSettings;
use super::super::folder::refuse;
use tradewinds_game::ranges::{Declared, Entry, GroupMoves, Span};
use tradewinds_game::{InputError, Variant, overlaid, value_at, value_at_mut};

/// The maximum number of steps of a change in one direction: numbers with more take larger steps.
const MOST_STEPS: i64 = 10;

/// Changed numbers: the changes that are made, ascending, each with its steps, which are not 0.
pub type Point = Vec<(usize, i64)>;

/// A number of the rules under a change.
#[derive(Clone, PartialEq, Debug)]
struct Moved {
    path: String,
    /// Under the starting rules.
    start: i64,
    least: i64,
    most: i64,
    step: i64,
}

impl Moved {
    /// Returns how many steps it may go down, not above 0, and up.
    fn steps(&self) -> (i64, i64) {
        (-((self.start - self.least) / self.step), (self.most - self.start) / self.step)
    }
}

/// Numbers that move together.
#[derive(Clone, PartialEq, Debug)]
struct Move {
    moved: Vec<Moved>,
    /// How many steps down, not above 0, and up.
    steps: (i64, i64),
    cost: f64,
}

impl Move {
    /// Makes the change of these numbers; `None` where one of them cannot move.
    fn new(moved: Vec<Moved>, cost: f64) -> Option<Self> {
        let low = moved.iter().map(|moved| moved.steps().0).max()?.max(-MOST_STEPS);
        let high = moved.iter().map(|moved| moved.steps().1).min()?.min(MOST_STEPS);
        (low < high).then_some(Self { moved, steps: (low, high), cost })
    }
}

/// The starting rules, and what may change.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    game: &'static str,
    start: Variant,
    table: toml::Table,
    moves: Vec<Move>,
}

impl Space {
    /// Finds what the settings allow to change of a variant for a number of players, in a game with these data and
    /// declared ranges.
    ///
    /// # Errors
    /// The settings name no number of the data, or one outside its own range; the game declares no ranges and the
    /// settings list no change.
    pub fn new(
        (game, data): (&'static str, &str),
        declared: Option<&Declared>,
        settings: &FairSettings,
        start: &Variant,
        players: usize,
    ) -> Result<Self, InputError> {
        let table: toml::Table = overlaid(data, [start])?;
        let mut space = Self { game, start: start.clone(), table, moves: Vec::new() };
        match declared {
            _ if !settings.changes.is_empty() => space.moves = space.listed(settings)?,
            Some(declared) => space.moves = space.declared(declared, players, settings.all),
            None => {
                let allowed = format!("[[fair.change]] with paths and values: {game} declares no ranges");
                return refuse("fair.change", "nothing", allowed);
            }
        }
        if space.moves.is_empty() {
            return refuse("fair.change", "numbers that cannot move", "at least one that can");
        }
        Ok(space)
    }

    /// Reads the changes that the settings list.
    fn listed(&self, settings: &FairSettings) -> Result<Vec<Move>, InputError> {
        let mut moves = Vec::new();
        for (index, change) in settings.changes.iter().enumerate() {
            let [least, most] = change.values;
            let mut moved = Vec::new();
            for path in &change.paths {
                let field = format!("fair.change[{index}].paths");
                let Some(start) = number(&self.table, path) else {
                    let allowed = "paths of whole numbers of data.toml, the place at the end in a list";
                    return refuse(&field, format!("{path:?}"), allowed);
                };
                if !(least..=most).contains(&start) {
                    let found = format!("[{least}, {most}]");
                    let allowed = format!("a range that has {start}, the number of {path} at the start");
                    return refuse(&format!("fair.change[{index}].values"), found, allowed);
                }
                moved.push(Moved { path: path.clone(), start, least, most, step: change.step });
            }
            moves.extend(Move::new(moved, change.cost));
        }
        Ok(moves)
    }

    /// Lists the changes that the ranges of a game allow: the numbers for the number of players, each alone and in the
    /// groups that move together, and the numbers that the starting rules have changed; or all numbers, also where a game
    /// has none for a number of players.
    fn declared(&self, declared: &Declared, players: usize, all: bool) -> Vec<Move> {
        let all = all || declared.entries.iter().all(|entry| entry.path == entry.path_for(players));
        let open = |entry: &Entry| {
            let moved = self.moved(declared, entry, players)?;
            let changed = declared.standard(entry, players).is_some_and(|standard| standard != moved.start);
            (all || changed || entry.path != moved.path).then_some(moved)
        };
        let alone = declared.entries.iter().filter(|entry| entry.chance > 0.0).filter_map(open);
        let mut moves: Vec<Move> = alone.filter_map(|moved| Move::new(vec![moved], 1.0)).collect();
        for group in declared.groups.iter().filter(|group| matches!(group.moves, GroupMoves::Together(..))) {
            let entries = group.entries.iter().map(|&place| &declared.entries[place]);
            let moved: Option<Vec<Moved>> = entries.map(open).collect();
            if let Some(moved) = moved.filter(|moved| moved.len() > 1) {
                let cost = moved.len() as f64;
                moves.extend(Move::new(moved, cost));
            }
        }
        moves
    }

    /// Returns a declared number as it may move; `None` for switches, and where it does not matter.
    fn moved(&self, declared: &Declared, entry: &Entry, players: usize) -> Option<Moved> {
        let range = declared.range(entry, players).filter(|_| entry.span != Span::Switch)?;
        let path = entry.path_for(players);
        let start = number(&self.table, &path)?;
        let (least, most) = ((*range.start()).min(start), (*range.end()).max(start));
        let widest = (start - least).max(most - start);
        let step = entry.step * (widest / entry.step).div_ceil_by(MOST_STEPS);
        Some(Moved { path, start, least, most, step })
    }

    /// Returns the number of changes.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.moves.len()
    }

    /// Returns how many steps a change may go down, not above 0, and up.
    #[must_use]
    pub fn steps(&self, change: usize) -> (i64, i64) {
        self.moves[change].steps
    }

    /// Returns the cost of changed numbers.
    #[must_use]
    pub fn cost(&self, point: &[(usize, i64)]) -> f64 {
        point.iter().map(|&(change, steps)| self.moves[change].cost * steps.abs() as f64).sum()
    }

    /// Returns the new value of each number, with the old one; `None` if one leaves its range, or does not change.
    fn values(&self, point: &[(usize, i64)]) -> Option<Vec<(&str, i64, i64)>> {
        let mut found: Vec<(&Moved, i64)> = Vec::new();
        for &(change, steps) in point {
            for moved in &self.moves[change].moved {
                let by = steps * moved.step;
                match found.iter_mut().find(|(known, _)| known.path == moved.path) {
                    Some((_, value)) => *value += by,
                    None => found.push((moved, moved.start + by)),
                }
            }
        }
        let legal =
            |moved: &Moved, value: i64| (moved.least..=moved.most).contains(&value) && value != moved.start;
        if !found.iter().all(|&(moved, value)| legal(moved, value)) {
            return None;
        }
        let mut values: Vec<_> =
            found.into_iter().map(|(moved, value)| (moved.path.as_str(), moved.start, value)).collect();
        values.sort_unstable();
        Some(values)
    }

    /// Writes changed numbers for people.
    #[must_use]
    pub fn words(&self, point: &[(usize, i64)]) -> String {
        let values = self.values(point).unwrap_or_default();
        let words = values.iter().map(|(path, from, to)| format!("{path} {from} \u{2192} {to}"));
        words.collect::<Vec<String>>().join(", ")
    }

    /// Counts the numbers that change.
    #[must_use]
    pub fn numbers(&self, point: &[(usize, i64)]) -> usize {
        self.values(point).map_or(0, |values| values.len())
    }

    /// Makes the variant of changed numbers, of a name; `None` if a number leaves its range.
    #[must_use]
    pub fn variant(&self, point: &[(usize, i64)], name: &str) -> Option<Variant> {
        let mut variant = self.start.clone();
        if point.is_empty() {
            return Some(variant);
        }
        let mut table = self.table.clone();
        let mut paths = Vec::new();
        for (path, _, value) in self.values(point)? {
            *value_at_mut(&mut table, path)? = value.into();
            paths.push(list_of(&self.table, path));
        }
        // A list that is set stands for the places in it.
        let is_in = |path: &str, list: &String| {
            path.strip_prefix(list.as_str()).is_some_and(|rest| rest.starts_with('.'))
        };
        variant.set.retain(|path, _| !paths.iter().any(|list| is_in(path, list)));
        variant
            .set
            .extend(paths.iter().filter_map(|path| Some((path.clone(), value_at(&table, path)?.clone()))));
        variant.name = name.to_owned();
        variant.game = self.game.to_owned();
        variant.about = format!("{}.", self.words(point));
        Some(variant)
    }
}

/// Division of whole numbers, rounded up.
trait DivCeil {
    fn div_ceil_by(self, by: Self) -> Self;
}

impl DivCeil for i64 {
    fn div_ceil_by(self, by: Self) -> Self {
        ((self + by - 1) / by).max(1)
    }
}

fn number(table: &toml::Table, path: &str) -> Option<i64> {
    value_at(table, path)?.as_integer()
}

/// Returns the path that a variant sets for a value: that of the whole list, for a value in a list.
fn list_of(table: &toml::Table, path: &str) -> String {
    let outer = path.rsplit_once('.').map(|(outer, _)| outer);
    outer.filter(|outer| value_at(table, outer).is_some_and(toml::Value::is_array)).unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::super::balance::FairChange;
    use super::*;

    const DATA: &str = "[shop]\ncost = 5\nstock = [3, 4]\nopen = true\n";

    fn space(changes: &[(&[&str], [i64; 2])]) -> Result<Space, InputError> {
        let change = |&(paths, values): &(&[&str], [i64; 2])| FairChange {
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
            values,
            step: 1,
            cost: 2.0,
        };
        let settings =
            FairSettings { changes: changes.iter().map(change).collect(), ..FairSettings::default() };
        Space::new(("g", DATA), None, &settings, &Variant::standard(), 2)
    }

    #[test]
    fn changed_numbers_make_a_variant() {
        let space = space(&[(&["shop.cost"], [3, 6]), (&["shop.stock.0", "shop.stock.1"], [0, 5])]).unwrap();
        assert_eq!((space.steps(0), space.steps(1)), ((-2, 1), (-3, 1)));
        let point = [(0, -1), (1, 1)];
        assert_eq!((space.cost(&point), space.numbers(&point)), (4.0, 3));
        assert_eq!(space.words(&point[..1]), "shop.cost 5 \u{2192} 4");
        let variant = space.variant(&point, "v").unwrap();
        assert_eq!(variant.set["shop.cost"], 4.into());
        assert_eq!(variant.set["shop.stock"], toml::Value::Array(vec![4.into(), 5.into()]));
        assert!(overlaid::<toml::Table>(DATA, [&variant]).is_ok());
        assert_eq!(space.variant(&[(0, 2)], "v"), None, "out of its range");
        assert_eq!(space.variant(&[], "v"), Some(Variant::standard()));
    }

    #[test]
    fn a_place_in_a_list_that_the_start_sets_is_one_of_the_new_list() {
        let set = [("shop.stock.0".to_owned(), 1.into())].into_iter().collect();
        let start = Variant { set, ..Variant::standard() };
        let change =
            |path: &str| FairChange { paths: vec![path.to_owned()], values: [0, 5], step: 1, cost: 1.0 };
        let changes = vec![change("shop.stock.0"), change("shop.stock.1")];
        let settings = FairSettings { changes, ..FairSettings::default() };
        let space = Space::new(("g", DATA), None, &settings, &start, 2).unwrap();
        let table = |point: &[(usize, i64)]| {
            overlaid::<toml::Table>(DATA, [&space.variant(point, "v").unwrap()])
                .unwrap()
                .remove("shop")
                .unwrap()
        };
        assert_eq!(table(&[(0, 1)])["stock"], toml::Value::Array(vec![2.into(), 4.into()]));
        assert_eq!(table(&[(1, 1)])["stock"], toml::Value::Array(vec![1.into(), 5.into()]));
    }

    #[test]
    fn wrong_changes_are_refused() {
        for (changes, part) in [
            (&[(&["shop.price"][..], [1, 9])][..], "fair.change[0].paths: found \"shop.price\""),
            (&[(&["shop.open"], [0, 1])], "paths of whole numbers"),
            (&[(&["shop.stock.2"], [0, 9])], "fair.change[0].paths"),
            (&[(&["shop.cost"], [6, 9])], "a range that has 5, the number of shop.cost"),
            (&[(&["shop.cost"], [5, 5])], "numbers that cannot move"),
            (&[], "g declares no ranges"),
        ] {
            let error = space(changes).unwrap_err().to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }
}
