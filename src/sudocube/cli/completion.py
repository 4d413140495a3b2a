"""What the shell offers after the Tab key for names: engines, encodings, methods and formats.

No solver is loaded for it.
"""

from __future__ import annotations

from collections.abc import Iterable


def complete_engine(incomplete: str) -> list[str]:
    """Engines, also as the last name of a list with commas."""
    from sudocube.engines import families
    from sudocube.sat.settings import SOLVERS

    listed, comma, name = incomplete.rpartition(",")
    family, colon, variant = name.partition(":")
    if not colon:
        names = [one.name + ":" * one.is_outside for one in families().values()]
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


def complete_encoding(incomplete: str) -> list[str]:
    """Encodings of the catalogue, also as the last name of a list with commas."""
    from sudocube.encoder import names

    listed, comma, name = incomplete.rpartition(",")
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
