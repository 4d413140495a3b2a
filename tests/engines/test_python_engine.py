"""Functions as engines by their names: a module or a file, in a process of its own."""

import os
import re
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from pathlib import Path
from time import sleep

import pytest

from sudocube import check, check_many, count, crosscheck, crosscheck_many, solutions
from sudocube.conformance.asked_solver import WrittenPuzzle
from sudocube.engines import BatchEngine, engine, kept_engine
from sudocube.engines.contained_function import ContainedFunction, place_of
from sudocube.engines.python_engine import PythonEngine
from sudocube.errors import EngineError, RefutedError, UnknownNameError, UnsupportedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Claim, Verdict
from tests.engines.small_programs import always
from tests.engines.test_function_engine import EMPTY, finds_one

PUZZLE, SOLVED = "1.....2..3.....4", "1243342143122134"
CLASH = "11.............."
LIMIT = 0.3
"""A short time limit in seconds, for functions that hang."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of others need Linux or macOS")

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


def test_a_function_of_a_file_gets_the_cells_and_its_name_is_that_of_the_engine(named):
    one = engine(named("return cells.replace('.', '0').count('0')", "my solver.py"))
    assert isinstance(one, BatchEngine)
    assert one.name == "python:my solver.py:solve"
    answer = one.answer(Puzzle(PUZZLE), limit=100)
    assert (answer.count, answer.claims) == (12, Claim.COUNT)


@pytest.mark.slow
def test_a_function_of_a_module_is_found_in_the_working_folder_and_on_the_path(named, tmp_path, monkeypatch):
    named("return 1", "here.py")
    assert check(PUZZLE, engine="python:here:solve").verdict is Verdict.UNIQUE
    (tmp_path / "elsewhere" / "package").mkdir(parents=True)
    (tmp_path / "elsewhere" / "package" / "part.py").write_text(
        "class Solver:\n    find = staticmethod(lambda c: 1)"
    )
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    assert check(PUZZLE, engine="python:package.part:Solver.find").verdict is Verdict.UNIQUE


@pytest.mark.slow
def test_a_file_finds_the_modules_beside_it_wherever_it_is_started(named, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "helper_of_a_solver.py").write_text("ANSWER = 'none'")
    name = named("return ANSWER", "deep/mine.py", head="from helper_of_a_solver import ANSWER")
    assert check(CLASH, engine=name).verdict is Verdict.NONE


RETURNED = [
    (SOLVED, ("unknown", Claim.SOLUTION, 1)),
    (f"unique {SOLVED}", ("unique", Claim.VERDICT, 1)),
    (None, ("none", Claim.VERDICT, 0)),
    ("multiple", ("multiple", Claim.VERDICT, 0)),
    ("unknown", ("unknown", Claim.VERDICT, 0)),
    (1, ("unique", Claim.COUNT, 0)),
    ({"count": 1, "solutions": [SOLVED]}, ("unique", Claim.COUNT, 1)),
    ({"verdict": "unique", "count": 1, "solutions": [SOLVED]}, ("unique", Claim.VERDICT, 1)),
    ({"verdict": "unknown", "solutions": [SOLVED]}, ("unknown", Claim.SOLUTION, 1)),
    ([[int(d) for d in SOLVED[r : r + 4]] for r in (0, 4, 8, 12)], ("unknown", Claim.SOLUTION, 1)),
]


def test_what_it_returns_claims_the_same_as_in_the_process_of_the_caller(named):
    one = engine(named("return said.pop(0)", head=f"said = {[said for said, _ in RETURNED]!r}"))
    for said, expected in RETURNED:
        answer = one.answer(Puzzle(PUZZLE))
        assert (str(answer.verdict), answer.claims, len(answer.solutions)) == expected
        here = crosscheck(PUZZLE, engines=[always(said)]).answers["<lambda>()"]
        assert (here.verdict, here.solutions, here.count, here.exhausted, here.claims) == (
            answer.verdict, answer.solutions, answer.count, answer.exhausted, answer.claims
        )  # fmt: skip


@pytest.mark.slow
def test_thousands_of_grids_come_through(named):
    """They are sent in several lines, and the referee sees all of them."""
    many = [str(grid) for grid in solutions(EMPTY)]
    one = engine(named(f"return {many!r} + {many[:1]!r} * (cells[0] == '1')"))
    found: list[Grid] = []
    answer = one.answer(Puzzle(EMPTY), limit=1000, on_result=found.append)
    assert (answer.verdict, len(found), len(set(found))) == (Verdict.MULTIPLE, 288, 288)
    many25 = named("return ['1' * 625] * 200")
    with pytest.raises(RefutedError, match="the referee refuses"):
        engine(many25).answer(Puzzle("." * 625))


def test_what_it_prints_and_reads_does_not_disturb_its_answers(named):
    """Nor what a program prints that it starts."""
    code = "print('none'); os.system('echo none'); os.write(1, b'none\\n'); return len(sys.stdin.read()) + 1"
    name = named(code, head="print('hello')\nsys.stdout.write('no end of line')")
    assert [str(one.verdict) for one in check_many([PUZZLE] * 3, engine=name)] == ["unique"] * 3


FAULTS = [
    # what the function does at the clash, and the reason
    ("raise ValueError('no idea\\n\\x1b[2J')",
     r"python:solver.py:solve broke off: ValueError: 'no idea\n\x1b[2J' (solver.py:5)"),
    ("return cells[99]",
     "python:solver.py:solve broke off: IndexError: 'string index out of range' (solver.py:5)"),
    ("sys.exit(3)", "python:solver.py:solve broke off: left by exit(3) (solver.py:5)"),
    ("raise KeyboardInterrupt", "python:solver.py:solve broke off: KeyboardInterrupt: '' (solver.py:5)"),
    ("return 'dunno'", "garbled: it says 'dunno'; an answer is a grid"),
    ("return object", "garbled: it says <class 'object'>"),
    ("os._exit(4)", "ended with status 4"),
    ("os.kill(os.getpid(), 9)", "ended by signal 9"),
    ("os.close(1); os.close(2); os.closerange(3, 99); os._exit(0)",
     "ended with status 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("jobs", "faults"),
    [
        (1, [one for one in FAULTS if not one[0].startswith("os.")]),
        pytest.param(1, FAULTS, marks=pytest.mark.slow),
        pytest.param(2, FAULTS, marks=pytest.mark.slow),
    ],
)
def test_a_function_that_fails_loses_one_puzzle_and_the_others_go_on(named, jobs, faults):
    """Whether its process goes on, or has to be started anew."""
    bad = [f"11{place * '.'}2{(13 - place) * '.'}" for place in range(len(faults))]
    code = "".join(
        f"if cells == {cells!r}:\n    {fault}\n" for cells, (fault, _) in zip(bad, faults, strict=True)
    )
    name = named(f"{code}return 1")
    puzzles = [puzzle for lost in bad for puzzle in (PUZZLE, lost)] + [PUZZLE]
    found = [*crosscheck_many(puzzles, engines=[name, "phases"], jobs=jobs)]
    answers = [one.answers[name] for one in found]
    assert [answer.faulty for answer in answers] == [False, True] * len(bad) + [False]
    assert not any(answer.refuted for answer in answers)
    assert [str(one.verdict) for one in found] == ["unique", "none"] * len(bad) + ["unique"]
    for answer, (_, reason) in zip(answers[1::2], faults, strict=True):
        assert re.sub(r":\d+\)", ":5)", answer.reason or "").startswith(reason)
        assert (answer.reason or "").isprintable()


@pytest.mark.slow
def test_a_function_that_hangs_is_stopped_and_the_others_go_on(named):
    """What runs out of time is undecided, and no fault."""
    name = named("while cells.startswith('11'): pass\nreturn 1")
    found = [*check_many([PUZZLE, CLASH, PUZZLE], engine=name, timeout=LIMIT)]
    assert [str(one.verdict) for one in found] == ["unique", "unknown", "unique"]
    assert found[1].reason == f"out of time after {LIMIT} s, and stopped by force"
    answer = crosscheck(CLASH, engines=[name, "phases"], timeout=LIMIT).answers[name]
    assert (answer.verdict, answer.faulty) == (Verdict.UNKNOWN, False)


@pytest.mark.slow
def test_the_time_for_the_import_does_not_count(named):
    name = named("return 1", head=f"time.sleep({2 * LIMIT})")
    assert check(PUZZLE, engine=name, timeout=LIMIT).verdict is Verdict.UNIQUE


@pytest.mark.slow
def test_a_function_that_needs_too_much_memory_is_stopped(named, monkeypatch):
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "200MB")
    name = named("kept = []\nwhile cells.startswith('11'): kept.append(bytearray(10**6))\nreturn 1")
    found = [*check_many([PUZZLE, CLASH, PUZZLE], engine=name)]
    assert [str(one.verdict) for one in found] == ["unique", "unknown", "unique"]
    assert "it needed more than 209,715,200 bytes of memory" in (found[1].reason or "")


@pytest.mark.slow
def test_an_answer_without_end_is_a_flood(named):
    with pytest.raises(EngineError, match=r"flooded: it returned more than [\d,]+ grids"):
        engine(named("return ['1' * 625] * 100_000")).answer(Puzzle("." * 625), timeout=60)


@pytest.mark.slow
def test_nothing_of_it_is_left_when_the_engine_is_closed(named, tmp_path):
    """Neither the function's process nor one that it has started."""
    name = named("import subprocess\nchild = subprocess.Popen(['sleep', '100'], start_new_session=True)\n"
                 "open('pids', 'w').write(f'{os.getpid()} {child.pid}')\nreturn 1")  # fmt: skip
    one = engine(name)
    assert isinstance(one, PythonEngine)
    one.answer(Puzzle(PUZZLE))
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    one.close()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert one.answer(Puzzle(PUZZLE)).count == 1  # started anew


