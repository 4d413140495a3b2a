"""SAT solvers that are programs: what they may say, what counts, and who is refuted."""

import io
import os
import runpy
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from sudocube.encoder import Formalism, names
from sudocube.engines import engine, sat_program
from sudocube.errors import EncodingError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Answer, Verdict
from tests.encoder.toml_text import CNF, FAMILIES, toml
from tests.puzzles import KINDS, puzzle_with_known_answer, solved_grid

SOLVER = Path(__file__).with_name("answering_sat_solver.py")
NEEDS_KEEPER = pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")
pytestmark = NEEDS_KEEPER

UNIQUE, SOLUTION = Puzzle("1... ..2. .3.. ...4"), Grid("1243 3421 4312 2134")
THREE = Puzzle("12.. 34.. .... ...1")
NONE = Puzzle("12.. ...3 ..3. ...4")
ANSWERING = runpy.run_path(str(SOLVER))
PROGRAM = f"'{sys.executable}' -I '{SOLVER}'"

INSTALLED = {
    "minisat": "minisat {} {out}",
    "cadical": "cadical -q",
    "cryptominisat5": "cryptominisat5 --verb 0 {}",
    "picosat": "picosat {}",
    "clasp": "clasp --verbose=0",
}
"""Programs as Debian has them, each with a command."""


@pytest.fixture(autouse=True)
def _solvers_run_here(request, monkeypatch, tmp_path):
    """The program is called in this process, as what it says is tested; in the second tier, it is a program.

    What happens where programs end or hang is tested with `ContainedProgram`.
    """
    if not request.node.get_closest_marker("slow"):
        monkeypatch.setattr(sat_program, "ProgramKeeper", lambda: KeeperHere(tmp_path))


