"""One protocol for everything that solves puzzles, and the names of the engines.

protocol           what an engine is and what it can do; engines made from a search for solutions
registry           names of engines -> engines, each imported only when it is needed
engine_variants    the variants of each family, listed without loading a solver
native_engines     the documented methods
sat_engine         a CNF encoding and a SAT solver
cpsat_engine       a CP-SAT encoding and OR-tools
exactly_one_lines  lines of literals with one true literal each, and what follows from some literals
kernel_engine      the compiled solver of 9×9 puzzles, or its twin in Python
proof_engine       SAT, and its trace turned into a refutation that the trusted checker accepted
"""

from sudocube.engines.protocol import Engine, SearchEngine, Traits
from sudocube.engines.registry import (
    DEFAULT_ENGINES,
    default_engines,
    engine,
    engine_for,
    families,
    kept_engine,
)

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
