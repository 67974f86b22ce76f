#!/usr/bin/env bash
# PySDD 1.0.6 and mv-sdd 0.1.0b2, two packages of sentential decision diagrams: how many models has a formula that is
# true for 2^64 assignments or more?
# Guess: an integer of Python, as tididi and oxidd return, or 0 after an overflow.
# Seen: neither, and no word of it. mv-sdd says 18446744073709551615 for all of them. PySDD's count over all variables
# says 1 for 2^64, 2 for 2^65 and 4 for 2^66, as its exponent is taken modulo 64; its count of models of x1 and x66
# among 66 variables is 1, for it counts the variables of the node alone. The 12 x 12 board still fits (5.3 * 10^16
# tilings by dominoes), 14 x 14 does not (1.1 * 10^23).
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install --quiet --disable-pip-version-check pysdd==1.0.6 mv-sdd==0.1.0b2 oxidd==0.13.0
"$dir/venv/bin/python" - <<'PYTHON'
from oxidd.bdd import BDDManager
from pymvsdd import Manager, Vtree
from pysdd.sdd import SddManager

saturated = 2**64 - 1
want = {63: (2**63, 2**63, 2**63), 64: (1, saturated, 2**64), 65: (2, saturated, 2**65), 66: (4, saturated, 2**66)}
seen = {}
for n in want:
    manager = BDDManager(1 << 12, 1 << 12, 1)
    manager.add_vars(n)
    seen[n] = (
        SddManager(var_count=n, auto_gc_and_minimize=False).true().global_model_count(),
        Manager(Vtree.right_linear([2] * n)).compile_cnf([]).model_count(),
        manager.true().sat_count(n),
    )
    print(f"2^{n} = {2**n}: PySDD {seen[n][0]}, mv-sdd {seen[n][1]}, oxidd {seen[n][2]}")
many = SddManager(var_count=66, auto_gc_and_minimize=False)
node = (many[1] & many[66]).model_count()
print(f"PySDD, x1 and x66 among 66 variables: {node}")
raise SystemExit(seen != want or node != 1)
PYTHON
