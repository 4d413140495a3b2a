"""No control character of a text from elsewhere reaches the terminal, wherever it comes from."""

import json
import shlex
import sys
import tomllib
import unicodedata
from pathlib import Path

import pytest

from sudocube.report.document import visible
from tests.cli.command import UNIQUE, invoke, no_boxes, written
from tests.cli.test_cases import filled

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no such names of files")

COMMANDS = tomllib.loads(Path(__file__).with_name("foreign_text.toml").read_text("utf-8"))
CONTROLS = "\x1b[31m\x07\x08\x7f\x85\x9b2J\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069"
DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
FORGED = "x\nforged:1:"
"""What is after the line feed looks like another answer."""


def hidden(text: str) -> list[str]:
    """The control characters of a text; line feeds are ours."""
    return [
        one
        for one in text
        if one != "\n"
        and (
            unicodedata.category(one) in ("Cc", "Zl", "Zp")
            or unicodedata.bidirectional(one) in DIRECTIONS
            or one in "\u061c\u200e\u200f"
        )
    ]


@pytest.mark.parametrize("hostile", [CONTROLS, FORGED], ids=["control characters", "line feeds"])
def test_foreign_text_neither_commands_the_terminal_nor_begins_a_line(hostile, tmp_path, monkeypatch):
    """It is shown as Python writes it, whatever command quotes it."""

    in_toml = json.dumps(hostile).replace("\x7f", "\\u007f")

    def with_text(text: str) -> str:
        return filled(text.replace("{HOSTILE}", hostile).replace("{QUOTED}", in_toml))

    escaped = 0
    for number, (command, files) in enumerate(COMMANDS.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        for name, text in files.items():
            Path(with_text(name)).write_text(with_text(text), "utf-8")
        title = f"title = {in_toml}"
        lines = [
            title if line.startswith("title") else line for line in no_boxes(folder).read_text().splitlines()
        ]
        written(folder, *lines, name="latin.toml")
        outcome = invoke(*map(with_text, shlex.split(command)), columns=1000)
        said = outcome.out + outcome.err
        assert (command, hidden(said)) == (command, [])
        assert (command, [line for line in said.splitlines() if line.startswith("forged")]) == (command, [])
        escaped += r"\x1b[31m" in said and r"\u202e" in said
    assert hostile == FORGED or escaped > 20


def test_a_file_in_a_folder_of_certificates_is_named_visibly(tmp_path):
    """It does not belong there."""
    folder = tmp_path / "certificates"
    assert invoke("certify", UNIQUE, "-o", folder, "--quiet").status == 0
    (folder / CONTROLS).write_text("")
    outcome = invoke("verify", folder)
    assert hidden(outcome.out + outcome.err) == []
    assert r"\x1b[31m" in outcome.out + outcome.err


def test_json_names_the_file_as_it_is(tmp_path):
    """A programme that reads it gets the true name, whichever way the puzzles are checked."""
    file = written(tmp_path, UNIQUE, UNIQUE[:-1], name=f"{CONTROLS}.txt")
    for engine in ("kernel", "phases"):
        outcome = invoke("check", file, "--json", "--engine", engine)
        assert not hidden(outcome.out)
        assert [row["source"] for row in outcome.rows[:2]] == [f"{file}:1", f"{file}:2"]


def test_what_is_hidden_is_written_out():
    """Also what has no width; all else stays, spaces of any width and emoji included."""
    for text, shown in [
        ("two\nlines", r"two\nlines"),
        ("9×9 – ü \U0001f600", "9×9 – ü \U0001f600"),
        ("\x1b[2J\r\t\v\0", r"\x1b[2J\r\t\x0b\x00"),
        ("\x7f\x80\x9f\u2028\u202e\u2066", r"\x7f\x80\x9f\u2028\u202e\u2066"),
        ("\u200b\ufeff\xad\U000e0001", r"\u200b\ufeff\xad\U000e0001"),
        ("\xa0\u2009\u3000", "\xa0\u2009\u3000"),
    ]:
        assert visible(text) == shown
