//! The rules of a game on one page, in words made from the rules data, with parts of the board as pictures.

use maud::{Markup, html};
use tradewinds_arena::find;
use tradewinds_game::{Explanation, Seat, Variant};
use tradewinds_sitting::{Session, Sitter, SittingSpec, words};

use super::explain::list;
use super::shell::shell;
use crate::boards::{self, Draw};
use crate::form::Fields;
use crate::picture::Setting;

/// Draws the rules of a game with the variant and the number of players that are chosen in the lobby; `None` if there is
/// no such game.
pub(crate) fn rules_of_game(game: &str, fields: &Fields) -> Option<String> {
    let info = find(game).ok()?.info();
    let usual = 4.clamp(*info.players.start(), *info.players.end());
    let players = fields.number("players").filter(|players| info.players.contains(players)).unwrap_or(usual);
    let is_of_game = fields.get("game") == game;
    let variant = Variant::shipped(fields.get("variant"), game, info.shipped_variants).ok();
    let bot = || Sitter::Bot { preset: "random".to_owned() };
    let seats = (0..players).map(|_| bot()).collect();
    let spec = SittingSpec::new(game, variant.filter(|_| is_of_game), seats, 1).ok()?;
    Some(page(&spec, "../"))
}

/// Draws the rules that a table is played by.
pub(crate) fn rules_of_table(spec: &SittingSpec) -> String {
    page(spec, "")
}

fn page(spec: &SittingSpec, up: &str) -> String {
    // The first position of a game is the picture.
    let bots = vec![Sitter::Bot { preset: "random".to_owned() }; spec.players()];
    let example = SittingSpec {
        seats: bots,
        seed: 1,
        initial: None,
        chance_seed: None,
        completed: None,
        ..spec.clone()
    };
    let title = words::title(&spec.game);
    let body = match Session::new(example) {
        Ok(session) => rules(&session),
        Err(error) => html! { p.refusal { (error) } },
    };
    let back = if up.is_empty() { ("./", "Back to the table") } else { ("../", "Back to the lobby") };
    let page = html! {
        main.rules {
            header.top { h1 { (title) small { " the rules" @if let Some(variant) = &spec.variant { ", " (variant.name) } } } a.tool href=(back.0) { (back.1) } }
            @if let Some(variant) = spec.variant.as_ref().filter(|variant| !variant.about.is_empty()) { p.note { (variant.about) } }
            (body)
        }
    };
    shell(&format!("{title} · The rules · Tradewinds"), up, &page)
}

fn rules(session: &Session) -> Markup {
    let setting = Setting::of(session);
    let explained: &Explanation = &setting.explained;
    // What is hidden from players is hidden in the pictures, too.
    let shown = session.shown(Seat::new(0));
    let draw = Draw::still(&setting, &shown, None);
    let panels = boards::panels(&draw);
    html! {
        @for chapter in &explained.chapters {
            section.chapter {
                h2 { (chapter.title) }
                @for paragraph in &chapter.text { p { (paragraph) } }
                @for picture in chapter.pictures {
                    @if let Some(panel) = panels.iter().find(|panel| panel.is(picture)) {
                        div class={ "board " (setting.game) } inert { (panel.to_markup()) }
                    }
                }
            }
        }
        @if !explained.things.is_empty() { section.chapter { h2 { "What each thing does" } (list(explained)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_arena::NAMES;

    /// What no number or sentence shows is said under the heading.
    #[test]
    fn each_shipped_variant_changes_its_page() {
        for name in NAMES {
            let info = find(name).unwrap().info();
            let page = |variant: &str| {
                let fields = Fields::of(&[("game", name), ("variant", variant)]);
                rules_of_game(name, &fields).unwrap()
            };
            let standard = page("");
            assert!(!info.shipped_variants.is_empty());
            for (variant, text) in info.shipped_variants {
                let about = Variant::parse(variant, text, name).unwrap().about;
                let about = html! { p.note { (about) } }.into_string();
                assert!(page(variant).contains(&about) && !standard.contains(&about), "{name}, {variant}");
            }
        }
    }
}
