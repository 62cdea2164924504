//! Why a choice is better than another one, in words: what the players have some time later, in worlds that the seat
//! that decides holds possible, with the same luck after both choices.

use serde::{Deserialize, Serialize};
use tradewinds_arena::{Match, with_jitter};
use tradewinds_bots::Preset;
use tradewinds_game::speech::joined;
use tradewinds_game::{Holdings, Purpose, Seat, Seed, counted};
use tradewinds_stats::Moments;

use super::words::tenth;

/// The number of worlds in which both choices are played on.
pub const REASON_WORLDS: u32 = 32;
/// The standard deviation of the factors by which the weights of the bots that play on differ from world to world, as in
/// a review: otherwise a game without luck has one continuation only.
pub(crate) const JITTER: f64 = 0.8;
/// The rounds after the one at hand until whose end they are played on.
const ROUNDS: u32 = 1;
/// The maximum number of decisions of such a playout.
const MOST_DECISIONS: usize = 2_000;
/// The smallest difference of a number that is said, and by how many standard errors it must differ from none.
const SMALLEST: f64 = 0.25;
const ERRORS: f64 = 2.0;
/// The smallest difference between the shares of the worlds in which a player has a thing.
const CLEAR: f64 = 0.5;

/// Something that a player has more or less of after a choice than after another one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The seat that has it.
    pub seat: usize,
    /// The noun of a number, or the name of a thing.
    pub what: String,
    /// Whether it is a thing: the means are shares of the worlds then.
    pub is_thing: bool,
    /// The mean after the choice.
    pub with: f64,
    /// The mean after the other choice.
    pub without: f64,
    /// The standard error of the difference.
    pub error: f64,
}

impl Reason {
    fn change(&self) -> f64 {
        self.with - self.without
    }

    /// Returns whether the difference is clear, and large enough to be worth a word.
    fn is_clear(&self) -> bool {
        let change = self.change().abs();
        if self.is_thing { change >= CLEAR } else { change >= SMALLEST && change >= ERRORS * self.error }
    }

    /// Writes it behind "has".
    fn text(&self) -> String {
        let share = |share: f64| format!("{:.0} %", 100.0 * share);
        if self.is_thing {
            let (with, without) = (share(self.with), share(self.without));
            let often = match self.change() > 0.0 {
                true => "",
                false if self.with == 0.0 => "never ",
                false => "less often ",
            };
            return format!("{often}{} ({with} against {without})", self.what);
        }
        let change = self.change();
        let more = if change > 0.0 { "more" } else { "less" };
        format!("{} {more}", counted(format!("{:.1}", change.abs()), &self.what))
    }
}

/// The expected points of a seat at the end after a choice and after another one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndPoints {
    /// The mean after the choice.
    pub with: f64,
    /// The mean after the other choice.
    pub without: f64,
    /// The standard error of the difference.
    pub error: f64,
}

/// Why a choice differs from another one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// The seat that decides.
    pub seat: usize,
    /// The other choice, as an order.
    pub other: String,
    /// The round until whose end both were played on.
    pub round: u32,
    /// The number of worlds in which they were.
    pub worlds: u32,
    /// How many of the two playouts of each world ended before: with the game.
    #[serde(default, skip_serializing_if = "is_none")]
    pub ended: u32,
    /// The clear differences, in the order in which they are said.
    pub reasons: Vec<Reason>,
    /// The points at the end, where games were played on so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<EndPoints>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_none(count: &u32) -> bool {
    *count == 0
}

/// The maximum number of differences of the seat that decides, and of the others together, that are said.
const OWN: usize = 3;
const OTHERS: usize = 2;

impl Why {
    /// Compares two legal actions of the decision at hand, by their indices: `bots` play on, one for all seats or one
    /// for each.
    ///
    /// # Panics
    /// If the game is over, an index is out of range, or a bot does not fit the game.
    #[must_use]
    pub fn of(
        game: &dyn Match,
        [action, other]: [usize; 2],
        bots: &[Preset],
        seed: Seed,
        names: &[String],
    ) -> Self {
        let seat = game.to_act().expect("a seat is to move");
        let until = game.round() + ROUNDS;
        let table = game.table();
        let docs = table.info().weights;
        let mut ended = 0;
        let pairs: Vec<[Vec<Holdings>; 2]> = (0..REASON_WORLDS)
            .map(|world| {
                let luck = seed.derive(Purpose::Completion, world.into());
                let weights = luck.derive(Purpose::Sample, 0);
                let bots: Vec<Preset> =
                    bots.iter().map(|bot| with_jitter(bot, docs, JITTER, weights)).collect();
                [action, other].map(|action| {
                    let world = later(game, action, &bots, luck, until);
                    ended += u32::from(world.to_act().is_none());
                    world.holdings()
                })
            })
            .collect();
        let mut reasons: Vec<Reason> = Vec::new();
        for seat in Seat::all(names.len()) {
            let of_seat: Vec<[&Holdings; 2]> =
                pairs.iter().map(|[with, without]| [&with[seat.index()], &without[seat.index()]]).collect();
            reasons.extend(counts(seat.index(), &of_seat));
            reasons.extend(things(seat.index(), &of_seat));
        }
        Self {
            seat: seat.index(),
            other: game.phrase(other, names).order(),
            round: until,
            worlds: REASON_WORLDS,
            ended,
            reasons: chosen(reasons, seat.index()),
            points: None,
        }
    }

