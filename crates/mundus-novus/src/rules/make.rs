//! Making the rules from `data.toml` and a variant: all input is checked first.

use std::collections::BTreeSet;

use tradewinds_game::kit::{ByKey, Fields};
use tradewinds_game::{InputError, RuleBlock, Seat, Variant, counted, overlaid};

use super::data::{DATA, Data, DevelopmentData, RANGES};
use super::{Printed, Rules};
use crate::card::Card;
use crate::cards::Cards;
use crate::developments::{DevelopmentId, Developments};
use crate::limits::{
    MARKET, MAX_CARAVELS, MAX_DEALT, MAX_DEVELOPMENTS, MAX_EFFECT, MAX_HAND, MAX_MONEY, MAX_OFFER, MAX_PAID,
    MAX_RESOURCES, MAX_SLOTS, MAX_VALUE, MIN_OFFER, PLAYERS, QUEUE,
};
use crate::words::{Class, Event, Kind};

impl Rules {
    /// Makes the rules with these names; `promo` lets the promo cards take part. The last overlay is the user's
    /// variant.
    pub(crate) fn new(
        players: usize,
        promo: bool,
        named: &[&'static str],
        overlays: &[Variant],
    ) -> Result<Self, InputError> {
        let data: Data = overlaid(DATA, overlays)?;
        let file = match overlays.last() {
            Some(variant) if !variant.set.is_empty() => format!("variant {:?}", variant.name),
            _ => "data.toml".to_owned(),
        };
        let source = Fields(&file);
        let (resources, values) = read_resources(&data, source)?;
        check_order(&data, source)?;
        let mut rules = Self::without_developments(players, promo, named, &data, resources, values);
        rules.block = RANGES.declared().block(players, overlays);
        rules.read_developments(&data, source)?;
        rules.check_money()?;
        rules.check_numbers(source)?;
        rules.check_resources(source)?;
        Ok(rules)
    }

    /// Makes the rules as they are before a development card takes part.
    fn without_developments(
        players: usize,
        promo: bool,
        named: &[&'static str],
        data: &Data,
        resources: Cards,
        values: ByKey<Card, u8>,
    ) -> Self {
        let blank = Printed { value: 0, slots: 0, income: 0, icon: Event::None, class: Class::Common };
        let order = &data.development_order;
        Self {
            players,
            block: RuleBlock::default(),
            promo,
            named: named.to_vec(),
            flags: data.rules,
            setup: data.setup,
            trade: data.trade,
            end: data.end,
            access: ByKey::new([data.access.common, data.access.uncommon, data.access.rare]),
            storm_access: data.access.storm,
            payout: data.payout,
            effect: data.effect,
            resources,
            values,
            reversed_values: Cards::reversed(values.into_array()),
            in_play: Developments::EMPTY,
            caravels: Developments::EMPTY,
            merchants: ByKey::default(),
            all_merchants: Developments::EMPTY,
            warehouses: Developments::EMPTY,
            shipyards: Developments::EMPTY,
            characters: Developments::EMPTY,
            observers: ByKey::from_fn(|owner: Seat| {
                ByKey::from_fn(
                    |observer: Seat| {
                        if observer != owner && observer.index() < players { u64::MAX } else { 0 }
                    },
                )
            }),
            paying: Developments::EMPTY,
            abilities: ByKey::default(),
            printed: ByKey::filled(blank),
            ids: order.as_slice().into(),
            names: order.iter().map(|id| data.development[id].name.clone()).collect(),
        }
    }

    /// Checks the development cards and adds those that take part.
    fn read_developments(&mut self, data: &Data, source: Fields<'_>) -> Result<(), InputError> {
        for (index, id) in data.development_order.iter().enumerate() {
            let entry = &data.development[id];
            let field = |name: &str| format!("development.{id}.{name}");
            if !PLAYERS.contains(&entry.min_players) {
                return Err(source.refuse(field("min_players"), entry.min_players, "2 to 6"));
            }
            if entry.copies > 1 {
                return Err(source.refuse(field("copies"), entry.copies, "0 or 1: each id is one card"));
            }
            if entry.kind == Kind::Merchant && entry.class.is_none() {
                return Err(source.refuse(field("class"), "none", "common, uncommon or rare"));
            }
            if entry.slots > MAX_SLOTS {
                return Err(source.refuse(field("slots"), entry.slots, format_args!("at most {MAX_SLOTS}")));
            }
            if entry.min_players <= self.players && entry.copies == 1 && (self.promo || !entry.promo) {
                self.add(DevelopmentId::new(index), entry);
            }
        }
        if self.abilities.values().any(|cards| cards.len() > 1) {
            return Err(source.refuse("development", "two cards with one ability", "each ability once"));
        }
        if self.in_play.len() <= QUEUE {
            let found = format!("{} cards in play", self.in_play.len());
            return Err(source.refuse("development", found, format_args!("at least {}", QUEUE + 1)));
        }
        Ok(())
    }

    /// Adds a development card that takes part.
    fn add(&mut self, id: DevelopmentId, entry: &DevelopmentData) {
        self.in_play.insert(id);
        let group = match entry.kind {
            Kind::Caravel => Some(&mut self.caravels),
            Kind::Merchant => entry.class.map(|class| &mut self.merchants[class]),
            Kind::Warehouse => Some(&mut self.warehouses),
            Kind::Shipyard => Some(&mut self.shipyards),
            Kind::Character => Some(&mut self.characters),
            Kind::Building => None,
        };
        if let Some(group) = group {
            group.insert(id);
        }
        if entry.kind == Kind::Merchant {
            self.all_merchants.insert(id);
        }
        if entry.income > 0 {
            self.paying.insert(id);
        }
        if let Some(ability) = entry.ability {
            let group = &mut self.abilities[ability];
            group.insert(id);
        }
        self.printed[id] = Printed {
            value: entry.value,
            slots: entry.slots,
            income: entry.income,
            icon: entry.icon,
            class: entry.class.unwrap_or(Class::Common),
        };
    }

    /// Checks the doubloons: those of a player stay far below what a position may hold.
    fn check_money(&self) -> Result<(), InputError> {
        let (payout, effect) = (&self.payout, &self.effect);
        let highest = |numbers: &[u16]| numbers.iter().copied().max().unwrap_or(0);
        let income = self.printed.values().map(|card| card.income.into()).max().unwrap_or(0);
        for (field, found, allowed) in [
            ("setup.start_money", self.setup.start_money, MAX_MONEY),
            ("end.money", self.end.money, MAX_MONEY),
            ("effect.coronado_cost", effect.coronado_cost, MAX_MONEY),
            ("effect.sergio_cost", effect.sergio_cost, MAX_MONEY),
            ("payout.different (most)", highest(&payout.different), MAX_PAID),
            ("payout.natives (most)", highest(&payout.natives), MAX_PAID),
            ("payout.relics (most)", highest(&payout.relics), MAX_PAID),
            ("effect.orellana_bonus", effect.orellana_bonus, MAX_PAID),
            ("effect.estefano_bonus", effect.estefano_bonus, MAX_PAID),
            ("effect.vicente_cash (most)", highest(effect.vicente_cash.as_slice()), MAX_PAID),
            ("development (most income)", income, MAX_EFFECT),
            ("effect.buron_income", effect.buron_income, MAX_EFFECT),
            ("effect.trading_post_income", effect.trading_post_income, MAX_EFFECT),
            ("effect.shipyard_income", effect.shipyard_income, MAX_EFFECT),
            ("effect.valdivia_sum", effect.valdivia_sum.into(), MAX_EFFECT),
        ] {
            if found > allowed {
                return Err(Fields::DATA.refuse(field, found, format_args!("at most {allowed}")));
            }
        }
        Ok(())
    }

    /// Checks the sizes of offers and hands, the number of caravels and the queue positions.
    fn check_numbers(&self, source: Fields<'_>) -> Result<(), InputError> {
        let (fewest, most) = (self.trade.fewest_offered, self.trade.most_offered);
        if !(MIN_OFFER <= fewest && fewest <= most && most <= MAX_OFFER) {
            let allowed = format_args!("{MIN_OFFER} <= fewest_offered <= most_offered <= {MAX_OFFER}");
            return Err(source.refuse("trade", format!("{fewest} to {most}"), allowed));
        }
        if self.caravels.len() > MAX_CARAVELS {
            let found = counted(self.caravels.len(), "caravel");
            return Err(source.refuse("development", found, format_args!("at most {MAX_CARAVELS}")));
        }
        // The player who compensates a robbed one after the trade gives a card of its hand.
        let dealt = self.setup.dealt;
        if dealt <= most || dealt > MAX_DEALT {
            let allowed = format_args!("more than trade.most_offered, up to {MAX_DEALT}");
            return Err(source.refuse("setup.dealt", dealt, allowed));
        }
        let classes = self.access.iter().map(|(class, positions)| (class.word(), &positions[..]));
        for (name, positions) in classes.chain([("storm", &[self.storm_access][..])]) {
            // A set that is announced chooses a card.
            if positions.iter().any(|&positions| positions == 0 || usize::from(positions) > QUEUE) {
                let allowed = format_args!("1 to {QUEUE} queue positions");
                return Err(source.refuse(format_args!("access.{name}"), format!("{positions:?}"), allowed));
            }
        }
        Ok(())
    }

    /// Checks the number of resource cards: draws never fail, and a hand fits its counters (section
    /// 8, invariant 7).
    fn check_resources(&self, source: Fields<'_>) -> Result<(), InputError> {
        let dealt = usize::from(self.setup.dealt);
        let extra = self.caravels.len() + self.slots(self.in_play) + 1;
        let outside = MARKET + dealt * self.players + extra;
        let total = self.resources.total();
        if total < outside || total > MAX_RESOURCES {
            let allowed = format_args!("{outside} to {MAX_RESOURCES} cards");
            return Err(source.refuse("resource", counted(total, "card"), allowed));
        }
        let largest_hand = dealt + extra;
        if largest_hand > MAX_HAND {
            let found = format!("hands of up to {largest_hand} cards");
            return Err(source.refuse("development", found, format_args!("at most {MAX_HAND}")));
        }
        Ok(())
    }
}

/// Reads the copies of each type of resource card, and what it counts in an offer.
fn read_resources(data: &Data, source: Fields<'_>) -> Result<(Cards, ByKey<Card, u8>), InputError> {
    let mut resources = Cards::NONE;
    let mut values = ByKey::default();
    for card in Card::ALL {
        let word = card.word();
        let Some(entry) = data.resource.get(word) else {
            return Err(source.refuse("resource", format!("no {word:?}"), "every type of card"));
        };
        if entry.copies > Cards::MAX {
            let allowed = format_args!("at most {}", Cards::MAX);
            return Err(source.refuse(format_args!("resource.{word}.copies"), entry.copies, allowed));
        }
        if !(1..=MAX_VALUE).contains(&entry.value) {
            let allowed = format_args!("1 to {MAX_VALUE}");
            return Err(source.refuse(format_args!("resource.{word}.value"), entry.value, allowed));
        }
        resources = resources.plus(Cards::of(card, entry.copies));
        values[card] = entry.value;
    }
    Ok((resources, values))
}

/// Checks that the order of the development cards names every card once.
fn check_order(data: &Data, source: Fields<'_>) -> Result<(), InputError> {
    let order = &data.development_order;
    let distinct: BTreeSet<&String> = order.iter().collect();
    if order.len() > MAX_DEVELOPMENTS
        || order.len() != distinct.len()
        || !distinct.into_iter().eq(data.development.keys())
    {
        return Err(source.refuse("development_order", format!("{order:?}"), "every development card once"));
    }
    Ok(())
}
