//! Phase C: income (4.11) and the income of sets (2.8).

use tradewinds_game::Dice;
use tradewinds_game::kit::{Counts16, Kinds16};

use crate::AgeOfDiscovery;
use crate::limits::LAST_TURN;
use crate::player::Player;
use crate::state::State;
use crate::words::{Building, Good};

impl AgeOfDiscovery {
    /// Pays C1 and C2, then advances to phase D.
    #[inline(never)] // Once a round: the decisions that may lead to it are hot.
    pub(crate) fn collect_income<D: Dice + ?Sized>(&self, state: &mut State, dice: &mut D) {
        let players = self.rules.players;
        let mut privateer = None;
        for (seat, player) in state.players[..players].iter_mut().enumerate() {
            let income = self.set_income(player);
            player.money += income as u16;
            if player.owns(Building::RumDistillery) {
                let sugar = player.good(Good::Sugar);
                player.money += u16::from(sugar) * u16::from(self.rules.effects.rum);
            }
            if state.turn == LAST_TURN {
                player.economy = income as u16;
            }
            if player.owns(Building::Privateers) {
                privateer = Some(seat);
            }
        }
        if let Some(owner) = privateer {
            let due = u16::from(state.players[owner].ships) * u16::from(self.rules.effects.privateers);
            let mut taken = 0;
            for (_, player) in
                state.players[..players].iter_mut().enumerate().filter(|(seat, _)| *seat != owner)
            {
                let paid = due.min(player.money);
                player.money -= paid;
                taken += paid;
            }
            state.players[owner].money += taken;
        }
        self.next_benefits(state, 0, dice);
    }

    /// Returns the best income of a player's sets in dollars.
    #[inline]
    #[must_use]
    pub fn set_income(&self, player: &Player) -> u32 {
        best_income(player.goods, player.ships.into(), self.rules.income)
    }
}

/// The number of kinds by their number of counters; of more than three, four make a natural set (`fours`).
struct Kinds {
    pairs: u32,
    triples: u32,
    fours: u32,
    fives: u32,
    sixes: u32,
}

/// Returns the best income of goods and ships, by `[any three, three of a kind, four of a kind]`; no
/// kind has more than six counters.
///
/// Exact if a four pays twice a three and a three at least three mixed sets: then no set of a kind is
/// worth breaking up, and a ship pays a whole three wherever it completes a pair or makes a triple a
/// four; two ships do so with five of a kind. Each remaining ship frees a counter of a natural four,
/// and the rest forms mixed sets.
#[inline]
fn best_income(goods: Counts16, ships: u32, values: [u32; 3]) -> u32 {
    if goods.is_empty() {
        return 0;
    }
    let [low, middle, high] = goods.planes();
    let count = |kinds: Kinds16| kinds.count() as u32;
    let mut kinds = Kinds {
        pairs: count(middle.without(low.or(high))),
        triples: count(middle.and(low)),
        fours: 0,
        fives: 0,
        sixes: 0,
    };
    let mut rest = count(low.without(middle.or(high))) + 2 * kinds.pairs;
    if !high.is_empty() {
        kinds.fours = count(high);
        kinds.fives = count(high.and(low));
        kinds.sixes = count(high.and(middle));
        rest += kinds.fives + 2 * kinds.sixes;
    }
    let [any, three, four] = values;
    let income = three * kinds.triples + four * kinds.fours;
    if ships == 0 { income + any * (rest / 3) } else { with_ships(&kinds, rest, ships, [any, three, income]) }
}

