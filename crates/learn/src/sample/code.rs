//! A sample as bytes. Indices are ascending, so their differences are written: most take one byte. Whole numbers
//! are in LEB128, others as the four bytes of an `f32`, the lowest first.

use arrayvec::ArrayVec;
use tradewinds_game::features::{Block, MAX_ACTIVE, MAX_NUMBERS};
use tradewinds_game::{Inputs, MAX_ACTIONS, MAX_SEATS, PerSeat, Seat};

use super::{RulesFrom, Sample, SampleAction};

pub(super) fn write(bytes: &mut Vec<u8>, sample: &Sample) {
    put(bytes, sample.game);
    put(bytes, sample.inputs.seats().len() as u32);
    put(bytes, sample.seat.index() as u32);
    for block in sample.inputs.seats().iter().chain([&sample.inputs.table]) {
        put(bytes, block.active().len() as u32);
        put_ascending(bytes, block.active().iter().copied());
        put(bytes, block.numbers().len() as u32);
        put_ascending(bytes, block.numbers().iter().map(|number| number.0));
        block.numbers().iter().for_each(|number| put(bytes, number.1.unsigned_abs().into()));
    }
    for &number in sample.shares.iter().chain(sample.points.iter()) {
        bytes.extend(number.to_le_bytes());
    }
    put(bytes, sample.actions.len() as u32);
    for action in &sample.actions {
        put(bytes, action.features.len() as u32);
        put_ascending(bytes, action.features.iter().copied());
        bytes.extend(action.score.to_le_bytes());
        bytes.extend(action.target.to_le_bytes());
    }
}

/// Writes a sample as another game's, without reading more of it than its game, which is its first number.
pub(super) fn copy(bytes: &mut Vec<u8>, mut sample: &[u8], game: u32) {
    take(&mut sample);
    put(bytes, game);
    bytes.extend_from_slice(sample);
}

/// Reads a sample and moves `bytes` behind it. Returns `None` if the bytes are not a sample.
pub(super) fn read(bytes: &mut &[u8], sample: &mut Sample) -> Option<()> {
    sample.game = take(bytes)?;
    let players = bounded(bytes, MAX_SEATS)?;
    let seat = take(bytes)? as usize;
    if seat >= players {
        return None;
    }
    sample.seat = Seat::new(seat);
    sample.inputs = Inputs::new(players);
    for seat in Seat::all(players) {
        read_block(bytes, sample.inputs.seat_mut(seat))?;
    }
    read_block(bytes, &mut sample.inputs.table)?;
    for values in [&mut sample.shares, &mut sample.points] {
        *values = PerSeat::new(players);
        for seat in Seat::all(players) {
            values[seat] = take_float(bytes)?;
        }
    }
    let actions = bounded(bytes, MAX_ACTIONS)?;
    sample.actions.truncate(actions);
    sample.actions.resize_with(actions, SampleAction::default);
    for action in &mut sample.actions {
        let count = bounded(bytes, action.features.capacity())?;
        action.features.clear();
        take_ascending(bytes, count, |index| action.features.push(index))?;
        action.score = take_float(bytes)?;
        action.target = take_float(bytes)?;
    }
    Some(())
}

fn read_block(bytes: &mut &[u8], block: &mut Block) -> Option<()> {
    let count = bounded(bytes, MAX_ACTIVE)?;
    take_ascending(bytes, count, |index| block.push_active(index))?;
    let count = bounded(bytes, MAX_NUMBERS)?;
    let mut indices = ArrayVec::<u16, MAX_NUMBERS>::new();
    take_ascending(bytes, count, |index| indices.push(index))?;
    for index in indices {
        block.push_number(index, i16::try_from(take(bytes)?).ok()?);
    }
    Some(())
}

/// Writes the rules of samples: where they begin, and each input that is not 0 with its difference, the sign in the
/// lowest bit.
pub(super) fn write_rules(bytes: &mut Vec<u8>, rules: &[RulesFrom]) {
    for RulesFrom { first, differences } in rules {
        bytes.extend(first.to_le_bytes());
        put(bytes, differences.len() as u32);
        put_ascending(bytes, differences.iter().map(|difference| difference.0));
        for &(_, difference) in differences {
            put(bytes, u32::from(((difference << 1) ^ (difference >> 15)) as u16));
        }
    }
}

/// Reads them; `None` if the bytes are nothing of the kind.
pub(super) fn read_rules(mut bytes: &[u8]) -> Option<Vec<RulesFrom>> {
    let mut rules = Vec::new();
    while let Some((first, rest)) = bytes.split_first_chunk() {
        bytes = rest;
        let count = bounded(&mut bytes, u16::MAX.into())?;
        let mut differences = Vec::new();
        take_ascending(&mut bytes, count, |input| differences.push((input, 0)))?;
        for (_, difference) in &mut differences {
            let number = u16::try_from(take(&mut bytes)?).ok()?;
            *difference = (number >> 1) as i16 ^ -((number & 1) as i16);
        }
        rules.push(RulesFrom { first: u64::from_le_bytes(*first), differences });
    }
    (bytes.is_empty() && rules.is_sorted_by(|a, b| a.first < b.first)).then_some(rules)
}

fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Writes the first index, then how far each lies behind the one before it.
fn put_ascending(bytes: &mut Vec<u8>, indices: impl Iterator<Item = u16>) {
    let mut before = 0;
    for index in indices {
        put(bytes, u32::from(index - before));
        before = index;
    }
}

fn take(bytes: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if shift == 28 && byte > 0x0f {
            return None;
        }
        number |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return Some(number);
        }
    }
}

fn bounded(bytes: &mut &[u8], most: usize) -> Option<usize> {
    let number = take(bytes)? as usize;
    (number <= most).then_some(number)
}

fn take_ascending(bytes: &mut &[u8], count: usize, mut push: impl FnMut(u16)) -> Option<()> {
    let mut before = 0_u32;
    for place in 0..count {
        let step = take(bytes)?;
        if place > 0 && step == 0 {
            return None;
        }
        before = before.checked_add(step)?;
        push(u16::try_from(before).ok()?);
    }
    Some(())
}

fn take_float(bytes: &mut &[u8]) -> Option<f32> {
    let (head, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    let number = f32::from_le_bytes(*head);
    number.is_finite().then_some(number)
}
