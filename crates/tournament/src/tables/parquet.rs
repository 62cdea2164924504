//! Parquet files: tables of typed columns, compressed, for databases and data frames.
//!
//! What a table of finished games needs of the format is little, so it is written here: flat columns and lists
//! of texts, dictionaries, and one page for each column of a row group
//! (<https://parquet.apache.org/docs/file-format/>). A library for all of it takes a third of the time that
//! building the whole program does.

mod column;
mod footer;
mod thrift;

use std::io::{self, Write};

use column::{Chunk, Column, LEVEL};
pub(crate) use footer::Footer;
use thrift::Struct;
use tradewinds_game::CellType;

/// Rows are written in groups of about this many values, which bounds memory.
const GROUP: usize = 1 << 19;

/// The first and last bytes of a file.
const MAGIC: &[u8] = b"PAR1";

/// The compression of all pages: Zstandard.
const ZSTD: i32 = 6;

/// Refuses a cell that holds no value of a type.
fn check(cells: CellType, text: &str) -> io::Result<()> {
    let fits = match cells {
        CellType::Whole => text.parse::<i64>().is_ok(),
        CellType::Unsigned => text.parse::<u64>().is_ok(),
        CellType::Number => text.parse::<f64>().is_ok(),
        CellType::Truth => text == "true" || text == "false",
        CellType::Text | CellType::List => true,
    };
    if fits { Ok(()) } else { Err(io::Error::other(format!("{text:?} in a column of type {cells:?}"))) }
}

/// Returns the number of the format's physical type.
fn physical(cells: CellType) -> i32 {
    match cells {
        CellType::Truth => 0,
        CellType::Whole | CellType::Unsigned => 2,
        CellType::Number => 5,
        CellType::Text | CellType::List => 6,
    }
}

/// Describes a column.
fn elements(cells: CellType, name: &str) -> Vec<Struct> {
    const REQUIRED: i32 = 0;
    const OPTIONAL: i32 = 1;
    const REPEATED: i32 = 2;
    let leaf =
        |repetition: i32, name: &str| Struct::new().i32(1, physical(cells)).i32(3, repetition).text(4, name);
    let text = |repetition: i32, name: &str| {
        leaf(repetition, name).i32(6, 0).inner(10, Struct::new().inner(1, Struct::new()))
    };
    let whole = |converted: i32, signed: bool| {
        let integer = Struct::new().byte(1, 64).flag(2, signed);
        leaf(OPTIONAL, name).i32(6, converted).inner(10, Struct::new().inner(10, integer))
    };
    match cells {
        CellType::Whole => vec![whole(18, true)],
        CellType::Unsigned => vec![whole(14, false)],
        CellType::Number | CellType::Truth => vec![leaf(OPTIONAL, name)],
        CellType::Text => vec![text(OPTIONAL, name)],
        CellType::List => {
            let list = Struct::new().inner(3, Struct::new());
            let group = Struct::new().i32(3, OPTIONAL).text(4, name).i32(5, 1).i32(6, 3).inner(10, list);
            let items = Struct::new().i32(3, REPEATED).text(4, "list").i32(5, 1);
            vec![group, items, text(REQUIRED, "element")]
        }
    }
}

/// A Parquet file being written.
pub(crate) struct ParquetFile<W> {
    writer: W,
    /// The number of bytes written.
    position: usize,
    names: Vec<String>,
    kinds: Vec<CellType>,
    columns: Vec<Column>,
    /// Rows in the group under way, and in all.
    rows: usize,
    all_rows: usize,
    /// The number of groups written, and what the metadata say of them. That comes last in the file; until then it
    /// is kept compressed, for the tables of 10⁷ games have some 10⁵ chunks.
    groups: usize,
    described: zstd::Encoder<'static, Vec<u8>>,
    metadata: Vec<(String, String)>,
}

impl<W: Write> ParquetFile<W> {
    /// Starts a file with these columns; `metadata` are noted in it.
    ///
    /// # Errors
    /// The writer fails.
    pub(crate) fn new<S: AsRef<str>>(
        mut writer: W,
        columns: impl IntoIterator<Item = (S, CellType)>,
        metadata: &[(String, String)],
    ) -> io::Result<Self> {
        writer.write_all(MAGIC)?;
        let (names, kinds): (Vec<String>, Vec<CellType>) =
            columns.into_iter().map(|(name, kind)| (name.as_ref().to_owned(), kind)).unzip();
        let columns = kinds.iter().map(|&kind| Column::new(kind)).collect();
        Ok(Self {
            writer,
            position: MAGIC.len(),
            names,
            kinds,
            columns,
            rows: 0,
            all_rows: 0,
            groups: 0,
            described: zstd::Encoder::new(Vec::new(), LEVEL)?,
            metadata: metadata.to_vec(),
        })
    }