    /// Names the moment until which both were played on: the first decision of the next round, for which some games have
    /// dealt or cleared before. A game may be over before it.
    fn when(&self, round: &str) -> String {
        let (round, next) = (round.to_lowercase(), self.round + 1);
        match self.ended {
            0 => format!("the start of {round} {next}"),
            all if all == 2 * self.worlds => "the end of the game".to_owned(),
            _ => format!("the start of {round} {next}, or the end of the game before it"),
        }
    }

    /// Says it in at most two sentences. `round` is what the game calls a round.
    #[must_use]
    pub fn sentences(&self, names: &[String], round: &str) -> String {
        let of = |seat: usize| {
            let parts: Vec<String> =
                self.reasons.iter().filter(|reason| reason.seat == seat).map(Reason::text).collect();
            (!parts.is_empty()).then(|| {
                let name = names.get(seat).map_or("", String::as_str);
                let has = if name == "You" { "you have".to_owned() } else { format!("{name} has") };
                format!("{has} {}", joined(&parts))
            })
        };
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&seat| (seat != self.seat, seat));
        let clauses: Vec<String> = order.into_iter().filter_map(of).collect();
        let (when, other) = (self.when(round), &self.other);
        let mut text = if clauses.is_empty() {
            format!("Until {when} it makes no clear difference to “{other}” that can be counted.")
        } else {
            format!("At {when}, against “{other}”: {}.", clauses.join("; "))
        };
        if let Some(points) = &self.points {
            let change = tenth(points.with - points.without);
            let sign = if change.starts_with('−') || change == "0.0" { "" } else { "+" };
            text += &format!(
                " Played on to the end it makes {} against {} ({sign}{change} ± {:.1}).",
                counted(tenth(points.with), "point"),
                tenth(points.without),
                1.96 * points.error
            );
        }
        text
    }
}

/// Plays an action and then on with the bots to the end of a round, in a world that the seat that decides holds
/// possible; returns the game as it is then.
fn later(game: &dyn Match, action: usize, bots: &[Preset], luck: Seed, until: u32) -> Box<dyn Match> {
    let seat = game.to_act().expect("a seat is to move");
    let mut world = game.imagined(seat, luck);
    // The legal actions of the seat that decides are the same in all worlds that it holds possible.
    let mut next = action;
    for step in 0..MOST_DECISIONS as u64 {
        let text = world.legal().swap_remove(next);
        world.play(&text).expect("it is legal");
        let Some(seat) = world.to_act().filter(|_| world.round() <= until) else { break };
        let bot = &bots[if bots.len() == 1 { 0 } else { seat.index() }];
        next = match world.options() {
            1 => 0,
            _ => world.choose(bot, luck.derive(Purpose::Bot, step)).expect("the bot was checked"),
        };
    }
    world
}

