//! Cards that are drawn one by one.

use tradewinds_game::Dice;

use crate::card::Card;
use crate::cards::Cards;
use crate::draw_pile::DrawPile;
use crate::limits::MAX_RESOURCES;

/// The number of bytes of the list that are written at once.
const BLOCK: usize = 16;

/// The last place of a card: a power of two less 1, so that masking a place by it replaces a check.
const LAST: usize = MAX_RESOURCES - 1;

const _: () = assert!(MAX_RESOURCES.is_power_of_two());

/// Physical cards in random order, dealt one by one.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    /// The numbers of the types; those from `dealt` to `len` are left.
    numbers: [u8; MAX_RESOURCES + BLOCK],
    dealt: usize,
    len: usize,
}

impl Pool {
    /// Lists the cards in ascending order.
    #[inline]
    pub(crate) fn new(cards: Cards) -> Self {
        let (mut numbers, mut len) = ([0; MAX_RESOURCES + BLOCK], 0);
        for card in cards.types() {
            let block = [card.index() as u8; BLOCK];
            let next = len + usize::from(cards.count(card));
            // Whole blocks: what is beyond the last card is overwritten by the next type or never read.
            while len < next {
                numbers[len..len + BLOCK].copy_from_slice(&block);
                len += BLOCK;
            }
            len = next;
        }
        Self { numbers, dealt: 0, len }
    }

    /// Takes all cards back.
    #[inline]
    pub(crate) fn restart(&mut self) {
        self.dealt = 0;
    }

    #[inline]
    fn number(&mut self, place: usize) -> &mut u8 {
        &mut self.numbers[place & LAST]
    }

    /// Deals a random card.
    #[inline]
    pub(crate) fn card<D: Dice + ?Sized>(&mut self, dice: &mut D) -> Card {
        let first = self.dealt;
        let drawn = first + dice.below((self.len - first) as u32) as usize;
        self.dealt += 1;
        let number = *self.number(drawn);
        // Kept, since all cards may be taken back.
        *self.number(drawn) = std::mem::replace(self.number(first), number);
        Card::from_index(number.into()).expect("the list holds types")
    }

    /// Deals `number` random cards.
    #[inline]
    pub(crate) fn cards<D: Dice + ?Sized>(&mut self, number: usize, dice: &mut D) -> Cards {
        (0..number).map(|_| self.card(dice)).collect()
    }

    /// Shuffles the cards left, which become a draw pile from the top to the bottom.
    ///
    /// The same as [`shuffle`](tradewinds_game::shuffle), but every determinization and every new draw
    /// pile shuffles all the cards that no player has: the list at the start of the array and a loop
    /// without bounds checks take two thirds of its instructions.
    #[inline(never)]
    pub(crate) fn pile<D: Dice + ?Sized>(&mut self, dice: &mut D) -> DrawPile {
        let numbers = &mut self.numbers;
        if self.dealt > 0 {
            numbers.copy_within(self.dealt..MAX_RESOURCES, 0);
        }
        self.len -= self.dealt;
        self.dealt = 0;
        for last in (1..self.len.min(MAX_RESOURCES)).rev() {
            let drawn = dice.below(last as u32 + 1) as usize & LAST;
            (numbers[drawn], numbers[last]) = (numbers[last], numbers[drawn]);
        }
        DrawPile::of_numbers(numbers, self.len)
    }
}
