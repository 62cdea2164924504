//! The page of a table.

use maud::{Markup, html};
use tradewinds_game::counted;

use tradewinds_arena::find;
use tradewinds_sitting::COMPLETED;

use super::around;
use super::explain::things;
use super::joint::{hinted, joint, whole};
use super::lobby::plain_numbers;
use super::sheet::sheet;
use super::shell::shell;
use super::thoughts::thought;
use crate::boards::{self, Asked, Draw};
use crate::desk::Reader;
use crate::picture::Picture;

/// The number of recent decisions shown; all others are a click away.
const RECENT: usize = 12;

/// Draws the whole page.
pub(crate) fn table(picture: &Picture, refusal: Option<&str>) -> String {
    let title = format!("{} · Tradewinds", picture.setting.title);
    shell(
        &title,
        "",
        &html! {
            main #table { (inner(picture, refusal)) }
            // What others do is announced here: what is in the page from the start is read out when it changes.
            p #heard.sr role="status" {}
            p #notice role="status" {}
            (things(&picture.setting))
        },
    )
}

/// Draws the part of the page that changes.
pub(crate) fn table_part(picture: &Picture, refusal: Option<&str>) -> String {
    inner(picture, refusal).into_string()
}

fn inner(picture: &Picture, refusal: Option<&str>) -> Markup {
    let setting = &picture.setting;
    html! {
        header.top {
            h1 { (setting.title) @if !setting.variant.is_empty() { small { " " (setting.variant) } } }
            @if let Some(experts) = &setting.experts { p.completed { (experts) } }
            @if setting.is_completed { p.completed { (COMPLETED) } }
            p.seats {
                @for (seat, name) in setting.names.iter().enumerate() {
                    span class={ "who seat" (seat) @if picture.to_act == Some(seat) { " acts" } } {
                        (boards::badge(seat)) " " (name)
                        @if !setting.sitters[seat].is_person() { small { " bot" } }
                    }
                }
                span.round { (setting.round) " " (picture.round) }
            }
        }
        @if let Some(why) = refusal { p.refusal role="alert" { (why) } }
        @if let Some(fault) = &picture.fault { p.refusal role="alert" { (fault) } }
        (around::ways(picture))
        form #act method="post" action="act" {
            input type="hidden" name="v" value=(picture.version);
            section.now aria-label="What to do" { (around::request(picture)) (now(picture)) (around::guide(picture)) (tools(picture)) }
            @if picture.shown.is_some() {
                div class={ "board " (setting.game) } data-why=[not_now(picture)] { (boards::board(&draw(picture))) }
            }
            section.side { (side(picture)) }
        }
        @for other in ["say", "joint"] {
            form id=(other) method="post" action=(if other == "say" { "say" } else { "place" }) {
                input type="hidden" name="v" value=(picture.version);
            }
        }
        @if let Some((_, hint)) = picture.hinted() { (hinted(&picture.version, hint)) }
    }
}

/// Says why things of the board that have no reason of their own cannot be chosen.
fn not_now(picture: &Picture) -> Option<String> {
    let deed = &picture.deed;
    (!deed.is_empty()).then(|| match picture.offers.is_empty() {
        true => format!("It is not your turn: {deed} now."),
        false => format!("Not now. {}", picture.prompt),
    })
}

/// Collects what a board is drawn from.
fn draw(picture: &Picture) -> Draw<'_> {
    Draw {
        setting: &picture.setting,
        shown: picture.shown.as_ref().expect("the board is shown"),
        to_act: picture.to_act,
        offers: &picture.offers,
        hint: picture.hint.as_deref(),
        asked: Asked {
            barred: &picture.barred,
            prices: &picture.prices,
            joint: picture.joint.as_ref().map(|(joint, _)| joint),
            edits: false,
        },
    }
}

