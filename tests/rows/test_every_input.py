"""Every kind of input gives the same answers in every command: three puzzles with one, two and no solutions.

The files are made here; `every_input.toml` has what each is found to be.
"""

import bz2
import gzip
import json
import lzma
import tomllib
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from sudocube import check_many
from sudocube.rows.opening import read
from tests.cli.command import invoke
from tests.rows.reading import CLUES, GRID
from tests.rows.test_binary import arrow, as_json, feather, npy, npz, parquet
from tests.rows.test_sources import tar_of, zip_of

EXPECTED = tomllib.loads(Path(__file__).with_name("every_input.toml").read_text("utf-8"))["files"]

PUZZLES = [CLUES, "5.." + CLUES[3:78] + "..9", "55" + CLUES[2:]]
ANSWERS = [GRID] * 3
COUNTS = [1, 2, 0]
VERDICTS = ["unique", "multiple", "none"]
STORED = ["right", "one_of_several", "given_though_none"]
CELLS = np.array([[int(cell) for cell in puzzle.replace(".", "0")] for puzzle in PUZZLES])
FULL = np.array([[int(cell) for cell in answer] for answer in ANSWERS])
COLUMNS = {"puzzle": PUZZLES, "solution": ANSWERS}
ROWS = [{"puzzle": puzzle, "solution": answer} for puzzle, answer in zip(PUZZLES, ANSWERS, strict=True)]


def table(columns, delimiter=","):
    lines = [columns, *zip(*columns.values(), strict=True)]
    return "".join(delimiter.join(map(str, line)) + "\n" for line in lines).encode()


def named(puzzle, answer, **before):
    return table({**before, puzzle: PUZZLES, answer: ANSWERS})


def of_cells(cells, letter="c"):
    return {f"{letter}{at}": cells[:, at].tolist() for at in range(81)}


CSV = table(COLUMNS)
BOTH = of_cells(CELLS) | of_cells(FULL, "s")
MINUS = np.where(CELLS == 0, -1, CELLS)
LISTS = {"puzzle": [str(one.tolist()) for one in MINUS], "solution": [str(one.tolist()) for one in FULL]}
PRINTED = {"puzzle": [*map(str, CELLS + 1)], "solution": [str(one.reshape(9, 9) + 1) for one in FULL]}
FILES = {
    "commas.csv": named("clues", "solution"),
    "named.csv": named("input", "output"),
    "boards.csv": named("initial_board", "final_board"),
    "labels.csv": named("grid", "label", id=[7, 8, 9]),
    "semicolons.csv": table(COLUMNS, ";"),
    "bars.csv": table(COLUMNS, "|"),
    "tabs.tsv": table(COLUMNS, "\t"),
    "crlf.csv": b"\xef\xbb\xbf" + CSV.replace(b"\n", b"\r\n"),
    "cells.csv": table(of_cells(CELLS)),
    "both.csv": table(BOTH),
    "minus.csv": table(of_cells(MINUS)),
    "lists.csv": table({name: [f'"{one}"' for one in column] for name, column in LISTS.items()}),
    "minus.txt": "\n".join(one[1:-1] for one in LISTS["puzzle"]).encode(),
    "ten.txt": b"\n".join(b" ".join(b"%d" % cell for cell in one) for one in CELLS + 1),
    "printed.jsonl": b"\n".join(map(as_json, pa.table(PRINTED).to_pylist())),
    "printed.parquet": parquet(pa.table(PRINTED)),
    "list.txt": "\n".join(PUZZLES).encode(),
    "lines.jsonl": b"\n".join(map(as_json, ROWS)),
    "nested.jsonl": b"\n".join(as_json({"id": 1, "data": row}) for row in ROWS),
    "array.json": as_json(ROWS, indent=1),
    "columns.json": as_json(COLUMNS),
    "splits.json": as_json({"train": ROWS[:2], "test": ROWS[2:]}),
    "texts.json": as_json(PUZZLES),
    "table.parquet": parquet(pa.table(COLUMNS)),
    "nested.parquet": parquet(pa.table({"data": ROWS})),
    "lists.parquet": parquet(pa.table({"puzzle": CELLS.tolist(), "solution": FULL.tolist()})),
    "both.parquet": parquet(pa.table(BOTH)),
    "table.feather": feather(pa.table(COLUMNS)),
    "stream.arrows": arrow(pa.table(COLUMNS), pa.ipc.new_stream),
    "flat.npy": npy(CELLS.astype(np.int8)),
    "square.npy": npy(CELLS.reshape(-1, 9, 9)),
    "minus.npy": npy(MINUS),
    "ten.npy": npy(CELLS + 1),
    "pair.npz": npz(quizzes=CELLS, solutions=FULL),
    "two.zip": zip_of({"train.csv": CSV, "test.csv": CSV}),
    "two.tar.gz": tar_of({"train.csv": CSV, "test.csv": CSV}, "w:gz"),
    "packed.csv.gz": gzip.compress(CSV),
    "packed.csv.bz2": bz2.compress(CSV),
    "packed.csv.xz": lzma.compress(CSV),
    "packed.csv.zst": pa.compress(CSV, codec="zstd", asbytes=True),
}


