//! The form of a position, made from the position itself: every field a number, a choice or a list; then the board.

use maud::{Markup, html};
use serde_json::Value;
use tradewinds_arena::{find, game_names};
use tradewinds_game::{InputError, from_one};
use tradewinds_sitting::{Advisor, Session, Thought, words};

use super::shell::shell;
use super::thoughts::thought;
use crate::boards::{self, Asked, Draw};
use crate::picture::Setting;
use crate::position::{Draft, Vocabulary, escaped, field_of, general};

/// The page on which a position is set up.
pub(crate) struct PositionPage {
    draft: Draft,
    back: String,
    vocabulary: Vocabulary,
    session: Result<Session, InputError>,
    refusal: Option<String>,
    found: Option<Thought>,
}

impl PositionPage {
    pub(crate) fn new(draft: Draft, back: &str, refusal: Option<String>) -> Self {
        let (vocabulary, session) = (draft.vocabulary(), draft.session());
        Self { draft, back: back.to_owned(), vocabulary, session, refusal, found: None }
    }

    /// Searches the position for the seat that decides.
    pub(crate) fn search(&mut self) {
        let Ok(session) = &self.session else { return };
        if session.to_act().is_none() {
            self.refusal = Some("The game is over in this position: there is nothing to search.".to_owned());
            return;
        }
        let named = self.draft.named_session();
        match named.and_then(|session| Advisor::new(&session, "ismcts")).and_then(|advisor| advisor.hint()) {
            Ok(found) => self.found = Some(found),
            Err(error) => self.refusal = Some(error.to_string()),
        }
    }

    /// Draws the whole page.
    pub(crate) fn page(&self) -> String {
        let title = format!("{} · Position · Tradewinds", self.draft.title());
        shell(&title, "", &html! { main.position { (self.inner()) } })
    }

    fn inner(&self) -> Markup {
        html! {
            header.top { h1 { (self.draft.title()) small { " set up a position" } } }
            nav.tools aria-label="Position" { a.tool href=(self.back) { "Back" } a.tool href="#fields" { "To the fields" } }
            @if let Some(why) = &self.refusal { p.refusal role="alert" { (why) } }
            @match &self.session {
                Ok(session) => p role="status" { "The game takes this position" @if session.to_act().is_none() { "; it is over" } "." },
                Err(error) => p.refusal #wrong role="alert" { "The game does not take this position: " (error) },
            }
            @if let (Some(found), Ok(session)) = (&self.found, &self.session) {
                (thought(found, &seat_names(session), "What the search found"))
            }
            form method="post" action="position" {
                (self.buttons())
                @if let Ok(session) = &self.session {
                    @if self.is_completed(session) { p.note { "What is unknown in the position is drawn at random on the board." } }
                    (board(session))
                }
                h2 #fields { "Fields" }
                p.note { "Change what you like, add with the lists, take out with ×, and press Check. Seats and places in the fields count from 0, as in position files." }
                @if let Value::Object(fields) = &self.draft.position {
                    @for (key, value) in fields.iter().filter(|(key, _)| *key != "game") {
                        (self.field(&format!("/{}", escaped(key)), &key.replace('_', " "), value, 0))
                    }
                }
                details { summary { "As text" }
                    label { "The position file " textarea name="base" rows="16" spellcheck="false" { (self.draft.text()) } }
                    button.tool name="do" value="text" { "Take the text" }
                }
                input type="hidden" name="game" value=(self.draft.game);
                @if let Some(rules) = self.draft.variant.as_ref().and_then(|rules| serde_json::to_string(rules).ok()) {
                    input type="hidden" name="rules" value=(rules);
                }
                @for place in self.vocabulary.places() {
                    datalist id={ "d:" (place) } { @for text in self.vocabulary.texts(place) { option value=(text) {} } }
                }
            }
        }
    }

    /// Returns whether something in the position is unknown, so that the board shows more than it says.
    fn is_completed(&self, session: &Session) -> bool {
        session.open().is_some_and(|shown| *shown.position() != self.draft.position)
    }

    fn buttons(&self) -> Markup {
        let names = (0..self.draft.players()).map(|seat| format!("seat {}", from_one(seat)));
        html! {
            div.tools {
                // The first button is that of the Enter key.
                button.tool name="do" value="check" { "Check" }
                @if self.session.is_ok() {
                    button.tool name="do" value="search" { "Search it" }
                    button.tool name="do" value="save" { "Save as a file" }
                    span.inline {
                        label { "I play " select name="me" {
                            @for (seat, name) in names.enumerate() { option value=(seat) { (name) } }
                            option value="all" { "all seats" }
                        } }
                        button.tool name="do" value="play" { "Play on from it" }
                    }
                }
            }
        }
    }

