"""The commands `engines` and `crosscheck`: which engines there are, and what several say of one puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.engines import Engine, kept_engine
from sudocube.engines.registry import FAMILIES
from sudocube.engines.stored_answers import STORED
from sudocube.errors import UnsupportedError
from sudocube.puzzle import Puzzle
from sudocube.report.crosschecks import CrosscheckReport, crosschecked_row
from sudocube.report.engine_tables import engine_row
from sudocube.report.json_rows import Row
from sudocube.report.row import as_dict
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.verdicts.crosschecking import crosscheck_growing, made_engines
from sudocube.verdicts.judging import PROVER

QUICK_FIRST = ("kernel", "sat", "cpsat", "phases")
"""The engines that `crosscheck` asks where none are named, those that are mostly quick before the others."""

SECONDS = 20
"""How long each engine has, unless the page asks for another limit."""

SECONDS_AT_MOST = 120
"""The longest limit that a page can ask for."""


def engine_rows(asked: RequestFields) -> Iterator[Row]:
    """The row of each family of engines that a page can ask, as `sudocube engines --json` prints it.

    Programs and functions of others are not among them, and neither are stored answers.
    """
    for family in FAMILIES:
        if not family.is_outside and family.name != STORED:
            yield as_dict(engine_row(family))


def crosscheck_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of the puzzle after each engine's answer, in the form of `sudocube crosscheck --json`.

    Fields: `puzzle`; `engines`, by default those that `crosscheck` asks and that take the puzzle, the quick
    ones first; `prove`; `seconds` for each engine. Between the rows, Progress names the engine that is asked
    next. The last but one row is the whole result, and the last one the summary, with what became of each
    engine's answer. Raises RefusedRequestError for fields that do not fit.
    """
    puzzle = asked.puzzle()
    engines = _chosen_engines(asked, puzzle)
    prove = asked.flag("prove")
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    names = [one.name for one in engines]
    names += [PROVER] * (prove and PROVER not in names)
    growing = crosscheck_growing(puzzle, engines=engines, timeout=seconds, prove=prove)
    for done, name in enumerate(names):
        yield Progress(done, len(names), name)
        found = next(growing)
        yield as_dict(crosschecked_row(found))
    report = CrosscheckReport([one.name for one in engines])
    report.add(found)
    yield as_dict(report.last_row(sum(answer.seconds for answer in found.answers.values())))


def _chosen_engines(asked: RequestFields, puzzle: Puzzle) -> list[Engine]:
    """The engines to ask, in this order. Raises RefusedRequestError where two names are one engine."""
    if asked.has("engines"):
        try:
            return made_engines(asked.engines("engines"), make=kept_engine)
        except UnsupportedError as error:
            raise RefusedRequestError(f"engines: {error}") from None
    made = made_engines(QUICK_FIRST, make=kept_engine)
    return [one for one in made if one.traits.supports(puzzle)]
