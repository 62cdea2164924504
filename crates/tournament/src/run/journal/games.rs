//! The games of a frame, column by column: their results apart from the cells of their tables, so that
//! standings are computed without reading the latter.

use super::columns::{Bytes, Cells, CellsWriter, put, put_signed};
use super::form::JournalForm;
use crate::plan::manifest::Journaling;
use tradewinds_arena::{GameRecord, Lead, SeatRecord};
use tradewinds_bots::{Cost, Faults, SearchCost, Times};
use tradewinds_game::{Row, Rows, Seat, TableCell};

/// The numbers of a seat: its start place, points, three tie keys and rank.
const SEAT_NUMBERS: usize = 6;

/// Games being gathered for a frame.
pub(super) struct GamesWriter {
    form: JournalForm,
    games: Vec<u64>,
    rounds: Vec<u8>,
    decisions: Vec<u8>,
    end_reasons: CellsWriter,
    /// Whether each game was truncated (1) and whether it has a lead (2).
    flags: Vec<u8>,
    leads: [Vec<u8>; 2],
    seats: [Vec<u8>; SEAT_NUMBERS],
    /// Whether each seat has faults.
    has_faults: Vec<u8>,
    faults: Vec<u8>,
    /// Whether each seat has a cost (1), and one of searches (2).
    has_cost: Vec<u8>,
    costs: Vec<u8>,
    cells: Vec<CellsWriter>,
    row_counts: Vec<u8>,
    row_tables: Vec<u8>,
    row_seats: Vec<u8>,
    tables: Vec<TableWriter>,
    /// Those of the games' cells, where these are not kept.
    checksums: Vec<u8>,
    /// The number of words, which is about that of the bytes before they are compressed.
    size: usize,
}

/// A table of a game's own.
struct TableWriter {
    columns: Vec<CellsWriter>,
    /// The column that holds the seat, as long as every cell says what the row does.
    seat: Option<usize>,
}

/// Returns the column of a table that holds the seat.
fn seat_column(form: &JournalForm, table: usize) -> Option<usize> {
    form.schema.tables[table].columns.iter().position(|column| column.name == "seat")
}

fn cells_writers(count: usize) -> Vec<CellsWriter> {
    (0..count).map(|_| CellsWriter::default()).collect()
}

impl GamesWriter {
    /// Starts without games.
    pub(super) fn new(form: JournalForm) -> Self {
        let tables = form.schema.tables.iter().enumerate().map(|(index, table)| TableWriter {
            columns: cells_writers(table.columns.len()),
            seat: seat_column(&form, index),
        });
        Self {
            form,
            games: Vec::new(),
            rounds: Vec::new(),
            decisions: Vec::new(),
            end_reasons: CellsWriter::default(),
            flags: Vec::new(),
            leads: Default::default(),
            seats: Default::default(),
            has_faults: Vec::new(),
            faults: Vec::new(),
            has_cost: Vec::new(),
            costs: Vec::new(),
            cells: cells_writers(form.schema.seats.len()),
            row_counts: Vec::new(),
            row_tables: Vec::new(),
            row_seats: Vec::new(),
            tables: tables.collect(),
            checksums: Vec::new(),
            size: 0,
        }
    }

    /// Adds a finished game with its cells.
    ///
    /// # Panics
    /// If the record does not fit the form.
    pub(super) fn push(&mut self, record: &GameRecord) {
        self.push_results(record);
        let words = |columns: &[CellsWriter]| columns.iter().map(CellsWriter::len).sum::<usize>();
        self.size -= words(&self.cells);
        for seat in &record.seats {
            assert_eq!(seat.cells.len(), self.cells.len(), "a seat has a cell for each column");
            self.cells.iter_mut().zip(&seat.cells).for_each(|(column, cell)| column.push(cell));
        }
        self.size += words(&self.cells);
        put(&mut self.row_counts, record.rows.len() as u64);
        for Row { table, seat, cells } in record.rows.iter() {
            put(&mut self.row_tables, table as u64);
            put(&mut self.row_seats, seat.index() as u64);
            let own = &mut self.tables[table];
            assert_eq!(cells.len(), own.columns.len(), "a row has a cell for each column");
            own.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
            own.seat = own.seat.filter(|&column| cells[column] == seat.into());
            self.size += cells.len() + 2;
        }
    }

    /// Adds the result of a finished game, and the checksum of its cells.
    pub(super) fn push_result(&mut self, record: &GameRecord, checksum: u32) {
        self.push_results(record);
        self.checksums.extend(checksum.to_le_bytes());
        self.size += 4;
    }

