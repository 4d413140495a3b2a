"""Programs and functions of others on the command line: wherever an engine can be named, and their limits."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sudocube.jobs import asking
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, run, written
from tests.cli.pseudo_terminal import screen

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of others need Linux or macOS")

SOLVER = f"""
import sys, time
def solve(cells):
    return "unique {SOLUTION}" if cells == {UNIQUE!r} else "none" if cells == {NONE!r} else "multiple"
def stops_at_the_first(cells):
    return {SOLUTION!r} if cells == {UNIQUE!r} else "none"
def hangs(cells):
    time.sleep(600)
def needs_memory(cells):
    kept = bytearray(300_000_000)
    time.sleep(0.5)  # memory is looked at now and then
    return solve(cells)
if __name__ == "__main__":
    for line in sys.stdin:
        print(solve(line.strip()), flush=True)
"""


@pytest.fixture(autouse=True)
def _in_a_folder_with_a_solver(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solver.py").write_text(SOLVER)


PROGRAM = f"command:{shlex.quote(sys.executable)} solver.py"
FUNCTION = "python:solver.py:solve"
BOTH = pytest.mark.parametrize("name", [PROGRAM, FUNCTION, "python:solver:solve"])


@BOTH
def test_check_takes_it(name):
    outcome = invoke("check", UNIQUE, MULTIPLE, NONE, "-e", name, "--json")
    assert [row.get("verdict") for row in outcome.rows[:3]] == ["unique", "multiple", "none"]
    assert {row["engine"] for row in outcome.rows[:3]} == {name}
    assert outcome.rows[3]["summary"]["engines"] == [name]
    assert outcome.status == 1
    assert invoke("check", UNIQUE, "--engine", name).out == "unique\n"


@BOTH
def test_solve_and_count_take_it(name):
    assert invoke("solve", UNIQUE, NONE, "-e", name).out == f"{SOLUTION}\nnone\n"
    assert invoke("solve", UNIQUE, "--all", "-e", name).out.splitlines()[0] == SOLUTION
    assert invoke("count", UNIQUE, NONE, "-e", name).out == "1\n0\n"


@BOTH
def test_crosscheck_takes_it_beside_others(name):
    outcome = invoke("crosscheck", UNIQUE, MULTIPLE, NONE, "-e", f"{name},phases", "--json")
    assert [row["verdict"] for row in outcome.rows[:3]] == ["unique", "multiple", "none"]
    assert [[*row["engines"]] for row in outcome.rows[:3]] == [[name, "phases"]] * 3
    assert outcome.status == 0


@BOTH
def test_bench_takes_it(name):
    outcome = invoke("bench", "--engines", f"{name},phases", "--puzzles", "2", "--rounds", "1", "--json")
    assert [row["engine"] for row in outcome.rows].count(name) == 1


@pytest.mark.parametrize("jobs", [1, 2])
@BOTH
def test_it_is_asked_in_workers_as_well(name, jobs, tmp_path):
    file = written(tmp_path, *[UNIQUE, NONE, MULTIPLE] * 30)
    rows = invoke("check", file, "-e", name, "--jobs", jobs, "--json").rows[:-1]
    assert [row["verdict"] for row in rows] == ["unique", "none", "multiple"] * 30


def test_work_that_takes_long_goes_on_in_workers(monkeypatch, tmp_path):
    monkeypatch.setattr(asking, "ALONE_FOR", 0.0)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    file = written(tmp_path, *[UNIQUE, NONE, MULTIPLE] * 10)
    rows = invoke("check", file, "-e", FUNCTION, "--json").rows[:-1]
    assert [row["verdict"] for row in rows] == ["unique", "none", "multiple"] * 10


def test_commas_part_names_and_quotes_protect_them():
    shown = """-c 'import sys; print(len(sys.argv[1].split(",")))' {}"""
    command = f"command:{shlex.quote(sys.executable)} {shown}"
    for options in (
        ["-e", f"{command},phases,{FUNCTION}"],
        ["-e", command, "-e", f"phases,{FUNCTION}"],
        ["--engine", command, "--engines", "phases", "-e", FUNCTION],
    ):
        [row, _] = invoke("crosscheck", UNIQUE, *options, "--json").rows
        assert [*row["engines"]] == [command, "phases", FUNCTION]
        assert row["engines"][command]["verdict"] == "unique"


def test_a_comma_in_a_command_that_is_not_quoted_is_explained():
    """The name after it is unknown: the error says how to write what was perhaps meant."""
    outcome = invoke("crosscheck", UNIQUE, "-e", f"{PROGRAM} --levels 1,2,phases")
    assert (outcome.status, outcome.out) == (2, "")
    assert "unknown engine '2'" in outcome.err
    quoted = f"command:'{PROGRAM.partition(':')[2]} --levels 1,2'"
    assert outcome.err.endswith(f'if the comma before it belongs to a command, quote that: "{quoted}"\n')
    assert "unknown engine '2'" in invoke("bench", "-e", f"{PROGRAM} 1,2").err
    assert "belongs to a command" not in invoke("crosscheck", UNIQUE, "-e", "phases,2").err
    one = invoke("check", UNIQUE, "-e", f"{PROGRAM} 1,2")
    assert "; a comma within a command stands in quotes." in one.err
    assert one.status == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("./solver.py", "Did you mean 'python:./solver.py:solve'"),
        ("solver.py", "'python:solver.py:solve'"),
        ("python:solver.py:slove", "Did you mean 'solve'?"),
        ("python:solver.py", "names no function; expected python:solver.py:solve"),
        ("python:slover.py:solve", "there is no file slover.py. Did you mean 'solver.py'?"),
        ("command:./nosuch", "there is no program ./nosuch"),
        ("command:", "needs a program"),
        ("python", "expected python:MODULE:NAME or python:FILE.py:NAME"),
    ],
)
@pytest.mark.parametrize("command", ["check", "solve", "count", "crosscheck"])
def test_what_cannot_be_asked_is_a_usage_error(command, name, said):
    outcome = invoke(command, UNIQUE, "-e", name)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("error: ")
    assert said in outcome.err
    assert len(outcome.err.splitlines()) == 1


@pytest.mark.parametrize("command", ["check", "crosscheck", "count", "solve"])
def test_a_time_limit_ends_one_that_hangs(command):
    """It is undecided, and never a refutation."""
    engines = "python:solver.py:hangs" + ",phases" * (command == "crosscheck")
    outcome = invoke(command, UNIQUE, "-e", engines, "--timeout", "0.3", "--json")
    [row, *_] = outcome.rows
    answer = row["engines"]["python:solver.py:hangs"] if command == "crosscheck" else row
    assert outcome.status == 3
    assert "out of time after 0.3 s, and stopped by force" in str(answer)


@pytest.mark.parametrize("arguments", [["check"], ["crosscheck"], ["count"], ["solve"]])
def test_without_a_time_limit_outsiders_have_ten_seconds_and_others_their_own(arguments, monkeypatch):
    seen: dict[str, float | None] = {}

    class SeenError(Exception):
        """Raised when engines are asked."""

    def seconds(engine, puzzles, limits, on_result=None):
        seen[engine.name] = limits.timeout_of(engine)
        yield from ()
        raise SeenError

    monkeypatch.setattr(asking, "answers_of", seconds)
    for engine in (FUNCTION, PROGRAM, "phases"):
        with pytest.raises(SeenError):
            invoke(*arguments, UNIQUE, "-e", engine)
    others = 60.0 if arguments == ["crosscheck"] else None
    assert seen == {FUNCTION: 10.0, PROGRAM: 10.0, "phases": others}
    for engine in (FUNCTION, "phases"):
        with pytest.raises(SeenError):
            invoke(*arguments, UNIQUE, "-e", engine, "--timeout", "25")
        assert seen[engine] == 25.0


@pytest.mark.parametrize("command", ["check", "solve", "count", "crosscheck"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_solver_memory_ends_one_that_needs_more(command, jobs, monkeypatch):
    """In workers, too; and what was set before is set again."""
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "1GB")
    name = "python:solver.py:needs_memory"
    arguments = [command, UNIQUE, "-e", name, "--jobs", jobs, "--json"]
    outcome = invoke(*arguments, "--solver-memory", "200 MB")
    assert "it needed more than 209,715,200 bytes of memory" in outcome.out
    assert outcome.status == 3
    assert os.environ["SUDOCUBE_SOLVER_MEMORY"] == "1GB"
    assert "bytes of memory" not in invoke(*arguments).out


def test_solver_memory_leaves_nothing_behind_where_nothing_was_set(monkeypatch):
    monkeypatch.delenv("SUDOCUBE_SOLVER_MEMORY", raising=False)
    assert invoke("check", UNIQUE, "--solver-memory", "1.5g").status == 0
    assert "SUDOCUBE_SOLVER_MEMORY" not in os.environ


@pytest.mark.parametrize("size", ["0", "-1", "much", "5QB", "", "nan"])
def test_solver_memory_is_a_size(size):
    outcome = invoke("check", UNIQUE, "--solver-memory", size)
    assert outcome.status == 2
    assert "a size of memory is a number with KB, MB or GB, such as 500MB" in outcome.err


def test_a_wrong_size_in_the_environment_is_named():
    done = subprocess.run(
        [sys.executable, "-m", "sudocube", "check", UNIQUE, "-e", FUNCTION],
        env={**os.environ, "SUDOCUBE_SOLVER_MEMORY": "plenty"}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: SUDOCUBE_SOLVER_MEMORY: a size of memory is a number")


def test_a_single_solution_leads_to_a_comparison(terminal):
    """Somebody at a terminal is told what may decide, in a command that can be pasted."""
    name = "python:solver.py:stops_at_the_first"
    *_, hint, _ = screen(terminal("check", UNIQUE, "-e", name).read())
    compared = f"sudocube crosscheck -e {name} -e phases,sat {UNIQUE}"
    assert (
        hint.replace("\n", " ") == f"undecided: a single solution says nothing of others; compare: {compared}"
    )


def test_the_comparison_that_is_recommended_confirms_each_verdict():
    outcome = invoke("crosscheck", UNIQUE, "-e", "python:solver.py:stops_at_the_first", "-e", "phases,sat")
    assert (outcome.status, "add a second engine" in outcome.err) == (0, False)


@pytest.mark.parametrize(
    ("other", "added"), [("kernel", "phases"), ("phases", "sat"), ("sat:@command:cadical -q", "phases")]
)
def test_where_one_engine_decides_and_the_others_show_solutions_a_second_is_recommended(other, added):
    name = "python:solver.py:stops_at_the_first"
    if "cadical" in other and not shutil.which("cadical"):
        pytest.skip("no cadical")
    outcome = invoke("crosscheck", UNIQUE, "-e", name, "-e", other)
    assert outcome.status == 3
    assert outcome.err.splitlines()[-1] == (
        f"{name} claims solutions only: add a second engine that decides, such as -e {added}"
    )


def test_no_second_engine_is_recommended_where_the_second_one_ran_out_of_time():
    """It decides other puzzles; more time is what it needs."""
    outcome = invoke("crosscheck", UNIQUE, "-e", "python:solver.py:hangs", "-e", "phases", "--timeout", "0.3")
    assert (outcome.status, "add a second engine" in outcome.err) == (3, False)


def test_nothing_of_it_is_left_after_ctrl_c_or_the_end():
    """The program notes its process, which is gone when the command has ended."""
    Path("noting.py").write_text("import os\nopen('pid', 'w').write(str(os.getpid()))\n" + SOLVER)
    assert run("check", UNIQUE, "-e", "python:noting.py:solve").out == "unique\n"
    with pytest.raises(ProcessLookupError):
        os.kill(int(Path("pid").read_text()), 0)


def test_engines_lists_programs_and_functions():
    rows = {row["name"]: row for row in invoke("engines", "--json").rows}
    for name, forms in (("command", ["CMD", "CMD {}"]), ("python", ["MODULE:NAME", "FILE.py:NAME"])):
        row = rows[name]
        assert (row["outside"], row["installed"], row["variants"]) == (True, True, {"forms": forms})
        assert [row[key] for key in ("default", "complete", "sizes", "install")] == [None] * 4
    assert not any("outside" in row for name, row in rows.items() if name not in ("command", "python"))
    out = invoke("engines").out
    for line in ("command:CMD", "python:MODULE:NAME", "  forms   command:CMD", "          command:CMD {}"):
        assert line in out.splitlines()
    assert "10 s for a puzzle (--timeout), 2GB of memory (--solver-memory)" in out


@pytest.mark.parametrize("command", ["check", "solve", "count", "crosscheck", "bench"])
def test_help_says_what_outsiders_get(command):
    out = " ".join(invoke(command, "--help", columns=200).out.split())
    assert "--solver-memory" in out
    assert "10 for programs and functions" in out
