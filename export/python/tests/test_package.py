"""The package from its wheel, with DuckDB and the libraries that rows go to."""

import ast
import base64
import contextlib
import csv
import dataclasses
import doctest
import functools
import graphlib
import hashlib
import importlib
import inspect
import io
import itertools
import json
import os
import pkgutil
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import zipfile
from pathlib import Path

import duckdb
import numpy as np

import coverstat

ROOT = Path(__file__).resolve().parents[3]
WORK = tempfile.TemporaryDirectory()
os.environ |= {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "HF_HOME": str(Path(WORK.name) / "hub")}
os.chdir(WORK.name)

PUZZLE = ".6.593...9.1...5...3.4...9.1.8.2...44..3.9..12...1.6.9.8...6.2...4...8.7...785.1."


def run(config, **options):
    return coverstat.run(config, progress=False, **options)


def numbers_of(selection):
    return [int(number) for number in selection["row"].split(",")]


class Documentation(unittest.TestCase):
    def test_examples(self):
        """The example of every function, and those of where they are told."""
        run("chessboard")
        names = ["coverstat", *("coverstat." + m.name for m in pkgutil.iter_modules(coverstat.__path__))]
        tried = 0
        for name in names:
            result = doctest.testmod(importlib.import_module(name))
            self.assertEqual(result.failed, 0, name)
            tried += result.attempted
        self.assertGreater(tried, 60)

    def test_everything_is_explained(self):
        for name in coverstat.__all__:
            thing = getattr(coverstat, name)
            members = vars(thing).items() if isinstance(thing, type) and not issubclass(thing, int) else ()
            for place, value in [(name, thing), *((f"{name}.{m}", v) for m, v in members if not m.startswith("_"))]:
                if callable(value) or isinstance(value, (property, functools.cached_property)):
                    self.assertTrue(value.__doc__, place)
                    if inspect.isfunction(value):
                        self.assertIn(">>> ", value.__doc__, place)

    def test_pages(self):
        for page in ("README.md", "docs/python.md"):
            names = {}
            for block in re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.DOTALL | re.MULTILINE):
                with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                    exec(compile(block, page, "exec"), names)

    def test_only_what_users_need_is_listed(self):
        self.assertEqual(dir(coverstat), sorted(coverstat.__all__))
        for name in coverstat.__all__:
            thing = getattr(coverstat, name)
            self.assertTrue(name == "__version__" or thing.__module__.startswith("coverstat"), name)

    def test_modules_import_downward(self):
        """No module imports, in whatever place, one that needs it."""
        needs = {}
        for path in Path(coverstat.__path__[0]).glob("*.py"):
            imports = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.ImportFrom) and n.level]
            self.assertTrue(all(n.col_offset == 0 for n in imports), f"{path.name} imports a module of the package inside a block")
            needs[path.stem] = {name for n in imports for name in ([n.module] if n.module else [a.name for a in n.names])}
        self.assertGreater(len(needs), 8)
        list(graphlib.TopologicalSorter(needs).static_order())

    def test_config_has_the_keys_of_the_schema(self):
        self.assertEqual({f.name for f in dataclasses.fields(coverstat.Config)}, set(coverstat.schema()["properties"]))


class Wheels(unittest.TestCase):
    def test_same_bytes(self):
        once, twice = (sorted((ROOT / "bin/wheel" / folder).glob("*.whl")) for folder in ("once", "twice"))
        self.assertEqual(len(once), 2)
        for wheel in twice:
            self.assertEqual(wheel.read_bytes(), (ROOT / "bin/wheel/once" / wheel.name).read_bytes(), wheel.name)

    def test_other_platform(self):
        """The contents of the wheel for Windows, and of this machine's, which is not for Windows."""
        for path in (ROOT / "bin/wheel/once").glob("*.whl"):
            windows = path.name.endswith("-py3-none-win_amd64.whl")
            with zipfile.ZipFile(path) as wheel:
                files = {i.filename: i for i in wheel.infolist()}
                script, = (n for n in files if ".data/scripts/" in n)
                self.assertEqual(script.rpartition("/")[2], "coverstat.exe" if windows else "coverstat")
                self.assertEqual(wheel.read(script)[:2] == b"MZ", windows)
                self.assertEqual(files[script].external_attr >> 16 & 0o777, 0o755, script)
                record, = (n for n in files if n.endswith("/RECORD"))
                lines = list(csv.reader(io.StringIO(wheel.read(record).decode())))
                self.assertEqual({line[0] for line in lines}, set(files))
                for name, digest, size in lines:
                    if name != record:
                        data = wheel.read(name)
                        want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                        self.assertEqual((digest, int(size)), ("sha256=" + want, len(data)), name)
                self.assertIn("coverstat/py.typed", files)
                tags = re.findall(r"^Tag: (.*)$", wheel.read(record.replace("RECORD", "WHEEL")).decode(), re.MULTILINE)
                python, abi, platforms = path.stem.split("-")[2:]
                self.assertEqual(sorted(tags), sorted(f"{python}-{abi}-{p}" for p in platforms.split(".")))
                metadata = wheel.read(record.replace("RECORD", "METADATA")).decode()
                self.assertIn("Requires-Python: >=3.10\n", metadata)
                self.assertIn("# coverstat in Python", metadata)


