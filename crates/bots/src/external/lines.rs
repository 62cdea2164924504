//! Lines, assembled from the pieces that a program writes.

/// The maximum length of a line that is kept, in bytes without its end.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// A line of a program without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// The line.
    Whole(Vec<u8>),
    /// A line of more than [`MAX_LINE`] bytes, which are discarded.
    TooLong,
}

/// Program output that has not been taken yet: at most [`MAX_LINE`] bytes and the last piece.
#[derive(Debug, Default)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// Whether the rest of a line that is too long is still to come.
    is_skipping: bool,
}

impl Lines {
    /// Adds a piece of output.
    pub(super) fn push(&mut self, mut piece: &[u8]) {
        if self.is_skipping {
            let Some(end) = piece.iter().position(|&byte| byte == b'\n') else { return };
            self.is_skipping = false;
            piece = &piece[end + 1..];
        }
        self.bytes.extend_from_slice(piece);
    }

    /// Takes the next line; a line whose end is still to come does not count.
    pub(super) fn take(&mut self) -> Option<Line> {
        match self.bytes.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                let mut line: Vec<u8> = self.bytes.drain(..=end).collect();
                line.truncate(end);
                Some(if end > MAX_LINE { Line::TooLong } else { Line::Whole(line) })
            }
            None if self.bytes.len() > MAX_LINE => {
                self.bytes.clear();
                self.is_skipping = true;
                Some(Line::TooLong)
            }
            None => None,
        }
    }

    /// Takes the beginning of a line whose end never came; `None` if there is none.
    pub(super) fn rest(&mut self) -> Option<Line> {
        let rest = std::mem::take(&mut self.bytes);
        (!rest.is_empty()).then_some(Line::Whole(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_whatever_the_pieces() {
        let text = b"one\n\ntwo\nthr";
        for size in 1..=text.len() {
            let mut lines = Lines::default();
            let mut found = Vec::new();
            for piece in text.chunks(size) {
                lines.push(piece);
                while let Some(line) = lines.take() {
                    found.push(line);
                }
            }
            let expected = [&b"one"[..], b"", b"two"].map(|line| Line::Whole(line.to_vec()));
            assert_eq!(found, expected, "pieces of {size} bytes");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_reported_once_and_skipped() {
        let mut lines = Lines::default();
        for _ in 0..5 {
            lines.push(&[b'x'; MAX_LINE / 2]);
        }
        assert_eq!((lines.take(), lines.take()), (Some(Line::TooLong), None));
        lines.push(&[b'x'; MAX_LINE]);
        assert_eq!(lines.take(), None);
        lines.push(b"x\nnext\n");
        assert_eq!((lines.take(), lines.take()), (Some(Line::Whole(b"next".to_vec())), None));
        // One that comes with its end is too long by a byte; the longest is not.
        lines.push(&[&[b'y'; MAX_LINE + 1], &b"\n"[..]].concat());
        lines.push(&[&[b'z'; MAX_LINE], &b"\n"[..]].concat());
        let longest = Line::Whole(vec![b'z'; MAX_LINE]);
        assert_eq!((lines.take(), lines.take(), lines.take()), (Some(Line::TooLong), Some(longest), None));
    }
}
