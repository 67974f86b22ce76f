#!/usr/bin/env bash
# latinsq 0.2.3: are its random Latin squares, by the moves of Jacobson and Matthews, drawn uniformly?
# Guess: yes for order 4, since it makes 64 moves and waits until the square is a proper one.
# Seen: no, and more moves do not help. A quarter of the 576 squares (144) have 12 intercalates, as the table of the
# Klein group has; of the draws it is a twelfth. From such a square all 48 moves lead to a proper square, and moves can
# be taken back, so no improper square leads to one. A chain that is in a proper square in a third of its time, where
# it is uniform, and else goes on to the first proper square, ends in these with 1/3 * 1/4 = 1/12.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check latinsq==0.2.3 numpy==2.4.6
"$dir/venv/bin/python" - <<'PYTHON'
from itertools import combinations

from latinsq import LatinSquare

draws = 1000


def intercalates(square):
    """The number of pairs of rows and of columns that meet in two symbols, each twice."""
    pairs = list(combinations(range(4), 2))
    return sum(square[a][x] == square[b][y] and square[a][y] == square[b][x] for a, b in pairs for x, y in pairs)


counts = [intercalates(LatinSquare.random(4, rng_seed=seed).square) for seed in range(1, draws + 1)]
share = counts.count(12) / draws
print(f"latinsq 0.2.3: {share:.3f} of {draws} squares of order 4 have 12 intercalates; .250 of all squares have, 1/12 is .083")
raise SystemExit(set(counts) != {4, 12} or not 0.05 < share < 0.12)
PYTHON