class Families(unittest.TestCase):
    RUNS = ("pent-5x12", "soma", "polyhexes-34", "hexiamonds-6x6", "sudoku-4x4", "nonogram-files", "queens-8", "calendar",
            "sudoku-file", "pentomino-subsets-5x5", "regions-6x6")

    def test_one_run_of_each(self):
        seen = set()
        for name in self.RUNS:
            with self.subTest(name):
                data = run(name)
                seen.add(data.manifest["family"])
                self.assertTrue(data.complete)
                self.assertEqual(len(data.rows), data.manifest["rows"])
                self.assertIn(f"<strong>{name}</strong>", data._repr_html_())
                for measure in data.stats["measures"].values():
                    self.assertEqual(sum(measure.histogram().values()), measure["raw"]["n"])
        self.assertEqual(seen, {f["name"] for f in coverstat.families()})

    def test_sample_and_census(self):
        sample = run("chessboard-uniform", set={"sample.draws": 500})
        self.assertEqual(sample.compare(run("chessboard"))["drawn"], 500)
        self.assertIn("500 draws", repr(sample))

    def test_dataset_without_rows(self):
        data = run("chessboard", set={"output.rows": False}, out="runs/norows")
        self.assertEqual(data.stats, run("chessboard").stats | {"effort": data.stats["effort"]})
        self.assertIn("129,168 solutions", repr(data))
        self.assertIn("crossroads", data._repr_html_())
        self.assertEqual(data.sql("SELECT count(*) FROM options").fetchall(), [(2357,)])
        for needs_rows in (lambda: data.rows, lambda: data.where("crossroads = 5"), data.cells, data.split):
            with self.assertRaisesRegex(coverstat.ConfigError, "has no rows"):
                needs_rows()

    def test_dataset_by_sweeps(self):
        """Solutions that nobody can list: counts of any length are Python's, examples are drawn."""
        data = run({"family": "polyomino", "job": "census", "name": "large", "output": {"rows": False}, "measures": ["border_pieces"],
                    "puzzle": {"board": {"rows": 12, "cols": 14}, "pieces": [{"name": "I2", "count": "any"}, {"name": "I1", "count": {"min": 0, "max": 2}}]}})
        solutions = data.stats["solutions"]["raw"]
        self.assertGreater(solutions, 1 << 64)
        self.assertEqual((len(data), bool(data)), (0, True))
        self.assertEqual(sum(data.stats["measures"]["border_pieces"].histogram().values()), solutions)
        self.assertEqual(sum(n for (n,) in data.table("occupancy").select("raw").fetchall()), solutions * 12 * 14)
        self.assertGreater(min(data.table("placements").select('min(raw), min("distinct")').fetchall()[0]), 1 << 63)
        self.assertEqual(data.sql("SELECT count(*) FROM examples WHERE why = 'drawn at random'").fetchall(), [(24,)])
        self.assertIn("<svg", data.draw(limit=2).svg)
        self.assertIn("how often I1 covers each cell", data.heat("I1").svg)
        self.assertIn("image/svg", data._repr_html_())
        with self.assertRaisesRegex(coverstat.ConfigError, "by output.rows: false.*examples"):
            data.rows

    def test_cells(self):
        """Grids and options give the same arrays, copies of pieces and solids too."""
        for name in ("tetro2-5x8", "soma", "hexiamonds-6x6", "chessboard"):
            with self.subTest(name):
                grid = run(name)
                cells = grid.cells()
                self.assertEqual((cells.dtype, cells.shape), (np.int16, (grid.manifest["rows"], np.prod(grid.shape))))
                compact = run(name, set={"output.grid": False}, out=f"runs/{name}-compact")
                self.assertNotIn("grid", compact.columns)
                np.testing.assert_array_equal(cells, compact.cells())
                pieces = grid.table("pieces").fetchall()
                text = grid.rows.select("grid").limit(1).fetchall()[0][0]
                self.assertEqual("".join({-1: ".", -2: "#"}.get(c) or pieces[c][2] for c in cells[0].tolist()), text)
        np.testing.assert_array_equal(grid.where("crossroads = 5").cells(), cells[grid.rows.numpy()["crossroads"] == 5])
        sudoku = run("sudoku-4x4").cells().reshape(-1, 4, 4)
        self.assertTrue((np.sort(sudoku, axis=1) == np.arange(1, 5)[None, :, None]).all())
        calendar = run("calendar").cells()
        self.assertEqual((set(np.unique(calendar)), {int(n) for n in (calendar == -2).sum(axis=1)}), ({-1, -2}, {8}))
        with self.assertRaises(coverstat.ConfigError):
            run("queens-8").cells()

    def test_puzzles_and_answers(self):
        """Puzzles and solutions of Sudokus and nonograms as arrays."""
        sudokus = run("sudoku-file")
        puzzles, answers = (sudokus.cells(column).reshape(-1, *sudokus.shape) for column in ("instance", "solution"))
        self.assertEqual(answers.shape, (76, 9, 9))
        solved = (answers > 0).all(axis=(1, 2))
        np.testing.assert_array_equal(solved, [text is not None for (text,) in sudokus.rows.select("solution").fetchall()])
        self.assertTrue((np.sort(answers[solved], axis=1) == np.arange(1, 10)[:, None]).all())
        self.assertTrue(((puzzles == answers) | (puzzles == -1))[solved].all())
        with self.assertRaisesRegex(coverstat.ConfigError, "expected one of solution, instance"):
            sudokus.cells("clues")
        pairs = run({"family": "polyomino", "job": "survey", "name": "pairs", "output": {"solution": True},
                     "puzzle": {"board": {"rows": 3, "cols": 4}, "choose": {"pieces": 2, "from": ["pentominoes"]}, "blocked": [{"choose": 2}]}})
        unique = pairs.where("solution IS NOT NULL")
        with self.assertRaisesRegex(coverstat.ConfigError, "each has pieces of its own: expected the column set_mask"):
            unique.cells("instance")
        answers = unique.cells("solution")
        self.assertEqual((answers.shape[1], answers.min()), (12, -2))
        nonograms = run("nonograms-drawn", set={"puzzle.draw": 20}, out="runs/pictures")
        with self.assertRaisesRegex(coverstat.ConfigError, "different sizes"):
            nonograms.shape
        small = nonograms.where("height = 5 and solutions = 1")
        clues, pictures = small.cells("instance"), small.cells("grid").reshape(-1, *small.shape)
        self.assertEqual((small.shape, clues.shape[1]), ((5, 5), 10))
        self.assertEqual(set(np.unique(pictures)), {0, 1})
        np.testing.assert_array_equal(clues.sum(axis=2), np.concatenate([pictures.sum(axis=2), pictures.sum(axis=1)], axis=1))
        self.assertEqual(run("nonograms-5x5", limit=10, out="runs/five").shape, (5, 5))

    def test_cells_of_lists(self):
        """Above 256 pieces the rows hold their options in one list."""
        strip = {"family": "polyomino", "job": "census", "name": "strip", "output": {"grid": False},
                 "puzzle": {"board": {"rows": 1, "cols": 520}, "pieces": [{"name": "I2", "count": "any"}]}}
        data = run(strip)
        self.assertIn("options", data.columns)
        np.testing.assert_array_equal(data.cells()[0], np.arange(260).repeat(2))


