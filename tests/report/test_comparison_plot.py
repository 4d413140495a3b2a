"""Encodings compared, as a picture."""

import re
from dataclasses import replace

import pytest

from sudocube.encoder import load
from sudocube.lab import compare
from sudocube.puzzle import Puzzle
from sudocube.report import comparison_plot, picture_files

SMALL = "1.....2..3.....4"


def test_a_picture_of_two_encodings_has_its_legend_and_notes_within(tmp_path, monkeypatch):
    """And what was measured on some of the puzzles, or is a mean of formulas, is marked."""
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    monkeypatch.setitem(picture_files.SETTINGS, "svg.fonttype", "none")
    encodings = [load(name) for name in ("optimised", "minimal")]
    [few, some] = compare([Puzzle(SMALL)] * 20, encodings, jobs=1)
    comparison_plot.plotted([few, replace(some, checked=5)], tmp_path / "x.svg")
    drawn = (tmp_path / "x.svg").read_text("utf-8")
    [height] = re.findall(r'<svg[^>]* height="([0-9.]+)pt"', drawn)
    said = {text: float(y) for y, text in re.findall(r'<text[^>]* y="([0-9.]+)"[^>]*>([^<]*)', drawn)}
    notes = (
        "* mean: each puzzle has a formula of its own   † measured on some of the puzzles: minimal 5 of 20"
    )
    assert {"unit propagation", "with failed literals", "68*", "240", notes} <= said.keys()
    assert max(said.values()) < float(height) - 4


def test_rows_of_several_solvers_are_named_with_them_and_encodings_are_counted_once(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    monkeypatch.setitem(picture_files.SETTINGS, "svg.fonttype", "none")
    names, solvers = ["optimised", "minimal", "cpsat/alldifferent"], ["glucose4", "cadical195"]
    rows = list(compare([Puzzle(SMALL)], names, solvers=solvers, jobs=1))
    comparison_plot.plotted(rows, tmp_path / "x.svg")
    said = re.findall(r">([^<>]+)</text>", (tmp_path / "x.svg").read_text("utf-8"))
    found = [text for text in said if text.startswith(tuple(names))]
    each = {f"{name}@{solver}" for name in names[:2] for solver in solvers}
    assert sorted(found) == sorted({*each, names[2]})
    assert "3 encodings of Sudoku on 1 puzzle of 4×4" in said
