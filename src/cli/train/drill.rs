//! The questions and answers of a training.

use std::collections::VecDeque;
use std::io::{BufRead, Write};

use crate::game::{counted, from_one, printable};
use crate::report::wrapped;
use crate::review::{Deck, Solution};
use crate::sitting::words;
use anyhow::Context;

use super::Puzzle;

const HELP: &str = "A number plays a move. t shows the table, o gives up and shows the answer, s leaves the puzzle for\n\
                    later, q quits. Wrong answers are asked again.\n";

/// What follows from a line that was typed.
enum Next {
    /// The same question again.
    Again,
    /// The next puzzle; whether this one is asked once more today.
    Go {
        again: bool,
    },
    Quit,
}

/// A training: puzzles that are asked, and the file that keeps the answers.
pub(super) struct Drill<'a> {
    deck: &'a mut Deck,
    day: u64,
    asked: usize,
    right: usize,
}

impl<'a> Drill<'a> {
    pub(super) fn new(deck: &'a mut Deck, day: u64) -> Self {
        Self { deck, day, asked: 0, right: 0 }
    }

    /// Asks the puzzles until all are answered rightly, the player quits, or nothing more comes.
    pub(super) fn run(
        &mut self,
        puzzles: Vec<&Puzzle>,
        input: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        writeln!(out, "{} to solve. What would you do now?\n{HELP}", counted(puzzles.len(), "puzzle"))?;
        let mut waiting: VecDeque<&Puzzle> = puzzles.into();
        'all: while let Some(puzzle) = waiting.pop_front() {
            show(puzzle, out)?;
            loop {
                ask(puzzle, out)?;
                let mut line = String::new();
                if input.read_line(&mut line).context("cannot read the answer")? == 0 {
                    break 'all;
                }
                match self.answer(puzzle, line.trim(), out)? {
                    Next::Again => {}
                    Next::Quit => break 'all,
                    Next::Go { again } => {
                        if again {
                            waiting.push_back(puzzle);
                        }
                        break;
                    }
                }
            }
        }
        writeln!(out, "{} right of {}.", self.right, counted(self.asked, "answer"))
            .context("cannot print the result")
    }

    fn answer(&mut self, puzzle: &Puzzle, line: &str, out: &mut dyn Write) -> anyhow::Result<Next> {
        let judged = &puzzle.reviewed.judged;
        match line {
            "" => return Ok(Next::Again),
            "q" | "quit" => return Ok(Next::Quit),
            "?" | "help" => {
                write!(out, "{HELP}")?;
                return Ok(Next::Again);
            }
            "t" | "table" => {
                show(puzzle, out)?;
                return Ok(Next::Again);
            }
            "s" | "skip" => return Ok(Next::Go { again: false }),
            "o" | "open" => {
                self.note(puzzle, false)?;
                let best = &judged.candidates[judged.reference].order;
                writeln!(out, "{best} is the best choice that was found.")?;
                explain(puzzle, out)?;
                return Ok(Next::Go { again: true });
            }
            _ => {}
        }
        let legal = puzzle.reviewer.game(puzzle.place).legal();
        let by_number = line.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?));
        let Some(action) = by_number.or_else(|| legal.iter().find(|action| *action == line)) else {
            let most = legal.len();
            writeln!(
                out,
                "{:?} is no move here: type a number from 1 to {most}, or ? for help.",
                printable(line)
            )?;
            return Ok(Next::Again);
        };
        let found = Solution::of(judged, action);
        self.note(puzzle, found.is_right())?;
        write!(out, "{}", wrapped("", found.sentence(judged).split(' '), ""))?;
        explain(puzzle, out)?;
        Ok(Next::Go { again: !found.is_right() })
    }

    fn note(&mut self, puzzle: &Puzzle, right: bool) -> anyhow::Result<()> {
        self.asked += 1;
        self.right += usize::from(right);
        self.deck.answer(&puzzle.key, self.day, right)?;
        Ok(())
    }
}

/// Shows the table as the seat that decides saw it.
fn show(puzzle: &Puzzle, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = puzzle.reviewer.game(puzzle.place);
    let judged = &puzzle.reviewed.judged;
    let table = game.show(&game.view(puzzle.seat()))?;
    let names = puzzle.reviewer.names();
    let seats = names.iter().enumerate().map(|(seat, name)| format!("seat {} is {name}", from_one(seat)));
    write!(out, "\n{}\n{table}\n", wrapped("At the table: ", seats, ", "))?;
    writeln!(
        out,
        "{}, decision {}, {} {}: {} decides.",
        puzzle.source,
        judged.decision,
        words::round(game.table().info().name).to_lowercase(),
        judged.round,
        names[judged.seat]
    )
    .context("cannot print the table")
}

fn ask(puzzle: &Puzzle, out: &mut dyn Write) -> anyhow::Result<()> {
    let (game, names) = (puzzle.reviewer.game(puzzle.place), puzzle.reviewer.names());
    writeln!(out, "{}", game.prompt(names))?;
    for (index, phrase) in game.phrases(names).iter().enumerate() {
        writeln!(out, "{:3}  {}", from_one(index), phrase.order())?;
    }
    write!(out, "> ")?;
    out.flush().context("cannot print the question")
}

/// Shows what the review found about the choices, after an answer.
fn explain(puzzle: &Puzzle, out: &mut dyn Write) -> anyhow::Result<()> {
    let judged = &puzzle.reviewed.judged;
    for (index, candidate) in judged.candidates.iter().enumerate() {
        let loss = judged.loss_of(index);
        let loss = match (index == judged.reference, loss) {
            (true, _) => "best".to_owned(),
            (false, Some(loss)) => format!("costs {}", judged.told(&loss)),
            (false, None) => continue,
        };
        let made = if index == judged.made { ", made in the game" } else { "" };
        writeln!(out, "  {}: {loss}{made}", candidate.order)?;
    }
    writeln!(out).context("cannot print the answer")
}
