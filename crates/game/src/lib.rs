#![doc = include_str!("../README.md")]
//! # The traits
//!
//! | trait | purpose |
//! |---|---|
//! | [`Game`] | play: all that a search needs, with the ten laws of every game |
//! | [`Notation`] | text of actions, position files and views, results, invariants |
//! | [`Variants`] | name, numbers of players, and the rules made from data and variant |
//! | [`Advice`] | the heuristic policy and its named weights |
//! | [`Choices`] | kinds of decision, and what studies compare |
//! | [`Speech`] | actions and decisions as sentences, for people; may stay empty |
//! | [`Records`] | columns and tables in a tournament's files |
//! | [`Features`] | positions and actions as numbers, for learned networks and learners in Python; may stay empty |
//!
//! A [`CompleteGame`] has all of them; tournaments and studies require it.

mod action;
mod advice;
mod audit;
mod choices;
mod data;
mod dice;
mod edge;
mod evaluator;
mod explain;
mod facts;
pub mod features;
mod holdings;
mod input;
mod joint;
pub mod kit;
mod memo;
mod named_rules;
mod notation;
mod phrase;
mod policy;
pub mod ranges;
mod reconstructed;
mod record;
mod rules;
mod scores;
mod seats;
mod sheet;
pub mod speech;
mod table_cell;
mod text;
mod variants;
mod view;

pub use action::{Actions, IllegalAction, MAX_ACTIONS};
pub use advice::Advice;
pub use audit::{Audit, Broken};
pub use choices::Choices;
pub use data::{DataError, Variant, overlaid, value_at, value_at_mut};
pub use dice::{CountingDice, Dice, Purpose, Rng, ScriptedDice, Seed, shuffle};
pub use edge::Edge;
pub use evaluator::{Evaluator, Guide};
pub use explain::{Chapter, Explanation, Thing};
pub use facts::Facts;
pub use features::{ActionFeatures, FeatureTable, Features, Group, Inputs};
pub use holdings::Holdings;
pub use input::{InputError, InputErrorKind, Origin, nearest, object, parse_json, parse_toml, read_json};
pub use joint::{Joint, Pieces, Pile, Put, Spot, next_put};
pub use memo::Memo;
pub use named_rules::NamedRules;
pub use notation::Notation;
pub use policy::{Policy, UniformPolicy, WeightDoc, Weights, best, check_weight, first_of_best};
pub use ranges::{Ranges, RuleBlock};
pub use reconstructed::{Reconstructed, Reconstruction};
pub use record::{CellType, Column, Ending, NoRecorder, Recorder, Records, Schema, Step, Table};
pub use rules::Game;
pub use scores::{Scores, worth_of_lead};
pub use seats::{MAX_SEATS, PerSeat, Seat, from_one};
pub use sheet::{Sheet, SheetRow};
pub use speech::{Phrase, Speech};
pub use table_cell::{Row, Rows, TableCell};
pub use text::{
    NAME_RULE, counted, grouped, is_file_name, plural, printable, quoted, slug, without_controls,
};
pub use variants::Variants;
pub use view::View;

/// A game with all the traits, as tournaments and studies require.
pub trait CompleteGame: Variants + Advice + Choices + Speech + Records + Features {}

impl<G: Variants + Advice + Choices + Speech + Records + Features> CompleteGame for G {}
