"""Programs with every kind of fault: a puzzle is lost, with the reason; its neighbours are not."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from sudocube import Puzzle
from sudocube.engines.command_engine import CommandEngine
from sudocube.engines.program_engine import Result
from sudocube.errors import EngineError, RefutedError, UnsupportedError
from sudocube.verdict import Answer, Verdict
from tests.engines.small_programs import SOLUTIONS, command

BEFORE, BAD, AFTER = map(Puzzle, SOLUTIONS)
SOLUTIONS_OF = {Puzzle(text): grid for text, grid in SOLUTIONS.items()}
FAULT_AT_SECOND = """
for line in sys.stdin:
    cells = line.strip()
    if cells == {bad!r}:
        {fault}
    else:
        say("unique", solution[cells])
"""


def results(
    folder: Path, code: str, puzzles: Sequence[Puzzle] = (BEFORE, BAD, AFTER), *, timeout: float = 20
) -> list[Result]:
    """What the engine gives for these puzzles, with a program of this code."""
    one = CommandEngine(command(folder, code))
    try:
        return [*one.answers(puzzles, timeout=timeout)]
    finally:
        one.close()


def reason(result: Result) -> str:
    """Why a puzzle was lost."""
    return str(result if isinstance(result, EngineError) else result.reason)


FAULTS = {
    "exits": ("sys.exit(3)", "ended with status 3"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "ended by signal 9"),
    "raises an error": ("raise ValueError('no idea')", "it says on standard error: 'ValueError: no idea'"),
    "prints an empty line": ("say()", "garbled: it says ''"),
}
MORE_FAULTS = {
    "closes its output and goes on": (
        "os.close(1); time.sleep(99)",
        "closed its standard output, and went on",
    ),
    "prints zero bytes": (r"say('12\0' * 3)", r"garbled: it says '12\x00"),
    "prints what is no UTF-8": (
        r"sys.stdout.buffer.write(b'\xff\n'); sys.stdout.flush()",
        r"garbled: it says '\\xff'",
    ),
    "prints a line without an end": (
        "while True: sys.stdout.write(1000 * 'x')",
        "flooded: it printed a line of more than 65,536 bytes",
    ),
    "prints lines without an end": ("while True: say('x')", "garbled: it says 'x'"),
    "needs too much memory": (
        "[bytearray(1 << 20) for _ in range(400)]; time.sleep(99)",
        "needed more than 134,217,728 bytes",
    ),
}
FAULTS_OF_ONE = {
    "exits": ("sys.exit(3)", "ended with status 3"),
    "is killed after its answer": ("say(1); os.kill(os.getpid(), signal.SIGSEGV)", "ended by signal 11"),
    "prints nothing": ("sys.exit(0)", "ended with status 0, and printed nothing"),
    "waits for input": ("say(len(sys.stdin.read()) or 'nothing')", "garbled: it says 'nothing"),
}
MORE_FAULTS_OF_ONE = {
    "prints without an end": ("while True: say('x')", "flooded: it printed more than 65,536 bytes"),
    "prints no line end, without an end": (
        "while True: sys.stdout.write('x')",
        "flooded: it printed more than",
    ),
    "needs too much memory": (
        "[bytearray(1 << 20) for _ in range(400)]; time.sleep(99)",
        "stopped: it needed more than 134,217,728 bytes",
    ),
}

LIMITED = [pytest.param(faults, marks=pytest.mark.slow) for faults in (MORE_FAULTS, MORE_FAULTS_OF_ONE)]


@pytest.mark.parametrize("faults", [FAULTS, pytest.param(FAULTS_OF_ONE, marks=pytest.mark.slow), *LIMITED])
def test_one_puzzle_is_lost_and_its_neighbours_are_not(tmp_path, faults, monkeypatch):
    """Whatever goes wrong, the program is started anew, and the run goes on.

    A program that is started for each puzzle loses that one.
    """
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "128MB")
    bad = [Puzzle(place * "." + "4" + (15 - place) * ".") for place in range(len(faults))]
    what = {str(puzzle): code for puzzle, (code, _) in zip(bad, faults.values(), strict=True)}
    begin = f"what = {what!r}\n"
    if faults in (FAULTS, MORE_FAULTS):
        code = (
            begin
            + """
for line in sys.stdin:
    cells = line.strip()
    if cells in what: exec(what[cells])
    else: say("unique", solution[cells])
