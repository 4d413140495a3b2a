"""`encodings prove`: what is printed, as text and as JSON, and the exit status."""

from pathlib import Path

from sudocube.trusted import objection
from tests.cli.command import Outcome, invoke

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "encodings"
UNSOUND, INCOMPLETE = str(EXAMPLES / "unsound.toml"), str(EXAMPLES / "incomplete.toml")


def proved(*arguments: str) -> Outcome:
    """The command in this process."""
    return invoke("encodings", "prove", *arguments)


def test_a_counter_example_comes_as_cells_that_the_referee_objects_to():
    """And in the text its broken rule is marked."""
    found = proved(UNSOUND, "--size", "4", "--json")
    [row] = found.rows
    assert (found.status, row["size"], row["sound"], row["complete"]) == (1, 4, False, True)
    assert objection([int(cell) for cell in row["counterexample"]], [0] * 16, 2, 2) is not None
    assert row["broken"]["rule"] == "a digit twice in a unit"
    out = proved(UNSOUND).out
    said = "Not sound: it takes this grid for a solution, but r1c1 and r1c2 both hold 1 in row 1."
    assert said in " ".join(out.split())
    out = proved("efficient", "--size", "4", "--minimal").out
    marked = [line.count("[") for line in out.splitlines() if "[" in line and "[7]" not in line]
    assert marked == [1, 2, 1, 1, 1, 1]


def test_a_lost_grid_comes_as_cells_that_the_referee_accepts():
    """With the statement that loses it."""
    [row] = proved(INCOMPLETE, "--size", "4", "--json").rows
    assert (row["sound"], row["complete"], row["broken"]) == (True, False, None)
    assert row["lost"] == row["counterexample"]
    assert objection([int(cell) for cell in row["lost"]], [0] * 16, 2, 2) is None
    assert row["lost_by"] == "implied.first-row-in-order: row 1"
