"""The catalogue of encodings: the files in `encodings/`, and those of users."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from pathlib import Path

from sudocube.encoder.encoding_file import parse
from sudocube.encoder.own_clause_file import parse_clauses
from sudocube.encoder.vocabulary import Encoding, Formalism
from sudocube.errors import EncodingError, UnknownNameError, UnsupportedError, nearest
from sudocube.file_names import ENCODING_ENDINGS, data_folder

FILE_SIZE_LIMIT = 1 << 16
"""Bytes that a user's file may have; those of the catalogue have about 2,000."""

CLAUSES_FILE_SIZE_LIMIT = 1 << 26
"""Bytes that a file of clauses may have; for 9×9 they have about 120,000."""

FUNCTION = "python:"
"""How the name of a function begins that makes clauses; `sudocube.lab.functions` calls it."""

_ENDING = re.compile(r"\.[A-Za-z]{2,4}$")


@cache
def root() -> Path:
    """The folder of the catalogue: in the checkout if the package runs from one, else in the wheel."""
    return data_folder("encodings")


@cache
def names(formalism: Formalism | None = None) -> tuple[str, ...]:
    """The names in the catalogue, sorted: CNF first, without their folder; then `cpsat/NAME`."""
    found: list[str] = []
    for kind in Formalism:
        if formalism in (None, kind):
            prefix = "" if kind is Formalism.CNF else f"{kind.folder}/"
            found += sorted(f"{prefix}{file.stem}" for file in (root() / kind.folder).glob("*.toml"))
    return tuple(found)


def load(name: str) -> Encoding:
    """The encoding of that name, or in the file of that path.

    A NAME without a folder means `cnf/NAME`; a CP-SAT encoding is `cpsat/NAME`; what ends in `.toml` is a
    path, and what ends in `.cnf` that of clauses in DIMACS. Raises UnknownNameError for a name that is not in
    the catalogue; EncodingError for a file that cannot be read or has a mistake, and for what looks like the
    path of a file; and UnsupportedError for a function, which makes clauses for one size only.

    >>> load("minimal").title
    'Minimal encoding'
    """
    if name.startswith(FUNCTION):
        raise UnsupportedError(
            f"{name} is a function of the size, which `encodings show`, `prove`, `trace` and `compare` call;"
            " for all else, write its clauses into a file NAME.cnf, in DIMACS"
        )
    if name.endswith(".cnf"):
        return parse_clauses(_text_of(Path(name), CLAUSES_FILE_SIZE_LIMIT, errors="replace"), name)
    if name.endswith(".toml"):
        return parse(_text_of(Path(name), FILE_SIZE_LIMIT), name=name, file=name)
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


def load_in(formalism: Formalism, name: str) -> Encoding:
    """The encoding of that name; raises UnsupportedError where it is in another formalism, and as `load`."""
    encoding = load(name)
    if encoding.formalism is not formalism:
        known = ", ".join(names(formalism))
        raise UnsupportedError(f"{name} is in {encoding.formalism}; expected one in {formalism}: {known}")
    return encoding


def is_path(name: str) -> bool:
    """Whether a name is meant as that of a user's file: `mine.toml`, also `mine.tom` and `folder/mine`.

    >>> is_path("mine.toml"), is_path("folder/mine"), is_path("cpsat/cube")
    (True, True, False)
    """
    is_ours = name.partition("/")[0] in [kind.folder for kind in Formalism]
    return bool(_ENDING.search(name)) or (not is_ours and ("/" in name or "\\" in name))


def _wrong_path(name: str) -> EncodingError:
    """The error for a path that is not that of an encoding's file, with files beside it that may be meant."""
    path = Path(name)
    if path.exists():
        found = "a name that ends neither in .toml nor in .cnf"
        allowed = "a file NAME.toml, or NAME.cnf for clauses"
        if path.suffix == ".py":
            allowed += f", or {FUNCTION}{name}:FUNCTION for what a function of it makes"
        return EncodingError(name, "", found, allowed)
    allowed = "a file NAME.toml or NAME.cnf, or a name of the catalogue"
    return EncodingError(name, "", "no such file", allowed, near=_files_near(path))


def _files_near(path: Path) -> list[str]:
    """The files of encodings and clauses in the folder of a path that its name is perhaps meant for."""
    near: list[str] = []
    with suppress(OSError):
        near = nearest(
            path.name, [one.name for one in path.parent.iterdir() if one.suffix in ENCODING_ENDINGS]
        )
    return [str(path.with_name(one)) for one in near]


def _text_of(path: Path, size_limit: int, errors: str = "strict") -> str:
    """The content of a user's file; raises EncodingError where it cannot be read, is no text or too long.

    `errors` is that of `bytes.decode`: comments in DIMACS may have any bytes, and clauses have digits only.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():  # opening a pipe would wait
            raise OSError(0, "it is no regular file")
        with path.open("rb") as stream:
            content = stream.read(size_limit + 1)
        if len(content) > size_limit:
            raise OSError(0, f"more than {size_limit:,} bytes")
        return content.decode("utf-8", errors)
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except OSError as error:
        reason = str(error.strerror)
    near = [] if path.exists() else _files_near(path)
    raise EncodingError(str(path), "", reason, "a file that can be read", near=near)
