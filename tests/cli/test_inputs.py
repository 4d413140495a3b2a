"""INPUT: what is a file, what is a puzzle, and the error for anything else."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sudocube.cli.inputs import alone_or_not
from sudocube.formats import Entry, PuzzleInput, read_argument
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, run, written

PHASES = ("--engine", "phases")
LONG = 10_000_000


def refused(outcome, *, out: str = "", err: str = "") -> None:
    """The command ended with 2, and printed only this."""
    assert (outcome.status, outcome.out, outcome.err) == (2, out, err)


def test_an_empty_file_is_named(tmp_path):
    file = tmp_path / "empty.txt"
    file.touch()
    refused(invoke("check", file, *PHASES), err=f"error: {file}: no puzzle in it\n")


def test_empty_standard_input_is_named():
    refused(invoke("check", "-", *PHASES), err="error: -: no puzzle in it\n")


def test_a_long_file_without_a_line_end_is_one_short_error(tmp_path):
    """10 MB on one line are no puzzle, and are not repeated to the reader either."""
    file = tmp_path / "long.txt"
    file.write_text("." * LONG)
    outcome = run("check", file, *PHASES)
    assert outcome.status == 2
    assert outcome.out.startswith(f"{file}:1: invalid: found ")
    assert len(outcome.out) < 200 + len(str(file))
    assert outcome.out.count("\n") == 1
    assert outcome.err == ""


@pytest.mark.parametrize("content", [b"\x7fELF\x02\x01\x01\0\0\0", bytes(range(256)), b"\x00" * 1000])
def test_a_binary_file_is_refused(tmp_path, content):
    file = tmp_path / "binary"
    file.write_bytes(content)
    outcome = invoke("check", file, *PHASES)
    assert outcome.status == 2
    assert str(file) in outcome.out + outcome.err
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize(("cells", "found"), [(UNIQUE[:-1], 80), (UNIQUE + ".", 82)])
@pytest.mark.parametrize("form", ["file", "argument"])
def test_a_wrong_length_says_what_was_found_and_expected(tmp_path, form, cells, found):
    source = written(tmp_path, cells) if form == "file" else "argument"
    outcome = invoke("check", source if form == "file" else cells, *PHASES)
    refused(outcome, out=f"{source}:1: invalid: found {found} symbols; expected 81 (a 9×9 puzzle)\n")


def test_a_digit_out_of_range_is_named_with_its_column(tmp_path):
    file = written(tmp_path, "1..." + "7" + "." * 31)
    refused(
        invoke("check", file, *PHASES),
        out=f"{file}:1: invalid: column 5: found '7'; "
        "expected a digit 1 to 6 or one of the blanks . 0 * _ - x X ?\n",
    )


def test_an_unknown_blank_is_named_with_its_column(tmp_path):
    file = written(tmp_path, UNIQUE.replace(".", "!"))
    refused(
        invoke("check", file, *PHASES),
        out=f"{file}:1: invalid: column 1: found '!'; "
        "expected a digit 1 to 9 or one of the blanks . 0 * _ - x X ?\n",
    )


def test_a_folder_is_no_file(tmp_path):
    refused(invoke("check", tmp_path, *PHASES), err=f"error: {tmp_path}: is a directory\n")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_named(tmp_path):
    file = written(tmp_path, UNIQUE)
    file.chmod(0)
    refused(invoke("check", file, *PHASES), err=f"error: {file}: permission denied\n")


def test_a_file_that_may_not_be_opened_is_named(tmp_path, monkeypatch):
    """The same for root, who is never refused: here it is `open` that refuses."""
    file = written(tmp_path, UNIQUE)

    def refuse(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "open", refuse)
    refused(invoke("check", file, *PHASES), err=f"error: {file}: permission denied\n")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such file on this system")
def test_a_file_that_fails_while_it_is_read_is_named():
    """It can be opened, but its first bytes cannot be read."""
    refused(run("check", "/proc/self/mem", *PHASES), err="error: /proc/self/mem: input/output error\n")


def test_closed_standard_input_is_named():
    shell = f'"{sys.executable}" -m sudocube check - --engine phases <&-'
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "error: -: standard input is closed\n")


def test_two_formats_in_one_file_are_one_error_and_the_rest_is_read(tmp_path):
    rows = [SOLUTION[start : start + 9] for start in range(0, 81, 9)]
    file = written(tmp_path, UNIQUE, "", *rows, "", MULTIPLE)
    outcome = invoke("check", file, *PHASES, "--json")
    assert outcome.status == 2
    verdicts = [row["verdict"] for row in outcome.rows[:-1]]
    assert verdicts == ["unique", "invalid", "multiple"]
    assert outcome.rows[1]["error"] == (
        f"{file}:3: found rows of a grid; expected one puzzle per line, as the input began"
    )


@pytest.mark.parametrize(
    "argument",
    [
        f"https://www.example.org/sudoku.htm?bd={UNIQUE.replace('.', '0')}",
        f"1. {UNIQUE}",
        ",".join(UNIQUE),
        str([list(UNIQUE[start : start + 9]) for start in range(0, 81, 9)]),
        UNIQUE.replace(".", "·"),
        UNIQUE.replace(".", "□"),
    ],
)
def test_a_link_a_list_and_other_symbols_are_puzzles_on_the_command_line_too(argument):
    outcome = invoke("check", argument, *PHASES)
    assert (outcome.status, outcome.out) == (0, "unique\n")


def test_what_names_an_existing_file_is_a_file(tmp_path, monkeypatch):
    """Even where it could be read as a puzzle."""
    monkeypatch.chdir(tmp_path)
    Path(NONE).write_text(UNIQUE + "\n")
    outcome = invoke("check", NONE, *PHASES, "--json")
    assert [row["verdict"] for row in outcome.rows[:-1]] == ["unique"]
    assert outcome.rows[0]["source"] == f"{NONE}:1"


def test_a_puzzle_may_be_written_out():
    assert invoke("check", UNIQUE, *PHASES) == (0, "unique\n", "")


def test_a_puzzle_may_be_written_out_in_rows():
    rows = "\n".join(" ".join(UNIQUE[start : start + 9]) for start in range(0, 81, 9))
    assert invoke("check", rows, *PHASES) == (0, "unique\n", "")


@pytest.mark.parametrize("puzzle", ["-" + UNIQUE[1:], UNIQUE.replace(".", "-"), "-" + UNIQUE[2:]])
def test_a_puzzle_that_begins_with_a_dash_comes_after_two(puzzle):
    """The error says so, also where the puzzle has a symbol too few."""
    refused(run("check", puzzle), err=f"error: the puzzle {puzzle} begins with '-': write -- before it\n")


def test_after_two_dashes_a_puzzle_may_begin_with_one():
    assert run("check", *PHASES, "--", UNIQUE.replace(".", "-")) == (0, "unique\n", "")


def test_options_are_not_taken_for_puzzles():
    """Long ones, full of digits, are still options."""
    assert run("check", UNIQUE, *PHASES, "--timeout=1000000000.000000") == (0, "unique\n", "")


@pytest.mark.parametrize(
    "name",
    ["puzzles.txt", "data/list", "hardest-1106.txt", "a", "", "missing.dat", "my-lovely-collection"],
)
def test_a_name_that_is_neither_file_nor_puzzle_is_named(name, tmp_path, monkeypatch):
    """It is not reported as a puzzle with errors, because it was never meant as one."""
    monkeypatch.chdir(tmp_path)
    refused(
        invoke("check", name, *PHASES),
        err=f"error: {name or repr('')}: there is no such file, and it is no puzzle either\n",
    )


def test_a_comment_alone_is_no_puzzle():
    refused(invoke("check", f"# {UNIQUE}", *PHASES), err=f"error: # {UNIQUE}: no puzzle in it\n")


@pytest.mark.parametrize("name", ["check", "crosscheck", "solve", "count"])
def test_one_bad_input_does_not_keep_the_others_from_their_turn(name, tmp_path):
    """Those before it and after it are done, and the status is 2."""
    first = written(tmp_path, UNIQUE, name="first.txt")
    missing = tmp_path / "missing.txt"
    engine = ["--engines", "phases,cube"] if name == "crosscheck" else list(PHASES)
    outcome = invoke(name, first, missing, tmp_path, MULTIPLE, *engine, "--json")
    assert outcome.status == 2
    rows = [row for row in outcome.rows if "summary" not in row]
    assert [(row["index"], row["source"]) for row in rows] == [(1, f"{first}:1"), (2, "argument:4")]
    complaints = (
        f"error: {missing}: there is no such file, and it is no puzzle either\n"
        f"error: {tmp_path}: is a directory\n"
    )
    assert outcome.err.startswith(complaints)


def test_one_bad_line_does_not_keep_the_others_from_their_turn(tmp_path):
    file = written(tmp_path, UNIQUE, "what is this?", NONE)
    outcome = invoke("check", file, *PHASES, "--json")
    assert [row["verdict"] for row in outcome.rows[:-1]] == ["unique", "invalid", "none"]
    assert outcome.status == 2


READERS = [
    ["check"],
    ["check", *PHASES],
    ["crosscheck", "--engines", "phases,cube"],
    ["solve"],
    ["count"],
    ["canonical"],
    ["diagnose"],
    ["certify", "-o", "certificates"],
    ["bench", "--rounds", "1", "-e", "kernel"],
    ["encodings", "compare", "-e", "minimal"],
]


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_a_field_of_any_length_in_a_table_keeps_no_puzzle_from_its_turn(reader, tmp_path, monkeypatch):
    """Longer than Python's `csv` takes: read. Longer than 16 MB, or never closed: an error of one record."""
    monkeypatch.chdir(tmp_path)
    long = f"{UNIQUE},\n" * 1_600
    read = written(tmp_path, "puzzle,note", f'{UNIQUE},"{long}"', f"{UNIQUE},", name="read.csv")
    outcome = invoke(*reader, read)
    assert outcome.status == 0
    assert "expected" not in outcome.out + outcome.err

    longer = f"{UNIQUE},\n" * 205_000
    bad = written(
        tmp_path, "puzzle,note", f'{UNIQUE},"{longer}"', UNIQUE + ",", f'{UNIQUE},"', name="bad.csv"
    )
    outcome = invoke(*(one if one != "certificates" else "others" for one in reader), bad)
    assert outcome.status == 2
    said = outcome.out + outcome.err
    assert re.search(r"bad\.csv:2\b", said)
    assert "column 83: found a field of more than 16,777,216 bytes" in said.replace("\n", " ")
    assert re.search(r"bad\.csv:205004\b", said)
    assert "column 83: found a quote that is not closed; expected a closing quote" in said.replace("\n", " ")
    assert said.count("expected") == 2


