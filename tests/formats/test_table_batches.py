"""Tables read in batches give the same as the ordinary reader, for any text and wherever it is cut."""

import io
from random import Random
from typing import Any

import pytest

from sudocube.errors import InputError, SudocubeError, UnknownNameError
from sudocube.formats import bulk_reader, read
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.text_batches import InputPause, TextBatch
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.puzzles import puzzle_from, solved_grid

NINE = Geometry(3, 3)


def field(rng: Random) -> str:
    """A field that is no puzzle, as there are in data sets."""
    return rng.choice(["", "17", "8.5", "easy", "Jürgen", "a b", " x", "#1", "0" * 90, "None"])


def answer(rng: Random, grid: str) -> str:
    """A solution, or what stands in its place."""
    others = ["", grid[:80], grid + "1", "none", " ".join(grid), "·" + grid[1:], grid[:40] + " " + grid[41:]]
    return grid if rng.random() < 0.8 else rng.choice(others)


def quoted(text: str, rng: Random, share: float) -> str:
    """A field, perhaps in quotes, as some programs write all and others only what needs them."""
    if rng.random() >= share:
        return text
    text = text.replace('"', '""')
    return f'{rng.choice(["", "", " "])}"{text}"{rng.choice(["", "", " "])}'


def odd_line(rng: Random, delimiter: str, puzzle: str, grid: str) -> list[str]:
    """Lines that are no record, or none that stands on one line."""
    return rng.choice(
        [
            [""],
            ["   "],
            ["# a comment"],
            [f'"a {delimiter}', f'b"{delimiter}{puzzle}{delimiter}{grid}'],
            [f'"not closed{delimiter}{puzzle}{delimiter}{grid}'],
            [f'5" tall{delimiter}{puzzle}{delimiter}{grid}'],
            [puzzle],
            ["just words"],
            [delimiter],
            [f"{puzzle[:80]}{delimiter}{puzzle[:80]}"],
            [f"{puzzle[:40]}!{puzzle[41:]}{delimiter}{puzzle[:40]}!{puzzle[41:]}"],
            [f"{puzzle[:40]}３{puzzle[41:]}{delimiter}{puzzle[:40]}３{puzzle[41:]}"],
            [f"{delimiter * 5}{puzzle}"],
            ["5.3...7..", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6"],
            [f"x{delimiter}{'y' * 70_000}{delimiter}{puzzle}"] if rng.random() < 0.1 else ["x"],
            ["1.....2..3.....4" + delimiter + "1.....2..3.....4" + delimiter + "1243342143122134"],
        ]
    )


def table(rng: Random) -> bytes:
    """A table in one of the layouts of data sets, with odd lines between its records."""
    delimiter = rng.choice([",", ",", ";", "\t"])
    names = rng.choice(
        [
            ["puzzle", "solution"],
            ["quizzes", "solutions"],
            ["id", "puzzle", "solution", "clues", "difficulty"],
            ["source", "question", "answer", "rating"],
            ["Solution", " Puzzle "],
            ["puzzle", "rating"],
            ["solved", "grid", "answer"],
        ]
    )
    share_of_quotes, share_of_odd = rng.choice([0, 0, 0.1, 1]), rng.choice([0, 0, 0.05, 0.3])
    blank = rng.choice(".0*_-xX?")
    lines = [delimiter.join(f'"{name}"' if rng.random() < share_of_quotes else name for name in names)]
    if rng.random() < 0.2:
        lines = [rng.choice(["# made by me", ""]), *lines]
    for _ in range(rng.randrange(1, 40)):
        solution = solved_grid(NINE, rng)
        puzzle = str(puzzle_from(solution, rng, clues=rng.choice([17, 25, 81]))).replace(".", blank)
        if rng.random() < share_of_odd:
            lines += odd_line(rng, delimiter, puzzle, str(solution))
            continue
        fields = []
        for name in names:
            is_puzzle, is_answer = name.strip() in ("puzzle", "Puzzle", "quizzes", "question", "grid"), False
            is_answer = name.lower() in ("solution", "solutions", "answer", "solved")
            text = puzzle if is_puzzle else answer(rng, str(solution)) if is_answer else field(rng)
            text = quoted(text, rng, share_of_quotes)
            is_parted = not is_puzzle and not is_answer and rng.random() < share_of_quotes / 4
            fields.append(f'"a{delimiter}b"' if is_parted else text)
        fields = fields[: len(fields) - (rng.random() < 0.05)]
        lines.append(delimiter.join(fields))
    end = rng.choice(["\n", "\n", "\r\n"])
    whole = end.join(lines) + rng.choice([end, ""])
    if rng.random() < 0.05:
        whole = whole.replace("\n", "\r", 1)
    return (b"\xef\xbb\xbf" if rng.random() < 0.1 else b"") + whole.encode()


def told(entries: Any) -> list[Any]:
    """What was read, in a form in which both ways of reading can be compared."""
    found: list[Any] = []
    try:
        for item in entries:
            if isinstance(item, TextBatch):
                for place, (line, row) in enumerate(zip(item.lines.tolist(), item.puzzles, strict=True)):
                    puzzle = Puzzle(row.tobytes().decode())
                    found.append((f"{item.name}:{line}", puzzle, None, item.answer(place)))
            elif not isinstance(item, InputPause):
                found.append((item.source, item.puzzle, item.error and str(item.error), item.stored))
    except SudocubeError as error:
        found.append(str(error))
    return found


def in_batches(data: bytes, name: str = "t.csv", **hints: Any) -> Any:
    return read_in_batches(io.BytesIO(data), name, in_tables=True, **hints)


@pytest.mark.parametrize("at_once", [64, 1000, 1 << 20])
@pytest.mark.parametrize("seed", range(60))
def test_both_ways_of_reading_a_table_give_the_same(seed, at_once, monkeypatch):
    """Places, puzzles, stored answers and the texts of all errors are compared."""
    monkeypatch.setattr(bulk_reader, "BATCH_BYTES", at_once)
    rng = Random(seed)
    data = table(rng)
    hints: dict[str, Any] = rng.choice([{}, {}, {"size": 9}, {"geometry": NINE}, {"answers": False}])
    name = rng.choice(["puzzles.txt", "puzzles.csv", "-"])
    assert told(in_batches(data, name, **hints)[1]) == told(read(io.BytesIO(data), name, **hints))


GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    "layout",
    [
        "puzzle,solution\n{p},{s}\n",
        "id,puzzle,solution,clues\n1,{p},{s},17\n2,{p},{s},17\n",
        '"puzzle";"solution"\n"{p}";"{s}"\n"{p}";"{s}"\n',
        "solution\tpuzzle\r\n{s}\t{p}\r\n",
        "source, question, answer, rating\nx, {p}, {s}, 3\n",
    ],
)
def test_a_table_as_programs_write_it_is_read_in_batches_throughout(layout):
    data = layout.format(p=CLUES, s=GRID).encode()
    is_in_batches, items = in_batches(data)
    batches = [item for item in items if not isinstance(item, InputPause)]
    assert is_in_batches
    assert all(isinstance(item, TextBatch) and not item.other_answers for item in batches)
    assert {item.answer(0) for item in batches} == {GRID}


