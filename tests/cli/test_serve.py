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


def test_it_prints_the_address_and_serves_the_page_there(serve):
    process, address = serve("--no-browser")
    assert address.startswith("http://127.0.0.1:")
    assert b"<title>sudocube</title>" in urllib.request.urlopen(address, timeout=HANG).read()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (0, "", "Ctrl-C ends it\n")


def test_quiet_prints_the_address_alone(serve):
    process, address = serve("--no-browser", "--quiet")
    process.send_signal(signal.SIGINT)
    assert (address.count(":"), process.communicate(timeout=HANG)) == (2, ("", ""))


def test_it_can_be_asked_to_end_by_another_program(serve):
    process, _ = serve("--no-browser")
    process.terminate()
    assert process.wait(HANG) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="BROWSER names a script of the shell")
class TestTheBrowser:
    """The one that the environment names."""

    @pytest.fixture
    def browser(self, tmp_path):
        """A program that writes down what it is to open, and the file in which it does."""
        told, program = tmp_path / "told", tmp_path / "browser"
        os.mkfifo(told)
        program.write_text(f"#!/bin/sh\necho \"$1\" > '{told}'\n")
        program.chmod(0o755)
        return str(program), told

    def test_it_is_opened_at_the_address(self, serve, browser):
        program, told = browser
        _, address = serve(BROWSER=program)
        assert Path(told).read_text() == f"{address}\n"

    def test_it_is_not_opened_where_that_is_not_wanted(self, serve, browser):
        """Nobody has opened the pipe for writing until the command has ended."""
        program, told = browser
        process, _ = serve("--no-browser", BROWSER=program)
        reader = os.open(told, os.O_RDONLY | os.O_NONBLOCK)
        process.send_signal(signal.SIGINT)
        process.wait(HANG)
        assert os.read(reader, 100) == b""
        os.close(reader)


class TestPorts:
    """Which one, and what is said where it cannot be had."""

    def test_the_port_that_is_asked_for_is_taken(self, serve):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        _, address = serve("--no-browser", "--port", str(port))
        assert address == f"http://127.0.0.1:{port}/"

    def test_a_port_that_is_taken_is_told(self):
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

    def test_a_second_one_may_start_as_soon_as_the_first_has_ended(self, serve):
        first, address = serve("--no-browser")
        urllib.request.urlopen(address, timeout=HANG).read()
        first.send_signal(signal.SIGINT)
        first.wait(HANG)
        port = address.rpartition(":")[2].rstrip("/")
        assert serve("--no-browser", "--port", port)[1] == address

    @pytest.mark.parametrize("port", ["-1", "65536", "http", ""])
    def test_what_is_no_port_is_a_usage_error(self, port):
        outcome = invoke("serve", "--no-browser", "--port", port)
        assert outcome.status == 2
        assert "--port" in outcome.err


@pytest.mark.parametrize("package", ["starlette", "uvicorn"])
def test_without_the_extra_it_says_how_to_get_it(monkeypatch, package):
    import importlib.util

    found = importlib.util.find_spec
    monkeypatch.setattr("sudocube.cli.serve.find_spec", lambda name: None if name == package else found(name))
    outcome = invoke("serve", "--no-browser", "--port", "0")
    assert outcome.status == 2
    assert f"error: {package}, which serve needs, is not installed" in outcome.err
    assert 'pip install "sudocube[serve]"' in outcome.err


def test_help_says_what_the_page_is_and_how_it_ends():
    said = invoke("serve", "--help").out
    assert all(words in said for words in ("this machine only", "Ctrl-C", "--no-browser", "--port"))
    assert "0 ended by Ctrl-C" in " ".join(said.split())


def test_other_commands_load_nothing_of_it():
    """Neither the server nor its packages."""
    code = (
        "import atexit, sys; from sudocube.__main__ import main; "
        "wanted = {'starlette', 'uvicorn', 'sudocube.serving', 'webbrowser', 'asyncio'}; "
        "atexit.register(lambda: print(*(wanted & set(sys.modules)), file=sys.stderr)); main()"
    )
    for arguments in (("--help",), ("check", "1.....2..3.....4"), ("serve", "--help")):
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=HANG, check=True
        )
        assert done.stderr.split() == []
