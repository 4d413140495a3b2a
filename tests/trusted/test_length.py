"""The trusted code is short enough to be read, and runs without the rest of the package."""

import ast
import io
import os
import runpy
import shutil
import subprocess
import sys
import tokenize
from itertools import product
from pathlib import Path

import pytest

import sudocube.trusted
from sudocube.certificate import certify
from sudocube.report.checker_source import lines_of_code
from tests.certificate.samples import NO_SOLUTION, SEVERAL, SINGLES, made, written

FOLDER = Path(sudocube.trusted.__file__).parent
AT_MOST = 300
ALL_HOLD = "5 certificates hold: 3 unique, 1 multiple, 1 none; 0 refused"
NONE_HOLDS = "0 certificates hold: 0 unique, 0 multiple, 0 none; 4 refused; 3 faults of the folder"


def test_the_count_leaves_out_what_is_no_code():
    text = '"""Doc\nstring."""\n\n# comment\nX = 1  # one\n"""What X is."""\n\n'
    text += 'def f():\n    """Doc."""\n    return (\n        X)\n'
    assert lines_of_code(text) == 4


def test_it_has_no_more_lines_than_can_be_read_in_one_sitting():
    """As ruff formats it: no line is longer than the others of the repository may be."""
    texts = [path.read_text("utf-8") for path in FOLDER.rglob("*.py")]
    assert sum(map(lines_of_code, texts)) <= AT_MOST
    assert max(len(line) for text in texts for line in text.splitlines()) <= 110
    tokens = [one for text in texts for one in tokenize.generate_tokens(io.StringIO(text).readline)]
    assert ";" not in {one.string for one in tokens if one.type == tokenize.OP}


def test_it_imports_the_standard_library_and_itself():
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name.partition(".")[0] for alias in node.names} <= sys.stdlib_module_names
            if isinstance(node, ast.ImportFrom) and not node.level:
                assert str(node.module).partition(".")[0] in sys.stdlib_module_names
            if isinstance(node, ast.ImportFrom) and node.level:
                assert node.level == 1


@pytest.mark.parametrize(
    ("name", "way"),
    [
        *product(["trusted", "a copy of it"], ["as a folder", "as a module", "from within"]),
        *product(["trusted-1.0", "hashlib"], ["as a folder", "from within"]),
    ],
)
def test_a_copy_of_the_folder_checks_certificates_by_itself(tmp_path, name, way):
    """In any place and under any name, on a Python without packages."""
    shutil.copytree(FOLDER, tmp_path / "elsewhere" / name, ignore=shutil.ignore_patterns("__pycache__"))
    certificates = written(made(), tmp_path / "certificates")
    arguments, place = {
        "as a folder": ([str(tmp_path / "elsewhere" / name)], tmp_path),
        "as a module": (["-P", "-m", name], tmp_path),
        "from within": (["."], tmp_path / "elsewhere" / name),
    }[way]
    command = [sys.executable, "-S", "-B", *arguments, str(certificates)]
    found_in = {**os.environ, **({"PYTHONPATH": str(tmp_path / "elsewhere")} if "-m" in arguments else {})}
    done = subprocess.run(command, capture_output=True, text=True, cwd=place, env=found_in, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ALL_HOLD + "\n"


def test_modules_that_lie_in_the_current_folder_are_not_run(tmp_path):
    """Without -P, Python would look there first; so without -P nothing is checked."""
    certificates = written(made(), tmp_path / "certificates")
    for name in ("hashlib", "typing", "pathlib"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a module of the current folder was run')\n")
    command = [sys.executable, "-m", "sudocube.trusted", str(certificates)]
    careless = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (careless.returncode, careless.stdout) == (2, "")
    assert "use python -P -m" in careless.stderr
    careful = [sys.executable, "-P", "-m", "sudocube.trusted", str(certificates)]
    done = subprocess.run(careful, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stdout) == (0, ALL_HOLD + "\n")


@pytest.mark.parametrize(
    ("puzzle", "each"),
    [
        (SINGLES, "1 unique, 0 multiple, 0 none"),
        (SEVERAL, "0 unique, 1 multiple, 0 none"),
        (NO_SOLUTION, "0 unique, 0 multiple, 1 none"),
    ],
)
def test_the_summary_says_how_many_have_which_verdict(tmp_path, puzzle, each):
    certify([puzzle], tmp_path / "made")
    command = [sys.executable, "-S", "-B", str(FOLDER), str(tmp_path / "made")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"1 certificate holds: {each}; 0 refused\n")


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_an_answer_that_cannot_be_written_ends_in_a_line(tmp_path):
    certificates = written(made(), tmp_path / "certificates")
    command = [sys.executable, "-S", "-B", str(FOLDER), str(certificates)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        silent = subprocess.run(command, stdout=full, stderr=full, check=False)
    assert (done.returncode, done.stderr) == (70, "[Errno 28] No space left on device\n")
    assert silent.returncode == 70
    closed = ["bash", "-c", 'exec "$@" >&-', "bash", *command]
    assert subprocess.run(closed, stderr=subprocess.DEVNULL, check=False).returncode == 70
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "[Errno 32] Broken pipe\n")


def test_as_a_module_of_the_package_it_loads_nothing_else_of_ours(tmp_path):
    certificates = written(made(), tmp_path / "certificates")
    program = (
        f"import runpy, sys; sys.path.insert(0, {str(FOLDER.parents[1])!r})\n"
        "try: runpy.run_module('sudocube.trusted', run_name='__main__', alter_sys=True)\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(*sorted(name for name in sys.modules if name.startswith('sudocube')))\n"
    )
    command = [sys.executable, "-I", "-S", "-B", "-c", program]
    done = subprocess.run([*command, str(certificates)], capture_output=True, text=True, check=True)
    told, loaded = done.stdout.splitlines()
    assert told == ALL_HOLD
    assert {name for name in loaded.split() if not name.startswith("sudocube.trusted")} == {"sudocube"}


def test_interrupted_it_ends_with_130_and_one_word(monkeypatch, capfd):
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sudocube.trusted.folder.verify", interrupted)
    monkeypatch.setattr(sys, "argv", ["trusted", "certificates"])
    with pytest.raises(SystemExit) as end:
        runpy.run_module("sudocube.trusted", run_name="__main__")
    assert end.value.code == 130
    assert capfd.readouterr() == ("", "interrupted\n")


def test_what_is_refused_and_what_is_no_folder_have_statuses_of_their_own(tmp_path):
    files = made()
    files["certificates-000001.txt"] = files["certificates-000001.txt"].replace(b"1", b"2", 1)
    altered = written(files, tmp_path / "altered")
    command = [sys.executable, "-S", "-B", str(FOLDER)]
    refused = subprocess.run([*command, str(altered)], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "certificates-000001.txt: altered" in refused.stdout
    assert refused.stdout.endswith(f"\n{NONE_HOLDS}\n")
    extra = written({**made(), "extra": b""}, tmp_path / "extra")
    told = subprocess.run([*command, str(extra)], capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert told.stdout.endswith(f"\n{ALL_HOLD}; 1 fault of the folder\n")
    nothing = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "no folder of certificates" in nothing.stderr
    for arguments in ([], [str(tmp_path / "altered"), str(written(made(), tmp_path / "right"))]):
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert "one folder" in done.stderr
