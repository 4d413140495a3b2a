"""The routes of the application, who may ask, and the server itself, which listens on this machine only.

GET  /  /PANEL  /lesson  /lesson/NAME   the page; its script shows what the path says
GET  /static/…                          the files of the page
POST /api/COMMAND                       one command, answered row by row

Every request goes through one gate. What is refused there, in this order:

    421  a Host that is not this machine: a foreign site whose name was bound to 127.0.0.1 ("DNS rebinding")
    403  an Origin, or what the browser says of where a request comes from, that is another site
    403  all but GET and HEAD without the token of the page: nothing else of it is looked at

The token is in the page itself, which no other site can read.
"""

from __future__ import annotations

import asyncio
import gc
import mimetypes
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from secrets import compare_digest, token_urlsafe
from time import sleep

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudocube.errors import SudocubeError
from sudocube.processes import TaskFailure, WorkerPool
from sudocube.serving import POLICY, STATIC
from sudocube.serving.page_commands import COMMANDS, QUEUES, Job, PageCommand, error_line, job_lines

SHELL_PATHS = ("/", "/why", "/list", "/make", "/encodings", "/lesson", "/lesson/{name}")
"""Every address that gives the page."""

BODY_AT_MOST, LIST_AT_MOST = 64 * 1024, 256 * 1024 * 1024
"""Bytes of the body of a request, and of a list: a million puzzles with their solutions have 164,000,000."""


WORKERS = min(max(2, os.cpu_count() or 1), 4)
"""How many workers each queue has: as many jobs are done at once."""

PRELOADED = "sudocube.serving.preloaded"
"""What workers have imported when they are started, where processes can be copied."""

MEMORY_AT_MOST = 2_000_000_000
"""Resident bytes of a worker with all that it has started; OR-tools alone takes 130,000,000."""


NAMES = ("127.0.0.1", "localhost", "[::1]")
"""How this machine is called in the address of the page."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What every answer has. There are no headers that would let other sites read it."""


def refused(status: int, reason: str) -> Response:
    """Say why, as the last line of a job, which somebody who has typed an address can read as well.

    It ends the connection: what is left of the body would be taken for the next request otherwise.
    """
    return Response(error_line(reason), status, {"Connection": "close"}, "text/plain")


class PageJobs:
    """The workers of all queues; `close` ends them and whatever they do.

    `memory` is the limit for each, in bytes. Each worker is a pool of its own. It is used by a thread, and
    killed where its job is not done to the end.
    """

    def __init__(self, *, memory: int = MEMORY_AT_MOST) -> None:
        self._memory = memory
        self._threads = ThreadPoolExecutor(WORKERS * len(QUEUES))
        self._free = {queue: asyncio.LifoQueue[WorkerPool]() for queue in QUEUES}
        self._pools = set[WorkerPool]()
        for queue in WORKERS * QUEUES:
            self._add_worker(queue)

    def start(self) -> None:
        """Start a worker for each queue, without waiting for it: the first job then finds it."""
        for free in self._free.values():
            free.put_nowait(pool := free.get_nowait())
            self._threads.submit(pool.start)

    def close(self) -> None:
        """End all workers."""
        for pool in self._pools:
            pool.kill()

    def _add_worker(self, queue: str) -> None:
        self._pools.add(pool := WorkerPool(1, preload=PRELOADED, memory=self._memory))
        self._free[queue].put_nowait(pool)

    async def lines(self, job: Job) -> AsyncIterator[bytes]:
        """Do a job: its lines as they come, the last one included; whole lines at a time.

        Where the caller is cancelled, or does not want the next line, the worker is killed.
        """
        command, loop = job[0], asyncio.get_running_loop()
        pool = await self._free[command.queue].get()
        done = pool.map(job_lines, [job], timeout=lambda _: command.seconds)
        why_not: str | None = "cancelled"
        try:
            while (said := await loop.run_in_executor(self._threads, next, done, None)) is not None:
                match said[1]:
                    case list() as lines:
                        yield b"".join(lines)
                    case TaskFailure(is_timeout=True):
                        late = "it takes longer than the page waits; the command line has no such limit"
                        why_not = f"stopped after {command.seconds:g} s: {late}"
                    case TaskFailure(reason=reason):
                        why_not = f"the process that worked on this: {reason}"
                    case _:
                        why_not = None
        except (SudocubeError, OSError) as error:
            why_not = str(error)
        finally:
            if why_not is None:
                self._free[command.queue].put_nowait(pool)
            else:
                pool.kill()
                self._threads.submit(_end, done)
                self._pools.discard(pool)
                self._add_worker(command.queue)
        if why_not is not None:
            yield error_line(why_not)


