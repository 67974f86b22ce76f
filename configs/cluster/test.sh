#!/usr/bin/env bash
# make test-workflow: the Snakefile by Snakemake's local executor, on a real Slurm
# of three nodes on this host, and with a bucket. Nodes, tasks and Snakemake itself
# are killed, shards are damaged, and the network is cut in the middle of uploads.
# Each time the dataset must equal, byte for byte, that of an undisturbed local run.
#
# What is disturbed is looked for, not hoped for: a task is frozen, and killed
# only if its journal shows that it has committed some of its work and not all.
#
# It needs root and Debian's packages slurm-wlm and munge, which it installs if
# they are absent. Without root or apt it leaves Slurm out and says so, but not
# under CI.
set -eEuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
PATH=$PWD/bin/workflow/bin:$PATH:/usr/sbin:/sbin # where the daemons are

seconds=${SECONDS_MOST:-900} # for everything; then it gives up. A busy machine needs more
snakefile=$PWD/configs/cluster/Snakefile
bucket=$PWD/configs/cluster/bucket.py

say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }
fail() {
  echo "test-workflow: $*" >&2
  return 1
}

# have_slurm reports whether there is a Slurm, and installs one where it can.
have_slurm() {
  local why=''
  if [ "$(id -u)" -ne 0 ]; then
    why="root is needed to start Slurm's daemons"
  elif ! command -v slurmctld slurmd sbatch srun munged >/dev/null; then
    say "installing slurm-wlm and munge"
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    { apt-get install -qq -y --no-install-recommends slurm-wlm munge ||
      { apt-get update -qq && apt-get install -qq -y --no-install-recommends slurm-wlm munge; }; } >"$base/apt.log" 2>&1 ||
      why="apt-get could not install slurm-wlm and munge: $(tail -n 1 "$base/apt.log")"
  fi
  [ -n "$why" ] || return 0
  [ -z "${CI:-}" ] || fail "$why: this must not be in CI" || exit 1
  say "SKIPPED: Slurm: $why"
  return 1
}

# workflow becomes Snakemake, in $out for what $plan says: (workflow ...), or
# workflow ... &, where $! is then the id of Snakemake itself.
workflow() {
  exec snakemake --snakefile "$snakefile" --directory "$out" --configfile "$plan" "$@" >>"$out.log" 2>&1
}

# digests prints what must not depend on how a dataset was made.
digests() { (cd "$1" && find rows tables stats.json effort.parquet -name '[!.]*' -type f | LC_ALL=C sort | xargs sha256sum); }

# given CONFIG N [FLAGS...] says what to run, and makes the digests of a local run.
given() {
  local config=$1 n=$2
  shift 2
  plan=$base/plan-$n.json
  printf '{"run": "%s --commit-every 10ms", "shards": %d}\n' "$config $*" "$n" >"$plan"
  coverstat run "$config" "$@" --out "$base/expected-$n" --progress none >/dev/null
  digests "$base/expected-$n" >"$base/expected.sha256"
  say "$config $*: local run done"
}

# same compares the digests of a dataset with those of the local run.
same() {
  diff "$base/expected.sha256" - || fail "$1: the dataset differs from the local one"
  say "$1: $(wc -l <"$base/expected.sha256") files equal to a local run's"
}

# Of a process: a variable of its environment; the folder it writes to.
# Nothing if it has ended meanwhile.
variable() { { tr '\0' '\n' <"/proc/$1/environ" | sed -n "s/^$2=//p"; } 2>/dev/null || true; }
folder() { { tr '\0' '\n' <"/proc/$1/cmdline" | sed -n '/^--out$/{n;p;}'; } 2>/dev/null || true; }

# state sets tasks and of, what a shard's journal says of a run that goes on.
state() {
  [[ $(coverstat status "$out/work/$1" 2>/dev/null) =~ \ ([0-9]+)\ of\ ([0-9]+)\ tasks.*running ]] &&
    tasks=${BASH_REMATCH[1]} of=${BASH_REMATCH[2]}
}

