//! The pipes to and from a program; neither ever makes the bot wait longer than it wants to.

#[cfg(unix)]
mod poll;
#[cfg(any(not(unix), test))]
mod threads;

#[cfg(unix)]
pub(super) use poll::Pipes;
#[cfg(not(unix))]
pub(super) use threads::Pipes;

/// An event at the pipes of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// Nothing relevant.
    Nothing,
    /// All requests are in the pipe.
    Sent,
    /// The program wrote this.
    Read(Vec<u8>),
    /// The program no longer reads.
    Deaf,
    /// No process writes any more: the program has closed its output, and so has everything that it started.
    Mute,
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use super::Event;

    /// Both kinds of pipes, on the program `cat`.
    macro_rules! talk_to_cat {
        ($name:ident, $pipes:ty) => {
            #[test]
            fn $name() {
                let mut child =
                    Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
                let (stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
                let mut pipes = <$pipes>::new(stdin, stdout).unwrap();
                assert_eq!(pipes.next(true, Duration::ZERO).unwrap(), Event::Nothing);
                // More than a pipe holds, so that both sides have to take turns.
                let text = "0123456789\n".repeat(100_000);
                pipes.send(&text);
                let (mut sent, mut read) = (false, Vec::new());
                while !sent || read.len() < text.len() {
                    match pipes.next(true, Duration::from_secs(60)).unwrap() {
                        Event::Sent => sent = true,
                        Event::Read(piece) => read.extend(piece),
                        Event::Nothing => {}
                        event => panic!("{event:?}"),
                    }
                }
                assert!(read == text.as_bytes());
                pipes.close();
                while pipes.next(true, Duration::from_secs(60)).unwrap() != Event::Mute {}
                assert!(child.wait().unwrap().success());
            }
        };
    }

    talk_to_cat!(pipes_that_are_polled_carry_all, super::poll::Pipes);
    talk_to_cat!(pipes_with_threads_carry_all, super::threads::Pipes);
}
