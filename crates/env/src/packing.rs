//! Packed observations: a byte for each number, a bit for each flag.

use std::cell::RefCell;

use tradewinds_game::features::Measure;

use super::layout::{At, Layout};

/// How the numbers of an observation are packed: first a byte for each number that is not a flag, in order, then a bit
/// for each flag, in order, the lowest bit of a byte first.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    /// Neighbouring numbers that are no flags.
    numbers: Vec<Run>,
    /// Neighbouring flags.
    flags: Vec<Run>,
    /// The count of numbers that are no flags.
    bytes: usize,
    /// The count of flags.
    bits: usize,
}

/// Neighbouring numbers of an observation.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: usize,
    len: usize,
}

impl Packing {
    /// Makes the packing of a layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let mut packing = Self::default();
        for At { offset, group, .. } in &layout.fields {
            let Self { numbers, flags, bytes, bits } = &mut packing;
            let (runs, count) =
                if group.measure == Measure::Active { (flags, bits) } else { (numbers, bytes) };
            match runs.last_mut() {
                Some(run) if run.start + run.len == *offset => run.len += group.len,
                _ => runs.push(Run { start: *offset, len: group.len }),
            }
            *count += group.len;
        }
        packing
    }

    /// Returns the count of bytes of a packed observation.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes + self.bits.div_ceil(8)
    }

    /// Packs the numbers that a function writes.
    pub(crate) fn write(&self, out: &mut [u8], numbers: impl FnOnce(&mut [u8])) {
        thread_local! {
            static NUMBERS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        NUMBERS.with_borrow_mut(|scratch| {
            // Eight numbers are read at once, so some lie behind the last one.
            let count = self.bytes + self.bits;
            scratch.resize(count + 8, 0);
            numbers(&mut scratch[..count]);
            self.pack(scratch, out);
        });
    }

    fn pack(&self, numbers: &[u8], out: &mut [u8]) {
        let eight =
            |at: usize| numbers.get(at..at + 8).and_then(|eight| eight.try_into().ok()).unwrap_or([0; 8]);
        let mut end = 0;
        for &Run { start, len } in &self.numbers {
            for at in (0..len).step_by(8) {
                let count = (len - at).min(8);
                // What is too much is overwritten by what follows.
                match out.get_mut(end..end + 8) {
                    Some(out) => out.copy_from_slice(&eight(start + at)),
                    None => out[end..end + count].copy_from_slice(&eight(start + at)[..count]),
                }
                end += count;
            }
        }
        let (mut held, mut word) = (0, 0_u64);
        for &Run { start, len } in &self.flags {
            for at in (0..len).step_by(8) {
                let count = (len - at).min(8);
                // The product has the flag of byte i in bit 56 + i.
                let flags = u64::from_le_bytes(eight(start + at)) & (u64::MAX >> (64 - 8 * count));
                word |= (flags.wrapping_mul(0x0102_0408_1020_4080) >> 56) << held;
                held += count;
                if held >= 8 {
                    out[end] = word as u8;
                    (end, word, held) = (end + 1, word >> 8, held - 8);
                }
            }
        }
        if held > 0 {
            out[end] = word as u8;
        }
    }
}
