"""The wheel alone, in an environment without any other package."""

import contextlib
import importlib.metadata
import io
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import coverstat


class Alone(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        os.chdir(folder.name)
        self.addCleanup(os.chdir, Path(__file__).parent)

    def test_program(self):
        """The program of the wheel is on PATH beside Python, and is the one that is called."""
        beside = Path(sys.prefix) / ("Scripts" if sys.platform == "win32" else "bin")
        self.assertEqual(Path(coverstat.program()).resolve().parent, beside.resolve())
        printed = subprocess.run([coverstat.program(), "version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(printed.split()[-1], importlib.metadata.version("coverstat"))
        self.assertEqual(coverstat.version(), importlib.metadata.version("coverstat"))
        self.assertEqual(coverstat.__version__, coverstat.version())

    def test_nothing_needed(self):
        data = coverstat.run("chessboard")
        self.assertEqual(data.stats["measures"]["crossroads"]["raw"]["max"], 5)
        self.assertTrue(data.complete and all(c["ok"] for c in data.verify()["checks"]))
        self.assertIn("129,168 solutions", data._repr_html_())
        self.assertIn("data:image/svg+xml", data.stats["measures"]["crossroads"]._repr_html_())
        self.assertTrue(data.draw(limit=2).svg.startswith("<svg"))
        self.assertTrue(data.draw(limit=2).save("some.png").read_bytes().startswith(b"\x89PNG"))
        self.assertEqual(coverstat.count("pent-3x20"), 8)
        answers = list(coverstat.solve("sudoku", ["1... .2.. ..3. ...4".replace(" ", "")]))
        self.assertEqual(len(answers), 1)
        self.assertEqual(coverstat.estimate("pent-3x20").solutions.estimate, 8)
        for needs, what in (("duckdb", lambda: data.rows), ("duckdb", lambda: data.where("crossroads = 5")), ("numpy", data.cells)):
            with self.assertRaisesRegex(ImportError, rf"pip install 'coverstat\[{needs}\]'"):
                what()
        with self.assertRaisesRegex(ImportError, "pandas and polars read the folder runs/chessboard/rows"):
            data.rows

    def test_progress_without_tqdm(self):
        """A message for people and the first record of progress are a line each."""
        from coverstat.progress import Progress

        record = {"time": "", "level": "INFO", "msg": "progress", "run": "x", "done": "50.00%", "share": 0.5, "rows": 1200, "left": "about 3s left"}
        progress, out = Progress(), io.StringIO()
        with contextlib.redirect_stderr(out):
            progress({"time": "", "level": "INFO", "msg": "repaired"})
            progress(record)
            progress(record)
            progress.close()
        self.assertEqual(out.getvalue(), "repaired\nx: 50.00% done, 1,200 rows, about 3s left\n")


if __name__ == "__main__":
    unittest.main()
