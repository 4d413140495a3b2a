"""Nothing of the current folder runs in a process that a command starts, but what the user has named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import HANG
from tests.serving.client import running_server

SCRIPT = "from sudocube.__main__ import main\nraise SystemExit(main())\n"
PACKAGES = (
    "numpy",
    "pysat",
    "ortools",
    "pyarrow",
    "psutil",
    "cloudpickle",
    "rich",
    "typer",
    "jinja2",
    "dask",
    "starlette",
    "uvicorn",
)
SPY = "import sys, pathlib; pathlib.Path(__file__).with_name('ran').write_text(__name__ + str(sys.argv))\n"

FUNCTION = "python:solver_of_mine.py:solve"
SLOW = [
    "check -j 2 puzzles.txt --engine sat",
    "crosscheck -j 2 puzzles.txt",
    f"crosscheck -j 2 puzzles.txt -e phases,{FUNCTION}",
    "generate -n 3 -j 2 --box 2x2",
    "rate -j 2 puzzles.txt",
    "diagnose -j 2 puzzles.txt",
    "certify -j 2 puzzles.txt -o certificates",
    "encodings compare -j 2 puzzles.txt --encodings minimal",
    "encodings prove python:solver_of_mine.py:clauses --size 4",
    "audit -j 2 puzzles.txt",
    "audit --cluster 2 puzzles.txt",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that holds a module of every name that a process of ours imports, or may import."""
    here = tmp_path / "here"
    here.mkdir()
    for name in (*sys.stdlib_module_names, *PACKAGES, "sudocube"):
        (here / f"{name}.py").write_text(SPY)
    (here / "puzzles.txt").write_text(3 * "1.....2..3.....4\n")
    (here / "solver_of_mine.py").write_text(
        "import json\ndef solve(cells): return 1\ndef clauses(size): return [[1]]\n"
    )
    (tmp_path / "script.py").write_text(SCRIPT)
    return here


@pytest.mark.parametrize(
    "arguments",
    [
        f"crosscheck puzzles.txt -e phases,{FUNCTION}",
        *(pytest.param(one, marks=pytest.mark.slow) for one in SLOW),
    ],
)
def test_no_module_of_the_current_folder_is_run(folder, arguments):
    command = [sys.executable, str(folder.parent / "script.py"), *arguments.split()]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANG, check=False)
    ran = folder / "ran"
    assert (ran.exists() and ran.read_text(), run.returncode in (0, 1), "Traceback" in run.stderr) == (
        False, True, False,
    ), run.stderr  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be left")
def test_no_module_of_the_current_folder_is_run_by_the_workers_of_the_page(folder, monkeypatch):
    monkeypatch.chdir(folder)
    script = str(folder.parent / "script.py")
    with running_server(script, "serve", "--no-browser", "--port", "0", "--quiet") as client:
        assert client.ask("check", puzzle="1.....2..3.....4")[0]["verdict"] == "unique"
        os.chdir("/")
    assert not (folder / "ran").exists()
