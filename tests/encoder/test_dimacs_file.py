"""DIMACS files that grow: at each time they are what a formula with these clauses would be."""

from itertools import count

import pytest

from sudocube import clock as clock_module
from sudocube.clock import NO_LIMIT, Clock
from sudocube.encoder import load
from sudocube.encoder.dimacs_file import HEAD_LENGTH, DimacsFile
from sudocube.encoder.puzzle_formula import dimacs, puzzle_formula, with_clauses
from sudocube.puzzle import Puzzle

PUZZLE = Puzzle("1... ..2. .3.. ...4")


def without_comments(text: str) -> list[str]:
    """The text lines that are no comments."""
    return [line for line in text.splitlines() if not line.startswith("c")]


@pytest.mark.parametrize("encoding", ["minimal", "optimised", "ladder"])
def test_the_header_counts_the_clauses_that_were_added(encoding, tmp_path):
    """Also where the count gets one more figure."""
    formula = puzzle_formula(load(encoding), PUZZLE)
    file = DimacsFile(tmp_path / "puzzle.cnf", formula, NO_LIMIT)
    more: list[list[int]] = []
    while True:
        expected = without_comments("".join(dimacs(with_clauses(formula, more))))
        assert without_comments(file.path.read_text("ascii")) == expected
        if len(more) == 10:
            break
        more.append([-1, -2 - len(more)])
        file.add(more[-1])


def test_the_comment_before_the_header_keeps_its_place(tmp_path):
    """A strict reader wants one blank between two words of the header, so the comment has the others."""
    formula = puzzle_formula(load("minimal"), PUZZLE)
    file = DimacsFile(tmp_path / "puzzle.cnf", formula, NO_LIMIT)
    for _ in range(3):
        comment, header, *_ = file.path.read_text("ascii").splitlines()
        assert comment.startswith("c ")
        assert header.split(" ")[:2] == ["p", "cnf"]
        assert len(header.split(" ")) == 4
        assert len(f"{comment}\n{header}\n") == HEAD_LENGTH
        for _ in range(700):
            file.add([-1])


def test_the_time_is_looked_at_while_the_file_is_written(tmp_path, monkeypatch):
    """A large formula may take longer than the puzzle's limit."""
    formula = puzzle_formula(load("minimal"), PUZZLE)
    monkeypatch.setattr(clock_module, "monotonic", count().__next__)
    with pytest.raises(TimeoutError):
        DimacsFile(tmp_path / "puzzle.cnf", formula, Clock(0.5))
