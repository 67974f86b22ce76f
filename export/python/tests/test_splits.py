"""Splits of datasets for machine learning: no leaks, and files that other libraries open."""

import hashlib
import json
import os
import shutil
import tempfile
import unittest
from pathlib import Path

import duckdb
import numpy as np

import coverstat

WORK = tempfile.TemporaryDirectory()
os.environ |= {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "HF_HOME": str(Path(WORK.name) / "hub")}
os.chdir(WORK.name)


def run(config, **options):
    return coverstat.run(config, progress=False, **options)


def grids(split):
    return [grid for (grid,) in split.rows.select("grid").fetchall()]


class Laws(unittest.TestCase):
    def test_fractions(self):
        data = run("chessboard")
        for parts in ({}, {"train": 0.7, "valid": 0.2, "test": 0.1}, {"train": 1 / 3, "valid": 1 / 3, "test": 1 / 3}, {"train": 0.5, "valid": 0, "test": 0.5}):
            splits = data.split(**parts)
            parts = {"train": 0.8, "valid": 0.1, "test": 0.1} | parts
            self.assertEqual(list(splits), [name for name, part in parts.items() if part])
            for name, split in splits.items():
                self.assertLessEqual(abs(split.classes - parts[name] * 16146), 1)
            together = [row for split in splits.values() for row in split.rows.fetchall()]
            self.assertEqual(sorted(together), sorted(data.rows.fetchall()))
            self.assertEqual(splits["train"].rows.columns, data.rows.columns)
        self.assertEqual({name: len(split) for name, split in data.split(train=0.8, test=0.2).items()}, {"train": 12917, "test": 3229})
        self.assertEqual(list(data.split(train=0.5, valid=0.2)), ["train", "valid", "test"])
        for parts in ({"train": 0.9}, {"train": 1.1, "valid": -0.1, "test": 0}, {"train": float("nan")}, {"train": 0, "valid": 0, "test": 0}):
            with self.assertRaisesRegex(ValueError, "expected parts from 0 to 1 that add up to 1"):
                data.split(**parts)

    def test_seed_and_order(self):
        data = run("chessboard")
        splits = data.split(seed=5)
        self.assertEqual(grids(splits["test"]), grids(data.split(seed=5)["test"]))
        self.assertNotEqual(set(grids(splits["test"])), set(grids(data.split(seed=6)["test"])))
        shuffled = coverstat.open(shutil.copytree(data.path, "runs/shuffled"))
        part = shuffled.path / data.manifest["parts"][0]["path"]
        duckdb.sql(f"SELECT * FROM '{part}' ORDER BY hash(grid)").write_parquet(str(part) + "-new")
        os.replace(str(part) + "-new", part)
        for name, split in shuffled.split(seed=5).items():
            self.assertNotEqual(grids(split), grids(splits[name]))
            self.assertEqual(set(grids(split)), set(grids(splits[name])))

    def test_of_some_rows(self):
        splits = run("chessboard").where("crossroads > 3").split(train=0.5, valid=0, test=0.5)
        self.assertEqual(splits["train"].classes + splits["test"].classes, 289)
        self.assertEqual(splits["train"].rows.aggregate("min(crossroads)").fetchall(), [(4,)])


