//! The answer of a run, in sentences.

use tradewinds_game::counted;
use tradewinds_report::decimal;
use tradewinds_stats::{Interval, ShareEstimate};

use crate::tables::standings::{BotStanding, PairStanding, Standings};
use crate::tables::told::Told;

/// The maximum number of names in a list.
const NAMED: usize = 6;

/// An interval of fewer points is given with a decimal place.
const NARROW: f64 = 5.0;

impl Standings {
    /// Returns a pair of bots, whichever of them is its first; `None` if they never met.
    pub(crate) fn pair(&self, bot: &str, opponent: &str) -> Option<PairStanding> {
        self.pairs.iter().find_map(|pair| {
            let own = |pair: &PairStanding| pair.bot == bot && pair.opponent == opponent;
            if own(pair) { Some(pair.clone()) } else { Some(pair.reversed()).filter(own) }
        })
    }
}

impl PairStanding {
    /// Returns what is sure of its first bot; `None` if they met in too few blocks to tell.
    pub(crate) fn told(&self) -> Option<Told> {
        let ahead = self.ahead.filter(|ahead| ahead.interval.is_some())?;
        Some(match (self.is_sure, ahead.share > 0.5) {
            (false, _) => Told::Open,
            (true, true) => Told::Above,
            (true, false) => Told::Below,
        })
    }
}

/// Says in sentences what the games have shown: the answer of a test, and the share of the bot that leads, with the
/// bots that it is surely ahead of. The terminal and the page begin with them.
pub(crate) fn sentences(standings: &Standings) -> Vec<String> {
    let mut sentences = Vec::new();
    if !standings.answer.is_empty() {
        sentences.push(standings.answer.clone());
    }
    if let Some(expected) = standings.expected_blocks {
        let played = standings.blocks + standings.truncated_blocks;
        sentences.push(format!(
            "Unfinished: {played} of {} {} played, so there is no result yet.",
            counted(expected, "block"),
            if expected == 1 { "was" } else { "were" },
        ));
    }
    sentences.extend(lead(standings));
    let failed = standings.bots.iter().filter(|bot| bot.failed() > 0);
    let failed: Vec<&str> = failed.map(|bot| bot.bot.as_str()).collect();
    if !failed.is_empty() {
        sentences.push(format!(
            "Decisions failed at {}, so these are not the bots' own strengths.",
            listed(&failed)
        ));
    }
    sentences
}

/// Says which bot leads, and what is sure of it.
fn lead(standings: &Standings) -> Vec<String> {
    let [leader, others @ ..] = &standings.bots[..] else { return Vec::new() };
    let Some(share) = leader.win_share else { return Vec::new() };
    if others.is_empty() {
        let alone = ShareEstimate { interval: None, ..share };
        return vec![format!(
            "{} has all seats, so that it wins {} at each of them.",
            leader.label(),
            percent(alone)
        )];
    }
    let first: Vec<String> = level(&standings.bots).map(BotStanding::label).collect();
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let wins = what_leaders_win(standings, share);
    let (wins, subject, whom) = match first[..] {
        [one] => (format!("{one} wins {wins}"), String::new(), "it"),
        _ => {
            let wins = format!("{} share the lead: each wins {wins}", listed(&first));
            (wins, format!("{} ", leader.bot), leader.bot.as_str())
        }
    };
    // A test has its own answer, and a run that is not finished has none.
    if !standings.answer.is_empty() || standings.expected_blocks.is_some() {
        return vec![format!("{wins}.")];
    }
    let met: Vec<PairStanding> =
        others.iter().filter_map(|other| standings.pair(&leader.bot, &other.bot)).collect();
    let with = |wanted: Told| met.iter().filter(move |pair| pair.told() == Some(wanted));
    let names = |wanted: Told| with(wanted).map(|pair| pair.opponent.as_str()).collect::<Vec<_>>();
    let (above, open, below) = (names(Told::Above), names(Told::Open), names(Told::Below));
    if above.len() + open.len() + below.len() == 0 {
        let why = if met.is_empty() {
            format!("{} played against no other bot.", leader.bot)
        } else {
            format!("There are too few blocks to tell {} from any other bot.", leader.bot)
        };
        return vec![format!("{wins}."), why];
    }
    let sure = match (above.is_empty(), below.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("and {subject}surely ranks ahead of {}", listed(&above))),
        (true, false) => Some(format!("but {subject}surely ranks behind {}", listed(&below))),
        (false, false) => Some(format!(
            "and {subject}surely ranks ahead of {}, and behind {}",
            listed(&above),
            listed(&below)
        )),
    };
    let mut games = with(Told::Open).map(|pair| pair.games);
    let first_games = games.next().unwrap_or_default();
    let games = if games.all(|games| games == first_games) {
        counted(first_games, "game")
    } else {
        "the games".to_owned()
    };
    let do_not = if games.starts_with("1 ") { "does not" } else { "do not" };
    let apart = format!("{games} {do_not} tell {whom} from {}", listed(&open));
    let mut sentences = vec![match (sure, open.is_empty()) {
        (None, _) => format!("{wins}, but {apart}."),
        (Some(sure), true) => format!("{wins}, {sure}."),
        (Some(sure), false) => format!("{wins}, {sure}; {apart}."),
    }];
    if let Some((deals, bots)) = &standings.more_deals {
        let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
        let they = if bots.len() == open.len() {
            "they".to_owned()
        } else {
            listed(&[&[leader.bot.as_str()], &bots[..]].concat())
        };
        let each = if bots.len() == 1 { "" } else { " each pair" };
        sentences.push(format!(
            "If {they} differ as much as they do so far, the same run with --adaptive --deals {deals} decides{each} \
             in four cases of five."
        ));
    }
    sentences
}

