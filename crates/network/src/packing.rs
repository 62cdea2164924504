//! Compression: the library of zstd's authors; for WebAssembly, where no C is compiled, one in Rust, which reads the same
//! files and packs less tightly.

#[cfg(not(target_family = "wasm"))]
pub(crate) use zstd::bulk::{compress, decompress};

#[cfg(target_family = "wasm")]
pub(crate) use in_rust::{compress, decompress};

#[cfg(target_family = "wasm")]
mod in_rust {
    use std::io::{self, Read as _};

    use ruzstd::decoding::StreamingDecoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    #[allow(clippy::unnecessary_wraps, reason = "the other library may have no memory")]
    pub(crate) fn compress(bytes: &[u8], _level: i32) -> io::Result<Vec<u8>> {
        Ok(compress_to_vec(bytes, CompressionLevel::Fastest))
    }

    pub(crate) fn decompress(bytes: &[u8], max: usize) -> io::Result<Vec<u8>> {
        let decoder = StreamingDecoder::new(bytes).map_err(io::Error::other)?;
        let mut whole = Vec::new();
        decoder.take(max as u64 + 1).read_to_end(&mut whole)?;
        if whole.len() > max { Err(io::ErrorKind::InvalidData.into()) } else { Ok(whole) }
    }
}
