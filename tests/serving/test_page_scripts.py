"""The scripts of the page: each has types, in comments, which the TypeScript compiler checks."""

import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

STATIC = files("sudocube.serving") / "static"


def test_every_script_of_ours_asks_for_its_types_to_be_checked():
    scripts = [file for folder in ("scripts", "panels", "lesson") for file in (STATIC / folder).iterdir()]
    scripts = [file for file in scripts if file.name.endswith(".js")]
    assert len(scripts) > 20
    assert [file.name for file in scripts if not file.read_text("utf-8").startswith("// @ts-check\n")] == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tsc") is None, reason="no tsc: npm install --global typescript")
def test_the_types_fit():
    command = [str(shutil.which("tsc")), "-p", str(Path(__file__).parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