@pytest.mark.parametrize(
    "text",
    [
        "id,clues\n1,2\n",
        f"puzzle\n{CLUES}\n",
        "puzzle,solution\n1.....2..3.....4,1243342143122134\n",
        f'"puzzle",solution\n{CLUES},{GRID}\n',
        "puzzle,solution\n",
        f"{CLUES},{GRID}\n",
    ],
)
def test_what_is_no_plain_table_of_9x9_is_left_to_the_ordinary_reader(text):
    _, items = in_batches(text.encode())
    assert told(items) == told(read(io.BytesIO(text.encode()), "t.csv"))


def test_what_stands_within_quotes_is_one_field():
    """Another puzzle there is none of this table."""
    other = CLUES[::-1]
    data = f'note,puzzle,solution\nx,{CLUES},{GRID}\n"x,{other},y",{CLUES},{GRID}\n'.encode()
    _, items = in_batches(data)
    found = told(items)
    assert found == told(read(io.BytesIO(data), "t.csv"))
    assert [puzzle for _, puzzle, _, _ in found] == [Puzzle(CLUES)] * 2


def test_a_column_that_is_not_there_is_the_same_error_both_ways():
    data = f"puzzle,solution\n{CLUES},{GRID}\n".encode()
    with pytest.raises(UnknownNameError, match="Did you mean 'solution'") as first:
        in_batches(data, answers="soluton")
    with pytest.raises(UnknownNameError) as second:
        list(read(io.BytesIO(data), "t.csv", answers="soluton"))
    assert str(first.value) == str(second.value)
    with pytest.raises(InputError, match="the column 'puzzle' holds the puzzles"):
        in_batches(data, answers="puzzle")
