"""One server for all tests of a session, and a client of it."""

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from tests.serving.client import ODD, PageClient, running_server


@pytest.fixture(scope="session")
def served() -> Iterator[PageClient]:
    """A client of a server that runs as long as the tests; `ask` gives the rows of a command."""
    with running_server() as client:
        yield client


@pytest.fixture(scope="session")
def odd() -> Iterator[PageClient]:
    """A client of a server with commands that hang, die and grow; see `odd_commands`."""
    with running_server(*ODD) as client:
        yield client