/// Says what each bot that leads wins, and of what.
fn what_leaders_win(standings: &Standings, share: ShareEstimate) -> String {
    let has_one_seat = level(&standings.bots).all(|bot| bot.seats == bot.games);
    let place = if has_one_seat { "of its games" } else { "at each of its seats" };
    // Bots with the same share may have other intervals.
    let mut shares = level(&standings.bots).filter_map(|bot| bot.win_share).map(percent);
    let with_interval = percent(share);
    if shares.all(|other| other == with_interval) {
        format!("{with_interval} {place}")
    } else {
        format!("{} {place}", percent(ShareEstimate { interval: None, ..share }))
    }
}

/// Writes a share for people: `37 % (27 to 49)`.
fn percent(estimate: ShareEstimate) -> String {
    let points = |share: f64| 100.0 * share;
    let Some(Interval { low, high }) = estimate.interval else {
        return format!("{} %", decimal(points(estimate.share), 0));
    };
    let places = usize::from(points(high - low) < NARROW);
    let [share, low, high] = [estimate.share, low, high].map(|share| decimal(points(share), places));
    format!("{share} % ({low} to {high})")
}

/// Lists the bots whose win share is that of the leader.
fn level(bots: &[BotStanding]) -> impl Iterator<Item = &BotStanding> {
    let share = |bot: &BotStanding| bot.win_share.map(|share| share.share);
    let first = bots.first().and_then(share);
    // Equal shares of other line-ups may differ by rounding.
    bots.iter()
        .take_while(move |bot| share(bot).zip(first).is_some_and(|(own, first)| (own - first).abs() < 1e-9))
}

