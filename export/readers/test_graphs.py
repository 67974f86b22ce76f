"""Hands coverstat graphs that networkx, gerrychain, libpysal and rustworkx have written.

    python -m unittest -v test_graphs
"""

import itertools
import json
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

import libpysal
import networkx as nx
import rustworkx as rx
from gerrychain import Graph

from test_readers import program  # the one that make has built


def two_regions(g: nx.Graph) -> int:
    """In how many ways the vertices fall into two connected sets, one by one."""
    first, *rest = g.nodes
    sets = (set(s) for k in range(1, len(rest) + 1) for s in itertools.combinations(rest, k))
    return sum(nx.is_connected(g.subgraph(s)) and nx.is_connected(g.subgraph(set(g) - s)) for s in sets)


def files(g: nx.Graph, people: dict, folder: Path):
    """The files of a graph with names of letters, and whether they have the attribute people."""

    def path(name):
        return folder / name

    path("adjacency.json").write_text(json.dumps(nx.adjacency_data(g)))
    yield "adjacency.json", True
    for edges in ("links", "edges"):
        path(f"{edges}.json").write_text(json.dumps(nx.node_link_data(g, edges=edges)))
        yield f"{edges}.json", True
    Graph.from_networkx(g).to_json(str(path("gerrychain.json")))
    yield "gerrychain.json", True
    nx.write_graphml(g, path("networkx.graphml"))
    yield "networkx.graphml", True
    nx.write_edgelist(g, path("networkx.edgelist"))
    yield "networkx.edgelist", False
    nx.write_edgelist(g, path("bare.edgelist"), data=False)
    yield "bare.edgelist", False
    nx.to_pandas_edgelist(g).to_csv(path("pandas.csv"), index=False)
    yield "pandas.csv", False
    weights = libpysal.weights.W({v: list(g[v]) for v in g}, silence_warnings=True)
    out = libpysal.io.open(str(path("libpysal.gal")), "w")  # it is no context manager
    out.write(weights)
    out.close()
    yield "libpysal.gal", False
    r = rx.networkx_converter(g, keep_attributes=True)
    rx.node_link_json(r, path=str(path("rustworkx.json")), node_attrs=lambda a: {k: str(v) for k, v in a.items()})
    yield "rustworkx.json", True


class Graphs(unittest.TestCase):
    def test_graphs(self):
        for seed in range(3):
            rng = random.Random(seed)
            g = nx.relabel_nodes(nx.connected_watts_strogatz_graph(9, 4, 0.4, seed=seed), dict(enumerate("QWERTYUIO")))
            people = {v: rng.randint(1, 9) for v in g}
            nx.set_node_attributes(g, people, "people")
            want, least = two_regions(g), sum(people.values()) // 3
            weighed = sum(
                min(sum(people[v] for v in s), sum(people.values()) - sum(people[v] for v in s)) >= least
                for k in range(1, 9)
                for s in map(set, itertools.combinations(list(g)[1:], k))
                if nx.is_connected(g.subgraph(s)) and nx.is_connected(g.subgraph(set(g) - s))
            )
            with tempfile.TemporaryDirectory() as folder:
                for name, attributes in files(g, people, Path(folder)):
                    with self.subTest(file=name, seed=seed):
                        self.assertEqual(count(folder, name, "puzzle.total=2"), want)
                        if attributes:
                            size = f"puzzle.size={{min: {least}}}"
                            self.assertEqual(count(folder, name, "puzzle.total=2", "puzzle.weight=people", size), weighed)


def count(folder: str, name: str, *changes: str) -> int:
    sets = [word for change in changes for word in ("--set", change)]
    done = subprocess.run([program(), "count", "--json", name, *sets], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{name}: {done.stderr}")
    return int(json.loads(done.stdout)["raw"])


if __name__ == "__main__":
    unittest.main()
