"""What is written: the right pairs, comments that say all, clauses that are those of the puzzle."""

from pathlib import Path
from typing import Any

import pytest
from pysat.formula import CNF

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.errors import UnsupportedError
from sudocube.exchange import encode
from sudocube.puzzle import Puzzle
from sudocube.solver_texts.solver_formats import FORMATS
from tests.encoder.toml_text import toml

PUZZLE = Puzzle("....32........42")


def written(puzzle: Puzzle, name: str, to: str, **more: Any) -> str:
    """The whole text."""
    return "".join(encode(puzzle, name, to, **more))


def clauses_in(text: str) -> list[list[int]]:
    """The clauses of a DIMACS file, read by the rules of the format."""
    lines = [line for line in text.splitlines() if not line.startswith(("c", "p"))]
    return [[int(word) for word in line.removesuffix(" 0").split()] for line in lines]


def test_the_clauses_are_those_of_the_puzzle():
    """In every encoding: as many as the header says; names of clauses are comments."""
    for name in names(Formalism.CNF):
        whole = add_clues(formula(load(name), PUZZLE.geometry), PUZZLE)
        text = written(PUZZLE, name, "dimacs")
        assert clauses_in(text) == [list(clause) for clause in whole.clauses], name
        assert f"p cnf {whole.variables} {len(clauses_in(text))}\n" in text
        named = written(PUZZLE, name, "dimacs", clause_names=True)
        assert CNF(from_string=named).clauses == clauses_in(text), name


@pytest.mark.parametrize("to", [name for name in FORMATS if name != "cpsat"])
def test_the_comments_map_every_variable(to):
    """Each has its line, in the comments of the format; those of one line of the cube are told as a range."""
    format = FORMATS[to]
    text = written(PUZZLE, "bitwise", to, source="somewhere.txt:7")
    comments = [
        line.removeprefix(format.mark).strip() for line in text.splitlines() if line.startswith(format.mark)
    ]
    for cell in range(16):
        for digit in range(1, 5):
            variable = format.variable.format(cell * 4 + digit)
            assert f"x[{PUZZLE.geometry.cell_name(cell)},{digit}] = {variable}" in comments
    first, last = format.variable.format(65), format.variable.format(192)
    assert f"{first} to {last}: auxiliary, each of one line of the cube" in comments
    assert "A Sudoku puzzle of 4×4 with boxes of 2 rows × 2 columns, from somewhere.txt:7" in comments
    assert comments[comments.index("....") :][:4] == ["....", "32..", "....", "..42"]
    assert "in the encoding bitwise: Extended, by bitwise" in comments
    assert any("Frisch" in line for line in comments)


def test_every_pair_is_written_or_refused_by_name():
    """CNF goes everywhere but to cpsat, CP-SAT to cpsat and MiniZinc; clues may clash."""
    clash = Puzzle("11" + 14 * ".")
    for name in names():
        for to in FORMATS:
            goes = (to != "cpsat") if load(name).formalism is Formalism.CNF else to in ("cpsat", "minizinc")
            if goes:
                assert written(clash, name, to).startswith(FORMATS[to].mark)
                continue
            said = f"{name} does not go to {to}: an encoding in .* goes to .*minizinc"
            with pytest.raises(UnsupportedError, match=said):
                encode(PUZZLE, name, to)


@pytest.mark.parametrize("to", [name for name in FORMATS if name != "cpsat"])
def test_a_title_cannot_end_its_comment(to, tmp_path: Path):
    """Line breaks of all kinds in a user's file stay behind the mark."""
    file = tmp_path / "mine.toml"
    evil = 'title = "1 0\\n1 0\\r1 0\\u20281 0\\u0085x\\u0000"\n'
    stated = toml()
    file.write_text(evil + stated[stated.index("\n") + 1 :], "utf-8")
    text = written(PUZZLE, str(file), to)
    plain = written(PUZZLE, "extended", to)
    mark = FORMATS[to].mark
    own = [line for line in text.splitlines() if not line.startswith(mark)]
    assert own == [line for line in plain.splitlines() if not line.startswith(mark)]


@pytest.mark.parametrize("to", [name for name in FORMATS if name != "cpsat"])
def test_names_of_clauses_are_comments_and_nothing_else(to):
    """Without the comments, the text is the same with names and without; reduced to a clash, too."""
    mark = FORMATS[to].mark
    for name, puzzle in (("ladder", PUZZLE), ("optimised", Puzzle("11" + 14 * "."))):
        named = written(puzzle, name, to, clause_names=True).splitlines()
        plain = written(puzzle, name, to).splitlines()
        assert len(named) > len(plain)
        assert [line for line in named if line[0] != mark] == [line for line in plain if line[0] != mark]


def test_a_comment_before_the_clauses_of_each_line_says_what_they_are():
    """And what the auxiliary variables stand for, by their numbers in the format."""
    text = written(PUZZLE, "sequential-counter", "dimacs", clause_names=True)
    assert (
        """
c r1c1: at most one (sequential-counter)
c   a[1] = 65: true if x[r1c1,1] is true
c   a[2] = 66: true if one of x[r1c1,1], x[r1c1,2] is true
c   a[3] = 67: true if one of x[r1c1,1], x[r1c1,2], x[r1c1,3] is true
-1 65 0
-65 66 0
-2 -65 0
"""
        in text
    )
    assert text.endswith("c r4c4: clue\n62 0\n")
    assert "* r4c4: clue\n+1 x62 >= 1 ;\n" in written(PUZZLE, "minimal", "opb", clause_names=True)
