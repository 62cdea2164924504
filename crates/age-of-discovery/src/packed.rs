//! Small lists and counts packed into words.

use tradewinds_game::kit::Counts16;
use tradewinds_game::{Dice, Seat};

use crate::limits::{MAX_DOCK, MAX_ROW, SEATS};
use crate::words::Figure;

/// A one in every byte.
const LOW: u64 = 0x0101_0101_0101_0101;
/// The top bit of every byte.
const HIGH: u64 = LOW << 7;

/// Five counts of 0 to 255 in one word, a byte each: the figures in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Hand(pub(crate) u64);

impl Hand {
    #[inline]
    pub(crate) const fn get(self, figure: usize) -> u8 {
        (self.0 >> (8 * figure)) as u8
    }

    #[inline]
    pub(crate) fn add(&mut self, figure: usize, count: u8) {
        self.0 += u64::from(count) << (8 * figure);
    }

    #[inline]
    pub(crate) fn take(&mut self, figure: usize) {
        debug_assert!(self.get(figure) > 0, "the figure is in the hand");
        self.0 -= 1 << (8 * figure);
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set of kinds in the hand: bit `8k` stands for kind `k`. No count is above 127.
    #[inline]
    pub(crate) const fn kinds(self) -> u64 {
        (self.0 + (HIGH - LOW)) >> 7 & LOW
    }

    /// Returns the figure of number `nth`, from 0, of the kinds in the hand; any figure if it has not so many.
    #[inline]
    pub(crate) fn kind(self, nth: u32) -> Figure {
        // Byte `k` of the ranks is the number of kinds up to `k`; where it is above `nth`, the top bit stays set.
        let ranks = self.kinds().wrapping_mul(LOW);
        let above = ((ranks | HIGH) - (u64::from(nth) + 1) * LOW) & HIGH;
        FIGURE_OF_BITS[above.trailing_zeros() as usize / 8 % FIGURE_OF_BITS.len()]
    }

    /// Returns how many kinds are in the hand.
    #[inline]
    pub(crate) const fn kind_count(self) -> u32 {
        (self.kinds().wrapping_mul(LOW) >> 56) as u32
    }

    /// Adds all counts up.
    #[inline]
    pub(crate) const fn total(self) -> u32 {
        let mut rest = self.0;
        let mut total = 0;
        while rest != 0 {
            total += (rest & 255) as u32;
            rest >>= 8;
        }
        total
    }
}

/// The figures by three bits; no hand has kinds past the last figure.
static FIGURE_OF_BITS: [Figure; 8] = {
    let mut figures = [Figure::Colonist; 8];
    let mut number = 0;
    while number < Figure::COUNT {
        figures[number] = Figure::ALL[number];
        number += 1;
    }
    figures
};

/// The seats by three bits of a packed list; no list holds the numbers past the last seat.
static SEAT_OF_BITS: [Seat; 8] = {
    let mut seats = [Seat::new(0); 8];
    let mut number = 0;
    while number < SEATS {
        seats[number] = Seat::new(number);
        number += 1;
    }
    seats
};

/// A list of at most seven seats: the length in bits `0..4`, then 4 bits per seat, the first one lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct SeatList(u32);

impl SeatList {
    #[inline]
    pub(crate) const fn len(self) -> usize {
        (self.0 & 15) as usize
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn push(&mut self, seat: Seat) {
        debug_assert!(self.len() < MAX_ROW, "a list holds seven seats");
        self.0 += 1 + ((seat.index() as u32) << (4 + 4 * self.len()));
    }

    /// Adds a seat if it `is` to be there, without a branch.
    #[inline]
    pub(crate) fn push_if(&mut self, is: bool, seat: Seat) {
        debug_assert!(!is || self.len() < MAX_ROW, "a list holds seven seats");
        self.0 += u32::from(is) * (1 + ((seat.index() as u32) << (4 + 4 * self.len())));
    }

    /// Returns the seat at `place`, from 0.
    #[inline]
    pub(crate) fn get(self, place: usize) -> Seat {
        SEAT_OF_BITS[(self.0 >> (4 + 4 * place) & 7) as usize]
    }

    #[inline]
    pub(crate) fn first(self) -> Seat {
        self.get(0)
    }

    #[inline]
    pub(crate) fn pop_front(&mut self) {
        debug_assert!(!self.is_empty(), "the list has a first seat");
        self.0 = (self.0 >> 4 & !15) | ((self.0 & 15) - 1);
    }

    /// Moves the seat at `place`, which is not the first, one place forward.
    pub(crate) fn step(&mut self, place: usize) {
        let shift = 4 * place as u32;
        let differ = (self.0 >> shift ^ self.0 >> (shift + 4)) & 15;
        self.0 ^= differ << shift | differ << (shift + 4);
    }

    /// Moves the seat at `place` to the front.
    pub(crate) fn advance(&mut self, place: usize) {
        let mut moved = Self::default();
        moved.push(self.get(place));
        for other in (0..self.len()).filter(|&other| other != place) {
            moved.push(self.get(other));
        }
        *self = moved;
    }

    /// Returns how often a seat is in the list.
    #[inline]
    pub(crate) const fn count(self, seat: Seat) -> u32 {
        const LOW: u32 = 0x0111_1111;
        if self.is_empty() {
            return 0;
        }
        let differ = (self.0 >> 4) ^ (LOW * seat.index() as u32);
        let halves = differ | differ >> 2;
        let equal = !(halves | halves >> 1) & LOW & ((1 << (4 * self.len())) - 1);
        equal.wrapping_mul(LOW) >> 24 & 15
    }

    #[inline]
    pub(crate) const fn contains(self, seat: Seat) -> bool {
        self.count(seat) > 0
    }

    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = Seat> {
        (0..self.len()).map(move |place| self.get(place))
    }
}

/// Returns what [`Counts16::kind_of_item`] does, for at most 127 items: goods are drawn all the time, and this is
/// without its loop.
#[inline]
pub(crate) const fn kind_of_item(items: Counts16, nth: u32) -> usize {
    // Byte `k` of the ranks is the number of items of the pairs of kinds up to `k`; where it is above `nth`, the
    // top bit stays set in the subtraction.
    let bits = items.bits();
    let ranks = ((bits & (LOW * 15)) + (bits >> 4 & (LOW * 15))).wrapping_mul(LOW);
    let above = ((ranks | HIGH) - (nth as u64 + 1) * LOW) & HIGH;
    let place = above.trailing_zeros() & 56;
    let below = (ranks << 8 >> place) as u32 & 255;
    place as usize / 4 + (nth - below >= (bits >> place) as u32 & 15) as usize
}

/// A hidden order of at most 16 things, 4 bits each, the next one lowest; the length is kept elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Order(u64);

impl Order {
    /// Shuffles items as [`shuffle`](tradewinds_game::shuffle) does, and packs each one as soon as its place is
    /// drawn: a determinization shuffles four piles.
    #[inline]
    pub(crate) fn shuffled<D: Dice + ?Sized>(mut items: [u8; 16], len: usize, dice: &mut D) -> Self {
        let mut word = 0;
        for last in (1..len).rev() {
            let drawn = dice.below(last as u32 + 1) as usize % items.len();
            word = word << 4 | u64::from(items[drawn]);
            items[drawn] = items[last % items.len()];
        }
        Self(word << 4 | u64::from(items[0]))
    }

