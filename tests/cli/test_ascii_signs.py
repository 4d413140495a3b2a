"""Where an encoding lacks a sign, words or ASCII stand in its place, and JSON stays valid."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from rich.text import Text

from sudocube.cli.ascii_signs import ASCII_SIGNS, in_ascii, shown_in
from sudocube.cli.output import StandardOutput
from sudocube.cli.progress import Progress
from sudocube.report.text_layout import respelled
from tests.cli.command import HANG, HARD, MULTIPLE, UNIQUE, Outcome, command, environment, written

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE, CATALOGUE = CHECKOUT / "src" / "sudocube", CHECKOUT / "encodings"
ENCODINGS = ["ascii", "latin-1", "cp1252", "cp437"]
DATA = {"symbol_forms.py", "grid_text.py", "ascii_signs.py", "comparison_plot.py"}
"""Modules whose signs are read or drawn, but not printed."""


def run_in(encoding: str, *arguments: object, **env: str) -> Outcome:
    """A command whose streams have this encoding; the outcome is decoded."""
    done = subprocess.run(
        command(*map(str, arguments)),
        capture_output=True,
        timeout=HANG,
        env=environment(PYTHONUTF8="0", PYTHONIOENCODING=encoding, **env),
        check=False,
    )
    return Outcome(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


def printed_texts() -> Iterator[str]:
    """All texts of the package that may be printed, those of the catalogue, and all help."""
    for path in PACKAGE.rglob("*.py"):
        if path.name in DATA or "solvers" in path.parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        comments = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
                yield node.value
    for path in CATALOGUE.rglob("*.toml"):
        yield str(tomllib.loads(path.read_text("utf-8")))


def test_every_sign_that_is_printed_is_in_the_table():
    """What is not in it would be escaped, which nobody reads with ease."""
    signs = {sign for text in printed_texts() for sign in text if not sign.isascii()}
    assert {"×", "∀", "…"} <= signs
    assert [sign for sign in sorted(signs) if "\\" in in_ascii(sign) and sign != "∖"] == []


@pytest.mark.parametrize(
    ("encoding", "arguments"),
    list(
        zip(
            cycle(ENCODINGS),
            [
                ["check", UNIQUE[:-1]],
                ["check", "--help"],
                ["crosscheck", MULTIPLE, "-e", "phases,cube"],
                ["diagnose", MULTIPLE],
                ["explain", "1" + "." * 15],
                ["engines"],
                ["encodings", "list"],
                ["encodings", "show", "ladder"],
                ["encodings", "show", "cpsat/table"],
                ["encodings", "prove", "minimal", "--size", "4"],
                ["encodings", "compare", MULTIPLE, "--encodings", "minimal"],
                ["check", UNIQUE, "--size", "7"],
            ],
            strict=False,
        )
    ),
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else value,
)
def test_commands_are_readable_in_encodings_that_lack_signs(encoding, arguments):
    """Neither escapes nor question marks, no traceback, and no line wider than the terminal."""
    plain, found = run_in("utf-8", *arguments), run_in(encoding, *arguments)
    assert found.status == plain.status
    for text, expected in ((found.out, plain.out), (found.err, plain.err)):
        assert text.count("\\") - text.count("l\\b") - text.count("b\\l") == expected.count("\\")
        assert text.count("?") == expected.count("?")
    assert max([80, *map(len, found.out.splitlines())]) == max([80, *map(len, plain.out.splitlines())])


def test_words_stand_for_the_signs_of_formulas():
    out = run_in("ascii", "encodings", "show", "ladder", "--size", "4", COLUMNS="120").out
    assert "for all r,c, i < n:  a_i+1 -> a_i,  x[r,c,i+1] <-> a_i and not a_i+1" in out
    assert "Variables, for a grid of 4x4 with boxes of 2 rows x 2 columns" in out


@pytest.mark.parametrize("more", [["-e", "kernel"], ["-e", "phases"]])
def test_json_is_the_same_in_every_encoding(tmp_path, more):
    file = written(tmp_path, UNIQUE, "×", MULTIPLE[:-1], name="grün×.txt")
    same = run_in("utf-8", "check", file, "--json", *more).rows
    assert any("×" in row.get("source", "") for row in same)
    assert any("error" in row for row in same)
    for encoding in ENCODINGS:
        rows = run_in(encoding, "check", file, "--json", *more).rows
        assert [row.get("source") for row in rows] == [row.get("source") for row in same], encoding
        assert [row.get("error") for row in rows] == [row.get("error") for row in same], encoding


def test_data_is_never_respelled(tmp_path, monkeypatch):
    """It is written as it is, or escaped: a sign in its place would be other data."""
    with (tmp_path / "out").open("w", encoding="ascii", errors=ASCII_SIGNS) as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        output = StandardOutput(Progress(is_wanted=False))
        output.put_text("1.,G×é\n")
        output.put_text("c 4×4\n", is_data=False)
    assert (tmp_path / "out").read_text("ascii") == "1.,G\\xd7\\xe9\nc 4x4\n"


def test_a_character_that_is_quoted_by_itself_can_be_recognised():
    """A message is about that character, and about no other that looks like it."""
    message = "9×9: column 3: found '×'; expected …"
    assert shown_in(message, "ascii") == r"9x9: column 3: found '\xd7'; expected ..."


def test_the_bar_is_drawn_in_ascii(terminal, tmp_path):
    ascii_only = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    file = written(tmp_path, UNIQUE, HARD)
    run = terminal("check", file, "-e", "phases", "--timeout", "1.3", **ascii_only)
    assert "=-" in run.read()
    assert run.shown.isascii()


@pytest.mark.parametrize("text", ["", "plain", "a × b", "Łódź ∀ \U0001f600 ᵢ₊₁", "\udc80"])
@pytest.mark.parametrize("encoding", [*ENCODINGS, "utf-8", "shift_jis", "koi8-r"])
def test_whatever_is_written_can_be_encoded(text, encoding):
    assert text.encode(encoding, ASCII_SIGNS).decode(encoding) == shown_in(text, encoding)
    if text.isascii():
        assert shown_in(text, encoding) == text


def ascii_lines(line: str, width: int) -> list[str]:
    """A line in ASCII, fitted into the width."""
    return [one.plain for one in respelled(Text(line), lambda text: shown_in(text, "ascii"), width)]


def test_longer_words_still_fit_the_terminal():
    """First a gap is made smaller; then the line is wrapped."""
    line = "    ¬x ∨ ¬y          1 2 0"
    assert ascii_lines(line, 26) == ["    not x or not y   1 2 0"]
    assert ascii_lines(line, 30) == ["    not x or not y          1 2 0"[:18] + " " * 7 + "1 2 0"]
    assert ascii_lines("    ∀ r:  ¬x ∨ ¬y ∨ ¬z", 28) == ["    for all r:  not x or not", "      y or not z"]
    assert ascii_lines("    plain", 4) == ["    plain"]


def test_styles_stay_where_they_are():
    text = Text.assemble("a ", ("¬b", "red"), " c")
    [line] = respelled(text, lambda text: shown_in(text, "ascii"), 80)
    assert line.plain == "a not b c"
    assert {line.plain[span.start : span.end] for span in line.spans if span.style == "red"} == {"not ", "b"}
    assert re.sub("[¬]", "not ", text.plain) == line.plain
