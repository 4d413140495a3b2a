"""`sudocube solve`: solutions in the format of the puzzles, or in another one; see `cases/solve.toml`."""

from sudocube.rows import FORMATS
from sudocube.rows.links import SITES
from sudocube.rows.opening import read
from tests.cli.command import SOLUTION, UNIQUE, invoke


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
        if name in SITES:
            continue  # packed
        assert SOLUTION in outcome.out.replace("\n", "").translate({ord(c): None for c in "|-+*. "}), name