/// Draws what the reader can do, or waits for.
fn now(picture: &Picture) -> Markup {
    if let Some(standing) = &picture.standing {
        let setting = &picture.setting;
        return html! {
            h2 #prompt tabindex="-1" { "The game is over" }
            ol.standing {
                @for place in standing {
                    li { b { (place.rank) ". " (boards::badge(place.seat)) " " (picture.name(place.seat)) } " " (counted(place.points, "point")) }
                }
            }
            @if !picture.ending.is_empty() { p.note { (picture.ending) } }
            @if let Some(shown) = &picture.shown { (sheet(shown, &setting.names)) }
            (around::again(picture))
        };
    }
    if let Reader::Cover(seat) = picture.reader {
        let name = picture.name(seat.index());
        return html! {
            h2 #prompt tabindex="-1" { "Hand the screen to " (name) }
            p { "Nobody else should look: the next page shows what only " (name) " may see." }
            button.big name="r" value="1" formaction="reveal" { "I am " (name) ": show my table" }
        };
    }
    let acts = picture.to_act.map_or("", |seat| picture.name(seat));
    if picture.offers.is_empty() {
        return html! {
            h2 #prompt tabindex="-1" {
                @if picture.thinks { (acts) " is thinking …" } @else { "It is " (acts) "’s turn" }
            }
            @if !picture.thinks && !picture.deed.is_empty() { p.note { (picture.deed) " now." } }
            @if picture.reader == Reader::Nobody {
                p.note { "This screen has no seat, so it shows no board. Hand out the links below." }
            }
            (latest(picture))
        };
    }
    html! {
        @match &picture.joint {
            Some((run, stood)) => {
                h2 #prompt tabindex="-1" { (run.prompt) }
                (latest(picture))
                (joint(run, stood, picture.hinted().map(|(_, hint)| hint)))
                details.single { summary { "One decision at a time" } p { (picture.prompt) } (actions(picture)) }
            }
            None => {
                h2 #prompt tabindex="-1" { (picture.prompt) }
                (latest(picture))
                (actions(picture))
            }
        }
        p.say {
            label for="typed" { "Type a move" }
            input #typed form="say" type="text" name="t" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200"
                placeholder="a number, or words" aria-describedby="typed-help";
            button.tool form="say" { "Play" }
            small #typed-help.sr { "A number of the list, an action, or some of its words. h asks for a hint, u takes a move back." }
        }
    }
}

/// Lists the legal actions.
fn actions(picture: &Picture) -> Markup {
    html! {
        ol.actions {
            @for (index, offer) in picture.offers.iter().enumerate() {
                li {
                    button name="a" value=(offer.action) id={ "act-" (index) } { kbd { (index + 1) } span { (offer.order) } }
                }
            }
        }
    }
}

/// Shows what just happened: everything since the reader's last decision, or the last few decisions.
fn latest(picture: &Picture) -> Markup {
    let own = match picture.reader {
        Reader::Seat(seat) => Some(seat.index()),
        _ => None,
    };
    let since = picture.log.iter().rev().take_while(|line| Some(line.seat) != own).count().clamp(1, 4);
    let first = picture.log.len().saturating_sub(since);
    html! {
        @if !picture.log.is_empty() {
            ul.latest aria-label="What just happened" {
                @for line in &picture.log[first..] { li class={ "seat" (line.seat) } { (line.text) } }
            }
        }
    }
}

/// Draws what a reader can ask for, and the answers: near the actions, also where everything is in one column.
fn tools(picture: &Picture) -> Markup {
    let names = &picture.setting.names;
    html! {
        @if picture.shown.is_some() {
            div.tools {
                @if !picture.offers.is_empty() {
                    button.tool formaction="hint" data-key="h" disabled[picture.is_searching_hint] {
                        @if picture.is_searching_hint { "Searching …" } @else { "Hint" }
                    }
                }
                (around::undo(picture))
                button.tool formaction="thoughts" aria-pressed=(picture.shows_thoughts.to_string()) { "Bots’ thoughts" }
                a.tool href={ "at/" (picture.seen) } { "Look back" }
                a.tool href="moves" { "Moves" }
                a.tool href="position" { "Set up from here" }
                a.tool href="game.html" { "Save as a page" }
                @if picture.standing.is_some() {
                    a.tool href="record.json" { "Save the record" }
                    button.tool formaction="review" data-plain="" { "Review" }
                }
            }
        }
        @if let Some((run, hint)) = picture.hinted() {
            p.whole { b { "Hint for the whole act: " } (whole(run, hint)) "." }
        }
        @if let Some(hint) = &picture.hint { (thought(hint, names, if picture.hinted().is_some() { "Hint: the first decision of it" } else { "Hint" })) }
        @if let Some(shared) = &picture.shared {
            @let considered = &shared.thought;
            (thought(considered, names, &format!("What {} considered", picture.name(considered.seat.index()))))
        }
    }
}

