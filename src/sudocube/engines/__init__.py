"""One protocol over everything that can solve, and the names by which engines are asked for.

protocol   what an engine is, and what it says of itself
search     an engine out of a search for solutions: limits, time, verdicts
registry   names -> engines, imported when asked for
native, sat, proof, cpsat, kernel   the engines
asking     clauses in a SAT solver, for whoever has more to ask than for solutions
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
