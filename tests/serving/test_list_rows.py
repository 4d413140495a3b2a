"""A list for the page: the rows of `check --json`, whatever the file is; limits; what is no list."""

import gzip
import io
import json
from pathlib import Path

import pytest

from sudocube.errors import InputError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.serving.list_rows import list_rows, rows_of_list
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke
from tests.schemas.schema_files import misfits

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILES = sorted(path for path in [EXAMPLES / "puzzles.txt", *(EXAMPLES / "formats").iterdir()])


def listed(text: str | bytes, name: str = "a.txt", **options):
    """The rows of a text."""
    content = text.encode("utf-8") if isinstance(text, str) else text
    return list(rows_of_list(io.BytesIO(content), name, **options))


def without_times(rows):
    """The rows, and what took how long left out."""
    plain = json.loads(json.dumps(rows))
    for row in plain:
        row.pop("seconds", None)
        row.get("summary", {}).pop("seconds", None)
    return plain


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_rows_are_those_of_the_command(path):
    """In each form of files that the examples have; and they fit its schema."""
    rows = listed(path.read_bytes(), str(path))
    assert without_times(rows) == without_times(invoke("check", path, "--json").rows)
    assert not list(misfits("check", json.loads(json.dumps(rows))))


def test_each_puzzle_has_a_row_and_the_last_row_counts_them():
    *rows, last = listed(f"{UNIQUE}\n{MULTIPLE}\nno puzzle\n{NONE}\n")
    assert [row["verdict"] for row in rows] == ["unique", "multiple", "invalid", "none"]
    assert [row["source"] for row in rows] == ["a.txt:1", "a.txt:2", "a.txt:3", "a.txt:4"]
    counts = last["summary"]
    assert (counts["puzzles"], counts["unique"], counts["multiple"], counts["none"]) == (4, 1, 1, 1)


def test_answers_beside_the_puzzles_are_judged():
    wrong = SOLUTION[1:] + SOLUTION[0]
    *rows, last = listed(f"puzzle,solution\n{UNIQUE},{SOLUTION}\n{UNIQUE},{wrong}\n", "a.csv")
    assert [row["stored"] for row in rows] == ["right", "contradicts_clues"]
    assert rows[1]["stored_fault"]
    assert last["summary"]["stored"]["right"] == 1


def test_what_is_packed_is_unpacked():
    *rows, _ = listed(gzip.compress(f"{UNIQUE}\n{NONE}\n".encode()), "a.txt.gz")
    assert [row["verdict"] for row in rows] == ["unique", "none"]


def test_the_user_may_say_which_boxes_the_puzzles_have():
    text = PUZZLES["3x2-unique"]
    assert listed(text)[0]["verdict"] != "unique"
    assert listed(text, geometry=Geometry(3, 2))[0]["verdict"] == "unique"


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_a_text_without_a_puzzle_is_no_list(text):
    with pytest.raises(InputError, match=r"a\.txt: no puzzle in it"):
        listed(text)


def test_what_is_no_text_is_no_list():
    with pytest.raises(InputError):
        listed("puzzle".encode("utf-16"))


@pytest.mark.parametrize("line", [UNIQUE, PUZZLES["2x2-unique"]], ids=["in batches", "puzzle by puzzle"])
@pytest.mark.parametrize("more", [0, 1, 5])
def test_a_list_that_is_too_long_has_its_first_rows_and_then_says_so(line, more):
    """A list of just as many puzzles as are taken is complete."""
    rows = rows_of_list(io.BytesIO(f"{line}\n".encode() * (7 + more)), "a.txt", most=7)
    found = [next(rows) for _ in range(8)]
    assert [row.get("index") for row in found] == [1, 2, 3, 4, 5, 6, 7, None]
    assert found[-1]["summary"]["puzzles"] == 7
    if more:
        with pytest.raises(
            UnsupportedError, match=r"the first 7 puzzles.* `sudocube check` takes any number"
        ):
            next(rows)
    assert next(rows, None) is None


def test_rows_come_while_the_list_is_still_read():
    """The first row is there before the end of the file is read."""

    class Endless(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            line = f"{PUZZLES['2x2-unique']}\n".encode()
            buffer[: len(line)] = line
            return len(line)

    rows = rows_of_list(io.BufferedReader(Endless()), "endless")
    assert [next(rows)["verdict"] for _ in range(3)] == ["unique"] * 3
    rows.close()


def test_a_list_that_was_uploaded_has_rows_and_says_how_far_it_is():
    """The name is only what the rows call it: a file of that name is not looked for."""
    content = f"{UNIQUE}\n{NONE}\n".encode()
    fields = {"upload": "its id", "name": "/etc/passwd"}
    first, *rows = list_rows(RequestFields(fields, io.BytesIO(content)))
    assert first == Progress(len(content), len(content), "bytes")
    found = [row for row in rows if not isinstance(row, Progress)]
    assert [row["source"] for row in found[:-1]] == ["/etc/passwd:1", "/etc/passwd:2"]
    assert found[-1]["summary"]["puzzles"] == 2


@pytest.mark.parametrize("name", ["x" * 256, 3, ["a"]])
def test_the_name_of_a_list_is_a_short_text(name):
    with pytest.raises(RefusedRequestError, match=r"^name: "):
        list(list_rows(RequestFields({"name": name}, io.BytesIO(b""))))


def test_without_a_list_nothing_is_read():
    with pytest.raises(RefusedRequestError, match=r"^upload: found none"):
        list(list_rows(RequestFields({"name": "/etc/passwd"})))
