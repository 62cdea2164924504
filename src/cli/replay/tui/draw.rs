//! The screen: the move, the table, the estimate beside or below it, the keys.

use crate::game::counted;
use crate::sitting::{Thought, words};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};

use super::leaf::{Estimate, Leaf};

/// The width from which the estimate stands beside the table, which has up to 80 columns.
const BESIDE: u16 = 112;
/// The height of the estimate below the table.
const BELOW: u16 = 9;
/// The number of candidates that are listed.
const CANDIDATES: usize = 6;
/// The width of the bar of a win share.
const BAR: usize = 10;
const KEYS: &str =
    "\u{2190} \u{2192} move   PgUp PgDn ten moves   Home End   \u{2191} \u{2193} scroll   q quit";

/// Draws the place that is open.
pub(super) fn draw(leaf: &Leaf, frame: &mut Frame<'_>) {
    let area = frame.area();
    let [head, middle, keys] =
        Layout::vertical([Constraint::Length(3), Constraint::Min(3), Constraint::Length(1)]).areas(area);
    let [table, estimate] = if area.width >= BESIDE {
        Layout::horizontal([Constraint::Min(82), Constraint::Length(area.width - 82)]).areas(middle)
    } else {
        Layout::vertical([Constraint::Min(3), Constraint::Length(BELOW.min(middle.height / 2))]).areas(middle)
    };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let place =
        format!("{}, move {} of {}", words::title(leaf.session().info().name), leaf.at(), leaf.last());
    let title = vec![Line::styled(place, bold), Line::from(leaf.happened())];
    frame.render_widget(Paragraph::new(title).wrap(Wrap { trim: true }), head);
    let text = Paragraph::new(leaf.table()).scroll((leaf.scroll(), 0));
    frame.render_widget(text.block(Block::new().borders(Borders::TOP)), table);
    show_estimate(leaf, frame, estimate);
    frame.render_widget(Paragraph::new(Line::styled(KEYS, Style::new().add_modifier(Modifier::DIM))), keys);
}

fn show_estimate(leaf: &Leaf, frame: &mut Frame<'_>, area: Rect) {
    let lines = match (leaf.standing(), leaf.estimates.get(&leaf.at())) {
        (Some(standing), _) => std::iter::once(Line::from("The game is over:"))
            .chain(standing.into_iter().map(Line::from))
            .collect(),
        (None, Some(Estimate::Found(thought))) => found(leaf, thought),
        (None, Some(Estimate::None(why))) => vec![Line::from(format!("No estimate: {why}"))],
        (None, Some(Estimate::Asked) | None) => vec![Line::from("Searching \u{2026}")],
    };
    let block = Block::new().borders(Borders::TOP).title("Estimate");
    frame.render_widget(Paragraph::new(lines).block(block).wrap(Wrap { trim: false }), area);
}