@pytest.mark.slow
def test_the_engine_is_made_anew_where_others_are_kept(named):
    """The file may have changed."""
    name = named("return 1")
    assert kept_engine(name) is not kept_engine(name)
    assert check(PUZZLE, engine=name).verdict is Verdict.UNIQUE
    named("return None")
    assert check(CLASH, engine=name).verdict is Verdict.NONE


FORMS = "names no function; expected python:MODULE:NAME or python:FILE.py:NAME"
NO_FILE = r"there is no file slover\.py\. Did you mean 'solver\.py'\?"
REFUSED = [
    ("python", UnsupportedError, f"'python:' {FORMS}"),
    ("python:math", UnsupportedError, FORMS),
    ("python:solver.py", UnsupportedError, "names no function; expected python:solver.py:solve"),
    ("python:solver.py:", UnsupportedError, "names no function"),
    ("python:slover.py:solve", UnsupportedError, NO_FILE),
    ("python:slover.py", UnsupportedError, NO_FILE),
    ("python:nosuch/solver.py:solve", UnsupportedError, r"there is no file nosuch/solver\.py$"),
    ("python:./notes.txt:solve", UnsupportedError,
     r"does not end in \.py; a program is named command:\./notes\.txt"),
    ("python:nosuch:solve", UnsupportedError,
     "nosuch cannot be imported: ModuleNotFoundError: \"No module named 'nosuch'\"$"),
    ("python:solver.py:slove", UnknownNameError,
     r"unknown function of solver\.py 'slove'\. Did you mean 'solve'\? Known: later, solve"),
    ("python:solver.py:solve.nothing", UnknownNameError, "unknown function"),
    ("python:solver.py:Solver", UnsupportedError,
     r"Solver of solver\.py is a class; expected a function, or an object"),
    ("python:solver.py:NUMBER", UnsupportedError,
     r"NUMBER of solver\.py is of the type int; expected a function"),
    ("python:solver.py:later", UnsupportedError, "is an async function: nobody would wait for its answer"),
    ("python:breaks.py:solve", UnsupportedError,
     r"breaks\.py cannot be imported: NameError: \"name 'nothing' is not defined\" \(breaks\.py:2\)$"),
    ("python:odd.py:solve", UnsupportedError, r"odd\.py cannot be imported: SyntaxError: .* \(odd\.py:1\)$"),
    ("python:exits.py:solve", UnsupportedError,
     r"exits\.py cannot be imported: left by exit\(3\) \(exits\.py:1\)$"),
    ("python:dies.py:solve", UnsupportedError, r"dies\.py cannot be imported: ended with status 5$"),
]  # fmt: skip


