#!/usr/bin/env bash
# Runs the recipes for GNU parallel, Snakemake and Ray on this machine, and `--shard auto` with the variables of
# each scheduler, and compares what they merge with one run without shards.
#
#     experiments/cluster/test-recipes.sh
#
# TRADEWINDS  the program to test [default: target/release/tradewinds, built first]
# PYTHON      a Python with snakemake and ray [default: one made in a folder of the test]
#
# GNU parallel is skipped where it is not installed. The last line is PASS.
set -euo pipefail

readonly SHARDS=3

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../.."

if [[ -z ${TRADEWINDS:-} ]]; then
    cargo build --release
    TRADEWINDS=${CARGO_TARGET_DIR:-target}/release/tradewinds
fi
TRADEWINDS=$(realpath "$TRADEWINDS")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [[ -z ${PYTHON:-} ]]; then
    python3 -m venv "$work/python"
    "$work/python/bin/pip" install --quiet snakemake ray
    PYTHON=$work/python/bin/python
fi

manifest=$work/manifest.toml
sed 's/^deals = .*/deals = 6/' "$here/test-manifest.toml" >"$manifest"
"$TRADEWINDS" tournament "$manifest" --out "$work/single" >"$work/log"

# Compares a merged run with the one without shards.
same() {
    for file in "$work"/single/*.csv "$work/single/report.html"; do
        cmp "$file" "$1/$(basename "$file")"
    done
    echo "same files: $2"
}

if command -v parallel >"$work/log"; then
    seq "$SHARDS" | parallel --will-cite --jobs 2 "$TRADEWINDS" tournament "$manifest" \
        --shard "{}/$SHARDS" --out "$work/parallel/{}-of-$SHARDS" --threads 1 >"$work/log"
    "$TRADEWINDS" merge "$work"/parallel/*-of-$SHARDS --out "$work/parallel/merged" >"$work/log"
    same "$work/parallel/merged" "GNU parallel"
else
    echo "skipped: GNU parallel"
fi

"$PYTHON" -m snakemake --quiet all --directory "$work" --snakefile "$here/Snakefile" --cores 2 --config \
    manifest="$manifest" run="$work/snakemake" shards="$SHARDS" program="$TRADEWINDS" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
same "$work/snakemake/merged" "Snakemake"

"$PYTHON" "$here/ray-shards.py" "$manifest" "$work/ray" "$SHARDS" "$TRADEWINDS" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
same "$work/ray/merged" "Ray"

# Each scheduler by the variables that it sets; of those that do not say how many tasks there are, auto/N.
scheduler() {
    local name=$1 shard=$2 first=$3 index=$4
    shift 4
    for ((task = 0; task < SHARDS; task++)); do
        env "$index=$((task + first))" "$@" "$TRADEWINDS" tournament "$manifest" --shard "$shard" \
            --out "$work/$name" --threads 1 >"$work/log"
    done
    "$TRADEWINDS" merge "$work/$name"/*-of-$SHARDS --out "$work/$name/merged" >"$work/log"
    same "$work/$name/merged" "$name"
}
scheduler slurm auto 1 SLURM_ARRAY_TASK_ID SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=$SHARDS SLURM_ARRAY_TASK_COUNT=$SHARDS
scheduler kubernetes auto/$SHARDS 0 JOB_COMPLETION_INDEX
scheduler aws-batch auto 0 AWS_BATCH_JOB_ARRAY_INDEX AWS_BATCH_JOB_ARRAY_SIZE=$SHARDS
scheduler grid-engine auto 1 SGE_TASK_ID SGE_TASK_FIRST=1 SGE_TASK_LAST=$SHARDS SGE_TASK_STEPSIZE=1
scheduler pbs auto/$SHARDS 1 PBS_ARRAY_INDEX
scheduler torque auto/$SHARDS 1 PBS_ARRAYID
scheduler lsf auto 1 LSB_JOBINDEX LSB_JOBINDEX_END=$SHARDS
scheduler srun auto 0 SLURM_PROCID SLURM_NTASKS=$SHARDS
scheduler open-mpi auto 0 OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE=$SHARDS
scheduler mpi auto 0 PMI_RANK PMI_SIZE=$SHARDS
scheduler htcondor auto 0 TRADEWINDS_SHARD_INDEX TRADEWINDS_SHARDS=$SHARDS
echo PASS
