"""The routes of the application, and the server itself, which listens on this machine only.

GET  /  /PANEL  /lesson  /lesson/NAME   the page; its script shows what the path says
GET  /static/…                          the files of the page
POST /api/COMMAND                       one command, answered row by row
"""

from __future__ import annotations

import mimetypes
import signal
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from secrets import token_urlsafe

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from sudocube.serving.page_commands import COMMANDS, PageCommand
from sudocube.serving.page_jobs import MEMORY_AT_MOST, PageJobs
from sudocube.serving.request_guard import RequestGuard, refused

STATIC = Path(__file__).with_name("static")

SHELL_PATHS = ("/", "/why", "/list", "/make", "/encodings", "/lesson", "/lesson/{name}")
"""Every address that gives the page."""

KEPT_ALIVE = 60
"""Seconds for which a connection waits for the next request, so that a keystroke needs no new one."""

CONNECTIONS_AT_MOST = 200
"""Requests on further connections are answered with 503."""

BODY_AT_MOST, LIST_AT_MOST = 64 * 1024, 256 * 1024 * 1024
"""Bytes of the body of a request, and of a list: a million puzzles with their solutions have 164,000,000."""


def page_application(
    jobs: PageJobs, commands: Mapping[str, PageCommand], *, port: int, token: str
) -> RequestGuard:
    """The application, behind its guard; it starts the workers."""
    mimetypes.add_type("text/javascript", ".js")  # on Windows the registry may say something else

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        jobs.start()
        yield

    shell = partial(_shell, token, " ".join(name for name, one in commands.items() if one.queue == "long"))
    routes = [
        *(Route(path, shell, methods=["GET"]) for path in SHELL_PATHS),
        Route("/api/{command}", partial(_command, jobs, commands), methods=["POST"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    application = Starlette(routes=routes, lifespan=life)
    application.router.redirect_slashes = False  # the address in a redirect would be the one of the request
    return RequestGuard(application, port=port, token=token)


def _shell(token: str, long: str, _: Request) -> Response:
    """The page with the token, which no other site can read, and the names of commands that take long."""
    head = f'<meta name="sudocube-token" content="{token}" data-long="{long}">'
    shell = (STATIC / "index.html").read_text("utf-8")
    page = shell.format(head=head, base="/", title="sudocube", waiting="")
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


async def _command(jobs: PageJobs, commands: Mapping[str, PageCommand], request: Request) -> Response:
    """A command, answered by its lines as they come; it ends where the reader is gone."""
    name = request.path_params["command"]
    if (command := commands.get(name)) is None:
        return refused(404, f"no command {name[:40]!r}: there are {', '.join(commands)}")
    most, body = LIST_AT_MOST if command.takes_list else BODY_AT_MOST, bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most:
            return refused(413, f"a request of more than {most:,} bytes, which are the most")
    lines = jobs.lines((command, bytes(body), dict(request.query_params)))
    return StreamingResponse(lines, media_type="application/x-ndjson", headers={"Cache-Control": "no-store"})


class PageServer:
    """The server on a port of this machine; with port 0 the system chooses one, and `address` says which.

    `memory` is the limit for each worker, in bytes. Raises OSError where the port is taken.
    """

    def __init__(
        self, port: int, *, commands: Mapping[str, PageCommand] = COMMANDS, memory: int = MEMORY_AT_MOST
    ) -> None:
        self._commands, self._memory = commands, memory
        # On this machine only. Small answers are sent at once, also by the connections that it accepts:
        # otherwise each request of a kept connection waits 40 ms for an acknowledgement.
        self._socket = socket.create_server(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._port: int = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}/"

    def run(self, on_start: Callable[[], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `on_start` is called when requests can be sent."""
        jobs = PageJobs(memory=self._memory)
        application = page_application(jobs, self._commands, port=self._port, token=token_urlsafe(32))
        config = uvicorn.Config(
            application,
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="critical",
            server_header=False,
            proxy_headers=False,
            limit_concurrency=CONNECTIONS_AT_MOST,
            timeout_keep_alive=KEPT_ALIVE,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        server.capture_signals = nullcontext  # type: ignore[assignment] # or signals are raised once more
        before = {kind: signal.signal(kind, server.handle_exit) for kind in (signal.SIGINT, signal.SIGTERM)}
        try:
            on_start()
            server.run([self._socket])
        finally:
            jobs.close()
            self._socket.close()
            for kind, handler in before.items():
                signal.signal(kind, handler)
