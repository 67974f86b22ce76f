#!/usr/bin/env bash
# gerrychain 1.0.0: which seed makes a chain of ReCom repeatable?
# Guess: the rng that is bound into the proposal (functools.partial(recom, ..., rng=...)), as recom has that parameter.
# Seen: MarkovChain gives its own rng to the proposal at each step, and that of the proposal is not used, without a
# word. Two chains whose proposals have the same seed visit different plans; two chains with the same rng of
# MarkovChain visit the same ones.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check gerrychain==1.0.0 networkx==3.6.1
"$dir/venv/bin/python" - <<'PYTHON'
from functools import partial

import gerrychain
import networkx
from gerrychain import proposals, updaters

grid = networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(6, 6), ordering="sorted")
networkx.set_node_attributes(grid, 1, "people")
graph = gerrychain.Graph.from_networkx(grid)


def plans(bound, chain):
    """The plans of 50 steps, with a seed bound into the proposal and one given to the chain."""
    start = gerrychain.Partition(graph, {v: v // 6 for v in range(36)}, {"people": updaters.Tally("people")})
    proposal = partial(proposals.recom, pop_col="people", pop_target=6, epsilon=0.01, node_repeats=0, **bound)
    steps = gerrychain.MarkovChain(proposal_fn=proposal, initial_partition=start, total_steps=50, **chain)
    return [tuple(p.assignment[v] for v in range(36)) for p in steps]


bound = plans({"rng": 1}, {}) == plans({"rng": 1}, {})
given = plans({}, {"rng": 1}) == plans({}, {"rng": 1})
print(f"gerrychain 1.0.0: the same seed in the proposal, the same plans: {bound}; the same seed in the chain: {given}")
raise SystemExit((bound, given) != (False, True))
PYTHON
