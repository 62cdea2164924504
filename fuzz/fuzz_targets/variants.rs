#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    tradewinds_fuzz::variants::attempt(input);
});
