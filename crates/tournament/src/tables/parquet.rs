//! Parquet files: tables of typed columns, compressed, for databases and data frames.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use litemap::LiteMap;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use tradewinds_game::CellType;

use super::value::Value;

/// Rows are written in groups of about this many values, which bounds memory.
const GROUP: usize = 1 << 19;

/// Level of compression: most of what is left is noise, in which higher ones look for repetitions that cost more
/// than they bring.
const LEVEL: i32 = 1;

/// A missing value.
const MISSING: &str = "NA";

/// The separator of the items of a list.
const SEPARATOR: char = ';';

/// The columns that ascend from row to row, which are written by their differences.
const ASCENDING: [&str; 2] = ["game", "block"];

/// A Parquet file being written.
pub(crate) struct ParquetFile<W: Write + Send> {
    writer: SerializedFileWriter<Lent<W>>,
    columns: Vec<Column>,
    /// Rows in the group under way.
    rows: usize,
}

impl<W: Write + Send> ParquetFile<W> {
    /// Starts a file with these columns; `metadata` are noted in it.
    ///
    /// # Errors
    /// The writer fails.
    pub(crate) fn new<S: AsRef<str>>(
        writer: W,
        columns: impl IntoIterator<Item = (S, CellType)>,
        metadata: &[(String, String)],
    ) -> io::Result<Self> {
        let pairs = metadata.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL).map_err(told)?))
            .set_created_by(concat!("tradewinds version ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(pairs.collect()))
            .set_statistics_enabled(EnabledStatistics::None)
            .set_offset_index_disabled(true)
            .set_data_page_row_count_limit(usize::MAX);
        let (mut schema, mut own) = ("message schema {".to_owned(), Vec::new());
        for (name, kind) in columns {
            let name = name.as_ref();
            if kind == CellType::Whole && ASCENDING.contains(&name) {
                let path = || ColumnPath::from(name);
                properties = properties
                    .set_column_dictionary_enabled(path(), false)
                    .set_column_encoding(path(), Encoding::DELTA_BINARY_PACKED);
            }
            let _ = match kind {
                CellType::Whole => write!(schema, "OPTIONAL INT64 {name} (INTEGER(64,true));"),
                CellType::Unsigned => write!(schema, "OPTIONAL INT64 {name} (INTEGER(64,false));"),
                CellType::Number => write!(schema, "OPTIONAL DOUBLE {name};"),
                CellType::Truth => write!(schema, "OPTIONAL BOOLEAN {name};"),
                CellType::Text => write!(schema, "OPTIONAL BINARY {name} (STRING);"),
                CellType::List => write!(
                    schema,
                    "OPTIONAL group {name} (LIST) {{ REPEATED group list {{ REQUIRED BINARY element (STRING); }} }}"
                ),
            };
            own.push(Column::new(kind));
        }
        schema.push('}');
        let schema = Arc::new(parse_message_type(&schema).map_err(told)?);
        let writer = SerializedFileWriter::new(Lent(Some(writer)), schema, Arc::new(properties.build()))
            .map_err(told)?;
        Ok(Self { writer, columns: own, rows: 0 })
    }

    /// Adds a row of cells.
    ///
    /// # Errors
    /// The writer fails, a cell holds no value of its column's type, or the number of cells is wrong.
    pub(crate) fn row<'a>(&mut self, cells: impl IntoIterator<Item = Value<'a>>) -> io::Result<()> {
        let mut columns = self.columns.iter_mut();
        cells.into_iter().try_for_each(|cell| {
            let column = columns.next().ok_or_else(|| io::Error::other("a row has too many cells"))?;
            column.push(cell)
        })?;
        if columns.next().is_some() {
            return Err(io::Error::other("a row has too few cells"));
        }
        self.rows += 1;
        // Lists have several values a row.
        let is_full =
            self.rows.is_multiple_of(1024) && self.columns.iter().map(Column::len).sum::<usize>() >= GROUP;
        if is_full { self.group().map_err(told) } else { Ok(()) }
    }

    /// Writes the rows gathered.
    fn group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let mut writer = group.next_column()?.expect("the schema has all columns");
            column.write(&mut writer)?;
            writer.close()?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Writes the remaining rows and the metadata, and returns the writer.
    ///
    /// # Errors
    /// The writer fails.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        if self.rows > 0 {
            self.group().map_err(told)?;
        }
        self.writer.finish().map_err(told)?;
        Ok(self.writer.inner_mut().0.take().expect("a file is finished once"))
    }
}

