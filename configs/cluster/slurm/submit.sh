#!/usr/bin/env bash
# Submits a run to Slurm: submit.sh CONFIG N OUT [FLAGS...]
#
# CONFIG and FLAGS (--kernel, --set) are those of `coverstat run`, N is the
# number of shards, OUT a folder that all nodes share. Left behind is
#   OUT/dataset    the merged dataset, the same that one machine would make
#   OUT/shards/I   the shards, of no use any more when the dataset is there
#   OUT/logs       what the tasks printed
# Submitted again, it submits only the shards that are missing.
#
# Environment:
#   COVERSTAT          the program (default: coverstat on the PATH, or bin/coverstat here)
#   COVERSTAT_SBATCH   options of sbatch for the array's tasks, such as
#                      "--cpus-per-task=8 --time=4:00:00 --mem=4G"
#   COVERSTAT_COLLECT  options of sbatch for the collecting job
#   COVERSTAT_ROUNDS   how often missing shards are submitted (default 5)
# and those of shard.sh; sbatch itself reads SBATCH_PARTITION, SBATCH_ACCOUNT
# and so on. `coverstat check CONFIG --shards N` says what to ask for.
set -euo pipefail

fail() {
  echo "submit.sh: $*" >&2
  exit 2
}

[ $# -ge 3 ] || fail "usage: submit.sh CONFIG N OUT [FLAGS...]"
config=$1 n=$2 out=$3
shift 3
[[ $n =~ ^[1-9][0-9]*$ ]] || fail "$n: expected a number of shards, 1 or more"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
export COVERSTAT_CLUSTER=${COVERSTAT_CLUSTER:-$(dirname "$here")}
if [ -z "${COVERSTAT:-}" ]; then
  COVERSTAT=$(command -v coverstat || echo "$COVERSTAT_CLUSTER/../../bin/coverstat")
fi
[ -x "$COVERSTAT" ] || fail "no program: expected coverstat on the PATH, or its name in COVERSTAT"
COVERSTAT=$(realpath "$COVERSTAT")
export COVERSTAT
export COVERSTAT_ROUND=${COVERSTAT_ROUND:-1} COVERSTAT_ROUNDS=${COVERSTAT_ROUNDS:-5}

most=$(scontrol show config | awk '$1 == "MaxArraySize" {print $3}')
[ "$n" -lt "$most" ] || fail "$n shards: this Slurm takes arrays of at most $((most - 1)) (MaxArraySize); give each shard more CPUs instead"

[ ! -f "$config" ] || config=$(realpath "$config")
"$COVERSTAT" check "$config" "$@" >/dev/null
mkdir -p "$out/shards" "$out/logs"
out=$(cd "$out" && pwd -P)

# The folder keeps whose it is: shards of different runs must not meet.
run=$(printf '%q ' "$config" "$n" "$@")
if [ -f "$out/run" ] && [ "$(cat "$out/run")" != "$run" ]; then
  fail "$out is of another run ($(cat "$out/run")): choose another folder"
fi
echo "$run" >"$out/run"

read -ra wishes <<<"${COVERSTAT_SBATCH:-}"
read -ra collect <<<"${COVERSTAT_COLLECT:-}"
missing=$("$COVERSTAT_CLUSTER/missing.sh" "$n" "$out")
after=()
if [ -n "$missing" ]; then
  array=$(sbatch --parsable "${wishes[@]}" --array="$missing" --output="$out/logs/shard-%a.log" \
    "$COVERSTAT_CLUSTER/slurm/array.sh" "$n" "$out" "$config" "$@")
  array=${array%%;*}
  after=(--dependency="afterany:$array")
  echo "array job $array: shards $missing of $n, $(basename "$config")"
fi
job=$(sbatch --parsable "${collect[@]}" "${after[@]}" --output="$out/logs/collect.log" \
  "$COVERSTAT_CLUSTER/slurm/collect.sh" "$n" "$out" "$config" "$@")
echo "job ${job%%;*}: then looks what is missing (round $COVERSTAT_ROUND of at most $COVERSTAT_ROUNDS), or merges into $out/dataset"
