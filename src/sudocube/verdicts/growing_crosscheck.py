"""One puzzle crosschecked engine by engine: what is known after each answer, for whoever looks on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from operator import attrgetter

from sudocube.arguments import check_limits, numbered
from sudocube.engines import Answer, Engine
from sudocube.jobs import AskingLimits, ask
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.verdicts.answer_judge import AnswerJudge
from sudocube.verdicts.crosschecked import Crosschecked, compared


def crosscheck_growing(
    puzzle: Puzzle | str | Entry,
    *,
    engines: Sequence[Engine],
    timeout: float | None = None,
    prove: bool = False,
) -> Generator[Crosschecked, None, None]:
    """The result for a puzzle after each engine's answer, in the order of the engines.

    The last one is what `crosscheck` says of the puzzle with these engines: only for that is a proof asked
    for where they disagree, and with `prove` in any case. In those before, `answers` holds the engines that
    have answered so far. An engine that does not support the puzzle answers `unknown`, with the reason.
    `timeout` is in seconds, for each engine; the engines are asked in this process. What is no
    puzzle has one result.

    Raises ValueError for a timeout that is not a number above 0, and for two engines of the same name; and
    TypeError for what is no puzzle in any form.

    >>> from sudocube.engines import engine
    >>> engines = [engine("phases"), engine("sat:minimal")]
    >>> grown = crosscheck_growing("1... ..2. .3.. ...4", engines=engines)
    >>> [(len(checked.answers), str(checked.evidence)) for checked in grown]
    [(1, 'search'), (2, 'agreement')]
    """
    check_limits(timeout=timeout)
    names = list(map(attrgetter("name"), engines))
    if len(set(names)) < len(names):
        raise ValueError(f"two engines of the same name among {', '.join(names)}")
    [((_, entry), _)] = numbered([puzzle])
    return _grown(entry, engines, AskingLimits(2, timeout), prove)


def _grown(
    entry: Entry, engines: Sequence[Engine], limits: AskingLimits, prove: bool
) -> Generator[Crosschecked, None, None]:
    """See `crosscheck_growing`."""
    judge = AnswerJudge(engines, lambda _: engines, limits, prove=prove)
    answers: dict[str, Answer] = {}
    if entry.puzzle is not None:
        asked = judge.chosen(entry.puzzle)
        for number, one in enumerate(asked, 1):
            [(_, answered)] = ask([one], [(None, entry.puzzle)], timeout=limits.timeout, jobs=1)
            answers |= answered
            if number < len(asked):
                yield compared(1, entry.source, entry.puzzle, dict(answers))
    yield judge.crosschecked(1, entry, answers)
