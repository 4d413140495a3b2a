"""The implication graph has what led to the conflict, and the cut is that of the learned clause."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube.errors import UnsupportedError
from sudocube.lab import ClauseTrace, trace
from sudocube.lab.trace_steps import Assigned, ClauseConflict
from sudocube.report.trace_dot import implication_graph

NODE = re.compile(r"^\t+(-?\d+|conflict) \[label=", re.MULTILINE)
EDGE = re.compile(r"^\t(-?\d+) -> (-?\d+|conflict) \[([^\n]*)\]$", re.MULTILINE)


def conflict_of(traced: ClauseTrace, number: int) -> tuple[ClauseConflict, dict[int, Assigned]]:
    """A conflict, and what is true when it happens."""
    place = [place for place, step in enumerate(traced.steps) if isinstance(step, ClauseConflict)][number - 1]
    step = traced.steps[place]
    assert isinstance(step, ClauseConflict)
    return step, {one.literal: one for one in traced.trail(place)}


@settings(max_examples=25)
@given(
    puzzle=st.sampled_from(["." * 16, "1.2.....2.3.....", "12..............", "1..............2"]),
    encoding=st.sampled_from(["minimal", "extended", "dual", "ladder", "optimised", "order"]),
    data=st.data(),
)
def test_edges_are_the_reasons_and_the_cut_gives_the_learned_clause(puzzle, encoding, data):
    """Of any conflict above level 0, by the trace alone."""
    traced = trace(puzzle, encoding, search=True, rule="first")
    assume(traced.conflicts)
    number = data.draw(st.integers(1, len(traced.conflicts)))
    conflict, true = conflict_of(traced, number)
    assume(conflict.learned)
    text = implication_graph(traced, number)
    edges = EDGE.findall(text)
    nodes = set(NODE.findall(text))
    assert {end for one, other, _ in edges for end in (one, other)} == nodes
    for node in nodes:
        clause = conflict.clause if node == "conflict" else true[int(node)].clause
        causes = {-one for one in clause.clause if str(one) != node} if clause else set()
        expected = {str(one) for one in causes if true[one].level > 0}
        assert {one for one, other, _ in edges if other == node} == expected
    crossing = {int(one) for one, _, look in edges if "dashed" in look}
    assert crossing == {-literal for literal in conflict.learned}
    points = [line for line in text.splitlines() if NODE.match(line) and "first unique" in line]
    assert [line.split()[0] for line in points] == [str(-conflict.learned[0])]
    decisions = {line.split()[0] for line in text.splitlines() if ", decision" in line}
    assert decisions <= {str(one) for one, step in true.items() if step.is_decision}


def test_a_conflict_at_level_0_is_drawn_back_to_the_clues():
    """There is nothing else to draw."""
    text = implication_graph(trace("11.............."))
    assert "conflict 1, at level 0: the clauses have no model" in text
    assert {(one, other) for one, other, _ in EDGE.findall(text)} == {("1", "conflict"), ("5", "conflict")}


def test_the_last_conflict_is_drawn_unless_another_is_asked_for():
    traced = trace("." * 16, "minimal", search=True, rule="first")
    count = len(traced.conflicts)
    assert count > 1
    assert implication_graph(traced) == implication_graph(traced, count)
    assert implication_graph(traced) != implication_graph(traced, 1)
    with pytest.raises(UnsupportedError, match=f"there is no conflict {count + 1}; the trace has {count} "):
        implication_graph(traced, count + 1)
    with pytest.raises(UnsupportedError, match="there was no conflict"):
        implication_graph(trace("1.....2..3.....4"))
