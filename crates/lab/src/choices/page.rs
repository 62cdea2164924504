//! The page about a study of choices.

use maud::{Markup, html};

use super::manifest::ChoicesManifest;
use super::moment::{ChoiceCount, Condition};
use super::result::{ChoicesResult, Worth, shown};
use super::units::FEWEST;
use super::valued::Valued;
use super::worth::{MADE, WorthRow, by_regret, is_phase};
use super::{ChoiceRow, GAMES, LEAST_UNITS};
use tradewinds_arena::GameInfo;
use tradewinds_game::{Facts, counted, from_one};
use tradewinds_report::chart::{Bar, LineChart, Mark, Range, Scale, Series, bar_chart, interval_chart};
use tradewinds_report::{Align, Page, TextTable, decimal, title};
use tradewinds_stats::Interval;

/// The number of costliest choices that are listed.
const BLUNDERS: usize = 12;
/// Maximum number of choices that a table has a column for.
const COLUMNS: usize = 8;

/// Maximum number of choices in a chart of lines.
const LINES: usize = 4;
/// Maximum number of kinds of decision that the verdict speaks of.
const KINDS: usize = 4;

/// Writes the page.
pub(super) fn page(game: &GameInfo, manifest: &ChoicesManifest, result: &ChoicesResult) -> String {
    let mut page = Page::new(manifest.name.clone(), format!("{}.", result.title));
    for kind in 0..result.kinds.len().min(KINDS) {
        if let Some(sentence) = verdict(result, kind) {
            page.verdict(sentence);
        }
    }
    for name in
        ["choices", "follows"].into_iter().chain(result.worth.iter().flat_map(|_| ["worth", "decisions"]))
    {
        page.file(format!("{name}.csv"), "a table of this study");
    }
    page.file("choices.toml", "the manifest as run");
    page.file(format!("{GAMES}/report.html"), "the page of the games");
    for (kind, name) in result.kinds.iter().enumerate() {
        let heading = |text: &str| format!("{}: {text}", title(name));
        if let Some(worth) = &result.worth {
            page.section(
                &heading("what strong play chooses, and what the others cost"),
                main(result, worth, kind, name),
            );
            page.section(&heading("cost by phase of the game"), phases(worth, kind));
            page.section(&heading("cost by situation"), situations(worth, kind));
        }
        page.section(&heading("what is chosen, and how its chooser fares"), chosen(result, kind));
        page.section(&heading("by round"), rounds(result, kind));
        for condition in conditions(result, kind) {
            page.section(
                &heading(&format!("by {}", condition.replace('_', " "))),
                crossed(result, kind, &condition),
            );
        }
        page.section(&heading("which follows which"), follows(result, kind));
    }
    if let Some(worth) = &result.worth {
        page.section("The costliest choices", blunders(result, worth));
    }
    facts(game, &mut page, manifest, result);
    page.to_html()
}

/// Says what is chosen in a kind of decision, and what it costs.
fn verdict(result: &ChoicesResult, kind: usize) -> Option<String> {
    let name = title(&result.kinds[kind]);
    let Some(worth) = &result.worth else {
        let often = *result.plain_rows(kind).first()?;
        let open = counted(often.offered, "decision");
        if often.offered < FEWEST {
            return Some(too_few(&name, &open, often.offered, "what is chosen most often"));
        }
        return Some(format!(
            "{name}: {} is chosen most often, {}, which is {} of the {open} with it open.",
            often.cell.choice,
            counted(often.chosen, "time"),
            shown(often.share, 3),
        ));
    };
    let rows = worth.main_rows(kind);
    let strong = rows.iter().find(|row| row.cell.choice != MADE)?;
    let costs = |row: &&&WorthRow| {
        row.cell.choice != MADE
            && row.decisions >= FEWEST
            && row.cost[0].interval.is_some_and(|cost| cost.low > 0.0)
    };
    let costs = rows.iter().filter(costs).filter_map(|row| Some((row, row.cost[0].value?)));
    let costliest = costs.max_by(|a, b| a.1.total_cmp(&b.1));
    let none = || "; no choice is shown to cost win share".to_owned();
    let costliest = costliest.map_or_else(none, |(row, _)| {
        format!(
            "; the costliest to choose is {}, at {} of win share, n {}",
            row.cell.choice,
            shown(row.cost[0], 3),
            row.decisions
        )
    });
    let times = (strong.strong.value? * strong.decisions as f64).round();
    let sampled = counted(strong.decisions, "sampled decision");
    if strong.decisions < FEWEST {
        return Some(too_few(&name, &sampled, strong.decisions, "what strong play chooses most often"));
    }
    Some(format!(
        "{name}: strong play chooses {} most often, {}, which is {} of the {sampled} with it open{costliest}.",
        strong.cell.choice,
        counted(times, "time"),
        shown(strong.strong, 3),
    ))
}

