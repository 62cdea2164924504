//! The rules of a game: the numbers of `data.toml` with a variant laid over them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;

use super::cards::{Card, Cards, Class};
use super::developments::{Ability, DevelopmentId, Developments, Event, Kind, MAX_DEVELOPMENTS};
use super::state::{DRAW_PILE, State};
use tradewinds_game::{InputError, MAX_SEATS, Memo, Seat, Variant, Variants, overlaid};

pub(super) const DATA: &str = include_str!("../data.toml");

/// The number of cards in the market (1.3).
pub(super) const MARKET: usize = 3;
/// The number of open development cards while the deck lasts (1.3).
pub(super) const QUEUE: usize = 5;
/// The most caravels that may be in play, so that a split of them fits its field.
pub(super) const MOST_CARAVELS: usize = 16;
/// The fewest cards that form a set (4.4.2).
pub(super) const SMALLEST_SET: u8 = 3;
/// The most cards that form a set (J24).
pub(super) const LARGEST_SET: u8 = 5;
/// The fewest cards of a different combination (4.4.3).
pub(super) const FEWEST_DIFFERENT: u8 = 4;
/// The most relics of one sale (J17).
pub(super) const MOST_RELICS: u8 = 5;

/// The most doubloons of a player at the start, those that end the game, and the dearest action.
const MOST_MONEY: u16 = 2_000;
/// The most doubloons of one payment, and of one card's income in a round.
const MOST_PAID: u16 = 200;
/// The most of one effect for each card that counts.
const MOST_EFFECT: u16 = 50;

