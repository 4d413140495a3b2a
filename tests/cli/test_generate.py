"""`sudocube generate`: the puzzles asked for, in every form, and what is said where there are none."""

import csv
import io
import json
import os
import re
import signal
import subprocess

import pytest

from sudocube import NotGeneratedError, count, rate, read
from sudocube import generate as library_generate
from sudocube.cli.generate import _Maker
from sudocube.generation import GeneratedPuzzle
from tests.cli.command import HANG, invoke, started, written

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


def solutions_of(cells):
    return count(cells, limit=2).number


class TestThePuzzles:
    def test_each_has_one_solution_and_the_row_holds_it(self):
        """A strictly minimal one has several without any single clue."""
        for number, row in enumerate(rows("-n", "3"), 1):
            assert (row["index"], row["seed"], row["rating"]) == (number, 7, None)
            assert (row["symmetry"], row["minimal"]) == ("none", "strict")
            cells = row["puzzle"]
            assert all(row["solution"][cell] == cells[cell] for cell in clue_cells(cells))
            assert (solutions_of(cells), row["clues"]) == (1, len(clue_cells(cells)))
            assert {solutions_of(cells[:at] + "." + cells[at + 1 :]) for at in clue_cells(cells)} == {2}

    def test_a_symmetric_one_has_clues_where_the_symmetry_turns_its_clues(self):
        """And without any set of clues that it turns into each other, there are several solutions."""
        [row] = rows("--symmetry", "half-turn", "--minimal", "orbits")
        clues = clue_cells(row["puzzle"])
        assert row["symmetry"] == "half-turn"
        assert {80 - cell for cell in clues} == clues
        for one in clues:
            left = ["." if cell in (one, 80 - one) else row["puzzle"][cell] for cell in range(81)]
            assert solutions_of("".join(left)) == 2

    def test_the_clues_are_as_many_as_asked_for_and_where_they_were_asked_for(self, tmp_path):
        """Given ones with their digits; neighbours differ in one or two."""
        assert {row["clues"] for row in rows("-n", "3", "--clues", "24")} == {24}
        assert {row["clues"] for row in rows("-n", "3", "--clues", "30-32", "--minimal", "no")} <= {
            30,
            31,
            32,
        }
        more = ["-n", "2", "--minimal", "no", "--clues"]
        assert rows(*more, "40-") == rows(*more, "40-81")
        file = written(tmp_path, "# x is a clue", *RING, name="ring.txt")
        [row] = rows("--pattern", str(file), "--minimal", "no")
        assert clue_cells(row["puzzle"]) == {cell for cell, mark in enumerate("".join(RING)) if mark == "x"}
        [row] = rows("--given", "12" + "." * 70 + "34.......")
        assert [row["puzzle"][cell] for cell in (0, 1, 72, 73)] == ["1", "2", "3", "4"]
        [near] = rows("--near", row["puzzle"])
        gone = [cell for cell in clue_cells(row["puzzle"]) if near["puzzle"][cell] != row["puzzle"][cell]]
        assert 1 <= len(gone) <= 2

    def test_the_difficulty_is_the_one_that_was_asked_for(self):
        """Depth, backdoor, and the methods that solve it and get stuck; in a table, too."""
        for asked, found in (("0", {0}), ("1", {1}), ("0-1", {0, 1})):
            made = rows("-n", "2", "--depth", asked)
            depths = [rate(row["puzzle"], only=["depth"]).depth for row in made]
            assert set(depths) <= found
            assert [row["rating"]["depth"] for row in made] == depths
        [row] = rows("--backdoor", "1-2")
        assert rate(row["puzzle"], only=["backdoor"]).backdoor == row["rating"]["backdoor"] in (1, 2)
        methods = ("--method", "possibles", "--not-method", "sets,cube:propagate")
        [row] = rows(*methods)
        assert row["rating"] == {"methods": {"possibles": True, "sets": False, "cube:propagate": False}}
        assert invoke("solve", row["puzzle"], "-e", "possibles").out.strip() == row["solution"]
        assert invoke("solve", row["puzzle"], "-e", "sets").status == 3
        [line] = table(*methods)
        assert (line["puzzle"], line["possibles"], line["sets"]) == (row["puzzle"], "true", "false")

    def test_sizes_and_boxes_are_those_that_were_asked_for(self):
        """A board that is given says its size. Whoever gave the shape may write it as a line."""
        for arguments, box, cells in (
            (["--size", "4"], "2x2", 16),
            (["--box", "3x2"], "3x2", 36),
            (["--given", "1..............."], "2x2", 16),
        ):
            [row] = rows(*arguments)
            assert (row["box"], len(row["puzzle"])) == (box, cells)
        line = invoke(*BASE, "--box", "3x2").out
        assert invoke("check", line.strip(), "--box", "3x2").out == "unique\n"


