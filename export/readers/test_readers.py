"""Opens every kind of dataset with the readers that people have: see README.md.

    python -m unittest -v test_readers
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from functools import cache, wraps
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python"))
from coverstat import program  # noqa: E402
from kinds import KINDS  # noqa: E402

ARROW = {"int32": pa.int32(), "int64": pa.int64(), "double": pa.float64(), "bool": pa.bool_(), "string": pa.string()}
DUCKDB = {"int32": "INTEGER", "int64": "BIGINT", "double": "DOUBLE", "bool": "BOOLEAN", "string": "VARCHAR",
          "list<int32>": "INTEGER[]"}
POLARS = {"int32": pl.Int32, "int64": pl.Int64, "double": pl.Float64, "bool": pl.Boolean, "string": pl.String,
          "list<int32>": pl.List(pl.Int32)}
PANDAS = {"int32": "int32", "int64": "int64", "double": "float64", "bool": "bool"}
SMALL = 20_000  # rows up to which every value is compared with `coverstat cat`


class Dataset:
    """A dataset as its files: the readers open these, and nothing of ours in between."""

    def __init__(self, path):
        self.path = path
        self.manifest = json.loads((path / "manifest.json").read_text())
        self.stats = json.loads((path / "stats.json").read_text())
        self.rows = str(path / "rows" / "*.parquet")

    def table(self, name):
        return str(self.path / "tables" / f"{name}.parquet")

    @property
    def width(self):
        """The number of columns of the board."""
        board = next(fact["value"] for fact in self.manifest["facts"] if fact["key"] == "board")
        return len(board.split("\n")[0])


@cache
def made(kind):
    """The dataset of a kind, in runs/readers; one of another config is replaced."""
    config, changes = KINDS[kind]
    out = HERE.parents[1] / "runs" / "readers" / kind
    with tempfile.TemporaryDirectory() as folder:
        if "\n" in config:
            text, config = config, str(Path(folder) / f"{kind}.yaml")
            Path(config).write_text(text)
        command = [program(), "run", config, "--out", str(out), "--progress", "none", *(f"--set={c}" for c in changes)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 2 and "--fresh" in done.stderr:
            done = subprocess.run([*command, "--fresh"], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"coverstat run {config} ended with {done.returncode}: {done.stderr[-2000:]}")
    return Dataset(out)


def on_each_kind(test):
    """Runs a test on every dataset."""

    @wraps(test)
    def run(self):
        for kind in KINDS:
            with self.subTest(kind):
                test(self, made(kind))

    return run


def javascript(d):
    files = [str(d.path / f["path"]) for f in d.manifest["parts"] + d.manifest["tables"]]
    done = subprocess.run(["node", "readers.mjs", *files], cwd=HERE, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout)
    return {str(Path(f["path"]).relative_to(d.path)): f for f in found}


class Readers(unittest.TestCase):
    @on_each_kind
    def test_manifest(self, d):
        self.assertTrue(d.manifest["complete"])
        self.assertEqual(d.manifest["rows"], sum(p["rows"] for p in d.manifest["parts"]))
        self.assertEqual(d.manifest["job"], d.stats["job"])

    @on_each_kind
    def test_pyarrow(self, d):
        for file, columns in files(d):
            schema = pq.read_schema(d.path / file["path"])
            self.assertEqual(schema.names, [c["name"] for c in columns])
            for field, c in zip(schema, columns):
                if c["type"] == "list<int32>":
                    self.assertTrue(pa.types.is_list(field.type) and field.type.value_type == pa.int32(), field)
                else:
                    self.assertEqual(field.type, ARROW[c["type"]], field)
                self.assertEqual(field.nullable, c.get("nullable", False), field)
                self.assertEqual((field.metadata or {}).get(b"meaning", b"").decode(), c.get("meaning", ""))
                self.assertEqual((field.metadata or {}).get(b"unit", b"").decode(), c.get("unit", ""))
                self.assertEqual((field.metadata or {}).get(b"scale", b"").decode(), c.get("scale", ""))
            keys = pq.read_metadata(d.path / file["path"]).metadata
            self.assertEqual(json.loads(keys[b"coverstat"])["columns"], columns)
            table = pq.read_table(d.path / file["path"])
            self.assertEqual(table.num_rows, file["rows"])
            for c in columns:
                if not c.get("nullable"):
                    self.assertEqual(table[c["name"]].null_count, 0, c["name"])

    @on_each_kind
    def test_pyarrow_values(self, d):
        """Every value is what `coverstat cat` prints."""
        if d.manifest["rows"] > SMALL:
            return
        done = subprocess.run([program(), "cat", str(d.path), "--format", "jsonl"], capture_output=True, text=True, check=True)
        printed = [json.loads(line) for line in done.stdout.splitlines()]
        for row in printed:
            for c in d.manifest["columns"]:
                if c["type"] == "int64" and isinstance(row[c["name"]], str):
                    row[c["name"]] = int(row[c["name"]])  # beyond 2^53
        self.assertEqual(pq.read_table(d.path / "rows").to_pylist(), printed)

    @on_each_kind
    def test_pandas(self, d):
        frame = pd.read_parquet(d.path / "rows")
        self.assertEqual(len(frame), d.manifest["rows"])
        for c in d.manifest["columns"]:
            if c["type"] in PANDAS and not c.get("nullable"):
                self.assertEqual(str(frame[c["name"]].dtype), PANDAS[c["type"]], c["name"])
        for name, sums in summed(d):
            weight = weights(d)
            w = frame[weight] if weight else 1
            values = frame[name].astype("int64")
            self.assertEqual(int((values * w).sum()), sums["raw"])
            self.assertEqual(int(values.sum()), sums["distinct"])

    @on_each_kind
    def test_polars(self, d):
        scan = pl.scan_parquet(d.rows)
        self.assertEqual(dict(scan.collect_schema()), {c["name"]: POLARS[c["type"]] for c in d.manifest["columns"]})
        self.assertEqual(scan.select(pl.len()).collect().item(), d.manifest["rows"])
        nulls = scan.null_count().collect().row(0, named=True)
        self.assertEqual(nulls, null_counts(d))
        for name, sums in summed(d):
            weight = weights(d)
            w = pl.col(weight).cast(pl.Int64) if weight else pl.lit(1, pl.Int64)
            x = pl.col(name).cast(pl.Int64)
            got = scan.select(raw=(x * w).sum(), distinct=x.sum()).collect().row(0, named=True)
            self.assertEqual(got, sums)
        for t in d.manifest["tables"]:
            self.assertEqual(len(pl.read_parquet(d.path / t["path"])), t["rows"])

    @on_each_kind
    def test_duckdb(self, d):
        for file, columns in files(d):
            path = str(d.path / file["path"])
            got = duckdb.sql(f"DESCRIBE SELECT * FROM '{path}'").fetchall()
            self.assertEqual([(r[0], r[1]) for r in got], [(c["name"], DUCKDB[c["type"]]) for c in columns])
            keys = dict(duckdb.sql(f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{path}')").fetchall())
            self.assertEqual(json.loads(keys["coverstat"])["columns"], columns)
            self.assertEqual(duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall()[0][0], file["rows"])
        n = duckdb.sql(f"SELECT count(*) FROM '{d.rows}'").fetchall()[0][0]
        self.assertEqual(n, d.manifest["rows"])

    @on_each_kind
    def test_sql_gives_the_statistics(self, d):
        """The third road to stats.json: SQL over the rows."""
        weight = weights(d) or "1"
        raw, distinct = duckdb.sql(f"SELECT coalesce(sum({weight}), 0), count(*) FROM '{d.rows}'").fetchall()[0]
        totals = next(d.stats[k] for k in ("solutions", "instances", "samples") if k in d.stats)
        self.assertEqual((raw, distinct), (int(totals.get("raw", totals.get("drawn"))), int(totals["distinct"])))
        if d.manifest["job"] == "survey":
            r, n = duckdb.sql(f"SELECT coalesce(sum({weight}), 0), count(*) FROM '{d.rows}' WHERE solutions IS NULL").fetchall()[0]
            self.assertEqual((r, n), (int(totals.get("undecided_raw", 0)), int(totals.get("undecided_distinct", 0))))
            capped = "AND NOT solutions_capped" if "solutions_capped" in names(d) else ""
            for key, where in ("solvable", "solutions > 0"), ("unique", f"solutions = 1 {capped}"):
                r, n = duckdb.sql(f"SELECT coalesce(sum({weight}), 0), count(*) FROM '{d.rows}' WHERE {where}").fetchall()[0]
                self.assertEqual((r, n), (int(totals[f"{key}_raw"]), int(totals[f"{key}_distinct"])))
        for name, m in d.stats["measures"].items():
            rows = duckdb.sql(f'SELECT "{name}", sum({weight}), count(*) FROM \'{d.rows}\' '
                              f'WHERE "{name}" IS NOT NULL GROUP BY 1 ORDER BY 1').fetchall()
            for side, at in ("raw", 1), ("distinct", 2):
                s = m[side]
                self.assertEqual(int(s["n"]), sum(r[at] for r in rows), name)
                if m.get("scale") == "nominal":
                    self.assertEqual(set(s) - {"nulls"}, {"n", "histogram"}, name)
                elif rows:
                    self.assertEqual(int(s["sum"]), sum(r[0] * r[at] for r in rows), name)
                    self.assertEqual((int(s["min"]), int(s["max"])), (rows[0][0], rows[-1][0]), name)
                    self.assertEqual("median" in s, m.get("scale") != "yes_no", name)
                if isinstance(s.get("histogram"), dict):
                    self.assertEqual({int(k): int(n) for k, n in s["histogram"].items()}, {r[0]: r[at] for r in rows}, name)
            bound = next(c.get("at_least_if") for c in d.manifest["columns"] if c["name"] == name)
            if bound:
                least, n = duckdb.sql(f'SELECT min("{name}"), count("{name}") FROM \'{d.rows}\' WHERE "{bound}"').fetchall()[0]
                self.assertEqual(m["distinct"].get("at_least"), {"n": n, "from": least} if n else None, name)

    @on_each_kind
    def test_sql_gives_the_analysis(self, d):
        """Breakdowns, of which crosstabs are some, by SQL over the rows, in stats.json and in the table."""
        weight = weights(d) or "1"
        analysis = d.manifest.get("analysis", {})
        breakdowns = d.stats.get("breakdowns", [])
        self.assertEqual([[x["by"], x.get("of", [])] for x in breakdowns],
                         [[b["by"], b.get("of", [])] for b in analysis.get("breakdowns", [])])
        for x in breakdowns:
            by = ", ".join(f'"{c}"::BIGINT' for c in x["by"])
            known = " AND ".join(f'"{c}" IS NOT NULL' for c in x["by"])
            n = len(x["by"])
            keys = " AND ".join([f"by_{i + 1} = '{c}'" for i, c in enumerate(x["by"])] + [f"by_{i + 1} IS NULL" for i in range(n, 3)])
            values = ", ".join(f"value_{i + 1}" for i in range(n))
            rows = duckdb.sql(f"SELECT {by}, sum({weight})::BIGINT, count(*) FROM '{d.rows}' WHERE {known} GROUP BY ALL ORDER BY ALL").fetchall()
            self.assertEqual([(*map(int, g["values"]), int(g["raw_n"]), int(g["distinct_n"])) for g in x["groups"]], rows, x["by"])
            self.assertEqual([int(x["raw_n"]), int(x["distinct_n"])], [sum(r[at] for r in rows) for at in (-2, -1)], x["by"])
            self.assertEqual("mutual_information_bits" in x, n == 2)
            self.assertEqual(duckdb.sql(f"SELECT {values}, raw_n, distinct_n FROM '{d.path}/tables/breakdowns.parquet' "
                                        f'WHERE {keys} AND "of" IS NULL ORDER BY ALL').fetchall(), rows, x["by"])
            for place, of in enumerate(x.get("of", [])):
                value = f'"{of}"::HUGEINT'
                rows = duckdb.sql(
                    f'SELECT {by}, coalesce(sum({weight}) FILTER ("{of}" IS NOT NULL), 0)::BIGINT, count("{of}"), '
                    f"sum({value} * {weight})::BIGINT, sum({value})::BIGINT, min({value})::BIGINT, max({value})::BIGINT "
                    f"FROM '{d.rows}' WHERE {known} GROUP BY ALL ORDER BY ALL").fetchall()
                got = []
                for g in x["groups"]:
                    p = g["of"][place]
                    there = int(p["distinct"]["n"]) > 0
                    got.append((*g["values"], *(int(p[s]["n"]) for s in ("raw", "distinct")),
                                *(int(p[s]["sum"]) if there else None for s in ("raw", "distinct")), p["min"], p["max"]))
                    if there:
                        self.assertEqual(p["raw"]["mean"], int(p["raw"]["sum"]) / int(p["raw"]["n"]))
                        iv = p.get("interval")
                        self.assertEqual(iv is not None, "drawn" in analysis)
                        if iv and iv["low"] is not None:
                            self.assertLessEqual(iv["low"], iv["estimate"])
                            self.assertLessEqual(iv["estimate"], iv["high"])
                self.assertEqual(got, rows, (x["by"], of))
                stored = duckdb.sql(f"SELECT {values}, raw_n, distinct_n, raw_sum, distinct_sum, min, max "
                                    f"FROM '{d.path}/tables/breakdowns.parquet' WHERE {keys} AND \"of\" = '{of}' ORDER BY ALL").fetchall()
                self.assertEqual(stored, rows, (x["by"], of))

    @on_each_kind
    def test_sql_gives_the_joint_histogram(self, d):
        """tables/joint by SQL over the rows, and in its order: null after all other values."""
        measures = list(d.stats["measures"])
        self.assertEqual("joint" in {t["name"] for t in d.manifest["tables"]}, bool(measures))
        if measures:
            by, order = (", ".join(f'"{m}"{nulls}' for m in measures) for nulls in ("", " NULLS LAST"))
            rows = duckdb.sql(f"SELECT {by}, sum({weights(d) or 1})::BIGINT, count(*) FROM '{d.rows}' GROUP BY {by} "
                              f"ORDER BY {order}").fetchall()
            self.assertEqual(duckdb.sql(f'SELECT {by}, raw, "distinct" FROM \'{d.path}/tables/joint.parquet\'').fetchall(), rows)

    @on_each_kind
    def test_sql_gives_the_contacts(self, d):
        """Which pieces touch, by SQL over the grids, cell by cell; and what samples say of cells."""
        tables = {t["name"] for t in d.manifest["tables"]}
        if "contacts" not in tables or "grid" not in names(d):
            return
        pieces = duckdb.sql(f"SELECT symbol, name FROM '{d.path}/tables/pieces.parquet'").fetchall()
        symbols = ", ".join(f"('{s}', '{n}')" for s, n in pieces)
        length = duckdb.sql(f"SELECT max(length(grid)) FROM '{d.rows}'").fetchall()[0][0] or 0
        sides = [(i, i + 1) for i in range(length) if (i + 1) % d.width] + [(i, i + d.width) for i in range(length - d.width)]
        if not sides:
            return
        found = duckdb.sql(f"""
            WITH boards AS (SELECT row_number() OVER () AS id, grid, {weights(d) or 1} AS w FROM '{d.rows}'),
                 symbols(symbol, piece) AS (VALUES {symbols}),
                 sides(i, j) AS (VALUES {", ".join(map(str, sides))}),
                 edges AS (SELECT id, w, a.piece AS p, b.piece AS q FROM boards, sides
                           JOIN symbols a ON a.symbol = grid[i + 1] JOIN symbols b ON b.symbol = grid[j + 1] WHERE a.symbol <> b.symbol),
                 pairs AS (SELECT id, w, least(p, q) AS p, greatest(p, q) AS q, count(*) AS n FROM edges GROUP BY ALL)
            SELECT p, q, sum(w)::BIGINT, count(*), sum(w * n)::BIGINT, sum(n)::BIGINT FROM pairs GROUP BY ALL ORDER BY ALL""").fetchall()
        stored = duckdb.sql(f"""
            SELECT least(piece_1, piece_2), greatest(piece_1, piece_2), raw, "distinct", raw_edges, distinct_edges
            FROM '{d.path}/tables/contacts.parquet' WHERE raw > 0 ORDER BY ALL""").fetchall()
        if duckdb.sql(f"SELECT max(pairs) FROM '{d.path}/tables/contacts.parquet'").fetchall()[0][0] == 1:
            self.assertEqual(stored, found)
        else:  # symmetry exchanges pieces: counted together
            self.assertEqual([sum(r[k] for r in stored) for k in range(2, 6)], [sum(r[k] for r in found) for k in range(2, 6)])
        if d.manifest["job"] == "sample":
            covered = duckdb.sql(f"SELECT piece, sum(share) FROM '{d.path}/tables/occupancy.parquet' GROUP BY 1").fetchall()
            seen = duckdb.sql(f"SELECT name, sum(size * (length(grid) - length(replace(grid, symbol, '')))  / size * {weights(d)}) / sum({weights(d)}) "
                              f"FROM '{d.rows}', '{d.path}/tables/pieces.parquet' GROUP BY 1").fetchall()
            for (p, share), (q, cells) in zip(sorted(covered), sorted(seen)):
                self.assertEqual(p, q)
                self.assertAlmostEqual(share, cells, places=9)

    @on_each_kind
    def test_card_gives_the_positions(self, d):
        """The query in the card: alike for all images of an option, and what tables/placements has."""
        if "images" not in {t["name"] for t in d.manifest["tables"]}:
            return
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy"
            shutil.copytree(d.path, copy)
            subprocess.run([program(), "card", copy], capture_output=True, check=True)
            query = re.search(r"```sql\n(-- DuckDB: in how many .*?);\n```", (copy / "README.md").read_text(), re.S)[1]
            for part in "rows", "tables":
                query = query.replace(f"'{part}/", f"'{copy}/{part}/")
            found = duckdb.sql(query).df()
        counts = dict(zip(found["id"], found.iloc[:, -1]))
        images = pd.read_parquet(d.table("images"))
        for option, image in zip(images.option, images.image):
            self.assertAlmostEqual(counts.get(option, 0), counts.get(image, 0), places=6)
        if d.manifest["job"] == "census" and "placements" in {t["name"] for t in d.manifest["tables"]}:
            for p in pd.read_parquet(d.table("placements")).itertuples():
                self.assertEqual(counts.get(p.option, 0) * p.orbit_size, p.raw)
        if d.manifest["name"] == "chessboard":
            square = found[found.piece == "O4"]
            corner = square[square.row.isin([0, 6]) & square.col.isin([0, 6])]
            self.assertEqual(list(corner.solutions), [10054] * 4)

    def test_sql_of_the_page_on_diagrams(self):
        """The queries of docs/explore.md, on what its command makes."""
        page = (HERE.parents[1] / "docs" / "explore.md").read_text()
        total, uses, arcs, given, draws = re.findall(r"```sql\n(.*?)```", page, re.S)
        with tempfile.TemporaryDirectory() as folder:
            out = f"{folder}/d8"
            subprocess.run([program(), "run", "dominoes-8x8", "--out", out, "--progress", "none", "--set=output={rows: false, diagram: true}"],
                           check=True, capture_output=True)

            def ask(query):
                return duckdb.sql(query.replace("'tables/", f"'{out}/tables/")).fetchall()

            def explore(*questions):
                text = "\n".join(map(json.dumps, questions))
                done = subprocess.run([program(), "explore", "dominoes-8x8"], input=text, check=True, capture_output=True, text=True)
                return [json.loads(line) for line in done.stdout.splitlines()]

            self.assertEqual(ask(total), [("12988816",)])
            self.assertEqual(ask(arcs), [(12988816,)])
            answers = explore({"uses": True}, {"given": [0, 83], "forbid": [30]})
            self.assertEqual(ask(uses), list(enumerate(answers[0]["uses"])))
            self.assertEqual(ask(given), [(answers[1]["raw"],)])
            self.assertGreater(answers[1]["raw"], 0)
            drawn = ask(draws)
            self.assertEqual(len(drawn), 1000)
            self.assertEqual({answer["raw"] for answer in explore(*({"given": options} for _, options in drawn))}, {1})
            # Half of all solutions have option 0: 500 draws, with a standard deviation of 16.
            self.assertLess(abs(sum(0 in options for _, options in drawn) - 500), 80)

    @on_each_kind
    def test_hyparquet(self, d):
        found = javascript(d)
        for file, columns in files(d):
            got = found[file["path"]]
            self.assertEqual(got["rows"], file["rows"])
            self.assertEqual(json.loads(got["keys"]["coverstat"])["columns"], columns)
            self.assertEqual(list(got["columns"]), [c["name"] for c in columns])
            table = pq.read_table(d.path / file["path"])
            for c in columns:
                self.assertEqual(alike(got["columns"][c["name"]]), expected(table[c["name"]], c), (file["path"], c["name"]))


def files(d):
    """Parts and tables with their columns."""
    for p in d.manifest["parts"]:
        yield p, d.manifest["columns"]
    for t in d.manifest["tables"]:
        yield t, t["columns"]


def names(d):
    return [c["name"] for c in d.manifest["columns"]]


def weights(d):
    """The column that says how many raw objects a row stands for."""
    return next((c["name"] for c in d.manifest["columns"] if c.get("role") == "weight"), None)


def null_counts(d):
    return {c: pq.read_table(d.path / "rows", columns=[c])[c].null_count for c in names(d)}


def summed(d):
    """The measures without nulls, with their sums in stats.json."""
    for c in d.manifest["columns"]:
        if c.get("role") == "measured" and not c.get("nullable") and c.get("scale") != "nominal" and d.manifest["rows"] > 0:
            m = d.stats["measures"][c["name"]]
            yield c["name"], {"raw": int(m["raw"]["sum"]), "distinct": int(m["distinct"]["sum"])}


def alike(found):
    """What JavaScript says of a column, in Python's types."""
    return {"nulls": found["nulls"], "values": found["values"], "length": found["length"],
            "sum": round(int(found["sum"]) + found["fraction"], 6), "kinds": set(found["kinds"])}


def expected(column, c):
    """The same of a pyarrow column."""
    values = column.to_pylist()
    there = [v for v in values if v is not None]
    kind = {"int32": "number", "int64": "bigint", "double": "number", "bool": "boolean", "string": "string"}.get(c["type"], "list")
    kinds = ({kind} if there else set()) | ({"null"} if len(there) < len(values) else set())
    length = sum(len(v) for v in there) if kind in ("string", "list") else 0
    total = 0
    if kind == "list":
        total = sum(sum(v) for v in there)
    elif kind != "string":
        total = round(sum(there), 6)  # doubles are added in another order
    return {"nulls": len(values) - len(there), "values": len(values), "length": length, "sum": total, "kinds": kinds}


if __name__ == "__main__":
    unittest.main()
