//! The figures of studies, from their tables.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tradewinds_game::{InputError, Origin};
use tradewinds_tournament::RunError;

use super::claim::{Claim, Figure, Form};
use super::{FinishedRun, STANDARD, find_below, tournament};
use crate::row::LedgerRow;

/// A row of a table, by column.
struct Line(BTreeMap<String, String>);

impl Line {
    fn text(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    /// Returns a number; nothing for a missing value.
    fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// Returns a figure whose interval is in the columns of its name.
    fn figure(&self, column: &str, form: Form) -> Figure {
        let end = |end: &str| self.number(&format!("{column}_{end}"));
        Figure { value: self.number(column), ends: end("low").zip(end("high")), form }
    }
}

/// Reads a table of a study, which is there when the study is finished.
fn table(run: &FinishedRun, name: &str) -> Result<Vec<Line>, InputError> {
    let path = run.folder.join(format!("{name}.csv"));
    let broken = |error: csv::Error| match error.kind() {
        csv::ErrorKind::Io(_) => {
            let folder = Origin::File(run.folder.display().to_string());
            let allowed = "a finished study; the command that began it goes on with it";
            InputError::conflict(folder, "", format!("no {name}.csv"), allowed)
        }
        _ => InputError::syntax(Origin::File(path.display().to_string()), "", "CSV", &error),
    };
    let mut reader = csv::Reader::from_path(&path).map_err(broken)?;
    reader.deserialize().map(|line| line.map(Line).map_err(broken)).collect()
}

/// A ladder: each rung above the one below it, and what a doubling of the iterations brings on the whole.
pub(super) fn ladder(run: &FinishedRun) -> Result<Vec<Claim>, InputError> {
    let rungs = table(run, "ladder")?;
    let mut claims = Vec::new();
    for pair in rungs.windows(2) {
        let [below, rung] = pair else { continue };
        let bots = [rung.text("bot"), below.text("bot")];
        let quantity = format!("Elo of {} over {}", bots[0], bots[1]);
        let claim =
            Claim::new(rung.text("iterations"), quantity, rung.text("games"), rung.figure("elo", Form::Elo));
        claims.extend(claim.map(|claim| claim.about(bots.map(str::to_owned))));
    }
    if let [first, .., last] = &rungs[..] {
        let doublings = last
            .number("iterations")
            .zip(first.number("iterations"))
            .map(|(last, first)| (last / first).log2());
        let mean = |value: Option<f64>| value.zip(doublings).map(|(value, doublings)| value / doublings);
        let Figure { value, ends, form } = last.figure("rating", Form::Elo);
        let ends = ends.and_then(|(low, high)| mean(Some(low)).zip(mean(Some(high))));
        let games: f64 = rungs.iter().filter_map(|rung| rung.number("games")).sum();
        let quantity = format!(
            "Elo of a doubling of the iterations, mean from {} to {}",
            first.text("iterations"),
            last.text("iterations")
        );
        claims.extend(Claim::new(
            "doubling",
            quantity,
            &games.to_string(),
            Figure { value: mean(value), ends, form },
        ));
    }
    Ok(claims)
}

/// Choices: what each costs on the whole; where none was played out, how often each is made.
pub(super) fn choices(run: &FinishedRun) -> Result<Vec<Claim>, InputError> {
    let choices = table(run, "choices")?;
    let is_valued = run.manifest.contains_key("worth");
    let rows = if is_valued { table(run, "worth")? } else { choices };
    let claim = |row: &Line| {
        let (kind, choice) = (row.text("kind"), row.text("choice"));
        let id = format!("{kind}-{choice}");
        if is_valued {
            let quantity = if choice == "(made)" {
                format!("cost of the choices made, {kind}")
            } else {
                format!("cost of {kind} {choice}")
            };
            let figure = row.figure("cost_win_share", Form::PointsOfWinShare);
            return Claim::new(&id, quantity, row.text("decisions"), figure);
        }
        let quantity = format!("share of {kind} {choice} where it is open");
        Claim::new(&id, quantity, row.text("offered"), row.figure("share", Form::Percent))
    };
    Ok(rows.iter().filter(|row| row.text("condition") == "all").filter_map(claim).collect())
}

/// Balance: the unfairness of the baseline and of each variant, and the change.
pub(super) fn balance(run: &FinishedRun) -> Result<Vec<Claim>, InputError> {
    let (verdicts, metrics) = (table(run, "verdicts")?, table(run, "metrics")?);
    let baseline = run.text("baseline").unwrap_or(STANDARD).to_owned();
    let baseline_name = run.variant_name(Some(&baseline))?;
    let mut known = BTreeSet::new();
    let mut claims = Vec::new();
    for row in &verdicts {
        let [bots, players, variant, question] =
            ["table", "players", "variant", "question"].map(|column| row.text(column));
        let games = |name: &str| {
            let keys = [("table", bots), ("players", players), ("variant", name)];
            let line = metrics.iter().find(|line| keys.iter().all(|(key, cell)| line.text(key) == *cell));
            line.map_or("", |line| line.text("games"))
        };
        let alone = |column| Figure { value: row.number(column), ends: None, form: Form::PointsOfWinShare };
        let mut add = |name: &str, kind: &str, figure: Figure, verdict: String| {
            let id = format!("{question}-{players}-{bots}-{name}-{kind}");
            if !known.insert(id.clone()) {
                return;
            }
            // The columns of skill are the win share of a level alone among the one below.
            let what = match question {
                "skill" => "win share of the bot alone among the others".to_owned(),
                _ => format!("unfairness of {question}"),
            };
            let change = if kind == "change" { "change of the " } else { "" };
            let quantity = format!("{change}{what} with {name}, bots {bots}");
            let claim = Claim::new(&id, quantity, games(name), figure).map(|claim| Claim {
                rules: Some(name.to_owned()),
                players: Some(players.to_owned()),
                ..claim.with_verdict(verdict)
            });
            claims.extend(claim);
        };
        add(&baseline_name, "unfairness", alone("baseline"), String::new());
        add(variant, "unfairness", alone("unfairness"), String::new());
        let change = row.figure("change", Form::PointsOfWinShare);
        add(variant, "change", change, sentence(row.text("verdict")));
    }
    Ok(claims)
}

/// Restricted play: what a seat loses that does without an item, and one that holds to it.
pub(super) fn restricted(run: &FinishedRun) -> Result<Vec<Claim>, InputError> {
    let mut claims = Vec::new();
    for row in &table(run, "items")? {
        let [players, variant, item] = ["players", "variant", "item"].map(|column| row.text(column));
        let games = row.number("deals").zip(row.number("players")).map(|(deals, players)| deals * players);
        let games = games.map_or(String::new(), |games| games.to_string());
        for (hold, words) in [("never", "without"), ("always", "always")] {
            let figure = row.figure(&format!("{hold}_loss"), Form::PointsOfWinShare);
            let quantity = format!("win share lost by a seat {words}: {item}");
            let claim = Claim::new(&format!("{players}-{variant}-{hold}-{item}"), quantity, &games, figure);
            claims.extend(claim.map(|claim| Claim {
                rules: Some(variant.to_owned()),
                players: Some(players.to_owned()),
                ..claim.with_verdict(sentence(row.text("verdict")))
            }));
        }
    }
    Ok(claims)
}

/// Tuning: the gain against opponents that were held out.
pub(super) fn tune(run: &FinishedRun) -> Result<Vec<Claim>, InputError> {
    let gains = table(run, "gain")?;
    let bot = run.text("bot").unwrap_or_default();
    let bot = bot.rsplit('/').next().unwrap_or(bot).trim_end_matches(".toml");
    let Some(all) = gains.iter().find(|row| row.text("table") == "all") else { return Ok(Vec::new()) };
    let players = run.manifest.get("players").and_then(toml::Value::as_integer).unwrap_or_default();
    // Each block is a deal from every seat, for the bot as it was and for what was found.
    let games = all.number("blocks").map(|blocks| (blocks * players as f64 * 2.0).to_string());
    let quantity = format!("held-out gain of {bot} by tuning");
    let gain = all.figure("gain", Form::PointsOfWinShare);
    let verdict = match gain.ends {
        Some((low, _)) if low > 0.0 => "What was found is stronger.",
        Some((_, high)) if high < 0.0 => "What was found is weaker.",
        _ => "No clear gain.",
    };
    let claim = Claim::new("", quantity, &games.unwrap_or_default(), gain);
    Ok(claim.into_iter().map(|claim| claim.with_verdict(verdict.to_owned())).collect())
}

/// Learning: each generation against the best bot before it, and the best one against the one that was taught, at equal
/// time. The tests of generations stop early, so that their intervals are none of the gain.
pub(super) fn learn(run: &FinishedRun) -> Result<Vec<Claim>, RunError> {
    let claim = |row: &Line| {
        let bots = [row.text("bot"), row.text("other")];
        let figure = Figure { value: row.number("elo"), ends: None, form: Form::Elo };
        let quantity = format!("Elo of {} over {} at equal time", bots[0], bots[1]);
        let claim =
            Claim::new(&format!("g{}", row.text("generation")), quantity, row.text("test_games"), figure)?;
        let verdict = if row.text("accepted") == "1" { "Accepted." } else { "Not accepted." };
        Some(claim.with_verdict(verdict.to_owned()).about(bots.map(str::to_owned)))
    };
    let mut claims: Vec<Claim> = table(run, "generations")?.iter().filter_map(claim).collect();
    let last = run.folder.join("held-out");
    let manifest = if last.is_dir() { find_below(&last, Path::new(tournament::MANIFEST), 1)? } else { None };
    if let Some(folder) = manifest.as_deref().and_then(Path::parent) {
        let duel = tournament::claims(&FinishedRun::open(folder)?)?.into_iter().next();
        claims.extend(duel.map(|claim| {
            let quantity = format!("{} at equal time", claim.row.quantity);
            let row = LedgerRow { quantity, ..claim.row };
            Claim { id: "held-out".to_owned(), row, ..claim }
        }));
    }
    Ok(claims)
}

/// Writes a verdict of a table as a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.map_or(String::new(), |first| first + letters.as_str() + ".")
}
