//! The game explained to people who are new to it, with the numbers of its rules.

use tradewinds_game::speech::joined;
use tradewinds_game::{Explanation, counted};
use tradewinds_report::title;

use crate::rules::{Benefit, Find, Rules};
use crate::words::{Building, Decision, EventBox, Figure, Good, Region};

/// Explains the game.
pub(super) fn explanation(rules: &Rules) -> Explanation {
    let mut explained = Explanation::default();
    for figure in Figure::ALL {
        explained.thing(figure.word(), self::figure(rules, figure));
    }
    for good in Good::ALL {
        explained.thing(good.word(), self::good(rules, good));
    }
    for region in Region::ALL {
        explained.named(region.word(), title(region.word()), self::region(rules, region));
    }
    for building in Building::ALL {
        explained.named(building.word(), title(building.word()), self::building(rules, building));
    }
    for event in EventBox::ALL {
        explained.named(event.word(), title(event.word()), self::event(rules, event));
    }
    chapters(rules, &mut explained);
    phases(rules, &mut explained);
    explained
}

fn figure(rules: &Rules, figure: Figure) -> String {
    let shipping = rules.shipping[figure];
    let [captain, _, other] = rules.discovery;
    let mut text = match figure {
        Figure::Colonist => "The plain figure, for every box.".to_owned(),
        Figure::Captain => format!("Counts {captain} on expeditions, where others count {other}."),
        Figure::Merchant => {
            format!("Brings ${} at once when it lands by the dock.", rules.landing_money[figure])
        }
        Figure::Missionary => {
            format!("Lands by the dock with {} more.", counted(rules.missionary_units[0], "colonist"))
        }
        Figure::Soldier => {
            "Kills an enemy in each battle of its region, and plunders on expeditions.".to_owned()
        }
    };
    text += &format!(" Counts {shipping} in Merchant Shipping.");
    text
}

fn income(rules: &Rules) -> String {
    let [any, three, four] = rules.income;
    format!(
        "${any} for three goods of any kinds, ${three} for three of one kind, ${four} for four of one kind"
    )
}

fn good(rules: &Rules, good: Good) -> String {
    let home = Region::ALL.into_iter().find(|region| rules.region_good[*region] == good);
    let from = match home {
        Some(region) => format!(
            "The first player with {} in {} takes one from there.",
            counted(rules.claim_units, "unit"),
            title(region.word())
        ),
        None => "It grows in no region: it comes from the market.".to_owned(),
    };
    format!(
        "A trade good; there are {}. Each turn goods pay by sets: {}; a ship stands in for one. {from}",
        rules.counters.get(good.index()),
        income(rules)
    )
}

fn region(rules: &Rules, region: Region) -> String {
    let open = if region == rules.home {
        "Open from the start."
    } else {
        "Units can land here once it is discovered."
    };
    let vp = rules.region_vp;
    let beside: Vec<String> = Region::ALL
        .into_iter()
        .filter(|other| rules.adjacent[region] >> other.index() & 1 != 0)
        .map(|other| title(other.word()))
        .collect();
    format!(
        "{open} The first with {} here takes the {}. At the end of each age: {} VP for most units, {} VP for the second, {} VP each if two share the first place; only a region where somebody has {} counts. Beside it: {}.",
        counted(rules.claim_units, "unit"),
        rules.region_good[region],
        vp.first,
        vp.second,
        vp.tie,
        rules.claim_units,
        beside.join(", ")
    )
}

