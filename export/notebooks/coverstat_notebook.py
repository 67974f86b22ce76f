"""What the notebooks share: datasets made once, and drawings of solutions.

    data = dataset("chessboard")          # runs coverstat the first time
    duckdb.sql(f"SELECT * FROM '{data.rows}' LIMIT 5")
    data.draw(grid)                       # a solution, from its `grid`

Nothing here is needed to read a dataset: rows and tables are Parquet files,
stats.json and manifest.json are JSON.
"""

import difflib
import json
import os
import shutil
import subprocess
from pathlib import Path

import matplotlib.pyplot as plt
from IPython.display import Markdown, display

ROOT = Path(__file__).resolve().parents[2]

# Colours that stay apart in black and white: ink, two greys, one accent that
# prints as a middle grey.
INK, DARK, LIGHT, ACCENT = "#111111", "#555555", "#bbbbbb", "#c1440e"


def program():
    """The coverstat to run: $COVERSTAT, bin/coverstat, or the one in PATH."""
    built = ROOT / "bin" / "coverstat"
    found = os.environ.get("COVERSTAT") or (built if built.exists() else shutil.which("coverstat"))
    if not found:
        raise FileNotFoundError("coverstat is not built: expected bin/coverstat, made by `make build`")
    return str(found)


def dataset(config, *changes, folder="notebooks", name=None):
    """The dataset of a shipped run or config file; changes are those of --set.

    It is made in runs/FOLDER/, once: coverstat compares the digest of the
    config with that of what is there, and a dataset of another digest is
    replaced.
    """
    out = ROOT / "runs" / folder / (name or Path(config).stem)
    command = [program(), "run", str(config), "--out", str(out), "--progress", "none"]
    for change in changes:
        command += ["--set", change]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 2 and "--fresh" in done.stderr:
        done = subprocess.run(command + ["--fresh"], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"coverstat run {config} ended with {done.returncode}: {done.stderr[-2000:]}")
    return Dataset(out)


def solve(board, width, pieces):
    """The solutions of a board, as grids, by `coverstat solve polyomino`."""
    lines = [board[i:i + width] for i in range(0, len(board), width)]
    done = subprocess.run([program(), "solve", "polyomino", "--pieces", pieces], input="\n".join(lines) + "\n",
                          capture_output=True, text=True, check=True)
    return [text.replace("\n", "") for text in done.stdout.strip().split("\n\n")]


class Dataset:
    """A folder that coverstat has written."""

    def __init__(self, path):
        self.path = Path(path)
        if not (self.path / "manifest.json").exists():
            raise FileNotFoundError(f"{path} is no dataset: expected a folder with manifest.json")
        self.manifest = json.loads((self.path / "manifest.json").read_text())
        if not self.manifest["parts"]:
            raise ValueError(f"{path} has no rows yet: {self.progress()}; run it again to go on")
        if not self.manifest["complete"] or "shard" in self.manifest:
            print(f"{path} is not complete: {self.progress()}")
        self.stats = json.loads((self.path / "stats.json").read_text())
        self.rows = str(self.path / "rows" / "*.parquet")

    def progress(self):
        """How much of the job is there, in words."""
        tasks, limit, shard = self.manifest["tasks"], self.manifest.get("limit"), self.manifest.get("shard")
        if limit:
            return f"the first {self.manifest['rows']} rows of a run with --limit {limit}"
        if shard:
            return f"shard {shard['index']} of {shard['of']}, numbered from 0"
        return f"{tasks['done']} of {tasks['total']} tasks"

    def table(self, name):
        """The path of a table, such as options or pieces."""
        names = [t["name"] for t in self.manifest["tables"]]
        if name not in names:
            near = difflib.get_close_matches(name, names, 1, 0) or ["none"]
            raise KeyError(f"no table {name!r}: did you mean {near[0]!r}?")
        return str(self.path / "tables" / f"{name}.parquet")

    @property
    def width(self):
        """The number of columns of the board."""
        for fact in self.manifest["facts"]:
            if fact["key"] == "board":
                return len(fact["value"].split("\n")[0])
        raise KeyError(f"{self.manifest['name']} has no board")

    def draw(self, grid, ax=None, title=None, shade=()):
        """Draws a solution (or board) from its text, a character a cell.

        Lines run between cells of different pieces; blocked cells are dark,
        and so, more lightly, the pieces whose symbols are in `shade`.
        """
        return draw(grid, self.width, ax, title, shade)

    def gallery(self, grids, titles=None, shade=(), columns=6, size=1.35):
        """Draws several solutions side by side."""
        grids = list(grids)
        lines = -(-len(grids) // columns)
        height = len(grids[0]) // self.width
        figure, axes = plt.subplots(lines, columns, squeeze=False,
                                    figsize=(size * columns, lines * (size * height / self.width + 0.25)))
        for i, ax in enumerate(axes.flat):
            if i < len(grids):
                self.draw(grids[i], ax, titles and titles[i], shade)
            else:
                ax.axis("off")
        figure.tight_layout()
        return figure


def draw(grid, width, ax=None, title=None, shade=()):
    """Draws a solution: see Dataset.draw."""
    ax = ax or plt.figure(figsize=(2, 2)).gca()
    height = len(grid) // width
    at = lambda r, c: grid[r * width + c] if 0 <= r < height and 0 <= c < width else None
    for r in range(height):
        for c in range(width):
            symbol = at(r, c)
            if symbol == "#" or symbol in shade:
                ax.add_patch(plt.Rectangle((c, r), 1, 1, color=DARK if symbol == "#" else LIGHT, linewidth=0))
            if at(r, c - 1) != symbol:
                ax.plot([c, c], [r, r + 1], color=INK, linewidth=1.3, solid_capstyle="round")
            if at(r - 1, c) != symbol:
                ax.plot([c, c + 1], [r, r], color=INK, linewidth=1.3, solid_capstyle="round")
    ax.plot([0, width, width], [height, height, 0], color=INK, linewidth=1.3)
    ax.set(xlim=(-0.1, width + 0.1), ylim=(height + 0.1, -0.1), aspect="equal")
    ax.axis("off")
    if title is not None:
        ax.set_title(title, fontsize=8)
    return ax


def heat(counts, ax, title=None, low=None, high=None, text=None):
    """A heat map of a board in greys, dark is more; text formats a cell."""
    low = counts.min() if low is None else low
    high = counts.max() if high is None else high
    ax.imshow(counts, cmap="Greys", vmin=low, vmax=high + 0.35 * (high - low))
    if text:
        for (r, c), x in _cells(counts):
            dark = x > low + 0.7 * (high - low)
            ax.text(c, r, text(x), ha="center", va="center", fontsize=6.5, color="white" if dark else INK)
    ax.set(xticks=[], yticks=[])
    ax.spines[:].set(visible=True, linewidth=0.6)
    if title is not None:
        ax.set_title(title, fontsize=9)
    return ax


def _cells(counts):
    return (((r, c), counts[r, c]) for r in range(counts.shape[0]) for c in range(counts.shape[1]))


def say(text):
    """Shows a paragraph whose numbers were computed."""
    display(Markdown(text))


def style():
    """Plots for print: black on white, few lines, no colour that carries meaning alone."""
    plt.rcParams.update({
        "figure.dpi": 150, "savefig.dpi": 150, "figure.figsize": (6.4, 3.2),
        "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 10,
        "axes.labelsize": 9, "xtick.labelsize": 8, "ytick.labelsize": 8,
        "legend.frameon": False, "legend.fontsize": 8, "font.size": 9,
        "axes.prop_cycle": plt.cycler(color=[INK, ACCENT, DARK, LIGHT]),
    })
