"""What holds for programs and functions of others, in whatever way they are asked."""

import shlex
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from sudocube import check, check_many, count, crosscheck, solve
from sudocube.engines import Engine, Failed, Refuted, Undecided, engine
from sudocube.engines.asking import ask, refereed_answer
from sudocube.engines.outsiders import Outsider
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.errors import UnsupportedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Verdict
from tests.contract.outsider import FATAL

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


NEIGHBOURS = [Puzzle("1... ..2. .3.. ...4"), Puzzle("12.. ...3 ..3. ...4"), Puzzle("12.. 34.. .... ...1")]
EXPECTED = [Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE]
TIMEOUT = 60.0
"""A time limit in seconds that only guards against a hang."""


@cache
def right(way: str) -> Engine:
    """One right engine for all tests, so that the state after one test is there in the next."""
    return engine(WAYS[way]("right"))


def close(one: Engine) -> None:
    """End what goes on from one puzzle to the next, if anything does."""
    if isinstance(one, Outsider):
        one.close()


@pytest.fixture(params=[*WAYS])
def way(request) -> str:
    """How the solver is asked."""
    return str(request.param)


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    """Ends the programs after the last test."""
    yield
    for way in WAYS:
        close(right(way))


def test_it_is_an_engine_with_a_time_limit_of_its_own_that_refuses_what_it_cannot_take(way):
    """A line of 81 cells cannot say pencilmarks, clauses can; and it can be made again by its name."""
    one = right(way)
    assert isinstance(one, Engine)
    assert engine(one.name).name == one.name
    assert type(engine(one.name)) is type(one)
    assert one.traits.default_timeout == OUTSIDER_TIMEOUT
    assert one.traits.pencilmarks is (way == "SAT solver")
    if not one.traits.pencilmarks:
        marks = Puzzle("123456789" * 80 + "12.......")
        with pytest.raises(UnsupportedError, match="takes no pencilmarks"):
            one.answer(marks)
        assert isinstance(refereed_answer(one, marks), Undecided)
    for wrong in ({"limit": 0}, {"timeout": 0.0}, {"timeout": -1.0}, {"timeout": float("nan")}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            one.answer(NEIGHBOURS[0], **wrong)


def test_a_right_solver_is_right_and_what_its_caller_does_harms_nobody(way):
    """An exception of the caller comes through as it is; an iterator that is closed leaves nothing behind."""
    one, error = right(way), LookupError()

    def give_up(grid):
        raise error

    with pytest.raises(LookupError) as caught:
        one.answer(NEIGHBOURS[2], on_result=give_up)
    assert caught.value is error
    for number, given_now in ask([one], enumerate(NEIGHBOURS), timeout=TIMEOUT, jobs=1):
        assert given_now[one.name].verdict is EXPECTED[number]
        assert one.answer(NEIGHBOURS[0], timeout=TIMEOUT).verdict is EXPECTED[0]  # while the others wait
    answers = ask([one], enumerate(3 * NEIGHBOURS), timeout=TIMEOUT, jobs=1)
    next(answers)
    answers.close()
    given = [refereed_answer(one, puzzle, timeout=TIMEOUT) for puzzle in NEIGHBOURS]
    assert [(one.verdict, one.reason, isinstance(one, Failed | Refuted)) for one in given] == [
        (one, None, False) for one in EXPECTED
    ]
    assert [len(set(answer.solutions)) for answer in given] == [1, 0, 2]


FAULTS = {"dies": Failed, "garbles": Failed, "errs": Refuted, "hangs": Undecided}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.slow
def test_a_fault_costs_one_puzzle_and_its_neighbours_are_answered(way, fault, jobs):
    """Only a grid that the referee refuses is refuted; a time limit is not even a fault."""
    name = WAYS[way](fault)
    one = engine(name)
    puzzles = [*NEIGHBOURS, Puzzle(FATAL), *NEIGHBOURS]
    timeout = 2.0 if fault == "hangs" else TIMEOUT
    answers = [given[name] for _, given in ask([one], enumerate(puzzles), timeout=timeout, jobs=jobs)]
    lost = answers.pop(3)
    assert lost.reason
    assert type(lost) is FAULTS[fault]
    assert [answer.verdict for answer in answers] == 2 * EXPECTED
    close(one)


@pytest.mark.parametrize("way", ["line by line", "function"], indirect=True)
def test_it_may_be_named_wherever_an_engine_can(way):
    """In `check`, `solve`, `count` and `crosscheck`, for one puzzle and for many."""
    one, puzzle = right(way), NEIGHBOURS[0]
    assert check(puzzle, engine=one).verdict == "unique"
    assert solve(puzzle, engine=one) == Grid("1243342143122134")
    assert (count(puzzle, engine=one).number, count(puzzle, engine=one).exact) == (1, True)
    assert [found.verdict for found in check_many(NEIGHBOURS, engine=one, jobs=1)] == EXPECTED
    both = crosscheck(puzzle, engines=["phases", one])
    assert (both.verdict, str(both.evidence), both.refuted) == ("unique", "agreement", {})
