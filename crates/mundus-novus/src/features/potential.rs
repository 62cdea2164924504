//! What a seat can make of some cards with its merchants.

use tradewinds_game::Seat;
use tradewinds_game::kit::ByKey;

use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::limits::{MAX_SET, MIN_SET};
use crate::play::most_different;
use crate::state::State;
use crate::words::{Class, Event};

/// The combinations that some cards can make.
pub(super) struct Potential {
    /// Cards of the largest set of each class, up to 5; those below 3 are no set yet.
    pub(super) sets: ByKey<Class, u8>,
    /// Places of the queue to which the best set gives access.
    pub(super) access: usize,
    /// Different goods, at most.
    pub(super) different: usize,
}

impl Potential {
    pub(super) fn new(
        game: &MundusNovus,
        state: &State,
        seat: Seat,
        cards: Cards,
        merchants: ByKey<Class, u8>,
    ) -> Self {
        if cards.is_empty() {
            // What is known of another seat, mostly.
            return Self { sets: ByKey::default(), access: 0, different: 0 };
        }
        let storm = game.event_for(state, seat) == Event::Storm;
        let relics = cards.count(Card::RELIC);
        let goods = cards.goods();
        let total = goods.len() as u8;
        let (mut sets, mut access) = (ByKey::default(), 0);
        for (class, three) in Class::ALL.into_iter().zip(Card::ALL.chunks(Class::COUNT)) {
            let held = three.iter().map(|&good| goods.count(good)).max().unwrap_or(0);
            let real = held + merchants[class].min(total - held);
            // A set has at least one card that is no relic (J13).
            let size = if real == 0 { 0 } else { (real + relics).min(MAX_SET) };
            sets[class] = size;
            if size >= MIN_SET {
                access = access.max(usize::from(game.rules.access(class, size, storm)));
            }
        }
        Self {
            sets,
            access: access.min(state.queue.len()),
            different: most_different(cards, merchants).into(),
        }
    }

    /// Returns the cards of the largest set.
    pub(super) fn largest(&self) -> usize {
        self.sets.values().copied().max().unwrap_or(0).into()
    }
}
