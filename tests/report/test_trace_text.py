"""A trace as text loses nothing, whatever the width; its grid is that of the literals."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.lab import ClauseTrace, trace
from sudocube.lab.trace_steps import Assigned, ClauseConflict, End
from sudocube.report.trace_text import TraceNarrator

PUZZLES = ["1.2.....2.3.....", "1.....2..3.....4", "................", "12..34..........", "1...2..........."]


def told(traced: ClauseTrace, width: int) -> list[str]:
    """The text lines of all steps."""
    narrator = TraceNarrator(traced.formula, width)
    steps = (step for step in traced.steps if not isinstance(step, End))
    lines = [line.plain for step in steps for line in narrator.step_lines(step)]
    assert narrator.trail == list(traced.trail())
    return [*lines, *(line.plain for line in narrator.last_grid())]


@settings(max_examples=15)
@given(
    puzzle=st.sampled_from(PUZZLES),
    encoding=st.sampled_from(["extended", "minimal", "order", "binary", "ladder", "triads", "optimised"]),
    width=st.integers(40, 140),
    rule=st.sampled_from(["fewest", "first"]),
)
def test_all_literals_are_there_in_their_order_and_fit_the_width(puzzle, encoding, width, rule):
    """With the levels, and the cause where it is one literal; each conflict with what is learned."""
    traced = trace(puzzle, encoding, search=True, rule=rule)
    lines = told(traced, width)
    assert max(len(line.rstrip()) for line in lines) <= width
    steps = [step for step in traced.steps if not isinstance(step, End)]
    shown = [line.split() for line in lines if re.match(r"[ \d]{5}\. [ \d]{2}  \S", line)]
    assert [words[:2] for words in shown] == [[f"{n}.", str(step.level)] for n, step in enumerate(steps, 1)]
    causes = 0
    for words, step in zip(shown, steps, strict=True):
        if isinstance(step, Assigned):
            assert " ".join(words[2:]).startswith(traced.name(step.literal))
        if isinstance(step, Assigned) and step.clause and len(set(step.clause.clause)) == 2:
            causes += 1
    text = " ".join(" ".join(lines).split())
    assert causes <= text.count("←")
    for step in steps:
        if isinstance(step, ClauseConflict) and step.learned and width > 100:
            assert f"Learned: {' ∨ '.join(map(traced.name, step.learned))}." in text


@pytest.mark.parametrize("width", [40, 120])
def test_the_last_grid_is_what_is_true_at_the_end(width):
    """Beside the literals or below them."""
    traced = trace("1.2.....2.3.....", search=True)
    lines = told(traced, width)
    below = max(number for number, line in enumerate(lines) if "---+---" in line)
    grid = [line[-14:] for line in lines[below - 2 : below + 3]]
    digits = re.sub(r"\D", "", "".join(line for line in grid if "-" not in line))
    assert digits == "".join(str(held[0]) for held in traced.digits(traced.trail()))
