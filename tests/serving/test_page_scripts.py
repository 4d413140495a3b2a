"""The scripts of the page: types in comments, which the TypeScript compiler checks, and lines to be read."""

import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

STATIC = files("sudocube.serving") / "static"
LONGEST = 110


def scripts():
    """The scripts of ours, by name, with their text lines."""
    found = [file for folder in ("scripts", "panels", "lesson") for file in (STATIC / folder).iterdir()]
    return {file.name: file.read_text("utf-8").split("\n") for file in found if file.name.endswith(".js")}


def test_every_script_of_ours_asks_for_its_types_to_be_checked():
    assert len(scripts()) > 20
    assert [name for name, lines in scripts().items() if lines[0] != "// @ts-check"] == []


def test_no_line_is_wider_than_those_of_python():
    wide = [
        f"{name}:{number}"
        for name, lines in scripts().items()
        for number, line in enumerate(lines, 1)
        if len(line) > LONGEST
    ]
    assert wide == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tsc") is None, reason="no tsc: npm install --global typescript")
def test_the_types_fit():
    command = [str(shutil.which("tsc")), "-p", str(Path(__file__).parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
