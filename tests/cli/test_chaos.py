"""Chaos: long commands are interrupted, ended and killed at any moment, they or one of their processes.

Whatever happens, no process is left, nothing is left in the folder for temporary files or beside the output
once the next run has ended, and the same command then ends with the result of an undisturbed run. Moments are
drawn from a seed; what they meet depends on the machine, and what has to hold does not.

`SUDOCUBE_CHAOS=200 pytest -m slow tests/cli/test_chaos.py` plays so many rounds.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.cli.command import HANG, MULTIPLE, NONE, UNIQUE, command, environment, written

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]

ROUNDS = int(os.environ.get("SUDOCUBE_CHAOS", "20"))
MARK = "SUDOCUBE_ROUND_OF_CHAOS"

SOLVER = """
import sys
for line in sys.stdin:
    print(line.strip().replace(".", "1"), flush=True)
"""


class Long(NamedTuple):
    """A command that takes long: its arguments, where OUT is its output, and what it should find."""

    typed: str
    read: Callable[[Path], object]


VARYING = ("seconds", "solutions", "engines", "solution")
"""What differs from run to run: times, and which two of several solutions are shown."""


def rows(out: Path) -> object:
    """The rows of a file of JSON, without what varies."""
    found = [json.loads(line) for line in out.read_text().splitlines()]
    kept = [{name: value for name, value in row.items() if name not in VARYING} for row in found]
    return [row for row in kept if "summary" not in row]


def text(out: Path) -> object:
    """The lines of a file but for the times in a table of engines."""
    return [line.split()[:5] for line in out.read_text().splitlines()]


def verdicts(out: Path) -> object:
    """The place and the verdict of each line; how far a count has come depends on the time."""
    return [line.split()[:2] for line in out.read_text().splitlines()]


def certificates(out: Path) -> object:
    """The verdicts of a folder of certificates, each verified."""
    done = subprocess.run(command("verify", str(out), "--json"), capture_output=True, text=True, check=False)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, [(one.get("verdict"), one.get("puzzle")) for one in found]


def audited(out: Path) -> object:
    """The summary of an audit, and which files there are."""
    summary = json.loads((out / "summary.json").read_text())
    return sorted(path.name for path in out.iterdir()), summary.get("rows"), summary.get("flaws")


COMMANDS = [
    Long("check LIST --engine phases --json -o OUT -j 2", rows),
    Long("check LIST --engine sat --json -o OUT", rows),
    Long("crosscheck LIST --engines phases,sat --json -o OUT -j 2", rows),
    Long("crosscheck LIST -e phases -e SOLVER -o OUT", text),
    Long("check LIST -e FAST --json -o OUT -j 2", rows),
    Long("rate LIST --only depth,level --json -o OUT -j 2", rows),
    Long("generate -n 150 --seed 5 --json -o OUT -j 2", rows),
    Long("diagnose LIST -o OUT -j 2", verdicts),
    Long("canonical LIST -o OUT -j 2", text),
    Long("certify LIST -o OUT -j 2", certificates),
    Long("audit LIST -o OUT -j 2", audited),
    Long("audit LIST -o OUT --cluster 2", audited),
]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory) -> dict[str, str]:
    """The words of commands that stand for files."""
    folder = tmp_path_factory.mktemp("chaos")
    rng, puzzles = Random("chaos"), [UNIQUE, MULTIPLE, NONE]
    puzzles += ["".join(cell if rng.random() < 0.9 else "." for cell in UNIQUE) for _ in range(25)]
    program = written(folder, SOLVER, name="solver.py")
    fast = written(folder, "#!/bin/sh", "exit 20", name="fast.sh")
    fast.chmod(0o755)
    return {
        "LIST": str(written(folder, *puzzles, name="list.txt")),
        "SOLVER": f"command:{sys.executable} -I {program}",
        "FAST": f"sat:extended@command:{fast}",  # there is mostly no program at work
    }


def marked(token: str) -> list[int]:
    """The processes that a round has started and that run."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # what has ended and was not waited for has no environment any more
            if f"{MARK}={token}".encode() in (place / "environ").read_bytes():
                found.append(int(place.name))
    return found


