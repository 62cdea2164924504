#!/usr/bin/env bash
# Runs slurm-submit.sh for real: on a Slurm of one node, made for the test from Debian's packages.
#
#     experiments/cluster/test-slurm.sh
#
# It needs root and Debian (a container without systemd will do) and a few minutes. Missing packages
# are installed; daemons, ports and files are the test's own, and end with it. The last line is PASS.
#
# TRADEWINDS  the program to test [default: target/release/tradewinds, built first]
# KEEP=1      keeps the folder of the test, and says where it is
#
# Five shards are submitted. While they play, shard 3 gets the signal that Slurm sends before the
# time limit, shard 2 is requeued, and the program of shard 4 is killed. The merge must not start then. The run
# is submitted again, and the merged files must be those of one run without shards, byte by byte.
set -euo pipefail

readonly SHARDS=5
# Seconds that any one step may take.
readonly PATIENCE=180

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
cd "$root"
started=$SECONDS

say() {
    printf '%4d s  %s\n' $((SECONDS - started)) "$*"
}

fail() {
    echo "FAIL: $*" >&2
    exit 1
}

((EUID == 0)) || fail "the test starts Slurm's daemons and must be root"

# The program.
if [[ -z ${TRADEWINDS:-} ]]; then
    cargo build --release
    TRADEWINDS=${CARGO_TARGET_DIR:-target}/release/tradewinds
fi
TRADEWINDS=$(realpath "$TRADEWINDS")
export TRADEWINDS

# The packages.
if ! command -v slurmctld slurmd sbatch munged >/dev/null; then
    # Keeps the packages from starting daemons of their own.
    policy=/usr/sbin/policy-rc.d
    if [[ ! -e $policy ]]; then
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod +x "$policy"
        trap 'rm -f "$policy"' EXIT
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null
    apt-get install -qq -y --no-install-recommends slurmctld slurmd slurm-client munge >/dev/null
fi

# The folder of the test, and what happens at its end.
work=$(mktemp -d)
daemons=()
cleanup() {
    status=$?
    trap - EXIT
    # By their ids, last started first; slurmd leaves the programs of running tasks behind.
    if [[ -e $work/slurm.conf ]] && ((status != 0)); then
        scancel --user=root >/dev/null 2>&1 || true
        sleep 2
    fi
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
        kill "${daemons[i]}" 2>/dev/null || true
        wait "${daemons[i]}" 2>/dev/null || true
    done
    if ((status != 0)); then
        for log in "$work"/*.log "$work"/run/logs/*.log; do
            [[ -s $log ]] && printf '== %s\n' "$log" && tail -n 20 "$log"
        done >&2
    fi
    if [[ -n ${policy:-} && -e ${policy:-} ]] && grep -qx 'exit 101' "$policy" && [[ $(wc -l <"$policy") == 2 ]]; then
        rm -f "$policy"
    fi
    if [[ ${KEEP:-} == 1 ]]; then echo "kept $work"; else rm -rf "$work"; fi
    exit "$status"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Waits until a command succeeds.
until_true() {
    local what=$1 end=$((SECONDS + PATIENCE))
    shift
    until "$@"; do
        ((SECONDS < end)) || fail "waited $PATIENCE s in vain until $what"
        for pid in "${daemons[@]}"; do
            kill -0 "$pid" 2>/dev/null || fail "a daemon of the test has died (process $pid)"
        done
        sleep 0.1
    done
}

free_port() {
    local port=$1
    while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
        port=$((port + 1))
    done
    echo "$port"
}

# Slurm: one node, this one. It counts a core for each shard, there or not, so that all play at once.
cores=$(($(nproc) > SHARDS ? $(nproc) : SHARDS))
host=$(hostname -s)
controller_port=$(free_port 16817)
node_port=$(free_port $((controller_port + 1)))
mkdir -p "$work/state" "$work/spool"
chmod 755 "$work"
cat >"$work/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller_port
SlurmdPort=$node_port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
# A requeued job waits for this many seconds; two minutes if it is not set.
AuthInfo=socket=$work/munge.socket,cred_expire=10
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$work/jobs.txt
KillWait=10
SchedulerParameters=sched_interval=5
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores RealMemory=$((cores * 1024)) State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf
unset "${!SBATCH_@}" "${!SLURM_JOB@}" "${!SLURM_ARRAY@}"

dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 status=none
chmod 600 "$work/munge.key"
munged --foreground --force --socket="$work/munge.socket" --key-file="$work/munge.key" \
    --seed-file="$work/munge.seed" --pid-file="$work/munge.pid" >"$work/munged.log" 2>&1 &
daemons+=($!)
until_true "munged listens" test -S "$work/munge.socket"
slurmctld -D >"$work/slurmctld.log" 2>&1 &
daemons+=($!)
slurmd -D -N "$host" >"$work/slurmd.log" 2>&1 &
daemons+=($!)
node_is_idle() { [[ $(sinfo -h -o %T 2>/dev/null) == idle ]]; }
until_true "the node is idle" node_is_idle
say "$(sinfo --version) is up, one node of $(nproc) cores"

# One machine, no shards: what the merge must give.
manifest=$here/test-manifest.toml
"$TRADEWINDS" tournament "$manifest" --out "$work/single" >"$work/single.log" 2>&1
games=$(($(wc -l <"$work/single/games.csv") - 1))
say "one run without shards: $games games"

submit() {
    "$here/slurm-submit.sh" "$manifest" "$work/run" "$SHARDS" \
        --cpus-per-task=1 --time=10 >"$work/submit.log" 2>&1 || fail "slurm-submit.sh: $(cat "$work/submit.log")"
    array=$(sed -n 's/^shards: job \([0-9]*\),.*/\1/p' "$work/submit.log")
    merge=$(sed -n 's/^merge: job \([0-9]*\),.*/\1/p' "$work/submit.log")
    [[ -n $array && -n $merge ]] || fail "slurm-submit.sh did not say its jobs: $(cat "$work/submit.log")"
}
state() { scontrol show job -o "$1" | sed -n 's/.* JobState=\([A-Z]*\).*/\1/p'; }
left_queue() { [[ -z $(squeue -h -j "$1" 2>/dev/null) ]]; }
journal() { echo "$work/run/shards/$1-of-$SHARDS/journal.frames"; }
size() { stat -c %s "$(journal "$1")" 2>/dev/null || echo 0; }
log_says() { grep -q "$2" "$work/run/logs/shard-$1-of-$SHARDS.log" 2>/dev/null; }
has_played() {
    ! log_says "$1" "failed" || fail "shard $1 failed before it was to be interrupted"
    (($(size "$1") > 0))
}
# Copies a shard's journal, after it was interrupted: frames are written in one piece.
snapshot() {
    cp "$(journal "$1")" "$work/journal-$1"
    say "shard $1 $2 after $(stat -c %s "$work/journal-$1") bytes of its journal"
}

