"""What holds for programs and functions of others, in whatever way they are asked."""

import shlex
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from sudocube import check, check_many, count, crosscheck, crosscheck_many, solve
from sudocube.engines import OUTSIDER_TIMEOUT, Engine, engine
from sudocube.errors import UnsupportedError
from sudocube.jobs import ask, refereed_answer
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Verdict
from tests.contract.outsider import FATAL
from tests.puzzles import EXAMPLES

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of others need Linux or macOS")

HERE = Path(__file__).resolve().parent
PYTHON = shlex.join([sys.executable, "-I", "-S"])
PROGRAM = f"command:{PYTHON} {shlex.quote(str(HERE / 'outsider.py'))}"
SAT_PROGRAM = f"{PYTHON} {shlex.quote(str(HERE.parent / 'engines' / 'answering_sat_solver.py'))}"

SAT_WAYS = {
    "right": "competition",
    "hangs": "hangs",
    "dies": "killed",
    "garbles": "prose",
    "errs": "two_digits",
}
"""How the SAT solver is told to do what the functions of `outsider` do."""

WAYS: dict[str, Callable[[str], str]] = {
    "line by line": lambda name: f"{PROGRAM} {name}",
    "started for each puzzle": lambda name: f"{PROGRAM} {name} {{}}",
    "function": lambda name: f"python:{HERE / 'outsider.py'}:{name}",
    "SAT solver": lambda name: f"sat:minimal@command:{SAT_PROGRAM} four:{SAT_WAYS[name]}",
}
"""How the solver is asked: from the name of a function of `outsider` to that of an engine."""

VERDICTS = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE}
KNOWN = [
    (puzzle, VERDICTS[solutions])
    for puzzle, solutions in (
        (Puzzle(cells, geometry), solutions) for _, cells, geometry, solutions in EXAMPLES
    )
    if puzzle.geometry.size <= 6 and len(puzzle.clues) > 2 and puzzle.geometry.box_rows == 2
]
"""Puzzles whose boxes the solver knows."""

NEIGHBOURS = [Puzzle("1... ..2. .3.. ...4"), Puzzle("12.. ...3 ..3. ...4"), Puzzle("12.. 34.. .... ...1")]
"""With one solution, none and three."""
EXPECTED = [Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE]
TIMEOUT = 2.0
"""A time limit in seconds that every right answer keeps, also on a busy machine."""


@cache
def right(way: str) -> Engine:
    """One right engine for all tests, so that the state after one test is there in the next."""
    return engine(WAYS[way]("right"))


@pytest.fixture(params=[*WAYS])
def way(request) -> str:
    """How the solver is asked."""
    return str(request.param)


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    """Ends the programs after the last test."""
    yield
    for way in WAYS:
        right(way).close()  # type: ignore[attr-defined]


def test_it_is_an_engine_that_can_be_made_again_by_its_name(way):
    """And it has a time limit of its own."""
    one = right(way)
    assert isinstance(one, Engine)
    assert engine(one.name).name == one.name
    assert type(engine(one.name)) is type(one)
    assert one.traits.default_timeout == OUTSIDER_TIMEOUT


