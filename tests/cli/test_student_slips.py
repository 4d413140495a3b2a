"""The files in tests/data/slips, each with a slip that students make: what `encodings prove` says of it."""

import tomllib
from pathlib import Path

import pytest

from tests.cli.command import invoke

FOLDER = Path(__file__).parents[1] / "data" / "slips"
SLIPS = tomllib.loads((FOLDER / "messages.toml").read_text("utf-8"))["slip"]
WITH_HINT = [slip for slip in SLIPS if "name" in slip]
CHECKED = "Checked: with this changed, the clauses say the rules."


def in_one_line(text):
    return " ".join(text.split())


def prove(slip, *options, **settings):
    file = FOLDER / slip["file"]
    name = f"python:{file}:clauses" if file.suffix == ".py" else file
    return invoke("encodings", "prove", name, "--size", str(slip["size"]), *options, **settings)


def test_each_file_has_its_message():
    files = {file.name for file in FOLDER.iterdir() if file.suffix in (".py", ".cnf")}
    assert files == {slip["file"] for slip in SLIPS}
    assert len(files) >= 40


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip["file"])
def test_a_slip_is_told_in_words_that_say_what_to_change(slip):
    says = in_one_line(slip["says"])
    outcome = prove(slip)
    if "name" in slip:
        assert outcome.status == 1
        assert f"Hint: {says} {CHECKED}" in in_one_line(outcome.out)
    else:
        assert (outcome.status, outcome.out) == (2, "")
        assert says in in_one_line(outcome.err.replace(f"{FOLDER}/", ""))


@pytest.mark.parametrize("slip", SLIPS[::6], ids=lambda slip: slip["file"])
@pytest.mark.parametrize("columns", [40, 120])
def test_a_hint_fits_the_terminal(slip, columns):
    outcome = prove(slip, columns=columns)
    assert all(len(line) <= columns for line in outcome.out.splitlines() if str(FOLDER) not in line)


@pytest.mark.parametrize("slip", WITH_HINT[::4], ids=lambda slip: slip["file"])
def test_the_hints_are_in_the_row(slip):
    [row] = prove(slip, "--json").rows
    assert row["hints"]["mended"] is True
    [hint] = row["hints"]["slips"]
    assert (hint["slip"], hint["says"]) == (slip["name"], in_one_line(slip["says"]))


def test_no_hint_is_given_where_nothing_is_wrong():
    [row] = invoke("encodings", "prove", "minimal", "--size", "4", "--json").rows
    assert row["hints"] is None
