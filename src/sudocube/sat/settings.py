"""Which of PySAT's solvers are used, how each is set, and after how many puzzles it is replaced."""

from __future__ import annotations

RECOMMENDED = "cadical153"

_OFTEN, _SELDOM = 40, 200

SOLVERS: dict[str, int] = {
    "cadical103": _SELDOM,
    "cadical153": _SELDOM,
    "cadical195": _SELDOM,
    "cadical300": _SELDOM,
    "ergo": _OFTEN,
    "gluecard3": _OFTEN,
    "gluecard4": _OFTEN,
    "glucose3": _OFTEN,
    "glucose4": _OFTEN,
    "glucose42": _OFTEN,
    "lingeling": _SELDOM,
    "maplechrono": _OFTEN,
    "maplecm": _OFTEN,
    "maplesat": _OFTEN,
    "mergesat3": _OFTEN,
    "minicard": _OFTEN,
    "minisat-gh": _OFTEN,
    "minisat22": _OFTEN,
    "minisatep": _OFTEN,
}
"""The solvers, and how many puzzles each is asked about before a new one replaces it.

Two are left out: kissat404 ignores assumptions and dies when it is asked twice; cryptominisat fails when it
searches under a budget (TypeError, with pycryptosat 5.17)."""

SETTINGS: dict[str, dict[str, int]] = {
    "cadical153": {
        "forcephase": 1,  # guess that a digit is there: this implies more than that it is not
        "rephase": 0,  # and keep guessing so
        "chrono": 0,
        "restartint": 5,  # searches are short: what is not found soon is found after a restart
        "elim": 0,  # rules that serve hundreds of puzzles need not be simplified again and again
        "probe": 0,
        "subsume": 0,
        "vivify": 0,
    }
}
"""Options of solvers that differ from the defaults: a few per cent faster on easy puzzles, a fifth on hard
ones."""

TRACING = "cadical195"
"""The solver that can write down a proof."""

TRACING_SETTINGS = {
    "forcephase": 1,  # guess that a digit is there
    "chrono": 0,
    "restartint": 5,
    "restartmargin": 0,  # restart as soon as learned clauses get worse: proofs are a tenth shorter
    "elim": 0,  # the rest would learn what is not reverse unit propagation, or cost more than it helps
    "probe": 0,
    "subsume": 0,
    "vivify": 0,
}

PROPAGATOR = "minisat22"
"""The solver for unit propagation alone; it never searches."""

UNLIMITED = frozenset({"lingeling"})
"""Solvers that cannot be stopped: they run in a process of their own where there is a time limit."""
