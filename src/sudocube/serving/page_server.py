"""The routes of the application, and the server itself, which listens on this machine only.

GET  /  /PANEL  /lesson  /lesson/NAME   the page; its script shows what the path says
GET  /static/…                          the files of the page
POST /api/COMMAND                       one command, answered row by row
POST /upload  /upload/ID                a list in parts: a new one, and further parts of it
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sudocube.errors import reason_of
from sudocube.serving.job_answers import JobAnswer, RefusedRequest
from sudocube.serving.page_commands import OF_THE_PAGE, PageCommand, commands_of
from sudocube.serving.page_jobs import MEMORY_AT_MOST, Job, PageJobs
from sudocube.serving.request_guard import RequestGuard
from sudocube.serving.uploaded_lists import MAKE_ROOM, UploadedLists, UploadError

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

CONNECTIONS_WAIT = 256
"""How many connections the system keeps until the server accepts them."""

ARRIVES_WITHIN = 10.0
"""Seconds within which the body of a request has to arrive."""


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

    shell = partial(_shell, token, " ".join(name for name, one in commands.items() if one.lane == "long"))
    routes = [
        *(Route(path, shell, methods=["GET"]) for path in SHELL_PATHS),
        Route("/api/{command}", partial(_command, jobs, commands, lists), methods=["POST"]),
        Route("/upload", partial(_upload, lists), methods=["POST"]),
        Route("/upload/{name}", partial(_upload, lists), methods=["POST"]),
        Mount("/static", _revalidated(StaticFiles(directory=STATIC))),
    ]
    application = Starlette(routes=routes, lifespan=life)
    application.router.redirect_slashes = False  # the address in a redirect would be the one of the request
    return RequestGuard(application, port=port, token=token)


def _shell(token: str, long: str, _: Request) -> Response:
    """The page with the token, which no other site can read, and the names of commands that take long."""
    page = (
        (STATIC / "index.html").read_text("utf-8").replace("{{ token }}", token).replace("{{ long }}", long)
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


async def _command(
    jobs: PageJobs, commands: Mapping[str, PageCommand], lists: UploadedLists, request: Request
) -> ASGIApp:
    """A command: its fields are the body, an object of JSON; the field `upload` is the id of a list."""
    name = request.path_params["command"]
    if name not in commands:
        return RefusedRequest(404, f"no command {name[:40]!r}: there are {', '.join(commands)}")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return RefusedRequest(415, "a request is an object of JSON: its content type is application/json")
    try:
        fields = json.loads(await _body(request))
    except TimeoutError:
        return RefusedRequest(408, f"the request did not arrive within {ARRIVES_WITHIN:g} s")
    except (ValueError, RecursionError):
        return RefusedRequest(400, "a request is an object of JSON, and this is none")
    command = commands[name]
    named = fields.get("upload") if isinstance(fields, dict) else None
    if named is not None and not command.takes_list:
        return RefusedRequest(400, f"upload: {name} takes no list; leave this field out")
    content = None
    if isinstance(named, str):
        try:
            lists.known(named)
        except UploadError as error:
            return RefusedRequest(404, str(error))
        content = partial(lists.content, named)
    return JobAnswer(jobs, Job(name, fields, command.lane_of(fields), command.seconds), content)


async def _upload(lists: UploadedLists, request: Request) -> Response:
    """A part of a list, as bytes; the answer is a row with the id of the list, and how long it is now."""
    try:
        part = await _body(request)
        name = request.path_params.get("name") or lists.begin()
        row = {"upload": name, "bytes": lists.add(name, part)}
        lines = [{"type": "row", "row": row}, {"type": "done", "seconds": 0.0}]
        return Response("".join(json.dumps(one) + "\n" for one in lines), media_type="application/x-ndjson")
    except TimeoutError:
        return RefusedRequest(408, f"the part did not arrive within {ARRIVES_WITHIN:g} s")
    except UploadError as error:
        return RefusedRequest(413 if "bytes" in str(error) else 404, str(error))
    except OSError as error:
        return RefusedRequest(507, f"the list cannot be kept: {reason_of(error)}; {MAKE_ROOM}")


async def _body(request: Request) -> bytes:
    """The body of a request. Raises TimeoutError where it does not arrive, and its reader's disconnection."""
    async with asyncio.timeout(ARRIVES_WITHIN):
        return await request.body()


class PageServer:
    """The server on a port of this machine; with port 0 the system chooses one, and `address` says which.

    `commands` is the module whose commands it has, and `memory` the limit for each worker, in bytes. Raises
    OSError where the port is taken.
    """

    def __init__(self, port: int, *, commands: str = OF_THE_PAGE, memory: int = MEMORY_AT_MOST) -> None:
        self._commands, self._memory = commands, memory
        self._socket = _listening(port)
        self.port: int = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"

    def run(self, on_start: Callable[[], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `on_start` is called once requests are answered."""
        jobs = PageJobs(self._commands, memory=self._memory)
        token, commands = token_urlsafe(32), commands_of(self._commands)
        application = page_application(jobs, commands, port=self.port, token=token)
        config = uvicorn.Config(
            application,
            loop="asyncio",
            http="h11",
            ws="none",
            lifespan="on",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            limit_concurrency=CONNECTIONS_AT_MOST,
            timeout_keep_alive=KEPT_ALIVE,
            timeout_graceful_shutdown=1,
        )
        try:
            _Server(config, jobs.close, on_start).run([self._socket])
        finally:
            jobs.close()
            self._socket.close()


class _Server(uvicorn.Server):
    """Ends all jobs at Ctrl-C, so that their answers end, too; the exit status is the caller's affair."""

    def __init__(
        self, config: uvicorn.Config, end_jobs: Callable[[], None], on_start: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._end_jobs, self._on_start = end_jobs, on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self._on_start()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals until the server has ended; they are not raised once more after that."""
        kinds = [signal.SIGINT, signal.SIGTERM]
        before = {kind: signal.signal(kind, self.handle_exit) for kind in kinds}
        try:
            yield
        finally:
            for kind, handler in before.items():
                signal.signal(kind, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End: at the first signal when all answers are closed, at a second one at once."""
        self.force_exit = self.should_exit
        self.should_exit = True
        with suppress(RuntimeError, AttributeError):  # the loop is not there yet, or not any more
            self._loop.call_soon_threadsafe(self._end_jobs)


def _listening(port: int) -> socket.socket:
    """A socket that listens on this machine only. Raises OSError where the port is taken.

    It names its protocol, because asyncio sends small answers at once (TCP_NODELAY) only on such sockets;
    otherwise each request of a kept connection waits 40 ms for an acknowledgement.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # right after an earlier server
        listening.bind(("127.0.0.1", port))
        listening.listen(CONNECTIONS_WAIT)
    except BaseException:
        listening.close()
        raise
    return listening


def _revalidated(files: ASGIApp) -> ASGIApp:
    """The same files, which the browser asks for anew: after an update it has the new ones."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_revalidated(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), (b"cache-control", b"no-cache")]
                message = {**message, "headers": headers}
            await send(message)

        await files(scope, receive, send_revalidated)

    return answer
