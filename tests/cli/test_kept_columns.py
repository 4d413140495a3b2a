"""A table that is read keeps its columns in the answer: names, order, quotes and delimiter."""

import csv
import io
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sudocube.formats import read
from tests.cli.command import HANG, MULTIPLE, NONE, SOLUTION, UNIQUE, command, environment, invoke, written

INVALID = UNIQUE[:-1]


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_solve_adds_a_column(tmp_path):
    """What stands in the others is not touched."""
    file = written(
        tmp_path,
        'id, "quizzes",note',
        f'1, {UNIQUE},"a, ""b"""',
        f'2,{NONE},"two',
        'lines"',
        f"3,{INVALID},x",
        "4",
        f"5,{UNIQUE},y,extra",
        name="a.csv",
    )
    for more in ([], ["--format", "csv"]):
        outcome = invoke("solve", file, *more)
        assert outcome.status == 2
        assert outcome.out.splitlines() == [
            'id, "quizzes",note,solution',
            f'1, {UNIQUE},"a, ""b""",{SOLUTION}',
            f'2,{NONE},"two',
            'lines",',
            f"3,{INVALID},x,",
            "4,,,",
            f"5,{UNIQUE},y,{SOLUTION},extra",
        ]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_the_delimiter_stays(delimiter, tmp_path):
    file = written(tmp_path, f"id{delimiter}puzzle", f'"a,b"{delimiter}{UNIQUE}', name="a.csv")
    lines = invoke("solve", file).out.splitlines()
    assert lines == [
        f"id{delimiter}puzzle{delimiter}solution",
        f'"a,b"{delimiter}{UNIQUE}{delimiter}{SOLUTION}',
    ]


FIELDS = st.text(st.sampled_from('ab ",;\u00fc\u200b=#\n'), max_size=6)


@given(st.lists(st.tuples(FIELDS, st.sampled_from([UNIQUE, NONE, INVALID]), FIELDS), min_size=1, max_size=6))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_fields_come_out_as_they_went_in(tmp_path, records):
    file = tmp_path / "a.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(
            [("a", "puzzle", "b"), *records]
        )
    header, *rows = table(invoke("solve", file).out)
    assert header == ["a", "puzzle", "b", "solution"]
    assert rows == [[*record, SOLUTION if record[1] == UNIQUE else ""] for record in records]


def test_a_column_of_answers_is_not_overwritten(tmp_path):
    """The new column has another name, whatever names there are."""
    stored = SOLUTION[::-1]
    file = written(tmp_path, "puzzle,Solution,sudocube_solution", f"{UNIQUE},{stored},x", name="a.csv")
    lines = invoke("solve", file).out.splitlines()
    assert lines == [
        "puzzle,Solution,sudocube_solution,sudocube_solution_2",
        f"{UNIQUE},{stored},x,{SOLUTION}",
    ]


def test_foreign_answers_are_never_mixed_with_those_of_solve(tmp_path):
    """Found: where the first field was empty, the column was filled in, and kept answers to what has none."""
    file = written(
        tmp_path,
        "puzzle,solution",
        f"{UNIQUE},",
        f"{NONE},{SOLUTION}",
        f"oops,{SOLUTION}",
        f"{MULTIPLE},{SOLUTION}",
        name="a.csv",
    )
    header, *rows = table(invoke("solve", file, "-q").out)
    assert header == ["puzzle", "solution", "sudocube_solution"]
    assert [row[1] for row in rows] == ["", SOLUTION, SOLUTION, SOLUTION]
    assert [bool(row[2]) for row in rows] == [True, False, False, True]
    assert rows[0][2] == SOLUTION


def test_what_was_solved_can_be_solved_again(tmp_path):
    """The answer is a table like any other."""
    first = invoke("solve", written(tmp_path, "puzzle", UNIQUE, NONE, name="a.csv")).out
    again = written(tmp_path, *first.splitlines(), name="b.csv")
    assert invoke("solve", again).out.splitlines() == [
        "puzzle,solution,sudocube_solution",
        f"{UNIQUE},{SOLUTION},{SOLUTION}",
        f"{NONE},,",
    ]


