"""The kinds of dataset that the readers are tried on: name -> config, changes.

A config is the name of a shipped run or a text.
"""

# Pieces that may be left out: null where they are.
OPTIONAL = """
family: polyomino
job: census
puzzle:
  board: {rows: 4, cols: 4}
  pieces:
    - {name: I4, count: {min: 0, max: 1}}
    - {name: O4, count: {min: 0, max: 2}}
    - {name: T4, count: {min: 0, max: 1}}
    - {name: S4, count: {min: 0, max: 1}}
    - {name: L4, count: {min: 0, max: 2}}
measures: [crossroads, fault_lines]
"""

# Mirror twins, which the board's symmetry exchanges.
TWINS = """
family: polyomino
job: census
puzzle:
  board: |
    #...#
    .....
    .....
    .....
    .....
    .....
  pieces: [one-sided-tetrominoes]
measures: [crossroads, "adjacent(*, *)"]
"""

# Five tetrominoes fill no 4x5 board: a dataset without rows.
EMPTY = """
family: polyomino
job: census
puzzle:
  board: {rows: 4, cols: 5}
  pieces: [tetrominoes]
measures: [crossroads]
"""

# Boards whose count ends at a limit.
CAPPED = """
family: polyomino
job: survey
puzzle:
  board: {rows: 4, cols: 5}
  blocked: [{choose: 4}]
  pieces: [I3, V3, O4, L4, I2]
  limit: 3
measures: [components, imbalance]
crosstabs: [[components, solutions]]
breakdowns:
  - {by: [components, imbalance], of: [solutions, solutions_capped]}
"""

KINDS = {
    "census": ("chessboard", ["crosstabs=[[crossroads, on_edge(I5)], [border_pieces, on_edge(I5)]]",
                              "breakdowns=[{by: [on_edge(I5), place(O4), crossroads], of: [border_pieces, piece_contacts]},"
                              " {by: [crossroads, on_edge(I5)], of: [piece_contacts]}]"]),
    "census-copies": ("tetro2-5x8", []),
    "census-twins": (TWINS, []),
    "census-nulls": (OPTIONAL, []),
    "census-empty": (EMPTY, []),
    "census-compact": ("pent-6x10", ["output.grid=false"]),
    "census-options": ("queens-8", []),
    "census-colours": ("squares-2", []),
    "census-sudoku": ("sudoku-4x4", []),
    "survey-parts": ("baibian-census", []),
    "survey-flags": ("calendar", []),
    "survey-capped": (CAPPED, []),
    "survey-sudoku": ("sudoku-file", []),
    "survey-nonogram": ("nonogram-files", []),
    "survey-drawn": ("nonograms-drawn", ["puzzle.rows=[4, 7]", "puzzle.cols=[5, 7]", "puzzle.draw=10"]),
    "survey-policies": ("sudoku-policies", ["puzzle.draw=20", "puzzle.node_limit=1000"]),
    "survey-pictures": ("nonograms-5x5", ["puzzle.rows=3", "puzzle.cols=4"]),
    "sample": ("chessboard-shuffled", ["sample.draws=2000", "crosstabs=[[crossroads, fault_lines]]",
                                       "breakdowns=[{by: [on_edge(I5)], of: [crossroads, orbit_size, fault_lines]}]"]),
    "sample-uniform": ("chessboard-uniform", ["sample.draws=2000"]),
}
