"""Options: which values are refused, and what the options do that all commands share."""

import pytest

from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, UNIQUE, invoke, run, written

COMMANDS = ["check", "crosscheck", "solve", "count"]


def assert_usage_error(outcome, *words: str) -> None:
    """Status 2, nothing on standard output, and an error that holds these words."""
    assert (outcome.status, outcome.out) == (2, "")
    flat = " ".join(outcome.err.replace("│", " ").split())
    for word in words:
        assert word in flat


@pytest.mark.parametrize("value", ["0", "-1", "-0.5", "nan", "inf", "-inf", "1e999", "soon", ""])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_time_limit_is_a_number_above_0(name, value):
    assert_usage_error(invoke(name, UNIQUE, f"--timeout={value}"), "invalid value for '--timeout'")


@pytest.mark.parametrize("value", ["0", "-1", "1.5", "two"])
def test_processes_are_counted_from_1(value):
    assert_usage_error(invoke("check", UNIQUE, f"--jobs={value}"), "invalid value for '--jobs'")


@pytest.mark.parametrize("value", ["0", "-1", "many"])
@pytest.mark.parametrize("name", ["solve", "count"])
def test_a_limit_is_1_or_more(name, value):
    assert_usage_error(invoke(name, UNIQUE, f"--limit={value}"), "invalid value for '--limit'")


@pytest.mark.parametrize("value", ["0", "5", "7", "26", "big"])
def test_a_size_is_one_that_there_is(value):
    assert_usage_error(invoke("check", UNIQUE, f"--size={value}"), "invalid value for '--size'")


def test_a_wrong_size_is_answered_with_the_sizes():
    assert_usage_error(invoke("check", UNIQUE, "--size=7"), "4, 6, 8, 9, 10, 12, 15, 16, 20, 25")


@pytest.mark.parametrize("value", ["3", "3x", "1x9", "6x6", "3by3"])
def test_a_box_has_two_sides_from_2_to_5(value):
    assert_usage_error(invoke("check", UNIQUE, f"--box={value}"), "invalid value for '--box'")


def test_size_and_box_have_to_fit():
    assert_usage_error(invoke("check", UNIQUE, "--size=9", "--box=2x3"), "--size 9 and --box 2x3 do not fit")


def test_solve_takes_all_or_a_limit():
    assert_usage_error(invoke("solve", UNIQUE, "--all", "--limit=3"), "--all or --limit, not both")


def test_an_input_is_needed():
    assert_usage_error(invoke("check"), "INPUT")


def test_an_unknown_option_is_a_usage_error():
    assert_usage_error(invoke("check", UNIQUE, "--fast"), "--fast")


SAT = "sat[:ENCODING[@SOLVER|@command:CMD]]"
"""How names of SAT engines are written."""


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("fases", ["unknown engine 'fases'", "phases", SAT, "cpsat[:ENCODING]"]),
        ("phases:quick", ["unknown engine 'phases:quick'", "phases"]),
        ("sat:extendet", ["unknown encoding 'extendet'", "'extended'", "dual, efficient, extended"]),
        ("sat:minimal@kissat", ["unknown solver 'kissat'", "cadical153", "minisat22"]),
        ("cpsat:brick", ["unknown encoding 'brick'", "alldifferent, automaton, channelled, cube"]),
        ("sat:cpsat/cube", ["cpsat/cube", "cp-sat"]),
        ("sat:nowhere/none.toml", ["nowhere/none.toml", "No such file"]),
        ("", ["unknown engine ''", "phases"]),
    ],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_engine_encoding_or_solver_lists_the_known(command, name, known):
    option = "--engines" if command == "crosscheck" else "--engine"
    outcome = invoke(command, UNIQUE, option, name)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    for word in known:
        assert word in outcome.err


def test_an_engine_cannot_confirm_itself():
    outcome = invoke("crosscheck", UNIQUE, "--engines", "sat,phases,sat:extended@cadical153")
    assert outcome == (2, "", "error: sat:extended@cadical153 is named twice; it cannot confirm itself\n")


def test_an_unknown_format_lists_the_known():
    outcome = invoke("solve", UNIQUE, "--format", "pdf")
    assert outcome == (
        2,
        "",
        "error: unknown format 'pdf'. Known: csv, grid, json, line, pencilmarks, sdk, sdm, ss\n",
    )


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("check", "unknown: out of time after 0.2 s\n"),
        ("count", "unknown\n"),
        ("solve", "unknown\n"),
    ],
)
@pytest.mark.parametrize("engine", ["phases", "sat:minimal", "sat:efficient@glucose4"])
def test_a_puzzle_whose_time_runs_out_is_unknown_and_never_none(command, said, engine):
    outcome = invoke(command, HARD, "--engine", engine, "--timeout", "0.2")
    assert (outcome.status, outcome.out) == (3, said)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_solver_that_keeps_no_time_is_stopped_by_force(jobs):
    """While it searches. While it gets its clauses it would stop by itself, so the limit is not too short."""
    [row, _] = run(
        "check", HARD, "--engine", "sat:minimal@lingeling", "--timeout", "2.5", "--jobs", jobs, "--json"
    ).rows
    assert (row["verdict"], row["solutions"]) == ("unknown", [])
    assert row["reason"] == "out of time after 2.5 s, and stopped by force"


def test_crosscheck_has_a_time_limit_of_its_own():
    assert "[default: (60; 10 for programs" in invoke("crosscheck", "--help").out


