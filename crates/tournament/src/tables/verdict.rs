//! The answer of a run, in sentences.

use tradewinds_game::counted;
use tradewinds_report::decimal;
use tradewinds_stats::Interval;

use crate::tables::standings::{BotStanding, Standings, range};

/// The maximum number of names in a list.
const NAMED: usize = 6;

/// What a pair's interval says of its first bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// It ranks ahead more often.
    Above,
    /// It ranks ahead less often.
    Below,
    /// The interval holds one half.
    Open,
}

/// Reads a share of seat pairs against one half.
pub(crate) fn told(interval: Interval) -> Told {
    match interval {
        Interval { low, .. } if low > 0.5 => Told::Above,
        Interval { high, .. } if high < 0.5 => Told::Below,
        _ => Told::Open,
    }
}

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
}

/// Says in sentences what the games have shown: the answer of a test, the bot that leads, and the bots that are
/// told apart. The terminal and the page begin with them.
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
    let [leader, others @ ..] = &standings.bots[..] else { return sentences };
    if let Some(share) = leader.win_share {
        let first: Vec<String> = level(&standings.bots).map(BotStanding::label).collect();
        let verb = match (others.len(), first.len()) {
            (0, _) => "has",
            (_, 1) => "leads with",
            _ => "share the lead, each with",
        };
        let first: Vec<&str> = first.iter().map(String::as_str).collect();
        sentences.push(format!(
            "{} {verb} a win share of {} [{}]; equal bots would have {}.",
            listed(&first),
            decimal(share.share, 3),
            range(share.interval, 3),
            decimal(standings.chance_level(), 3)
        ));
    }
    sentences.extend(against(standings, leader, others));
    sentences.extend(pairs(standings));
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

/// Lists the bots whose win share is that of the leader.
fn level(bots: &[BotStanding]) -> impl Iterator<Item = &BotStanding> {
    let share = |bot: &BotStanding| bot.win_share.map(|share| share.share);
    let first = bots.first().and_then(share);
    // Equal shares of other line-ups may differ by rounding.
    bots.iter()
        .take_while(move |bot| share(bot).zip(first).is_some_and(|(own, first)| (own - first).abs() < 1e-9))
}

/// Says of which others the leader is told apart, by the pairs that met.
fn against(standings: &Standings, leader: &BotStanding, others: &[BotStanding]) -> Option<String> {
    let with = |wanted: Told| -> Vec<&str> {
        let is_wanted = |other: &&BotStanding| {
            let found = standings.ahead(&leader.bot, &other.bot);
            found.and_then(|(_, interval)| interval).map(told) == Some(wanted)
        };
        others.iter().filter(is_wanted).map(|other| other.bot.as_str()).collect()
    };
    let (above, open, below) = (with(Told::Above), with(Told::Open), with(Told::Below));
    let it = if level(&standings.bots).count() > 1 { leader.label() } else { "it".to_owned() };
    let mut parts = Vec::new();
    if !above.is_empty() {
        parts.push(format!("{it} ranks ahead of {}", listed(&above)));
    }
    if !open.is_empty() {
        parts.push(format!("{it} is not told apart from {}", listed(&open)));
    }
    if !below.is_empty() {
        parts.push(format!("{it} ranks behind {}", listed(&below)));
    }
    match (parts.is_empty(), others.is_empty()) {
        (false, _) => Some(format!("Head to head, {}.", parts.join(", and "))),
        (true, false) => Some("There are too few blocks to tell any bots apart.".to_owned()),
        (true, true) => None,
    }
}

/// Counts the pairs that are told apart.
fn pairs(standings: &Standings) -> Option<String> {
    let intervals = standings.pairs.iter().filter_map(|pair| pair.ahead?.interval);
    let (mut all, mut apart) = (0, 0);
    for interval in intervals {
        all += 1;
        apart += u32::from(told(interval) != Told::Open);
    }
    (all > 1).then(|| {
        format!(
            "Told apart are {apart} of {all} pairs: those whose 95 % interval of ranking ahead leaves out one half, not \
             corrected for the number of pairs."
        )
    })
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

    #[test]
    fn an_interval_with_one_half_tells_nothing() {
        let of = |low, high| told(Interval { low, high });
        assert_eq!([of(0.51, 0.6), of(0.5, 0.6), of(0.4, 0.49)], [Told::Above, Told::Open, Told::Below]);
    }

    #[test]
    fn long_lists_are_cut() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(listed(&["a", "b", "c", "d", "e", "f", "g"]), "a, b, c, d, e and 2 others");
    }
}
