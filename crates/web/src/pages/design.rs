//! *Design*: the form of a game's numbers, and the page of a study.

use std::time::Duration;

use maud::{Markup, html};
use tradewinds_arena::game_names;
use tradewinds_game::{Variant, counted, from_one, without_controls};
use tradewinds_sitting::words;

use super::shell::{shell, shell_that_reloads};
use crate::design::{
    ASKS, BOTS, DesignAnswer, DesignQuestion, LEVELS, LeastChange, LeastChanges, MAX_STUDIES, Number,
    Numbers, Progress, SIZES, Status, Study, in_words,
};
use crate::form::Fields;

/// The form, and the list of all studies.
pub(crate) struct DesignPage<'a> {
    fields: &'a Fields,
    studies: Vec<Study>,
    faults: Vec<String>,
}

impl<'a> DesignPage<'a> {
    pub(crate) fn of(fields: &'a Fields, (studies, faults): (Vec<Study>, Vec<String>)) -> Self {
        Self { fields, studies, faults }
    }

    /// Draws the page, with the reason why the form was not taken.
    pub(crate) fn page(&self, refusal: Option<&str>) -> String {
        let standard = Fields::default();
        let (numbers, refusal) = match (Numbers::of(self.fields), refusal) {
            (Ok(numbers), refusal) => (Some(numbers), refusal.map(str::to_owned)),
            (Err(why), _) => (Numbers::of(&standard).ok(), Some(why)),
        };
        shell(
            "Design · Tradewinds",
            "",
            &html! {
                main.lobby.design {
                    header.top { h1 { "Design" } p { "Change the rules, and ask whether they are fairer." } }
                    nav.links aria-label="Design" { a.tool href="./" { "Back to the lobby" } }
                    @if let Some(why) = &refusal { p.refusal role="alert" { (why) } }
                    @if let Some(numbers) = &numbers { (self.game(numbers)) (self.form(numbers)) }
                    (self.list())
                }
            },
        )
    }

    fn game(&self, numbers: &Numbers) -> Markup {
        let info = &numbers.info;
        html! {
            section.new {
                form method="get" action="design" {
                    div.row {
                        label { "Game " select name="game" { @for name in game_names() { option value=(name) selected[*name == info.name] { (words::title(name)) } } } }
                        label { "Players " select name="players" { @for number in players() { option value=(number) selected[number == numbers.players] { (number) } } } }
                        label { "Begin with " select name="from" {
                            option value="" { "the standard rules" }
                            @for (name, _) in info.shipped_variants { option value=(name) selected[*name == numbers.from.name] { (name) } }
                        } }
                        button.tool { "Show these rules" }
                    }
                }
            }
        }
    }

    fn form(&self, numbers: &Numbers) -> Markup {
        let chosen = |name: &str, usual: &str| match self.fields.get(name) {
            "" => usual.to_owned(),
            text => without_controls(text),
        };
        let mut sections: Vec<&str> = numbers.numbers.iter().map(|number| &*number.section).collect();
        sections.dedup();
        html! {
            section.new {
                h2 { (words::title(numbers.info.name)) " for " (numbers.players) }
                form method="post" action="design" {
                    input type="hidden" name="game" value=(numbers.info.name);
                    input type="hidden" name="players" value=(numbers.players);
                    input type="hidden" name="from" value=(numbers.from.name);
                    @if !numbers.from.about.is_empty() { p { (numbers.from.name) ": " (numbers.from.about) } }
                    @for section in sections { (part(section, numbers)) }
                    @if numbers.numbers.is_empty() {
                        p { "This game does not say what its numbers mean: write changes by their paths in its data, a line each." }
                    }
                    details open[numbers.numbers.is_empty() || !self.fields.get("more").is_empty()] {
                        summary { "Other changes" }
                        label { "Lines such as rules.example = 8 " textarea name="more" rows="5" spellcheck="false" { (self.fields.get("more")) } }
                        details { summary { "All numbers of the game" } pre.data tabindex="0" { (numbers.info.data) } }
                    }
                    div.row {
                        @if !numbers.numbers.is_empty() {
                            label { "Question " select name="ask" {
                                @for (name, text) in ASKS { option value=(name) selected[name == chosen("ask", ASKS[0].0)] { (text) } }
                            } }
                        }
                        label { "Name of the rules " input type="text" name="name" maxlength="40" value=(chosen("name", "my-rules")); }
                        label { "Players at all seats " select name="bot" { @for (name, text) in BOTS { option value=(name) selected[name == chosen("bot", BOTS[0].0)] { (text) } } } }
                        label { "Answer " select name="deals" { @for (deals, text) in SIZES { option value=(deals) selected[deals.to_string() == chosen("deals", &SIZES[1].0.to_string())] { (text) " (" (deals) " deals)" } } } }
                    }
                    p.note { "Is it fairer: every deal is played by the standard rules and by yours, with the same cards and dice. The least: the numbers above for " (numbers.players) " players are changed, few at a time, until the seats win alike. A longer study answers with fewer deals first, and goes on while you do something else." }
                    button.big { "Ask" }
                }
            }
        }
    }

