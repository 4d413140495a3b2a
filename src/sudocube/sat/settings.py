"""The solvers of PySAT that are used, their options, and after how many puzzles each is replaced."""

from __future__ import annotations

RECOMMENDED = "cadical153"

VERSIONS = {
    "cadical103": "CaDiCaL 1.0.3",
    "cadical153": "CaDiCaL 1.5.3",
    "cadical195": "CaDiCaL 1.9.5",
    "cadical300": "CaDiCaL 3.0.0",
    "ergo": "Ergo",
    "gluecard3": "Gluecard 3 (Glucose 3.0)",
    "gluecard4": "Gluecard 4 (Glucose 4.1)",
    "glucose3": "Glucose 3.0",
    "glucose4": "Glucose 4.1",
    "glucose42": "Glucose 4.2.1",
    "lingeling": "Lingeling bbc-9230380-160707",
    "maplechrono": "MapleLCMDistChronoBT (SAT competition 2018)",
    "maplecm": "MapleCM (SAT competition 2018)",
    "maplesat": "MapleCOMSPS_LRB",
    "mergesat3": "MergeSat 3.0",
    "minicard": "MiniCard 1.2",
    "minisat-gh": "MiniSat (GitHub version)",
    "minisat22": "MiniSat 2.2",
    "minisatep": "MiniSat (with IPASIR-UP)",
}
"""The solvers by name, each with what PySAT says that it is.

Two solvers of PySAT are left out: kissat404 ignores assumptions, and crashes at a second search;
cryptominisat fails when it searches under a budget (TypeError, with pycryptosat 5.17)."""

SOLVERS = {name: 200 if name.startswith(("cadical", "lingeling")) else 40 for name in VERSIONS}
"""The solvers, each with the number of puzzles after which a new one replaces it."""

SETTINGS: dict[str, dict[str, int]] = {
    "cadical153": {
        "forcephase": 1,  # guess true, that a digit is in a cell: this implies more than false
        "rephase": 0,  # and never change that
        "chrono": 0,
        "restartint": 5,  # restart often: searches are short
        "elim": 0,  # no simplification: the same rules serve hundreds of puzzles
        "probe": 0,
        "subsume": 0,
        "vivify": 0,
    }
}
"""Options that differ from the defaults: a few per cent faster on easy puzzles, a fifth on hard ones."""

TRACING = "cadical195"
"""The solver that can write a trace."""

TRACING_SETTINGS = {
    "forcephase": 1,  # guess true, that a digit is in a cell
    "chrono": 0,
    "restartint": 5,
    "restartmargin": 0,  # restart as soon as learned clauses get worse: proofs become shorter
    "elim": 0,  # this and the rest would add steps that are no reverse unit propagation, or cost too much
    "probe": 0,
    "subsume": 0,
    "vivify": 0,
}

PROPAGATOR = "minisat22"
"""The solver for unit propagation alone: it is never used for a search."""

UNLIMITED = frozenset({"lingeling"})
"""Solvers that cannot be stopped; with a time limit they run in a process of their own."""

LATE = frozenset({"gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42"})
"""Solvers that look at their budget only when they restart, and may put that off for 100,000 conflicts: with
puzzles above size 9 that takes long. So they run in a process of their own."""
