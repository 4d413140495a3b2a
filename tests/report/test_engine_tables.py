"""Engines measured side by side, and the list of engines, as text and as rows."""

import pytest

from sudocube.bench import UNDECIDED, BenchResult, Contender
from sudocube.engines import families
from sudocube.puzzle import Puzzle
from sudocube.report.engine_tables import (
    bench_rows,
    bench_table,
    disagreements_in_words,
    engine_row,
    engines_in_words,
)
from tests.cli.command import MULTIPLE, NONE, UNIQUE

PUZZLES = [Puzzle(text) for text in (UNIQUE, MULTIPLE, NONE)]


def test_a_disagreement_is_told_with_the_puzzle():
    """What is undecided disagrees with nothing."""
    one, two = Contender("one", [1, 2, 0], [1.0]), Contender("two", [1, UNDECIDED, 1], [1.0])
    measured = BenchResult(PUZZLES, [one, two])
    assert disagreements_in_words(measured) == [f"{NONE}: one counts 0, two counts 1"]
    assert [row["disagreements"] for row in bench_rows(measured, "x")] == [1, 1]
    assert [row["undecided"] for row in bench_rows(measured, "x")] == [0, 1]


def test_the_first_few_disagreements_are_named_and_the_others_are_counted():
    """A wrong engine may disagree on every puzzle of a long list."""
    one, two = Contender("one", [1] * 9, [1.0]), Contender("two", [2] * 9, [1.0])
    lines = disagreements_in_words(BenchResult([Puzzle(UNIQUE)] * 9, [one, two]))
    assert lines == [f"{UNIQUE}: one counts 1, two counts 2"] * 5 + ["and 4 more puzzles"]


@pytest.mark.parametrize(
    ("names", "heading"),
    [
        (["kernel", "phases"], "phases"),
        (["kernel:avx2", "sat:minimal@cadical153"], "sat"),
        (["kernel:avx2", "kernel:portable"], "kernel:portable"),
        (["kernel", "command:./right.py v"], "./right.py v"),
        (["command:./right.py u", "command:./right.py v"], "./right.py v"),
        (["kernel", "python:solver.py:solve"], "solver.py:solve"),
        (["kernel", "sat:minimal@command:minisat {} {out}"], "minisat {} {out}"),
        (["sat:extended@command:minisat {}", "sat:minimal@command:minisat {}"],
         "sat:minimal@command:minisat {}"),
        (["kernel", "command:/home/someone/solvers/right --fast"], "/home/someone/solve…"),
        (["command:/home/someone/solvers/wrong", "command:/home/someone/solvers/right"],
         "…meone/solvers/right"),
    ],
)  # fmt: skip
def test_the_heading_of_ratios_tells_the_last_engine_from_the_others(names, heading):
    measured = BenchResult(PUZZLES, [Contender(name, [1, 2, 0], [1.0]) for name in names])
    _, headings, *_ = [line.plain for line in bench_table(measured, "x", 120)]
    assert f"  × {heading}  undecided" in headings


def test_the_row_of_an_engine_says_what_it_can_do():
    """`phases` is there wherever the package is."""
    row = engine_row(families()["phases"])
    assert (row["default"], row["installed"], row["install"], row["complete"]) == ("phases", True, None, True)
    assert row["sizes"][:2] == [4, 6]


def test_stored_solutions_are_said_to_claim_solutions():
    """They decide nothing."""
    [_, _, claims, *_] = [line.plain.strip() for line in engines_in_words([families()["stored"]], 80)]
    assert claims == "claims  a solution, and nothing of others; sizes 4 to 25"
