"""`encodings prove`: what is printed, as text and as JSON, and the exit status."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from sudocube.cli.encodings import prove
from sudocube.trusted import objection
from tests.cli.command import Outcome

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "encodings"
UNSOUND, INCOMPLETE = str(EXAMPLES / "unsound.toml"), str(EXAMPLES / "incomplete.toml")

alone = typer.Typer()
alone.command()(prove)


def proved(*arguments: str) -> Outcome:
    """The command in this process, 80 columns wide."""
    result = CliRunner().invoke(alone, list(arguments), env={"COLUMNS": "80", "NO_COLOR": "1"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Outcome(result.exit_code, result.stdout, result.stderr)


@pytest.mark.parametrize(
    ("arguments", "status", "outcome"),
    [
        (("minimal", "--size", "4"), 0, "proved"),
        (("optimised", "--box", "3x2"), 0, "proved"),
        (("cpsat/cube", "--size", "4"), 0, "proved"),
        (("cpsat/cube", "--size", "6"), 3, "sampled"),
        ((UNSOUND, "--size", "4"), 1, "refuted"),
        ((INCOMPLETE,), 1, "refuted"),
        (("minimal", "--timeout", "0.000001"), 3, "undecided"),
    ],
)
def test_the_exit_status_and_the_first_line_say_what_came_of_it(arguments, status, outcome):
    found = proved(*arguments)
    assert (found.status, found.err) == (status, "")
    assert f": {outcome} (" in " ".join(found.out.split())
    [row] = proved(*arguments, "--json").rows
    assert (row["outcome"], row["encoding"]) == (outcome, arguments[0])


def test_a_counter_example_comes_as_cells_that_the_referee_objects_to():
    [row] = proved(UNSOUND, "--size", "4", "--json").rows
    assert (row["size"], row["sound"], row["complete"]) == (4, False, True)
    assert objection([int(cell) for cell in row["counterexample"]], [0] * 16, 2, 2) is not None
    assert row["broken"]["objection"] in row["broken"].values()
    assert row["broken"]["rule"] == "a digit twice in a unit"


def test_a_lost_grid_comes_as_cells_that_the_referee_accepts():
    [row] = proved(INCOMPLETE, "--size", "4", "--json").rows
    assert (row["sound"], row["complete"], row["broken"]) == (True, False, None)
    assert row["lost"] == row["counterexample"]
    assert objection([int(cell) for cell in row["lost"]], [0] * 16, 2, 2) is None
    assert row["lost_by"] == "implied.first-row-in-order: row 1"


def test_the_broken_rule_is_marked_in_the_grid():
    out = proved(UNSOUND).out
    said = "Not sound: it takes this grid for a solution, but r1c1 and r1c2 both hold 1 in row 1."
    assert said in " ".join(out.split())
    marked = [line for line in out.splitlines() if "[" in line]
    assert [line.count("[") for line in marked] == [2]


def test_minimal_names_what_is_redundant_and_shows_what_is_needed():
    found = proved("efficient", "--size", "4", "--minimal")
    assert "Redundant: 1 of 5 statements" in found.out
    assert "\n  cell at most one: pairwise\n" in found.out
    assert found.out.count(" is needed: without it, ") == 4
    [row] = proved("efficient", "--size", "4", "--minimal", "--json").rows
    assert row["minimal"]["redundant"] == ["families.cell.at_most_one"]
    assert set(row["minimal"]["needed"]) == set(row["minimal"]["enough"])


@pytest.mark.parametrize("arguments", [("minimal", "--size", "9", "--minimal"), (UNSOUND,), ("locked",)])
def test_nothing_is_wider_than_the_terminal(arguments):
    assert max(len(line) for line in proved(*arguments).out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nonsense",), "unknown encoding 'nonsense'"),
        (("no-such-file.toml",), "no-such-file.toml: found"),
        (("minimal", "--size", "7"), "there is no size 7"),
        (("minimal", "--timeout", "0"), "is no time limit"),
        (("minimal", "--size", "9", "--box", "2x2"), "do not fit together"),
    ],
)
def test_what_cannot_be_understood_is_named(arguments, said):
    found = proved(*arguments)
    assert (found.status, found.out) == (2, "")
    assert said in " ".join(found.err.replace("│", " ").split())


def test_a_row_is_one_line_of_json():
    [line] = proved("minimal", "--size", "4", "--json").out.splitlines()
    assert set(json.loads(line)) >= {"encoding", "size", "sound", "complete", "counterexample", "seconds"}