/// Lists names: `a`, `a and b`, or the first few and the number of others.
fn listed(names: &[&str]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    if names.len() > NAMED {
        let more = names.len() - (NAMED - 1);
        names.truncate(NAMED - 1);
        names.push(counted(more, "other"));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::standings::{MeanEstimate, Pairing};

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed(&["a", "b", "c", "d", "e", "f", "g"]), "a, b, c, d, e and 2 others");
    }

    #[test]
    fn shares_are_in_percent() {
        let of = |share, ends: Option<[f64; 2]>| {
            let interval = ends.map(|[low, high]| Interval { low, high });
            percent(ShareEstimate { share, design_effect: None, effective_games: None, interval })
        };
        assert_eq!(of(0.369, Some([0.265, 0.486])), "37 % (26 to 49)");
        assert_eq!(of(0.253, Some([0.235, 0.273])), "25.3 % (23.5 to 27.3)");
        assert_eq!(of(1.0, None), "100 %");
    }

    fn bot(name: &str, share: f64, seats: u64) -> BotStanding {
        let mean = MeanEstimate { mean: None, standard_error: None, interval: None };
        let interval = Some(Interval { low: share - 0.1, high: share + 0.1 });
        BotStanding {
            bot: name.to_owned(),
            games: 80,
            seats,
            blocks: 20,
            win_share: Some(ShareEstimate { share, design_effect: None, effective_games: None, interval }),
            design_effect: None,
            score: mean,
            margin: mean,
            rank: mean,
            rating: mean,
            alpha_rank: None,
            by_place: Vec::new(),
            faults: None,
            cost: None,
        }
    }

    /// Standings of `a` and others, with the share in which it ranks ahead of each and whether that is sure.
    fn standings(bots: &[(&str, f64)], ahead: &[(&str, f64, bool)]) -> Standings {
        let interval = Some(Interval { low: 0.0, high: 1.0 });
        let pair = |&(opponent, share, is_sure): &(&str, f64, bool)| PairStanding {
            bot: "a".to_owned(),
            opponent: opponent.to_owned(),
            games: 80,
            ahead: Some(ShareEstimate { share, design_effect: None, effective_games: None, interval }),
            is_sure,
        };
        Standings {
            title: String::new(),
            players: 3,
            games: 80,
            blocks: 20,
            expected_blocks: None,
            truncated_games: 0,
            truncated_blocks: 0,
            bots: bots.iter().map(|&(name, share)| bot(name, share, 80)).collect(),
            pairs: ahead.iter().map(pair).collect(),
            places: Vec::new(),
            pairing: Pairing::default(),
            answer: String::new(),
            summary: String::new(),
            more_deals: None,
            doublings: Vec::new(),
        }
    }

    #[test]
    fn the_leader_is_surely_ahead_or_not() {
        let bots = [("a", 0.5), ("b", 0.3), ("c", 0.2)];
        let text = |ahead: &[(&str, f64, bool)]| sentences(&standings(&bots, ahead)).join(" ");
        assert_eq!(
            text(&[("b", 0.7, true), ("c", 0.8, true)]),
            "a wins 50 % (40 to 60) of its games, and surely ranks ahead of b and c."
        );
        assert_eq!(
            text(&[("b", 0.6, false), ("c", 0.8, true)]),
            "a wins 50 % (40 to 60) of its games, and surely ranks ahead of c; 80 games do not tell it from b."
        );
        assert_eq!(
            text(&[("b", 0.6, false), ("c", 0.6, false)]),
            "a wins 50 % (40 to 60) of its games, but 80 games do not tell it from b and c."
        );
        assert_eq!(
            text(&[("b", 0.3, true), ("c", 0.8, true)]),
            "a wins 50 % (40 to 60) of its games, and surely ranks ahead of c, and behind b."
        );
        assert_eq!(
            text(&[("b", 0.3, true), ("c", 0.2, true)]),
            "a wins 50 % (40 to 60) of its games, but surely ranks behind b and c."
        );
        assert_eq!(
            text(&[("b", 0.3, true), ("c", 0.6, false)]),
            "a wins 50 % (40 to 60) of its games, but surely ranks behind b; 80 games do not tell it from c."
        );
        assert_eq!(text(&[]), "a wins 50 % (40 to 60) of its games. a played against no other bot.");
        let mut few = standings(&bots, &[("b", 0.7, false)]);
        few.pairs[0].ahead.as_mut().unwrap().interval = None;
        assert_eq!(sentences(&few)[1], "There are too few blocks to tell a from any other bot.");
    }

    #[test]
    fn the_games_are_those_of_the_pairs() {
        let bots = [("a", 0.5), ("b", 0.3), ("c", 0.2)];
        let mut open = standings(&bots, &[("b", 0.6, false), ("c", 0.6, false)]);
        open.games = 500;
        assert!(sentences(&open)[0].ends_with(", but 80 games do not tell it from b and c."));
        open.pairs[1].games = 40;
        assert!(sentences(&open)[0].ends_with(", but the games do not tell it from b and c."));
        open.pairs[0].is_sure = true;
        open.pairs[1] = open.pairs[1].reversed();
        assert!(
            sentences(&open)[0].ends_with(", and surely ranks ahead of b; 40 games do not tell it from c.")
        );
        open.pairs[1].games = 1;
        assert!(sentences(&open)[0].ends_with("; 1 game does not tell it from c."));
    }

    #[test]
    fn more_deals_are_proposed_for_the_pairs_that_they_would_tell() {
        let bots = [("a", 0.5), ("b", 0.3), ("c", 0.2)];
        let mut open = standings(&bots, &[("b", 0.6, false), ("c", 0.6, false)]);
        open.more_deals = Some((320, vec!["b".to_owned(), "c".to_owned()]));
        assert_eq!(
            sentences(&open)[1],
            "If they differ as much as they do so far, the same run with --adaptive --deals 320 decides each pair in \
             four cases of five."
        );
        open.more_deals = Some((320, vec!["c".to_owned()]));
        assert_eq!(
            sentences(&open)[1],
            "If a and c differ as much as they do so far, the same run with --adaptive --deals 320 decides in four \
             cases of five."
        );
    }

    #[test]
    fn several_leaders_and_several_seats_are_named() {
        let mut level = standings(&[("a", 0.4), ("b", 0.4)], &[("b", 0.5, false)]);
        assert_eq!(
            sentences(&level),
            [
                "a and b share the lead: each wins 40 % (30 to 50) of its games, but 80 games do not tell a from b."
            ]
        );
        level.bots[1].win_share.as_mut().unwrap().interval = Some(Interval { low: 0.2, high: 0.6 });
        assert_eq!(
            sentences(&level),
            ["a and b share the lead: each wins 40 % of its games, but 80 games do not tell a from b."]
        );
        level.bots.truncate(1);
        level.bots[0].seats = 160;
        assert_eq!(sentences(&level), ["a has all seats, so that it wins 40 % at each of them."]);
    }

    #[test]
    fn an_answer_or_an_unfinished_run_says_nothing_of_pairs() {
        let mut duel = standings(&[("a", 0.5), ("b", 0.3)], &[("b", 0.7, true)]);
        duel.answer = "a is stronger than b.".to_owned();
        assert_eq!(sentences(&duel), ["a is stronger than b.", "a wins 50 % (40 to 60) of its games."]);
        duel.answer.clear();
        duel.expected_blocks = Some(40);
        assert_eq!(
            sentences(&duel),
            [
                "Unfinished: 20 of 40 blocks were played, so there is no result yet.",
                "a wins 50 % (40 to 60) of its games."
            ]
        );
    }
}
