"""What the steps of a trace mean for the grid, held against the grid that the trace itself has."""

import json

import pytest

from sudocube.encoder import Formalism, names
from sudocube.lab.tracing import Tracing
from sudocube.report.trace_effects import effect_rows
from sudocube.report.trace_rows import trace_rows
from tests.cli.command import invoke

QUICK = {"minimal", "dual", "optimised", "order-direct"}
"""Where several literals spell a digit, and where the clues are taken out."""
OPEN = "1.2.....2.3....."
BARE = "1..............."
NAMES = [pytest.param(one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in names(Formalism.CNF)]


def shown(rows):
    """The digits and candidates after each row, as somebody draws them who knows nothing of literals."""
    start, *steps, _ = rows
    done = [(0, start)]
    for row in steps:
        if "conflict" in row:
            if row["backjump"] is not None:
                done = [one for one in done if one[0] <= row["backjump"]]
        else:
            done.append((row["level"], row))
        yield drawn([one for _, one in done])


def drawn(rows):
    """By cell its digits, and by cell its candidates."""
    cells = [f"r{r}c{c}" for r in range(1, 5) for c in range(1, 5)]
    digits = {cell: [row["placed"][cell] for row in rows if cell in row["placed"]] for cell in cells}
    gone = {cell: {digit for row in rows for digit in row["removed"].get(cell, [])} for cell in cells}
    return (
        [tuple(digits[cell]) for cell in cells],
        [tuple(digit for digit in range(1, 5) if digit not in gone[cell]) for cell in cells],
    )


@pytest.mark.parametrize("puzzle", [OPEN, BARE])
@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.slow] * (one not in QUICK)) for one in names(Formalism.CNF)]
)
def test_the_digits_and_candidates_after_each_step_are_those_of_the_trace(name, puzzle):
    """For each encoding: where several literals spell a digit, where the clues are taken out, after jumps."""
    rows = list(effect_rows(Tracing(puzzle, name, search=True, max_steps=400)))
    tracing = Tracing(puzzle, name, search=True, max_steps=400)
    for step, (digits, candidates) in zip(tracing, shown(rows), strict=False):
        traced = tracing.so_far()
        assert [sorted(of_cell) for of_cell in digits] == [list(one) for one in traced.digits(traced.trail())]
        assert candidates == traced.candidates(traced.trail()), step


def test_a_conflict_gives_back_the_candidates_of_the_levels_above():
    """The second decision is undone, and with it all that had followed from it."""
    rows = list(effect_rows(Tracing("..2.....1.3..3..", decide="r1c2=1, r3c2=2")))
    after = [candidates for _, candidates in shown(rows)]
    at = next(place for place, row in enumerate(rows[1:]) if row.get("backjump") == 1)
    before = next(place for place, row in enumerate(rows[1:]) if row["level"] == 2) - 1
    assert after[at] == after[before]
    assert sum(map(len, after[at])) > sum(map(len, after[at - 1]))


def test_the_steps_are_the_rows_of_the_command_with_two_fields_more():
    """Nothing of a row is left out or changed."""
    start, *rows = effect_rows(Tracing(OPEN, search=True))
    assert start["encoding"] == "extended"
    plain = [{key: row[key] for key in row if key not in ("placed", "removed")} for row in rows]
    assert json.loads(json.dumps(plain)) == invoke("encodings", "trace", OPEN, "--search", "--json").rows
    assert plain == list(trace_rows(Tracing(OPEN, search=True)))