    /// Draws a field and what is below it.
    fn field(&self, at: &str, name: &str, value: &Value, depth: usize) -> Markup {
        let inner = match value {
            Value::Object(_) | Value::Array(_) => self.inside(at, value, depth),
            scalar => return self.scalar(at, name, scalar),
        };
        // Long lists are folded.
        let is_long = value.as_array().is_some_and(|list| list.len() > 8);
        if depth == 0 {
            html! { details.fields open[!is_long] { summary { (name) } (inner) } }
        } else {
            html! { fieldset.fields { legend { (name) } (inner) } }
        }
    }

    fn inside(&self, at: &str, value: &Value, depth: usize) -> Markup {
        let place = general(at);
        match value {
            Value::Object(fields) => {
                let optional = self.vocabulary.optional(&place);
                let missing: Vec<&&str> = optional.iter().filter(|key| !fields.contains_key(**key)).collect();
                html! {
                    @for (key, value) in fields {
                        @let below = format!("{at}/{}", escaped(key));
                        div.entry { (self.field(&below, &key.replace('_', " "), value, depth + 1))
                            @if optional.contains(key.as_str()) { (without(&below, key)) } }
                    }
                    @if !missing.is_empty() {
                        span.inline {
                            select name={ "new:" (at) } aria-label={ "Something to add to " (field_of(at)) } {
                                @for key in &missing { option value=(key) { (key.replace('_', " ")) } }
                            }
                            button.tool name="do" value={ "add:" (at) } { "Add" span.sr { " it to " (field_of(at)) } }
                        }
                    }
                }
            }
            Value::Array(list) => {
                let is_open = self.vocabulary.is_open(&place);
                let texts = self.vocabulary.texts(&format!("{place}/*"));
                html! {
                    @for (index, value) in list.iter().enumerate() {
                        @let below = format!("{at}/{index}");
                        @let name = if at == "/players" { format!("Seat {}", from_one(index)) } else { index.to_string() };
                        div.entry { (self.field(&below, &name, value, depth + 1))
                            @if is_open { (without(&below, &index.to_string())) } }
                    }
                    @if is_open {
                        span.inline {
                            @if !texts.is_empty() {
                                select name={ "new:" (at) } aria-label={ "Something to add to " (field_of(at)) } {
                                    @for text in &texts { option value=(text) { (text) } }
                                }
                            }
                            button.tool name="do" value={ "add:" (at) } { "Add" span.sr { " one to " (field_of(at)) } }
                        }
                    }
                }
            }
            _ => html! {},
        }
    }

    fn scalar(&self, at: &str, name: &str, value: &Value) -> Markup {
        let is_wrong = self.session.as_ref().err().is_some_and(|error| error.field() == field_of(at));
        let invalid = is_wrong.then_some("true");
        let field = format!("v:{at}");
        html! {
            label.value { (name) " "
                @match value {
                    Value::Number(number) => {
                        input type="number" name=(field) value=(number) aria-invalid=[invalid];
                    }
                    Value::Bool(is_so) => {
                        select name=(field) aria-invalid=[invalid] {
                            option value="true" selected[*is_so] { "yes" }
                            option value="false" selected[!*is_so] { "no" }
                        }
                    }
                    Value::String(text) => {
                        input type="text" name=(field) value=(text) list={ "d:" (general(at)) } aria-invalid=[invalid];
                    }
                    _ => { input type="text" name=(field) value="" placeholder="nothing" aria-invalid=[invalid]; }
                }
            }
        }
    }
}

/// Draws the button that takes a key or an element out.
fn without(at: &str, name: &str) -> Markup {
    html! { button.tool.out name="do" value={ "drop:" (at) } aria-label={ "Take " (name.replace('_', " ")) " out of " (field_of(at)) } { "×" } }
}

/// Names the seats by their numbers: nobody sits there.
fn seat_names(session: &Session) -> Vec<String> {
    (0..session.names().len()).map(|seat| format!("Seat {}", from_one(seat))).collect()
}

/// Draws the board of a position; everything in it may be seen by who set it up.
fn board(session: &Session) -> Markup {
    let Some(shown) = session.open() else { return html! {} };
    let setting = Setting { names: seat_names(session), ..Setting::of(session) };
    let draw = Draw {
        setting: &setting,
        shown: &shown,
        to_act: Draft::to_act(session),
        offers: &[],
        hint: None,
        asked: Asked::default(),
    };
    html! { div class={ "board " (setting.game) } { (boards::board(&draw)) } }
}

/// Draws the ways of the lobby that begin with no table: training, positions, and text that is pasted.
pub(crate) fn ways() -> Markup {
    html! {
        section.new {
            h2 { "Study" }
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
