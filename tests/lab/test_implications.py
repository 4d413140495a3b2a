"""The implication graph has what led to the conflict, and its cut is that of the learned clause."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudocube.lab import ClauseTrace, trace
from sudocube.lab.clause_learning import Assigned, ClauseConflict
from sudocube.lab.tracing import CONFLICT, conflict_graph
from tests.lab.own_formulas import own


def true_at(traced: ClauseTrace, conflict: ClauseConflict) -> dict[int, Assigned]:
    """What is true when a conflict happens."""
    return {step.literal: step for step in traced.trail(traced.steps.index(conflict))}


@st.composite
def searches(draw: st.DrawFn) -> ClauseTrace:
    puzzle = draw(st.sampled_from(["." * 16, "1.2.....2.3.....", "12..............", "1..............2"]))
    encoding = draw(st.sampled_from(["minimal", "extended", "dual", "ladder", "optimised", "order"]))
    return trace(puzzle, encoding, search=True, rule="first")


@settings(max_examples=20)
@given(traced=searches(), data=st.data())
def test_edges_are_the_reasons_and_the_conflict_side_is_what_was_resolved(traced, data):
    """Of any conflict above level 0, by the trace alone."""
    assume(any(conflict.learned for conflict in traced.conflicts))
    conflict = data.draw(st.sampled_from(traced.conflicts))
    assume(conflict.learned)
    true, graph = true_at(traced, conflict), conflict_graph(traced, conflict)
    *nodes, last = graph.nodes
    assert (last.literal, last.clause, graph.learned) == (CONFLICT, conflict.clause, conflict.learned)
    assert graph.causes.keys() == {step.literal for step in graph.nodes}
    assert nodes == [step for step in true.values() if step in nodes]
    for node, causes in graph.causes.items():
        clause = conflict.clause if node == CONFLICT else true[node].clause
        false = {-literal for literal in clause.clause if literal != node} if clause else set()
        assert set(causes) == {literal for literal in false if true[literal].level > 0}
        assert node == CONFLICT or any(node in others for others in graph.causes.values())
    assert graph.conflict_side == {CONFLICT, *(one.on for one in conflict.resolutions)}
    cut = {cause for node in graph.conflict_side for cause in graph.causes[node]} - graph.conflict_side
    assert cut == {-literal for literal in conflict.learned}


def test_a_conflict_at_level_0_is_traced_back_to_the_clues():
    graph = conflict_graph(trace("11.............."))
    assert [(step.literal, step.level) for step in graph.nodes] == [(1, 0), (5, 0), (CONFLICT, 0)]
    assert graph.causes == {1: (), 5: (), CONFLICT: (1, 5)}


def test_what_did_not_lead_to_the_conflict_is_no_node_and_a_repeated_literal_is_one_edge():
    clauses = ((-1, -1, 2, 2), (-2, -2, -3), (-1, 3), (5, 6))
    traced = trace("." * 16, own(clauses), decide="5 1")
    graph = conflict_graph(traced)
    assert [step.literal for step in graph.nodes] == [1, 2, 3, CONFLICT]
    assert graph.causes == {1: (), 2: (1,), 3: (1,), CONFLICT: (2, 3)}
