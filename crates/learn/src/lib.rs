//! Networks learned by self-play.

pub mod fit;
pub mod play;
mod sample;

pub use sample::{
    Sample, SampleAction, SampleError, SampleSource, Samples, read_samples, read_source, write_samples,
};