fn counts(seat: usize, pairs: &[[&Holdings; 2]]) -> Vec<Reason> {
    let nouns = pairs.first().map_or(&[][..], |[with, _]| &with.counts);
    let reason = |(index, (noun, _)): (usize, &(&'static str, i64))| {
        let number = |one: &Holdings| one.counts.get(index).map_or(0.0, |(_, count)| *count as f64);
        reason(seat, (*noun).to_owned(), false, pairs.iter().map(|pair| pair.map(number)))
    };
    nouns.iter().enumerate().map(reason).collect()
}

fn things(seat: usize, pairs: &[[&Holdings; 2]]) -> Vec<Reason> {
    let mut all: Vec<&String> = pairs.iter().flatten().flat_map(|one| &one.things).collect();
    all.sort_unstable();
    all.dedup();
    let has = |one: &Holdings, thing: &String| if one.things.contains(thing) { 1.0 } else { 0.0 };
    all.into_iter()
        .map(|thing| {
            reason(seat, thing.clone(), true, pairs.iter().map(|pair| pair.map(|one| has(one, thing))))
        })
        .collect()
}

fn reason(seat: usize, what: String, is_thing: bool, pairs: impl Iterator<Item = [f64; 2]>) -> Reason {
    let (mut with, mut without, mut change) = (Moments::default(), Moments::default(), Moments::default());
    for [a, b] in pairs {
        with.push(a);
        without.push(b);
        change.push(a - b);
    }
    let mean = |moments: &Moments| moments.mean().unwrap_or(0.0);
    let error = change.standard_error().unwrap_or(0.0);
    Reason { seat, what, is_thing, with: mean(&with), without: mean(&without), error }
}

/// Chooses what is said: the seat's own clear differences first, the largest first, then those of the others.
fn chosen(reasons: Vec<Reason>, seat: usize) -> Vec<Reason> {
    let (mut own, mut others): (Vec<Reason>, Vec<Reason>) =
        reasons.into_iter().filter(Reason::is_clear).partition(|reason| reason.seat == seat);
    for list in [&mut own, &mut others] {
        // A thing counts as much as a few of what is counted.
        let weight = |reason: &Reason| reason.change().abs() * if reason.is_thing { 4.0 } else { 1.0 };
        list.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    }
    own.truncate(OWN);
    others.truncate(OTHERS);
    own.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use tradewinds_arena::{NAMES, find};
    use tradewinds_game::Variant;

    use super::*;
    use crate::weigh::{playout_bot, weigh};
    use crate::words;

    /// Plays a game at random for a while, to a decision with a choice.
    fn under_way(name: &str, seed: u64) -> Box<dyn Match> {
        let table = find(name).unwrap().table(3, &Variant::standard()).unwrap();
        let (mut game, _, _) = table.random(Seed(seed), Some(20 + seed as u32));
        while game.to_act().is_some() && game.options() < 2 {
            let forced = game.legal().remove(0);
            game.play(&forced).unwrap();
        }
        game
    }

    /// What a seat has of something in each world, after an action: played here anew, move by move.
    fn played_anew(game: &dyn Match, action: usize, bot: &Preset, seed: Seed, reason: &Reason) -> f64 {
        let seat = game.to_act().unwrap();
        let last = game.round() + 1;
        let mut sum = 0.0;
        for world in 0..u64::from(REASON_WORLDS) {
            let luck = seed.derive(Purpose::Completion, world);
            let mut world = game.imagined(seat, luck);
            let docs = game.table().info().weights;
            let bot = &with_jitter(bot, docs, JITTER, luck.derive(Purpose::Sample, 0));
            let first = game.legal()[action].clone();
            world.play(&first).unwrap();
            let mut step = 0;
            while world.to_act().is_some() && world.round() <= last {
                let legal = world.legal();
                let index = if legal.len() == 1 {
                    0
                } else {
                    world.choose(bot, luck.derive(Purpose::Bot, step)).unwrap()
                };
                world.play(&legal[index]).unwrap();
                step += 1;
            }
            let has = &world.holdings()[reason.seat];
            sum += match reason.is_thing {
                true => f64::from(u8::from(has.things.contains(&reason.what))),
                false => has.counts.iter().find(|(noun, _)| *noun == reason.what).unwrap().1 as f64,
            };
        }
        sum / f64::from(REASON_WORLDS)
    }

    /// Lists the numbers in a text, without signs.
    fn numbers(text: &str) -> Vec<String> {
        let parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        let parts = parts.map(|part| part.trim_matches('.').to_owned());
        parts.filter(|part| !part.is_empty()).collect()
    }

    /// Each number that is said is worked out again from the same playouts, and there is no other number.
    #[test]
    fn every_number_that_is_quoted_is_that_of_the_playouts() {
        let mut said = 0;
        for (name, seed) in NAMES.iter().flat_map(|name| [(name, 1), (name, 7), (name, 23)]) {
            let game = under_way(name, seed);
            if game.to_act().is_none() {
                continue;
            }
            let (bot, names) = (playout_bot(name).unwrap(), ["You", "Ben", "Cleo"].map(str::to_owned));
            let actions = [0, game.options() - 1];
            let weighed = weigh(&*game, &actions, &bot, Seed(seed));
            let why = Why::of(&*game, actions, std::slice::from_ref(&bot), Seed(seed), &names);
            let why = Why { points: weighed[1].points, ..why };
            let text = why.sentences(&names, words::round(name));
            let mut wanted = numbers(&why.other);
            // Where all is played to the end, no round is named.
            if why.ended < 2 * why.worlds {
                wanted.push((why.round + 1).to_string());
            }
            for reason in &why.reasons {
                let [with, without] =
                    actions.map(|action| played_anew(&*game, action, &bot, Seed(seed), reason));
                assert!((reason.with - with).abs() < 1e-9 && (reason.without - without).abs() < 1e-9);
                // Half of the last digit is rounded as the text has it.
                let (with, without) = (reason.with, reason.without);
                if reason.is_thing {
                    let shares = [with, without].map(|share| format!("{:.0}", 100.0 * share));
                    assert!(
                        text.contains(&format!("{} ({} % against {} %)", reason.what, shares[0], shares[1]))
                    );
                    wanted.extend(numbers(&reason.what));
                    wanted.extend(shares);
                } else {
                    let more = if with > without { "more" } else { "less" };
                    let change = format!("{:.1}", (with - without).abs());
                    let part = format!("{} {more}", counted(&change, &reason.what));
                    assert!(text.contains(&part), "{part} in {text}");
                    wanted.push(change);
                }
                said += 1;
            }
            let points = why.points.unwrap();
            let ends: Vec<[f64; 2]> = (0..128)
                .map(|number| {
                    let luck = Seed(seed).derive(Purpose::Sample, number);
                    let docs = game.table().info().weights;
                    let bots = [with_jitter(&bot, docs, 0.8, luck.derive(Purpose::Sample, 0))];
                    let ends = game.play_out(&actions, &bots, luck, &|| false).unwrap();
                    let seat = game.to_act().unwrap();
                    [0, 1].map(|place| f64::from(ends[place].as_ref().unwrap().points[seat]))
                })
                .collect();
            let [with, without] = [0, 1].map(|place| ends.iter().map(|end| end[place]).sum::<f64>() / 128.0);
            assert!((points.with - with).abs() < 1e-9 && (points.without - without).abs() < 1e-9);
            let change = with - without;
            let variance = ends.iter().map(|[a, b]| (a - b - change) * (a - b - change)).sum::<f64>() / 127.0;
            let error = (variance / 128.0).sqrt();
            assert!((points.error - error).abs() < 1e-9);
            let (change, half) = (points.with - points.without, 1.96 * points.error);
            let ends = [points.with, points.without, change, half];
            wanted.extend(ends.map(|number| format!("{:.1}", number.abs())));
            let mut found = numbers(&text);
            found.sort();
            wanted.sort();
            assert_eq!(found, wanted, "{name}: {text}");
            assert!(text.matches(". ").count() <= 1 && text.ends_with('.'), "two sentences at most: {text}");
        }
        assert!(said > 8, "{said} differences were said");
    }

    /// A reason of the last round spoke of a round that is never played.
    #[test]
    fn a_reason_of_the_last_round_speaks_of_the_end_of_the_game() {
        let names = ["You", "Ben", "Cleo"].map(str::to_owned);
        for name in NAMES {
            let table = find(name).unwrap().table(3, &Variant::standard()).unwrap();
            let (_, all, _) = table.random(Seed(5), Some(u32::MAX));
            let games = (1..all).map(|left| table.random(Seed(5), Some(all - left)).0);
            let mut with_choice = games.filter(|game| game.to_act().is_some() && game.options() > 1);
            let (game, bot) = (with_choice.next().unwrap(), playout_bot(name).unwrap());
            let why = Why::of(&*game, [0, 1], std::slice::from_ref(&bot), Seed(1), &names);
            let text = why.sentences(&names, words::round(name));
            assert!(why.ended > 0 && text.contains("the end of the game"), "{name}: {text}");
            let next = format!("{} {}", words::round(name).to_lowercase(), why.round + 1);
            assert!(why.ended < 2 * why.worlds || !text.contains(&next), "{name}: {text}");
        }
    }

    /// What is said rests on what the seat knows: in another world that it holds possible, the words are the same.
    #[test]
    fn a_reason_says_nothing_that_its_seat_does_not_know() {
        let mut compared = 0;
        for (name, seed) in NAMES.iter().flat_map(|name| [(name, 3), (name, 11), (name, 31)]) {
            let game = under_way(name, seed);
            let Some(seat) = game.to_act() else { continue };
            let other = game.imagined(seat, Seed(99));
            assert_eq!(game.view(seat), other.view(seat));
            let names = ["You", "Ben", "Cleo"].map(str::to_owned);
            let bot = playout_bot(name).unwrap();
            let texts = [&game, &other].map(|game| {
                let actions = [0, game.options() - 1];
                let why = Why::of(&**game, actions, std::slice::from_ref(&bot), Seed(seed), &names);
                let lost = weigh(&**game, &actions, &bot, Seed(seed))[1].lost;
                (why.sentences(&names, words::round(name)), lost)
            });
            assert_eq!(texts[0], texts[1], "{name}");
            compared += usize::from(game.position() != other.position());
        }
        assert!(compared > 3, "{compared} pairs of worlds differ");
    }
}
