//! The game explained to people who are new to it, with the numbers of its rules.

use crate::items::Items;
use crate::rules::Rules;
use crate::words::{Commodity, Decision, Destination, DestinationKind, Disc, Item, Stone, Stop};
use tradewinds_game::{Explanation, counted};
use tradewinds_report::title;

/// Explains the game.
pub(super) fn explanation(rules: &Rules) -> Explanation {
    let mut explained = Explanation::default();
    for stop in Stop::ALL {
        explained.named(stop.word(), title(stop.word()), self::stop(rules, stop));
    }
    for place in Destination::ALL {
        explained.named(place.word(), title(place.word()), destination(rules, place));
    }
    for stone in Stone::ALL {
        explained.thing(
            stone.word(),
            format!(
                "Treasure: {} VP at the end of the game. The first attacker of a place takes its stone.",
                rules.stone_vp(stone)
            ),
        );
    }
    for good in Commodity::ALL {
        explained.thing(good.word(), format!("A commodity, bought at a port for a trade good. At the end sets of different ones bring VP: {}.", sets(rules)));
    }
    for item in Item::ALL {
        explained.thing(item.word(), self::item(rules, item));
    }
    let hind = "A mission disc that is dealt with before all others.";
    explained.named(Disc::GoldenHind.word(), "Golden Hind", hind);
    let ghost = "A mission disc without a mission: it lies on the map to frighten the others, and is taken away when the discs are turned up.";
    explained.named(Disc::GhostShip.word(), "Ghost ship", ghost);
    // The stop and the disc of the Golden Hind have one word: the stop says both.
    let mut seen = std::collections::BTreeSet::new();
    explained.things.retain(|thing| seen.insert(thing.key.clone()));
    chapters(rules, &mut explained);
    phases(rules, &mut explained);
    explained
}

fn sets(rules: &Rules) -> String {
    (1..=4).map(|kinds| format!("{} for {kinds}", rules.goods_set_vp[kinds])).collect::<Vec<_>>().join(", ")
}

/// Names what a stop gives.
pub(super) fn gain(items: Items) -> String {
    let part = |item: Item| {
        let noun = match item {
            Item::Crew => return (items.crew() > 0).then(|| format!("{} crew", items.crew())),
            Item::Guns => "gun",
            Item::Barrels => "barrel",
            Item::TradeGoods => "trade good",
        };
        let count = items.get(item);
        (count > 0).then(|| counted(count, noun))
    };
    let parts: Vec<String> = Item::ALL.into_iter().filter_map(part).collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(" and ") }
}

fn stop(rules: &Rules, stop: Stop) -> String {
    let first = gain(rules.stop_items(stop, 0));
    let cost = rules.investor_cost;
    match stop {
        Stop::CrewA | Stop::CrewB | Stop::GunsA | Stop::GunsB | Stop::SuppliesA | Stop::SuppliesB | Stop::Trade => {
            let circles: Vec<String> =
                (0..rules.circles(stop)).map(|visits| gain(rules.stop_items(stop, visits))).collect();
            match circles.as_slice() {
                [gained, others @ ..] if others.iter().all(|other| other == gained) => {
                    format!("Every visitor gets {gained}. Room for {}.", circles.len())
                }
                _ => format!("The first visitor gets most: {}.", circles.join(", then ")),
            }
        }
        Stop::Tavern => {
            let crew: Vec<String> = (1..=7).map(|result| rules.tavern_crew[result].crew().to_string()).collect();
            let up_to = rules.tavern_ghost_up_to;
            let (ghost, otherwise) = match rules.flags.ghost_by_die {
                true => (format!("a die of 1 to {up_to} gives the ghost ship and no crew"), " otherwise"),
                false => (format!("up to {up_to} you get the ghost ship"), ""),
            };
            format!("A die decides: crew for 1 to 7 are {}, and {ghost}. The first visitor adds {} to the die{otherwise}. Room for {}.", crew.join(", "), rules.tavern_bonus, rules.circles(stop))
        }
        Stop::Shipyard => format!("An own galleon, which alone can attack Spanish galleons. The first also gets {first}. Room for {}.", rules.circles(stop)),
        Stop::Pinnace => format!("A pinnace: in this voyage you attack all forts without their guns. The first also gets {first}. Room for {}.", rules.circles(stop)),
        Stop::Drake => {
            let [crew, gun] = [Stop::DrakeCrew, Stop::DrakeGun].map(|stop| gain(rules.stop_items(stop, 0)));
            format!("The first disc gives {first}. The second, which you put here in your next turn, gives {crew}, or {gun}. For one player.")
        }
        Stop::Queen => format!("An own galleon, {first}. For one player."),
        Stop::Admiral => "You lay the frigate tiles at the Spanish galleons, so that you know their guns. At the end of the voyage you get 1 VP for each gold that nobody took. For one player.".to_owned(),
        Stop::Governor => "You lay the troop tiles at the forts, so that you know their defence, and sail one place earlier. At the end of the voyage you get 1 VP for each silver that nobody took. For one player.".to_owned(),
        Stop::Informer => format!("{first}. When all discs lie on the map you may look at discs or at a defence tile, and then change yours. For one player."),
        Stop::GoldenHind => "A mission disc more, which is dealt with before all others. For one player.".to_owned(),
        Stop::InvestorGuns | Stop::InvestorCrew => format!("Once in the game, for {cost} VP: {first}."),
        Stop::InvestorGalleon => format!("Once in the game, for {cost} VP: an own galleon for this voyage."),
        Stop::DocksideCrew | Stop::DocksideGun | Stop::DocksideBarrel => format!("The last stop, open to everybody: {first}."),
        Stop::DrakeCrew | Stop::DrakeGun => format!("Your second disc at Drake’s: {first}."),
    }
}

