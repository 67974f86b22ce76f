#!/usr/bin/env bash
# The shards that are not there yet: missing.sh N OUT prints them in the form
# that batch engines take, such as 3,7-9; nothing if all N are there.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: missing.sh N OUT" >&2; exit 2; }
mkdir -p "$2/shards"
find "$2/shards" -mindepth 1 -maxdepth 1 -name '[0-9]*' -printf '%f\n' | awk -v n="$1" '
  { there[$1] = 1 }
  function put(a, b) { text = text (text == "" ? "" : ",") (a == b ? a : a "-" b) }
  END {
    for (i = 0; i < n; i++) {
      if (i in there) continue
      from = i
      while (i + 1 < n && !((i + 1) in there)) i++
      put(from, i)
    }
    if (text != "") print text
  }'
