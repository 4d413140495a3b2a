"""Programs of others as engines: how they are asked, what they lose, and that nothing of them is left."""

import subprocess
import sys
import textwrap
import tomllib
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from sudocube import Geometry, Puzzle, check, crosscheck_many
from sudocube.engines import Answer, Failed, Refuted, engine
from sudocube.engines.asking import ask, refereed_answer
from sudocube.engines.outsiders import CommandEngine
from sudocube.errors import EngineError, UnsupportedError
from sudocube.processes.container import Contained
from sudocube.verdict import Claim, Verdict
from tests.engines.small_programs import (
    BEGIN,
    GOES_ON,
    SOLUTIONS,
    assert_all_are_gone,
    command,
    is_there,
    noted,
)
from tests.puzzles import KINDS, puzzle_with_known_answer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of others need Linux or macOS")
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="processes outside the group are not found")

PUZZLES = [Puzzle(text) for text in SOLUTIONS]
RIGHT = 'for line in sys.stdin: say("unique", solution[line.strip()])'


def results(
    folder: Path, code: str, *arguments: str, puzzles: list[Puzzle] = PUZZLES, timeout: float = 60
) -> list[Answer]:
    """What an engine gives for these puzzles, with a program of this code."""
    one = CommandEngine(command(folder, code, *arguments))
    try:
        return [refereed_answer(one, puzzle, timeout=timeout) for puzzle in puzzles]
    finally:
        one.close()


def reason(result: Answer) -> str:
    """Why a puzzle was lost."""
    return result.reason or ""


# How a program is asked


def test_a_program_that_is_started_once_gets_a_line_for_each_puzzle(tmp_path):
    """It answers each with a line, and stays the same process; questions of our own have one blank or two."""
    code = """
        number = 0
        for line in sys.stdin:
            number += line.strip() in solution
            say(number if line.strip() in solution else int(line.count(".") == 1))
    """
    one = CommandEngine(command(tmp_path, code))
    assert [one.answer(puzzle, limit=9).count for puzzle in PUZZLES] == [1, 2, 3]
    one.close()


def test_a_program_with_a_place_for_the_puzzle_is_started_for_each(tmp_path):
    """The place may be within a word; all that it prints is one answer. No shell reads the other words."""
    code = """
        assert sys.argv[2:] == ["two words", "$HOME", ">", "a*"], sys.argv
        grid = solution[sys.argv[1].removeprefix("--puzzle=")]
        for row in range(0, 16, 4):
            say(*grid[row:row + 4])
    """
    one = CommandEngine(command(tmp_path, code, "--puzzle={}") + """ "two words" '$HOME' > a*""")
    answers = [one.answer(puzzle) for puzzle in PUZZLES[:2]]
    one.close()
    assert [str(answer.solutions[0]) for answer in answers] == [*SOLUTIONS.values()][:2]
    assert {answer.claims for answer in answers} == {Claim.SOLUTION}


def test_a_program_has_no_terminal_and_a_process_group_of_its_own(tmp_path):
    """What it does to a terminal or to its group does not concern this process."""
    code = """
        sys.stdin.readline()
        try:
            os.open("/dev/tty", os.O_RDWR)
        except OSError:
            alone = os.getpgid(0) == os.getpid() and not any(os.isatty(one) for one in range(3))
            say(1 if alone else 2)
    """
    [answer] = results(tmp_path, code, puzzles=PUZZLES[:1])
    assert answer.count == 1


REFUSED = [
    ("'", "cannot be split: no closing quotation"),
    ("./no-such-program --fast", "there is no program ./no-such-program: give the path"),
    ("yours.py", r"there is no program yours.py: .*executable.* command:python3 solver.py"),
    ("./mine.py", r"^./mine.py is not executable: .* command:python3 solver.py, or python:FILE.py:NAME"),
]


def test_a_command_that_cannot_be_started_is_refused_before_any_puzzle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("print(1)")
    for wrong, message in REFUSED:
        with pytest.raises(UnsupportedError, match=message):
            engine(f"command:{wrong}")
    for size in ("much", "0", "2 apples"):
        monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", size)
        with pytest.raises(UnsupportedError, match="SUDOCUBE_SOLVER_MEMORY: a size of memory is a number"):
            engine("command:cat")


# What a program loses

FAULTS = tomllib.loads(Path(__file__).with_name("faulty_programs.toml").read_text("utf-8"))
LOOP = """
for line in sys.stdin:
    cells = line.strip()
    if cells in what: exec(what[cells])
    else: say("unique", solution[cells])
"""
ONE = "exec(what.get(sys.argv[1], 'say(1)'))"