    /// Adds a row of cells, as a CSV file would have them: `NA` is a missing value.
    ///
    /// # Errors
    /// The writer fails, a cell holds no value of its column's type, or the number of cells is wrong.
    pub(crate) fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) -> io::Result<()> {
        let mut columns = self.columns.iter_mut();
        for cell in cells {
            let column = columns.next().ok_or_else(|| io::Error::other("a row has too many cells"))?;
            column.push(cell.as_ref())?;
        }
        if columns.next().is_some() {
            return Err(io::Error::other("a row has too few cells"));
        }
        self.rows += 1;
        self.all_rows += 1;
        // Lists have several values a row.
        let is_full =
            self.rows.is_multiple_of(1024) && self.columns.iter().map(Column::len).sum::<usize>() >= GROUP;
        if is_full { self.group() } else { Ok(()) }
    }

    /// Writes the rows gathered.
    fn group(&mut self) -> io::Result<()> {
        let (mut chunks, mut uncompressed) = (Vec::new(), 0);
        for ((column, name), kind) in self.columns.iter_mut().zip(&self.names).zip(&self.kinds) {
            let chunk = column.finish()?;
            self.writer.write_all(&chunk.bytes)?;
            chunks.push(described(&chunk, self.position, name, *kind));
            self.position += chunk.bytes.len();
            uncompressed += chunk.uncompressed;
        }
        let group =
            Struct::new().structs(1, chunks.into_iter()).i64(2, uncompressed as i64).i64(3, self.rows as i64);
        self.described.write_all(&group.finish())?;
        self.rows = 0;
        self.groups += 1;
        Ok(())
    }

    /// Writes the remaining rows and the metadata, and returns the writer.
    ///
    /// # Errors
    /// The writer fails.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.group()?;
        }
        let columns = || self.names.iter().zip(&self.kinds);
        let root = Struct::new().text(4, "schema").i32(5, self.names.len() as i32);
        let leaves: Vec<Struct> = columns().flat_map(|(name, kind)| elements(*kind, name)).collect();
        let schema: Vec<Struct> = [root].into_iter().chain(leaves).collect();
        let pairs = self.metadata.iter().map(|(key, value)| Struct::new().text(1, key).text(2, value));
        let mut footer = Struct::new()
            .i32(1, 2)
            .structs(2, schema.into_iter())
            .i64(3, self.all_rows as i64)
            .structs_follow(4, self.groups);
        let before = footer.take();
        let after = footer
            .structs(5, pairs)
            .text(6, concat!("tradewinds version ", env!("CARGO_PKG_VERSION")))
            .finish();
        self.writer.write_all(&before)?;
        let described = self.described.finish()?;
        let groups = io::copy(&mut zstd::Decoder::new(&*described)?, &mut self.writer)?;
        self.writer.write_all(&after)?;
        let length = before.len() as u64 + groups + after.len() as u64;
        let length =
            u32::try_from(length).map_err(|_| io::Error::other("a Parquet file has too many groups"))?;
        self.writer.write_all(&length.to_le_bytes())?;
        self.writer.write_all(MAGIC)?;
        Ok(self.writer)
    }
}

/// Describes a column's chunk that begins at `start`.
fn described(chunk: &Chunk, start: usize, name: &str, kind: CellType) -> Struct {
    let path: &[&str] = if kind == CellType::List { &[name, "list", "element"] } else { &[name] };
    let metadata = Struct::new()
        .i32(1, physical(kind))
        .i32s(2, &chunk.encodings)
        .texts(3, path)
        .i32(4, ZSTD)
        .i64(5, chunk.values as i64)
        .i64(6, chunk.uncompressed as i64)
        .i64(7, chunk.bytes.len() as i64)
        .i64(9, (start + chunk.dictionary.unwrap_or(0)) as i64);
    let metadata = match chunk.dictionary {
        Some(_) => metadata.i64(11, start as i64),
        None => metadata,
    };
    Struct::new().i64(2, start as i64).inner(3, metadata)
}