class KeeperHere:
    """Calls `answering_sat_solver` instead of starting it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def folder(self) -> Path:
        """A folder for files."""
        return Path(tempfile.mkdtemp(dir=self._folder))

    def start(self, words: list[str], *, has_input: bool) -> "KeeperHere":
        """What it says is there at once."""
        assert words[2] == str(SOLVER)
        printed, errors = io.StringIO(), io.StringIO()
        with redirect_stdout(printed), redirect_stderr(errors):
            self.exit_code = ANSWERING["main"](*words[3:])
        self._printed = printed.getvalue().encode()
        self.last_error_line = ([one.strip() for one in errors.getvalue().splitlines() if one] or [""])[-1]
        return self

    def output(self, *_: object, **__: object) -> bytes:
        """What it has printed."""
        return self._printed

    def close(self) -> None:
        """Nothing runs."""


def solver(way: str, *, encoding: str = "minimal", files: str = "") -> str:
    """The name of an engine: the program that answers in this way."""
    return f"sat:{encoding}@command:{PROGRAM} {way} {files}".strip()


def answered(way: str, puzzle: Puzzle = UNIQUE, **how: object) -> Answer:
    """What the engine says whose program answers in this way."""
    files = "{} {out}" if way in ("minisat", "file_alone") else ""
    return refereed_answer(engine(solver(way, files=files)), puzzle, **how)  # type: ignore[arg-type]


class TestRightAnswers:
    """Whatever the way in which they are given."""

    @pytest.mark.parametrize(
        "way",
        [
            "competition",
            "lines_alone",
            "many_lines",
            "statuses_alone",
            "minisat",
            "file_alone",
            "words",
            "pseudo_boolean",
            "twice",
        ],
    )
    def test_unique_several_and_none_are_told_apart(self, way):
        """Unique means a solution, and UNSATISFIABLE for a second file that forbids it."""
        unique, several, none = (answered(way, puzzle) for puzzle in (UNIQUE, THREE, NONE))
        assert (unique.verdict, unique.solutions, unique.reason) == ("unique", (SOLUTION,), None)
        assert (several.verdict, len(set(several.solutions)), several.count) == ("multiple", 2, 2)
        assert (none.verdict, none.solutions, none.faulty) == ("none", (), False)

    def test_every_encoding_in_cnf_can_be_asked(self):
        """The reduced ones and those with auxiliary variables; a formula without variables has a model."""
        wrong, clash = Puzzle(str(SOLUTION)[:-1] + "3"), Puzzle("11" + 14 * ".")
        for encoding in names(Formalism.CNF):
            one = engine(solver("competition", encoding=encoding))
            for puzzle in (UNIQUE, Puzzle(str(SOLUTION))):
                assert one.answer(puzzle).solutions == (SOLUTION,), encoding
            assert one.answer(THREE).verdict == "multiple", encoding
            for puzzle in (NONE, wrong, clash):
                assert one.answer(puzzle).verdict == "none", encoding

    def test_an_encoding_of_ones_own_is_taken(self, tmp_path):
        """Its path may hold an @."""
        (tmp_path / "a@b").mkdir()
        path = tmp_path / "a@b" / "mine.toml"
        path.write_text(toml(), "utf-8")
        one = engine(solver("competition", encoding=str(path)))
        assert one.name.startswith(f"sat:{path}@command:")
        assert one.answer(UNIQUE).verdict == "unique"

    def test_pencilmarks_are_clauses_like_clues(self):
        """Of encodings that have a variable for each candidate."""
        grid = solved_grid(Geometry(3, 3), Random(9))
        marks = [{digit} for digit in grid.cells]
        for cell in range(9):
            marks[cell] = {*range(1, 10)} - {grid.cells[0]} if cell else {grid.cells[0]}
        text = "".join(str(d) if d in held else "." for held in marks for d in range(1, 10))
        one = engine(solver("competition"))
        assert one.answer(Puzzle(text)).solutions == (grid,)
        assert one.answer(Puzzle(text.replace(text[:9], "." * 9, 1))).verdict == "none"
        assert one.traits.pencilmarks
        assert not engine(solver("competition", encoding="optimised")).traits.pencilmarks


class TestNoAnswer:
    """The verdict is `unknown`, and nobody is refuted."""

    def test_a_model_that_is_not_shown_is_asked_for(self):
        """That there is a solution is not enough; that there is none is."""
        answer = answered("no_model")
        assert (answer.verdict, answer.faulty, answer.refuted) == ("unknown", False, False)
        assert answer.reason is not None
        assert "says that there is a solution, and shows none: let it print the model" in answer.reason
        assert answer.reason.endswith("a file that {out} stands for: CMD {} {out}")
        assert answered("no_model", NONE).verdict == "none"

    def test_a_model_that_is_missing_in_the_file_is_not_asked_for_in_a_file(self):
        """The command has `{out}` already."""
        answer = refereed_answer(engine(solver("no_model", files="{} {out}")), UNIQUE)
        assert (answer.reason or "").endswith("in lines that begin with v")

    def test_a_solver_that_does_not_know_is_not_faulty(self):
        """And what it has shown before remains."""
        answer = answered("unknown")
        assert (answer.verdict, answer.faulty) == ("unknown", False)
        assert (answer.reason or "").endswith("says that it does not know")
        later = answered("first:unknown")
        assert (later.verdict, later.solutions, later.count) == ("unknown", (SOLUTION,), 1)

    @pytest.mark.slow
    @pytest.mark.parametrize("way", ["hangs", "first:hangs"])
    def test_the_time_is_for_the_puzzle_with_all_its_searches(self, way):
        """A solution that was shown in time remains."""
        answer = answered(way, timeout=0.9)
        assert (answer.verdict, answer.faulty, answer.refuted) == ("unknown", False, False)
        assert (answer.reason or "").startswith("out of time after 0.9 s")
        assert set(answer.solutions) <= {SOLUTION}

    @pytest.mark.parametrize(
        ("way", "reason"),
        [
            ("cut_off", "garbled: the model ends after 30 variables, and minimal has 64 variables"),
            ("too_many", "garbled: the model has 65 variables or more"),
            ("silent", "ended with exit status 0 and no answer; expected: s SATISFIABLE with a model"),
            ("prose", "no answer; it printed 'it was solved, thank you'; expected: s SATISFIABLE"),
            ("usage", "ended with exit status 1 and no answer: 'unknown option -x'; expected: s SAT"),
            ("both", "says unsatisfiable in its output, and satisfiable by its exit status 10"),
            ("both_in_lines", "its output:2: found satisfiable after unsatisfiable; expected one answer"),
            ("nul", "is not text: it holds NUL bytes"),
            pytest.param("killed", "signal", marks=pytest.mark.slow),
            ("broken_off", "says unsatisfiable, and ended with exit status 3, not 20 or 0"),
        ],
    )
    def test_a_program_that_fails_is_told_of(self, way, reason):
        """It refutes nothing, and is not refuted."""
        answer = answered(way)
        assert (answer.verdict, answer.faulty, answer.refuted) == ("unknown", True, False)
        assert reason in (answer.reason or "")

    @pytest.mark.parametrize("way", [pytest.param("killed", marks=pytest.mark.slow), "usage", "prose"])
    def test_a_failure_after_a_solution_does_not_take_it_back(self, way):
        """The referee has passed it: the puzzle is not without solution."""
        answer = answered(f"first:{way}")
        assert (answer.verdict, answer.passed, answer.faulty) == ("unknown", (SOLUTION,), True)

    def test_what_it_does_not_know_of_one_puzzle_says_nothing_of_the_next(self):
        """The reason is that of one answer."""
        one = engine(solver("four:unknown"))
        reasons = [one.answer(puzzle).reason for puzzle in (UNIQUE, Puzzle("4" + 15 * "."), UNIQUE)]
        assert [reason is None for reason in reasons] == [True, False, True]


class TestRefuted:
    """Models that break a clause, and grids that are no solution."""

    @pytest.mark.parametrize(
        ("way", "encoding", "reason"),
        [
            (
                "wrong_digits",
                "minimal",
                "column 1 holds 4, but the clue is 1; in the model clause 36 is",
            ),
            (
                "two_digits",
                "minimal",
                "its model is no grid: r1c1 holds 1, 2, 3, 4; in the model clause",
            ),
            (
                "wrong_auxiliary",
                "ladder",
                "its model is wrong, although the grid is right: clause 960",
            ),
            ("forgets:competition", "minimal", f"it gives the solution {SOLUTION} again, although a clause"),
        ],
    )
    def test_a_wrong_model_is_named_with_the_clause(self, way, encoding, reason):
        """So that its developer sees where to look."""
        answer = refereed_answer(engine(solver(way, encoding=encoding)), UNIQUE)
        assert (answer.verdict, answer.faulty, answer.refuted) == ("unknown", True, True)
        assert answer.contradicts_itself == (way in ("wrong_auxiliary", "forgets:competition"))
        assert reason in (answer.reason or "")

    def test_a_wrong_encoding_is_not_blamed_on_the_solver(self, tmp_path):
        """Without boxes, all clauses hold and the grid is wrong."""
        path = tmp_path / "mine.toml"
        path.write_text(toml({family: CNF for family in FAMILIES if family != "box"}), "utf-8")
        answer = refereed_answer(
            engine(solver("competition", encoding=str(path))), Puzzle("1234 2" + 11 * ".")
        )
        assert answer.refuted
        assert f"the model satisfies every clause, so the encoding {path} is wrong" in (answer.reason or "")

    def test_unsatisfiable_is_a_verdict(self):
        """Others refute it, or confirm it."""
        assert answered("always_unsatisfiable").verdict == "none"
        unique = answered("first:always_unsatisfiable", THREE)
        assert (unique.verdict, unique.count) == ("unique", 1)


class TestCommands:
    """How the program is called."""

    @pytest.mark.slow
    def test_the_file_stands_at_the_end_or_where_the_braces_are(self, tmp_path):
        """Inside a word, too; the file for the model is another one, and does not exist before."""
        script = tmp_path / "shows.py"
        script.write_text(
            "import os, sys\n"
            "print('s UNSATISFIABLE')\n"
            "names = [os.path.basename(word.partition('=')[2] or word) for word in sys.argv[1:]]\n"
            "exists = [os.path.exists(word.partition('=')[2] or word) for word in sys.argv[1:]]\n"
            f"print(names, exists, file=open({str(tmp_path / 'seen')!r}, 'a'))\n",
            "utf-8",
        )
        begin = f"sat:minimal@command:'{sys.executable}' '{script}'"
        for rest in ("", " --cnf={} -x", " {} {out}", " --out={out}"):
            assert engine(begin + rest).answer(NONE).verdict == "none"
        assert (tmp_path / "seen").read_text("utf-8").splitlines() == [
            "['puzzle.cnf'] [True]",
            "['puzzle.cnf', '-x'] [True, False]",
            "['puzzle.cnf', 'output'] [True, False]",
            "['output', 'puzzle.cnf'] [False, True]",
        ]

    def test_a_file_of_the_search_before_is_not_read_again(self):
        """If the program writes none the second time, it has said nothing."""
        answer = refereed_answer(engine(solver("first:silent", files="{} {out}")), UNIQUE)
        assert (answer.verdict, answer.passed, answer.faulty) == ("unknown", (SOLUTION,), True)
        assert not answer.refuted

    @pytest.mark.slow
    def test_nothing_is_left_in_the_temporary_folder(self, tmp_path, monkeypatch):
        """Neither after an answer nor after a failure."""
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        for way in ("competition", "killed"):
            answered(way)
        assert [*tmp_path.iterdir()] == []

    def test_the_name_has_the_encoding_and_the_command_as_they_were_given(self):
        """The recommended encoding where none is named."""
        assert engine(f"sat:@command:{PROGRAM} a").name == f"sat:extended@command:{PROGRAM} a"
        assert engine(f"sat:cnf/minimal@command:{PROGRAM}").name == f"sat:minimal@command:{PROGRAM}"

    @pytest.mark.parametrize(
        ("name", "error"),
        [
            ("sat:odd@command:true", UnknownNameError),
            ("sat:cpsat/cube@command:true", UnsupportedError),
            ("sat:missing.toml@command:true", EncodingError),
            ("sat:minimal@command:", UnsupportedError),
            ("sat:minimal@command:'", UnsupportedError),
            ("sat:minimal@command:no-such-program-1", UnsupportedError),
        ],
    )
    def test_a_name_that_means_nothing_is_refused_before_the_first_puzzle(self, name, error):
        """An unknown encoding, a command without a program, a program that is not there."""
        with pytest.raises(error):
            engine(name)

    @pytest.mark.parametrize("name", ["sat:extended@{}", "sat:@{}"])
    def test_a_program_in_the_place_of_a_solver_is_asked_back(self, name, tmp_path):
        """Did you mean command:…?"""
        program = tmp_path / "kissat"
        program.write_text("#!/bin/sh\n", "ascii")
        program.chmod(0o755)
        with pytest.raises(UnknownNameError, match=r"Did you mean 'command:.*kissat'") as caught:
            engine(name.format(program))
        assert caught.value.near == [f"command:{program}"]
        assert caught.value.note == "for a program: @command:CMD"


@pytest.mark.slow
@pytest.mark.parametrize("program", INSTALLED)
def test_solvers_of_debian_are_right(program):
    """About puzzles of sizes 4 to 9 with no, one and several solutions."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed; get it with: apt-get install {program.rstrip('5')}")
    one, rng = engine(f"sat:@command:{INSTALLED[program]}"), Random(program)
    shapes = (Geometry(2, 2), Geometry(2, 3), Geometry(3, 3))
    for shape in shapes:
        for kind in KINDS:
            puzzle, solutions = puzzle_with_known_answer(shape, rng, kind)
            answer = refereed_answer(one, puzzle)
            expected = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(solutions, 2)]
            assert (kind, answer.verdict, answer.reason) == (kind, expected, None)