def test_a_right_solver_is_right_about_every_puzzle(way):
    """Its solutions are refereed, and back its verdict."""
    for puzzle, verdict in KNOWN:
        answer = refereed_answer(right(way), puzzle, timeout=60)
        assert (answer.verdict, answer.reason, answer.faulty) == (verdict, None, False)
        assert len(set(answer.solutions)) == {"none": 0, "unique": 1, "multiple": 2}[verdict]


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_the_order_of_the_puzzles_here_and_in_workers(way, jobs):
    """None is taken for that of a neighbour, and the program says the same of a puzzle each time."""
    items = [(index, puzzle) for index, (puzzle, _) in enumerate(3 * KNOWN)]
    one = right(way)
    given = [
        (index, answers[one.name].verdict) for index, answers in ask([one], items, timeout=60, jobs=jobs)
    ]
    assert given == [(index, verdict) for index, (_, verdict) in enumerate(3 * KNOWN)]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("fault", "faulty", "refuted"),
    [
        ("hangs", False, False),
        ("dies", True, False),
        ("garbles", True, False),
        ("errs", True, True),
    ],
)
def test_a_fault_costs_one_puzzle_and_its_neighbours_are_answered(way, fault, faulty, refuted, jobs):
    """Only a grid that the referee refuses is refuted; a time limit is not even a fault."""
    name = WAYS[way](fault)
    puzzles = [*NEIGHBOURS, Puzzle(FATAL), *NEIGHBOURS]
    one = engine(name)
    answers: list[Answer] = []
    for _, given in ask([one], enumerate(puzzles), timeout=TIMEOUT, jobs=jobs):
        answers.append(given[name])
    lost = answers.pop(3)
    assert lost.reason
    assert (lost.verdict, lost.faulty, lost.refuted) == ("unknown", faulty, refuted)
    assert [answer.verdict for answer in answers] == 2 * EXPECTED
    one.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "error", [LookupError(), TimeoutError(), KeyboardInterrupt()], ids=lambda error: type(error).__name__
)
def test_an_exception_of_the_caller_comes_through_and_the_next_puzzle_is_answered(way, error):
    """The same object; it is no fault of the solver."""

    def give_up(grid):
        raise error

    with pytest.raises(type(error)) as caught:
        right(way).answer(NEIGHBOURS[2], on_result=give_up)
    assert caught.value is error
    error.__traceback__ = None
    assert [right(way).answer(puzzle).verdict for puzzle in NEIGHBOURS] == EXPECTED


def test_answers_that_nobody_waits_for_are_not_given_to_others(way):
    """The iterator was closed while the program had further puzzles."""
    one = right(way)
    for taken in (1, 2, 5):
        answers = ask([one], enumerate(20 * NEIGHBOURS), timeout=60, jobs=1)
        for _ in range(taken):
            next(answers)
        answers.close()
        assert [one.answer(puzzle).verdict for puzzle in NEIGHBOURS] == EXPECTED


def test_pencilmarks_are_taken_or_refused(way):
    """A line of 81 cells cannot say them; clauses can."""
    marks = Puzzle("123456789" * 80 + "12......." + "")
    if right(way).traits.pencilmarks:
        assert way == "SAT solver"
    else:
        with pytest.raises(UnsupportedError, match="takes no pencilmarks"):
            right(way).answer(marks)
        assert not refereed_answer(right(way), marks).faulty


@pytest.mark.parametrize(
    "wrong", [{"limit": 0}, {"timeout": 0.0}, {"timeout": -1.0}, {"timeout": float("nan")}]
)
def test_a_limit_that_is_none_is_refused(way, wrong):
    """Before anything is asked."""
    with pytest.raises(ValueError, match=next(iter(wrong))):
        right(way).answer(NEIGHBOURS[0], **wrong)


def test_it_may_be_named_wherever_an_engine_can(way):
    """In `check`, `solve`, `count` and `crosscheck`, for one puzzle and for many."""
    name, puzzle = right(way).name, NEIGHBOURS[0]
    assert check(puzzle, engine=name).verdict == "unique"
    assert solve(puzzle, engine=name) == Grid("1243342143122134")
    assert (count(puzzle, engine=name).number, count(puzzle, engine=name).exact) == (1, True)
    assert [one.verdict for one in check_many(NEIGHBOURS, engine=name, jobs=2)] == EXPECTED
    both = crosscheck(puzzle, engines=["phases", name])
    assert (both.verdict, str(both.evidence), both.refuted) == ("unique", "agreement", {})
    many = crosscheck_many(NEIGHBOURS, engines=["phases", name], jobs=2)
    assert [(one.verdict, one.agree) for one in many] == [(verdict, True) for verdict in EXPECTED]
