"""`sudocube generate`: the puzzles asked for, in every form, and what is said where there are none."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from sudocube import NotGeneratedError, Puzzle, count, rate, read
from sudocube import generate as library_generate
from sudocube.cli.generate import _Maker
from sudocube.generation import GeneratedPuzzle
from tests.cli.command import HANG, invoke, started, written
from tests.cli.pseudo_terminal import Terminal

BASE = ("generate", "--seed", "7")
RING = (
    "...xxx...",
    ".x.....x.",
    "..xx.xx..",
    "x.x...x.x",
    "x.......x",
    "x.x...x.x",
    "..xx.xx..",
    ".x.....x.",
    "...xxx...",
)
LAST = 8
MOVES: dict[str, list[Callable[[int, int], tuple[int, int]]]] = {
    "half-turn": [lambda r, c: (LAST - r, LAST - c)],
    "quarter-turn": [lambda r, c: (c, LAST - r)],
    "left-right": [lambda r, c: (r, LAST - c)],
    "top-bottom": [lambda r, c: (LAST - r, c)],
    "both-mirrors": [lambda r, c: (r, LAST - c), lambda r, c: (LAST - r, c)],
    "diagonal": [lambda r, c: (c, r)],
    "anti-diagonal": [lambda r, c: (LAST - c, LAST - r)],
    "both-diagonals": [lambda r, c: (c, r), lambda r, c: (LAST - c, LAST - r)],
    "full": [lambda r, c: (c, LAST - r), lambda r, c: (c, r)],
}
"""For each symmetry, moves of the grid that leave the cells with clues where they are."""


def rows(*arguments):
    """The JSON rows of a run that made all that was asked for."""
    outcome = invoke(*BASE, *arguments, "--json")
    assert outcome.status == 0, outcome
    return outcome.rows


def clue_cells(cells):
    return {place for place, symbol in enumerate(cells) if symbol != "."}


def solutions_of(cells):
    return count(cells, limit=2).number


class TestThePuzzles:
    def test_each_has_one_solution_and_the_row_holds_it(self):
        for number, row in enumerate(rows("-n", "5"), 1):
            assert (row["index"], row["seed"], row["symmetry"], row["minimal"]) == (
                number,
                7,
                "none",
                "strict",
            )
            assert solutions_of(row["puzzle"]) == 1
            assert {
                row["solution"][cell]
                for cell in range(81)
                if row["puzzle"][cell] not in (".", row["solution"][cell])
            } == set()
            assert row["clues"] == len(clue_cells(row["puzzle"]))
            assert row["rating"] is None

    def test_a_strictly_minimal_one_has_several_solutions_without_any_single_clue(self):
        [row] = rows()
        for cell in clue_cells(row["puzzle"]):
            without = row["puzzle"][:cell] + "." + row["puzzle"][cell + 1 :]
            assert solutions_of(without) == 2

    @pytest.mark.parametrize("symmetry", MOVES)
    def test_a_symmetric_one_has_clues_where_the_symmetry_turns_its_clues(self, symmetry):
        """And without any set of clues that it turns into each other, there are several solutions."""
        for row in rows("-n", "2", "--symmetry", symmetry, "--minimal", "orbits"):
            left = clue_cells(row["puzzle"])
            assert row["symmetry"] == symmetry
            assert {
                9 * r + c for cell in left for move in MOVES[symmetry] for r, c in [move(*divmod(cell, 9))]
            } == left
            while left:
                orbit, found = set(), {left.pop()}
                while found:
                    orbit |= found
                    found = {
                        9 * r + c
                        for cell in found
                        for move in MOVES[symmetry]
                        for r, c in [move(*divmod(cell, 9))]
                    } - orbit
                left -= orbit
                assert (
                    solutions_of("".join("." if cell in orbit else row["puzzle"][cell] for cell in range(81)))
                    == 2
                )

    def test_the_clues_are_as_many_as_asked_for(self):
        assert {row["clues"] for row in rows("-n", "4", "--clues", "24")} == {24}
        assert {row["clues"] for row in rows("-n", "4", "--clues", "30-32", "--minimal", "no")} <= {
            30,
            31,
            32,
        }

    def test_a_range_of_clues_may_have_no_end(self):
        more = ["-n", "3", "--minimal", "no"]
        assert rows(*more, "--clues", "40-") == rows(*more, "--clues", "40-81")

    @pytest.mark.parametrize("sign", ["x", "*", "7"])
    def test_the_clues_stand_where_the_pattern_has_its_marks(self, sign, tmp_path):
        lines = [line.replace("x", sign) for line in RING]
        file = written(tmp_path, "# x is a clue", *lines, name="ring.txt")
        [row] = rows("--pattern", str(file), "--minimal", "no")
        assert clue_cells(row["puzzle"]) == {cell for cell, mark in enumerate("".join(RING)) if mark == "x"}

    @pytest.mark.parametrize(("asked", "found"), [("0", {0}), ("1", {1}), ("0-1", {0, 1})])
    def test_the_depth_is_the_one_that_was_asked_for(self, asked, found):
        made = rows("-n", "4", "--depth", asked)
        depths = [rate(row["puzzle"], only=["depth"]).depth for row in made]
        assert set(depths) <= found
        assert [row["rating"]["depth"] for row in made] == depths

    def test_the_backdoor_has_as_many_cells_as_were_asked_for(self):
        for row in rows("-n", "2", "--backdoor", "1-2"):
            assert rate(row["puzzle"], only=["backdoor"]).backdoor == row["rating"]["backdoor"]
            assert 1 <= row["rating"]["backdoor"] <= 2

    def test_a_method_solves_it_and_another_one_gets_stuck(self):
        for row in rows("-n", "2", "--method", "possibles", "--not-method", "sets,cube:propagate"):
            assert row["rating"] == {"methods": {"possibles": True, "sets": False, "cube:propagate": False}}
            assert invoke("solve", row["puzzle"], "-e", "possibles").out.strip() == row["solution"]
            assert invoke("solve", row["puzzle"], "-e", "sets").status == 3

    def test_given_clues_are_there_with_their_digits(self):
        given = "12" + "." * 70 + "34......."
        for row in rows("-n", "3", "--given", given):
            assert {cell: row["puzzle"][cell] for cell in clue_cells(given)} == {
                0: "1",
                1: "2",
                72: "3",
                73: "4",
            }

    def test_neighbours_differ_in_one_or_two_clues(self):
        [first] = rows()
        for row in rows("-n", "3", "--near", first["puzzle"]):
            gone = [
                cell for cell in clue_cells(first["puzzle"]) if row["puzzle"][cell] != first["puzzle"][cell]
            ]
            assert 1 <= len(gone) <= 2

    def test_sizes_and_boxes_are_those_that_were_asked_for(self):
        for arguments, box, cells in ((["--size", "4"], "2x2", 16), (["--box", "3x2"], "3x2", 36)):
            [row] = rows(*arguments)
            assert (row["box"], len(row["puzzle"])) == (box, cells)

    def test_a_board_that_is_given_says_the_size(self):
        [row] = rows("--given", "1...............")
        assert row["puzzle"][0] == "1"
        assert len(row["puzzle"]) == 16


class TestTheSeed:
    def test_it_makes_the_same_puzzles_with_any_number_of_jobs(self):
        first = invoke(*BASE, "-n", "20", "--jobs", "1").out
        assert invoke(*BASE, "-n", "20", "--jobs", "2").out == first
        assert invoke("generate", "--seed", "8", "-n", "20").out != first

    def test_another_engine_that_counts_them_changes_nothing(self):
        assert invoke(*BASE, "-n", "3", "--recheck", "sat").out == invoke(*BASE, "-n", "3").out

    def test_a_later_part_is_that_of_the_whole(self):
        """So that machines share the work; the rows are the same to the last field."""
        whole = invoke(*BASE, "-n", "6", "--json").out.splitlines()
        assert invoke(*BASE, "-n", "2", "--first-index", "3", "--json").out.splitlines() == whole[2:4]

    def test_one_that_is_drawn_is_told_and_makes_them_again(self):
        drawn = invoke("generate", "-n", "3")
        [line] = [line for line in drawn.err.splitlines() if line.startswith("the same again: --seed ")]
        again = invoke("generate", "-n", "3", "--seed", line.rpartition(" ")[2])
        assert again.out == drawn.out
        assert invoke("generate", "-n", "3").out != drawn.out


class TestForms:
    def test_a_json_row_says_of_a_puzzle_what_the_library_says(self):
        made = next(library_generate(seed=7, depth=(0, 0)))
        [row] = rows("--depth", "0")
        fields = ("index", "clues", "minimal", "symmetry", "seed", "method", "version", "attempt", "rating")
        assert {name: row[name] for name in fields} == {name: getattr(made, name) for name in fields}
        assert (row["puzzle"], row["solution"]) == (str(made.puzzle), str(made.solution))

    def test_what_a_format_cannot_hold_is_refused_before_any_work(self, monkeypatch):
        monkeypatch.setattr("sudocube.generation.generate_planned", None)
        outcome = invoke(*BASE, "--size", "4", "--format", "sdm")
        assert outcome == (
            2,
            "",
            "error: the format sdm holds 9×9 puzzles only, not 4×4: choose line or grid\n",
        )

    def test_without_a_format_a_line_each_which_check_reads(self):
        outcome = invoke(*BASE, "-n", "3")
        assert [len(line) for line in outcome.out.splitlines()] == [81] * 3
        assert outcome.out.splitlines() == [row["puzzle"] for row in rows("-n", "3")]
        assert invoke("check", "-", stdin=outcome.out).status == 0

    @pytest.mark.parametrize("format", ["grid", "ss", "sdk", "sdm"])
    def test_every_format_is_read_again_as_the_same_puzzles(self, format):
        out = invoke(*BASE, "-n", "3", "--format", format).out
        found = [entry.puzzle for entry in read(io.BytesIO(out.encode()), "made")]
        assert [*map(str, found)] == [row["puzzle"] for row in rows("-n", "3")]

    def test_a_table_has_the_solutions_and_what_makes_them_again(self):
        out = invoke(*BASE, "-n", "2", "--format", "csv").out
        table = [*csv.DictReader(io.StringIO(out))]
        for field in ("puzzle", "solution", "box", "clues", "index", "seed", "method", "version"):
            assert [one[field] for one in table] == [str(row[field]) for row in rows("-n", "2")]
        assert invoke("check", "-", stdin=out).status == 0

    def test_a_table_has_what_was_asked_of_the_difficulty(self):
        more = ["-n", "2", "--depth", "0-1", "--method", "possibles", "--not-method", "sets"]
        table = [*csv.DictReader(io.StringIO(invoke(*BASE, *more, "--format", "csv").out))]
        expected = [(str(row["rating"]["depth"]), "true", "false") for row in rows(*more)]
        assert [(one["depth"], one["possibles"], one["sets"]) for one in table] == expected

    def test_letters_stay_large_in_a_table(self):
        """Above 9, digits are letters."""
        [row] = csv.DictReader(io.StringIO(invoke(*BASE, "--size", "10", "--format", "csv").out))
        [expected] = rows("--size", "10")
        assert row["solution"] == expected["solution"]
        assert "A" in row["solution"]

    def test_a_table_of_a_controlled_sample_has_the_weights(self):
        more = ["-n", "2", "--size", "4", "--sample", "controlled"]
        table = [*csv.DictReader(io.StringIO(invoke(*BASE, *more, "--format", "csv").out))]
        weights = [row["weight"] for row in rows(*more)]
        assert [float(one["weight"]) for one in table] == weights
        assert min(weights) > 0

    def test_the_file_has_what_standard_output_would(self, tmp_path):
        file = tmp_path / "made.txt"
        plain = invoke(*BASE, "-n", "3")
        assert invoke(*BASE, "-n", "3", "-o", file).out == ""
        assert file.read_text() == plain.out

    def test_boxes_that_a_line_does_not_show_may_be_written_where_they_were_asked_for(self):
        """Whoever gave the shape knows it; `check` is told it, too."""
        line = invoke(*BASE, "--box", "3x2").out
        assert invoke("check", line.strip(), "--box", "3x2").out == "unique\n"


class TestWhatIsSaid:
    def test_a_summary_and_the_seed_and_nothing_with_quiet(self):
        said = invoke(*BASE, "-n", "3").err.splitlines()
        assert said[0].startswith("3 puzzles, ")
        assert said[-1] == "the same again: --seed 7"
        assert invoke(*BASE, "--quiet").err == ""

    def test_what_is_known_to_be_impossible_is_refused_at_once(self):
        outcome = invoke(*BASE, "--clues", "16")
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith("error: ")
        assert "17" in outcome.err

    def test_where_the_tries_run_out_it_says_how_many_there_were(self):
        """That is no proof that there is none: status 3."""
        outcome = invoke(*BASE, "-n", "2", "--clues", "17", "--tries", "5")
        assert (outcome.status, outcome.out) == (3, "")
        assert outcome.err.startswith("0 of 2 puzzles made; ")
        assert "5 tries" in outcome.err

    def test_the_tries_at_the_puzzle_that_was_not_found_are_counted_too(self):
        made: list[GeneratedPuzzle] = []
        with pytest.raises(NotGeneratedError) as missing:
            made.extend(library_generate(100, seed=23, symmetry="half-turn", tries=60))
        tries = sum(one.attempt + 1 for one in made) + 60
        outcome = invoke(
            *("generate", "--seed", "23", "-n", "100", "--symmetry", "half-turn", "--tries", "60")
        )
        assert outcome.status == 3
        assert len(outcome.out.splitlines()) == missing.value.index - 1 == len(made) > 0
        assert f"of {tries:,} tries" in outcome.err

    def test_where_the_time_runs_out_it_ends_with_what_was_made(self):
        outcome = invoke(*BASE, "-n", "2", "--clues", "17", "--timeout", "0.2", "--tries", "1000000000")
        assert (outcome.status, outcome.out) == (3, "")
        assert "of 2 puzzles made; " in outcome.err

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["--clues", "x"], "found 'x'; expected a number or a range"),
            (["--clues", "24-x"], "found '24-x'; expected a number or a range: 24, 24-28, or 24- for 24 and"),
            (["--clues", "82-"], "error: 82 clues: a 9×9 board has 81 cells"),
            (["--clues", "28-24"], "28-24 holds no number: the smaller one stands first, as in 24-28"),
            (["--depth", "-1"], "expected a number or a range: 24, 24-28, or 24-"),
            (["--minimal", "maybe"], "unknown kind of minimal 'maybe'"),
            (["--symmetry", "half"], "half-turn"),
            (["--method", "set"], "sets"),
            (["--sample", "all"], "controlled, top-down"),
            (["--grid", "slow"], "fast, uniform"),
            (["--per-page", "5"], "1, 2, 4, 6"),
            (["--seed", "-1"], "0 or more"),
            (["--count", "0"], "it is 1 or more"),
            (["--format", "sdkk"], "unknown format 'sdkk'"),
            (["--size", "4", "--format", "sdk"], "9×9 puzzles only"),
            (["--size", "5"], "size 5 are not made; the sizes are 4, 6, 8, 9, 10, 12, 15, 16."),
            (["--size", "20"], "size 20 are not made; the sizes are 4, 6, 8, 9, 10, 12, 15, 16."),
            (["--box", "5x5"], "puzzles are made up to 16×16, not 25×25"),
            (["--per-page", "4"], "--per-page goes with --html FILE"),
            (["--pattern", "x" * 81], "row 1 is full of clues, and one of these can go"),
            (["--pattern", "x" * 81, "--minimal", "orbits"], "row 1 is full of clues, and one of these"),
            (["--pattern", "5..x" + "." * 12], "--pattern: column 1: found '5'; expected a digit 1 to 4"),
            (["--pattern", "x..%" + "." * 12], "--pattern: column 4: found '%'; expected a digit 1 to 4"),
            (["--given", "5..." + "." * 12], "--given: column 1: found '5'; expected a digit 1 to 4"),
            (["--near", "5..." + "." * 12], "--near: column 1: found '5'; expected a digit 1 to 4"),
            (["--method", "cube:propagate", "--depth", "1"], "what cube:propagate solves has depth 0, not 1"),
            (["--backdoor", "65-"], "there are 64 blanks at most"),
            (["--recheck", "nobody"], "unknown engine 'nobody'"),
            (["--recheck", "sets"], "sets does not decide every puzzle"),
            (["--grid", "uniform", "--size", "8"], "4×4, 6×6 and 9×9"),
            (["--sample", "controlled", "--symmetry", "full"], "without a symmetry"),
            (["--pattern", "no-such.txt"], "no-such.txt: there is no such file"),
            (["--pattern", "." * 81], "the pattern has no clues"),
            (["--given", "-", "--near", "-"], "standard input is one board"),
            (["--given", "1" + "." * 15, "--size", "9"], "--given: found 16 symbols; expected 81"),
            (["--number", "3"], "Did you mean '--count'?"),
        ],
    )
    def test_what_cannot_be_understood_is_a_line_with_what_is_expected(self, arguments, said):
        outcome = invoke(*BASE, *arguments)
        assert (outcome.status, outcome.out) == (2, "")
        assert said in " ".join(outcome.err.split())

    def test_a_sign_that_cannot_be_in_a_pattern_is_told_with_its_line(self, tmp_path):
        """Also below a remark."""
        file = written(tmp_path, "# a ring of clues", "", "x..x", ".7..", "....", "x..x", name="ring.txt")
        outcome = invoke(*BASE, "--pattern", file)
        assert outcome.status == 2
        assert outcome.err.startswith(f"error: {file}:4: column 2: found '7'; expected a digit 1 to 4, ")

    @pytest.mark.parametrize(
        ("option", "cells", "said"),
        [
            ("--near", "123456789" + "." * 72, "near has 9 clues: with fewer than 17"),
            (
                "--near",
                "54...7..27..4..5...12.....3.679...4......496.4.95...8...2.9.6.89..2.6....5.1...7.",
                "near has no solution, nor has it without any two of its clues",
            ),
            ("--given", "11" + "." * 79, "the given clues clash"),
            ("--given", "12345678.........9" + "." * 63, "the given clues have no solution"),
            ("--pattern", "x" * 63 + "." * 18, "rows 8 and 9 have no clues"),
        ],
    )
    def test_of_a_board_in_a_file_that_cannot_be_the_file_is_named(self, option, cells, said, tmp_path):
        file = written(tmp_path, cells, name="board.txt")
        outcome = invoke(*BASE, option, file)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.startswith(f"error: {file}: {said}")
        assert invoke(*BASE, option, cells).err.startswith(f"error: {said}")

    def test_names_of_files_are_no_patterns(self):
        for name in ("my-own-pattern.x", "PATTERN-FILE-001", "ring"):
            assert "there is no such file" in invoke(*BASE, "--pattern", name).err

    @pytest.mark.parametrize("word", ["make", "create", "new"])
    def test_other_words_lead_here(self, word):
        assert "Did you mean 'generate'?" in invoke(word).err


class TestProofs:
    def test_certify_writes_a_folder_that_verify_accepts_for_these_puzzles(self, tmp_path):
        made, folder = tmp_path / "made.txt", tmp_path / "proofs"
        outcome = invoke(*BASE, "-n", "2", "--certify", folder, "-o", made)
        assert outcome.status == 0
        assert invoke("verify", folder, made).status == 0

    def test_a_folder_that_is_finished_for_others_is_refused(self, tmp_path):
        folder = tmp_path / "proofs"
        invoke(*BASE, "--certify", folder)
        outcome = invoke("generate", "--seed", "8", "--certify", folder)
        assert outcome.status == 2
        assert "it is finished" in outcome.err


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
    assert outcome.status == 130
    assert file.read_text() == "old\n"
    assert (tmp_path / "made.txt.part").read_text().splitlines() == whole.splitlines()[:2]
    assert "the same again: --seed 7\n" in outcome.err


def test_ctrl_c_while_proofs_are_written_says_what_goes_on_with_the_folder(tmp_path, monkeypatch):
    """Also where the seed was drawn; the same command with it finishes the folder."""
    folder, made = tmp_path / "proofs", tmp_path / "made.txt"
    with monkeypatch.context() as patch:
        interrupted_at(patch, 3)
        outcome = invoke("generate", "-n", "3", "--certify", folder, "-o", made)
    assert outcome.status == 130
    [seed] = re.findall(r"is unfinished; the same command with --seed (\d+) goes on with it", outcome.err)
    assert invoke("generate", "-n", "3", "--seed", seed, "--certify", folder, "-o", made).status == 0
    assert invoke("verify", folder, made).status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix")
def test_on_a_terminal_it_shows_the_rate_and_the_tries_where_puzzles_are_rare():
    terminal = Terminal(*BASE, "--clues", "17", "--jobs", "1", output=False)
    try:
        assert re.search(r"0 puzzles, 0\.0/s, [\d,]+ tries at puzzle 1", terminal.read(until="at puzzle 1"))
    finally:
        terminal.close()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
def test_ctrl_c_keeps_all_that_was_made_and_tells_the_seed(tmp_path):
    """Whole lines, in order; with -o, in FILE.part."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        arguments = [*BASE, "-n", "100000000", "--json"]
        with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
            assert process.stdout is not None
            out = process.stdout.readline()
            os.killpg(process.pid, signal.SIGINT)
            rest, err = process.communicate(timeout=HANG)
    finally:
        signal.signal(signal.SIGINT, before)
    made = [json.loads(line) for line in (out + rest).decode().splitlines()]
    assert process.returncode == 130
    assert [row["index"] for row in made] == [*range(1, len(made) + 1)]
    assert all(Puzzle(row["puzzle"]).geometry.size == 9 for row in made)
    assert "the same again: --seed 7\n" in err.decode()
