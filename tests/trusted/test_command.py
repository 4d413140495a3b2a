"""`python trusted DIR`: what holds, what is refused, exit statuses; and a copy of the folder works alone."""

import os
import runpy
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import sudocube.trusted
from sudocube.verdicts.certifying import certify
from tests.verdicts.samples import NO_SOLUTION, SEVERAL, SINGLES, made, written

FOLDER = Path(sudocube.trusted.__file__).parent
ALL_HOLD = "5 certificates hold: 3 unique, 1 multiple, 1 none; 0 refused"
NONE_HOLDS = "0 certificates hold: 0 unique, 0 multiple, 0 none; 4 refused; 3 faults of the folder"


@pytest.fixture
def told(monkeypatch, capfd):
    """Runs the folder in this process: exit status, output, errors."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["trusted", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(FOLDER))
        for name in [name for name in sys.modules if name.startswith("trusted_copy")]:
            del sys.modules[name]
        return int(end.value.code or 0), *capfd.readouterr()

    return run


def test_the_summary_says_how_many_have_which_verdict(tmp_path, told):
    assert told(written(made(), tmp_path / "all")) == (0, f"{ALL_HOLD}\n", "")
    for puzzle, each in (
        (SINGLES, "1 unique, 0 multiple, 0 none"),
        (SEVERAL, "0 unique, 1 multiple, 0 none"),
        (NO_SOLUTION, "0 unique, 0 multiple, 1 none"),
    ):
        place = tmp_path / each
        certify([puzzle], place)
        assert told(place) == (0, f"1 certificate holds: {each}; 0 refused\n", "")


def test_what_is_refused_and_faults_of_the_folder_end_with_status_1(tmp_path, told):
    files = made()
    files["certificates-000001.txt"] = files["certificates-000001.txt"].replace(b"1", b"2", 1)
    status, out, err = told(written(files, tmp_path / "altered"))
    assert (status, err) == (1, "")
    assert out.startswith("folder: certificates-000001.txt: altered, its SHA-256 is not that in the manifest")
    assert out.endswith(f"\n{NONE_HOLDS}\n")
    status, out, err = told(written({**made(), "extra": b""}, tmp_path / "extra"))
    said = f"folder: 'extra': not named in the manifest\n{ALL_HOLD}; 1 fault of the folder\n"
    assert (status, out, err) == (1, said, "")


def test_what_is_no_folder_of_certificates_ends_with_status_2(tmp_path, told):
    status, out, err = told(tmp_path)
    assert (status, out) == (2, "")
    assert "no folder of certificates" in err
    for arguments in ([], [tmp_path, tmp_path], ["--help"]):
        assert told(*arguments) == (2, "", "name one folder of certificates\n")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (OSError(28, "No space left on device"), 70, "[Errno 28] No space left on device\n"),
        (OSError(32, "Broken pipe"), 141, "[Errno 32] Broken pipe\n"),
        (OSError(13, "Permission denied"), 2, "[Errno 13] Permission denied\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
    ],
    ids=repr,
)
def test_what_ends_it_early_has_a_status_and_a_line(tmp_path, told, monkeypatch, error, status, said):
    folder, write = written(made(), tmp_path / "c"), os.write

    def fails(stream: int, data: bytes) -> int:
        if stream == 1:
            raise error
        return write(stream, data)

    monkeypatch.setattr(os, "write", fails)
    assert told(folder) == (status, "", said)


WAYS = [*product(["trusted", "a copy of it"], ["as a folder", "as a module", "from within"])]
WAYS += product(["trusted-1.0", "hashlib"], ["as a folder", "from within"])
QUICK = [("a copy of it", "as a module"), ("trusted-1.0", "as a folder"), ("hashlib", "from within")]


@pytest.mark.parametrize(
    ("name", "way"), [pytest.param(*way, marks=[pytest.mark.slow] * (way not in QUICK)) for way in WAYS]
)
def test_a_copy_of_the_folder_checks_certificates_by_itself(tmp_path, name, way):
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
    assert (done.returncode, done.stdout, done.stderr) == (0, ALL_HOLD + "\n", "")


def test_modules_that_lie_in_the_current_folder_are_not_run(tmp_path):
    """Without -P, Python would look there first; so without -P nothing is checked."""
    for name in ("hashlib", "typing", "pathlib"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a module of the current folder was run')\n")
    command = [sys.executable, "-m", "sudocube.trusted", str(tmp_path)]
    careless = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (careless.returncode, careless.stdout) == (2, "")
    assert careless.stderr == "use python -P -m: else modules in the current folder would run\n"


def test_as_a_module_of_the_package_it_loads_nothing_else_of_ours(tmp_path):
    certificates = written(made(), tmp_path / "certificates")
    program = (
        f"import runpy, sys; before = set(sys.modules); sys.path.insert(0, {str(FOLDER.parents[1])!r})\n"
        "try: runpy.run_module('sudocube.trusted', run_name='__main__', alter_sys=True)\n"
        "except SystemExit as end: assert end.code == 0\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    command = [sys.executable, "-I", "-S", "-B", "-c", program]
    done = subprocess.run([*command, str(certificates)], capture_output=True, text=True, check=True)
    told, loaded = done.stdout.splitlines()
    assert told == ALL_HOLD
    ours = {name for name in loaded.split() if name.startswith("sudocube")}
    assert {name for name in ours if not name.startswith("sudocube.trusted")} == {"sudocube"}
    others = {name.partition(".")[0] for name in loaded.split()} - {"sudocube"}
    assert others <= sys.stdlib_module_names


@pytest.mark.slow
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