def _end(results: Generator[object, None, None]) -> None:
    """Close what a job has left, with its pipes, once no thread waits for its next lines."""
    while True:
        try:
            results.close()
            gc.collect()  # a list may have hundreds of megabytes, and the request refers to itself
            return
        except ValueError:  # one does
            sleep(0.01)


class PageServer:
    """The server on a port of this machine; with port 0 the system chooses one, and `address` says which.

    `memory` is the limit for each worker, in bytes. Raises OSError where the port is taken.
    """

    def __init__(
        self, port: int, *, commands: Mapping[str, PageCommand] = COMMANDS, memory: int = MEMORY_AT_MOST
    ) -> None:
        self._commands, self._jobs, self._token = commands, PageJobs(memory=memory), token_urlsafe(32)
        # On this machine only. Small answers are sent at once, also by the connections that it accepts:
        # otherwise each request of a kept connection waits 40 ms for an acknowledgement.
        self._socket = socket.create_server(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        port = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/"
        ends = [f":{port}", ""] if port == 80 else [f":{port}"]
        self._hosts = {name + end for name in NAMES for end in ends}
        mimetypes.add_type("text/javascript", ".js")  # on Windows the registry may say something else
        routes = [
            *(Route(path, self._shell, methods=["GET"]) for path in SHELL_PATHS),
            Route("/api/{command}", self._command, methods=["POST"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        self._application = Starlette(routes=routes)
        self._application.router.redirect_slashes = False  # it would lead to the address of the request

    def _shell(self, _: Request) -> Response:
        """The page with the token, which no other site can read, and the names of commands that take long."""
        long = " ".join(name for name, one in self._commands.items() if one.queue == "long")
        head = f'<meta name="sudocube-token" content="{self._token}" data-long="{long}">'
        shell = (STATIC / "index.html").read_text("utf-8")
        page = shell.format(head=head, base="/", title="sudocube", waiting="")
        return HTMLResponse(page, headers={"Cache-Control": "no-store"})

    async def _command(self, request: Request) -> Response:
        """A command, answered by its lines as they come; it ends where the reader is gone."""
        name = request.path_params["command"]
        if (command := self._commands.get(name)) is None:
            return refused(404, f"no command {name[:40]!r}: there are {', '.join(self._commands)}")
        most, body = LIST_AT_MOST if command.takes_list else BODY_AT_MOST, bytearray()
        async for part in request.stream():
            body += part
            if len(body) > most:
                return refused(413, f"a request of more than {most:,} bytes, which are the most")
        lines = self._jobs.lines((command, bytes(body), dict(request.query_params)))
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it; every answer gets the headers.

        The browser asks for files anew where an answer says nothing else: after an update it has the new
        ones.
        """

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Cache-Control", "no-cache")
                headers.update(HEADERS)
            await send(message)

        refusal = self._refusal(Headers(scope=scope), scope["method"])
        application: ASGIApp = refused(*refusal) if refusal else self._application
        scope = {**scope, "asgi": {"version": "3.0"}}  # then Starlette hears at once that a reader is gone
        await application(scope, receive, send_with_headers)

    def _refusal(self, headers: Headers, method: str) -> tuple[int, str] | None:
        """The status and the reason of a refusal; None where the request may go on."""
        if headers.get("host", "").lower() not in self._hosts:
            return 421, "this server answers to 127.0.0.1 and localhost only; use the address that it printed"
        is_foreign = headers.get("origin", "").removeprefix("http://") not in self._hosts
        site = headers.get("sec-fetch-site", "none")
        is_link = method == "GET" and headers.get("sec-fetch-mode") == "navigate"
        if ("origin" in headers and is_foreign) or (site not in ("same-origin", "none") and not is_link):
            return 403, "a request of another site; the page itself is at the address that the server printed"
        token = headers.get("X-Sudocube-Token", "").encode("latin-1")
        if method not in ("GET", "HEAD") and not compare_digest(token, self._token.encode("ascii")):
            return 403, "the page belongs to a server that has ended: reload it"
        return None

    def run(self, on_start: Callable[[], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `on_start` is called when requests can be sent."""
        config = uvicorn.Config(
            self,
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            server_header=False,
            proxy_headers=False,
            limit_concurrency=200,  # requests on further connections are answered with 503
            timeout_keep_alive=60,  # so that a keystroke needs no new connection
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        server.capture_signals = nullcontext  # type: ignore[assignment] # or signals are raised once more
        for kind in (signal.SIGINT, signal.SIGTERM):
            signal.signal(kind, server.handle_exit)
        try:
            on_start()
            self._jobs.start()
            server.run([self._socket])
        finally:
            self._jobs.close()
            self._socket.close()
