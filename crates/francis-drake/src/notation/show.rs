//! The table as text for a player.

use super::read::Unknown;
use crate::FrancisDrake;
use crate::items::Items;
use crate::limits::{DOCKSIDE, INVESTOR, LOCATIONS, VOYAGES};
use crate::list::SeatList;
use crate::player::Player;
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, Disc, Item, Look, Stone, Stop, destinations, discs,
};
use tradewinds_game::{Seat, counted, from_one};
use tradewinds_report::{Align, TextTable, count, title, wrapped};

impl FrancisDrake {
    /// Writes the heading: rules, docks, and the decision at hand.
    pub(super) fn show_voyage(&self, state: &State) -> String {
        let players = counted(self.rules.players, "player");
        let mut text =
            wrapped("Francis Drake, ", [players, format!("voyage {} of {VOYAGES}", state.voyage)], ", ");
        if !self.rules.named.is_empty() {
            let rule =
                |&(name, on): &(&str, bool)| format!("{} {}", title(name), if on { "on" } else { "off" });
            text += &wrapped("Rules            ", self.rules.named.iter().map(rule), ", ");
        }
        text += &wrapped("Starting order   ", seats(&state.start), ", ");
        text += &wrapped("Outbound docks   ", seats(&state.outbound), ", ");
        text += &wrapped("Homebound docks  ", seats(&state.homebound), ", ");
        if let Some((look, place)) = state.looked() {
            let what = if look == Look::Discs { "the discs" } else { "the tile" };
            text += &wrapped("Informer         ", [format!("has seen {what} at {}", name(place))], "");
        }
        text + &wrapped("", [self.show_decision(state)], "")
    }

    /// Writes the seat and what it decides.
    fn show_decision(&self, state: &State) -> String {
        let chosen = || state.chosen.map_or_else(String::new, name);
        let seen = || state.looked_at.map_or_else(String::new, name);
        let mission = || match self.mission(state) {
            Some((disc, place)) => format!("mission {} at {}", title(disc.word()), name(place)),
            None => "a mission".to_owned(),
        };
        let asked = match state.decision {
            Decision::Plymouth if state.current().owes_drake() => {
                "places the second disc at Drake".to_owned()
            }
            Decision::Plymouth => "makes a stop in Plymouth or departs".to_owned(),
            Decision::Admiral => "places the frigate tiles as the admiral".to_owned(),
            Decision::Governor => "places the troop tiles as the governor".to_owned(),
            Decision::Sail => "chooses a destination for a mission disc".to_owned(),
            Decision::Disc => format!("chooses the mission disc for {}", chosen()),
            Decision::Informer => "may use the informer".to_owned(),
            Decision::Look if state.look == Some(Look::Tile) => "chooses the tile to look at".to_owned(),
            Decision::Look => "chooses the discs to look at".to_owned(),
            Decision::Exchange => format!("has seen the discs at {} and may exchange two own discs", seen()),
            Decision::ExchangeWith => format!("exchanges the disc at {} with another one", chosen()),
            Decision::Move => format!("has seen the tile at {} and may move the disc there", seen()),
            Decision::Mission => format!("carries out {}", mission()),
            Decision::Press => format!("may still attack, {}", mission()),
            Decision::Return => "stays at sea or returns home".to_owned(),
            Decision::Over => return "The game is over".to_owned(),
        };
        format!("Seat {} {asked}", state.seat.number())
    }

    /// Writes a row for each location of the street: its free circles, what the next visitor gets, and its
    /// visitors.
    pub(super) fn show_street(&self, state: &State) -> String {
        let rules = &self.rules;
        let mut table = TextTable::new(&[
            ("", Align::Right),
            ("Street", Align::Left),
            ("free", Align::Right),
            ("next visitor gets", Align::Left),
            ("visitors", Align::Left),
        ]);
        for index in 0..LOCATIONS {
            let stop = Stop::ALL[state.location(index)];
            let (visits, circles) = (state.visits(stop), rules.circles(stop));
            let visitors = Seat::all(rules.players).filter(|&seat| state.player(seat).has(stop));
            table.row([
                from_one(index).to_string(),
                name_of_stop(stop),
                format!("{}/{circles}", circles.saturating_sub(visits)),
                if visits < circles { self.gift(stop, visits) } else { "-".to_owned() },
                listed(visitors),
            ]);
        }
        for (position, name, stops) in [
            (INVESTOR, "Investor", [Stop::InvestorGuns, Stop::InvestorCrew, Stop::InvestorGalleon]),
            (DOCKSIDE, "Dockside", [Stop::DocksideCrew, Stop::DocksideGun, Stop::DocksideBarrel]),
        ] {
            let gifts: Vec<String> =
                stops.iter().map(|&stop| self.gift(stop, 0).replace(", ", " ")).collect();
            let visitors = Seat::all(rules.players)
                .filter(|&seat| stops.iter().any(|&stop| state.player(seat).has(stop)));
            let price =
                if position == INVESTOR { format!(", -{} VP", rules.investor_cost) } else { String::new() };
            let gift = format!("{}{price}", gifts.join("/"));
            table.row([position.to_string(), name.to_owned(), String::new(), gift, listed(visitors)]);
        }
        table.to_string()
    }