/// Adds ships to natural sets worth `income`, with `rest` counters in addition.
fn with_ships(kinds: &Kinds, mut rest: u32, mut ships: u32, [any, three, mut income]: [u32; 3]) -> u32 {
    // A triple becomes a four without taking a counter.
    let made = ships.min(kinds.triples);
    ships -= made;
    income += three * made;
    // Six with two ships: two fours for two counters, less than two pairs would take.
    let doubled = (ships / 2).min(kinds.sixes);
    ships -= 2 * doubled;
    income += 2 * three * doubled;
    rest -= 2 * doubled;
    // A pair, also the one next to the natural four of six, becomes a three.
    let made = ships.min(kinds.pairs + kinds.sixes - doubled);
    ships -= made;
    income += three * made;
    rest -= 2 * made;
    let mut fours = kinds.fours - doubled;
    // Five with two ships: a four and a three.
    let made = (ships / 2).min(kinds.fives);
    ships -= 2 * made;
    income += three * made;
    rest -= made;
    fours -= made;
    // The rest: a ship in a natural four frees a counter, a ship with two counters is a mixed set.
    let mut best = 0;
    for freed in 0..=ships.min(fours) {
        let mixed = (ships - freed).min((rest + freed) / 2);
        best = best.max(mixed + (rest + freed - 2 * mixed) / 3);
    }
    income + any * best
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: [u32; 3] = [1, 3, 6];

    fn goods(counts: &[u8]) -> Counts16 {
        let mut goods = Counts16::default();
        for (kind, &count) in counts.iter().enumerate() {
            goods.add(kind, count);
        }
        goods
    }

    /// The maximisation of section 2.8 itself, by trying all sets.
    fn exhaustive(counts: &[u8], ships: u32, loose: u32, income: [u32; 3]) -> u32 {
        let Some((&count, others)) = counts.split_first() else {
            let mixed = ships.min(loose / 2);
            return income[0] * (mixed + (loose - 2 * mixed) / 3);
        };
        let (count, mut best) = (u32::from(count), 0);
        for fours in 0..=count / 4 {
            for threes in 0..=(count - 4 * fours) / 3 {
                for ship_fours in 0..=(count - 4 * fours - 3 * threes) / 3 {
                    let left = count - 4 * fours - 3 * threes - 3 * ship_fours;
                    for ship_threes in 0..=left / 2 {
                        let used = ship_fours + ship_threes;
                        if used > ships {
                            continue;
                        }
                        let sets = income[2] * (fours + ship_fours) + income[1] * (threes + ship_threes);
                        let loose = loose + left - 2 * ship_threes;
                        best = best.max(sets + exhaustive(others, ships - used, loose, income));
                    }
                }
            }
        }
        best
    }

    /// Cases R09, X17 and X19.
    #[test]
    fn the_sets_of_the_page() {
        for (counts, ships, expected) in [
            (&[1, 1, 1][..], 0, 1),
            (&[2], 1, 3),
            (&[4], 0, 6),
            (&[5], 0, 6),
            (&[3], 1, 6),
            (&[6], 0, 6),
            (&[6], 1, 9),
            (&[6], 2, 12),
            (&[2, 2, 1], 1, 4),
            (&[2, 2, 1], 2, 6),
            (&[3, 2, 1], 1, 7),
            (&[3, 2, 1], 2, 9),
            (&[1, 1], 2, 1),
            (&[1], 2, 0),
            (&[], 8, 0),
            (&[4, 3, 2, 1], 2, 15),
            (&[2, 2, 2], 0, 2),
            (&[2, 2, 2], 1, 4),
            (&[2, 2, 2], 3, 9),
            (&[1, 1, 1, 1, 1, 1], 0, 2),
            (&[1, 1, 1, 1, 1, 1], 2, 2),
        ] {
            assert_eq!(best_income(goods(counts), ships, PAGE), expected, "{counts:?} and {ships} ships");
            assert_eq!(exhaustive(counts, ships, 0, PAGE), expected, "{counts:?} and {ships} ships");
        }
    }

    /// The closed formula against all ways of forming sets, for up to five kinds.
    #[test]
    fn the_formula_is_exact() {
        let mut counts = vec![0_u8];
        let mut checked = 0;
        // All descending lists of up to five counts of at most six.
        while let Some(last) = counts.last_mut() {
            if *last == 6 {
                counts.pop();
                continue;
            }
            *last += 1;
            let level = *last;
            if counts.len() > 1 && counts[counts.len() - 2] < level {
                counts.pop();
                continue;
            }
            for ships in 0..=8 {
                for income in [PAGE, [2, 7, 14]] {
                    let expected = exhaustive(&counts, ships, 0, income);
                    assert_eq!(
                        best_income(goods(&counts), ships, income),
                        expected,
                        "{counts:?}, {ships} ships"
                    );
                    checked += 1;
                }
            }
            if counts.len() < 5 {
                counts.push(0);
            }
        }
        assert_eq!(checked, 461 * 9 * 2, "{checked} hands of goods");
    }
}
