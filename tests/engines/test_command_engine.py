"""Programs as engines, by their command: in both modes, in every form of an answer."""

import pytest

from sudocube import Puzzle, check
from sudocube.engines import engine
from sudocube.engines.command_engine import CommandEngine
from sudocube.errors import EngineError, UnsupportedError
from sudocube.verdict import Claim, Verdict
from tests.engines.small_programs import SOLUTIONS, command

PUZZLES = [Puzzle(text) for text in SOLUTIONS]
RIGHT = """
for line in sys.stdin:
    say("unique", solution[line.strip()])
"""


def test_a_program_that_is_started_once_is_asked_a_line_for_each_puzzle(tmp_path):
    """It answers each with a line, and stays the same process; what else it is asked has one blank or two."""
    one = CommandEngine(
        command(
            tmp_path,
            """
        number = 0
        for line in sys.stdin:
            number += line.strip() in solution
            say(number if line.strip() in solution else int(line.count(".") == 1))
    """,
        )
    )
    assert [one.answer(puzzle, limit=9).count for puzzle in PUZZLES] == [1, 2, 3]
    one.close()


def test_a_program_with_a_place_for_the_puzzle_is_started_for_each(tmp_path):
    """The puzzle stands in that place, within a word, too; and it answers with all that it prints."""
    one = CommandEngine(
        command(
            tmp_path,
            """
        grid = solution[sys.argv[1].removeprefix("--puzzle=")]
        for row in range(0, 16, 4):
            say(*grid[row:row + 4])
    """,
            "--puzzle={}",
        )
    )
    answers = [one.answer(puzzle) for puzzle in PUZZLES]
    assert [str(answer.solutions[0]) for answer in answers] == [*SOLUTIONS.values()]
    assert {answer.claims for answer in answers} == {Claim.SOLUTION}


def test_a_command_is_split_like_in_a_shell_and_no_shell_runs(tmp_path):
    """Quotes hold a word together; what a shell would do with other signs is not done."""
    code = """
        assert sys.argv[1:] == ["two words", "$HOME", ">", "a*"], sys.argv
        for line in sys.stdin:
            say("none")
    """
    one = CommandEngine(command(tmp_path, code) + """ "two words" '$HOME' > a*""")
    assert one.answer(PUZZLES[0]).verdict is Verdict.NONE


@pytest.mark.slow
def test_the_whole_command_is_the_name(tmp_path):
    """By this name a worker makes the same engine."""
    name = f"command:{command(tmp_path, RIGHT)}"
    assert engine(name).name == name
    assert check(PUZZLES[0], engine=name).verdict is Verdict.UNIQUE


REFUSED = [
    ("", "needs a program"),
    ("'", "cannot be split: no closing quotation"),
    ("./no-such-program --fast", "there is no program ./no-such-program: give its path"),
    ("setup.txt", "there is no program setup.txt"),
]


def test_a_command_that_cannot_be_started_is_refused_at_once():
    """Before any puzzle is asked, with what to do."""
    for wrong, message in REFUSED:
        with pytest.raises(UnsupportedError, match=message):
            engine(f"command:{wrong}")


def test_a_file_that_is_not_executable_is_told_as_such(tmp_path):
    """With the two ways out."""
    file = tmp_path / "mine.py"
    file.write_text("print(1)")
    with pytest.raises(UnsupportedError, match=r"is not executable: .*chmod \+x .*command:python3"):
        engine(f"command:{file}")


@pytest.mark.slow
def test_a_program_that_is_none_is_told_of_when_it_is_started(tmp_path):
    """It is executable, but the system cannot run it."""
    file = tmp_path / "mine"
    file.write_bytes(bytes(100))
    file.chmod(0o700)
    with pytest.raises(EngineError, match="cannot be started: exec format error"):
        CommandEngine(str(file)).answer(PUZZLES[0])
