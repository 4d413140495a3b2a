"""A program that answers lines, given a list of lines: what it printed for each, as it stands.

An engine takes care that no answer is taken out of turn, and asks again. Here nothing is asked again: one
sees what a program does that keeps something from one line to the next, or answers too often or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from sudocube.engines.outsiders import CommandEngine, text_of
from sudocube.errors import EngineError

STARTS = 3
"""How often a program is started for one list: it is started anew for the lines after one that it lost."""

MORE_LINES_WITHIN = 0.2
"""Seconds in which a line too many is waited for, after the last answer."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came for a line: a text, or None and the reason. `is_timeout` says that nothing came in time."""

    text: str | None
    reason: str = ""
    is_timeout: bool = False
    seconds: float = 0.0


@dataclass(slots=True)
class Dialogue:
    """The replies to some lines, in order, and lines that came after the last of them."""

    replies: list[Reply]
    surplus: list[str]


def dialogue(
    engine: CommandEngine,
    lines: Sequence[str],
    timeout: float,
    *,
    is_enough: Callable[[Sequence[Reply]], bool] = lambda replies: False,
) -> Dialogue:
    """Give a program all these lines at once, and take a line for each; `timeout` is in seconds, for each.

    `is_enough` is asked after each reply whether the others need not be waited for.

    Where it dies, floods or is out of time, it is started anew for the lines that follow, up to STARTS times;
    the lines that are left then have no reply. Raises EngineError where it cannot be started.
    """
    replies: list[Reply] = []
    surplus: list[str] = []
    for _ in range(STARTS):
        program = engine.started_anew()
        program.send("".join(f"{line}\n" for line in lines[len(replies) :]).encode())
        start = monotonic()
        try:
            while len(replies) < len(lines):
                start = monotonic()
                text = text_of(program.line(start + timeout))
                replies.append(Reply(text, seconds=monotonic() - start))
                if is_enough(replies):
                    return Dialogue(replies, surplus)
            while True:
                surplus.append(text_of(program.line(monotonic() + MORE_LINES_WITHIN)))
                if len(surplus) > len(lines):
                    break
        except TimeoutError:
            if len(replies) < len(lines):
                reason = f"out of time after {timeout:g} s"
                replies.append(Reply(None, reason, is_timeout=True, seconds=monotonic() - start))
        except EngineError as error:
            if len(replies) < len(lines):
                replies.append(Reply(None, str(error), seconds=monotonic() - start))
        finally:
            program.close()
        if len(replies) == len(lines):
            break
    missing = len(lines) - len(replies)
    replies += [Reply(None, "not asked any more, after it was lost so often", is_timeout=True)] * missing
    return Dialogue(replies, surplus)
