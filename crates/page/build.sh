#!/usr/bin/env bash
# Builds the page: `crates/page/build.sh OUT` makes the folder OUT, which any server of files can serve.
#
# The program is compiled for wasm32-wasip1 by the toolchain, where it has that target (`rustup target add wasm32-wasip1`).
# Elsewhere, on Debian, the packages rustc-web, rust-web-src and wasi-libc build it, with the standard library. The page's
# side of WASI is @bjorn3/browser_wasi_shim, which npm fetches, as Binaryen, which makes the program smaller.
set -euo pipefail
out=$(realpath -m "${1:?usage: crates/page/build.sh OUT}")
cd "$(dirname "$0")/../.."

target=wasm32-wasip1
folder=${CARGO_TARGET_DIR:-target}/page
# `main` is called for each message; a cdylib would need `unsafe` for the name of what it exports.
flags="-C link-arg=--export=__main_void"
# Searches compute with vectors, which all browsers have since 2023; without these instructions each part of one is a loop.
flags+=" -C target-feature=+simd128"
# The program holds the presets; the networks that some of them name are loaded when a bot needs them.
export TRADEWINDS_PRESETS=$folder/presets
mkdir -p "$TRADEWINDS_PRESETS" "$out/networks"
cp -p bots/*.toml "$TRADEWINDS_PRESETS"
cp bots/*.network "$out/networks"
for network in bots/*.network; do
    echo "/networks/${network#bots/}" > "$TRADEWINDS_PRESETS/${network#bots/}"
    # A newer file would compile everything again.
    touch -r "$network" "$TRADEWINDS_PRESETS/${network#bots/}"
done
if [ -d "$(rustc --print target-libdir --target $target)" ]; then
    RUSTFLAGS="$flags" cargo build --locked --profile page --target $target --target-dir "$folder" -p tradewinds-page
elif [ -d /usr/lib/rustlib/src/rust/library ] && [ -d /usr/lib/wasm32-wasi ]; then
    library=/usr/lib/wasm32-wasi
    # Debian's package of the linker is another one; each toolchain has its own.
    linker=$(find "$(rustc --print sysroot)" -name rust-lld | head -n 1)
    flags+=" -C link-self-contained=no -C linker=${linker:-rust-lld} -L native=$library"
    # An older C library than the standard library's has no functions of threads: the page lends them (engine.js).
    flags+=" -C link-arg=$library/crt1-command.o -C link-arg=--allow-undefined"
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS="$flags" cargo build --locked --profile page --target $target \
        --target-dir "$folder" -Zbuild-std=std,panic_abort -p tradewinds-page
else
    echo "build.sh: no target $target: run 'rustup target add $target', or install rustc-web, rust-web-src and wasi-libc" >&2
    exit 1
fi

shim=$folder/shim
npm install --silent --no-audit --no-fund --prefix "$shim" @bjorn3/browser_wasi_shim@0.4.2 binaryen@132.0.0
mkdir -p "$out/wasi"
cp crates/page/static/* "$out"
cp "$shim"/node_modules/@bjorn3/browser_wasi_shim/dist/*.js "$out/wasi"
# Binaryen takes out a twentieth of the program.
node "$shim/node_modules/binaryen/bin/wasm-opt" -Os --strip-debug --strip-producers --enable-simd --enable-bulk-memory \
    --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types \
    --enable-multivalue "$folder/$target/page/tradewinds-page.wasm" -o "$out/page.wasm"
# A browser keeps each version whole: its name is what it holds.
version=$(cd "$out" && find . -type f ! -name sw.js | sort | xargs sha256sum | sha256sum | cut -c 1-16)
networks=$(cd "$out" && printf '"%s", ' networks/*)
sed -e "s/@VERSION@/$version/" -e "s|@NETWORKS@|${networks%, }|" crates/page/static/sw.js > "$out/sw.js"
echo "$out: $(gzip -9 -c "$out/page.wasm" | wc -c) bytes of program, compressed; version $version"
