#!/usr/bin/env bash
# Joins the shards of a tournament, played by slurm-array.sh, into RUN/merged.
#
#     sbatch [OPTION...] slurm-merge.sh RUN SHARDS [PROGRAM]
#
# It needs no job array and runs without Slurm as well. slurm-submit.sh submits it.
#
#SBATCH --job-name=tradewinds-merge
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

fail() {
    echo "slurm-merge.sh: $*" >&2
    exit 1
}

(($# == 2 || $# == 3)) || fail "expected RUN SHARDS [PROGRAM], found $# arguments"
run=$1
shards=$2
program=${3:-tradewinds}
[[ $shards =~ ^[1-9][0-9]*$ ]] || fail "SHARDS is a number from 1, found '$shards'"
command -v "$program" >/dev/null || fail "cannot find the program $program on $(hostname)"

folders=()
missing=()
for ((shard = 1; shard <= shards; shard++)); do
    folder=$run/shards/$shard-of-$shards
    folders+=("$folder")
    [[ -d $folder ]] || missing+=("$shard")
done
((${#missing[@]} == 0)) || fail "$run/shards has no folder of shard ${missing[*]} of $shards"

# A merge that was interrupted goes on.
"$program" merge "${folders[@]}" --out "$run/merged"
echo "merged $shards shards into $run/merged"
