//! Bots that are programs of the user's: the messages they receive, the effect of their faults, and that
//! they are gone when their game is over.

mod check;
mod clock;
mod documentation;
mod example;
mod fault;
mod log;
mod loopback;
mod opinion;
mod preset;
mod program;
mod share;
mod status;
mod stray;
mod table;
mod told;
mod tournament;