/// Lists the win shares of the seats, and the candidates of the one that decides.
fn found(leaf: &Leaf, thought: &Thought) -> Vec<Line<'static>> {
    let names = leaf.session().names();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = Vec::new();
    let wins = thought.candidates.first().map_or(&[][..], |best| &best.wins);
    for (seat, (name, win)) in names.iter().zip(wins).enumerate() {
        let full = (win * BAR as f64).round().clamp(0.0, BAR as f64) as usize;
        let bar = format!("{}{}", "\u{2588}".repeat(full), "\u{2591}".repeat(BAR - full));
        let style = if seat == thought.seat.index() { bold } else { Style::new() };
        lines.push(Line::from(vec![
            Span::raw(format!("{bar} {:3.0} % ", win * 100.0)),
            Span::styled(name.clone(), style),
        ]));
    }
    let decides = names.get(thought.seat.index()).map_or("", String::as_str);
    lines.push(Line::from(format!(
        "{decides} decides; {} of {}:",
        counted(thought.visits, "try"),
        thought.bot
    )));
    for candidate in thought.candidates.iter().take(CANDIDATES) {
        lines.push(Line::from(format!("{:3.0} % {}", candidate.share * 100.0, candidate.order)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use crate::arena::NAMES;
    use crate::sitting::{Advisor, Session, Sitter, SittingSpec};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;

    /// A game of two bots, with a few moves played.
    fn leaf(game: &str, moves: usize) -> Leaf {
        let bot = || Sitter::Bot { preset: "random".to_owned() };
        let seats = vec![bot(), bot(), bot()];
        let mut session = Session::new(SittingSpec::new(game, None, seats, 5).unwrap()).unwrap();
        for _ in 0..moves {
            let Some(_) = session.to_act() else { break };
            let action = session.offers().swap_remove(0).action;
            session.play(&action).unwrap();
        }
        Leaf::new(session).unwrap()
    }

    fn screen(leaf: &Leaf, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(leaf, frame)).unwrap();
        terminal.backend().to_string()
    }

    fn press(leaf: &mut Leaf, code: KeyCode) -> bool {
        leaf.press(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn keys_leaf_through_the_record_and_stop_at_its_ends() {
        let mut leaf = leaf(NAMES[0], 12);
        assert_eq!((leaf.at(), leaf.last()), (0, 12));
        assert!(screen(&leaf, 120, 50).contains("The beginning of the game"));
        for (code, at) in [
            (KeyCode::Right, 1),
            (KeyCode::Char(' '), 2),
            (KeyCode::PageDown, 12),
            (KeyCode::Right, 12),
            (KeyCode::Left, 11),
            (KeyCode::PageUp, 1),
            (KeyCode::Home, 0),
            (KeyCode::Left, 0),
            (KeyCode::End, 12),
            (KeyCode::Char('x'), 12),
        ] {
            assert!(press(&mut leaf, code));
            assert_eq!(leaf.at(), at, "{code:?}");
            assert!(screen(&leaf, 120, 50).contains(&format!("move {at} of 12")), "{code:?}");
        }
        assert!(!press(&mut leaf, KeyCode::Char('q')) && !press(&mut leaf, KeyCode::Esc));
        assert!(!leaf.press(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    }

    #[test]
    fn every_game_is_shown_with_its_moves_in_words() {
        for name in NAMES {
            let mut leaf = leaf(name, 5);
            press(&mut leaf, KeyCode::End);
            let wanted = leaf.happened();
            let text = screen(&leaf, 140, 60);
            let start: String = wanted.chars().take(40).collect();
            assert!(text.contains(start.trim_end()), "{name}: {wanted} in {text}");
            let table = leaf.table().lines().find(|line| line.trim().len() > 10).unwrap();
            assert!(text.contains(table.trim_end()), "{name}: {table} in {text}");
            assert!(text.contains("Searching"), "{text}");
        }
    }

    #[test]
    fn an_estimate_stands_beside_a_wide_table_and_below_a_narrow_one() {
        let mut leaf = leaf(NAMES[0], 3);
        let thought = Advisor::new(leaf.session(), "ismcts@60").unwrap().hint().unwrap();
        let order = thought.candidates[0].order.clone();
        leaf.estimates.insert(0, Estimate::Found(Box::new(thought)));
        for (width, height) in [(130, 50), (80, 50)] {
            let text = screen(&leaf, width, height);
            assert!(text.contains(&order) && text.contains("tries of ismcts@60:"), "{text}");
            assert!(text.contains('\u{2588}') && text.contains(" % random"), "{text}");
            let line = text.lines().find(|line| line.contains("Estimate")).unwrap();
            assert_eq!(line.find("Estimate").unwrap() > 80, width == 130, "{text}");
        }
        leaf.estimates.insert(0, Estimate::None("not here".to_owned()));
        assert!(screen(&leaf, 130, 50).contains("No estimate: not here"));
        // A window that is far too small is no reason to fail.
        for size in [1, 2, 5, 12] {
            screen(&leaf, size, size);
        }
    }

    #[test]
    fn the_end_has_the_standing_and_a_long_table_scrolls() {
        let mut leaf = leaf(NAMES[0], usize::MAX);
        press(&mut leaf, KeyCode::End);
        let text = screen(&leaf, 130, 50);
        assert!(text.contains("The game is over:") && text.contains("1. random"), "{text}");
        let first = leaf.table().lines().next().unwrap().to_owned();
        assert!(text.contains(&first));
        press(&mut leaf, KeyCode::Down);
        assert!(!screen(&leaf, 130, 50).contains(&first));
        press(&mut leaf, KeyCode::Up);
        assert!(screen(&leaf, 130, 50).contains(&first));
        for _ in 0..500 {
            press(&mut leaf, KeyCode::Down);
        }
        assert!(usize::from(leaf.scroll()) < leaf.table().lines().count());
    }
}
