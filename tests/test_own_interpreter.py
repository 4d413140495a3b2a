"""What a test starts by name runs in the environment of the tests, activated or not."""

import subprocess
import sys

HANG = 60.0


def printed(*command: str) -> str:
    """What a command prints, looked for in PATH as a shell does."""
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=HANG).stdout.strip()


def test_python_and_sudocube_are_those_of_the_environment_of_the_tests():
    assert printed("python", "-c", "import sys; print(sys.prefix)") == sys.prefix
    assert printed("sudocube", "--version") == printed(sys.executable, "-m", "sudocube", "--version")
