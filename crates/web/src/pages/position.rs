//! The page on which a position is set up: the board, where a click changes a thing, its fields beside it, and the form
//! of all fields below.

mod fields;
mod panel;
#[cfg(test)]
mod tests;

use maud::{Markup, html};
use tradewinds_arena::{find, game_names};
use tradewinds_game::{InputError, from_one};
use tradewinds_sitting::{Advisor, Session, Thought, words};

use super::shell::shell;
use super::thoughts::thought;
use crate::boards::{self, Asked, Draw};
use crate::form::Fields;
use crate::picture::Setting;
use crate::position::Draft;
use crate::position::editor::Editor;

/// The page on which a position is set up.
pub(crate) struct PositionPage {
    pub(crate) editor: Editor,
    back: String,
    pub(crate) refusal: Option<String>,
    found: Option<Thought>,
}

impl PositionPage {
    pub(crate) fn new(editor: Editor, back: &str, refusal: Option<String>) -> Self {
        Self { editor, back: back.to_owned(), refusal, found: None }
    }

    /// Searches the position of a form; returns the whole page.
    pub(crate) fn searched(form: &[u8]) -> Result<String, String> {
        let mut page = Self::new(Editor::of_form(&Fields::read(form))?, "./", None);
        page.search();
        Ok(page.page())
    }

