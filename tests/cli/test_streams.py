"""Standard output is the answer and nothing else; what happens if its reader is gone, or it is full."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import HANG, MULTIPLE, UNIQUE, command, environment, invoke, started, written

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such file on this system")
needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="as on Unix")


@pytest.mark.parametrize("arguments", [["-h"], ["solve", "--help"], ["engines", "-h"]], ids=" ".join)
def test_help_goes_to_standard_output(arguments):
    """By either name, and no wider than the terminal."""
    outcome = invoke(*arguments)
    assert (outcome.status, outcome.err) == (0, "")
    assert "Usage: " in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


@needs_shell
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--engine", "phases", "--json"],
        pytest.param(["check", "--engine", "phases", "--jobs", "2"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_a_closed_pipe_ends_quietly(tmp_path, arguments):
    """As `| head -1` closes it: nothing on standard error, and a status that is no verdict."""
    file = written(tmp_path, *[MULTIPLE] * 5000)
    with started([arguments[0], str(file), *arguments[1:]], stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().endswith(b"\n")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(HANG) == 141


SUDOCUBE = f"{sys.executable} -m sudocube"
CLOSED = 70, "error: standard output: bad file descriptor\n"
FULL = 70, "error: standard output: no space left on device\n"


@needs_shell
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (f"{SUDOCUBE} check {UNIQUE} >&-", CLOSED),
        (f"{SUDOCUBE} serve --no-browser --port 0 >&-", CLOSED),
        pytest.param(f"{SUDOCUBE} check {UNIQUE} -e phases >/dev/full", FULL, marks=needs_full),
        pytest.param(
            f"PYTHONUNBUFFERED=1 {SUDOCUBE} check {UNIQUE} -e phases >/dev/full",
            FULL,
            marks=[needs_full, pytest.mark.slow],
        ),
        pytest.param(f"{SUDOCUBE} check {UNIQUE[:-1]} 2>/dev/full", (2, ""), marks=needs_full),
        (f"{SUDOCUBE} solve --help | head -c 1 > /dev/null; exit ${{PIPESTATUS[0]}}", (141, "")),
        (
            f"ulimit -v 100000; {SUDOCUBE} check {UNIQUE}",
            (70, "error: not enough memory: there is a limit of 102,400,000 bytes (ulimit -v)\n"),
        ),
    ],
)
def test_what_cannot_be_written_or_loaded_is_no_verdict(typed, expected):
    """Output that is closed or full, help that nobody reads, too little memory: one sentence at most.

    An error that cannot be told changes no status.
    """
    done = subprocess.run(
        ["bash", "-c", typed], capture_output=True, text=True, timeout=HANG, env=environment(), check=False
    )
    assert (done.returncode, done.stderr) == expected


def test_each_line_is_out_before_the_next_puzzle_is_read():
    """From a pipe that is written to line by line: nothing waits in a buffer."""
    arguments = ["check", "-", "--engine", "phases", "--json"]
    with started(arguments, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for index, (puzzle, verdict) in enumerate([(UNIQUE, "unique"), (MULTIPLE, "multiple")], 1):
            process.stdin.write(puzzle.encode() + b"\n")
            row = json.loads(process.stdout.readline())
            assert (row["index"], row["verdict"]) == (index, verdict)
        process.stdin.close()
        assert json.loads(process.stdout.readline())["summary"]["puzzles"] == 2
        assert process.wait(HANG) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text")
def test_a_name_that_is_no_text_is_printed_all_the_same(tmp_path):
    """A file's name may hold any bytes, and the terminal may know no more than ASCII."""
    name = os.fsencode(tmp_path) + b"/\xff\xe4.txt"
    Path(os.fsdecode(name)).write_text("." * 80 + "\n")
    done = subprocess.run(
        [*map(os.fsencode, command("check")), name, b"--engine", b"phases"],
        capture_output=True,
        env={**environment(), "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        timeout=HANG,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, b"")
    assert rb"/\udcff\udce4.txt:1: invalid: found " in done.stdout
    assert rb"a 9\xd79 puzzle" in done.stdout
