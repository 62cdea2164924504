//! The figures of a tournament: a win share for each bot, and of a duel its Elo difference.

use tradewinds_arena::find;
use tradewinds_game::{InputError, Origin, counted};
use tradewinds_stats::elo_of_share;
use tradewinds_tournament::{
    Format, Manifest, PairStanding, RunError, Standings, Tournament, standings_so_far,
};

use super::claim::{Claim, Figure, Form};
use super::{FinishedRun, read_toml};

/// The manifest of a run, in its folder.
pub(super) const MANIFEST: &str = "manifest.toml";

/// The half width in Elo points up to which an interval decides a race.
const DECIDES: f64 = 20.0;

/// Lists the figures of a finished tournament.
pub(super) fn claims(run: &FinishedRun) -> Result<Vec<Claim>, RunError> {
    let source = run.folder.join(MANIFEST);
    let manifest = Manifest::parse(&source.display().to_string(), &read_toml(&source)?.to_string())?;
    let is_duel = manifest.format == Format::Duel;
    let tournament = Tournament::new(find(run.game.name)?, manifest, &source)?;
    let standings = standings_so_far(&tournament, &run.folder)?;
    if let Some(blocks) = standings.expected_blocks {
        let name = Origin::File(run.folder.display().to_string());
        let found = format!("{} of {}", standings.blocks, counted(blocks, "block"));
        let allowed = "a finished run; `tradewinds tournament` goes on with it";
        return Err(InputError::conflict(name, "", found, allowed).into());
    }
    if let Some((bot, faults)) = standings.faults().failed().next() {
        let name = Origin::File(run.folder.display().to_string());
        let found = format!("bot {bot}, which failed {faults}");
        return Err(
            InputError::conflict(name, "", found, "a run in which each bot made its own decisions").into()
        );
    }
    let share = |bot: &tradewinds_tournament::BotStanding| {
        let share = bot.win_share?;
        let ends = share.interval.map(|interval| (interval.low, interval.high));
        let figure = Figure { value: Some(share.share), ends, form: Form::Percent };
        Claim::new(&bot.bot, format!("win share of {}", bot.bot), &bot.games.to_string(), figure)
    };
    if !is_duel {
        return Ok(standings.bots.iter().filter_map(share).collect());
    }
    let first = tournament.bots().first().map(|bot| bot.name.as_str()).unwrap_or_default();
    let own = standings.bots.iter().find(|bot| bot.bot == first).and_then(share);
    let own = own.map(|claim| Claim { id: "share".to_owned(), ..claim });
    let Some(pair) = standings.pairs.first() else { return Ok(own.into_iter().collect()) };
    let (elo, verdict) = duel(pair, &standings);
    // The difference is not finite where one bot is always ahead.
    Ok(match elo {
        Some(elo) => [elo.with_verdict(verdict)].into_iter().chain(own).collect(),
        None => own.map(|claim| claim.with_verdict(verdict)).into_iter().collect(),
    })
}

/// The Elo difference of a duel, if it is finite, and the verdict.
fn duel(pair: &PairStanding, standings: &Standings) -> (Option<Claim>, String) {
    let interval = pair.ahead.and_then(|ahead| ahead.interval);
    let ends = interval.and_then(|ends| Some((elo_of_share(ends.low)?, elo_of_share(ends.high)?)));
    let value = pair.ahead.and_then(|ahead| elo_of_share(ahead.share));
    let quantity = format!("Elo of {} over {}", pair.bot, pair.opponent);
    let elo = Claim::new("", quantity, &pair.games.to_string(), Figure { value, ends, form: Form::Elo });
    let elo = elo.map(|claim| claim.about([pair.bot.clone(), pair.opponent.clone()]));
    (elo, verdict(pair, ends, &standings.answer))
}

/// Says what a duel decides: by its sequential test, or by its interval if that could see a difference that matters.
fn verdict(pair: &PairStanding, ends: Option<(f64, f64)>, answer: &str) -> String {
    if let Some(sentence) = answer.split(" Measured: ").next().filter(|sentence| !sentence.is_empty()) {
        return sentence
            .split(": the test accepts ")
            .next()
            .unwrap_or_default()
            .trim_end_matches('.')
            .to_owned()
            + ".";
    }
    let PairStanding { bot, opponent, .. } = pair;
    match ends {
        Some((low, _)) if low > 0.0 => format!("{bot} is stronger than {opponent}."),
        Some((_, high)) if high < 0.0 => format!("{bot} is weaker than {opponent}."),
        Some((low, high)) if high - low <= 2.0 * DECIDES => "No difference that matters.".to_owned(),
        _ => format!("Not decided: the interval is wider than {DECIDES} Elo points to each side."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duel_decides_by_its_test_or_its_interval() {
        let pair = PairStanding {
            bot: "a".to_owned(),
            opponent: "b".to_owned(),
            games: 4,
            ahead: None,
            is_sure: false,
        };
        let of = |ends, answer: &str| verdict(&pair, ends, answer);
        assert_eq!(of(Some((1.0, 90.0)), ""), "a is stronger than b.");
        assert_eq!(of(Some((-90.0, -1.0)), ""), "a is weaker than b.");
        assert_eq!(of(Some((-20.0, 20.0)), ""), "No difference that matters.");
        for ends in [Some((-20.0, 20.1)), None] {
            assert_eq!(of(ends, ""), "Not decided: the interval is wider than 20 Elo points to each side.");
        }
        let answer = "a is stronger than b: the test accepts Elo 20 rather than 0. Measured: Elo 31 [9 to 55] after 3 units.";
        assert_eq!(of(None, answer), "a is stronger than b.");
        let answer = "The test of a against b has not decided. Measured: nothing finite after 3 units.";
        assert_eq!(of(None, answer), "The test of a against b has not decided.");
    }
}