    fn push_results(&mut self, record: &GameRecord) {
        self.games.push(record.game);
        put(&mut self.rounds, record.rounds.into());
        put(&mut self.decisions, record.decisions.into());
        self.end_reasons.push_text(&record.end_reason);
        self.flags.push(u8::from(record.truncated) | u8::from(record.lead.is_some()) << 1);
        if let Some(Lead { changes, decided_round }) = record.lead {
            put(&mut self.leads[0], changes.into());
            put(&mut self.leads[1], decided_round.into());
        }
        for seat in &record.seats {
            let [tie_1, tie_2, tie_3] = seat.ties.map(i64::from);
            let place = seat.start_place as i64;
            let numbers = [place, seat.score.into(), tie_1, tie_2, tie_3, seat.rank.into()];
            self.seats.iter_mut().zip(numbers).for_each(|(bytes, number)| put_signed(bytes, number));
            self.has_faults.push(seat.faults.is_some().into());
            if let Some(Faults { decisions, timeouts, crashes, illegal }) = seat.faults {
                let counts = [decisions, timeouts, crashes, illegal];
                counts.into_iter().for_each(|count| put(&mut self.faults, count));
            }
            let before = self.costs.len();
            self.has_cost.push(seat.cost.as_ref().map_or(0, |cost| put_cost(&mut self.costs, cost)));
            self.size += self.costs.len() - before;
        }
        self.size += 16 + SEAT_NUMBERS * record.seats.len();
    }

    /// Returns what is kept of the games.
    pub(super) fn keeps(&self) -> Journaling {
        if self.checksums.is_empty() { Journaling::Rows } else { Journaling::Results }
    }

    /// Lists the games.
    pub(super) fn games(&self) -> &[u64] {
        &self.games
    }

    /// Returns about how many bytes there are before they are compressed.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the numbers of the games, their results and their cells or the checksums of these, each as bytes,
    /// and starts anew.
    pub(super) fn finish(&mut self) -> [Vec<u8>; 3] {
        let mut numbers = Vec::new();
        let mut last = -1;
        for game in self.games.drain(..) {
            put_signed(&mut numbers, game as i64 - last - 1);
            last = game as i64;
        }
        let mut results = Vec::new();
        results.append(&mut self.rounds);
        results.append(&mut self.decisions);
        self.end_reasons.finish(&mut results);
        results.append(&mut self.flags);
        self.leads.iter_mut().for_each(|column| results.append(column));
        self.seats.iter_mut().for_each(|column| results.append(column));
        let with_faults = !self.faults.is_empty();
        results.push(with_faults.into());
        if with_faults {
            results.append(&mut self.has_faults);
            results.append(&mut self.faults);
        }
        self.has_faults.clear();
        // Where no bot has a cost, the frame ends here, as those of earlier versions do.
        if !self.costs.is_empty() {
            results.append(&mut self.has_cost);
            results.append(&mut self.costs);
        }
        self.has_cost.clear();
        self.size = 0;
        if self.keeps() == Journaling::Results {
            return [numbers, results, std::mem::take(&mut self.checksums)];
        }
        let mut cells = Vec::new();
        self.cells.iter_mut().for_each(|column| column.finish(&mut cells));
        cells.append(&mut self.row_counts);
        if self.tables.len() > 1 {
            cells.append(&mut self.row_tables);
        }
        self.row_tables.clear();
        cells.append(&mut self.row_seats);
        for (index, table) in self.tables.iter_mut().enumerate() {
            cells.push(u8::from(table.seat.is_some()));
            for (place, column) in table.columns.iter_mut().enumerate() {
                if table.seat == Some(place) {
                    column.finish(&mut Vec::new());
                } else {
                    column.finish(&mut cells);
                }
            }
            table.seat = seat_column(&self.form, index);
        }
        [numbers, results, cells]
    }
}

/// Adds the numbers of a cost, and returns the flags of its seat.
fn put_cost(bytes: &mut Vec<u8>, cost: &Cost) -> u8 {
    put(bytes, cost.decisions);
    if let Some(SearchCost { iterations, nodes, max_nodes, depth, max_depth }) = cost.search {
        [iterations, nodes, max_nodes, depth, max_depth].into_iter().for_each(|count| put(bytes, count));
    }
    cost.times.numbers().for_each(|number| put(bytes, number));
    1 | u8::from(cost.search.is_some()) << 1
}