    fn list(&self) -> Markup {
        html! {
            @if !self.studies.is_empty() || !self.faults.is_empty() {
                section {
                    h2 { "Studies" }
                    @for fault in &self.faults { p.refusal { "A study cannot be read: " (fault) } }
                    ul.tables { @for study in &self.studies {
                        li {
                            a.table-link href={ "design/" (study.id) } { b { (study.question.variant.name) } " " small { (study.id) } }
                            span { (study.question.variant.about) } span.note { (status(&study.status)) }
                        }
                    } }
                    p.note { "At most " (MAX_STUDIES) " are kept; one runs at a time." }
                }
            }
        }
    }
}

/// Draws the numbers of a section; those that are changed are seen at once.
fn part(section: &str, numbers: &Numbers) -> Markup {
    let own = || numbers.numbers.iter().filter(|number| number.section == section);
    let changed = own().filter(|number| number.is_changed()).count();
    html! {
        details.numbers open[changed > 0] {
            summary { (section) " " span.note { (counted(own().count(), "number")) @if changed > 0 { ", " (changed) " changed" } } }
            @for number in own() { (field(number)) }
        }
    }
}

fn field(number: &Number) -> Markup {
    let name = format!("n:{}", number.path);
    let (least, most) = number.range;
    html! {
        label.number.changed[number.is_changed()] {
            span { (number.words) }
            @if number.is_switch {
                select name=(name) {
                    @for (value, word) in [("0", "no"), ("1", "yes")] { option value=(value) selected[value == number.text.trim()] { (word) } }
                }
                small.note { "standard " (if number.standard == 0 { "no" } else { "yes" }) }
            } @else {
                input type="number" name=(name) value=(without_controls(&number.text)) min=(least) max=(most) required;
                small.note { (number.unit) ", " (least) " to " (most) ", standard " (number.standard) }
            }
        }
    }
}

/// Lists the numbers of players that games can have.
fn players() -> Vec<usize> {
    let mut all: Vec<usize> = game_names()
        .iter()
        .filter_map(|name| Some(tradewinds_arena::find(name).ok()?.info().players))
        .flatten()
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn status(status: &Status) -> String {
    match status {
        Status::Waits(0) => "waits: it is the next one".to_owned(),
        Status::Waits(before) => format!("waits: {} before it", counted(before + 1, "other")),
        Status::Runs(Progress { part, left }) => {
            let left = left.map_or(String::new(), |left| format!(", {} left", time(left)));
            format!("runs: {:.0} %{left}", part * 100.0)
        }
        Status::Stopped => "stopped".to_owned(),
        Status::Done => "done".to_owned(),
        Status::Failed(why) => format!("failed: {why}"),
    }
}

/// Writes a time in the unit that fits.
fn time(left: Duration) -> String {
    match left.as_secs() {
        seconds @ 0..120 => format!("about {} s", seconds.max(1)),
        seconds @ 120..7200 => format!("about {} minutes", seconds.div_ceil(60)),
        seconds => format!("about {} hours", seconds.div_ceil(3600)),
    }
}

/// The page of a study.
pub(crate) struct StudyPage<'a> {
    pub(crate) study: &'a Study,
}

