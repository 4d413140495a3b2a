"""Command lines that somebody may type next."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

from sudocube.cli.run import Run

STANDARD_INPUT = "-"


def command_line(run: Run, command: str, inputs: Sequence[str], *options: str) -> str:
    """Another command for the same inputs and boxes, with these options, to be pasted into a shell.

    What was read from standard input has to be given again.
    """
    words = ["sudocube", *command.split(), *options]
    if run.box is not None:
        words += ["--box", run.box.box_name]
    elif run.size is not None:
        words += ["--size", str(run.size)]
    if any(name.startswith("-") and name != STANDARD_INPUT for name in inputs):
        words.append("--")
    again = " (with the same standard input)" if STANDARD_INPUT in inputs else ""
    joined = subprocess.list2cmdline if os.name == "nt" else shlex.join
    return joined([*words, *inputs]) + again


def last_part(name: str) -> str:
    """A path as a page shows it that others read: of an absolute one, its last part only."""
    return Path(name).name if Path(name).is_absolute() else name
