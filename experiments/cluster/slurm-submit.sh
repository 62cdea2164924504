#!/usr/bin/env bash
# Submits a tournament to Slurm: a job array that plays its shards, and the merge that waits for it.
#
#     slurm-submit.sh MANIFEST RUN SHARDS [SBATCH-OPTION...]
#
# The options are for the array, such as --time=12:00:00 or --cpus-per-task=32. What both jobs need,
# such as the partition, is set as for any sbatch: SBATCH_PARTITION, SBATCH_ACCOUNT.
# TRADEWINDS is the program [default: the tradewinds on the PATH].
#
# Submitted again after a failure it resumes: shards that are done take a moment. Wait until the
# jobs of the first submission have left the queue.
set -euo pipefail

fail() {
    echo "slurm-submit.sh: $*" >&2
    exit 1
}

(($# >= 3)) || fail "expected MANIFEST RUN SHARDS [SBATCH-OPTION...], found $# arguments"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[[ -r $1 ]] || fail "cannot read the manifest $1"
manifest=$(realpath "$1")
mkdir -p "$2"
run=$(realpath "$2")
shards=$3
shift 3
[[ $shards =~ ^[1-9][0-9]*$ ]] || fail "SHARDS is a number from 1, found '$shards'"
# Slurm replaces these in the names of logs.
[[ $run != *%* ]] || fail "the path of RUN has a %: $run"
program=$(command -v "${TRADEWINDS:-tradewinds}") || fail "cannot find ${TRADEWINDS:-tradewinds}; set TRADEWINDS"
program=$(realpath "$program")
# The standings are written last.
[[ ! -e $run/merged/standings.csv ]] || fail "$run/merged is whole: the run is done"
mkdir -p "$run/logs"

array=$(sbatch --parsable --array="1-$shards" --output="$run/logs/shard-%a-of-$shards.log" "$@" \
    "$here/slurm-array.sh" "$manifest" "$run" "$shards" "$program")
# In a federation the answer is ID;CLUSTER.
array=${array%%;*}
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    --output="$run/logs/merge.log" "$here/slurm-merge.sh" "$run" "$shards" "$program") ||
    fail "the shards are job $array, but the merge was not submitted: run slurm-merge.sh when they are done"
merge=${merge%%;*}
echo "shards: job $array, tasks 1 to $shards"
echo "merge: job $merge, when all shards are played"
echo "files: $run/merged"