def test_a_solution_of_16_by_16_with_0_to_f_is_written_with_0_to_f(tmp_path):
    square = [[(4 * (row % 4) + row // 4 + column) % 16 for column in range(16)] for row in range(16)]
    cells = "".join(f"{value:X}" for row in square for value in row)
    puzzle = "." + cells[1:]
    file = written(tmp_path, "id,puzzle", f"1,{puzzle}", name="a.csv")
    assert invoke("solve", file).out.splitlines()[1] == f"1,{puzzle},{cells}"


def test_lines_become_a_table(tmp_path):
    """Blanks are dots: a field that begins with - may be taken for a formula."""
    dashes = "-" * 80 + "1"
    file = written(tmp_path, UNIQUE, INVALID, UNIQUE.replace(".", "0"), dashes)
    lines = invoke("solve", file, "--format", "csv", "--engine", "phases").out.splitlines()
    assert lines[:4] == [
        "puzzle,solution",
        f"{UNIQUE},{SOLUTION}",
        ",",
        f"{UNIQUE},{SOLUTION}",
    ]
    assert lines[4].startswith("." * 80 + "1,")


@pytest.mark.parametrize("engine", [[], ["--engine", "phases"]])
def test_count_as_a_table(engine, tmp_path):
    file = written(tmp_path, "nr;puzzle", f"1;{UNIQUE}", f"2;{NONE}", f"3;{INVALID}", name="a.csv")
    outcome = invoke("count", file, "--format", "csv", *engine)
    assert (outcome.status, outcome.out.splitlines()) == (
        2,
        [
            "nr;puzzle;source;box;count;exact",
            f"1;{UNIQUE};{file}:2;3x3;1;true",
            f"2;{NONE};{file}:3;3x3;0;true",
            f"3;{INVALID};{file}:4;;;",
        ],
    )
    lines = written(tmp_path, "." * 81, "1" * 16)
    assert invoke("count", lines, "--format", "csv", "--limit", "9", *engine).out.splitlines() == [
        "puzzle,source,box,count,exact",
        f"{'.' * 81},{lines}:1,3x3,9,false",
        f"{'1' * 16},{lines}:2,2x2,0,true",
    ]


@pytest.mark.parametrize("engine", [[], ["--engine", "phases"]])
def test_check_as_a_table_has_a_row_for_every_puzzle(engine, tmp_path):
    """Also for the unique ones, and for a puzzle alone."""
    file = written(tmp_path, UNIQUE, NONE, INVALID, MULTIPLE)
    outcome = invoke("check", file, "--format", "csv", *engine)
    name = engine[-1] if engine else "kernel"
    header, *rows = table(outcome.out)
    assert header == ["puzzle", "source", "box", "verdict", "evidence", "engine", "reason"]
    assert [row[:6] for row in rows] == [
        [UNIQUE, f"{file}:1", "3x3", "unique", "search", name],
        [NONE, f"{file}:2", "3x3", "none", "search", name],
        ["", f"{file}:3", "", "invalid", "", ""],
        [MULTIPLE, f"{file}:4", "3x3", "multiple", "witness", name],
    ]
    assert [row[6].split()[:2] for row in (rows[0], rows[3])] == [[], []]
    assert " both hold " in rows[1][6]
    assert rows[2][6] == "found 80 symbols; expected 81 (a 9×9 puzzle)"
    assert outcome.err.startswith("4 puzzles: 1 unique, 1 multiple, 1 none, 1 invalid (")
    assert table(invoke("check", UNIQUE, "--format", "csv", *engine).out)[1][3] == "unique"


def test_columns_of_the_same_names_stay_beside_those_of_check(tmp_path):
    file = written(tmp_path, "source,puzzle,verdict", f"a book,{UNIQUE},easy", name="a.csv")
    header, row = table(invoke("check", file, "--format", "csv").out)
    assert header[:6] == ["source", "puzzle", "verdict", "sudocube_source", "box", "sudocube_verdict"]
    assert row[:6] == ["a book", UNIQUE, "easy", f"{file}:2", "3x3", "unique"]


def test_tables_hold_what_no_line_shows():
    """The shape of boxes, and pencilmarks: check and count refuse nothing."""
    marks = "12......." + 80 * "123456789"
    tall = "1" + "." * 35
    rows = table(invoke("check", marks, "--format", "csv").out)
    assert rows[1][0] == marks
    rows = table(invoke("count", tall, "--box", "3x2", "--format", "csv", "--limit", "2").out)
    assert rows[1][:3] == [tall, "argument:1", "3x2"]


def test_several_tables_with_the_same_columns_become_one(tmp_path):
    """Also with another delimiter; fields are quoted anew where they need it."""
    first = written(tmp_path, "id,puzzle", f"1,{UNIQUE}", name="a.csv")
    second = written(tmp_path, "ID;Puzzle", f'"2,3";{UNIQUE}', name="b.csv")
    outcome = invoke("solve", first, UNIQUE, second, "--format", "csv")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "id,puzzle,solution",
        f"1,{UNIQUE},{SOLUTION}",
        f",{UNIQUE},{SOLUTION}",
        f'"2,3",{UNIQUE},{SOLUTION}',
    ]


def test_a_table_with_other_columns_keeps_those_that_the_table_begun_has(tmp_path):
    """No puzzle is left out; a remark says which columns are."""
    first = written(tmp_path, "id,puzzle,note", f"1,{UNIQUE},x", name="a.csv")
    second = written(
        tmp_path, "level;Note;quizzes;id", f'3;"a,b";{UNIQUE};2', f"4;;{INVALID};3", "5", name="b.csv"
    )
    outcome = invoke("solve", first, second)
    assert (outcome.status, outcome.out.splitlines()) == (
        2,
        [
            "id,puzzle,note,solution",
            f"1,{UNIQUE},x,{SOLUTION}",
            f'2,{UNIQUE},"a,b",{SOLUTION}',
            f"3,{INVALID},,",
            ",,,",
        ],
    )
    remarks = [line for line in outcome.err.splitlines() if "invalid" not in line]
    assert remarks == [
        f"{second}: the column 'level' left out: "
        f"the table begun does not have it; name {second} first, or alone"
    ]


@pytest.mark.parametrize("name", ["solve", "count", "check", "convert", "canonical"])
def test_a_table_after_other_inputs_leaves_no_puzzle_out(name, tmp_path):
    """The first input decides which columns there are."""
    lines = written(tmp_path, UNIQUE, name="l.txt")
    some = written(tmp_path, "id,puzzle,note", f"1,{UNIQUE},x", f"2,{UNIQUE},y", name="a.csv")
    outcome = invoke(name, lines, some, "--format", "csv")
    header, *rows = table(outcome.out)
    assert (outcome.status, header[0], [row[0] for row in rows]) == (0, "puzzle", [UNIQUE] * 3)
    remark = (
        f"{some}: the columns 'id' and 'note' left out: the table begun does not have them;"
        f" name {some} first, or alone\n"
    )
    assert outcome.err.replace("\n\n", "\n").startswith(remark)
    assert invoke(name, lines, some, "-q", "--format", "csv").err == ""


@pytest.mark.parametrize("header", ["ID,PUZZLE", "PUZZLE,ID"])
def test_a_table_with_the_columns_in_another_order_or_case_loses_nothing(header, tmp_path):
    first = written(tmp_path, "id,puzzle", f"1,{UNIQUE}", name="a.csv")
    record = f"2,{UNIQUE}" if header.startswith("ID") else f"{UNIQUE},2"
    second = written(tmp_path, header, record, name="b.csv")
    outcome = invoke("convert", first, second, "--format", "csv")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"id,puzzle\n1,{UNIQUE}\n2,{UNIQUE}\n"


def test_columns_of_the_same_name_are_taken_one_after_the_other(tmp_path):
    """The column of puzzles goes to the column of puzzles, whatever its name."""
    first = written(tmp_path, "a,quizzes,a", f"1,{UNIQUE},2", name="a.csv")
    second = written(tmp_path, "puzzle,a,quizzes,a,a", f"{UNIQUE},3,x,4,5,more", name="b.csv")
    outcome = invoke("convert", first, second, "--format", "csv")
    assert outcome.out.splitlines()[1:] == [f"1,{UNIQUE},2", f"3,{UNIQUE},4,more"]
    assert "the columns 'quizzes' and 'a' left out" in outcome.err


def test_a_file_whose_name_begins_like_a_formula_is_no_formula(tmp_path, monkeypatch):
    """In the columns that are added; those that were read stay as they are."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "puzzle,note", f"{UNIQUE},=1+1", f"{INVALID},+x", name="=cmd.csv")
    _, *rows = table(invoke("check", "=cmd.csv", "--format", "csv").out)
    assert [row[:3] for row in rows] == [[UNIQUE, "=1+1", "'=cmd.csv:2"], [INVALID, "+x", "'=cmd.csv:3"]]
    assert rows[1][-1].startswith("found ")
    _, row = table(invoke("check", "-", "--format", "csv", stdin=UNIQUE).out)
    assert row[1] == "-:1"


def test_bytes_that_are_no_utf_8_come_out_as_they_went_in(tmp_path):
    """And characters that cannot be printed: the reader is a program."""
    file = tmp_path / "a.csv"
    head = b"name,puzzle\n"
    record = b"M\xfcller \xe2\x80\x8b\x1b[31m," + UNIQUE.encode()
    file.write_bytes(head + record + b"\n")
    done = subprocess.run(
        command("solve", file), capture_output=True, timeout=HANG, env=environment(), check=True
    )
    assert done.stdout == b"name,puzzle,solution\n" + record + b"," + SOLUTION.encode() + b"\n"
    assert invoke("solve", file, "-o", tmp_path / "out.csv").status == 0
    assert (tmp_path / "out.csv").read_bytes() == done.stdout


def test_a_record_that_cannot_be_read_is_a_row_of_empty_fields(tmp_path):
    """Nothing of it is known for certain; the error says where it is."""
    file = written(tmp_path, "id,puzzle", f'"open,{UNIQUE}', f"2,{UNIQUE}", name="a.csv")
    outcome = invoke("solve", file)
    assert outcome.out.splitlines() == ["id,puzzle,solution", ",,", f"2,{UNIQUE},{SOLUTION}"]
    assert outcome.err.startswith(f"{file}:2: invalid: ")


def test_a_table_of_one_column_has_no_empty_lines(tmp_path):
    """An empty line would be no record."""
    file = written(tmp_path, UNIQUE, INVALID, UNIQUE)
    out = invoke("convert", file, "--format", "csv").out
    assert out.splitlines() == ["puzzle", UNIQUE, '""', UNIQUE]
    again = list(read(io.BytesIO(out.encode()), "a.csv"))
    assert [entry.puzzle is None for entry in again] == [False, True, False]
