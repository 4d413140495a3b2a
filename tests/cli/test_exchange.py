"""`encode` and `decode`: what they print, what they refuse, and how they end."""

import json
import signal
import subprocess
from pathlib import Path

import pytest

from sudocube.cli.whole_file import OutputError, write_whole
from sudocube.puzzle import Puzzle
from tests.cli.command import HANG, SOLUTION, UNIQUE, invoke, run, started, written
from tests.exchange.outputs import competition
from tests.exchange.test_solver_formats import model_of

SMALL = "....32........42"
SMALL_SOLUTION = "4123321424311342"


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    """What a SAT solver says of UNIQUE."""
    file = tmp_path / "output"
    file.write_text(competition(model_of(Puzzle(UNIQUE), "extended")), "utf-8")
    return file


def test_an_answer_is_read_back(answer):
    outcome = invoke("decode", UNIQUE, answer, "--encoding", "extended")
    assert outcome == (0, SOLUTION + "\n", "")


def test_the_solution_is_in_the_format_of_the_input(tmp_path, answer):
    rows = written(tmp_path, *[UNIQUE[i : i + 9] for i in range(0, 81, 9)])
    outcome = invoke("decode", rows, answer, "--encoding", "extended")
    assert outcome.out.splitlines() == [SOLUTION[i : i + 9] for i in range(0, 81, 9)]


def test_as_json(answer):
    outcome = invoke("decode", UNIQUE, answer, "--encoding", "extended", "--json")
    assert (outcome.status, outcome.rows) == (
        0,
        [
            {
                "index": 1,
                "source": "argument:1",
                "puzzle": UNIQUE,
                "box": "3x3",
                "format": "dimacs",
                "answer": "satisfiable",
                "accepted": True,
                "solution": SOLUTION,
                "reason": None,
            }
        ],
    )


