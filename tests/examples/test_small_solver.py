"""The solver in examples/ does what its head says, and `decode` finds out when it does not."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from sudocube.exchange import decode, encode
from sudocube.puzzle import Puzzle
from tests.cli.command import HANG, invoke
from tests.puzzles import EXAMPLES

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "small_solver.py"
PUZZLE = SCRIPT.parent / "formats" / "stars.txt"


def test_the_commands_at_its_head_solve_the_puzzle(tmp_path):
    """From the puzzle to clauses, to the solver, and back."""
    cnf = tmp_path / "puzzle.cnf"
    assert invoke("encode", PUZZLE, "--encoding", "extended", "--to", "dimacs", "-o", cnf).status == 0
    printed = subprocess.run(
        [sys.executable, SCRIPT, cnf], capture_output=True, text=True, timeout=HANG, check=True
    ).stdout
    outcome = invoke("decode", PUZZLE, "-", stdin=printed)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == invoke("solve", PUZZLE).out


@pytest.mark.parametrize("encoding", ["minimal", "extended", "order", "product"])
def test_it_is_right_about_small_puzzles(encoding, tmp_path, capsys):
    """With and without a solution, in whatever variables."""
    spec = spec_from_file_location("small_solver", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, cells, shape, solutions in EXAMPLES:
        if name.startswith(("2x2", "2x3")):
            puzzle = Puzzle(cells, shape)
            (tmp_path / "puzzle.cnf").write_text("".join(encode(puzzle, encoding, "dimacs")), "utf-8")
            module.main(str(tmp_path / "puzzle.cnf"))
            [one] = decode(puzzle, encoding, capsys.readouterr().out)
            assert (one.accepted, one.grid is not None) == (True, solutions > 0), name