fn building(rules: &Rules, building: Building) -> String {
    let (effects, benefit) = (&rules.effects, &rules.benefits[building.index()]);
    let own = match building {
        Building::IncaEmpire => format!("${} at once.", effects.inca_money),
        Building::Cartography => "At once you discover a region, without any risk.".to_owned(),
        Building::IndianAllies => format!(
            "At once {} in a region where you have a unit.",
            counted(effects.allied_soldiers, "soldier")
        ),
        Building::Privateers => {
            format!("Each turn every other player pays you ${} for each of your ships.", effects.privateers)
        }
        Building::Cathedral => {
            format!("Your missionaries land with {}.", counted(rules.missionary_units[1], "more colonist"))
        }
        Building::University => {
            let (far, _) = rules.university_moves();
            let initiative = if rules.university_one_step { "in Initiative, " } else { "" };
            format!(
                "Once in the game you move one of your figures {far}: on the dock, {initiative}in the turn order or in Capital Buildings."
            )
        }
        Building::RumDistillery => format!("Each turn ${} for each sugar of yours.", effects.rum),
        Building::Stable => "Each turn you may move a soldier to a region beside its own.".to_owned(),
        Building::Militia => format!(
            "{} more in every battle that somebody else declares.",
            counted(effects.militia, "soldier")
        ),
        Building::Mercantilism => format!("At the end {} VP for each good.", effects.mercantilism),
        Building::Population => format!(
            "At the end 1 VP for every {} of yours in the New World.",
            counted(effects.population, "unit")
        ),
        Building::Navy => format!("At the end {} VP for each ship.", effects.navy),
        Building::Power => {
            format!("At the end {} VP for each soldier of yours in the New World.", effects.power)
        }
        Building::Prosperity => {
            format!("At the end {} VP for each of your capital buildings, this one too.", effects.prosperity)
        }
        Building::Glory => format!("At the end {} VP for each region with a unit of yours.", effects.glory),
        Building::Wealth => format!("At the end 1 VP for every ${}.", effects.wealth),
        Building::Migration => format!(
            "Each turn you may move up to {} of yours to another region.",
            counted(effects.migration, "colonist")
        ),
        _ => String::new(),
    };
    let each = each_turn(benefit);
    let does = match (own.as_str(), each.as_str()) {
        ("", "") => "It gives nothing each turn.".to_owned(),
        ("", _) => each,
        (_, "") => own,
        _ => format!("{own} {each}"),
    };
    let vp = match rules.building_vp[building] {
        0 => String::new(),
        vp => format!(" Worth {vp} VP."),
    };
    format!("{does}{vp} On offer in age {}, for ${}.", building.age() + 1, rules.prices[building.age()])
}

/// Says what a building gives each turn; nothing if it is nothing.
fn each_turn(benefit: &Benefit) -> String {
    let hand =
        Figure::ALL.into_iter().map(|figure| (benefit.hand.get(figure.index()), figure.word(), " more"));
    let numbers = [
        (benefit.captains, "free captain", " in the Discovery box"),
        (benefit.explorers, "free soldier", " in the Discovery box"),
        (benefit.dock_x.into(), "free colonist", " on space X of the dock"),
        (benefit.dock_y.into(), "free colonist", " on space Y of the dock"),
        (benefit.goods, "trade good", " from the pile"),
    ];
    let figures = hand.chain(numbers).filter(|&(number, ..)| number > 0);
    let mut parts: Vec<String> = figures.map(|(number, noun, place)| counted(number, noun) + place).collect();
    parts.extend((benefit.money > 0).then(|| format!("${}", benefit.money)));
    parts.extend((benefit.vp > 0).then(|| format!("{} VP", benefit.vp)));
    if parts.is_empty() { String::new() } else { format!("Each turn {}.", joined(&parts)) }
}

/// Says what is known of natives: tiles and cards have different ones.
fn natives(rules: &Rules) -> String {
    let range = |finds: &[Find]| {
        let natives = || finds.iter().map(|find| find.natives);
        match (natives().min().unwrap_or(0), natives().max().unwrap_or(0)) {
            (fewest, most) if fewest == most => fewest.to_string(),
            (fewest, most) => format!("{fewest} to {most}"),
        }
    };
    format!(
        "A region has {} natives, a place beyond the map {}; a region that has beaten an expedition is known.",
        range(&rules.tiles),
        range(&rules.cards)
    )
}

fn event(rules: &Rules, event: EventBox) -> String {
    let specialist = |figure: Figure| format!("For one player: a {figure} for your next turn.");
    let money = rules.initiative_money[..usize::from(rules.initiative_spaces)]
        .iter()
        .map(|money| format!("${money}"));
    match event {
        EventBox::Initiative => format!("The next turn’s order follows the figures here, from the left. The later space pays more: {}. One figure for each player.", money.collect::<Vec<_>>().join(", ")),
        EventBox::Dock => format!("Figures here land in a discovered region of your choice, from the left. {} spaces with {} players.", rules.dock_spaces, rules.players),
        EventBox::Goods => format!("Each figure takes a good of the market, from the left. {} spaces.", rules.goods_spaces),
        EventBox::Shipping => format!("The highest sum gets a ship, which stands in for a good each turn: captains and merchants count {}, others {}.", rules.shipping[Figure::Captain], rules.shipping[Figure::Colonist]),
        EventBox::Capital => format!("Each figure may buy one of the {} buildings on offer, from the left. They cost ${}, ${} and ${} in the three ages.", rules.buildings_on_offer, rules.prices[0], rules.prices[1], rules.prices[2]),
        EventBox::Discovery => "Figures wait here until you send them out. They discover a region if they are at least as many as its hidden natives; captains count more, soldiers plunder. Otherwise all that were sent are lost.".to_owned(),
        EventBox::CaptainSlot => specialist(Figure::Captain),
        EventBox::MerchantSlot => specialist(Figure::Merchant),
        EventBox::MissionarySlot => specialist(Figure::Missionary),
        EventBox::SoldierSlot => specialist(Figure::Soldier),
        EventBox::Training => format!("For one player: any specialist, for ${}.", rules.training_fee),
        EventBox::Warfare => format!("Each figure may start a battle against one player in one region, or for ${} a war: a battle in every region against one player.", rules.war_fee),
    }
}