fn destination(rules: &Rules, place: Destination) -> String {
    let zone = rules.zone(place);
    let take = if zone == 1 { "takes" } else { "take" };
    let reach = format!("In zone {zone}: {} {take} you there.", counted(zone, "barrel"));
    let stone = rules.stone(place).map_or("", Stone::word);
    let does = match rules.kind(place) {
        DestinationKind::City => format!(
            "A city. An attack costs {} crew and brings {} VP; the first takes the {stone}.",
            rules.printed_troops(place),
            rules.printed_vp(place)
        ),
        DestinationKind::Fort => format!(
            "A fort. An attack costs {} crew and what the hidden troop tile adds, and {}; it brings {} VP, and the first takes the {stone}.",
            rules.printed_troops(place),
            counted(rules.printed_guns(place), "gun"),
            rules.printed_vp(place)
        ),
        DestinationKind::Galleon => format!(
            "A Spanish galleon. Only an own galleon attacks it. It costs the guns of its tile and of the hidden frigate tile, and brings the VP of its tile; the first takes the {stone}."
        ),
        DestinationKind::Port => {
            let goods: Vec<&str> = rules.commodities_at(place).iter().map(Commodity::word).collect();
            format!("A port. A trade good buys one of its commodities: {}.", goods.join(", "))
        }
    };
    format!("{does} {reach}")
}

fn item(rules: &Rules, item: Item) -> String {
    match item {
        Item::Crew => "Crew fight in cities and forts.".to_owned(),
        Item::Guns => "Guns are needed against forts and galleons.".to_owned(),
        Item::Barrels => {
            format!("Barrels of supplies: each takes you one zone further, up to {}.", rules.max_range)
        }
        Item::TradeGoods => "A trade good buys one commodity at a port.".to_owned(),
    }
}