class Rows(unittest.TestCase):
    def test_ways_out(self):
        rows = run("chessboard").rows
        self.assertEqual(rows.arrow().num_rows, 16146)
        self.assertEqual(rows.filter("crossroads = 5").polars().height, 7)
        self.assertEqual(rows.limit(3).pandas()["orbit_size"].tolist(), [8, 8, 8])
        self.assertEqual(rows.numpy()["orbit_size"].sum(), 129168)
        tilings = rows.aggregate("sum(orbit_size) AS n, sum(orbit_size) * 1000000000000000000 AS wide")
        self.assertEqual([str(t) for t in tilings.pandas().dtypes], ["int64", "float64"])
        self.assertEqual(tilings.arrow().to_pylist()[0]["n"], 129168)
        self.assertEqual(duckdb.sql("SELECT sum(orbit_size) FROM rows").fetchall(), [(129168,)])

    def test_where_selects_and_draws_the_same(self):
        data = run("chessboard")
        condition = "(crossroads = 4 or crossroads = 5) and border_pieces = 8"
        numbers = duckdb.sql(f"SELECT file_row_number FROM read_parquet('{data.path}/rows/*.parquet', file_row_number=true) WHERE {condition}")
        want = [n for (n,) in numbers.fetchall()]
        for chosen in (data.where(condition), data.where("crossroads = 4 or crossroads = 5").where("border_pieces = 8")):
            self.assertEqual((len(chosen.rows), len(chosen.cells())), (len(want), len(want)))
            drawn = [int(n) for n in re.findall(r">row (\d+)<", chosen.draw(limit=1000).svg)]
            self.assertEqual(drawn, want)
            some, again, other = (numbers_of(chosen._selection(None, None, 5, seed, None)) for seed in (1, None, 2))
            self.assertTrue(some == again != other and len(set(some)) == 5 and set(some) <= set(want))
        for options in ({"row": 1}, {"limit": 3, "random": 3}, {"limit": 0}, {"random": 0}):
            with self.assertRaises(coverstat.ConfigError):
                chosen.draw(**options)
        with self.assertRaisesRegex(coverstat.ConfigError, "no row has crossroads = 99"):
            data.where("crossroads = 99").draw()

    def test_where_numbers_rows_through_all_parts(self):
        data = coverstat.open(shutil.copytree(run("chessboard").path, "runs/parts"))
        first = data.path / data.manifest["parts"][0]["path"]
        rows = duckdb.sql(f"SELECT * FROM '{first}'")
        sizes = (6000, 5000, 5146)
        for i, size in enumerate(sizes):
            rows.limit(size, sum(sizes[:i])).write_parquet(str(data.path / f"rows/{i}.parquet"))
        data.manifest["parts"] = [{"path": f"rows/{i}.parquet", "rows": size} for i, size in enumerate(sizes)]
        chosen = coverstat.open(first.parents[1]).where("crossroads = 4")
        want = numbers_of(chosen._selection(None, 1000, None, None, None))
        chosen.manifest["parts"] = data.manifest["parts"]
        self.assertEqual(numbers_of(chosen._selection(None, 1000, None, None, None)), want)
        self.assertGreater(want[-1], sum(sizes[:2]))

    def test_where_is_sql(self):
        data = run("sudoku-file")
        self.assertEqual(len(data.where("solutions is null").rows), 0)
        self.assertEqual(len(data.where("solution is null or length(instance) > 16").rows), len(data.rows))
        self.assertEqual(len(run("nonogram-files").where("title = '= null' or title is not null").rows), 6)
        for condition, words in (
            ("givens = 3 and", "syntax error"),
            ("given = 3", 'column "given" not found'),
            ("instance = nothing", 'column "nothing" not found'),
            ("solutions = 'many'", "Could not convert string 'many'"),
            ("solution != NULL", "no value compares with null"),
            ("1; DROP TABLE x", ""),
            ("on_edge(I5) = 1", "on_edge does not exist"),
            ("", ""),
        ):
            with self.subTest(condition):
                with self.assertRaisesRegex(ValueError, re.escape(f"condition {condition!r}: ") + ".*" + words) as caught:
                    data.where(condition)
                self.assertIsInstance(caught.exception, coverstat.ConfigError)
                self.assertNotIn("LINE", str(caught.exception))

    def test_hub(self):
        """Hugging Face's datasets opens a dataset with its card, without a network."""
        import datasets

        for name in ("chessboard", "queens-8", "sudoku-file"):
            data = run(name)
            data.card(license="cc0-1.0")
            subsets = datasets.get_dataset_config_names(str(data.path))
            self.assertEqual(subsets, ["rows"] + [t["name"] for t in data.manifest["tables"] if t["rows"]])
            for subset in subsets:
                relation = data.rows if subset == "rows" else data.table(subset)
                loaded = datasets.load_dataset(str(data.path), subset, split="train")
                self.assertEqual((loaded.num_rows, loaded.column_names), (len(relation), relation.columns))
            rows = datasets.load_dataset(str(data.path), split="train")
            self.assertEqual(rows[0], dict(zip(data.columns, data.rows.limit(1).fetchall()[0])))


