//! Boards: a file for each game, drawn from what a reader may see and from nothing else. The list in this file is the
//! one place of the crate that names the games.

mod age_of_discovery;
mod figures;
mod francis_drake;
pub(crate) mod icons;
mod mundus_novus;
mod pieces;
mod plain;
mod points;
mod puerto_rico;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use maud::{Markup, Render as _, html};
use tradewinds_game::kit::Word;
use tradewinds_game::{Joint, from_one, parse_json, plural};
use tradewinds_sitting::{LegalAction, Shown, Thought};

use crate::picture::Setting;
use icons::icon;
use pieces::piece;

/// What a board is drawn from.
pub(crate) struct Draw<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) shown: &'a Shown,
    pub(crate) to_act: Option<usize>,
    /// The legal actions, if the reader decides.
    pub(crate) offers: &'a [LegalAction],
    /// A hint, if the reader has asked for one.
    pub(crate) hint: Option<&'a Thought>,
    pub(crate) asked: Asked<'a>,
}

/// What the reader is asked for, beside the legal actions; empty for a reader who does not decide.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked<'a> {
    /// Actions that are not legal now, with the reason.
    pub(crate) barred: &'a [(String, String)],
    /// What the reader pays now for actions, legal or not; what it gets is negative.
    pub(crate) prices: &'a [(String, i64)],
    /// The run of decisions that is made as one.
    pub(crate) joint: Option<&'a Joint>,
    /// Whether the reader sets the position up: every thing then has its mark (`position/field.rs`).
    pub(crate) edits: bool,
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

    /// Returns whether the panel has a class.
    pub(crate) fn is(&self, class: &str) -> bool {
        self.class.split(' ').any(|own| own == class)
    }

    /// Returns the class by which the style places it.
    pub(crate) fn class(&self) -> &str {
        &self.class
    }

    pub(crate) fn to_markup(&self) -> Markup {
        html! { section class={ "panel " (self.class) } { h2 { (self.title) } (self.body) } }
    }
}

/// A board that is being drawn, with the types of its game.
pub(crate) struct Board<'a, G, P> {
    draw: &'a Draw<'a>,
    game: &'a G,
    /// The position as the reader may see it.
    position: P,
}

impl<'a, G, P> Deref for Board<'a, G, P> {
    type Target = Draw<'a>;

    fn deref(&self) -> &Draw<'a> {
        self.draw
    }
}

/// The signs of a board, with their meaning: the names of icons, or of pieces with `p-` before them.
type Signs = &'static [(&'static str, &'static str)];

/// Lists the boards: each is a module with `panels` and `SIGNS`, a game's type and that of its position files.
macro_rules! boards {
    ($($board:ident: $game:ty, $position:ty;)*) => {
        /// Draws the parts of a board.
        pub(crate) fn panels(draw: &Draw<'_>) -> Vec<Panel> {
            $(if let Some(game) = draw.setting.rules.downcast_ref::<$game>() {
                let position: $position = parse_json("position", draw.shown.position())
                    .expect("a view is a position file of its game");
                return $board::panels(&Board { draw, game, position });
            })*
            plain::panels(draw)
        }

        fn signs_of(setting: &Setting) -> Signs {
            $(if setting.rules.is::<$game>() {
                return &$board::SIGNS;
            })*
            &[]
        }
    };
}

boards! {
    puerto_rico: tradewinds_puerto_rico::PuertoRico, tradewinds_puerto_rico::PositionFile;
    mundus_novus: tradewinds_mundus_novus::MundusNovus, tradewinds_mundus_novus::PositionFile;
    age_of_discovery: tradewinds_age_of_discovery::AgeOfDiscovery, tradewinds_age_of_discovery::PositionFile;
    francis_drake: tradewinds_francis_drake::FrancisDrake, tradewinds_francis_drake::PositionFile;
}

/// Draws a board.
pub(crate) fn board(draw: &Draw<'_>) -> Markup {
    html! { @for panel in panels(draw) { (panel.to_markup()) } }
}

/// Explains the signs of a game's board, for readers who cannot point at them.
pub(crate) fn signs(setting: &Setting) -> Markup {
    html! {
        @let signs = signs_of(setting);
        @if !signs.is_empty() { details.signs { summary { "What the signs mean" }
            ul.plain { @for (name, meaning) in signs { li { (sign(name)) " " (meaning) } } }
        } }
    }
}

fn sign(name: &str) -> Markup {
    match name.strip_prefix("p-") {
        Some(shape) => piece(shape).render(),
        None => icon(name),
    }
}

/// Draws the sign of a seat: its colour and its number.
pub(crate) fn badge(seat: usize) -> Markup {
    html! { span class={ "badge seat" (seat) } aria-hidden="true" { (from_one(seat)) } }
}

impl<'a> Draw<'a> {
    /// A board that is looked at: nothing is asked of its reader.
    pub(crate) fn still(setting: &'a Setting, shown: &'a Shown, to_act: Option<usize>) -> Self {
        Self { setting, shown, to_act, offers: &[], hint: None, asked: Asked::default() }
    }
}