/// Says that so few decisions show nothing.
fn too_few(name: &str, decisions: &str, number: u64, what: &str) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{name}: {decisions} with the most frequent choice open {verb} too few to say {what}.")
}

/// Returns the colour of a choice: the same in all charts of its kind of decision.
fn colour(result: &ChoicesResult, kind: usize, choice: &str) -> usize {
    result.plain_rows(kind).iter().position(|row| row.cell.choice == choice).unwrap_or(0)
}

/// Names a choice for people.
fn spoken(choice: &str) -> String {
    if choice == MADE { "the choice made, whatever it was".to_owned() } else { choice.to_owned() }
}

/// Writes the value of a condition for people, who count places from 1.
fn value(condition: &Condition) -> String {
    match condition.value().parse::<usize>() {
        Ok(place) if condition.name() == Condition::PLACE => format!("place {}", from_one(place)),
        _ => condition.value().to_owned(),
    }
}

/// Lists the facts that the figures are based on.
fn facts(game: &GameInfo, page: &mut Page, manifest: &ChoicesManifest, result: &ChoicesResult) {
    page.fact("study", result.title.clone());
    page.fact("bots", manifest.lineup.join(", "));
    if let Some(experts) = &result.experts {
        page.fact("experts", experts.clone());
    }
    page.fact("games", format!("{} in {}", result.games, counted(result.units, "unit")));
    if result.truncated > 0 {
        page.fact(
            "left out",
            format!("the units of {} that reached the bound", counted(result.truncated, "game")),
        );
    }
    if let (Some(settings), Some(worth)) = (&manifest.worth, &result.worth) {
        let judge = settings.judge.as_deref().unwrap_or("the choice made in the game");
        page.fact(
            "worth",
            format!(
                "{}, {} per choice by {} at all seats, its weights jittered by {} % anew for each playout, the same luck after each choice; strong play: {judge}",
                counted(worth.decisions.len(), "decision"),
                counted(settings.playouts, "playout"),
                settings.bot,
                decimal(100.0 * settings.jitter, 1)
            ),
        );
        page.fact(
            "given up",
            format!(
                "{} of these after four playouts that agreed; what they left was spent on others",
                worth.given_up()
            ),
        );
    }
    let intervals = "95 %, bootstrap over units: a deal with all seatings of a line-up";
    page.fact("intervals", format!("{intervals}; NA where fewer than {LEAST_UNITS} units say anything"));
    if let Some(note) = result.few_units() {
        page.fact("too few units", note);
    }
    page.fact("command", "tradewinds choices choices.toml, with the manifest beside this page");
    page.fact("version", game.versions());
}

/// The choices of strong play, and the costs of the others.
fn main(result: &ChoicesResult, worth: &Worth, kind: usize, name: &str) -> Markup {
    let rows = worth.main_rows(kind);
    let choices = || rows.iter().filter(|row| row.cell.choice != MADE);
    let range = |row: &&WorthRow| {
        let [cost, _] = row.cost;
        Some(Range {
            label: row.cell.choice.clone(),
            value: cost.value?,
            ends: cost.interval.map(Interval::ends),
            note: format!("{}, n {}", shown(cost, 3), row.decisions),
            colour: colour(result, kind, &row.cell.choice),
        })
    };
    let ranges: Vec<Range> = choices().filter_map(range).collect();
    let strong = if worth.judged { "the judge's choice" } else { "the choice made in the game" };
    html! {
        p {
            "Strong play is the share of the n sampled decisions with this choice open at which it is " (strong)
            ". Cost is what the choice loses against that one, regret what it loses against the best one, in win share and in points \
             of margin over the best other seat. Regret finds the best choice in one half of the playouts and values it in the other, so that the luck of \
             one half does not flatter it. All of it is worth under the bots that play on: a choice that they do not know how to use looks worse than it is."
        }
        @if let Some(survival) = worth.survival(kind) { p { (survival) } }
        (ChoicesResult::worth_table(name, &rows, |row| spoken(&row.cell.choice)).html("What each choice is worth"))
        (interval_chart("cost of each choice", "win share lost against the choice of strong play", &ranges, Some(&Mark::new(0.0, "as good as strong play"))))
    }
}