def test_a_size_overrules_what_would_be_detected(tmp_path):
    """Sixteen lines of sixteen symbols, none above 4: sixteen puzzles, or one."""
    file = written(tmp_path, *["." * 16] * 16)
    detected = invoke("count", file, "--engine", "sat", "--limit", "1", "--json").rows
    asked_for = invoke("count", file, "--engine", "sat", "--limit", "1", "--size", "16", "--json").rows
    assert [len(row["puzzle"]) for row in detected] == [16] * 16
    assert [len(row["puzzle"]) for row in asked_for] == [256]


def test_a_box_is_what_it_is_said_to_be():
    """Boxes of 3 rows and 2 columns; read with 2 rows and 3 columns it is another puzzle."""
    puzzle = PUZZLES["3x2-clash-in-box"]
    clashing = invoke("check", puzzle, "--engine", "phases", "--box", "3x2")
    assert clashing.out.startswith("none: ")
    assert " in box " in clashing.out


def test_a_puzzle_of_another_size_than_asked_for_is_invalid():
    outcome = invoke("check", UNIQUE, "--engine", "phases", "--size", "4")
    assert outcome == (2, "argument:1: invalid: found 81 symbols; expected 16 (a 4×4 puzzle)\n", "")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_quiet_hushes_remarks_and_leaves_the_answer_alone(name, form, tmp_path):
    file = written(tmp_path, UNIQUE, MULTIPLE, NONE)
    engine = ["--engines", "phases,cube"] if name == "crosscheck" else ["--engine", "phases"]
    loud = invoke(name, file, *engine, *form)
    quiet = invoke(name, file, *engine, *form, "--quiet")
    assert quiet.err == ""
    assert quiet.status == loud.status
    if form:
        assert [row.get("verdict") for row in quiet.rows] == [row.get("verdict") for row in loud.rows]
    else:
        assert without_table(quiet.out) == without_table(loud.out)


def without_table(text: str) -> str:
    """The text without the last lines of crosscheck, which hold times."""
    return text.partition("\nengine ")[0]


def test_several_processes_answer_in_the_order_of_the_input(tmp_path):
    file = written(tmp_path, UNIQUE, MULTIPLE, NONE, UNIQUE[:-1], UNIQUE)
    outcome = run("check", file, "--engine", "phases", "--jobs", "2", "--json")
    verdicts = [row["verdict"] for row in outcome.rows[:-1]]
    assert verdicts == ["unique", "multiple", "none", "invalid", "unique"]
    assert [row["index"] for row in outcome.rows[:-1]] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("spelling", [["-e", "phases,cube"], ["-e", "phases", "-e", "cube"]])
@pytest.mark.parametrize("command", ["check", "solve", "count"])
def test_a_command_that_takes_one_engine_names_the_one_that_takes_several(command, spelling):
    outcome = invoke(command, UNIQUE, *spelling)
    assert_usage_error(
        outcome, "'--engine'", f"{command} takes one engine, not phases and cube", "sudocube crosscheck"
    )


@pytest.mark.parametrize(
    "spelling",
    [
        ["--engines", "phases,cube"],
        ["--engine", "phases,cube"],
        ["-e", "phases,cube"],
        ["-e", "phases", "-e", "cube"],
        ["--engines", "phases", "--engine", "cube"],
    ],
)
@pytest.mark.parametrize("command", ["crosscheck", "bench"])
def test_a_list_of_engines_has_two_names_one_letter_and_may_be_repeated(command, spelling, tmp_path):
    few = ["--rounds", "1"] if command == "bench" else []
    rows = invoke(command, written(tmp_path, UNIQUE), *spelling, "--json", *few).rows
    engines = [row["engine"] for row in rows] if command == "bench" else list(rows[0]["engines"])
    assert engines == ["phases", "cube"]


@pytest.mark.parametrize(
    "spelling",
    [
        ["--encodings", "minimal,extended"],
        ["--encoding", "minimal,extended"],
        ["-e", "minimal", "-e", "extended"],
    ],
)
def test_a_list_of_encodings_has_two_names_one_letter_and_may_be_repeated(spelling):
    quick = ["--no-search", "--no-failed-literals", "--json"]
    rows = invoke("encodings", "compare", UNIQUE, *spelling, *quick).rows
    assert [row["encoding"] for row in rows] == ["minimal", "extended"]


def test_where_no_engine_is_taken_the_letter_e_is_for_encodings():
    assert invoke("encode", UNIQUE, "-e", "minimal") == invoke("encode", UNIQUE, "--encoding", "minimal")
    two = invoke("encode", UNIQUE, "-e", "minimal", "-e", "extended")
    assert_usage_error(two, "encode takes one encoding, not minimal and extended", "encodings compare")


@pytest.mark.parametrize(("wrong", "meant"), [("cnf", "dimacs"), ("mzn", "minizinc"), ("lp", "lp")])
@pytest.mark.parametrize("command", ["solve", "convert", "canonical"])
def test_a_format_of_outside_solvers_leads_to_encode(command, wrong, meant):
    outcome = invoke(command, UNIQUE, "--format", wrong)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith(f"; for outside solvers: sudocube encode PUZZLE --to {meant}\n")


def test_another_word_for_a_format_is_understood():
    assert "Did you mean 'csv'?" in invoke("convert", UNIQUE, "--format", "tsv").err
    assert "Did you mean 'dimacs'?" in invoke("encode", UNIQUE, "--to", "cnf").err
