"""Where an encoding lacks a sign, words or ASCII stand in its place, and JSON stays valid."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from sudocube.cli.ascii_signs import ASCII_SIGNS, in_ascii, shown_in
from sudocube.cli.output import StandardOutput
from sudocube.cli.progress import Progress
from tests.cli.command import HANG, MULTIPLE, UNIQUE, Outcome, command, environment, invoke, written

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE, CATALOGUE = CHECKOUT / "src" / "sudocube", CHECKOUT / "encodings"
DATA = {"symbol_forms.py", "grid_cells.py", "ascii_signs.py", "comparison_plot.py"}
"""Modules whose signs are read or drawn, but not printed."""


def run_in(encoding: str, *arguments: object, **env: str) -> Outcome:
    """A command whose streams have this encoding; the outcome is decoded."""
    env = environment(PYTHONUTF8="0", PYTHONIOENCODING=encoding, **env)
    done = subprocess.run(command(*map(str, arguments)), capture_output=True, timeout=HANG, env=env)
    return Outcome(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def printed_texts() -> Iterator[str]:
    """All texts of the package that may be printed, and those of the catalogue."""
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text("utf-8")
        if source.isascii() or path.name in DATA or "solvers" in path.parts:
            continue
        tree = ast.parse(source)
        comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
                yield node.value
    yield from (str(tomllib.loads(path.read_text("utf-8"))) for path in CATALOGUE.rglob("*.toml"))


def test_every_sign_that_is_printed_is_in_the_table():
    """What is not in it would be escaped, which nobody reads with ease."""
    signs = {sign for text in printed_texts() for sign in text if not sign.isascii()}
    assert {"×", "∀", "…"} <= signs
    assert [sign for sign in sorted(signs) if "\\" in in_ascii(sign) and sign != "∖"] == []


@pytest.mark.slow
def test_json_is_the_same_in_every_encoding(tmp_path):
    """With a sign in the name of a file, and in the quoted error; for people, words stand for signs."""
    file = written(tmp_path, UNIQUE, "×", MULTIPLE[:-1], name="grün×.txt")
    told = [(row.get("source"), row.get("error")) for row in invoke("check", file, "--json").rows]
    assert any("×" in str(source) and error for source, error in told)
    rows = run_in("cp437", "check", file, "--json").rows
    assert [(row.get("source"), row.get("error")) for row in rows] == told
    out = run_in("ascii", "encodings", "show", "ladder", "--size", "4", COLUMNS="120").out
    assert "for all r,c, i < n:  a_i+1 -> a_i,  x[r,c,i+1] <-> a_i and not a_i+1" in out
    assert max(map(len, out.splitlines())) <= 120
    assert "\\" not in out.replace("l\\b", "").replace("b\\l", "")


def test_data_is_never_respelled(tmp_path, monkeypatch):
    """It is written as it is, or escaped: a sign in its place would be other data."""
    with (tmp_path / "out").open("w", encoding="ascii", errors=ASCII_SIGNS) as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        output = StandardOutput(Progress(is_wanted=False))
        output.put_text("1.,G×é\n")
        output.put_text("c 4×4\n", is_data=False)
    assert (tmp_path / "out").read_text("ascii") == "1.,G\\xd7\\xe9\nc 4x4\n"


def test_whatever_is_written_can_be_encoded():
    """Lone surrogates included. A character that is quoted by itself can be recognised."""
    assert shown_in("9×9: found '×'; expected …", "ascii") == r"9x9: found '\xd7'; expected ..."
    texts = ("", "plain", "a × b", "Łódź ∀ \U0001f600 ᵢ₊₁", "\udc80")
    for encoding, text in product(("ascii", "cp1252", "cp437", "utf-8", "shift_jis", "koi8-r"), texts):
        assert text.encode(encoding, ASCII_SIGNS).decode(encoding) == shown_in(text, encoding)
        assert not text.isascii() or shown_in(text, encoding) == text