    /// Writes what a stop gives after a number of visits.
    fn gift(&self, stop: Stop, visits: u8) -> String {
        let mut gifts = Vec::new();
        if self.rules.gives_galleon(stop) {
            gifts.push("galleon".to_owned());
        }
        if self.rules.pinnace_stops & stop.bit() != 0 {
            gifts.push("pinnace".to_owned());
        }
        match stop {
            Stop::Tavern if visits == 0 => gifts.push(format!("crew by die + {}", self.rules.tavern_bonus)),
            Stop::Tavern => gifts.push("crew by die".to_owned()),
            Stop::Admiral => gifts.push("frigate tiles".to_owned()),
            Stop::Governor => gifts.push("troop tiles".to_owned()),
            Stop::Informer => gifts.push("informer".to_owned()),
            Stop::GoldenHind => gifts.push("Golden Hind disc".to_owned()),
            Stop::Drake => {
                let choices = [Stop::DrakeCrew, Stop::DrakeGun]
                    .map(|choice| items(self.rules.stop_items(choice, 0)).collect::<Vec<_>>().join(" "));
                gifts.push(format!("{} for two discs", choices.join("/")));
            }
            _ => {}
        }
        gifts.extend(items(self.rules.stop_items(stop, visits)));
        gifts.join(", ")
    }

    /// Writes a row for each destination: what it costs and brings, and the seats that have won it.
    pub(super) fn show_map(&self, state: &State, unknown: &Unknown) -> String {
        let rules = &self.rules;
        let right = Align::Right;
        let mut table = TextTable::new(&[
            ("Zone", right),
            ("destination", Align::Left),
            ("type", Align::Left),
            ("crew", right),
            ("guns", right),
            ("VP", right),
            ("prize", Align::Left),
            ("won by", Align::Left),
        ]);
        let mut face_down = false;
        for place in Destination::ALL {
            let kind = rules.kind(place);
            let tile = if rules.guarded() & place.bit() == 0 {
                String::new()
            } else if state.tiled & !unknown.tiles & place.bit() == 0 {
                "+?".to_owned()
            } else if state.face_up & place.bit() == 0 {
                face_down = true;
                format!("+{}*", state.tile(place))
            } else {
                format!("+{}", state.tile(place))
            };
            let dot = || ".".to_owned();
            let (crew, guns, vp) = match kind {
                DestinationKind::Port => (dot(), dot(), dot()),
                DestinationKind::City => {
                    (rules.printed_troops(place).to_string(), dot(), rules.printed_vp(place).to_string())
                }
                DestinationKind::Fort => (
                    format!("{}{tile}", rules.printed_troops(place)),
                    rules.printed_guns(place).to_string(),
                    rules.printed_vp(place).to_string(),
                ),
                DestinationKind::Galleon => {
                    let galleon = state.galleon_tile(rules.place(place));
                    (
                        dot(),
                        format!("{}{tile}", rules.galleon_guns(galleon)),
                        rules.galleon_vp(galleon).to_string(),
                    )
                }
            };
            let prize = if kind == DestinationKind::Port {
                let left = Commodity::ALL
                    .into_iter()
                    .filter(|&good| state.goods_left & rules.icon(place, good) != 0);
                left.map(Commodity::word).collect::<Vec<_>>().join(", ")
            } else if state.taken & place.bit() == 0 {
                rules.stone(place).map_or("", Stone::word).to_owned()
            } else {
                String::new()
            };
            let winners = Seat::all(rules.players).filter(|&seat| {
                let player = state.player(seat);
                player.attacked & place.bit() != 0
                    || kind == DestinationKind::Port && player.trade(rules.place(place)).is_some()
            });
            let prize = if prize.is_empty() { "-".to_owned() } else { prize };
            let zone = rules.zone(place).to_string();
            table.row([zone, name(place), kind.word().to_owned(), crew, guns, vp, prize, listed(winners)]);
        }
        let note = if face_down { "+: tile; * face down" } else { "+: tile" };
        format!("{table}{note}\n")
    }

