#!/usr/bin/env bash
# sudoku-gen 1.0.2 (npm): how many Sudokus does it have, if those count once that differ by names of digits, order of
# lines, bands and stacks, and turns?
# Guess: no two of some thousand are the same, or as many as the 40 seeds that its code has, ten for each level.
# Seen: 34. All puzzles are images of the seeds, and six seeds are images of others: 8 puzzles are easy, 9 medium,
# 8 hard, 9 expert. Each puzzle is compared by the canonical form of its graph: cells, digits, lines and boxes.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit sudoku-gen@1.0.2
node -e 'const {getSudoku} = require("sudoku-gen");
for (const level of ["easy", "medium", "hard", "expert"])
  for (let i = 0; i < 500; i++) console.log(level, getSudoku(level).puzzle)' >puzzles
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pynauty==2.8.8.1
venv/bin/python - <<'PYTHON'
from collections import defaultdict

from pynauty import Graph, certificate


def form(puzzle):
    """Vertices 0 to 80 are cells, then 18 lines, 9 boxes, 9 digits."""
    neighbours = {}
    for i, sign in enumerate(puzzle):
        row, column = divmod(i, 9)
        digit = [] if sign == "-" else [107 + int(sign)]
        neighbours[i] = [81 + row, 90 + column, 99 + row // 3 * 3 + column // 3] + digit
    kinds = [set(range(81)), set(range(81, 99)), set(range(99, 108)), set(range(108, 117))]
    return certificate(Graph(117, adjacency_dict=neighbours, vertex_coloring=kinds))


texts, forms = defaultdict(set), defaultdict(set)
for line in open("puzzles"):
    level, puzzle = line.split()
    texts[level].add(puzzle)
    forms[level].add(form(puzzle))
for level in texts:
    print(f"sudoku-gen 1.0.2, {level}: {len(texts[level])} texts, {len(forms[level])} puzzles")
all_forms = set().union(*forms.values())
print(f"in all {len(all_forms)}")
raise SystemExit([len(f) for f in forms.values()] != [8, 9, 8, 9] or len(all_forms) != 34)
PYTHON
