"""Texts that are not UTF-8, or hold lone surrogates, stop no audit, and are escaped where they are shown."""

import json

import pyarrow.parquet
import pytest

from sudocube import audit
from sudocube.report.audits import audit_page

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def in_latin1(folder):
    """A table whose texts are in Latin-1, and what its first id is when it is escaped."""
    rows = [f"é-1,{PUZZLE},é,ä", f"é-2,{PUZZLE},{80 * '1'}é,ö", f"é-3,é{PUZZLE[1:]},,ö"]
    (folder / "a.csv").write_bytes("\n".join(["id,puzzle,solution,split", *rows]).encode("latin-1"))
    return folder / "a.csv", r"\udce9-1"


def with_surrogates(folder):
    """JSON Lines with lone surrogates, which JSON can hold, though no file in UTF-8 can."""
    lines = [
        {"id": "\ud800-1", "puzzle": PUZZLE, "solution": "\udfff12", "split": "\ud800"},
        {"id": "\ud800-2", "puzzle": PUZZLE, "solution": 80 * "1" + "\ud800", "split": "\udfff"},
        {"id": "\ud800-3", "puzzle": ["\ud800", *PUZZLE[1:]], "solution": ["\ud800"], "split": ""},
    ]
    (folder / "a.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder / "a.jsonl", r"\udced\udca0\udc80-1"  # its three bytes


@pytest.mark.parametrize("make", [in_latin1, with_surrogates])
def test_they_are_escaped_in_the_table_of_flaws_the_summary_and_on_the_page(tmp_path, make):
    path, name = make(tmp_path)
    summary = audit(path, output=tmp_path / "out").summary
    rows = pyarrow.parquet.read_table(tmp_path / "out/flaws.parquet").to_pylist()
    assert [row["kind"] for row in rows if row["id"] == name] == ["answer_no_grid"]
    assert {row["id"][-1] for row in rows if row["kind"] == "malformed"} == {"3"}
    assert json.loads(json.dumps(summary)) == summary
    page = audit_page(summary, "sudocube audit")
    assert name in page
    assert page.encode()