class Stage:
    """A folder in which one command is run, again and again; `temporary` is that for temporary files."""

    def __init__(self, folder: Path, one: Long, inputs: dict[str, str]) -> None:
        self.folder, self.temporary, self.one = folder / "beside", folder / "temporary", one
        self.out = self.folder / "out"
        names = {**inputs, "OUT": str(self.out)}
        self.arguments = [names.get(word, word) for word in one.typed.split()]
        self.token = f"{folder}"

    def clear(self) -> None:
        """Nothing is there."""
        for place in (self.folder, self.temporary):
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()

    def started(self) -> subprocess.Popen[bytes]:
        """The command, at work."""
        return subprocess.Popen(
            command(*self.arguments),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            # wide, so that no column of times breaks the name of an engine elsewhere
            env=environment(**{MARK: self.token, "TMPDIR": str(self.temporary), "COLUMNS": "300"}),
            start_new_session=True,
        )

    def ended(self, process: subprocess.Popen[bytes]) -> tuple[int, str]:
        """How the command ended; no process of it is left."""
        _, err = process.communicate(timeout=HANG)
        give_up_at = time.monotonic() + HANG
        while (left := marked(self.token)) and time.monotonic() < give_up_at:
            time.sleep(0.02)
        assert left == [], self.arguments
        return process.returncode, err.decode()

    def whole_run(self) -> tuple[int, object, set[str], set[str]]:
        """The status and the result of a run that nobody disturbs, and all that is there then."""
        status, err = self.ended(self.started())
        assert "Traceback" not in err
        here = [{path.name for path in place.iterdir()} for place in (self.folder, self.temporary)]
        return status, self.one.read(self.out), here[0], here[1]


@pytest.fixture(scope="module")
def stages(tmp_path_factory, inputs) -> list[tuple[Stage, object, float]]:
    """For each command its stage, the result of a run that nobody disturbs, and how long that took."""
    found: list[tuple[Stage, object, float]] = []
    for one in COMMANDS:
        stage = Stage(tmp_path_factory.mktemp("stage"), one, inputs)
        stage.clear()
        start = time.monotonic()
        result = stage.whole_run()
        found.append((stage, result, time.monotonic() - start))
    return found


@pytest.mark.parametrize("number", range(ROUNDS))
def test_whatever_ends_a_run_nothing_is_left_and_the_next_one_ends_well(stages, number):
    rng = Random(f"chaos {number}")
    stage, undisturbed, seconds = stages[number % len(stages)]
    stage.clear()
    what = rng.choice(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL", "a worker"])
    process = stage.started()
    time.sleep(rng.random() * seconds)
    if what == "a worker":
        others = [number for number in marked(stage.token) if number != process.pid]
        with suppress(ProcessLookupError):
            os.kill(rng.choice(others or [process.pid]), signal.SIGKILL)
    elif what == "SIGINT":  # a terminal sends it to all
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(getattr(signal, what))
    status, err = stage.ended(process)
    if what != "a worker" and status > 3:  # it had begun, as Python itself had, and ended by itself
        assert "Traceback" not in err, (stage.arguments, what, err)
    assert status in (0, 1, 3, 70, 129, 130, 143, -1, -2, -9, -15), (stage.arguments, what, err)
    assert status != 70 or what == "a worker", err
    if what not in ("SIGKILL", "a worker") and status > 3:
        assert list(stage.temporary.iterdir()) == [], (stage.arguments, what)
    again = stage.whole_run()
    if again[0] == 2 and "certify" in stage.arguments:  # all was done: a folder that is finished is refused
        again = (0, *again[1:])
        if status == 3:  # it has told what is unknown since a worker was killed; that needs another folder
            stage.clear()
            again = stage.whole_run()
    assert again == undisturbed, (stage.arguments, what, err)
