//! The answer of a run, in sentences.

use tradewinds_game::counted;
use tradewinds_report::decimal;
use tradewinds_stats::{Interval, ShareEstimate};

use crate::tables::standings::{BotStanding, Standings};
use crate::tables::told::Told;

/// The maximum number of names in a list.
const NAMED: usize = 6;

/// An interval of fewer points is given with a decimal place.
const NARROW: f64 = 5.0;

impl Standings {
    /// Returns the interval of the share of seat pairs in which a bot ranks ahead of another, with that share.
    pub(crate) fn ahead(&self, bot: &str, opponent: &str) -> Option<(f64, Option<Interval>)> {
        self.pairs.iter().find_map(|pair| {
            let reversed = pair.reversed();
            let own =
                [pair, &reversed].into_iter().find(|pair| pair.bot == bot && pair.opponent == opponent)?;
            own.ahead.map(|ahead| (ahead.share, ahead.interval))
        })
    }

    /// Returns what is sure of a bot against another; `None` if they never met, or in too few blocks to tell.
    fn told(&self, bot: &str, opponent: &str) -> Option<Told> {
        let is_pair = |a: &str, b: &str| (a == bot && b == opponent) || (a == opponent && b == bot);
        let pair = self.pairs.iter().find(|pair| is_pair(&pair.bot, &pair.opponent))?;
        let ahead = pair.ahead.filter(|ahead| ahead.interval.is_some())?;
        Some(match (pair.is_sure, (ahead.share > 0.5) == (pair.bot == bot)) {
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
    let first: Vec<String> = level(&standings.bots).map(BotStanding::label).collect();
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let place = if leader.seats == leader.games { "of its games" } else { "at each of its seats" };
    let share = percent(share);
    let wins = match first[..] {
        [one] => format!("{one} wins {share} {place}"),
        _ => format!("{} share the lead: each wins {share} {place}", listed(&first)),
    };
    // A test has its own answer, and a run that is not finished has none.
    if others.is_empty() || !standings.answer.is_empty() || standings.expected_blocks.is_some() {
        return vec![format!("{wins}.")];
    }
    let with = |wanted: Told| -> Vec<&str> {
        let names = others.iter().map(|other| other.bot.as_str());
        names.filter(|other| standings.told(&leader.bot, other) == Some(wanted)).collect()
    };
    let (above, open, below) = (with(Told::Above), with(Told::Open), with(Told::Below));
    if above.len() + open.len() + below.len() == 0 {
        return vec![format!("{wins}."), "There are too few blocks to tell any bots apart.".to_owned()];
    }
    let mut sure = Vec::new();
    if !above.is_empty() {
        sure.push(format!("ranks ahead of {}", listed(&above)));
    }
    if !below.is_empty() {
        sure.push(format!("behind {}", listed(&below)));
    }
    let games = counted(standings.games, "game");
    let apart =
        format!("do not tell {} from {}", if first.len() == 1 { "it" } else { &leader.bot }, listed(&open));
    let subject = if first.len() == 1 { String::new() } else { format!(" {}", leader.bot) };
    let mut sentences = vec![match (sure.is_empty(), open.is_empty()) {
        (true, _) => format!("{wins}, but {games} {apart}."),
        (false, true) => format!("{wins}, and{subject} surely {}.", sure.join(", and ")),
        (false, false) => format!("{wins}, and{subject} surely {}; {games} {apart}.", sure.join(", and ")),
    }];
    if let Some((deals, bots)) = &standings.more_deals {
        let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
        let whom =
            if bots.len() == open.len() { String::new() } else { format!(" it from {}", listed(&bots)) };
        sentences.push(format!("The same run with --adaptive --deals {deals} would probably tell{whom}."));
    }
    sentences
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
    use crate::tables::standings::{MeanEstimate, PairStanding, Pairing};

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
            text(&[]),
            "a wins 50 % (40 to 60) of its games. There are too few blocks to tell any bots apart."
        );
    }

    #[test]
    fn more_deals_are_proposed_for_the_pairs_that_they_would_tell() {
        let bots = [("a", 0.5), ("b", 0.3), ("c", 0.2)];
        let mut open = standings(&bots, &[("b", 0.6, false), ("c", 0.6, false)]);
        open.more_deals = Some((320, vec!["b".to_owned(), "c".to_owned()]));
        assert!(sentences(&open)[1].ends_with("--adaptive --deals 320 would probably tell."));
        open.more_deals = Some((320, vec!["c".to_owned()]));
        assert!(sentences(&open)[1].ends_with("--adaptive --deals 320 would probably tell it from c."));
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
        level.bots.truncate(1);
        level.bots[0].seats = 160;
        assert_eq!(sentences(&level), ["a wins 40 % (30 to 50) at each of its seats."]);
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