fn chapters(rules: &Rules, explained: &mut Explanation) {
    let vp = rules.region_vp;
    explained.chapter("What it is about", &[], vec![
        "You lead a nation of Europe into the New World: you discover and settle its regions, trade goods, and buy buildings for your capital. The game has eight turns in three ages: turns 1 to 3, 4 to 6, and 7 and 8. Regions score at the end of each age; most victory points (VP) win.".to_owned(),
        "Hidden are only the tiles of undiscovered regions and the order of piles.".to_owned(),
    ]);
    explained.chapter("A turn: place, resolve, collect", &["events"], vec![
        format!("Everybody has {} each turn, and the specialists won before. In turn order everybody puts one figure into a box, again and again, until all are placed. Most boxes have few spaces and are filled from the left, so early figures act first.", counted(rules.colonists_per_turn, "colonist")),
        "Then the boxes are resolved in this order: Initiative, Colonist Dock, Trade Goods, Merchant Shipping, Capital Buildings, Discovery, Specialists, Warfare.".to_owned(),
        "At the end of the turn goods and ships bring income, and then buildings give what they give each turn.".to_owned(),
    ]);
    explained.chapter("Settling the New World", &["map"], vec![
        event(rules, EventBox::Dock),
        format!("A merchant brings ${} when it lands, a missionary {} more, a soldier stays a soldier. Everybody else is a plain unit.", rules.landing_money[Figure::Merchant], counted(rules.missionary_units[0], "colonist")),
        format!("The first player with {} in a region takes its good. At the end of each age each region where somebody has as many scores: {} VP for most units, {} for the second; two who share the first place get {} each.", counted(rules.claim_units, "unit"), vp.first, vp.second, vp.tie),
    ]);
    explained.chapter("Discovery", &[], vec![
        "Only the Caribbean is open at the start. An expedition goes from the Discovery box to a region of your choice. Its natives are turned up: if your figures are as many, you get the money and the VP of the tile, and the region is open to all. If not, the figures are lost.".to_owned(),
        format!("Captains count {}, soldiers bring money on top. When all regions are open, expeditions go to other places of the world, by cards. {}", rules.discovery[0], natives(rules)),
    ]);
    explained.chapter("Goods, ships and money", &["market"], vec![
        format!("Goods pay each turn: {}. A ship stands in for any one good of a set. Nothing is used up, so a good bought early pays eight times.", income(rules)),
        event(rules, EventBox::Shipping),
    ]);
    explained.chapter("Buildings", &["offer"], vec![
        event(rules, EventBox::Capital),
        "Buildings of the first age give figures and money each turn, those of the second more of both; most of the third pay VP at the end, for goods, units, ships, soldiers, buildings or regions. Choose what you have already.".to_owned(),
    ]);
    explained.chapter("Specialists and war", &["events"], vec![
        format!("In the Specialists box you win a captain, a merchant, a missionary or a soldier for the next turn, or train any of them for ${}.", rules.training_fee),
        format!("{} In a battle each soldier kills one enemy unit in the region, both sides at once.", event(rules, EventBox::Warfare)),
    ]);
    explained.chapter("The end", &[], vec![
        "After the eighth turn add the VP of regions, discoveries and buildings, and 1 VP for each $ that your goods and ships bring in that turn. Other money counts only to break a tie, unless a building says otherwise.".to_owned(),
    ]);
    explained.chapter("Good to know in a first game", &[], vec![
        "First, money and figures: a building of the first age pays in every turn that is left. Land three units in a region before others do, for its good and for the points of all three ages.".to_owned(),
        format!("Put the figure where you must come first early in the round, on the dock above all. And discover: {} VP and more for two or three figures are cheap.", rules.tiles.iter().map(|tile| tile.vp).min().unwrap_or(0)),
    ]);
}

