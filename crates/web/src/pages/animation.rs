//! A game as a picture that moves: an SVG file without a script, which pages and README files show like any picture.
//!
//! Each part of the board is drawn once for each of its states, one over the other, and the style says at which frames
//! which of them is seen. Where movement is not wanted (`prefers-reduced-motion`), the last frame stands still.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};
use tradewinds_game::Seat;
use tradewinds_sitting::{NodeId, Session};

use super::assets::Assets;
use crate::boards::{self, Draw, icons};
use crate::picture::Setting;

/// The size of a moving picture, and how much of a game it shows.
#[derive(Clone, Copy, Debug)]
pub struct MovingPicture {
    /// The width in CSS pixels.
    pub width: u32,
    /// The height in CSS pixels; what of the board lies lower is not seen.
    pub height: u32,
    /// The maximum number of positions, at least 1: the first one, the last one, and others evenly between them.
    pub frames: usize,
    /// The time of a position in seconds, above 0; the last one stays three times as long.
    pub seconds: f64,
}

impl MovingPicture {
    /// Draws a session up to its current position, as a seat saw it, or as everybody may see it; `None` where
    /// something is still hidden from somebody who watches.
    #[must_use]
    pub fn draw(self, session: &Session, seat: Option<Seat>) -> Option<String> {
        let setting = Setting::of(session);
        let log = session.log(seat);
        let chosen = evenly(log.len(), self.frames);
        let positions: Vec<NodeId> =
            chosen.iter().map(|&at| at.checked_sub(1).map_or(0, |last| log[last].node)).collect();
        let (mut places, mut frame) = (Vec::<Place>::new(), 0);
        session.shown_along(&positions, seat, |shown| {
            let panels = boards::panels(&Draw::still(&setting, &shown, None));
            for (place, panel) in panels.into_iter().enumerate() {
                if places.len() == place {
                    places.push(Place::new(format!("panel {}", panel.class())));
                }
                places[place].add(panel.to_markup(), frame);
            }
            frame += 1;
        })?;
        let mut captions = Place::new("");
        for (frame, &at) in chosen.iter().enumerate() {
            let text = at.checked_sub(1).map_or("The beginning of the game", |last| log[last].line);
            captions.add(html! { p.happened { (text) } }, frame);
        }
        Some(self.file(&setting, frame, &captions, &places))
    }

    fn file(self, setting: &Setting, frames: usize, captions: &Place, places: &[Place]) -> String {
        let Self { width, height, seconds, .. } = self;
        let mut times = Times { frames, seconds, known: Vec::new() };
        let captions = captions.to_markup(&mut times);
        let panels: Vec<Markup> = places.iter().map(|place| place.to_markup(&mut times)).collect();
        // The window of a picture is as wide as it is shown, its board always the same.
        let style = Assets::STYLE
            .replace("@media (max-width:", "@media (max-width: 0) and (max-width:")
            .replace(".board > .panel", ".board .panel");
        let title = format!("{}: {}", setting.title, setting.names.join(", "));
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
                width=(width) height=(height) role="img" {
                title { (title) }
                style { (style) (STACKS) (times.rules()) }
                foreignObject width="100%" height="100%" {
                    div.picture xmlns="http://www.w3.org/1999/xhtml" {
                        (PreEscaped(in_xml(icons::sheet())))
                        header.top { h1 { (setting.title) small { " " (setting.names.join(", ")) } } }
                        (captions)
                        div class={ "board " (setting.game) } { @for panel in &panels { (panel) } }
                    }
                }
            }
        }
        .into_string()
    }
}