class TestTheSeed:
    def test_it_makes_the_same_puzzles_whatever_else_is_asked(self):
        """With any number of jobs, another engine that counts, or as a part: the rows are the same."""
        first = invoke(*BASE, "-n", "4", "--jobs", "1", "--json").out
        assert invoke(*BASE, "-n", "4", "--jobs", "2", "--json").out == first
        assert invoke(*BASE, "-n", "4", "--recheck", "sat", "--json").out == first
        part = invoke(*BASE, "-n", "2", "--first-index", "3", "--json").out
        assert part.splitlines() == first.splitlines()[2:4]
        assert invoke("generate", "--seed", "8", "-n", "4", "--json").out != first

    def test_one_that_is_drawn_is_told_and_makes_them_again(self):
        drawn = invoke("generate", "-n", "3")
        assert drawn.err.startswith("3 puzzles, ")
        *_, line = drawn.err.splitlines()
        assert line.startswith("the same again: --seed ")
        assert invoke("generate", "-n", "3", "--seed", line.rpartition(" ")[2], "-q") == (0, drawn.out, "")
        assert invoke("generate", "-n", "3").out != drawn.out


class TestForms:
    def test_a_json_row_says_of_a_puzzle_what_the_library_says(self):
        made = next(library_generate(seed=7, depth=(0, 0)))
        [row] = rows("--depth", "0")
        fields = ("index", "clues", "minimal", "symmetry", "seed", "method", "version", "attempt", "rating")
        assert {name: row[name] for name in fields} == {name: getattr(made, name) for name in fields}
        assert (row["puzzle"], row["solution"]) == (str(made.puzzle), str(made.solution))

    def test_every_format_is_read_again_as_the_same_puzzles(self, tmp_path):
        """A line each without a format; a file has what standard output would."""
        expected = [row["puzzle"] for row in rows("-n", "3")]
        assert invoke(*BASE, "-n", "3").out.splitlines() == expected
        assert invoke(*BASE, "-n", "3", "-o", tmp_path / "made.txt").out == ""
        assert (tmp_path / "made.txt").read_text().splitlines() == expected
        for form in ("grid", "ss", "sdk", "sdm"):
            out = invoke(*BASE, "-n", "3", "--format", form).out
            assert [str(entry.puzzle) for entry in read(io.BytesIO(out.encode()), "made")] == expected, form

    def test_a_table_has_the_solutions_and_what_makes_them_again(self):
        """Above 9, digits are letters, and stay large. A controlled sample has weights."""
        for size in ("9", "10"):
            fields = ("puzzle", "solution", "box", "clues", "index", "seed", "method", "version")
            [line], [row] = table("--size", size), rows("--size", size)
            assert {name: line[name] for name in fields} == {name: str(row[name]) for name in fields}
        asked = ("-n", "2", "--size", "4", "--sample", "controlled")
        weights = [row["weight"] for row in rows(*asked)]
        assert [float(one["weight"]) for one in table(*asked)] == weights
        assert min(weights) > 0


