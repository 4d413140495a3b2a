"""What the shell offers after the Tab key for names: engines, encodings, methods and formats.

No solver is loaded for it. Bash takes a name such as `sat:extended@cadical153` apart at `:` and `@` and
replaces only what follows the last of them; `joined_words` puts the name together again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import contextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path

VARIABLE = "_SUDOCUBE_COMPLETE"
"""The environment variable that a shell sets when it asks what can follow."""

BASH = "complete_bash"
PARTING = ":@="
"""Where bash takes words apart, unless COMP_WORDBREAKS says otherwise."""


def complete_engine(incomplete: str) -> list[str]:
    """Engines, also as the last name of a list with commas; programs and functions by their files."""
    from sudocube.engines import families
    from sudocube.sat.settings import SOLVERS

    listed, comma, name = incomplete.rpartition(",")
    family, colon, variant = name.partition(":")
    if not colon:
        names = [one.name + ":" * one.is_outside for one in families().values()]
    elif family == "command":
        names = [f"command:{program}" for program in _programs(variant)]
    elif family == "python":
        names = [f"python:{place}" for place in _functions(variant)]
    elif family == "sat" and "@" in variant:
        names = [f"sat:{variant.partition('@')[0]}@{solver}" for solver in SOLVERS]
    else:
        known = families().get(family)
        kinds = {} if known is None else known.variants()
        names = [
            f"{family}:{one}"
            for kind, all_of_it in kinds.items()
            if kind not in ("solvers", "forms")
            for one in all_of_it
        ]
    return _starting(name, names, listed + comma)


def _programs(beginning: str) -> Iterator[str]:
    """Programs, by path or by a name on PATH, and folders on the way to them."""
    folder, slash, _ = beginning.rpartition("/")
    for where in [folder or "/"] if slash else os.get_exec_path():
        with suppress(OSError):
            for path in sorted(Path(where).iterdir()):
                if path.is_dir():
                    yield from [f"{folder}/{path.name}/"] if slash else []
                elif os.access(path, os.X_OK):
                    yield f"{folder}/{path.name}" if slash else path.name


def _functions(beginning: str) -> Iterator[str]:
    """Files of Python, and folders on the way to them; after a file and a colon, its functions."""
    from sudocube.engines.engine_names import functions_in

    file, colon, _ = beginning.partition(":")
    if colon:
        yield from (f"{file}:{name}" for name in functions_in(file))
        return
    folder, slash, _ = beginning.rpartition("/")
    with suppress(OSError):
        for path in sorted(Path(folder or ("/" if slash else ".")).iterdir()):
            if path.suffix == ".py" or path.is_dir():
                yield folder + slash + path.name + ("/" if path.is_dir() else ":")


def complete_encoding(incomplete: str) -> list[str]:
    """Encodings of the catalogue, also as the last name of a list with commas; functions by their files."""
    from sudocube.encoder import names
    from sudocube.encoder.catalogue import FUNCTION

    listed, comma, name = incomplete.rpartition(",")
    if name.startswith(FUNCTION):
        functions = _functions(name.removeprefix(FUNCTION))
        return _starting(name, [FUNCTION + place for place in functions], listed + comma)
    return _starting(name, names(), listed + comma)


def complete_solver(incomplete: str) -> list[str]:
    """Solvers of PySAT, also as the last name of a list with commas."""
    from sudocube.sat.settings import SOLVERS

    listed, comma, name = incomplete.rpartition(",")
    return _starting(name, SOLVERS, listed + comma)


def complete_strength(incomplete: str) -> list[str]:
    """Strengths of encodings, also as the last name of a list with commas."""
    from sudocube.lab.strengths import STRENGTHS

    listed, comma, name = incomplete.rpartition(",")
    return _starting(name, STRENGTHS, listed + comma)


def complete_method(incomplete: str) -> list[str]:
    """Documented methods."""
    from sudocube.solvers.methods import METHODS

    return _starting(incomplete, METHODS)


def complete_measure(incomplete: str) -> list[str]:
    """Measures of a rating, also as the last name of a list with commas."""
    from sudocube.rating import MEASURES

    listed, comma, name = incomplete.rpartition(",")
    return _starting(name, MEASURES, listed + comma)


def complete_format(incomplete: str) -> list[str]:
    """Formats of puzzles, and JSON."""
    from sudocube.cli.records import JSON
    from sudocube.rows.entry import FORMATS

    return _starting(incomplete, [*FORMATS, JSON])


def complete_record_format(incomplete: str) -> list[str]:
    """Formats of results that are no solutions."""
    from sudocube.cli.records import RECORD_FORMATS

    return _starting(incomplete, RECORD_FORMATS)


def complete_table_format(incomplete: str) -> list[str]:
    """Formats of the tables of a comparison."""
    from sudocube.cli.compare_options import TABLE_FORMATS

    return _starting(incomplete, TABLE_FORMATS)


def complete_solver_format(incomplete: str) -> list[str]:
    """Formats of outside solvers."""
    from sudocube.solver_texts.solver_formats import FORMATS

    return _starting(incomplete, FORMATS)


def _starting(beginning: str, names: Iterable[str], before: str = "") -> list[str]:
    return [before + name for name in dict.fromkeys(names) if name.startswith(beginning)]


def joined_words(words: list[str], current: int) -> tuple[list[str], int]:
    """Words that bash took apart, put together, and which of them is being completed.

    >>> joined_words(["sudocube", "check", "-e", "sat", ":", "ext"], 5)
    (['sudocube', 'check', '-e', 'sat:ext'], 3)
    """
    joined: list[str] = []
    is_open, position = False, current
    for index, word in enumerate(words):
        is_parting = bool(word) and not word.strip(PARTING)
        if joined and (is_open or (is_parting and index)):
            joined[-1] += word
        else:
            joined.append(word)
        is_open = is_parting
        if index == current:
            position = len(joined) - 1
    return joined, position


@contextmanager
def completion_for_bash(environ: MutableMapping[str, str] = os.environ) -> Iterator[None]:
    """Within this context, bash is answered for whole names, and gets what it can put in their place."""
    if environ.get(VARIABLE) != BASH or "COMP_WORDS" not in environ:
        yield
        return
    words, current = joined_words(environ["COMP_WORDS"].split("\n"), int(environ.get("COMP_CWORD", "0")))
    environ["COMP_WORDS"], environ["COMP_CWORD"] = "\n".join(words), str(current)
    typed = words[current] if current < len(words) else ""
    value = typed.partition("=")[2] if typed.startswith("--") else typed
    kept = max(value.rfind(sign) for sign in PARTING) + 1
    answer = StringIO()
    try:
        with redirect_stdout(answer):
            yield
    finally:
        lines = answer.getvalue().splitlines()
        sys.stdout.write(
            "".join(line[kept if line.startswith(value[:kept]) else 0 :] + "\n" for line in lines)
        )