/// A writer lent to the library, which would give it back only with the faults of the disk made a text.
struct Lent<W>(Option<W>);

impl<W: Write> Write for Lent<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_mut().map_or(Ok(0), |writer| writer.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Returns the fault of the disk behind an error, if there is one.
fn told(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => {
            source.downcast().map_or_else(io::Error::other, |error: Box<io::Error>| *error)
        }
        other => io::Error::other(other),
    }
}

/// The values of a column that are there.
enum Values {
    Whole(Vec<i64>),
    Unsigned(Vec<i64>),
    Number(Vec<f64>),
    Truth(Vec<bool>),
    Text(Vec<ByteArray>),
}

/// A column of a row group being gathered.
struct Column {
    values: Values,
    /// The level of each value: 0 missing, 1 there, or an empty list, 2 an item of a list.
    levels: Vec<i16>,
    /// For lists: whether each value goes on with the list before it.
    repeats: Option<Vec<i16>>,
}

impl Column {
    fn new(kind: CellType) -> Self {
        let values = match kind {
            CellType::Whole => Values::Whole(Vec::new()),
            CellType::Unsigned => Values::Unsigned(Vec::new()),
            CellType::Number => Values::Number(Vec::new()),
            CellType::Truth => Values::Truth(Vec::new()),
            CellType::Text | CellType::List => Values::Text(Vec::new()),
        };
        Self { values, levels: Vec::new(), repeats: (kind == CellType::List).then(Vec::new) }
    }

    /// Adds a cell; fails if it does not hold a value of the column's type.
    fn push(&mut self, cell: Value<'_>) -> io::Result<()> {
        let mut digits = itoa::Buffer::new();
        // Nearly all cells are numbers in columns of numbers, which are never made a text.
        let number = match (cell, &self.values) {
            (Value::Whole(number), Values::Whole(_)) => Some(number),
            (Value::Unsigned(number), Values::Whole(_)) => i64::try_from(number).ok(),
            _ => None,
        };
        if let (Some(number), Values::Whole(values)) = (number, &mut self.values) {
            self.levels.push(1);
            values.push(number);
            return Ok(());
        }
        self.push_text(match cell {
            Value::Missing => MISSING,
            Value::Whole(number) => digits.format(number),
            Value::Unsigned(number) => digits.format(number),
            Value::Text(text) => text,
        })
    }

    /// Adds a cell by its text.
    fn push_text(&mut self, cell: &str) -> io::Result<()> {
        let is_missing = cell == MISSING;
        let Some(repeats) = &mut self.repeats else {
            self.levels.push(i16::from(!is_missing));
            return if is_missing { Ok(()) } else { self.values.push(cell) };
        };
        if is_missing || cell.is_empty() {
            self.levels.push(i16::from(!is_missing));
            repeats.push(0);
            return Ok(());
        }
        for (place, item) in cell.split(SEPARATOR).enumerate() {
            self.levels.push(2);
            repeats.push(i16::from(place > 0));
            self.values.push(item)?;
        }
        Ok(())
    }

    /// Returns the number of values so far.
    fn len(&self) -> usize {
        self.levels.len()
    }

    /// Writes what is gathered, and starts anew.
    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let (levels, repeats) = (Some(&*self.levels), self.repeats.as_deref());
        match &mut self.values {
            Values::Whole(values) | Values::Unsigned(values) => {
                writer.typed::<Int64Type>().write_batch(values, levels, repeats)?;
                values.clear();
            }
            Values::Number(values) => {
                writer.typed::<DoubleType>().write_batch(values, levels, repeats)?;
                values.clear();
            }
            Values::Truth(values) => {
                writer.typed::<BoolType>().write_batch(values, levels, repeats)?;
                values.clear();
            }
            Values::Text(values) => {
                writer.typed::<ByteArrayType>().write_batch(values, levels, repeats)?;
                values.clear();
            }
        }
        self.levels.clear();
        self.repeats.iter_mut().for_each(Vec::clear);
        Ok(())
    }
}

