"""A puzzle written for outside solvers."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from sudocube.arguments import as_puzzle
from sudocube.encoder import Encoding, Formalism, load
from sudocube.exchange.clauses import posed
from sudocube.exchange.formats import Format, format_for
from sudocube.exchange.remarks import commented, preamble, variable_map
from sudocube.puzzle import Puzzle


def encode(
    puzzle: Puzzle | str,
    encoding: Encoding | str,
    to: str,
    *,
    source: str | None = None,
    file: str | None = None,
) -> Iterator[str]:
    r"""The puzzle in an encoding as the text of a format, in pieces; comments say what the variables mean.

    `to` is a name in FORMATS. The comments may say where the puzzle came from (`source`), and how to solve
    the `file` that the text is for. Clues that clash are written like any others. Raises UnknownNameError
    for an encoding or a format that there is not, EncodingError for a mistake in an encoding's file,
    UnsupportedError where the encoding does not go to the format, and for pencilmarks.

    >>> text = "".join(encode(Puzzle("1... ..2. .3.. ...4"), "minimal", "dimacs"))
    >>> [line for line in text.splitlines() if not line.startswith("c")][:2]
    ['p cnf 64 244', '1 2 3 4 0']
    """
    puzzle = as_puzzle(puzzle, clues_only="encode")
    stated = load(encoding) if isinstance(encoding, str) else encoding
    format = format_for(to, stated)
    run = format.run.replace("FILE", shlex.quote(file or f"puzzle{format.suffix}"))
    return _pieces(puzzle, stated, format, [*preamble(puzzle, stated, source, run)])


def _pieces(puzzle: Puzzle, encoding: Encoding, format: Format, remarks: list[str]) -> Iterator[str]:
    if encoding.formalism is Formalism.CNF and format.write is not None:
        clauses = posed(encoding, puzzle)
        remarks += variable_map(clauses, format.variable)
        yield from format.write(clauses, commented(format.mark, remarks))
    elif format.write_model is not None:
        yield from format.write_model(puzzle, encoding, commented(format.mark, remarks))
