//! Estimates by a search, on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::sitting::{Advisor, Thought};

use super::leaf::{Estimate, Leaf};

/// The preset that searches.
const BOT: &str = "ismcts";

/// A thread that searches the positions that it is asked about.
pub(super) struct Estimates {
    questions: Sender<(usize, Advisor)>,
    answers: Receiver<(usize, Result<Thought, String>)>,
}

impl Estimates {
    /// Starts the thread; it ends when this is dropped.
    pub(super) fn start() -> Self {
        let (questions, asked) = channel::<(usize, Advisor)>();
        let (found, answers) = channel();
        thread::spawn(move || {
            while let Ok(question) = asked.recv() {
                // Whoever leafs quickly wants the last position first; what was passed by is asked again on return.
                let (passed, question) =
                    asked.try_iter().fold((Vec::new(), question), |(mut passed, last), next| {
                        passed.push(last.0);
                        (passed, next)
                    });
                let given_up = passed.into_iter().map(|place| (place, Err(String::new())));
                let (place, advisor) = question;
                let answer = advisor.hint().map_err(|error| error.to_string());
                for answer in given_up.chain([(place, answer)]) {
                    if found.send(answer).is_err() {
                        return;
                    }
                }
            }
        });
        Self { questions, answers }
    }

    /// Asks about the open position, if nothing is known of it.
    pub(super) fn ask(&self, leaf: &mut Leaf) {
        let place = leaf.at();
        if leaf.session().to_act().is_none() || leaf.estimates.contains_key(&place) {
            return;
        }
        let estimate = match Advisor::new(leaf.session(), BOT) {
            Ok(advisor) => match self.questions.send((place, advisor)) {
                Ok(()) => Estimate::Asked,
                Err(_) => Estimate::None("the search has ended".to_owned()),
            },
            Err(error) => Estimate::None(error.to_string()),
        };
        leaf.estimates.insert(place, estimate);
    }

    /// Takes what was found since.
    pub(super) fn take(&self, leaf: &mut Leaf) {
        for (place, answer) in self.answers.try_iter() {
            match answer {
                Ok(thought) => leaf.estimates.insert(place, Estimate::Found(Box::new(thought))),
                Err(why) if why.is_empty() => leaf.estimates.remove(&place),
                Err(why) => leaf.estimates.insert(place, Estimate::None(why)),
            };
        }
    }
}
