"""Functions of others in processes of their own: of a file or a module by name, and closures with a limit."""

import os
import re
import runpy
import subprocess
import sys
import textwrap
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from sudocube import check, check_many, crosscheck, crosscheck_many, solutions
from sudocube.conformance.asked_solver import WrittenPuzzle
from sudocube.engines import Failed, Found, Refuted, engine
from sudocube.engines.asking import refereed_answer
from sudocube.engines.outsiders import FunctionEngine
from sudocube.engines.registry import AnyEngine
from sudocube.errors import EngineError, UnknownNameError, UnsupportedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Claim, Verdict
from tests.engines.small_programs import always, assert_all_are_gone

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no function of others runs there")

PUZZLE, SOLVED = "1.....2..3.....4", "1243342143122134"
CLASH = "11.............."
EMPTY = "." * 16
SHORT = 0.3
"""A time limit in seconds, for functions that hang."""
LONG = 60.0
"""A time limit that nothing here reaches."""

Make = Callable[..., str]


@pytest.fixture
def named(tmp_path, monkeypatch) -> Make:
    """Writes a file with a function `solve(cells)` of this code, and returns the name of the engine."""
    monkeypatch.chdir(tmp_path)

    def make(code: str, file: str = "solver.py", head: str = "") -> str:
        body = textwrap.indent(textwrap.dedent(code), "    ")
        Path(file).write_text(f"import os, sys, time\n{head}\ndef solve(cells):\n{body}\n", "utf-8")
        return f"python:{file}:solve"

    return make


@pytest.fixture(params=["file", "closure"])
def either(request, named) -> Callable[..., AnyEngine]:
    """The function as an engine: by its name, or as one that no other process can import."""

    def make(code: str, head: str = "") -> AnyEngine:
        name = named(code, head=head)
        return name if request.param == "file" else cast(AnyEngine, runpy.run_path("solver.py")["solve"])

    return make


# What a function gets, and what it may do

RETURNED = [
    (SOLVED, ("unknown", Claim.SOLUTION, 1)),
    (f"unique {SOLVED}", ("unique", Claim.VERDICT, 1)),
    (None, ("none", Claim.VERDICT, 0)),
    ("unknown", ("unknown", Claim.VERDICT, 0)),
    (1, ("unique", Claim.COUNT, 0)),
    ({"verdict": "unique", "count": 1, "solutions": [SOLVED]}, ("unique", Claim.VERDICT, 1)),
    ([[int(d) for d in SOLVED[r : r + 4]] for r in (0, 4, 8, 12)], ("unknown", Claim.SOLUTION, 1)),
]


def test_what_it_returns_claims_the_same_as_in_the_process_of_the_caller(named):
    name = named("return said.pop(0)", "my solver.py", head=f"said = {[said for said, _ in RETURNED]!r}")
    one = engine(name)
    assert one.name == name
    for said, expected in RETURNED:
        answer = one.answer(Puzzle(PUZZLE))
        assert (str(answer.verdict), answer.claims, len(answer.solutions)) == expected
        here = crosscheck(PUZZLE, engines=[always(said)]).answers["<lambda>()"]
        assert (here.verdict, here.solutions, here.count, here.exhausted, here.claims) == (
            answer.verdict, answer.solutions, answer.count, answer.exhausted, answer.claims
        )  # fmt: skip


