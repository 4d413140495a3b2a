"""What somebody at a terminal may do next: a command that says why, another engine."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sudocube.cli.inputs import STANDARD_INPUT
from sudocube.cli.listed_names import in_list
from sudocube.cli.run import Run
from sudocube.cli.visible_text import visible
from sudocube.verdict import Verdict

OTHER_ENGINES = ("sat", "cpsat", "phases")
"""Engines that may decide what others leave open; they take all sizes. Each run asks two at most."""


class Checks(NamedTuple):
    """What a run of `check` has found, and how."""

    verdicts: Counter[Verdict]
    pencilmarks: int
    """How many puzzles without exactly one solution are given as pencilmarks."""
    engines: Sequence[str]
    timeout: float | None


def say_what_to_do(run: Run, inputs: Sequence[str], checks: Checks) -> None:
    """On a terminal, say what tells why puzzles are not unique, and what may decide the others."""
    if not sys.stderr.isatty():
        return
    from sudocube.engines import is_outside

    found = checks.verdicts
    if problems := found[Verdict.NONE] + found[Verdict.MULTIPLE]:
        # `diagnose` takes no pencilmarks; `crosscheck` shows two solutions.
        command = "diagnose" if problems > checks.pencilmarks else "crosscheck"
        run.info(f"why: {command_line(run, command, inputs)}")
    if found[Verdict.UNKNOWN]:
        asked = {name.partition(":")[0] for name in checks.engines}
        other = next(name for name in OTHER_ENGINES if name not in asked)
        if is_outside(checks.engines[0]):
            compared = command_line(run, "crosscheck", inputs, "-e", in_list(checks.engines[0]), "-e", other)
            run.info(f"undecided: a single solution says nothing of others; compare: {compared}")
            return
        longer = "" if checks.timeout is None else f"a --timeout above {checks.timeout:g}, or "
        run.info(f"undecided: try {longer}another engine, such as -e {other}")


def command_line(run: Run, command: str, inputs: Sequence[str], *options: str) -> str:
    """Another command for the same inputs and boxes, with these options, to be pasted into a shell.

    What was read from standard input has to be given again.
    """
    words = ["sudocube", command, *options]
    if run.box is not None:
        words += ["--box", run.box.box_name]
    elif run.size is not None:
        words += ["--size", str(run.size)]
    if any(name.startswith("-") and name != STANDARD_INPUT for name in inputs):
        words.append("--")
    again = " (with the same standard input)" if STANDARD_INPUT in inputs else ""
    return quoted([*words, *inputs]) + again


def quoted(words: Iterable[str]) -> str:
    r"""Words as a shell reads them; characters that the terminal does not show stand there as escapes.

    >>> print(quoted(["sudocube", "two words.txt", "a\x1bb"]))
    sudocube 'two words.txt' $'a\x1bb'
    """
    if os.name == "nt":
        return subprocess.list2cmdline([*words])
    return " ".join(shlex.quote(word) if _is_shown(word) else _escaped(word) for word in words)


def _is_shown(word: str) -> bool:
    try:
        word.encode(sys.stderr.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return visible(word) == word


def _escaped(word: str) -> str:
    """A word in the form $'…', which Bash, Zsh and other shells know."""
    plain = {ord("\\"): "\\\\", ord("'"): "\\'"}
    codes = os.fsencode(word)
    return "$'" + "".join(plain.get(c, chr(c) if 32 <= c < 127 else f"\\x{c:02x}") for c in codes) + "'"