class Images(unittest.TestCase):
    def test_all_images(self):
        """The images of all splits are all solutions: copies, solids, pieces that symmetries exchange, samples, covers."""
        for name in ("tetro2-5x8", "soma", "onesided-3x30", "hexiamonds-6x6", "queens-8", "baibian-shang"):
            with self.subTest(name):
                data = run(name)
                splits = data.split(train=0.5, valid=0.25, test=0.25, images=True)
                solutions = [tuple(map(str, row)) for split in splits.values() for row in split.rows.fetchall()]
                self.assertEqual(len(solutions), data.stats["solutions"]["raw"])
                self.assertEqual(len(set(solutions)), len(solutions))
                self.assertEqual(splits["train"].rows.types, data.rows.types)
                self.assertLessEqual({tuple(map(str, row)) for row in data.rows.fetchall()}, set(solutions))
                if "grid" in data.columns:
                    compact = run(name, set={"output.grid": False}, out=f"runs/{name}-compact").split(train=0.5, valid=0.25, test=0.25, images=True)
                    for part, split in splits.items():
                        np.testing.assert_array_equal(split.cells(), compact[part].cells())
        sample = run("chessboard-uniform", set={"sample.draws": 500})
        for name, split in sample.split(images=True).items():
            self.assertEqual(len(split), 8 * len(sample.split()[name]))

    def test_rows_that_are_images(self):
        """Rows that are images of one another stay together: as in the dataset with a row a class."""
        for name in ("pent-5x12", "tetro2-5x8", "onesided-3x30"):
            classes = run(name).split(images=True)
            for symmetry in ("none", "rotations"):
                with self.subTest(name, symmetry=symmetry):
                    data = run(name, set={"puzzle.symmetry": symmetry}, out=f"runs/{name}-{symmetry}")
                    self.assertGreater(data.manifest["rows"], run(name).manifest["rows"])
                    for part, split in data.split(images=True).items():
                        self.assertEqual(split.classes, classes[part].classes)
                        self.assertEqual(set(grids(split)), set(grids(classes[part])))

    def test_sudokus(self):
        """Random images of Sudokus are right, of the same class, the same again, and in one split."""
        data = run({"family": "sudoku", "job": "survey", "name": "drawn", "puzzle": {"draw": 60, "canonical": True}})
        splits = data.split(train=0.5, valid=0.25, test=0.25, images=4, seed=3)
        self.assertEqual(splits["train"].rows.types, data.rows.types)
        self.assertEqual(sum(map(len, splits.values())), 240)
        images = [row for split in splits.values() for row in split.rows.select("instance, solution, canonical, draw").fetchall()]
        self.assertEqual([row for split in data.split(train=0.5, valid=0.25, test=0.25, images=4, seed=3).values()
                          for row in split.rows.select("instance, solution, canonical, draw").fetchall()], images)
        self.assertEqual(list(coverstat.solve("sudoku", [i for i, *_ in images])), [f"unique {s}" for _, s, *_ in images])
        self.assertEqual(len({i for i, *_ in images}), 240)
        Path("images.txt").write_text("".join(f"{i}\n" for i, *_ in images))
        forms = run({"family": "sudoku", "job": "survey", "name": "images", "puzzle": {"input": "images.txt", "canonical": True}})
        self.assertEqual([c for (c,) in forms.rows.select("canonical").fetchall()], [c for _, _, c, _ in images])
        for name in ("sudoku-4x4", "sudoku-6x6"):
            grid = run(name, limit=20)
            for split in grid.split(images=5).values():
                if len(split):
                    boards = split.cells().reshape(-1, *grid.shape)
                    want = np.arange(1, grid.shape[0] + 1)
                    height, width = {4: (2, 2), 6: (2, 3)}[grid.shape[0]]
                    boxes = boards.reshape(-1, grid.shape[0] // height, height, grid.shape[0] // width, width).transpose(0, 1, 3, 2, 4)
                    for lines in (boards, boards.transpose(0, 2, 1), boxes.reshape(boards.shape)):
                        self.assertTrue((np.sort(lines, axis=2) == want).all())

    def test_images_mean_what_their_names_say(self):
        """A survey of the images has what their columns say; what a search of the original found is called so."""
        singles = {"singles": ["fewest", "first+hidden"], "canonical": True}
        images = run({"family": "sudoku", "job": "survey", "name": "originals", "puzzle": {"draw": 100, **singles}}).split(images=4)["train"]
        Path("moved.txt").write_text("".join(f"{i}\n" for (i,) in images.rows.select("instance").fetchall()))
        again = run({"family": "sudoku", "job": "survey", "name": "moved", "puzzle": {"input": "moved.txt", **singles}})
        for name in set(again.rows.columns) - {"line", "duplicate", "duplicate_of"}:
            if name in images.rows.columns:
                self.assertEqual(images.rows.select(name).fetchall(), again.rows.select(name).fetchall(), name)
            else:
                self.assertIn(f"original_{name}", images.rows.columns)
        self.assertLessEqual({"clues", "solutions", "original_nodes", "original_fewest_guesses"}, set(images.rows.columns))

    def test_puzzles_with_pieces_or_sizes(self):
        pairs = {"board": {"rows": 4, "cols": 4}, "choose": {"pieces": 2, "from": ["pentominoes"]}, "blocked": [{"choose": 6}], "draw": 50}
        with self.assertRaisesRegex(coverstat.ConfigError, "expected the column set_mask"):
            run({"family": "polyomino", "job": "survey", "name": "pairs", "puzzle": pairs}).cells("instance")
        with self.assertRaisesRegex(coverstat.ConfigError, "expected rows of one size"):
            run("nonogram-files").cells("instance")

    def test_surveys(self):
        puzzles = [text for (text,) in run("sudoku-file").rows.select("instance").limit(30).fetchall()]
        relabelled = [text.translate(str.maketrans("123456789", "234567891")) for text in puzzles]
        Path("puzzles.txt").write_text("\n".join(puzzles + relabelled) + "\n")
        data = run({"family": "sudoku", "job": "survey", "puzzle": {"input": "puzzles.txt", "canonical": True}})
        same = data.rows.filter("duplicate").select("line, duplicate_of").fetchall()
        self.assertGreaterEqual(len(same), 28)
        for seed in range(1, 4):
            where = {line: name for name, split in data.split(train=0.4, valid=0.3, test=0.3, seed=seed).items() for (line,) in split.rows.select("line").fetchall()}
            self.assertEqual(len(where), len(data.rows))
            for line, other in same:
                self.assertEqual(where[line], where[other])
        drawn = run("nonograms-drawn", set={"puzzle.rows": 4, "puzzle.cols": 4, "puzzle.draw": 300}, out="runs/nonograms")
        where = {}
        for name, split in drawn.split().items():
            for grid in filter(None, grids(split)):
                picture = np.array(list(grid)).reshape(4, 4)
                for image in (np.rot90(p, k) for p in (picture, picture.T) for k in range(4)):
                    self.assertEqual(where.setdefault("".join(image.ravel()), name), name)
        with self.assertRaisesRegex(coverstat.ConfigError, "expected how many random ones"):
            run("sudoku-file").split(images=True)
        with self.assertRaisesRegex(coverstat.ConfigError, "only Sudokus have random images"):
            run("tetro2-5x8").split(images=3)
        with self.assertRaisesRegex(coverstat.ConfigError, "has no table images"):
            run("nonogram-files").split(images=True)
        with self.assertRaisesRegex(coverstat.ConfigError, "expected puzzle.symmetry full"):
            run("pentomino-subsets-5x5", set={"puzzle.symmetry": "none"}, out="runs/subsets").split()


class Hub(unittest.TestCase):
    def test_splits(self):
        import datasets

        for images in (False, True):
            with self.subTest(images=images):
                data = run("tetro2-5x8")
                splits = data.split(images=images)
                folder = splits.to_huggingface(f"published-{images}", license="cc0-1.0", author="A. Author")
                loaded = datasets.load_dataset(str(folder))
                self.assertEqual(list(loaded), ["train", "valid", "test"])
                for name, split in splits.items():
                    self.assertEqual(loaded[name].column_names, data.rows.columns)
                    self.assertEqual([tuple(row.values()) for row in loaded[name]], split.rows.fetchall())
                self.assertEqual(datasets.load_dataset(str(folder), "rows", split="train").num_rows, len(data.rows))
                self.assertEqual(datasets.load_dataset(str(folder), "pieces", split="train").num_rows, len(data.table("pieces")))
                self.assertTrue(all(check["ok"] for check in coverstat.open(folder).verify()["checks"]))
                card = (folder / "README.md").read_text("utf-8")
                self.assertIn(f"| `splits/train.parquet` | {len(splits['train']):,} | 626 |\n", card)
                with self.assertRaisesRegex(coverstat.ConfigError, "expected a new folder"):
                    splits.to_huggingface(folder)
                manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
                made = manifest.pop("splits")
                self.assertEqual({**manifest, "digest": data.manifest["digest"]}, data.manifest)
                self.assertEqual((made["where"], made["seed"], made["images"]), ([], 1, images))
                self.assertEqual([f["rows"] for f in made["files"]], [len(split) for split in splits.values()])

    def test_what_is_published(self):
        """Card and manifest name the rows, their condition, and the dataset that they are of; the size is that of the splits."""
        data = run("chessboard")
        folder = data.where("crossroads > 3").where("fault_lines < 2").split(seed=7).to_huggingface("rare")
        made = json.loads((folder / "manifest.json").read_text("utf-8"))["splits"]
        self.assertEqual(made["of"], {"name": "chessboard", "config_digest": data.manifest["config_digest"], "rows": 16146})
        self.assertEqual((made["where"], made["seed"]), (["crossroads > 3", "fault_lines < 2"], 7))
        for file in made["files"]:
            self.assertEqual(hashlib.sha256((folder / file["path"]).read_bytes()).hexdigest(), file["sha256"])
        card = (folder / "README.md").read_text("utf-8")
        self.assertIn('size_categories: ["n<1K"]', card)
        self.assertIn("the rows with <code>crossroads &gt; 3</code> and <code>fault_lines &lt; 2</code>, out of all 16,146 rows of chessboard", card)
        selected = len(data.where("crossroads > 3 and fault_lines < 2").rows)
        self.assertIn(f"**A selection**: the splits are made of {selected} of 16,146 rows", card)
        self.assertIn("title = {{Twelve pentominoes and a square on the chessboard}", card)
        self.assertTrue(all(check["ok"] for check in coverstat.open(folder).verify()["checks"]))
        again = coverstat.open(folder).split().to_huggingface("again")
        self.assertNotIn("A selection", (again / "README.md").read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
