//! Registers of sixteen numbers: AVX2, which most x86-64 processors since 2013 have.
//!
//! The crate `pulp` asks the processor, and names the instructions without `unsafe`.

use std::arch::x86_64::__m256i;

use pulp::bytemuck::cast;
use pulp::x86::V3;

use super::registers::{LANES, Registers};

/// The instructions of AVX2, on a processor that has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(V3);

impl Avx2 {
    /// Returns the instructions if this processor has them.
    pub(crate) fn new() -> Option<Self> {
        V3::try_new().map(Self)
    }
}

impl Registers for Avx2 {
    type Numbers = __m256i;
    type Sums = __m256i;

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.vectorize(work)
    }

    #[inline(always)]
    fn numbers(self, numbers: [i16; LANES]) -> __m256i {
        cast(numbers)
    }

    #[inline(always)]
    fn array(self, numbers: __m256i) -> [i16; LANES] {
        cast(numbers)
    }

    #[inline(always)]
    fn sums(self, sums: [i32; LANES / 2]) -> __m256i {
        cast(sums)
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        self.0.avx2._mm256_adds_epi16(a, b)
    }

    #[inline(always)]
    fn scaled(self, numbers: __m256i, factor: i16) -> __m256i {
        let V3 { avx, avx2, .. } = self.0;
        avx2._mm256_mulhi_epi16(avx2._mm256_add_epi16(numbers, numbers), avx._mm256_set1_epi16(factor))
    }

    #[inline(always)]
    fn clipped(self, numbers: __m256i, one: i16) -> __m256i {
        let V3 { avx, avx2, .. } = self.0;
        let positive = avx2._mm256_max_epi16(numbers, avx._mm256_setzero_si256());
        avx2._mm256_min_epi16(positive, avx._mm256_set1_epi16(one))
    }

    #[inline(always)]
    fn products(self, a: __m256i, b: __m256i) -> __m256i {
        self.0.avx2._mm256_madd_epi16(a, b)
    }

    #[inline(always)]
    fn add_sums(self, a: __m256i, b: __m256i) -> __m256i {
        self.0.avx2._mm256_add_epi32(a, b)
    }

    #[inline(always)]
    fn total(self, sums: __m256i) -> i32 {
        let sums: [i32; LANES / 2] = cast(sums);
        sums.into_iter().fold(0, i32::wrapping_add)
    }

    #[inline(always)]
    fn pairs(self, numbers: __m256i) -> [__m256i; LANES / 2] {
        let pairs: [i32; LANES / 2] = cast(numbers);
        pairs.map(|pair| self.0.avx._mm256_set1_epi32(pair))
    }

    #[inline(always)]
    fn narrowed(self, a: __m256i, b: __m256i, exponent: u32) -> __m256i {
        let V3 { sse2, avx2, .. } = self.0;
        let exponent = sse2._mm_cvtsi32_si128(exponent as i32);
        // The instruction takes four sums of the first register and four of the second, twice.
        avx2._mm256_packs_epi32(avx2._mm256_sra_epi32(a, exponent), avx2._mm256_sra_epi32(b, exponent))
    }
}