/// Where states lie over one another, and what a page says of its body.
const STACKS: &str = r#"
.picture { height: 100%; overflow: hidden; padding: .6rem .9rem; background: var(--paper); color: var(--ink);
  font: 15px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.moving, .moving > div { display: grid; grid-template-columns: minmax(0, 1fr); }
.moving > div { grid-area: 1 / 1; visibility: hidden; }
.board > .moving.panel.panel { padding: 0; border: 0; background: none; box-shadow: none; }
"#;

/// A place of the picture, with the states that are seen there.
struct Place {
    /// By which the style places it.
    class: String,
    /// What is drawn, and the frames at which it is seen, ascending.
    states: Vec<(String, Vec<usize>)>,
}

impl Place {
    fn new(class: impl Into<String>) -> Self {
        Self { class: class.into(), states: Vec::new() }
    }

    /// Adds what is seen at the next frame.
    fn add(&mut self, state: Markup, frame: usize) {
        let state = in_xml(state);
        match self.states.iter_mut().find(|(known, _)| *known == state) {
            Some((_, seen)) => seen.push(frame),
            None => self.states.push((state, vec![frame])),
        }
    }

    fn to_markup(&self, times: &mut Times) -> Markup {
        html! {
            div class={ "moving " (self.class) } {
                @for (state, seen) in &self.states { div class=(times.class(seen)) { (PreEscaped(state)) } }
            }
        }
    }
}

/// The style by which states are seen at their frames.
struct Times {
    frames: usize,
    seconds: f64,
    /// The frames of each class.
    known: Vec<Vec<usize>>,
}

impl Times {
    /// Returns the class of what is seen at some frames.
    fn class(&mut self, seen: &[usize]) -> String {
        let at = self.known.iter().position(|known| known == seen).unwrap_or_else(|| {
            self.known.push(seen.to_vec());
            self.known.len() - 1
        });
        format!("f{at}")
    }

    fn rules(&self) -> String {
        let (mut still, mut moving) = (String::new(), String::new());
        // The last frame stays for the time of two more.
        let total = self.frames + 2;
        let duration = self.seconds * total as f64;
        for (at, seen) in self.known.iter().enumerate() {
            if seen.last() == Some(&(self.frames - 1)) {
                writeln!(still, ".moving > .f{at} {{ visibility: visible; }}").expect(IN_MEMORY);
            }
            let mut steps = String::new();
            for frame in 0..self.frames {
                let is_seen = seen.contains(&frame);
                if frame == 0 || is_seen != seen.contains(&(frame - 1)) {
                    let percent = 100.0 * frame as f64 / total as f64;
                    let state = if is_seen { "visible" } else { "hidden" };
                    write!(steps, " {percent:.3}% {{ visibility: {state}; }}").expect(IN_MEMORY);
                }
            }
            writeln!(
                moving,
                "@keyframes f{at} {{{steps} }} .moving > .f{at} {{ animation: f{at} {duration}s step-end infinite; }}"
            )
            .expect(IN_MEMORY);
        }
        format!("{still}@media (prefers-reduced-motion: no-preference) {{\n{moving}}}\n")
    }
}

/// Why writing a text cannot fail.
const IN_MEMORY: &str = "a text in memory takes all that is written";

/// Returns a part of a page as a part of an XML file, where a drawing names its kind.
fn in_xml(part: Markup) -> String {
    part.into_string().replace("<svg", r#"<svg xmlns="http://www.w3.org/2000/svg""#)
}

/// Returns up to `frames` numbers from 0 to `last`, evenly, with both ends.
fn evenly(last: usize, frames: usize) -> Vec<usize> {
    match frames.saturating_sub(1).min(last) {
        0 => vec![last],
        steps => (0..=steps).map(|step| step * last / steps).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tradewinds_arena::NAMES;
    use tradewinds_game::{Dice as _, Seed};
    use tradewinds_sitting::{Sitter, SittingSpec};

    /// Plays a random game to its end.
    fn session(game: &str) -> Session {
        let seats = (0..4).map(|_| Sitter::Here { name: "A & <B>".to_owned() }).collect();
        let mut session = Session::new(SittingSpec::new(game, None, seats, 5).unwrap()).unwrap();
        let mut rng = Seed(5).rng();
        while session.to_act().is_some() {
            let legal = session.game().legal();
            session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        session
    }

    #[test]
    fn every_frame_has_one_state_of_every_part() {
        for game in NAMES {
            let picture = MovingPicture { width: 1280, height: 900, frames: 12, seconds: 0.5 };
            let text = picture.draw(&session(game), None).unwrap();
            let file = roxmltree::Document::parse(&text).unwrap();
            let style =
                file.descendants().find(|node| node.tag_name().name() == "style").unwrap().text().unwrap();
            let stacks = file.descendants().filter(|node| {
                node.attribute("class").is_some_and(|class| class.split(' ').any(|own| own == "moving"))
            });
            let mut count = 0;
            for stack in stacks {
                let classes = stack.children().map(|state| state.attribute("class").unwrap().to_owned());
                let (mut seen, mut last) = ([0; 12], 0);
                for class in classes {
                    let keys = style.split(&format!("@keyframes {class} {{")).nth(1).unwrap();
                    let keys = keys.split(" .moving").next().unwrap();
                    let is_seen = |frame: usize| {
                        let at = 100.0 * frame as f64 / 14.0;
                        let past = keys.split("% {").zip(keys.split("% {").skip(1)).filter(|(start, _)| {
                            start.rsplit(' ').next().unwrap().parse::<f64>().unwrap() <= at + 0.001
                        });
                        past.last().unwrap().1.contains("visible")
                    };
                    (0..12).for_each(|frame| seen[frame] += u32::from(is_seen(frame)));
                    last +=
                        u32::from(style.contains(&format!("\n.moving > .{class} {{ visibility: visible")));
                }
                assert_eq!((seen, last), ([1; 12], 1), "{game}: {:?}", stack.attribute("class"));
                count += 1;
            }
            assert!(count > 5, "{game}: {count} parts");
        }
    }

    #[test]
    fn frames_lie_evenly_between_the_ends() {
        assert_eq!(evenly(10, 3), [0, 5, 10]);
        assert_eq!(evenly(2, 30), [0, 1, 2]);
        assert_eq!(evenly(10, 1), [10]);
        assert_eq!(evenly(0, 5), [0]);
    }
}