def asked(command, path):
    """The rows of the output as JSON, or the one document; and what is said."""
    result = invoke(command, "--json", path)
    assert result.status == (command != "count"), result.err
    return [row for row in result.rows if "summary" not in row], result.err


@pytest.mark.parametrize("name", EXPECTED)
def test_every_command_reads_every_input(name, tmp_path):
    (path := tmp_path / name).write_bytes(FILES[name])
    about = EXPECTED[name]
    members, said = about.get("members", [""]), about.get("said", "")
    columns = dict(zip(("puzzle", "answer"), about["columns"], strict=False))
    stored = STORED if "answer" in columns else [None] * 3
    sources = [
        f"{path}{member and '!'}{member}:{about.get('first', 0) + at}"
        for member in members
        for at in range(3)
    ]
    puzzles, times = PUZZLES * len(members), len(members)

    rows, told = asked("check", path)
    assert [row["source"] for row in rows] == sources
    assert [row["puzzle"].replace("0", ".") for row in rows] == puzzles
    assert [row["verdict"] for row in rows] == VERDICTS * times
    assert [row.get("stored") for row in rows] == stored * times
    assert said in told
    rows, told = asked("solve", path)
    assert [len(row["solutions"]) for row in rows] == [1, 1, 0] * times
    assert said in told
    assert [row["count"] for row in asked("count", path)[0]] == COUNTS * times
    [audit], told = asked("audit", path)
    assert audit["verdicts"] == {**dict.fromkeys(VERDICTS, times), "unknown": 0}
    assert audit["malformed"] == 0
    for file in audit["files"]:
        assert file["told"][0].startswith(about["kind"])
        assert file["columns"].get("puzzle") == columns.get("puzzle")
        assert file["columns"].get("answer") == columns.get("answer")
    assert said in told + json.dumps(audit["files"])
    entries = list(read(path))
    assert [(one.source, str(one.puzzle)) for one in entries] == list(zip(sources, puzzles, strict=True))
    assert [one.stored for one in entries] == [GRID if "answer" in columns else None] * len(entries)


def test_the_table_tells_of_every_file():
    assert list(EXPECTED) == list(FILES)


@pytest.mark.parametrize("command", ["check", "solve", "count", "rate", "diagnose", "crosscheck", "certify"])
def test_every_command_calls_a_puzzle_by_its_title(command, tmp_path):
    (path := tmp_path / "forum.txt").write_text(f"Nr. 1 (easy)\n{PUZZLES[0]}\n\nNr. 2\n{PUZZLES[0][1:]}\n")
    more = ("--output", tmp_path / "out") if command == "certify" else ()
    result = invoke(command, "--json", *more, path)
    assert [row["title"] for row in result.rows if "index" in row] == ["Nr. 1 (easy)", "Nr. 2"]
    assert result.err.splitlines()[0].endswith("forum.txt: 1 puzzle read, 1 invalid")  # before all else


@pytest.mark.parametrize("cells", [MINUS, (CELLS + 1).astype(np.uint8)])
def test_arrays_and_arguments_may_have_another_blank_too(cells):
    """Of an argument, it is told; rows of an array that do not agree are no puzzles."""
    assert [one.verdict for one in check_many(cells)] == VERDICTS
    assert [one.verdict for one in check_many(np.vstack([CELLS, cells]))] == VERDICTS + ["invalid"] * 3
    outcome = invoke("check", str(cells[0].tolist()))
    assert (outcome.status, outcome.out) == (0, "unique\n")
    assert "is a blank" in outcome.err