/// Draws everything beside the board.
fn side(picture: &Picture) -> Markup {
    let setting = &picture.setting;
    html! {
        @if !picture.log.is_empty() {
            h2 { "What happened" }
            (recent(picture))
        }
        @if picture.shown.is_some() { (boards::signs(setting)) }
        @if let Ok(game) = find(setting.game) { p.note { (plain_numbers(&game.info())) } }
        @if !picture.lines.is_empty() && picture.is_friendly {
            h2 { "Other lines" }
            ul.plain { @for (index, line) in picture.lines.iter().enumerate() {
                li { button.tool formaction="line" name="line" value=(index) data-plain=[picture.standing.is_some().then_some("")] { "Line " (index + 2) ", leaves after move " (line.leaves) } }
            } }
        }
        @if !picture.links.is_empty() {
            h2 { "Links for the other seats" }
            p.note { "Whoever has a link plays that seat." }
            ul.plain { @for link in &picture.links { li { (link.name) ": " a href=(link.place) data-absolute="" { (link.place) } } } }
        }
    }
}

/// Lists the last decisions, the latest first.
fn recent(picture: &Picture) -> Markup {
    let mut round = 0;
    html! {
        ol.log reversed start=(picture.seen) {
            @for line in picture.log.iter().rev().take(RECENT) {
                @let new_round = line.round != round;
                ({ round = line.round; "" })
                li value=(line.last) class={ "seat" (line.seat) @if line.forced { " forced" } } {
                    @if new_round { small.round { (picture.setting.round) " " (line.round) } " " }
                    (line.text)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tradewinds_sitting::{Session, Sitter, SittingSpec};

    use super::*;
    use crate::desk::{Extra, MAX_PACE_MS, Screen};
    use crate::house::House;
    use crate::token::Token;

    /// A person who waits reads which player does what, also after a click on any thing of the board.
    #[test]
    fn who_waits_is_told_for_what() {
        let folder = tempfile::tempdir().expect("there is room");
        let house = House::open(folder.path()).expect("the folder is ours");
        let names = ["Anna", "Ben", "Cleo"];
        let seats = names.map(|name| Sitter::Elsewhere { name: name.to_owned() }).into();
        let spec = SittingSpec::new("puerto-rico", None, seats, 5).expect("a game");
        let links: Vec<Token> = (0..=names.len()).map(|_| Token::new()).collect();
        let screen = |index: usize| Screen {
            token: links[index].clone(),
            seats: (0..names.len()).filter(|seat| seat + 1 == index).collect(),
            is_host: index == 0,
        };
        let extra =
            Extra { screens: (0..links.len()).map(screen).collect(), pace_ms: MAX_PACE_MS, guide: false };
        house.keep(Session::new(spec).expect("a game"), extra).expect("there is room");
        let scene = house.find(&links[0]).expect("it was just opened").0.scene();
        let [decides, waits] = [1, 2].map(|index| table(&Picture::of(&scene, index), None));
        let sentence = "It is not your turn: Anna chooses a role now.";
        assert!(waits.contains(&format!("data-why=\"{sentence}\"")), "{waits}");
        assert!(waits.contains("<p class=\"note\">Anna chooses a role now.</p>"), "{waits}");
        assert!(!decides.contains(sentence) && decides.contains("data-why=\"Not now. Choose a role\""));
    }
}