def test_it_gets_each_text_as_it_stands_and_what_it_prints_and_reads_disturbs_nothing(named):
    """Nor does what a program prints that it starts; and a line that is no puzzle reaches it, too."""
    lines = ["", " ", "é", "12 34\r", "\ud800\udcff", "1\u2028 2"]
    code = f"""
        print("none"); os.write(1, b"none\\n"); os.system("echo none")
        return 1 + {lines!a}.index(cells) + len(sys.stdin.read())
    """
    one = engine(named(code, head="print('hello')\nsys.stdout.write('no end of line')"))
    counts = [one.answer(WrittenPuzzle(line, Puzzle(EMPTY)), limit=9).count for line in lines]
    assert counts == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_thousands_of_grids_come_through_and_the_referee_sees_all(named):
    many = [str(grid) for grid in solutions(EMPTY)]
    found: list[Grid] = []
    answer = engine(named(f"return {many!r}")).answer(Puzzle(EMPTY), limit=1000, on_result=found.append)
    assert (answer.verdict, len(set(found)), len(found)) == (Verdict.MULTIPLE, 288, 288)
    wrong = refereed_answer(engine(named("return ['1' * 625] * 200")), Puzzle("." * 625))
    assert "the referee refuses" in (wrong.reason or "")
    with pytest.raises(EngineError, match=r"flooded: it printed a line of more than [\d,]+ bytes"):
        engine(named("return ['1' * 625] * 20_000")).answer(Puzzle("." * 625), timeout=LONG)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name"),
    [("here.py", "here"), ("deep/mine.py", "deep/mine.py"), ("json.py", "json.py"),
     ("sudocube.py", "sudocube.py")],
)  # fmt: skip
def test_a_module_and_a_file_are_found_and_take_the_place_of_nothing(named, file, name):
    """Modules beside the file are found; one that is called like a module of Python is only what is asked."""
    Path("deep").mkdir()
    Path(file).with_name("helper_of_a_solver.py").write_text("ANSWER = 'none'")
    named("return ANSWER", file, head="from helper_of_a_solver import ANSWER")
    assert check(CLASH, engine=f"python:{name}:solve").verdict is Verdict.NONE


# What it loses

FAULTS = tomllib.loads(Path(__file__).with_name("faulty_programs.toml").read_text("utf-8"))["functions"]


@pytest.mark.parametrize(
    ("jobs", "faults"), [(1, FAULTS[:3]), pytest.param(2, FAULTS, marks=pytest.mark.slow)]
)
def test_a_function_that_fails_loses_one_puzzle_and_the_others_go_on(either, jobs, faults):
    """Whether its process goes on, or has to be started anew; nothing is refuted."""
    bad = [f"11{place * '.'}2{(13 - place) * '.'}" for place in range(len(faults))]
    code = "".join(f"if cells == {b!r}:\n    {fault}\n" for b, (fault, _) in zip(bad, faults, strict=True))
    one = either(f"{code}return 1")
    puzzles = [puzzle for lost in bad for puzzle in (PUZZLE, lost)] + [PUZZLE]
    found = [*crosscheck_many(puzzles, engines=[one, "phases"], jobs=jobs, timeout=LONG)]
    answers = [next(iter(each.answers.values())) for each in found]
    assert [isinstance(answer, Failed | Refuted) for answer in answers] == [False, True] * len(bad) + [False]
    assert not any(isinstance(answer, Refuted) for answer in answers)
    assert [str(each.verdict) for each in found] == ["unique", "none"] * len(bad) + ["unique"]
    for answer, (_, reason) in zip(answers[1::2], faults, strict=True):
        assert reason in re.sub(r":\d+\)", ":5)", answer.reason or "")
        assert (answer.reason or "").isprintable()


@pytest.mark.slow
def test_a_function_that_hangs_is_stopped_and_the_others_go_on(either, tmp_path):
    """What runs out of time is undecided, and no fault; what it has started is stopped with it."""
    code = """
        if cells.startswith("11"):
            child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
            open("pids", "a").write(f"{os.getpid()} {child.pid}\\n")
            time.sleep(1000)
        return 1
    """
    one = either(code, head="import subprocess")
    found = [*check_many([PUZZLE, CLASH, PUZZLE], engine=one, timeout=SHORT)]
    assert [str(each.verdict) for each in found] == ["unique", "unknown", "unique"]
    assert found[1].reason == f"out of time after {SHORT} s, and stopped by force"
    crosschecked = crosscheck(CLASH, engines=["phases", one], timeout=SHORT)
    assert (crosschecked.verdict, crosschecked.refuted, crosschecked.failed) == (Verdict.NONE, {}, {})
    assert_all_are_gone(tmp_path / "pids")


