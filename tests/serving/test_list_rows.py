"""A list for the page: the rows of `check --json`, whatever the file is; limits; what is no list."""

import gzip
import io

import pytest

from sudocube.errors import InputError, UnsupportedError
from sudocube.serving.list_rows import rows_of_list
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke
from tests.serving.page_rows import messages_of, rows_of, timeless

SMALL = PUZZLES["2x2-unique"]


def listed(content, name="a.txt", **options):
    """The rows of a file with these bytes, or this text."""
    content = content.encode("utf-8") if isinstance(content, str) else content
    return list(rows_of_list(io.BytesIO(content), name, **options))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", f"{UNIQUE}\n{MULTIPLE}\nno puzzle\n{NONE}\n"),
        ("a.csv", f"puzzle,solution\n{UNIQUE},{SOLUTION}\n{UNIQUE},{SOLUTION[1:]}7\n"),
        ("a.jsonl", f'{{"puzzle": "{SMALL}"}}\n{{"puzzle": "{NONE}"}}\n'),
    ],
)
def test_the_rows_are_those_of_the_command(name, content, tmp_path):
    """One for each puzzle, with the judgement of stored answers, and one that counts them; packed, too."""
    file = tmp_path / name
    file.write_text(content, "utf-8")
    printed = [timeless(row) for row in invoke("check", file, "--json").rows]
    for packed in (content.encode(), gzip.compress(content.encode())):
        assert [timeless(row) for row in rows_of("list", io.BytesIO(packed), name=str(file))] == printed


@pytest.mark.parametrize("text", ["", "\n\n# only a comment\n", "puzzle".encode("utf-16")])
def test_what_has_no_puzzle_in_it_is_no_list(text):
    with pytest.raises(InputError, match=r"a\.txt: "):
        listed(text)


@pytest.mark.parametrize("line", [UNIQUE, SMALL], ids=["in batches", "puzzle by puzzle"])
@pytest.mark.parametrize("more", [0, 1])
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
            line = f"{SMALL}\n".encode()
            buffer[: len(line)] = line
            return len(line)

    rows = rows_of_list(io.BufferedReader(Endless()), "endless")
    assert [next(rows)["verdict"] for _ in range(3)] == ["unique"] * 3
    rows.close()


def test_it_is_told_how_far_a_list_is_and_its_name_is_no_file():
    """A file of that name is not looked for."""
    content = f"{UNIQUE}\n{NONE}\n".encode()
    first, *rows = messages_of("list", io.BytesIO(content), name="/etc/passwd")
    assert first == Progress(len(content), len(content), "bytes")
    found = [row for row in rows if not isinstance(row, Progress)]
    assert [row["source"] for row in found[:-1]] == ["/etc/passwd:1", "/etc/passwd:2"]
    assert found[-1]["summary"]["puzzles"] == 2
    with pytest.raises(RefusedRequestError, match=r"^name: "):
        messages_of("list", io.BytesIO(content), name="x" * 256)
