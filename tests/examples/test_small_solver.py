"""The solver in examples/ does what its head says, and `decode` finds out when it does not."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from sudocube.exchange import decode, encode
from sudocube.puzzle import Puzzle
from tests.puzzles import EXAMPLES

SCRIPT = Path(__file__).resolve().parents[2] / "examples" / "small_solver.py"


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
