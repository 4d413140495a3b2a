"""`sudocube serve` prints its address, opens the browser, and ends with Ctrl-C; a taken port is told."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.cli.command import HANG, command, environment, invoke

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")


@pytest.fixture
def serve():
    """Starts the command with these options and environment; the process, and the address that it prints."""
    started: list[subprocess.Popen[str]] = []

    def start(*options, **env):
        process = subprocess.Popen(
            command("serve", "--port", "0", *options),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(**env),
        )
        started.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent Ctrl-C")
def test_it_prints_the_address_and_serves_the_page_there(serve):
    """Ctrl-C ends it with status 0."""
    process, address = serve("--no-browser")
    assert address.startswith("http://127.0.0.1:")
    assert b"<title>sudocube</title>" in urllib.request.urlopen(address, timeout=HANG).read()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (0, "", "Ctrl-C ends it\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="BROWSER names a script of the shell")
def test_the_browser_is_opened_and_another_program_can_end_it_and_take_the_port(serve, tmp_path):
    """The browser that the environment names; with --quiet nothing but the address is printed."""
    told, program = tmp_path / "told", tmp_path / "browser"
    os.mkfifo(told)
    program.write_text(f"#!/bin/sh\necho \"$1\" > '{told}'\n")
    program.chmod(0o755)
    process, address = serve("--quiet", BROWSER=str(program))
    assert Path(told).read_text() == f"{address}\n"
    urllib.request.urlopen(address, timeout=HANG).read()
    process.terminate()
    assert (process.communicate(timeout=HANG), process.returncode) == (("", ""), 0)
    port = address.rpartition(":")[2].rstrip("/")
    assert serve("--no-browser", "--port", port)[1] == address


def test_a_port_that_is_taken_is_told():
    """With what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        outcome = invoke("serve", "--no-browser", "--port", str(port))
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == (
        f"error: port {port}: it is taken, perhaps by another sudocube serve; "
        "--port 0 takes one that is free\n"
    )


def test_without_the_extra_it_says_how_to_get_it(monkeypatch):
    """Whichever package is missing; the line can be typed as it stands."""
    monkeypatch.setattr("sudocube.errors.find_spec", lambda name: None if name == "uvicorn" else name)
    outcome = invoke("serve", "--no-browser", "--port", "0")
    assert outcome.status == 2
    assert "error: uvicorn, which serve needs, is not installed" in outcome.err
    assert f'{sys.executable} -m pip install "sudocube[serve]"' in outcome.err.replace("\n", " ")
