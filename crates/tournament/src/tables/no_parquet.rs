//! In the place of `parquet.rs` in a build without the feature `parquet`: no file is written or read.

use std::convert::Infallible;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::Path;

use litemap::LiteMap;
use tradewinds_game::CellType;

use super::value::Value;
use crate::plan::manifest::NO_PARQUET;

/// A Parquet file, of which there is none.
pub(crate) struct ParquetFile<W>(Infallible, PhantomData<W>);

impl<W: Write + Send> ParquetFile<W> {
    pub(crate) fn new<S: AsRef<str>>(
        _: W,
        _: impl IntoIterator<Item = (S, CellType)>,
        _: &[(String, String)],
    ) -> io::Result<Self> {
        Err(io::Error::other(NO_PARQUET))
    }

    pub(crate) fn row<'a>(&mut self, _: impl IntoIterator<Item = Value<'a>>) -> io::Result<()> {
        match self.0 {}
    }

    pub(crate) fn finish(self) -> io::Result<W> {
        match self.0 {}
    }
}

/// What a file says of itself.
pub(crate) struct Footer {
    pub(crate) rows: u64,
    pub(crate) metadata: LiteMap<String, String>,
}

impl Footer {
    pub(crate) fn read(_: &Path) -> io::Result<Self> {
        Err(io::Error::other(NO_PARQUET))
    }
}