/// Reads the cost of a seat with these flags.
fn cost(bytes: &mut Bytes<'_>, flags: u8) -> Option<Box<Cost>> {
    let decisions = bytes.number()?;
    let search = if flags & 2 == 0 {
        None
    } else {
        Some(SearchCost {
            iterations: bytes.number()?,
            nodes: bytes.number()?,
            max_nodes: bytes.number()?,
            depth: bytes.number()?,
            max_depth: bytes.number()?,
        })
    };
    let times = Times::read(|| bytes.number())?;
    Some(Box::new(Cost { decisions, search, times }))
}

/// Returns a checksum of the cells of a game, those of its rows included: CRC-32 (ISO 3309) of each cell with a byte
/// behind it that no text has, and of table and seat before each row.
pub(crate) fn cells_checksum(record: &GameRecord) -> u32 {
    const END: u8 = 0xff;
    let mut bytes = Vec::new();
    let mut add = |cells: &[TableCell]| {
        for cell in cells {
            bytes.extend_from_slice(cell.text().as_bytes());
            bytes.push(END);
        }
    };
    record.seats.iter().for_each(|seat| add(&seat.cells));
    for Row { table, seat, cells } in record.rows.iter() {
        add(&[TableCell::Whole(table as i64), seat.into()]);
        add(cells);
    }
    crc32fast::hash(&bytes)
}

/// Reads the checksums of the cells of a frame's games.
pub(super) fn checksums(bytes: &[u8], count: usize) -> Option<Vec<u32>> {
    let (words, rest) = bytes.as_chunks();
    (words.len() == count && rest.is_empty())
        .then(|| words.iter().map(|&word| u32::from_le_bytes(word)).collect())
}

/// Reads the numbers of a frame's games.
pub(super) fn numbers(bytes: &[u8], count: usize) -> Option<Vec<u64>> {
    let mut bytes = Bytes(bytes);
    let mut last: i64 = -1;
    let mut numbers = Vec::new();
    for _ in 0..count {
        last = last.checked_add(1)?.checked_add(bytes.signed()?)?;
        numbers.push(u64::try_from(last).ok()?);
    }
    bytes.0.is_empty().then_some(numbers)
}

/// The results of a frame's games.
pub(super) struct Results {
    players: usize,
    rounds: Vec<u32>,
    decisions: Vec<u32>,
    end_reasons: Cells,
    truncated: Vec<bool>,
    leads: Vec<Option<Lead>>,
    seats: [Vec<i64>; SEAT_NUMBERS],
    faults: Vec<Option<Faults>>,
    costs: Vec<Option<Box<Cost>>>,
}

impl Results {
    /// Reads the results of `count` games.
    pub(super) fn read(bytes: &[u8], count: usize, players: usize) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let small = |bytes: &mut Bytes<'_>| u32::try_from(bytes.number()?).ok();
        let all = |bytes: &mut Bytes<'_>, count: usize| -> Option<Vec<u32>> {
            (0..count).map(|_| small(bytes)).collect()
        };
        let rounds = all(&mut bytes, count)?;
        let decisions = all(&mut bytes, count)?;
        let end_reasons = Cells::read(&mut bytes, count)?;
        let flags = bytes.take(count)?;
        let with_lead = flags.iter().filter(|&flag| flag & 2 != 0).count();
        let changes = all(&mut bytes, with_lead)?;
        let decided = all(&mut bytes, with_lead)?;
        let mut found = changes.into_iter().zip(decided);
        let leads = flags.iter().map(|flag| {
            let (changes, decided_round) = (flag & 2 != 0).then(|| found.next()).flatten()?;
            Some(Lead { changes, decided_round })
        });
        let leads = leads.collect();
        let seats_in_all = count.checked_mul(players)?;
        let mut seats: [Vec<i64>; SEAT_NUMBERS] = Default::default();
        for column in &mut seats {
            *column = bytes.all_signed(seats_in_all)?;
        }
        let mut faults = Vec::new();
        if bytes.take(1)? == [1] {
            for has in bytes.take(seats_in_all)? {
                let count = |bytes: &mut Bytes<'_>| bytes.number();
                faults.push(match has {
                    0 => None,
                    _ => Some(Faults {
                        decisions: count(&mut bytes)?,
                        timeouts: count(&mut bytes)?,
                        crashes: count(&mut bytes)?,
                        illegal: count(&mut bytes)?,
                    }),
                });
            }
        }
        let mut costs = Vec::new();
        if !bytes.0.is_empty() {
            for &flags in bytes.take(seats_in_all)? {
                costs.push(if flags & 1 == 0 { None } else { Some(cost(&mut bytes, flags)?) });
            }
        }
        let truncated = flags.iter().map(|flag| flag & 1 != 0).collect();
        bytes.0.is_empty().then_some(Self {
            players,
            rounds,
            decisions,
            end_reasons,
            truncated,
            leads,
            seats,
            faults,
            costs,
        })
    }

    /// Returns the game at a place, without its cells.
    pub(super) fn get(&self, place: usize, game: u64) -> Option<GameRecord> {
        let seat = |seat: usize| {
            let at = place * self.players + seat;
            let small = |number: usize| i32::try_from(self.seats[number][at]).ok();
            Some(SeatRecord {
                start_place: usize::try_from(self.seats[0][at]).ok()?,
                score: small(1)?,
                ties: [small(2)?, small(3)?, small(4)?],
                rank: u8::try_from(self.seats[5][at]).ok()?,
                cells: Vec::new(),
                faults: self.faults.get(at).copied().flatten(),
                cost: self.costs.get(at).cloned().flatten(),
            })
        };
        Some(GameRecord {
            game,
            rounds: self.rounds[place],
            decisions: self.decisions[place],
            end_reason: self.end_reasons.get(place).to_string(),
            truncated: self.truncated[place],
            lead: self.leads[place],
            seats: (0..self.players).map(seat).collect::<Option<_>>()?,
            rows: Rows::default(),
        })
    }
}

