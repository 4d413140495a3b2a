"""What processes need together: what they share counts once."""

import os
import signal
import subprocess
import sys

import pytest

from sudocube.processes.memory import MemoryWatch

PROGRAM = """
import os, time
held = b"x" * 120_000_000
os.fork()
os.write(1, b"ready\\n")
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell what is shared")
def test_memory_that_a_process_shares_with_its_children_counts_once():
    program = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(program, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        try:
            assert [process.stdout.readline() for _ in range(2)] == [b"ready\n"] * 2
            assert not MemoryWatch(process.pid, 200_000_000).look()
            assert MemoryWatch(process.pid, 100_000_000).look()
        finally:
            os.killpg(process.pid, signal.SIGKILL)