/// Costs by phase: rows are choices, columns phases.
fn phases(worth: &Worth, kind: usize) -> Markup {
    let of_kind = || worth.rows.iter().filter(|row| row.cell.kind == kind && is_phase(&row.cell.condition));
    let mut phases: Vec<&Condition> = of_kind().map(|row| &row.cell.condition).collect();
    phases.sort();
    phases.dedup();
    let titles: Vec<String> = phases.iter().map(|phase| format!("rounds {}", phase.value())).collect();
    let columns = titles.iter().flat_map(|title| [(title.as_str(), Align::Right), ("cost", Align::Right)]);
    let columns: Vec<(&str, Align)> = [("choice", Align::Left)].into_iter().chain(columns).collect();
    let mut table = TextTable::new(&columns);
    for main in worth.main_rows(kind) {
        let mut row = vec![spoken(&main.cell.choice)];
        for phase in &phases {
            let found =
                of_kind().find(|row| row.cell.choice == main.cell.choice && row.cell.condition == **phase);
            row.push(found.map_or("NA".to_owned(), |row| decimal(row.strong.value, 2)));
            row.push(
                found
                    .map_or("NA".to_owned(), |row| format!("{}, n {}", shown(row.cost[0], 3), row.decisions)),
            );
        }
        table.row(row);
    }
    html! {
        p.note { "For each phase the share of strong play, then the cost in win share with its interval and the number of decisions." }
        (table.html("Share of strong play and cost of each choice, by phase"))
    }
}

/// Costs in the game's own situations.
fn situations(worth: &Worth, kind: usize) -> Markup {
    let is_fact =
        |name: &str| ![Condition::ALL, Condition::PHASE, Condition::ROUND, Condition::PLACE].contains(&name);
    let mut rows: Vec<&WorthRow> = worth
        .rows
        .iter()
        .filter(|row| row.cell.kind == kind && row.decisions >= FEWEST && row.cell.choice != MADE)
        .filter(|row| row.cell.condition.name() == Facts::SITUATION)
        .collect();
    rows.sort_by(|a, b| (&a.cell.condition, &a.cell.choice).cmp(&(&b.cell.condition, &b.cell.choice)));
    let table = ChoicesResult::worth_table("situation", &rows, |row| situation(&row.cell));
    let mut facts: Vec<&WorthRow> = worth
        .rows
        .iter()
        .filter(|row| row.cell.kind == kind && row.decisions >= FEWEST && row.cell.choice == MADE)
        .filter(|row| is_fact(row.cell.condition.name()) && row.cell.condition.name() != Facts::SITUATION)
        .collect();
    facts.sort_by(|a, b| a.cell.condition.cmp(&b.cell.condition));
    let made = ChoicesResult::worth_table("the choices made", &facts, |row| {
        format!("{} {}", row.cell.condition.name().replace('_', " "), value(&row.cell.condition))
    });
    html! {
        p.note { "Situations and facts with " (FEWEST) " or more sampled decisions." }
        (table.html("What choices are worth in situations"))
        (made.html("What the choices made are worth, by facts"))
    }
}

/// Names a choice in a situation, without repeating words that the situation already contains.
fn situation(cell: &ChoiceCount) -> String {
    let (choice, situation) = (cell.choice.as_str(), cell.condition.value());
    if situation.starts_with(choice) { situation.to_owned() } else { format!("{choice}: {situation}") }
}

