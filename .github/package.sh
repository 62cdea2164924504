#!/usr/bin/env bash
# Packs a program that is built as releases have it, and plays some games with what the archive holds.
#
#     .github/package.sh PROGRAM TARGET OUT    # in the root of the repository
#
# OUT/tradewinds-VERSION-TARGET.tar.gz (.zip for Windows) holds a folder of that name: the program, the licences, what
# shells need to complete commands, and the manual. The program must run on this machine.
set -euo pipefail

program=$1 target=$2 out=$3
version=$("$program" --version)
name=tradewinds-${version#tradewinds }-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

folder=$work/$name
mkdir -p "$folder/completions" "$out"
cp "$program" LICENSE* CHANGELOG.md "$folder"
while read -r shell file; do
    "$program" completions "$shell" > "$folder/completions/$file"
done << 'END'
bash tradewinds.bash
elvish tradewinds.elv
fish tradewinds.fish
powershell _tradewinds.ps1
zsh _tradewinds
END
"$program" man --out "$folder/man" > "$work/pages"

mkdir "$work/unpacked"
if [[ $target == *windows* ]]; then
    archive=$name.zip
    (cd "$work" && 7z a -bso0 -bsp0 "$archive" "$name")
    (cd "$work/unpacked" && 7z x -bso0 -bsp0 "../$archive")
else
    archive=$name.tar.gz
    tar -czf "$work/$archive" -C "$work" "$name"
    tar -xzf "$work/$archive" -C "$work/unpacked"
fi

"$work/unpacked/$name/$(basename "$program")" tournament experiments/quickstart.toml --games 4 --out "$work/run" > "$work/said"
test -s "$work/run/standings.csv"
mv "$work/$archive" "$out"
echo "$out/$archive"