STARTED = ("slove", "nothing", "Solver", "NUMBER", "later", "odd.py", "exits", "dies", ":nosuch:")
"""In these names: what is known only when a process has imported it."""


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        pytest.param(*one, marks=[pytest.mark.slow] * any(word in one[0] for word in STARTED))
        for one in REFUSED
    ],
)
def test_a_name_without_a_function_is_refused_when_the_engine_is_made(named, name, error, message):
    """Not at each of a million puzzles; and the message says what is there."""
    named("return 1", head="class Solver: pass\nNUMBER = 5\nasync def later(cells): return 1")
    for file, text in (
        ("breaks.py", "\nnothing\n"), ("odd.py", "def solve(:\n"), ("notes.txt", ""),
        ("exits.py", "raise SystemExit(3)"), ("dies.py", "import os; os._exit(5)"),
    ):  # fmt: skip
        Path(file).write_text(text)
    with pytest.raises(error, match=message):
        engine(name)


@pytest.mark.slow
def test_a_file_called_like_a_module_of_python_does_not_take_its_place(named):
    """`json` is needed before the function is imported."""
    assert check(PUZZLE, engine=named("return 1", "json.py")).verdict is Verdict.UNIQUE
    assert check(PUZZLE, engine=named("return 1", "sudocube.py")).verdict is Verdict.UNIQUE


