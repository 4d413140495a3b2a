"""Functions as engines, and what is taken as an engine at all."""

import sys
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pytest

from sudocube import (
    Evidence,
    Verdict,
    check,
    check_many,
    count,
    crosscheck,
    crosscheck_many,
    diagnose,
    solutions,
    solve,
)  # fmt: skip
from sudocube.engines import AnyEngine, Engine, FunctionEngine, Traits, engine
from sudocube.engines.function_engine import _warn_that_nothing_stops
from sudocube.errors import EngineError, UndecidedError, UnsupportedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer
from tests.engines.small_programs import always
from tests.jobs.engines_that_lie import showing

PUZZLE, SOLVED = "1... ..2. .3.. ...4", "1243342143122134"
EMPTY = "." * 16
A, B = "1234341221434321", "1234341243212143"
MARKS = "12......." + 80 * "123456789"


def finds_one(cells: str) -> str:
    """A solver that stops at its first solution."""
    return str(solve(cells, engine="phases") or "none")


def counts(cells: str) -> int:
    """A counter that shows nothing."""
    return count(cells, engine="phases").number


def test_a_function_gets_the_cells_with_dots_for_blanks():
    seen: list[str] = []
    check("1*** 0020 _3__ xxx4", engine=seen.append)
    assert seen == ["1.....2..3.....4"]


def test_a_single_grid_never_confirms_that_a_puzzle_is_unique():
    """The solution is shown, and the reason."""
    checked = check(PUZZLE, engine=finds_one)
    assert (checked.verdict, checked.evidence, checked.engine) == (Verdict.UNKNOWN, None, "finds_one()")
    assert checked.solutions == (Grid(SOLVED),)
    assert checked.reason == "finds_one() gives one solution, and no word on others"
    assert solve(PUZZLE, engine=finds_one) == Grid(SOLVED)
    assert count(PUZZLE, engine=finds_one).exact is False


CLAIMED_VERDICTS = [
    (f"unique {SOLVED}", Verdict.UNIQUE, Evidence.SEARCH),
    (1, Verdict.UNIQUE, Evidence.SEARCH),
    (None, Verdict.NONE, Evidence.SEARCH),
    ("multiple", Verdict.MULTIPLE, Evidence.SEARCH),
    ("unknown", Verdict.UNKNOWN, None),
]


def test_a_claimed_verdict_is_the_verdict_of_a_check():
    for said, verdict, evidence in CLAIMED_VERDICTS:
        checked = check(PUZZLE, engine=lambda cells, said=said: said)
        assert (checked.verdict, checked.evidence) == (verdict, evidence)


def test_two_solutions_are_witnesses_whatever_is_claimed():
    checked = check(EMPTY, engine=lambda cells: [A, B])
    assert (checked.verdict, checked.evidence) == (Verdict.MULTIPLE, Evidence.WITNESS)


def test_the_referee_sees_all_grids_of_a_function():
    """What it refuses leaves the verdict unknown, and is refuted in a crosscheck."""
    for said in ["1" * 16, f"unique {A}", [SOLVED, "1" * 16], [SOLVED] * 2]:
        checked = check(PUZZLE, engine=lambda cells, said=said: said)
        assert (checked.verdict, checked.solutions) == (Verdict.UNKNOWN, ())
        assert "the referee refuses the solution" in (checked.reason or "")
        crosschecked = crosscheck(PUZZLE, engines=["phases", always(said)])
        assert (crosschecked.agree, crosschecked.dissents("<lambda>()")) == (False, True)


def test_a_verdict_that_its_grids_contradict_is_refuted():
    for said in [f"unique {A} {B}", {"verdict": "none", "solutions": [A]}]:
        answer = crosscheck(EMPTY, engines=["phases", always(said)]).answers["<lambda>()"]
        assert (answer.verdict, answer.faulty, answer.refuted) == (Verdict.UNKNOWN, True, True)


def test_an_exception_is_the_engines_failure_and_is_quoted_with_its_line():
    def fails(cells: str) -> str:
        raise ValueError("no idea\n\x1b[2J" + "x" * 1000)

    answer = crosscheck(PUZZLE, engines=[fails, "phases"]).answers["fails()"]
    assert (answer.verdict, answer.faulty, answer.refuted) == (Verdict.UNKNOWN, True, False)
    reason = answer.reason or ""
    line = fails.__code__.co_firstlineno + 1
    quoted, _, place = reason.partition(" (")
    assert quoted.startswith(r"fails() broke off: ValueError: 'no idea\n\x1b[2Jxxx")
    assert place == f"{Path(__file__).name}:{line})"
    assert reason.isprintable()
    assert len(quoted) < 120
    for ask in (solve, count):
        with pytest.raises(EngineError, match=r"^fails\(\) broke off: ValueError"):
            ask(PUZZLE, engine=fails)