    /// Shuffles the first `len` items from this order; the others leave.
    pub(crate) fn permuted<D: Dice + ?Sized>(self, len: u8, dice: &mut D) -> Self {
        let mut items = [0; 16];
        self.iter(len).zip(&mut items).for_each(|(item, place)| *place = item as u8);
        Self::shuffled(items, len.into(), dice)
    }

    /// Makes an order whose first item comes next.
    pub(crate) fn from_slice(items: &[u8]) -> Self {
        Self(items.iter().rev().fold(0, |word, &item| word << 4 | u64::from(item)))
    }

    #[inline]
    pub(crate) const fn get(self, place: usize) -> usize {
        (self.0 >> (4 * place) & 15) as usize
    }

    #[inline]
    pub(crate) fn pop_front(&mut self) -> usize {
        let next = self.get(0);
        self.0 >>= 4;
        next
    }

    /// Lists the first `len` items.
    pub(crate) fn iter(self, len: u8) -> impl Iterator<Item = usize> {
        (0..usize::from(len)).map(move |place| self.get(place))
    }
}

/// The figures on the numbered dock spaces, the next one to land lowest: 3 bits for the figure, 3 for
/// the seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Dock {
    entries: u64,
    len: u8,
}

impl Dock {
    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub(crate) fn push(&mut self, seat: Seat, figure: Figure) {
        debug_assert!(self.len() < MAX_DOCK, "a dock holds ten figures");
        self.entries |= (figure as u64 | (seat.index() as u64) << 3) << (6 * self.len);
        self.len += 1;
    }

