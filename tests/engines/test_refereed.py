"""No solution is believed because an engine says so."""

import pytest

from sudocube.engines import Answer, Engine, Failed, Found, Refuted, Undecided, engine
from sudocube.engines.asking import refereed_answer
from sudocube.engines.outsiders import FunctionEngine
from sudocube.errors import EngineError, RefutedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict
from tests.engines.engines_that_lie import Fake, OnResult, answer, handing_on, raising, showing

PUZZLE = Puzzle("12.. 34.. .... ...1")
FIRST, SECOND, THIRD = "1234341241232341", "1234341221434321", "1243342121344312"
"""The first two solve the puzzle, the third contradicts its last clue."""

FOURTH = "1243341221344321"
"""Another solution."""

NO_GRID = "1234341221434311"


@pytest.fixture(autouse=True)
def _the_words_are_right():
    """FIRST and SECOND are solutions of the puzzle, THIRD is one without the last clue."""
    found: list[str] = []
    engine("phases").answer(PUZZLE, limit=10, on_result=lambda grid: found.append(str(grid)))
    assert {FIRST, SECOND} <= set(found)
    assert THIRD not in found


def refused(one: Fake, puzzle: Puzzle = PUZZLE) -> str:
    """Why the engine is not believed; its answer claims nothing at all."""
    given = refereed_answer(one, puzzle)
    assert isinstance(given, Refuted)
    assert (given.verdict, given.solutions, given.evidence) == (Verdict.UNKNOWN, (), None)
    return given.reason


def crashed(one: Fake) -> str:
    """Why the engine gave no answer; nothing that it said was refuted."""
    given = refereed_answer(one, PUZZLE)
    assert given == Failed(given.reason or "")
    return given.reason or ""


def test_what_the_referee_passes_goes_through_unchanged():
    """The very answer of the engine."""
    for verdict, grids in ((Verdict.UNIQUE, [FIRST]), (Verdict.MULTIPLE, [FIRST, SECOND])):
        expected = answer(verdict, *grids)
        assert refereed_answer(handing_on(*grids, then=expected), PUZZLE) is expected
        assert refereed_answer(showing(verdict, *grids), PUZZLE) == expected
    nothing = answer(Verdict.NONE)
    assert refereed_answer(handing_on(then=nothing), PUZZLE) is nothing


def test_a_grid_with_a_blank_cannot_be_made():
    """The engine that tries breaks off."""
    assert "is blank" in crashed(handing_on("123434122143432."))


def test_a_grid_of_another_size_is_refused():
    """Whatever its cells are."""

    def say(puzzle: Puzzle, on_result: OnResult) -> Answer:
        return answer(Verdict.UNIQUE, "123456456123231564564231312645645312")

    other = Fake(say)
    assert "36 cells for 16" in refused(other)


REFUTED: list[tuple[Engine, str, str | None, list[str]]] = [
    (handing_on(FIRST, NO_GRID), "does not hold each of 1 to 4 once", NO_GRID, [FIRST]),
    (showing(Verdict.MULTIPLE, FIRST, THIRD), "but the clue is 1", THIRD, [FIRST]),
    (handing_on(NO_GRID), "does not hold each of 1 to 4 once", NO_GRID, []),
    (showing(Verdict.UNIQUE, THIRD), "but the clue is 1", THIRD, []),
    (FunctionEngine(lambda cells: [SECOND, NO_GRID]), "does not hold each", NO_GRID, [SECOND]),
    (handing_on(FIRST, FIRST), "it was given twice", None, [FIRST]),
    (showing(Verdict.UNIQUE), "says unique, and has shown 0 solutions", None, []),
    (showing(Verdict.UNIQUE, FIRST, SECOND), "says unique, and has shown 2", None, [FIRST, SECOND]),
    (showing(Verdict.MULTIPLE), "says multiple, and has shown 0", None, []),
    (showing(Verdict.MULTIPLE, FIRST), "says multiple, and has shown 1 solution", None, [FIRST]),
    (showing(Verdict.NONE, FIRST), "says none, and has shown 1", None, [FIRST]),
    (FunctionEngine(lambda cells: [SECOND, SECOND]), "", None, [SECOND]),
    (FunctionEngine(lambda cells: f"1 {FIRST} {SECOND}"), "", None, [FIRST, SECOND]),
    (FunctionEngine(lambda cells: f"none {FIRST}"), "", None, [FIRST]),
    (FunctionEngine(lambda cells: [FIRST, SECOND, FIRST]), "it was given twice", None, [FIRST, SECOND]),
    (FunctionEngine(lambda cells: {"count": 0, "solutions": [FIRST]}), "says none", None, [FIRST]),
    (FunctionEngine(lambda cells: f"2 {FIRST} {SECOND} {FOURTH}"), "shown 3", None, [FIRST, SECOND]),
]
"""Engines that are refuted: words of the reason, the grid that was refused, and what was passed."""


