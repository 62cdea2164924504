//! Which bots can be rated on one scale.

/// Who met whom, and who was ranked ahead of whom, in any game of any run.
pub(super) struct Ahead {
    bots: usize,
    met: Vec<bool>,
    /// A tie counts for both.
    ahead: Vec<bool>,
}

impl Ahead {
    pub(super) fn new(bots: usize) -> Self {
        Self { bots, met: vec![false; bots * bots], ahead: vec![false; bots * bots] }
    }

    /// Adds a game: bot and rank of each seat.
    pub(super) fn game(&mut self, seats: &[(usize, u32)]) {
        for &(a, rank_a) in seats {
            for &(b, rank_b) in seats {
                self.met[a * self.bots + b] = true;
                self.ahead[a * self.bots + b] |= rank_a <= rank_b;
            }
        }
    }

    /// Closes a relation: a bot that reaches another one reaches all that this one does.
    fn closed(&self, relation: &[bool]) -> Vec<bool> {
        let mut closed = relation.to_vec();
        for via in 0..self.bots {
            for a in 0..self.bots {
                if closed[a * self.bots + via] {
                    for b in 0..self.bots {
                        closed[a * self.bots + b] |= closed[via * self.bots + b];
                    }
                }
            }
        }
        closed
    }
}

/// Parts the bots into lists, the largest first: within a list there are finite ratings, since however it is parted in
/// two, each part was once ahead of the other. A bot alone has no list. Also returns what cannot be compared, in
/// sentences; `labels` are the bots' names.
pub(super) fn lists_of(ahead: &Ahead, labels: &[String]) -> (Vec<Vec<usize>>, Vec<String>) {
    let bots = ahead.bots;
    let (met, reach) = (ahead.closed(&ahead.met), ahead.closed(&ahead.ahead));
    let both = |a: usize, b: usize| a == b || (reach[a * bots + b] && reach[b * bots + a]);
    let parts = |same: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<usize>> {
        let firsts = (0..bots).filter(|&bot| (0..bot).all(|other| !same(bot, other)));
        let mut parts: Vec<Vec<usize>> =
            firsts.map(|first| (first..bots).filter(|&bot| same(first, bot)).collect()).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts
    };
    let names = |part: &[usize]| part.iter().map(|&bot| labels[bot].as_str()).collect::<Vec<_>>().join(", ");
    let mut notes = Vec::new();
    let connected = parts(&|a, b| a == b || met[a * bots + b]);
    if let [first, others @ ..] = &connected[..] {
        for other in others {
            let (other, first) = (names(other), names(first));
            notes.push(format!("never met, not even through others: {other}; and {first}"));
        }
    }
    let lists = parts(&both);
    for part in &connected {
        let inside: Vec<&Vec<usize>> = lists.iter().filter(|list| part.contains(&list[0])).collect();
        for pair in inside.iter().skip(1).map(|list| (list, inside[0])) {
            let (own, most) = (names(pair.0), names(pair.1));
            let is_ahead = reach[pair.0[0] * bots + pair.1[0]];
            let side = if is_ahead { "ahead of" } else { "behind" };
            let beside = !is_ahead && !reach[pair.1[0] * bots + pair.0[0]];
            let side = if beside { "on no common scale with" } else { side };
            notes.push(format!("in every game {side} {most}, so without a rating among them: {own}"));
        }
    }
    (lists.into_iter().filter(|list| list.len() > 1).collect(), notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(bots: usize, games: &[&[(usize, u32)]]) -> (Vec<Vec<usize>>, Vec<String>) {
        let mut ahead = Ahead::new(bots);
        games.iter().for_each(|seats| ahead.game(seats));
        let labels: Vec<String> = (0..bots).map(|bot| format!("b{bot}")).collect();
        lists_of(&ahead, &labels)
    }

    #[test]
    fn bots_that_beat_each_other_are_a_list() {
        let (found, notes) = lists(3, &[&[(0, 1), (1, 2)], &[(1, 1), (2, 2)], &[(2, 1), (0, 2)]]);
        assert_eq!((found, notes), (vec![vec![0, 1, 2]], Vec::new()));
    }

    #[test]
    fn bots_that_never_met_are_named() {
        let (found, notes) = lists(5, &[&[(0, 1), (1, 1), (2, 1)], &[(3, 1), (4, 2)], &[(4, 1), (3, 2)]]);
        assert_eq!(found, [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(notes, ["never met, not even through others: b3, b4; and b0, b1, b2"]);
    }

    #[test]
    fn bots_that_always_won_are_named() {
        let (found, notes) = lists(3, &[&[(0, 1), (1, 2)], &[(1, 1), (0, 2)], &[(2, 1), (0, 2)]]);
        assert_eq!(found, [vec![0, 1]]);
        assert_eq!(notes, ["in every game ahead of b0, b1, so without a rating among them: b2"]);
        let (_, notes) = lists(3, &[&[(0, 1), (1, 2)], &[(1, 1), (0, 2)], &[(2, 2), (0, 1)]]);
        assert_eq!(notes, ["in every game behind b0, b1, so without a rating among them: b2"]);
    }
}
