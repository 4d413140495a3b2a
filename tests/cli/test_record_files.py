"""--output of the commands that write records: a file instead of standard output, and nothing lost."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

from sudocube.formats import table_fields
from tests.cli.command import (
    HANG,
    HARD,
    MULTIPLE,
    SOLUTION,
    UNIQUE,
    command,
    environment,
    invoke,
    started,
    written,
)

COMMANDS = {
    "solve": [],
    "count": [],
    "check": ["--format", "csv"],
    "convert": ["--format", "grid"],
}
EACH = pytest.mark.parametrize("name", COMMANDS)


@EACH
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_the_file_holds_what_standard_output_would(name, more, tmp_path):
    options = more or COMMANDS[name]
    file, out = written(tmp_path, UNIQUE, MULTIPLE, UNIQUE[:-1]), tmp_path / "out.txt"
    expected = invoke(name, file, *options)
    outcome = invoke(name, file, *options, "-o", out)
    assert (outcome.status, outcome.out) == (expected.status, "")
    if not (more and name == "check"):  # it holds times
        assert out.read_text("utf-8") == expected.out
    assert sorted(tmp_path.iterdir()) == sorted([file, out])


@EACH
def test_a_file_that_is_read_is_not_written(name, tmp_path):
    """Under whatever name, and from standard input; it stays as it was."""
    file = written(tmp_path, UNIQUE)
    link = tmp_path / "link.txt"
    link.symlink_to(file)
    for given in (file, link):
        outcome = invoke(name, given, *COMMANDS[name], "--output", file)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err == f"error: {file}: is an input, too: write another file\n"
    with file.open("rb") as stream:
        done = subprocess.run(
            command(name, "-", *COMMANDS[name], "-o", file),
            stdin=stream,
            capture_output=True,
            timeout=HANG,
            check=False,
        )
    assert (done.returncode, done.stdout) == (2, b"")
    assert file.read_text() == f"{UNIQUE}\n"


def test_a_command_that_fails_at_once_leaves_the_old_file(tmp_path):
    old = written(tmp_path, "old", name="out.txt")
    assert invoke("solve", UNIQUE, "-e", "nobody", "-o", old).status == 2
    assert (old.read_text(), list(tmp_path.iterdir())) == ("old\n", [old])


def test_a_dash_is_standard_output():
    assert invoke("solve", UNIQUE, "-o", "-").out == f"{SOLUTION}\n"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Ctrl-C is sent as on Unix")
def test_ctrl_c_loses_nothing_that_was_finished(tmp_path):
    """Neither the old file nor the new records; which are whole lines."""
    file = written(tmp_path, UNIQUE, UNIQUE, HARD)
    old = written(tmp_path, "old", name="out.txt")
    arguments = ["solve", str(file), "-e", "phases", "-o", str(old)]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with started(arguments, stderr=subprocess.PIPE) as process:
            time.sleep(3)  # it is at the third puzzle, or else still before the first
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=HANG)
    finally:
        signal.signal(signal.SIGINT, before)
    assert (process.returncode, old.read_text()) == (130, "old\n")
    part = tmp_path / "out.txt.part"
    said = err.decode().splitlines()
    if part.exists():
        assert said == ["interrupted", f"what was written by then is in {part}"]
        assert part.read_text() == f"{SOLUTION}\n{SOLUTION}\n"
    assert set(tmp_path.iterdir()) <= {file, old, part}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such file on this system")
def test_a_full_disk_is_one_line_and_70():
    """As /dev/full is, which takes nothing."""
    done = subprocess.run(
        command("solve", UNIQUE, "-o", "/dev/full"),
        capture_output=True,
        timeout=HANG,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stdout) == (70, b"")
    assert done.stderr == b"error: /dev/full: no space left on device\n"


def test_an_error_in_the_midst_keeps_what_was_written(tmp_path, monkeypatch):
    """A record that is too long to be kept cannot be written again."""
    monkeypatch.setattr(table_fields, "LONGEST_FIELD", 200)
    first = written(tmp_path, "id,puzzle", f"1,{UNIQUE}", name="a.csv")
    second = written(tmp_path, "id,puzzle", f'"{"x" * 150}\n",{UNIQUE}', name="b.csv")
    out = tmp_path / "out.csv"
    outcome = invoke("solve", first, second, "-o", out)
    assert outcome.status == 2
    assert not out.exists()
    assert (tmp_path / "out.csv.part").read_text() == f"id,puzzle,solution\n1,{UNIQUE},{SOLUTION}\n"
    assert outcome.err.splitlines()[-1] == f"what was written by then is in {out}.part"
