"""The catalogue of encodings: the files in `encodings/`, and those of users."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sudocube.encoder.encoding_file import parse
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import EncodingError, UnknownNameError
from sudocube.near_names import nearest

FILE_SIZE_LIMIT = 1 << 20
"""Bytes that a user's file may have; those of the catalogue have about 2,000."""

_ENDING = re.compile(r"\.[A-Za-z]{2,4}$")


@cache
def root() -> Traversable:
    """The folder of the catalogue: in the checkout if the package runs from one, else in the wheel."""
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "pyproject.toml").is_file():  # else this is lib/python3.X, which has another `encodings`
        return checkout / "encodings"
    return files("sudocube") / "encodings"


@cache
def names(formalism: Formalism | None = None) -> tuple[str, ...]:
    """The names in the catalogue, sorted: CNF first, without their folder; then `cpsat/NAME`."""
    found: list[str] = []
    for kind in Formalism:
        if formalism in (None, kind):
            prefix = "" if kind is Formalism.CNF else f"{kind.folder}/"
            in_folder = [file.name for file in (root() / kind.folder).iterdir()]
            found += sorted(prefix + name[: -len(".toml")] for name in in_folder if name.endswith(".toml"))
    return tuple(found)


def load(name: str) -> Encoding:
    """The encoding of that name, or in the file of that path.

    A NAME without a folder means `cnf/NAME`; a CP-SAT encoding is `cpsat/NAME`; what ends in `.toml` is a
    path. Raises UnknownNameError for a name that is not in the catalogue, and EncodingError for a file that
    cannot be read or has a mistake, and for what looks like the path of a file.

    >>> load("minimal").title
    'Minimal encoding'
    """
    if name.endswith(".toml"):
        return parse(_text_of(Path(name)), name=name, file=name)
    bare = name.removeprefix(f"{Formalism.CNF.folder}/")
    if bare not in (names() if bare == name else names(Formalism.CNF)):
        if is_path(name):
            raise _wrong_path(name)
        folders = {one.rpartition("/")[2]: one for one in names(Formalism.CP_SAT)}
        folders |= {one: one for one in names(Formalism.CNF)}
        raise UnknownNameError("encoding", name, names(), other_words=folders)
    path = f"{bare}.toml" if "/" in bare else f"{Formalism.CNF.folder}/{bare}.toml"
    text = root().joinpath(path).read_text("utf-8")
    return parse(text, name=bare, file=f"encodings/{path}")


def is_path(name: str) -> bool:
    """Whether a name is meant as that of a user's file: `mine.toml`, also `mine.tom` and `folder/mine`.

    >>> is_path("mine.toml"), is_path("folder/mine"), is_path("cpsat/cube")
    (True, True, False)
    """
    is_ours = name.partition("/")[0] in [kind.folder for kind in Formalism]
    return bool(_ENDING.search(name)) or (not is_ours and ("/" in name or "\\" in name))


def _wrong_path(name: str) -> EncodingError:
    """The error for a path that is not that of an encoding's file, with files beside it that may be meant."""
    path, near = Path(name), []
    if path.exists():
        return EncodingError(name, "", "a name that does not end in .toml", "a file NAME.toml")
    with suppress(OSError):
        near = nearest(path.name, [one.name for one in path.parent.iterdir() if one.suffix == ".toml"])
    found = [str(path.with_name(one)) for one in near]
    return EncodingError(name, "", "no such file", "a file NAME.toml, or a name of the catalogue", near=found)


def _text_of(path: Path) -> str:
    """The content of a user's file; raises EncodingError where it cannot be read, is no text or too long."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # opening a pipe would wait
            raise OSError(0, "it is no regular file")
        with path.open("rb") as stream:
            content = stream.read(FILE_SIZE_LIMIT + 1)
        if len(content) > FILE_SIZE_LIMIT:
            raise OSError(0, f"more than {FILE_SIZE_LIMIT:,} bytes")
        return content.decode("utf-8")
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except OSError as error:
        reason = str(error.strerror)
    raise EncodingError(str(path), "", reason, "a file that can be read")
