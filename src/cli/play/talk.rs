//! The conversation with a player: the table, numbered moves, and what can be asked for besides.

use std::io::{BufRead, Write};

use crate::game::{Seat, Sheet, counted, from_one, printable};
use crate::report::wrapped;
use crate::sitting::{Advisor, LegalAction, Session, SessionJournal, Thought, words};
use anyhow::Context;

use super::super::score_sheet;
use super::screenful::{Asked, Screen, changed};

/// The preset that gives hints.
const HINTS: &str = "ismcts";
const HELP: &str = "A number plays a move; t shows the table, l what happened, h gives a hint,\n\
                    u takes your last move back, Enter asks again, q quits and keeps the game.\n";
/// The number of candidates that a hint lists.
const CANDIDATES: usize = 5;

/// A game with a player at the terminal.
pub(super) struct Talk {
    session: Session,
    journal: SessionJournal,
    seat: Seat,
    screen: Screen,
    has_asked: bool,
    /// The number of decisions that the player has been told of.
    told: usize,
    /// The table as it was when the player was last asked.
    table: Option<String>,
}

/// What follows an answer.
enum Next {
    /// The decision is shown, with the moves from this one on.
    Ask(usize),
    /// The decision still stands above.
    Wait,
    Quit,
}

impl Talk {
    pub(super) fn new(session: Session, journal: SessionJournal, seat: Seat) -> Self {
        let told = session.log(Some(seat)).len();
        Self { session, journal, seat, screen: Screen::of_terminal(), has_asked: false, told, table: None }
    }

    /// Returns the game as it stands.
    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Plays until the game is over, the player quits, or nothing more comes.
    pub(super) fn converse(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
        write!(out, "{HELP}")?;
        let mut next = Next::Ask(0);
        let mut shown = 0;
        loop {
            self.let_others_play()?;
            if self.session.to_act().is_none() {
                let news = self.news();
                write!(out, "{}", self.screen.latest(&news))?;
                return self.end(out);
            }
            let offers = self.session.offers();
            match next {
                Next::Ask(from) => shown = self.ask(&offers, from, out)?,
                Next::Wait => {}
                Next::Quit => return Ok(()),
            }
            write!(out, "> ")?;
            out.flush().context("cannot print the moves")?;
            let mut line = String::new();
            if input.read_line(&mut line).context("cannot read the answer")? == 0 {
                return Ok(());
            }
            next = self.answer(line.trim(), &offers, shown, out)?;
        }
    }

    /// Meets what the player typed, where the moves up to `shown` were listed.
    fn answer(
        &mut self,
        line: &str,
        offers: &[LegalAction],
        shown: usize,
        out: &mut dyn Write,
    ) -> anyhow::Result<Next> {
        match line {
            "" => return Ok(Next::Ask(0)),
            "q" | "quit" => return Ok(Next::Quit),
            "+" => return Ok(Next::Ask(if shown < offers.len() { shown } else { 0 })),
            "t" | "table" => {
                self.show_table(out)?;
                return Ok(Next::Ask(0));
            }
            "?" | "help" => write!(out, "{HELP}")?,
            "l" | "log" => self.show_log(out)?,
            "h" | "hint" => {
                writeln!(out, "Searching …")?;
                out.flush()?;
                let hint = Advisor::new(&self.session, HINTS)?.hint()?;
                show_hint(&hint, offers, self.session.names(), out)?;
            }
            "u" | "undo" => match self.session.before_last_of(self.seat) {
                Some(back) => {
                    self.session.go_to(back)?;
                    self.journal.went(back)?;
                    self.told = self.session.log(Some(self.seat)).len();
                    self.table = None;
                    writeln!(out, "Your last move is taken back.")?;
                    return Ok(Next::Ask(0));
                }
                None => writeln!(out, "There is no move to take back.")?,
            },
            text => {
                // A number, or the action in notation.
                let by_number =
                    text.parse::<usize>().ok().and_then(|number| offers.get(number.checked_sub(1)?));
                let chosen = by_number.or_else(|| offers.iter().find(|offer| offer.action == text));
                if let Some(offer) = chosen {
                    self.play(&offer.action)?;
                    return Ok(Next::Ask(0));
                }
                let found = format!("{:?}", printable(text));
                let allowed =
                    format!("is no move here: type a number from 1 to {}, or ? for help.", offers.len());
                write!(out, "{}", wrapped("", [found, allowed], " "))?;
            }
        }
        Ok(Next::Wait)
    }

    fn play(&mut self, action: &str) -> anyhow::Result<()> {
        self.session.play(action)?;
        Ok(self.journal.played(action)?)
    }

    /// Plays for the bots, and what is forced, until the player has a choice.
    fn let_others_play(&mut self) -> anyhow::Result<()> {
        while let Some(seat) = self.session.to_act() {
            let action = if let Some(action) = self.session.unasked() {
                action
            } else if seat == self.seat {
                break;
            } else {
                let bot = self.session.spec().seats[seat.index()].name().to_owned();
                Advisor::new(&self.session, &bot)?.choose()?.action
            };
            self.play(&action)?;
        }
        Ok(())
    }

