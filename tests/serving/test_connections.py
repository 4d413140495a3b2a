"""The sockets of the server: quick answers, and limits of number and patience."""

import asyncio
import socket
import sys
import threading
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

import pytest
import uvicorn
from uvicorn.server import ServerState

from sudocube.serving import limited_connections
from sudocube.serving.limited_connections import LimitedConnection
from tests.cli.command import HANG
from tests.serving.client import running_server, wait_until


@contextmanager
def limited_server(most=None):
    """The port of a server in a thread, whose answer is the method of the request."""

    async def application(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"3")]})
        await send({"type": "http.response.body", "body": scope["method"].encode()})

    config = uvicorn.Config(application, lifespan="off", log_config=None, limit_concurrency=most)
    config.load()
    state, loop, started = ServerState(), asyncio.new_event_loop(), threading.Event()
    ports = []

    async def serve():
        make = partial(LimitedConnection, config=config, server_state=state, app_state={})
        server = await loop.create_server(make, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        started.set()
        await stop.wait()
        server.close()

    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    started.wait(HANG)
    try:
        yield ports[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(HANG)
        loop.close()


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=HANG)


def received_until_close(connection):
    received = b""
    with suppress(ConnectionError):
        while part := connection.recv(1000):
            received += part
    return received


QUESTION = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    ("earlier", "half"), [(0, b""), (0, QUESTION[:-2]), (1, b"GET "), (1, QUESTION[:-2])]
)
def test_a_connection_that_brings_no_whole_head_is_closed(monkeypatch, earlier, half):
    """The first one, or the next one after an answer."""
    monkeypatch.setattr(limited_connections, "HEAD_WITHIN", HANG if earlier else 0.05)
    with limited_server() as port, connected(port) as connection:
        for _ in range(earlier):
            connection.sendall(QUESTION)
            answer = b""
            while not answer.endswith(b"GET"):
                answer += connection.recv(1000)
            monkeypatch.setattr(limited_connections, "HEAD_WITHIN", 0.05)
        with suppress(ConnectionError):
            connection.sendall(half)
        assert received_until_close(connection) == b""


def test_a_byte_now_and_then_does_not_keep_it_open(monkeypatch):
    monkeypatch.setattr(limited_connections, "HEAD_WITHIN", 0.05)
    with limited_server() as port, connected(port) as connection, suppress(ConnectionError):
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        connection.settimeout(0.01)
        closed = False
        while not closed:
            connection.sendall(b"x")
            with suppress(TimeoutError):
                closed = connection.recv(1) == b""


def test_a_connection_that_is_one_too_many_is_closed_at_once():
    """The others are answered with 503 before that, and go on when some have ended."""
    with limited_server(8) as port, ExitStack() as stack:
        opened = [stack.enter_context(connected(port)) for _ in range(12)]
        received_until_close(opened[10])
        opened[0].sendall(QUESTION)
        assert b" 503 " in opened[0].recv(1000)


FEW_DESCRIPTORS = """
import os, resource, runpy, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
os.dup2(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT), 2)
sys.argv[1:] = ["serve", "--no-browser", "--port", "0", "--quiet"]
runpy.run_module("sudocube", run_name="__main__")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limit of descriptors")
def test_many_silent_connections_do_not_take_all_descriptors(tmp_path):
    """Some are closed at once; nothing is printed, and when the others have gone, the page is there."""
    told = tmp_path / "told"
    with running_server("-c", FEW_DESCRIPTORS, str(told)) as client:
        port = int(client.host.partition(":")[2])
        with ExitStack() as stack:
            opened = [stack.enter_context(connected(port)) for _ in range(300)]
            for one in opened:
                try:
                    one.sendall(b"GET / HTTP/1.1\r\nHost: x")
                except ConnectionError:
                    break
            received_until_close(opened[-1])

        def is_served():
            with suppress(ConnectionError):
                return client.get("/").status == 200

        wait_until(is_served)
        assert client.ask("check", puzzle="1.....2..3.....4")[0]["verdict"] == "unique"
    assert told.read_text() == ""
