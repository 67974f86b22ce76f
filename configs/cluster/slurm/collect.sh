#!/usr/bin/env bash
#SBATCH --job-name=coverstat-collect
#SBATCH --requeue
#SBATCH --open-mode=append
# Runs when all tasks of the array have ended, however they ended:
# collect.sh N OUT CONFIG [FLAGS...]. It submits what is missing once more, or
# merges. (A merge step that depends on afterok would wait for ever after the
# first task that failed.)
set -euo pipefail
n=$1 out=$2 config=$3
shift 3
round=${COVERSTAT_ROUND:?} rounds=${COVERSTAT_ROUNDS:?}
echo "round $round, $(date +%T)"

# again submits the missing shards and the next collecting job, or gives up.
again() {
  local missing
  missing=$("$COVERSTAT_CLUSTER/missing.sh" "$n" "$out")
  if [ "$round" -ge "$rounds" ]; then
    echo "given up after $round rounds; missing: shards $missing of $n. See $out/logs; submit.sh submits them again." >&2
    exit 3
  fi
  # What Slurm has told this job must not pass for wishes about the next.
  for v in "${!SLURM_@}"; do
    [ "$v" = SLURM_CONF ] || unset "$v"
  done
  export COVERSTAT_ROUND=$((round + 1))
  exec "$COVERSTAT_CLUSTER/slurm/submit.sh" "$config" "$n" "$out" "$@"
}

missing=$("$COVERSTAT_CLUSTER/missing.sh" "$n" "$out")
if [ -n "$missing" ]; then
  echo "missing: shards $missing"
  again "$@"
fi

cd "$out"
shards=()
for ((i = 0; i < n; i++)); do shards+=("shards/$i"); done
code=0
"$COVERSTAT" merge dataset "${shards[@]}" || code=$?
if [ "$code" -eq 0 ] || [ "$code" -eq 3 ]; then
  exit "$code"
fi
# The merge compares every file with its digest. Shards that storage has
# damaged are put aside and computed again.
damaged=0
for ((i = 0; i < n; i++)); do
  bad=0
  "$COVERSTAT" verify "shards/$i" >/dev/null || bad=$?
  if [ "$bad" -ne 0 ]; then
    mkdir -p damaged
    mv -T "shards/$i" "damaged/$i-$(date +%s)"
    echo "shard $i is damaged: put aside"
    damaged=$((damaged + 1))
  fi
done
[ "$damaged" -gt 0 ] || exit "$code"
again "$@"
