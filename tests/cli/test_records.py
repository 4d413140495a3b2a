"""`solve` and `count` write one record for each puzzle, in the order of the input, whatever becomes of it."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudocube import kernel
from sudocube.checking import bulk
from sudocube.checking.bulk import CheckedBatch
from sudocube.formats import bulk_reader, read
from sudocube.puzzle import Grid, Puzzle
from sudocube.trusted import objection
from tests.cli.command import HANG, HARD, MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, written

FOUR, FOUR_SOLVED = "1.....2..3.....4", "1243342143122134"
INVALID = UNIQUE[:-1]
ENGINES = [[], ["--engine", "phases"], ["--engine", "sat", "--jobs", "2"]]
ANY_ENGINE = pytest.mark.parametrize("engine", ENGINES, ids=["default", "phases", "sat in workers"])
WORDS = {UNIQUE: SOLUTION, NONE: "none", INVALID: "invalid", "oops": "invalid", "1" * 40: "invalid"}
COUNTS = {UNIQUE: "1", NONE: "0", INVALID: "invalid", "oops": "invalid", "1" * 40: "invalid"}


def solves(puzzle: str, solution: str) -> bool:
    shape = Puzzle(puzzle).geometry
    cells = Grid(solution).cells
    return objection(cells, Puzzle(puzzle).cells, shape.box_rows, shape.box_columns) is None


@ANY_ENGINE
def test_solve_keeps_the_place_of_what_has_no_solution(engine, tmp_path):
    """In the order of the input; why, is said on standard error as before."""
    file = written(tmp_path, NONE, UNIQUE, INVALID, UNIQUE, NONE)
    outcome = invoke("solve", file, *engine)
    assert (outcome.status, outcome.out.splitlines()) == (2, ["none", SOLUTION, "invalid", SOLUTION, "none"])
    places = [line.removeprefix(f"{file}:").split(": ")[:2] for line in outcome.err.splitlines()]
    assert places == [["1", "no solution"], ["3", "invalid"], ["5", "no solution"]]


@ANY_ENGINE
def test_count_keeps_the_place_of_what_is_no_puzzle(engine, tmp_path):
    file = written(tmp_path, NONE, UNIQUE, INVALID, MULTIPLE)
    outcome = invoke("count", file, *engine)
    assert (outcome.status, outcome.out) == (2, "0\n1\ninvalid\n2\n")
    assert outcome.err == f"{file}:3: invalid: found 80 symbols; expected 81 (a 9×9 puzzle)\n"


def test_what_is_undecided_is_unknown_and_never_none():
    options = ("--engine", "sat:minimal", "--timeout", "0.2")
    outcome = invoke("solve", HARD, HARD, *options)
    assert (outcome.status, outcome.out) == (3, "unknown\nunknown\n")
    said = [f"argument:{place}: undecided: out of time after 0.2 s" for place in (1, 2)]
    assert outcome.err.splitlines() == said
    outcome = invoke("count", HARD, HARD, *options)
    assert (outcome.status, outcome.out) == (3, "unknown\nunknown\n")
    assert outcome.err.splitlines() == said
    assert invoke("count", HARD, *options, "--quiet") == (3, "unknown\n", "")


def test_how_many_solutions_there_are_at_least_is_said_with_the_reason():
    """On standard error, and in JSON; the line of an undecided puzzle is the word."""
    options = ("--engine", "phases", "--timeout", "0.3")
    outcome = invoke("count", "." * 81, *options)
    assert (outcome.status, outcome.out) == (3, "unknown\n")
    assert re.fullmatch(r"argument:1: undecided: at least [\d,]+: out of time after 0\.3 s\n", outcome.err)
    row = json.loads(invoke("count", "." * 81, *options, "--json").out)
    assert (row["count"] > 0, row["exact"], row["reason"]) == (True, False, "out of time after 0.3 s")


@given(
    kinds=st.lists(st.sampled_from([*WORDS]), min_size=1, max_size=12), batch=st.sampled_from([100, 10**6])
)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_paste_fits_any_list_of_puzzles(kinds, batch, tmp_path, monkeypatch):
    """Each line of the file stands beside its own answer, wherever a batch ends.

    The first is a puzzle, so that the file is a list; unreadable lines may follow each other.
    """
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", batch)
    kinds = [UNIQUE, *kinds]
    file = written(tmp_path, *kinds)
    assert invoke("solve", file).out.splitlines() == [WORDS[kind] for kind in kinds]
    assert invoke("count", file).out.splitlines() == [COUNTS[kind] for kind in kinds]
    assert invoke("convert", file, "--format", "line").out.splitlines() == [
        "invalid" if COUNTS[kind] == "invalid" else kind for kind in kinds
    ]


def test_a_grid_within_a_list_is_one_invalid_record(tmp_path):
    """It is one mistake: a puzzle in another form, however many lines it has."""
    file = written(tmp_path, UNIQUE, *["12"] * 4, UNIQUE)
    outcome = invoke("solve", file)
    assert (outcome.status, outcome.out.splitlines()) == (2, [SOLUTION, "invalid", SOLUTION])


@pytest.mark.skipif(shutil.which("bash") is None or shutil.which("paste") is None, reason="no bash")
def test_paste_as_the_help_says(tmp_path):
    """The command of the help, in a shell."""
    file = written(tmp_path, UNIQUE, INVALID, NONE)
    line = f"paste {file} <({sys.executable} -m sudocube solve -q {file} 2>/dev/null)"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=HANG, check=True)
    pairs = [tuple(row.split("\t")) for row in done.stdout.splitlines()]
    assert pairs == [(UNIQUE, SOLUTION), (INVALID, "invalid"), (NONE, "none")]


@pytest.mark.parametrize("command", ["solve", "count"])
def test_the_help_says_what_paste_needs(command):
    said = " ".join(invoke(command, "--help").out.split())
    assert f"paste FILE <(sudocube {command} FILE)" in said
    assert "without header, comments and blank lines" in said


def test_convert_makes_a_file_that_paste_fits(tmp_path):
    """Of one with comments, blank lines, grids."""
    rows = [FOUR[start : start + 4] for start in range(0, 16, 4)]
    file = written(tmp_path, "# a list", "", *rows, "", *rows[:3], "", *rows)
    lines = invoke("convert", file, "--format", "line").out.splitlines()
    assert lines == [FOUR, "invalid", FOUR]
    assert invoke("solve", file, "--format", "line").out.splitlines() == [FOUR_SOLVED, "invalid", FOUR_SOLVED]


@pytest.mark.parametrize("form", ["grid", "ss", "sdk"])
def test_blocks_keep_their_places_too(form, tmp_path):
    """A word is a block of its own, between blank lines."""
    file = written(tmp_path, NONE, UNIQUE, INVALID, UNIQUE)
    blocks = invoke("solve", file, "--format", form).out.removesuffix("\n").split("\n\n")
    assert [blocks[0], blocks[2]] == ["none", "invalid"]
    assert len(blocks) == 4
    assert blocks[1] == blocks[3]


def test_grids_of_different_blanks_are_parted(tmp_path):
    """Each puzzle is written as it was read, and still its rows do not run into those of the next."""
    rows = [FOUR[start : start + 4] for start in range(0, 16, 4)]
    zeros = [row.replace(".", "0") for row in rows]
    out = invoke("solve", written(tmp_path, *rows, "", *zeros)).out
    with (tmp_path / "solved").open("w+b") as stream:
        stream.write(out.encode())
        stream.seek(0)
        assert [str(entry.puzzle) for entry in read(stream, "solved")] == [FOUR_SOLVED, FOUR_SOLVED]


def test_a_block_in_the_midst_of_lines_is_parted_from_them():
    outcome = invoke("solve", "1... ..2. .3.. ...4", UNIQUE, "1... ..2. .3.. ...4")
    assert outcome.out == f"1243\n3421\n4312\n2134\n\n{SOLUTION}\n\n1243\n3421\n4312\n2134\n"


def test_all_solutions_of_a_puzzle_are_a_block(tmp_path):
    """A blank line parts it from the next, so that a record is found again; a word is a block of its own."""
    file = written(tmp_path, MULTIPLE, NONE, INVALID, UNIQUE)
    for option in (["--all"], ["--limit", "2"], ["--limit", "5"]):
        first, *others = invoke("solve", file, *option).out.removesuffix("\n").split("\n\n")
        assert others == ["none", "invalid", SOLUTION]
        assert len({line for line in first.splitlines() if solves(MULTIPLE, line)}) == 2


def test_up_to_one_solution_is_a_line(tmp_path):
    file = written(tmp_path, UNIQUE, NONE, UNIQUE)
    outcome = invoke("solve", file, "--limit", "1")
    assert outcome.out == f"{SOLUTION}\nnone\n{SOLUTION}\n"


def test_a_block_ends_with_unknown_where_the_search_was_not_finished():
    """So that what stands there is not taken for all."""
    outcome = invoke("solve", "." * 81, "--all", "--engine", "phases", "--timeout", "0.3", "--quiet")
    *found, last = outcome.out.splitlines()
    assert (outcome.status, last) == (3, "unknown")
    assert found
    assert all(solves("." * 81, line) for line in found[:20])


def test_all_and_jobs_do_not_go_together():
    """The solutions of a puzzle are handed over by one process."""
    outcome = invoke("solve", UNIQUE, "--all", "--jobs", "2")
    assert (outcome.status, outcome.out) == (2, "")
    assert "leave out --jobs" in " ".join(outcome.err.split())
    assert invoke("solve", UNIQUE, "--all", "--jobs", "1").out == f"{SOLUTION}\n"


@pytest.mark.parametrize("name", ["solve", "count", "check", "convert", "canonical"])
def test_json_by_either_name_is_the_same(name, tmp_path):
    file = written(tmp_path, UNIQUE, INVALID)
    short = invoke(name, file, "--json").rows
    long = invoke(name, file, "--format", "json").rows
    if name == "check":
        for row in [*short, *long]:
            row.pop("seconds", None)
            row.get("summary", {}).pop("seconds", None)
    assert short == long
    assert [row.get("verdict") for row in short][1] == "invalid"


@pytest.mark.parametrize("name", ["solve", "count", "check", "convert", "canonical"])
def test_two_formats_at_once_are_refused(name):
    outcome = invoke(name, UNIQUE, "--json", "--format", "csv")
    assert (outcome.status, outcome.out) == (2, "")
    assert "--json or --format csv, not both" in " ".join(outcome.err.split())


def test_in_a_table_the_reason_of_an_invalid_puzzle_does_not_repeat_the_source(tmp_path):
    """The source has a field of its own."""
    file = written(tmp_path, UNIQUE, f"{UNIQUE[:4]}%{UNIQUE[5:]}", UNIQUE[:-1])
    rows = [*csv.DictReader(invoke("check", file, "--format", "csv").out.splitlines())]
    assert [row["source"] for row in rows[1:]] == [f"{file}:2", f"{file}:3"]
    assert rows[1]["reason"].startswith("column 5: found '%'; expected a digit")
    assert rows[2]["reason"].startswith("found 80 symbols; expected")


def test_in_a_table_the_reason_names_the_line_within_a_grid(tmp_path):
    """The source is where the grid begins."""
    file = written(tmp_path, *[". . . 1 . . . . ."] * 4, ". . . 1 . ! . . .", *[". . . 1 . . . . ."] * 4)
    [row] = csv.DictReader(invoke("check", file, "--format", "csv").out.splitlines())
    assert row["source"] == f"{file}:1"
    assert row["reason"].startswith("line 5: column 11: found '!'; expected a digit")


@pytest.mark.parametrize("name", ["count", "check"])
def test_an_unknown_format_of_results_lists_the_known(name):
    outcome = invoke(name, UNIQUE, "--format", "grid")
    assert outcome == (2, "", "error: unknown format 'grid'. Known: csv, json, text\n")


@pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")
class TestLists:
    """Lists of 9×9 puzzles go through the compiled kernel in batches, with the same answers."""

    LINES = (UNIQUE, MULTIPLE, NONE, INVALID, "." * 81, "# said by the way", "", FOUR, UNIQUE)

    @pytest.fixture
    def both_ways(self, tmp_path, monkeypatch):
        def both(*arguments, lines=self.LINES):
            file = written(tmp_path, *lines)
            in_bulk = invoke(*arguments, file)
            with monkeypatch.context() as patch:
                patch.setattr("sudocube.checking.dispatch.serves_in_bulk", lambda engine: False)
                one_by_one = invoke(*arguments, file)
            return in_bulk, one_by_one

        return both

    @pytest.mark.parametrize("more", [[], ["--json"], ["--format", "csv"], ["--limit", "5"]], ids=" ".join)
    def test_count_is_the_same(self, both_ways, more):
        in_bulk, one_by_one = both_ways("count", *more)
        assert in_bulk == one_by_one

    @pytest.mark.parametrize(
        "more", [[], ["--json"], ["--format", "csv"], ["--format", "grid"], ["--format", "sdm"]], ids=" ".join
    )
    def test_solve_is_the_same(self, both_ways, more):
        """Of several solutions, each may show another one; there are none of these here."""
        lines = [line for line in self.LINES if line not in (MULTIPLE, "." * 81)]
        in_bulk, one_by_one = both_ways("solve", *more, lines=lines)
        assert in_bulk == one_by_one

    def test_one_of_several_solutions_is_shown_and_the_others_mentioned(self, both_ways):
        for outcome in both_ways("solve"):
            lines = outcome.out.splitlines()
            assert [lines[place] for place in (0, 2, 3, 5, 6)] == [
                *(SOLUTION, "none", "invalid", FOUR_SOLVED, SOLUTION)
            ]
            assert solves(MULTIPLE, lines[1])
            assert solves("." * 81, lines[4])
            assert outcome.err.count("there are several solutions; this is one of them") == 2

    @pytest.mark.parametrize("command", ["solve", "count"])
    def test_what_takes_many_guesses_keeps_its_place(self, command, both_ways, monkeypatch):
        """The engine is asked about it alone, after the puzzles before it."""
        lines = [UNIQUE, MULTIPLE, NONE, UNIQUE] * 3
        expected = both_ways(command, lines=lines)[0].out
        monkeypatch.setattr(bulk, "BUDGET", 0)
        for more in ([], ["--json"]):
            in_bulk, one_by_one = both_ways(command, *more, lines=lines)
            assert (in_bulk.status, in_bulk.err) == (one_by_one.status, one_by_one.err)
            if not more:
                found, known = in_bulk.out.splitlines(), expected.splitlines()
                assert [line for line in found if not solves_multiple(line)] == [
                    line for line in known if not solves_multiple(line)
                ]
            else:
                assert [row["index"] for row in in_bulk.rows] == list(range(1, 13))

    def test_a_solution_that_the_referee_refuses_is_unknown(self, tmp_path, monkeypatch):
        make = kernel.start_search

        def wrong(puzzles, **options):
            made = make(puzzles, **options)
            kernel.finish(made)

            class Work:
                level, counts, guesses = made.level, made.counts, made.guesses
                solutions = made.solutions.copy()

                def advance(self, steps):
                    return len(self.counts)

            Work.solutions[1, 0] = Work.solutions[1, 0][::-1]
            return Work()

        monkeypatch.setattr(kernel, "start_search", wrong)
        file = written(tmp_path, UNIQUE, UNIQUE, UNIQUE)
        solved = invoke("solve", file)
        assert (solved.status, solved.out) == (3, f"{SOLUTION}\nunknown\n{SOLUTION}\n")
        counted = invoke("count", file)
        assert (counted.status, counted.out) == (3, "1\nunknown\n1\n")
        assert counted.err.startswith(f"{file}:2: undecided: the referee refuses the solution ")

    def test_what_stands_before_a_long_search_is_out_before_it_ends(self, monkeypatch):
        """Also in the same batch."""
        monkeypatch.setattr(bulk, "BUDGET", 0)
        seen: list[str] = []

        def asked(*_, **__):
            seen.append("asked")
            return iter([None])

        monkeypatch.setattr("sudocube.checking.bulk.check_numbered", asked)
        stream = io.BytesIO("\n".join([SOLUTION, SOLUTION, "." * 81, SOLUTION]).encode())
        items = bulk_reader.read_in_batches(stream, "a.txt").items
        results = bulk.check_batches(items, first=1, engine=None, timeout=None, threads=1)
        first = next(results)
        assert isinstance(first, CheckedBatch)
        assert (len(first), seen) == (2, [])
        assert [result.index for result in results] == [3, 4]
        assert seen == ["asked"]

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the system in Linux's way")
    @pytest.mark.parametrize("command", ["solve", "count"])
    def test_memory_is_flat(self, command, tmp_path):
        """A list three times as long takes no more of it."""
        peaks = []
        for number in (100_000, 300_000):
            file = tmp_path / f"{number}.txt"
            file.write_text(f"{SOLUTION}\n" * number, "ascii")
            code = (
                "import sys\n"
                "from sudocube.__main__ import main\n"
                "try:\n    main()\nexcept SystemExit:\n    pass\n"
                "peak = open('/proc/self/status').read().partition('VmHWM:')[2].split()[0]\n"
                "print(peak, file=sys.stderr)"
            )
            done = subprocess.run(
                [sys.executable, "-c", code, command, str(file), "--quiet"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=HANG,
                check=True,
            )
            peaks.append(int(done.stderr))  # kilobytes
        assert peaks[1] < peaks[0] + 15_000


def solves_multiple(line: str) -> bool:
    """Whether a line is a solution of MULTIPLE: which one is shown is left to the engine."""
    return len(line) == 81 and line.isdigit() and solves(MULTIPLE, line)


def test_rows_of_json_are_written_as_the_module_json_does(tmp_path):
    """In batches their text is put together by hand."""
    file = written(tmp_path, UNIQUE, NONE, MULTIPLE, name='a "b".txt')
    for command in ("solve", "count"):
        out = invoke(command, file, "--json").out
        assert out == "".join(json.dumps(json.loads(line)) + "\n" for line in out.splitlines())
