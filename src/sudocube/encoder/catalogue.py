"""The catalogue of encodings: the files in `encodings/`, and those of users."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from sudocube.encoder.reading import parse
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import EncodingError, UnknownNameError

LONGEST = 1 << 20
"""Bytes of a file at most; those of the catalogue have two thousand."""


@cache
def root() -> Traversable:
    """The folder of the catalogue: the checkout's where the package is run from one, else the wheel's."""
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "pyproject.toml").is_file():  # without this test, an installed package would
        return checkout / "encodings"  # look at lib/python3.X, which has an `encodings` of its own
    return files("sudocube") / "encodings"


@cache
def names(formalism: Formalism | None = None) -> tuple[str, ...]:
    """The names in the catalogue, sorted: CNF ones bare, the others with their folder."""
    found: list[str] = []
    for kind in Formalism:
        if formalism in (None, kind):
            prefix = "" if kind is Formalism.CNF else f"{kind.folder}/"
            folder = root() / kind.folder
            files = [file.name for file in folder.iterdir() if file.name.endswith(".toml")]
            found += sorted(prefix + file.removesuffix(".toml") for file in files)
    return tuple(found)


def load(name: str) -> Encoding:
    """The encoding of that name, or in the file of that path.

    A bare NAME means `cnf/NAME`; CP-SAT ones are `cpsat/NAME`; what ends in `.toml` is a path.
    Raises UnknownNameError, EncodingError on a mistake in the file or where it cannot be read.

    >>> load("minimal").title
    'Minimal encoding'
    """
    if name.endswith(".toml"):
        return parse(_text_of(Path(name)), name=name, file=name)
    bare = name.removeprefix(f"{Formalism.CNF.folder}/")
    if bare not in (names() if bare == name else names(Formalism.CNF)):
        raise UnknownNameError("encoding", name, names())
    path = f"{bare}.toml" if "/" in bare else f"{Formalism.CNF.folder}/{bare}.toml"
    text = root().joinpath(path).read_text("utf-8")
    return parse(text, name=bare, file=f"encodings/{path}")


def _text_of(path: Path) -> str:
    """What stands in a user's file; raises EncodingError where that is no text, or without end."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # a pipe would be waited for
            raise OSError(0, "it is no regular file")
        with path.open("rb") as stream:
            content = stream.read(LONGEST + 1)
        if len(content) > LONGEST:
            raise OSError(0, f"more than {LONGEST:,} bytes")
        return content.decode("utf-8")
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except OSError as error:
        reason = str(error.strerror)
    raise EncodingError(str(path), "", reason, "a file that can be read")