submit
say "submitted $SHARDS shards as job $array, the merge as job $merge"

# As Slurm does before a time limit. It takes a signal for a task only while no task waits.
until_true "shard 3 plays" has_played 3
scancel --batch --signal=USR1 "${array}_3"
until_true "shard 3 stops" log_says 3 "stopped, near its time limit"
snapshot 3 "had the signal of its time limit"

until_true "shard 2 plays" has_played 2
scontrol requeue "${array}_2"
until_true "shard 2 stops" log_says 2 "stopped, told to stop"
snapshot 2 "was requeued"

until_true "shard 4 plays" has_played 4
kill -KILL "$(pgrep -f "tournament $manifest --shard 4/$SHARDS --out $work/")"
until_true "shard 4 fails" log_says 4 "failed with status 137"
snapshot 4 "was killed"

until_true "the array ends" left_queue "$array"
until_true "the merge leaves the queue" left_queue "$merge"
[[ $(state "${array}_4") == FAILED ]] || fail "shard 4 was killed and is $(state "${array}_4")"
for shard in 2 3; do
    log_says "$shard" "restart 1$" || fail "shard $shard was not restarted"
done
for shard in 1 2 3 5; do
    [[ $(state "${array}_$shard") == COMPLETED ]] || fail "shard $shard is $(state "${array}_$shard")"
done
[[ $(state "$merge") == CANCELLED ]] || fail "shard 4 failed and the merge is $(state "$merge")"
[[ ! -e $work/run/merged ]] || fail "shard 4 failed and there is a merged run"
say "shards 1, 2, 3, 5 completed, shard 4 failed, the merge was cancelled"

submit
say "submitted again as job $array, the merge as job $merge"
until_true "the merge leaves the queue" left_queue "$merge"
[[ $(state "$merge") == COMPLETED ]] || fail "the merge is $(state "$merge")"
say "all shards completed, the merge completed"

# Every interrupted shard went on where it was: the journal begins as it did then.
for shard in 2 3 4; do
    before=$(stat -c %s "$work/journal-$shard")
    cmp -n "$before" "$(journal "$shard")" "$work/journal-$shard" ||
        fail "shard $shard began anew"
    (($(size "$shard") > before)) || fail "shard $shard was whole when it was interrupted, which shows nothing"
done
say "the interrupted shards were resumed, not begun anew"

# The very files: the same names and bytes, but for the journal, where games stand as they finished.
files() { (cd "$1" && find . -type f ! -name journal.frames | sort); }
[[ $(files "$work/single") == "$(files "$work/run/merged")" ]] ||
    fail "the files differ: $(diff <(files "$work/single") <(files "$work/run/merged"))"
count=0
while read -r file; do
    cmp "$work/single/$file" "$work/run/merged/$file"
    count=$((count + 1))
    case $file in *.csv) say "same: ${file#./}, $(wc -c <"$work/single/$file") bytes" ;; esac
done < <(files "$work/single")
say "same: $count files in all, $games games"
say "Slurm's list of ended jobs (PENDING: requeued):$(sed -n 's/.*JobState=\([A-Z_]*\).*/\1/p' "$work/jobs.txt" | sort | uniq -c | tr -s ' \n' ' ' | sed 's/ $//')"
echo PASS
