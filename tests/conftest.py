"""What holds for all tests.

Hypothesis runs as slow as it needs to: what is drawn is whole puzzles. And Ctrl-C is heard: a run that a
shell or nohup started in the background is told to ignore it, and so would be all that the tests start.
And `python`, `sudocube` and all other programs of the environment that runs the tests come first in PATH, so
that a command which a test runs by name finds them, even if nobody has activated the environment.
"""

import os
import signal
import sys
import sysconfig
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("sudocube", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sudocube")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

FOLDERS = [str(Path(sys.executable).parent), sysconfig.get_path("scripts")]
"""Where the interpreter is, and the programs that packages install; mostly the same folder."""

os.environ["PATH"] = os.pathsep.join([*dict.fromkeys(FOLDERS), os.environ.get("PATH", os.defpath)])


def pytest_addoption(parser):
    """More than a run can wait for as a rule."""
    parser.addoption("--all-mutants", action="store_true", help="prove or refute every damaged encoding")


@pytest.fixture(autouse=True)
def _next_test_hears_ctrl_c():
    """A command that runs in this process and is interrupted ignores the signal from then on."""
    yield
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def _python_handles_ctrl_c():
    """Also if the tests run in the background, where the signal is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