    /// Adds a figure if it `is` to be there, without a branch.
    #[inline]
    pub(crate) fn push_if(&mut self, is: bool, seat: Seat, figure: Figure) {
        debug_assert!(!is || self.len() < MAX_DOCK, "a dock holds ten figures");
        let entry = u64::from(is) * (figure as u64 | (seat.index() as u64) << 3);
        self.entries |= entry << (6 * self.len);
        self.len += u8::from(is);
    }

    /// Puts a figure before all others.
    pub(crate) fn push_front(&mut self, seat: Seat, figure: Figure) {
        debug_assert!(self.len() < MAX_DOCK, "a dock holds ten figures");
        self.entries = self.entries << 6 | figure as u64 | (seat.index() as u64) << 3;
        self.len += 1;
    }

    /// Returns the seat and the number of the figure on a space, counted from 0.
    #[inline]
    pub(crate) fn get(&self, space: usize) -> (Seat, usize) {
        let entry = self.entries >> (6 * space);
        (SEAT_OF_BITS[(entry >> 3 & 7) as usize], (entry & 7) as usize)
    }

    #[inline]
    pub(crate) fn pop_front(&mut self) {
        self.entries >>= 6;
        self.len -= 1;
    }

    /// Moves the figure on a space, counted from 0, before all others.
    pub(crate) fn advance(&mut self, space: usize) {
        let below = (1 << (6 * space)) - 1;
        let entry = self.entries >> (6 * space) & 63;
        let beyond = self.entries >> (6 * space) >> 6 << (6 * space) << 6;
        self.entries = beyond | (self.entries & below) << 6 | entry;
    }

