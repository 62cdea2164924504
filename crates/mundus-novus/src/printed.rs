//! What is printed on the cards and on the sheet of combinations, with the numbers of the rules.

use tradewinds_game::counted;

use crate::Rules;
use crate::developments::DevelopmentId;
use crate::words::{Ability, Class, Event, Kind};

/// The smallest set, and the smallest different combination.
const FIRST_SET: u8 = 3;
const FIRST_DIFFERENT: u8 = 4;

impl Rules {
    /// Returns the value of a caravel; 0 for other cards.
    #[must_use]
    pub fn caravel_value(&self, id: DevelopmentId) -> u8 {
        self.printed(id).value
    }

    /// Lists the sizes of sets with the number of places that each class of goods may choose from.
    pub fn sets(&self, is_storm: bool) -> impl Iterator<Item = (u8, [u8; Class::COUNT])> {
        let access = move |size: u8| {
            [Class::Common, Class::Uncommon, Class::Rare].map(|class| self.access(class, size, is_storm))
        };
        (FIRST_SET..FIRST_SET + 3).map(move |size| (size, access(size)))
    }

    /// Lists the sizes of different combinations with the doubloons that they pay.
    pub fn different(&self, is_natives: bool) -> impl Iterator<Item = (u8, u16)> {
        let payout = if is_natives { self.payout.natives } else { self.payout.different };
        (FIRST_DIFFERENT..).zip(payout)
    }

    /// Lists the numbers of relics with the doubloons that they pay.
    pub fn relics(&self) -> impl Iterator<Item = (u8, u16)> {
        (1..).zip(self.payout.relics)
    }

    /// Returns the number of development cards that take part.
    #[must_use]
    pub fn developments(&self) -> usize {
        self.in_play.len()
    }

    /// Returns the doubloons that end the game.
    #[must_use]
    pub fn end_money(&self) -> u16 {
        self.end.money
    }

    /// Returns the doubloons that cards of one player bring in each round, whatever the others have.
    #[must_use]
    pub fn income_of(&self, owned: impl IntoIterator<Item = DevelopmentId>) -> u16 {
        self.fixed_income(owned.into_iter().collect())
    }

    /// Returns what a card of this seat's adds to the sum of its offer, by the cards that it owns.
    #[must_use]
    pub fn offer_bonus(&self, owned: impl IntoIterator<Item = DevelopmentId>) -> u8 {
        if self.is_among(Ability::Valdivia, owned) { self.effect.valdivia_sum } else { 0 }
    }

    /// Returns whether no event concerns the owner of these cards.
    #[must_use]
    pub fn is_spared(&self, owned: impl IntoIterator<Item = DevelopmentId>) -> bool {
        self.is_among(Ability::Cosa, owned)
    }

    fn is_among(&self, ability: Ability, owned: impl IntoIterator<Item = DevelopmentId>) -> bool {
        owned.into_iter().any(|id| self.ability_of(id) == Some(ability))
    }

    /// Says in a few words what a development does, its income aside.
    #[must_use]
    pub fn effect(&self, id: DevelopmentId) -> String {
        let effect = &self.effect;
        match (self.kind(id), self.ability_of(id)) {
            (Kind::Caravel, _) => "a supply card each round".into(),
            (Kind::Merchant, _) => format!("turns a good into {}", goods_of(self.merchant_class(id))),
            (Kind::Warehouse, _) => format!("keeps {}", counted(self.slots_of(id), "card")),
            (Kind::Shipyard, _) => format!("+{} for each player with more caravels", effect.shipyard_income),
            (_, Some(ability)) => match ability {
                Ability::Almagro => "may win the top card of the deck".into(),
                Ability::Cosa => "no event concerns the owner".into(),
                Ability::Casas => "may offer fewer cards".into(),
                Ability::Pizarro => "the best caravel counts 0".into(),
                Ability::Ponce => "may split the fleet in two".into(),
                Ability::Valdivia => format!("+{} to the offer", effect.valdivia_sum),
                Ability::Orellana => format!("+{} for a market in a row or of a kind", effect.orellana_bonus),
                Ability::Coronado => format!("may pay {} for an event", effect.coronado_cost),
                Ability::Sergio => format!("may buy a market card for {}", effect.sergio_cost),
                Ability::Buron => format!("+{} for each character", effect.buron_income),
                Ability::Estefano => format!("+{} as Trade Master", effect.estefano_bonus),
                Ability::Vicente => {
                    let cash = Class::ALL.map(|class| effect.vicente_cash[class].to_string());
                    format!("a set of {FIRST_SET} for {} doubloons", cash.join(", "))
                }
                Ability::TradingPost => {
                    format!("+{} for each merchant and warehouse", effect.trading_post_income)
                }
            },
            (_, None) => "income only".into(),
        }
    }

    /// Says in a few words what an event does.
    #[must_use]
    pub fn event_effect(&self, event: Event) -> String {
        match event {
            Event::None => "nothing happens".into(),
            Event::King => "several sets may be laid".into(),
            Event::Natives => "different goods pay less".into(),
            Event::Storm => format!("sets win place {} only", self.access(Class::Common, FIRST_SET, true)),
            Event::Fire => "nothing can be stored".into(),
            Event::Pirates => "each fleet of two or more caravels loses a card".into(),
        }
    }
}

/// Names the goods of a class by their numbers.
const fn goods_of(class: Class) -> &'static str {
    match class {
        Class::Common => "1, 2 or 3",
        Class::Uncommon => "4, 5 or 6",
        Class::Rare => "7, 8 or 9",
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_game::{Variant, Variants as _};

    use crate::MundusNovus;

    #[test]
    fn the_sheet_has_the_numbers_of_the_rules() {
        let game = MundusNovus::new(4, &Variant::standard()).unwrap();
        let rules = game.rules();
        assert_eq!(rules.developments(), 34);
        assert_eq!(rules.sets(false).last(), Some((5, [5, 5, 5])));
        assert_eq!(rules.sets(true).next(), Some((3, [1, 1, 1])));
        assert_eq!(rules.different(false).next(), Some((4, 5)));
        assert_eq!(rules.different(true).last(), Some((9, 9)));
        assert_eq!(rules.relics().last(), Some((5, 25)));
        let valdivia = rules.find("VAL").unwrap();
        assert_eq!((rules.offer_bonus([valdivia]), rules.effect(valdivia).as_str()), (3, "+3 to the offer"));
        assert_eq!(rules.offer_bonus(rules.find("CTS")), 0);
        assert!(rules.is_spared(rules.find("COS")) && !rules.is_spared([valdivia]));
        assert_eq!(rules.effect(rules.find("WD1").unwrap()), "keeps 2 cards");
    }

    /// Burón counts the characters (5.1).
    #[test]
    fn fixed_incomes_are_those_of_the_round_end() {
        let promo = MundusNovus::shipped_variants().iter().find(|(name, _)| *name == "promo").unwrap();
        let promo = Variant::parse("promo", promo.1, MundusNovus::NAME).unwrap();
        let game = MundusNovus::new(4, &promo).unwrap();
        let rules = game.rules();
        let owned = ["VAL", "CTS", "PR2"].map(|id| rules.find(id).unwrap());
        assert_eq!(rules.income_of(owned), 7);
        assert_eq!(owned.map(|id| u16::from(rules.income(id))).iter().sum::<u16>(), 4);
    }
}