@pytest.mark.parametrize("case", range(len(REFUTED)))
def test_a_refuted_answer_keeps_what_was_refused_and_what_was_passed(case):
    """What was passed is true, whatever else the engine says; without a bad grid it contradicts itself."""
    one, reason, bad, passed = REFUTED[case]
    given = refereed_answer(one, PUZZLE)
    assert isinstance(given, Refuted)
    assert reason in (given.reason or "")
    assert given.refused == (None if bad is None else Grid(bad))
    assert list(map(str, given.passed)) == passed


def test_an_engine_that_breaks_off_keeps_what_the_referee_passed():
    def breaks_off(puzzle: Puzzle, on_result: OnResult) -> Answer:
        assert on_result is not None
        on_result(Grid(FIRST))
        raise ValueError("odd")

    given = refereed_answer(Fake(breaks_off), PUZZLE)
    assert isinstance(given, Failed)
    assert list(map(str, given.passed)) == [FIRST]


def test_a_verdict_that_forgets_what_was_handed_on_is_refused():
    """Two were found, and yet one is said to be all there is."""
    assert "says unique" in refused(handing_on(FIRST, SECOND, then=answer(Verdict.UNIQUE, FIRST)))
    assert "says none" in refused(handing_on(FIRST, then=answer(Verdict.NONE)))


def test_undecided_answers_need_no_solutions():
    """Out of time with one found, or none."""
    for solutions in ([], [FIRST]):
        unknown = Found(tuple(map(Grid, solutions)), len(solutions)) if solutions else Undecided("stuck")
        assert refereed_answer(handing_on(*solutions, then=unknown), PUZZLE) is unknown


ERRORS = [
    ValueError("odd"),
    RuntimeError("odd"),
    MemoryError(),
    KeyError("odd"),
]


def test_an_engine_that_breaks_off_is_faulty_with_its_error_as_the_reason():
    """The others in a batch go on."""
    for error in ERRORS:
        assert crashed(raising(error)) == f"fake broke off: {type(error).__name__}: {error}"


def test_an_error_of_the_package_speaks_for_itself():
    """Its message is the reason."""
    assert crashed(raising(EngineError("the solver failed"))) == "the solver failed"
    assert refused(raising(RefutedError("a model that is no grid"))) == "a model that is no grid"


def test_what_ends_the_program_is_no_fault_of_the_engine():
    """It goes through."""
    for error in [KeyboardInterrupt(), SystemExit(3)]:
        with pytest.raises(type(error)) as caught:
            refereed_answer(raising(error), PUZZLE)
        assert caught.value is error


ERRORS_OF_THE_CALLER = [
    ValueError("the caller's"),
    EngineError("the caller's"),
    TimeoutError(),
    KeyboardInterrupt(),
]


def test_an_error_of_the_callers_on_result_goes_through():
    """The very object, and no word of a faulty engine; nothing clings to the engine."""
    for error in ERRORS_OF_THE_CALLER:
        for name in ["phases", "cpsat"]:

            def on_result(grid: Grid, error: BaseException = error) -> None:
                raise error

            one = engine(name)
            with pytest.raises(type(error)) as caught:
                refereed_answer(one, PUZZLE, on_result=on_result)
            assert caught.value is error
            assert refereed_answer(one, PUZZLE).verdict == "multiple"


def test_each_sees_only_what_the_referee_has_passed():
    """The refused one, and all after it, never arrive."""
    seen: list[str] = []
    refereed_answer(handing_on(FIRST, NO_GRID, SECOND), PUZZLE, on_result=lambda grid: seen.append(str(grid)))
    assert seen == [FIRST]


def test_limit_and_timeout_reach_the_engine():
    """As they are."""
    answers = [refereed_answer(engine("phases"), Puzzle("." * 16), limit=limit) for limit in (1, 2, 500)]
    assert [one.count for one in answers] == [1, 2, 288]
    assert (
        refereed_answer(engine("phases"), Puzzle("." * 81), timeout=1e-9).reason
        == "out of time after 1e-09 s"
    )