def test_standard_input_is_read_once():
    outcome = invoke("check", "-", "-", *PHASES, stdin=UNIQUE + "\n")
    assert outcome == (2, "unique\n", "error: -: no puzzle in it\n")


def test_errors_are_printed_even_when_quiet(tmp_path):
    refused(invoke("check", tmp_path, "--quiet"), err=f"error: {tmp_path}: is a directory\n")


@pytest.mark.parametrize(
    ("counts", "is_alone", "number_read"),
    [
        ([], True, 0),
        ([0, 0], True, 0),
        ([1], True, 1),
        ([0, 1, 0], True, 1),
        ([5], False, 2),
        ([0, 1, 5], False, 2),
    ],
)
def test_whether_a_puzzle_is_alone_is_known_at_the_second(counts, is_alone, number_read):
    """No more is read before the first is answered, and nothing is lost."""
    read = []

    def entries(number):
        for place in range(number):
            read.append(place)
            yield from read_argument(UNIQUE, place + 1)

    inputs = (PuzzleInput(False, entries(number)) for number in counts)
    found, same = alone_or_not(inputs)
    assert (found, len(read)) == (is_alone, number_read)
    sources = [[one.source for one in opened.items if isinstance(one, Entry)] for opened in same]
    assert sources == [[f"argument:{place + 1}" for place in range(number)] for number in counts]
