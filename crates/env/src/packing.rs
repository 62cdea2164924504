//! Packed observations: a byte for each number, a bit for each flag.

use std::cell::RefCell;

use super::layout::Layout;

/// The unit of fields whose numbers are all 0 or 1.
const FLAG: &str = "0/1";

/// How the numbers of an observation are packed: first a byte for each number that is not a flag, in order, then a bit for
/// each flag, in order, the lowest bit of a byte first.
#[derive(Clone, Debug, Default)]
pub struct Packing {
    runs: Vec<Run>,
    bytes: usize,
    flags: usize,
}

/// Neighbouring numbers that are packed in the same way.
#[derive(Clone, Copy, Debug)]
struct Run {
    len: usize,
    flags: bool,
}

impl Packing {
    /// Makes the packing of a layout.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let mut packing = Self::default();
        for at in &layout.fields {
            let (len, flags) = (at.field.len, at.field.unit == FLAG);
            match packing.runs.last_mut() {
                Some(run) if run.flags == flags => run.len += len,
                _ => packing.runs.push(Run { len, flags }),
            }
            *(if flags { &mut packing.flags } else { &mut packing.bytes }) += len;
        }
        packing
    }

    /// Returns the count of bytes of a packed observation.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes + self.flags.div_ceil(8)
    }

    /// Packs the numbers that a function writes.
    pub(crate) fn write(&self, out: &mut [u8], numbers: impl FnOnce(&mut [u8])) {
        thread_local! {
            static NUMBERS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        NUMBERS.with_borrow_mut(|scratch| {
            scratch.resize(self.bytes + self.flags, 0);
            numbers(scratch);
            self.pack(scratch, out);
        });
    }

    fn pack(&self, numbers: &[u8], out: &mut [u8]) {
        let (mut bytes, mut flags) = out.split_at_mut(self.bytes);
        let (mut rest, mut held, mut word) = (numbers, 0, 0_u64);
        for run in &self.runs {
            let (numbers, after) = rest.split_at(run.len);
            rest = after;
            if !run.flags {
                let (head, tail) = bytes.split_at_mut(run.len);
                head.copy_from_slice(numbers);
                bytes = tail;
                continue;
            }
            for numbers in numbers.chunks(8) {
                let mut eight = [0; 8];
                eight[..numbers.len()].copy_from_slice(numbers);
                // The product has the flag of byte i in bit 56 + i.
                word |= (u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) << held;
                held += numbers.len();
                if held >= 8 {
                    let (head, tail) = flags.split_at_mut(1);
                    head[0] = word as u8;
                    (flags, word, held) = (tail, word >> 8, held - 8);
                }
            }
        }
        if let Some(last) = flags.first_mut() {
            *last = word as u8;
        }
    }
}
