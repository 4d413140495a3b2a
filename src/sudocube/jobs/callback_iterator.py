"""What a function gives to its callback, as an iterator: the function runs in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Generic, TypeVar

from sudocube.interrupt import interrupt_held_back

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
    room = Semaphore(ahead)
    is_closed = False

    def on_result(item: Item) -> None:
        room.acquire()
        if is_closed:
            raise _Closed
        taken.put(_Given(item))

    def run() -> None:
        try:
            taken.put(_Ended(function(on_result)))
        except BaseException as error:
            taken.put(error)

    with interrupt_held_back():  # so that Ctrl-C interrupts the main thread only
        Thread(target=run, name=name, daemon=True).start()
    try:
        while isinstance(message := taken.get(), _Given):
            room.release()
            yield message.item
        if isinstance(message, BaseException):
            raise message
        return message.outcome
    finally:
        is_closed = True
        room.release()  # the function may be waiting for room; at its next item it stops


class _Closed(BaseException):
    """Ends the thread of a function whose generator was closed."""