fn chapters(rules: &Rules, explained: &mut Explanation) {
    let [none, one, two, three] = rules.conquest_vp;
    let none = if none > 0 { format!(", {none} VP without a successful attack") } else { String::new() };
    let [first, second] = rules.hero_bonus;
    let stones: Vec<String> =
        Stone::ALL.map(|stone| format!("{} for {}", rules.stone_vp(stone), stone.word())).into();
    explained.chapter("What it is about", &[], vec![
        format!("You are captains of Queen Elizabeth. In each of three voyages you first fit out your ship along the street of Plymouth, then sail to the Spanish Main, where you attack cities, forts and galleons, and trade in ports. You begin with {} victory points (VP); most VP win.", rules.start_vp),
        "What your mission discs are to do is hidden until all of them lie on the map, and so is a part of the defence.".to_owned(),
    ]);
    explained.chapter("The street of Plymouth", &["plymouth"], vec![
        format!("In turn everybody puts one of {} discs on a stop of the street and gets what it gives. You go only forwards: stops that you passed are closed to you in this voyage. Most stops have room for few players, and the first gets most.", rules.player_discs),
        format!("Crew fight in cities and forts, guns against forts and galleons, barrels take you further: one zone each, up to {}. Trade goods buy commodities. Only with an own galleon can you attack Spanish galleons; a pinnace takes a fort without guns.", rules.max_range),
        format!("The investor gives more once in the game, for {} VP. When you have enough you depart. The first to depart sails first.", rules.investor_cost),
        match (rules.flags.printed_street, rules.flags.fewer_first_in_random_layout) {
            (true, _) => "The street is the same in all voyages.",
            (_, false) => "The first voyage has the printed street; then its stops are shuffled anew.",
            (_, true) => "The first voyage has the printed street; then its stops are shuffled anew, and of two stops for the same thing the one with less comes first.",
        }.to_owned(),
    ]);
    explained.chapter("Sailing: discs on the map", &["main"], vec![
        "In the order of departure everybody lays a mission disc face down at a destination in range, again and again, until nobody can or has discs left. Each of your discs has a number: 1 is dealt with first, 4 last. The Golden Hind comes before all of them; a ghost ship only frightens.".to_owned(),
        "Each city, fort and galleon can be attacked twice in a voyage, each commodity of a port is bought once. So number the missions that matter most, and that others want, low.".to_owned(),
    ]);
    explained.chapter("Missions", &["docks"], vec![
        "All discs are turned up. Then the discs of number 1 act in the order of departure, after them those of number 2, and so on.".to_owned(),
        format!("City: pay its crew. Fort: pay its crew and what the hidden troop tile adds, and its guns. Galleon: pay the guns of its tile and of the hidden frigate tile. You see the hidden tile when the first attack is made; a player who cannot pay then fails{}. Success brings VP, and the first attacker takes the stone.", if rules.flags.commit_after_reveal { "" } else { ", and one who can may still decline" }),
        "Port: pay a trade good for one of the commodities left.".to_owned(),
        if rules.flags.return_after_all { "After each round of missions you choose whether to go home; your other discs are lost then." } else { "After each mission you may go home; your other discs are lost then." }.to_owned() + &(if rules.flags.hero_bonus_by_dock {
            format!(" The first at home gets {first} VP, the second {second}, if they go home before the disc of number 4 and after a successful attack.")
        } else {
            format!(" Of those who go home before the disc of number 4 and after a successful attack the first gets {first} VP, the second {second}.")
        }) + " The player with fewest VP begins the next voyage.",
    ]);
    explained.chapter("Points", &[], vec![
        format!("At the end of each voyage: {one} VP if your successful attacks were of one type (city, fort, galleon), {two} for two types, {three} for all three{none}. The admiral gets 1 VP for each gold that is left, the governor 1 VP for each silver."),
        format!("At the end of the game: stones ({} VP each), and sets of different commodities: {} VP for a set. After three voyages most VP win.", stones.join(", "), sets(rules)),
    ]);
    explained.chapter("Good to know in a first game", &[], vec![
        "Plan the voyage backwards: a city, a fort and a galleon in range, then the crew, guns, barrels and the galleon for them. Three types are worth far more than two.".to_owned(),
        "Do not run ahead too fast in Plymouth: every stop that you skip is lost. But at most stops early visitors get more than late ones.".to_owned(),
    ]);
}

fn phases(rules: &Rules, explained: &mut Explanation) {
    let [none, one, two, three] = rules.conquest_vp;
    let none =
        if none > 0 { format!(" Without a successful attack you get {none} VP.") } else { String::new() };
    explained.phase(Decision::Plymouth.word(), format!("Fit out your ship: choose the next stop of the street. You cannot go back to stops that you passed. Think of what you want to attack: crew for cities, crew and guns for forts, a galleon and guns for galleons; a barrel for each zone, up to {}.", rules.max_range));
    explained.phase(
        Decision::Admiral.word(),
        "You are the admiral: lay the frigate tiles at the galleons. Only you know where the weak one is.",
    );
    explained.phase(
        Decision::Governor.word(),
        "You are the governor: lay the troop tiles at the forts. Only you know which fort is weak.",
    );
    explained.phase(Decision::Sail.word(), format!("Choose a destination for one of your discs. Attacks of one, two, three different types bring {one}, {two}, {three} VP more at the end of the voyage.{none}"));
    explained.phase(Decision::Disc.word(), "Which number? Low ones act first. Give a low number to what others want, too; a high one to what is safe.");
    explained.phase(Decision::Informer.word(), "Your informer looks at discs or at a defence tile, before the discs are turned up. Then you may change your own discs.");
    explained.phase(Decision::Mission.word(), "Carry out the mission or decline it: an attack costs crew and guns, which you may need for a later one.");
    explained
        .phase(Decision::Press.word(), "The hidden tile is known now: attack for its price, or leave it.");
    explained.phase(Decision::Return.word(), format!("Go home now or stay? After a successful attack the first at home gets {} VP, the second {}; the discs that you have left are lost.", rules.hero_bonus[0], rules.hero_bonus[1]));
}

