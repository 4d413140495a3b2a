"""`--output`: the answer of any command in a file, completely or not at all, in place of standard output."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform != "win32":
    import fcntl

from tests.cli.command import HANG, HARD, MULTIPLE, SOLUTION, UNIQUE, command, invoke, started, written
from tests.cli.test_interrupt import running, wait_until

FOUR = "1.....2..3.....4"
ANSWERS = [
    f"check {MULTIPLE}",
    f"solve {UNIQUE} --json",
    f"crosscheck {MULTIPLE} -e phases,cube --details all --json",
    f"convert {UNIQUE} --format grid",
    "generate --seed 7 --size 4",
    f"bench {FOUR} -e phases --rounds 1 --json",
    "engines",
    "encodings show extended --size 4",
]


def test_the_answer_goes_to_the_file_in_place_of_standard_output(tmp_path):
    """With the same status, and nothing else is left in the folder; seconds differ from run to run."""
    digits = str.maketrans("", "", "0123456789e-+.")
    file = tmp_path / "answer"
    for typed in ANSWERS:
        plain, outcome = invoke(*typed.split()), invoke(*typed.split(), "-o", file)
        assert plain.out, typed
        assert (outcome.status, outcome.out) == (plain.status, ""), typed
        assert file.read_text("utf-8").translate(digits) == plain.out.translate(digits), typed
        assert list(tmp_path.iterdir()) == [file], typed
    assert invoke("solve", UNIQUE, "-o", "-").out == f"{SOLUTION}\n"


def test_a_command_that_fails_at_once_leaves_the_old_file(tmp_path):
    """Also where the file could not be made at all."""
    old = written(tmp_path, "old", name="out.txt")
    assert invoke("solve", UNIQUE, "-e", "nobody", "-o", old).status == 2
    assert (old.read_text(), list(tmp_path.iterdir())) == ("old\n", [old])
    nowhere = tmp_path / "no" / "where"
    for typed in (["check", UNIQUE], ["engines"]):
        outcome = invoke(*typed, "-o", nowhere)
        assert outcome == (2, "", f"error: {nowhere}: there is no folder {nowhere.parent}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="locks of Unix")
def test_what_a_run_that_was_killed_has_left_is_removed_by_the_next_one(tmp_path):
    """What a run has left that goes on stays, whatever its process is called; of an interrupted one, none."""
    file = tmp_path / "out[1].txt"
    killed, going_on = (tmp_path / f".out[1].txt.{name}.part" for name in ("1", "2"))
    for left in (killed, tmp_path / "out[1].txt.part"):
        left.write_text("half")
    with going_on.open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert invoke("solve", UNIQUE, "-o", file).status == 0
        assert set(tmp_path.iterdir()) == {file, going_on}
    assert invoke("solve", UNIQUE, "-o", file).status == 0
    assert set(tmp_path.iterdir()) == {file}


def test_a_name_of_a_packed_file_is_refused_with_what_to_do(tmp_path, monkeypatch):
    """Nothing is packed, and no file of the wrong kind is made."""
    monkeypatch.chdir(tmp_path)
    for name, advice in [
        ("out.csv.gz", "name it without .gz, and pack it then"),
        ("OUT.BZ2", "name it without .BZ2, and pack it then"),
    ]:
        outcome = invoke("encode", UNIQUE, "-o", name)
        assert outcome == (2, "", f"error: {name}: only plain text is written: {advice}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_read_is_not_written(tmp_path):
    """Under whatever name, or as standard input; it stays as it was."""
    file, link = written(tmp_path, UNIQUE), tmp_path / "link.txt"
    link.symlink_to(file)
    for given in (file, link):
        outcome = invoke("convert", given, "--format", "grid", "--output", file)
        assert outcome == (2, "", f"error: {file}: is an input, too: write another file\n")
    with file.open("rb") as stream:  # as `< FILE` in a shell
        arguments = command("count", "-", "-o", file)
        done = subprocess.run(arguments, stdin=stream, capture_output=True, timeout=HANG, check=False)
    assert (done.returncode, done.stdout, file.read_text()) == (2, b"", f"{UNIQUE}\n")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no processes to be looked at")
def test_ctrl_c_loses_nothing_that_was_finished(tmp_path):
    """Neither the old file nor the new records; which are whole lines."""
    file = written(tmp_path, UNIQUE, UNIQUE, HARD)
    old = written(tmp_path, "old", name="out.txt")
    part = tmp_path / "out.txt.part"
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        arguments = ["solve", str(file), "-e", "phases", "-o", str(old)]
        with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
            assert wait_until(lambda: any(one.suffix == ".part" for one in tmp_path.iterdir()))
            begun = sum(running(process.pid))
            assert wait_until(lambda: sum(running(process.pid)) > begun + 0.5)  # it is at the third puzzle
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=HANG)
    finally:
        signal.signal(signal.SIGINT, before)
    assert (process.returncode, old.read_text()) == (130, "old\n")
    assert err.decode().splitlines() == ["interrupted", f"what was written by then is in {part}"]
    assert part.read_text() == f"{SOLUTION}\n{SOLUTION}\n"
    assert set(tmp_path.iterdir()) == {file, old, part}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such file on this system")
def test_a_full_disk_is_one_line_and_70():
    """As /dev/full is, which takes nothing."""
    error = "error: /dev/full: no space left on device\n"
    assert invoke("solve", UNIQUE, "-o", "/dev/full") == (70, "", error)