EXITS = [
    (lambda cells: exit(3), "exit(3)"),
    (lambda cells: sys.exit(), "exit()"),
    (lambda cells: sys.exit("no\nidea"), r"exit('no\nidea')"),
]


def test_a_function_that_leaves_by_exit_has_failed_and_does_not_end_the_caller():
    for leave, left in EXITS:
        crosschecked = crosscheck(PUZZLE, engines=["phases", leave])
        [reason] = crosschecked.failed.values()
        assert reason.startswith(f"<lambda>() broke off: left by {left} ({Path(__file__).name}:")
        assert (crosschecked.verdict, crosschecked.refuted) == (Verdict.UNIQUE, {})
        with pytest.raises(EngineError, match=r"^<lambda>\(\) broke off: left by exit"):
            solve(PUZZLE, engine=leave)


def test_a_garbled_answer_is_unknown_and_faulty_and_refutes_nothing():
    crosschecked = crosscheck(PUZZLE, engines=[lambda cells: "dunno", "phases", "sat"])
    answer = crosschecked.answers["<lambda>()"]
    assert (answer.verdict, answer.faulty, answer.refuted) == (Verdict.UNKNOWN, True, False)
    assert (answer.reason or "").startswith("garbled: it says 'dunno'; ")
    assert (crosschecked.verdict, crosschecked.agree) == (Verdict.UNIQUE, True)