class Counts(unittest.TestCase):
    def test_impossible(self):
        nine = {"family": "polyomino", "job": "census", "puzzle": {"board": {"rows": 3, "cols": 3}, "pieces": [{"name": "I2", "count": "any"}]}}
        self.assertEqual((coverstat.count(nine), coverstat.count(nine).impossible), (0, "no choice of copies has 9 cells, which the board has to cover"))
        self.assertEqual(coverstat.count("pent-6x10").impossible, "")


class Exploring(unittest.TestCase):
    def test_counts_of_boards_without_the_cells(self):
        x = coverstat.explore({"family": "polyomino", "job": "census", "puzzle": {"board": {"rows": 4, "cols": 5}, "pieces": [{"name": "I2", "count": "any"}]}})
        self.addCleanup(x.close)
        corner, other = x.option([0, 1]), x.option([12, 17])
        pieces = [{"name": "I2", "count": "any"}]
        both = coverstat.count({"family": "polyomino", "job": "census", "puzzle": {"board": "##...\n.....\n..#..\n..#..", "pieces": pieces}})
        self.assertEqual(x.given(corner, other).count, both)
        self.assertEqual(x.given(corner).forbid(other).count, x.given(corner).count - both)
        p, q, n = x.uses[corner], x.uses[other], x.count
        self.assertAlmostEqual(x.correlation(corner, other), (both / n - p / n * q / n) / (p / n * (1 - p / n) * q / n * (1 - q / n)) ** 0.5)
        self.assertAlmostEqual(x.correlations(corner)[other], x.correlation(corner, other))
        self.assertEqual(x.correlations(corner)[corner], 1.0)

    def test_conditional_draws(self):
        x = coverstat.explore("dominoes-8x8", set={"puzzle.board": {"rows": 16, "cols": 16}})
        self.addCleanup(x.close)
        given = x.given(x.option([0, 1]))
        draws = given.draw(10_000, seed=3)
        self.assertEqual((draws.shape, draws.dtype, int(draws[:, 0].max())), ((10_000, 128), np.int32, 0))
        self.assertTrue(np.array_equal(given.draw(10_000, seed=3)[:5], draws[:5]))
        shares, drawn = given.shares(), np.bincount(draws.ravel(), minlength=len(x.options)) / 10_000
        self.assertLess(abs(shares - drawn).max(), 0.025)  # five standard deviations
        self.assertAlmostEqual(float(shares.sum()), 128)

    def test_refusals(self):
        x = coverstat.explore("pent-3x20")
        for wrong in (lambda: x.given(-1), lambda: x.forbid(10**6), lambda: x.option([0, 59]), lambda: x.draw(0)):
            self.assertRaises(ValueError, wrong)
        unused = x.uses.index(0)
        self.assertRaises(ValueError, lambda: x.given(unused).draw())
        self.assertRaises(ValueError, lambda: x.correlation(unused, 0))
        self.assertEqual(x.given(unused).shares().tolist(), [0.0] * len(x.options))
        self.assertTrue(np.isnan(x.correlations(unused)).all())
        x.close()
        self.assertRaises(ValueError, lambda: x.given(1).count)
        with self.assertRaisesRegex(coverstat.ConfigError, "no table of options"):
            coverstat.explore("sudoku-file")
        with self.assertRaisesRegex(coverstat.ConfigError, "pices"):
            coverstat.explore({"family": "polyomino", "job": "census", "puzzle": {"board": "..", "pices": []}})


