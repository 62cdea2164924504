#!/usr/bin/env bash
# Plays one shard of a tournament as one task of a Slurm job array: task 3 of 16 plays shard 3/16.
#
#     sbatch [OPTION...] slurm-array.sh MANIFEST RUN [SHARDS [PROGRAM]]
#
# MANIFEST  the tournament
# RUN       the run's folder, on a file system that all nodes share; shard 3 of 16 is RUN/shards/3-of-16
# SHARDS    number of shards [default: the number of tasks of the array, which must be 1-SHARDS]
# PROGRAM   tradewinds [default: the tradewinds on the PATH]
#
# A task that is requeued, or submitted again, resumes its shard. slurm-submit.sh submits this
# script and the merge that waits for it. Options given to sbatch win over those below.
#
#SBATCH --job-name=tradewinds
#SBATCH --array=1-16
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --mem-per-cpu=512M
#SBATCH --time=04:00:00
# Two minutes before the time limit this script, and it alone, is told to stop.
#SBATCH --signal=B:USR1@120
# Slurm starts the task again when its node fails or it is preempted, and its log goes on.
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

# Time limits that a task may run into before it counts as one that does not get on.
readonly MAX_RESTARTS=50

fail() {
    echo "slurm-array.sh: $*" >&2
    exit 1
}

(($# >= 2 && $# <= 4)) || fail "expected MANIFEST RUN [SHARDS [PROGRAM]], found $# arguments"
manifest=$1
run=$2
program=${4:-tradewinds}
task=${SLURM_ARRAY_TASK_ID:-}
[[ -n $task ]] || fail "no task of a job array: submit it with sbatch --array=1-N"
if (($# >= 3)); then
    shards=$3
    [[ $shards =~ ^[1-9][0-9]*$ ]] || fail "SHARDS is a number from 1, found '$shards'"
else
    shards=$SLURM_ARRAY_TASK_COUNT
    [[ $SLURM_ARRAY_TASK_MIN == 1 && $SLURM_ARRAY_TASK_MAX == "$shards" ]] ||
        fail "the array is not 1-N, so the number of shards is not known: give SHARDS"
fi
((task >= 1 && task <= shards)) || fail "task $task, but the run has shards 1 to $shards"
[[ -r $manifest ]] || fail "cannot read the manifest $manifest on $(hostname)"
command -v "$program" >/dev/null || fail "cannot find the program $program on $(hostname)"

folder=$run/shards/$task-of-$shards
mkdir -p "$run/shards"

# Set by a signal: why the shard was asked to stop.
reason=
child=
# shellcheck disable=SC2317  # the traps call it
stop() {
    reason=$1
    # The games under way are lost; those that have finished are in the shard's journal.
    if [[ -n $child ]]; then
        kill -TERM "$child" 2>/dev/null || true
    fi
}
trap 'stop "near its time limit"' USR1
trap 'stop "told to stop"' TERM

echo "$(date -u +%FT%TZ) shard $task/$shards starts on $(hostname), restart ${SLURM_RESTART_COUNT:-0}"
"$program" tournament "$manifest" --shard "$task/$shards" --out "$folder" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" &
child=$!
# A signal may have come before there was anything to stop.
[[ -z $reason ]] || kill -TERM "$child" 2>/dev/null || true
# A signal ends `wait` early, with a status above 128, so wait until the child is really gone.
status=0
while true; do
    status=0
    wait "$child" || status=$?
    kill -0 "$child" 2>/dev/null || break
done
child=

if ((status == 0)); then
    echo "$(date -u +%FT%TZ) shard $task/$shards is played"
    exit 0
fi
if [[ -z $reason ]]; then
    fail "shard $task/$shards failed with status $status; submit it again to resume"
fi
echo "$(date -u +%FT%TZ) shard $task/$shards stopped, $reason"
if [[ $reason == "told to stop" ]]; then
    # Cancelled, requeued or preempted: what comes next is not for this script to say.
    exit 143
fi
if ((${SLURM_RESTART_COUNT:-0} >= MAX_RESTARTS)); then
    fail "shard $task/$shards ran into its time limit $((MAX_RESTARTS + 1)) times; give it more time or more shards"
fi
trap - TERM USR1
scontrol requeue "${SLURM_ARRAY_JOB_ID}_$task" || fail "shard $task/$shards cannot be requeued"
# Slurm now ends this script. To exit first would look as if the task had ended by itself.
sleep 300
fail "shard $task/$shards was requeued, but nothing happened"
