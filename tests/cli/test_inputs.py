"""INPUT: what is a file, what is a puzzle, and the error for anything else; see also `cases/inputs.toml`."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sudocube.cli
from tests.cli.command import NONE, UNIQUE, invoke, written

FOLDER = Path(__file__).parents[1] / "data" / "pasted"


def test_a_long_file_without_a_line_end_is_one_short_error(tmp_path):
    """1 MB on one line is no puzzle, and is not repeated to the reader either."""
    outcome = invoke("check", file := written(tmp_path, "." * 1_000_000))
    assert (outcome.status, outcome.err) == (2, "")
    assert outcome.out.startswith(f"{file}:1: invalid: found ")
    assert len(outcome.out) < 200 + len(str(file))
    assert outcome.out.count("\n") == 1


def test_a_file_that_may_not_be_opened_is_named(tmp_path, monkeypatch):
    """Also for root, who is never refused: here it is `open` that refuses."""
    file = written(tmp_path, UNIQUE)

    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "open", refuse)
    assert invoke("check", file) == (2, "", f"error: {file}: permission denied\n")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such file on this system")
def test_a_file_that_fails_while_it_is_read_is_named():
    """It can be opened, but its first bytes cannot be read."""
    assert invoke("check", "/proc/self/mem") == (2, "", "error: /proc/self/mem: input/output error\n")


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of Unix")
def test_closed_standard_input_is_named():
    """It is no traceback, and no empty input."""
    shell = f'"{sys.executable}" -m sudocube check - <&-'
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "error: -: standard input is closed\n")


def test_a_puzzle_may_be_written_out_in_any_form():
    """What is pasted between quotes is read as from a file."""
    assert invoke("check", (FOLDER / "unicode-double.txt").read_text("utf-8")) == (0, "unique\n", "")


def test_what_names_an_existing_file_is_a_file(tmp_path, monkeypatch):
    """Even where it could be read as a puzzle."""
    monkeypatch.chdir(tmp_path)
    Path(NONE).write_text(UNIQUE + "\n")
    row, _ = invoke("check", NONE, "--json").rows
    assert (row["verdict"], row["source"]) == ("unique", f"{NONE}:1")


def test_a_puzzle_that_begins_with_a_dash_comes_after_two(monkeypatch, capsys):
    """The error says so, also where the puzzle has a symbol too few; long options are no puzzles."""

    def main(*arguments: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["sudocube", "check", *arguments])
        with pytest.raises(SystemExit) as ended:
            sudocube.cli.main()
        return ended.value.code, *capsys.readouterr()

    for puzzle in (UNIQUE.replace(".", "-"), "-" + UNIQUE[2:]):
        error = (
            f"error: the puzzle {puzzle} begins with '-': write -- before it\nhelp: sudocube check --help\n"
        )
        assert main(puzzle) == (2, "", error)
    assert main(UNIQUE, "--timeout=1000000000.000000") == (0, "unique\n", "")
    assert "-1 is no time limit" in main(UNIQUE, "--timeout", "-1")[2]
    assert main("--", UNIQUE.replace(".", "-")) == (0, "unique\n", "")


def test_a_long_field_in_a_table_keeps_no_puzzle_from_its_turn(tmp_path):
    """As long as Python's `csv` takes (131,072 characters): read. Not closed: an error of one record."""
    long = f"{UNIQUE},\n" * 1_570
    read = written(tmp_path, "puzzle,note", f'{UNIQUE},"{long}"', f"{UNIQUE},", name="read.csv")
    outcome = invoke("check", read)
    assert outcome.status == 0
    assert "expected" not in outcome.out + outcome.err

    bad = written(tmp_path, "puzzle,note", f"{UNIQUE},", f'{UNIQUE},"', f"{UNIQUE},", name="bad.csv")
    outcome = invoke("check", bad)
    assert outcome.status == 2
    said = " ".join((outcome.out + outcome.err).split())
    assert "bad.csv:3: invalid: found a quote that is not closed" in said
    assert said.count("expected") == 1
