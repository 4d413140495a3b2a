"""A table that is read keeps its columns in the answer; see also `cases/tables.toml`."""

import csv
import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.command import NONE, SOLUTION, UNIQUE, invoke, written

FIELDS = st.text(st.sampled_from('ab ",;\u00fc\u200b=#\n'), max_size=6)


@given(
    st.lists(st.tuples(FIELDS, st.sampled_from([UNIQUE, NONE, UNIQUE[1:]]), FIELDS), min_size=1, max_size=6)
)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_fields_come_out_as_they_went_in(tmp_path, records):
    """With the new column beside them."""
    file = tmp_path / "a.csv"
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(
            [("a", "puzzle", "b"), *records]
        )
    header, *rows = csv.reader(io.StringIO(invoke("solve", file).out))
    assert header == ["a", "puzzle", "b", "solution"]
    assert rows == [[*record, SOLUTION if record[1] == UNIQUE else ""] for record in records]


def test_a_solution_of_16_by_16_with_0_to_f_is_written_with_0_to_f(tmp_path):
    """As the puzzle is."""
    square = [[(4 * (row % 4) + row // 4 + column) % 16 for column in range(16)] for row in range(16)]
    cells = "".join(f"{value:X}" for row in square for value in row)
    puzzle = "." + cells[1:]
    file = written(tmp_path, "id,puzzle", f"1,{puzzle}", name="a.csv")
    assert invoke("solve", file).out.splitlines()[1] == f"1,{puzzle},{cells}"


def test_bytes_that_are_no_utf_8_come_out_as_they_went_in(tmp_path):
    """And characters that cannot be printed: the reader is a program."""
    file, out = tmp_path / "a.csv", tmp_path / "out.csv"
    record = b"M\xfcller \xe2\x80\x8b\x1b[31m," + UNIQUE.encode()
    file.write_bytes(b"name,puzzle\n" + record + b"\n")
    assert invoke("solve", file, "-o", out).status == 0
    assert out.read_bytes() == b"name,puzzle,solution\n" + record + b"," + SOLUTION.encode() + b"\n"