class Errors(unittest.TestCase):
    def test_config(self):
        base = {"family": "polyomino", "job": "census"}
        for config, key in (
            (base | {"puzzel": {}}, "puzzel"),
            (base | {"job": "cencus", "puzzle": {}}, "job"),
            (base | {"puzzle": {"board": {"rows": 8, "cols": 8}, "pieces": ["I5", "nix"]}}, "puzzle.pieces.1"),
            (base | {"puzzle": {"board": {"picture": "..\n.x"}, "pieces": ["I2"]}}, "puzzle.board.picture"),
            (base | {"title": "ü \"\\ \t", "puzzle": {"board": {"rows": 1, "cols": [2]}, "pieces": ["I2"]}}, "puzzle.board.cols"),
        ):
            with self.subTest(key), self.assertRaises(coverstat.ConfigError) as caught:
                coverstat.count(config)
            self.assertEqual((caught.exception.key, caught.exception.file), (key, None), str(caught.exception))
            self.assertNotIn("stdin", str(caught.exception))
        with self.assertRaisesRegex(coverstat.ConfigError, "did you mean crossroads") as caught:
            coverstat.count("chessboard", measures=["crossrods"])
        self.assertEqual(caught.exception.key, "measures")
        Path("wrong.yaml").write_text("family: polyomino\njob: census\npuzle: {}\n")
        with self.assertRaises(coverstat.ConfigError) as caught:
            coverstat.check(Path("wrong.yaml"))
        self.assertEqual((caught.exception.file, caught.exception.line, caught.exception.column), ("wrong.yaml", 3, 1))
        with self.assertRaisesRegex(coverstat.ConfigError, "is no dataset"):
            coverstat.open("nowhere")
        run("pent-3x20", out="runs/other")
        with self.assertRaisesRegex(coverstat.ConfigError, "it is a part of the dataset runs/other"):
            coverstat.open("runs/other/rows")
        with self.assertRaisesRegex(coverstat.ConfigError, "fresh"):
            run("pent-4x15", out="runs/other")

    def test_failed(self):
        data = run("pent-3x20", out="runs/damaged")
        rows = data.path / data.manifest["parts"][0]["path"]
        rows.write_bytes(rows.read_bytes()[:-1])
        with self.assertRaisesRegex(coverstat.Failed, "damaged or wrong\ndigests of all files: rows/part-00000.parquet: "):
            data.verify()

    def test_failed_run(self):
        """A run that failed says so, and why, until it is run again."""
        large = {"family": "polyomino", "job": "census", "name": "large-sweep", "kernel": "sweep",
                 "output": {"rows": False}, "puzzle": {"board": {"rows": 10, "cols": 10}, "pieces": [{"set": "tetrominoes", "count": "any"}]}}
        with self.assertRaisesRegex(coverstat.Error, "memory_limit"):
            run(large, set={"output.memory_limit": "1MiB"}, out="runs/failed")
        failed = coverstat.open("runs/failed")
        self.assertIn("memory_limit", failed.status()["failure"])
        self.assertRegex(repr(failed), "runs/failed: failed: .*memory_limit")
        with self.assertRaisesRegex(coverstat.Failed, "runs/failed: its run failed: .*memory_limit"):
            failed.stats

    def test_mapping_without_a_name(self):
        """The same mapping goes into the same folder, another into another."""
        puzzle = {"family": "polyomino", "job": "census", "puzzle": {"board": {"rows": 3, "cols": 20}, "pieces": ["pentominoes"]}}
        first, again, other = run(puzzle), run(dict(reversed(puzzle.items()))), run(puzzle | {"measures": ["crossroads"]})
        self.assertEqual(first.path, again.path)
        self.assertNotEqual(first.path, other.path)
        self.assertEqual(run(dataclasses.make_dataclass("C", puzzle)(**puzzle)).path, first.path)

    def test_hostile_texts_are_inert(self):
        title = "<script>alert(1)</script>"
        data = run("pent-3x20", measures=["crossroads"], out="runs/<b>&\"'")
        data.manifest["columns"][-1]["meaning"] = title
        html = data._repr_html_() + data.where("grid <> '<script>'")._repr_html_()
        self.assertNotIn("<script", html)
        self.assertNotIn("<b>", html)