/// The share of each choice, and the results of the seats that make it.
fn chosen(result: &ChoicesResult, kind: usize) -> Markup {
    let rows = result.plain_rows(kind);
    let bar = |row: &&ChoiceRow| Bar {
        label: row.cell.choice.clone(),
        value: row.share.value.unwrap_or(0.0),
        ends: row.share.interval.map(Interval::ends),
        note: format!("{} of {}", shown(row.share, 3), row.offered),
        strong: true,
        colour: colour(result, kind, &row.cell.choice),
    };
    let mut bars: Vec<Bar> = rows.iter().map(bar).collect();
    bars.sort_by(|a, b| b.value.total_cmp(&a.value));
    html! {
        p.note {
            "The share of the decisions with this choice open at which it is made. Win share and margin are those of the seats that made it, less the mean \
             of the same bot in the same starting place: seats that stood well for other reasons are in them too."
        }
        (bar_chart("share of each choice", "share of the decisions with the choice open", &bars))
        (result.choice_table(kind).html("Share of each choice, and the results of the seats that make it"))
    }
}

/// Lists the rows of a choice under conditions of one name.
fn rows_of<'a>(
    result: &'a ChoicesResult,
    kind: usize,
    choice: &'a str,
    condition: &'a str,
) -> impl Iterator<Item = &'a ChoiceRow> {
    result.choices.iter().filter(move |row| {
        row.cell.kind == kind && row.cell.choice == choice && row.cell.condition.name() == condition
    })
}

/// The share of each choice by round, a few choices per chart.
fn rounds(result: &ChoicesResult, kind: usize) -> Markup {
    let rows = result.plain_rows(kind);
    let series = |row: &&ChoiceRow| {
        let found =
            rows_of(result, kind, &row.cell.choice, Condition::ROUND).filter(|row| row.offered >= FEWEST);
        let of_round = |row: &ChoiceRow| {
            let round = row.cell.condition.value().parse::<f64>().ok()?;
            Some((round, row.share.value?, row.share.interval))
        };
        let found: Vec<_> = found.filter_map(of_round).collect();
        let band = found
            .iter()
            .filter_map(|(round, _, interval)| interval.map(|ends| (*round, ends.low, ends.high)));
        Series {
            name: row.cell.choice.clone(),
            colour: colour(result, kind, &row.cell.choice),
            band: band.collect(),
            points: found.iter().map(|(round, share, _)| (*round, *share)).collect(),
        }
    };
    let series: Vec<Series> = rows.iter().map(series).collect();
    // All charts have one axis, so that they can be compared.
    let points = series.iter().flat_map(|series| series.points.iter().map(|point| point.1));
    let bands = series.iter().flat_map(|series| series.band.iter().map(|(_, _, high)| *high));
    let covered: Vec<f64> = points.chain(bands).chain([0.0]).collect();
    let charts = series.chunks(LINES).map(|part| {
        let chart = LineChart {
            title: "share of each choice by round".to_owned(),
            x_title: "round".to_owned(),
            y_title: "share of the decisions with the choice open".to_owned(),
            x_scale: Scale::Linear,
            y_covers: covered.clone(),
            marks: Vec::new(),
            series: part.to_vec(),
        };
        chart.draw()
    });
    html! {
        p.note { "The share of the decisions with the choice open at which it is made, with 95 % bands; rounds in which it was open " (FEWEST) " times or more." }
        @for chart in charts { (chart) }
    }
}

/// Lists the conditions that have a section of their own: starting places, and the game's facts and
/// situations.
fn conditions(result: &ChoicesResult, kind: usize) -> Vec<String> {
    let of_kind = result.choices.iter().filter(|row| row.cell.kind == kind);
    let mut names: Vec<&str> = of_kind.map(|row| row.cell.condition.name()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| ![Condition::ALL, Condition::PHASE, Condition::ROUND].contains(name));
    names.into_iter().map(str::to_owned).collect()
}

