//! Why something cannot be chosen now, in a few words, and what the others wait for.

use tradewinds_game::{Actions, Game, Phrase, counted};

use crate::FrancisDrake;
use crate::action::Action;
use crate::limits::DOCKSIDE;
use crate::state::State;
use crate::words::{
    Commodity, Decision, Destination, DestinationKind, INVESTOR_STOPS, Look, SECOND_DISCS, Stop,
};

/// Says what the seat that decides does.
pub(super) fn deed(state: &State) -> Phrase {
    match state.decision {
        Decision::Plymouth => Phrase::new("choose", "a stop in Plymouth"),
        Decision::Admiral => Phrase::new("place", "the frigate tiles"),
        Decision::Governor => Phrase::new("place", "the troop tiles"),
        Decision::Sail | Decision::Disc => Phrase::new("place", "a mission disc"),
        Decision::Informer
        | Decision::Look
        | Decision::Exchange
        | Decision::ExchangeWith
        | Decision::Move => Phrase::new("use", "the Informer"),
        Decision::Mission | Decision::Press => Phrase::new("decide", "about a mission"),
        Decision::Return => Phrase::new("decide", "whether to return home"),
        Decision::Over => Phrase::new("have", "finished"),
    }
}

/// Lists the actions of the decision's kind that are not legal, with the reason.
pub(super) fn list(game: &FrancisDrake, state: &State) -> Vec<(Action, String)> {
    let mut legal = Actions::new();
    game.legal(state, &mut legal);
    let places = |action: &dyn Fn(Destination) -> Action, why: &dyn Fn(Destination) -> String| {
        Destination::ALL.into_iter().map(|place| (action(place), why(place))).collect()
    };
    let has_disc = |place: Destination| state.current().missions & place.bit() != 0;
    let no_disc = || "you have no disc there".to_owned();
    let all: Vec<(Action, String)> = match state.decision {
        Decision::Plymouth => {
            let stops = Stop::ALL.into_iter().map(|stop| (Action::Stop(stop), stop_why(game, state, stop)));
            stops.chain([(Action::Depart, "Drake has a second gift for you first".to_owned())]).collect()
        }
        Decision::Admiral | Decision::Governor => {
            let value = game.next_tile(state);
            places(&|place| Action::Tile(value, place), &|place| tile_why(game, state, place))
        }
        Decision::Sail => places(&Action::Sail, &|place| reach_why(game, state, place)),
        Decision::Look => places(&Action::Look, &|place| match state.look {
            Some(Look::Tile) if has_disc(place) => "no tile lies there".to_owned(),
            _ => no_disc(),
        }),
        Decision::Exchange => places(&Action::Exchange, &|place| match has_disc(place) {
            true => "choose the other disc first, then this one".to_owned(),
            false => no_disc(),
        }),
        Decision::ExchangeWith => places(&Action::With, &|place| match has_disc(place) {
            _ if state.chosen == Some(place) => "this is the disc that you exchange".to_owned(),
            true => "choose this disc first, then the other one".to_owned(),
            false => no_disc(),
        }),
        Decision::Move => places(&Action::Move, &|place| reach_why(game, state, place)),
        Decision::Mission => missions(game, state),
        _ => Vec::new(),
    };
    all.into_iter().filter(|(action, _)| !legal.contains(action)).collect()
}

/// Says why a stop in Plymouth cannot be taken.
fn stop_why(game: &FrancisDrake, state: &State, stop: Stop) -> String {
    let player = state.current();
    let discs = game.rules.player_discs.saturating_sub(player.stop_count);
    let is_second = stop.bit() & SECOND_DISCS != 0;
    let (position, here) = (state.position_of(stop), player.position);
    if player.owes_drake() {
        "Drake has a second gift for you first".to_owned()
    } else if player.has(stop) {
        "you have been there".to_owned()
    } else if here >= DOCKSIDE {
        "your ship is at the Dockside: it can only leave".to_owned()
    } else if position <= here {
        "your ship has passed it, and does not go back".to_owned()
    } else if discs == 0 {
        "you have no player disc left".to_owned()
    } else if is_second {
        "visit Drake first: this is what he gives for a second disc".to_owned()
    } else if stop.bit() & INVESTOR_STOPS != 0 && !player.investor_tile {
        "you have used your investor tile".to_owned()
    } else if stop.is_location() && !state.is_open(stop) {
        match game.rules.circles(stop) {
            1 => "its only circle is taken".to_owned(),
            circles => format!("all {circles} circles are taken"),
        }
    } else if stop == Stop::Drake {
        format!("Drake takes two discs, you have {discs}")
    } else {
        "you have a galleon already".to_owned()
    }
}

/// Says why a tile cannot be put at a destination.
fn tile_why(game: &FrancisDrake, state: &State, place: Destination) -> String {
    let kind = FrancisDrake::tiled_kind(state.decision);
    if game.rules.kind(place) == kind {
        "a tile lies there already".to_owned()
    } else if kind == DestinationKind::Fort {
        "troop tiles lie at forts".to_owned()
    } else {
        "frigate tiles lie at galleons".to_owned()
    }
}

/// Says why a disc cannot be put at a destination.
fn reach_why(game: &FrancisDrake, state: &State, place: Destination) -> String {
    let (player, barrels) = (state.current(), game.range(state, state.seat));
    if player.missions & place.bit() != 0 {
        return "you have a disc there already".to_owned();
    }
    let needed = (0..=game.rules.max_range).find(|&far| game.rules.within(far) & place.bit() != 0);
    match needed {
        Some(needed) => format!("needs {}, you have {barrels}", counted(needed, "barrel")),
        None => "no ship gets there".to_owned(),
    }
}

/// Lists what the mission at hand does not allow; a tile that lies face down counts nothing.
fn missions(game: &FrancisDrake, state: &State) -> Vec<(Action, String)> {
    let Some((_, place)) = game.mission(state) else { return Vec::new() };
    let items = state.current().items;
    if game.rules.kind(place) == DestinationKind::Port {
        let why = |good: Commodity| match items.trade_goods() {
            0 => "needs 1 trade good, you have 0".to_owned(),
            _ => format!("no {good} is there"),
        };
        return Commodity::ALL.map(|good| (Action::Trade(good), why(good))).into();
    }
    let cost = game.attack_cost(state, state.seat, place, state.open_tile(place).unwrap_or(0));
    let (is_galleon, taken) =
        (game.rules.kind(place) == DestinationKind::Galleon, state.successes(place) >= game.rules.successes);
    let lacking = |needed: u16, has: u16, words: String| {
        (needed > has).then(|| format!("needs {words}, you have {has}"))
    };
    let why = if taken {
        format!("it was attacked {} in this voyage", times(game.rules.successes))
    } else if is_galleon && !game.has_galleon(state, state.seat) {
        "a galleon is attacked with an own galleon only".to_owned()
    } else {
        lacking(cost.crew(), items.crew(), format!("{} crew", cost.crew()))
            .into_iter()
            .chain(lacking(cost.guns(), items.guns(), counted(cost.guns(), "gun")))
            .collect::<Vec<_>>()
            .join("; ")
    };
    vec![(Action::Attack, why)]
}

fn times(count: u8) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}