@pytest.mark.parametrize(
    ("faults", "code", "place"),
    [
        pytest.param([*FAULTS["once"].values()][:3], LOOP, "", id="quick"),
        pytest.param([*FAULTS["once"].values()], LOOP, "", id="started once", marks=pytest.mark.slow),
        pytest.param([*FAULTS["each"].values()], ONE, "{}", id="started for each", marks=pytest.mark.slow),
    ],
)
def test_a_fault_loses_one_puzzle_with_its_reason_and_its_neighbours_are_answered(
    tmp_path, faults, code, place, monkeypatch
):
    """Whatever goes wrong, the program is started anew, and the run goes on."""
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "128MB")
    bad = [Puzzle(place * "." + "4" + (15 - place) * ".") for place in range(len(faults))]
    what = {str(puzzle): fault["code"] for puzzle, fault in zip(bad, faults, strict=True)}
    asked = [PUZZLES[0], *bad, PUZZLES[2]]
    first, *lost, last = results(tmp_path, f"what = {what!r}\n{code}", *[place] * bool(place), puzzles=asked)
    for fault, result in zip(faults, lost, strict=True):
        assert isinstance(result, Failed), fault
        assert fault["lost"] in reason(result)
    for answer in (first, last):
        assert answer.verdict is Verdict.UNIQUE


@pytest.mark.slow
def test_an_answer_that_comes_too_late_is_not_given_to_the_next_puzzle(tmp_path):
    """The program is started anew after a time limit."""
    late = f"if line.strip() == {str(PUZZLES[1])!r}: time.sleep(2.2); say('none')"
    code = f"for line in sys.stdin:\n    {late}\n    else: say('unique', solution[line.strip()])"
    _, lost, third = results(tmp_path, code, timeout=2)
    assert "out of time" in reason(lost)
    assert third.verdict is Verdict.UNIQUE


@pytest.mark.slow
@pytest.mark.parametrize("mistake", FAULTS["mistakes"].values(), ids=FAULTS["mistakes"])
def test_the_usual_mistakes_of_a_program_are_told_with_the_way_out(tmp_path, mistake, monkeypatch):
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "128MB")
    said = results(tmp_path, mistake["code"], puzzles=PUZZLES[:2], timeout=2)
    lost = [one for one in said if not one.verdict.is_decided]
    assert mistake["lost"] in reason(lost[0])


@pytest.mark.slow
def test_a_program_that_answers_at_the_end_of_its_input_is_told_so_once(tmp_path):
    """Then it is started for each puzzle."""
    code = 'for line in sys.stdin: print("unique", solution[line.strip()])'
    given = results(tmp_path, code, timeout=5)
    assert [str(answer.verdict) for answer in given] == ["unknown", "unique", "unique"]
    end = "' only at the end of its input; so it is started for each further puzzle"
    first = (
        "out of time: no answer in 5 s to the first puzzle; does it flush its output? It said 'unique 1243"
    )
    assert reason(given[0]).startswith(first)
    assert reason(given[0]).endswith(end)


