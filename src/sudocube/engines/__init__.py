"""One protocol over everything that can solve, and the names by which engines are asked for.

protocol         what an engine is, and what it says of itself
search           an engine out of a search for solutions: limits, time, verdicts
registry         names -> engines, imported when they are asked for
native_engines   the documented methods
sat_engine       a CNF encoding and a SAT solver
cpsat_engine     a CP-SAT encoding and OR-tools
kernel_engine    the compiled solver of 9×9 puzzles, or its twin in Python
proof_engine     SAT with a refutation that the trusted checker accepted
lrat             from a SAT solver's trace to the steps of that refutation
"""

from sudocube.engines.protocol import Engine, Traits
from sudocube.engines.registry import (
    DEFAULT_ENGINES,
    default_engines,
    engine,
    engine_for,
    families,
    kept_engine,
)
from sudocube.engines.search import SearchEngine

__all__ = [
    "DEFAULT_ENGINES",
    "Engine",
    "SearchEngine",
    "Traits",
    "default_engines",
    "engine",
    "engine_for",
    "families",
    "kept_engine",
]
