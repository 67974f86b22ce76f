#!/usr/bin/env bash
# One shard of a run, on any batch engine: shard.sh I N OUT CONFIG [FLAGS...]
# computes shard I of N (I from 0) on the machine where it runs and leaves it
# in OUT/shards/I, on storage that all machines share.
#
# It may be killed at any moment and started again, on the same machine or
# another, also twice at once:
#   - OUT/shards/I appears by a rename when it is whole and on the disk, and a
#     shard that is there is not computed again;
#   - the work in progress lies on local scratch, under a name that depends on
#     what is computed and nothing else, so that a later attempt on the same
#     machine goes on from the last commit;
#   - at SIGTERM (a time limit, a preemption) the work so far is put into
#     OUT/parked/I, and the next attempt, wherever, goes on from it.
#
# Environment:
#   COVERSTAT            the program (default: coverstat on the PATH)
#   COVERSTAT_SCRATCH    local scratch (default: TMPDIR, or /tmp)
#   COVERSTAT_RUN_FLAGS  flags of `coverstat run` that do not change the
#                        dataset, such as --workers 8 (default: --workers 1)
# Exit codes are those of coverstat: 0 complete, 1 failed, 2 bad usage or input
# or in use by another attempt on this machine, 3 stopped and to be resumed.
set -euo pipefail

if [ $# -lt 4 ]; then
  echo "usage: shard.sh I N OUT CONFIG [FLAGS...]" >&2
  exit 2
fi
shard=$1 of=$2 out=$3 config=$4
shift 4
program=${COVERSTAT:-coverstat}
read -ra flags <<<"${COVERSTAT_RUN_FLAGS:---workers 1}"

# publish SOURCE TARGET copies a folder so that the target is there as a whole
# or not at all. A target that another attempt has published meanwhile stands.
publish() {
  local temporary
  mkdir -p "${2%/*}"
  temporary=$(mktemp -d "${2%/*}/.${2##*/}.XXXXXX")
  chmod 755 "$temporary"
  cp -R "$1/." "$temporary/"
  sync -f "$temporary"
  if ! mv -T "$temporary" "$2" 2>/dev/null; then
    rm -rf "$temporary"
    [ -d "$2" ]
  fi
}

if [ -d "$out/shards/$shard" ]; then
  echo "shard $shard of $of is there already"
  exit 0
fi

identity=$({
  printf '%s\n' "$out" "$of" "$config" "$@"
  [ ! -f "$config" ] || cat "$config"
  "$program" version
} | sha256sum | cut -c1-16)
base=${COVERSTAT_SCRATCH:-${TMPDIR:-/tmp}}/coverstat-$(id -u)
mkdir -p "$base"
[ -O "$base" ] || { echo "shard.sh: $base belongs to somebody else" >&2; exit 2; }
scratch=$base/$identity-$shard
if [ -d "$scratch" ]; then
  echo "going on with what is on this machine"
elif [ -d "$out/parked/$shard" ]; then
  echo "going on with what was parked"
  publish "$out/parked/$shard" "$scratch"
fi

# In the background, for a shell acts on signals only between commands and
# while it waits.
child='' stopped=''
trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true' TERM INT
"$program" run "$config" "$@" --shard "$shard/$of" --out "$scratch" --progress log "${flags[@]}" &
child=$!
[ -z "$stopped" ] || kill -TERM "$child"
code=0
wait "$child" || code=$?
if [ -n "$stopped" ] && [ "$code" -gt 128 ]; then # the waiting was ended, not the program
  trap '' TERM INT
  code=0
  wait "$child" || code=$?
fi

case $code in
0)
  publish "$scratch" "$out/shards/$shard"
  rm -rf "$scratch" "$out/parked/$shard"
  ;;
3)
  rm -rf "$out/parked/$shard"
  publish "$scratch" "$out/parked/$shard"
  rm -rf "$scratch"
  echo parked
  ;;
esac
exit "$code"
