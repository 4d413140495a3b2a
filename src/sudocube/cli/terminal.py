"""What a stream can show: colours on a terminal, unless the user wants none."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TextIO

from sudocube.report.document import Phrase
from sudocube.report.terminal import text_line


def has_colours(stream: TextIO) -> bool:
    """Whether a stream shows colours, by the same rules as `rich`.

    It is a terminal, or FORCE_COLOR is set; and NO_COLOR is not, and the terminal is not a dumb one.
    """
    asked = os.environ.get
    if asked("NO_COLOR") or asked("TERM", "").lower() in ("dumb", "unknown"):
        return False
    if (compatible := asked("TTY_COMPATIBLE")) in ("0", "1"):
        return compatible == "1"
    if (forced := asked("FORCE_COLOR")) is not None:
        return forced != ""
    return stream.isatty()


def text_lines(lines: Iterable[str | Phrase], *, in_colour: bool) -> str:
    """Text lines as a terminal takes them: what cannot be printed escaped, tones in colour if wanted."""
    phrases = ((line,) if isinstance(line, str) else line for line in lines)
    return "".join([text_line(phrase, in_colour=in_colour) + "\n" for phrase in phrases])