impl StudyPage<'_> {
    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let Study { id, question, status, .. } = self.study;
        let title = format!("{} · Design · Tradewinds", question.variant.name);
        let body = html! {
            main.lobby.design data-study="" {
                header.top { h1 { (question.variant.name) small { " " (words::title(&question.game)) " for " (question.players) } } }
                nav.links aria-label="Study" {
                    a.tool href="../design" { "All studies" } " "
                    a.tool href={ (id) "/variant.toml" } { "Save the rules as a file" }
                }
                @if question.least { p { b { "What is the least that must change so that the seats are fair?" } } }
                p { @if question.variant.about.is_empty() { "The standard rules." } @else { "Changed: " (question.variant.about) "." } }
                div #so-far { (self.inner()) }
                (self.buttons())
                @if self.study.judged.is_some() { p { a href={ (id) "/report.html" } { "The whole report" } ", " a href={ (id) "/verdicts.csv" } { "verdicts" } @if question.least { ", " a href={ (id) "/fair.csv" } { "changes" } } " and " a href={ (id) "/metrics.csv" } { "figures" } " as tables, and " a href={ (id) "/balance.toml" } { "the study for the command balance" } "." } }
            }
        };
        match status {
            Status::Waits(_) | Status::Runs(_) => shell_that_reloads(&title, "../", &body),
            _ => shell(&title, "../", &body),
        }
    }

    /// Draws what changes while it runs.
    pub(crate) fn part(&self) -> String {
        self.inner().into_string()
    }

    fn inner(&self) -> Markup {
        let Study { question, status: now, judged, .. } = self.study;
        let is_running = matches!(now, Status::Waits(_) | Status::Runs(_));
        html! {
            p.state data-running[is_running] data-deals=(judged.as_ref().map_or(0, |judged| judged.deals)) {
                (status(now)) "."
                @if let Status::Runs(progress) = now { " " progress max="1" value=(format!("{:.3}", progress.part)) aria-label="Part of the games that is played" {} }
            }
            @match judged {
                None => { p { "No answer yet: the first one comes after a few games." } }
                Some(judged) => { (answer(judged, judged.deals < question.deals, question)) }
            }
        }
    }

    fn buttons(&self) -> Markup {
        let Study { id, question, status, .. } = self.study;
        let runs = matches!(status, Status::Waits(_) | Status::Runs(_));
        let button = |part: &str, text: &str| html! { form method="post" action={ (id) "/" (part) } { button.tool { (text) } } };
        html! {
            div.tools {
                (button("play", "Play it"))
                (further(question, &question.variant, "Change it further"))
                @if runs { (button("stop", "Stop")) }
                @if matches!(status, Status::Stopped | Status::Failed(_)) { (button("go", "Go on")) }
                @if !matches!(status, Status::Runs(_)) { (button("delete", "Delete it")) }
            }
        }
    }
}

/// Draws the button that fills the form with some rules; a form has no field for what a shipped variant sets beside
/// numbers.
fn further(question: &DesignQuestion, variant: &Variant, text: &str) -> Markup {
    let DesignQuestion { game, players, bot, .. } = question;
    let lines: Vec<String> = variant.set.iter().map(|(path, value)| format!("{path} = {value}")).collect();
    html! {
        @if variant.rules.is_none() {
            form method="get" action="../design" {
                @for (name, value) in [("game", game), ("players", &players.to_string()), ("name", &variant.name), ("bot", bot), ("more", &lines.join("\n"))] {
                    input type="hidden" name=(name) value=(value);
                }
                button.tool { (text) }
            }
        }
    }
}

/// Draws the least changes, each with the button that takes its rules.
fn least(found: &LeastChanges, question: &DesignQuestion) -> Markup {
    html! {
        p.verdict { (found.sentence) }
        p.note { (found.searched) }
        @if !found.alternatives.is_empty() {
            ul.plain { @for LeastChange { changes, answer, figures, longer, variant } in &found.alternatives {
                @let words = in_words(question, variant);
                li.verdict {
                    b { @if words.is_empty() { (changes) } @else { (words.join("; ")) } }
                    span.note.below { (answer) ": " (figures) "; rounds " (longer) }
                    (further(question, variant, "Take it"))
                }
            } }
            p.note { "The figures are of deals that the search has not seen, with the interval of 95 % for all of these together." }
        }
    }
}

/// Draws an answer; one that more deals follow is one so far.
fn answer(judged: &DesignAnswer, is_partial: bool, question: &DesignQuestion) -> Markup {
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    let [before, after] =
        if question.least { ["these rules", "the first change"] } else { ["standard rules", "new rules"] };
    let players = if question.bot == LEVELS { "beginners and experts" } else { &question.bot };
    html! {
        section aria-label="The answer" {
            h2 { @if is_partial { "So far" } @else { "The answer" } " " span.note { "after " (counted(judged.deals, "deal")) ", " (counted(judged.games, "game")) " by each of the rules, played by " (players) } }
            @if let Some(found) = &judged.least { (least(found, question)) }
            @for sentence in &judged.levels { p.verdict { (sentence) } }
            ul.plain { @for found in &judged.verdicts { li.verdict { b { (found.question) ": " (found.answer) } span.note.below { (found.sure) } } } }
            @if judged.verdicts.is_empty() && judged.least.is_none() { p.verdict { "These games say nothing yet." } }
            @if !judged.changes.is_empty() {
                h3 { "What else changes most" }
                ul { @for change in &judged.changes { li { (change) } } }
            }
            @if !judged.seats.is_empty() { table {
                caption.note { "Win share of each starting place in %, with the interval of 95 %; all would have " (percent(1.0 / judged.seats.len() as f64)) " where seats are fair" @if question.bot == LEVELS { "; by the first level" } "." }
                thead { tr { th scope="col" { "place" } th scope="col" { (before) } th scope="col" { (after) } } }
                tbody { @for (place, shares) in judged.seats.iter().enumerate() {
                    tr { th scope="row" { (from_one(place)) }
                        @for (share, low, high) in shares { td { b { (percent(*share)) } " (" (percent(*low)) " to " (percent(*high)) ")" } }
                    }
                } }
            } }
            @for line in &judged.experts { p.note { (line) } }
        }
    }
}
