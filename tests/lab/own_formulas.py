"""Clauses as a student would write them: any choice of families, halves and pairs, over the cube's lines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise

from sudocube.cube import Family, cube
from sudocube.encoder import Encoding
from sudocube.encoder.own_clause_file import own_encoding
from sudocube.encoder.vocabulary import OwnClauses
from sudocube.geometry import Geometry

Clauses = Iterable[Sequence[int]]
Pairs = Callable[[Sequence[int]], Iterable[tuple[int, int]]]


def all_pairs(line: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each two of a line."""
    return combinations(line, 2)


def neighbours(line: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each two that follow each other."""
    return pairwise(line)


def written(
    shape: Geometry, least: Iterable[str], most: Iterable[str], pairs: Pairs = all_pairs
) -> list[tuple[int, ...]]:
    """At least one on the lines of some families, and at most one on those of others."""
    clauses: list[tuple[int, ...]] = []
    for line in cube(shape).lines:
        variables = [element + 1 for element in line.elements]
        if line.family in [Family(family) for family in least]:
            clauses.append(tuple(variables))
        if line.family in [Family(family) for family in most]:
            clauses += [(-one, -other) for one, other in pairs(variables)]
    return clauses


def own(clauses: Clauses, text_lines: Sequence[int] = ()) -> Encoding:
    """An encoding that consists of these clauses."""
    return own_encoding("mine.cnf", "mine.cnf", OwnClauses(tuple(map(tuple, clauses)), tuple(text_lines)))


def dimacs_text(clauses: Clauses, variables: int) -> str:
    """A file with these clauses."""
    listed = list(clauses)
    lines = (" ".join(map(str, (*clause, 0))) for clause in listed)
    return f"c written by a test\np cnf {variables} {len(listed)}\n" + "".join(f"{line}\n" for line in lines)