@pytest.mark.parametrize(
    ("text", "status", "accepted", "words"),
    [
        ("s UNSATISFIABLE\n", 1, False, f"no solution, and {SMALL_SOLUTION} is one"),
        ("s UNKNOWN\n", 2, None, "did not find out"),
        ("s SATISFIABLE\n", 2, None, "gives none"),
        ("v 1 2 3\n", 1, False, "the model ends after 3 variables"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"], ["--quiet"]])
def test_what_is_wrong_is_said_on_standard_error(tmp_path, text, status, accepted, words, form):
    (tmp_path / "output").write_text(text)
    outcome = invoke("decode", SMALL, tmp_path / "output", "--encoding", "extended", *form)
    assert outcome.status == status
    assert words in outcome.err
    if form == ["--json"]:
        [row] = outcome.rows
        assert (row["accepted"], row["solution"]) == (accepted, None)
        assert words in row["reason"]
    else:
        assert outcome.out == ""


def test_no_solution_is_right_for_a_puzzle_without_one():
    outcome = invoke("decode", "11" + 14 * ".", "-", "--encoding", "extended", stdin="unsat\n")
    assert outcome == (0, "", "-: right: the puzzle has no solution\n")
    assert invoke("decode", "11" + 14 * ".", "-", "--quiet", stdin="unsat\n") == (0, "", "")


def test_what_is_not_understood(tmp_path, answer):
    file = written(tmp_path, SMALL, SMALL)
    refused: list[tuple[tuple[str | Path, ...], str]] = [
        (("decode", SMALL, tmp_path / "nowhere"), "nowhere: no such file or directory"),
        (("decode", SMALL, tmp_path), "is a directory"),
        (("decode", SMALL, written(tmp_path, "hello", name="h")), "found 'hello'; expected the output of"),
        (("decode", file, answer), "several puzzles in it; decode takes one"),
        (("decode", "nothing", answer), "no such file"),
        (("decode", SMALL, answer, "--encoding", "extendet"), "Did you mean 'extended'?"),
        (("decode", SMALL, answer, "--from", "cnf"), "unknown format 'cnf'"),
        (("decode", SMALL, answer, "--from", "opb"), "expected output for opb"),
        (("decode", SMALL, answer, "--encoding", "cpsat/cube"), "cpsat/cube does not go to dimacs"),
        (("encode", file, "--to", "dimacs"), "several puzzles in it; encode takes one"),
        (("encode", "12345", "--to", "dimacs"), "found 5 symbols"),
        (("encode", SMALL, "--to", "cnf"), "unknown format 'cnf'"),
        (("encode", SMALL, "--encoding", "cpsat/cube", "--to", "opb"), "cpsat/cube does not go to opb"),
        (("encode", SMALL, "--encoding", "extended", "--to", "cpsat"), "extended does not go to cpsat"),
        (("encode", SMALL, "-o", tmp_path / "no" / "file"), f"no/file: there is no folder {tmp_path}/no\n"),
        (("encode", SMALL, "-o", tmp_path), "is a directory"),
    ]
    for arguments, words in refused:
        outcome = invoke(*arguments)
        assert (outcome.status, outcome.out) == (2, ""), arguments
        assert words in outcome.err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such file on this system")
def test_a_file_without_an_end_is_refused():
    outcome = run("decode", SMALL, "/dev/zero")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("error: /dev/zero: is not text: it holds NUL bytes")


def test_an_output_that_is_too_long_is_refused(tmp_path, monkeypatch):
    """The error names the file and the limit."""
    monkeypatch.setattr("sudocube.solver_texts.solver_output.LONGEST_OUTPUT", 1000)
    file = written(tmp_path, "s" * 1001)
    outcome = invoke("decode", SMALL, file)
    assert (outcome.status, outcome.out) == (2, "")
    assert (
        outcome.err
        == f"error: {file}: more than 1,000 bytes: what a solver prints on one puzzle is shorter\n"
    )


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on this system")
@pytest.mark.parametrize(
    ("arguments", "err"),
    [
        (["decode", SMALL, "-"], b"-: out of time, before all of it was read and checked\n"),
        (["decode", "-", "output"], b"-: out of time, before the puzzle was read\n"),
    ],
)
def test_a_standard_input_that_never_comes_ends_in_time(arguments, err):
    """Undecided, as if a solver ran out of time."""
    with started([*arguments, "--timeout", "0.3"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert process.stderr.read() == err  # standard input stays open
        assert process.wait(HANG) == 3


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on this system")
def test_out_of_time_is_a_row_of_json():
    """With an answer that is neither right nor wrong."""
    arguments = ["decode", SMALL, "-", "--timeout", "0.3", "--json"]
    with started(arguments, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        row = json.loads(process.stdout.read())
        assert process.wait(HANG) == 3
    assert (row["answer"], row["accepted"], row["solution"]) == ("unknown", None, None)


def test_a_file_of_glpsol_by_column_is_read(tmp_path):
    """`glpsol -w` numbers the columns; in this encoding they are the variables."""
    true = {literal for literal in model_of(Puzzle(SMALL), "extended") if literal > 0}
    values = [f"j {v} {int(v in true)}" for v in range(1, 65)]
    file = written(tmp_path, "c Status:     INTEGER OPTIMAL", "s mip 16 64 o 0", *values, "e o f")
    for more in ([], ["--from", "lp"]):
        outcome = invoke("decode", SMALL, file, "--encoding", "extended", *more)
        assert outcome == (0, SMALL_SOLUTION + "\n", "")


def test_the_puzzle_and_the_output_are_not_both_standard_input():
    assert invoke("decode", "-", "-").status == 2


def test_a_file_is_the_text_of_standard_output_but_for_its_name(tmp_path):
    file = tmp_path / "small.cnf"
    assert invoke("encode", SMALL, "--encoding", "minimal", "--to", "dimacs", "-o", file) == (0, "", "")
    printed = invoke("encode", SMALL, "--encoding", "minimal", "--to", "dimacs").out
    assert file.read_text("utf-8") == printed.replace("puzzle.cnf", str(file))
    assert [path.name for path in tmp_path.iterdir()] == ["small.cnf"]
    assert invoke("encode", SMALL, "--encoding", "minimal", "--to", "dimacs", "-o", "-").out == printed


def test_clues_that_clash_are_encoded():
    outcome = invoke("encode", "11" + 14 * ".", "--encoding", "extended", "--to", "dimacs")
    assert (outcome.status, outcome.err) == (0, "")


def test_a_file_is_written_completely_or_not_at_all(tmp_path):
    """However it fails, the old file is unchanged, and no other file is left."""
    file = tmp_path / "file"
    file.write_text("before")
    file.chmod(0o640)

    def pieces(error: BaseException):
        yield "half of "
        raise error

    full = OSError(28, "No space left on device")
    for error, raised in [(full, OutputError), (KeyboardInterrupt(), KeyboardInterrupt)]:
        with pytest.raises(raised):
            write_whole(str(file), pieces(error))
        assert file.read_text() == "before"
        assert list(tmp_path.iterdir()) == [file]
    with file.open() as reader:
        write_whole(str(file), ["af", "ter"])
        assert reader.read() == "before"  # who reads the old one reads it to the end
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("after", 0o640)


def test_a_link_stays_a_link(tmp_path):
    """The file that it points to is written."""
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_whole(str(tmp_path / "link"), ["text"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "text"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such file on this system")
def test_a_full_disk_is_told():
    outcome = invoke("encode", SMALL, "-o", "/dev/full")
    assert (outcome.status, outcome.out, outcome.err) == (
        70,
        "",
        "error: /dev/full: no space left on device\n",
    )


def test_a_pipe_that_is_closed_ends_quietly():
    with started(["encode", "." * 256, "--encoding", "extended"], stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"c A Sudoku")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(HANG) == 141


def test_one_command_into_the_other(tmp_path, answer):
    """As in a shell, with the output through a pipe."""
    outcome = run("decode", UNIQUE, "-", "--encoding", "extended", "--json", stdin=answer.read_bytes())
    assert (outcome.status, json.loads(outcome.out)["source"]) == (0, "argument:1")


@pytest.mark.parametrize("name", ["encode", "decode"])
def test_help_fits_a_terminal(name):
    outcome = invoke(name, "--help")
    assert outcome.status == 0
    assert max(map(len, outcome.out.splitlines())) <= 80
