"""What a page and a board that changes hold: nothing is hidden, and no step is left out."""

import subprocess
import sys

import pytest

from sudocube import diagnose
from sudocube.explanation import explain
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Puzzle
from sudocube.report.document import PageHead
from sudocube.report.verdicts import DiagnosisReport
from sudocube.serving.reason_rows import BoardChanges
from sudocube.solvers.trace import SolvingState
from tests.cli.command import HANG


def page_of(name):
    """The page of a diagnosis with this title, command and error."""
    report = DiagnosisReport(in_full=True)
    report.add(diagnose("1.....2..3.....4"))
    return report.page(PageHead(name, name, [name]))


def test_what_nobody_sees_is_made_visible():
    """A control that turns text round could make one file look like another; bytes can be written."""
    text = page_of("a\u202eb\x1b\u200b.txt")
    assert "a\\u202eb\\x1b\\u200b.txt" in text
    assert not set(text) & set("\u202e\x1b\u200b")
    assert page_of("caf\udce9").encode("utf-8")


@pytest.mark.parametrize("method", ["phases", "possibles:magic"])
def test_the_changes_of_a_board_lead_to_the_state_after_each_step(method):
    puzzle = Puzzle("7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4..")
    state, shape = SolvingState(puzzle), puzzle.geometry
    board = BoardChanges(puzzle.cells, shape)
    every = "".join(SYMBOLS[d] for d in shape.digits)
    shown = {shape.cell_name(cell): f"={clue}" if clue else every for cell, clue in enumerate(puzzle.cells)}
    for step, _ in zip(explain(puzzle, method), range(400), strict=False):
        state.apply(step)
        changes = board.to(state.masks, state.filled)
        assert all(shown[name] != now for name, now in changes.items())
        shown |= changes
        for cell in range(81):
            digits = "".join(map(str, state.candidates(cell)))
            expected = f"={state.filled[cell]}" if state.filled[cell] else digits
            assert shown[shape.cell_name(cell)] == expected


def test_showing_an_encoding_imports_no_explanation_no_engine_and_no_solver():
    code = (
        "import atexit, sys; from sudocube.__main__ import main; "
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    command = [sys.executable, "-c", code, "encodings", "show", "minimal"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=True)
    modules = done.stderr.split()
    assert "sudocube.encoder.cnf" in modules
    heavy = ("sudocube.explanation", "sudocube.report.expla", "sudocube.engines", "sudocube.solvers")
    assert not [name for name in modules if name.startswith(heavy)]