# freeze_one waits for a shard in the middle of its work, stops its process and
# sets pid, node, shard, tasks and of. With an argument, not on that node.
freeze_one() {
  until [ "$SECONDS" -ge "$seconds" ]; do
    for pid in $({ find /proc/[0-9]*/exe -lname "$base/bin/coverstat" 2>/dev/null || true; } | cut -d/ -f3); do
      node=$(variable "$pid" ONEHOST) node=${node##*/} shard=$(folder "$pid") shard=${shard##*/}
      if [ -z "$node" ] || [ -z "$shard" ] || [ "$node" = "${1:-}" ]; then continue; fi
      kill -STOP "$pid" 2>/dev/null || continue
      if state "$shard" && [ "$tasks" -gt 0 ] && [ "$tasks" -lt "$of" ]; then
        return
      fi
      kill -CONT "$pid" 2>/dev/null || true
    done
    sleep 0.01
  done
  fail "no shard could be caught in the middle"
}

# goes_on waits until a shard runs again. What was done must not be done again.
goes_on() {
  local done=$2
  wait_for $((seconds - SECONDS)) "shard $1 to go on" eval "state $1 || [ -f $out/shards/$1.tar ]"
  [ -f "$out/shards/$1.tar" ] || [ "$tasks" -ge "$done" ] || fail "shard $1 began anew: $tasks tasks, expected $done or more"
  say "slurm: shard $1 went on from $done tasks"
}

# attempts tells whether so many processes hold or await the lock of $shard.
attempts() { [ "$({ grep -lzx "work/$shard.lock" /proc/[0-9]*/cmdline 2>/dev/null || true; } | wc -l)" -ge "$1" ]; }

on_slurm() {
  out=$base/slurm
  local options=(--executor slurm --jobs 20 --slurm-no-requeue --slurm-status-command squeue
    --seconds-between-status-checks 1 --slurm-init-seconds-before-status-checks 1)
  start_slurm
  say "Slurm $(sinfo --version | cut -d' ' -f2) with three nodes"
  workflow "${options[@]}" &
  snakemake=$! # seen by finish
  local dead victims=()

  freeze_one
  dead=$node
  kill_node "$dead"
  say "slurm: node $dead killed with its task: shard $shard, $tasks of $of tasks"
  victims+=("$shard $tasks")

  freeze_one "$dead"
  kill -KILL "$pid"
  say "slurm: task on $node killed alone: shard $shard, $tasks of $of tasks"
  victims+=("$shard $tasks")
  goes_on "${victims[1]% *}" "${victims[1]#* }"
  start_node "$dead"
  goes_on "${victims[0]% *}" "${victims[0]#* }"

  freeze_one
  kill -KILL "$snakemake"
  wait "$snakemake" 2>/dev/null || true
  say "slurm: Snakemake killed while a task runs: shard $shard, $tasks of $of tasks"
  if (workflow "${options[@]}") || ! grep -q 'LockException' "$out.log"; then
    fail "Snakemake takes no notice of the lock of the one that was killed"
  fi
  (workflow --unlock)
  workflow "${options[@]}" &
  snakemake=$!
  wait_for $((seconds - SECONDS)) "a second attempt of shard $shard" attempts 2
  say "slurm: another Snakemake: a second attempt of shard $shard waits for the first"
  kill -CONT "$pid"

  wait_for $((seconds - SECONDS)) "five shards" eval "[ \$(ls $out/shards/*.tar | wc -l) -ge 5 ]"
  shard=$(basename "$(find "$out/shards" -name '[0-9].tar' | head -n 1)" .tar)
  printf 'x' | dd of="$out/work/$shard/rows/part-00000.parquet" bs=1 seek=1000 conv=notrunc status=none
  say "slurm: a byte of shard $shard overwritten"
  wait "$snakemake" || fail "Snakemake failed: see $out.log"
  digests "$out/dataset" | same slurm
}

with_bucket() {
  out=$base/bucket
  local to port counted cut=$base/cut
  mapfile -t ports < <(free_ports 2)
  to=${ports[0]} port=${ports[1]}
  export ENDPOINT=http://127.0.0.1:$to AWS_ACCESS_KEY_ID=key AWS_SECRET_ACCESS_KEY=secret
  moto_server --host 127.0.0.1 --port "$to" >"$base/moto.log" 2>&1 &
  remember moto
  python "$bucket" proxy "$port" "$to" "$cut" >"$base/proxy.log" 2>&1 &
  remember proxy
  wait_for 20 "the S3 server" curl -s -o /dev/null "$ENDPOINT"
  local options=(--cores 2 --default-storage-provider s3 --default-storage-prefix s3://coverstat/run
    --storage-s3-endpoint-url "http://127.0.0.1:$port")

  echo "PUT /coverstat/run/shards/2.tar" >"$cut"
  ! (workflow "${options[@]}") || fail "bucket: the network was cut, and nobody took notice"
  [ "$(cat "$cut")" = cut ] || fail "bucket: the network was not cut"
  ! python "$bucket" list | grep shards/2.tar || fail "bucket: half a shard is there"
  say "bucket: network cut in the middle of shard 2: it is not there"

  echo "PUT /coverstat/run/dataset/rows/part" >"$cut"
  ! (workflow "${options[@]}") || fail "bucket: the network was cut, and nobody took notice"
  [ "$(cat "$cut")" = cut ] || fail "bucket: the network was not cut"
  ! python "$bucket" list | grep manifest.json || fail "bucket: half a dataset passes for a whole one"
  say "bucket: network cut in the middle of the dataset: its manifest is not there"

  rm "$cut"
  python "$bucket" damage run/shards/1.tar
  out=$base/elsewhere # as on another machine: nothing of the first is known
  (workflow "${options[@]}") || fail "Snakemake failed: see $out.log"
  grep -q 'work/1 cannot be merged' "$out.log" || fail "bucket: the damage was not seen"
  say "bucket: a byte of shard 1 changed; another machine goes on"
  python "$bucket" digests run/dataset | LC_ALL=C sort -k 2 | same bucket
  counted=$(python "$bucket" count run/dataset)
  [ "$counted" = "16146 rows, 129168 solutions" ] || fail "bucket: DuckDB counts $counted"
  say "bucket: DuckDB counts there $counted"
}

finish() {
  local code=$?
  trap - EXIT INT TERM
  [ -z "${snakemake:-}" ] || kill -KILL "$snakemake" 2>/dev/null || true
  stop_slurm
  if [ "$code" -ne 0 ]; then
    echo "test-workflow: FAILED; the logs:" >&2
    tail -n 25 "$base"/*.log >&2 2>/dev/null || true
  fi
  rm -rf "$base"
  exit "$code"
}

base=$(mktemp -d "${TMPDIR:-/tmp}/coverstat-workflow.XXXXXX")
# shellcheck source=configs/cluster/onehost.sh disable=SC1091
. configs/cluster/onehost.sh
trap finish EXIT
trap 'echo "test-workflow: line $LINENO: \"$BASH_COMMAND\" failed" >&2' ERR
trap 'exit 130' INT TERM
if command -v shellcheck >/dev/null; then
  shellcheck -x configs/cluster/*.sh
fi
unset "${!SLURM_@}" "${!SBATCH_@}" "${!AWS_@}" "${!SNAKEMAKE_@}"
mkdir "$base/bin"
cp bin/coverstat "$base/bin" # what is tested does not change under the test
export PATH=$base/bin:$PATH GOMAXPROCS=1 PYTHONDONTWRITEBYTECODE=1

given chessboard 3
out=$base/local
(workflow --cores 2)
digests "$out/dataset" | same "local executor"
with_bucket
if have_slurm; then
  given chessboard 6 --kernel dlx # slow enough to be caught in the middle
  on_slurm
fi
echo "test-workflow: passed in $SECONDS s"