@pytest.mark.slow
def test_a_function_that_needs_too_much_memory_is_stopped(either, monkeypatch):
    """What this process had itself does not count."""
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "200MB")
    had = bytearray(os.urandom(1)) * 250_000_000
    one = either("kept = []\nwhile cells.startswith('11'): kept.append(bytearray(b'1') * 10**6)\nreturn 1")
    found = [*check_many([PUZZLE, CLASH, PUZZLE], engine=one, timeout=LONG)]
    assert [str(each.verdict) for each in found] == ["unique", "unknown", "unique"]
    assert "it needed more than 209,715,200 bytes of memory" in (found[1].reason or "")
    assert had


NAMES = tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    "refused", ["functions", pytest.param("functions_that_are_imported", marks=pytest.mark.slow)]
)
def test_a_name_without_a_function_is_refused_when_the_engine_is_made(named, refused):
    """Not at each of a million puzzles; and the message says what is there."""
    named("return 1", head="class Solver: pass\nNUMBER = 5\nasync def later(cells): return 1")
    for file, text in (
        ("breaks.py", "\nnothing\n"), ("odd.py", "def solve(:\n"), ("notes.txt", ""),
        ("exits.py", "raise SystemExit(3)"), ("dies.py", "import os; os._exit(5)"),
    ):  # fmt: skip
        Path(file).write_text(text)
    for name, message in NAMES[refused].items():
        with pytest.raises((UnsupportedError, UnknownNameError), match=message):
            engine(name)


# Functions that only this process has


def test_without_a_time_limit_it_runs_here_and_with_one_it_changes_nothing_here():
    asked: list[str] = []

    def noting(cells: str) -> int:
        asked.append(cells)
        return len(asked)

    engine = FunctionEngine(noting)
    assert [engine.answer(Puzzle(EMPTY), limit=9, timeout=LONG).count for _ in range(2)] == [1, 2]
    assert asked == []
    assert check(PUZZLE, engine=noting).verdict is Verdict.UNIQUE
    assert asked == [PUZZLE]


@pytest.mark.slow
def test_nothing_is_left_when_the_caller_is_killed(tmp_path):
    """By a signal that nobody can handle."""
    script = """
        import os, sys, time
        from sudocube import check
        pids = sys.argv[1]
        def hang(cells):
            open(pids, "w").write(f"{os.getpid()}\\n")
            time.sleep(1000)
        check("1.....2..3.....4", engine=hang, timeout=1000)
    """
    pids = tmp_path / "pids"
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(script), str(pids)]
    with subprocess.Popen(command) as caller:
        while not (pids.exists() and pids.read_text().endswith("\n")):
            assert caller.poll() is None
            time.sleep(0.01)
        caller.kill()
    assert_all_are_gone(pids)


def test_a_function_that_is_gone_when_it_is_started_anew_has_failed(named):
    """It was there for the first puzzle."""
    one = engine(named("if cells[0] == '1': os._exit(4)\nreturn 1"))
    Path("solver.py").unlink()
    answers = [refereed_answer(one, Puzzle(cells)) for cells in (EMPTY, PUZZLE, EMPTY)]
    assert [type(answer) for answer in answers] == [Found, Failed, Failed]
    assert "solver.py cannot be imported" in (answers[2].reason or "")


def test_where_no_process_can_be_started_the_puzzle_is_lost(monkeypatch):
    def no_process(*_: object, **options: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", no_process)
    checked = check(PUZZLE, engine=lambda cells: 1, timeout=LONG)
    assert checked.verdict is Verdict.UNKNOWN
    assert (checked.reason or "").startswith("no process can be started: ")