    /// Searches the position for the seat that decides.
    pub(crate) fn search(&mut self) {
        let Ok(session) = &self.editor.session else { return };
        if session.to_act().is_none() {
            self.refusal = Some("The game is over in this position: there is nothing to search.".to_owned());
            return;
        }
        let named = self.editor.draft.named_session();
        match named.and_then(|session| Advisor::new(&session, "ismcts")).and_then(|advisor| advisor.hint()) {
            Ok(found) => self.found = Some(found),
            Err(error) => self.refusal = Some(error.to_string()),
        }
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let title = format!("{} · Position · Tradewinds", self.editor.draft.title());
        shell(&title, "", &html! { main.position #position { (self.inner()) } })
    }

    /// Draws what the script puts in place.
    pub(crate) fn part(&self) -> String {
        self.inner().into_string()
    }

    fn inner(&self) -> Markup {
        let editor = &self.editor;
        html! {
            header.top { h1 { (editor.draft.title()) small { " set up a position" } } }
            nav.links aria-label="Position" { a.tool href=(self.back) { "Back" } " " a.tool href="#fields" { "To the fields" } }
            @if let Some(why) = &self.refusal { p.refusal role="alert" { (why) } }
            @if let (Some(found), Ok(session)) = (&self.found, &editor.session) {
                (thought(found, &seat_names(session), "What the search found"))
            }
            form method="post" action="position" {
                (self.buttons())
                div.workshop {
                    (self.board())
                    aside.palette aria-label="The thing that was clicked" { (self.state()) (panel::panel(editor)) }
                }
                details.all #fields open[editor.last().is_some()] { summary { "All fields" } (fields::fields(editor)) }
                (self.text())
            }
        }
    }

    /// Says whether the game takes the position; if not, which rule is broken.
    fn state(&self) -> Markup {
        match &self.editor.session {
            Ok(session) => html! {
                p.state role="status" { "The game takes this position" @if session.to_act().is_none() { "; it is over" } "."
                    @if self.editor.is_drawn_anew { " What lies face down is drawn anew." } }
            },
            Err(error) => {
                html! { p.refusal #wrong role="alert" { "The game does not take this position: " (rule(error)) } }
            }
        }
    }

    /// Draws the board of the position, or of the last one that the game took.
    fn board(&self) -> Markup {
        let Some((session, is_now)) = self.editor.board() else { return html! { div {} } };
        html! {
            div.drawn.stale[!is_now] {
                @if !is_now { p.note #stale { "This is the board of the last position that the game took." } }
                @else if self.is_completed(session) { p.note { "What is unknown in the position is drawn at random on the board." } }
                (board(session))
            }
        }
    }

    /// Draws the position as a text, and what the form has to remember.
    fn text(&self) -> Markup {
        let draft = &self.editor.draft;
        html! {
            details { summary { "As text" }
                label { "The position file " textarea name="base" rows="16" spellcheck="false" { (draft.text()) } }
                button.tool name="do" value="text" { "Take the text" }
            }
            input type="hidden" name="game" value=(draft.game);
            input type="hidden" name="mark" value=(self.editor.mark);
            @for past in &self.editor.past { input type="hidden" name="past" value=(past); }
            input type="hidden" name="now" value=(draft.position);
            @if let Some(valid) = self.editor.last() { input type="hidden" name="valid" value=(valid); }
        }
    }

    /// Returns whether something in the position is unknown, so that the board shows more than it says.
    fn is_completed(&self, session: &Session) -> bool {
        session.open().is_some_and(|shown| *shown.position() != self.editor.draft.position)
    }

    fn buttons(&self) -> Markup {
        let editor = &self.editor;
        let names = (0..editor.draft.players()).map(|seat| format!("seat {}", from_one(seat)));
        html! {
            div.tools {
                // The first button is that of the Enter key.
                button.tool name="do" value="check" { "Check" }
                button.tool name="do" value="undo" disabled[editor.past.is_empty()] { "Undo" }
                @if editor.session.is_ok() {
                    button.tool name="do" value="search" data-plain { "Search it" }
                    button.tool name="do" value="save" data-plain { "Save as a file" }
                    span.inline {
                        label { "I play " select name="me" {
                            @for (seat, name) in names.enumerate() { option value=(seat) { (name) } }
                            option value="all" { "all seats" }
                        } }
                        button.tool name="do" value="play" data-plain { "Play on from it" }
                    }
                }
            }
        }
    }
}

/// Says which rule a position breaks, with the seats as the board names them.
fn rule(error: &InputError) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("the position: ").unwrap_or(&text);
    let text = text.strip_prefix("found broken invariant: ").unwrap_or(text);
    let mut parts = text.strip_suffix("; allowed: a valid position").unwrap_or(text).split("players[");
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(']').map(|(seat, rest)| (seat.parse::<usize>(), rest)) {
            Some((Ok(seat), rest)) => {
                let rest = rest.strip_prefix('.').map_or(rest.to_owned(), |rest| format!(", {rest}"));
                said += &format!("seat {}{rest}", from_one(seat));
            }
            _ => said += &format!("players[{part}"),
        }
    }
    said
}

/// Names the seats by their numbers: nobody sits there.
fn seat_names(session: &Session) -> Vec<String> {
    (0..session.names().len()).map(|seat| format!("Seat {}", from_one(seat))).collect()
}

/// Draws the board of a position; its reader has set it up, and may see and change everything in it.
pub(crate) fn board(session: &Session) -> Markup {
    let Some(shown) = session.open() else { return html! {} };
    let setting = Setting { names: seat_names(session), ..Setting::of(session) };
    let draw = Draw {
        setting: &setting,
        shown: &shown,
        to_act: Draft::to_act(session),
        offers: &[],
        hint: None,
        asked: Asked { edits: true, ..Asked::default() },
    };
    html! { div class={ "board " (setting.game) } { (boards::board(&draw)) } }
}

/// Draws the ways of the lobby that begin with no table: training, positions, and text that is pasted.
pub(crate) fn ways(has_designs: bool) -> Markup {
    html! {
        section.new {
            h2 { "Study" }
            @if has_designs { p { a.tool href="design" { "Design" } " " span.note { "change the rules of a game, and ask whether they are fairer" } } }
            p { a.tool href="train" { "Train on your mistakes" } " " a.tool href="mistakes" { "See them all" } " " span.note { "from all reviewed games" } }
            form method="get" action="position" {
                div.row {
                    label { "A position of " select name="game" { @for name in game_names() { option value=(name) { (words::title(name)) } } } }
                    label { "for " select name="players" { @for number in numbers() { option value=(number) selected[number == 4] { (number) } } } " players" }
                    button.tool { "Set it up" }
                }
            }
            form method="post" action="paste" enctype="multipart/form-data" {
                label { "Paste a record or a position " textarea name="record" rows="3" spellcheck="false" required {} }
                div.row { button.tool { "Open what is pasted" } }
            }
        }
    }
}

/// Lists the numbers of players that games can have.
fn numbers() -> Vec<usize> {
    let ranges = game_names().iter().filter_map(|name| Some(find(name).ok()?.info().players));
    let mut numbers: Vec<usize> = ranges.flatten().collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