class TestWhatIsSaid:
    def test_where_the_tries_run_out_it_says_how_many_there_were(self):
        """That is no proof that there is none: status 3, with what was made."""
        outcome = invoke(*BASE, "-n", "2", "--clues", "17", "--tries", "5")
        assert (outcome.status, outcome.out) == (3, "")
        assert outcome.err.startswith("0 of 2 puzzles made; ")
        assert "5 tries" in outcome.err
        asked = ("-n", "2", "--clues", "17", "--timeout", "0.2", "--tries", "1000000000")
        outcome = invoke(*BASE, *asked)
        assert (outcome.status, "of 2 puzzles made; " in outcome.err) == (3, True)

    def test_the_tries_at_the_puzzle_that_was_not_found_are_counted_too(self):
        made: list[GeneratedPuzzle] = []
        with pytest.raises(NotGeneratedError) as missing:
            made.extend(library_generate(100, seed=23, symmetry="half-turn", tries=60))
        tries = sum(one.attempt + 1 for one in made) + 60
        asked = ("--seed", "23", "-n", "100", "--symmetry", "half-turn", "--tries", "60")
        outcome = invoke("generate", *asked)
        assert outcome.status == 3
        assert len(outcome.out.splitlines()) == missing.value.index - 1 == len(made) > 0
        assert f"of {tries:,} tries" in outcome.err

    def test_what_a_format_cannot_hold_is_refused_before_any_work(self, monkeypatch):
        monkeypatch.setattr("sudocube.generation.generate_planned", None)
        assert invoke(*BASE, "--size", "4", "--format", "sdm").status == 2


def interrupted_at(monkeypatch, number):
    """Ctrl-C comes when this puzzle is to be written."""
    whole = _Maker._put

    def put(self, one):
        if one.index == number:
            raise KeyboardInterrupt
        whole(self, one)

    monkeypatch.setattr(_Maker, "_put", put)


def test_no_puzzle_waits_to_be_written_while_others_are_looked_for(monkeypatch):
    """Puzzles of one round are written together."""
    show, unwritten = _Maker._show, []

    def noted(self, so_far):
        unwritten.append(len(self._unwritten))
        show(self, so_far)

    monkeypatch.setattr(_Maker, "_show", noted)
    outcome = invoke(*BASE, "-n", "150", "--jobs", "1")
    assert len(outcome.out.splitlines()) == 150
    assert len(unwritten) > 1
    assert set(unwritten) == {0}


def test_ctrl_c_keeps_what_was_written_to_a_file(tmp_path, monkeypatch):
    """In FILE.part; an old file stays as it was."""
    file = written(tmp_path, "old", name="made.txt")
    whole = invoke(*BASE, "-n", "3").out
    interrupted_at(monkeypatch, 3)
    outcome = invoke(*BASE, "-n", "3", "-o", file)
    assert (outcome.status, file.read_text()) == (130, "old\n")
    assert (tmp_path / "made.txt.part").read_text().splitlines() == whole.splitlines()[:2]
    assert "the same again: --seed 7\n" in outcome.err


def test_ctrl_c_while_proofs_are_written_says_what_goes_on_with_the_folder(tmp_path, monkeypatch):
    """Also where the seed was drawn; the same command with it finishes the folder, which verify accepts."""
    folder, made = tmp_path / "proofs", tmp_path / "made.txt"
    with monkeypatch.context() as patch:
        interrupted_at(patch, 3)
        outcome = invoke("generate", "-n", "3", "--certify", folder, "-o", made)
    assert outcome.status == 130
    [seed] = re.findall(r"is unfinished; the same command with --seed (\d+) goes on with it", outcome.err)
    assert invoke("generate", "-n", "3", "--seed", seed, "--certify", folder, "-o", made).status == 0
    assert invoke("verify", folder, made).status == 0
    outcome = invoke(*BASE, "--certify", folder)
    assert (outcome.status, "it is finished" in outcome.err) == (2, True)


@pytest.mark.slow
def test_on_a_terminal_it_shows_the_rate_and_the_tries_where_puzzles_are_rare(terminal):
    run = terminal(*BASE, "--clues", "17", "--jobs", "1", output=False)
    assert re.search(r"0 puzzles, 0\.0/s, [\d,]+ tries at puzzle 1", run.read(until="at puzzle 1"))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
@pytest.mark.usefixtures("_python_handles_ctrl_c")
def test_ctrl_c_keeps_all_that_was_made_and_tells_the_seed():
    """Whole lines, in order."""
    arguments = [*BASE, "-n", "100000000", "--json"]
    with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        out = process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        rest, err = process.communicate(timeout=HANG)
    made = [json.loads(line) for line in (out + rest).decode().splitlines()]
    assert process.returncode == 130
    assert [row["index"] for row in made] == [*range(1, len(made) + 1)]
    assert "the same again: --seed 7\n" in err.decode()
