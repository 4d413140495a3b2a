"""The engines `phases`, `sets`, `possibles` and `cube`: the documented methods."""

from __future__ import annotations

from collections.abc import Callable

from sudocube.engines.protocol import SearchEngine, Traits
from sudocube.puzzle import Grid, Puzzle
from sudocube.solvers.methods import Method, method, methods_of


class NativeEngine(SearchEngine):
    """One documented method."""

    def __init__(self, method: Method) -> None:
        self.name = method.name
        self.traits = Traits(complete=method.is_complete)
        self._method = method

    def search(self, puzzle: Puzzle, found: Callable[[Grid], bool], deadline: float | None) -> bool:
        """Find the solutions in the order of the method; see `SearchEngine.search`."""
        return all(found(grid) for grid in self._method.solutions(puzzle, deadline=deadline))


def phases(variant: str) -> NativeEngine:
    """The engine `phases`; it has no variants."""
    return _native_engine("phases", variant)


def sets(variant: str) -> NativeEngine:
    """The engine `sets`; it has no variants."""
    return _native_engine("sets", variant)


def possibles(variant: str) -> NativeEngine:
    """The engines `possibles`, `possibles:magic`, `possibles:odometer@3` …

    Raises UnknownNameError for any other variant.
    """
    return _native_engine("possibles", variant)


def cube(variant: str) -> NativeEngine:
    """The engines `cube`, `cube:propagate` and so on; raises UnknownNameError for any other variant."""
    return _native_engine("cube", variant)


def possibles_variants() -> dict[str, list[str]]:
    """The variants of `possibles`: `magic`, `odometer` and `odometer@ROWS`."""
    return _methods_after("possibles")


def cube_variants() -> dict[str, list[str]]:
    """The variants of `cube`: `propagate`, `boxes` and `propagate-boxes`."""
    return _methods_after("cube")


def _methods_after(family: str) -> dict[str, list[str]]:
    return {"methods": [name.partition(":")[2] for name in methods_of(family) if ":" in name]}


def _native_engine(family: str, variant: str) -> NativeEngine:
    return NativeEngine(method(f"{family}:{variant}" if variant else family, "engine"))
