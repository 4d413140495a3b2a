"""What a test starts by name runs in the environment of the tests, activated or not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HANG = 60.0


def printed(*command: str) -> str:
    """What a command prints, looked for in PATH as a shell does."""
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=HANG).stdout.strip()


def test_python_and_sudocube_are_those_of_the_environment_of_the_tests():
    assert printed("python", "-c", "import sys; print(sys.prefix)") == sys.prefix
    assert printed("sudocube", "--version") == printed(sys.executable, "-m", "sudocube", "--version")


@pytest.mark.slow
def test_they_are_so_in_an_environment_that_is_not_activated():
    """As with `path/to/venv/bin/pytest`: the test above, run where PATH holds no more than the system's."""
    name = test_python_and_sudocube_are_those_of_the_environment_of_the_tests.__name__
    arguments = ["-q", "-n0", "-p", "no:cacheprovider", f"tests/{Path(__file__).name}::{name}"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        env={**environment, "PATH": os.defpath},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    assert done.returncode == 0, done.stdout
