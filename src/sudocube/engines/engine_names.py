"""What an unknown name of an engine was perhaps meant for: a family, an encoding, a program or a function."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from sudocube.errors import EncodingError
from sudocube.file_names import ENCODING_ENDINGS
from sudocube.near_names import nearest

if TYPE_CHECKING:
    from sudocube.engines.registry import EngineFamily

OTHER_WORDS = {"ortools": "cpsat", "or-tools": "cpsat", "cp-sat": "cpsat", "pysat": "sat", "c++": "kernel"}
"""Further words that people use for a family."""

FUNCTIONS_AT_MOST = 3
"""How many functions of a file are suggested."""


def engines_meant(name: str, known: Mapping[str, EngineFamily]) -> list[str]:
    """The engines that an unknown name was perhaps meant for; `known` are the families by name.

    The family may be written wrongly, or another character than a colon stands after it; or the name is a
    variant alone, such as an encoding, the path of one, a program, or a function of a file.
    """
    first = _first_word(name)
    if first.endswith(ENCODING_ENDINGS) and Path(first).is_file():
        return [_engine_of_file(name)]
    encoding, at, _ = name.partition("@command:")
    if at and not encoding.partition(":")[1]:
        from sudocube.engines.sat_engine import RECOMMENDED_ENCODING

        program = name.removeprefix("sat")
        return [f"sat:{RECOMMENDED_ENCODING}{program}" if program.startswith("@") else f"sat:{program}"]
    if outsiders := _outsiders_meant(name, first):
        return outsiders
    wanted, colon, variant = name.partition(":")
    if not colon and (parted := re.fullmatch(r"([\w-]+?)(@|[/.])(.+)", name)):
        wanted, between, variant = parted.groups()
        colon, variant = ":", f"@{variant}" if between == "@" else variant
    if found := nearest(wanted, known, other_words=OTHER_WORDS):
        return [one + (colon + variant if known[one].syntax else "") for one in found]
    if name.endswith(ENCODING_ENDINGS):
        return [f"sat:{name}"]
    if first.startswith(("/", "./", "../")):
        return [f"command:{name}"]
    whole: dict[str, str] = {}
    for family in known.values():
        whole = family.whole_names() | whole
    if variants := nearest(variant or wanted, whole):
        return sorted({whole[one] for one in variants})
    return [f"command:{name}"] if first and shutil.which(first) else []


def _outsiders_meant(name: str, first: str) -> list[str]:
    """The programs and functions that a name stands for which begins with an existing file."""
    file, _, function = first.partition(":")
    path = Path(file)
    if not file or not path.is_file():
        return []
    if path.suffix == ".py" and function:
        return [f"python:{name}"]
    found = []
    if path.suffix == ".py":
        functions = functions_in(path)
        found = [one for one in functions if "solve" in one.lower()] or functions
        found = [f"python:{file}:{one}" for one in found[:FUNCTIONS_AT_MOST]]
    if shutil.which(file if "/" in file else f"./{file}"):
        here = "" if "/" in file else "./"
        return [f"command:{here}{name}", *found]
    return [*found, f"command:python3 {name}"] if path.suffix == ".py" else [f"command:{name}"]


def functions_in(file: str | Path) -> list[str]:
    """The functions that a file of Python defines, read without running it, in order.

    Without those whose names begin with an underscore. Empty where the file cannot be read.
    """
    try:
        text = Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return []
    return re.findall(r"^def ([^\W_]\w*)\(", text, re.MULTILINE)


def _first_word(name: str) -> str:
    """The first word of a command; empty where there is none, or a quote is open."""
    try:
        return shlex.split(name)[0]
    except (ValueError, IndexError):
        return ""


def _engine_of_file(path: str) -> str:
    """The engine that takes an encoding in a file: `cpsat:` if the file can be read and says so."""
    from sudocube.encoder import Formalism, load

    try:
        return f"{'cpsat' if load(path).formalism is Formalism.CP_SAT else 'sat'}:{path}"
    except EncodingError:
        return f"sat:{path}"