/// `data.toml` as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    development_order: Vec<String>,
    setup: Setup,
    trade: Trade,
    end: End,
    resource: BTreeMap<String, ResourceData>,
    access: Access,
    payout: Payout,
    effect: Effect,
    development: BTreeMap<String, DevelopmentData>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    pub(super) start_money: u16,
    pub(super) dealt: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trade {
    pub(super) fewest_offered: u8,
    pub(super) most_offered: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub(super) money: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResourceData {
    copies: u8,
    value: u8,
}

/// Queue positions open to a set, by class and size (4.4.2).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Access {
    common: [u8; 3],
    uncommon: [u8; 3],
    rare: [u8; 3],
    storm: u8,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Payout {
    pub(super) different: [u16; 6],
    pub(super) natives: [u16; 6],
    pub(super) relics: [u16; 5],
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Effect {
    pub(super) valdivia_sum: u8,
    pub(super) orellana_bonus: u16,
    pub(super) coronado_cost: u16,
    pub(super) sergio_cost: u16,
    pub(super) buron_income: u16,
    pub(super) estefano_bonus: u16,
    pub(super) vicente_cash: [u16; 3],
    pub(super) trading_post_income: u16,
    pub(super) shipyard_income: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DevelopmentData {
    name: String,
    kind: Kind,
    #[serde(default)]
    value: u8,
    class: Option<Class>,
    #[serde(default)]
    slots: u8,
    ability: Option<Ability>,
    income: u8,
    icon: Event,
    min_players: usize,
    copies: u8,
    #[serde(default)]
    promo: bool,
    #[serde(rename = "reconstructed")]
    _reconstructed: Option<String>,
}

/// What is printed on a development card, as far as play looks it up card by card.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed {
    pub(super) value: u8,
    pub(super) slots: u8,
    pub(super) income: u8,
    pub(super) icon: Event,
    /// That of a merchant; others have the first one.
    pub(super) class: Class,
}

/// Mundus Novus for one number of players and one variant.
#[derive(Clone, Debug)]
pub struct MundusNovus {
    pub(super) players: usize,
    pub(super) promo: bool,
    pub(super) setup: Setup,
    pub(super) trade: Trade,
    pub(super) end: End,
    access: Access,
    pub(super) payout: Payout,
    pub(super) effect: Effect,
    /// All resource cards.
    pub(super) resources: Cards,
    /// What a card counts in an offer.
    values: [u8; Card::COUNT],
    /// The same, for [`Cards::dot`].
    pub(super) reversed_values: Cards,
    /// The development cards that take part.
    pub(super) in_play: Developments,
    pub(super) caravels: Developments,
    /// The merchants of each class.
    pub(super) merchants: [Developments; Class::COUNT],
    pub(super) all_merchants: Developments,
    pub(super) warehouses: Developments,
    pub(super) shipyards: Developments,
    pub(super) characters: Developments,
    /// `observers[j][i]`: all bits set if i is another player than j, otherwise none.
    observers: [[u64; MAX_SEATS]; MAX_SEATS],
    paying: Developments,
    abilities: [Developments; Ability::COUNT],
    printed: [Printed; MAX_DEVELOPMENTS],
    ids: Arc<[String]>,
    names: Arc<[String]>,
}

impl MundusNovus {
    /// Makes the rules; `promo` lets the promo cards take part.
    pub(super) fn with_promo(players: usize, promo: bool, variant: &Variant) -> Result<Self, InputError> {
        static MADE: Memo<(usize, bool, Variant), MundusNovus> = Memo::new();
        if !Self::PLAYERS.contains(&players) {
            return Err(InputError::new(Self::NAME, "players", players.to_string(), "2 to 6"));
        }
        MADE.get_or_make((players, promo, variant.clone()), |_| Self::make(players, promo, variant))
    }

    fn make(players: usize, promo: bool, variant: &Variant) -> Result<Self, InputError> {
        let data: Data = overlaid(DATA, [variant])?;
        let refuse = |field: &str, found: String, allowed: &str| {
            let source = if variant.set.is_empty() {
                "data.toml".into()
            } else {
                format!("variant {:?}", variant.name)
            };
            Err(InputError::new(source, field, found, allowed))
        };

        let mut resources = Cards::NONE;
        let mut values = [0; Card::COUNT];
        for card in Card::ALL {
            let Some(entry) = data.resource.get(card.word()) else {
                return refuse("resource", format!("no {:?}", card.word()), "every type of card");
            };
            if entry.copies > Cards::MOST {
                return refuse(
                    &format!("resource.{}.copies", card.word()),
                    entry.copies.to_string(),
                    "at most 30",
                );
            }
            if !(1..=15).contains(&entry.value) {
                let field = format!("resource.{}.value", card.word());
                return refuse(&field, entry.value.to_string(), "1 to 15");
            }
            resources = resources.plus(Cards::of(card, entry.copies));
            values[card.index()] = entry.value;
        }

        let order = &data.development_order;
        let distinct: BTreeSet<&String> = order.iter().collect();
        if order.len() > MAX_DEVELOPMENTS
            || order.len() != distinct.len()
            || !distinct.into_iter().eq(data.development.keys())
        {
            return refuse("development_order", format!("{order:?}"), "every development card once");
        }

        let blank = Printed { value: 0, slots: 0, income: 0, icon: Event::None, class: Class::Common };
        let mut rules = Self {
            players,
            promo,
            setup: data.setup,
            trade: data.trade,
            end: data.end,
            access: data.access,
            payout: data.payout,
            effect: data.effect,
            resources,
            values,
            reversed_values: Cards::reversed(values),
            in_play: Developments::NONE,
            caravels: Developments::NONE,
            merchants: [Developments::NONE; Class::COUNT],
            all_merchants: Developments::NONE,
            warehouses: Developments::NONE,
            shipyards: Developments::NONE,
            characters: Developments::NONE,
            observers: std::array::from_fn(|owner| {
                std::array::from_fn(
                    |observer| {
                        if observer != owner && observer < players { u64::MAX } else { 0 }
                    },
                )
            }),
            paying: Developments::NONE,
            abilities: [Developments::NONE; Ability::COUNT],
            printed: [blank; MAX_DEVELOPMENTS],
            ids: order.as_slice().into(),
            names: order.iter().map(|id| data.development[id].name.clone()).collect(),
        };
        for (index, id) in order.iter().enumerate() {
            let entry = &data.development[id];
            let field = |name: &str| format!("development.{id}.{name}");
            if !Self::PLAYERS.contains(&entry.min_players) {
                return refuse(&field("min_players"), entry.min_players.to_string(), "2 to 6");
            }
            if entry.copies > 1 {
                return refuse(&field("copies"), entry.copies.to_string(), "0 or 1: each id is one card");
            }
            if entry.kind == Kind::Merchant && entry.class.is_none() {
                return refuse(&field("class"), "none".into(), "common, uncommon or rare");
            }
            if entry.slots > 5 {
                return refuse(&field("slots"), entry.slots.to_string(), "at most 5");
            }
            if entry.min_players <= players && entry.copies == 1 && (promo || !entry.promo) {
                rules.add(DevelopmentId::new(index), entry);
            }
        }
        if rules.abilities.iter().any(|cards| cards.len() > 1) {
            return refuse("development", "two cards with one ability".into(), "each ability once");
        }
        if rules.in_play.len() <= QUEUE {
            return refuse("development", format!("{} cards in play", rules.in_play.len()), "at least 6");
        }

        rules.check_money()?;
        let trade = rules.trade;
        if !(2 <= trade.fewest_offered
            && trade.fewest_offered <= trade.most_offered
            && trade.most_offered <= 4)
        {
            return refuse(
                "trade",
                format!("{} to {}", trade.fewest_offered, trade.most_offered),
                "2 <= fewest_offered <= most_offered <= 4",
            );
        }
        if rules.caravels.len() > MOST_CARAVELS {
            return refuse("development", format!("{} caravels", rules.caravels.len()), "at most 16");
        }
        let dealt = rules.setup.dealt;
        // Whoever compensates a robbed player after the trade gives a card of his hand.
        if dealt <= trade.most_offered || dealt > 9 {
            return refuse("setup.dealt", dealt.to_string(), "more than trade.most_offered, up to 9");
        }
        let Access { common, uncommon, rare, storm } = rules.access;
        for (name, positions) in
            [("common", &common[..]), ("uncommon", &uncommon), ("rare", &rare), ("storm", &[storm])]
        {
            // A set that is announced chooses a card.
            if positions.iter().any(|&positions| positions == 0 || usize::from(positions) > QUEUE) {
                return refuse(&format!("access.{name}"), format!("{positions:?}"), "1 to 5 queue positions");
            }
        }
        // Section 8, invariant 7: draws never fail, and a hand fits its counters.
        let extra = rules.caravels.len() + rules.slots(rules.in_play) + 1;
        let outside = MARKET + usize::from(dealt) * players + extra;
        if resources.total() < outside || resources.total() > DRAW_PILE {
            return refuse(
                "resource",
                format!("{} cards", resources.total()),
                &format!("{outside} to {DRAW_PILE} cards"),
            );
        }
        let largest_hand = usize::from(dealt) + extra;
        if largest_hand > 60 {
            return refuse("development", format!("hands of up to {largest_hand} cards"), "at most 60");
        }
        Ok(rules)
    }

    /// Checks the doubloons: those of a player stay far below what a position may hold.
    fn check_money(&self) -> Result<(), InputError> {
        let (payout, effect) = (&self.payout, &self.effect);
        let most = |numbers: &[u16]| numbers.iter().copied().max().unwrap_or(0);
        let income = self.printed.iter().map(|card| card.income.into()).max().unwrap_or(0);
        for (field, found, allowed) in [
            ("setup.start_money", self.setup.start_money, MOST_MONEY),
            ("end.money", self.end.money, MOST_MONEY),
            ("effect.coronado_cost", effect.coronado_cost, MOST_MONEY),
            ("effect.sergio_cost", effect.sergio_cost, MOST_MONEY),
            ("payout.different (most)", most(&payout.different), MOST_PAID),
            ("payout.natives (most)", most(&payout.natives), MOST_PAID),
            ("payout.relics (most)", most(&payout.relics), MOST_PAID),
            ("effect.orellana_bonus", effect.orellana_bonus, MOST_PAID),
            ("effect.estefano_bonus", effect.estefano_bonus, MOST_PAID),
            ("effect.vicente_cash (most)", most(&effect.vicente_cash), MOST_PAID),
            ("development (most income)", income, MOST_EFFECT),
            ("effect.buron_income", effect.buron_income, MOST_EFFECT),
            ("effect.trading_post_income", effect.trading_post_income, MOST_EFFECT),
            ("effect.shipyard_income", effect.shipyard_income, MOST_EFFECT),
            ("effect.valdivia_sum", effect.valdivia_sum.into(), MOST_EFFECT),
        ] {
            if found > allowed {
                return Err(InputError::new(
                    "data.toml",
                    field,
                    found.to_string(),
                    format!("at most {allowed}"),
                ));
            }
        }
        Ok(())
    }

    fn add(&mut self, id: DevelopmentId, entry: &DevelopmentData) {
        let one = Developments::one(id);
        self.in_play = self.in_play.plus(one);
        let group = match entry.kind {
            Kind::Caravel => Some(&mut self.caravels),
            Kind::Merchant => entry.class.map(|class| &mut self.merchants[class.index()]),
            Kind::Warehouse => Some(&mut self.warehouses),
            Kind::Shipyard => Some(&mut self.shipyards),
            Kind::Character => Some(&mut self.characters),
            Kind::Building => None,
        };
        if let Some(group) = group {
            *group = group.plus(one);
        }
        if entry.kind == Kind::Merchant {
            self.all_merchants = self.all_merchants.plus(one);
        }
        if entry.income > 0 {
            self.paying = self.paying.plus(one);
        }
        if let Some(ability) = entry.ability {
            let group = &mut self.abilities[ability as usize];
            *group = group.plus(one);
        }
        self.printed[id.index()] = Printed {
            value: entry.value,
            slots: entry.slots,
            income: entry.income,
            icon: entry.icon,
            class: entry.class.unwrap_or(Class::Common),
        };
    }

    /// Returns what is printed on a card.
    #[inline]
    pub(super) fn printed(&self, id: DevelopmentId) -> &Printed {
        &self.printed[id.index()]
    }

    /// Returns the cards with an ability: one or none.
    #[inline]
    pub(super) fn ability(&self, ability: Ability) -> Developments {
        self.abilities[ability as usize]
    }

    /// Returns a card's id in positions, such as `CV01`.
    pub(super) fn id(&self, id: DevelopmentId) -> &str {
        &self.ids[id.index()]
    }

    /// Returns the card with this id, if it takes part.
    pub(super) fn find(&self, id: &str) -> Option<DevelopmentId> {
        let index = self.ids.iter().position(|known| known == id)?;
        let found = DevelopmentId::new(index);
        self.in_play.has(found).then_some(found)
    }

    /// Returns all resource cards.
    #[must_use]
    pub fn resources(&self) -> Cards {
        self.resources
    }

    /// Returns what a card counts in an offer.
    #[must_use]
    pub fn value(&self, card: Card) -> u8 {
        self.values[card.index()]
    }

    /// Returns a card's name.
    #[must_use]
    pub fn name(&self, id: DevelopmentId) -> &str {
        &self.names[id.index()]
    }

    /// Returns the storage slots of the warehouses in a set of cards.
    #[inline]
    pub(super) fn slots(&self, owned: Developments) -> usize {
        owned.and(self.warehouses).iter().map(|id| usize::from(self.printed(id).slots)).sum()
    }

    /// Returns the income printed on a set of cards, in doubloons a round.
    #[inline]
    pub(super) fn printed_income(&self, owned: Developments) -> u16 {
        owned.and(self.paying).iter().map(|id| u16::from(self.printed(id).income)).sum()
    }

    /// Returns how many queue positions a set of `size` cards of a class may choose from (4.4.2).
    #[inline]
    pub(super) fn access(&self, class: usize, size: u8, storm: bool) -> u8 {
        let limits = match class {
            0 => &self.access.common,
            1 => &self.access.uncommon,
            _ => &self.access.rare,
        };
        if storm { self.access.storm } else { limits[usize::from(size - SMALLEST_SET)] }
    }

    /// Everybody sees cards come to a seat's hand (6.2, open gain).
    #[inline]
    pub(super) fn gain(&self, state: &mut State, seat: Seat, cards: Cards) {
        let index = seat.index();
        state.hand[index] = state.hand[index].plus(cards);
        let observers = &self.observers[index];
        for (entry, &observes) in state.known[index].iter_mut().zip(observers) {
            *entry = entry.plus(cards.masked(observes));
        }
    }

    /// Returns the seat to the left.
    #[inline]
    pub(super) fn next(&self, seat: Seat) -> Seat {
        let next = seat.index() + 1;
        Seat::new(if next == self.players { 0 } else { next })
    }

    /// Lists the seats clockwise from `first`.
    #[inline]
    pub(super) fn clockwise(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.players;
        (0..players).map(move |distance| {
            let index = first.index() + distance;
            Seat::new(if index >= players { index - players } else { index })
        })
    }
}

/// Lists the seats of a set, one bit a seat, in ascending order.
#[inline]
pub(super) fn seats(set: u8) -> impl Iterator<Item = Seat> {
    let mut left = u32::from(set) & ((1 << MAX_SEATS) - 1);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let index = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(Seat::new(index))
    })
}
