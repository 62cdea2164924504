//! What is printed on the board and on the buildings, with the numbers of the rules.

use tradewinds_game::counted;

use crate::AgeOfDiscovery;
use crate::limits::{LAST_TURN, SCORING_TURNS};
use crate::state::age_of;
use crate::words::{Building, EventBox, Figure};

impl AgeOfDiscovery {
    /// Returns the number of spaces of an event box; `None` for one that never fills up, and for a slot.
    #[must_use]
    pub fn spaces(&self, event: EventBox) -> Option<usize> {
        let spaces = match event {
            EventBox::Initiative => self.rules.initiative_spaces,
            EventBox::Dock => self.rules.dock_spaces,
            EventBox::Goods => self.rules.goods_spaces,
            EventBox::Capital => self.rules.capital_spaces,
            EventBox::Warfare => self.rules.warfare_spaces,
            _ => return None,
        };
        Some(spaces.into())
    }

    /// Returns the dollars of a space of Initiative, from 0.
    #[must_use]
    pub fn initiative_money(&self, space: usize) -> u8 {
        self.rules.initiative_money.get(space).copied().unwrap_or(0)
    }

    /// Lists the turns with their ages, from 1, and whether regions score at their end.
    pub fn turns() -> impl Iterator<Item = (u8, usize, bool)> {
        (1..=LAST_TURN).map(|turn| (turn, age_of(turn) + 1, SCORING_TURNS.contains(&turn)))
    }

    /// Returns the VP printed on a building.
    #[must_use]
    pub fn building_vp(&self, building: Building) -> u8 {
        self.rules.building_vp[building]
    }

    /// Says in a few words what a building does, its printed VP aside.
    #[must_use]
    pub fn effect(&self, building: Building) -> String {
        let (rules, effects) = (&self.rules, &self.rules.effects);
        let vp = |number: u8, of: &str| format!("{number} VP per {of} at the end");
        match building {
            Building::IndenturedServitude => "a colonist on dock space X each turn".into(),
            Building::ColonizationLaws => "a colonist on dock space Y each turn".into(),
            Building::IncaEmpire => format!("${} once", effects.inca_money),
            Building::Cartography => "a discovery without risk, once".into(),
            Building::IndianAllies => format!("{} once", counted(effects.allied_soldiers, "soldier")),
            Building::Privateers => {
                format!("${} per own ship from each player, each turn", effects.privateers)
            }
            Building::Cathedral => {
                format!("{} with each missionary", counted(rules.missionary_units[1], "more colonist"))
            }
            Building::University => format!("one figure {}, once", rules.university_moves().0),
            Building::RumDistillery => format!("${} per sugar each turn", effects.rum),
            Building::Stable => "may move a soldier each turn".into(),
            Building::Militia => format!("{} in each defence", counted(effects.militia, "more soldier")),
            Building::Mercantilism => vp(effects.mercantilism, "trade good"),
            Building::Population => format!("1 VP per {} at the end", counted(effects.population, "unit")),
            Building::Navy => vp(effects.navy, "ship"),
            Building::Power => vp(effects.power, "soldier"),
            Building::Prosperity => vp(effects.prosperity, "building"),
            Building::Glory => vp(effects.glory, "own region"),
            Building::Wealth => format!("1 VP per ${} at the end", effects.wealth),
            Building::Migration => format!("may move {} each turn", counted(effects.migration, "colonist")),
            _ => self.yields(building),
        }
    }

    /// Says what a building brings each turn.
    fn yields(&self, building: Building) -> String {
        let benefit = &self.rules.benefits[building.index()];
        let mut parts: Vec<String> = Figure::ALL
            .into_iter()
            .map(|figure| (benefit.hand.get(figure.index()), figure))
            .filter(|&(count, _)| count > 0)
            .map(|(count, figure)| counted(count, figure.word()))
            .collect();
        let numbers = [
            (benefit.captains, counted(benefit.captains, "captain") + " to Discovery"),
            (benefit.explorers, counted(benefit.explorers, "soldier") + " to Discovery"),
            (benefit.goods, counted(benefit.goods, "trade good")),
            (benefit.money, format!("${}", benefit.money)),
            (benefit.vp, format!("{} VP", benefit.vp)),
        ];
        parts.extend(numbers.into_iter().filter(|&(number, _)| number > 0).map(|(_, words)| words));
        format!("{} each turn", parts.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_game::{Variant, Variants as _};

    use super::*;

    #[test]
    fn buildings_say_what_they_do_with_the_numbers_of_the_rules() {
        let game = AgeOfDiscovery::new(4, &Variant::standard()).unwrap();
        for (building, words) in [
            (Building::Settlers, "1 colonist each turn"),
            (Building::Conquistador, "1 soldier to Discovery each turn"),
            (Building::WestIndiesCompany, "1 trade good each turn"),
            (Building::Taxation, "$10 each turn"),
            (Building::Navy, "4 VP per ship at the end"),
            (Building::Migration, "may move 2 colonists each turn"),
        ] {
            assert_eq!(game.effect(building), words);
        }
        let game = tradewinds_testkit::explained::game_of::<AgeOfDiscovery>(4, "university-one-step");
        assert_eq!(game.effect(Building::University), "one figure one place forward, once");
        let text = "name = \"cheap\"\ngame = \"age-of-discovery\"\nabout = \"Cheaper.\"\n[set]\n\
                    \"building.navy.per_ship\" = 3\n\"building.factory.each_turn.money\" = 20\n";
        let variant = Variant::parse("cheap", text, "age-of-discovery").unwrap();
        let game = AgeOfDiscovery::new(4, &variant).unwrap();
        assert_eq!(game.effect(Building::Navy), "3 VP per ship at the end");
        assert_eq!(game.effect(Building::Factory), "$20 each turn");
    }

    #[test]
    fn turns_have_their_ages() {
        let turns: Vec<_> = AgeOfDiscovery::turns().collect();
        assert_eq!(turns.len(), 8);
        assert_eq!((turns[2], turns[3], turns[7]), ((3, 1, true), (4, 2, false), (8, 3, true)));
    }
}
