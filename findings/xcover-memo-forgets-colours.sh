#!/usr/bin/env bash
# xcover 0.2.6 (PyPI): how many exact covers with colours has the diagram of covers_zdd(use_memo_cache=True)?
# Guess: as many as covers yields, for the cache is described as a way to be faster.
# Seen: more, or fewer, and no word of it. The cache is looked up by the items that are left, not by the colours that
# secondary items have got. The five options below have 3 covers, and the diagram with the cache has 4, of which one
# gives s two colours. Of problems without colours, with secondary items too, both diagrams have the same number.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet xcover==0.2.6 numba==0.68.1 'numpy==1.26.4'
cat > "$dir/count.py" <<'EOF'
import itertools
import random
import warnings

warnings.filterwarnings("ignore")
from xcover import covers, covers_zdd


def paths(nodes):
    """The number of sets of a diagram: of paths from its last node to 1."""
    number = {0: 0, 1: 1}
    last = 0
    for node, _, low, high in nodes:
        last = number[node] = number[low] + number[high]
    return last


def by_hand(options, primary):
    """All subsets of the options, each tried."""
    found = 0
    for size in range(len(options) + 1):
        for chosen in itertools.combinations(options, size):
            items = [item for option in chosen for item in option]
            if sorted(i for i in items if i in primary) != sorted(primary):
                continue
            colours = {i for i in items if i not in primary}
            plain = [i for i in items if i not in primary and ":" not in i]
            names = [i.split(":")[0] for i in colours]
            found += len(names) == len(set(names)) and len(plain) == len(set(plain))
    return found


def numbers(options, primary, secondary):
    keys = dict(primary=primary, secondary=secondary, colored=True)
    return (by_hand(options, primary), len(list(covers(options, **keys))),
            paths(covers_zdd(options, **keys)), paths(covers_zdd(options, use_memo_cache=True, **keys)))


options = [["a"], ["a", "s:B"], ["p", "s:A"], ["p", "s:B"], ["q"]]
seen = numbers(options, ["p", "a", "q"], ["s"])
print("by hand, covers, covers_zdd, covers_zdd with use_memo_cache:", *seen)
assert seen == (3, 3, 3, 4), seen

wrong = {"coloured": 0, "plain": 0}
for seed in range(300):
    r = random.Random(seed)
    primary = [f"p{i}" for i in range(r.randint(3, 4))]
    kind = ("coloured", "plain")[seed % 2]
    options = []
    for _ in range(r.randint(5, 9)):
        option = [p for p in primary if r.random() < 0.4]
        if option:
            options.append(option + [s + (":" + r.choice("AB") if kind == "coloured" else "")
                                     for s in ("s", "t") if r.random() < 0.6])
    if {p for option in options for p in option if p in primary} == set(primary):
        n = numbers(options, primary, ["s", "t"])
        assert n[0] == n[1] == n[2], n
        wrong[kind] += n[3] != n[0]
print("random problems whose count is wrong with use_memo_cache:", wrong)
assert wrong["coloured"] > 0 and wrong["plain"] == 0, wrong
EOF
"$dir/venv/bin/python" "$dir/count.py"
