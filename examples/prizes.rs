//! A game of your own, searched: `cargo run --release --example prizes`.
//! Three players hold four of the cards 1 to 12 each. A die says how many points a trick is worth. Each player
//! in turn plays a card face up; the highest one takes the points and leads the next trick.

use tradewinds::game::{Actions, Dice, Game, PerSeat, Scores, Seat, Seed, UniformPolicy, View, shuffle};
use tradewinds::search::{Search, SearchSettings};

pub(crate) struct Prizes;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Table {
    pub(crate) hands: [u16; 3], // bit n for card n
    pub(crate) played: [u8; 3], // the card of each seat in this trick, 0 before it has played
    pub(crate) to_act: u8,
    pub(crate) prize: u8,
    pub(crate) points: [u8; 3],
}

/// Deals the cards of these seats anew, to each as many as it held.
pub(crate) fn redeal<D: Dice + ?Sized>(hands: &mut [u16; 3], seats: &[usize], dice: &mut D) {
    let all = seats.iter().fold(0, |all, &seat| all | hands[seat]);
    let mut pile: Actions<u8> = (1..=12).filter(|card| all >> card & 1 == 1).collect();
    shuffle(&mut pile, dice);
    for &seat in seats {
        let rest = pile.len() - hands[seat].count_ones() as usize;
        hands[seat] = pile.drain(rest..).map(|card| 1 << card).sum();
    }
}

impl Game for Prizes {
    type State = Table;
    type Action = u8;

    fn players(&self) -> usize {
        3
    }

    fn deal<D: Dice + ?Sized>(&self, dice: &mut D) -> Table {
        let mut hands = [0x1e, 0x1e0, 0x1e00];
        redeal(&mut hands, &[0, 1, 2], dice);
        Table { hands, played: [0; 3], to_act: 0, prize: 1 + dice.below(6) as u8, points: [0; 3] }
    }

    fn to_act(&self, table: &Table) -> Option<Seat> {
        (table.hands != [0; 3]).then(|| Seat::new(table.to_act.into()))
    }

    fn legal(&self, table: &Table, cards: &mut Actions<u8>) {
        cards.extend((1..=12).filter(|card| table.hands[usize::from(table.to_act)] >> card & 1 == 1));
    }

    fn play<D: Dice + ?Sized>(&self, table: &mut Table, card: u8, dice: &mut D) {
        let seat = usize::from(table.to_act);
        table.hands[seat] &= !(1 << card);
        table.played[seat] = card;
        table.to_act = (table.to_act + 1) % 3;
        if table.played.iter().all(|&card| card > 0) {
            let winner = (0..3).max_by_key(|&seat| table.played[seat]).unwrap_or_default();
            table.points[winner] += table.prize;
            (table.played, table.to_act, table.prize) = ([0; 3], winner as u8, 1 + dice.below(6) as u8);
        }
    }

    fn scores(&self, table: &Table) -> Scores {
        Scores::ranked(PerSeat::from_fn(3, |seat| table.points[seat.index()].into()), PerSeat::new(3))
    }

    fn max_decisions(&self) -> u32 {
        12
    }

    fn determinize<D: Dice + ?Sized>(&self, table: &mut Table, observer: Seat, dice: &mut D) {
        redeal(&mut table.hands, &[(observer.index() + 1) % 3, (observer.index() + 2) % 3], dice);
    }

    fn code(card: u8) -> u32 {
        card.into()
    }
}

#[allow(dead_code, reason = "the other examples use the game alone")]
fn main() {
    let settings = SearchSettings::default().with(|new| new.iterations = Some(300));
    let settings = settings.check().expect("the settings are in range");
    let mut search = Search::new(&Prizes, settings, UniformPolicy);
    let mut wins = 0.0;
    for number in 0..1000 {
        let mut dice = Seed(number).rng();
        let mut table = Prizes.deal(&mut dice);
        while let Some(seat) = Prizes.to_act(&table) {
            let card = match seat.index() {
                0 => search.choose(&View::new(&Prizes, &table, seat), Seed(number)),
                _ => Prizes.random_action(&table, &mut dice),
            };
            Prizes.play(&mut table, card, &mut dice);
        }
        wins += Prizes.scores(&table).win_share[Seat::new(0)];
    }
    println!("the search wins {wins:.0} of 1000 games against two random players");
}