    /// Lists seats and figures, the next one to land first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Seat, Figure)> {
        let dock = *self;
        (0..dock.len()).map(move |space| {
            let (seat, figure) = dock.get(space);
            (seat, Figure::ALL[figure])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_game::kit::Bits;
    use tradewinds_game::{Seed, shuffle};

    #[test]
    fn orders_that_differ_in_one_item_do_so_when_they_are_permuted() {
        let orders = [[7, 4, 3, 1, 2, 15, 0], [7, 4, 3, 9, 2, 15, 0]];
        let [one, other] = orders.map(|items| Order::from_slice(&items).permuted(7, &mut Seed(1).rng()));
        assert_ne!(one, Order::from_slice(&orders[0]));
        let different = one.iter(7).zip(other.iter(7)).filter(|(one, other)| one != other);
        assert_eq!(different.collect::<Vec<_>>(), [(1, 9)]);
    }

    #[test]
    fn hands_round_trip() {
        let mut hand = Hand::default();
        assert!(hand.is_empty());
        hand.add(0, 5);
        hand.add(3, 100);
        hand.take(0);
        assert_eq!([0, 1, 2, 3, 4].map(|figure| hand.get(figure)), [4, 0, 0, 100, 0]);
        assert_eq!(Bits(hand.kinds()).collect::<Vec<_>>(), [0, 24]);
        assert_eq!((hand.total(), hand.kind_count()), (104, 2));
        assert_eq!([0, 1].map(|nth| hand.kind(nth)), [Figure::Colonist, Figure::Missionary]);
    }

    #[test]
    fn seats_queue_up() {
        let mut list = SeatList::default();
        for seat in [2, 0, 4, 1, 3] {
            list.push(Seat::new(seat));
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(|seat| list.count(Seat::new(seat))), [1, 1, 1, 1, 1, 0]);
        list.advance(3);
        assert_eq!(list.iter().map(Seat::index).collect::<Vec<_>>(), [1, 2, 0, 4, 3]);
        list.pop_front();
        assert_eq!((list.first(), list.len(), list.contains(Seat::new(1))), (Seat::new(2), 4, false));
        for _ in 0..4 {
            list.pop_front();
        }
        assert_eq!(list, SeatList::default());
        for seat in [3, 0, 3, 3, 1, 0, 3] {
            list.push(Seat::new(seat));
        }
        assert_eq!([0, 1, 2, 3, 4].map(|seat| list.count(Seat::new(seat))), [2, 1, 0, 4, 0]);
    }

    #[test]
    fn items_are_found_without_a_loop() {
        for counts in [&[5, 6, 3, 3, 3, 6, 4, 4, 5, 3, 4][..], &[0, 0, 1, 0, 0, 7, 0, 2], &[1], &[15; 8]] {
            let items = Counts16::from_slice(counts);
            for nth in 0..u32::from(items.total()) {
                assert_eq!(kind_of_item(items, nth), items.kind_of_item(nth), "{nth} of {counts:?}");
            }
        }
    }

    #[test]
    fn an_order_pops() {
        let mut order = Order::from_slice(&[7, 15, 0, 3]);
        assert_eq!(order.iter(4).collect::<Vec<_>>(), [7, 15, 0, 3]);
        assert_eq!(order.pop_front(), 7);
        assert_eq!(order.iter(3).collect::<Vec<_>>(), [15, 0, 3]);
    }

    #[test]
    fn a_packed_pile_is_shuffled_as_any_other() {
        for len in 0..=16 {
            let mut items: [u8; 16] = std::array::from_fn(|item| if item < len { item as u8 } else { 0 });
            let order = Order::shuffled(items, len, &mut Seed(3).rng());
            shuffle(&mut items[..len], &mut Seed(3).rng());
            assert_eq!(order, Order::from_slice(&items[..len]));
        }
    }

    #[test]
    fn the_dock_moves_figures_to_the_front() {
        let mut dock = Dock::default();
        for (seat, figure) in
            [(0, Figure::Colonist), (4, Figure::Soldier), (1, Figure::Merchant), (3, Figure::Missionary)]
        {
            dock.push(Seat::new(seat), figure);
        }
        dock.advance(2);
        dock.push_front(Seat::new(2), Figure::Colonist);
        let seats: Vec<usize> = dock.iter().map(|(seat, _)| seat.index()).collect();
        assert_eq!(seats, [2, 1, 0, 4, 3]);
        dock.pop_front();
        assert_eq!(dock.get(0), (Seat::new(1), Figure::Merchant.index()));
        for _ in 0..4 {
            dock.pop_front();
        }
        assert_eq!(dock, Dock::default());
    }

    #[test]
    fn the_last_of_ten_figures_moves_to_the_front() {
        let mut dock = Dock::default();
        for seat in 0..10 {
            dock.push(Seat::new(seat % 5), Figure::ALL[seat / 5]);
        }
        dock.advance(9);
        let seats: Vec<usize> = dock.iter().map(|(seat, _)| seat.index()).collect();
        assert_eq!(seats, [4, 0, 1, 2, 3, 4, 0, 1, 2, 3]);
    }
}