impl Draw<'_> {
    /// Returns the name of a seat.
    fn name(&self, seat: usize) -> &str {
        self.setting.names.get(seat).map_or("", String::as_str)
    }

    /// Draws something that may be an action: a button if the action is legal now.
    fn act(&self, action: &str, class: &str, content: &Markup) -> Markup {
        self.act_first(&[action], class, content)
    }

    /// Draws something that is an action only at some decisions, whatever else its words mean at others.
    fn act_when(&self, may: bool, action: &str, class: &str, content: &Markup) -> Markup {
        if may {
            self.act(action, class, content)
        } else {
            html! { div class=(class) { (content) } }
        }
    }

    /// Draws something that may be one of several actions: a button for the first one that is legal now. What is not
    /// legal says why.
    fn act_first(&self, actions: &[&str], class: &str, content: &Markup) -> Markup {
        if let Some(spot) = actions.iter().find_map(|action| self.spot(action)) {
            return html! { div class={ (class) " spot" } data-spot=(spot) { (content) (self.chip(spot)) } };
        }
        let offer =
            actions.iter().find_map(|action| self.offers.iter().find(|offer| offer.action == *action));
        if let Some(offer) = offer {
            return html! {
                button class={ (class) " can" } name="a" value=(offer.action) title=(offer.order) {
                    (content) span.sr { ": " (offer.order) } (self.chip(&offer.action))
                }
            };
        }
        let barred = |action: &&str| self.asked.barred.iter().find(|(barred, _)| barred == action);
        match actions.iter().find_map(barred) {
            Some((_, why)) => html! {
                button type="button" class={ (class) " cannot" } aria-disabled="true" title=(why) data-why=(why) {
                    (content) span.sr { ": " (why) }
                }
            },
            // Tests look for things of this decision that do not say why they cannot be chosen.
            None => {
                html! { div class=(class) data-for=[actions.first().filter(|_| cfg!(test))] { (content) } }
            }
        }
    }

    /// Returns whether the decision at hand names an action: it is legal, or there is a reason why it is not.
    fn is_named(&self, action: &str) -> bool {
        self.offers.iter().any(|offer| offer.action == action)
            || self.asked.barred.iter().any(|(barred, _)| barred == action)
    }

    /// Returns what the reader pays now for an action of the decision at hand; what it gets is negative.
    fn price_of(&self, action: &str) -> Option<i64> {
        self.asked.prices.iter().find(|(priced, _)| priced == action).map(|(_, price)| *price)
    }

    /// Returns the mark (`data-spot`) of a place for pieces, if the reader can put some there now.
    fn spot<'k>(&self, key: &'k str) -> Option<&'k str> {
        let mut spots = self.asked.joint?.piles.iter().flat_map(|pile| &pile.spots);
        spots.any(|spot| spot.key == key).then_some(key)
    }

    /// Returns the mark of a thing where a position is set up: the fields that belong to the thing, and what a click does.
    fn mark(&self, fields: fmt::Arguments<'_>) -> Option<String> {
        self.asked.edits.then(|| fields.to_string())
    }

    /// Draws a thing in a frame that has its mark where a position is set up.
    fn marked(&self, fields: fmt::Arguments<'_>, thing: &Markup) -> Markup {
        html! { @match self.mark(fields) { Some(mark) => span.marked data-mark=(mark) { (thing) }, None => (thing) } }
    }

    /// Draws a hint's opinion of an action.
    fn chip(&self, action: &str) -> Markup {
        if self.asked.joint.is_some()
            && let Some(whole) = self.hint.and_then(|hint| hint.whole.as_ref())
        {
            let count = whole.pieces.get(action).copied().unwrap_or(0);
            return html! { @if count > 0 { span.chip.best { "hint" @if count > 1 { " ×" (count) } } } };
        }
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
        html! { (self.marked(format_args!("/players/{seat}"), &html! { (badge(seat)) " " (self.name(seat)) }))
        @if self.shown.reader().is_some_and(|reader| reader.index() == seat) { small { " you" } }
        " " (points::points(self.shown, seat)) " " (extra) }
    }

    /// Returns the class of a seat's panel.
    fn seat_class(&self, seat: usize) -> String {
        let acts = if self.to_act == Some(seat) { " acts" } else { "" };
        let own = if self.shown.reader().is_some_and(|reader| reader.index() == seat) { " own" } else { "" };
        format!("player seat{seat}{acts}{own}")
    }

    /// Lists the seats, the reader's own first.
    fn seats(&self) -> Vec<usize> {
        let players = self.setting.names.len();
        let first = self.shown.reader().map_or(0, tradewinds_game::Seat::index);
        (0..players).map(|distance| (first + distance) % players).collect()
    }
}

/// Returns the count of a key, which is left out where it is 0.
fn count<K: Ord>(counts: &BTreeMap<K, u32>, key: K) -> u32 {
    counts.get(&key).copied().unwrap_or(0)
}

/// Lists counts by their words in the order of the alphabet.
fn by_word<'a, K: Word + 'a>(counts: impl IntoIterator<Item = (&'a K, &'a u32)>) -> Vec<(K, u32)> {
    let mut counts: Vec<_> = counts.into_iter().map(|(&key, &count)| (key, count)).collect();
    counts.sort_unstable_by_key(|(key, _)| key.word());
    counts
}

/// Returns the noun after a number that is drawn by itself.
fn noun(number: impl Into<i64>, single: &str) -> String {
    if number.into() == 1 { single.to_owned() } else { plural(single) }
}

/// Draws a number with the piece of what it counts; the pieces move when the number changes.
fn heap_of(shape: &str, class: &str, label: &str, at: &str, value: u32) -> Markup {
    html! { span.stat title=(label) { (piece(shape).of(class).lies(shape, at).times(value)) b { (value) } span.sr { " " (label) } } }
}

/// Draws a number with the icon of what it counts.
fn stat(name: &str, label: &str, value: impl std::fmt::Display) -> Markup {
    html! { span.stat title=(label) { (icon(name)) b { (value) } span.sr { " " (label) } } }
}
