"""Standard output is the answer and nothing else; what happens if its reader is gone, or it is full."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import HANG, MULTIPLE, UNIQUE, command, environment, invoke, run, started, written


def test_the_module_is_the_command():
    outcome = run("--version")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("sudocube ")
    assert "Usage: sudocube check " in run("check", "--help").out


@pytest.mark.parametrize("arguments", [(), ("solve",), ("check",), ("crosscheck",), ("count",), ("engines",)])
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_goes_to_standard_output(arguments, option):
    outcome = invoke(*arguments, option)
    assert (outcome.status, outcome.err) == (0, "")
    assert "Usage: " in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_output_that_is_no_terminal_has_no_colours_and_no_bar(tmp_path):
    """Not even for work that takes long."""
    file = written(tmp_path, *[UNIQUE, MULTIPLE] * 200)
    outcome = run("crosscheck", file, "--engines", "phases,cube")
    assert "\x1b" not in outcome.out + outcome.err
    assert "\r" not in outcome.out + outcome.err
    assert outcome.err.startswith("400 puzzles: 200 unique, 200 multiple (no disagreement, ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "{file}", "--engine", "phases"],
        ["check", "{file}", "--engine", "phases", "--json"],
        ["check", "{file}", "--engine", "phases", "--json", "--jobs", "2"],
        ["solve", "{file}", "--engine", "phases", "--quiet"],
        ["count", "{file}", "--engine", "phases"],
        ["crosscheck", "{file}", "--engines", "phases,cube", "--json"],
    ],
    ids=" ".join,
)
def test_a_closed_pipe_ends_quietly(tmp_path, arguments):
    """As `| head -1` closes it: nothing on standard error, and a status that is no verdict."""
    file = written(tmp_path, *[MULTIPLE] * 5000)
    with started([one.format(file=file) for one in arguments], stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().endswith(b"\n")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(HANG) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such file on this system")
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", UNIQUE, "--engine", "phases"],
        ["check", UNIQUE, "--engine", "phases", "--json"],
        ["solve", UNIQUE, "--format", "csv"],
        ["engines"],
        ["--version"],
        ["--help"],
        ["check", "--help"],
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_an_error_and_no_verdict(arguments, unbuffered):
    """Reported in one line, whether it is noticed at the first write or at the last."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command(*arguments),
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            timeout=HANG,
            check=False,
        )
    assert (done.returncode, done.stderr) == (70, b"error: standard output: no space left on device\n")


def test_closed_output_leaves_the_status():
    """With no stream to write to, the exit status still holds."""
    shell = f'"{sys.executable}" -m sudocube check "$1" --engine phases >&-'
    statuses = [
        subprocess.run(
            ["sh", "-c", shell, "sh", one], capture_output=True, timeout=HANG, check=False
        ).returncode
        for one in (UNIQUE, MULTIPLE)
    ]
    assert statuses == [0, 1]


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
    assert b".txt:1: invalid: found " in done.stdout
    assert rb"/\udcff\udce4.txt:1: " in done.stdout
    assert b"a 9x9 puzzle" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such file on this system")
@pytest.mark.parametrize(
    ("argument", "status"), [(UNIQUE, 0), (UNIQUE[:-1], 2), ("no-such-file.txt", 2), ("--odd", 2)]
)
def test_a_standard_error_that_is_full_changes_no_status(argument, status):
    """The error cannot be reported, and the verdict holds."""
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    for environment_of_run in (buffered, {**buffered, "PYTHONUNBUFFERED": "1"}):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                command("check", argument),
                stdout=subprocess.PIPE,
                stderr=full,
                check=False,
                env=environment_of_run,
            )
        assert done.returncode == status
