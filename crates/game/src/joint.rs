//! Decisions that people make as one: a run of decisions of one seat, such as placing all colonists of a phase.

use std::collections::BTreeMap;

/// A run of decisions of one seat that people make as one: pieces go on spots, in any order.
///
/// No random event and no new knowledge comes before the last decision of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Joint {
    /// Names the run; two runs of a seat with nothing between them have different names.
    pub name: String,
    /// Asks the seat for all of its decisions at once.
    pub prompt: String,
    /// The pieces by what they are.
    pub piles: Vec<Pile>,
}

/// Pieces of one kind, and where they can go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    /// What one of them is called.
    pub noun: &'static str,
    /// The minimum that has to be put.
    pub least: u8,
    /// The maximum that can be put.
    pub most: u8,
    /// The spots.
    pub spots: Vec<Spot>,
    /// The spots by index, in the order in which free pieces are put for a player who asks for that: a spot stands here
    /// as often as it takes a piece early. Those left out come last.
    pub order: Vec<usize>,
}

impl Pile {
    /// Makes a pile whose spots are filled one after the other.
    #[must_use]
    pub fn new(noun: &'static str, least: u8, most: u8, spots: Vec<Spot>) -> Self {
        Self { noun, least, most, spots, order: Vec::new() }
    }

    /// Lists the spots in the order in which pieces are put, one piece each.
    #[must_use]
    pub fn filling(&self) -> Vec<usize> {
        let all = (0..self.spots.len()).flat_map(|index| {
            let early = self.order.iter().filter(|&&other| other == index).count();
            std::iter::repeat_n(index, usize::from(self.spots[index].most).saturating_sub(early))
        });
        self.order.iter().copied().chain(all).collect()
    }
}

/// A place for pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Its name among the spots of a run, in the words of notation: boards mark the place with it.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// The maximum of pieces.
    pub most: u8,
}

impl Spot {
    /// Names a place for at most this number of pieces.
    pub fn new(key: impl Into<String>, name: impl Into<String>, most: u8) -> Self {
        Self { key: key.into(), name: name.into(), most }
    }
}

/// The number of pieces on each spot, by its key.
pub type Pieces = BTreeMap<String, u8>;

impl Joint {
    /// Checks a choice of pieces against the piles.
    ///
    /// # Errors
    /// A sentence that says what is too many or too few.
    pub fn check(&self, chosen: &Pieces) -> Result<(), String> {
        let keys = || self.piles.iter().flat_map(|pile| &pile.spots).map(|spot| &spot.key);
        if let Some(key) = chosen.keys().find(|&key| !keys().any(|known| known == key)) {
            return Err(format!("nothing can be put on {key:?} now"));
        }
        for pile in &self.piles {
            let mut sum = 0;
            for spot in &pile.spots {
                let count = chosen.get(&spot.key).copied().unwrap_or(0);
                if count > spot.most {
                    let most = super::counted(spot.most, pile.noun);
                    return Err(format!("{} takes {most} at most, not {count}", spot.name));
                }
                sum += u32::from(count);
            }
            let (least, most) = (u32::from(pile.least), u32::from(pile.most));
            if sum < least {
                return Err(format!("choose {} more", super::counted(least - sum, pile.noun)));
            }
            if sum > most {
                return Err(format!("take {} back", super::counted(sum - most, pile.noun)));
            }
        }
        Ok(())
    }

    /// Returns a choice that is close to `wanted` and holds no more than the spots and piles take.
    #[must_use]
    pub fn within(&self, wanted: &Pieces) -> Pieces {
        let mut pieces = Pieces::new();
        for pile in &self.piles {
            let mut left = pile.most;
            for spot in &pile.spots {
                let count = wanted.get(&spot.key).map_or(0, |&count| count.min(spot.most).min(left));
                left -= count;
                pieces.insert(spot.key.clone(), count);
            }
        }
        pieces
    }

