"""`sudocube check`: the verdict of one engine on each puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

from sudocube.cli.inputs import alone_or_not
from sudocube.cli.options import Box, EngineName, Inputs, Jobs, Json, Quiet, Size, Timeout
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.kernel import is_compiled
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.bulk import Batch
    from sudocube.checking import Checked
    from sudocube.engines import Engine

T = TypeVar("T")

STATUS = {
    Verdict.MULTIPLE: PROBLEM,
    Verdict.NONE: PROBLEM,
    Verdict.UNKNOWN: UNDECIDED,
    Verdict.INVALID: USAGE_ERROR,
}


def check(
    inputs: Inputs,
    engine: EngineName = None,
    jobs: Jobs = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say whether each puzzle has no, one or several solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique or not valid.
    """
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.engines import engine as make_engine
        from sudocube.report.json_rows import summary_row
        from sudocube.report.words import summary_in_words

        one = None if engine is None else make_engine(engine)
        start = perf_counter()
        shown = _Shown(run, json=json)
        with closing(_results(run, shown, inputs, one, timeout, jobs)) as results:
            for result in results:
                shown.show(result)
        seconds = perf_counter() - start
        verdicts, names = shown.verdicts, list(shown.engines) or ([one.name] if one else [])
        if json:
            run.put_row(summary_row(verdicts, names, seconds))
        elif verdicts.total() > 1:
            run.info(summary_in_words(verdicts, *names, f"{seconds:,.2f} s"))


def serves_in_bulk(engine: Engine | None) -> bool:
    """Whether puzzles go by the thousand: to the compiled kernel, named or by default."""
    if engine is not None and not engine.name.startswith("kernel"):
        return False  # nor is anything imported to find out
    if not is_compiled() and engine is None:
        return False
    from sudocube.bulk import serves_in_bulk

    return serves_in_bulk(engine)


def _results(
    run: Run,
    shown: _Shown,
    inputs: Sequence[str],
    engine: Engine | None,
    timeout: float | None,
    jobs: int | None,
) -> Generator[Batch | Checked, None, None]:
    """Puzzle by puzzle, or as many at once as there are."""
    if serves_in_bulk(engine):
        from sudocube.bulk import check_in_bulk, puzzles_in

        _keep_freed_memory()
        items = shown.expect(run.items(inputs), lambda item: puzzles_in(item[1]))
        yield from check_in_bulk(items, engine=engine, timeout=timeout, jobs=jobs)
    else:
        from sudocube.checking import check_many

        entries = shown.expect(run.entries(inputs), lambda _: 1)
        yield from check_many(entries, engine=engine, timeout=timeout, jobs=jobs)


def _keep_freed_memory() -> None:
    """Have glibc keep what one block of a list leaves free for the next.

    It gives large pieces back to the system at once, and to get pages again takes a tenth of the whole time.
    Other C libraries have no such setting.
    """
    import ctypes

    M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # noqa: N806 — as in malloc.h
    with suppress(AttributeError, OSError, TypeError):
        set_option = ctypes.CDLL(None).mallopt
        set_option(M_TRIM_THRESHOLD, 1 << 28)
        set_option(M_MMAP_THRESHOLD, 1 << 25)


class _Shown:
    """Shows what comes, and counts it: in JSON all of it, as text what is not unique; alone, its verdict."""

    def __init__(self, run: Run, *, json: bool) -> None:
        self._run, self._json, self._is_alone = run, json, False
        self.verdicts: Counter[Verdict] = Counter()
        self.engines: dict[str, None] = {}

    def expect(self, items: Iterator[T], puzzles: Callable[[T], int]) -> Iterator[T]:
        """The same items, once it is known whether they are one puzzle at most; see `alone_or_not`."""
        if not self._json:  # where it makes no difference, and the first is not to wait for the second
            self._is_alone, items = alone_or_not(items, puzzles)
        return items

    def show(self, result: Batch | Checked) -> None:
        """Show what comes next."""
        from sudocube.checking import Checked

        if isinstance(result, Checked):
            self._show_one(result)
        else:
            self._show_batch(result)

    def _show_one(self, checked: Checked) -> None:
        from sudocube.report.json_rows import checked_row

        self._count({checked.verdict: 1}, checked.engine)
        if self._json:
            self._run.put_row(checked_row(checked))
        elif text := self._text(checked):
            self._run.put(text)
        self._run.progress.step(checked.source)

    def _show_batch(self, batch: Batch) -> None:
        from sudocube.report.json_rows import batch_rows

        self._count(batch.verdicts(), batch.engine)
        if self._json:
            text = batch_rows(batch)
        else:
            named = map(batch.checked, range(len(batch))) if self._is_alone else batch.not_unique()
            text = "".join(f"{self._text(checked)}\n" for checked in named)
        if text:
            self._run.put_text(text)
        self._run.progress.step(batch.source(len(batch) - 1), len(batch))

    def _count(self, verdicts: Mapping[Verdict, int], engine: str | None) -> None:
        for verdict, count in verdicts.items():
            self.verdicts[verdict] += count
            self._run.status.note(STATUS.get(verdict, 0))
        if engine is not None:
            self.engines[engine] = None

    def _text(self, checked: Checked) -> str:
        """What is said of a puzzle, if anything."""
        from sudocube.report.words import placed_verdict, verdict_in_words

        if self._is_alone:
            return verdict_in_words(checked)
        return placed_verdict(checked) if checked.verdict is not Verdict.UNIQUE else ""
