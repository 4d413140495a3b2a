"""One job as the answer to a request: its rows as they come; the job ends where the reader is gone.

This is plain ASGI, and no response of Starlette: that the reader goes has to be heard while a job is silent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.responses import Response

from sudocube.serving.page_jobs import Job, PageJobs, TooBusyError, error_line
from sudocube.serving.request_guard import Receive, Scope, Send

CONTENT_TYPE = b"application/x-ndjson"


class RefusedRequest(Response):
    """An answer of one line, which says why there is no other; it ends the connection.

    What is left of the body would be taken for the next request otherwise.
    """

    media_type = "application/x-ndjson"

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(error_line(reason), status, {"Connection": "close"})


class JobAnswer:
    """The answer that a job makes: NDJSON, as `page_jobs` writes it.

    It begins once there is a first row. Until then, the answer may be that there is too much to do (503).
    `content` gives the list that was uploaded for it.
    """

    def __init__(self, jobs: PageJobs, job: Job, content: Callable[[], bytes] | None) -> None:
        self._jobs, self._job, self._content = jobs, job, content

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Do the job; end it when the reader is gone."""
        work = asyncio.create_task(self._do(scope, receive, send))
        gone = asyncio.create_task(_reader_gone(receive))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            if not work.done():
                work.cancel()
            with suppress(asyncio.CancelledError):
                await work

    async def _do(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def send_lines(lines: bytes) -> None:
            nonlocal has_begun
            if not has_begun:
                has_begun = True
                headers = [(b"content-type", CONTENT_TYPE), (b"cache-control", b"no-store")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": lines, "more_body": True})

        try:
            await self._jobs.do(self._job, send_lines, self._content)
        except TooBusyError:
            reason = "too many requests wait already: try again, or close other tabs with this page"
            await RefusedRequest(503, reason)(scope, receive, send)
        except OSError as error:
            if has_begun:  # the reader is gone
                return
            await RefusedRequest(503, f"no worker can be started: {error}")(scope, receive, send)
        else:
            await send({"type": "http.response.body", "body": b""})


async def _reader_gone(receive: Receive) -> None:
    """Return when the connection is closed."""
    while (await receive())["type"] != "http.disconnect":
        pass