@pytest.mark.slow
def test_a_large_puzzle_is_written_once_for_all_searches():
    """25×25, and the clause that forbids the solution at its end."""
    program = shutil.which("cadical")
    if program is None:
        pytest.skip("cadical is not installed; get it with: apt-get install cadical")
    geometry = Geometry.of_size(25)
    grid = solved_grid(geometry, Random(25))
    few_blanks = Puzzle(bytes(20) + grid.cells[20:], geometry)
    answer = refereed_answer(engine("sat:minimal@command:cadical -q"), few_blanks, timeout=100)
    assert (answer.verdict, answer.solutions) == ("unique", (grid,))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_no_file_is_left_however_this_process_ends(tmp_path, number):
    """The process that watches the program removes them."""
    script = tmp_path / "hangs.py"
    script.write_text("import sys, time\nopen(sys.argv[1] + '.more', 'w').close()\ntime.sleep(99)")
    name = f"sat:minimal@command:{sys.executable} -I -S {script}"
    code = f"from sudocube import check; check({str(UNIQUE)!r}, engine={name!r}, timeout=99)"
    folder = tmp_path / "files"
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(folder)}, stderr=subprocess.DEVNULL
    ) as process:
        while not [*folder.glob("sudocube-*/*.more")]:
            assert process.poll() is None
            sleep(0.01)
        process.send_signal(number)
    give_up_at = monotonic() + 20
    while [*folder.iterdir()] and monotonic() < give_up_at:
        sleep(0.01)
    assert [*folder.iterdir()] == []


@pytest.mark.slow
def test_no_file_is_left_after_close_and_none_of_a_puzzle_before(tmp_path, monkeypatch):
    """One folder serves for all puzzles; it is empty between them."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    one = engine(solver("competition"))
    for _ in range(2):
        assert refereed_answer(one, UNIQUE).verdict is Verdict.UNIQUE
        [folder] = tmp_path.iterdir()
        assert [*folder.iterdir()] == []
    one.close()  # type: ignore[attr-defined]
    assert [*tmp_path.iterdir()] == []
