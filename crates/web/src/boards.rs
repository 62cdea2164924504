//! Boards: a file for each game, drawn from what a reader may see and from nothing else.

mod age_of_discovery;
mod francis_drake;
pub(crate) mod icons;
mod mundus_novus;
mod plain;
mod puerto_rico;
#[cfg(test)]
mod tests;

use maud::{Markup, html};
use serde_json::Value;
use tradewinds_game::from_one;
use tradewinds_table::{Offer, Shown, Thought};

use crate::picture::Setting;
use icons::icon;

/// What a board is drawn from.
pub(crate) struct Draw<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) shown: &'a Shown,
    pub(crate) to_act: Option<usize>,
    /// The legal actions, if the reader decides.
    pub(crate) offers: &'a [Offer],
    /// A hint, if the reader has asked for one.
    pub(crate) hint: Option<&'a Thought>,
}

/// A part of a board that changes as one.
pub(crate) struct Panel {
    /// Its class, by which the style places it.
    class: String,
    title: Markup,
    body: Markup,
}

impl Panel {
    fn new(class: impl Into<String>, title: Markup, body: Markup) -> Self {
        Self { class: class.into(), title, body }
    }

    pub(crate) fn to_markup(&self) -> Markup {
        html! { section class={ "panel " (self.class) } { h2 { (self.title) } (self.body) } }
    }
}

/// Draws the parts of a board.
pub(crate) fn panels(draw: &Draw<'_>) -> Vec<Panel> {
    match draw.setting.game.as_str() {
        "puerto-rico" => puerto_rico::panels(draw),
        "mundus-novus" => mundus_novus::panels(draw),
        "age-of-discovery" => age_of_discovery::panels(draw),
        "francis-drake" => francis_drake::panels(draw),
        _ => plain::panels(draw),
    }
}

/// Draws a board.
pub(crate) fn board(draw: &Draw<'_>) -> Markup {
    html! { @for panel in panels(draw) { (panel.to_markup()) } }
}

/// Explains the signs of a game's board, for readers who cannot point at them.
pub(crate) fn signs(game: &str) -> Markup {
    let signs: &[(&str, &str)] = match game {
        "puerto-rico" => &puerto_rico::SIGNS,
        "mundus-novus" => &mundus_novus::SIGNS,
        "age-of-discovery" => &age_of_discovery::SIGNS,
        "francis-drake" => &francis_drake::SIGNS,
        _ => &[],
    };
    html! {
        @if !signs.is_empty() { details.signs { summary { "What the signs mean" }
            ul.plain { @for (name, meaning) in signs { li { (icon(name)) " " (meaning) } } }
        } }
    }
}

/// Draws the sign of a seat: its colour and its number.
pub(crate) fn badge(seat: usize) -> Markup {
    html! { span class={ "badge seat" (seat) } aria-hidden="true" { (from_one(seat)) } }
}

impl Draw<'_> {
    /// Returns the position.
    fn position(&self) -> &Value {
        self.shown.position()
    }

    /// Returns the players of the position.
    fn players(&self) -> &[Value] {
        list(&self.position()["players"])
    }

    /// Returns the name of a seat.
    fn name(&self, seat: usize) -> &str {
        self.setting.names.get(seat).map_or("", String::as_str)
    }

    /// Returns a number of the game.
    fn number(&self, path: &[&str]) -> u64 {
        let numbers = self.setting.numbers.as_ref();
        numbers.map_or(0, |numbers| numbers.number(path)).try_into().unwrap_or(0)
    }

    /// Returns a text of the game's numbers.
    fn text(&self, path: &[&str]) -> &str {
        self.setting.numbers.as_ref().map_or("", |numbers| numbers.text(path))
    }

    /// Draws something that may be an action: a button if the action is legal now.
    fn act(&self, action: &str, class: &str, content: &Markup) -> Markup {
        self.act_first(&[action], class, content)
    }

    /// Draws something that may be one of several actions: a button for the first one that is legal now.
    fn act_first(&self, actions: &[&str], class: &str, content: &Markup) -> Markup {
        let offer =
            actions.iter().find_map(|action| self.offers.iter().find(|offer| offer.action == *action));
        match offer {
            Some(offer) => html! {
                button class={ (class) " can" } name="a" value=(offer.action) title=(offer.order) {
                    (content) span.sr { ": " (offer.order) } (self.chip(&offer.action))
                }
            },
            None => html! { div class=(class) { (content) } },
        }
    }

    /// Draws a hint's opinion of an action.
    fn chip(&self, action: &str) -> Markup {
        let candidates = self.hint.map_or(&[][..], |hint| &hint.candidates);
        let best = candidates.first().map(|best| best.action.as_str());
        html! {
            @if let Some(candidate) = candidates.iter().find(|candidate| candidate.action == action) {
                span class={ "chip" @if best == Some(action) { " best" } } { (format!("{:.0}", candidate.share * 100.0)) "%" }
            }
        }
    }

    /// Draws the heading of a seat's panel.
    fn seat_title(&self, seat: usize, extra: &Markup) -> Markup {
        html! { (badge(seat)) " " (self.name(seat))
        @if self.shown.reader().is_some_and(|reader| reader.index() == seat) { small { " you" } }
        " " (extra) }
    }

    /// Returns the class of a seat's panel.
    fn seat_class(&self, seat: usize) -> String {
        let acts = if self.to_act == Some(seat) { " acts" } else { "" };
        let own = if self.shown.reader().is_some_and(|reader| reader.index() == seat) { " own" } else { "" };
        format!("player seat{seat}{acts}{own}")
    }

    /// Lists the seats, the reader's own first.
    fn seats(&self) -> Vec<usize> {
        let players = self.players().len();
        let first = self.shown.reader().map_or(0, tradewinds_game::Seat::index);
        (0..players).map(|distance| (first + distance) % players).collect()
    }
}

/// Returns a list; an empty one for anything else.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns a whole number; 0 for anything else.
fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

/// Returns a text; an empty one for anything else.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

/// Lists the entries of counts.
fn counts(value: &Value) -> Vec<(&str, u64)> {
    let entries = value.as_object().into_iter().flatten();
    entries.map(|(name, count)| (name.as_str(), number(count))).filter(|(_, count)| *count > 0).collect()
}

/// Adds counts.
fn total(value: &Value) -> u64 {
    counts(value).iter().map(|(_, count)| count).sum()
}

/// Writes the first letter as a capital, and underscores as spaces.
fn capital(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Writes each word with a capital.
fn capital_words(name: &str) -> String {
    name.split(['_', ' ']).map(capital).collect::<Vec<_>>().join(" ")
}

/// Draws a number with the icon of what it counts.
fn stat(name: &str, label: &str, value: impl std::fmt::Display) -> Markup {
    html! { span.stat title=(label) { (icon(name)) b { (value) } span.sr { " " (label) } } }
}
