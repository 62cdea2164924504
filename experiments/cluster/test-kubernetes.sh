#!/usr/bin/env bash
# Checks the Kubernetes manifests as far as that goes without a cluster.
#
#     experiments/cluster/test-kubernetes.sh
#
# They must be valid by the published schemas of several versions, strictly (kubernetes-validate from
# PyPI, installed into a folder of the test). Then the containers' commands, taken from the manifests,
# are run here, one index after the other, one of them told to stop and run again as Kubernetes
# would; the merged files must be those of one run without shards. The last line is PASS.
#
# TRADEWINDS  the program to test [default: target/release/tradewinds, built first]
set -euo pipefail

readonly SHARDS=3
readonly DEALS=30

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

if [[ -z ${TRADEWINDS:-} ]]; then
    cargo build --release
    TRADEWINDS=${CARGO_TARGET_DIR:-target}/release/tradewinds
fi
TRADEWINDS=$(realpath "$TRADEWINDS")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet kubernetes-validate
for version in 1.29 1.31 1.33; do
    "$work/python/bin/kubernetes-validate" --strict -k "$version" "$here"/kubernetes-*.yaml >"$work/validate.log" 2>&1 ||
        fail "$(cat "$work/validate.log")"
    echo "valid by the schemas of Kubernetes $version: $(grep -c ' passed ' "$work/validate.log") files"
done

# The command of a manifest's only container, each word ended by a NUL.
command_of() {
    "$work/python/bin/python" - "$1" <<'END'
import sys
import yaml

job = yaml.safe_load(open(sys.argv[1]))
(container,) = job["spec"]["template"]["spec"]["containers"]
for word in container["command"]:
    sys.stdout.write(word + "\0")
END
}
mapfile -d '' -t shard < <(command_of "$here/kubernetes-job.yaml")
mapfile -d '' -t merge < <(command_of "$here/kubernetes-merge.yaml")

mkdir "$work/bin" "$work/run"
ln -s "$TRADEWINDS" "$work/bin/tradewinds"
sed "s/^deals = .*/deals = $DEALS/" "$here/test-manifest.toml" >"$work/manifest.toml"
environment=(PATH="$work/bin:/usr/bin:/bin" MANIFEST="$work/manifest.toml" RUN="$work/run" SHARDS="$SHARDS" THREADS=1)
journal=$work/run/shards/2-of-$SHARDS/journal.frames
size() { stat -c %s "$1" 2>/dev/null || echo 0; }

for ((index = 0; index < SHARDS; index++)); do
    if ((index == 1)); then
        env -i "${environment[@]}" JOB_COMPLETION_INDEX=$index "${shard[@]}" >"$work/log" 2>&1 &
        pod=$!
        for ((i = 0; i < 600; i++)); do
            (($(size "$journal") > 0)) && break
            sleep 0.1
        done
        kill -TERM "$pod"
        status=0
        wait "$pod" || status=$?
        before=$(size "$journal")
        ((status != 0 && before > 0)) || fail "index $index was to be stopped: status $status, $before bytes: $(cat "$work/log")"
        cp "$journal" "$work/before"
    fi
    env -i "${environment[@]}" JOB_COMPLETION_INDEX=$index "${shard[@]}" >"$work/log" 2>&1 ||
        fail "index $index: $(cat "$work/log")"
    rows=$(wc -l <"$work/run/shards/$((index + 1))-of-$SHARDS/games.csv")
    echo "index $index: $((rows - 1)) games"
done
cmp -n "$before" "$journal" "$work/before" || fail "index 1 began anew"
(($(size "$journal") > before)) || fail "index 1 was whole when it was stopped, which shows nothing"
echo "index 1 was stopped after $before bytes of its journal and resumed"

env -i "${environment[@]}" "${merge[@]}" >"$work/log" 2>&1 || fail "merge: $(cat "$work/log")"
"$TRADEWINDS" tournament "$work/manifest.toml" --out "$work/single" >"$work/log" 2>&1 || fail "$(cat "$work/log")"
files() { (cd "$1" && find . -type f ! -name journal.frames | sort); }
[[ $(files "$work/single") == "$(files "$work/run/merged")" ]] || fail "the merge has other files"
while read -r file; do
    cmp "$work/single/$file" "$work/run/merged/$file"
done < <(files "$work/single")
echo "same bytes: $(files "$work/single" | wc -l) files of the merge and of one run without shards"
echo PASS