impl Values {
    /// Adds a value; fails if the text is none.
    fn push(&mut self, text: &str) -> io::Result<()> {
        let (found, kind) = match self {
            Self::Whole(values) => (text.parse().ok().map(|value| values.push(value)), CellType::Whole),
            // Those of 64 bits are taken as they lie in memory.
            Self::Unsigned(values) => {
                (text.parse().ok().map(|value: u64| values.push(value as i64)), CellType::Unsigned)
            }
            Self::Number(values) => (text.parse().ok().map(|value| values.push(value)), CellType::Number),
            Self::Truth(values) => (text.parse().ok().map(|value| values.push(value)), CellType::Truth),
            Self::Text(values) => {
                // Neighbours are often equal.
                let last = values.last().filter(|last| last.data() == text.as_bytes()).cloned();
                values.push(last.unwrap_or_else(|| text.into()));
                return Ok(());
            }
        };
        found.ok_or_else(|| io::Error::other(format!("{text:?} in a column of type {kind:?}")))
    }
}

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Footer {
    /// The number of rows.
    pub(crate) rows: u64,
    /// What its writer has noted.
    pub(crate) metadata: LiteMap<String, String>,
}

impl Footer {
    /// Reads the footer of a file.
    ///
    /// # Errors
    /// The file cannot be read or is no whole Parquet file.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let invalid = || io::Error::new(io::ErrorKind::InvalidData, "no whole Parquet file");
        let read =
            ParquetMetaDataReader::new().parse_and_finish(&File::open(path)?).map_err(|_| invalid())?;
        let file = read.file_metadata();
        let pairs = file.key_value_metadata().into_iter().flatten();
        let metadata = pairs.map(|pair| (pair.key.clone(), pair.value.clone().unwrap_or_default()));
        Ok(Self { rows: file.num_rows().try_into().map_err(|_| invalid())?, metadata: metadata.collect() })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_cell_of_another_type_is_refused() {
        for (kind, good, bad) in [
            (CellType::Whole, "-3", "3.5"),
            (CellType::Unsigned, "18446744073709551615", "-1"),
            (CellType::Number, "0.25", "x"),
            (CellType::Truth, "true", "yes"),
        ] {
            let mut column = Column::new(kind);
            column.push(Value::Text(good)).unwrap();
            column.push(Value::Missing).unwrap();
            column.push(Value::Text("NA")).unwrap();
            let error = column.push(Value::Text(bad)).unwrap_err().to_string();
            assert!(error.contains(bad) && error.contains("column of type"), "{error}");
        }
    }

    /// Games name their columns as they like.
    #[test]
    fn a_column_called_as_one_that_ascends_need_not() {
        for kind in [CellType::Number, CellType::Truth, CellType::List] {
            let mut file = ParquetFile::new(Vec::new(), [("block", kind)], &[]).unwrap();
            file.row([Value::Missing]).unwrap();
            assert!(!file.finish().unwrap().is_empty());
        }
    }

    #[test]
    fn a_footer_is_what_was_written_and_damage_is_found() {
        let pairs = [("manifest.toml", "a = 1\n"), ("shard", "2/3")];
        let pairs = pairs.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let columns = [("game", CellType::Whole), ("winners", CellType::List)];
        let mut file = ParquetFile::new(Vec::new(), columns, &pairs).unwrap();
        (0..5_u64).for_each(|game| file.row([game.into(), Value::Text("a;b")]).unwrap());
        let bytes = file.finish().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.parquet");
        fs::write(&path, &bytes).unwrap();
        let found = Footer::read(&path).unwrap();
        assert_eq!((found.rows, found.metadata), (5, pairs.into_iter().collect()));
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(Footer::read(&path).is_err(), "{length}");
        }
        // Whatever bytes stand there, nothing panics or takes much memory.
        for place in 4..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0xff;
            fs::write(&path, &damaged).unwrap();
            let _ = Footer::read(&path);
        }
    }
}
