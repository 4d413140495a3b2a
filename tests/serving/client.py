"""A server of the page as a user starts it, a client that asks as the page does, and ends of processes."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar

from tests.cli.command import HANG


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The lines of the answer, each an object of JSON."""
        return [json.loads(line) for line in self.body.splitlines()]

    @property
    def error(self) -> str:
        """The message of the last line, which says why there is no answer."""
        last = self.messages[-1]
        assert last["type"] == "error", last
        return str(last["error"])


class PageClient:
    """Asks a server as the page does, with its token."""

    def __init__(self, process: subprocess.Popen[str], address: str) -> None:
        self.process, self.address = process, address
        self.host = address.removeprefix("http://").rstrip("/")
        found = re.search(r'name="sudocube-token" content="([^"]+)"', self.get("/").body.decode())
        assert found is not None
        self.token = found[1]

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        """The answer to one request; `_` in the names of headers stands for `-`."""
        connection = HTTPConnection(self.host, timeout=HANG)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return Reply(answer.status, dict(answer.getheaders()), answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Reply:
        """The answer to a GET."""
        return self.request("GET", path, None, **headers)

    def post(self, path: str, body: bytes, **headers: str) -> Reply:
        """The answer to a POST of the page, with further headers, or others in their place."""
        usual = {"X_Sudocube_Token": self.token}
        return self.request("POST", path, body, **{**usual, **headers})

    def command(self, command: str, /, **fields: object) -> Reply:
        """The answer to a command."""
        return self.post(f"/api/{command}", json.dumps(fields).encode())

    def ask(self, command: str, /, **fields: object) -> list[dict[str, Any]]:
        """The rows of a command, which is done to its end."""
        *messages, last = self.command(command, **fields).messages
        assert last["type"] == "done", last
        return [one["row"] for one in messages if one["type"] == "row"]


SERVE = ("-m", "sudocube", "serve", "--no-browser", "--port", "0", "--quiet")
MEMORY = 600_000_000
ODD = ("-m", "tests.serving.odd_commands", str(MEMORY))
"""A server with commands that hang, die and grow, whose workers may have so many bytes."""


@contextmanager
def running_server(*arguments: str) -> Iterator[PageClient]:
    """A client of a server that ends with the block; `arguments` are those of Python, by default SERVE."""
    command = [sys.executable, *(arguments or SERVE)]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}  # workers find `tests` by that only
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=here) as process:
        assert process.stdout is not None
        try:
            yield PageClient(process, process.stdout.readline().strip())
        finally:
            process.terminate()
            process.wait(HANG)


def wait_until(holds: Callable[[], object]) -> None:
    """Wait for a state, not for seconds."""
    end = monotonic() + HANG
    while not holds():
        assert monotonic() < end
        sleep(0.01)


def wait_for_end(*processes: int) -> None:
    """Wait until these processes have ended."""
    wait_until(lambda: not any(map(is_running, processes)))


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


T = TypeVar("T")


def run_coroutine(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns. It runs in a thread: the tests of the page in a browser leave an event loop
    running in the main thread of their process, where `asyncio.run` refuses to begin another one.
    """
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, coroutine).result()