def counts_itself(cells: str) -> int:
    """Counts its calls, and hangs at a clash: another process has another number of them."""
    counts_itself.calls = getattr(counts_itself, "calls", 0) + 1  # type: ignore[attr-defined]
    while cells.startswith("11"):
        pass
    return 1


@pytest.mark.slow
def test_a_function_of_a_module_is_stopped_at_a_time_limit():
    """It runs in a process of its own then, so nothing changes here; without a limit, it runs here."""
    found = [*check_many([PUZZLE, CLASH, PUZZLE], engine=counts_itself, timeout=2 * LIMIT)]
    assert [str(one.verdict) for one in found] == ["unique", "unknown", "unique"]
    assert found[1].reason == f"out of time after {2 * LIMIT} s, and stopped by force"
    assert not hasattr(counts_itself, "calls")
    assert check(PUZZLE, engine=counts_itself).verdict is Verdict.UNIQUE
    assert vars(counts_itself) == {"calls": 1}


def its_process(cells: str) -> int:
    """The number of the process that it runs in, as a number of solutions."""
    return os.getpid()


@pytest.mark.slow
def test_the_process_of_a_function_is_kept_for_the_next_puzzle():
    """To start one takes longer than most puzzles; a thread has its own."""
    asked = [count("." * 16, engine=its_process, timeout=60, limit=10**9).number for _ in range(3)]
    assert len({*asked, os.getpid()}) == 2
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(count, "." * 16, engine=its_process, timeout=60, limit=10**9).result().number
    assert other not in (*asked, os.getpid())


def test_only_what_another_process_can_find_is_asked_there(monkeypatch):
    assert place_of(finds_one) == ("tests.engines.test_function_engine", "finds_one")
    assert place_of(len) == ("builtins", "len")
    monkeypatch.setattr(finds_one, "__module__", "__main__")
    inner = lambda cells: 1  # noqa: E731
    for unknown in (finds_one, inner, Answer.of_search, "text", type("Solver", (), {"__call__": inner})()):
        assert place_of(unknown) is None
    monkeypatch.setattr(finds_one, "__module__", "no.such.module")
    assert place_of(finds_one) is None


def test_a_function_of_the_script_that_runs_is_not_looked_for_elsewhere(monkeypatch):
    """Also where the script was started by `python -m`, and so has a name as a module."""
    main = sys.modules["__main__"]
    monkeypatch.setattr(main, "__spec__", ModuleSpec("solver", None, origin="solver.py"))
    monkeypatch.setattr(main, "finds_one", finds_one, raising=False)
    monkeypatch.setattr(finds_one, "__module__", "__main__")
    assert place_of(finds_one) is None


def test_a_line_that_is_no_puzzle_reaches_the_function_as_it_stands(named):
    lines = ["", " ", "é", "12 34\r", "\ud800\udcff", "1\u2028 2"]
    one = engine(named(f"return 1 + {lines!a}.index(cells)"))
    counts = [one.answer(WrittenPuzzle(line, Puzzle("." * 16)), limit=9).count for line in lines]
    assert counts == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_the_time_between_two_answers_does_not_count(named):
    """Nobody waited for the function meanwhile."""
    one = engine(named("return 1"))
    assert isinstance(one, BatchEngine)
    answers = iter(one.answers([Puzzle(PUZZLE)] * 2, timeout=LIMIT))
    for answer in answers:
        assert isinstance(answer, Answer)
        assert answer.count == 1
        sleep(1.5 * LIMIT)


@pytest.mark.slow
def test_a_function_that_is_not_found_again_is_an_error_of_the_engine(monkeypatch):
    one = ContainedFunction("tests.engines.test_python_engine", "nothing_there")
    for _ in range(2):
        [reply] = one.replies([Puzzle(PUZZLE)], title="mine()")
        assert "unknown function of tests.engines.test_python_engine 'nothing_there'" in str(reply.error)
