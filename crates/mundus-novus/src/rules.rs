//! The rules: the numbers of `data.toml` with a variant laid over them, and what follows from them
//! alone.

mod data;
mod make;

use std::sync::Arc;

use tradewinds_game::kit::ByKey;
use tradewinds_game::{RuleBlock, Seat};

use crate::MundusNovus;
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::{DevelopmentId, Developments};
use crate::limits::{MIN_SET, SET_SIZES};
use crate::words::{Ability, Class, Event, Kind};

pub(crate) use data::{DATA, RANGES};
use data::{Effect, End, Flags, Payout, Setup, Trade};

impl MundusNovus {
    /// Returns the numbers and tables of the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

/// The values printed on a development card that play looks up card by card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    pub(crate) value: u8,
    pub(crate) slots: u8,
    pub(crate) income: u8,
    pub(crate) icon: Event,
    /// That of a merchant; others have the first one.
    pub(crate) class: Class,
}

/// The numbers and tables of the rules, for one number of players and one variant.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) players: usize,
    /// The block of rules.
    pub(crate) block: RuleBlock,
    pub(crate) promo: bool,
    /// The other rules that the position file names, sorted.
    pub(crate) named: Vec<&'static str>,
    pub(crate) flags: Flags,
    pub(crate) setup: Setup,
    pub(crate) trade: Trade,
    pub(crate) end: End,
    /// Queue positions open to a set, by its class and by its cards above the minimum (4.4.2).
    access: ByKey<Class, [u8; SET_SIZES]>,
    /// Queue positions open to a set in a storm.
    storm_access: u8,
    pub(crate) payout: Payout,
    pub(crate) effect: Effect,
    /// All resource cards.
    resources: Cards,
    /// The value of a card in an offer.
    values: ByKey<Card, u8>,
    /// The same, for [`Cards::dot`].
    pub(crate) reversed_values: Cards,
    /// The development cards that take part.
    pub(crate) in_play: Developments,
    pub(crate) caravels: Developments,
    /// The merchants of each class.
    pub(crate) merchants: ByKey<Class, Developments>,
    pub(crate) all_merchants: Developments,
    pub(crate) warehouses: Developments,
    pub(crate) shipyards: Developments,
    pub(crate) characters: Developments,
    /// `observers[j][i]`: all bits set if i is another player than j, otherwise none.
    pub(crate) observers: ByKey<Seat, ByKey<Seat, u64>>,
    paying: Developments,
    abilities: ByKey<Ability, Developments>,
    printed: ByKey<DevelopmentId, Printed>,
    ids: Arc<[String]>,
    names: Arc<[String]>,
}

impl Rules {
    /// Returns all resource cards.
    #[must_use]
    pub fn resources(&self) -> Cards {
        self.resources
    }

    /// Returns a card's value in an offer.
    #[must_use]
    pub fn value(&self, card: Card) -> u8 {
        self.values[card]
    }

    /// Returns the values printed on a card.
    #[inline]
    pub(crate) fn printed(&self, id: DevelopmentId) -> &Printed {
        &self.printed[id]
    }

    /// Returns the cards with an ability: one or none.
    #[inline]
    pub(crate) fn ability(&self, ability: Ability) -> Developments {
        self.abilities[ability]
    }

    /// Returns a card's id in positions, such as `CV01`.
    pub(crate) fn id(&self, id: DevelopmentId) -> &str {
        &self.ids[id.index()]
    }

    /// Returns the kind of a card.
    #[must_use]
    pub fn kind(&self, id: DevelopmentId) -> Kind {
        let kinds = [
            (Kind::Caravel, self.caravels),
            (Kind::Merchant, self.all_merchants),
            (Kind::Warehouse, self.warehouses),
            (Kind::Shipyard, self.shipyards),
            (Kind::Character, self.characters),
        ];
        kinds.into_iter().find(|(_, cards)| cards.has(id)).map_or(Kind::Building, |(kind, _)| kind)
    }

    /// Returns the ability of a card, if it has one.
    #[must_use]
    pub fn ability_of(&self, id: DevelopmentId) -> Option<Ability> {
        Ability::ALL.into_iter().find(|ability| self.abilities[*ability].has(id))
    }

    /// Returns the class of goods of a merchant.
    #[must_use]
    pub fn merchant_class(&self, id: DevelopmentId) -> Class {
        self.printed(id).class
    }

    /// Returns the doubloons that a card brings each round.
    #[must_use]
    pub fn income(&self, id: DevelopmentId) -> u8 {
        self.printed(id).income
    }

    /// Returns the slots of a warehouse.
    #[must_use]
    pub fn slots_of(&self, id: DevelopmentId) -> u8 {
        self.printed(id).slots
    }

    /// Returns the event that a card brings.
    #[must_use]
    pub fn icon(&self, id: DevelopmentId) -> Event {
        self.printed(id).icon
    }

    /// Returns the card with this id, if it takes part.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<DevelopmentId> {
        let index = self.ids.iter().position(|known| known == id)?;
        let found = DevelopmentId::new(index);
        self.in_play.has(found).then_some(found)
    }

    /// Returns a card's name.
    pub(crate) fn name(&self, id: DevelopmentId) -> &str {
        &self.names[id.index()]
    }

    /// Returns the storage slots of the warehouses in a set of cards.
    #[inline]
    pub(crate) fn slots(&self, owned: Developments) -> usize {
        (owned & self.warehouses).iter().map(|id| usize::from(self.printed(id).slots)).sum()
    }

    /// Returns the income printed on a set of cards, in doubloons per round.
    #[inline]
    pub(crate) fn printed_income(&self, owned: Developments) -> u16 {
        (owned & self.paying).iter().map(|id| u16::from(self.printed(id).income)).sum()
    }

    /// Returns the fixed income of a set of cards, in doubloons per round: what is printed, and what Buron and the trading
    /// post count.
    #[inline]
    pub(crate) fn fixed_income(&self, owned: Developments) -> u16 {
        let mut income = self.printed_income(owned);
        if self.promo {
            if owned.meets(self.ability(Ability::Buron)) {
                income += self.effect.buron_income * (owned & self.characters).len() as u16;
            }
            if owned.meets(self.ability(Ability::TradingPost)) {
                let counted = self.warehouses | self.all_merchants;
                income += self.effect.trading_post_income * (owned & counted).len() as u16;
            }
        }
        income
    }

    /// Returns how many queue positions a set of `size` cards of a class may choose from (4.4.2).
    #[inline]
    pub(crate) fn access(&self, class: Class, size: u8, storm: bool) -> u8 {
        if storm { self.storm_access } else { self.access[class][usize::from(size - MIN_SET)] }
    }

    /// Returns the seat to the left.
    #[inline]
    pub(crate) fn next(&self, seat: Seat) -> Seat {
        seat.next(self.players)
    }

    /// Returns the number of places from one seat clockwise to another.
    #[inline]
    pub(crate) fn distance(&self, from: Seat, to: Seat) -> usize {
        // Both are seats at the table, so that no division is needed.
        let distance = to.index() + self.players - from.index();
        if distance >= self.players { distance - self.players } else { distance }
    }

    /// Lists the seats clockwise from `first`.
    #[inline]
    pub(crate) fn clockwise(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.players;
        (0..players).map(move |distance| {
            let index = first.index() + distance;
            Seat::new(if index >= players { index - players } else { index })
        })
    }
}
