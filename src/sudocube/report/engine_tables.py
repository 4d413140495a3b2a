"""The list of engines, and engines measured side by side: text for people, JSON rows for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import UNSET

from sudocube.engines.own_engines import STORED
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.engines.registry import DEFAULT_ENGINES, EngineFamily, default_engines
from sudocube.fields import Amount, Optional, Positive, Whole, Words
from sudocube.processes.container import MEMORY_AT_MOST
from sudocube.report.base import Report
from sudocube.report.document import Block, Document, Sentence, Table, Tone, Toned, sentences
from sudocube.report.row import Row, filled
from sudocube.report.words import counted
from sudocube.solvers.methods import ROWS

if TYPE_CHECKING:
    from sudocube.bench import BenchResult


class FamilyRow(Row, kw_only=True):
    """A family of engines."""

    name: Words
    """The name of the family. For example: "sat"."""
    default: str | None
    """The engine that the name alone stands for; null if it is not installed, or the name says whose it is.

    For example: "sat:extended@cadical153", null.
    """
    summary: Words
    """What it is. For example: "a SAT encoding, asked of a SAT solver"."""
    installed: bool
    """Whether it can be used. For example: true."""
    install: str | None
    """How to install it; null if it is installed. For example: "pip install x", null."""
    variants: dict[str, list[str]]
    """What can follow the name, by kind. For example: {"methods": ["magic", "odometer"]}."""
    complete: bool | None
    """Whether it decides every puzzle; null if it is not installed, or not known, as in the next four.

    For example: true, null.
    """
    enumerates: bool | None
    """Whether it can list all solutions. For example: true, null."""
    supports_timeout: bool | None
    """Whether it stops in time by itself. For example: true, null."""
    proves: bool | None
    """Whether its verdicts come with checked proofs. For example: true, null."""
    sizes: list[int] | None
    """The sizes that it takes. For example: [9], null."""
    outside: Optional[bool] = UNSET
    """The name says which program or function of others it is. For example: true."""
    level: Optional[str] = UNSET
    """The implementation of the kernel that is in use; `twin` is plain Python. For example: "avx2"."""
    complete_methods: Optional[dict[str, bool]] = UNSET
    """For each method whether it decides every puzzle. For example: {"magic": true}."""


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


def engine_row(family: EngineFamily) -> FamilyRow:
    """The row of a family in `engines --json`; if it is not installed, what it can do is null.

    `complete` is that of the engine without a variant, `complete_methods` that of each method. What programs
    and functions of others can do is not known, so it is null as well.
    """
    made = None if family.install or family.is_outside else family.create("")
    variants = {kind: list(known) for kind, known in family.variants().items()}
    # A method with ROWS in its name is asked with one row: the answer is the same for any number.
    asked = {name: family.create(name.replace("ROWS", "1")) for name in variants.get("methods", ())}
    return filled(
        FamilyRow,
        made and made.traits,
        family,
        default=made and made.name,
        install=family.install,
        variants=variants,
        enumerates=True if made else None,  # all do; the field stays for those who read it
        outside=family.is_outside or None,
        level=getattr(made, "level", None),
        complete_methods={name: one.traits.complete for name, one in asked.items()} or None,
    )


def engines_document(families: Iterable[EngineFamily]) -> Document:
    """What each family is and can do, and its variants; then the default engines."""
    blocks: list[Block] = []
    for family in families:
        blocks.append(Sentence((Toned(family.name, Tone.STRONG), family.syntax), wraps=False))
        blocks.append(Sentence((family.summary,), 2, 2))
        for heading, fact in _facts(engine_row(family)).items():
            blocks.append(Sentence((Toned(f"{heading}: ", Tone.QUIET), fact), 2, 4))
        blocks.append(Sentence(("",)))
    has_kernel = len(default_engines()) > 1
    default = "kernel for 9×9, sat for all else" if has_kernel else "sat (the kernel is not compiled)"
    asked = f"crosscheck: {', '.join(DEFAULT_ENGINES)}, of these the ones that take the puzzle"
    return [*blocks, Sentence(("Where none is named:",)), *sentences([default, asked], indent=2)]


def _facts(row: FamilyRow) -> dict[str, str]:
    """What a family can do, by heading."""
    variants = {kind: ", ".join(known) for kind, known in row.variants.items()}
    if row.install:
        return {"not installed": row.install}
    if row.outside is True:
        limits = f"{OUTSIDER_TIMEOUT:g} s for a puzzle (--timeout)"
        return {"limits": f"{limits}, {MEMORY_AT_MOST} of memory (--solver-memory)", **variants}
    sizes = row.sizes or [9]
    scope = f"sizes {sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"size {sizes[0]}"
    if row.name == STORED:
        return {"claims": f"a solution, and nothing of others; {scope}"}
    facts = {"decides": f"{'every puzzle' if row.complete else 'what it can without guessing'}, {scope}"}
    facts |= {"by itself": row.default or ""} if row.variants else {}
    facts |= {"in use": row.level} if row.level else {}
    if row.complete_methods:
        each = [
            f"{name} ({'' if all_ else 'not '}every puzzle)" for name, all_ in row.complete_methods.items()
        ]
        variants["methods"] = ", ".join(each)
        variants |= {"ROWS": ROWS} if "ROWS" in variants["methods"] else {}
    return facts | variants


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
