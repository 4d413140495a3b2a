"""Engines: the list of them, and how fast they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.engines.registry import DEFAULT_ENGINES, EngineFamily
from sudocube.kernel import is_compiled
from sudocube.processes.container import MEMORY_AT_MOST
from sudocube.report.document import Document, Section, Sentence, Table, Tone, Toned, sentences
from sudocube.report.row import Row, row_of
from sudocube.report.words import Report, counted, few
from sudocube.solvers.methods import ROWS

if TYPE_CHECKING:
    from sudocube.bench import BenchResult


def engines_document(families: Iterable[EngineFamily]) -> Document:
    """What each family is and can do, and its variants; then the default engines."""
    sections = []
    for family in families:
        facts = [
            (Toned(f"{heading}: ", Tone.QUIET), fact) for heading, fact in _facts(family).items() if fact
        ]
        title = (Toned(family.name, Tone.STRONG), family.syntax)
        sections.append(Section(title, sentences([family.summary, *facts], indent=2)))
    default = "kernel for 9×9, sat for all else" if is_compiled() else "sat (the kernel is not compiled)"
    asked = f"crosscheck: {', '.join(DEFAULT_ENGINES)}, of these the ones that take the puzzle"
    return [*sections, Section(("Where none is named:",), sentences([default, asked], indent=2))]


def _facts(family: EngineFamily) -> dict[str, str]:
    """What a family can do, by heading; what does not apply is empty."""
    facts = {"not installed": family.install or ""}
    if family.is_outside:
        limits = f"{OUTSIDER_TIMEOUT:g} s for a puzzle (--timeout)"
        facts["limits"] = f"{limits}, {MEMORY_AT_MOST} of memory (--solver-memory)"
    if (alone := family.alone) is not None:
        sizes = alone.traits.sizes[0], alone.traits.sizes[-1]
        facts["decides"] = _how_many(alone.traits.complete)
        facts["sizes"] = " to ".join(map(str, dict.fromkeys(sizes)))
        facts["by itself"] = alone.name * bool(family.variants)
        facts["in use"] = family.level or ""
    facts |= {kind: ", ".join(known) for kind, known in family.variants.items()}
    if methods := family.complete_methods:
        facts["methods"] = ", ".join(f"{name} ({_how_many(is_so)})" for name, is_so in methods.items())
        facts["ROWS"] = ROWS * ("ROWS" in facts["methods"])
    return facts


def _how_many(complete: bool) -> str:
    return "every puzzle" if complete else "not every puzzle"


class BenchReport(Report["BenchResult"]):
    """What was measured on a list."""

    def outcomes(self, result: BenchResult) -> Iterable[str]:
        """Whether engines disagree; whether something is undecided."""
        yield from ["disagreement"] * any(one.disagreements for one in result.contenders)
        yield from ["undecided"] * any(one.undecided for one in result.contenders)

    def rows(self, result: BenchResult) -> Iterable[Row]:
        """A row for each engine."""
        return map(row_of, result.contenders)

    def document(self, result: BenchResult) -> Document:
        """A table with a row for each engine, the fastest first."""
        rows = []
        for one in sorted(result.contenders, key=lambda one: -one.per_second):
            ratio = f"{one.ratio:,.0f}" if one.ratio >= 100 else f"{one.ratio:.2g}"
            rows.append((one.name, f"{one.per_second:,.0f}", ratio, f"{one.undecided:,}"))
        title = f"{result.title}: {counted(len(result.puzzles), 'puzzle')}"
        headings = ("engine", "puzzles/s", f"× {result.contenders[-1].name}", "undecided")
        return [Sentence((Toned(title, Tone.STRONG),), wraps=False), Table(headings, rows)]

    def remarks(self, result: BenchResult) -> Iterable[str]:
        """The first puzzles on which engines disagree, and why engines failed."""
        found = [
            f"{puzzle}: {', '.join(f'{name} counts {count}' for name, count in counts.items())}"
            for puzzle, counts in result.disagreements()
        ]
        yield from (f"the engines disagree: {one}" for one in few(found, "and on "))
        yield from (f"{one.name} failed: {one.failure}" for one in result.contenders if one.failure)
