#!/usr/bin/env bash
# make test-cluster: two runs on a real Slurm of three nodes on this host, each
# as an array of 32 shards, disturbed in the middle; at the end the merged
# datasets must equal, byte for byte, those of undisturbed local runs.
#
# What is disturbed is looked for, not hoped for: a task is frozen, and killed
# only if its journal shows that it has committed some of its work and not all.
#
# It needs root and Debian's packages slurm-wlm and munge, which it installs if
# they are absent. Without root or apt it says so and passes, but not under CI.
set -eEuo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
PATH=$PATH:/usr/sbin:/sbin # where the daemons are

built=$PWD/bin/coverstat
shards=32
seconds=285 # for everything; then it gives up

cannot() {
  if [ -n "${CI:-}" ]; then
    echo "test-cluster: $*: this must not be in CI" >&2
    exit 1
  fi
  echo "test-cluster: SKIPPED, nothing was tested: $*"
  exit 0
}

install_slurm() {
  local name absent=()
  for name in slurmctld slurmd sbatch munged; do
    command -v "$name" >/dev/null || absent+=("$name")
  done
  [ "${#absent[@]}" -gt 0 ] || return 0
  command -v apt-get >/dev/null || cannot "${absent[*]} not found, and no apt-get to install them"
  echo "installing slurm-wlm and munge"
  export DEBIAN_FRONTEND=noninteractive
  if ! { apt-get install -qq -y --no-install-recommends slurm-wlm munge ||
    { apt-get update -qq && apt-get install -qq -y --no-install-recommends slurm-wlm munge; }; } >"$base/apt.log" 2>&1; then
    tail -5 "$base/apt.log" >&2
    cannot "apt-get could not install slurm-wlm and munge"
  fi
}

say() { printf '%4d s  %s\n' "$SECONDS" "$*"; }

# disturbed keeps a line of the table at the end; what came of it is read from
# the log of the shard when all is over.
table=()
disturbed() { # RUN WHAT SHARD STATE
  table+=("$(printf '%s|%d s|%s|%s of shard %s' "$1" "$SECONDS" "$2" "$4" "$3")")
  victims+=("$3")
  say "$1: $2: shard $3, $4"
}

# attempts tells a shard's story: where it was started, and with what.
attempts() {
  awk '/^shard .* on / {
      sub(",", "", $6); sub(",", "", $8); sub(",", "", $10)
      text = text (text == "" ? "" : $8 == job ? ", requeued: " : ", submitted again: ") $6
      job = $8
    }
    /^parked$/ {text = text ", parked"}
    /^going on / {text = text " " $0}
    END {print text}' "$out/logs/shard-$1.log"
}

# Of a process: a variable of its environment; the folder it writes to.
# Nothing if it has ended meanwhile.
variable() { { tr '\0' '\n' <"/proc/$1/environ" | sed -n "s/^$2=//p"; } 2>/dev/null || true; }
folder() { { tr '\0' '\n' <"/proc/$1/cmdline" | sed -n '/^--out$/{n;p;}'; } 2>/dev/null || true; }

# searching prints the ids of the programs that compute a shard now.
searching() {
  { find /proc/[0-9]*/exe -lname "$program" 2>/dev/null || true; } | cut -d/ -f3 | while read -r pid; do
    case $(folder "$pid") in "$base"/scratch-*) echo "$pid" ;; esac
  done
}

# freeze_one waits for a task in the middle of its work, stops its process and
# sets pid, node, shard, job and state. With an argument, only on that node.
# It waits until enough other shards are there for it to be the middle of the
# array, too.
freeze_one() {
  local want=${1:-} dir
  while [ "$SECONDS" -lt "$seconds" ]; do
    if [ "$(find "$out/shards" -mindepth 1 -maxdepth 1 -name '[0-9]*' | wc -l)" -ge "$enough" ]; then
      for pid in $(searching); do
        node=$(variable "$pid" SLURMD_NODENAME)
        [ -z "$want" ] || [ "$node" = "$want" ] || continue
        dir=$(folder "$pid")
        kill -STOP "$pid" 2>/dev/null || continue
        state=$("$program" status "$dir" 2>/dev/null || true)
        if [[ $state =~ \ ([0-9]+)\ of\ ([0-9]+)\ tasks.*running ]] &&
          [ "${BASH_REMATCH[1]}" -gt 0 ] && [ "${BASH_REMATCH[1]}" -lt "${BASH_REMATCH[2]}" ]; then
          shard=$(variable "$pid" SLURM_ARRAY_TASK_ID)
          job=$(variable "$pid" SLURM_ARRAY_JOB_ID)
          state="${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} tasks"
          return
        fi
        kill -CONT "$pid" 2>/dev/null || true
      done
    fi
    sleep 0.01
  done
  echo "test-cluster: no task could be caught in the middle" >&2
  return 1
}

# digests prints what must not depend on how a dataset was made.
digests() {
  (cd "$1" && find rows tables stats.json effort.parquet -type f | sort | xargs sha256sum)
}

