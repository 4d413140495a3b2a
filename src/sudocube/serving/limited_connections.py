"""Connections within limits: how many there are, and how long one may take to say what it wants.

Without these, a program that opens connections and says nothing would take all descriptors of the server.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

HEAD_WITHIN = 10.0
"""Seconds within which a connection has to bring the head of a request, from its first byte on."""

CONNECTIONS_AT_MOST = 1000
"""Further connections are answered with 503; fewer where the system gives the server few descriptors."""

ACCEPTED_AT_ONCE = 64
"""How many new connections are taken before the first of them is looked at."""

DESCRIPTORS = 4096
"""How many descriptors the server asks the system for; each connection takes one."""


def connections_at_most() -> int:
    """How many connections there may be: a third of the descriptors, of which this asks for more.

    Another third is for connections that are closed at once, for workers and for lists.
    """
    if sys.platform == "win32":
        return CONNECTIONS_AT_MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return CONNECTIONS_AT_MOST if soft == resource.RLIM_INFINITY else min(CONNECTIONS_AT_MOST, soft // 3)


def pass_over_lack_of_descriptors(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handle an error of the loop; a connection that cannot be accepted now is tried again in silence."""
    if not (isinstance(context.get("exception"), OSError) and "accept" in str(context.get("message"))):
        loop.default_exception_handler(context)


class LimitedConnection(H11Protocol):
    """A connection that is closed where it is one too many, or keeps the server waiting for a request.

    The time runs while no request is answered, and begins anew only with the next request: sending a byte now
    and then does not help.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many: some above the limit are answered with 503, others not at all."""
        super().connection_made(transport)
        most = self.limit_concurrency
        if most is not None and len(self.connections) > most + most // 4:
            transport.abort()
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Take in what comes."""
        super().data_received(data)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._forget_deadline()
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        """Let the time run where there is no request to answer."""
        if self._is_answering():
            self._forget_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_WITHIN, self._close_without_request)

    def _close_without_request(self) -> None:
        self._deadline = None
        if not self._is_answering():
            self.transport.close()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = vars(self)["cycle"]  # None until there is a first request
        return cycle is not None and not cycle.response_complete

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
