"""`sudocube generate`: the puzzles asked for, in every form, and what is said where there are none."""

import csv
import io
import re

from sudocube import rate, read
from sudocube.cli.generate import GenerateReport
from tests.cli.command import invoke, written

BASE = ("generate", "--seed", "7")
TOP = ("...xxx...", ".x.....x.", "..xx.xx..", "x.x...x.x")
RING = (*TOP, "x.......x", *TOP[::-1])


def rows(*arguments):
    """The JSON rows of a run that made all that was asked for."""
    outcome = invoke(*BASE, *arguments, "--json")
    assert outcome.status == 0, outcome
    return outcome.rows


def table(*arguments):
    """The rows of the same as CSV."""
    return [*csv.DictReader(io.StringIO(invoke(*BASE, *arguments, "--format", "csv").out))]


def clue_cells(cells):
    return {place for place, symbol in enumerate(cells) if symbol != "."}


def test_puzzles_are_as_asked_for_and_rows_say_how_they_are(tmp_path):
    """Symmetric, with so many clues, in a pattern, with given clues, near another, of other boxes."""
    [row] = rows("--symmetry", "half-turn", "--minimal", "orbits")
    clues = clue_cells(row["puzzle"])
    assert (row["symmetry"], {80 - cell for cell in clues}) == ("half-turn", clues)
    assert {row["clues"] for row in rows("-n", "3", "--clues", "24")} == {24}
    more = ["-n", "2", "--minimal", "no", "--clues"]
    assert rows(*more, "40-") == rows(*more, "40-81")
    file = written(tmp_path, "# x is a clue", *RING, name="ring.txt")
    [row] = rows("--pattern", str(file), "--minimal", "no")
    assert clue_cells(row["puzzle"]) == {cell for cell, mark in enumerate("".join(RING)) if mark == "x"}
    [row] = rows()
    [near] = rows("--near", row["puzzle"])
    assert sum(near["puzzle"][cell] != row["puzzle"][cell] for cell in clue_cells(row["puzzle"])) in (1, 2)
    for arguments, box in ((["--box", "3x2"], "3x2"), (["--given", "1" + "." * 15], "2x2")):
        [row] = rows(*arguments)
        assert (row["box"], invoke("check", row["puzzle"], "--box", box).out) == (box, "unique\n")
    assert row["puzzle"][0] == "1"


def test_the_difficulty_is_the_one_that_was_asked_for():
    """Depth, backdoor, and the methods that solve it and get stuck; in a table, too."""
    [row] = rows("--depth", "1", "--backdoor", "1-2")
    found = rate(row["puzzle"], only=["depth", "backdoor"])
    assert (found.depth, found.backdoor) == (row["rating"]["depth"], row["rating"]["backdoor"])
    assert (found.depth, found.backdoor in (1, 2)) == (1, True)
    methods = ("--method", "possibles", "--not-method", "sets")
    [row] = rows(*methods)
    assert row["rating"] == {"methods": {"possibles": True, "sets": False}}
    assert invoke("solve", row["puzzle"], "-e", "sets").status == 3
    [line] = table(*methods)
    assert (line["puzzle"], line["possibles"], line["sets"]) == (row["puzzle"], "true", "false")


def test_a_seed_makes_the_same_puzzles_whatever_else_is_asked():
    """With an engine that counts, or as a part. One that is drawn is told and makes them again."""
    first = invoke(*BASE, "-n", "3", "--jobs", "1", "--json").out
    assert invoke(*BASE, "-n", "3", "--recheck", "sat", "--json").out == first
    part = invoke(*BASE, "-n", "1", "--first-index", "3", "--json").out
    assert part.splitlines() == first.splitlines()[2:]
    drawn = invoke("generate", "-n", "3")
    assert drawn.err.startswith("3 puzzles, ")
    *_, line = drawn.err.splitlines()
    assert line.startswith("the same again: --seed ")
    assert invoke("generate", "-n", "3", "--seed", line.rpartition(" ")[2], "-q") == (0, drawn.out, "")
    assert invoke("generate", "-n", "3").out != drawn.out


def test_formats_are_read_again_as_the_same_puzzles(tmp_path):
    """A line each without a format; a file has what standard output would."""
    expected = [row["puzzle"] for row in rows("-n", "3")]
    assert invoke(*BASE, "-n", "3", "-o", tmp_path / "made.txt").out == ""
    assert (tmp_path / "made.txt").read_text().splitlines() == expected
    out = invoke(*BASE, "-n", "3", "--format", "grid").out
    assert [str(entry.puzzle) for entry in read(io.BytesIO(out.encode()), "made")] == expected


def test_a_table_has_the_solutions_and_what_makes_them_again():
    """Above 9, digits are letters, and stay large. A controlled sample has weights."""
    fields = ("puzzle", "solution", "box", "clues", "index", "seed", "method", "version")
    [line], [row] = table("--size", "10"), rows("--size", "10")
    assert {name: line[name] for name in fields} == {name: str(row[name]) for name in fields}
    asked = ("-n", "2", "--size", "4", "--sample", "controlled")
    weights = [row["weight"] for row in rows(*asked)]
    assert [float(one["weight"]) for one in table(*asked)] == weights
    assert min(weights) > 0


def interrupted_at(monkeypatch, number):
    """Ctrl-C comes when this puzzle is to be written."""
    whole = GenerateReport.add

    def add(self, one):
        if one.index == number:
            raise KeyboardInterrupt
        whole(self, one)

    monkeypatch.setattr(GenerateReport, "add", add)


def test_ctrl_c_while_proofs_are_written_says_what_goes_on_with_the_folder(tmp_path, monkeypatch):
    """Also where the seed was drawn; the same command with it finishes the folder, which verify accepts."""
    folder, made = tmp_path / "proofs", tmp_path / "made.txt"
    with monkeypatch.context() as patch:
        interrupted_at(patch, 3)
        outcome = invoke("generate", "-n", "3", "--certify", folder, "-o", made)
    assert outcome.status == 130
    [seed] = re.findall(
        r"has what is finished; the same command with --seed (\d+) goes on with it", outcome.err
    )
    assert invoke("generate", "-n", "3", "--seed", seed, "--certify", folder, "-o", made).status == 0
    assert invoke("verify", folder, made).status == 0
    outcome = invoke(*BASE, "--certify", folder)
    assert (outcome.status, "it is finished" in outcome.err) == (2, True)