    /// Writes a column for each seat.
    pub(super) fn show_players(&self, state: &State) -> String {
        let rules = &self.rules;
        let players = &state.players[..rules.players];
        let titles: Vec<String> = Seat::all(players.len()).map(named).collect();
        let mut columns = vec![("", Align::Left), ("left", Align::Right)];
        columns.extend(titles.iter().map(|seat| (seat.as_str(), Align::Right)));
        let mut table = TextTable::new(&columns);
        let mut row = |name: &str, left: Option<i32>, cell: &dyn Fn(&Player) -> i32| {
            let left = left.map_or(String::new(), |left| left.to_string());
            table.row(
                [name.to_owned(), left].into_iter().chain(players.iter().map(|player| count(cell(player)))),
            );
        };
        row("VP now", None, &|player| self.player_points(player).iter().sum());
        row("  on the track", None, &|player| player.vp.into());
        for item in Item::ALL {
            let left = rules.flags.pools_limited.then(|| state.supply.get(item).into());
            row(&title(item.word()), left, &|player| player.items.get(item).into());
        }
        for good in Commodity::ALL {
            row(&title(good.word()), None, &|player| player.goods[good].into());
        }
        for stone in Stone::ALL {
            row(&title(stone.word()), None, &|player| player.chest[stone].into());
        }
        if state.decision == Decision::Plymouth {
            let all = rules.player_discs;
            row("Player discs left", None, &|player| all.saturating_sub(player.stop_count).into());
        }
        table.to_string()
    }

    /// Writes what does not fit into a column: ships, roles, stops and missions of each seat.
    pub(super) fn show_seats(&self, state: &State, unknown: &Unknown) -> String {
        let mut parts = Vec::new();
        for seat in Seat::all(self.rules.players) {
            let player = state.player(seat);
            let mut text = wrapped(&format!("Seat {}: ", seat.number()), self.ships_and_roles(player), ", ");
            text += &wrapped("  Stops     ", state.stops_in_order(seat).map(name_of_stop), ", ");
            if player.missions != 0 {
                let missions = destinations(player.missions).map(|place| {
                    let disc = player.disc_at(place).filter(|_| unknown.discs[seat] & place.bit() == 0);
                    format!(
                        "{} at {}",
                        disc.map_or_else(|| "?".to_owned(), |disc| title(disc.word())),
                        name(place)
                    )
                });
                text += &wrapped("  Missions  ", missions, ", ");
            }
            if state.discs_are_hidden() && unknown.discs[seat] == 0 && player.hand() != 0 {
                text +=
                    &wrapped("  In hand   ", discs(player.hand()).map(|disc: Disc| title(disc.word())), ", ");
            }
            if player.attacks.len() > 0 {
                text += &wrapped("  Attacks   ", player.attacks.iter().map(name), ", ");
            }
            let ports = destinations(self.rules.of_kind(DestinationKind::Port)).enumerate();
            let trades: Vec<String> = ports
                .filter_map(|(place, port)| {
                    Some(format!("{} at {}", player.trade(place)?.word(), name(port)))
                })
                .collect();
            if !trades.is_empty() {
                text += &wrapped("  Trades    ", trades, ", ");
            }
            parts.push(text);
        }
        parts.concat()
    }

    /// Lists the ships, roles and extra discs of a player.
    fn ships_and_roles(&self, player: &Player) -> Vec<&'static str> {
        [
            (player.stops & self.rules.galleon_stops != 0, "galleon"),
            (player.stops & self.rules.galleon_stops == 0, "frigate"),
            (player.stops & self.rules.pinnace_stops != 0, "pinnace"),
            (player.has(Stop::Admiral), "admiral"),
            (player.has(Stop::Governor), "governor"),
            (player.has(Stop::Informer), "informer"),
            (player.has(Stop::GoldenHind), "Golden Hind"),
            (player.ghost_ship, "Ghost Ship"),
            (player.investor_tile, "investor tile"),
        ]
        .into_iter()
        .filter_map(|(has, what)| has.then_some(what))
        .collect()
    }
}

fn name(place: Destination) -> String {
    title(place.word())
}

/// Writes a stop; the letter distinguishes the poorer of two locations from the richer one.
fn name_of_stop(stop: Stop) -> String {
    title(stop.word())
}

fn items(items: Items) -> impl Iterator<Item = String> {
    let words = [
        (Item::Crew, "crew"),
        (Item::Guns, "guns"),
        (Item::Barrels, "barrels"),
        (Item::TradeGoods, "trade goods"),
    ];
    words.into_iter().filter_map(move |(item, word)| match items.get(item) {
        0 => None,
        1 => Some(format!("1 {}", word.trim_end_matches('s'))),
        number => Some(format!("{number} {word}")),
    })
}

fn seats(list: &SeatList) -> impl Iterator<Item = String> {
    list.iter().map(named)
}

fn named(seat: Seat) -> String {
    format!("seat {}", seat.number())
}

/// Lists seats by their numbers alone.
fn listed(seats: impl Iterator<Item = Seat>) -> String {
    let seats: Vec<String> = seats.map(|seat| seat.number().to_string()).collect();
    if seats.is_empty() { "-".to_owned() } else { seats.join(" ") }
}
