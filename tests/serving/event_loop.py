"""Coroutines in tests, wherever these run."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_coroutine(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns. It runs in a thread: the tests of the page in a browser leave an event loop
    running in the main thread of their process, where `asyncio.run` refuses to begin another one.
    """
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, coroutine).result()
