//! The conversation with a player: the table, numbered moves, and what can be asked for besides.

use std::io::{BufRead, Write};

use crate::game::{Seat, counted, from_one, printable};
use crate::report::wrapped;
use crate::sitting::{Advisor, LegalAction, Session, SessionJournal, Thought};
use anyhow::Context;

/// The preset that gives hints.
const HINTS: &str = "ismcts";
const HELP: &str = "A number plays a move; t shows the table, l what happened, h gives a hint,\n\
                    u takes your last move back, q quits and keeps the game.\n";
/// The number of candidates that a hint lists.
const CANDIDATES: usize = 5;
/// The number of moves in a line of the list, if they are short.
const LOG: usize = 30;

/// A game with a player at the terminal.
pub(super) struct Talk {
    session: Session,
    journal: SessionJournal,
    seat: Seat,
    /// The number of decisions that the player has been told of.
    told: usize,
}

impl Talk {
    pub(super) fn new(session: Session, journal: SessionJournal, seat: Seat) -> Self {
        let told = session.log(Some(seat)).len();
        Self { session, journal, seat, told }
    }

    /// Returns the game as it stands.
    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    /// Plays until the game is over, the player quits, or nothing more comes.
    pub(super) fn converse(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
        write!(out, "{HELP}")?;
        let mut shows_table = true;
        loop {
            self.let_others_play(out)?;
            if self.session.to_act().is_none() {
                return self.end(out);
            }
            if shows_table {
                self.show_table(out)?;
            }
            let offers = self.session.offers();
            self.ask(&offers, out)?;
            let mut line = String::new();
            let read = input.read_line(&mut line).context("cannot read the answer")?;
            if read == 0 {
                return Ok(());
            }
            shows_table = self.answer(line.trim(), &offers, out)?.unwrap_or(false);
            if matches!(line.trim(), "q" | "quit") {
                return Ok(());
            }
        }
    }

    /// Meets what the player typed; returns whether the table is to be shown again.
    fn answer(
        &mut self,
        line: &str,
        offers: &[LegalAction],
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<bool>> {
        match line {
            "" | "q" | "quit" => {}
            "t" | "table" => return Ok(Some(true)),
            "?" | "help" => write!(out, "{HELP}")?,
            "l" | "log" => self.show_log(out)?,
            "h" | "hint" => {
                writeln!(out, "Searching …")?;
                out.flush()?;
                show_hint(&Advisor::new(&self.session, HINTS)?.hint()?, self.session.names(), out)?;
            }
            "u" | "undo" => match self.session.before_last_of(self.seat) {
                Some(back) => {
                    self.session.go_to(back)?;
                    self.journal.went(back)?;
                    self.told = self.session.log(Some(self.seat)).len();
                    writeln!(out, "Your last move is taken back.")?;
                    return Ok(Some(true));
                }
                None => writeln!(out, "There is no move to take back.")?,
            },
            text => {
                // A number, or the action in notation.
                let by_number =
                    text.parse::<usize>().ok().and_then(|number| offers.get(number.checked_sub(1)?));
                let chosen = by_number.or_else(|| offers.iter().find(|offer| offer.action == text));
                match chosen {
                    Some(offer) => {
                        self.play(&offer.action.clone())?;
                        return Ok(Some(true));
                    }
                    None => writeln!(
                        out,
                        "{:?} is no move here: type a number from 1 to {}, or ? for help.",
                        printable(text),
                        offers.len()
                    )?,
                }
            }
        }
        Ok(None)
    }

    fn play(&mut self, action: &str) -> anyhow::Result<()> {
        self.session.play(action)?;
        Ok(self.journal.played(action)?)
    }

    /// Plays for the bots, and what is forced, until the player has a choice.
    fn let_others_play(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
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
            self.tell(out)?;
        }
        self.tell(out)
    }

    /// Tells the player what happened since it was last told.
    fn tell(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        let log = self.session.log(Some(self.seat));
        for entry in &log[self.told.min(log.len())..] {
            writeln!(out, "  {}", entry.line)?;
        }
        self.told = log.len();
        out.flush().context("cannot print what happened")
    }

    fn show_table(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shown = self.session.shown(self.seat);
        let table = self.session.game().show(shown.position())?;
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

    fn show_log(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let log = self.session.log(Some(self.seat));
        for (index, entry) in log.iter().enumerate().skip(log.len().saturating_sub(LOG)) {
            writeln!(out, "{:4}  {}", index + 1, entry.line)?;
        }
        Ok(())
    }

    fn ask(&self, offers: &[LegalAction], out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "{}", self.session.prompt())?;
        for (index, offer) in offers.iter().enumerate() {
            writeln!(out, "{:3}  {}", index + 1, offer.order)?;
        }
        write!(out, "> ")?;
        out.flush().context("cannot print the moves")
    }

    fn end(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (scores, names) = (self.session.scores(), self.session.names());
        let mut seats: Vec<Seat> = Seat::all(names.len()).collect();
        seats.sort_by_key(|&seat| scores.rank[seat]);
        let places = seats.into_iter().map(|seat| {
            let points = counted(scores.points[seat], "point");
            format!("{}. {} with {points}", scores.rank[seat], names[seat.index()])
        });
        write!(out, "{}", wrapped("The game is over: ", places, ", ")).context("cannot print the result")
    }
}

/// Prints what a search found.
fn show_hint(hint: &Thought, names: &[String], out: &mut dyn Write) -> anyhow::Result<()> {
    let own = hint.seat.index();
    write!(out, "{}", wrapped("  ", hint.sentence().split(' '), ""))?;
    if !hint.reason.is_empty() {
        write!(out, "{}", wrapped("  ", hint.reason.split(' '), ""))?;
    }
    for candidate in hint.candidates.iter().take(CANDIDATES) {
        let win =
            candidate.wins.get(own).map_or(String::new(), |win| format!(", win share {:.0} %", win * 100.0));
        let lost = candidate.lost.map_or(String::new(), |lost| format!(", loses {} points", lost.text()));
        writeln!(out, "  {}: {:.0} % of the tries{win}{lost}", candidate.order, candidate.share * 100.0)?;
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