    /// Lists what happened since the player was last told.
    fn news(&mut self) -> Vec<String> {
        let log = self.session.log(Some(self.seat));
        let told = self.session.told_from(self.told, Some(self.seat));
        self.told = log.len();
        told.into_iter().map(|act| format!("  {}", act.text)).collect()
    }

    /// Writes the table as the player sees it.
    fn table(&self) -> anyhow::Result<String> {
        let shown = self.session.shown(self.seat);
        Ok(self.session.game().show(shown.position())?)
    }

    fn show_table(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let table = self.table()?;
        // The table numbers the seats; what happens is told by names.
        let seats = self
            .session
            .names()
            .iter()
            .enumerate()
            .map(|(seat, name)| format!("seat {} is {name}", from_one(seat)));
        write!(out, "\n{}\n{table}\n", wrapped("At the table: ", seats, ", "))
            .context("cannot print the table")
    }

    /// Shows the last decisions, as many as the screen has lines.
    fn show_log(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut text: Vec<String> = Vec::new();
        for act in self.session.told(Some(self.seat)).iter().rev() {
            let entry = wrapped(&format!("{:4}  ", act.first), act.text.split(' '), " ");
            if text.len() + entry.lines().count() > self.screen.answer() {
                break;
            }
            text.splice(0..0, entry.lines().map(str::to_owned));
        }
        text.iter().try_for_each(|line| writeln!(out, "{line}")).context("cannot print what happened")
    }

    /// Shows what happened and the moves from one on; returns the number of moves up to the last one that is shown.
    fn ask(&mut self, offers: &[LegalAction], from: usize, out: &mut dyn Write) -> anyhow::Result<usize> {
        let table = self.table()?;
        let changed = self.table.as_ref().map_or_else(Vec::new, |before| changed(before, &table));
        let asked = Asked {
            happened: self.news(),
            changed,
            standing: self.standing(),
            prompt: self.session.prompt(),
            orders: offers.iter().map(|offer| offer.order.as_str()).collect(),
            from,
        };
        self.table = Some(table);
        // The help stands above the first decision.
        let help = if self.has_asked { 0 } else { HELP.lines().count() };
        self.has_asked = true;
        let (text, shown) = self.screen.without(help).lay_out(&asked);
        write!(out, "{text}").context("cannot print the moves")?;
        Ok(shown)
    }

    /// Says in one line how everybody stands: the points that are sure, and those that may still change.
    fn standing(&self) -> String {
        let game = self.session.game();
        let of_seat = |(name, sheet): (&String, Sheet)| match sheet.total() - sheet.sure_total() {
            0 => format!("{name}: {}", sheet.sure_total()),
            open => format!("{name}: {} + {open}", sheet.sure_total()),
        };
        let points: Vec<String> = self.session.names().iter().zip(game.sheets()).map(of_seat).collect();
        format!("{} {} · points: {}", words::round(self.session.info().name), game.round(), points.join(", "))
    }

    fn end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (scores, names) = (self.session.scores(), self.session.names());
        let mut seats: Vec<Seat> = Seat::all(names.len()).collect();
        seats.sort_by_key(|&seat| scores.rank[seat]);
        let places = seats.into_iter().map(|seat| {
            let points = counted(scores.points[seat], "point");
            format!("{}. {} with {points}", scores.rank[seat], names[seat.index()])
        });
        write!(out, "{}", wrapped("The game is over: ", places, ", "))?;
        let ending = self.session.game().ending();
        write!(out, "{ending}\n\n{}", score_sheet::text(self.session.game(), names))
            .context("cannot print the result")
    }
}

/// Prints what a search found, the moves with their numbers.
fn show_hint(
    hint: &Thought,
    offers: &[LegalAction],
    names: &[String],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let own = hint.seat.index();
    write!(out, "{}", wrapped("  ", hint.sentence().split(' '), ""))?;
    if !hint.reason.is_empty() {
        write!(out, "{}", wrapped("  ", hint.reason.split(' '), ""))?;
    }
    for candidate in hint.candidates.iter().take(CANDIDATES) {
        let win = candidate
            .wins
            .get(own)
            .map_or(", not looked at closely".to_owned(), |win| format!(", win share {:.0} %", win * 100.0));
        let lost = candidate
            .lost
            .map_or(String::new(), |lost| format!(", loses {} points of win share", lost.text()));
        let number = offers.iter().position(|offer| offer.action == candidate.action).map_or(0, from_one);
        let text = format!("{}: {:.0} % of the tries{win}{lost}", candidate.order, candidate.share * 100.0);
        write!(out, "{}", wrapped(&format!("{number:3}  "), text.split(' '), " "))?;
    }
    if let Some(best) = hint.candidates.first().filter(|best| !best.wins.is_empty()) {
        let share = |(name, win): (&String, &f64)| format!("{name} {:.0} %", win * 100.0);
        let shares = names.iter().zip(&best.wins).map(share);
        write!(out, "{}", wrapped("  Win shares after it: ", shares, ", "))?;
    }
    if !hint.line.is_empty() {
        write!(out, "{}", wrapped("  Expected: ", hint.line.iter().cloned(), "; "))?;
    }
    Ok(())
}
