"""What somebody at a terminal may do next: a command that says why, another engine."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from sudocube.cli.inputs import STANDARD_INPUT
from sudocube.cli.options import in_list
from sudocube.cli.run import Run
from sudocube.report.visible_characters import visible
from sudocube.verdict import Verdict

OTHER_ENGINES = ("sat", "cpsat", "phases")
"""Engines that may decide what others leave open; they take all sizes. Each run asks two at most."""

DECIDING_ENGINES = ("phases", "sat", "cpsat")
"""Engines that share little code and take all sizes, for comparing: two of them decide each puzzle."""


class Checks(NamedTuple):
    """What a run of `check` has found, and how."""

    verdicts: Counter[Verdict]
    pencilmarks: int
    """How many puzzles without exactly one solution are given as pencilmarks."""
    engines: Sequence[str]
    timeout: float | None


def say_what_to_do(run: Run, inputs: Sequence[str], checks: Checks) -> None:
    """Say what tells why puzzles are not unique, and what may decide the others."""
    from sudocube.engines import is_outside

    found = checks.verdicts
    if problems := found[Verdict.NONE] + found[Verdict.MULTIPLE]:
        # `diagnose` takes no pencilmarks; `crosscheck` shows two solutions.
        command = "diagnose" if problems > checks.pencilmarks else "crosscheck"
        run.info(f"why: {command_line(run, command, inputs)}")
    if found[Verdict.UNKNOWN]:
        if is_outside(checks.engines[0]):
            two = ",".join(_not_asked(DECIDING_ENGINES, checks.engines)[:2])
            compared = command_line(run, "crosscheck", inputs, "-e", in_list(checks.engines[0]), "-e", two)
            run.info(f"undecided: a single solution says nothing of others; compare: {compared}")
            return
        other = _not_asked(OTHER_ENGINES, checks.engines)[0]
        longer = "" if checks.timeout is None else f"a --timeout above {checks.timeout:g}, or "
        run.info(f"undecided: try {longer}another engine, such as -e {other}")


def say_who_may_confirm(run: Run, asked: Sequence[str], claimants: Sequence[str]) -> None:
    """Say which engine to add where a single one decides, and the `claimants` only show a solution."""
    from sudocube.report.words import listed

    others = _not_asked(DECIDING_ENGINES, asked)
    if claimants and others:
        who = f"{listed(claimants)} claim{'s' * (len(claimants) == 1)}"
        run.info(f"{who} solutions only: add a second engine that decides, such as -e {others[0]}")


def _not_asked(engines: Sequence[str], asked: Sequence[str]) -> list[str]:
    """Those of some engines of whose families none was asked."""
    families = {name.partition(":")[0] for name in asked}
    return [name for name in engines if name not in families]


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
    return quoted([*words, *inputs]) + again


def last_part(name: str) -> str:
    """A path as a page shows it that others read: of an absolute one, its last part only."""
    return Path(name).name if Path(name).is_absolute() else name


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
