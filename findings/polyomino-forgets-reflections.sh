#!/usr/bin/env bash
# polyomino 0.7.1 (PyPI): may tiles be turned over once a set was made with_reflections(), and how many tiles has TETROMINOS?
# Guess: the set stays so when and_one or and_repeated_exactly add tiles, as it stays a set of the same tiles; and
# TETROMINOS has the 5 free tetrominoes, as PENTOMINOS has the 12 free pentominoes.
# Seen: a set to which tiles are added no longer turns any tile over, so a board that it tiles has no tiling, and no word
# of it; with_reflections() must come last. TETROMINOS has 7: ONESIDED_TETROMINOS is the same dictionary, and two were
# added to it. The list ALL_TETROMINOS, made before, has 5.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet polyomino==0.7.1 exact-cover==1.3.0 pretty-poly==0.5.1 'numpy==1.26.4'
cat > "$dir/tile.py" <<'EOT'
from polyomino.board import Irregular
from polyomino.constant import ALL_TETROMINOS, DOMINO, ONESIDED_TETROMINOS, PENTOMINOS, TETROMINOS
from polyomino.tileset import exactly

s = TETROMINOS["S"]
# The cells of the mirror image of s, and two cells far away for a domino.
board = Irregular([(x, 5 - y) for x, y in s] + [(9, 9), (9, 10)])


def tiled(tiles):
    return board.tile_with_set(tiles).solve() is not None


seen = {
    "both tiles, then with_reflections": tiled(exactly([s, DOMINO]).with_reflections()),
    "and_one, then with_reflections": tiled(exactly([s]).and_one(DOMINO).with_reflections()),
    "with_reflections, then and_one": tiled(exactly([s]).with_reflections().and_one(DOMINO)),
    "with_reflections, then and_repeated_exactly": tiled(
        exactly([s]).with_reflections().and_repeated_exactly(1, DOMINO)
    ),
    "without reflections": tiled(exactly([s, DOMINO])),
}
for how, found in seen.items():
    print(f"{how}: {'a tiling' if found else 'no tiling'}")
names = [len(x) for x in (TETROMINOS, ONESIDED_TETROMINOS, ALL_TETROMINOS, PENTOMINOS)]
print("TETROMINOS, ONESIDED_TETROMINOS, ALL_TETROMINOS, PENTOMINOS:", names)
assert list(seen.values()) == [True, True, False, False, False], seen
assert names == [7, 7, 5, 12] and TETROMINOS is ONESIDED_TETROMINOS, names
EOT
"$dir/venv/bin/python" "$dir/tile.py"
