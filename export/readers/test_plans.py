"""Hands drawn plans to the programs for districts, by the recipe in docs/regions.md.

    python -m unittest -v test_plans
"""

import os
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import networkx as nx
from binary_ensemble import BendlDecoder
from gerrychain import Graph

from test_readers import HERE, program

CONFIG = """family: regions
job: sample
puzzle:
  graph: map.json
  weight: people
  weighted_by: spanning_trees
  size: {deviation: 12%}
  total: 3
sample: {sampler: uniform, draws: 200, seed: 1}
measures: [cut_edges, greatest_size]
"""


class Plans(unittest.TestCase):
    def test_recipe(self):
        names = [f"County {letter}" for letter in "QWERTYUIOPAS"]  # not in the order of the alphabet
        g = nx.relabel_nodes(nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 4)), dict(enumerate(names)))
        for k, name in enumerate(names):
            g.nodes[name]["people"] = 1000 + 37 * k % 300
        recipe = re.search(r"```python\n(import json.*?)```", (HERE.parents[1] / "docs" / "regions.md").read_text(), re.DOTALL)[1]
        home = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                Graph.from_networkx(g).to_json("map.json")
                Path("map.yaml").write_text(CONFIG)
                subprocess.run([program(), "run", "map.yaml", "--out", "draws"], check=True, capture_output=True)
                Path("plans.jsonl").write_bytes(subprocess.run(
                    [program(), "cat", "draws", "--format", "ensemble"], check=True, capture_output=True).stdout)
                said = {}
                exec(recipe, said)  # noqa: S102 - what the page tells people to type
                self.check(g, said["plans"], said["partitions"])
            finally:
                os.chdir(home)

    def check(self, g, plans, partitions):
        self.assertEqual(len(partitions), 200)
        whole = sum(g.nodes[name]["people"] for name in g)
        for partition in random.Random(1).sample(partitions, 20):
            people = partition["people"]
            self.assertEqual(len(people), 3)
            self.assertTrue(all(abs(3 * p - whole) <= 0.12 * whole for p in people.values()), people)
            for nodes in partition.parts.values():
                self.assertTrue(nx.is_connected(g.subgraph([list(g)[k] for k in nodes])))
        bundle = BendlDecoder("plans.bendl")
        self.assertEqual([list(plan) for plan in bundle], plans)
        self.assertEqual(list(bundle.read_graph().nodes), list(g.nodes))


if __name__ == "__main__":
    unittest.main()
