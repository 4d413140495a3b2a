"""The list of engines, and engines measured side by side: text for people, JSON rows for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudocube.engines.own_engines import STORED
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.engines.registry import DEFAULT_ENGINES, EngineFamily, default_engines
from sudocube.fields import Amount, Positive, Whole, Words
from sudocube.processes.container import MEMORY_AT_MOST
from sudocube.report.base import Report
from sudocube.report.document import Block, Document, Sentence, Table, Tone, Toned, sentences
from sudocube.report.row import Row, filled
from sudocube.report.words import counted
from sudocube.solvers.methods import ROWS

if TYPE_CHECKING:
    from sudocube.bench import BenchResult


class MeasuredRow(Row, kw_only=True):
    """An engine on a list."""

    list: Words
    """The file, or `sample`. For example: "puzzles.txt"."""
    engine: Words
    """The engine, by its full name. For example: "kernel:avx2"."""
    puzzles: Positive
    """How many puzzles were measured. For example: 300."""
    per_second: Amount
    """Puzzles per second, in the median round. For example: 123456.7."""
    ratio: Amount
    """How many times as fast as the reference. For example: 12.5."""
    reference: str
    """The engine that all are compared with: the last one. For example: "sat:extended@cadical153"."""
    undecided: Whole
    """How many puzzles it did not decide. For example: 0."""
    disagreements: Whole
    """On how many puzzles it disagrees with another engine. For example: 0."""
    seconds: tuple[float, ...]
    """The time for the whole list, in each round. For example: [0.012, 0.011]."""


def engines_document(families: Iterable[EngineFamily]) -> Document:
    """What each family is and can do, and its variants; then the default engines."""
    blocks: list[Block] = []
    for family in families:
        blocks.append(Sentence((Toned(family.name, Tone.STRONG), family.syntax), wraps=False))
        blocks.append(Sentence((family.summary,), 2, 2))
        for heading, fact in _facts(family).items():
            blocks += [Sentence((Toned(f"{heading}: ", Tone.QUIET), fact), 2, 4)] * bool(fact)
        blocks.append(Sentence(("",)))
    has_kernel = len(default_engines()) > 1
    default = "kernel for 9×9, sat for all else" if has_kernel else "sat (the kernel is not compiled)"
    asked = f"crosscheck: {', '.join(DEFAULT_ENGINES)}, of these the ones that take the puzzle"
    return [*blocks, Sentence(("Where none is named:",)), *sentences([default, asked], indent=2)]


def _facts(family: EngineFamily) -> dict[str, str]:
    """What a family can do, by heading; what does not apply is empty."""
    facts = {"not installed": family.install or ""}
    if family.is_outside:
        limits = f"{OUTSIDER_TIMEOUT:g} s for a puzzle (--timeout)"
        facts["limits"] = f"{limits}, {MEMORY_AT_MOST} of memory (--solver-memory)"
    if family.alone is not None:
        sizes = family.alone.traits.sizes
        if family.name == STORED:
            facts["claims"] = "a solution, and nothing of others"
        else:
            facts["decides"] = _how_many(family.alone.traits.complete)
        facts["sizes"] = " to ".join(map(str, dict.fromkeys((sizes[0], sizes[-1]))))
        facts["by itself"] = family.alone.name * bool(family.variants)
        facts["in use"] = family.level or ""
    facts |= {kind: ", ".join(known) for kind, known in family.variants.items()}
    if methods := family.complete_methods:
        facts["methods"] = ", ".join(f"{name} ({_how_many(is_so)})" for name, is_so in methods.items())
        facts["ROWS"] = ROWS * ("ROWS" in facts["methods"])
    return facts


def _how_many(complete: bool) -> str:
    return "every puzzle" if complete else "not every puzzle"


_DISAGREEMENTS_AT_MOST = 5
"""How many puzzles on which engines disagree are named."""


class BenchReport(Report["tuple[str, BenchResult]"]):
    """Takes the name of a list and what was measured on it."""

    def outcomes(self, result: tuple[str, BenchResult]) -> Iterable[str]:
        """Whether engines disagree; whether something is undecided."""
        _, measured = result
        if any(measured.disagreements()):
            yield "disagreement"
        if not measured.contenders or any(one.undecided for one in measured.contenders):
            yield "undecided"

    def rows(self, result: tuple[str, BenchResult]) -> Iterable[MeasuredRow]:
        """A row for each engine."""
        title, measured = result
        disagreements = Counter(name for _, counts in measured.disagreements() for name in counts)
        for one in measured.contenders:
            reference = measured.contenders[-1]
            yield filled(
                MeasuredRow,
                one,
                list=title,
                engine=one.name,
                puzzles=len(one.counts),
                per_second=round(one.rate, 1),
                ratio=round(one.ratio(reference), 4),
                reference=reference.name,
                disagreements=disagreements[one.name],
            )

    def document(self, result: tuple[str, BenchResult]) -> Document:
        """A table with a row for each engine, the fastest first."""
        title, measured = result
        if not measured.contenders:
            return ()
        headings = ("engine", "puzzles/s", f"× {measured.contenders[-1].name}", "undecided")
        rows = []
        for one in sorted(self.rows(result), key=lambda one: -one.per_second):
            ratio = f"{one.ratio:,.0f}" if one.ratio >= 100 else f"{one.ratio:.2g}"
            rows.append((one.engine, f"{one.per_second:,.0f}", ratio, f"{one.undecided:,}"))
        return [Table(headings, rows, f"{title}: {counted(len(measured.puzzles), 'puzzle')}")]

    def remarks(self, result: tuple[str, BenchResult]) -> Iterable[str]:
        """The first puzzles on which engines disagree, and why engines failed."""
        title, measured = result
        found = [*measured.disagreements()]
        for puzzle, counts in found[:_DISAGREEMENTS_AT_MOST]:
            counted_by = ", ".join(f"{name} counts {count}" for name, count in counts.items())
            yield f"the engines disagree: {puzzle}: {counted_by}"
        if more := len(found[_DISAGREEMENTS_AT_MOST:]):
            yield f"the engines disagree: and {counted(more, 'more puzzle')}"
        if not measured.contenders:
            yield f"{title}: puzzles of several kinds: name the engines that take all of them"
        for one in measured.contenders:
            if one.failure is not None:
                yield f"{one.name} failed: {one.failure}"