@pytest.mark.slow
def test_workers_that_take_over_know_how_the_program_answers(tmp_path, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    code = 'for line in sys.stdin: print("unique", solution[line.strip()])'
    with closing(CommandEngine(command(tmp_path, code))) as one:
        given = [said[one.name] for _, said in ask([one], enumerate(2 * PUZZLES), timeout=5)]
    assert [str(answer.verdict) for answer in given] == ["unknown", *5 * ["unique"]]


def test_ctrl_c_while_a_program_is_ended_costs_no_further_answer(tmp_path, monkeypatch):
    def close_interrupted(program):
        monkeypatch.undo()
        program.close()
        raise KeyboardInterrupt

    code = 'for line in sys.stdin: say(solution.get(line.strip(), "garbled"))'
    monkeypatch.setattr(Contained, "close", close_interrupted)
    with closing(CommandEngine(command(tmp_path, code))) as one:
        with pytest.raises(KeyboardInterrupt):
            one.answer(Puzzle(16 * "."))
        assert str(one.answer(PUZZLES[0]).solutions[0]) == SOLUTIONS["1... ..2. .3.. ...4"]


# Lines out of turn

RANDOM = Random("out of turn")
MANY = [puzzle_with_known_answer(Geometry(2, 2), RANDOM, KINDS[n % len(KINDS)]).puzzle for n in range(16)]
ANSWERS = {str(puzzle): check(puzzle) for puzzle in MANY}
ALL_SAID = {cells: " ".join([one.verdict, *map(str, one.solutions)]) for cells, one in ANSWERS.items()}


def told(each: str, before: str = "") -> str:
    """The code of a program that knows all answers and does this for each puzzle."""
    return f"""
answers = {ALL_SAID!r}
number_of = {{"none": 0, "unique": 1, "multiple": 2}}
{before}
for number, line in enumerate(sys.stdin):
    cells = line.strip()
    said = answers.get(cells, "none" if cells.count(".") == 2 else "unique")
    {textwrap.indent(each, "    ").lstrip()}
"""


def assert_right_or_lost(said: list[Answer], puzzles: list[Puzzle]) -> None:
    """No answer of a program that knows the right ones is taken for another puzzle, or refuted."""
    for puzzle, result in zip(puzzles, said, strict=True):
        assert not isinstance(result, Refuted)
        if result.verdict.is_decided:
            assert result.verdict == ANSWERS[str(puzzle)].verdict


def test_a_title_costs_the_first_puzzle_and_no_answer_counts_for_another(tmp_path):
    said = results(tmp_path, told("say(said)", before="say('My solver 1.0')"), puzzles=MANY[:4])
    assert_right_or_lost(said, MANY[:4])
    assert "garbled: it says 'My solver 1.0'" in reason(said[0])


@pytest.mark.slow
@pytest.mark.parametrize("what", FAULTS["out_of_turn"])
def test_nobody_is_refuted_because_of_a_shifted_line(tmp_path, what):
    """Each result of a crosscheck is right, or the puzzle is lost.

    A line that comes late may be taken for an answer that no grid tells of, such as "none". The engine alone
    cannot see that. The crosscheck asks once more where it matters.
    """
    name = f"command:{command(tmp_path, told(FAULTS['out_of_turn'][what]))}"
    found = list(crosscheck_many(MANY, engines=["kernel", name], timeout=0.3, jobs=1))
    for puzzle, one in zip(MANY, found, strict=True):
        assert (one.agree, one.refuted) == (True, {})
        assert one.verdict in (ANSWERS[str(puzzle)].verdict, Verdict.UNKNOWN)
    assert any(not one.answers[name].verdict.is_decided for one in found)


# What a program leaves behind

TWICE = """
if not os.fork():
    os.setsid()
    if os.fork(): os._exit(0)
    note(); time.sleep(99)
"""
STARTS = {
    "forks twice": TWICE,
    "ignores signals": """
if not os.fork():
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    note(); time.sleep(99)
""",
    "zombie": "if not os.fork(): note(); os._exit(0)",
}


@ON_LINUX
@pytest.mark.parametrize(
    "child", [pytest.param(one, marks=[pytest.mark.slow] * (one != "forks twice")) for one in STARTS]
)
def test_after_close_nothing_is_left_of_a_program_and_its_children(tmp_path, child):
    """It has answered, and waits for the next puzzle."""
    file = tmp_path / "numbers"
    one = CommandEngine(command(tmp_path, BEGIN + STARTS[child] + GOES_ON, str(file)))
    assert one.answer(PUZZLES[0]).verdict == "none"
    one.close()
    assert len(noted(file)) > 1
    assert [number for number in noted(file) if is_there(number)] == []


@pytest.mark.slow
@ON_LINUX
@pytest.mark.parametrize("end", ["del one; sys.exit()", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_nothing_survives_the_caller_however_it_ends(tmp_path, end):
    """Nobody has to call `close`; where the caller is killed, it can do nothing."""
    file = tmp_path / "numbers"
    name = "command:" + command(tmp_path, BEGIN + TWICE + GOES_ON, str(file))
    code = f"""
import os, signal, sys
from sudocube.engines import engine
from sudocube import Puzzle
one = engine({name!r})
print(one.answer(Puzzle({str(PUZZLES[0])!r})).verdict, flush=True)
{end}
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.stdout == "none\n"
    assert_all_are_gone(file)


@pytest.mark.slow
@ON_LINUX
@pytest.mark.parametrize("sends", ["SIGSTOP", "SIGKILL"])
def test_a_program_that_stops_or_kills_its_parent_is_gone_with_its_children(tmp_path, sends):
    """Even what has left its process group; no answer is taken for another puzzle."""
    file = tmp_path / "numbers"
    attack = f"os.kill(os.getppid(), signal.{sends})"
    waits, _, _ = GOES_ON.partition("for line")
    each = f"for line in sys.stdin:\n    say(solution[line.strip()])\n    {attack}"
    one = CommandEngine(command(tmp_path, BEGIN + TWICE + waits + each, str(file)))
    for _ in range(2):
        with suppress(EngineError):
            assert one.answer(PUZZLES[0]).solutions
    one.close()
    assert len(noted(file)) > 1
    assert_all_are_gone(file)