# both NAME DISTURB CONFIG [FLAGS...] runs a config both ways; DISTURB is the
# function that does the damage.
both() {
  local name=$1 disturb=$2 config=$3 began victim story first
  shift 3
  out=$base/$name victims=() first=${#table[@]}
  "$program" run "$config" "$@" --out "$base/local-$name" --progress none >/dev/null
  digests "$base/local-$name" >"$base/local-$name.sha256"
  say "$name: local run done"
  began=$SECONDS
  configs/cluster/slurm/submit.sh "$config" "$shards" "$out" "$@" | sed 's/^/        /'
  "$disturb" "$name"
  wait_for $((seconds - SECONDS)) "$name to be merged" merged || { squeue; return 1; }
  for victim in "${victims[@]}"; do
    story=$(attempts "$victim")
    table[first]+="|$story"
    first=$((first + 1))
    [[ $story == *again* || $story == *requeued* ]] || { echo "test-cluster: $name: shard $victim was not disturbed: $story" >&2; return 1; }
  done
  digests "$out/dataset" >"$base/$name.sha256"
  if ! cmp "$base/local-$name.sha256" "$base/$name.sha256"; then
    diff "$base/local-$name.sha256" "$base/$name.sha256" || true
    echo "test-cluster: $name: the merged dataset differs from the local one" >&2
    return 1
  fi
  "$program" verify "$out/dataset" | tail -n 1 | sed 's/^/        /'
  table+=("$name|$SECONDS s|merged $((SECONDS - began)) s after submission, round $(grep -c '^round' "$out/logs/collect.log")|$(cat "$out"/logs/shard-*.log | grep -c '^shard .* on ') starts of $shards shards|$(wc -l <"$base/$name.sha256") files, $(du -bc "$out"/dataset/{rows,tables} | awk 'END {print $1}') bytes, equal to a local run's")
}

merged() { grep -q '"complete": true' "$out/dataset/manifest.json"; }

kill_a_node() {
  freeze_one
  kill_node "$node"
  disturbed "$1" "node $node killed with its task" "$shard" "$state"
}

kill_a_task() {
  freeze_one "$2"
  kill -KILL "$pid"
  disturbed "$1" "task on $node killed alone" "$shard" "$state"
}

# Slurm wakes what it cancels before it sends SIGTERM.
cancel_a_task() {
  freeze_one "$2"
  scancel "${job}_$shard"
  disturbed "$1" "task on $node cancelled" "$shard" "$state"
}

damage_a_shard() {
  shard=$(find "$out/shards" -mindepth 1 -maxdepth 1 -name '[0-9]*' -printf '%f\n' | sort -n | head -n 1)
  printf 'x' | dd of="$out/shards/$shard/rows/part-00000.parquet" bs=1 seek=1000 conv=notrunc status=none
  disturbed "$1" "a byte of a shard overwritten" "$shard" "all tasks"
}

# other prints a node that is alive, other than the given one.
other() { [ "$1" = n1 ] && echo n2 || echo n1; }

disturb_chessboard() {
  enough=4
  kill_a_node "$1"
  local dead=$node
  kill_a_task "$1" "$(other "$dead")"
  damage_a_shard "$1"
  wait_for 60 "the dead node to be noticed" noticed "$dead"
  start_node "$dead"
}

disturb_baibian() {
  enough=6
  kill_a_node "$1"
  cancel_a_task "$1" "$(other "$node")"
}

noticed() { sinfo --noheader --nodes="$1" --format=%T | grep -q down; }

finish() {
  local code=$?
  trap - EXIT INT TERM
  stop_slurm
  if [ "$code" -ne 0 ]; then
    echo "test-cluster: FAILED; logs of Slurm and of the tasks:" >&2
    tail -n 15 "$base"/*.log "$base"/*/logs/collect.log >&2 2>/dev/null || true
  fi
  rm -rf "$base"
  exit "$code"
}

[ "$(id -u)" -eq 0 ] || cannot "root is needed to start Slurm's daemons (try: sudo make test-cluster)"
base=$(mktemp -d "${TMPDIR:-/tmp}/coverstat-cluster.XXXXXX")
# shellcheck source=configs/cluster/onehost.sh disable=SC1091
. configs/cluster/onehost.sh
trap finish EXIT
trap 'echo "test-cluster: line $LINENO: \"$BASH_COMMAND\" failed" >&2' ERR
trap 'exit 130' INT TERM
install_slurm
if command -v shellcheck >/dev/null; then
  shellcheck -x configs/cluster/*.sh configs/cluster/slurm/*.sh
fi
unset "${!SLURM_@}" "${!SBATCH_@}" "${!COVERSTAT_@}"
program=$base/coverstat # a copy: what is tested does not change under the test
cp "$built" "$program"
export COVERSTAT=$program COVERSTAT_RUN_FLAGS="--workers 1 --commit-every 10ms" GOMAXPROCS=1

start_slurm
say "Slurm $(sinfo --version | cut -d' ' -f2) with three nodes"
both chessboard disturb_chessboard chessboard --kernel dlx
both baibian disturb_baibian baibian-census

echo
printf '%s\n' "run|at|what was done|to what|what came of it" "${table[@]}" | column -t -s '|'
echo
echo "test-cluster: passed in $SECONDS s"
