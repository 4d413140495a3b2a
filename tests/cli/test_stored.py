"""`check` and `crosscheck` compare the solutions that a table or a list stores beside its puzzles."""

import csv
import io

import pytest

from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE, invoke

FOUR, FOUR_SOLVED = "1.....2..3.....4", "1243342143122134"
CLUE = next(cell for cell in range(81) if UNIQUE[cell] in "123456789")
BLANKS = [cell for cell in range(81) if UNIQUE[cell] not in "123456789"][:2]


def exchanged(first: int, second: int) -> str:
    """The solution with two cells exchanged."""
    cells = list(SOLUTION)
    cells[first], cells[second] = cells[second], cells[first]
    return "".join(cells)


WRONG = exchanged(*BLANKS)
CONTRADICTION = exchanged(CLUE, BLANKS[0])


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Writes a table in this folder; gives its name."""
    monkeypatch.chdir(tmp_path)

    def written(*records, name="a.csv", header="id,puzzle,solution"):
        lines = [header, *(f"{number},{puzzle},{answer}" for number, (puzzle, answer) in enumerate(records))]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
        return name

    return written


ANY_READER = pytest.mark.parametrize("engine", [[], ["-e", "phases"]], ids=["in batches", "one by one"])


@ANY_READER
def test_answers_that_are_all_right_change_nothing_but_the_summary(file, engine):
    outcome = invoke("check", file((UNIQUE, SOLUTION), (UNIQUE, SOLUTION)), *engine)
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err.splitlines()[1:] == ["stored solutions: 2 right"]


KEY = "a.csv: column 'key' holds grids and is not compared; --answers key compares them"


@ANY_READER
def test_a_column_of_grids_by_another_name_is_remarked_upon_once(file, engine):
    name = file((UNIQUE, WRONG), (UNIQUE, WRONG), header="id,puzzle,key")
    outcome = invoke("check", name, *engine)
    assert (outcome.status, outcome.out, outcome.err.splitlines()[0]) == (0, "", KEY)
    assert outcome.err.count("--answers") == 1
    assert invoke("check", name, *engine, "--answers", "key").status == 1
    assert "column 'key'" not in invoke("check", name, *engine, "--answers", "key").err


@ANY_READER
@pytest.mark.parametrize("option", ["--no-answers", "--quiet"])
def test_no_remark_is_made_where_none_is_wanted(file, engine, option):
    name = file((UNIQUE, WRONG), header="id,puzzle,key")
    assert "column" not in invoke("check", name, option, *engine).err


def test_crosscheck_remarks_upon_it_too_and_commands_that_compare_nothing_do_not(file):
    name = file((FOUR, FOUR_SOLVED), header="id,puzzle,key")
    assert invoke("crosscheck", name, "-e", "phases,sat").err.splitlines()[0] == KEY
    assert "column" not in invoke("solve", name).err


@ANY_READER
@pytest.mark.parametrize("begins", ["", "5", UNIQUE, SOLUTION[:-1], FOUR_SOLVED])
def test_another_column_is_not_remarked_upon(file, engine, begins):
    name = file((UNIQUE, begins), (UNIQUE, SOLUTION), header="id,puzzle,key")
    assert "column" not in invoke("check", name, *engine).err


def test_a_table_whose_answers_are_compared_is_not_remarked_upon_after_a_malformed_puzzle(file):
    assert "column" not in invoke("check", file(("x" + UNIQUE[:-1], SOLUTION), (UNIQUE, SOLUTION))).err


@ANY_READER
def test_a_name_of_several_words_is_recognised(file, engine):
    name = file((UNIQUE, SOLUTION), (UNIQUE, WRONG), header="id,puzzle,Expected Solution")
    outcome = invoke("check", name, *engine)
    assert (outcome.status, outcome.err.splitlines()[-1]) == (1, "stored solutions: 1 right, 1 wrong")


@ANY_READER
@pytest.mark.parametrize(
    ("stored", "why"),
    [
        ("none", "it is 'none'"),
        ("?", "it is '?'"),
        (SOLUTION[:80], "80 cells; a grid of 9×9 with boxes of 3 rows × 3 columns has 81"),
    ],
)
def test_what_is_no_grid_is_told_with_one_colon(file, engine, stored, why):
    outcome = invoke("check", file((UNIQUE, SOLUTION), (UNIQUE, stored)), *engine)
    assert outcome.out == f"a.csv:3: the stored solution is no grid: {why}\n"


@ANY_READER
def test_json_says_where_a_stored_solution_is_wrong(file, engine):
    name = file((UNIQUE, SOLUTION), (UNIQUE, CONTRADICTION), (UNIQUE, ""), (UNIQUE, "none"))
    for command in (["check", *engine], ["crosscheck", "-e", "phases,kernel"]):
        rows = invoke(*command, name, "--json").rows[:-1]
        text = invoke("check", name, *engine).out.splitlines()
        assert [row["stored"] for row in rows] == ["right", "contradicts_clues", "missing", "no_grid"]
        assert ["stored_fault" in row for row in rows] == [False, True, False, True]
        for row, line in zip(rows[1::2], text, strict=True):
            assert line.endswith(f": {row['stored_fault']}")


@ANY_READER
def test_each_fault_has_a_line_with_its_place_and_the_status_is_1(file, engine):
    name = file(
        (UNIQUE, SOLUTION),
        (UNIQUE, WRONG),
        (UNIQUE, CONTRADICTION),
        (UNIQUE, SOLUTION[:80]),
        (NONE, SOLUTION),
        (UNIQUE, ""),
    )
    outcome = invoke("check", name, *engine)
    lines = outcome.out.splitlines()
    assert outcome.status == 1
    assert lines[0].startswith(f"a.csv:3: the stored solution is wrong: r1c{BLANKS[0] + 1} holds ")
    assert lines[0].endswith(", and 1 more cell differs")
    assert lines[1].startswith("a.csv:4: the stored solution contradicts the clues: r1c")
    assert lines[2].startswith("a.csv:5: the stored solution is no grid: 80 cells")
    assert lines[3].startswith("a.csv:6: none: ")
    assert lines[4:] == ["a.csv:6: a solution is stored, and the puzzle has none"]
    assert outcome.err.splitlines()[1:] == [
        "stored solutions: 1 right, 1 missing, 1 no grid, 1 given though none, 1 contradicts clues, 1 wrong"
    ]


@pytest.mark.parametrize("answer", [WRONG, CONTRADICTION, SOLUTION[:80], "none"])
@ANY_READER
def test_a_single_fault_among_unique_puzzles_is_enough_for_status_1(file, engine, answer):
    name = file((UNIQUE, SOLUTION), (UNIQUE, answer))
    assert invoke("check", name, *engine).status == 1
    assert invoke("crosscheck", name, "-e", "kernel,phases").status == 1


@ANY_READER
def test_a_missing_answer_is_no_fault(file, engine):
    name = file((UNIQUE, SOLUTION), (UNIQUE, ""))
    outcome = invoke("check", name, *engine)
    assert (outcome.status, outcome.out) == (0, "")
    assert invoke("crosscheck", name, "-e", "kernel,phases").status == 0


@ANY_READER
def test_one_of_several_is_said_beside_the_verdict(file, engine):
    solution = invoke("check", MULTIPLE, "--json").rows[0]["solutions"][0]
    outcome = invoke("check", file((MULTIPLE, solution), (UNIQUE, SOLUTION)), *engine)
    assert outcome.status == 1
    assert outcome.out.startswith("a.csv:2: multiple\na.csv:2: the stored solution is one of several: r")


@ANY_READER
def test_a_puzzle_alone_has_its_verdict_and_then_the_fault(file, engine):
    assert invoke("check", file((UNIQUE, SOLUTION)), *engine).out == "unique\n"
    outcome = invoke("check", file((UNIQUE, WRONG)), *engine)
    assert outcome.status == 1
    assert outcome.out.startswith("unique\nthe stored solution is wrong: r1c")


def test_other_sizes_have_answers_too(file):
    outcome = invoke("check", file((FOUR, FOUR_SOLVED), (FOUR, "1243342143121234")))
    assert outcome.status == 1
    said = "r4c1 holds 1; the only solution has 2, and 1 more cell differs"
    assert outcome.out == f"a.csv:3: the stored solution is wrong: {said}\n"


@ANY_READER
def test_json_has_a_word_for_each_answer_and_their_number(file, engine):
    rows = invoke("check", file((UNIQUE, SOLUTION), (UNIQUE, WRONG), (UNIQUE, "")), "--json", *engine).rows
    assert [row["stored"] for row in rows[:-1]] == ["right", "wrong", "missing"]
    stored = {word: number for word, number in rows[-1]["summary"]["stored"].items() if number}
    assert stored == {"right": 1, "wrong": 1, "missing": 1}


@ANY_READER
def test_without_a_column_of_answers_there_is_no_word_of_any(file, engine):
    name = file((UNIQUE, SOLUTION), header="id,puzzle,remark")
    rows = invoke("check", name, "--json", *engine).rows
    assert not any("stored" in row for row in (rows[0], rows[-1]["summary"]))
    assert "stored" not in invoke("check", name, *engine).err


def test_an_undecided_answer_is_null_in_json(file):
    [row, _] = invoke("check", file((MULTIPLE, SOLUTION)), "--json", "-e", "sets").rows
    assert (row["verdict"], row["stored"]) == ("unknown", "contradicts_clues")
    [row, _] = invoke("check", file(("." * 81, SOLUTION)), "--json", "-e", "sets").rows
    assert (row["verdict"], row["stored"]) == ("unknown", None)
    outcome = invoke("check", file(("." * 81, SOLUTION)), "-e", "sets")
    assert outcome.status == 3
    assert outcome.out.endswith("whether there are others is not known\n")


@ANY_READER
def test_no_answers_turns_it_off(file, engine):
    name = file((UNIQUE, WRONG), (UNIQUE, SOLUTION))
    outcome = invoke("check", name, "--no-answers", *engine)
    assert (outcome.status, outcome.out) == (0, "")
    assert "stored" not in outcome.err
    assert invoke("crosscheck", name, "--no-answers", "-e", "kernel,phases").status == 0


@pytest.mark.parametrize("column", ["remark", "Remark", "3"])
@ANY_READER
def test_answers_names_a_column(file, engine, column):
    name = file((UNIQUE, WRONG), (UNIQUE, SOLUTION), header="id,puzzle,remark")
    assert invoke("check", name, *engine).status == 0
    assert invoke("check", name, "--answers", column, *engine).out.startswith(
        "a.csv:2: the stored solution is"
    )


@pytest.mark.parametrize("command", ["check", "crosscheck"])
def test_a_column_that_is_not_there_is_an_error_that_names_those_that_are(file, command):
    outcome = invoke(command, file((UNIQUE, SOLUTION)), "--answers", "solutoin")
    assert outcome.status == 2
    assert outcome.err.startswith(
        "error: unknown column 'solutoin'. Did you mean 'solution'? Known: id, puzzle, solution; "
        "these are the columns of a.csv"
    )


@pytest.mark.parametrize("command", ["check", "crosscheck"])
def test_a_column_is_asked_for_in_tables_only(file, tmp_path, command):
    (tmp_path / "list.txt").write_text(f"{UNIQUE}\n")
    outcome = invoke(command, "list.txt", "--answers", "solution")
    assert outcome.status == 2
    assert "list.txt: it is no table with a header, so there is no column 'solution'" in outcome.err
    outcome = invoke(command, UNIQUE, "--answers", "solution")
    assert outcome.status == 2
    assert "argument:1: it is a puzzle, and has no column 'solution'" in outcome.err


@pytest.mark.parametrize("command", ["check", "crosscheck"])
def test_a_column_and_none_contradict_each_other(file, command):
    outcome = invoke(command, file((UNIQUE, SOLUTION)), "--answers", "solution", "--no-answers")
    assert outcome.status == 2
    assert "not both" in outcome.err


def test_a_table_written_again_has_a_column_for_the_answers(file):
    outcome = invoke("check", file((UNIQUE, SOLUTION), (UNIQUE, WRONG), ("12", "")), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [row["stored"] for row in rows] == ["right", "wrong", ""]
    assert [row["solution"] for row in rows] == [SOLUTION, WRONG, ""]
    outcome = invoke("check", file((UNIQUE, SOLUTION), header="id,puzzle,remark"), "--format", "csv")
    assert "stored" not in outcome.out.splitlines()[0]


def test_solve_and_count_do_not_look_at_answers(file):
    name = file((UNIQUE, WRONG), (UNIQUE, SOLUTION))
    for command in ("solve", "count"):
        outcome = invoke(command, name)
        assert (outcome.status, "stored" in outcome.err) == (0, False)


def test_crosscheck_shows_the_faults_and_counts_them(file):
    outcome = invoke("crosscheck", file((UNIQUE, SOLUTION), (UNIQUE, WRONG)), "-e", "kernel,phases")
    assert outcome.status == 1
    assert "\na.csv:3: the stored solution is wrong: r1c" in outcome.out
    assert "a.csv:2" not in outcome.out
    assert outcome.err.splitlines()[-1] == "stored solutions: 1 right, 1 wrong"
    rows = invoke("crosscheck", "a.csv", "-e", "kernel,phases", "--json").rows
    assert [row["stored"] for row in rows[:-1]] == ["right", "wrong"]
    assert [row["agree"] for row in rows[:-1]] == [True, True]  # the engines do
    assert rows[-1]["summary"]["stored"]["wrong"] == 1


def test_the_engine_stored_stands_in_the_table_and_is_refuted(file):
    name = file((UNIQUE, SOLUTION), (UNIQUE, WRONG), (UNIQUE, SOLUTION[:9]), (UNIQUE, ""))
    rows = invoke("crosscheck", name, "-e", "kernel,phases,stored", "--json").rows
    assert [row["agree"] for row in rows[:-1]] == [True, False, True, True]
    assert [list(row["refuted"]) if "refuted" in row else [] for row in rows[:-1]] == [[], ["stored"], [], []]
    assert [row["verdict"] for row in rows[:-1]] == ["unique"] * 4
    by_engine = rows[-1]["summary"]["by_engine"]["stored"]
    assert by_engine == {"confirmed": 1, "refuted": 1, "undecided": 1, "failed": 1}


def test_the_engine_stored_is_no_second_engine(file):
    outcome = invoke("crosscheck", file((UNIQUE, SOLUTION)), "-e", "kernel,stored", "--json")
    assert (outcome.status, outcome.rows[0]["evidence"]) == (3, "search")


def test_a_stored_solution_is_evidence_though_stored_is_not_named(file, tmp_path):
    (tmp_path / "mine.py").write_text("def solve(cells):\n    return 'none'\n")
    rows = invoke("crosscheck", file((FOUR, FOUR_SOLVED)), "-e", "python:mine.py:solve", "--json").rows
    assert list(rows[0]["refuted"]) == ["python:mine.py:solve"]
    assert (rows[0]["verdict"], rows[0]["evidence"], rows[0]["stored"]) == ("unique", "proof", "right")


def test_each_table_has_a_column_of_its_own(file):
    first = file((UNIQUE, WRONG))
    second = file((UNIQUE, SOLUTION), name="b.csv", header="id,question,answer")
    outcome = invoke("check", first, second, UNIQUE)
    assert outcome.err.splitlines()[-1] == "stored solutions: 1 right, 1 wrong"


def test_a_number_of_solutions_is_no_answer(file):
    outcome = invoke("check", file((UNIQUE, "1"), (UNIQUE, "1"), header="id,puzzle,solutions"))
    assert (outcome.status, "stored" in outcome.err) == (0, False)


def test_crosscheck_says_how_many_faults_of_unique_puzzles_it_does_not_show(file):
    name = file(*[(UNIQUE, WRONG)] * 5)
    outcome = invoke("crosscheck", name, "-e", "kernel,phases", "--details", "2")
    assert outcome.out.count("the stored solution is wrong") == 2
    assert "not shown: 3 stored solutions (--details all shows them)" in outcome.out


@pytest.mark.parametrize("line", ["{},{}", "{} {}", "{}\t{}\t8.3", "{};{};easy", "{} 8.3 {}"])
@ANY_READER
def test_a_list_without_a_header_has_solutions_too(tmp_path, engine, line):
    answers = [SOLUTION, WRONG, CONTRADICTION]
    lines = [line.format(UNIQUE, answer) for answer in answers]
    (tmp_path / "a.txt").write_text("\n".join([*lines, UNIQUE, ""]))
    name = str(tmp_path / "a.txt")
    outcome = invoke("check", name, *engine)
    assert outcome.status == 1
    first, second = outcome.out.splitlines()
    assert first.startswith(f"{name}:2: the stored solution is wrong: r1c")
    assert second.startswith(f"{name}:3: the stored solution contradicts the clues: r1c")
    assert outcome.err.splitlines()[1] == "stored solutions: 1 right, 1 missing, 1 contradicts clues, 1 wrong"
    rows = invoke("check", name, "--json", *engine).rows
    assert [row["stored"] for row in rows[:-1]] == ["right", "wrong", "contradicts_clues", "missing"]
    table = csv.DictReader(io.StringIO(invoke("check", name, "--format", "csv", *engine).out))
    assert [row["stored"] for row in table] == ["right", "wrong", "contradicts_clues", "missing"]
    outcome = invoke("check", name, "--no-answers", *engine)
    assert (outcome.status, outcome.out, "stored" in outcome.err) == (0, "", False)


@ANY_READER
def test_where_the_first_line_has_no_solution_only_those_that_have_one_are_compared(tmp_path, engine):
    (tmp_path / "a.txt").write_text(f"{UNIQUE}\n{UNIQUE},{SOLUTION}\n{UNIQUE}\n{UNIQUE},{WRONG}\n")
    outcome = invoke("check", str(tmp_path / "a.txt"), *engine)
    assert (outcome.status, len(outcome.out.splitlines())) == (1, 1)
    assert outcome.err.splitlines()[1:] == ["stored solutions: 1 right, 1 wrong"]
    rows = invoke("check", str(tmp_path / "a.txt"), "--json", *engine).rows
    assert [row.get("stored", "-") for row in rows[:-1]] == ["-", "right", "-", "wrong"]


def test_crosscheck_and_the_engine_stored_take_the_solutions_of_a_list(tmp_path):
    (tmp_path / "a.txt").write_text(f"{UNIQUE},{SOLUTION}\n{UNIQUE},{WRONG}\n")
    outcome = invoke("crosscheck", str(tmp_path / "a.txt"), "-e", "kernel,phases,stored", "--json")
    assert outcome.status == 1
    assert [row["stored"] for row in outcome.rows[:-1]] == ["right", "wrong"]
    assert list(outcome.rows[1]["refuted"]) == ["stored"]


def test_a_solution_beside_a_puzzle_on_the_command_line_is_compared():
    outcome = invoke("check", f"{UNIQUE},{WRONG}")
    assert outcome.status == 1
    assert outcome.out.startswith("unique\nthe stored solution is wrong: r1c")
    assert invoke("check", f"{UNIQUE},{WRONG}", "--no-answers").out == "unique\n"
    assert invoke("check", f"{UNIQUE} {SOLUTION}").status == 0
