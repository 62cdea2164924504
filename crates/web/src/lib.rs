//! Tables in a browser: pages rendered here, a board for each game, and a server on hyper and tokio. Without the feature
//! `server`, [`Tables`] answers the same requests without a socket, as the page in WebAssembly does.
//!
//! | | |
//! |---|---|
//! | `http`, `doors` | the wire, with limits on everything; the connections that are open |
//! | `message`, `events` | requests and answers, without a wire; the stream of events that a screen gets |
//! | `tables`, `house`, `desk` | the tables of a folder; a table with its session, its screens and its bots |
//! | `permits`, `order` | how much is computed at one time; work for those who share no memory with the tables |
//! | `picture` | what one screen shows: pages and boards are made of nothing else |
//! | `routes`, `pages` | links and the pages behind them |
//! | `reviewed`, `training` | the review of a finished game; its flagged decisions as puzzles |
//! | `design` | a designer's question: rules that somebody changes, and studies of whether they are fairer |
//! | `position`, `study` | a position that somebody sets up; the links to what serves to learn |
//! | `boards` | a file for each game |
//!
//! Every link holds a secret of 128 bits: one for the lobby, one for each screen of a table. A request without
//! one gets nothing. `routes` are plain functions from a request to an answer: they need no socket and no runtime. The
//! true state stays in `desk`; a [`Shown`](tradewinds_sitting::Shown) holds a seat's view.

#![cfg_attr(not(feature = "server"), allow(dead_code, reason = "threads and streams are the server's"))]

mod acts;
#[cfg(test)]
mod alike;
mod boards;
#[cfg(feature = "server")]
mod design;
mod desk;
#[cfg(feature = "server")]
mod doors;
mod events;
mod form;
mod house;
#[cfg(feature = "server")]
mod http;
mod last_form;
mod levels;
mod message;
mod order;
mod pages;
mod permits;
mod picture;
mod position;
mod reviewed;
mod routes;
#[cfg(feature = "server")]
mod server;
mod study;
mod tables;
mod token;
mod training;

#[cfg(feature = "server")]
pub use design::{DesignAnswer, DesignQuestion, Finding, LEVELS, LeastChange, LeastChanges, Referee};
pub use form::file as file_of_form;
pub use house::{HouseError, NewTable};
pub use order::Order;
pub use pages::{MovingPicture, board_picture, saved_page};
#[cfg(feature = "server")]
pub use server::{ServeError, Server};
pub use tables::{Answer, Ask, Tables};