#[cfg(test)]
mod tests {
    use crate::FrancisDrake;
    use tradewinds_game::{Explanation, Speech as _, Variant, Variants as _};
    use tradewinds_testkit::explained::{check, game_of, rules_of, text_of};

    fn explained(players: usize, variant: &str) -> Explanation {
        game_of::<FrancisDrake>(players, variant).explanation()
    }

    #[test]
    fn words_follow_the_variant() {
        assert_eq!(text_of(&explained(3, ""), "crew a"), "The first visitor gets most: 2 crew, then 1 crew.");
        assert_eq!(
            text_of(&explained(3, "three-circles"), "crew a"),
            "Every visitor gets 1 crew. Room for 3."
        );
        assert!(text_of(&explained(4, ""), "veracruz").contains("3 crew"));
        assert!(text_of(&explained(4, ""), "pinnace").contains("all forts"), "it is not used up");
        let by_die = "a die of 1 to 2 gives the ghost ship and no crew";
        assert!(text_of(&explained(4, "ghost-by-die"), "tavern").contains(by_die));
        assert!(!text_of(&explained(4, ""), "tavern").contains(by_die));
        let has = |variant: &str, words: &str| rules_of(&explained(4, variant)).contains(words);
        assert!(
            has("", "The first at home gets 2 VP") && !has("hero-bonus-by-order", "The first at home gets")
        );
        assert!(has("press-or-decline", "one who can may still decline") && !has("", "may still decline"));
        assert!(has("fewer-first", "the one with less comes first") && !has("", "with less comes first"));
    }

    /// Rules page 4.2, and its test T17.
    #[test]
    fn drake_gives_all_with_the_second_disc() {
        let standard = explained(4, "");
        assert_eq!(
            text_of(&standard, "drake"),
            "The first disc gives nothing. The second, which you put here in your next turn, gives 3 crew and 2 guns, or 2 crew and 3 guns. For one player."
        );
        assert_eq!(text_of(&standard, "drake crew"), "Your second disc at Drake’s: 3 crew and 2 guns.");
        assert!(text_of(&standard, "trinidad").ends_with("In zone 1: 1 barrel takes you there."));
        assert!(text_of(&standard, "santiago").ends_with("In zone 2: 2 barrels take you there."));
    }

    #[test]
    fn points_without_an_attack_are_named() {
        let text =
            "name = \"kind\"\ngame = \"francis-drake\"\n[set]\ndataset = \"kind-1\"\n\"conquest_vp.0\" = 2\n";
        let variant = Variant::parse("kind", text, "francis-drake").unwrap();
        let kind = rules_of(&FrancisDrake::new(4, &variant).unwrap().explanation());
        assert!(kind.contains(", 2 VP without a successful attack.") && kind.contains("you get 2 VP."));
        assert!(!rules_of(&explained(4, "")).contains("ithout a successful attack"));
    }

    /// Rules page 4.9 and 4.7: the order of VP decides who begins, and a bonus needs a success.
    #[test]
    fn who_is_home_first_does_not_begin_the_next_voyage() {
        let rules = rules_of(&explained(4, ""));
        assert!(
            rules.contains("fewest VP begins the next voyage") && rules.contains("after a successful attack")
        );
        assert!(
            !rules.contains("the first begins") && !rules.contains("and begins the next voyage"),
            "{rules}"
        );
    }

    #[test]
    fn each_thing_is_explained_once_and_the_rules_are_a_page() {
        (3..=5).for_each(|players| check(&explained(players, "")));
    }
}