class Stopping(unittest.TestCase):
    # One worker with dancing links needs seven seconds for this, and commits after two.
    CALL = "coverstat.run('chessboard', kernel='dlx', workers=1, out='runs/stopped')"

    def python(self, code):
        return subprocess.Popen([sys.executable, "-c", f"import coverstat\n{code}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, start_new_session=True)

    def test_interrupt_and_resume(self):
        """Ctrl-C goes to the whole group; the run keeps its work, and goes on to the same bytes."""
        process = self.python(f"try:\n    {self.CALL}\nexcept KeyboardInterrupt as error:\n    print('stopped:', error)")
        journal = Path("runs/stopped/.work/journal")
        for _ in range(600):
            if process.poll() is not None or journal.exists() and journal.read_bytes().count(b"\n") > 2:
                break
            threading.Event().wait(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=60)
        self.assertRegex(out, r"stopped: .*% kept in runs/stopped: [\d,]+ rows, [\d,]+ of [\d,]+ tasks; the same command goes on", errors)
        stopped = coverstat.open("runs/stopped")
        self.assertFalse(stopped.complete)
        with self.assertRaises(coverstat.Incomplete):
            stopped.rows
        with self.assertRaises(coverstat.Incomplete):
            stopped.verify()
        status = stopped.status()
        self.assertTrue(0 < status["tasks"] < status["of"] and not status["complete"] and not status["running"], status)
        self.assertIn(f"not complete: {status['tasks']:,} of {status['of']:,} tasks", stopped._repr_html_())
        resumed = run("chessboard", kernel="dlx", out="runs/stopped")
        self.assertGreater(resumed.manifest["made"]["earlier_tasks"], 0)
        whole = run("chessboard", kernel="dlx", out="runs/whole")
        self.assertEqual(resumed.manifest["parts"], whole.manifest["parts"])

    def test_incomplete(self):
        """A run that somebody else stops is Incomplete."""
        code = """
import coverstat.process, threading
start = coverstat.process.start
def start_and_stop(args):
    process = start(args)
    threading.Timer(0.7, process.terminate).start()
    return process
coverstat.process.start = start_and_stop
try:
    coverstat.run('onesided-3x30', kernel='dlx', workers=1, out='runs/ended')
except coverstat.Incomplete as error:
    print('incomplete:', error)
"""
        out, errors = self.python(code).communicate(timeout=60)
        self.assertRegex(out, "(?s)incomplete: .* kept in runs/ended", errors)


class Solving(unittest.TestCase):
    def test_stream(self):
        """Answers come before the source ends, and a caller may stop."""
        taken = 0

        def endless():
            nonlocal taken
            for taken in itertools.count(1):
                yield PUZZLE

        answers = coverstat.solve("sudoku", endless())
        self.assertTrue(all(a.startswith("unique ") for a in itertools.islice(answers, 1000)))
        answers.close()
        self.assertGreaterEqual(taken, 1000)

    def test_source_fails(self):
        def source():
            yield PUZZLE
            raise KeyError("broken source")

        with self.assertRaisesRegex(KeyError, "broken source"):
            list(coverstat.solve("sudoku", source()))

    def test_faulty_puzzle(self):
        answers = coverstat.solve("sudoku", [PUZZLE[:-1] + "%", PUZZLE])
        self.assertTrue(next(answers).startswith("unique "))
        with self.assertRaises(coverstat.ConfigError) as caught:
            next(answers)
        self.assertEqual(caught.exception.line, 1)

    def test_families(self):
        board = "......\n..#...\n..##..\n..#...\n.####.\n......"
        *pictures, number = coverstat.solve("polyomino", [board], pieces="baibian")
        self.assertEqual((number, len(pictures), {len(p) for p in pictures}), ("57 solutions", 57, {41}))
        *solids, number = coverstat.solve("polycube", "...\n...\n...\n\n...\n...\n...\n\n...\n...\n...", pieces="soma")
        self.assertEqual((number, len(solids), solids[0].count("\n\n")), ("11520 solutions", 11520, 2))
        self.assertEqual(list(coverstat.solve("nonogram", "1 1\n1 1\n\n1\n1\n1\n1\n")), ["many\n#.#.\n.#.#", ".#.#\n#.#."])
        self.assertEqual(list(coverstat.solve("exactcover", ["a b c | p\na b\na p:red\nc p:red\n"])), ["a b / c p:red"])


if __name__ == "__main__":
    shutil.rmtree("runs", ignore_errors=True)
    unittest.main()
