"""`sudocube solve`: solutions in the format of the puzzles, or in another one; see `cases/solve.toml`."""

from sudocube.formats import FORMATS, read
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke, written


def test_a_solution_comes_in_the_format_asked_for(tmp_path):
    """What is written can be read, and holds the solution."""
    for name in FORMATS:
        outcome = invoke("solve", UNIQUE, "--format", name)
        assert (outcome.status, outcome.err) == (0, ""), name
        file = tmp_path / f"solved.{name}"
        file.write_text(outcome.out, "utf-8")
        with file.open("rb") as stream:
            puzzles = [str(entry.puzzle) for entry in read(stream, file.name)]
        assert puzzles == ([UNIQUE] if name in ("csv", "sdk") else [SOLUTION]), name
        assert SOLUTION in outcome.out.replace("\n", "").translate({ord(c): None for c in "|-+*. "}), name


def test_as_many_solutions_are_printed_as_are_asked_for():
    """All of them, or no more than the limit, which may be larger than their number."""
    empty = PUZZLES["2x2-empty-288-solutions"]
    for puzzle, option, number in [
        (MULTIPLE, ["--all"], 2),
        (MULTIPLE, ["--limit", "9"], 2),
        (empty, ["--limit", "7"], 7),
        (empty, ["--all", "-e", "phases"], 288),
    ]:
        outcome = invoke("solve", puzzle, *option)
        assert (outcome.status, outcome.err) == (0, "")
        assert len(set(outcome.out.splitlines())) == number


def test_grids_of_several_puzzles_can_be_told_apart_and_read_back(tmp_path):
    """By comments; of one solution each there are none."""
    file = written(tmp_path, MULTIPLE, NONE, UNIQUE, UNIQUE[1:])
    for name in ("grid", "ss", "sdk"):
        out = invoke("solve", file, "--format", name, "--all").out
        assert [line for line in out.splitlines() if line.startswith("#")] == [
            *(f"# {file}:1: solution 1", f"# {file}:1: solution 2"),
            *(f"# {file}:2", f"# {file}:3: solution 1", f"# {file}:4"),
        ]
    assert "#" not in invoke("solve", MULTIPLE, UNIQUE, "--format", "grid").out