fn phases(rules: &Rules, explained: &mut Explanation) {
    explained.phase(
        Decision::Bid.word(),
        format!("Bid for your place in the first turn order. The highest bid is paid in full and wins the discovery tile of the {}; the second in the order pays half of the own last bid, all others nothing.", title(rules.home.word())),
    );
    explained.phase(Decision::Place.word(), format!("Put one figure into a box; then the others do. Boxes act from the left to the right, so what you want before others comes first. The dock brings units to the New World ({} spaces), Capital Buildings let you buy, Discovery opens regions.", rules.dock_spaces));
    explained.phase(Decision::Land.word(), format!("Choose the region where your figure lands. With {} you take its good, and most units score at the end of an age.", counted(rules.claim_units, "unit")));
    explained
        .phase(Decision::TakeGood.word(), format!("Take a good: sets pay each turn, {}.", income(rules)));
    explained.phase(Decision::Buy.word(), "Buy a building if you can. What gives something each turn is worth most early in the game; the third age has those that pay VP at the end.");
    explained.phase(
        Decision::ExploreTarget.word(),
        format!("Send your figures out, or wait for more. {} Too few figures are lost.", natives(rules)),
    );
    explained.phase(
        Decision::ExploreSoldiers.word(),
        "How many soldiers go along? Each brings plunder if the expedition succeeds.",
    );
    explained.phase(
        Decision::ExploreCaptains.word(),
        format!("How many captains go along? Each counts {}.", rules.discovery[0]),
    );
    explained.phase(Decision::ExploreOthers.word(), "How many others go along? Each counts 1.");
    explained.phase(Decision::Train.word(), format!("For ${} you get any specialist.", rules.training_fee));
    explained.phase(Decision::Warfare.word(), format!("You may start a battle in one region, or for ${} a war in all of them, or leave it. Each soldier kills one enemy.", rules.war_fee));
}

#[cfg(test)]
mod tests {
    use crate::AgeOfDiscovery;
    use tradewinds_game::{Explanation, Speech as _, Variant, Variants as _};
    use tradewinds_testkit::explained::{check, game_of, rules_of, text_of};

    fn explained(players: usize, variant: &str) -> Explanation {
        game_of::<AgeOfDiscovery>(players, variant).explanation()
    }

    #[test]
    fn words_have_the_numbers_of_the_variant() {
        assert!(text_of(&explained(4, ""), "navy").starts_with("At the end 4 VP for each ship"));
        assert!(text_of(&explained(4, "navy-3"), "navy").starts_with("At the end 3 VP for each ship"));
        assert!(text_of(&explained(4, "university-one-step"), "university").contains("one place forward"));
    }

    /// Rules page 5.2 and 6.
    #[test]
    fn the_last_income_counts_and_a_bid_is_paid_by_two() {
        let rules = rules_of(&explained(4, ""));
        assert!(rules.contains("1 VP for each $ that your goods and ships bring in that turn"));
        assert!(rules.contains("all others nothing") && !rules.contains("What you bid is paid"));
    }

    /// The rules page, 2.3 and 2.4: cards have other natives than tiles.
    #[test]
    fn natives_are_those_of_tiles_and_of_cards() {
        let explained = explained(4, "");
        let said = "A region has 1 to 5 natives, a place beyond the map 3 to 6; a region that has beaten an expedition is known.";
        assert_eq!(rules_of(&explained).matches(said).count(), 2, "a chapter and a decision");
    }

    #[test]
    fn buildings_have_the_benefits_of_a_variant() {
        let standard = explained(4, "");
        let of = |building: &str| text_of(&standard, building).split(" On offer").next().unwrap();
        assert_eq!(of("settlers"), "Each turn 1 colonist more.");
        assert_eq!(of("navigator"), "Each turn 1 free captain in the Discovery box.");
        assert_eq!(of("west_indies_company"), "Each turn 1 trade good from the pile.");
        assert_eq!(of("taxation"), "Each turn $10. Worth 2 VP.");
        let text = "name = \"rich\"\ngame = \"age-of-discovery\"\n[set]\n\
                    \"building.settlers.each_turn.colonist\" = 2\n\
                    \"building.navigator.each_turn.discovery_captain\" = 0\n\
                    \"building.taxation.each_turn.vp\" = 1\n";
        let variant = Variant::parse("rich", text, "age-of-discovery").unwrap();
        let rich = AgeOfDiscovery::new(4, &variant).unwrap().explanation();
        assert!(text_of(&rich, "settlers").starts_with("Each turn 2 colonists more."));
        assert!(text_of(&rich, "navigator").starts_with("It gives nothing each turn."));
        assert!(text_of(&rich, "taxation").starts_with("Each turn $10 and 1 VP."));
    }

    #[test]
    fn each_thing_is_explained_once_and_the_rules_are_a_page() {
        (2..=5).for_each(|players| check(&explained(players, "")));
    }
}