    /// Returns a choice that is close to `wanted`, with all other pieces where [`Pile::filling`] puts them.
    #[must_use]
    pub fn filled(&self, wanted: &Pieces) -> Pieces {
        let mut pieces = self.within(wanted);
        for pile in &self.piles {
            let put: u32 = pile.spots.iter().map(|spot| u32::from(pieces[&spot.key])).sum();
            let mut left = u32::from(pile.most).saturating_sub(put);
            let mut passed = vec![0; pile.spots.len()];
            for index in pile.filling() {
                passed[index] += 1;
                let count = pieces.entry(pile.spots[index].key.clone()).or_insert(0);
                if left > 0 && *count < passed[index] {
                    (*count, left) = (*count + 1, left - 1);
                }
            }
        }
        pieces
    }
}

/// What an action of a run puts: a number of pieces on the spot of a key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Put {
    /// The spot; empty for an action that only ends the run.
    pub key: String,
    /// The number of pieces.
    pub count: u8,
}

impl Put {
    /// Puts this number of pieces on a spot.
    pub fn new(key: impl Into<String>, count: u8) -> Self {
        Self { key: key.into(), count }
    }
}

/// Finds the action of a decision by which most of the pieces that are left are put; the first of equal ones.
#[must_use]
pub fn next_put(puts: &[Put], left: &Pieces) -> Option<usize> {
    let has = |put: &Put| left.get(&put.key).copied().unwrap_or(0) >= put.count;
    let fits = puts.iter().enumerate().filter(|(_, put)| has(put));
    fits.rev().max_by_key(|(_, put)| put.count).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(counts: [(&str, u8); 2]) -> Pieces {
        counts.map(|(key, count)| (key.to_owned(), count)).into()
    }

    fn joint() -> Joint {
        let spots = vec![Spot::new("corn", "corn", 2), Spot::new("hut", "construction hut", 1)];
        let pile = Pile::new("colonist", 2, 2, spots);
        Joint { name: "placement".into(), prompt: String::new(), piles: vec![pile] }
    }

    #[test]
    fn a_choice_is_refused_in_a_sentence() {
        let check = |corn, hut| joint().check(&pieces([("corn", corn), ("hut", hut)]));
        assert_eq!(check(1, 1), Ok(()));
        assert_eq!(check(1, 0), Err("choose 1 colonist more".into()));
        assert_eq!(check(2, 1), Err("take 1 colonist back".into()));
        assert_eq!(check(0, 2), Err("construction hut takes 1 colonist at most, not 2".into()));
        let other = joint().check(&pieces([("corn", 1), ("mill", 1)]));
        assert_eq!(other, Err("nothing can be put on \"mill\" now".into()));
    }

    #[test]
    fn what_stood_is_cut_to_what_fits() {
        let wanted = pieces([("corn", 3), ("hut", 1)]);
        assert_eq!(joint().within(&wanted), pieces([("corn", 2), ("hut", 0)]));
        assert_eq!(joint().filled(&pieces([("hut", 1), ("mill", 1)])), pieces([("corn", 1), ("hut", 1)]));
    }

    #[test]
    fn early_spots_are_filled_first() {
        let mut joint = joint();
        joint.piles[0].order = vec![1, 0];
        assert_eq!(joint.piles[0].filling(), [1, 0, 0]);
        assert_eq!(joint.filled(&Pieces::new()), pieces([("corn", 1), ("hut", 1)]));
        assert_eq!(joint.filled(&pieces([("corn", 2), ("hut", 0)])), pieces([("corn", 2), ("hut", 0)]));
    }

    #[test]
    fn the_largest_number_that_is_left_is_put() {
        let puts = [0, 1, 2].map(|count| Put::new("corn", count));
        let next = |corn| next_put(&puts, &pieces([("corn", corn), ("hut", 1)]));
        assert_eq!([next(0), next(1), next(2), next(3)], [Some(0), Some(1), Some(2), Some(2)]);
        assert_eq!(next_put(&puts[1..], &pieces([("corn", 0), ("hut", 1)])), None);
        let cards = [Put::default(), Put::new("corn", 1), Put::new("hut", 1)];
        assert_eq!(next_put(&cards, &pieces([("corn", 0), ("hut", 1)])), Some(2));
        assert_eq!(next_put(&cards, &pieces([("corn", 1), ("hut", 1)])), Some(1));
        assert_eq!(next_put(&cards, &pieces([("corn", 0), ("hut", 0)])), Some(0));
    }
}