def test_interrupts_of_a_function_come_through():
    def interrupted(cells: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(PUZZLE, engine=interrupted)


def test_where_no_process_can_be_copied_an_answer_after_the_timeout_does_not_count(monkeypatch):
    """A nanosecond is too short for any function; this one is found by no other process. The warning says
    once for all puzzles that the limit is noticed late."""
    monkeypatch.setattr("sudocube.processes.forked_process.CAN_FORK", False)
    _warn_that_nothing_stops.cache_clear()
    with pytest.warns(RuntimeWarning, match="noticed only when it returns") as warned:
        checked, _ = check_many([PUZZLE] * 2, engine=lambda cells: finds_one(cells), timeout=1e-9)
    assert len(warned) == 1
    assert str(warned[0].message).startswith("<lambda>() runs in this process, where nothing can stop it: ")
    assert (checked.verdict, checked.solutions) == (Verdict.UNKNOWN, ())
    assert (checked.reason or "").startswith("out of time after 1e-09 s; <lambda>() returned after ")
    answer = FunctionEngine(counts).answer(Puzzle(PUZZLE), timeout=inf)
    assert answer.verdict is Verdict.UNIQUE


CLAIMED_COUNTS = [
    (288, 288, True), (1000, 1000, True), (2000, 2000, False), (5000, 2000, False), ([A, B], 2, False),
 (None, 0, True), (f"unique {A}", 1, True)
]  # fmt: skip


def test_a_claimed_count_is_exact_below_the_limit():
    for said, number, exact in CLAIMED_COUNTS:
        found = count(EMPTY, engine=lambda cells, said=said: said, limit=2000)
        assert (found.number, found.exact) == (number, exact)


def test_a_solution_that_is_claimed_and_not_shown_is_undecided_for_solve():
    with pytest.raises(UndecidedError, match=r"^<lambda>\(\) says unique, and shows no solution$"):
        solve(PUZZLE, engine=lambda cells: 1)


def test_names_come_from_the_function():
    class Solver:
        def __call__(self, cells: str) -> int:
            return 1

        def method(self, cells: str) -> int:
            return 1

    functions = (counts, partial(counts), Solver(), Solver().method, len)
    assert [FunctionEngine(one).name for one in functions] == [
        "counts()", "counts()", "Solver()", "method()", "len()"
    ]  # fmt: skip
    assert isinstance(FunctionEngine(counts), Engine)


def test_two_functions_of_one_name_are_told_apart_and_one_given_twice_is_refused():
    one, other = (lambda cells: 1), (lambda cells: None)
    crosschecked = crosscheck(PUZZLE, engines=[one, other, "phases"])
    assert [*crosschecked.answers] == ["<lambda>()", "<lambda>()#2", "phases"]
    with pytest.raises(UnsupportedError, match="is named twice; it cannot confirm itself"):
        crosscheck(PUZZLE, engines=[one, other, one])


def test_an_engine_object_keeps_its_name():
    engines = [FunctionEngine(lambda cells: 1), FunctionEngine(lambda cells: None)]
    assert [*crosscheck(PUZZLE, engines=engines).answers] == ["<lambda>()", "<lambda>()#2"]
    assert [one.name for one in engines] == ["<lambda>()", "<lambda>()"]


def test_a_crosscheck_without_any_engine_is_refused():
    """Else it would agree with nobody."""
    for ask in (lambda: crosscheck(PUZZLE, engines=[]), lambda: crosscheck_many([PUZZLE], engines=[])):
        with pytest.raises(ValueError, match="no engine is named"):
            ask()


def test_a_single_function_in_place_of_several_engines_is_refused():
    for single in (counts, "phases", engine("phases"), 5):
        with pytest.raises(TypeError, match="put a single one in a list"):
            crosscheck(PUZZLE, engines=single)  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", [None, pytest.param(2, marks=pytest.mark.slow)])
def test_functions_are_asked_here_beside_engines_in_workers(jobs):
    """In every number of processes; the puzzles keep their order."""
    asked: list[str] = []

    def here(cells: str) -> int:
        asked.append(cells)
        return 1

    puzzles = [PUZZLE, "too short", "11.. .... .... ....", PUZZLE]
    found = list(crosscheck_many(puzzles, engines=[here, "phases"], jobs=jobs))
    assert [str(one.verdict) for one in found] == ["unique", "invalid", "none", "unique"]
    assert [one.agree for one in found] == [True, True, False, True]
    assert asked == ["1.....2..3.....4", "11..............", "1.....2..3.....4"]
    checked = check_many(puzzles, engine=here, jobs=jobs)
    assert [str(one.verdict) for one in checked] == ["unique", "invalid", "unique", "unique"]


def test_functions_only_are_asked_when_their_turn_comes():
    """Nothing is read ahead that nobody needs yet."""
    asked: list[str] = []
    found = check_many([PUZZLE] * 5, engine=asked.append, jobs=2)
    next(found)
    assert len(asked) == 1


CLAIMS = [
    # puzzle, what an outsider says, whether it agrees with phases, how many decided, the verdict
    (PUZZLE, SOLVED, True, 1, Verdict.UNIQUE),
    (PUZZLE, 1, True, 2, Verdict.UNIQUE),
    (PUZZLE, 2, False, 2, Verdict.UNIQUE),
    (PUZZLE, f"unique {SOLVED}", True, 2, Verdict.UNIQUE),
    (EMPTY, A, True, 1, Verdict.MULTIPLE),
    (EMPTY, "multiple", True, 2, Verdict.MULTIPLE),
    (EMPTY, 1, False, 2, Verdict.MULTIPLE),
    (EMPTY, f"unique {A}", False, 2, Verdict.MULTIPLE),
]


CLAIMS_IN_BOTH_ORDERS = [(*claim, number % 2 == 0) for number, claim in enumerate(CLAIMS)]


def test_a_claim_is_compared_with_what_an_engine_found():
    for puzzle, said, agree, decided, verdict, is_first in CLAIMS_IN_BOTH_ORDERS:

        def outsider(cells: str, said: object = said) -> object:
            return said

        engines: list[AnyEngine] = [outsider, "phases"]
        found = crosscheck(puzzle, engines=engines if is_first else engines[::-1])
        assert (found.agree, found.decided_by, found.verdict) == (agree, decided, verdict)
        if verdict is Verdict.UNIQUE:
            assert found.solutions == (Grid(SOLVED),)
        if verdict is Verdict.MULTIPLE:
            assert found.evidence is Evidence.WITNESS
        assert {found.dissents(name) for name in found.answers} == {not agree}
        assert list(found.refuted) == ([] if agree else ["outsider()"])


def test_claimed_verdicts_alone_are_no_witness():
    """So two solutions are looked for, and if there are none, whoever claims them is refuted."""
    engines: list[AnyEngine] = [lambda cells: "multiple", lambda cells: 288]
    found = crosscheck(EMPTY, engines=engines)
    assert (found.verdict, found.evidence, len(found.solutions)) == (Verdict.MULTIPLE, Evidence.WITNESS, 2)
    wrong = crosscheck(PUZZLE, engines=engines)
    assert (wrong.verdict, wrong.evidence, wrong.agree) == (Verdict.UNIQUE, Evidence.PROOF, False)
    assert list(wrong.refuted) == ["<lambda>()", "<lambda>()#2"]


def test_a_proof_shows_the_solution_that_a_count_only_claims():
    found = crosscheck(PUZZLE, engines=[lambda cells: 1], prove=True)
    assert (found.verdict, found.evidence, found.solutions) == ("unique", Evidence.PROOF, (Grid(SOLVED),))
    wrong = crosscheck(PUZZLE, engines=[lambda cells: 2], prove=True)
    assert (wrong.verdict, wrong.agree, list(wrong.refuted)) == (Verdict.UNIQUE, False, ["<lambda>()"])


def test_solutions_alone_decide_nothing():
    found = crosscheck(PUZZLE, engines=[finds_one, lambda cells: finds_one(cells)])
    assert (found.verdict, found.agree, found.decided_by) == (Verdict.UNKNOWN, True, 0)


def test_a_claimed_solution_refutes_none_and_another_unique_solution():
    """Three by three: each pair of answers is compared, whatever stands first."""
    says_none, says_a, unique_b = (lambda c: None), (lambda c: A), (lambda c: f"unique {B}")
    counts_one = lambda c: 1  # noqa: E731
    for engines, wrong in (
        ([says_none, says_a], [0]),
        ([says_a, unique_b], [1]),
        ([counts_one, says_a, unique_b], [0, 2]),
    ):
        found = crosscheck(EMPTY, engines=engines)
        assert (found.agree, found.verdict) == (False, Verdict.MULTIPLE)
        assert list(found.refuted) == [[*found.answers][number] for number in wrong]


class Mine:
    """An engine by hand."""

    name = "mine"
    traits = Traits()

    def answer(self, puzzle, *, limit=2, timeout=None, on_result=None):
        return Answer.of_search([Grid(SOLVED)], 1, exhausted=True)


def test_an_object_with_all_that_an_engine_has_is_one():
    for ask in (check, solve, count):
        assert ask(PUZZLE, engine=Mine()) == ask(PUZZLE, engine=Mine())
    assert check(PUZZLE, engine=Mine()).engine == "mine"
    assert check(PUZZLE, engine=showing(Verdict.UNIQUE, SOLVED)).verdict is Verdict.UNIQUE


def test_an_engine_that_can_be_called_is_an_engine_and_no_function():
    called = type("Called", (Mine,), {"__call__": lambda self, cells: "none"})()
    assert check(PUZZLE, engine=called).engine == "mine"
    with pytest.raises(TypeError, match="this Called has no attribute `name` and no `traits`"):
        check(PUZZLE, engine=type("Called", (), {"__call__": len, "answer": Mine.answer})())


async def later(cells: str) -> str:
    """A function that returns something to be awaited."""
    return cells


def without(*names: str) -> object:
    """An object that lacks these members of an engine."""
    members = {name: value for name, value in vars(Mine).items() if name not in names}
    return type("Mine", (), members)()


NO_ENGINES = [
    (without("answer"), "this Mine has no attribute `answer`"),
    (without("name", "traits"), "this Mine has no attribute `name` and no `traits`"),
    (5, "an engine is a name, an Engine or a function: this is an int"),
    ([5], "this is a list"),
    (
        object.__new__(type("Mine", (), {})),
        "this Mine has no attribute `name` and no `traits` and no `answer`",
    ),
    (later, "not an async function"),
    (type("Odd", (Mine,), {"answer": None})(), "`answer` of this Odd has to be a method, not NoneType"),
    (Mine, "not the class Mine: give an object of it"),
    (type("Odd", (Mine,), {"traits": {}})(), "`traits` of this Odd has to be a Traits, not dict"),
    (type("Odd", (Mine,), {"name": 5})(), "`name` of this Odd has to be a text, not int"),
    (type("Odd", (Mine,), {"answer": 5})(), "`answer` of this Odd has to be a method, not int"),
]


def test_an_object_that_is_no_engine_gets_a_message_that_says_what_is_missing():
    asks: list[Callable[[Any], object]] = [
        lambda given: check(PUZZLE, engine=given),
        lambda given: solve(PUZZLE, engine=given),
        lambda given: check_many([], engine=given),
        lambda given: crosscheck(PUZZLE, engines=[given]),
        lambda given: diagnose(PUZZLE, engine=given),
        lambda given: solutions(PUZZLE, engine=given),
    ]
    for given, message in NO_ENGINES:
        for ask in asks:
            with pytest.raises(TypeError, match=r"^an engine is a name, an Engine or a function") as caught:
                ask(given)
            assert message in str(caught.value)


def test_a_diagnosis_of_what_is_not_shown_or_not_true_is_unknown():
    for said, why in (
        (SOLVED, "no word on others"),
        ("multiple", "says multiple, and does not show it"),
        (None, "does not confirm"),
    ):
        found = diagnose(PUZZLE, engine=lambda cells, said=said: said)
        assert (found.verdict, found.contradiction, found.ambiguity, found.redundancy) == (
            "unknown",
            None,
            None,
            None,
        )
        assert why in (found.reason or "")
