"""More than fifty wrong solvers, each with one mistake, are refuted for the right reason."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from sudocube import crosscheck, crosscheck_many
from sudocube.conformance import examine_solver, examining
from sudocube.conformance.examining import ZEROS
from sudocube.conformance.stream_tests import STREAM
from sudocube.conformance.suite_cases import cases_of
from sudocube.engines.outsiders import FunctionEngine
from sudocube.verdicts.judging import Cause
from sudocube.verdicts.shrinking import DEFAULT_TRIES
from tests.conformance.asked_here import AskedHere
from tests.tables import cases

TABLE = cases(Path(__file__).with_name("mutants.toml"))
MUTANTS = [param.values[0] for param in TABLE]
ALONE = [param for param in TABLE if param.values[0]["category"] not in (STREAM, ZEROS)]
"""Those whose mistake is seen on a single puzzle, with dots for blanks."""

RIGHT = Path(__file__).resolve().parents[2] / "examples" / "solvers" / "right.py"

STEPS_AT_MOST = 5000
"""Of a search for one puzzle; the right solver needs a tenth of that for any of the suite."""


def source(wrong: dict[str, Any]) -> str:
    """The text of a wrong solver; each edit applies to one place of the right one."""
    text = RIGHT.read_text("utf-8")
    for old, new in wrong["edits"]:
        assert text.count(old) == 1, f"{wrong['does']}: {old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return text


def solver(text: str) -> Callable[[str], str]:
    """A solver as a function from a line to an answer; a search without end breaks off."""
    names: dict[str, Any] = {"__name__": "mutant"}
    exec(compile(text, "<mutant>", "exec"), names)
    search, steps = names["search"], count(1)

    def limited(left: list[int]) -> Iterator[str]:
        if next(steps) > STEPS_AT_MOST:
            raise RuntimeError("the search goes on and on")
        return cast("Iterator[str]", search(left))

    def answer(line: str) -> str:
        nonlocal steps
        steps = count(1)
        return cast("str", names["answer"](line))

    names["search"] = limited
    return answer


def test_there_are_more_than_fifty_and_each_cause_is_among_them():
    assert len(MUTANTS) == len({source(one) for one in MUTANTS}) > 50
    assert {one.get("cause") for one in MUTANTS} == {*map(str, Cause), None}


@pytest.mark.parametrize("case", ALONE)
def test_a_mutant_is_refuted_for_its_cause_on_puzzles_of_its_category(case):
    """Or it fails, where what it prints is no answer; the right solver beside it is not refuted."""
    puzzles = [one.puzzle for one in cases_of(case["category"])]
    right = FunctionEngine(solver(RIGHT.read_text("utf-8")), "right")
    wrong, cause = FunctionEngine(solver(source(case)), "wrong"), case.get("cause")
    found = list(crosscheck_many(puzzles, engines=["kernel", right, wrong], jobs=1))
    assert {name for one in found for name in one.refuted} == ({"wrong"} if cause else set())
    assert {name for one in found for name in one.failed} <= {"wrong"}
    assert cause in {one.refuted["wrong"].cause if one.refuted else None for one in found}
    assert cause or any(one.failed for one in found)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(*one.values, id=one.id, marks=[pytest.mark.slow] * (k % 10 > 0))
        for k, one in enumerate(ALONE)
    ],
)
def test_its_answer_is_shrunk_to_a_puzzle_with_the_same_cause(case):
    """Mostly to a few blanks. What refutes it there was passed anew."""
    one = FunctionEngine(solver(source(case)), "wrong")
    for known in cases_of(case["category"]):
        if "wrong" in crosscheck(known.puzzle, engines=["kernel", one]).refuted:
            break
    else:
        assert "cause" not in case
        return
    checked = crosscheck(known.puzzle, engines=["kernel", one], shrink=True)
    found = checked.shrunk["wrong"]
    assert found.refutation is not None
    assert found.refutation.cause is checked.refuted["wrong"].cause
    assert found.is_minimal or found.tries == DEFAULT_TRIES
    assert found.puzzle.cells.count(0) <= known.puzzle.cells.count(0)
    assert found.puzzle.clues.items() >= known.puzzle.clues.items()
    again = crosscheck(found.puzzle, engines=["kernel", one])
    assert again.refuted["wrong"].cause is found.refutation.cause


def category_causes(case: dict[str, Any]) -> set[str | None]:
    """Why the suite fails a mutant in its category; None for what is no answer."""
    conformance = examine_solver(AskedHere(solver(source(case))), claims="verdict", shrink=False)
    assert conformance.conforms is False
    failed = [one for one in conformance.results if one.category == case["category"] and one.passed is False]
    return {str(one.refutation.cause) if one.refutation else None for one in failed}


def test_the_suite_finds_mistakes_that_depend_on_the_stream_or_on_how_blanks_are_written(monkeypatch):
    """For their causes. Of the other puzzles the suite asks few here."""
    monkeypatch.setattr(examining, "built_in_cases", lambda: cases_of("full grids, wrong"))
    monkeypatch.setattr(examining, "seeded_cases", lambda seed: [])
    monkeypatch.setattr(examining, "speeds", lambda *_: {})
    rest = [one for one in MUTANTS if one["category"] in (STREAM, ZEROS)]
    assert len(rest) == 6
    for one in rest:
        assert one.get("cause") in category_causes(one), one["does"]


@pytest.mark.long
@pytest.mark.parametrize("case", TABLE)
def test_the_suite_finds_each_mutant_in_its_category(case):
    assert case.get("cause") in category_causes(case)


def test_the_right_solver_conforms():
    conformance = examine_solver(AskedHere(solver(RIGHT.read_text("utf-8"))), claims="verdict", shrink=False)
    assert [one for one in conformance.results if one.passed is not True] == []
