//! Pages: what a picture looks like in HTML.

mod animation;
mod around;
mod assets;
#[cfg(feature = "server")]
mod design;
mod explain;
mod export;
mod joint;
mod judged;
mod lobby;
mod mistakes;
mod moves;
mod past;
mod position;
mod puzzle;
mod review;
mod rules;
mod sheet;
mod shell;
mod table;
mod thoughts;

pub use animation::MovingPicture;
pub(crate) use assets::Assets;
#[cfg(feature = "server")]
pub(crate) use design::{DesignPage, StudyPage};
pub(crate) use export::export;
pub use export::{board_picture, saved_page};
pub(crate) use judged::JudgedPage;
pub(crate) use lobby::lobby;
pub(crate) use mistakes::MistakesPage;
pub(crate) use moves::MovesPage;
pub(crate) use past::Past;
pub(crate) use position::PositionPage;
pub(crate) use puzzle::{Places, PuzzlePage, TrainPage};
pub(crate) use review::{Made, ReviewPage};
pub(crate) use rules::{rules_of_game, rules_of_table};
pub(crate) use table::{table, table_part};
