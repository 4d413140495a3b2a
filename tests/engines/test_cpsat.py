"""CP-SAT encodings where OR-tools itself would end the process: unsolvable puzzles, asked with tables."""

import subprocess
import sys
from pathlib import Path

import pytest

from sudocube.cube import clashes
from sudocube.encoder import Formalism, load, names
from sudocube.engines import engine
from sudocube.engines.cpsat_engine import CpSatEngine
from sudocube.puzzle import Puzzle
from tests.encoder.toml_text import FAMILIES, toml

UNSOLVABLE = {
    "nearly full": "9..7681.2...1.5..96.8.49..55..4819277.9.23..6....9...3.8795426.........8..567....",
    "no 6 in column 8": "......6............................66...............7........8...6.............5.",
    "changed clue": ".3.8....12.91...5.......4.8923...1..5.7.23..66..5..2.9..8..1..4..27....3..14..6..",
}
"""Without two equal clues in a unit. With tables, OR-tools 9.15 aborts on each of them."""

CHECK_ALL = """
import sys
from sudocube import check_many
for engine in sys.argv[1].split(","):
    print(*(one.verdict for one in check_many(sys.argv[2:], engine=engine, jobs=1)))
"""


@pytest.mark.slow
def test_every_encoding_answers_unsolvable_puzzles_and_the_process_lives(tmp_path: Path):
    """Also files of one's own with tables in one family of lines, the others written in another way."""
    puzzles = list(UNSOLVABLE.values())
    assert all(not clashes(Puzzle(cells)) for cells in puzzles)
    engines = [name.replace("/", ":") for name in names(Formalism.CP_SAT)]
    assert len(engines) == 8
    for tables, other in zip(FAMILIES, ("exactly-one", "automaton") * 2, strict=True):
        blocks = {family: {"exactly_one": "table" if family == tables else other} for family in FAMILIES}
        file = tmp_path / f"{tables}.toml"
        file.write_text(toml(blocks, formalism="cp-sat"))
        engines.append(f"cpsat:{file}")
    command = [sys.executable, "-c", CHECK_ALL, ",".join(engines), *puzzles]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("none none none\n" * len(engines), 0)


def test_a_puzzle_that_its_lines_refute_is_not_given_to_the_solver():
    """There is no branch and no conflict of it; and nothing of it is left in the model for the next one."""
    one = CpSatEngine(load("cpsat/table"))
    assert one.answer(Puzzle("." * 81)).verdict == "multiple"
    assert sum(one.branches_and_conflicts) > 0
    assert one.answer(Puzzle(UNSOLVABLE["no 6 in column 8"])).verdict == "none"
    assert one.branches_and_conflicts == (0, 0)
    for cells in UNSOLVABLE.values():
        assert one.answer(Puzzle(cells)).verdict == "none"
        assert one.answer(Puzzle("." * 81), limit=3).count == 3


def test_candidates_that_rule_out_a_line_leave_no_solution():
    """A cell without candidates, a digit without a place, and a pair of cells with one digit."""
    every = "123456789"
    empty = "." * 9 + 80 * every
    no_place = 9 * "12345678." + 72 * every
    a_pair = 2 * "12......." + "12......." + 78 * every
    for marks in (empty, no_place, a_pair):
        assert engine("cpsat:table").answer(Puzzle(marks)).verdict == "none"
