"""What several tests of the command line use."""

import sys
from collections.abc import Callable, Iterator

import pytest

from tests.cli.pseudo_terminal import Terminal


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Starts commands on terminals of their own, which are closed in the end."""
    if sys.platform == "win32":
        pytest.skip("no pseudo-terminals here")
    opened: list[Terminal] = []

    def start(*arguments: object, **options: object) -> Terminal:
        opened.append(Terminal(*map(str, arguments), **options))  # type: ignore[arg-type]
        return opened[-1]

    yield start
    for one in opened:
        one.close()
