"""The laws that ReCom draws plans from: chains as gerrychain runs them, and their exact laws on small boards.

Usage: python recom.py N

It prints a table of the laws on the plans of NxN cells in N districts of N, by linear algebra over the rows of
coverstat: 4 takes a second, 5 a minute and a half.
"""

import sys
import warnings
from collections import Counter
from functools import lru_cache, partial
from itertools import combinations

import coverstat
import numpy as np

# Which pairs of districts are joined, and how the tree of a pair is drawn.
VARIANTS = {
    "by cut edges, random weights": ("cut_edges", "random_spanning_tree"),
    "by cut edges, uniform trees": ("cut_edges", "uniform_spanning_tree"),
    "alike, random weights": ("district_pairs", "random_spanning_tree"),
    "alike, uniform trees": ("district_pairs", "uniform_spanning_tree"),
}


def cut_edges(file, start, population, deviation, steps, variant, seed=1):
    """How many of a chain's plans have 1, 2, ... cut edges.

    The graph is a file of gerrychain's; start gives the district of each of its nodes in their order.
    """
    warnings.simplefilter("ignore")
    import gerrychain
    from gerrychain import accept, proposals, tree, updaters

    pairs, draw = VARIANTS[variant]
    graph = gerrychain.Graph.from_json(file)
    plan = gerrychain.Partition(graph, dict(zip(graph.nodes, start)), {
        "population": updaters.Tally(population, alias="population"), "cut_edges": updaters.cut_edges})
    halves = partial(tree.bipartition_tree, spanning_tree_fn=getattr(tree, draw))
    proposal = partial(proposals.recom, pop_col=population, pop_target=sum(plan["population"].values()) / len(plan.parts),
                       epsilon=deviation, node_repeats=0, bipartition_tree_fn=halves, pair_selection=pairs)
    chain = gerrychain.MarkovChain(proposal_fn=proposal, constraints=[], acceptance_fn=accept.always_accept,
                                   initial_partition=plan, total_steps=steps, rng=seed)  # one given to the proposal is not used
    return Counter(len(p["cut_edges"]) for p in chain)


class Board:
    """All plans of n x n cells in n connected districts of n cells. A plan is the set of its districts, a district a set of cells."""

    def __init__(self, n):
        self.edges = [(i, i + 1) for i in range(n * n) if (i + 1) % n] + [(i, i + n) for i in range(n * (n - 1))]
        rows = coverstat.run({
            "name": f"plans-{n}x{n}", "family": "regions", "job": "census",
            "puzzle": {"board": {"rows": n, "cols": n}, "size": n, "symmetry": "none"},
        }, progress=False).rows.select("region").fetchall()
        self.plans = [frozenset(frozenset(np.flatnonzero(np.array(row) == r).tolist()) for r in set(row)) for row, in rows]
        self.index = {p: i for i, p in enumerate(self.plans)}
        self.trees = lru_cache(None)(self._trees)
        self.halves = {"uniform trees": lru_cache(None)(self._by_uniform_trees), "random weights": lru_cache(None)(self._by_random_weights)}

    def _trees(self, cells):
        """The number of spanning trees: a determinant, by Kirchhoff."""
        laplace = np.array([[-((a, b) in self.edges or (b, a) in self.edges) for b in cells] for a in cells], float)
        np.fill_diagonal(laplace, -laplace.sum(0))
        return round(np.linalg.det(laplace[1:, 1:]))

    def between(self, a, b):
        """The number of edges between two sets of cells."""
        return sum((u in a and v in b) or (u in b and v in a) for u, v in self.edges)

    def _by_uniform_trees(self, cells):
        """The halves that a uniform tree falls into if an edge cuts it in two of the same size, with their probabilities."""
        first = min(cells)
        halves = [frozenset((first, *rest)) for rest in combinations(sorted(cells - {first}), len(cells) // 2 - 1)]
        return _law({a: self.trees(a) * self.trees(cells - a) * self.between(a, cells - a) for a in halves})

    def _by_random_weights(self, cells):
        """The same for the least tree of independent random weights: Kruskal takes each edge that joins two parts with the same chance."""
        edges = [e for e in self.edges if cells.issuperset(e)]
        layer = {(): 1.0}  # forests, as edges in order
        for _ in range(len(cells) - 1):
            grown = Counter()
            for forest, p in layer.items():
                part = self._parts(cells, forest)
                joining = [e for e in edges if part[e[0]] != part[e[1]]]
                for e in joining:
                    grown[tuple(sorted((*forest, e)))] += p / len(joining)
            layer = grown
        law = Counter()
        for tree, p in layer.items():
            for e in tree:
                part = self._parts(cells, [f for f in tree if f != e])
                half = frozenset(v for v in cells if part[v] == part[min(cells)])
                law[half] += p if 2 * len(half) == len(cells) else 0
        return _law(law)

    @staticmethod
    def _parts(cells, forest):
        part = {v: v for v in cells}
        for a, b in forest:
            old, new = part[a], part[b]
            part = {v: new if p == old else p for v, p in part.items()}
        return part

    def law(self, variant):
        """The stationary law of a chain on the plans."""
        pairs, trees = variant.split(", ")
        step = np.zeros((len(self.plans),) * 2)
        for i, plan in enumerate(self.plans):
            joined = {(a, b): c if pairs == "by cut edges" else 1 for a, b in combinations(plan, 2) if (c := self.between(a, b))}
            for (a, b), p in _law(joined).items():
                for half, q in self.halves[trees](a | b).items():
                    step[i, self.index[plan - {a, b} | {half, (a | b) - half}]] += p * q
        law = np.full(len(self.plans), 1 / len(self.plans))
        for _ in range(20_000):
            last, law = law, law @ step
            if abs(law - last).sum() < 1e-14:
                break
        return law / law.sum()

    def table(self):
        """Lines of name, probability of the most likely plan by trees, total variation from the law of trees, mean of cut edges."""
        trees = np.array([float(np.prod([self.trees(d) for d in plan])) for plan in self.plans])
        cuts = np.array([sum(self.between(a, b) for a, b in combinations(plan, 2)) for plan in self.plans])
        laws = {"uniform law": trees ** 0, "law of trees": trees, "trees times cut edges": trees * cuts} | {v: self.law(v) for v in VARIANTS}
        laws = {name: law / law.sum() for name, law in laws.items()}
        for name, law in laws.items():
            yield name, law[trees.argmax()], abs(law - laws["law of trees"]).sum() / 2, law @ cuts


def _law(weights):
    total = sum(weights.values())
    return {k: w / total for k, w in weights.items() if w}


if __name__ == "__main__":
    for name, most, distance, cuts in Board(int(sys.argv[1])).table():
        print(f"| {name} | {most:.4f}, {distance:.3f}, {cuts:.3f} |")
