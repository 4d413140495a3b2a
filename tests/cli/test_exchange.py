"""`encode` and `decode`: what they print, what they refuse, and how they end."""

import sys
from pathlib import Path

import pytest

from sudocube.cli.output import OutputError, WholeFile
from sudocube.puzzle import Puzzle
from tests.cli.command import SOLUTION, UNIQUE, invoke, written
from tests.exchange.outputs import competition
from tests.exchange.test_solver_formats import model_of

SMALL = "....32........42"


def test_an_answer_is_read_back_in_the_format_of_the_puzzle(tmp_path):
    """From a file or a pipe, as a line, a grid or JSON."""
    said = competition(model_of(Puzzle(UNIQUE), "extended"))
    answer = written(tmp_path, said, name="output")
    assert invoke("decode", UNIQUE, answer, "--encoding", "extended") == (0, SOLUTION + "\n", "")
    grid = written(tmp_path, *[UNIQUE[i : i + 9] for i in range(0, 81, 9)])
    outcome = invoke("decode", grid, answer, "--encoding", "extended")
    assert outcome.out.splitlines() == [SOLUTION[i : i + 9] for i in range(0, 81, 9)]
    [row] = invoke("decode", UNIQUE, "-", "--encoding", "extended", "--json", stdin=said).rows
    assert (row["source"], row["format"], row["answer"]) == ("argument:1", "dimacs", "satisfiable")
    assert (row["accepted"], row["solution"], row["reason"]) == (True, SOLUTION, None)


def test_a_file_without_an_end_and_an_output_that_is_too_long_are_refused(tmp_path, monkeypatch):
    """The error names the file and the limit."""
    if Path("/dev/zero").exists():
        outcome = invoke("decode", SMALL, "/dev/zero")
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith("error: /dev/zero: is not text: it holds NUL bytes")
    monkeypatch.setattr("sudocube.solver_texts.solver_output.LONGEST_OUTPUT", 1000)
    file = written(tmp_path, "s" * 1001)
    said = f"error: {file}: more than 1,000 bytes: what a solver prints on one puzzle is shorter\n"
    assert invoke("decode", SMALL, file) == (2, "", said)


@pytest.mark.skipif(sys.platform == "win32", reason="the path is quoted as on Unix")
def test_a_file_is_the_text_of_standard_output_but_for_its_name(tmp_path):
    file = tmp_path / "small.cnf"
    asked = ("encode", SMALL, "--encoding", "minimal", "--to", "dimacs")
    assert invoke(*asked, "-o", file) == (0, "", "")
    printed = invoke(*asked).out
    assert file.read_text("utf-8") == printed.replace("puzzle.cnf", str(file))


@pytest.mark.skipif(sys.platform == "win32", reason="modes and open files are as on Unix")
def test_a_file_is_written_completely_or_not_at_all(tmp_path):
    """However it fails, the old file is unchanged, and no other file is left."""
    file = tmp_path / "file"
    file.write_text("before")
    file.chmod(0o640)

    def fail(error: BaseException) -> None:
        with WholeFile(str(file)) as whole:
            whole.write("half of ")
            raise error

    def write(name: object, *texts: str) -> None:
        with WholeFile(str(name)) as whole:
            for text in texts:
                whole.write(text)

    for error in (OutputError("no space left on device"), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            fail(error)
        assert file.read_text() == "before"
        assert list(tmp_path.iterdir()) == [file]
    with file.open() as reader:
        write(file, "af", "ter")
        assert reader.read() == "before"  # who reads the old one reads it to the end
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("after", 0o640)
    (tmp_path / "link").symlink_to(file)
    write(tmp_path / "link", "text")
    assert ((tmp_path / "link").is_symlink(), file.read_text()) == (True, "text")
