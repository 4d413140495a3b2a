"""The catalogue of encodings: the files in `encodings/`, and those of users."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sudocube.encoder.encoding_file import parse
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import EncodingError, UnknownNameError

FILE_SIZE_LIMIT = 1 << 20
"""Bytes that a user's file may have; those of the catalogue have about 2,000."""


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
    cannot be read or has a mistake.

    >>> load("minimal").title
    'Minimal encoding'
    """
    if name.endswith(".toml"):
        return parse(_text_of(Path(name)), name=name, file=name)
    bare = name.removeprefix(f"{Formalism.CNF.folder}/")
    if bare not in (names() if bare == name else names(Formalism.CNF)):
        folders = {one.rpartition("/")[2]: one for one in names(Formalism.CP_SAT)}
        folders |= {one: one for one in names(Formalism.CNF)}
        raise UnknownNameError("encoding", name, names(), other_words=folders)
    path = f"{bare}.toml" if "/" in bare else f"{Formalism.CNF.folder}/{bare}.toml"
    text = root().joinpath(path).read_text("utf-8")
    return parse(text, name=bare, file=f"encodings/{path}")


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