/// Shares of choices under the conditions of one name: one situation per row, other conditions as columns.
fn crossed(result: &ChoicesResult, kind: usize, name: &str) -> Markup {
    let of_name =
        || result.choices.iter().filter(|row| row.cell.kind == kind && row.cell.condition.name() == name);
    let mut values: Vec<&Condition> = of_name().map(|row| &row.cell.condition).collect();
    values.sort();
    values.dedup();
    if name == Facts::SITUATION || values.len() > COLUMNS {
        let name = name.replace('_', " ");
        let columns = [name.as_str(), "open", "share", "win share above", "margin above"];
        let align = |index: usize| if index < 1 { Align::Left } else { Align::Right };
        let columns: Vec<(&str, Align)> =
            columns.iter().enumerate().map(|(index, title)| (*title, align(index))).collect();
        let mut table = TextTable::new(&columns);
        for value in values {
            for row in of_name().filter(|row| row.cell.condition == *value && row.offered >= FEWEST) {
                table.row([
                    situation(&row.cell),
                    row.offered.to_string(),
                    shown(row.share, 3),
                    shown(row.win, 3),
                    shown(row.margin, 2),
                ]);
            }
        }
        return table.html("Share of each choice in situations, and the results of the seats that make it");
    }
    let titles: Vec<String> = values.iter().map(|condition| value(condition)).collect();
    let columns: Vec<(&str, Align)> = [("choice", Align::Left)]
        .into_iter()
        .chain(titles.iter().map(|title| (title.as_str(), Align::Right)))
        .collect();
    let mut table = TextTable::new(&columns);
    for plain in result.plain_rows(kind) {
        let mut line = vec![plain.cell.choice.clone()];
        for value in &values {
            let row =
                rows_of(result, kind, &plain.cell.choice, name).find(|row| row.cell.condition == **value);
            line.push(
                row.map_or("NA".to_owned(), |row| format!("{}, n {}", shown(row.share, 2), row.offered)),
            );
        }
        table.row(line);
    }
    html! {
        p.note { "The share of the n decisions with the choice open at which it is made, by " (name.replace('_', " ")) "." }
        (table.html(&format!("Share of each choice, by {}", name.replace('_', " "))))
    }
}

/// The choices that follow each choice.
fn follows(result: &ChoicesResult, kind: usize) -> Markup {
    /// The number of choices listed after each choice.
    const NEXT: usize = 3;
    let columns = [
        ("after", Align::Left),
        ("comes", Align::Left),
        ("open", Align::Right),
        ("share", Align::Right),
        ("lift", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    let of_kind = || result.follows.iter().filter(|row| row.follow.kind == kind);
    let mut previous: Vec<&str> = of_kind().map(|row| row.follow.previous.as_str()).collect();
    previous.dedup();
    for previous in previous {
        let mut rows: Vec<_> =
            of_kind().filter(|row| row.follow.previous == previous && row.offered >= FEWEST).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(row.chosen));
        for row in rows.into_iter().take(NEXT) {
            table.row([
                previous.to_owned(),
                row.follow.next.clone(),
                row.offered.to_string(),
                shown(row.share, 3),
                shown(row.lift, 2),
            ]);
        }
    }
    html! {
        p.note {
            "At most " (NEXT) " of the most frequent choices after each one of the same round, by any seat. Lift is the share over the one among all decisions with \
             the choice open: 1 where the choice before does not matter. follows.csv has all."
        }
        (table.html("The most frequent choices after each choice"))
    }
}

/// The choices with the largest regret, and how to view them.
fn blunders(result: &ChoicesResult, worth: &Worth) -> Markup {
    let name = |decision: &Valued, choice: usize| decision.choices[choice].name.clone();
    let columns = [
        ("bot", Align::Left),
        ("round", Align::Right),
        ("kind", Align::Left),
        ("made", Align::Left),
        ("strong play", Align::Left),
        ("regret", Align::Right),
        ("playouts", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    let worst: Vec<(&Valued, f64)> =
        by_regret(&worth.decisions).into_iter().filter(|(_, regret)| *regret > 0.0).take(BLUNDERS).collect();
    for (decision, regret) in &worst {
        table.row([
            decision.bot.clone(),
            decision.round.to_string(),
            result.kinds[decision.kind].clone(),
            name(decision, decision.made),
            name(decision, decision.strong),
            decimal(*regret, 3),
            decision.playouts.iter().sum::<u32>().to_string(),
        ]);
    }
    let command = |(decision, _): &(&Valued, f64)| {
        let record = format!("{GAMES}/records/game-{}.json", decision.game);
        format!(
            "tradewinds replay {record} --at {number}\ntradewinds analyze {record} --at {number}",
            number = decision.decision
        )
    };
    let commands: Vec<String> = worst.iter().map(command).collect();
    html! {
        p.note {
            "The sampled decisions at which the choice made has the largest regret in win share. These are the extremes of many noisy figures: look at \
             them before you believe them. The commands, in the same order, are for the study's folder."
        }
        (table.html("The choices made with the largest regret"))
        details { summary { "Commands" } pre { (commands.join("\n\n")) } }
    }
}
