"""What a function gives to its callback, as an iterator: the function runs in a thread of its own."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Generator
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from sudocube.interrupt import interrupt_held_back

AT_EXIT = 5.0
"""Seconds for which the end of Python waits for a function that is still at work."""

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class _Given(Generic[Item]):
    """An item that was given to the callback."""

    item: Item


@dataclass(frozen=True, slots=True)
class _Ended(Generic[Outcome]):
    """The function has returned."""

    outcome: Outcome


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
    taken: SimpleQueue[_Given[Item] | _Ended[Outcome] | BaseException] = SimpleQueue()
    gate = _Gate(ahead)

    def on_result(item: Item) -> None:
        gate.enter()
        taken.put(_Given(item))

    def run() -> None:
        try:
            taken.put(_Ended(function(on_result)))
        except BaseException as error:
            taken.put(error)

    thread = Thread(target=run, name=name, daemon=True)
    _at_work[thread] = gate
    with interrupt_held_back():  # so that Ctrl-C interrupts the main thread only
        thread.start()
    try:
        while isinstance(message := taken.get(), _Given):
            gate.make_room()
            yield message.item
        if isinstance(message, BaseException):
            raise message
        return message.outcome
    finally:
        gate.close()


class _Gate:
    """Lets a function be so many items ahead; closed, it ends the function's thread at the next item."""

    def __init__(self, ahead: int) -> None:
        self._room, self._is_closed = Semaphore(ahead), False

    def enter(self) -> None:
        """Wait for room; raises _Closed where the items are not wanted any more."""
        self._room.acquire()
        if self._is_closed:
            raise _Closed

    def make_room(self) -> None:
        """An item was taken."""
        self._room.release()

    def close(self) -> None:
        """No more items are wanted; the function may be waiting for room."""
        self._is_closed = True
        self._room.release()


_at_work: WeakKeyDictionary[Thread, _Gate] = WeakKeyDictionary()
"""The threads, until they have ended and are forgotten."""


@atexit.register
def _close_all() -> None:
    """End all threads before Python ends: one that is in compiled code then would end the process at once."""
    threads = [(thread, gate) for thread, gate in _at_work.items() if thread.is_alive()]
    for _, gate in threads:
        gate.close()
    for thread, _ in threads:
        thread.join(AT_EXIT)


class _Closed(BaseException):
    """Ends the thread of a function whose generator was closed."""