/// The cells of a frame's games.
pub(super) struct GameCells {
    seats: Vec<Cells>,
    /// Where the rows of each game begin, and where they end.
    starts: Vec<usize>,
    /// The table and seat of each row, and its place among those of its table.
    rows: Vec<(u8, Seat, u32)>,
    tables: Vec<TableCells>,
}

/// The cells of a game's own table; the column that says what the row does is left out.
struct TableCells(Vec<Option<Cells>>);

impl GameCells {
    /// Reads the cells of `count` games.
    pub(super) fn read(bytes: &[u8], count: usize, form: &JournalForm) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let in_all = count.checked_mul(form.players)?;
        let columns = form.schema.seats.iter();
        let seats = columns.map(|_| Cells::read(&mut bytes, in_all)).collect::<Option<_>>()?;
        let mut starts = vec![0];
        for _ in 0..count {
            // A row takes a byte or more.
            starts.push(starts[starts.len() - 1] + bytes.length(bytes.0.len())?);
        }
        let row_count = *starts.last().filter(|&&rows| rows <= bytes.0.len())?;
        let mut tables = vec![0; row_count];
        if form.schema.tables.len() > 1 {
            for table in &mut tables {
                *table = u8::try_from(bytes.number()?).ok()?;
            }
        }
        let mut counts = vec![0; form.schema.tables.len()];
        let mut rows = Vec::with_capacity(row_count);
        for table in tables {
            let place = counts.get_mut(usize::from(table))?;
            rows.push((table, Seat::all(form.players).nth(bytes.length(form.players)?)?, *place));
            *place += 1;
        }
        let mut tables = Vec::new();
        for (index, table) in form.schema.tables.iter().enumerate() {
            let left_out = if bytes.take(1)? == [1] { Some(seat_column(form, index)?) } else { None };
            let read = |place: usize| {
                let is_left_out = left_out == Some(place);
                if is_left_out {
                    Some(None)
                } else {
                    Cells::read(&mut bytes, counts[index] as usize).map(Some)
                }
            };
            tables.push(TableCells((0..table.columns.len()).map(read).collect::<Option<_>>()?));
        }
        bytes.0.is_empty().then_some(Self { seats, starts, rows, tables })
    }

    /// Adds the cells of the game at a place.
    pub(super) fn fill(&self, place: usize, record: &mut GameRecord) {
        let players = record.seats.len();
        for (seat, standing) in record.seats.iter_mut().enumerate() {
            standing.cells = self.seats.iter().map(|column| column.get(place * players + seat)).collect();
        }
        let rows = &self.rows[self.starts[place]..self.starts[place + 1]];
        let most = self.tables.iter().map(|table| table.0.len()).max().unwrap_or(0);
        record.rows = Rows::with_room(rows.len(), most);
        for &(table, seat, at) in rows {
            let TableCells(columns) = &self.tables[usize::from(table)];
            let cell = |column: &Option<Cells>| match column {
                Some(cells) => cells.get(at as usize),
                None => seat.into(),
            };
            record.rows.push(table.into(), seat, columns.iter().map(cell));
        }
    }
}