"""
        )
        one = CommandEngine(command(tmp_path, code))
    else:
        one = CommandEngine(command(tmp_path, begin + "exec(what.get(sys.argv[1], 'say(1)'))", "{}"))
    given = [*one.answers([BEFORE, *bad, AFTER], timeout=60)]
    one.close()
    for (fault, (_, why)), lost in zip(faults.items(), given[1:-1], strict=True):
        assert isinstance(lost, EngineError), fault
        assert why in str(lost), fault
    for answer in (given[0], given[-1]):
        assert isinstance(answer, Answer)
        assert answer.verdict is Verdict.UNIQUE


@pytest.mark.slow
def test_an_answer_that_comes_too_late_is_not_given_to_the_next_puzzle(tmp_path):
    """It was printed by a program that is no more."""
    code = FAULT_AT_SECOND.format(bad=str(BAD), fault="time.sleep(2.2); say('none')")
    _, lost, third = results(tmp_path, code, timeout=2)
    assert "out of time" in reason(lost)
    assert isinstance(third, Answer)
    assert third.verdict is Verdict.UNIQUE


@pytest.mark.slow
def test_a_program_that_does_not_flush_its_output_is_told_so(tmp_path):
    """This is the usual mistake: the answer stays in a buffer until the program ends."""
    [lost] = results(
        tmp_path,
        """
        for line in sys.stdin:
            print("unique", solution[line.strip()])
    """,
        [BEFORE],
        timeout=2,
    )
    why = "no answer in 2 s to the first puzzle; does it flush its output?"
    assert reason(lost) == f"out of time: {why} It answers only when its input is at an end"


@pytest.mark.slow
def test_a_program_that_reads_nothing_holds_up_nobody(tmp_path):
    """More is asked than a pipe holds, and it is not waited for."""
    many = [Puzzle(625 * ".")] * 110
    code = "for _ in range(110): say('none')\ntime.sleep(99)"
    said = results(tmp_path, code, many, timeout=0.2)
    assert len(said) == len(many)
    assert {one.verdict for one in said if isinstance(one, Answer)} <= {Verdict.NONE, Verdict.UNKNOWN}


@pytest.mark.slow
def test_a_flood_on_standard_error_is_read_and_dropped(tmp_path):
    """It does not block the program, and the end of it is kept for the message."""
    first, second = results(
        tmp_path,
        """
        for number, line in enumerate(sys.stdin):
            for _ in range(2000):
                print(100 * "e", file=sys.stderr)
            print("last", "words", file=sys.stderr, flush=True)
            if number: sys.exit(1)
            say("unique", solution[line.strip()])
    """,
        [BEFORE, AFTER],
    )
    assert isinstance(first, Answer)
    assert reason(second) == "ended with status 1; it says on standard error: 'last words'"


def test_a_program_has_no_terminal_and_is_no_child_of_this_process(tmp_path):
    """Nothing that it does to a terminal or to its process group concerns this one."""
    [answer] = results(
        tmp_path,
        """
        sys.stdin.readline()
        try:
            os.open("/dev/tty", os.O_RDWR)
        except OSError:
            alone = os.getpgid(0) == os.getpid() and not any(os.isatty(one) for one in range(3))
            say(1 if alone else 2)
    """,
        [BEFORE],
    )
    assert isinstance(answer, Answer)
    assert answer.count == 1


@pytest.mark.slow
def test_the_memory_of_all_that_a_program_starts_counts(tmp_path, monkeypatch):
    """A script that starts the solver needs little itself."""
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "128MB")
    [lost] = results(
        tmp_path,
        """
        sys.stdin.readline()
        for _ in range(4):
            if not os.fork():
                kept = bytearray(60 << 20)
                break
        time.sleep(99)
    """,
        [BEFORE],
    )
    assert "needed more than 134,217,728 bytes" in reason(lost)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, shared memory is not told apart")
def test_memory_that_processes_share_counts_once(tmp_path, monkeypatch):
    """As it is after a fork: eight processes with the same 40 MB are not 320 MB."""
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "128MB")
    [answer] = results(
        tmp_path,
        """
        kept = b"x" * (40 << 20)
        for _ in range(8):
            if not os.fork():
                time.sleep(99)
        time.sleep(0.3)
        for line in sys.stdin:
            say("none")
    """,
        [BEFORE],
    )
    assert isinstance(answer, Answer)


def test_a_limit_of_memory_that_is_no_size_is_refused_before_anything_is_asked(monkeypatch):
    """The message names the variable."""
    for size in ["much", "0", "-1", "2 apples"]:
        monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", size)
        with pytest.raises(
            UnsupportedError, match="SUDOCUBE_SOLVER_MEMORY: a size of memory is a number with"
        ):
            CommandEngine("cat")


@pytest.mark.slow
def test_a_program_that_takes_one_puzzle_and_ends_is_told_what_is_wrong(tmp_path):
    """It has answered right, and it does not read on."""
    first, lost, third = results(tmp_path, "say('unique', solution[sys.stdin.readline().strip()])")
    assert isinstance(first, Answer)
    assert isinstance(third, Answer)
    assert reason(lost).endswith("it has answered 1 before; does it read on until the end of its input?")


@pytest.mark.slow
def test_who_ends_after_a_wrong_answer_is_refuted_for_it(tmp_path):
    """What the answer is worth does not depend on whether the program is still there."""
    [refuted] = results(tmp_path, "sys.stdin.readline(); say(16 * '1')", [BEFORE])
    assert isinstance(refuted, RefutedError)


@pytest.mark.slow
def test_a_program_that_waits_for_an_argument_is_told_how_to_give_it(tmp_path):
    """It ends without a word."""
    [lost] = results(tmp_path, "for cells in sys.argv[1:]: say('none')", [BEFORE])
    assert "does it take the puzzle as an argument? Then write {} in that place" in reason(lost)
