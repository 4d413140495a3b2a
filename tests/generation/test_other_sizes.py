"""Puzzles of other sizes than 9×9, by a SAT solver; what is true of them is counted by another engine."""

from typing import Any

import pytest

from sudocube import Geometry, NotGeneratedError, Puzzle, check, count, generate
from sudocube.generation import GeneratedPuzzle
from sudocube.trusted import objection

SHAPES = ("2x2", "3x2", "2x4")


def made_of(shape: str, **wishes: Any) -> list[GeneratedPuzzle]:
    return list(generate(2, seed=21, geometry=Geometry.of_box(shape), jobs=1, **wishes))


def removable(puzzle: Puzzle, orbits: list[list[int]]) -> list[list[int]]:
    """The orbits of clues without which there is still one solution."""
    return [
        orbit
        for orbit in orbits
        if count(
            Puzzle(
                bytes(0 if cell in orbit else digit for cell, digit in enumerate(puzzle.cells)),
                puzzle.geometry,
            ),
            limit=2,
            engine="phases",
        ).number
        == 1
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_puzzles_are_unique_and_strictly_minimal(shape):
    for one in made_of(shape):
        assert one.puzzle.geometry == Geometry.of_box(shape)
        assert check(one.puzzle, engine="phases").solutions == (one.solution,)
        assert objection(one.solution.cells, one.puzzle.cells, *map(int, shape.split("x"))) is None
        assert removable(one.puzzle, [[cell] for cell in one.puzzle.clues]) == []


def test_a_timeout_is_told_as_such():
    with pytest.raises(NotGeneratedError, match="the time ran out after 0 tries"):
        list(generate(seed=1, geometry=Geometry.of_size(16), timeout=0.001, jobs=1))
