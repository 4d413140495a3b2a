"""What a function gives to its callback, as an iterator: the function runs in a thread of its own."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any, TypeVar

from sudocube.interrupt import interrupt_held_back

AT_EXIT = 5.0
"""Seconds for which the end of Python waits for a function that is still at work."""

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


def given_to_callback(
    function: Callable[[Callable[[Item], object]], Outcome], *, ahead: int, name: str
) -> Generator[Item, None, Outcome]:
    """The items that `function` gives to the callback that it gets, one after the other.

    The function is `ahead` items ahead at most. What it returns is the generator's return value, and an
    exception that it raises comes through. `name` is that of the thread. When the generator is closed, the
    function stops at its next item.

    >>> list(given_to_callback(lambda found: [found(n) for n in (1, 2)], ahead=1, name="example"))
    [1, 2]
    """
    taken: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    room, is_wanted = Semaphore(ahead), True

    def on_result(item: Item) -> None:
        room.acquire()
        if not is_wanted:
            raise _Closed
        taken.put(("item", item))

    def run() -> None:
        try:
            taken.put(("end", function(on_result)))
        except BaseException as error:
            taken.put(("error", error))
        finally:
            at_exit.detach()

    def close() -> None:
        nonlocal is_wanted
        is_wanted = False
        room.release()

    def end() -> None:
        close()
        thread.join(AT_EXIT)

    thread = Thread(target=run, name=name, daemon=True)
    # a thread that is in compiled code when Python ends would end the process at once
    at_exit = weakref.finalize(taken, end)
    with interrupt_held_back():  # so that Ctrl-C interrupts the main thread only
        thread.start()
    try:
        while (message := taken.get())[0] == "item":
            room.release()
            yield message[1]
        if message[0] == "error":
            raise message[1]
        return message[1]  # type: ignore[no-any-return]
    finally:
        close()


class _Closed(BaseException):
    """Ends the function at an item that nobody wants."""
