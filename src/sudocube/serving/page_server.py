"""The routes of the application, and the server itself, which listens on this machine only.

GET  /  /PANEL  /lesson  /lesson/NAME   the page; its script shows what the path says
GET  /static/…                          the files of the page
POST /api/COMMAND                       one command, answered row by row
POST /upload                            a list; the answer is a row with its id, for the field `upload`
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import signal
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryFile

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from sudocube.errors import reason_of
from sudocube.serving.page_commands import COMMANDS, PageCommand
from sudocube.serving.page_jobs import MEMORY_AT_MOST, PageJobs, SendLines, line_of
from sudocube.serving.request_guard import RequestGuard, refused
from sudocube.serving.uploaded_lists import UploadedLists

STATIC = Path(__file__).with_name("static")

SHELL_PATHS = (
    *("/", "/why", "/list", "/make", "/encodings", "/lesson", "/lesson/{name}"),
    *("/unique", "/why-not", "/steps", "/proof", "/clauses"),
)
"""Every address that gives the page; those of the second line are of earlier versions, and lead on."""

KEPT_ALIVE = 60
"""Seconds for which a connection waits for the next request, so that a keystroke needs no new one."""

CONNECTIONS_AT_MOST = 200
"""Requests on further connections are answered with 503."""

ARRIVES_WITHIN = 10.0
"""Seconds within which each part of the body of a request has to arrive."""

NDJSON = "application/x-ndjson"


def page_application(
    jobs: PageJobs, commands: Mapping[str, PageCommand], *, port: int, token: str
) -> RequestGuard:
    """The application, behind its guard; it starts the workers, and ends them in the end."""
    lists = UploadedLists()
    mimetypes.add_type("text/javascript", ".js")  # on Windows the registry may say something else

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        jobs.start()
        try:
            yield
        finally:
            jobs.close()
            lists.close()

    shell = partial(_shell, token, " ".join(name for name, one in commands.items() if one.queue == "long"))
    routes = [
        *(Route(path, shell, methods=["GET"]) for path in SHELL_PATHS),
        Route("/api/{command}", partial(_command, jobs, commands, lists), methods=["POST"]),
        Route("/upload", partial(_upload, lists), methods=["POST"]),
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


async def _command(
    jobs: PageJobs, commands: Mapping[str, PageCommand], lists: UploadedLists, request: Request
) -> ASGIApp:
    """A command: its fields are the body, an object of JSON; the field `upload` is the id of a list."""
    name = request.path_params["command"]
    if name not in commands:
        return refused(404, f"no command {name[:40]!r}: there are {', '.join(commands)}")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return refused(415, "a request is an object of JSON: its content type is application/json")
    try:
        fields = json.loads(b"".join([part async for part in _arriving(request)]))
    except TimeoutError as error:
        return refused(408, str(error))
    except (ValueError, RecursionError):
        return refused(400, "a request is an object of JSON, and this is none")
    command = commands[name]
    upload = fields.pop("upload", None) if isinstance(fields, dict) else None
    if upload is not None and not command.takes_list:
        return refused(400, f"upload: {name} takes no list; leave this field out")
    content = partial(lists.content, upload) if isinstance(upload, str) else None
    return _job_answer(lambda send: jobs.do(command, fields, send, content))


async def _upload(lists: UploadedLists, request: Request) -> Response:
    """A list, as bytes; the answer is a row with the id of the list, and how long it is."""
    file = TemporaryFile()  # noqa: SIM115 — it is kept
    try:
        async for part in _arriving(request):
            file.write(part)
        file.flush()
    except OSError as error:
        with suppress(OSError):  # what could not be written is not needed any more
            file.close()
        if isinstance(error, TimeoutError):
            return refused(408, str(error))
        where = "make room in the folder for temporary files, or set TMPDIR to another one"
        return refused(507, f"the list cannot be kept: {reason_of(error)}; {where}")
    size = file.tell()
    row = {"upload": lists.keep(file, size), "bytes": size}
    return Response(line_of({"type": "row", "row": row}) + line_of({"type": "done"}), media_type=NDJSON)


async def _arriving(request: Request) -> AsyncIterator[bytes]:
    """The body of a request. Raises TimeoutError where it does not arrive, and its reader's disconnection."""
    parts = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(ARRIVES_WITHIN):
                yield await anext(parts)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise TimeoutError(f"the request did not arrive within {ARRIVES_WITHIN:g} s") from None


def _job_answer(do: Callable[[SendLines], Coroutine[object, object, None]]) -> ASGIApp:
    """One job as the answer to a request: its lines as they come; the job ends where the reader is gone.

    That has to be heard while a job is silent, so this is plain ASGI.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_lines(lines: bytes) -> None:
            await send({"type": "http.response.body", "body": lines, "more_body": True})

        async def reader_gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        headers = [(b"content-type", NDJSON.encode()), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        tasks = [asyncio.create_task(one) for one in (do(send_lines), reader_gone())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()  # nothing happens to one that is done
            with suppress(asyncio.CancelledError):
                await tasks[0]
        await send({"type": "http.response.body", "body": b""})

    return answer


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

        def end(*_: object) -> None:
            """End: at the first signal when all answers are closed, at a second one at once."""
            server.force_exit, server.should_exit = server.should_exit, True
            with suppress(RuntimeError):  # the loop is not there yet, or not any more
                asyncio.get_running_loop().call_soon_threadsafe(jobs.close)  # so that their answers end, too

        before = {kind: signal.signal(kind, end) for kind in (signal.SIGINT, signal.SIGTERM)}
        try:
            on_start()
            server.run([self._socket])
        finally:
            jobs.close()
            self._socket.close()
            for kind, handler in before.items():
                signal.signal(kind, handler)
