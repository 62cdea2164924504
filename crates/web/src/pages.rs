//! Pages: what a picture looks like in HTML.

mod assets;
mod export;
mod joint;
mod judged;
mod lobby;
mod moves;
mod past;
mod position;
mod puzzle;
mod review;
mod sheet;
mod shell;
mod table;
mod thoughts;

pub(crate) use assets::Assets;
pub(crate) use export::export;
pub use export::{board_picture, saved_page};
pub(crate) use judged::JudgedPage;
pub(crate) use lobby::lobby;
pub(crate) use moves::MovesPage;
pub(crate) use past::Past;
pub(crate) use position::PositionPage;
pub(crate) use puzzle::{PuzzlePage, TrainPage};
pub(crate) use review::{Made, ReviewPage};
pub(crate) use table::{table, table_part};
