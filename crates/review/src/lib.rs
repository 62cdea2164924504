//! The review of a recorded game: every decision against the best choice, what chance did, and who paid for whose
//! moves. A library result first, plain data with a version; the terminal and the page only draw it.
//!
//! | | |
//! |---|---|
//! | [`Reviewer`], [`ReviewSettings`] | the work: a record, judged decision by decision |
//! | [`Passage`], [`LuckEvent`] | one decision with what chance did after it |
//! | [`Judged`], [`Candidate`], [`Loss`] | the decision, judged with the knowledge of the seat that made it |
//! | [`Review`], [`SeatReview`], [`Account`] | the result |
//! | [`Judgement`], [`limits`] | what is flagged, and as what |
//! | [`Mistakes`], [`Chosen`] | one player's errors over many reviews |
//! | [`Solution`], [`Deck`] | flagged decisions as puzzles, asked again until they are solved |
//! | [`page()`], [`course`], [`decision`], [`tables`] | the result as a page, and its parts for other pages |
//!
//! A decision is judged by its seat's view alone. The best choice is found by the search and pilot playouts;
//! its loss is measured with other luck, by win share, or by points where no candidate changes the win share.
//! Luck is measured by what all seats know together
//! ([`Game::shuffle_unseen`](tradewinds_game::Game::shuffle_unseen)) where an action turned something up, and
//! is 0 elsewhere. The rest of a result is other play than expected.

mod account;
mod accuracy;
mod deck;
mod journal;
mod judge;
mod judged;
mod luck;
mod mistakes;
mod moment;
mod page;
mod puzzle;
mod review;
mod reviewer;
mod settings;
mod text;
mod verdict;

pub use account::{Account, AccountStep};
pub use deck::{Deck, DeckError, Progressed, today};
pub use journal::JournalFault;
pub use judged::{Candidate, Judged, Loss, LuckEvent, Passage, PlayoutMean};
pub use mistakes::{
    Chosen, GameMistakes, KindMistakes, Mistakes, OpeningResult, OverGames, WorstDecision, mistakes_page,
    mistakes_sections,
};
pub use page::{course, decision, page, tables};
pub use puzzle::Solution;
pub use review::{KindReview, Review, Reviewed, SeatReview};
pub use reviewer::{Judging, ReviewError, Reviewer};
pub use settings::ReviewSettings;
pub use text::verdicts;
pub use verdict::{FALSE_FLAGS, Judgement, limits};
